"""A bound: what the don's search would do if it saw every card and knew every shuffle to come.

It is no bot, since it is handed the state. It is made in `players.py` alone, for bots against bots, to say how much
there is to win by knowing; the house, the terminal and the environments for learning cannot reach it.
"""

from __future__ import annotations

import time
from random import Random

from backroom.bots.budget import Budget, settled
from backroom.bots.levels import LEVELS
from backroom.bots.search import Manner, Search
from backroom.kernel.state import State


class Wiretap:
    """Thinks ahead in the one world that is true."""

    def choose(self, state: State, seat: int, rng: Random, budget: Budget | None) -> int:
        """What does best if nothing is hidden."""
        iterations, seconds = settled(budget, LEVELS[-1].iterations, LEVELS[-1].seconds)
        until = time.monotonic() + seconds if seconds else 0.0
        search = Search(state.copy, seat, rng.getrandbits(30), Manner())
        search.run(iterations, until)
        return search.standing()[0][0]
