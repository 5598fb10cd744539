"""People at tables: everybody on his own seat, and the host where a host is needed."""

from __future__ import annotations

import asyncio
from random import Random

import msgspec
import pytest
from sqlalchemy import text

import backroom
from backroom.house.course import Opening
from backroom.house.errors import CannotGoOn, ClientReused, Refused
from backroom.house.hall import BREATH, LINES, STAND_IN, Hall, Seat
from backroom.house.store import Store
from backroom.house.tables import Done
from backroom.kernel.chance import seed_digest
from tests.house.loop import awaited, until
from tests.house.openings import choices, play_on
from tests.house.people import guests, refused, wanted


@awaited
async def test_a_table_shows_all_that_is_everybodys_and_not_its_seed(database: str) -> None:
    async with guests(database) as at:
        table = await at.hall.create(at.ann, wanted("boss", ("host", "open", "sensible")))
        sheet = await at.hall.sheet(table)
        assert sheet.seats == (Seat(at.ann.id), Seat(), Seat(bot="sensible"))
        assert (sheet.status, sheet.host, sheet.seed) == ("open", at.ann.id, None)
        assert sheet.options["first_player"] == "seat_1"
        assert len(sheet.options) == len(backroom.game("boss").offers)
        async with at.store.reading() as session:
            seed = str(await session.scalar(text("SELECT seed FROM tables")))
        assert sheet.seed_sha256 == seed_digest(int(seed))
        assert seed not in msgspec.json.encode(sheet).decode()


@awaited
async def test_the_lobby_lists_what_is_public_and_not_over(database: str) -> None:
    async with guests(database) as at:
        shown = await at.hall.create(at.ann, wanted())
        hidden = await at.hall.create(at.ann, wanted(visibility="link"))
        closed = await at.hall.create(at.bob, wanted())
        await at.hall.abort(at.bob, closed)
        assert [sheet.id for sheet in await at.hall.lobby()] == [shown]
        assert {sheet.id for sheet in await at.hall.tables_of(at.ann.id)} == {shown, hidden}
        assert (await at.hall.sheet(hidden)).visibility == "link"


@awaited
async def test_who_looks_in_while_the_game_begins_keeps_nobody_from_it(database: str) -> None:
    async with guests(database) as at:
        table = await at.hall.create(at.ann, wanted("boss", ("host", "sensible")))
        opening, early, gate = at.hall.opening, asyncio.Event(), asyncio.Event()

        async def slow(name: str) -> Opening:
            try:
                return await opening(name)
            finally:
                if not early.is_set():
                    early.set()
                    await gate.wait()

        at.hall.tables._find = slow
        looking = asyncio.create_task(at.hall.tables.get(table))
        await early.wait()  # he has seen that it has not begun, and has not said so yet
        begun = await at.hall.start(at.ann, table)
        gate.set()
        assert await refused(looking) == "not_started"
        assert await at.hall.tables.get(table) is begun


@awaited
async def test_two_who_read_a_table_at_once_get_the_same_one(database: str) -> None:
    async with guests(database) as at:
        table = await at.begun("boss")
        fresh = Hall(at.store, (), at.time)
        first = asyncio.create_task(fresh.tables.get(table))
        await asyncio.sleep(0)
        fresh.tables.begun(table)
        assert await fresh.tables.get(table) is await first


@awaited
async def test_what_cannot_be_a_table_is_refused(database: str) -> None:
    async with guests(database) as at:
        wrong = {
            "UnknownGame": wanted("chess"),
            "BadSeats": wanted("boss", ("host",)),
            "BadOption": wanted("boss", options={"no_such": 1}),
            "BadEdition": wanted(edition="[meta]\nedition = 5\n"),
            "UnknownBot": wanted(seats=("host", "open", "the devil")),
            "two_seats": wanted(seats=("host", "host", "open")),
            "bad_delay": wanted(spectators=-1),
        }
        assert [await refused(at.hall.create(at.ann, each)) for each in wrong.values()] == list(wrong)
        assert await at.hall.lobby() == []


