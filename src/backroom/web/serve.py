"""The server: one process of the house behind Uvicorn, until it is told to stop."""

from __future__ import annotations

import contextlib
import signal
import socket
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import msgspec
import uvicorn
from sqlalchemy.engine import make_url

from backroom.web.app import App, make_app
from backroom.web.line import HttpLine, SocketLine
from backroom.web.logs import open_log
from backroom.web.settings import Settings

PATIENCE: Final = 10
"""Seconds for what is on its way when the server stops."""
STOPPING: Final = (signal.SIGINT, signal.SIGTERM)


class Server(uvicorn.Server):
    """Uvicorn, with streams ended in good order, and a signal to stop as no accident."""

    def __init__(self, config: uvicorn.Config, app: App, opened: Callable[[], None]) -> None:
        super().__init__(config)
        self.app = app
        self.opened = opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
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


def listen(settings: Settings) -> socket.socket:
    """The socket; OSError if somebody has the port."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    return socket.create_server((settings.host, settings.port), family=family, backlog=2048)


def serve(settings: Settings, say: Callable[[str], None], browse: bool = False) -> None:
    """Serve until a signal says stop; `say` tells the address when the house is open."""
    open_log(settings.log)
    url = make_url(settings.database)
    if url.get_backend_name() == "sqlite" and url.database:
        Path(url.database).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with listen(settings) as line:
        here = msgspec.structs.replace(settings, port=line.getsockname()[1])

        def opened() -> None:
            say(here.address)
            if browse:
                webbrowser.open(here.address)

        make_server(here, opened).run(sockets=[line])
