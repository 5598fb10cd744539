"""Ratings: from finished tables that only people began, once each, whichever process notes the end."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from backroom.house.hall import Hall
from backroom.house.ratings import Strength, settled
from backroom.house.store import Store
from tests.house.loop import awaited
from tests.house.openings import play_on
from tests.house.people import Guests, guests, wanted

NEW = (25.0, 25.0 / 3)


async def strengths(at: Guests) -> dict[str, Strength]:
    found = {}
    for who in (at.ann, at.bob, at.cid, at.dee):
        for each in await at.hall.strengths(who.id):
            found[who.name] = each
    return found


def test_who_wins_goes_up_who_loses_goes_down_and_all_are_surer() -> None:
    first, second, third = settled([NEW, NEW, NEW], [1, 2, 3])
    assert first[0] > second[0] > third[0]
    assert first[0] > NEW[0] > third[0]
    assert all(sigma < NEW[1] for _, sigma in (first, second, third))
    assert settled([NEW, NEW], [1, 1])[0] == pytest.approx(settled([NEW, NEW], [1, 1])[1])


@awaited
async def test_a_finished_table_is_rated_once_by_many_processes_at_once(database: str) -> None:
    async with guests(database) as at:
        table = await at.begun("omerta")
        found = await at.hall.tables.get(table)
        await play_on(found, Random(1), 1_000)
        ranks = found.course.state.ranks()
        stores = [await Store.open(database) for _ in range(3)]
        halls = [Hall(store, (), at.time) for store in stores]
        at_each = [await hall.tables.get(table) for hall in halls]
        assert await strengths(at) == {}
        await asyncio.gather(*(hall.finish(one) for hall, one in zip(halls, at_each, strict=True)))
        await at.hall.finish(found)
        rated = await strengths(at)
        expected = settled([NEW] * 3, ranks)
        got = [rated[name] for name in ("Ann", "Bob", "Cid")]
        assert [each.mu for each in got] == pytest.approx([mu for mu, _ in expected])
        assert [each.sigma for each in got] == pytest.approx([sigma for _, sigma in expected])
        assert [each.played for each in got] == [1, 1, 1]
        best = await at.hall.best("omerta")
        assert next(name for _, name, _ in best) == ("Ann", "Bob", "Cid")[ranks.index(1)]
        assert await at.hall.best("boss") == []
        for store in stores:
            await store.close()


@awaited
async def test_tables_with_the_same_people_that_end_together_all_count(database: str) -> None:
    async with guests(database) as at:
        tables = [await at.begun("omerta") for _ in range(4)]
        found = [await at.hall.tables.get(table) for table in tables]
        for seed, each in enumerate(found):
            await play_on(each, Random(seed), 1_000)
        await asyncio.gather(*(at.hall.finish(each) for each in found))
        assert [each.played for each in (await strengths(at)).values()] == [4, 4, 4]


@awaited
async def test_who_leaves_has_lost_and_who_took_over_is_not_rated(database: str) -> None:
    async with guests(database) as at:
        table = await at.begun("omerta")
        await at.hall.resign(at.bob, table)
        await at.hall.take_over(at.dee, table, 1)
        found = await at.hall.tables.get(table)
        await play_on(found, Random(2), 1_000)
        await at.hall.finish(found)
        rated = await strengths(at)
        assert set(rated) == {"Ann", "Bob", "Cid"}
        assert rated["Bob"].mu == min(each.mu for each in rated.values())


@awaited
async def test_where_people_may_ask_for_advice_they_are_not_rated(database: str) -> None:
    async with guests(database) as at:
        for advice in ("all", "alone"):
            assert await strengths(at) == {}
            found = await at.hall.tables.get(await at.begun("omerta", advice=advice))
            await play_on(found, Random(1), 1_000)
            await at.hall.finish(found)
        assert (await strengths(at))["Ann"].played == 1


@awaited
async def test_tables_with_bots_and_games_broken_off_are_not_rated(database: str) -> None:
    async with guests(database) as at:
        table = await at.hall.create(at.ann, wanted("omerta", ("host", "open", "random")))
        await at.hall.join(at.bob, table)
        found = await at.hall.start(at.ann, table)
        await play_on(found, Random(3), 1_000)
        await at.hall.finish(found)
        broken = await at.begun("omerta")
        await at.hall.abort(at.ann, broken)
        assert (await at.hall.sheet(table)).status == "over"
        assert await strengths(at) == {}
