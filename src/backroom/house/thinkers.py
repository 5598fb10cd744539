"""Bots think in processes of their own, so that a search keeps nobody waiting and a crash costs nothing.

A few processes, begun when they are first wanted. Each has one question at a time; one that dies or does not answer
in time is ended, and the next question gets a new one. Who asked is told `NoAnswer`, and asks again.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
from collections.abc import Sequence
from typing import Final

from backroom.house.thinker import LENGTH, Question
from backroom.kernel.view import View

QUICK: Final = ("random", "sensible")
"""Bots that answer at once. They have a process of their own, so that they need not wait for those who search."""
PATIENCE: Final = 20.0
"""Seconds for an answer. The strongest level takes three."""
START: Final = 30.0
"""Seconds more for the first answer of a process: it has to be started first."""
MEMORY: Final = 1_024
"""Megabytes for one process."""


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
        try:
            patience = self._patience
            if self._process is None:
                patience += START
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "backroom.house.thinker", str(self._memory),
                    stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, start_new_session=True,
                )  # fmt: skip
            return await asyncio.wait_for(self._exchange(self._process, pickle.dumps(asked)), patience)
        except (OSError, EOFError, asyncio.IncompleteReadError) as error:
            await self.end()
            raise NoAnswer(f"{asked.bot}: {error!r}") from None
        except BaseException:  # whoever asked has gone: the answer would be taken for the next question's
            await self.end()
            raise

    async def end(self) -> None:
        """End the process, whatever it does."""
        process, self._process = self._process, None
        if process is not None:
            if process.returncode is None:
                process.kill()
            await process.wait()

    @property
    def pid(self) -> int | None:
        """The process there is now."""
        return self._process.pid if self._process is not None else None

    async def _exchange(self, process: asyncio.subprocess.Process, asked: bytes) -> int:
        if process.stdin is None or process.stdout is None:
            raise EOFError
        process.stdin.write(LENGTH.pack(len(asked)) + asked)
        await process.stdin.drain()
        chosen: int = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))[0]
        return chosen


class Thinkers:
    """The processes of one house: one for quick bots, and some for those that search."""

    def __init__(self, many: int | None = None, patience: float = PATIENCE, memory: int = MEMORY) -> None:
        many = many or max(1, (os.cpu_count() or 2) - 1)
        self._quick = [Thinker(patience, memory)]
        self._strong = [Thinker(patience, memory) for _ in range(many)]
        self.all: Final = (*self._quick, *self._strong)
        self._free: dict[bool, asyncio.Queue[Thinker]] = {True: asyncio.Queue(), False: asyncio.Queue()}
        for quick, thinkers in ((True, self._quick), (False, self._strong)):
            for thinker in thinkers:
                self._free[quick].put_nowait(thinker)

    async def choose(self, bot: str, view: View, legal: Sequence[int], luck: int, edition: str) -> int:
        """One of the legal actions; NoAnswer if the process did not live to tell."""
        free = self._free[bot in QUICK]
        thinker = await free.get()
        try:
            chosen = await thinker.ask(Question(bot, view, list(legal), luck, edition))
        finally:
            free.put_nowait(thinker)
        if chosen not in legal:
            raise NoAnswer(f"{bot} chose {chosen}, which is not legal")
        return chosen

    async def close(self) -> None:
        """End them all."""
        for thinker in self.all:
            await thinker.end()