@awaited
async def test_people_sit_down_and_get_up_before_the_game(database: str) -> None:
    async with guests(database) as at:
        table = await at.hall.create(at.ann, wanted())
        assert await at.hall.join(at.bob, table, 2) == 2
        assert await refused(at.hall.join(at.bob, table)) == "seated_already"
        assert await refused(at.hall.join(at.cid, table, 2)) == "no_free_seat"
        assert await refused(at.hall.start(at.ann, table)) == "seats_open"
        assert await refused(at.hall.start(at.bob, table)) == "not_the_host"
        assert await refused(at.hall.leave(at.cid, table)) == "not_your_seat"
        assert await refused(at.hall.submit(at.ann, table, "peek:1", "a")) == "not_started"
        await at.hall.seat_bot(at.ann, table, 1, "random")
        assert await refused(at.hall.join(at.cid, table)) == "no_free_seat"
        await at.hall.seat_bot(at.ann, table, 1, None)
        assert await at.hall.join(at.cid, table) == 1
        await at.hall.leave(at.ann, table)
        assert (await at.hall.sheet(table)).host == at.cid.id, "the table goes to who sits there still"
        await at.hall.join(at.dee, table)
        await at.hall.start(at.cid, table)
        for late in (at.hall.join(at.ann, table), at.hall.leave(at.bob, table), at.hall.start(at.cid, table)):
            assert await refused(late) == "already_started"
        alone = await at.hall.create(at.ann, wanted())
        await at.hall.leave(at.ann, alone)
        assert (await at.hall.sheet(alone)).status == "aborted"
        assert await refused(at.hall.join(at.ann, "nowhere")) == "no_such_table"


@awaited
async def test_the_last_free_seat_is_given_once(database: str) -> None:
    async with guests(database) as at:
        for _ in range(5):
            table = await at.hall.create(at.ann, wanted(seats=("host", "open", "random")))
            joins = (at.hall.join(person, table) for person in (at.bob, at.cid, at.dee, at.bob))
            got = await asyncio.gather(*joins, return_exceptions=True)
            assert [each for each in got if not isinstance(each, Refused)] == [1]


@awaited
async def test_nobody_acts_for_a_seat_that_is_not_his_nor_sees_its_view(database: str) -> None:
    async with guests(database) as at:
        table = await at.begun()
        assert await at.hall.submit(at.bob, table, "peek:1", "a") == Done(1)
        assert await refused(at.hall.submit(at.dee, table, "peek:1", "b")) == "not_your_seat"
        assert await refused(at.hall.take_back(at.dee, table, "c")) == "not_your_seat"
        found = await at.hall.tables.get(table)
        assert list(found.course.acted) == [1]
        views = [(await at.hall.present(who, table)).view for who in (at.ann, at.bob, at.cid, at.dee, None)]
        assert views == [msgspec.json.encode(found.course.state.view(seat)) for seat in (0, 1, 2, None, None)]
        assert len(set(views)) == 4


@awaited
async def test_a_clients_id_is_its_seats_own(database: str) -> None:
    async with guests(database) as at:
        table = await at.begun()
        assert await at.hall.submit(at.bob, table, "peek:1", "a") == Done(1)
        assert await at.hall.submit(at.ann, table, "peek:1", "a") == Done(2), "a neighbour may call his move the same"
        assert await at.hall.submit(at.bob, table, "peek:1", "a") == Done(1), "sent again"
        with pytest.raises(ClientReused, match="'a'"):
            await at.hall.submit(at.bob, table, "peek:2", "a")
        longest = "x" * 60
        assert await at.hall.submit(at.bob, table, "peek:2", longest) == Done(3)
        assert await refused(at.hall.submit(at.ann, table, "peek:2", longest + "x")) == "bad_client"
        assert await refused(at.hall.take_back(at.bob, table, "")) == "bad_client"


