"""Bots at a table, whatever kind they are: the house's own, a Python file, a program."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from backroom import bots
from backroom.arena.entrants import Entrant, Limits
from backroom.arena.outside import Fault, Outside
from backroom.bots import Bot
from backroom.bots.budget import Budget
from backroom.bots.levels import Player
from backroom.kernel.game import Game
from backroom.kernel.state import State


class Seated:
    """A bot at a seat of a game."""

    def __init__(self, bot: Bot, budget: Budget | None) -> None:
        self.bot = bot
        self.budget = budget

    def move(self, state: State, seat: int, legal: Sequence[int], rng: Random) -> int:
        """What it plays: it gets the seat's view, never the state."""
        view = state.view(seat)
        if isinstance(self.bot, Player):
            return self.bot.choose(view, legal, rng, self.budget)
        return self.bot.choose(view, legal, rng, None if self.budget is None else self.budget.iterations)

    @property
    def thinks(self) -> bool:
        """Whether it may take so long that people wonder."""
        return isinstance(self.bot, (Player, Outside))

    @property
    def faults(self) -> list[Fault]:
        """What it did not do right in this game."""
        return self.bot.faults if isinstance(self.bot, Outside) else []

    def close(self) -> None:
        """The game is over."""
        if isinstance(self.bot, Outside):
            self.bot.close()


def take_seat(entrant: Entrant, game: Game, limits: Limits) -> Seated:
    """A bot at a seat of a new game."""
    if entrant.outside:
        return Seated(Outside(entrant, game, limits), entrant.budget)
    return Seated(bots.make(entrant.name, game.name), entrant.budget)
