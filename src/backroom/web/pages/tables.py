"""Tables before the game: opening one, the seats, joining, starting."""

from __future__ import annotations

from typing import Any, Final

import segno
from litestar import get, post
from litestar.datastructures import FormMultiDict
from litestar.response import Redirect, Response
from markupsafe import Markup

from backroom.house.clocks import Tempo
from backroom.house.hall import STAND_IN, Sheet, Wanted
from backroom.house.house import House
from backroom.kernel.options import written
from backroom.kernel.registry import game as find_game
from backroom.web.access import Access
from backroom.web.company import USUAL, face, level, levels
from backroom.web.live import Live
from backroom.web.pages.hands import curtain
from backroom.web.pages.lobby import GUESTS, SOLO, guest, known
from backroom.web.pages.looks import (
    ADVICE,
    advice_told,
    option_told,
    options_told,
    seat_names,
    span,
    spectators_told,
    tempo_told,
    value_told,
)
from backroom.web.pages.room import around, number, one, room
from backroom.web.pages.shell import Ask, caller_of, go, packed, page, render
from backroom.web.settings import Settings

SECONDS: Final = (15, 30, 60, 120, 300, 900, 3600)
RESERVES: Final = (0, 60, 300, 900, 1800)
DAYS: Final = (1, 2, 3, 7, 14)
DELAYS: Final = (0, 30, 120, 600)
USUAL_SECONDS: Final = 120


@get("/tables/new/{game:str}", include_in_schema=False, sync_to_thread=False)
def new(request: Ask, game: str) -> Response[bytes]:
    """All there is to choose before a table is opened."""
    found = find_game(game)
    language = caller_of(request).language
    asked = request.query_params.get("seats", "")
    count = int(asked) if asked.isdecimal() and len(asked) < 3 and int(asked) in found.seats else found.usual_seats()
    options = [
        {
            "name": option.name,
            "told": option_told(game, option.name, language),
            "choices": [(written(each), value_told(game, option.name, each, language)) for each in option.choices],
            "least": option.least,
            "most": option.most,
            "default": written(option.default),
            "ruling": option.ruling,
        }
        for option in found.offers
    ]
    return page(
        request, "new.html", game=found, count=count, options=options,
        bots=levels(language), face=face, usual=USUAL,
        advice=[(each, advice_told(each, language)) for each in ADVICE], stand_in=level(STAND_IN, language),
        seconds=[(each, span(each, language)) for each in SECONDS],
        reserves=RESERVES, days=[(each, tempo_told(Tempo.by_mail(each), language)) for each in DAYS],
        delays=[(each, spectators_told(each * 1_000, language)) for each in DELAYS], usual_seconds=USUAL_SECONDS,
    )  # fmt: skip


@post("/tables", include_in_schema=False)
async def create(request: Ask, house: House, access: Access) -> Redirect:
    """Open a table as the form says."""
    form = await request.form()
    who = await guest(request, house, one(form, "name"))
    table = await house.hall.create(who, wanted(form))
    return await known(go(f"/tables/{table}"), access, request, who)


def wanted(form: FormMultiDict) -> Wanted:
    """The table a form describes. What is not in it is as usual; what cannot be is refused by the house."""
    game = find_game(one(form, "game"))
    count = game.check_seats(number(form, "seats"))
    seats = ["host", *(one(form, f"seat{at}") or "open" for at in range(1, count))]
    here = {at: one(form, f"here{at}") or GUESTS[at] for at in range(1, count) if seats[at] == "here"}
    if here and "open" not in seats:
        tempo = SOLO  # they sit together, so nobody is in a hurry
    elif one(form, "tempo") == "mail":
        tempo = Tempo.by_mail(number(form, "days"))
    else:
        tempo = Tempo.live(number(form, "seconds"), number(form, "reserve"))
    options = {option.name: option.read(one(form, f"option-{option.name}") or option.default) for option in game.offers}
    spectators = one(form, "spectators")
    asking = one(form, "advice")
    edition = one(form, "edition").replace("\r\n", "\n")
    return Wanted(
        game=game.name,
        seats=tuple(seats),
        tempo=tempo,
        options=options,
        here=here,
        edition=edition if edition.strip() else None,
        visibility="link" if one(form, "visibility") == "link" else "public",
        take_back=one(form, "take_back") == "on",
        advice="all" if asking == "all" else "none" if asking == "none" else "alone",
        spectators=None if spectators == "none" else (number(form, "spectators") if spectators else 0) * 1_000,
    )


