"""Settings: how the pages are to be, for a person wherever he signs in, for nobody yet in this browser."""

from __future__ import annotations

from typing import Final
from urllib.parse import quote

from litestar import get, post
from litestar.datastructures import FormMultiDict
from litestar.response import Redirect, Response
from msgspec import json

from backroom.house.errors import CannotGoOn
from backroom.house.house import House
from backroom.house.postman import Postman
from backroom.house.wishes import Wishes, written
from backroom.kernel.registry import game as find_game
from backroom.kernel.words import titled
from backroom.web.access import WISHES, cookies
from backroom.web.pages.room import one
from backroom.web.pages.shell import THEMES, Ask, caller_of, go, packed, page
from backroom.web.tongues import COOKIE, languages

AGE: Final = 400 * 86_400
PLACE: Final = "/settings"


@get(PLACE, include_in_schema=False)
async def settings(request: Ask, postman: Postman | None) -> Response[bytes]:
    """What can be wished for."""
    who = caller_of(request).who
    kept = await postman.kept(who.id) if postman is not None and who is not None else None
    return page(
        request,
        "settings.html",
        chosen=present(request),
        kept="kept" in request.query_params,
        mail=postman is not None,
        letters=kept,
    )


def present(request: Ask) -> Wishes:
    """What holds now: what this browser was told beside what is kept with the person."""
    wishes = caller_of(request).wishes
    jar = cookies(dict(request.scope["headers"]))
    return read({"language": jar.get(COOKIE, wishes.language), "theme": jar.get("theme", wishes.theme)}, wishes)


def read(given: dict[str, str], flags: Wishes) -> Wishes:
    """Wishes with a language and a theme that there are."""
    language, theme = given["language"], given["theme"]
    return Wishes(
        language if language in languages() else "",
        "night" if theme == "night" else "day" if theme == "day" else "",
        flags.sound, flags.calm, flags.confirm, flags.notify,
    )  # fmt: skip


@post(PLACE, include_in_schema=False)
async def wish(request: Ask, house: House) -> Redirect:
    """Keep it: with the person, or in the browser of who is nobody yet."""
    form = await request.form()
    flags = Wishes(
        sound=_on(form, "sound"), calm=_on(form, "calm"), confirm=_on(form, "confirm"), notify=_on(form, "notify")
    )
    wishes = read({"language": one(form, "language"), "theme": one(form, "theme")}, flags)
    answer = go(f"{PLACE}?kept")
    who = caller_of(request).who
    if who is not None:
        await house.people.wish(who.id, wishes)
        answer.set_cookie(WISHES, "", max_age=0, samesite="lax", httponly=True)
    else:
        answer.set_cookie(WISHES, quote(written(wishes)), max_age=AGE, samesite="lax", httponly=True)
    for name, value, known in ((COOKIE, wishes.language, languages()), ("theme", wishes.theme, THEMES)):
        if value in known:
            answer.set_cookie(name, value, max_age=AGE, samesite="lax")
        else:
            answer.set_cookie(name, "", max_age=0, samesite="lax")
    return answer


def _on(form: FormMultiDict, name: str) -> bool:
    return one(form, name) == "on"


@get("/turns", include_in_schema=False)
async def turns(request: Ask, house: House) -> Response[bytes]:
    """The tables that wait for this caller; for the script that tells him."""
    who = caller_of(request).who
    found = []
    for sheet in await house.hall.tables_of(who.id, 30) if who is not None else []:
        seat = sheet.seat_of(who.id) if who is not None else None
        if sheet.status != "running" or seat is None:
            continue
        try:
            course = (await house.hall.tables.get(sheet.id)).course
        except CannotGoOn:
            continue
        if not course.over and seat in course.state.waiting:
            title = titled(find_game(sheet.game), caller_of(request).language)
            found.append({"table": sheet.id, "title": title, "acted": course.acted.get(seat, 0)})
    return packed(request, json.encode(found), "application/json")


ROUTES = [settings, wish, turns]
