"""The log in PostgreSQL: one statement a batch, and a listener of our own for what other processes commit."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, TypeVar

import asyncpg
import msgspec

from backroom.house.errors import LogUnavailable
from backroom.house.log import Log, Move

CHANNEL: Final = "backroom_moves"
NEWS: Final = "backroom_news"
PATIENCE: Final = 15.0
"""Seconds to find the database again before giving a batch up."""
PULSE: Final = 20.0
"""Seconds of silence after which the listener asks whether its line still stands."""

SHEET: Final = 3_500
"""Bytes of moves after which a notification is full: PostgreSQL takes 8000, and one more of the longest fits in."""

_INSERT: Final = f"""
WITH written AS (
    INSERT INTO moves (table_id, seq, seat, tokens, at, client)
    SELECT * FROM unnest($1::text[], $2::int[], $3::int[], $4::text[], $5::bigint[], $6::text[])
    ON CONFLICT DO NOTHING
    RETURNING table_id, seq, seat, tokens, at, client
), rows AS (
    SELECT json_build_array(table_id, seq, seat, tokens, at, client)::text AS line, table_id, seq FROM written
), sheets AS (
    SELECT line, table_id, seq, sum(octet_length(line)) OVER (ORDER BY table_id, seq) / {SHEET} AS sheet FROM rows
), told AS (
    SELECT pg_notify($7, $8 || ' [' || string_agg(line, ',' ORDER BY table_id, seq) || ']') FROM sheets GROUP BY sheet
)
SELECT table_id, seq, client FROM written WHERE (SELECT count(told) FROM told) >= 0
"""
_READ: Final = "SELECT table_id, seq, seat, tokens, at, client FROM moves WHERE table_id = $1 AND seq > $2 ORDER BY seq"
_FIND: Final = """
SELECT table_id, seq, seat, tokens, at, client FROM moves
JOIN unnest($1::text[], $2::text[]) AS wanted (t, c) ON table_id = t AND client = c
"""

_LOST: Final = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
)
"""Errors after which the line is to be dialled again."""
_AGAIN: Final = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)

_moves: Final = msgspec.json.Decoder(list[Move])
"""What the insert tells the other processes, after the name of the process that wrote."""

Answer = TypeVar("Answer")


class PostgresLog(Log):
    """The log in a PostgreSQL database, whose tables `schema.upgrade` has made."""

    def __init__(self, dsn: str) -> None:
        super().__init__()
        self.dsn = dsn
        self.origin = secrets.token_hex(6)
        """By this the listener knows its own process's moves, which it has no need to hear of."""
        self.gaps = 0
        """How often the listener had to dial again."""
        self._pen: asyncpg.Connection[Any] | None = None
        self._readers: asyncpg.Pool[Any]
        self._listener: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, dsn: str) -> PostgresLog:
        """Connect, for writing and for reading."""
        log = cls(dsn)
        try:
            log._pen = await asyncpg.connect(dsn)
            log._readers = await asyncpg.create_pool(dsn, min_size=1, max_size=4)
        except (OSError, asyncpg.PostgresError) as error:
            raise LogUnavailable(str(error)) from error
        return log

    async def commit(self, batch: Sequence[Move]) -> list[Move | None]:
        # In one order for all processes, or two batches wait for each other.
        rows = sorted(batch, key=lambda move: (move.table, move.seq))
        columns: list[list[Any]] = [list(column) for column in zip(*map(msgspec.structs.astuple, rows), strict=True)]
        return await self._persist(lambda: self._commit_on_a_line(batch, columns))

    async def read(self, table: str, after: int = 0) -> list[Move]:
        return [Move(*row) for row in await self._persist(lambda: self._readers.fetch(_READ, table, after))]

    async def hang_up(self) -> None:
        if self._listener is not None:
            self._listener.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listener
        if self._pen is not None:
            await self._pen.close()
        await self._readers.close()

    async def _commit_on_a_line(self, batch: Sequence[Move], columns: list[list[Any]]) -> list[Move | None]:
        if self._pen is None:
            self._pen = await asyncpg.connect(self.dsn)
        try:
            return await self._commit(self._pen, batch, columns)
        except _LOST:
            self._pen.terminate()  # whatever is wrong with it, a new one is not
            self._pen = None
            raise

    async def _commit(
        self, pen: asyncpg.Connection[Any], batch: Sequence[Move], columns: list[list[Any]]
    ) -> list[Move | None]:
        told = await pen.fetch(_INSERT, *columns, CHANNEL, self.origin, timeout=PATIENCE)
        if len(told) == len(batch):
            return list(batch)
        written = set(map(tuple, told))
        stands = [move if (move.table, move.seq, move.client) in written else None for move in batch]
        taken = [move for move, row in zip(batch, stands, strict=True) if row is None]
        # Not written now: perhaps before, by an attempt whose answer was lost or by the client's first sending.
        found = await pen.fetch(_FIND, [move.table for move in taken], [move.client for move in taken])
        firsts = {(row[0], row[5]): Move(*row) for row in found}
        return [row or firsts.get((move.table, move.client)) for row, move in zip(stands, batch, strict=True)]

    async def _persist(self, work: Callable[[], Awaitable[Answer]]) -> Answer:
        """Do it, dialling again while there is patience. Writing twice is safe: the log's two keys see to that."""
        loop = asyncio.get_running_loop()
        until, pause = loop.time() + PATIENCE, 0.05
        while True:
            try:
                return await work()
            except (*_AGAIN, *_LOST) as error:
                if loop.time() + pause > until:
                    raise LogUnavailable(str(error)) from error
            except asyncpg.PostgresError as error:
                raise LogUnavailable(str(error)) from error
            await asyncio.sleep(pause)
            pause = min(pause * 2, 1.0)

    # Hearing the others.

    async def listen(self, heard: Callable[[Move], None], gap: Callable[[], None], news: Callable[[str], None]) -> None:
        ready = asyncio.Event()
        self._listener = asyncio.create_task(self._hear(heard, gap, news, ready))
        await ready.wait()

    async def _hear(
        self,
        heard: Callable[[Move], None],
        gap: Callable[[], None],
        news: Callable[[str], None],
        ready: asyncio.Event,
    ) -> None:
        def told(_connection: object, _pid: int, _channel: str, payload: object) -> None:
            origin, _, written = str(payload).partition(" ")
            if origin == self.origin:
                return
            try:
                moves = _moves.decode(written)
            except msgspec.MsgspecError:
                gap()
                return
            for move in moves:
                heard(move)

        def cold(_connection: object, _pid: int, _channel: str, payload: object) -> None:
            origin, _, table = str(payload).partition(" ")
            if origin != self.origin:
                news(table)

        pause = 0.05
        while True:
            try:
                line = await asyncpg.connect(self.dsn)
                try:
                    await line.add_listener(CHANNEL, told)
                    await line.add_listener(NEWS, cold)
                    pause = 0.05
                    if ready.is_set():  # what was said while nobody listened is in the log
                        self.gaps += 1
                        gap()
                    ready.set()
                    await _while_it_stands(line)
                finally:
                    line.terminate()
            except (TimeoutError, asyncpg.PostgresError, *_LOST):
                pass
            await asyncio.sleep(pause)
            pause = min(pause * 2, 2.0)


async def _while_it_stands(line: asyncpg.Connection[Any]) -> None:
    """Until the connection is lost; silence alone does not say so."""
    lost = asyncio.Event()
    line.add_termination_listener(lambda _line: lost.set())
    while not lost.is_set():
        try:
            await asyncio.wait_for(lost.wait(), PULSE)
        except TimeoutError:
            await line.fetchval("SELECT 1", timeout=PULSE)