@awaited
async def test_who_resigns_leaves_his_seat_to_a_bot_until_somebody_takes_it_over(database: str) -> None:
    async with guests(database) as at:
        changed: list[str] = []
        at.hall.on_change.append(changed.append)
        table = await at.begun()
        assert await refused(at.hall.take_over(at.dee, table, 1)) == "not_abandoned"
        await at.hall.submit(at.bob, table, "peek:1", "a")
        await at.hall.resign(at.bob, table)
        assert (await at.hall.sheet(table)).seats[1] == Seat(None, STAND_IN, True)
        assert await refused(at.hall.submit(at.bob, table, "peek:2", "b")) == "not_your_seat"
        assert await refused(at.hall.resign(at.bob, table)) == "not_your_seat"
        assert await refused(at.hall.take_over(at.ann, table, 1)) == "seated_already"
        await at.hall.take_over(at.dee, table, 1)
        assert await at.hall.submit(at.dee, table, "peek:2", "c") == Done(2)
        assert await refused(at.hall.take_over(at.bob, table, 1)) == "not_abandoned"
        assert changed == [table] * 3


@pytest.mark.postgres
@awaited
async def test_other_processes_hear_who_got_up(postgres: str) -> None:
    async with guests(postgres) as at:
        table = await at.begun()
        store = await Store.open(postgres)
        elsewhere = Hall(store)
        await elsewhere.tables.listen()
        await elsewhere.submit(at.bob, table, "peek:1", "a")
        await at.hall.resign(at.bob, table)
        await until(lambda: elsewhere.seats_known(table) is None)
        assert await refused(elsewhere.submit(at.bob, table, "peek:2", "b")) == "not_your_seat"
        await store.close()


@awaited
async def test_the_host_may_break_it_off(database: str) -> None:
    async with guests(database) as at:
        table = await at.begun()
        assert await refused(at.hall.abort(at.bob, table)) == "not_the_host"
        await at.hall.abort(at.ann, table)
        sheet = await at.hall.sheet(table)
        assert sheet.status == "aborted"
        assert sheet.seed is not None
        assert await refused(at.hall.submit(at.bob, table, "peek:1", "a")) == "table_closed"
        assert await refused(at.hall.resign(at.bob, table)) == "not_running"


@awaited
async def test_a_record_is_shown_when_the_game_is_over(database: str) -> None:
    async with guests(database) as at:
        table = await at.begun()
        assert await refused(at.hall.record(table)) == "not_over"
        found = await at.hall.tables.get(table)
        await play_on(found, Random(1), 10_000)
        await at.hall.finish(found)
        await at.hall.finish(found)
        sheet = await at.hall.sheet(table)
        record = await at.hall.record(table)
        assert sheet.status == "over"
        assert sheet.seed == str(record.seed)
        assert record.seed_sha256 == sheet.seed_sha256
        record.verify()


@awaited
async def test_a_rematch_is_one_table_with_everybody_one_seat_further(database: str) -> None:
    async with guests(database) as at:
        table = await at.begun(take_back=False, spectators=None)
        assert await refused(at.hall.rematch(at.bob, table)) == "not_over"
        await at.hall.resign(at.cid, table)
        await at.hall.abort(at.ann, table)
        assert await refused(at.hall.rematch(at.dee, table)) == "not_your_seat"
        again = await asyncio.gather(*(at.hall.rematch(who, table) for who in (at.ann, at.bob, at.ann)))
        assert len(set(again)) == 1
        sheet = await at.hall.sheet(again[0])
        assert sheet.seats == (Seat(at.bob.id), Seat(), Seat(at.ann.id))
        assert (sheet.status, sheet.rematch_of, sheet.take_back, sheet.spectators) == ("open", table, False, None)
        assert sheet.seed_sha256 != (await at.hall.sheet(table)).seed_sha256


