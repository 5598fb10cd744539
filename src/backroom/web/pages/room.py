"""The table in play: the page, what its forms do, drafts, and what its script fetches."""

from __future__ import annotations

import zlib
from secrets import randbits
from typing import Any, cast

from litestar import get, post
from litestar.datastructures import FormMultiDict
from litestar.exceptions import HTTPException
from litestar.response import Redirect, Response
from markupsafe import Markup
from msgspec import json

from backroom.house.errors import ClientReused, Refused, Stale
from backroom.house.hall import STAND_IN, Sheet
from backroom.house.house import House
from backroom.house.log import now
from backroom.house.tables import Table
from backroom.house.thinkers import NoAnswer
from backroom.kernel.errors import IllegalMove
from backroom.kernel.registry import game as find_game
from backroom.kernel.words import N_
from backroom.web.company import level
from backroom.web.counsel import asked_about, marked, panel, places
from backroom.web.live import Live, PageForm
from backroom.web.numerals import written
from backroom.web.pages.looks import Seen, advice_told, names_of, options_told, spectators_told, tempo_told
from backroom.web.pages.shell import Ask, caller_of, go, html, packed, page, problem_page, render, told
from backroom.web.slow import Slow
from backroom.web.stage import digest, private_zones, scene_of, zones
from backroom.web.statics import style_of
from backroom.web.tables import drawing_of

WORDS = {
    "turn": N_("Your turn"),
    "stale": N_("The table has gone on. Look again."),
    "underway": N_("Your last move is still on its way. One moment."),
    "lost": N_("The house does not answer. The move is tried again as soon as it does."),
    "soundOn": N_("Sound is on"),
    "soundOff": N_("Sound is off"),
    "notified": N_("You will be told when it is your turn."),
    "denied": N_("Your browser does not allow that."),
    "days": N_("{n} d"),
    "asking": N_("The consigliere is thinking …"),
    "asked": N_("The table has gone on since you asked."),
    "hours": N_("{time} h"),
    "seconds": N_("{n} s"),
}
"""What the script says."""


async def room(
    request: Ask, house: House, live: Live, sheet: Sheet, advice: tuple[Markup, dict[str, str]] | None = None,
    draft: str | None = None,
) -> Response[bytes]:  # fmt: skip
    """The page of a table that is being played, or was; with what the consigliere said, if he was asked."""
    seen, table = await looked_at(request, house, live, sheet.id)
    wanted = request.query_params.get("draft", "") if draft is None else draft
    scene = scene_of(seen.look, table, seen.course, seen.seat, wanted.split())
    drawn = zones(seen.look, table, seen.course, scene)
    counsel, marks = advice or (Markup(""), {})
    drawing = drawing_of(scene.game.name)
    caller = caller_of(request)
    language, person = caller.language, caller.who.id if caller.who is not None else None
    return page(
        request,
        "room.html",
        table=sheet.id,
        game=scene.game,
        seat=seen.seat,
        version=seen.course.version,
        now=now(),
        have=digest(table.present(seen.seat, seen.course, PageForm(seen.look)).view),
        draft=" ".join(scene.draft),
        zones=marked(drawn, marks) if marks else drawn,
        counsel=counsel,
        may_ask=scene.counsel,
        order=drawing.zones,
        opens={group[0]: name for name, group in drawing.groups},
        closes={group[-1] for _name, group in drawing.groups},
        tabs=drawing.tabs,
        style=style_of(scene.game.name),
        words={name: told(language, text) for name, text in WORDS.items()},
        waits=bool(scene.legal),
        shared=not seen.course.over and any(seat.keeper and seat.person == person for seat in sheet.seats),
        **await around(request, house, sheet, seen.seat),
    )


async def looked_at(request: Ask, house: House, live: Live, identity: str) -> tuple[Seen, Table]:
    """The table as this caller may see it now. Refused for who may not look."""
    caller = caller_of(request)
    seats = await house.hall.seats(identity)
    seat = None
    if caller.who is not None:
        seat = next((at for at, each in enumerate(seats) if each.person == caller.who.id), None)
    table = await house.hall.tables.get(identity)
    if table.broken is not None:
        raise table.broken
    if seat is None and table.opening.delay is None:
        raise Refused("no_spectators", "at this table nobody may look on")
    course, _pause = table.shown_to(seat)
    return Seen(await live.look(identity, caller.language), seat, course), table


