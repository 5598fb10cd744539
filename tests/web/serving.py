"""A real server for tests: `backroom serve` in a process of its own, on a free port of loopback."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from backroom.web.serve import Server, listen, make_server
from backroom.web.settings import from_environment

SRC: Final = Path(__file__).parents[2] / "src"
GENEROUS: Final = {"BACKROOM_LIMIT_REQUESTS": "0", "BACKROOM_LIMIT_MOVES": "0"}
"""Settings under which a test may ask as fast as it can."""


@dataclass
class Running:
    """A server that is up."""

    process: subprocess.Popen[str]
    address: str
    errors: Path

    def stop(self) -> int:
        """Ask it to stop, as a host would; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(20)
        finally:
            self.process.kill()
            self.process.wait()

    def said(self) -> str:
        """What it wrote to its log so far."""
        return self.errors.read_text(encoding="utf-8")


@contextmanager
def serving(folder: Path, environment: Mapping[str, str] = GENEROUS) -> Iterator[Running]:
    """A server over the database in this folder, stopped at the end."""
    running = start(folder, environment)
    try:
        yield running
    finally:
        if running.process.poll() is None:
            running.stop()


def start(folder: Path, environment: Mapping[str, str] = GENEROUS, port: int = 0) -> Running:
    """Start a server and wait until it is open."""
    errors = folder / "server.log"
    known = {name: value for name, value in os.environ.items() if not name.startswith("BACKROOM_")}
    process = subprocess.Popen(
        [sys.executable, "-m", "backroom", "serve", "--port", str(port), "--no-browser", "--data", str(folder)],
        env={**known, "PYTHONPATH": os.environ.get("PYTHONPATH", str(SRC)), **environment},
        stdout=subprocess.PIPE,
        stderr=errors.open("a"),
        text=True,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    if "http://" not in line:
        process.kill()
        process.wait()
        raise AssertionError(f"the server did not open: {line}{errors.read_text()}")
    return Running(process, "http://" + line.partition("http://")[2].split()[0], errors)


@asynccontextmanager
async def opened(folder: Path, environment: Mapping[str, str] = GENEROUS) -> AsyncIterator[tuple[Server, str]]:
    """A server in this very process, so that a test can reach behind it; and its address."""
    settings = from_environment({**environment, "BACKROOM_PORT": "0"}, folder)
    with listen(settings) as line:
        server = make_server(settings)
        serving = asyncio.create_task(server.serve(sockets=[line]))
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            yield server, f"http://127.0.0.1:{line.getsockname()[1]}"
        finally:
            server.should_exit = True
            await serving
