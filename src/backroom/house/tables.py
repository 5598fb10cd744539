"""A table in a process: a cache of its log, one move in flight, and viewers who always get the present.

Nothing is told before it is committed: a move is played on a copy, handed to the writer, and only when the
writer says so the copy takes the place of what was there. Whatever is lost here the log gives back.
"""

from __future__ import annotations

import asyncio
import contextlib
from bisect import bisect_right
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from operator import itemgetter
from typing import Any, Final, TypeVar

import msgspec

from backroom.house import takeback
from backroom.house.clocks import Outages
from backroom.house.course import ABORT, BACK, Course, Opening, follow, start, words
from backroom.house.errors import CannotGoOn, ClientReused, LogUnavailable, Refused, SeqTaken, Stale
from backroom.house.log import CLIENT, Log, Move, now
from backroom.kernel.errors import BadSeats, IllegalMove
from backroom.kernel.events import Event

ROOM: Final = 1_000
"""Tables kept in memory while nobody looks at them."""

Answer = TypeVar("Answer")


class Done(msgspec.Struct, frozen=True):
    """The answer to a submission: the version it brought. The same for a repeated one."""

    version: int


class Present(msgspec.Struct, frozen=True):
    """What a viewer sees now."""

    version: int
    view: Any
    """The view in the viewer's form, JSON if he wants no other; viewers of one seat and form share it."""
    over: bool


Form = Callable[["Table", Course, int | None], Any]
"""How a seat, or a spectator, is shown a course: a pure function. Forms that are equal show the same."""


def as_json(_table: Table, course: Course, seat: int | None) -> bytes:
    """The view alone."""
    return msgspec.json.encode(course.view(seat))


class Viewer:
    """One who looks on: a slot with room for the newest version only. Close it when done."""

    def __init__(
        self, table: Table, seat: int | None, form: Form = as_json, woken: Callable[[], None] | None = None
    ) -> None:
        self.table = table
        self.seat = seat
        self.form = form
        self.version = -1
        """The version taken last."""
        self._news = asyncio.Event()
        self.wake = woken or self._news.set
        """Called when there is something new."""
        table.viewers.add(self)

    def look(self) -> tuple[Present | None, int | None]:
        """The newest version, if this viewer has not taken it yet; and milliseconds until there is one of itself.

        Versions he was too slow for are left out. CannotGoOn when this program cannot follow the game any further.
        """
        if self.table.broken is not None:
            raise self.table.broken
        course, pause = self.table.shown_to(self.seat)
        if course.version <= self.version:
            return None, pause
        self.version = course.version
        return self.table.present(self.seat, course, self.form), pause

    async def next(self) -> Present:
        """The same, waited for."""
        while True:
            self._news.clear()
            shown, pause = self.look()
            if shown is not None:
                return shown
            try:
                await asyncio.wait_for(self._news.wait(), None if pause is None else pause / 1_000)
            except TimeoutError:
                continue

    def close(self) -> None:
        """Look no longer."""
        self.table.viewers.discard(self)


