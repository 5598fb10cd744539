"""What viewers see is made once for all who see the same, in whatever form, while the move is being committed."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from backroom.house.course import Course
from backroom.house.store import Store
from backroom.house.tables import Table
from tests.house.loop import awaited
from tests.house.openings import Book, opening, play_on
from tests.house.people import guests


class Counting(msgspec.Struct, frozen=True):
    """A form of its own: equal to another of the same language."""

    language: str

    def __call__(self, table: Table, course: Course, seat: int | None) -> str:
        made.append((self.language, course.version, seat))
        return f"{self.language} {seat} {len(table.story(course))}"


made: list[tuple[str, int, int | None]] = []


@awaited
async def test_a_form_is_made_once_for_each_seat_language_and_version(database: str) -> None:
    made.clear()
    store = await Store.open(database)
    table = await Book(opening("t")).tables(store.log).get("t")
    woken: list[int] = []
    viewers = [
        table.watch(seat, Counting(language), lambda: woken.append(1))
        for seat in (0, 0, None, None, None)
        for language in ("en", "uk")
    ]
    shown = [viewer.look()[0] for viewer in viewers]
    assert all(viewer.look() == (None, None) for viewer in viewers)
    await play_on(table, Random(1), 3)
    assert len(woken) == 3 * len(viewers)
    shown = [viewer.look()[0] for viewer in viewers]
    assert [each.version for each in shown if each is not None] == [3] * len(viewers)
    assert sorted(made, key=str) == sorted(
        ((language, version, seat) for language in ("en", "uk") for version in range(4) for seat in (0, None)), key=str
    )
    assert {each.view for each in shown if each is not None} == {
        f"{language} {seat} {len(table.story(table.course))}" for language in ("en", "uk") for seat in (0, None)
    }, "what was made before the commit knows the events the move brought"
    await store.close()


@awaited
async def test_a_form_that_fails_costs_nobody_a_move(database: str) -> None:
    def broken(_table: Table, course: Course, _seat: int | None) -> str:
        if course.version:
            raise ValueError("no picture")
        return "fine"

    store = await Store.open(database)
    table = await Book(opening("t")).tables(store.log).get("t")
    viewer = table.watch(0, broken)
    assert viewer.look()[0] is not None
    await play_on(table, Random(1), 1)
    assert table.version == 1
    with pytest.raises(ValueError, match="no picture"):
        viewer.look()
    await store.close()


@awaited
async def test_everything_cold_is_told_where_it_happens(database: str) -> None:
    async with guests(database) as at:
        news: list[str | None] = []
        at.hall.on_news.append(news.append)
        table = await at.begun()
        begun = len(news)
        assert set(news) == {table}
        line = await at.hall.say(at.bob, table, "good evening")
        await at.hall.delete_line(at.ann, table, line.id)
        await at.hall.resign(at.bob, table)
        assert len(news) == begun + 3
