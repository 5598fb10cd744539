"""The pages. The application takes from here their `ROUTES`, and how a problem looks (`problem_page`)."""

from __future__ import annotations

from collections.abc import Sequence

from litestar.types import ControllerRouterHandler

from backroom.web.pages import (
    files,
    hands,
    learn,
    lobby,
    mail,
    people,
    positions,
    profiles,
    push,
    room,
    rules,
    studies,
    tables,
    wishes,
)
from backroom.web.pages.shell import problem_page

__all__ = ["ROUTES", "problem_page"]

ROUTES: Sequence[ControllerRouterHandler] = [
    files.static,
    files.favicon,
    files.offline,
    files.worker,
    *lobby.ROUTES,
    *tables.ROUTES,
    *room.ROUTES,
    *hands.ROUTES,
    *people.ROUTES,
    *rules.ROUTES,
    *learn.ROUTES,
    *studies.ROUTES,
    *positions.ROUTES,
    *profiles.ROUTES,
    *wishes.ROUTES,
    *mail.ROUTES,
    *push.ROUTES,
]
