"""Games go on by themselves where nobody moves: bots, clocks, the house's own moves, and after every restart."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import subprocess
import sys
from itertools import count
from random import Random

import asyncpg
import msgspec
import pytest
from sqlalchemy import select

import backroom
from backroom.house.clerk import BEAT, GRACE, LEASE, SILENCE, Clerk, claim, wake_up
from backroom.house.clocks import DAY, Tempo
from backroom.house.errors import HouseError
from backroom.house.hall import Hall, in_the_log
from backroom.house.house import House
from backroom.house.schema import Due
from backroom.house.store import Store
from backroom.kernel.errors import IllegalMove
from backroom.kernel.record import Record
from backroom.kernel.state import HOUSE
from tests.house.loop import awaited, until
from tests.house.openings import choices
from tests.house.people import LIVE, guests, refused, wanted


async def due_rows(store: Store) -> dict[str, int]:
    async with store.reading() as session:
        return {row.table_id: row.at for row in await session.scalars(select(Due))}


@awaited
async def test_bots_play_their_seats_to_the_end(database: str) -> None:
    async with guests(database) as at:
        clerk = Clerk(at.hall, "p", at.time)
        table = await at.hall.create(at.ann, wanted("boss", ("random", "sensible", "random")))
        found = await at.hall.start(at.ann, table)
        await clerk.idle()
        assert found.course.state.over
        sheet = await at.hall.sheet(table)
        assert sheet.status == "over"
        assert await due_rows(at.store) == {}
        (await at.hall.record(table)).verify()
        await clerk.close()


@awaited
async def test_nobody_can_take_the_clerks_words_out_of_his_mouth(database: str) -> None:
    """Whatever a person calls his move, the bot after him makes its own, and the table can be broken off."""
    async with guests(database) as at:
        clerk = Clerk(at.hall, "p", at.time)
        table = await at.hall.create(at.ann, wanted("boss", ("host", "random", "random")))
        found = await at.hall.start(at.ann, table)
        clients = (f"clerk 1 {version}" for version in count(1))
        while 1 not in found.course.acted:
            token = next(token for seat, token in choices(found.course.state) if seat == 0)
            await at.hall.submit(at.ann, table, token, next(clients))
            at.time.at += 60_000
            clerk.look_after(table)
            await asyncio.wait_for(clerk.idle(), 20)
        while 0 not in found.course.state.waiting:
            at.time.at += 60_000
            clerk.look_after(table)
            await asyncio.wait_for(clerk.idle(), 20)
        token = next(token for seat, token in choices(found.course.state) if seat == 0)
        await at.hall.submit(at.ann, table, token, "abort")
        await at.hall.abort(at.ann, table)
        assert found.course.aborted
        await clerk.close()


@awaited
async def test_at_zero_a_bot_stands_in_for_one_decision(database: str) -> None:
    async with guests(database) as at:
        clerk = Clerk(at.hall, "p", at.time)
        table = await at.begun("boss")
        found = await at.hall.tables.get(table)
        await clerk.idle()
        assert found.version == 0
        at.time.at += 90_000 - 1
        clerk.look_after(table)
        await clerk.idle()
        assert found.version == 0
        at.time.at += 1
        clerk.look_after(table)
        await clerk.idle()
        assert found.version == 1, "one decision, and the next has time of its own"
        assert list(found.course.acted) == [0]
        assert found.course.clock.reserve == (0, 60_000, 60_000)
        at.time.at += 29_999
        clerk.look_after(table)
        await clerk.idle()
        assert found.version == 1
        await clerk.close()


@awaited
async def test_the_house_makes_its_own_moves_when_their_time_has_come(database: str) -> None:
    async with guests(database) as at:
        clerk = Clerk(at.hall, "p", at.time)
        table = await at.begun(tempo=msgspec.structs.replace(LIVE, race=4_000))
        found = await at.hall.tables.get(table)
        people, chooser = (at.ann, at.bob, at.cid), Random(1)
        while found.course.clock.house is None:
            seat, token = chooser.choice([each for each in choices(found.course.state) if each[1] != "call"])
            await at.hall.submit(people[seat], table, token, f"{found.version}")
        version = found.version
        at.time.at += 3_999
        clerk.look_after(table)
        await clerk.idle()
        assert found.version == version
        at.time.at += 1
        clerk.look_after(table)
        await clerk.idle()
        assert [(row.seat, row.tokens) for row in await at.store.log.read(table, version)] == [(-1, "time_up")]
        await clerk.close()


@awaited
async def test_a_race_is_open_as_long_as_its_table_says(database: str) -> None:
    async with guests(database) as at:
        clerk = Clerk(at.hall, "p", at.time)
        table = await at.begun(options={"snap_window_ms": 1_500})
        found = await at.hall.tables.get(table)
        people, chooser = (at.ann, at.bob, at.cid), Random(1)
        while found.course.clock.house is None:
            seat, token = chooser.choice([each for each in choices(found.course.state) if each[1] != "call"])
            await at.hall.submit(people[seat], table, token, f"{found.version}")
        version = found.version
        at.time.at += 1_499
        clerk.look_after(table)
        await clerk.idle()
        assert found.version == version
        at.time.at += 1
        clerk.look_after(table)
        await clerk.idle()
        assert [(row.seat, row.tokens) for row in await at.store.log.read(table, version)] == [(-1, "time_up")]
        await clerk.close()


@awaited
async def test_bots_leave_people_the_time_to_see_what_they_do(database: str) -> None:
    async with guests(database) as at:
        clerk = Clerk(at.hall, "p", at.time)
        table = await at.hall.create(at.ann, wanted("omerta", ("random", "host", "random")))
        found = await at.hall.start(at.ann, table)
        await clerk.idle()
        assert found.course.state.waiting == (1,), "nobody sees who looks where yet: the bots have done it"
        for token in ("peek:1", "peek:2"):
            await at.hall.submit(at.ann, table, token, token)
        gaps: list[int] = []
        last = at.time.at
        while len(gaps) < 12 and not found.course.over:
            at.time.at += 100
            before = found.version
            clerk.look_after(table)
            await clerk.idle()
            if found.version > before and not found.course.state.legal(HOUSE):
                gaps.append(at.time.at - last)
            if 1 in found.course.state.waiting and not found.course.state.legal(HOUSE):
                token = [token for seat, token in choices(found.course.state) if seat == 1][-1]
                await at.hall.submit(at.ann, table, token, f"ann {found.version}")
            if found.version > before:
                last = at.time.at
        assert sum(gap >= 600 for gap in gaps) > len(gaps) / 2, gaps
        await clerk.close()


@awaited
async def test_nobody_races_by_mail(database: str) -> None:
    async with guests(database) as at:
        table = await at.begun(tempo=Tempo.by_mail(2), options={"snap_mode": "live"})
        found = await at.hall.tables.get(table)
        assert found.opening.options["snap_mode"] == "commit"
        assert found.opening.tempo.race == 2 * DAY


@awaited
async def test_who_resigns_is_played_for_at_once(database: str) -> None:
    async with guests(database) as at:
        clerk = Clerk(at.hall, "p", at.time)
        table = await at.begun()
        await at.hall.resign(at.bob, table)
        await clerk.idle()
        found = await at.hall.tables.get(table)
        assert list(found.course.acted) == [1]
        assert 1 not in found.course.state.waiting
        await clerk.close()


@awaited
async def test_a_row_that_is_due_is_claimed_by_one_process_only(database: str) -> None:
    async with guests(database) as at:
        tables = [await at.begun() for _ in range(12)]
        stores = [await Store.open(database) for _ in range(4)]
        claims = await asyncio.gather(*(claim(store, at.time.at, 5) for store in stores))
        claims.append(await claim(at.store, at.time.at, 50))
        assert sorted(table for each in claims for table in each) == sorted(tables)
        assert await claim(at.store, at.time.at + LEASE - 1) == []
        assert len(await claim(at.store, at.time.at + LEASE)) == 12, "who claimed them has died"
        for store in stores:
            await store.close()


@awaited
async def test_a_game_goes_on_when_its_process_has_died(database: str) -> None:
    async with guests(database) as at:
        table = await at.hall.create(at.ann, wanted("boss", ("host", "random", "random")))
        here = await at.hall.start(at.ann, table)
        while 0 in here.course.state.waiting:  # no clerk here: as if killed after this
            await at.hall.submit(at.ann, table, choices(here.course.state)[0][1], f"{here.version}")
        store = await Store.open(database)
        hall = Hall(store, (), at.time)
        clerk = Clerk(hall, "q", at.time)
        assert await clerk.serve() == 1
        await clerk.idle()
        found = await hall.tables.get(table)
        assert 0 in found.course.state.waiting or found.course.over
        assert found.version > here.version
        rows = await due_rows(store)
        assert at.time.at < rows[table] <= at.time.at + 90_000 + GRACE
        assert await clerk.serve() == 0
        await clerk.close()
        await store.close()


@awaited
async def test_what_a_dead_process_looked_after_is_due_as_soon_as_it_is_found_out(database: str) -> None:
    async with guests(database) as at:
        table = await at.begun("boss", tempo=Tempo.by_mail(3))
        first = Clerk(at.hall, "first", at.time)
        await wake_up(at.store, at.time.at, "first")
        first.look_after(table)
        await first.idle()
        assert (await due_rows(at.store))[table] > at.time.at + DAY, "its timers do all that comes before"
        store = await Store.open(database)
        second = Clerk(Hall(store, (), at.time), "second", at.time)
        at.time.at += SILENCE
        await second._beat()
        assert await due_rows(store) != {table: at.time.at}, "it may be busy"
        at.time.at += 1
        await second._beat()
        assert await due_rows(store) == {table: at.time.at}
        await second.close()
        await store.close()


@awaited
async def test_everything_is_due_when_the_house_was_empty_and_when_a_process_leaves(database: str) -> None:
    async with guests(database) as at:
        table = await at.begun("boss", tempo=Tempo.by_mail(3))
        await wake_up(at.store, at.time.at, "first")
        clerk = Clerk(at.hall, "first", at.time)
        clerk.look_after(table)
        await clerk.idle()
        killed, at.time.at = at.time.at, at.time.at + 60_000
        assert await wake_up(at.store, at.time.at, "second") == ((killed, at.time.at),)
        assert await due_rows(at.store) == {table: at.time.at}
        second = Clerk(Hall(at.store, (), at.time), "second", at.time)
        assert await second.serve() == 1
        await second.idle()
        assert (await due_rows(at.store))[table] > at.time.at + DAY
        await second.close()
        assert await due_rows(at.store) == {table: at.time.at}


@awaited
async def test_the_row_is_written_only_when_it_would_come_too_late(database: str) -> None:
    async with guests(database) as at:
        clerk = Clerk(at.hall, "p", at.time)
        table = await at.begun("boss")
        await clerk.idle()
        before = await due_rows(at.store)
        found = await at.hall.tables.get(table)
        people = (at.ann, at.bob, at.cid)
        for _ in range(10):
            at.time.at += 1_000
            seat, token = choices(found.course.state)[0]
            await at.hall.submit(people[seat], table, token, f"{found.version}")
            await clerk.idle()
        assert await due_rows(at.store) == before
        await clerk.close()


@awaited
async def test_a_table_this_program_cannot_play_is_left_alone(database: str) -> None:
    async with guests(database) as at:
        table = await at.begun()
        await at.store.log.append(msgspec.convert([table, 1, 0, "nonsense", 5, "x"], backroom.house.log.Move))
        hall = Hall(at.store, (), at.time)
        clerk = Clerk(hall, "p", at.time)
        assert await clerk.serve() == 1
        await clerk.idle()
        assert (await due_rows(at.store))[table] > at.time.at + LEASE
        assert await refused(hall.submit(at.ann, table, "peek:1", "a")) == "log_unfit"
        await clerk.close()


@awaited
async def test_the_time_nobody_was_there_is_noted_whether_the_house_was_closed_or_killed(database: str) -> None:
    async with guests(database) as at:
        start = at.time.at
        assert await wake_up(at.store, start, "first") == ()
        assert await wake_up(at.store, start + BEAT, "second") == (), "the first is alive"
        killed = start + BEAT
        back = killed + 3_600_000
        assert await wake_up(at.store, back, "third") == ((killed, back),)
        at.time.at = back + 1_000
        await Clerk(at.hall, "third", at.time).close()
        assert await wake_up(at.store, back + 4_000, "fourth") == ((killed, back), (back + 1_000, back + 4_000))


@awaited
async def test_processes_that_start_together_note_an_outage_once(database: str) -> None:
    async with guests(database) as at:
        await wake_up(at.store, 1_000, "dead")
        stores = [await Store.open(database) for _ in range(3)]
        found = await asyncio.gather(*(wake_up(store, 900_000 + at_, f"p{at_}") for at_, store in enumerate(stores)))
        assert len(set(found)) == 1
        assert len(found[0]) == 1
        for store in stores:
            await store.close()


@awaited
async def test_a_house_opens_plays_closes_and_goes_on(database: str) -> None:
    house = await House.open(database)
    ann = await house.people.guest("Ann")
    quick = Tempo("live", 60_000, race=30)
    table = await house.hall.create(ann, wanted("omerta", ("host", "sensible", "random"), tempo=quick))
    found = await house.hall.start(ann, table)

    async def play(until_version: int) -> None:
        while not found.course.over and found.version < until_version:
            viewer = await house.hall.watch(ann, table)
            while 0 not in found.course.state.waiting and not found.course.over:
                await viewer.next()
            viewer.close()
            if not found.course.over:
                token = next(token for seat, token in choices(found.course.state) if seat == 0)
                try:
                    await house.hall.submit(ann, table, token, f"ann {found.version}")
                except backroom.BackroomError:
                    continue  # the house was quicker

    await play(12)
    version = found.version
    await house.close()
    house = await House.open(database)
    found = await house.hall.tables.get(table)
    assert found.version >= version
    assert len(found.outages) == 1
    await play(100_000)
    assert found.course.state.over
    sheet = await house.hall.sheet(table)
    for _ in range(200):
        if sheet.status == "over":
            break
        await asyncio.sleep(0.01)
        sheet = await house.hall.sheet(table)
    assert sheet.status == "over"
    (await house.hall.record(table)).verify()
    await house.close()


@awaited
async def test_who_says_goodbye_gets_up_everywhere(database: str) -> None:
    house = await House.open(database)
    ann, bob = await house.people.guest("Ann"), await house.people.guest("Bob")
    waits = await house.hall.create(ann, wanted())
    runs = await house.hall.create(ann, wanted(seats=("host", "open", "random")))
    await house.hall.join(bob, runs)
    found = await house.hall.start(ann, runs)
    await house.goodbye(ann)
    assert (await house.hall.sheet(waits)).status == "aborted"
    assert (await house.hall.sheet(runs)).seats[0].abandoned
    assert await house.people.find(ann.id) is None
    await until(lambda: 0 in found.course.acted)
    await house.close()


@pytest.mark.postgres
@awaited
async def test_a_house_goes_on_when_the_database_has_hung_up_on_everybody(postgres: str) -> None:
    house = await House.open(postgres)
    ann = await house.people.guest("Ann")
    table = await house.hall.create(ann, wanted("boss", ("host", "sensible", "random")))
    found = await house.hall.start(ann, table)
    knife = await asyncpg.connect(postgres)
    for _ in range(4):
        await until(lambda: 0 in found.course.state.waiting)
        others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        while await knife.fetchval(f"SELECT count(*) {others}") < 3:  # the log's, the listener's and a cold one
            await asyncio.sleep(0.02)
        await knife.fetch(f"SELECT pg_terminate_backend(pid) {others}")
        while 0 in found.course.state.waiting:
            token = next(token for seat, token in choices(found.course.state) if seat == 0)
            await house.hall.submit(ann, table, token, f"ann {found.version}")
        assert (await house.hall.sheet(table)).status == "running"
    version = found.version
    rows = await house.store.log.read(table)
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    assert len(rows) >= version >= 8
    await knife.close()
    await house.close()


def test_a_whole_house_killed_at_work_has_every_move_it_acknowledged_once_and_plays_on(database: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.house.evening", database], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    seen = [process.stdout.readline() for _ in range(400)]
    process.send_signal(signal.SIGKILL)
    seen += process.stdout.read().splitlines(keepends=True)
    process.wait()
    acknowledged = [line.split() for line in seen if line.endswith("\n")]
    assert len(acknowledged) >= 400

    @awaited
    async def check() -> None:
        house = await House.open(database)
        tables = {table for table, _, _ in acknowledged}
        rows = {table: await house.store.log.read(table) for table in tables}
        for table, version, client in acknowledged:
            row = rows[table][int(version) - 1]
            assert (row.seq, row.client) == (int(version), in_the_log(row.seat, client.replace("/", " ")))
        for table in tables:
            assert [row.seq for row in rows[table]] == list(range(1, len(rows[table]) + 1))
            found = await house.hall.tables.get(table)
            if not found.course.over:
                before = found.version
                seat, token = choices(found.course.state)[0]
                with contextlib.suppress(HouseError, IllegalMove):  # the bots are quick
                    await found.submit(seat, token, "after the kill")
                assert found.version > before
            assert Record.of(found.course.state).replay().dump() == found.course.state.dump()
        await house.close()

    check()
