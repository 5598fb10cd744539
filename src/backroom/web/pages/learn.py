"""Learning by playing: a first game at whose every step somebody says what is to be seen and done."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import get, post
from litestar.exceptions import NotFoundException
from litestar.response import Redirect, Response
from markupsafe import Markup

from backroom.house.hall import Wanted
from backroom.house.house import House
from backroom.kernel.registry import game as find_game
from backroom.web.access import Access
from backroom.web.company import NAMES, USUAL
from backroom.web.lessons import LEARNER, Act, Lesson, acts, complete, known, lesson_of, on_the_way, pointed, remark
from backroom.web.moment import scene_of
from backroom.web.pages.lobby import SOLO, guest
from backroom.web.pages.lobby import known as remembered
from backroom.web.pages.room import number, one
from backroom.web.pages.shell import Ask, caller_of, go, page, told
from backroom.web.stage import where
from backroom.web.statics import style_of
from backroom.web.tables import drawing_of


def found(game: str) -> tuple[Lesson, tuple[Act, ...]]:
    """A game's lesson, and all its steps."""
    lesson = lesson_of(find_game(game).name)
    if lesson is None:
        raise NotFoundException(f"there is no lesson of {game}")
    return lesson, acts(game)


async def reached(request: Ask, house: House, game: str) -> int:
    """The step the caller is at."""
    who = caller_of(request).who
    step = await house.lessons.step(who.id, game) if who is not None else 0
    return min(step, len(acts(game)) - 1)


@get("/learn/{game:str}", include_in_schema=False)
async def lesson(request: Ask, house: House, game: str) -> Response[bytes]:
    """The table as it is at this step, with what is said about it."""
    course, steps = found(game)
    at = await reached(request, house, game)
    tokens = request.query_params.get("draft", "").split()
    tried = request.query_params.get("tried", "").split()
    return page(request, "learn.html", minutes=course.minutes, at=at, last=len(steps) - 1,
                **shown(request, game, steps[at], tokens, tried))  # fmt: skip


def shown(request: Ask, game: str, act: Act, draft: list[str], tried: list[str]) -> dict[str, Any]:
    """All zones of a step, with marks on what is to be pressed, and what is said."""
    caller = caller_of(request)
    me = caller.who.name if caller.who is not None else told(caller.language, "Newcomer")
    people = (me, *NAMES[1 : act.state.setup.seats])
    scene = scene_of(
        act.state, LEARNER, caller.language, people, draft=draft, events=act.events, since=act.since
    )  # fmt: skip
    onlooker = scene_of(act.state, None, caller.language, people, events=act.events, since=act.since)
    drawing = drawing_of(game)
    groups: tuple[tuple[str, tuple[str, ...]], ...] = getattr(drawing, "groups", ())
    drawn = drawing.public(onlooker) | drawing.private(scene)
    said, rule = remark(scene, act.step, known(scene, tried) or list(scene.draft))
    return {
        "game": scene.game,
        "step": act.step,
        "zones": pointed({name: Markup(drawn[name]) for name in drawing.zones}, act.step, scene.draft),
        "order": drawing.zones,
        "opens": {zones[0]: name for name, zones in groups},
        "closes": {zones[-1] for _name, zones in groups},
        "tabs": drawing.tabs,
        "style": style_of(game),
        "where": where(drawing, scene),
        "remark": said,
        "remark_rule": rule,
    }


@post("/learn/{game:str}/move", include_in_schema=False)
async def move(request: Ask, house: House, access: Access, game: str) -> Redirect:
    """A button of the table was pressed: what is wanted leads on, everything else is talked about."""
    _course, steps = found(game)
    form = await request.form()
    at = await reached(request, house, game)
    place = f"/learn/{game}"
    if number(form, "at") != at:
        return go(place)
    if "draft" in form:
        return go(place, one(form, "draft"))
    tokens = one(form, "play").split()
    if not on_the_way(steps[at].step, tokens):
        return go(f"{place}?tried={'+'.join(known_tokens(game, tokens))}")
    if not complete(steps[at].step, tokens):
        return go(place, " ".join(tokens))
    return await step_to(request, house, access, game, at + 1)


def known_tokens(game: str, tokens: list[str]) -> list[str]:
    """What of this may stand in an address: tokens of this game."""
    acting = found(game)[1][0]
    return known(scene_of(acting.state, LEARNER, "en", ()), tokens)


@post("/learn/{game:str}/step", include_in_schema=False)
async def step(request: Ask, house: House, access: Access, game: str) -> Redirect:
    """On where there was only something to read, back, or from the beginning."""
    _course, steps = found(game)
    at = await reached(request, house, game)
    wanted = number(await request.form(), "step")
    read = wanted == at + 1 < len(steps) and not steps[at].step.wanted
    if not read and wanted >= at:
        return go(f"/learn/{game}")
    return await step_to(request, house, access, game, wanted)


async def step_to(request: Ask, house: House, access: Access, game: str, step: int) -> Redirect:
    """Remember the step; who is nobody yet becomes a guest."""
    who = await guest(request, house)
    await house.lessons.reach(who.id, game, step)
    return await remembered(go(f"/learn/{game}"), access, request, who)


@post("/learn/{game:str}/finish", include_in_schema=False)
async def finish(request: Ask, house: House, access: Access, game: str) -> Redirect:
    """Play the game to its end, at a table like any other, against bots."""
    _course, steps = found(game)
    position = steps[-1].state.dump()
    for settled in ("seed", "drawn", "luck"):  # what comes now is nobody's to know
        position.pop(settled, None)
    who = await guest(request, house)
    seats = ("host", *[USUAL] * (steps[-1].state.setup.seats - 1))
    wanted = Wanted(
        game, seats, SOLO, visibility="link", spectators=0, position=msgspec.json.encode(position).decode()
    )  # fmt: skip
    table = await house.hall.create(who, wanted)
    await house.hall.start(who, table)
    return await remembered(go(f"/tables/{table}"), access, request, who)


ROUTES = [lesson, move, step, finish]
