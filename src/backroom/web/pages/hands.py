"""Several people at one device: it goes from hand to hand, behind a curtain."""

from __future__ import annotations

from typing import Any

from litestar import get, post
from litestar.response import Redirect, Response
from msgspec import json

from backroom.house.errors import Refused
from backroom.house.hall import Sheet
from backroom.house.house import House
from backroom.house.people import Who
from backroom.kernel.registry import game as find_game
from backroom.web.access import HAND
from backroom.web.pages.looks import seat_names
from backroom.web.pages.room import number
from backroom.web.pages.shell import Ask, caller_of, go, packed, page


def keeper_of(request: Ask) -> Who | None:
    """Whose device this is."""
    caller = caller_of(request)
    return caller.keeper or caller.who


async def handing(request: Ask, house: House, sheet: Sheet) -> dict[str, Any]:
    """Who shares this device at a table, and which of them have something to decide."""
    keeper = keeper_of(request)
    names = await seat_names(house, sheet, caller_of(request).language)
    course = (await house.hall.tables.get(sheet.id)).course
    kept = [at for at, seat in enumerate(sheet.seats) if keeper is not None and seat.keeper == keeper.id]
    waiting = [] if course.over else list(course.state.waiting)
    wanted = [at for at in kept if at in waiting]
    return {
        "wanted": [(at, names[at]) for at in wanted],
        "others": [(at, names[at]) for at in kept if at not in wanted[:1]],
        "elsewhere": [names[at] for at in waiting if at not in kept],
        "version": course.version,
    }


async def curtain(request: Ask, house: House, sheet: Sheet) -> Response[bytes]:
    """Nothing but whom the device is for."""
    told = await handing(request, house, sheet)
    return page(request, "curtain.html", table=sheet.id, game=find_game(sheet.game), **told)


@get("/tables/{table:str}/curtain", include_in_schema=False)
async def wanted(request: Ask, house: House, table: str) -> Response[bytes]:
    """Whether somebody here has something to decide; for the script."""
    told = await handing(request, house, await house.hall.sheet(table))
    found = {"wanted": [at for at, _name in told["wanted"]], "version": told["version"]}
    return packed(request, json.encode(found), "application/json")


@post("/tables/{table:str}/hand", include_in_schema=False)
async def hand(request: Ask, house: House, table: str) -> Redirect:
    """The device is in this one's hands; without a seat the curtain falls."""
    form = await request.form()
    answer = go(f"/tables/{table}")
    if not form.get("seat"):
        answer.set_cookie(HAND, "", max_age=0, samesite="lax", httponly=True)
        return answer
    seat, keeper = number(form, "seat"), keeper_of(request)
    seats = await house.hall.seats(table)
    if keeper is None or seat >= len(seats) or seats[seat].keeper != keeper.id:
        raise Refused("not_your_seat", "you do not sit at this table")
    answer.set_cookie(HAND, f"{table}.{seat}", max_age=86_400, samesite="lax", httponly=True)
    return answer


ROUTES = [wanted, hand]
