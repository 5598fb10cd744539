"""The hall: tables are opened, people sit down and get up, talk, and act for their own seat and no other."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal, cast

import msgspec
from sqlalchemy import ColumnElement, Connection, bindparam, delete, func, or_, select, update
from sqlalchemy import Table as SqlTable
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from backroom.bots import make as make_bot
from backroom.house import ratings
from backroom.house.clocks import Outages, Tempo, paced
from backroom.house.counsel import Asking
from backroom.house.course import Opening
from backroom.house.errors import CannotGoOn, ClientReused, Refused
from backroom.house.log import CLIENT, fresh_id, now
from backroom.house.people import Who, key_of, tidy_name
from backroom.house.schema import ChatLine, Credential, Due, EditionText, Mute, Person, SeatRow, TableRow
from backroom.house.store import Store, whole
from backroom.house.tables import Done, Present, Table, Tables, Viewer
from backroom.kernel.chance import fresh_seed, seed_digest
from backroom.kernel.edition import Edition
from backroom.kernel.options import Value
from backroom.kernel.record import Record
from backroom.kernel.registry import game as find_game
from backroom.kernel.state import HOUSE

STAND_IN: Final = "soldier"
"""The level of the bot that plays for who has left or whose time is up."""
SAID: Final = 500
"""Characters of a line of talk."""
NAMED: Final = CLIENT - 4
"""Characters of a client's id at most; the log keeps the seat with it."""
LINES: Final = 5
BREATH: Final = 10_000
"""So many lines in so many milliseconds, at all tables together."""

Status = Literal["open", "running", "over", "aborted"]

_TABLES: Final = cast(SqlTable, TableRow.__table__)
_SEATS: Final = cast(SqlTable, SeatRow.__table__)
_DUE: Final = cast(SqlTable, Due.__table__)
_END: Final = (
    update(_TABLES)
    .where(_TABLES.c.id == bindparam("table"), _TABLES.c.status.in_(bindparam("before", expanding=True)))
    .values(status=bindparam("status"), ended=bindparam("ended"))
    .returning(_TABLES.c.game, _TABLES.c.position, _TABLES.c.advice)
)
_PLACE: Final = (
    update(_SEATS)
    .where(_SEATS.c.table_id == bindparam("of"), _SEATS.c.seat == bindparam("at"))
    .values(rank=bindparam("rank"), colour=bindparam("colour"))
)
_NOT_DUE: Final = delete(_DUE).where(_DUE.c.table_id == bindparam("table"))


class Seat(msgspec.Struct, frozen=True):
    """Who sits there: a person, a bot, or nobody; a bot may be keeping the seat of somebody who left."""

    person: str | None = None
    bot: str | None = None
    abandoned: bool = False
    keeper: str | None = None
    """Whose device this seat is played at, where several people share one."""

    @property
    def free(self) -> bool:
        """Whether somebody may sit down before the game."""
        return self.person is None and self.bot is None


class Wanted(msgspec.Struct, frozen=True):
    """A table as its host wants it. `seats` says for each seat "host", "open", "here", or a bot's name."""

    game: str
    seats: tuple[str, ...]
    tempo: Tempo
    options: dict[str, Value] = {}
    here: dict[int, str] = {}
    """The names of those at the host's own device, by seat: it goes from hand to hand."""
    edition: str | None = None
    """The text of an edition of the host's own."""
    visibility: Literal["public", "link"] = "public"
    take_back: bool = True
    advice: Asking = "alone"
    spectators: int | None = 0
    """Milliseconds by which spectators see it later; None: nobody may look."""
    position: str | None = None
    """The JSON of a position to begin at. Options, edition and seed are the position's own then."""


class Sheet(msgspec.Struct, frozen=True):
    """A table as the lobby shows it: nothing that is not everybody's."""

    id: str
    game: str
    rules: str
    edition: str
    options: dict[str, Value]
    tempo: Tempo
    visibility: str
    take_back: bool
    advice: Asking
    spectators: int | None
    status: Status
    host: str
    seats: tuple[Seat, ...]
    created: int
    started: int | None
    ended: int | None
    rematch_of: str | None
    set_up: bool
    """Whether the game began at a position somebody set up."""
    seed_sha256: str
    """Public from the start, so that anybody can check afterwards that the deals were settled."""
    seed: str | None
    """Public when the game is over."""

    def seat_of(self, person: str) -> int | None:
        """Where this person sits."""
        return next((at for at, seat in enumerate(self.seats) if seat.person == person), None)


