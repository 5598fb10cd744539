"""Everybody who may play in the arena: bots at seats, and the yardstick that sees everything."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from backroom import bots
from backroom.arena.entrants import WIRETAP, Entrant, Limits
from backroom.arena.seats import Seated, take_seat
from backroom.arena.wiretap import Wiretap
from backroom.bots.budget import Budget
from backroom.kernel.game import Game
from backroom.kernel.state import State


class Tapping(Seated):
    """The yardstick at a seat: the only one that is handed the state."""

    def __init__(self, budget: Budget | None) -> None:
        super().__init__(bots.RandomBot(), budget)
        self.wiretap = Wiretap()

    def move(self, state: State, seat: int, legal: Sequence[int], rng: Random) -> int:
        return self.wiretap.choose(state, seat, rng, self.budget)


def seated(entrant: Entrant, game: Game, limits: Limits) -> Seated:
    """The entrant at a seat of a new game."""
    if entrant.name == WIRETAP:
        return Tapping(entrant.budget)
    return take_seat(entrant, game, limits)
