"""Migrations give the schema the code believes in, on both databases, however many processes begin at once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, insert, inspect, select
from sqlalchemy.exc import IntegrityError

from backroom.house.errors import Refused
from backroom.house.schema import Person, Row, Secret
from backroom.house.store import Store, make_engine, read_url, upgrade
from tests.house.loop import awaited
from tests.house.server import Server


def differences(connection: Connection) -> list[object]:
    return list(compare_metadata(MigrationContext.configure(connection), Row.metadata))


@awaited
async def test_the_migrations_give_just_what_the_schema_says(database: str) -> None:
    store = await Store.open(database)
    async with store.engine.connect() as connection:
        assert await connection.run_sync(differences) == []
        assert "moves" in await connection.run_sync(lambda at: inspect(at).get_table_names())
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


@pytest.mark.parametrize("where", ["", "nonsense", "mysql://here/house", "sqlite://", "sqlite:///:memory:"])
def test_what_is_no_database_of_ours_is_refused(where: str) -> None:
    with pytest.raises(Refused):
        read_url(where)
