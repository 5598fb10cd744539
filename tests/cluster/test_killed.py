"""A house whose processes are killed again and again while people play.

Nothing that was acknowledged is lost, nothing counts twice, and every game comes to its end.

`BACKROOM_CLUSTER_TABLES=100` plays a hundred tables instead of the thirty that CI has time for,
`BACKROOM_CLUSTER_PAUSE` asks for other seconds between two killings; `pytest -s` shows the figures.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections import Counter
from pathlib import Path

import httpx
import pytest

import backroom
from backroom.house.hall import Hall
from backroom.house.log import Move
from backroom.house.store import Store
from tests.cluster.crowd import Player, sent_as
from tests.cluster.houses import Houses
from tests.house.server import Server
from tests.web.clients import Client, table_of

TABLES = int(os.environ.get("BACKROOM_CLUSTER_TABLES", "30"))
PAUSE = float(os.environ.get("BACKROOM_CLUSTER_PAUSE", "0.7"))
PEOPLE = 12
THOUGHT = 0.08
"""Seconds for a move, so that the evening lasts on a fast machine, too."""
LONGEST = 600
"""Seconds, after which something hangs."""


@pytest.mark.postgres
def test_three_processes_on_postgres_are_killed_one_at_a_time(server: Server, tmp_path: Path) -> None:
    database = server.empty_database()
    houses = Houses(tmp_path, database, 3)
    try:
        evening(houses, database, TABLES)
    finally:
        houses.stop()
    assert min(houses.killed) >= 1, "each was killed"


def test_one_process_on_sqlite_is_killed_again_and_again(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'house.sqlite'}"
    houses = Houses(tmp_path, database, 1)
    try:
        evening(houses, database, max(1, TABLES // 3))
    finally:
        houses.stop()
    assert houses.killed[0] >= 3


def evening(houses: Houses, database: str, tables: int) -> None:
    """Play, kill, and look into the log afterwards."""
    people = [Client(houses.addresses[at % len(houses.addresses)], f"Person {at}") for at in range(PEOPLE)]
    players = [player for number in range(tables) for player in seated(number, people, houses.addresses)]
    began = time.monotonic()

    async def play() -> None:
        trouble = asyncio.create_task(houses.trouble(7, PAUSE))
        playing = asyncio.create_task(all_play(players))
        try:
            await asyncio.wait([playing, trouble], timeout=LONGEST, return_when=asyncio.FIRST_COMPLETED)
            assert not trouble.done(), trouble.exception()
            moves = sum(len(each.acknowledged) for each in players)
            assert playing.done(), f"{sum(houses.killed)} times killed, {moves} moves made, and still not over"
            playing.result()
        finally:
            playing.cancel()
            trouble.cancel()
            await asyncio.gather(playing, trouble, return_exceptions=True)

    asyncio.run(play())
    seconds = time.monotonic() - began
    rows = asyncio.run(whole(houses, database, {each.table for each in players}))
    acknowledged = sum(len(each.acknowledged) for each in players)
    for each in players:
        for client, (version, token) in each.acknowledged.items():
            row = rows[each.table, version]
            assert (sent_as(row), row.tokens) == (client, token), "what was acknowledged is there, and there once"
    written = Counter((row.table, sent_as(row)) for row in rows.values())
    assert max(written.values()) == 1
    theirs = {(each.table, client) for each in players for client in each.sent}
    refused = {(each.table, client) for each in players for client in each.refused}
    assert not refused & written.keys(), "what was refused is not there"
    known = {(each.table, client) for each in players for client in each.acknowledged}
    assert {each for each in written if each in theirs} == known, "and nothing else of theirs"
    assert not houses.complaints()
    sys.stdout.write(
        f"\n{tables} tables, {len(rows)} moves, {acknowledged} acknowledged to people in {seconds:.0f} s;"
        f" {sum(houses.killed)} processes killed; {sum(each.lines for each in players)} lines,"
        f" {sum(each.resent for each in players)} moves sent again\n"
    )  # fmt: skip


async def all_play(players: list[Player]) -> None:
    """Everybody, at every table."""
    await asyncio.gather(*(each.play() for each in players))


def seated(number: int, people: list[Client], addresses: list[str]) -> list[Player]:
    """A table, begun: mostly two at Boss, some with a bot beside them, some at Omerta."""
    kind = number % 10
    game, bots, options = "boss", int(kind in (1, 4)), {"first_player": "seat_1"}
    some = [people[(number + at) % PEOPLE] for at in range(2)]
    if kind == 7:
        game, options = "omerta", {"snap_mode": "commit"}
        some.append(people[(number + 2) % PEOPLE])
    table = table_of(*some, game=game, bots=bots, options=options)
    return [
        Player(f"{number}.{at}", each.token, table, addresses, number * 10 + at, THOUGHT)
        for at, each in enumerate(some)
    ]


async def whole(houses: Houses, database: str, tables: set[str]) -> dict[tuple[str, int], Move]:
    """All rows, when every table is over, has no hole, and replays to its end."""
    async with httpx.AsyncClient(base_url=f"{houses.addresses[0]}/api/v1") as http:
        for table in tables:
            for _ in range(200):
                if (await http.get(f"/tables/{table}")).json()["status"] == "over":
                    break
                await asyncio.sleep(0.1)
            else:
                raise AssertionError("a table is not over")
    store = await Store.open(database)
    hall = Hall(store)
    rows: dict[tuple[str, int], Move] = {}
    for table in sorted(tables):
        found = await store.log.read(table)
        assert [row.seq for row in found] == list(range(1, len(found) + 1)), "no hole"
        rows |= {(table, row.seq): row for row in found}
        record = backroom.Record.parse(str(await hall.record(table)))
        assert record.verify().over
    await store.close()
    return rows
