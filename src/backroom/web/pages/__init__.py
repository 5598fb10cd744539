"""The pages. `ROUTES` is all the application takes from here."""

from __future__ import annotations

from collections.abc import Sequence

from litestar import get
from litestar.enums import MediaType
from litestar.types import ControllerRouterHandler

from backroom.kernel.registry import game, games


@get("/", media_type=MediaType.HTML, include_in_schema=False)
async def index() -> str:
    """A plain index until there is a lobby."""
    names = "".join(f"<li>{game(name).title}</li>" for name in games())
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><title>Back Room</title>"
        f"<h1>Back Room</h1><ul>{names}</ul><p><a href=/api/v1>The API</a></p></html>"
    )


ROUTES: Sequence[ControllerRouterHandler] = [index]
