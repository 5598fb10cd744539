"""The four levels: how long each thinks, and how it errs, as people do.

A weak player does not roll dice. He forgets what he saw a while ago, does not notice what is not obvious, and does
not think far. So do these.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from typing import Final

import msgspec

from backroom.bots.budget import Budget, settled
from backroom.bots.search import Manner, Search
from backroom.kernel.game import Game
from backroom.kernel.view import View

SPARE: Final = 0.9
"""The share of its time after which a bot stops: the last iteration and the way back take some, too."""


class Level(msgspec.Struct, frozen=True):
    """How well a bot plays."""

    name: str
    iterations: int
    """It thinks no more than this, even if there is time; 0 is not ahead at all."""
    seconds: float
    """It stops then, wherever it is."""
    forgets: float = 0.0
    """The share of what only memory knows that it has lost (`Game.forget`)."""
    overlooks: float = 0.0
    """How likely it does not notice a move that nothing speaks for; the more speaks for one, the less likely."""


LEVELS: Final = (
    Level("rookie", 0, 0.2, forgets=0.85, overlooks=0.6),
    Level("soldier", 25, 0.5, forgets=0.45, overlooks=0.35),
    Level("capo", 100, 1.0, forgets=0.15, overlooks=0.15),
    Level("don", 1 << 30, 3.0),
)
"""From the weakest to the strongest."""
BY_NAME: Final = {level.name: level for level in LEVELS}


class Player:
    """Plays any game at a level. It keeps nothing between decisions: everything it uses is in the view."""

    def __init__(self, game: Game, level: Level, manner: Manner | None = None) -> None:
        self.game = game
        self.level = level
        self.manner = manner or Manner()

    def choose(self, view: View, legal: Sequence[int], rng: Random, budget: Budget | int | None) -> int:
        """What it thinks best of what it has noticed."""
        if len(legal) == 1:
            return legal[0]
        search = self.think(view, legal, rng, budget)
        return search.standing()[0][0]

    def think(self, view: View, legal: Sequence[int], rng: Random, budget: Budget | int | None) -> Search:
        """The search behind a choice, with what was found."""
        level = self.level
        iterations, seconds = settled(budget, level.iterations, level.seconds)
        until = time.monotonic() + SPARE * seconds if seconds else 0.0
        seat = view.waiting[0] if view.seat is None else view.seat
        kept = self.game.forget(view, level.forgets) if level.forgets else view
        search = Search(lambda: self.game.imagine(kept, rng), seat, rng.getrandbits(30), self.manner)
        if level.overlooks:
            search.narrow(noticed(search.root.prior, level.overlooks, rng))
        if level.iterations and search.root.clear < 0:
            search.choose(iterations, until)
        return search


def noticed(prior: list[float], overlooks: float, rng: Random) -> list[int]:
    """The places of the choices that somebody sees who misses some: hardly ever the most obvious one."""
    most = max(prior)
    return [at for at, share in enumerate(prior) if rng.random() >= overlooks * (1.0 - share / most) or share == most]