@get("/tables/{table:str}", include_in_schema=False)
async def table_page(request: Ask, house: House, live: Live, settings: Settings, table: str) -> Response[bytes]:
    """A table: before its game, or with it."""
    sheet = await house.hall.sheet(table)
    if sheet.status == "open" or (sheet.status == "aborted" and sheet.started is None):
        return page(request, "waiting.html", **await waiting(request, house, settings, sheet))
    if caller_of(request).who is None and caller_of(request).keeper is not None:
        return await curtain(request, house, sheet)
    return await room(request, house, live, sheet)


@get("/tables/{table:str}/seats", include_in_schema=False)
async def seats(request: Ask, house: House, settings: Settings, table: str) -> Response[bytes]:
    """The seats of a table that waits; for the script. When the game has begun: nothing, and it loads the page."""
    sheet = await house.hall.sheet(table)
    if sheet.status != "open":
        return packed(request, b"", "text/html")
    text = render(request, "seats.html", **await waiting(request, house, settings, sheet))
    return packed(request, text.encode(), "text/html")


async def waiting(request: Ask, house: House, settings: Settings, sheet: Sheet) -> dict[str, Any]:
    """What is known of a table before its game."""
    caller = caller_of(request)
    language = caller.language
    names = await seat_names(house, sheet, language)
    me = sheet.seat_of(caller.who.id) if caller.who is not None else None
    link = f"{public_address(request, settings)}/tables/{sheet.id}"
    more = await around(request, house, sheet, me)
    return {
        **more,
        "table": sheet.id,
        "game": find_game(sheet.game),
        "seats": [
            {"at": at, "name": names[at], "free": seat.free, "me": at == me, "host": seat.person == sheet.host,
             "bot": level(seat.bot, language) if seat.bot else "", "face": face(seat.bot or "", at, "mid")}
            for at, seat in enumerate(sheet.seats)
        ],
        "seat": me,
        "free": sum(seat.free for seat in sheet.seats),
        "bots": levels(language),
        "usual": USUAL,
        "link": link,
        "qr": Markup(segno.make(link, micro=False).svg_inline(omitsize=True, border=2, dark="#221a14")),
        "host_name": next((names[at] for at, seat in enumerate(sheet.seats) if seat.person == sheet.host), ""),
        "tempo": tempo_told(sheet.tempo, language),
        "options": options_told(sheet, language),
    }  # fmt: skip


def public_address(request: Ask, settings: Settings) -> str:
    """Where this house is found by others."""
    if settings.public:
        return settings.address
    return f"{request.scope['scheme']}://{request.headers.get('host', '')}"


@post("/tables/{table:str}/join", include_in_schema=False)
async def join(request: Ask, house: House, access: Access, table: str) -> Redirect:
    """Sit down; who is nobody yet becomes a guest by it."""
    form = await request.form()
    who = await guest(request, house, one(form, "name"))
    await house.hall.join(who, table, number(form, "seat") if one(form, "seat") else None)
    return await known(go(f"/tables/{table}"), access, request, who)


@post("/tables/{table:str}/leave", include_in_schema=False)
async def leave(request: Ask, house: House, table: str) -> Redirect:
    """Get up."""
    await house.hall.leave(caller_of(request).person, table)
    return go("/")


@post("/tables/{table:str}/bot", include_in_schema=False)
async def bot(request: Ask, house: House, table: str) -> Redirect:
    """The host gives a seat to a bot, or takes it away again."""
    form = await request.form()
    await house.hall.seat_bot(caller_of(request).person, table, number(form, "seat"), one(form, "bot") or None)
    return go(f"/tables/{table}")


@post("/tables/{table:str}/start", include_in_schema=False)
async def start(request: Ask, house: House, table: str) -> Redirect:
    """Begin; with `fill`, bots take what is free."""
    who = caller_of(request).person
    if one(await request.form(), "fill"):
        sheet = await house.hall.sheet(table)
        for at, seat in enumerate(sheet.seats):
            if seat.free:
                await house.hall.seat_bot(who, table, at, USUAL)
    await house.hall.start(who, table)
    return go(f"/tables/{table}")


ROUTES = [new, create, table_page, seats, join, leave, bot, start]
