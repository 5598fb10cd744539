"""The application of one process: a house that is open, and all ways into it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar, get
from litestar.datastructures import State
from litestar.di import Provide
from litestar.enums import MediaType
from litestar.response import Response
from litestar.types import Receive, Scope, Send
from sqlalchemy import text

from backroom.house.clerk import TROUBLE
from backroom.house.house import House
from backroom.web import pages
from backroom.web.settings import Settings


class App:
    """What Uvicorn calls."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.house: House
        """There while the application runs."""
        self.litestar = Litestar(
            [health, ready, *pages.ROUTES],
            lifespan=[self._opened],
            dependencies={
                "house": Provide(self._house, sync_to_thread=False),
                "settings": Provide(self._settings, sync_to_thread=False),
            },
            openapi_config=None,
            debug=False,
            logging_config=None,
            state=State({"app": self}),
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.litestar(scope, receive, send)

    async def wind_down(self) -> None:
        """No more news for anybody: streams end, so that the server can stop."""

    @asynccontextmanager
    async def _opened(self, _app: Litestar) -> AsyncIterator[None]:
        self.house = await House.open(self.settings.database)
        try:
            yield
        finally:
            await self.house.close()

    def _house(self) -> House:
        return self.house

    def _settings(self) -> Settings:
        return self.settings


def make_app(settings: Settings) -> App:
    """The application for Uvicorn, or any other ASGI server; its lifespan opens and closes the house."""
    return App(settings)


@get("/health", media_type=MediaType.TEXT, include_in_schema=False)
async def health() -> str:
    """The process is alive."""
    return "alive"


@get("/ready", media_type=MediaType.TEXT, include_in_schema=False)
async def ready(house: House) -> Response[str]:
    """The process can serve: its database answers."""
    try:
        async with house.store.reading() as session:
            await session.execute(text("SELECT 1"))
    except TROUBLE:
        return Response("the database does not answer", status_code=503, media_type=MediaType.TEXT)
    return Response("ready", media_type=MediaType.TEXT)
