"""A house that is open: everything one process of the server needs, put together."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable

from backroom.house.clerk import Clerk, wake_up
from backroom.house.errors import Refused
from backroom.house.hall import Hall
from backroom.house.lessons import Lessons
from backroom.house.log import now
from backroom.house.people import People, Who
from backroom.house.profiles import Profiles
from backroom.house.store import Store
from backroom.house.studies import Studies
from backroom.house.thinkers import Thinkers


class House:
    """People, tables, the clerk, processes for bots to think in, and games looked at again, over one database."""

    def __init__(
        self, store: Store, people: People, hall: Hall, clerk: Clerk, thinkers: Thinkers, studies: Studies
    ) -> None:
        self.store = store
        self.people = people
        self.hall = hall
        self.lessons = Lessons(store)
        self.clerk = clerk
        self.thinkers = thinkers
        self.studies = studies
        self.profiles = Profiles(store)

    @classmethod
    async def open(cls, where: str, clock: Callable[[], int] = now, thinkers: int | None = None) -> House:
        """Open the house by its database's URL: games go on where they were, the time it was closed is nobody's.

        `thinkers` is how many processes search for bots; if nobody says, one less than there are processors.
        """
        store = await Store.open(where)
        process = secrets.token_hex(8)
        outages = await store.finish(wake_up(store, clock(), process))
        hall = Hall(store, outages, clock)
        await hall.tables.listen()
        minds = Thinkers(thinkers)
        clerk = Clerk(hall, process, clock, minds.choose)
        clerk.open()
        studies = Studies(hall, clock)
        studies.open()
        return cls(store, People(store, clock), hall, clerk, minds, studies)

    async def goodbye(self, who: Who) -> None:
        """Somebody leaves for good: gets up everywhere, leaves running games to bots, and is forgotten."""
        for sheet in await self.hall.tables_of(who.id, most=1_000):
            with contextlib.suppress(Refused):  # over already, or just begun
                if sheet.status == "open":
                    await self.hall.leave(who, sheet.id)
                elif sheet.status == "running":
                    for seat in sheet.seats:
                        sitter = await self.people.find(seat.person) if seat.person is not None else None
                        if sitter is not None and who.id in (seat.person, seat.keeper):
                            await self.hall.resign(sitter, sheet.id)
        await self.lessons.forget(who.id)
        await self.people.leave(who.id)

    async def close(self) -> None:
        """Finish what is on its way, and close."""
        await self.studies.close()
        await self.clerk.close()
        await self.thinkers.close()
        await self.store.close()
