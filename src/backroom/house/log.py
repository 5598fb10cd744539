"""The log: every move of every table, on disk before anybody is told.

All moves of a process go through one `Log`. While a batch is being committed the next one gathers; there are no
timers. Two implementations: `sqlite.SqliteLog` and `postgres.PostgresLog`.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from backroom.house.errors import HouseError, LogUnavailable, SeqTaken

LARGEST: Final = 512
"""Moves in one transaction at most: enough to share the cost of a sync, few enough to answer soon."""
TOKENS: Final = 4000
"""Characters of tokens in one move at most; a notification of PostgreSQL holds 8000 bytes."""
CLIENT: Final = 64
"""Characters of a client's id at most."""


class Move(msgspec.Struct, frozen=True, array_like=True):
    """One row: what one seat submitted at once. `(table, seq)` is its place, `(table, client)` its name."""

    table: str
    seq: int
    seat: int
    tokens: str
    """One token or several with spaces between, as records write them: they stand or fall together."""
    at: int
    """Milliseconds since 1970, by the house's clock."""
    client: str
    """The sender's own id for it: sent twice, it counts once."""


def fresh_id(size: int = 9) -> str:
    """An id nobody guesses, of so many bytes; never with a dash first: where one types it, that would be an option."""
    while True:
        found = secrets.token_urlsafe(size)
        if found[0] != "-":
            return found


def now() -> int:
    """The house's clock, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Log(ABC):
    """What the tables know of the database."""

    def __init__(self) -> None:
        self.batches = 0
        self.written = 0
        """Moves committed by this log; divided by `batches`, how many share a commit."""
        self._gathering: list[tuple[Move, asyncio.Future[Move]]] = []
        self._writer: asyncio.Task[None] | None = None
        self._closed = False

    # What an implementation writes.

    @abstractmethod
    async def commit(self, batch: Sequence[Move]) -> list[Move | None]:
        """Write a batch. For each move the row that stands for its client's id, or None if its seq is another's."""

    @abstractmethod
    async def read(self, table: str, after: int = 0) -> list[Move]:
        """The table's moves in order, from the one after that number on."""

    @abstractmethod
    async def hang_up(self) -> None:
        """Leave the database."""

    @abstractmethod
    async def listen(self, heard: Callable[[Move], None], gap: Callable[[], None], news: Callable[[str], None]) -> None:
        """From now on call `heard` with what other processes commit, and `gap` when something may have been missed.

        `news` is called with a table at which something cold has changed: who sits there, what was said.
        """

    # What they share.

    def append(self, move: Move) -> asyncio.Future[Move]:
        """Hand a move to the writer at once; the future is done when it is committed.

        It gives the row that stands under this client's id: this one, or the one it was sent as before. SeqTaken
        if another move has its number; LogUnavailable if the database does not answer, and then whether it was
        written shows when the log is read again.
        """
        future: asyncio.Future[Move] = asyncio.get_running_loop().create_future()
        if self._closed:
            future.set_exception(LogUnavailable("the house is closing"))
            return future
        self._gathering.append((move, future))
        if self._writer is None:
            self._writer = asyncio.create_task(self._write())
        return future

    async def close(self) -> None:
        """Write what was handed over, then leave."""
        self._closed = True
        if self._writer is not None:
            await self._writer
        await self.hang_up()

    async def _write(self) -> None:
        while self._gathering:
            batch, self._gathering = self._gathering[:LARGEST], self._gathering[LARGEST:]
            moves = [move for move, _ in batch]
            try:
                rows = await self.commit(moves)
            except HouseError as error:
                rows = []
                failure: BaseException = error
            except Exception as error:
                rows = []
                failure = LogUnavailable(f"{type(error).__name__}: {error}")
            else:
                self.batches += 1
                self.written += sum(row is not None for row in rows)
            for at, (move, future) in enumerate(batch):
                if future.done():
                    continue
                if not rows:
                    future.set_exception(failure)
                elif (row := rows[at]) is None:
                    future.set_exception(SeqTaken(move.table, move.seq))
                else:
                    future.set_result(row)
        self._writer = None
