"""Opening tables, sitting down, getting up."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from litestar import get, post, put
from litestar.params import Parameter

from backroom.house.hall import Wanted
from backroom.house.house import House
from backroom.web.access import Caller
from backroom.web.api.errors import CHANGES, PERSON, TABLE, errors
from backroom.web.api.people import TablesOut
from backroom.web.api.shapes import TableIn, TableOut, one_table, table_out
from backroom.web.slow import Slow

DOES: Final = (*PERSON, *CHANGES, *TABLE)

TableId = Annotated[str, Parameter(description="A table's id.")]
SeatNumber = Annotated[int, Parameter(description="A seat, counted from 0.")]


class JoinIn(msgspec.Struct, forbid_unknown_fields=True):
    """Where you want to sit; without a seat, on the first that is free."""

    seat: int | None = None


class BotIn(msgspec.Struct, forbid_unknown_fields=True):
    """A bot's name, or null to send it away."""

    bot: Annotated[str, msgspec.Meta(max_length=40)] | None


@get("/tables", summary="The lobby", operation_id="lobby", responses=errors(), tags=["tables"])
async def lobby(house: House, caller: Caller) -> TablesOut:
    """The public tables that wait for people or are being played, newest first."""
    return TablesOut([await table_out(house.people, each, caller.who) for each in await house.hall.lobby()])


@post(
    "/tables",
    summary="Open a table",
    operation_id="create_table",
    responses=errors(
        "no_such_game", "bad_seats", "bad_option", "bad_edition", "no_such_bot", "two_seats", "bad_delay", "bad_tempo",
        *PERSON, *CHANGES,
    ),
    tags=["tables"],
)  # fmt: skip
async def create(data: TableIn, house: House, caller: Caller, slow: Slow) -> TableOut:
    """You are its host."""
    who = caller.person
    slow.tables.take(who.id)
    wanted = Wanted(
        game=data.game,
        seats=tuple(data.seats),
        tempo=data.tempo.tempo(),
        options=data.options,
        edition=data.edition,
        visibility=data.visibility,
        take_back=data.take_back,
        advice=data.advice,
        spectators=data.delay * 1_000 if data.spectators else None,
    )
    return await one_table(house.hall, house.people, await house.hall.create(who, wanted), who)


@get("/tables/{table:str}", summary="One table", operation_id="table", responses=errors(*TABLE), tags=["tables"])
async def sheet(table: TableId, house: House, caller: Caller) -> TableOut:
    """Who knows its id may read it. The seed is there when the game is over."""
    return await one_table(house.hall, house.people, table, caller.who)


@post(
    "/tables/{table:str}/join",
    summary="Sit down",
    operation_id="join",
    status_code=200,
    responses=errors("seated_already", "no_free_seat", "already_started", *DOES),
    tags=["tables"],
)
async def join(table: TableId, data: JoinIn, house: House, caller: Caller) -> TableOut:
    """At a table that waits for people."""
    await house.hall.join(caller.person, table, data.seat)
    return await one_table(house.hall, house.people, table, caller.who)


@post(
    "/tables/{table:str}/leave",
    summary="Get up",
    operation_id="leave",
    status_code=200,
    responses=errors("not_your_seat", "already_started", *DOES),
    tags=["tables"],
)
async def leave(table: TableId, house: House, caller: Caller) -> TableOut:
    """Before the game begins. A table whose host leaves goes to who sits there still, or is closed."""
    await house.hall.leave(caller.person, table)
    return await one_table(house.hall, house.people, table, caller.who)


@put(
    "/tables/{table:str}/seats/{seat:int}/bot",
    summary="A bot sits down",
    operation_id="seat_bot",
    responses=errors("no_free_seat", "no_such_bot", "already_started", "not_the_host", *DOES),
    tags=["tables"],
)
async def seat_bot(table: TableId, seat: SeatNumber, data: BotIn, house: House, caller: Caller) -> TableOut:
    """The host gives a free seat to a bot, or sends the bot away again."""
    await house.hall.seat_bot(caller.person, table, seat, data.bot)
    return await one_table(house.hall, house.people, table, caller.who)


@post(
    "/tables/{table:str}/start",
    summary="Begin the game",
    operation_id="start",
    status_code=200,
    responses=errors(
        "seats_open", "already_started", "not_the_host", "rules_changed", "edition_unfit", "opening_unfit", *DOES
    ),
    tags=["tables"],
)
async def start(table: TableId, house: House, caller: Caller) -> TableOut:
    """The host begins when all seats are taken."""
    await house.hall.start(caller.person, table)
    return await one_table(house.hall, house.people, table, caller.who)


@post(
    "/tables/{table:str}/seats/{seat:int}/take-over",
    summary="Take a seat over",
    operation_id="take_over",
    status_code=200,
    responses=errors("seated_already", "not_abandoned", "not_running", *DOES),
    tags=["tables"],
)
async def take_over(table: TableId, seat: SeatNumber, house: House, caller: Caller) -> TableOut:
    """Sit down where somebody has left a running game."""
    await house.hall.take_over(caller.person, table, seat)
    return await one_table(house.hall, house.people, table, caller.who)


@post(
    "/tables/{table:str}/resign",
    summary="Leave a running game",
    operation_id="resign",
    status_code=200,
    responses=errors("not_your_seat", "not_running", *DOES),
    tags=["tables"],
)
async def resign(table: TableId, house: House, caller: Caller) -> TableOut:
    """A bot plays on for you; somebody else may take the seat over."""
    await house.hall.resign(caller.person, table)
    return await one_table(house.hall, house.people, table, caller.who)


@post(
    "/tables/{table:str}/abort",
    summary="Break off",
    operation_id="abort",
    status_code=200,
    responses=errors("not_the_host", "table_closed", "log_unavailable", *DOES),
    tags=["tables"],
)
async def abort(table: TableId, house: House, caller: Caller) -> TableOut:
    """The host closes the table, before the game or in it."""
    await house.hall.abort(caller.person, table)
    return await one_table(house.hall, house.people, table, caller.who)


@post(
    "/tables/{table:str}/rematch",
    summary="Once more",
    operation_id="rematch",
    status_code=200,
    responses=errors("not_your_seat", "not_over", "bad_edition", "bad_option", "no_such_game", *DOES),
    tags=["tables"],
)
async def rematch(table: TableId, house: House, caller: Caller) -> TableOut:
    """The same table again with everybody one seat further; the same one for all who ask."""
    again = await house.hall.rematch(caller.person, table)
    return await one_table(house.hall, house.people, again, caller.who)


ROUTES = [lobby, create, sheet, join, leave, seat_bot, start, take_over, resign, abort, rematch]
