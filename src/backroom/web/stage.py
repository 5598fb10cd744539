"""The stage: a table's course made into a scene and into the zones of a page, for one seat and one language.

`fragments` is a pure function of the course, the seat and the look, so the house makes it once for all who see the
same, while the move is still on its way to the log.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from markupsafe import Markup

from backroom.house.clocks import deadline, house_due
from backroom.house.counsel import may_ask
from backroom.house.course import Course
from backroom.house.tables import Table
from backroom.kernel.events import Event
from backroom.kernel.words import N_, titled
from backroom.web.art import icon
from backroom.web.company import face
from backroom.web.controls import clock
from backroom.web.numerals import zones_written
from backroom.web.scene import Scene
from backroom.web.tables import Drawing, Voice, drawing_of

EVENTS: Final = 120
"""So many of the last events a scene holds."""
FRAME: Final = ("where", "form", "status", "undo", "end")
"""The zones that every game's page has."""


class Look(msgspec.Struct, frozen=True):
    """What a page's zones depend on, beside the course and the seat."""

    language: str
    names: tuple[str, ...]
    """Who sits where, as people read it; bots by their names."""
    bots: tuple[str | None, ...]
    away: tuple[bool, ...]
    """Whose seat a bot keeps."""


def seen_by(event: Event, seat: int | None) -> Event:
    """An event without what it tells other seats."""
    private = {seat: event.private[seat]} if seat is not None and seat in event.private else {}
    return event if len(private) == len(event.private) else Event(event.kind, event.public, private)


def scene_of(look: Look, table: Table, course: Course, seat: int | None, draft: Sequence[str] = ()) -> Scene:
    """What a seat, or a spectator, is shown of a course."""
    state = course.state
    game = state.setup.game
    speaker = Voice(drawing_of(game.name), game, look.language, look.names, state.setup.edition)
    legal: list[str] = []
    if seat is not None and not course.over:
        legal = [game.token(action) for action in state.legal(seat)]
    return Scene(
        course.view(seat),
        speaker,
        legal=legal,
        draft=draft,
        events=[(version, seen_by(event, seat)) for version, event in table.story(course)[-EVENTS:]],
        bots=look.bots,
        deadlines=[
            None if look.bots[at] is not None else deadline(course.clock, course.opening.tempo, at, table.outages)
            for at in range(course.opening.seats)
        ],
        closing=closing_of(table, course),
        version=course.version,
        since=course.acted.get(seat, 0) if seat is not None else course.version,
        aborted=course.aborted,
        live=course.opening.tempo.kind == "live",
        counsel=may_ask(course.opening.advice, seat, look.bots, look.away),
    )


def closing_of(table: Table, course: Course) -> tuple[int, int] | None:
    """From when to when the house waits for a move of its own; None if it has none."""
    until = house_due(course.clock, course.opening.tempo, table.outages)
    return None if until is None or course.clock.house is None else (course.clock.house[1], until)


def fragments(look: Look, table: Table, course: Course, seat: int | None) -> dict[str, str]:
    """All zones of a table's page that a move may change."""
    scene = scene_of(look, table, course, seat)
    return {name: str(zone) for name, zone in zones(look, table, course, scene).items()}


def zones(look: Look, table: Table, course: Course, scene: Scene) -> dict[str, Markup]:
    """The drawing's zones in their order, then the frame's."""
    drawing = drawing_of(scene.game.name)
    key = ("public", look)
    public: dict[str, Markup] | None = course.shown.get(key)
    if public is None:
        public = zones_written(drawing.public(scene_of(look, table, course, None)), look.language)
        course.shown[key] = public
    own = zones_written(drawing.private(scene) | frame(drawing, table, course, scene), look.language)
    drawn = public | own
    return {name: drawn[name] for name in (*drawing.zones, *FRAME)}


def private_zones(table: Table, course: Course, scene: Scene) -> dict[str, Markup]:
    """What a draft may change."""
    drawing = drawing_of(scene.game.name)
    drawn = dict(drawing.private(scene)) | {"form": form(table, course, scene)}
    return zones_written(drawn, scene.speaker.language)


def frame(drawing: Drawing, table: Table, course: Course, scene: Scene) -> dict[str, Markup]:
    """What is in the zones that every game's page has."""
    return {
        "where": where(drawing, scene),
        "form": form(table, course, scene),
        "status": status(scene),
        "undo": counsel(course, scene) + undo(course, scene),
        "end": end(drawing, course, scene),
    }


def where(drawing: Drawing, scene: Scene) -> Markup:
    """The game, how far it is, and the viewer's own clock."""
    told = drawing.where(scene)
    mine = Markup("")
    if scene.mine and scene.view.seat is not None:
        running = clock(scene, scene.view.seat, always=True)
        mine = Markup('<span class="bigclock">{}</span>').format(running) if running else mine
    return Markup('<div class="where"><b><bdi>{}</bdi></b><span>{}</span></div>{}').format(
        titled(scene.game, scene.speaker.language), told, mine
    )


