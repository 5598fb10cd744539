"""The clerk looks after running games: bots' turns, clocks at zero, the moves only the house makes.

In the process through which a game is moved he acts by a timer, to the millisecond. Beside it every running
table has one row saying when it is to be looked after at the latest; any process that finds a row due claims
it, so a game goes on when its process has died. The row is only written when it would come too late.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Any, Final

from sqlalchemy import delete, func, select, text, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession

from backroom.bots import make as make_bot
from backroom.house.clocks import Outages, deadline, house_due
from backroom.house.course import Course
from backroom.house.errors import CannotGoOn, ClientReused, LogUnavailable, Refused, Stale
from backroom.house.hall import STAND_IN, Hall, Seat
from backroom.house.log import now
from backroom.house.schema import Due, Outage, Pulse
from backroom.house.store import Store, whole
from backroom.house.tables import Table
from backroom.house.thinkers import NoAnswer
from backroom.kernel.errors import IllegalMove
from backroom.kernel.state import HOUSE
from backroom.kernel.view import View

LOG: Final = logging.getLogger("backroom.house")
GRACE: Final = 10_000
"""Milliseconds a row may be late: a table's own process acts on time, the row is for when that has died."""
LEASE: Final = 30_000
"""Milliseconds for which a claimed table is somebody's."""
ROUND: Final = 1.0
"""Seconds between two looks for rows that are due."""
BEAT: Final = 5_000
"""Milliseconds between two signs of life."""
AGAIN: Final = 500
"""Milliseconds after which a table is tried again when the database did not answer."""
SILENCE: Final = 3 * BEAT
"""Milliseconds without a sign of life after which the others take a process for dead."""
GONE: Final = "gone"
"""The row in which a process that ends in good order leaves the time."""
SHELVED: Final = 3_600_000
"""A table this program cannot go on with is tried again after an hour: another version may be running then."""

TROUBLE: Final = (OSError, SQLAlchemyError, LogUnavailable)
"""The database does not answer; later it will."""

ATTEMPTS: Final = 2
"""How often a bot is asked that does not answer; then the last resort moves for it, this once."""
LAST_RESORT: Final = "sensible"
"""It does not search, so nothing can happen to it."""

Think = Callable[[str, View, Sequence[int], int, str], Awaitable[int]]
"""How a bot is asked: its name, what it sees, what it may do, its luck, and the edition's text."""


async def in_a_thread(bot: str, view: View, legal: Sequence[int], luck: int, _edition: str) -> int:
    """For a house of its own small kind. `House.open` has processes for it (`thinkers.py`)."""
    return await asyncio.to_thread(make_bot(bot, view.game).choose, view, legal, Random(luck), None)


async def wake_up(store: Store, moment: int, process: str) -> Outages:
    """Report a process alive, and note how long nobody was: all outages, in order.

    Whoever looked after the tables before is dead, if this is the first process: they are all due.
    """
    async with store.writing() as session:
        if store.is_postgres:
            await session.execute(text("LOCK TABLE outages IN EXCLUSIVE MODE"))
        alive = await session.scalar(select(func.max(Pulse.at)).where(Pulse.process != GONE))
        last = await session.scalar(select(func.max(Pulse.at)))
        if last is not None and last < moment and (alive is None or alive < moment - 2 * BEAT):
            session.add(Outage(start=last, end=moment))
            await session.execute(delete(Pulse))
            alive = None
        if alive is None or not store.is_postgres:  # a file of SQLite is one process's alone
            await _all_due(session, moment)
        session.add(Pulse(process=process, at=moment))
        await session.flush()
        found = await session.scalars(select(Outage).order_by(Outage.start))
        return tuple((each.start, each.end) for each in found)


async def _all_due(session: AsyncSession, moment: int) -> None:
    await session.execute(update(Due).where(Due.at > moment).values(at=moment))


async def claim(store: Store, moment: int, most: int = 50) -> list[str]:
    """Tables that are due, claimed for this process for a while: no other gets them."""
    async with store.writing() as session:
        ready = (
            select(Due.table_id)
            .where(Due.at <= moment)
            .order_by(Due.at)
            .limit(most)
            .with_for_update(skip_locked=True)
            .scalar_subquery()
        )
        claimed = await session.scalars(
            update(Due)
            .where(Due.table_id.in_(ready))
            .values(at=moment + LEASE)
            .returning(Due.table_id)
            .execution_options(synchronize_session=False)
        )
        return list(claimed)