async def around(request: Ask, house: House, sheet: Sheet, seat: int | None) -> dict[str, Any]:
    """What stands below a table and does not change with moves: talk, and what one does there besides playing."""
    caller = caller_of(request)
    lines = await house.hall.talk(sheet.id)
    mine = caller.who is not None and any(each.person == caller.who.id for each in sheet.seats)
    over = sheet.status in ("over", "aborted")
    if not over and sheet.status == "running":  # the end is noted a moment after it happens
        over = (await house.hall.tables.get(sheet.id)).course.over
    free = [at for at, each in enumerate(sheet.seats) if each.abandoned]
    return {
        "sheet": sheet,
        "lines": lines,
        "muted": await house.hall.muted(sheet.id),
        "names": await names_of(house, {line.person for line in lines}),
        "host": caller.who is not None and sheet.host == caller.who.id,
        "over": over,
        "free_seats": free if caller.who is not None and not mine and not over else [],
        "tempo": tempo_told(sheet.tempo, caller.language),
        "spectators": spectators_told(sheet.spectators, caller.language),
        "advice": advice_told(sheet.advice, caller.language),
        "stand_in": level(STAND_IN, caller.language),
        "options": options_told(sheet, caller.language),
    }


@get("/tables/{table:str}/zones", include_in_schema=False)
async def fresh_zones(request: Ask, house: House, live: Live, table: str) -> Response[bytes]:
    """The zones a draft changes, or with `all` every zone; for the script."""
    seen, found = await looked_at(request, house, live, table)
    draft = request.query_params.get("draft", "").split()
    scene = scene_of(seen.look, found, seen.course, seen.seat, draft)
    whole = "all" in request.query_params
    drawn = zones(seen.look, found, seen.course, scene) if whole else private_zones(found, seen.course, scene)
    body = {
        "version": seen.course.version,
        "draft": " ".join(scene.draft),
        "zones": {name: str(zone) for name, zone in drawn.items()},
    }
    return packed(request, json.encode(body), "application/json")


@get("/tables/{table:str}/around", include_in_schema=False)
async def fresh_around(request: Ask, house: House, live: Live, table: str) -> Response[bytes]:
    """What is around the table, when something there changed; for the script."""
    sheet = await house.hall.sheet(table)
    seen, _found = await looked_at(request, house, live, table)
    text = render(
        request, "around.html", table=table, seat=seen.seat, game=find_game(sheet.game),
        **await around(request, house, sheet, seen.seat),
    )  # fmt: skip
    return packed(request, text.encode(), "text/html")


@post("/tables/{table:str}/move", include_in_schema=False)
async def move(request: Ask, house: House, live: Live, table: str) -> Redirect | Response[bytes]:
    """Without a script: a button was pressed. Either it changes the draft, or it makes the moves."""
    form = await request.form()
    place = f"/tables/{table}"
    if "draft" in form:
        return go(place, one(form, "draft"))
    tokens = one(form, "play")
    seen = one(form, "seen")
    if not seen.isdecimal() or len(seen) > 9:
        raise Stale((await house.hall.tables.get(table)).version)
    who = caller_of(request).person
    client = f"form {await house.hall.seat_of(who, table)} {seen} {zlib.crc32(tokens.encode()):08x}"
    try:
        await house.hall.submit(who, table, tokens, client, int(seen))
    except ClientReused:
        raise Stale((await house.hall.tables.get(table)).version) from None
    except (IllegalMove, Stale) as error:
        return html(
            request,
            problem_page(
                await live.problem(error, caller_of(request), table, cast("dict[str, Any]", request.scope)),
                request.scope,
            ),
            409,
        )
    return go(place)


@post("/tables/{table:str}/consigliere", include_in_schema=False)
async def consigliere(request: Ask, house: House, live: Live, slow: Slow, table: str) -> Response[bytes]:
    """Ask what to do. He is asked in another process, gets what the seat sees, and does nothing."""
    who = caller_of(request).person
    form = await request.form()
    await house.hall.seat_of(who, table)
    seen, found = await looked_at(request, house, live, table)
    scene = scene_of(seen.look, found, seen.course, seen.seat, one(form, "draft").split())
    if not scene.counsel:
        raise Refused("no_advice", "at this table nobody may ask the consigliere")
    if not scene.legal:
        raise Refused("nothing_to_advise", "it is not your turn, so there is nothing to advise")
    slow.advice.take(who.id)
    view, legal, before = asked_about(scene)
    try:
        best = await house.thinkers.advise(view, legal, randbits(64), seen.course.opening.edition_text)
    except NoAnswer:
        raise Refused("consigliere_silent", "the consigliere has nothing to say just now") from None
    drawn = private_zones(found, seen.course, scene)
    language = scene.speaker.language
    said, marks = panel(scene, best, before, drawn), places(drawn, [each.token for each in best], language)
    if request.headers.get("accept", "").startswith("application/json"):
        shown = written(str(said), language)
        told = {"version": seen.course.version, "html": shown, "marks": marks}
        return packed(request, json.encode(told), "application/json")
    if found.version != seen.course.version:
        raise Stale(found.version)
    return await room(request, house, live, await house.hall.sheet(table), (said, marks), " ".join(scene.draft))


