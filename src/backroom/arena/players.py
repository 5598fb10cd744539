"""Everybody at a table of the arena, whatever kind of bot it is."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from backroom import bots
from backroom.arena.entrants import Entrant, Limits
from backroom.arena.outside import Outside
from backroom.bots import Bot
from backroom.kernel.game import Game
from backroom.kernel.state import State


class Player:
    """A bot at a seat: it gets the seat's view, never the state."""

    def __init__(self, bot: Bot, budget: int | None) -> None:
        self.bot = bot
        self.budget = budget

    def move(self, state: State, seat: int, legal: Sequence[int], rng: Random) -> int:
        """What is played at this seat."""
        return self.bot.choose(state.view(seat), legal, rng, self.budget)

    def close(self) -> None:
        """The game is over."""
        if isinstance(self.bot, Outside):
            self.bot.close()


def seated(entrant: Entrant, game: Game, limits: Limits) -> Player:
    """The entrant at a seat of a new game."""
    if entrant.outside:
        return Player(Outside(entrant, game, limits), entrant.budget.iterations)
    return Player(bots.make(entrant.name, game.name), entrant.budget.iterations)
