"""How fast the log takes moves, and how long a submitter waits for the commit: `python -m bench.log [SECONDS]`.

Eighty submitters, each with a table of its own, each handing over its next move when the last is committed; on the
disk of the folder for temporary files. PostgreSQL is a server of its own on loopback, with Debian's settings.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from tests.house.server import NoServer, Server

from backroom.house.log import Log, Move, now
from backroom.house.store import Store

SUBMITTERS = 80


async def measure(where: str, seconds: float) -> str:
    """One line of figures for a database."""
    store = await Store.open(where)
    waits: list[float] = []
    until = time.perf_counter() + seconds
    await asyncio.gather(*(submit(store.log, f"table-{number}", until, waits) for number in range(SUBMITTERS)))
    waits.sort()
    line = (
        f"{len(waits) / seconds:8,.0f} moves/s  p50 {waits[len(waits) // 2] * 1e3:5.2f} ms"
        f"  p99 {waits[len(waits) * 99 // 100] * 1e3:5.2f} ms"
        f"  {store.log.written / store.log.batches:4.1f} moves a commit"
    )
    await store.close()
    return line


async def submit(log: Log, table: str, until: float, waits: list[float]) -> None:
    """One move after the other until the time is up."""
    seq = 0
    while (begun := time.perf_counter()) < until:
        seq += 1
        await log.append(Move(table, seq, 0, "send:boston:1v2r lay:boston:3", now(), f"{table}-{seq}"))
        waits.append(time.perf_counter() - begun)


def main() -> None:
    """Both databases, one after the other."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    with tempfile.TemporaryDirectory() as folder:
        print("SQLite, WAL, synchronous=FULL ", asyncio.run(measure(f"sqlite:///{Path(folder) / 'log'}", seconds)))
    try:
        server = Server()
    except NoServer as error:
        sys.exit(str(error))
    try:
        print("PostgreSQL                    ", asyncio.run(measure(server.database(), seconds)))
    finally:
        server.stop()


if __name__ == "__main__":
    main()
