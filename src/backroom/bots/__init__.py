"""Players that are programs. A bot is given a view and the legal actions, never a state.

Beside `random` and `sensible`, which only looks at the table as it is, there are four levels, the weakest first.

>>> from random import Random
>>> import backroom, backroom.bots
>>> state = backroom.game("boss").new(seats=3, seed=7)
>>> bot = backroom.bots.make("sensible", "boss")
>>> seat = state.waiting[0]
>>> bot.choose(state.view(seat), state.legal(seat), Random(1), None) in state.legal(seat)
True
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol

from backroom.bots.levels import BY_NAME, Player
from backroom.kernel.errors import BackroomError
from backroom.kernel.game import Game
from backroom.kernel.registry import game as find_game
from backroom.kernel.view import View


class Bot(Protocol):
    """Anything that chooses. `rng` is its only chance; `budget` is for those that think longer when they may: so many
    iterations, or None for as long as it usually takes. The levels take a `Budget`, too."""

    def choose(self, view: View, legal: Sequence[int], rng: Random, budget: int | None) -> int:
        """One of the legal actions."""


class UnknownBot(BackroomError):
    """There is no bot of this name."""


class RandomBot:
    """Plays any legal action, every one as likely."""

    def choose(self, view: View, legal: Sequence[int], rng: Random, budget: int | None) -> int:
        return legal[rng.randrange(len(legal))]


class SensibleBot:
    """Plays what the game's own `weigh` likes best, and is not always of the same mind between near equals."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, view: View, legal: Sequence[int], rng: Random, budget: int | None) -> int:
        if len(legal) == 1:
            return legal[0]
        weights = self.game.weigh(view, legal)
        best = max(weights)
        near = [action for action, weight in zip(legal, weights, strict=True) if weight >= best - 1e-9]
        return near[rng.randrange(len(near))]


LEVELS = tuple(BY_NAME)
"""The levels people choose from, the weakest first."""
BOTS = ("random", "sensible", *LEVELS)
"""The names `make` knows."""


def make(name: str, game: str) -> Bot:
    """A bot by its name, for a game."""
    if name == "random":
        return RandomBot()
    if name == "sensible":
        return SensibleBot(find_game(game))
    if name in BY_NAME:
        return Player(find_game(game), BY_NAME[name])
    raise UnknownBot(f"no bot {name!r}; there are: {', '.join(BOTS)}")
