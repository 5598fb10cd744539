"""What whoever runs the house does to it, beside the processes that serve it: look, silence, close, back up, check.

None of it needs the house to be closed, and none of it is for players: nobody is asked who he is.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
from sqlalchemy import func, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncSession

from backroom.house import migrations
from backroom.house.course import BACK, Course, follow, start
from backroom.house.errors import CannotGoOn, Refused
from backroom.house.hall import Hall
from backroom.house.log import now
from backroom.house.schema import MOVES, Credential, Due, Mute, Person, SeatRow, TableRow
from backroom.house.store import Store, make_engine, read_url

ELSEWHERE: Final = ("rules_changed", "no_such_game")
"""Why a table cannot be checked by this program, though nothing need be wrong with it."""


class TableNote(msgspec.Struct, frozen=True):
    """A table in a list."""

    id: str
    game: str
    status: str
    visibility: str
    host: str
    """The host's name."""
    seats: list[str]
    """Who sits there: a name, a bot's name in brackets, or nothing."""
    moves: int
    created: int
    last: int | None
    """When somebody moved last."""


class PersonNote(msgspec.Struct, frozen=True):
    """A person in a list."""

    id: str
    name: str
    claimed: bool
    created: int
    left: int | None
    playing: int
    """Tables that wait or are being played, at which this person sits."""
    played: int
    muted: int
    """Tables at which this person is silent."""


class Fault(msgspec.Struct, frozen=True):
    """Something that is not as it should be."""

    table: str | None
    problem: str


class Findings(msgspec.Struct, frozen=True):
    """What a check found."""

    tables: int
    moves: int
    faults: list[Fault]
    unchecked: list[Fault]
    """Tables that only another version of the program could replay."""


@asynccontextmanager
async def keeping(where: str) -> AsyncIterator[Store]:
    """The house's database as it is, whoever else has it open; nothing is brought up to date."""
    url = read_url(where)
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).is_file():
        raise Refused("no_house", f"there is no house in {url.database}; `backroom serve` opens one")
    engine = make_engine(url)
    try:
        async with engine.connect() as connection:
            found = await connection.scalar(text("SELECT version_num FROM alembic_version"))
    except (OSError, DBAPIError) as error:
        reason = str(getattr(error, "orig", error)).splitlines()[0]
        raise Refused("no_house", f"the house's database cannot be read: {reason}") from None
    finally:
        await engine.dispose()
    if found != newest():
        raise Refused(
            "other_schema",
            f"this house's database is of revision {found}, this program's is {newest()}: open the house once with"
            " `backroom serve`, or use the program it was opened with",
        )
    store = await Store.open(where)
    try:
        yield store
    finally:
        await store.close()


def newest() -> str:
    """The revision of the schema this program has."""
    return max(each.stem[1:5] for each in (Path(migrations.__file__).parent / "versions").glob("m*.py"))


async def tables(store: Store, status: str | None = None, game: str | None = None, most: int = 50) -> list[TableNote]:
    """Tables, newest first."""
    counted = (
        select(MOVES.c.table_id, func.count().label("moves"), func.max(MOVES.c.at).label("last"))
        .group_by(MOVES.c.table_id)
        .subquery()
    )
    wanted = (
        select(TableRow, Person.name, counted.c.moves, counted.c.last)
        .join(Person, Person.id == TableRow.host_id)
        .outerjoin(counted, counted.c.table_id == TableRow.id)
        .order_by(TableRow.created.desc(), TableRow.id)
        .limit(most)
    )
    if status is not None:
        wanted = wanted.where(TableRow.status == status)
    if game is not None:
        wanted = wanted.where(TableRow.game == game)
    async with store.reading() as session:
        found = (await session.execute(wanted)).all()
        return [
            TableNote(
                row.id, row.game, row.status, row.visibility, host, await _sitters(session, row.id), moves or 0,
                row.created, last,
            )
            for row, host, moves, last in found
        ]  # fmt: skip


async def _sitters(session: AsyncSession, table: str) -> list[str]:
    rows = await session.execute(
        select(SeatRow, Person.name)
        .outerjoin(Person, Person.id == SeatRow.person_id)
        .where(SeatRow.table_id == table)
        .order_by(SeatRow.seat)
    )
    return [name or (f"[{seat.bot}]" if seat.bot else "") for seat, name in rows]