def form(table: Table, course: Course, scene: Scene) -> Markup:
    """What the one form of all buttons sends besides the button: the version it was looking at.

    The script also reads there when this seat acted last, and whether it owes a decision.
    """
    return Markup(
        '<input type="hidden" name="seen" value="{}"><input type="hidden" name="acted" value="{}">'
        '<input type="hidden" name="waits" value="{}">'
    ).format(course.version, scene.since, "1" if scene.legal else "")


def status(scene: Scene) -> Markup:
    """For who listens instead of looking: what came last, and whose turn it is."""
    drawing = drawing_of(scene.game.name)
    lines = [drawing.told(scene, event) for version, event in scene.events if version == scene.version]
    spoken = Markup(" ").join(line for line in lines if line)
    if scene.view.over or scene.aborted:
        turn = scene.text(N_("The game is over."))
    elif scene.mine:
        turn = scene.text(N_("Your turn."))
    else:
        names = scene.joined(scene.who(seat) for seat in scene.view.waiting)
        turn = scene.fill(scene.text(N_("Waiting for {names}.")), names=names) if names else Markup("")
    return Markup("{} {}").format(spoken, turn)


def counsel(course: Course, scene: Scene) -> Markup:
    """Ask the consigliere: there where the table allows it, alive while one owes a decision."""
    if not scene.counsel or course.over:
        return Markup("")
    told = scene.text(N_("Ask the consigliere"))
    return Markup('<button class="tool" form="counsel" aria-label="{}" title="{}"{}>{}</button>').format(
        told, told, Markup("") if scene.legal else Markup(" disabled"), face("consigliere")
    )


def undo(course: Course, scene: Scene) -> Markup:
    """Take back: there while one's own decision was the last."""
    seat = scene.view.seat
    if seat is None or not course.opening.take_back or course.over:
        return Markup("")
    mine = course.version > 0 and course.acted.get(seat) == course.version and course.past is not None
    told = scene.text(N_("Take back your last decision")) if mine else scene.text(N_("Nothing to take back"))
    return Markup('<button class="tool" form="undo" aria-label="{}" title="{}"{}>{}</button>').format(
        told, told, Markup("") if mine else Markup(" disabled"), icon("undo")
    )


def end(drawing: Drawing, course: Course, scene: Scene) -> Markup:
    """The result, when there is one."""
    view = scene.view
    if course.aborted:
        return Markup('<section class="felt won"><div><h2>{}</h2><p>{}</p></div>{}</section>').format(
            scene.text(N_("The game was broken off.")),
            scene.text(N_("Nobody has won, and nobody has lost.")),
            again(course, scene),
        )
    if not view.over:
        return Markup("")
    winners = [seat for seat in range(view.seats) if view.ranks[seat] == 1]
    names = scene.joined(scene.who(seat) for seat in winners)
    told = scene.texts("{names} wins.", "{names} share the win.", len(winners))
    line = scene.text(N_("The lamp stays on."))
    if view.seat is not None and view.ranks[view.seat] == 1:
        line = scene.text(N_("First place, and no questions."))
    elif view.seat is not None:
        line = scene.fill(
            scene.text(N_("Your place: {rank}. There will be other evenings.")), rank=view.ranks[view.seat]
        )
    head = Markup(
        '<section class="felt won"><div class="wl">{}</div><div><h2>{}</h2><p>{}</p></div>{}</section>'
    ).format(icon("winner"), scene.fill(told, names=names), line, again(course, scene))
    return head + drawing.ending(scene)


def again(course: Course, scene: Scene) -> Markup:
    """What one does after a game."""
    buttons = Markup("")
    if scene.view.seat is not None:
        buttons += Markup('<button class="btn brass big" form="again">{}</button>').format(
            scene.text(N_("Same table again"))
        )
    if course.version:
        buttons += Markup('<a class="btn" href="/studies/{}">{} {}</a>').format(
            course.opening.table, icon("eye"), scene.text(N_("Look back"))
        )
    if not course.aborted:
        buttons += Markup('<a class="btn" href="/tables/{}/record" download>{} {}</a>').format(
            course.opening.table, icon("log"), scene.text(N_("Record"))
        )
    return Markup('<div class="ops">{}</div>').format(buttons)


def digest(shown: Mapping[str, str]) -> str:
    """What a page shows, in a few characters."""
    found = 0
    for name, zone in shown.items():
        found = zlib.crc32(f"{name}\n{zone}\n".encode(), found)
    return f"{found:08x}"
