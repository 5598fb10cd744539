"""Real databases for every test: a file of SQLite, and a PostgreSQL server."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from backroom.house.store import make_engine, read_url, upgrade
from tests.house.server import NoServer, Server


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    try:
        server = Server()
    except NoServer as error:
        pytest.fail(str(error), pytrace=False)
    yield server
    server.stop()


@pytest.fixture(scope="session")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of SQLite with everything in it, to copy."""

    async def make() -> None:
        engine = make_engine(read_url(f"sqlite:///{file}"))
        await upgrade(engine)
        await engine.dispose()

    file = tmp_path_factory.mktemp("pattern") / "house.sqlite"
    asyncio.run(make())
    return file


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database of this test's own, on either kind."""
    if request.param == "sqlite":
        file = tmp_path / "house.sqlite"
        shutil.copy(request.getfixturevalue("pattern"), file)
        return f"sqlite:///{file}"
    server: Server = request.getfixturevalue("server")
    return server.database()


@pytest.fixture
def postgres(server: Server) -> str:
    """The URL of the PostgreSQL database, wiped."""
    return server.database()
