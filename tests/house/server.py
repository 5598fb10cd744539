"""A PostgreSQL server of our own, on a free loopback port, in a folder that goes when it stops."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import asyncpg

from backroom.house.schema import Row
from backroom.house.store import make_engine, read_url, upgrade


class NoServer(Exception):
    """PostgreSQL is not here, or does not start."""


MISSING = (
    "The house's tests need PostgreSQL: install it as root with `apt-get install postgresql`, "
    "or leave them out and know it: -m 'not postgres'"
)


def server_programs() -> Path | None:
    """The folder of initdb and postgres: on the path, or where Debian keeps it beside psql."""
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    psql = shutil.which("psql")
    places = Path(psql).parents[1].glob("lib/postgresql/*/bin/initdb") if psql else iter(())
    return max((place.parent for place in places), default=None)


class Server:
    """A PostgreSQL server for this session."""

    def __init__(self) -> None:
        programs = server_programs()
        if programs is None:
            raise NoServer(MISSING)
        self.folder = Path(tempfile.mkdtemp(prefix="backroom-postgres-"))
        self.user: str | None = None
        if os.getuid() == 0:  # it refuses to run as root
            try:
                owner = pwd.getpwnam("postgres")
            except KeyError:
                raise NoServer(MISSING) from None
            self.user = owner.pw_name
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.programs = programs
        subprocess.run(
            [
                programs / "initdb", "-D", self.folder / "data", "-U", "backroom", "-A", "trust", "-E", "UTF8",
                "--no-locale", "-N",
            ],
            user=self.user, group=self.user, extra_groups=[] if self.user else None, cwd=self.folder,
            check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        self.process = self._started()
        self.made = 0
        asyncio.run(self._prepare())

    def _started(self) -> subprocess.Popen[bytes]:
        files = self.folder / "data"
        return subprocess.Popen(
            [
                self.programs / "postgres", "-D", files, "-p", str(self.port), "-k", "",
                "-c", "listen_addresses=127.0.0.1",
            ],
            user=self.user, group=self.user, extra_groups=[] if self.user else None, cwd=self.folder,
            stdout=subprocess.DEVNULL, stderr=(self.folder / "log").open("w"),
        )  # fmt: skip

    def crash(self) -> None:
        """Gone, with all its connections."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(20)

    def begin_again(self) -> None:
        """After a crash, at the same place with what was committed."""
        self.process = self._started()
        asyncio.run(self._answers())

    def dsn(self, name: str) -> str:
        return f"postgresql://backroom@127.0.0.1:{self.port}/{name}"

    def database(self) -> str:
        """The database with everything in it and nobody at it, by its URL: wiped, which is quicker than a new one."""
        asyncio.run(self._wipe())
        return self.dsn("house")

    def empty_database(self) -> str:
        """A new database with nothing in it."""
        self.made += 1
        name = f"empty_{self.made}"
        asyncio.run(self._execute(f"CREATE DATABASE {name}"))
        return self.dsn(name)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGQUIT)  # at once: nothing of it is kept
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    async def _execute(self, statement: str) -> None:
        connection = await asyncpg.connect(self.dsn("postgres"))
        await connection.execute(statement)
        await connection.close()

    async def _wipe(self) -> None:
        connection = await asyncpg.connect(self.dsn("house"))
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        for table in reversed(Row.metadata.sorted_tables):
            await connection.execute(f'DELETE FROM "{table.name}"')
        await connection.close()

    async def _prepare(self) -> None:
        await self._answers()
        await self._execute("CREATE DATABASE house")
        engine = make_engine(read_url(self.dsn("house")))
        await upgrade(engine)
        await engine.dispose()

    async def _answers(self) -> None:
        until = time.monotonic() + 30
        while True:
            try:
                await self._execute("SELECT 1")
                return
            except (OSError, asyncpg.CannotConnectNowError):
                if self.process.poll() is not None or time.monotonic() > until:
                    raise NoServer((self.folder / "log").read_text()) from None
                await asyncio.sleep(0.05)