class Line(msgspec.Struct, frozen=True):
    """Something said; without words if it was deleted."""

    id: str
    person: str
    at: int
    text: str
    deleted: bool


class Hall:
    """All tables of a house, for people."""

    def __init__(self, store: Store, outages: Outages = (), clock: Callable[[], int] = now) -> None:
        self.store = store
        self.tables = Tables(store.log, self.opening, outages, clock)
        self.on_change: list[Callable[[str], None]] = []
        """Called with a table when the game there began or somebody's seat became a bot's, or the other way round."""
        self.on_news: list[Callable[[str | None], None]] = []
        """Called with a table at which something cold changed, in whatever process: who sits there, what was said, how
        far it is. With None when that may be any table."""
        self._now = clock
        self._seats: dict[str, tuple[Seat, ...]] = {}
        self._coming: dict[str, asyncio.Task[tuple[Seat, ...]]] = {}
        """The same, being read."""
        self.tables.on_news.append(self._forget)

    # Looking.

    @whole
    async def sheet(self, table: str) -> Sheet:
        """One table; who knows its id may read it."""
        async with self.store.reading() as session:
            return await _sheet(session, await _row(session, table))

    @whole
    async def lobby(self, most: int = 100) -> list[Sheet]:
        """The public tables that wait for people or are being played, newest first."""
        async with self.store.reading() as session:
            rows = await session.scalars(
                select(TableRow)
                .where(TableRow.visibility == "public", TableRow.status.in_(("open", "running")))
                .order_by(TableRow.created.desc(), TableRow.id)
                .limit(most)
            )
            return [await _sheet(session, row) for row in rows]

    @whole
    async def tables_of(self, person: str, most: int = 100) -> list[Sheet]:
        """The tables at which this person sits, newest first."""
        async with self.store.reading() as session:
            rows = await session.scalars(
                select(TableRow)
                .where(TableRow.id.in_(select(SeatRow.table_id).where(_at_his(person))))
                .order_by(TableRow.created.desc(), TableRow.id)
                .limit(most)
            )
            return [await _sheet(session, row) for row in rows]

    @whole
    async def opening(self, table: str) -> Opening:
        """What a process needs to play a table from its log."""
        async with self.store.reading() as session:
            row = await _row(session, table)
            if row.started is None:
                raise Refused("not_started", "the game at this table has not begun")
            edition = await session.get_one(EditionText, row.edition)
        return Opening(
            table=table,
            game=row.game,
            rules=row.rules,
            edition=row.edition,
            edition_text=edition.text,
            options=msgspec.json.decode(row.options),
            seats=row.seats,
            seed=int(row.seed),
            tempo=msgspec.json.decode(row.tempo, type=Tempo),
            at=row.started,
            take_back=row.take_back,
            advice=row.advice,
            delay=row.spectators,
            position=row.position,
        )

    async def seats(self, table: str) -> tuple[Seat, ...]:
        """Who sits where; from memory, where it is dropped whenever any process changes it."""
        known = self._seats.get(table)
        if known is not None:
            return known
        coming = self._coming.get(table)
        if coming is None:  # else who asks at the same moment gets the same answer
            coming = self._coming[table] = asyncio.create_task(self._learn_seats(table))
        return await asyncio.shield(coming)

    async def _learn_seats(self, table: str) -> tuple[Seat, ...]:
        mine = asyncio.current_task()
        try:
            found = await self._read_seats(table)
            if self._coming.get(table) is mine:  # else somebody sat down or got up while it was read
                if len(self._seats) > 10_000:
                    self._seats.clear()
                self._seats[table] = found
            return found
        finally:
            if self._coming.get(table) is mine:
                del self._coming[table]

    @whole
    async def _read_seats(self, table: str) -> tuple[Seat, ...]:
        async with self.store.reading() as session:
            found = _seats_of(await _seat_rows(session, table))
            if not found:
                await _row(session, table)  # there are no tables without seats
        return found

    def seats_known(self, table: str) -> tuple[Seat, ...] | None:
        """The same without asking the database; None if it would have to be asked."""
        return self._seats.get(table)

    # Before the game.

    @whole
    async def create(self, host: Who, wanted: Wanted) -> str:
        """Open a table; its id."""
        game = find_game(wanted.game)
        edition = game.with_edition(Edition(wanted.edition) if wanted.edition is not None else None)
        by_mail = game.clockless if wanted.tempo.kind == "mail" else {}  # nobody can race by mail
        options = game.settle({**wanted.options, **by_mail})
        game.check_seats(len(wanted.seats))
        seed, position = fresh_seed(), None
        if wanted.position is not None:
            state = game.load(wanted.position)
            if state.over:
                raise Refused("position_over", "in this position the game is over")
            if state.setup.seats != len(wanted.seats):
                raise Refused("position_seats", f"this position has {state.setup.seats} seats", seats=state.setup.seats)
            edition, options, seed = state.setup.edition, state.setup.options, state.setup.seed
            position = msgspec.json.encode(state.dump()).decode()
        if wanted.seats.count("host") > 1:
            raise Refused("two_seats", "nobody sits on two chairs")
        if wanted.spectators is not None and not 0 <= wanted.spectators <= 24 * 3_600_000:
            raise Refused("bad_delay", "spectators see it at most a day later")
        here = {at: tidy_name(name) for at, name in wanted.here.items() if wanted.seats[at] == "here"}
        for at, seat in enumerate(wanted.seats):
            if seat not in ("host", "open") and at not in here:
                make_bot(seat, wanted.game)
        table = fresh_id()
        seats = [
            Seat(host.id, keeper=host.id if here else None)
            if seat == "host"
            else Seat()
            if seat == "open"
            else Seat(fresh_id(12), keeper=host.id)
            if at in here
            else Seat(bot=seat)
            for at, seat in enumerate(wanted.seats)
        ]
        await self._keep_edition(edition, wanted.game)
        async with self.store.writing() as session:
            for at, name in here.items():
                if await session.get(Credential, key_of(name)) is not None:
                    raise Refused("name_taken", f"the name {name} belongs to somebody", name=name)
                session.add(Person(id=seats[at].person, name=name, created=self._now(), epoch=0))
            session.add(
                TableRow(
                    id=table,
                    game=wanted.game,
                    rules=game.rules,
                    edition=edition.sha256,
                    options=msgspec.json.encode(options).decode(),
                    seats=len(seats),
                    seed=str(seed),
                    position=position,
                    tempo=msgspec.json.encode(paced(wanted.tempo, game.pauses(options))).decode(),
                    visibility=wanted.visibility,
                    take_back=wanted.take_back,
                    advice=wanted.advice,
                    spectators=wanted.spectators,
                    status="open",
                    host_id=host.id,
                    created=self._now(),
                )
            )
            await session.flush()
            _sit(session, table, seats)
        return table

    @whole
    async def join(self, person: Who, table: str, seat: int | None = None) -> int:
        """Sit down at a table that waits for people: on this chair, or on the first free one."""
        async with self.store.writing() as session:
            await _row(session, table, "open")
            seats = await _seat_rows(session, table)
            if any(each.person_id == person.id for each in seats):
                raise Refused("seated_already", "you sit at this table already")
            free = [each for each in seats if each.person_id is None and each.bot is None]
            chosen = next((each for each in free if seat is None or each.seat == seat), None)
            if chosen is None:
                raise Refused("no_free_seat", "there is no free seat" if seat is None else "this seat is not free")
            chosen.person_id = person.id
            await self.store.announce(session, table)
        self._forget(table)
        return chosen.seat

    @whole
    async def leave(self, person: Who, table: str) -> None:
        """Get up before the game begins. A table whose host leaves goes to who sits there still, or is closed."""
        async with self.store.writing() as session:
            row = await _row(session, table, "open")
            seats = await _seat_rows(session, table)
            _mine(seats, person)
            for each in seats:
                if person.id in (each.person_id, each.keeper_id):  # he takes his device with him
                    each.person_id = each.keeper_id = None
            if row.host_id == person.id:
                heir = next((each.person_id for each in seats if each.person_id is not None), None)
                if heir is None:
                    row.status, row.ended = "aborted", self._now()
                else:
                    row.host_id = heir
            await self.store.announce(session, table)
        self._forget(table)

    @whole
    async def start(self, person: Who, table: str) -> Table:
        """The host begins the game when all seats are taken."""
        async with self.store.writing() as session:
            row = await _row(session, table, "open")
            _only_host(row, person)
            seats = await _seat_rows(session, table)
            if any(each.person_id is None and each.bot is None for each in seats):
                raise Refused("seats_open", "there are free seats; wait for somebody or give them to bots")
            for each in seats:
                each.began = each.person_id if each.keeper_id is None else None  # at one device nobody is rated
            row.status, row.started = "running", self._now()
            session.add(Due(table_id=table, at=self._now()))
            await self.store.announce(session, table)
        self.tables.begun(table)
        self._changed(table)
        return await self.tables.get(table)

    @whole
    async def seat_bot(self, person: Who, table: str, seat: int, bot: str | None) -> None:
        """The host gives a free seat to a bot, or (None) sends the bot away again."""
        async with self.store.writing() as session:
            row = await _row(session, table, "open")
            _only_host(row, person)
            chosen = next((each for each in await _seat_rows(session, table) if each.seat == seat), None)
            if chosen is None or chosen.person_id is not None:
                raise Refused("no_free_seat", "this seat is not free")
            if bot is not None:
                make_bot(bot, row.game)
            chosen.bot = bot
            await self.store.announce(session, table)
        self._forget(table)

    # During the game.

    @whole
    async def resign(self, person: Who, table: str) -> None:
        """Leave the game to a bot. Somebody else may take the seat over."""
        async with self.store.writing() as session:
            await _row(session, table, "running")
            mine = _mine(await _seat_rows(session, table), person)
            mine.person_id, mine.bot, mine.abandoned, mine.keeper_id = None, STAND_IN, True, None
            await self.store.announce(session, table)
        self._changed(table)

    @whole
    async def take_over(self, person: Who, table: str, seat: int) -> None:
        """Sit down where somebody has left a running game."""
        async with self.store.writing() as session:
            await _row(session, table, "running")
            seats = await _seat_rows(session, table)
            if any(each.person_id == person.id for each in seats):
                raise Refused("seated_already", "you sit at this table already")
            chosen = next((each for each in seats if each.seat == seat and each.abandoned), None)
            if chosen is None:
                raise Refused("not_abandoned", "nobody has left this seat")
            chosen.person_id, chosen.bot, chosen.abandoned = person.id, None, False
            await self.store.announce(session, table)
        self._changed(table)

    async def submit(
        self, person: Who, table: str, tokens: Sequence[str] | str, client: str, seen: int | None = None,
        steadfast: bool = False,
    ) -> Done:  # fmt: skip
        """Move on one's own seat. See `Table.submit`."""
        seats = self._seats.get(table)
        seat = seat_in(seats, person) if seats is not None else await self._seat_or_none(person, table)
        if seat is None:
            raise _not_his()
        found = self.tables.near(table) or await self.tables.get(table)
        with _named(seat, client) as name:
            return await found.submit(seat, tokens, name, seen, steadfast)

    async def take_back(self, person: Who, table: str, client: str) -> Done:
        """Take one's own last decision back. See `Table.take_back`."""
        seat = await self.seat_of(person, table)
        found = await self.tables.get(table)
        with _named(seat, client) as name:
            return await found.take_back(seat, name)

    async def watch(self, person: Who | None, table: str) -> Viewer:
        """Look on from one's own seat, or as a spectator."""
        seat = await self._seat_or_none(person, table)
        return (await self.tables.get(table)).watch(seat)

    async def present(self, person: Who | None, table: str) -> Present:
        """What this person may see now: from his seat, or as a spectator."""
        viewer = await self.watch(person, table)
        try:
            return await viewer.next()
        finally:
            viewer.close()

    @whole
    async def in_hand(self, keeper: Who, table: str, seat: int | None) -> Who | None:
        """Who acts at a table where several people share this one's device: whose seat was named when it was handed
        on, nobody while it is being handed on. The keeper himself where nobody shares it, or there are no secrets.
        """
        seats = await self.seats(table)
        kept = [at for at, each in enumerate(seats) if each.keeper == keeper.id]
        if not kept:
            return keeper
        try:
            over = (await self.tables.get(table)).course.over
        except Refused:  # it has not begun
            return keeper
        if seat not in kept:
            if not over:
                return None
            seat = next((at for at in kept if seats[at].person == keeper.id), kept[0])
        person = seats[seat].person
        if person == keeper.id:
            return keeper
        async with self.store.reading() as session:
            found = await session.get(Person, person)
        return None if found is None else Who(found.id, found.name, False, found.epoch, keeper.wishes)

    async def seat_of(self, person: Who, table: str) -> int:
        """The seat this person may act for; Refused for everybody else."""
        seat = await self._seat_or_none(person, table)
        if seat is None:
            raise _not_his()
        return seat

    @whole
    async def abort(self, person: Who, table: str) -> None:
        """The host breaks it off, before the game or in it."""
        async with self.store.reading() as session:
            _only_host(await _row(session, table), person)
        await self.break_off(table)

    @whole
    async def break_off(self, table: str) -> None:
        """End a table that is not over, whoever wants it."""
        async with self.store.reading() as session:
            row = await _row(session, table)
        if row.status == "running":
            with contextlib.suppress(CannotGoOn):  # then nobody will move there any more anyhow
                await (await self.tables.get(table)).abort(HOUSE, "abort")
        await self._close(table, "aborted", ("open", "running"))

    async def finish(self, table: Table) -> None:
        """Note that a game has come to its end; as often as one likes."""
        course = table.course
        if course.aborted:
            await self._close(table.id, "aborted", ("running",))
        else:
            state = course.state
            view = state.view(None)
            colours = [state.setup.game.colour(view, seat) for seat in range(state.setup.seats)]
            await self._close(table.id, "over", ("running",), state.ranks(), colours)

    @whole
    async def strengths(self, person: str) -> list[ratings.Strength]:
        """How strong somebody is, at every game he was rated at."""
        async with self.store.reading() as session:
            return await ratings.of_person(session, person)

    @whole
    async def best(self, game: str, most: int = 100) -> list[tuple[str, str, ratings.Strength]]:
        """The strongest at a game: id, name, strength."""
        async with self.store.reading() as session:
            return await ratings.best(session, game, most)

    async def record(self, table: str) -> Record:
        """The whole game as a record, when it is over: moves made in secret are nobody's business before."""
        found = await self.tables.get(table)
        if not found.course.over:
            raise Refused("not_over", "the game at this table is not over")
        return Record.of(found.course.state)

    @whole
    async def rematch(self, person: Who, table: str) -> str:
        """The same table again with everybody one seat further; the same one for all who ask."""
        async with self.store.reading() as session:
            old = await _row(session, table)
            mine = _mine(await _seat_rows(session, table), person)
            edition = await session.get_one(EditionText, old.edition)
            sheet = await _sheet(session, old)
            there = await session.scalar(select(TableRow.id).where(TableRow.rematch_of == table))
        if there is not None:
            return there
        if old.status not in ("over", "aborted"):
            raise Refused("not_over", "the game at this table is not over")
        game = find_game(old.game)
        game.with_edition(Edition(edition.text))
        again = fresh_id()
        kept = [Seat() if seat.abandoned else seat for seat in sheet.seats]
        try:
            async with self.store.writing() as session:
                session.add(
                    TableRow(
                        id=again,
                        game=old.game,
                        rules=game.rules,
                        edition=old.edition,
                        options=msgspec.json.encode(game.settle(sheet.options)).decode(),
                        seats=old.seats,
                        seed=str(fresh_seed()) if old.position is None else old.seed,
                        position=old.position,
                        tempo=old.tempo,
                        visibility=old.visibility,
                        take_back=old.take_back,
                        advice=old.advice,
                        spectators=old.spectators,
                        status="open",
                        host_id=mine.keeper_id or mine.person_id,
                        created=self._now(),
                        rematch_of=table,
                    )
                )
                await session.flush()
                _sit(session, again, [*kept[1:], kept[0]])
        except IntegrityError:  # somebody else asked at the same moment
            return await self.rematch(person, table)
        return again

    # Talk.

    @whole
    async def say(self, person: Who, table: str, text: str) -> Line:
        """Say something at the table one sits at."""
        said = " ".join(text.split())
        if not 1 <= len(said) <= SAID or "\x00" in said:
            raise Refused("bad_line", f"a line has 1 to {SAID} characters", most=SAID)
        await self.seat_of(person, table)
        moment = self._now()
        async with self.store.writing() as session:
            if await session.get(Mute, (table, person.id)) is not None:
                raise Refused("muted", "the host has asked you to be silent at this table")
            lately = await session.scalar(
                select(func.count())
                .select_from(ChatLine)
                .where(ChatLine.person_id == person.id, ChatLine.at > moment - BREATH)
            )
            if (lately or 0) >= LINES:
                raise Refused("too_fast", "not so fast; others want to say something too")
            line = ChatLine(id=fresh_id(), table_id=table, person_id=person.id, at=moment, text=said, deleted=False)
            session.add(line)
            await self.store.announce(session, table)
        self._tell(table)
        return _line(line)

    @whole
    async def talk(self, table: str, most: int = 200) -> list[Line]:
        """What was said last, oldest first."""
        async with self.store.reading() as session:
            found = await session.scalars(
                select(ChatLine).where(ChatLine.table_id == table).order_by(ChatLine.at.desc(), ChatLine.id).limit(most)
            )
            return [_line(each) for each in reversed(found.all())]

    @whole
    async def delete_line(self, person: Who, table: str, line: str) -> None:
        """The host takes a line's words away."""
        async with self.store.writing() as session:
            _only_host(await _row(session, table), person)
            found = await session.get(ChatLine, line)
            if found is None or found.table_id != table:
                raise Refused("no_such_line", "nobody has said that here")
            found.text, found.deleted = "", True
            await self.store.announce(session, table)
        self._tell(table)

    @whole
    async def mute(self, person: Who, table: str, whom: str, silent: bool = True) -> None:
        """The host asks somebody to be silent at this table, or lets him talk again."""
        async with self.store.writing() as session:
            _only_host(await _row(session, table), person)
            muted = await session.get(Mute, (table, whom))
            if silent and muted is None:
                if await session.get(Person, whom) is None:
                    raise Refused("no_such_person", "there is no such person")
                session.add(Mute(table_id=table, person_id=whom))
            elif not silent and muted is not None:
                await session.delete(muted)
            await self.store.announce(session, table)
        self._tell(table)

    @whole
    async def muted(self, table: str) -> frozenset[str]:
        """Whom the host has asked to be silent here."""
        async with self.store.reading() as session:
            return frozenset(await session.scalars(select(Mute.person_id).where(Mute.table_id == table)))

    # Inside.

    async def _seat_or_none(self, person: Who | None, table: str) -> int | None:
        return None if person is None else seat_in(await self.seats(table), person)

    @whole
    async def _close(
        self, table: str, status: Status, before: tuple[Status, ...], ranks: Sequence[int] | None = None,
        colours: Sequence[str] = (),
    ) -> None:  # fmt: skip
        """Note a table's end; with ranks, it is rated in the same transaction, by whoever is first."""
        moment = self._now()

        def note(connection: Connection) -> None:
            ending = {"table": table, "before": before, "status": status, "ended": moment}
            ended = connection.execute(_END, ending).first()
            if ended is not None and ranks is not None:
                places = enumerate(zip(ranks, colours, strict=True))
                connection.execute(
                    _PLACE, [{"of": table, "at": at, "rank": rank, "colour": own or None} for at, (rank, own) in places]
                )
                game, position, advice = ended
                if position is None and advice != "all":
                    ratings.rate(connection, table, game, ranks, moment)
            connection.execute(_NOT_DUE, {"table": table})
            self.store.announce_briefly(connection, table)

        await self.store.brief(note)
        self._tell(table)

    @whole
    async def _keep_edition(self, edition: Edition, game: str) -> None:
        """The edition's text in the database, once; every process may play it from there."""
        async with self.store.reading() as session:
            if await session.get(EditionText, edition.sha256) is not None:
                return
        try:
            async with self.store.writing() as session:
                session.add(EditionText(sha256=edition.sha256, game=game, text=edition.text))
        except IntegrityError:  # somebody else opens the first table with it at this moment
            return

    def _changed(self, table: str) -> None:
        self._forget(table)
        for told in self.on_change:
            told(table)

    def _forget(self, table: str | None) -> None:
        if table is None:
            self._seats.clear()
            self._coming.clear()
        else:
            self._seats.pop(table, None)
            self._coming.pop(table, None)
        self._tell(table)

    def _tell(self, table: str | None) -> None:
        for told in self.on_news:
            told(table)


