"""Afterwards: a game step by step from anybody's eyes, its chances, what the don would have done, remarks; records."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, NamedTuple

from litestar import get, post
from litestar.datastructures import FormMultiDict, UploadFile
from litestar.response import Redirect, Response
from markupsafe import Markup
from msgspec import json

from backroom.bots.analysis import Hindsight, Moment
from backroom.house.errors import Refused
from backroom.house.house import House
from backroom.house.studies import Note, Standing, Study
from backroom.kernel.errors import BackroomError, BadRecord
from backroom.kernel.registry import game as find_game
from backroom.kernel.tongues import tongue
from backroom.kernel.words import N_, titled, translations
from backroom.web.access import Access
from backroom.web.charts import Mark, Series, chart
from backroom.web.pages.lobby import guest, known
from backroom.web.pages.looks import names_of, seat_names
from backroom.web.pages.room import one
from backroom.web.pages.shell import Ask, caller_of, go, packed, page
from backroom.web.pages.tables import public_address
from backroom.web.problems import problem, status_of
from backroom.web.reel import Reel, Reels, Sitters, only_seats
from backroom.web.scene import Scene
from backroom.web.settings import Settings
from backroom.web.slow import Slow
from backroom.web.statics import style_of
from backroom.web.tables import drawing_of

WORKING: Final = ("asked", "working")
ALONG: Final = 6
"""So many words stand below a chart."""


class Watched(NamedTuple):
    """A study as somebody looks at it."""

    study: Study
    reel: Reel
    sitters: Sitters
    at: int
    eyes: int | None
    mine: int | None
    """Where the one who looks sat himself."""

    @property
    def place(self) -> str:
        """The address of this moment."""
        return self.to(self.at)

    def to(self, at: int, eyes: int | None = -1) -> str:
        """The address of another moment, through the same eyes or others'."""
        seen = self.eyes if eyes == -1 else eyes
        return f"/studies/{self.study.id}?at={at}&eyes={0 if seen is None else seen + 1}"


async def watched(request: Ask, house: House, reels: Reels, name: str, asked: Any) -> Watched:
    """The study this caller asks for. `asked` has the moment and whose eyes, as the address or a form says."""
    caller = caller_of(request)
    study = await house.studies.find(caller.who, name)
    reel = await reels.get(study.id, await house.studies.record(study))
    names: tuple[str, ...] = ()
    bots: tuple[str | None, ...] = ()
    mine = None
    if study.of_table:
        sheet = await house.hall.sheet(name)
        names = only_seats(await seat_names(house, sheet, caller.language), reel.record.seats)
        bots = tuple(seat.bot for seat in sheet.seats)
        mine = sheet.seat_of(caller.who.id) if caller.who is not None else None
    at = min(_number(asked.get("at"), 0), reel.last)
    eyes = _number(asked.get("eyes"), 0 if mine is None else mine + 1)
    seat = eyes - 1 if 1 <= eyes <= reel.record.seats else None
    return Watched(study, reel, Sitters(caller.language, names, bots), at, seat, mine)


def _number(text: object, otherwise: int) -> int:
    return int(text) if isinstance(text, str) and text.isdecimal() and len(text) < 7 else otherwise


@get("/tables/{table:str}/afterwards", include_in_schema=False)
async def afterwards(request: Ask, house: House, table: str) -> Redirect:
    """A table's game, when it is over."""
    await house.studies.find(caller_of(request).who, table)
    return go(f"/studies/{table}")


