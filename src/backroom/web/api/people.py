"""Coming in, being known again, going; and tokens for programs."""

from __future__ import annotations

import msgspec
from litestar import delete, get, patch, post
from litestar.response import Response

from backroom.house.errors import Refused
from backroom.house.house import House
from backroom.house.people import TokenNote, Who
from backroom.web.access import Access, Caller
from backroom.web.api.errors import CHANGES, PERSON, errors
from backroom.web.api.shapes import Name, Passphrase, Somebody, TableOut, somebody, table_out
from backroom.web.slow import Slow


class GuestIn(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody new. With `token` the answer holds a token for a program of that name, and no cookie is set."""

    name: Name
    token: Name | None = None


class SignIn(msgspec.Struct, forbid_unknown_fields=True):
    """A claimed name and its passphrase; `token` as for guests."""

    name: Name
    passphrase: Passphrase
    token: Name | None = None


class Me(msgspec.Struct, frozen=True):
    """Who you are here."""

    id: str
    name: str
    claimed: bool
    csrf: str
    """For callers with a cookie: to be sent as `X-CSRF-Token` with everything that is not GET. Empty for tokens."""
    token: str | None = None
    """Told this once: `Authorization: Bearer …`."""


class Rename(msgspec.Struct, forbid_unknown_fields=True):
    """Another name for a guest."""

    name: Name


class Claim(msgspec.Struct, forbid_unknown_fields=True):
    """The passphrase that makes the name yours alone."""

    passphrase: Passphrase


class Change(msgspec.Struct, forbid_unknown_fields=True):
    """Another passphrase."""

    old: Passphrase
    new: Passphrase


class TokenIn(msgspec.Struct, forbid_unknown_fields=True):
    """A new token, with a name to tell it from others."""

    name: Name


class TokenOut(msgspec.Struct, frozen=True):
    """A new token, told this once."""

    id: str
    name: str
    created: int
    token: str


class TokensOut(msgspec.Struct, frozen=True):
    """Your tokens, the revoked ones too."""

    tokens: list[TokenNote]


class TablesOut(msgspec.Struct, frozen=True):
    """Tables, newest first."""

    tables: list[TableOut]


async def welcomed(house: House, access: Access, who: Who, token: str | None, status: int) -> Response[Me]:
    """Somebody who has just come in: known by a cookie from now on, or by a token."""
    if token is not None:
        _, secret = await house.people.give_token(who.id, token)
        return Response(Me(who.id, who.name, who.claimed, "", secret), status_code=status)
    cookie, csrf = await access.welcome(who)
    return Response(Me(who.id, who.name, who.claimed, csrf), status_code=status, cookies=[cookie])


@post(
    "/guests",
    summary="Come in as a guest",
    operation_id="guest",
    responses=errors("bad_name", "name_taken", *CHANGES),
    tags=["people"],
)
async def guest(data: GuestIn, house: House, access: Access, caller: Caller, slow: Slow) -> Response[Me]:
    """A new person with a name nobody has claimed; known by a cookie, or by a token if you ask for one."""
    slow.doors.take(caller.address)
    return await welcomed(house, access, await house.people.guest(data.name), data.token, 201)


@post(
    "/session",
    summary="Sign in",
    operation_id="sign_in",
    responses=errors("wrong_sign_in", "too_many_tries", "bad_name", *CHANGES),
    tags=["people"],
)
async def sign_in(data: SignIn, house: House, access: Access, caller: Caller, slow: Slow) -> Response[Me]:
    """Be the person of a claimed name, on another machine for example."""
    slow.passphrases.take(caller.address)
    return await welcomed(house, access, await house.people.sign_in(data.name, data.passphrase), data.token, 201)


@delete(
    "/session", summary="Sign out here", operation_id="sign_out", responses=errors(*CHANGES), tags=["people"],
)  # fmt: skip
async def sign_out(access: Access, caller: Caller) -> Response[None]:
    """This browser is nobody again. A guest whose name is not claimed cannot come back as the same person."""
    return Response(None, status_code=204, cookies=[access.goodbye()])


@delete(
    "/sessions",
    summary="Sign out everywhere",
    operation_id="sign_out_everywhere",
    responses=errors(*PERSON, *CHANGES),
    tags=["people"],
)
async def sign_out_everywhere(house: House, access: Access, caller: Caller) -> Response[None]:
    """No cookie given out before is good any more. Tokens stay; revoke them one by one."""
    await house.people.sign_out_everywhere(caller.person.id)
    return Response(None, status_code=204, cookies=[access.goodbye()])


@get("/me", summary="Who you are", operation_id="me", responses=errors(*PERSON), tags=["people"])
async def me(caller: Caller) -> Me:
    """The person the cookie or token stands for."""
    who = caller.person
    return Me(who.id, who.name, who.claimed, caller.csrf)


@patch(
    "/me",
    summary="Another name",
    operation_id="rename",
    responses=errors("bad_name", "name_taken", "name_claimed", *PERSON, *CHANGES),
    tags=["people"],
)
async def rename(data: Rename, house: House, caller: Caller) -> Me:
    """A guest calls himself something else; a claimed name stays."""
    who = await house.people.rename(caller.person.id, data.name)
    return Me(who.id, who.name, who.claimed, caller.csrf)


@post(
    "/me/claim",
    summary="Claim your name",
    operation_id="claim",
    status_code=200,
    responses=errors("bad_passphrase", "name_taken", "name_claimed", *PERSON, *CHANGES),
    tags=["people"],
)
async def claim(data: Claim, house: House, caller: Caller, slow: Slow) -> Me:
    """From now on the name is yours alone, and you can sign in elsewhere."""
    slow.passphrases.take(caller.address)
    who = await house.people.claim(caller.person.id, data.passphrase)
    return Me(who.id, who.name, who.claimed, caller.csrf)


@post(
    "/me/passphrase",
    summary="Another passphrase",
    operation_id="change_passphrase",
    status_code=200,
    responses=errors("bad_passphrase", "wrong_sign_in", *PERSON, *CHANGES),
    tags=["people"],
)
async def change_passphrase(data: Change, house: House, access: Access, caller: Caller, slow: Slow) -> Response[Me]:
    """Everybody who is signed in as you has to sign in again; this browser need not."""
    slow.passphrases.take(caller.address)
    who = await house.people.change_passphrase(caller.person.id, data.old, data.new)
    if caller.by == "token":
        return Response(Me(who.id, who.name, who.claimed, ""), status_code=200)
    return await welcomed(house, access, who, None, 200)


@delete(
    "/me", summary="Leave for good", operation_id="leave_house", responses=errors(*PERSON, *CHANGES), tags=["people"]
)
async def leave(house: House, access: Access, caller: Caller) -> Response[None]:
    """You get up everywhere, leave running games to bots, and are forgotten."""
    await house.goodbye(caller.person)
    return Response(None, status_code=204, cookies=[access.goodbye()])


@get("/me/tables", summary="Your tables", operation_id="my_tables", responses=errors(*PERSON), tags=["people"])
async def my_tables(house: House, caller: Caller) -> TablesOut:
    """The tables at which you sit."""
    who = caller.person
    return TablesOut([await table_out(house.people, each, who) for each in await house.hall.tables_of(who.id)])


@get("/me/tokens", summary="Your tokens", operation_id="tokens", responses=errors(*PERSON), tags=["people"])
async def tokens(house: House, caller: Caller) -> TokensOut:
    """Their names, never themselves."""
    return TokensOut(await house.people.tokens(caller.person.id))


@post(
    "/me/tokens",
    summary="A new token",
    operation_id="give_token",
    responses=errors("bad_name", *PERSON, *CHANGES),
    tags=["people"],
)
async def give_token(data: TokenIn, house: House, caller: Caller, slow: Slow) -> TokenOut:
    """For a program that plays as you. It is told this once."""
    slow.doors.take(caller.key)
    note, secret = await house.people.give_token(caller.person.id, data.name)
    return TokenOut(note.id, note.name, note.created, secret)


@delete(
    "/me/tokens/{token:str}",
    summary="Revoke a token",
    operation_id="revoke_token",
    responses=errors("no_such_token", *PERSON, *CHANGES),
    tags=["people"],
)
async def revoke(token: str, house: House, caller: Caller) -> None:
    """From now on nobody gets in with it."""
    await house.people.revoke(caller.person.id, token)


@get(
    "/people/{person:str}",
    summary="A person",
    operation_id="person",
    responses=errors("no_such_person"),
    tags=["people"],
)
async def one_person(person: str, house: House) -> Somebody:
    """What everybody may know of somebody."""
    found = await somebody(house.people, person)
    if not found.name:
        raise Refused("no_such_person", "there is no such person")
    return found


ROUTES = [
    guest, sign_in, sign_out, sign_out_everywhere, me, rename, claim, change_passphrase, leave, my_tables, tokens,
    give_token, revoke, one_person,
]  # fmt: skip
