"""Reminders by mail: the address, the page its link leads to, and hearing no more of it."""

from __future__ import annotations

import smtplib
from typing import Any

from litestar import get, post
from litestar.exceptions import NotFoundException
from litestar.response import Redirect, Response

from backroom.house.errors import Refused
from backroom.house.postman import Postman
from backroom.web.pages.room import one
from backroom.web.pages.shell import Ask, caller_of, go, page
from backroom.web.slow import Slow


def there(postman: Postman | None) -> Postman:
    """The postman, where the house has one."""
    if postman is None:
        raise NotFoundException
    return postman


@post("/settings/mail", include_in_schema=False)
async def ask(request: Ask, postman: Postman | None, slow: Slow) -> Redirect:
    """Keep an address, and ask there whether it is his."""
    caller = caller_of(request)
    who = caller.person
    slow.doors.take(caller.address)
    try:
        await there(postman).ask(who, one(await request.form(), "address"), caller.language)
    except (OSError, smtplib.SMTPException):
        await there(postman).forget(who.id)
        raise Refused("no_mail", "the mail server takes no letters now") from None
    return go("/settings")


@post("/settings/mail/forget", include_in_schema=False)
async def forget(request: Ask, postman: Postman | None) -> Redirect:
    """Forget the address."""
    await there(postman).forget(caller_of(request).person.id)
    return go("/settings")


def asked(request: Ask) -> tuple[str, str]:
    """Whose link this is, and what makes it good."""
    return request.query_params.get("who", ""), request.query_params.get("sign", "")


def leaf(request: Ask, purpose: str, **more: Any) -> Response[bytes]:
    """The page a link leads to."""
    who, sign = asked(request)
    return page(request, "mail.html", purpose=purpose, link={"who": who, "sign": sign}, **{"done": False, **more})


@get("/mail/{purpose:str}", include_in_schema=False)
async def opened(request: Ask, postman: Postman | None, purpose: str) -> Response[bytes]:
    """Nothing happens by looking: programs that read mail look at links, too."""
    if purpose not in ("confirm", "off"):
        raise NotFoundException
    await there(postman).check(purpose, *asked(request))
    return leaf(request, purpose)


@post("/mail/{purpose:str}", include_in_schema=False, status_code=200)
async def pressed(request: Ask, postman: Postman | None, purpose: str) -> Response[bytes]:
    """The address is his; or he hears no more, by the page's button or by his mail program's one click (RFC 8058)."""
    if purpose == "confirm":
        await there(postman).confirm(*asked(request))
    elif purpose == "off":
        await there(postman).off(*asked(request))
    else:
        raise NotFoundException
    return leaf(request, purpose, done=True)


ROUTES = [ask, forget, opened, pressed]
