"""A house with people in it, for the tests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager

import msgspec
import pytest
from argon2 import PasswordHasher

import backroom
from backroom.house.clocks import Tempo
from backroom.house.errors import HouseError
from backroom.house.hall import Hall, Wanted
from backroom.house.people import People, Who
from backroom.house.store import Store
from backroom.kernel.options import Value

QUICK = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
LIVE = Tempo.live(30, 60)


class Time:
    """A clock that stands still until told."""

    def __init__(self) -> None:
        self.at = 1_000_000_000_000

    def __call__(self) -> int:
        return self.at


class Guests:
    """A hall and four people in it."""

    def __init__(self, store: Store, hall: Hall, time: Time, people: tuple[Who, Who, Who, Who]) -> None:
        self.store = store
        self.hall = hall
        self.time = time
        self.ann, self.bob, self.cid, self.dee = people

    async def begun(self, game: str = "omerta", **more: object) -> str:
        """A game that Ann (who is the host), Bob and Cid have begun."""
        seats = ("host", "open", "open")
        table = await self.hall.create(self.ann, wanted(game, seats, **more))
        await self.hall.join(self.bob, table)
        await self.hall.join(self.cid, table)
        await self.hall.start(self.ann, table)
        return table


def wanted(game: str = "omerta", seats: tuple[str, ...] = ("host", "open", "open"), **more: object) -> Wanted:
    options: dict[str, Value] = {"first_player": "seat_1"} if game == "boss" else {}
    return msgspec.structs.replace(Wanted(game, seats, LIVE, options), **more)


@asynccontextmanager
async def guests(database: str) -> AsyncIterator[Guests]:
    store, time = await Store.open(database), Time()
    people = People(store, time, QUICK)
    try:
        came = [await people.guest(name) for name in ("Ann", "Bob", "Cid", "Dee")]
        yield Guests(store, Hall(store, (), time), time, (came[0], came[1], came[2], came[3]))
    finally:
        await store.close()


async def refused(work: Awaitable[object]) -> str:
    """The code of a refusal."""
    with pytest.raises(backroom.BackroomError) as error:
        await work
    return error.value.code if isinstance(error.value, HouseError) else type(error.value).__name__
