"""A backup made while people play has every move acknowledged before it, and the house goes on from it."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from backroom.house.log import Move
from backroom.house.store import Store
from tests.cli.terminal import run
from tests.cluster.crowd import Player, sent_as
from tests.house.loop import until
from tests.house.server import Server
from tests.web.clients import Client, table_of, until_over
from tests.web.serving import GENEROUS, serving

TABLES = 6


def test_a_file_of_sqlite_is_backed_up_while_people_play(tmp_path: Path) -> None:
    file, acknowledged = played_and_backed_up(tmp_path, {})
    again = tmp_path / "again"
    again.mkdir()
    shutil.copy(file, again / "house.sqlite")
    goes_on(again, f"sqlite:///{again / 'house.sqlite'}", acknowledged)


@pytest.mark.postgres
def test_a_database_of_postgres_is_backed_up_while_people_play(server: Server, tmp_path: Path) -> None:
    file, acknowledged = played_and_backed_up(tmp_path, {"BACKROOM_DATABASE": server.empty_database()})
    restored = server.empty_database()
    subprocess.run(["pg_restore", "--no-owner", "-d", restored, file], check=True)
    again = tmp_path / "again"
    again.mkdir()
    goes_on(again, restored, acknowledged)


def played_and_backed_up(tmp_path: Path, environment: dict[str, str]) -> tuple[Path, dict[tuple[str, int], str]]:
    """A backup made in the middle of an evening; and what was acknowledged before it began, by table and version."""
    folder = tmp_path / "house"
    folder.mkdir()
    file = tmp_path / "house.backup"
    with serving(folder, {**GENEROUS, **environment}) as house:
        people = [Client(house.address) for _ in range(4)]
        seats = [[people[at % 4], people[(at + 1) % 4]] for at in range(TABLES)]
        players = [
            Player(f"{at}.{seat}", each.token, table, [house.address], at * 2 + seat, pause=0.1)
            for at, some in enumerate(seats)
            for table in [table_of(*some)]
            for seat, each in enumerate(some)
        ]

        def told() -> dict[tuple[str, int], str]:
            return {
                (each.table, version): client
                for each in players
                for client, (version, _token) in each.acknowledged.items()
            }

        async def evening() -> dict[tuple[str, int], str]:
            playing = [asyncio.create_task(each.play()) for each in players]
            await until(lambda: len(told()) > 10 * TABLES, 60)
            before = told()
            given = ["--database", environment["BACKROOM_DATABASE"]] if environment else []
            result = await asyncio.to_thread(run, "admin", "backup", str(file), *given, "--json", data=folder)
            assert result.exit_code == 0, result.output
            assert json.loads(result.stdout)["bytes"] == file.stat().st_size
            await until(lambda: len(told()) > len(before), 30)  # people play on
            for each in playing:
                each.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            return before

        return file, asyncio.run(evening())


def goes_on(folder: Path, database: str, acknowledged: dict[tuple[str, int], str]) -> None:
    """The house opens from its backup, nothing acknowledged is missing, and games come to their end."""
    checked = run("admin", "check", "--database", database, "--json", data=folder)
    assert checked.exit_code == 0, checked.output
    found = json.loads(checked.stdout)
    assert found["tables"] == TABLES
    assert found["moves"] >= len(acknowledged)

    async def rows() -> list[Move]:
        store = await Store.open(database)
        tables = {table for table, _version in acknowledged}
        found = [row for table in sorted(tables) for row in await store.log.read(table)]
        await store.close()
        return found

    there = {(row.table, row.seq): sent_as(row) for row in asyncio.run(rows())}
    assert acknowledged.items() <= there.items()
    with serving(folder, {**GENEROUS, "BACKROOM_DATABASE": database}) as house:
        ann = Client(house.address)
        for table in {table for table, _version in acknowledged}:
            told = ann.get(f"/tables/{table}")
            assert told["status"] == "running"
            assert ann.get(f"/tables/{table}/view")["version"] >= max(
                version for each, version in acknowledged if each == table
            )
        more = table_of(ann, bots=1)
        asyncio.run(asyncio.wait_for(Player("ann", ann.token, more, [house.address], 1).play(), 60))
        until_over(ann, more)
