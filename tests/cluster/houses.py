"""Processes of a house that are killed and started again, one at a time."""

from __future__ import annotations

import asyncio
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from tests.web.serving import GENEROUS, start


class Houses:
    """Some processes on one database, each at an address that stays."""

    def __init__(self, folder: Path, database: str, many: int) -> None:
        self.folders = [folder / str(number) for number in range(many)]
        for each in self.folders:
            each.mkdir()
        self.environment = {**GENEROUS, "BACKROOM_DATABASE": database, "BACKROOM_LOG": "json"}
        with ThreadPoolExecutor(many) as together:
            self.running = list(together.map(lambda each: start(each, self.environment), self.folders))
        self.addresses = [each.address for each in self.running]
        self.killed = [0] * many

    def kill_and_start_again(self, number: int) -> None:
        """At once and without a word; and again at the same address."""
        self.running[number].process.send_signal(signal.SIGKILL)
        self.running[number].process.wait()
        self.killed[number] += 1
        port = int(self.addresses[number].rpartition(":")[2])
        self.running[number] = start(self.folders[number], self.environment, port)

    async def trouble(self, luck: int, pause: float) -> None:
        """One after the other, until cancelled."""
        rng = Random(luck)
        while True:
            await asyncio.sleep(rng.uniform(0.5, 1.5) * pause)
            number = min(range(len(self.killed)), key=lambda each: (self.killed[each], rng.random()))
            await asyncio.to_thread(self.kill_and_start_again, number)  # its thread is waited for, cancelled or not

    def stop(self) -> None:
        """All of them; those that were never killed in good order."""
        for each in self.running:
            if each.process.poll() is None:
                each.stop()

    def complaints(self) -> list[str]:
        """Lines of their logs that tell of an error of the program."""
        return [
            line for each in self.running for line in each.said().splitlines() if "request failed" in line
        ]  # fmt: skip
