"""Positions set up by hand, from any moment of a game or a new deal: looked at, changed, played against bots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from json import dumps
from typing import Any, Final

import msgspec
from litestar import get, post
from litestar.datastructures import FormMultiDict
from litestar.response import Redirect, Response

from backroom.bots import BOTS
from backroom.house.errors import Refused
from backroom.house.hall import Wanted
from backroom.house.house import House
from backroom.kernel.chance import fresh_seed
from backroom.kernel.errors import BackroomError, BadPosition
from backroom.kernel.game import Game
from backroom.kernel.options import written as option_written
from backroom.kernel.registry import game as find_game
from backroom.kernel.state import State
from backroom.kernel.words import translations
from backroom.web.access import Access
from backroom.web.company import USUAL, levels
from backroom.web.pages.lobby import SOLO, guest, known
from backroom.web.pages.looks import option_told, value_told
from backroom.web.pages.room import number, one
from backroom.web.pages.shell import Ask, caller_of, go, page
from backroom.web.pages.studies import watched
from backroom.web.problems import problem
from backroom.web.reel import Reels, inert
from backroom.web.scene import Scene
from backroom.web.slow import Slow
from backroom.web.statics import style_of
from backroom.web.tables import Named, Voice, drawing_of

FIELDS: Final = 60
"""So many figures of a position have fields of their own; the others stand in its text."""


@get("/positions/{name:str}", include_in_schema=False)
async def editor(request: Ask, name: str) -> Response[bytes]:
    """A new deal, to be changed."""
    game = find_game(name)
    asked = request.query_params.get("seats", "")
    count = int(asked) if asked.isdecimal() and len(asked) < 3 and int(asked) in game.seats else game.usual_seats()
    return shown(request, game, written(game.new(count)), 1)


@get("/studies/{study:str}/position", include_in_schema=False)
async def from_study(request: Ask, house: House, reels: Reels, study: str) -> Response[bytes]:
    """A moment of a game, to be changed or played on."""
    seen = await watched(request, house, reels, study, request.query_params)
    state = seen.reel.states[seen.at]
    mine = seen.eyes if seen.eyes is not None else next(iter(state.waiting), 0)
    return shown(request, state.setup.game, written(state), mine + 1)


@post("/positions/{name:str}", include_in_schema=False)
async def edited(request: Ask, house: House, access: Access, slow: Slow, name: str) -> Redirect | Response[bytes]:
    """Look at a position as it has become, or open it against bots."""
    form = await request.form()
    game = find_game(name)
    text, seat = one(form, "position"), number(form, "seat")
    level = one(form, "bot") if one(form, "bot") in BOTS else USUAL
    try:
        if one(form, "do") == "fields":
            text = applied(text, form)
        state = game.load(text)
        if one(form, "do") != "open":
            return shown(request, game, written(state), seat, bot=level)
        if not 1 <= seat <= state.setup.seats:
            raise BadPosition(f"there is no seat {seat}")
        if one(form, "luck") != "same":
            text = reshuffled(state)
        slow.tables.take(caller_of(request).key)
        who = await guest(request, house)
        seats = tuple("host" if at == seat - 1 else level for at in range(state.setup.seats))
        table = await house.hall.create(who, Wanted(name, seats, SOLO, visibility="link", position=text))
        await house.hall.start(who, table)
    except BackroomError as error:
        if isinstance(error, Refused) and error.code not in ("position_over", "position_seats"):
            raise
        return shown(request, game, text, seat, 422, problem(error, caller_of(request).language).detail, level)
    return await known(go(f"/tables/{table}"), access, request, who)


def shown(
    request: Ask, game: Game, text: str, seat: int, status: int = 200, wrong: str = "", bot: str = ""
) -> Response[bytes]:
    """The editor's page with this position, drawn if it is one."""
    language = caller_of(request).language
    try:
        state: State | None = game.load(text)
    except BackroomError:
        state = None
    seats = state.setup.seats if state is not None else game.seats[-1]
    drawing = drawing_of(game.name)
    speaker = Voice(drawing, game, language)
    return page(
        request,
        "position.html",
        status,
        game=game,
        text=text,
        wrong=wrong,
        seat=seat,
        seats=[(at + 1, speaker.seat(at)) for at in range(seats)],
        bots=[(bot, word) for bot, word, _ in levels(language)],
        bot=bot or USUAL,
        zones=drawn(state, seat, language) if state is not None else {},
        order=drawing.zones,
        opens={group[0]: name for name, group in drawing.groups},
        closes={group[-1] for _name, group in drawing.groups},
        style=style_of(game.name),
        groups=grouped(state, speaker, language) if state is not None else [],
        over=state is not None and state.over,
    )