def seat_in(seats: Sequence[Seat], person: Who) -> int | None:
    """Where this person sits."""
    for at, seat in enumerate(seats):
        if seat.person == person.id:
            return at
    return None


def _not_his() -> Refused:
    return Refused("not_your_seat", "you do not sit at this table")


async def _row(session: AsyncSession, table: str, status: Status | None = None) -> TableRow:
    """The table's row; with a status, held until the transaction ends, and Refused if it is in another one."""
    row = await session.get(TableRow, table, with_for_update=status is not None)
    if row is None:
        raise Refused("no_such_table", "there is no such table")
    if status is not None and row.status != status:
        codes = {"open": "already_started", "running": "not_running"}
        sentence = "the game has begun already" if status == "open" else "no game is being played at this table"
        raise Refused(codes[status], sentence, status=row.status)
    return row


async def _seat_rows(session: AsyncSession, table: str) -> Sequence[SeatRow]:
    return (await session.scalars(select(SeatRow).where(SeatRow.table_id == table).order_by(SeatRow.seat))).all()


async def _sheet(session: AsyncSession, row: TableRow) -> Sheet:
    seats = _seats_of(await _seat_rows(session, row.id))
    return Sheet(
        id=row.id,
        game=row.game,
        rules=row.rules,
        edition=row.edition,
        options=msgspec.json.decode(row.options),
        tempo=msgspec.json.decode(row.tempo, type=Tempo),
        visibility=row.visibility,
        take_back=row.take_back,
        advice=msgspec.convert(row.advice, Asking),
        spectators=row.spectators,
        status=msgspec.convert(row.status, Status),
        host=row.host_id,
        seats=seats,
        created=row.created,
        started=row.started,
        ended=row.ended,
        rematch_of=row.rematch_of,
        set_up=row.position is not None,
        seed_sha256=seed_digest(int(row.seed)),
        seed=row.seed if row.status in ("over", "aborted") else None,
    )


