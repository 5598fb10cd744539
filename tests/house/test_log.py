"""The log keeps what it acknowledges, once, whatever happens to the process or to the line."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random

import asyncpg
import pytest

from backroom.house.errors import LogUnavailable, SeqTaken
from backroom.house.log import Log, Move
from backroom.house.postgres import CHANNEL, NEWS, PostgresLog
from backroom.house.sqlite import SqliteLog
from backroom.house.store import Store
from tests.house.loop import awaited, until


def move(table: str, seq: int, client: str = "", seat: int = 0, tokens: str = "stay") -> Move:
    return Move(table, seq, seat, tokens, 1_000 + seq, client or f"{table}-{seq}")


async def outcome(log: Log, wanted: Move) -> Move | type[SeqTaken]:
    try:
        return await log.append(wanted)
    except SeqTaken:
        return SeqTaken


@awaited
async def test_a_move_comes_back_as_it_was_written(database: str) -> None:
    store = await Store.open(database)
    written = [
        Move("t", 1, 0, "send:boston:1v2r lay:boston:3", 1_700_000_000_123, "c"),
        Move("t", 2, -1, "time_up", 1_700_000_000_124, "'; --"),
        Move("u", 1, 3, "ходи", 5, "клієнт"),
    ]
    assert [await store.log.append(row) for row in written] == written
    assert await store.log.read("t") == written[:2]
    assert await store.log.read("t", 1) == written[1:2]
    assert await store.log.read("u") == written[2:]
    assert await store.log.read("nowhere") == []
    await store.close()


@awaited
async def test_a_number_is_given_once_and_a_conflict_fails_alone(database: str) -> None:
    store = await Store.open(database)
    await store.log.append(move("t", 1, "first"))
    rows = await asyncio.gather(
        outcome(store.log, move("s", 1)),
        outcome(store.log, move("t", 1, "second")),
        outcome(store.log, move("t", 2, "third")),
        outcome(store.log, move("t", 2, "fourth")),
        outcome(store.log, move("u", 1)),
    )
    assert list(rows) == [move("s", 1), SeqTaken, move("t", 2, "third"), SeqTaken, move("u", 1)]
    assert await store.log.read("t") == [move("t", 1, "first"), move("t", 2, "third")]
    assert store.log.batches == 2
    await store.close()


@awaited
async def test_sent_twice_it_counts_once_and_the_first_row_is_the_answer(database: str) -> None:
    store = await Store.open(database)
    first = move("t", 1, "mine", seat=2)
    await store.log.append(first)
    await store.log.append(move("t", 2, "yours"))
    again = await asyncio.gather(
        store.log.append(move("t", 3, "mine", seat=2)),
        store.log.append(move("t", 1, "mine", seat=2)),
        store.log.append(move("t", 3, "next")),
        store.log.append(move("t", 4, "next")),
        store.log.append(move("u", 1, "mine")),  # an id is a table's own
    )
    assert list(again) == [first, first, move("t", 3, "next"), move("t", 3, "next"), move("u", 1, "mine")]
    assert [row.seq for row in await store.log.read("t")] == [1, 2, 3]
    await store.close()


@awaited
async def test_under_load_moves_share_commits(database: str) -> None:
    store = await Store.open(database)

    async def submit(table: str) -> None:
        for seq in range(1, 26):
            await store.log.append(move(table, seq))

    await asyncio.gather(*(submit(f"table-{number}") for number in range(40)))
    assert store.log.written == 1_000
    assert store.log.batches <= 200, "forty submitters at once must share their commits"
    await store.close()


@awaited
async def test_two_writers_race_and_exactly_one_wins_each_number(database: str) -> None:
    ours, theirs = await Store.open(database), await Store.open(database)
    tables = [f"table-{number}" for number in range(12)]
    meet = {table: asyncio.Barrier(2) for table in tables}
    won: dict[tuple[str, int], list[str]] = {}

    async def race(log: Log, name: str, table: str) -> None:
        pace = Random(f"{name} {table}")
        for seq in range(1, 31):
            await meet[table].wait()  # otherwise who is ahead once stays ahead
            await asyncio.sleep(pace.random() * 0.003)
            row = await outcome(log, move(table, seq, f"{name}-{seq}"))
            if isinstance(row, Move):
                won.setdefault((table, seq), []).append(row.client)

    await asyncio.gather(*(race(ours.log, "ours", table) for table in tables),
                         *(race(theirs.log, "theirs", table) for table in reversed(tables)))  # fmt: skip
    assert len(won) == 12 * 30
    for table in tables:
        rows = await ours.log.read(table)
        assert [(row.seq, [row.client]) for row in rows] == [(seq, won[table, seq]) for seq in range(1, 31)]
    clients = {names[0].partition("-")[0] for names in won.values()}
    assert clients == {"ours", "theirs"}, "a race that only one side ever wins proves nothing"
    await ours.close()
    await theirs.close()


def test_killed_in_mid_load_no_acknowledged_move_is_lost_and_none_is_there_twice(database: str) -> None:
    process = subprocess.Popen([sys.executable, "-m", "tests.house.load", database], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    seen = [process.stdout.readline() for _ in range(4_000)]
    process.send_signal(signal.SIGKILL)
    seen += process.stdout.read().splitlines(keepends=True)  # what was on its way to us was acknowledged too
    process.wait()
    acknowledged = {(line.split()[0], int(line.split()[1])) for line in seen if line.endswith("\n")}
    assert len(acknowledged) >= 4_000

    async def check() -> None:
        store = await Store.open(database)
        kept = set()
        for table in {table for table, _ in acknowledged}:
            rows = await store.log.read(table)
            assert [row.seq for row in rows] == list(range(1, len(rows) + 1)), "a hole, or a move twice"
            assert len({row.client for row in rows}) == len(rows)
            kept |= {(table, row.seq) for row in rows}
        assert acknowledged <= kept
        await store.close()

    asyncio.run(check())


@awaited
async def test_closing_writes_what_was_handed_over_and_takes_no_more(database: str) -> None:
    store = await Store.open(database)
    pending = [store.log.append(move("t", seq)) for seq in range(1, 1_200)]
    await store.log.close()
    assert [row.result().seq for row in pending] == list(range(1, 1_200))
    with pytest.raises(LogUnavailable, match="closing"):
        await store.log.append(move("t", 1_200))
    await store.engine.dispose()


@awaited
async def test_a_database_that_does_not_answer_is_said_to_be_so_and_the_log_goes_on_after_it(
    tmp_path: Path, pattern: Path
) -> None:
    file = tmp_path / "house.sqlite"
    file.write_bytes(pattern.read_bytes())
    log = await SqliteLog.open(file)
    spoiler = sqlite3.connect(file)
    spoiler.execute("ALTER TABLE moves RENAME TO hidden")
    spoiler.commit()
    with pytest.raises(LogUnavailable, match="no such table"):
        await log.append(move("t", 1))
    with pytest.raises(LogUnavailable, match="no such table"):
        await log.read("t")
    spoiler.execute("ALTER TABLE hidden RENAME TO moves")
    spoiler.commit()
    assert await log.append(move("t", 1)) == move("t", 1)
    spoiler.close()
    await log.close()


@pytest.mark.postgres
@awaited
async def test_a_cut_line_loses_nothing_and_doubles_nothing(postgres: str) -> None:
    log = await PostgresLog.open(postgres)
    knife = await asyncpg.connect(postgres)
    done, cuts = 0, 0

    async def submit(table: str) -> None:
        nonlocal done
        for seq in range(1, 41):
            assert await log.append(move(table, seq)) == move(table, seq)
            done += 1

    async def cut(after: int) -> None:
        nonlocal cuts
        await until(lambda: done >= after, 60)
        found = 0
        while not found:  # between two lines there is nothing to cut
            found = await knife.fetchval(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%INSERT INTO moves%'"
            )
        cuts += found

    async def cut_again_and_again() -> None:
        for after in (100, 300, 500, 700):
            await cut(after)

    await asyncio.gather(cut_again_and_again(), *(submit(f"table-{number}") for number in range(20)))
    assert cuts >= 4
    for number in range(20):
        assert await log.read(f"table-{number}") == [move(f"table-{number}", seq) for seq in range(1, 41)]
    await knife.close()
    await log.close()


@pytest.mark.postgres
@awaited
async def test_processes_hear_each_others_moves_and_not_their_own(postgres: str) -> None:
    ours, theirs = await PostgresLog.open(postgres), await PostgresLog.open(postgres)
    heard: list[Move] = []
    gaps: list[int] = []
    news: list[str] = []
    await ours.listen(heard.append, lambda: gaps.append(1), news.append)
    await ours.append(move("t", 1))
    longest = move("t", 2, "c" * 64, tokens="ї" * 1_900)
    await theirs.append(longest)
    await theirs.append(move("t", 3))
    knife = await asyncpg.connect(postgres)
    await knife.execute("SELECT pg_notify($1, $2)", NEWS, f"{ours.origin} own")
    await knife.execute("SELECT pg_notify($1, 'another t')", NEWS)
    await knife.close()
    await until(lambda: len(heard) >= 2 and news == ["t"])
    assert heard == [longest, move("t", 3)]
    assert gaps == []
    await ours.close()
    await theirs.close()


@pytest.mark.postgres
@awaited
async def test_a_listener_that_was_cut_off_listens_again_and_says_it_may_have_missed_something(postgres: str) -> None:
    ours, theirs = await PostgresLog.open(postgres), await PostgresLog.open(postgres)
    heard: list[Move] = []
    gaps: list[int] = []
    news: list[str] = []
    await ours.listen(heard.append, lambda: gaps.append(1), news.append)
    knife = await asyncpg.connect(postgres)
    await knife.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND query LIKE 'LISTEN%'"
    )
    await until(lambda: gaps == [1])
    await theirs.append(move("t", 1))
    await until(lambda: heard == [move("t", 1)])
    await knife.execute(f"NOTIFY {CHANNEL}, 'something else altogether'")
    await until(lambda: gaps == [1, 1])
    assert heard == [move("t", 1)]
    await knife.close()
    await ours.close()
    await theirs.close()


@pytest.mark.postgres
@awaited
async def test_a_server_that_is_not_there_is_said_to_be_so() -> None:
    with pytest.raises(LogUnavailable, match="cannot be written or read now"):
        await PostgresLog.open("postgresql://backroom@127.0.0.1:1/house")