def drawn(state: State, seat: int, language: str) -> dict[str, Any]:
    """The table in this position, as a seat sees it."""
    game = state.setup.game
    drawing = drawing_of(game.name)
    eyes = seat - 1 if 1 <= seat <= state.setup.seats else None

    def scene(eyes: int | None) -> Scene:
        voice = Voice(drawing, game, language, (), state.setup.edition)
        return Scene(state.view(eyes), voice, deadlines=(None,) * state.setup.seats, live=False)

    zones = drawing.public(scene(None)) | drawing.private(scene(eyes))
    return {name: inert(zones[name]) for name in drawing.zones}


def written(state: State) -> str:
    """A position as people read and change it."""
    plain = msgspec.to_builtins(state.dump(), str_keys=True)
    head = {name: value for name, value in plain.items() if name != "position"}
    lines = [f"  {dumps(name)}: {dumps(value, ensure_ascii=False)}," for name, value in head.items()]
    inside = [f"    {dumps(name)}: {dumps(value, ensure_ascii=False)}" for name, value in plain["position"].items()]
    return "{\n" + "\n".join(lines) + '\n  "position": {\n' + ",\n".join(inside) + "\n  }\n}\n"


def reshuffled(state: State) -> str:
    """The same position with other luck to come."""
    plain = dict(state.dump())
    plain["seed"], plain["drawn"], plain["luck"] = str(fresh_seed()), 0, 0
    return msgspec.json.encode(plain).decode()


def grouped(state: State, speaker: Voice, language: str) -> list[dict[str, Any]]:
    """What has fields of its own: the options, and the figures of the position, by what they are about."""
    game = state.setup.game
    options = []
    for option in game.offers:
        choices = [
            (option_written(each), value_told(game.name, option.name, each, language)) for each in option.choices
        ]
        told, value = option_told(game.name, option.name, language), option_written(state.setup.options[option.name])
        options.append({"path": f"options.{option.name}", "told": told, "value": value, "choices": choices})
    named = drawing_of(game.name).figures
    known = figures(state.position(), state.setup.seats, speaker)
    found = list(known if named is None else chosen(named, state, speaker, language))[:FIELDS]
    return [
        group
        for group in ({"title": "options", "fields": options}, {"title": "figures", "fields": found})
        if group["fields"]
    ]


def chosen(named: Sequence[Named], state: State, speaker: Voice, language: str) -> Iterator[dict[str, Any]]:
    """The figures that the game's drawing has words for."""
    position, seats = state.position(), state.setup.seats
    for name, word, kind in named:
        value, told = position[name], translations(language).gettext(word)
        if kind == "seat":
            choices = [(str(at), speaker.seat(at)) for at in range(seats)]
            yield {"path": f"position.{name}", "told": told, "value": str(value), "choices": choices}
        elif kind == "each":
            for at, each in enumerate(value):
                whose = f"{told}: {speaker.seat(at)}"
                yield {"path": f"position.{name}.{at}", "told": whose, "value": str(each), "choices": []}
        else:
            yield {"path": f"position.{name}", "told": told, "value": str(value), "choices": []}


def figures(position: dict[str, Any], seats: int, speaker: Voice) -> Iterator[dict[str, Any]]:
    """Single numbers, and numbers of every seat, of a game whose drawing has no words for them."""
    for name, value in position.items():
        words = name.replace("_", " ")
        if isinstance(value, bool):
            continue
        if isinstance(value, int):
            yield {"path": f"position.{name}", "told": words, "value": str(value), "choices": []}
        elif isinstance(value, (list, tuple)) and len(value) == seats and all(type(each) is int for each in value):
            for at, each in enumerate(value):
                told = f"{words}: {speaker.seat(at)}"
                yield {"path": f"position.{name}.{at}", "told": told, "value": str(each), "choices": []}


def applied(text: str, form: FormMultiDict) -> str:
    """The position's text with what the fields say; BadPosition for what is no number."""
    try:
        plain: Any = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadPosition(f"this is no position: {error}") from None
    for field in form:
        if not field.startswith("f:"):
            continue
        *path, last = field[2:].split(".")
        place: Any = plain
        try:
            for step in path:
                place = place[int(step) if isinstance(place, list) else step]
            key: Any = int(last) if isinstance(place, list) else last
            before = place[key]
        except (KeyError, IndexError, ValueError, TypeError):
            continue  # the text has gone another way
        given = one(form, field).strip()
        if isinstance(before, bool):
            place[key] = given == "true"
        elif isinstance(before, int):
            if not given.removeprefix("-").isdecimal() or len(given) > 9:
                raise BadPosition(f"{field[2:]}: expected a whole number, found {given[:20]!r}")
            place[key] = int(given)
        elif isinstance(before, str):
            place[key] = given[:80]
    return msgspec.json.encode(plain).decode()


ROUTES = [editor, from_study, edited]
