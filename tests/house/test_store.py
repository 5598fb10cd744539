"""Migrations give the schema the code believes in, on both databases, however many processes begin at once."""

from __future__ import annotations

import asyncio
import inspect
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, insert, select
from sqlalchemy import inspect as look_at
from sqlalchemy.exc import IntegrityError

from backroom.house import migrations
from backroom.house.clerk import Clerk
from backroom.house.errors import Refused
from backroom.house.hall import Hall
from backroom.house.people import People
from backroom.house.schema import Person, Row, SeatRow, Secret
from backroom.house.sqlite import connect
from backroom.house.store import Store, make_engine, read_url, upgrade
from tests.house.loop import awaited
from tests.house.people import QUICK
from tests.house.server import Server

VERSIONS = Path(migrations.__file__).parent / "versions"


def differences(connection: Connection) -> list[object]:
    return list(compare_metadata(MigrationContext.configure(connection), Row.metadata))


@awaited
async def test_the_migrations_give_just_what_the_schema_says(database: str) -> None:
    store = await Store.open(database)
    async with store.engine.connect() as connection:
        assert await connection.run_sync(differences) == []
        assert "moves" in await connection.run_sync(lambda at: look_at(at).get_table_names())
    await store.close()


def test_processes_that_begin_together_migrate_once(tmp_path: Path) -> None:
    begin_together(f"sqlite:///{tmp_path / 'new.sqlite'}")


@pytest.mark.postgres
def test_processes_that_begin_together_migrate_once_on_postgres(server: Server) -> None:
    begin_together(server.empty_database())


def begin_together(where: str) -> None:
    async def begin() -> None:
        engines = [make_engine(read_url(where)) for _ in range(4)]
        await asyncio.gather(*map(upgrade, engines))
        async with engines[0].connect() as connection:
            assert await connection.run_sync(differences) == []
        for engine in engines:
            await engine.dispose()

    asyncio.run(begin())


@awaited
async def test_a_cold_transaction_stands_or_falls_as_a_whole(database: str) -> None:
    store = await Store.open(database)

    async def fail_at_last() -> None:
        async with store.writing() as session:
            session.add(Person(id="ann", name="Ann", created=1))
            await session.flush()
            await session.execute(insert(Secret), [{"name": "a", "value": "1"}, {"name": "a", "value": "2"}])

    with pytest.raises(IntegrityError):
        await fail_at_last()
    async with store.reading() as session:
        assert (await session.scalars(select(Person))).all() == []
    await store.close()


@awaited
async def test_cold_writers_take_turns(database: str) -> None:
    store = await Store.open(database)
    async with store.writing() as session:
        session.add(Person(id="ann", name="Ann", created=0))

    async def count_up() -> None:
        for _ in range(10):
            async with store.writing() as session:
                person = await session.get_one(Person, "ann", with_for_update=True)
                person.created += 1

    await asyncio.gather(*(count_up() for _ in range(5)))
    async with store.reading() as session:
        assert (await session.get_one(Person, "ann")).created == 50
    await store.close()


@awaited
async def test_who_is_cancelled_in_a_transaction_leaves_no_lock_behind(tmp_path: Path, pattern: Path) -> None:
    file = tmp_path / "house.sqlite"
    file.write_bytes(pattern.read_bytes())
    store = await Store.open(f"sqlite:///{file}")
    people = People(store, hasher=QUICK)
    rival = connect(file)
    rival.execute("BEGIN IMMEDIATE")
    coming = asyncio.create_task(people.guest("Bob"))
    await asyncio.sleep(0.2)  # he waits for the rival now
    coming.cancel()
    await asyncio.gather(coming, return_exceptions=True)
    rival.execute("ROLLBACK")
    await asyncio.wait_for(people.guest("Ann"), 10)
    await store.quiet()
    rival.execute("BEGIN IMMEDIATE")
    assert sorted(rival.execute("SELECT name FROM people")) == [("Ann",), ("Bob",)], "what was begun was done"
    rival.close()
    await store.close()


