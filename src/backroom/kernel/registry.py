"""Which games there are: the folders under `backroom.games`, and entry points of other packages."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from importlib.metadata import entry_points

from backroom.kernel.errors import UnknownGame
from backroom.kernel.game import Game

GROUP = "backroom.games"
"""The entry-point group another package uses: `tictac = "tictac:GAME"`."""


@cache
def _places() -> dict[str, str]:
    """Where each game is exported, by name, without importing it. Our own names cannot be taken over."""
    places = {point.name: point.value for point in entry_points(group=GROUP)}
    package = importlib.import_module("backroom.games")
    for folder in pkgutil.iter_modules(package.__path__):
        if folder.ispkg:
            places[folder.name] = f"backroom.games.{folder.name}:GAME"
    return places


def games() -> list[str]:
    """The names of all installed games, sorted.

    >>> "boss" in games()
    True
    """
    return sorted(_places())


@cache
def game(name: str) -> Game:
    """The game of that name; UnknownGame lists those there are."""
    place = _places().get(name)
    if place is None:
        raise UnknownGame(f"no game {name!r}; there are: {', '.join(games())}")
    module, _, attribute = place.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise UnknownGame(f"the game {name!r} cannot be loaded from {place}: {error}") from error
    if not isinstance(found, Game) or found.name != name:
        raise UnknownGame(f"{place} is not a game named {name!r}")
    return found
