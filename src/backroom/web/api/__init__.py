"""The API for programs, `/api/v1`. The application takes `ROUTER` from here; `live.py` serves moves and streams."""

from __future__ import annotations

from typing import Final

from litestar import Router

from backroom.web.api import document, games, people, play, tables, talk

ROUTER: Final = Router(
    "/api/v1",
    route_handlers=[*document.ROUTES, *games.ROUTES, *people.ROUTES, *tables.ROUTES, *play.ROUTES, *talk.ROUTES],
)
