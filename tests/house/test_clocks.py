"""Clocks are pure: what the log says, when the house was down, and now."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from backroom.house.clocks import DAY, Tempo, awake, begin, deadline, house_due, later, left, moved
from backroom.house.errors import Refused
from backroom.house.store import Store
from tests.house.loop import awaited
from tests.house.openings import Book, opening, play_on

TEMPO = Tempo.live(30, 60)
NONE: tuple[tuple[int, int], ...] = ()


def test_the_time_for_a_move_goes_first_then_the_reserve() -> None:
    clock = begin(TEMPO, 3, (0,), None, 1_000)
    assert left(clock, TEMPO, 0, 1_000, NONE) == (30_000, 60_000)
    assert left(clock, TEMPO, 0, 21_000, NONE) == (10_000, 60_000)
    assert left(clock, TEMPO, 0, 41_000, NONE) == (0, 50_000)
    assert left(clock, TEMPO, 0, 999_000, NONE) == (0, 0)
    assert left(clock, TEMPO, 1, 999_000, NONE) == (30_000, 60_000)
    assert deadline(clock, TEMPO, 0, NONE) == 91_000
    assert deadline(clock, TEMPO, 1, NONE) is None


def test_what_was_used_of_the_reserve_is_gone_and_time_for_a_move_is_new() -> None:
    clock = begin(TEMPO, 3, (0,), None, 0)
    clock = moved(clock, TEMPO, 0, (1,), None, 20_000, NONE)
    assert clock.reserve == (60_000, 60_000, 60_000)
    clock = moved(clock, TEMPO, 1, (0,), None, 70_000, NONE)
    assert clock.reserve == (60_000, 40_000, 60_000)
    clock = moved(clock, TEMPO, 0, (0,), None, 900_000, NONE)
    assert clock.reserve == (0, 40_000, 60_000)
    assert clock.since == (900_000, None, None)
    assert deadline(clock, TEMPO, 0, NONE) == 930_000


def test_others_who_move_at_the_same_time_change_nothing_for_me() -> None:
    clock = begin(TEMPO, 3, (0, 1, 2), None, 0)
    clock = moved(clock, TEMPO, 1, (0, 2), None, 10_000, NONE)
    assert clock.since == (0, None, 0)
    clock = moved(clock, TEMPO, -1, (0, 1, 2), None, 11_000, NONE)
    assert clock.since == (0, 11_000, 0)


def test_time_in_which_the_house_was_down_counts_for_nobody() -> None:
    outages = [(10_000, 15_000), (40_000, 100_000)]
    assert awake(0, 50_000, outages) == 35_000
    assert awake(12_000, 13_000, outages) == 0
    assert awake(12_000, 20_000, outages) == 5_000
    assert later(0, 9_000, outages) == 9_000
    assert later(0, 11_000, outages) == 16_000
    assert later(12_000, 1_000, outages) == 16_000
    assert later(0, 40_000, outages) == 105_000
    clock = begin(TEMPO, 2, (0,), None, 0)
    assert deadline(clock, TEMPO, 0, outages) == 155_000
    assert moved(clock, TEMPO, 0, (1,), None, 110_000, outages).reserve == (45_000, 60_000)


def test_whatever_the_outages_what_is_later_is_just_that_long_awake() -> None:
    chooser = Random(5)
    for _ in range(500):
        marks = sorted(chooser.sample(range(1_000), 6))
        outages = [(marks[0], marks[1]), (marks[2], marks[3]), (marks[4], marks[5])]
        start, span = chooser.randrange(1_000), chooser.randrange(1, 800)
        assert awake(start, later(start, span, outages), outages) == span


def test_the_houses_own_move_waits_from_when_it_could_be_made() -> None:
    tempo = msgspec.structs.replace(TEMPO, pauses={"bucket_closed": 250})
    clock = begin(tempo, 2, (0, 1), "time_up", 1_000)
    assert house_due(clock, tempo, NONE) == 11_000
    clock = moved(clock, tempo, 0, (1,), "time_up", 5_000, NONE)
    assert house_due(clock, tempo, NONE) == 11_000, "somebody else's move does not put it off"
    clock = moved(clock, tempo, 1, (0, 1), "bucket_closed", 6_000, NONE)
    assert house_due(clock, tempo, NONE) == 6_250
    clock = moved(clock, tempo, -1, (0, 1), "bucket_closed", 7_000, NONE)
    assert house_due(clock, tempo, NONE) == 7_250, "after a move of its own it waits anew"
    assert house_due(moved(clock, tempo, -1, (0,), None, 8_000, NONE), tempo, NONE) is None


def test_in_a_fresh_race_everybody_has_all_the_time_again() -> None:
    tempo = Tempo("live", 30_000, race=3_000)
    first = begin(tempo, 3, (0, 1, 2), "time_up", 1_000)
    on = moved(first, tempo, 0, (1, 2), "time_up", 2_000, ())
    assert house_due(on, tempo, ()) == 4_000, "the race goes on for the others"
    again = moved(on, tempo, 1, (0, 1, 2), "time_up", 3_500, (), fresh=True)
    assert house_due(again, tempo, ()) == 6_500
    assert again.since == (3_500, 3_500, 3_500)


def test_tempos_have_sensible_limits() -> None:
    assert Tempo.by_mail(3).move == 3 * DAY
    for seconds, reserve in ((4, 0), (3_601, 0), (30, -1), (30, 14_401)):
        with pytest.raises(Refused):
            Tempo.live(seconds, reserve)
    for days in (0, 31):
        with pytest.raises(Refused):
            Tempo.by_mail(days)
    assert msgspec.json.decode(msgspec.json.encode(TEMPO), type=Tempo) == TEMPO


@awaited
async def test_clocks_survive_a_restart_and_the_time_between_is_credited(database: str) -> None:
    store = await Store.open(database)
    time = 10_000

    def clock() -> int:
        return time

    book = Book(opening("t", at=10_000))
    table = await book.tables(store.log, clock=clock).get("t")
    for _ in range(5):
        time += 7_000
        await play_on(table, Random(time), 1)
    seat = table.course.state.waiting[0]
    time += 5_000
    before = left(table.course.clock, table.opening.tempo, seat, time, ())
    down, time = time, time + DAY
    outages = [(down, time)]
    again = await book.tables(store.log, clock=clock, outages=outages).get("t")
    assert left(again.course.clock, again.opening.tempo, seat, time, outages) == before
    assert before == (25_000, 60_000)
    time += 10_000
    await play_on(again, Random(time), 1)
    assert again.course.clock.reserve == (60_000,) * 3
    third = await book.tables(store.log, clock=clock, outages=outages).get("t")
    assert third.course.clock == again.course.clock
    await store.close()
