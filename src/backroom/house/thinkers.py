"""Bots think in processes of their own, so that a search keeps nobody waiting and a crash costs nothing.

A few processes, begun when they are first wanted. Each has one question at a time; one that dies or does not answer
in time is ended, and the next question gets a new one. Who asked is told `NoAnswer`, and asks again.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import sys
from collections.abc import AsyncIterator, Sequence
from typing import Final

import msgspec

from backroom.bots.advice import Suggestion
from backroom.house.questions import LENGTH, Advice, Question
from backroom.kernel.view import View

QUICK: Final = ("random", "sensible")
"""Bots that answer at once. They have a process of their own, so that they need not wait for those who search."""
PATIENCE: Final = 20.0
"""Seconds for an answer. The strongest level takes three."""
START: Final = 30.0
"""Seconds more for the first answer of a process: it has to be started first."""
MEMORY: Final = 1_024
"""Megabytes for one process."""
COUNSEL: Final = 1.8
"""Seconds of thought for advice; people who ask at the same time share them, down to the least."""
BRIEF: Final = 0.6


class NoAnswer(Exception):
    """The process died, or took too long."""


class Thinker:
    """One process, or none as long as nobody has asked."""

    def __init__(self, patience: float, memory: int) -> None:
        self._patience = patience
        self._memory = memory
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, asked: Question) -> int:
        """Its choice. NoAnswer if the process has come to its end by it."""
        return msgspec.msgpack.decode(await self._answered(asked), type=int)

    async def advise(self, asked: Advice) -> list[Suggestion]:
        """The don's advice. NoAnswer as above."""
        return msgspec.msgpack.decode(await self._answered(asked), type=list[Suggestion])

    async def _answered(self, asked: Question | Advice) -> bytes:
        try:
            patience = self._patience
            if self._process is not None and self._process.returncode is not None:
                await self.end()  # it died with nothing to do: nobody need hear of that
            if self._process is None:
                patience += START
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "backroom.house.thinker", str(self._memory),
                    stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, start_new_session=True,
                )  # fmt: skip
            return await asyncio.wait_for(self._exchange(self._process, pickle.dumps(asked)), patience)
        except (OSError, EOFError, asyncio.IncompleteReadError) as error:
            await self.end()
            bot = asked.bot if isinstance(asked, Question) else "advice"
            raise NoAnswer(f"{bot}: {error!r}") from None
        except BaseException:  # whoever asked has gone: the answer would be taken for the next question's
            await self.end()
            raise

    async def end(self) -> None:
        """End the process, whatever it does."""
        process, self._process = self._process, None
        if process is not None:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):  # it has just died by itself
                    process.kill()
            await process.wait()

    @property
    def pid(self) -> int | None:
        """The process there is now."""
        return self._process.pid if self._process is not None else None

    async def _exchange(self, process: asyncio.subprocess.Process, asked: bytes) -> bytes:
        if process.stdin is None or process.stdout is None:
            raise EOFError
        try:
            process.stdin.write(LENGTH.pack(len(asked)) + asked)
            await process.stdin.drain()
        except RuntimeError as error:  # uvloop's word for a line that has been closed
            raise EOFError(str(error)) from None
        length: int = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))[0]
        return await process.stdout.readexactly(length)


class Pool:
    """Some processes of one kind; who comes when all are busy waits for the first that is not."""

    def __init__(self, many: int, patience: float, memory: int) -> None:
        self.thinkers = tuple(Thinker(patience, memory) for _ in range(many))
        self.waiting = 0
        """How many wait."""
        self._free: asyncio.Queue[Thinker] = asyncio.Queue()
        for thinker in self.thinkers:
            self._free.put_nowait(thinker)

    @contextlib.asynccontextmanager
    async def one(self) -> AsyncIterator[Thinker]:
        """One of them, for as long as it is needed."""
        self.waiting += 1
        try:
            thinker = await self._free.get()
        finally:
            self.waiting -= 1
        try:
            yield thinker
        finally:
            self._free.put_nowait(thinker)


class Thinkers:
    """The processes of one house: one for quick bots, some for those that search, and as many for advice."""

    def __init__(self, many: int | None = None, patience: float = PATIENCE, memory: int = MEMORY) -> None:
        many = many or max(1, (os.cpu_count() or 2) - 1)
        self._quick = Pool(1, patience, memory)
        self._strong = Pool(many, patience, memory)
        self._advisers = Pool(many, patience, memory)
        self.all: Final = (*self._quick.thinkers, *self._strong.thinkers, *self._advisers.thinkers)

    async def choose(self, bot: str, view: View, legal: Sequence[int], luck: int, edition: str) -> int:
        """One of the legal actions; NoAnswer if the process did not live to tell."""
        async with (self._quick if bot in QUICK else self._strong).one() as thinker:
            chosen = await thinker.ask(Question(bot, view, list(legal), luck, edition))
        if chosen not in legal:
            raise NoAnswer(f"{bot} chose {chosen}, which is not legal")
        return chosen

    async def advise(self, view: View, legal: Sequence[int], luck: int, edition: str) -> list[Suggestion]:
        """What the don would do, the best first; NoAnswer if the process did not live to tell, and the next neither."""
        seconds = max(BRIEF, COUNSEL / (1 + self._advisers.waiting))
        asked = Advice(view, list(legal), luck, edition, seconds)
        with contextlib.suppress(NoAnswer):
            async with self._advisers.one() as thinker:
                return await thinker.advise(asked)
        async with self._advisers.one() as thinker:
            return await thinker.advise(asked)

    async def close(self) -> None:
        """End them all."""
        for thinker in self.all:
            await thinker.end()
