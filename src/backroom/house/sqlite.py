"""The log in SQLite: one thread writes, one reads, and a commit is on the disk (WAL, synchronous=FULL)."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from backroom.house.errors import LogUnavailable
from backroom.house.log import Log, Move

PATIENCE: Final = 30.0
"""Seconds to wait for somebody else's transaction."""

_INSERT: Final = """
INSERT INTO moves (table_id, seq, seat, tokens, at, client)
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
       json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]')
FROM json_each(?)
"""
_ONE: Final = "INSERT INTO moves (table_id, seq, seat, tokens, at, client) VALUES (?, ?, ?, ?, ?, ?)"
_READ: Final = "SELECT table_id, seq, seat, tokens, at, client FROM moves WHERE table_id = ? AND seq > ? ORDER BY seq"
_FIND: Final = "SELECT table_id, seq, seat, tokens, at, client FROM moves WHERE table_id = ? AND client = ?"

Answer = TypeVar("Answer")


def connect(file: Path) -> sqlite3.Connection:
    """A connection as the whole house uses them: statements are their own transactions unless told otherwise."""
    connection = sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


class SqliteLog(Log):
    """The log in one SQLite file, whose tables `schema.upgrade` has made."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file
        self._writing = ThreadPoolExecutor(1, "log-writer")
        self._reading = ThreadPoolExecutor(1, "log-reader")
        self.pen: sqlite3.Connection
        """Used in the writing thread alone."""
        self._eye: sqlite3.Connection

    @classmethod
    async def open(cls, file: Path) -> SqliteLog:
        """Open the file in both threads."""
        log = cls(file)

        def take_pen() -> None:
            log.pen = connect(file)

        def take_eye() -> None:
            log._eye = connect(file)
            log._eye.execute("PRAGMA query_only = ON")

        await log._in(log._writing, take_pen)
        await log._in(log._reading, take_eye)
        return log

    async def commit(self, batch: Sequence[Move]) -> list[Move | None]:
        return await self._in(self._writing, lambda: self._commit(batch))

    async def read(self, table: str, after: int = 0) -> list[Move]:
        rows = await self._in(self._reading, lambda: self._eye.execute(_READ, (table, after)).fetchall())
        return [Move(*row) for row in rows]

    async def between(self, work: Callable[[], Answer]) -> Answer:
        """Do something else with the pen, between two batches."""
        return await self._in(self._writing, work)

    async def listen(self, heard: Callable[[Move], None], gap: Callable[[], None], news: Callable[[str], None]) -> None:
        """Nobody else to hear: one process has the file for itself."""

    async def hang_up(self) -> None:
        await self._in(self._writing, lambda: self.pen.close())
        await self._in(self._reading, lambda: self._eye.close())
        self._writing.shutdown()
        self._reading.shutdown()

    async def _in(self, thread: ThreadPoolExecutor, work: Callable[[], Answer]) -> Answer:
        try:
            return await asyncio.get_running_loop().run_in_executor(thread, work)
        except sqlite3.Error as error:
            raise LogUnavailable(str(error)) from error

    def _commit(self, batch: Sequence[Move]) -> list[Move | None]:
        """One statement, so one transaction; if anything in it is in anybody's way, each move on its own."""
        try:
            self.pen.execute(_INSERT, (msgspec.json.encode(batch).decode(),))
        except sqlite3.IntegrityError:
            return self._one_by_one(batch)
        return list(batch)

    def _one_by_one(self, batch: Sequence[Move]) -> list[Move | None]:
        """Again in one transaction, in which a refused row leaves the others alone."""
        rows: list[Move | None] = []
        self.pen.execute("BEGIN IMMEDIATE")
        try:
            for move in batch:
                try:
                    self.pen.execute(_ONE, (move.table, move.seq, move.seat, move.tokens, move.at, move.client))
                    rows.append(move)
                except sqlite3.IntegrityError:
                    found = self.pen.execute(_FIND, (move.table, move.client)).fetchone()
                    rows.append(Move(*found) if found else None)
        except BaseException:
            self.pen.execute("ROLLBACK")
            raise
        self.pen.execute("COMMIT")
        return rows