@get("/studies/{name:str}", include_in_schema=False)
async def study(request: Ask, house: House, reels: Reels, settings: Settings, name: str) -> Response[bytes]:
    """One moment of a game, and all there is to know about the whole."""
    seen = await watched(request, house, reels, name, request.query_params)
    found = await house.studies.standing(name)
    notes = await house.studies.remarks(name)
    scene = seen.reel.scene(seen.sitters, seen.at, seen.eyes)
    mover = seen.reel.mover(seen.at)
    thought = await house.studies.second_thought(name, seen.at) if mover is not None else None
    drawing = drawing_of(seen.study.game)
    who = caller_of(request).who
    return page(
        request,
        "study.html",
        seen=seen,
        study=seen.study,
        game=scene.game,
        last=seen.reel.last,
        zones=seen.reel.zones(seen.sitters, seen.at, seen.eyes),
        order=drawing.zones,
        opens={group[0]: name for name, group in drawing.groups},
        closes={group[-1] for _name, group in drawing.groups},
        hands=[(scene.who(seat), hand) for seat, hand in seen.reel.hands(seen.sitters, seen.at)],
        style=style_of(seen.study.game),
        where=drawing.where(scene),
        eyes=[(None, seen.to(seen.at, None), ""), *(
            (seat, seen.to(seen.at, seat), scene.who(seat)) for seat in range(seen.reel.record.seats)
        )],
        said=seen.reel.told(seen.sitters, seen.at - 1, seen.at, seen.eyes) if seen.at else Markup(""),
        mover=None if mover is None else scene.who(mover),
        thought=None if thought is None else thoughts(seen, thought),
        standing=found,
        working=found.status in WORKING,
        scores=score_chart(seen, scene),
        chances=chance_chart(seen, scene, found),
        points=points(seen, scene, found),
        figures=figures(seen, scene, found),
        notes=[note for note in notes if note.step == seen.at],
        elsewhere=[(step, seen.to(step)) for step in sorted({note.step for note in notes if not note.deleted})],
        names=await names_of(house, {note.person for note in notes}),
        deletable=lambda note: _deletable(seen.study, note, who.id if who is not None else None),
        link=f"{public_address(request, settings)}{seen.place}",
        previous=seen.to(max(0, seen.at - 1)),
        following=seen.to(min(seen.reel.last, seen.at + 1)),
        turn_before=seen.to(max([turn for turn in seen.reel.turns if turn < seen.at], default=0)),
        turn_after=seen.to(min([turn for turn in seen.reel.turns if turn > seen.at], default=seen.reel.last)),
        owner=who is not None and not seen.study.of_table and who.id == seen.study.owner,
    )  # fmt: skip


def _deletable(study: Study, note: Note, person: str | None) -> bool:
    return not note.deleted and person is not None and person in (note.person, study.owner)


# What the charts show.