class Clerk:
    """One process's clerk."""

    def __init__(
        self, hall: Hall, process: str | None = None, clock: Callable[[], int] = now, think: Think | None = None
    ) -> None:
        self.hall = hall
        self.store = hall.store
        self.process = process or secrets.token_hex(8)
        self._now = clock
        self._think = think or in_a_thread
        self._silent: dict[str, tuple[int, int]] = {}
        """By table: at which version a bot did not answer, and how often."""
        self._timers: dict[str, tuple[int, asyncio.TimerHandle]] = {}
        self._rows: dict[str, int] = {}
        """When each table's row was due as this process last wrote it."""
        self._attending: dict[str, bool] = {}
        """The tables being looked after; True if another look is wanted."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False
        hall.tables.on_swap.append(self._moved)
        hall.on_change.append(self.look_after)

    def open(self) -> None:
        """Begin to work: look for what is due, and show signs of life."""
        self._start(self._rounds())
        self._start(self._beats())

    async def close(self) -> None:
        """Stop in good order."""
        self._closed = True
        mine = [*self._timers, *self._attending]
        for _, timer in self._timers.values():
            timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.store.quiet()
        await self._leave_the_time(mine)

    @whole
    async def _leave_the_time(self, mine: list[str]) -> None:
        """Sign off; the tables this process looked after are others' now."""
        async with self.store.writing() as session:
            await session.execute(update(Due).where(Due.table_id.in_(mine)).values(at=self._now()))
            await session.execute(delete(Pulse).where(Pulse.process.in_((self.process, GONE))))
            session.add(Pulse(process=GONE, at=self._now()))

    def look_after(self, table: str) -> None:
        """Look after a table now, and again if something happens meanwhile."""
        if self._closed:
            return
        if table in self._attending:
            self._attending[table] = True
            return
        self._attending[table] = False
        self._start(self._attend(table))

    async def serve(self) -> int:
        """Claim what is due and look after it; how many tables that were."""
        claimed = await self.store.finish(claim(self.store, self._now()))
        for table in claimed:
            self._rows.pop(table, None)  # the lease is no time of the table's: the next look writes one
            self.hall.tables.doubt(table)  # whoever made it due may have written something
            self.look_after(table)
        return len(claimed)

    async def idle(self) -> None:
        """Until nothing is being looked after."""
        while self._attending:
            await asyncio.sleep(0.005)

    # Inside.

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _rounds(self) -> None:
        while True:
            with contextlib.suppress(*TROUBLE):
                while await self.serve():
                    await asyncio.sleep(0)
            await asyncio.sleep(ROUND)

    async def _beats(self) -> None:
        while True:
            with contextlib.suppress(*TROUBLE):
                await self._beat()
            await asyncio.sleep(BEAT / 1_000)

    @whole
    async def _beat(self) -> None:
        """A sign of life; and what a process looked after that gives none any more, is due."""
        async with self.store.writing() as session:
            beat = await session.get(Pulse, self.process)
            if beat is None:
                session.add(Pulse(process=self.process, at=self._now()))
            else:
                beat.at = self._now()
            silent = Pulse.at < self._now() - SILENCE
            dead = await session.execute(delete(Pulse).where(silent, Pulse.process != GONE).returning(Pulse.process))
            if dead.all():
                await _all_due(session, self._now())

    def _moved(self, table: Table, ours: bool) -> None:
        """After every move at any table here. Other processes look after what was moved through them."""
        if not ours or self._closed:
            return
        seats = self.hall.seats_known(table.id)
        moment = None if seats is None or table.course.over else next_due(table, seats)
        if moment is None or moment <= self._now():
            self.look_after(table.id)
        else:
            self._set_timer(table.id, moment)
            if self._row_is_late(table.id, moment):
                self.look_after(table.id)

    def _set_timer(self, table: str, moment: int) -> None:
        """Wake up then; a timer that is set for earlier stays, and finds out that it was too early."""
        known = self._timers.get(table)
        if known is not None:
            if known[0] <= moment:
                return
            known[1].cancel()
        wait = max(0.0, (moment - self._now()) / 1_000)
        timer = asyncio.get_running_loop().call_later(wait, self._ring, table)
        self._timers[table] = moment, timer

    def _ring(self, table: str) -> None:
        self._timers.pop(table, None)
        self.look_after(table)

    def _row_is_late(self, table: str, moment: int) -> bool:
        row = self._rows.get(table)
        return row is None or row < self._now() or row > max(moment, self._now()) + GRACE

    async def _attend(self, table: str) -> None:
        try:
            again = True
            while again:
                self._attending[table] = False
                await self._look(table)
                again = self._attending[table]
        except (*TROUBLE, NoAnswer):
            self._set_timer(table, self._now() + AGAIN)
        except Exception:  # a fault of ours: the game is not to stand still for it
            LOG.exception("table %s: looking after it failed", table)
            self._set_timer(table, self._now() + GRACE)
        finally:
            self._attending.pop(table, None)

    async def _look(self, name: str) -> None:
        try:
            table = await self.hall.tables.get(name)
            while not table.course.over:
                seats = await self.hall.seats(name)
                if await self._act(table, seats):
                    continue
                moment = next_due(table, seats)
                if moment > self._now():
                    self._set_timer(name, moment)
                    if self._row_is_late(name, moment):
                        await self._write_row(name, moment)
                    return
        except CannotGoOn:
            await self._write_row(name, self._now() + SHELVED)
        except Refused:  # it was closed before it began
            return
        else:
            await self.hall.finish(table)
            self._rows.pop(name, None)
            self._silent.pop(name, None)

    async def _act(self, table: Table, seats: tuple[Seat, ...]) -> bool:
        """Make one move that is due; False if there is none."""
        course, moment = table.course, self._now()
        state, tempo = course.state, course.opening.tempo
        for seat in state.waiting:
            if due_of(table, seats, seat) > moment:
                continue
            bot = seats[seat].bot or STAND_IN
            action = await self._choose(table.id, course, seat, bot)
            await self._move(table, seat, state.setup.game.token(action), course.version)
            return True
        due = house_due(course.clock, tempo, table.outages)
        if due is not None and due <= moment and course.clock.house is not None:
            await self._move(table, HOUSE, course.clock.house[0], course.version)
            return True
        return False

    async def _choose(self, table: str, course: Course, seat: int, bot: str) -> int:
        """A bot gets the seat's view and nothing else."""
        view, legal = course.state.view(seat), course.state.legal(seat)
        if len(legal) == 1:
            return legal[0]
        version, failed = self._silent.get(table, (course.version, 0))
        if version != course.version:
            failed = 0
        asked = bot if failed < ATTEMPTS else LAST_RESORT
        try:
            return await self._think(asked, view, legal, secrets.randbits(64), course.opening.edition_text)
        except NoAnswer as error:
            LOG.warning("table %s: no answer from a bot: %s", table, error)
            self._silent[table] = course.version, failed + 1
            raise

    async def _move(self, table: Table, seat: int, token: str, version: int) -> None:
        """Whoever was quicker, the person or another process, has moved: then this is for nothing."""
        try:
            await table.submit(seat, token, f"clerk {seat} {version}", version)
        except (Stale, ClientReused, IllegalMove, Refused) as error:
            if table.version == version:  # nobody was: not to be tried again at once, for ever
                LOG.warning("table %s: a move of the house's was refused: %s", table.id, error)
                raise NoAnswer(str(error)) from None

    @whole
    async def _write_row(self, table: str, moment: int) -> None:
        async with self.store.writing() as session:
            await session.execute(update(Due).where(Due.table_id == table).values(at=moment))
        self._rows[table] = moment


def next_due(table: Table, seats: tuple[Seat, ...]) -> int:
    """When something happens of itself at a table that is being played."""
    course = table.course
    moments = [due_of(table, seats, seat) for seat in course.state.waiting]
    own = house_due(course.clock, course.opening.tempo, table.outages)
    return min(moments if own is None else [*moments, own])


def due_of(table: Table, seats: tuple[Seat, ...], seat: int) -> int:
    """When a seat that owes a decision is moved for: a person's time is over, or a bot has thought long enough.

    A bot takes no time but for the sake of people, and each time the same for the same decision.
    """
    course = table.course
    tempo, started = course.opening.tempo, course.clock.since[seat]
    if seats[seat].bot is None:
        until = deadline(course.clock, tempo, seat, table.outages)
        return course.at if until is None else until
    if not tempo.bots or started is None or all(each.person is None for each in seats):
        return course.at
    least, most = course.state.setup.game.pace(course.state)
    return started + Random(f"{course.opening.seed} {seat} {started}").randint(least, most)
