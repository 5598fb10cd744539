"""Frames are encoded together where views share much, and nobody can tell."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import backroom
from backroom.house.clocks import Tempo
from backroom.house.course import Opening, start
from backroom.house.log import Move
from backroom.house.sqlite import SqliteLog
from backroom.house.tables import Table
from backroom.kernel.state import HOUSE
from backroom.web.frames import Frame, clocks, frame, legal

TEMPO = Tempo.live(60, 60)


@pytest.mark.parametrize("name", backroom.games())
def test_a_frame_is_the_same_whoever_else_looks_on(name: str) -> None:
    game, rng = backroom.game(name), Random(3)
    edition = game.house_edition()
    opening = Opening("t", name, game.rules, edition.sha256, edition.text, game.settle({}), 3, 5, TEMPO, 1_000)
    course = start(opening)
    table = Table(course, [], SqliteLog.__new__(SqliteLog), (), lambda: 2_000)
    looked = 0
    while not course.over:
        seats = [None, *range(3)]
        times = clocks(table, course)
        frames = [
            Frame(course.version, seat, course.over, times, legal(course, seat), course.state.view(seat))
            for seat in seats
        ]
        alone = [msgspec.json.encode(each) for each in frames]
        if rng.random() < 0.5:
            course.foresee(set(seats))
        assert [frame(table, course, seat) for seat in seats] == alone
        looked += 1
        state = course.state
        mover = rng.choice(state.waiting or (HOUSE,))
        token = game.token(rng.choice(state.legal(mover)))
        course = course.after(Move("t", course.version + 1, mover, token, 2_000, str(course.version)), ())
    assert looked > 20
