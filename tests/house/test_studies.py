"""Analyses go on where a killed process left them, and come to the same result."""

from __future__ import annotations

import asyncio
from random import Random

import backroom
from backroom.bots.analysis import analyse
from backroom.house import studies
from backroom.house.historian import Finding, Job, look_back
from backroom.house.studies import Studies
from tests.house.loop import awaited
from tests.house.people import guests, refused


def record(moves: int = 12) -> backroom.Record:
    rng = Random(5)
    state = backroom.game("boss").new(seats=3, seed=5)
    while state.made < moves:
        state.play(state.waiting[0], rng.choice(state.legal(state.waiting[0])))
    return backroom.Record.of(state)


def job(**more: object) -> Job:
    edition = backroom.game("boss").house_edition()
    return Job(**{"record": str(record()), "edition": edition.text, "luck": "x", "times": 3, **more})  # type: ignore[arg-type]  # by name


def test_what_was_known_is_not_found_again_and_the_result_is_the_same() -> None:
    whole: list[Finding] = []
    look_back(job(), whole.append)
    moments = [each.moment for each in whole if each.moment is not None]
    assert whole[-1].analysis == analyse(record(), Random("x"), 3)
    later: list[Finding] = []
    look_back(job(known=tuple(moments[:4])), later.append)
    assert [each.moment for each in later if each.moment is not None] == moments[4:]
    assert later[-1] == whole[-1]


@awaited
async def test_an_analysis_goes_on_after_its_process_was_killed(database: str) -> None:
    async with guests(database) as house:
        one = Studies(house.hall, house.time, times=20)
        name = await one.bring(house.ann, str(record()))
        study = await one.find(house.ann, name)
        assert (await one.standing(name)).status == "none"
        await one.ask(study)
        await one.ask(study)
        assert await one._claim() == name
        await one._note(name, done=300)  # and here the whole house is killed
        other = Studies(house.hall, house.time, times=20)
        assert await other._claim() is None
        house.time.at += studies.SILENCE + 1
        other.open()
        while (await other.standing(name)).status != "done":
            await asyncio.sleep(0.05)
        await other.close()
        found = (await other.standing(name)).analysis
        assert found is not None
        assert found.moves == 12
        await other._note(name, status="asked", tries=0)  # as when the house closes just then
        assert (await other.standing(name)).analysis == found


@awaited
async def test_an_analysis_that_comes_to_nothing_is_given_up_and_may_be_asked_again(database: str) -> None:
    async with guests(database) as house:
        one = Studies(house.hall, house.time)
        name = await one.bring(house.ann, str(record()))
        study = await one.find(None, name)
        await one.ask(study)
        for _ in range(studies.TRIES):
            assert await one._claim() == name
            house.time.at += studies.SILENCE + 1
        assert await one._claim() is None
        assert (await one.standing(name)).status == "failed"
        await one.ask(study)
        assert (await one.standing(name)).status == "asked"


@awaited
async def test_closing_in_good_order_leaves_the_work_for_the_next(database: str) -> None:
    async with guests(database) as house:
        one = Studies(house.hall, house.time, times=2_000)
        name = await one.bring(house.ann, str(record(40)))
        one.open()
        await one.ask(await one.find(None, name))
        while not (await one.standing(name)).moments:
            await asyncio.sleep(0.05)
        await one.close()
        standing = await one.standing(name)
        assert standing.status == "asked"
        assert standing.moments


@awaited
async def test_a_table_is_studied_when_its_game_is_over_and_not_before(database: str) -> None:
    async with guests(database) as house:
        one = Studies(house.hall, house.time)
        table = await house.begun("boss", spectators=None)
        assert await refused(one.find(house.ann, table)) == "not_over"
        await house.hall.abort(house.ann, table)
        study = await one.find(house.bob, table)
        assert study.owner == house.ann.id
        assert await refused(one.find(house.dee, table)) == "no_spectators"
        assert await refused(one.find(None, table)) == "no_spectators"
        await one.remark(house.bob, study, 0, "Well.")
        note = (await one.remarks(table))[0]
        assert await refused(one.unremark(house.cid, study, note.id)) == "not_your_line"
        await one.unremark(house.ann, study, note.id)
        assert (await one.remarks(table))[0].deleted
        assert await refused(one.remark(house.bob, study, 99, "Where?")) == "no_such_step"


@awaited
async def test_a_process_that_dies_says_no_more() -> None:
    assert [each async for each in studies.findings(job(record="nonsense"), 30)] == []
