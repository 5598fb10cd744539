"""Tables that begin at a position somebody set up."""

from __future__ import annotations

import json
from random import Random

import msgspec
import pytest

import backroom
from backroom.house.hall import Hall
from backroom.house.schema import Rating
from backroom.house.store import Store
from backroom.kernel.state import State
from tests.house.loop import awaited
from tests.house.openings import play_on
from tests.house.people import Guests, guests, refused, wanted


def midway(game: str, moves: int = 20) -> str:
    """A position in the middle of a game."""
    chooser = Random(3)
    state = backroom.game(game).new(seats=3, seed=11)
    while moves and not state.over:
        seat = state.waiting[0]
        state.play(seat, chooser.choice(state.legal(seat)))
        moves -= 1
    return json.dumps(state.dump())


def dumped(state: State) -> object:
    """A position as JSON has it."""
    return json.loads(msgspec.json.encode(state.dump()))


async def opened(house: Guests, game: str, position: str) -> str:
    table = await house.hall.create(house.ann, wanted(game, ("random", "host", "random"), position=position))
    await house.hall.start(house.ann, table)
    return table


@pytest.mark.parametrize("game", backroom.games())
@awaited
async def test_a_game_goes_on_from_a_position_and_its_record_replays(game: str, database: str) -> None:
    async with guests(database) as house:
        position = midway(game)
        table = await opened(house, game, position)
        found = await house.hall.tables.get(table)
        assert dumped(found.course.state) == json.loads(position)
        sheet = await house.hall.sheet(table)
        assert sheet.set_up
        assert sheet.seed_sha256 == backroom.Record.of(found.course.state).seed_sha256
        await play_on(found, Random(1), 10_000)
        assert found.course.over
        record = backroom.Record.parse(str(await house.hall.record(table)))
        assert record.verify().dump() == found.course.state.dump()

        elsewhere = Hall(await Store.open(database), (), house.time)
        assert (await elsewhere.tables.get(table)).course.state.dump() == found.course.state.dump()
        await house.hall.finish(found)
        again = await house.hall.rematch(house.ann, table)
        await house.hall.start(house.ann, again)
        assert dumped((await house.hall.tables.get(again)).course.state) == json.loads(position)
        await elsewhere.store.close()


@awaited
async def test_a_position_without_a_seed_gets_one_for_good(database: str) -> None:
    async with guests(database) as house:
        position = json.loads(midway("boss"))
        del position["seed"]
        table = await opened(house, "boss", json.dumps(position))
        seed = (await house.hall.tables.get(table)).opening.seed
        elsewhere = Hall(await Store.open(database), (), house.time)
        assert (await elsewhere.tables.get(table)).course.state.setup.seed == seed
        await elsewhere.store.close()


@awaited
async def test_positions_that_cannot_be_played_are_refused(database: str) -> None:
    async with guests(database) as house:
        position = json.loads(midway("boss"))

        async def tried(seats: int = 3, **changes: object) -> str:
            told = {**position, "position": {**position["position"], **changes}}
            chairs = ("host", *["random"] * (seats - 1))
            return await refused(
                house.hall.create(house.ann, wanted("boss", chairs, position=msgspec.json.encode(told).decode()))
            )

        assert await tried(money=[-1, 0, 0]) == "BadPosition"
        assert await tried(seats=4) == "position_seats"
        assert await refused(house.hall.create(house.ann, wanted("boss", position="{"))) == "BadPosition"
        state = backroom.game("boss").new(seats=3, seed=1)
        while not state.over:
            state.play(state.waiting[0], state.legal(state.waiting[0])[-1])
        over = json.dumps(state.dump())
        assert await refused(house.hall.create(house.ann, wanted("boss", position=over))) == "position_over"


@awaited
async def test_games_from_a_position_are_not_rated(database: str) -> None:
    async with guests(database) as house:
        table = await house.hall.create(house.ann, wanted("boss", ("host", "open", "open"), position=midway("boss")))
        await house.hall.join(house.bob, table)
        await house.hall.join(house.cid, table)
        await house.hall.start(house.ann, table)
        found = await house.hall.tables.get(table)
        await play_on(found, Random(1), 10_000)
        await house.hall.finish(found)
        async with house.store.reading() as session:
            assert await session.get(Rating, (house.ann.id, "boss")) is None
