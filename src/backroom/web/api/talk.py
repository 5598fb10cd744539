"""Talk at a table."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import delete, get, post, put

from backroom.house.errors import Refused
from backroom.house.house import House
from backroom.web.access import Caller
from backroom.web.api.errors import TABLE, errors
from backroom.web.api.shapes import LineOut, line_out
from backroom.web.api.tables import DOES, TableId


class SayIn(msgspec.Struct, forbid_unknown_fields=True):
    """A line, 1 to 500 characters."""

    text: Annotated[str, msgspec.Meta(max_length=2_000)]


class TalkOut(msgspec.Struct, frozen=True):
    """What was said last, oldest first."""

    lines: list[LineOut]


@get(
    "/tables/{table:str}/talk",
    summary="What was said",
    operation_id="talk",
    responses=errors("no_spectators", *TABLE),
    tags=["talk"],
)
async def talk(table: TableId, house: House, caller: Caller) -> TalkOut:
    """Where nobody may look on, only those who sit there may listen."""
    sheet = await house.hall.sheet(table)
    if sheet.spectators is None and (caller.who is None or sheet.seat_of(caller.who.id) is None):
        raise Refused("no_spectators", "at this table nobody may look on")
    return TalkOut([await line_out(house.people, each) for each in await house.hall.talk(table)])


@post(
    "/tables/{table:str}/talk",
    summary="Say something",
    operation_id="say",
    responses=errors("bad_line", "muted", "too_fast", "not_your_seat", *DOES),
    tags=["talk"],
)
async def say(table: TableId, data: SayIn, house: House, caller: Caller) -> LineOut:
    """At the table you sit at."""
    return await line_out(house.people, await house.hall.say(caller.person, table, data.text))


@delete(
    "/tables/{table:str}/talk/{line:str}",
    summary="Delete a line",
    operation_id="delete_line",
    responses=errors("no_such_line", "not_the_host", *DOES),
    tags=["talk"],
)
async def delete_line(table: TableId, line: str, house: House, caller: Caller) -> None:
    """The host takes its words away."""
    await house.hall.delete_line(caller.person, table, line)


@put(
    "/tables/{table:str}/mutes/{person:str}",
    summary="Mute somebody",
    operation_id="mute",
    status_code=204,
    responses=errors("not_the_host", "no_such_person", *DOES),
    tags=["talk"],
)
async def mute(table: TableId, person: str, house: House, caller: Caller) -> None:
    """The host asks somebody to be silent at this table."""
    if await house.people.find(person) is None:
        raise Refused("no_such_person", "there is no such person")
    await house.hall.mute(caller.person, table, person)


@delete(
    "/tables/{table:str}/mutes/{person:str}",
    summary="Let somebody talk again",
    operation_id="unmute",
    responses=errors("not_the_host", *DOES),
    tags=["talk"],
)
async def unmute(table: TableId, person: str, house: House, caller: Caller) -> None:
    """The other way round."""
    await house.hall.mute(caller.person, table, person, silent=False)


ROUTES = [talk, say, delete_line, mute, unmute]
