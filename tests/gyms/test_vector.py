"""Many tables at once are the same games as one by one."""

from __future__ import annotations

import numpy as np
import pytest

import backroom
from backroom.gyms.observing import encoding
from backroom.gyms.rewards import by_rank
from backroom.gyms.vector import Tables
from backroom.kernel.errors import BadOption, IllegalMove


@pytest.mark.parametrize("name", backroom.games())
def test_arrays_say_what_each_table_says(name: str) -> None:
    tables = Tables(name, 3, seats=backroom.game(name).seats[0], seed=3)
    draw = np.random.default_rng(1)
    made = encoding(name, tables.seats)
    ended = 0
    for _ in range(260):
        for row, state in enumerate(tables.states):
            seat = state.waiting[0]
            assert tables.deciding[row] == seat
            assert np.flatnonzero(tables.masks[row]).tolist() == state.legal(seat)
            assert tables.observations[row].tobytes() == made.vector(state.view(seat)).tobytes()
        before = [state.copy() for state in tables.states]
        actions = (tables.masks * draw.random(tables.masks.shape)).argmax(axis=1)
        rewards, over = tables.step(actions)
        for row, state in enumerate(before):
            state.play(state.waiting[0], int(actions[row]))
            assert over[row] == state.over
            expected = by_rank(state.ranks()) if state.over else [0] * tables.seats
            assert rewards[row].tolist() == pytest.approx(expected)
            ended += state.over
    assert ended >= 3


def test_scores_are_told_as_they_come() -> None:
    tables = Tables("boss", 3, seats=2, rewards="score", seed=4)
    draw, earned = np.random.default_rng(2), np.zeros((3, 2))
    first = tables.states[:]
    while any(state is kept for state, kept in zip(tables.states, first, strict=True)):
        running = [row for row in range(3) if tables.states[row] is first[row]]
        rewards, _ = tables.step((tables.masks * draw.random(tables.masks.shape)).argmax(axis=1))
        earned[running] += rewards[running]
    assert earned.tolist() == [state.scores() for state in first]


def test_the_same_seed_gives_the_same_games() -> None:
    one, other = Tables("omerta", 2, seed=8), Tables("omerta", 2, seed=8)
    assert one.observations.tobytes() == other.observations.tobytes()
    assert [state.setup.seed for state in one.states] == [state.setup.seed for state in other.states]
    assert one.states[0].setup.seed != one.states[1].setup.seed
    assert dict(one.states[0].setup.options)["snap_mode"] == "commit"


def test_mistakes_are_sentences() -> None:
    with pytest.raises(BadOption, match="rewards takes rank or score"):
        Tables("boss", 1, rewards="fame")
    tables = Tables("boss", 1, seed=1)
    with pytest.raises(IllegalMove, match="B-18"):
        tables.step([backroom.game("boss").action("send:chicago:1v")])
