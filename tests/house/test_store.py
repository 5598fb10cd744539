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

from backroom.house.clerk import Clerk
from backroom.house.errors import Refused
from backroom.house.hall import Hall
from backroom.house.people import People
from backroom.house.schema import Person, Row, Secret
from backroom.house.sqlite import connect
from backroom.house.store import Store, make_engine, read_url, upgrade
from tests.house.loop import awaited
from tests.house.people import QUICK
from tests.house.server import Server


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
