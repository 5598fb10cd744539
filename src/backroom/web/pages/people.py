"""Oneself: a name, a passphrase for it, signing in elsewhere, keys for programs, leaving."""

from __future__ import annotations

from typing import Any

from litestar import get, post
from litestar.response import Redirect, Response

from backroom.house.house import House
from backroom.web.access import Access
from backroom.web.pages.room import one
from backroom.web.pages.shell import Ask, caller_of, go, page

ME = "/people/me"


@get(ME, include_in_schema=False)
async def me(request: Ask, house: House) -> Response[bytes]:
    """Who I am in this house."""
    return await shown(request, house)


async def shown(request: Ask, house: House, **more: Any) -> Response[bytes]:
    """The page about oneself."""
    who = caller_of(request).who
    tokens = await house.people.tokens(who.id) if who is not None else []
    return page(request, "me.html", tokens=[token for token in tokens if not token.revoked], **{"fresh": "", **more})


@post("/people/name", include_in_schema=False)
async def name(request: Ask, house: House, access: Access) -> Redirect:
    """Another name; for nobody yet, the first one."""
    wanted = one(await request.form(), "name")
    who = caller_of(request).who
    answer = go(ME)
    if who is None:
        cookie, _proof = await access.welcome(await house.people.guest(wanted))
        answer.set_cookie(cookie)
    else:
        await house.people.rename(who.id, wanted)
    return answer


@post("/people/claim", include_in_schema=False)
async def claim(request: Ask, house: House) -> Redirect:
    """From now on this name is mine alone."""
    await house.people.claim(caller_of(request).person.id, one(await request.form(), "passphrase"))
    return go(ME)


@post("/people/sign-in", include_in_schema=False)
async def sign_in(request: Ask, house: House, access: Access) -> Redirect:
    """Be somebody whose name is claimed."""
    form = await request.form()
    who = await house.people.sign_in(one(form, "name"), one(form, "passphrase"))
    cookie, _proof = await access.welcome(who)
    answer = go("/")
    answer.set_cookie(cookie)
    return answer


@post("/people/sign-out", include_in_schema=False)
async def sign_out(request: Ask, house: House, access: Access) -> Redirect:
    """This browser forgets me; with `everywhere` all do."""
    if one(await request.form(), "everywhere"):
        await house.people.sign_out_everywhere(caller_of(request).person.id)
    answer = go("/")
    answer.set_cookie(access.goodbye())
    return answer


@post("/people/passphrase", include_in_schema=False)
async def passphrase(request: Ask, house: House, access: Access) -> Redirect:
    """Another passphrase; all other browsers have to sign in again."""
    form = await request.form()
    who = await house.people.change_passphrase(caller_of(request).person.id, one(form, "old"), one(form, "passphrase"))
    cookie, _proof = await access.welcome(who)
    answer = go(ME)
    answer.set_cookie(cookie)
    return answer


@post("/people/tokens", include_in_schema=False)
async def give_token(request: Ask, house: House) -> Response[bytes]:
    """A new key for a program; told this once."""
    who = caller_of(request).person
    note, text = await house.people.give_token(who.id, one(await request.form(), "name"))
    return await shown(request, house, fresh=text, fresh_name=note.name)


@post("/people/tokens/revoke", include_in_schema=False)
async def revoke(request: Ask, house: House) -> Redirect:
    """From now on nobody gets in with it."""
    await house.people.revoke(caller_of(request).person.id, one(await request.form(), "token"))
    return go(ME)


@post("/people/leave", include_in_schema=False)
async def leave(request: Ask, house: House, access: Access) -> Redirect:
    """Leave for good."""
    await house.goodbye(caller_of(request).person)
    answer = go("/")
    answer.set_cookie(access.goodbye())
    return answer


ROUTES = [me, name, claim, sign_in, sign_out, passphrase, give_token, revoke, leave]
