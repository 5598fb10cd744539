"""Two windows of one person move at the same instant, thousands of times: one wins, the other hears of it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

import backroom
from backroom.house.house import House
from tests.house.loop import until
from tests.house.server import Server
from tests.web.clients import Client, table_of
from tests.web.serving import GENEROUS, opened

RACES = int(os.environ.get("BACKROOM_RACES", "2000"))


class Window:
    """One of two windows: a socket, or requests."""

    def __init__(self, client: Client, table: str, name: str) -> None:
        self.client = client
        self.table = table
        self.name = name
        self.frames: asyncio.Queue[Any] = asyncio.Queue()
        self.answers: asyncio.Queue[Any] = asyncio.Queue()
        self.seen: Any = None

    @property
    def version(self) -> int:
        return -1 if self.seen is None else int(self.seen["version"])

    async def read(self, line: Any) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for message in line:
                told = json.loads(message)
                if told["type"] == "view":
                    self.frames.put_nowait(told)
                elif told["type"] in ("done", "problem"):
                    self.answers.put_nowait(told)


async def both(windows: list[Window], after: int) -> Any:
    """The newest version, when both windows show it and it is newer than that one."""
    while True:
        for each in windows:
            while not each.frames.empty():
                each.seen = each.frames.get_nowait()
        behind = min(windows, key=lambda each: each.version)
        if behind.version == max(each.version for each in windows) > after:
            return behind.seen
        behind.seen = await asyncio.wait_for(behind.frames.get(), 30)


async def race(client: Client, table: str, rng: Random, asks: Sequence[httpx.AsyncClient], came: Counter[str]) -> None:
    """One person's two windows at a table, each at a process of the house, until the game is over."""
    async with client.socket(table, str(asks[0].base_url)) as one, client.socket(table, str(asks[1].base_url)) as two:
        windows = [Window(client, table, "a"), Window(client, table, "b")]
        readers = [asyncio.create_task(each.read(line)) for each, line in zip(windows, (one, two), strict=True)]
        lines = (one, two)
        done = -1
        while True:
            frame = await both(windows, done)
            if frame["over"]:
                break
            done = frame["version"]
            if not frame["legal"]:
                continue
            version = frame["version"]
            moves = [
                {
                    "tokens": [rng.choice(frame["legal"])],
                    "client": f"{client.id[:8]}{each.name}{version}",
                    "seen": version,
                }
                for each in windows
            ]
            if rng.random() < 0.7:
                await asyncio.gather(
                    *(line.send(json.dumps({"type": "move", **move})) for line, move in zip(lines, moves, strict=True))
                )
                answers = [await asyncio.wait_for(each.answers.get(), 30) for each in windows]
                told = [answer.get("problem", {}).get("code", "done") for answer in answers]
            else:
                url = f"/tables/{table}/moves"
                posted = await asyncio.gather(
                    *(ask.post(url, json=move, headers=client.headers) for ask, move in zip(asks, moves, strict=True))
                )
                told = [each.json().get("code", "done") for each in posted]
                assert [each.status_code for each in posted] == [200 if code == "done" else 409 for code in told]
            came["races"] += 1
            came["won"] += told.count("done")
            came[" ".join(sorted(told))] += 1
        for reader in readers:
            reader.cancel()


@pytest.mark.parametrize("game", ["boss", "omerta"])
def test_one_of_two_moves_at_the_same_instant_wins(tmp_path: Path, game: str) -> None:
    came: Counter[str] = Counter()

    async def evening() -> None:
        async with opened(tmp_path, GENEROUS) as (server, address):
            await all_race(server.app.house, [address, address], game, came)

    asyncio.run(asyncio.wait_for(evening(), 300))
    settled(game, came)


@pytest.mark.postgres
@pytest.mark.parametrize("game", ["boss", "omerta"])
def test_one_of_two_moves_at_the_same_instant_wins_through_two_processes(
    server: Server, tmp_path: Path, game: str
) -> None:
    """Two houses on one database that know of each other only by it."""
    came: Counter[str] = Counter()
    settings = {**GENEROUS, "BACKROOM_DATABASE": server.empty_database()}

    async def evening() -> None:
        async with opened(tmp_path, settings) as (first, here), opened(tmp_path, settings) as (_second, there):
            await all_race(first.app.house, [here, there], game, came)

    asyncio.run(asyncio.wait_for(evening(), 300))
    settled(game, came)


async def all_race(house: House, addresses: list[str], game: str, came: Counter[str]) -> None:
    """Three people race against themselves at four tables at a time; then the log is looked at."""
    ann, bob, cid = await asyncio.gather(*(asyncio.to_thread(Client, addresses[0]) for _ in range(3)))
    tables: list[str] = []
    async with (
        httpx.AsyncClient(base_url=f"{addresses[0]}/api/v1", timeout=30) as one,
        httpx.AsyncClient(base_url=f"{addresses[1]}/api/v1", timeout=30) as two,
    ):
        while came["races"] < RACES // 4:
            some = await asyncio.to_thread(
                lambda: [table_of(ann, bob, cid, game=game, take_back=False) for _ in range(4)]
            )
            tables += some
            await asyncio.gather(
                *(
                    race(person, table, Random(f"{table}{person.id}"), (one, two), came)
                    for table in some
                    for person in (ann, bob, cid)
                )
            )
    rows = []
    for table in tables:
        found = await house.hall.tables.get(table)
        await until(lambda found=found: found.course.over)  # type: ignore[misc]  # bound at once
        rows += [row for row in await house.store.log.read(table) if row.seat >= 0]
        assert backroom.Record.parse(str(await house.hall.record(table))).verify().over
    assert len({(row.table, row.client) for row in rows}) == len(rows)
    assert len(rows) == came["won"], "every move that was called made is written down once, and no other"


def settled(game: str, came: Counter[str]) -> None:
    """How the races ended."""
    sys.stdout.write(f"\n{game}: {came['races']} races, {came['won']} won\n")
    assert came["races"] >= RACES // 4
    assert came["won"] == came["done stale"], "never both"
    lost_to_others = came["stale stale"]  # where all decide at once, somebody else may have been quicker than both
    assert came["won"] + lost_to_others == came["races"], came
    assert game != "boss" or not lost_to_others, "one at a time: exactly one won each time"