@awaited
async def test_an_edition_of_the_hosts_own_is_played_by_every_process(database: str) -> None:
    async with guests(database) as at:
        edition = backroom.game("boss").house_edition().text + "\n# ours\n"
        table = await at.begun("boss", edition=edition)
        first = await at.hall.tables.get(table)
        await play_on(first, Random(1), 5)
        backroom.game("boss")._editions.pop(first.opening.edition)
        second = await Hall(at.store, (), at.time).tables.get(table)
        assert second.course.state.dump() == first.course.state.dump()
        assert second.opening.edition != backroom.game("boss").house_edition().sha256


@awaited
async def test_a_game_begun_with_other_rules_says_so_and_can_be_closed(database: str) -> None:
    async with guests(database) as at:
        table = await at.begun()
        async with at.store.writing() as session:
            await session.execute(text("UPDATE tables SET rules = 'older'"))
        today = Hall(at.store, (), at.time)
        with pytest.raises(CannotGoOn, match="began with rules older") as stuck:
            await today.submit(at.ann, table, "peek:1", "a")
        assert stuck.value.code == "rules_changed"
        assert stuck.value.params == {"began": "older", "now": backroom.game("omerta").rules}
        await today.abort(at.ann, table)
        assert (await today.sheet(table)).status == "aborted"


# Talk.


@awaited
async def test_people_talk_at_their_own_table(database: str) -> None:
    async with guests(database) as at:
        table = await at.begun()
        line = await at.hall.say(at.bob, table, "  good\n evening ")
        assert (line.text, line.person) == ("good evening", at.bob.id)
        at.time.at += 1
        await at.hall.say(at.ann, table, "добрий вечір")
        assert [each.text for each in await at.hall.talk(table)] == ["good evening", "добрий вечір"]
        assert await refused(at.hall.say(at.dee, table, "psst")) == "not_your_seat"
        for wrong in ("", "  ", "x" * 501, "a\x00b"):
            assert await refused(at.hall.say(at.ann, table, wrong)) == "bad_line"


@awaited
async def test_nobody_talks_too_fast_also_not_at_two_tables(database: str) -> None:
    async with guests(database) as at:
        tables = [await at.begun(), await at.begun()]
        for number in range(LINES):
            await at.hall.say(at.bob, tables[number % 2], "again")
        assert await refused(at.hall.say(at.bob, tables[0], "and again")) == "too_fast"
        await at.hall.say(at.ann, tables[0], "slowly")
        at.time.at += BREATH
        await at.hall.say(at.bob, tables[0], "after a breath")


@awaited
async def test_the_host_deletes_lines_and_mutes(database: str) -> None:
    async with guests(database) as at:
        table, other = await at.begun(), await at.begun()
        line = await at.hall.say(at.bob, table, "something rude")
        assert await refused(at.hall.delete_line(at.cid, table, line.id)) == "not_the_host"
        assert await refused(at.hall.delete_line(at.ann, other, line.id)) == "no_such_line"
        await at.hall.delete_line(at.ann, table, line.id)
        assert [(each.text, each.deleted) for each in await at.hall.talk(table)] == [("", True)]
        assert await refused(at.hall.mute(at.cid, table, at.bob.id)) == "not_the_host"
        await at.hall.mute(at.ann, table, at.bob.id)
        await at.hall.mute(at.ann, table, at.bob.id)
        assert await refused(at.hall.say(at.bob, table, "but")) == "muted"
        await at.hall.say(at.bob, other, "elsewhere")
        await at.hall.mute(at.ann, table, at.bob.id, silent=False)
        await at.hall.say(at.bob, table, "thank you")


@awaited
async def test_a_whole_game_is_played_by_people(database: str) -> None:
    async with guests(database) as at:
        table = await at.begun("boss")
        found = await at.hall.tables.get(table)
        people, chooser = (at.ann, at.bob, at.cid), Random(3)
        while not found.course.over:
            seat, token = chooser.choice(choices(found.course.state))
            done = await at.hall.submit(people[seat], table, [token], f"{found.version}")
            assert done.version == found.version
        (await at.hall.record(table)).verify()
