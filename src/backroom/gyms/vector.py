"""Many tables of one game, stepped together, in arrays: for learning by playing oneself.

At every table one seat decides at a time. A row of each array is a table; a game that is over is followed by the next
one at the same table. The arrays are used again at every step: copy what you keep.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from backroom.gyms.observing import Encoding, Vector
from backroom.gyms.rewards import KINDS, by_rank
from backroom.kernel.edition import Edition
from backroom.kernel.errors import BadOption
from backroom.kernel.registry import game as find_game
from backroom.kernel.state import State


class Tables:
    """So many tables. Read `observations`, `masks` and `deciding`, then `step`.

    >>> import numpy as np
    >>> tables = Tables("boss", 3, seats=2, seed=7)
    >>> tables.observations.shape[0], tables.masks.shape, tables.deciding.shape
    (3, (3, 323), (3,))
    >>> rewards, over = tables.step([np.flatnonzero(mask)[0] for mask in tables.masks])
    >>> rewards.shape, over.tolist()
    ((3, 2), [False, False, False])
    """

    def __init__(
        self,
        game: str,
        count: int,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        edition: Edition | None = None,
        rewards: str = "rank",
        seed: int | None = None,
    ) -> None:
        if rewards not in KINDS:
            raise BadOption(f"rewards takes {' or '.join(KINDS)}, not {rewards!r}")
        self.game = find_game(game)
        self.seats = self.game.check_seats(self.game.usual_seats() if seats is None else seats)
        self.options = {**self.game.clockless, **(options or {})}
        self.edition = edition
        self.by_rank = rewards == "rank"
        self.sign = -1 if self.game.lowest_wins else 1
        self.chance = Random(seed)
        self.encoding = Encoding(self.game, self.seats)
        self.states: list[State] = [self.deal() for _ in range(count)]
        self.scores = [state.scores() for state in self.states]
        self.observations: Vector = np.zeros((count, self.encoding.size), np.float32)
        """What the deciding seat of each table observes."""
        self.masks: NDArray[np.bool_] = np.zeros((count, self.game.actions), np.bool_)
        """What it may do."""
        self.deciding: NDArray[np.int64] = np.zeros(count, np.int64)
        """Which seat that is."""
        self.rewards: Vector = np.zeros((count, self.seats), np.float32)
        self.over: NDArray[np.bool_] = np.zeros(count, np.bool_)
        for row in range(count):
            self.look(row)

    def deal(self) -> State:
        """The next game."""
        return self.game.new(self.seats, self.chance.getrandbits(128), self.options, self.edition)

    def look(self, row: int) -> None:
        """Fill a table's row."""
        state = self.states[row]
        seat = state.waiting[0]
        self.deciding[row] = seat
        self.encoding.write(state.view(seat), self.observations[row])
        mask = self.masks[row]
        mask.fill(False)
        mask[state.legal(seat)] = True

    def step(self, actions: Sequence[int] | NDArray[np.int64]) -> tuple[Vector, NDArray[np.bool_]]:
        """An action for every table. What it was worth to each seat, and which games are over with it."""
        self.rewards.fill(0)
        self.over.fill(False)
        for row, action in enumerate(actions):
            state = self.states[row]
            state.play(int(self.deciding[row]), int(action))
            if not self.by_rank:
                scores = state.scores()
                if scores != self.scores[row]:
                    gains = [self.sign * (now - had) for now, had in zip(scores, self.scores[row], strict=True)]
                    self.rewards[row], self.scores[row] = gains, scores
            if state.over:
                self.over[row] = True
                if self.by_rank:
                    self.rewards[row] = by_rank(state.ranks())
                self.states[row] = self.deal()
                self.scores[row] = self.states[row].scores()
            self.look(row)
        return self.rewards, self.over