def test_every_method_with_a_transaction_is_carried_out_to_its_end() -> None:
    for kind in (Hall, People, Clerk):
        for name, method in inspect.getmembers(kind, inspect.iscoroutinefunction):
            body = inspect.getsource(inspect.unwrap(method))
            if "store.writing()" in body or "store.reading()" in body:
                assert hasattr(method, "__wrapped__"), f"{kind.__name__}.{name} is not @whole"


@pytest.mark.parametrize("where", ["", "nonsense", "mysql://here/house", "sqlite://", "sqlite:///:memory:"])
def test_what_is_no_database_of_ours_is_refused(where: str) -> None:
    with pytest.raises(Refused):
        read_url(where)


RELEASED = ("0001", "0002", "0003", "0004", "0005", "0006")
"""Every revision of the schema that was ever given away."""


@pytest.mark.parametrize("revision", RELEASED)
def test_a_house_of_an_earlier_release_is_brought_up_to_date_with_all_that_is_in_it(
    tmp_path: Path, revision: str
) -> None:
    earlier_release(f"sqlite:///{tmp_path / 'old.sqlite'}", revision)


@pytest.mark.postgres
@pytest.mark.parametrize("revision", RELEASED)
def test_a_house_of_an_earlier_release_is_brought_up_to_date_on_postgres(server: Server, revision: str) -> None:
    earlier_release(server.empty_database(), revision)


def earlier_release(where: str, revision: str) -> None:
    """Filled as that release filled it, by plain statements: the schema's classes are today's."""

    async def begin() -> None:
        engine = make_engine(read_url(where))
        await upgrade(engine, revision)
        async with engine.begin() as connection:
            for statement in FILLED:
                await connection.exec_driver_sql(statement)
            if revision >= "0002":
                await connection.exec_driver_sql("UPDATE seats SET began = person_id")
        await engine.dispose()
        store = await Store.open(where)
        async with store.engine.connect() as connection:
            assert await connection.run_sync(differences) == []
        hall = Hall(store)
        sheet = await hall.sheet("t1")
        assert [seat.person for seat in sheet.seats] == ["ann", None]
        assert [(row.seq, row.tokens) for row in await store.log.read("t1")] == [(1, "stay"), (2, "lay:boston:3")]
        async with store.reading() as session:
            assert [row.began for row in await session.scalars(select(SeatRow).order_by(SeatRow.seat))] == ["ann", None]
        await store.close()

    asyncio.run(begin())


FILLED = (
    "INSERT INTO people (id, name, created, epoch) VALUES ('ann', 'Ann', 5, 0)",
    "INSERT INTO editions (sha256, game, text) VALUES ('e1', 'boss', 'text')",
    "INSERT INTO tables (id, game, rules, edition, options, seats, seed, tempo, visibility, take_back, spectators,"
    " status, host_id, created, started) VALUES ('t1', 'boss', '1', 'e1', '{}', 2, '7',"
    """ '{"kind": "live", "move": 30000}', 'public', true, 0, 'running', 'ann', 5, 6)""",
    "INSERT INTO seats (table_id, seat, person_id, bot, abandoned) VALUES ('t1', 0, 'ann', NULL, false)",
    "INSERT INTO seats (table_id, seat, person_id, bot, abandoned) VALUES ('t1', 1, NULL, 'random', false)",
    "INSERT INTO moves (table_id, seq, seat, tokens, at, client) VALUES ('t1', 1, 0, 'stay', 7, 'a')",
    "INSERT INTO moves (table_id, seq, seat, tokens, at, client) VALUES ('t1', 2, 0, 'lay:boston:3', 8, 'b')",
    "INSERT INTO due (table_id, at) VALUES ('t1', 9)",
)


def test_every_revision_is_tried() -> None:
    found = sorted(each.stem[1:5] for each in VERSIONS.glob("m*.py"))
    assert found == list(RELEASED)
