"""The database as the house opens it: migrations, short cold transactions, and the log beside them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, Final, ParamSpec, Protocol, TypeVar

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, StaticPool, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine

from backroom.house.errors import Refused
from backroom.house.log import Log
from backroom.house.postgres import NEWS, PostgresLog
from backroom.house.sqlite import PATIENCE, SqliteLog

MIGRATING: Final = 0x6261636B  # "back"
"""PostgreSQL's advisory lock under which one process migrates at a time."""

_NOTIFY: Final = text("SELECT pg_notify(:channel, :told)")

P = ParamSpec("P")
Answer = TypeVar("Answer")


class Store:
    """One process's hold on the database."""

    def __init__(self, engine: AsyncEngine, log: Log) -> None:
        self.engine = engine
        self.log = log
        self.is_postgres = engine.dialect.name == "postgresql"
        self._under_way: set[asyncio.Task[Any]] = set()
        self._pen = _engine_of_the_pen(log) if isinstance(log, SqliteLog) else None

    @classmethod
    async def open(cls, where: str) -> Store:
        """Open a database by its URL (`sqlite+aiosqlite:///file`, `postgresql+asyncpg://…`), brought up to date."""
        url = read_url(where)
        engine = make_engine(url)
        await upgrade(engine)
        if engine.dialect.name == "postgresql":
            plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
            return cls(engine, await PostgresLog.open(plain))
        return cls(engine, await SqliteLog.open(Path(str(url.database))))

    async def close(self) -> None:
        """Write what is on its way, then leave."""
        await self.quiet()
        await self.log.close()
        await self.engine.dispose()

    async def finish(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Do it to its end, even if who waits for it is cancelled.

        All transactions run so: SQLAlchemy loses the connection of one that is cut off at the wrong moment, with the
        locks it has, and then nobody writes any more.
        """
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._finished)
        return await asyncio.shield(task)

    async def quiet(self) -> None:
        """Until no transaction is under way."""
        while self._under_way:
            await asyncio.wait(self._under_way)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._under_way.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waits gets it; if nobody does, nobody wants to know

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncSession]:
        """One transaction: committed at the end of the block, undone by an error."""
        async with AsyncSession(self.engine, expire_on_commit=False) as session, session.begin():
            yield session

    async def brief(self, work: Callable[[Connection], Answer]) -> Answer:
        """One transaction without a pause in it: plain statements, for what comes as often as games end.

        On SQLite the log's own thread does it between two batches, so that no move waits for a lock meanwhile.
        """
        log, pen = self.log, self._pen
        if pen is None or not isinstance(log, SqliteLog):
            async with self.engine.begin() as connection:
                return await connection.run_sync(work)

        def do() -> Answer:
            with pen.begin() as connection:
                return work(connection)

        return await log.between(do)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncSession]:
        """One look, in nobody's way."""
        async with AsyncSession(self.engine.execution_options(backroom_reads=True)) as session:
            yield session

    async def announce(self, session: AsyncSession, table: str) -> None:
        """Tell the other processes, when this transaction is committed, that something cold changed at a table."""
        if self.is_postgres:
            await session.execute(_NOTIFY, self._news_of(table))

    def announce_briefly(self, connection: Connection, table: str) -> None:
        """The same in a brief transaction."""
        if self.is_postgres:
            connection.execute(_NOTIFY, self._news_of(table))

    def _news_of(self, table: str) -> dict[str, str]:
        """Who tells it, and of which table: a process has no need to hear of its own doings."""
        assert isinstance(self.log, PostgresLog)
        return {"channel": NEWS, "told": f"{self.log.origin} {table}"}


class Stored(Protocol):
    """Whatever keeps something in the database."""

    @property
    def store(self) -> Store:
        """Where."""


Holder = TypeVar("Holder", bound=Stored)


def whole(
    method: Callable[Concatenate[Holder, P], Coroutine[Any, Any, Answer]],
) -> Callable[Concatenate[Holder, P], Coroutine[Any, Any, Answer]]:
    """A method with a transaction in it: once begun it goes to its end. See `Store.finish`."""

    @wraps(method)
    async def run(self: Holder, /, *args: P.args, **kwargs: P.kwargs) -> Answer:
        return await self.store.finish(method(self, *args, **kwargs))

    return run


def read_url(where: str) -> URL:
    """The URL with the drivers the house uses; Refused in a sentence if it is none of ours."""
    try:
        url = make_url(where)
    except ArgumentError:
        raise Refused("bad_database", f"{where!r} is not the address of a database", given=where) from None
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    kind = url.drivername.partition("+")[0]
    if kind not in drivers or (kind == "sqlite" and url.database in (None, "", ":memory:")):
        raise Refused(
            "bad_database", "the house keeps its tables in a file of SQLite or in PostgreSQL", given=url.drivername
        )
    return url.set(drivername=drivers[kind])


def make_engine(url: URL) -> AsyncEngine:
    """SQLAlchemy's engine for what is cold. Its errors keep what was to be written to themselves: they are logged."""
    if url.get_backend_name() != "sqlite":
        return create_async_engine(url, pool_pre_ping=True, hide_parameters=True)
    engine = create_async_engine(
        url, connect_args={"timeout": PATIENCE}, pool_size=2, max_overflow=0, hide_parameters=True
    )

    @event.listens_for(engine.sync_engine, "connect")
    def opened(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # transactions are begun below, not by the driver's guess
        cursor = connection.cursor()
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begun(connection: Connection) -> None:
        # Who is going to write waits for his turn at once; a reader that turns writer would be thrown out.
        reads = connection.get_execution_options().get("backroom_reads", False)
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")

    return engine


def _engine_of_the_pen(log: SqliteLog) -> Engine:
    """SQLAlchemy over the connection with which the log is written, for use in its thread."""
    engine = create_engine("sqlite://", creator=lambda: log.pen, poolclass=StaticPool, hide_parameters=True)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return engine


async def upgrade(engine: AsyncEngine, revision: str = "head") -> None:
    """Bring the database up to date, one process at a time; to an earlier revision only where that is tried."""
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
        await connection.run_sync(_migrate, revision)


def _migrate(connection: Connection, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
