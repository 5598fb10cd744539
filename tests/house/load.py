"""A process that writes as fast as it can and says what was acknowledged, until it is killed."""

from __future__ import annotations

import asyncio
import sys

from backroom.house.log import Move, now
from backroom.house.store import Store

SUBMITTERS = 40


async def submit(store: Store, table: str) -> None:
    seq = 0
    while True:
        seq += 1
        row = await store.log.append(Move(table, seq, seq % 4, "stay lay:boston:3", now(), f"client-{seq}"))
        sys.stdout.write(f"{row.table} {row.seq}\n")
        sys.stdout.flush()


async def main(where: str) -> None:
    store = await Store.open(where)
    await asyncio.gather(*(submit(store, f"table-{number}") for number in range(SUBMITTERS)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