class Table:
    """One table. All its moves in this process come through here, in the order they arrive."""

    def __init__(
        self, course: Course, rows: Sequence[Move], log: Log, outages: Outages, clock: Callable[[], int]
    ) -> None:
        self.id = course.opening.table
        self.opening = course.opening
        self.log = log
        self.viewers: set[Viewer] = set()
        self.events: list[tuple[int, Event]] = []
        """Everything that happened, with the version that brought it."""
        self.broken: CannotGoOn | None = None
        """Why this program cannot follow the log any further."""
        self.on_swap: list[Callable[[Table, bool], None]] = []
        """Called after every new version, when viewers have been woken; with whether it was moved through here."""
        self._now = clock
        self.outages: Outages = [outage for outage in outages if outage[1] > self.opening.at]
        self._turn = asyncio.Lock()
        self._heard = 0
        self._unsure = False
        self._answers: dict[str, Move] = {}
        self._earlier: deque[Course] = deque()
        self._under_way: set[asyncio.Task[Any]] = set()
        self.course = course
        self._take_over(course, rows)

    # Looking.

    @property
    def version(self) -> int:
        """The newest version that is committed."""
        return self.course.version

    @property
    def sure(self) -> bool:
        """Whether nothing was missed, as far as anybody knows."""
        return not self._unsure

    @property
    def busy(self) -> bool:
        """Whether somebody looks on or moves."""
        return bool(self.viewers or self._under_way or self._turn.locked())

    def watch(self, seat: int | None, form: Form = as_json, woken: Callable[[], None] | None = None) -> Viewer:
        """Look on from a seat, or as a spectator (None) where the table allows that.

        Whoever gives `woken` is called when it is worth looking, and calls `look`; others wait for `next`.
        """
        if seat is None and self.opening.delay is None:
            raise Refused("no_spectators", "at this table nobody may look on")
        if seat is not None and not 0 <= seat < self.opening.seats:
            raise BadSeats(f"there is no seat {seat} at this table")
        return Viewer(self, seat, form, woken)

    def present(self, seat: int | None, course: Course | None = None, form: Form = as_json) -> Present:
        """What this seat sees, made once for all who see the same."""
        course = course or self.course
        found: Present | None = course.shown.get((form, seat))
        if found is None:
            found = course.shown[form, seat] = Present(course.version, form(self, course, seat), course.over)
        return found

    def shown_to(self, seat: int | None) -> tuple[Course, int | None]:
        """The course this viewer may see, and milliseconds until he may see the next one, if there is one."""
        delay = self.opening.delay
        if seat is not None or not delay or self.course.over:
            return self.course, None
        seen = self._now() - delay
        self._forget_before(seen)
        following = self._earlier[1] if len(self._earlier) > 1 else None
        return self._earlier[0], None if following is None else max(1, following.at - seen)

    # Acting.

    async def submit(
        self, seat: int, tokens: Sequence[str] | str, client: str, seen: int | None = None, steadfast: bool = False
    ) -> Done:
        """Make a move of one token or several; all of them or none.

        `client` is the sender's own id for it: sent twice it counts once and is answered alike. With `seen`, the
        version the mover looked at, a move is Stale if this seat has acted since (from another window, say).
        Refused moves raise IllegalMove with the kernel's Reason. Cancelled or not, what is on its way is finished;
        who is steadfast says that nobody cancels him, which spares a task.
        """
        found = words(tokens if isinstance(tokens, str) else " ".join(tokens))
        if any(word.startswith("!") for word in found):
            raise Refused("no_move", "the house's own words are not for players")
        move = self._move(seat, " ".join(found), client, seen)
        return await (move if steadfast else self._finish(move))

    async def take_back(self, seat: int, client: str) -> Done:
        """Take back this seat's last decision, if it told nobody anything and nobody acted since."""
        return await self._finish(self._move(seat, BACK, client, None))

    async def abort(self, seat: int, client: str) -> Done:
        """Break the game off; who may do that is for the hall to know."""
        return await self._finish(self._move(seat, ABORT, client, None))

    def hear(self, row: Move) -> None:
        """Another process has committed a move at this table."""
        self._heard = max(self._heard, row.seq)
        if self._turn.locked():
            return  # our own move's fate comes first; it will look into the log
        if row.seq == self.version + 1 and not self._unsure and self.broken is None:
            try:
                self._swap(follow(self.course, [row], self.outages)[0], row)
            except CannotGoOn as error:
                self._break(error)
        elif row.seq > self.version:
            self._start(self._refresh())

    def doubt(self) -> None:
        """Something may have been missed: read the log, now if somebody looks on, else before the next move."""
        self._unsure = True
        if self.viewers:
            self._start(self._refresh())

    async def refresh(self) -> None:
        """Be as far as the log is."""
        await self._finish(self._refresh())

    async def settle(self) -> None:
        """Look into the log if there is any doubt."""
        if self._unsure:
            await self.refresh()

    def happened(self, seat: int | None, after: int, until: int) -> list[tuple[int, dict[str, Any]]]:
        """The events of the versions after one and up to another, as this seat saw them."""
        first = bisect_right(self.events, after, key=itemgetter(0))
        last = bisect_right(self.events, until, key=itemgetter(0))
        return [(version, event.seen_by(seat)) for version, event in self.events[first:last]]

    def story(self, course: Course) -> list[tuple[int, Event]]:
        """Everything that happened until a course, which may still be on its way to the log, with the versions."""
        until = bisect_right(self.events, course.version, key=itemgetter(0))
        if course.version > self.version:
            return [*self.events[:until], *((course.version, event) for event in course.events)]
        return self.events[:until]

    # Inside.

    async def _finish(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Do it to the end even if who asked for it has gone."""
        return await asyncio.shield(self._start(work))

    def _start(self, work: Coroutine[Any, Any, Answer]) -> asyncio.Task[Answer]:
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._under_way.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waits for it gets it; a refresh for nobody is tried again with the next move

    async def _refresh(self) -> None:
        async with self._turn:
            await self._catch_up()
            while self._heard > self.version and self.broken is None:  # told while the log was being read
                await self._catch_up()

    async def _move(self, seat: int, tokens: str, client: str, seen: int | None) -> Done:
        if not 0 < len(client) <= CLIENT or not client.isprintable():
            raise Refused("bad_client", f"a client's id has 1 to {CLIENT} printable characters", most=CLIENT)
        async with self._turn:
            try:
                return await self._move_in_turn(seat, tokens, client, seen)
            finally:
                if self._heard > self.version or (self._unsure and self.viewers):
                    self._start(self._refresh())

    async def _move_in_turn(self, seat: int, tokens: str, client: str, seen: int | None) -> Done:
        if self._unsure or self._heard > self.version:
            await self._catch_up()
        base = self.version if seen is None else seen
        late = False
        while True:
            if self.broken is not None:
                raise self.broken
            first = self._answers.get(client)
            if first is not None:
                return _again(first, seat, tokens)
            if self.course.acted.get(seat, 0) > base:
                raise Stale(self.version)
            move = Move(self.id, self.version + 1, seat, tokens, max(self._now(), self.course.at), client)
            try:
                course = await self._played(move)
            except (IllegalMove, Refused) as error:
                if late or (seen is not None and seen < self.version):  # it was made for another position
                    raise Stale(self.version, getattr(error, "reason", None)) from None
                raise
            try:
                written = self.log.append(move)
                self._look_ahead(course)  # while the commit runs
                row = await written
            except SeqTaken:
                late = True
            except LogUnavailable:
                self._unsure = True
                raise
            else:
                if row == move:
                    self._swap(course, row, ours=True)
                    return Done(row.seq)
            # Somebody else was first, or we ourselves through another process: the log knows.
            await self._catch_up()

    async def _played(self, move: Move) -> Course:
        if move.tokens == ABORT and self.course.over:
            raise Refused("table_closed", "this game is over already")
        if move.tokens == BACK:
            if not self.opening.take_back:
                raise Refused("no_take_back", "at this table decisions stand")
            if self.course.over:
                raise Refused("table_closed", "the game is over; what was decided stands")
            # Worlds are imagined for this: in a thread, on a copy of the state's own.
            await asyncio.to_thread(takeback.check, self.course.state.copy(), move.seat)
        return self.course.after(move, self.outages)

    async def _catch_up(self) -> None:
        """Read what the log has beyond this cache. With the turn held."""
        if self.broken is not None:
            return
        heard = self._heard
        rows = await self.log.read(self.id, self.version)
        try:
            for course, row in zip(follow(self.course, rows, self.outages), rows, strict=True):
                self._swap(course, row)
        except CannotGoOn as error:
            self._break(error)
        self._unsure = False
        if self._heard == heard:  # what the log does not have was never said
            self._heard = min(heard, self.version)

    def _break(self, error: CannotGoOn) -> None:
        self.broken = error
        for viewer in self.viewers:
            viewer.wake()

    def _take_over(self, course: Course, rows: Sequence[Move]) -> None:
        """The state of a table just read from its log."""
        self._earlier.append(course)
        for following, row in zip(follow(course, rows, self.outages), rows, strict=True):
            self._swap(following, row)

    def _swap(self, course: Course, row: Move, ours: bool = False) -> None:
        """A committed row: from here on the table is so."""
        self.course.grow_old()
        self.course = course
        self._answers[row.client] = row
        self.events.extend((course.version, event) for event in course.events)
        self._earlier.append(course)
        self._forget_before(self._now() - (self.opening.delay or 0))
        self._foresee(course)
        for viewer in self.viewers:
            viewer.wake()
        for told in self.on_swap:
            told(self, ours)

    def _forget_before(self, moment: int) -> None:
        """Of the courses kept for those who see them later, the first is the one to be seen at this moment."""
        while len(self._earlier) > 1 and self._earlier[1].at <= moment:
            self._earlier.popleft()

    def _look_ahead(self, course: Course) -> None:
        """Make what the viewers will see. A form that fails fails again when its viewer looks; the move stands."""
        late = bool(self.opening.delay)
        with contextlib.suppress(Exception):
            self._foresee(course)
            for viewer in self.viewers:
                if not (late and viewer.seat is None):
                    self.present(viewer.seat, course, viewer.form)

    def _foresee(self, course: Course) -> None:
        """Make the views of all who look on together."""
        if len(self.viewers) > 1:
            with contextlib.suppress(Exception):  # what fails here fails again when a viewer looks
                course.foresee({viewer.seat for viewer in self.viewers})


class Tables:
    """The tables of a process, read from the log when somebody comes."""

    def __init__(
        self,
        log: Log,
        find: Callable[[str], Awaitable[Opening]],
        outages: Outages = (),
        clock: Callable[[], int] = now,
        room: int = ROOM,
    ) -> None:
        self.log = log
        self.outages = outages
        self.clock = clock
        self.room = room
        self.on_swap: list[Callable[[Table, bool], None]] = []
        """Given to every table."""
        self.on_news: list[Callable[[str | None], None]] = []
        """Called with a table at which something cold changed; with None when that may be any table."""
        self._find = find
        self._open: OrderedDict[str, Table] = OrderedDict()
        self._coming: dict[str, asyncio.Task[Table]] = {}
        self._gaps = 0
        self._rumours: dict[str, Move] = {}
        """What was heard last of tables whose logs were being read."""

    async def listen(self) -> None:
        """From now on follow what other processes do."""
        await self.log.listen(self._heard, self._gap, self._news)

    def near(self, table: str) -> Table | None:
        """The table, if it is in memory and there is no doubt about it."""
        found = self._open.get(table)
        if found is None or not found.sure:
            return None
        self._open.move_to_end(table)
        return found

    async def get(self, table: str) -> Table:
        """The table, from memory or from its log. CannotGoOn if this program cannot play it."""
        found = self._open.get(table)
        if found is not None:
            self._open.move_to_end(table)
            await found.settle()
            return found
        coming = self._coming.get(table)
        if coming is None:
            coming = self._coming[table] = asyncio.create_task(self._read(table))
            coming.add_done_callback(lambda task: self._arrived(table, task))
        return await asyncio.shield(coming)

    def begun(self, table: str) -> None:
        """The game there has begun: whoever has been reading it may have come too early, and is not waited for."""
        self._coming.pop(table, None)

    def doubt(self, table: str) -> None:
        """Something may have happened at a table that was not heard of."""
        found = self._open.get(table)
        if found is not None:
            found.doubt()

    async def _read(self, table: str) -> Table:
        gaps = self._gaps
        opening = await self._find(table)
        course = start(opening)
        rows = await self.log.read(table)
        known = self._open.get(table)
        if known is not None:  # somebody else has read it meanwhile; there is one of each
            return known
        found = Table(course, rows, self.log, self.outages, self.clock)
        found.on_swap.extend(self.on_swap)
        self._open[table] = found
        rumour = self._rumours.get(table)
        if rumour is not None:
            found.hear(rumour)
        if gaps != self._gaps:
            found.doubt()
        self._make_room()
        return found

    def _arrived(self, table: str, task: asyncio.Task[Table]) -> None:
        if self._coming.get(table) is task:
            del self._coming[table]
            self._rumours.pop(table, None)

    def _make_room(self) -> None:
        for table, kept in list(self._open.items()):
            if len(self._open) <= self.room:
                return
            if not kept.busy:
                del self._open[table]

    def _heard(self, row: Move) -> None:
        table = self._open.get(row.table)
        if table is not None:
            table.hear(row)
        elif row.table in self._coming:
            self._rumours[row.table] = row

    def _gap(self) -> None:
        self._gaps += 1
        for table in self._open.values():
            table.doubt()
        for told in self.on_news:
            told(None)

    def _news(self, table: str) -> None:
        for told in self.on_news:
            told(table)


def _again(first: Move, seat: int, tokens: str) -> Done:
    """The answer to something sent before: the same, if it is the same."""
    if first.seat != seat or first.tokens.split() != tokens.split():
        raise ClientReused(first.client)
    return Done(first.seq)
