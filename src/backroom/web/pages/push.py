"""A browser that wants to be told of turns while no page is open, or no more; for the script."""

from __future__ import annotations

from litestar import post
from litestar.exceptions import NotFoundException
from litestar.response import Response

from backroom.house.push import Browser, Push
from backroom.web.pages.room import one
from backroom.web.pages.shell import Ask, caller_of


@post("/push", include_in_schema=False, status_code=204)
async def subscribe(request: Ask, push: Push | None) -> Response[None]:
    """Tell this browser."""
    if push is None:
        raise NotFoundException
    form, caller = await request.form(), caller_of(request)
    browser = Browser(one(form, "endpoint"), one(form, "p256dh"), one(form, "auth"))
    await push.subscribe(caller.person, browser, caller.language)
    return Response(None, status_code=204)


@post("/push/forget", include_in_schema=False, status_code=204)
async def forget(request: Ask, push: Push | None) -> Response[None]:
    """Tell it nothing more. Its address is known to itself alone, so nobody else can say this of it."""
    if push is None:
        raise NotFoundException
    await push.forget(one(await request.form(), "endpoint"))
    return Response(None, status_code=204)


ROUTES = [subscribe, forget]