async def people(store: Store, like: str = "", most: int = 50) -> list[PersonNote]:
    """People whose names hold this, newest first; an id finds its person."""

    def sitting(*status: str) -> Any:
        return (
            select(func.count())
            .select_from(SeatRow)
            .join(TableRow, TableRow.id == SeatRow.table_id)
            .where(SeatRow.person_id == Person.id, TableRow.status.in_(status))
            .scalar_subquery()
        )

    muted = select(func.count()).select_from(Mute).where(Mute.person_id == Person.id).scalar_subquery()
    wanted = (
        select(Person, Credential.key, sitting("open", "running"), sitting("over"), muted)
        .outerjoin(Credential, Credential.person_id == Person.id)
        .order_by(Person.created.desc(), Person.id)
        .limit(most)
    )
    async with store.reading() as session:
        if like:
            alike = Person.name.icontains(like, autoescape=True) | (Person.id == like)
            if not store.is_postgres and not like.isascii():  # SQLite knows the case of English letters alone
                alike |= Person.id.in_(await _named(session, like, most))
            wanted = wanted.where(alike)
        return [
            PersonNote(who.id, who.name, key is not None, who.created, who.left, playing, played, silent)
            for who, key, playing, played, silent in await session.execute(wanted)
        ]


async def _named(session: AsyncSession, like: str, most: int) -> list[str]:
    """The newest people whose names hold this in whatever case."""
    rows = await session.execute(select(Person.id, Person.name).order_by(Person.created.desc(), Person.id))
    return [person for person, name in rows if like.casefold() in name.casefold()][:most]


async def mute(store: Store, person: str, table: str | None = None, silent: bool = True) -> list[str]:
    """Silence somebody at a table, or wherever he sits now; or let him talk again. The tables it was done at."""
    async with store.writing() as session:
        if await session.get(Person, person) is None:
            raise Refused("no_such_person", f"there is no person {person}")
        if table is not None:
            if await session.get(TableRow, table) is None:
                raise Refused("no_such_table", f"there is no table {table}")
            where = [table]
        else:
            seated = select(SeatRow.table_id).where(SeatRow.person_id == person)
            muted = select(Mute.table_id).where(Mute.person_id == person)
            where = sorted(await session.scalars(seated if silent else muted))
        done = []
        for each in where:
            found = await session.get(Mute, (each, person))
            if silent and found is None:
                session.add(Mute(table_id=each, person_id=person))
                done.append(each)
            elif not silent and found is not None:
                await session.delete(found)
                done.append(each)
        return done


async def close(store: Store, table: str) -> None:
    """Break a table off, as its host might: it is in the log, so every process and everybody there will know."""
    hall = Hall(store)
    if (await hall.sheet(table)).status in ("over", "aborted"):
        raise Refused("table_closed", "this table is closed already")
    await hall.break_off(table)
    with contextlib.suppress(CannotGoOn, Refused):  # nobody can play it, or it has not begun
        if (await hall.tables.get(table)).course.over and not store.is_postgres:
            async with store.writing() as session:
                # The process that has it in memory hears nothing of this; it reads the log when the table is due.
                await session.merge(Due(table_id=table, at=now()))


async def backup(store: Store, target: Path) -> int:
    """All of the house in one file, as it is at one moment, while it is being played in; how many bytes."""
    if target.exists():
        raise Refused("file_there", f"{target} is there already")
    draft = target.with_name(f".{target.name}.part")
    draft.unlink(missing_ok=True)
    try:
        if store.is_postgres:
            await _dump(store, draft)
        else:
            await asyncio.to_thread(_copy, Path(str(store.engine.url.database)), draft)
        draft.chmod(0o600)
        draft.replace(target)
    except (sqlite3.Error, OSError) as error:
        raise Refused("no_backup", f"the backup could not be written: {error}") from None
    finally:
        draft.unlink(missing_ok=True)
    return target.stat().st_size