def _seats_of(rows: Sequence[SeatRow]) -> tuple[Seat, ...]:
    return tuple([Seat(each.person_id, each.bot, each.abandoned, each.keeper_id) for each in rows])


def _sit(session: AsyncSession, table: str, seats: Sequence[Seat]) -> None:
    for at, seat in enumerate(seats):
        session.add(SeatRow(table_id=table, seat=at, person_id=seat.person, bot=seat.bot, keeper_id=seat.keeper))


def _at_his(person: str) -> ColumnElement[bool]:
    """The seats of somebody, or at his device."""
    return or_(SeatRow.person_id == person, SeatRow.keeper_id == person)


def in_the_log(seat: int, client: str) -> str:
    """A client's id as the log has it: each seat's ids are its own, and none is one of the house's.

    Otherwise who guesses what a neighbour or the clerk will call a move could take the name away.
    """
    return f"{seat}:{client}"


@contextlib.contextmanager
def _named(seat: int, client: str) -> Iterator[str]:
    """Do something under a client's id; what is said of it is said of the id as it was sent."""
    if not 0 < len(client) <= NAMED or not client.isprintable():
        raise Refused("bad_client", f"a client's id has 1 to {NAMED} printable characters", most=NAMED)
    try:
        yield in_the_log(seat, client)
    except ClientReused:
        raise ClientReused(client) from None


def _mine(seats: Sequence[SeatRow], person: Who) -> SeatRow:
    for each in seats:
        if each.person_id == person.id:
            return each
    raise _not_his()


def _only_host(row: TableRow, person: Who) -> None:
    if row.host_id != person.id:
        raise Refused("not_the_host", "only the host of this table does that")


def _line(row: ChatLine) -> Line:
    return Line(row.id, row.person_id, row.at, row.text, row.deleted)
