"""The lobby: what this is in one look, and a game in one press."""

from __future__ import annotations

from typing import Any, Final

from litestar import get, post
from litestar.response import Redirect, Response

from backroom.bots import BOTS, LEVELS
from backroom.house.clocks import Tempo
from backroom.house.errors import CannotGoOn
from backroom.house.hall import Sheet, Wanted
from backroom.house.house import House
from backroom.house.people import Who
from backroom.kernel.chance import fresh_seed
from backroom.kernel.registry import game as find_game
from backroom.kernel.registry import games
from backroom.kernel.words import translations
from backroom.web.access import Access, cookies
from backroom.web.company import USUAL, face, levels
from backroom.web.lessons import lesson_of
from backroom.web.live import Live
from backroom.web.pages.looks import seat_names, tempo_told
from backroom.web.pages.room import one
from backroom.web.pages.shell import THEMES, Ask, back_to, caller_of, go, page
from backroom.web.stage import scene_of
from backroom.web.statics import statics
from backroom.web.tables import drawing_of
from backroom.web.tongues import COOKIE, languages

MINE: Final = 30
"""So many of one's own tables the lobby shows."""
GUESTS: Final = ("Gino", "Rosa", "Carlo", "Bella", "Enzo", "Lucia", "Paolo", "Marta", "Franco", "Stella")
"""What a guest is called who does not say."""
AGAINST: Final = "against"
"""The cookie with the level one played against last."""
SOLO: Final = Tempo.by_mail(14)
"""Alone against bots nobody is in a hurry."""


async def guest(request: Ask, house: House, name: str = "") -> Who:
    """Who is calling; a new guest if it is nobody yet."""
    caller = caller_of(request)
    if caller.who is not None:
        return caller.who
    return await house.people.guest(name or f"{GUESTS[fresh_seed() % len(GUESTS)]} {fresh_seed() % 900 + 100}")


async def known(answer: Redirect, access: Access, request: Ask, who: Who) -> Redirect:
    """The answer, with the cookie by which a new guest will be known."""
    if caller_of(request).who is None:
        cookie, _proof = await access.welcome(who)
        answer.set_cookie(cookie)
    return answer


@get("/", include_in_schema=False)
async def lobby(request: Ask, house: House, live: Live) -> Response[bytes]:
    """The lobby."""
    caller = caller_of(request)
    language = caller.language
    mine = []
    if caller.who is not None:
        sheets = await house.hall.tables_of(caller.who.id, MINE)
        mine = [await row(house, live, sheet, caller.who, language) for sheet in sheets]
        mine = [each for each in mine if each["sheet"].status in ("open", "running")] + [
            each for each in mine if each["sheet"].status in ("over", "aborted")
        ][:3]
        mine.sort(key=lambda each: (not each["turn"], each["sheet"].status in ("over", "aborted")))
    seated = {each["sheet"].id for each in mine}
    public = [
        await row(house, live, sheet, None, language) for sheet in await house.hall.lobby(40) if sheet.id not in seated
    ]
    public.sort(key=lambda each: (each["sheet"].status != "open", not each["free"]))
    steps = await house.lessons.steps(caller.who.id) if caller.who is not None else {}
    doors = [
        {
            "at": at,
            "game": find_game(name),
            "drawing": drawing_of(name),
            "picture": f"{name}-door.svg" in statics(),
            "lesson": lesson_of(name),
            "step": steps.get(name, 0),
        }
        for at, name in enumerate(games())
    ]
    return page(
        request,
        "lobby.html",
        doors=doors,
        mine=mine,
        turns=sum(each["turn"] for each in mine),
        open_tables=public[:20],
        levels=[each for each in levels(language) if each[0] in LEVELS],
        face=face,
        against=against(request),
    )


async def row(house: House, live: Live, sheet: Sheet, who: Who | None, language: str) -> dict[str, Any]:
    """A table as a line of the lobby."""
    names = await seat_names(house, sheet, language)
    me = sheet.seat_of(who.id) if who is not None else None
    told, turn, waits = "", False, []
    if sheet.status == "running" and who is not None:
        try:
            found = await house.hall.tables.get(sheet.id)
        except CannotGoOn:
            told = translations(language).gettext("cannot go on")
        else:
            course, _pause = found.shown_to(me)
            look = await live.look(sheet.id, language)
            told = drawing_of(sheet.game).where(scene_of(look, found, course, me))
            waits = [names[seat] for seat in course.state.waiting] if not course.over else []
            kept = {at for at, seat in enumerate(sheet.seats) if seat.keeper == who.id} | (
                {me} if me is not None else set()
            )
            turn = not course.over and not kept.isdisjoint(course.state.waiting)
    return {
        "sheet": sheet,
        "game": find_game(sheet.game),
        "sign": drawing_of(sheet.game).sign,
        "names": names,
        "others": [name for at, name in enumerate(names) if name and at != me],
        "where": told,
        "turn": turn,
        "waits": waits,
        "free": sum(seat.free for seat in sheet.seats),
        "taken": sum(not seat.free for seat in sheet.seats),
        "tempo": tempo_told(sheet.tempo, language),
        "host": next((names[at] for at, seat in enumerate(sheet.seats) if seat.person == sheet.host), ""),
    }


def against(request: Ask) -> str:
    """The level this browser chose last."""
    kept = cookies(dict(request.scope["headers"])).get(AGAINST, "")
    return kept if kept in LEVELS else USUAL


@post("/play/{game:str}", include_in_schema=False)
async def play_now(request: Ask, house: House, access: Access, game: str) -> Redirect:
    """A table with bots, at once."""
    form = await request.form()
    found = find_game(game)
    seats = one(form, "seats")
    count = found.check_seats(int(seats)) if seats.isdecimal() and len(seats) < 3 else found.usual_seats()
    wanted = one(form, "bot")
    bot = wanted if wanted in BOTS else USUAL
    who = await guest(request, house)
    table = await house.hall.create(
        who, Wanted(game, ("host", *[bot] * (count - 1)), SOLO, visibility="link", spectators=0)
    )
    await house.hall.start(who, table)
    answer = await known(go(f"/tables/{table}"), access, request, who)
    if bot in LEVELS:
        answer.set_cookie(AGAINST, bot, max_age=400 * 86_400, samesite="lax")
    return answer


@post("/theme", include_in_schema=False)
async def theme(request: Ask) -> Redirect:
    """Day or night."""
    chosen = one(await request.form(), "theme")
    answer = go(back_to(request))
    if chosen in THEMES:
        answer.set_cookie("theme", chosen, max_age=400 * 86_400, samesite="lax")
    return answer


@post("/language", include_in_schema=False)
async def language(request: Ask) -> Redirect:
    """Another language."""
    chosen = one(await request.form(), "language")
    answer = go(back_to(request))
    if chosen in languages():
        answer.set_cookie(COOKIE, chosen, max_age=400 * 86_400, samesite="lax")
    return answer


ROUTES = [lobby, play_now, theme, language]
