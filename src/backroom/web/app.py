"""The application of one process: a house that is open, and all ways into it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import cache
from typing import Any

from litestar import Litestar, Request, get
from litestar.di import Provide
from litestar.enums import MediaType
from litestar.exceptions import NotFoundException
from litestar.response import Response
from sqlalchemy import text

from backroom.house.clerk import TROUBLE
from backroom.house.house import House
from backroom.house.postman import Postman
from backroom.house.push import Push
from backroom.house.turns import Channel, Turns
from backroom.kernel.registry import game as find_game
from backroom.kernel.registry import games
from backroom.web import pages
from backroom.web.access import Access, Caller, Scope
from backroom.web.api import ROUTER
from backroom.web.api.document import CONFIG
from backroom.web.bodies import Receive, Send, told_as
from backroom.web.door import Door, shown
from backroom.web.live import Live
from backroom.web.logs import failed
from backroom.web.metrics import Metrics, may_read
from backroom.web.moment import scene_of
from backroom.web.problems import problem
from backroom.web.reel import Reels
from backroom.web.settings import Settings
from backroom.web.slow import Slow
from backroom.web.tables import drawing_of


class App:
    """What Uvicorn calls."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.slow = Slow(settings.limits)
        self.reels = Reels()
        self.house: House
        self.access: Access
        self.live: Live
        self.turns: Turns
        self.postman: Postman | None = None
        self.push: Push | None = None
        """These are there while the application runs."""
        given: dict[str, Callable[..., Any]] = {
            "house": lambda: self.house,
            "settings": lambda: self.settings,
            "access": lambda: self.access,
            "live": lambda: self.live,
            "postman": lambda: self.postman,
            "push": lambda: self.push,
            "slow": lambda: self.slow,
            "reels": lambda: self.reels,
            "metrics": lambda: self.metrics,
            "caller": calling,
            "language": speaking,
        }
        self.litestar = Litestar(
            [health, ready, metrics, ROUTER, *pages.ROUTES],
            lifespan=[self._opened],
            dependencies={name: Provide(give, sync_to_thread=False) for name, give in given.items()},
            exception_handlers={Exception: amiss},
            openapi_config=CONFIG,
            request_max_body_size=settings.limits.body,
            debug=False,
            logging_config=None,
        )
        self.door = Door(settings, self.litestar, self.metrics)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self.door.http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.door.socket(scope, receive, send)
        else:
            inside: Any = self.litestar
            await inside(scope, receive, send)

    async def wind_down(self) -> None:
        """No more news for anybody: streams end, so that the server can stop."""
        await self.live.close()

    @asynccontextmanager
    async def _opened(self, _app: Litestar) -> AsyncIterator[None]:
        prepare()
        self.house = await House.open(self.settings.database)
        self.access = self.door.access = Access(self.settings, self.house.people)
        self.live = self.door.live = Live(self.settings, self.house, self.access, self.metrics)
        self.live.open()
        if self.settings.mail is not None:
            where = self.settings.address
            self.postman = Postman(self.house.store, self.settings.mail, self.settings.mail_from, where)
        if self.settings.push:
            self.push = Push(self.house.store, self.settings.contact)
            self.door.push = await self.push.public_key()
        channels: tuple[Channel | None, ...] = (self.push, self.postman)
        self.turns = Turns(self.house.hall, [each for each in channels if each is not None])
        self.turns.open()
        try:
            yield
        finally:
            await self.turns.close()
            await self.live.close()
            await self.house.close()


@cache
def prepare() -> None:
    """Draw every game once: what is read and computed only once, editions and the ground of a map among it, takes
    longer than anybody who has come should wait, or make others wait."""
    for name in games():
        with suppress(Exception):  # a game of another house that cannot be drawn says so at its table
            scene = scene_of(find_game(name).new(seed=1), None, "en", ())
            drawing_of(name).public(scene)
            drawing_of(name).private(scene)


def make_app(settings: Settings) -> App:
    """The application for Uvicorn, or any other ASGI server; its lifespan opens and closes the house."""
    return App(settings)


def calling(request: Request[Any, Any, Any]) -> Caller:
    """Who sends this request; the door has found out."""
    found: Caller = request.scope["state"]["caller"]
    return found


def speaking(caller: Caller) -> str:
    """His language."""
    return caller.language


def amiss(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Whatever a handler raised, as a problem."""
    scope: Scope = request.scope  # type: ignore[assignment]  # Litestar's is a TypedDict of the same
    told = problem(error, calling(request).language, request=scope["state"]["request"])
    if told.code in ("internal", "no_database"):
        failed(error, told.request)
    body, kind = shown(scope, told)
    headers = {name.decode(): value.decode() for name, value in told_as(told, kind)}
    return Response(body, status_code=told.status, headers=headers, media_type=kind)


@get("/health", media_type=MediaType.TEXT, include_in_schema=False)
async def health() -> str:
    """The process is alive."""
    return "alive"


@get("/ready", media_type=MediaType.TEXT, include_in_schema=False)
async def ready(house: House, live: Live) -> Response[str]:
    """The process can serve: its database answers, and it is not about to stop."""
    try:
        async with house.store.reading() as session:
            await session.execute(text("SELECT 1"))
    except TROUBLE:
        return Response("the database does not answer", status_code=503, media_type=MediaType.TEXT)
    if live.closing:
        return Response("closing", status_code=503, media_type=MediaType.TEXT)
    return Response("ready", media_type=MediaType.TEXT)


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
async def metrics(
    request: Request[Any, Any, Any], settings: Settings, metrics: Metrics, house: House
) -> Response[bytes]:
    """For Prometheus, where the settings allow it."""
    client = request.client
    if client is None or not may_read(client.host, settings.metrics):
        raise NotFoundException
    return Response(await metrics.text(house), media_type="text/plain; version=0.0.4; charset=utf-8")
