"""Looking at a game and acting in it. Moves and streams are in `live.py`; `document.py` describes them."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.enums import MediaType
from litestar.params import Parameter
from litestar.response import Response

from backroom.house.errors import Refused
from backroom.house.house import House
from backroom.house.tables import Table
from backroom.kernel.errors import IllegalMove
from backroom.kernel.words import Speaker
from backroom.web.access import Caller
from backroom.web.api.errors import MOVES, SIGHT, TABLE, errors
from backroom.web.api.tables import TableId
from backroom.web.frames import frame, legal
from backroom.web.live import Answer, Live, TakeBackIn
from backroom.web.problems import Problem, problem


class LegalOut(msgspec.Struct, frozen=True):
    """What your seat may do now."""

    version: int
    seat: int | None
    tokens: list[str]
    """Everything that is allowed; empty if the seat owes nothing."""


class WhyOut(msgspec.Struct, frozen=True):
    """Whether one move is allowed, and why not."""

    version: int
    token: str
    legal: bool
    problem: Problem | None
    """What the answer would be."""


class EventOut(msgspec.Struct, frozen=True):
    """Something that happened, as your seat saw it."""

    version: int
    event: dict[str, Any]
    text: str | None
    """The line of the log, in your language."""


class EventsOut(msgspec.Struct, frozen=True):
    """What happened, oldest first."""

    version: int
    events: list[EventOut]


class TakeBack(msgspec.Struct, forbid_unknown_fields=True):
    """Your own id for it, as for moves."""

    client: str


async def looking(house: House, caller: Caller, table: str) -> tuple[Table, int | None]:
    """The table and the caller's seat at it; Refused for who may not look."""
    viewer = await house.hall.watch(caller.who, table)
    viewer.close()
    return viewer.table, viewer.seat


@get(
    "/tables/{table:str}/view",
    summary="What you see",
    operation_id="view",
    responses=errors(*SIGHT),
    tags=["play"],
)
async def view(table: TableId, house: House, caller: Caller) -> Response[Any]:
    """Your seat's view, or a spectator's, with clocks and legal moves. The same bytes for the same version."""
    found, seat = await looking(house, caller, table)
    course, _ = found.shown_to(seat)
    return Response(found.present(seat, course, frame).view, media_type=MediaType.JSON)


@get(
    "/tables/{table:str}/legal",
    summary="What you may do",
    operation_id="legal",
    responses=errors(*SIGHT),
    tags=["play"],
)
async def what_is_legal(table: TableId, house: House, caller: Caller) -> LegalOut:
    """The tokens your seat may play."""
    found, seat = await looking(house, caller, table)
    course, _ = found.shown_to(seat)
    return LegalOut(course.version, seat, list(legal(course, seat)))


@get(
    "/tables/{table:str}/legal/{token:str}",
    summary="Whether you may",
    operation_id="why_not",
    responses=errors("not_your_seat", "no_such_move", "sign_in_first", *SIGHT),
    tags=["play"],
)
async def why_not(table: TableId, token: str, house: House, caller: Caller, live: Live) -> WhyOut:
    """Whether your seat may play this token now, and if not, why."""
    seat = await house.hall.seat_of(caller.person, table)
    found = await house.hall.tables.get(table)
    course = found.course
    game = course.state.setup.game
    reason = course.state.why_not(seat, game.action(token))
    if course.over and reason is None:
        told = problem(Refused("table_closed", "this game is over"), caller.language)
        return WhyOut(course.version, token, False, told)
    if reason is None:
        return WhyOut(course.version, token, True, None)
    names = (await live.look(table, caller.language)).names
    return WhyOut(course.version, token, False, problem(IllegalMove(reason), caller.language, game, names))


@post(
    "/tables/{table:str}/take-back",
    summary="Take back",
    operation_id="take_back",
    status_code=200,
    responses=errors("no_take_back", "nothing_to_take_back", "somebody_acted", "something_revealed", *MOVES),
    tags=["play"],
)
async def take_back(table: TableId, data: TakeBack, caller: Caller, live: Live) -> Answer:
    """Your own last decision, while nothing was revealed by it and nobody has acted since."""
    return Answer(await live.move(caller, table, TakeBackIn(data.client), "post"))


@get(
    "/tables/{table:str}/events",
    summary="What happened",
    operation_id="events",
    responses=errors(*SIGHT),
    tags=["play"],
)
async def events(
    table: TableId,
    house: House,
    caller: Caller,
    live: Live,
    after: Annotated[int, Parameter(ge=0, le=1_000_000, description="The version you know already.")] = 0,
) -> EventsOut:
    """Everything after a version that your seat, or a spectator, has seen."""
    found, seat = await looking(house, caller, table)
    course, _ = found.shown_to(seat)
    names = (await live.look(table, caller.language)).names
    speaker = Speaker(course.state.setup.game, caller.language, names)
    told = [
        EventOut(version, event.seen_by(seat), speaker.event(event, seat))
        for version, event in found.story(course)
        if version > after
    ]
    return EventsOut(course.version, told)


@get(
    "/tables/{table:str}/record",
    summary="The whole game",
    operation_id="record",
    media_type=MediaType.TEXT,
    responses=errors("not_over", *SIGHT, *TABLE),
    tags=["play"],
)
async def record(table: TableId, house: House, caller: Caller) -> Response[str]:
    """When it is over: a text that replays exactly, with the seed."""
    await looking(house, caller, table)
    return Response(str(await house.hall.record(table)), media_type=MediaType.TEXT)


ROUTES = [view, what_is_legal, why_not, take_back, events, record]
