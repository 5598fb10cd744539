"""The server: one process of the house behind Uvicorn, until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import fcntl
import gc
import signal
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import msgspec
import uvicorn
from alembic.util.exc import CommandError
from asyncpg import PostgresError
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from backroom.house.errors import LogUnavailable, Refused
from backroom.house.keeping import place_of
from backroom.house.store import Store, read_url
from backroom.web.app import App, make_app
from backroom.web.line import HttpLine, SocketLine
from backroom.web.logs import open_log
from backroom.web.settings import Settings

PATIENCE: Final = 10
"""Seconds for what is on its way when the server stops."""
STOPPING: Final = (signal.SIGINT, signal.SIGTERM)
NEARBY: Final = 20
"""So many ports are tried where nobody asked for a certain one."""
LITTER: Final = (20_000, 20, 50)
"""When the collector of cycles looks: a move makes a thousand objects that go by themselves, and thousands of tables
stay. Python's usual 700 has it go over all of them again and again, and nobody moves for tens of milliseconds."""


class OpenAlready(Exception):
    """Another process has this house open, at this address."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


class Server(uvicorn.Server):
    """Uvicorn, with streams ended in good order, and a signal to stop as no accident."""

    def __init__(self, config: uvicorn.Config, app: App, opened: Callable[[], None]) -> None:
        super().__init__(config)
        self.app = app
        self.opened = opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.collect()
        gc.freeze()  # what is there now stays to the end
        gc.set_threshold(*LITTER)
        if self.started:
            self.opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.app.wind_down()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {each: signal.signal(each, self.handle_exit) for each in STOPPING}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)


def make_server(settings: Settings, opened: Callable[[], None] = lambda: None) -> Server:
    """The server, not yet running."""
    app = make_app(settings)
    config = uvicorn.Config(
        app,
        loop="uvloop",
        http=HttpLine,
        ws=SocketLine,
        ws_max_size=settings.limits.body,
        ws_per_message_deflate=False,  # costs more than it saves on a few kilobytes, and memory per client
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        timeout_graceful_shutdown=PATIENCE,
    )
    return Server(config, app, opened)


def listen(settings: Settings, ports: int = 1) -> socket.socket:
    """The socket, on the first of so many ports that is free; OSError if somebody has them."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    for port in range(settings.port, settings.port + ports - 1):
        try:
            return socket.create_server((settings.host, port), family=family, backlog=2048)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
    return socket.create_server((settings.host, settings.port + ports - 1), family=family, backlog=2048)


def serve(settings: Settings, say: Callable[[str], None], nearby: bool = False) -> None:
    """Serve until a signal says stop; `say` tells the address when the house is open.

    With `nearby` the next free port will do. OpenAlready if another process has this house's file.
    """
    open_log(settings.log)
    read_url(settings.database)
    with contextlib.ExitStack() as held:
        door_plate = held.enter_context(alone(settings.database))
        line = held.enter_context(listen(settings, NEARBY if nearby else 1))
        here = msgspec.structs.replace(settings, port=line.getsockname()[1])
        door_plate(here.address)
        asyncio.run(found(settings.database))
        make_server(here, lambda: say(here.address)).run(sockets=[line])


async def found(database: str) -> None:
    """Open the database and leave it again: what is wrong with it is said in a sentence, before anybody comes."""
    try:
        store = await Store.open(database)
    except (OSError, SQLAlchemyError, CommandError, LogUnavailable, PostgresError) as error:
        why = str(getattr(error, "orig", error)).splitlines()[0]
        if isinstance(error, CommandError):
            why = "a newer program than this one has had it open"
        raise Refused(
            "no_house", f"the house's database {place_of(database)} cannot be opened: {why.rstrip('.')}"
        ) from None
    await store.close()


@contextlib.contextmanager
def alone(database: str) -> Iterator[Callable[[str], None]]:
    """Have a SQLite file for oneself, as long as this lasts; gives what writes down where we are found."""
    url = make_url(database)
    if url.get_backend_name() != "sqlite" or not url.database:
        yield lambda _address: None
        return
    file = Path(url.database)
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    file.touch(mode=0o600)  # what cookies are signed with is in it; a file that is there stays as it is
    with file.with_suffix(".open").open("a+", encoding="utf-8") as plate:
        try:
            fcntl.flock(plate, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            plate.seek(0)
            raise OpenAlready(plate.read().strip()) from None

        def write(address: str) -> None:
            plate.truncate(0)
            plate.write(address + "\n")
            plate.flush()

        write("")
        yield write