@post("/tables/{table:str}/back", include_in_schema=False)
async def take_back(request: Ask, house: House, table: str) -> Redirect:
    """Take one's own last decision back."""
    who = caller_of(request).person
    version = (await house.hall.tables.get(table)).version
    await house.hall.take_back(who, table, f"back {await house.hall.seat_of(who, table)} {version}")
    return go(f"/tables/{table}")


@post("/tables/{table:str}/resign", include_in_schema=False)
async def resign(request: Ask, house: House, table: str) -> Redirect:
    """Leave the game to a bot."""
    await house.hall.resign(caller_of(request).person, table)
    return go("/")


@post("/tables/{table:str}/takeover", include_in_schema=False)
async def take_over(request: Ask, house: House, table: str) -> Redirect:
    """Sit down where somebody has left."""
    await house.hall.take_over(caller_of(request).person, table, number(await request.form(), "seat"))
    return go(f"/tables/{table}")


@post("/tables/{table:str}/abort", include_in_schema=False)
async def abort(request: Ask, house: House, table: str) -> Redirect:
    """The host breaks it off."""
    await house.hall.abort(caller_of(request).person, table)
    return go(f"/tables/{table}")


@post("/tables/{table:str}/rematch", include_in_schema=False)
async def rematch(request: Ask, house: House, table: str) -> Redirect:
    """The same table again."""
    caller = caller_of(request)
    who = caller.person
    keeper = caller.keeper or who
    again = await house.hall.rematch(who, table)
    sheet = await house.hall.sheet(again)
    alone = all(keeper.id in (each.person, each.keeper) for each in sheet.seats if each.person is not None)
    if sheet.status == "open" and sheet.host == keeper.id and alone and not any(each.free for each in sheet.seats):
        await house.hall.start(keeper, again)  # nobody else to wait for
    return go(f"/tables/{again}")


@post("/tables/{table:str}/say", include_in_schema=False)
async def say(request: Ask, house: House, table: str) -> Redirect:
    """Say something."""
    await house.hall.say(caller_of(request).person, table, one(await request.form(), "text"))
    return go(f"/tables/{table}#talk")


@post("/tables/{table:str}/unsay", include_in_schema=False)
async def unsay(request: Ask, house: House, table: str) -> Redirect:
    """The host takes a line's words away."""
    await house.hall.delete_line(caller_of(request).person, table, one(await request.form(), "line"))
    return go(f"/tables/{table}#talk")


@post("/tables/{table:str}/hush", include_in_schema=False)
async def hush(request: Ask, house: House, table: str) -> Redirect:
    """The host asks somebody to be silent, or lets him talk again."""
    form = await request.form()
    silent, heard = one(form, "silent"), one(form, "heard")
    await house.hall.mute(caller_of(request).person, table, silent or heard, bool(silent))
    return go(f"/tables/{table}#talk")


@get("/tables/{table:str}/record", include_in_schema=False)
async def record(request: Ask, house: House, table: str) -> Response[bytes]:
    """The whole game as a record."""
    found = await house.hall.record(table)
    answer = packed(request, str(found).encode(), "text/plain")
    answer.headers["content-disposition"] = f'attachment; filename="{(await house.hall.sheet(table)).game}-{table}.txt"'
    return answer


def one(form: FormMultiDict, name: str) -> str:
    """A form's field as text; empty if it is missing."""
    value = form.get(name, "")
    return value if isinstance(value, str) else ""


def number(form: FormMultiDict, name: str) -> int:
    """A form's field as a small number."""
    value = one(form, name)
    if not value.isdecimal() or len(value) > 9:
        raise HTTPException(f"{name} is not a number", status_code=400)
    return int(value)


ROUTES = [
    fresh_zones, fresh_around, move, consigliere, take_back, resign, take_over, abort, rematch, say, unsay, hush,
    record,
]  # fmt: skip
