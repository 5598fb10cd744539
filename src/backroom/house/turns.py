"""Turns that wait at tables by mail, told once each: by letter, by the browser, whatever somebody asked for.

A row is written before a turn is told and taken away if nobody could be told: so a turn is told once, whatever process
tells it, also after a restart.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, Protocol

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from backroom.house.clocks import Tempo
from backroom.house.errors import CannotGoOn, Refused
from backroom.house.hall import Hall
from backroom.house.log import now
from backroom.house.schema import Reminder, SeatRow, TableRow
from backroom.house.store import Store, whole

ROUND: Final = 60.0
"""Seconds between two looks for turns to be told."""
GRACE: Final = 5 * 60_000
"""Milliseconds a turn has waited before it is told: who is at the table needs no reminder."""


class Turn(NamedTuple):
    """Somebody's turn."""

    table: str
    game: str
    person: str
    acted: int
    """The version at which the seat had acted last: it names the turn."""


class Channel(Protocol):
    """A way to tell people."""

    async def known(self) -> set[str]:
        """Everybody who wants to be told this way."""

    async def tell(self, turn: Turn) -> bool:
        """Tell one of them; whether that went well."""


class Turns:
    """Looks for turns to be told."""

    def __init__(
        self, hall: Hall, channels: Sequence[Channel], clock: Callable[[], int] = now, grace: int = GRACE
    ) -> None:
        self.hall = hall
        self.store: Store = hall.store
        self.channels = channels
        self._now = clock
        self._grace = grace
        self._work: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to look."""
        self._work = asyncio.create_task(self._rounds())

    async def close(self) -> None:
        """Stop; what is on its way is sent."""
        if self._work is not None:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)

    async def remind(self) -> int:
        """Tell all turns that are to be told; how many that were."""
        reached = [(channel, await channel.known()) for channel in self.channels]
        everybody = set().union(*(people for _channel, people in reached))
        told = 0
        for table, game, seats in await self._waiting(everybody) if everybody else ():
            try:
                course = (await self.hall.tables.get(table)).course
            except (CannotGoOn, Refused):
                continue
            if course.over or course.at > self._now() - self._grace:
                continue
            for seat, person in seats:
                turn = Turn(table, game, person, course.acted.get(seat, 0))
                if seat not in course.state.waiting or not await self._note(turn):
                    continue
                if any([await channel.tell(turn) for channel, people in reached if person in people]):
                    told += 1
                else:
                    await self._take_back(turn)
        return told

    async def _rounds(self) -> None:
        while True:
            with contextlib.suppress(OSError, SQLAlchemyError):
                await self.remind()
            await asyncio.sleep(ROUND)

    @whole
    async def _waiting(self, everybody: set[str]) -> list[tuple[str, str, list[tuple[int, str]]]]:
        """Running tables by mail where some of these sit."""
        asked = (
            select(TableRow.id, TableRow.game, TableRow.tempo, SeatRow.seat, SeatRow.person_id)
            .join(SeatRow, SeatRow.table_id == TableRow.id)
            .where(TableRow.status == "running", SeatRow.keeper_id.is_(None), SeatRow.person_id.is_not(None))
            .order_by(TableRow.id, SeatRow.seat)
        )
        found: dict[str, tuple[str, str, list[tuple[int, str]]]] = {}
        async with self.store.reading() as session:
            for table, game, tempo, seat, person in await session.execute(asked):
                if person in everybody and msgspec.json.decode(tempo, type=Tempo).kind == "mail":
                    found.setdefault(table, (table, game, []))[2].append((seat, person))
        return list(found.values())

    @whole
    async def _note(self, turn: Turn) -> bool:
        """Whether nobody told this turn yet; from now on somebody has."""
        try:
            async with self.store.writing() as session:
                if await session.get(Reminder, (turn.table, turn.person, turn.acted)) is not None:
                    return False
                session.add(Reminder(table_id=turn.table, person_id=turn.person, acted=turn.acted, at=self._now()))
        except IntegrityError:  # another process tells it
            return False
        return True

    @whole
    async def _take_back(self, turn: Turn) -> None:
        async with self.store.writing() as session:
            row = (
                Reminder.table_id == turn.table, Reminder.person_id == turn.person, Reminder.acted == turn.acted,
            )  # fmt: skip
            await session.execute(delete(Reminder).where(*row))