def _copy(file: Path, draft: Path) -> None:
    """One look at a file that others write to, copied whole; then looked over."""
    with contextlib.closing(sqlite3.connect(file, timeout=30, isolation_level=None)) as house:
        house.execute("VACUUM INTO ?", (str(draft),))
    with contextlib.closing(sqlite3.connect(draft)) as copy:
        found = copy.execute("PRAGMA integrity_check").fetchone()[0]
    if found != "ok":
        raise sqlite3.DatabaseError(found)
    with draft.open("rb") as written:
        os.fsync(written.fileno())


async def _dump(store: Store, draft: Path) -> None:
    """PostgreSQL's own programs do it; the password goes by the environment, where `ps` does not show it."""
    if shutil.which("pg_dump") is None:
        raise Refused("no_backup", "pg_dump is not here: install PostgreSQL's client programs")
    url = store.engine.url
    dsn = url.set(drivername="postgresql", password=None).render_as_string()
    secret = {"PGPASSWORD": str(url.password)} if url.password else {}
    dumping = await asyncio.create_subprocess_exec(
        "pg_dump", "--format=custom", "--no-owner", f"--file={draft}", dsn,
        env={**os.environ, **secret}, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    _, told = await dumping.communicate()
    if dumping.returncode:
        raise Refused("no_backup", f"pg_dump failed: {told.decode(errors='replace').strip()}")


async def check(
    store: Store, table: str | None = None, told: Callable[[int, int], None] = lambda _done, _of: None
) -> Findings:
    """Whether the log is whole: every table replays, row by row, to what is noted of it; `told` hears how far it is."""
    hall = Hall(store)
    async with store.reading() as session:
        wanted = select(TableRow).order_by(TableRow.created, TableRow.id)
        rows = (await session.scalars(wanted if table is None else wanted.where(TableRow.id == table))).all()
        lost = await session.scalars(
            select(MOVES.c.table_id).distinct().where(MOVES.c.table_id.not_in(select(TableRow.id)))
        )
        faults = [Fault(each, "moves of a table that is not there") for each in lost if table is None]
    if table is not None and not rows:
        raise Refused("no_such_table", f"there is no table {table}")
    if table is None:
        faults += await _of_the_file(store)
    unchecked: list[Fault] = []
    moves = 0
    for at, row in enumerate(rows):
        told(at, len(rows))
        log = await store.log.read(row.id)
        moves += len(log)
        try:
            wrong = await _of_a_table(hall, row, log)
        except CannotGoOn as error:
            (unchecked if error.code in ELSEWHERE else faults).append(Fault(row.id, str(error)))
        else:
            faults += [Fault(row.id, each) for each in wrong]
    told(len(rows), len(rows))
    return Findings(len(rows), moves, faults, unchecked)


async def _of_the_file(store: Store) -> list[Fault]:
    """What SQLite itself finds."""
    if store.is_postgres:
        return []
    async with store.reading() as session:
        whole = [row[0] for row in await session.execute(text("PRAGMA integrity_check")) if row[0] != "ok"]
        keys = [
            f"a row of {row[0]} points at none of {row[2]}"
            for row in await session.execute(text("PRAGMA foreign_key_check"))
        ]
    return [Fault(None, each) for each in (*whole, *keys)]


async def _of_a_table(hall: Hall, row: TableRow, log: list[Any]) -> list[str]:
    """What is wrong with a table; CannotGoOn where its log cannot be replayed."""
    if row.started is None:
        return ["it has moves and has not begun"] if log else []
    opening = await hall.opening(row.id)
    course: Course = start(opening)
    wrong = []
    moment = row.started
    for each in log:
        [course] = follow(course, [each], ())
        if each.at < moment:
            wrong.append(f"move {each.seq} was made before the one before it")
        if each.tokens != BACK and not -1 <= each.seat < row.seats:
            wrong.append(f"move {each.seq} is of seat {each.seat}, which there is not")
        moment = each.at
        await asyncio.sleep(0)
    noted = row.status in ("over", "aborted")
    if noted and not course.over and row.status == "over":
        wrong.append("it is noted as over, and its game is not")
    if course.over and row.status == "running" and moment < now() - 60_000:
        wrong.append("its game is over, and that is not noted")
    return wrong


def place_of(where: str) -> str:
    """A database's address without its password, to be shown."""
    return make_url(where).render_as_string(hide_password=True)