def along(seen: Watched) -> list[tuple[float, str]]:
    """Words below a chart: moves, evenly spread."""
    number = tongue(seen.sitters.language).number
    every = max(1, seen.reel.last // ALONG)
    return [(at, number(at)) for at in range(0, seen.reel.last + 1, every)]


def score_chart(seen: Watched, scene: Scene) -> Markup:
    """Money or points, all through the game."""
    number = tongue(seen.sitters.language).number
    series = []
    for seat in range(seen.reel.record.seats):
        points = [(float(at), float(seen.reel.states[at].scores()[seat])) for at in seen.reel.turns]
        series.append(Series(seat, scene.speaker.seat(seat), points))
    title = str(scene.text(N_("The scores, move by move")))
    return chart(title, series, number, along(seen), cursor=seen.at, cross="scores")


def chance_chart(seen: Watched, scene: Scene, found: Standing) -> Markup:
    """Everybody's chance of winning, as far as it is known."""
    told = tongue(seen.sitters.language)
    if len(found.moments) < 2:
        return Markup("")
    series = [
        Series(seat, scene.speaker.seat(seat), [(moment.at, moment.chances[seat]) for moment in found.moments])
        for seat in range(seen.reel.record.seats)
    ]
    title = str(scene.text(N_("Everybody's chance of winning, move by move")))
    marks = []
    if found.analysis is not None:
        label = scene.text(N_("Turning point at move {n}"))
        marks = [
            Mark(point.at, seen.to(point.at), str(scene.fill(label, n=told.number(point.at + 1))))
            for point in found.analysis.turning_points
        ]
    whole = float(max(seen.reel.turns))  # so far it will come
    return chart(title, series, told.share, along(seen), marks, seen.at, (0.0, 1.0), "chances", whole)


def points(seen: Watched, scene: Scene, found: Standing) -> list[dict[str, Any]]:
    """The turning points in words."""
    if found.analysis is None:
        return []
    told = tongue(seen.sitters.language)
    lines = []
    for point in found.analysis.turning_points:
        change = scene.text(N_("{name}'s chance of winning went from {before} to {after}."))
        if point.luck:
            change = scene.text(N_("Luck: {name}'s chance of winning went from {before} to {after}."))
        lines.append(
            {
                "place": seen.to(point.at),
                "move": told.number(point.at + 1),
                "seat": point.seat,
                "up": point.after > point.before,
                "told": seen.reel.told(seen.sitters, point.at, seen.reel.end_of_turn(point.at), point.mover),
                "change": scene.fill(
                    change, name=scene.who(point.seat), before=told.share(point.before), after=told.share(point.after)
                ),
            }
        )
    return lines


def figures(seen: Watched, scene: Scene, found: Standing) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """The charts as a table: for each turn its address, and everybody's score and chance."""
    told = tongue(seen.sitters.language)
    chances: dict[int, Moment] = {moment.at: moment for moment in found.moments}
    rows = []
    for at in seen.reel.turns:
        scores = seen.reel.states[at].scores()
        moment = chances.get(at)
        cells = [
            (told.number(score), told.share(moment.chances[seat]) if moment is not None else "")
            for seat, score in enumerate(scores)
        ]
        rows.append((seen.to(at), told.number(at), cells))
    return rows


def thoughts(seen: Watched, thought: Hindsight) -> dict[str, Any]:
    """What the don would have done, in words."""
    told = tongue(seen.sitters.language)
    voice = seen.reel.voice(seen.sitters)
    best = [
        {
            "told": seen.reel.would_say(seen.sitters, thought.at, thought.seat, each.token),
            "chance": told.share(each.chance),
            "reason": voice.advice(each.reason),
            "same": each.token == thought.played,
        }
        for each in thought.suggestions
    ]
    return {"best": best, "chance": None if thought.chance is None else told.share(thought.chance)}


# What is asked and written.


@get("/studies/{name:str}/progress", include_in_schema=False)
async def progress(request: Ask, house: House, name: str) -> Response[bytes]:
    """How far the analysis is; for the script."""
    await house.studies.find(caller_of(request).who, name)
    found = await house.studies.standing(name)
    return packed(request, json.encode({"status": found.status, "done": found.done}), "application/json")


@post("/studies/{name:str}/analysis", include_in_schema=False)
async def analyse(request: Ask, house: House, reels: Reels, slow: Slow, name: str) -> Redirect:
    """Have everybody's chances worked out."""
    seen = await watched(request, house, reels, name, await request.form())
    slow.thoughts.take(caller_of(request).key)
    await house.studies.ask(seen.study)
    return go(f"{seen.place}#chances")


@post("/studies/{name:str}/don", include_in_schema=False)
async def don(request: Ask, house: House, reels: Reels, slow: Slow, name: str) -> Redirect:
    """Ask what the don would have done."""
    seen = await watched(request, house, reels, name, await request.form())
    slow.thoughts.take(caller_of(request).key)
    await house.studies.think_again(seen.study, seen.at)
    return go(f"{seen.place}#don")


@post("/studies/{name:str}/remark", include_in_schema=False)
async def remark(request: Ask, house: House, reels: Reels, name: str) -> Redirect:
    """Write something beside a moment."""
    form = await request.form()
    seen = await watched(request, house, reels, name, form)
    await house.studies.remark(caller_of(request).person, seen.study, seen.at, one(form, "text"))
    return go(f"{seen.place}#remarks")


@post("/studies/{name:str}/unremark", include_in_schema=False)
async def unremark(request: Ask, house: House, reels: Reels, name: str) -> Redirect:
    """Take a remark's words away."""
    form = await request.form()
    seen = await watched(request, house, reels, name, form)
    await house.studies.unremark(caller_of(request).person, seen.study, one(form, "remark"))
    return go(f"{seen.place}#remarks")


@post("/studies/{name:str}/drop", include_in_schema=False)
async def drop(request: Ask, house: House, name: str) -> Redirect:
    """Who brought a record takes it away."""
    await house.studies.drop(caller_of(request).person, name)
    return go("/studies/new")


@get("/studies/{name:str}/record", include_in_schema=False)
async def record(request: Ask, house: House, name: str) -> Response[bytes]:
    """The game as a record, with what was written beside it."""
    study = await house.studies.find(caller_of(request).who, name)
    notes = [note for note in await house.studies.remarks(name) if not note.deleted]
    names = await names_of(house, {note.person for note in notes})
    nobody = translations(caller_of(request).language).gettext("somebody")
    comments = [(note.step, f"{names.get(note.person, nobody)}: {note.text}") for note in notes]
    found = await house.studies.record(study)
    told = replace(found, comments=(*found.comments, *comments))
    answer = packed(request, str(told).encode(), "text/plain")
    answer.headers["content-disposition"] = f'attachment; filename="{study.game}-{study.id}.txt"'
    return answer


# Records that are brought.


@get("/studies/new", include_in_schema=False)
async def new(request: Ask, house: House) -> Response[bytes]:
    """Bring a record, or find those brought before."""
    return await offered(request, house)


async def offered(request: Ask, house: House, status: int = 200, **more: Any) -> Response[bytes]:
    """The page where records are brought."""
    who = caller_of(request).who
    brought = await house.studies.brought(who) if who is not None else []
    told = {"text": "", "title": "", "wrong": None, "shown": None, **more}
    mine = [(each, titled(find_game(each.game), caller_of(request).language)) for each in brought]
    return page(request, "study_new.html", status, brought=mine, **told)


@post("/studies", include_in_schema=False)
async def bring(request: Ask, house: House, access: Access, slow: Slow) -> Redirect | Response[bytes]:
    """A record to study; what is wrong with one is said beside it."""
    form = await request.form()
    slow.tables.take(caller_of(request).key)
    text, title = await brought_text(form), one(form, "title")
    try:
        who = await guest(request, house)
        answer = go(f"/studies/{await house.studies.bring(who, text, title)}")
    except BackroomError as error:
        if isinstance(error, Refused) and error.code not in ("long_record", "many_studies"):
            raise
        told = problem(error, caller_of(request).language)
        return await offered(
            request, house, status_of(told.code), text=text, title=title, wrong=told, shown=pointed(text, error)
        )
    return await known(answer, access, request, who)


async def brought_text(form: FormMultiDict) -> str:
    """The record: a file if one was chosen, else what was pasted."""
    chosen = form.get("file")
    if isinstance(chosen, UploadFile):
        content = await chosen.read()
        if content:
            return content.decode("utf-8", "replace").replace("\x00", "�")
    return one(form, "text").replace("\r\n", "\n").replace("\x00", "�")


def pointed(text: str, error: BackroomError) -> dict[str, Any] | None:
    """The line of a record in which something is wrong, split where that is."""
    if not isinstance(error, BadRecord) or not error.line:
        return None
    lines = text.removeprefix("\ufeff").splitlines()
    if error.line > len(lines):
        return None
    line, column = lines[error.line - 1], max(1, error.column)
    start = max(0, column - 60)
    word = len(line[column - 1 :].partition(" ")[0]) or 1
    return {
        "line": error.line, "column": column, "before": line[start : column - 1],
        "word": line[column - 1 : column - 1 + word][:60], "after": line[column - 1 + word :][:60],
    }  # fmt: skip


ROUTES = [afterwards, new, bring, study, progress, analyse, don, remark, unremark, drop, record]
