"""Corleone's Empire: the tracks of acts and phases, and what lies openly before everybody. All see it alike."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from backroom.games.corleone.numbers import COLOURS, GOODS, VALUES
from backroom.games.corleone.reading import job_counts, printing
from backroom.games.corleone.view import CorleoneView, Player
from backroom.kernel.words import N_
from backroom.web.art import icon
from backroom.web.controls import clock, kind_of, waiting_dots
from backroom.web.scene import Scene
from backroom.web.tables.corleone.city import PieceNames
from backroom.web.tables.corleone.houses import icon_sign
from backroom.web.tables.corleone.pieces import bill, family, figure, seal, shape, small_figure

TILES: Final = ("blue", "blue", "red", "red")
ARRIVALS: Final = ("", "consigliere", "", "heir")
"""What every act brings (A.3): the colour of its tile, and the figure that comes for everybody."""
PHASES: Final = (
    ("front", N_("New business")), ("person", N_("Family business")), ("influence", N_("Turf wars")),
    ("mail", N_("Bribery")), ("hand", N_("Tribute")),
)  # fmt: skip
NOW: Final = {"family_business": 1, "turf_wars": 2, "bribery": 3, "tribute": 4}


def people(scene: Scene, view: CorleoneView) -> Markup:
    """The zone."""
    names = PieceNames(scene, view)
    counts = job_counts(view, scene.speaker)
    sitters = "".join(sitter(scene, view, seat, names, counts) for seat in range(view.seats))
    told = scene.text("Players")
    return Markup(f'{track(scene, view)}<ul class="opps n{view.seats}" aria-label="{told}">{sitters}</ul>')


def track(scene: Scene, view: CorleoneView) -> str:
    """C-17: the acts with what each brings, and the phases of this one."""
    _ = scene.text
    roman = scene.speaker.tongue.roman
    limits = printing(view, scene.speaker).printed.limits.hand
    acts = ""
    for number, limit in enumerate(limits, 1):
        state = " on" if number == view.act and not view.over else " past" if number < view.act or view.over else ""
        arrival = ARRIVALS[number - 1]
        told = _("Act {act}: hand limit {limit}, a {colour} tile").format(
            act=roman(number), limit=limit, colour=scene.label(TILES[number - 1])
        )
        more = [scene.label(arrival)] if arrival else []
        more += [] if number < len(limits) else [_("no bribery")]
        told = scene.joined((told, *more))
        new = small_figure(arrival) if arrival else ""
        bribe = str(icon("mail")) if number < len(limits) else ""
        acts += (
            f'<li class="act{state}" title="{told}"{" aria-current=step" if state == " on" else ""}><b aria-hidden="true">{roman(number)}</b><span class="sr">{told}</span>'
            f'<span class="lim num" aria-hidden="true">{icon("hand")}{limit}</span><span class="tl t-{TILES[number - 1]}" aria-hidden="true">{icon("front")}</span>{new}{bribe}</li>'
        )
    at = len(PHASES) if view.over else NOW.get(view.phase, 1)
    phases = ""
    for number, (sign, word) in enumerate(PHASES):
        if number == 3 and view.act == len(limits):
            continue
        state = "on" if number == at else "past" if number < at else ""
        name = _(word)
        phases += (
            f'<li class="{state}" title="{name}"{" aria-current=step" if state == "on" else ""}>{icon(sign)}'
            f'<span class="{"" if state == "on" else "sr"}">{name}</span></li>'
        )
    return (
        f'<div class="ctrack"><ol class="acts" aria-label="{_("Acts")}">{acts}</ol>'
        f'<ol class="phs" aria-label="{_("Phases")}">{phases}</ol></div>'
    )


def sitter(scene: Scene, view: CorleoneView, seat: int, names: PieceNames, counts: dict[str, list[int]]) -> str:
    """One player: hand by its size, figures left, markers, jobs by colour, allies played."""
    _ = scene.text
    player = view.players[seat]
    now = seat in view.waiting
    chips = ""
    if seat == view.horse:
        told = _("has the Horse Head: first in the family business and in ties")
        chips += f'<span class="chip horse" data-piece="horse" data-at="{seat}" title="{told}">{icon("horse")}<span class="sr">{told}</span></span>'
    if now:
        chips += f'<span class="choosing">{waiting_dots()}{clock(scene, seat)}<span class="sr">{_("is choosing")}</span></span>'
    jobs = "".join(
        f'<span class="jc {"s" if colour == "grey" else colour[0]}{"" if counts[colour][seat] else " none"}" title="{_("jobs completed")}: {scene.label(colour)}">'
        f'{shape(colour)}{counts[colour][seat]}<span class="sr"> {scene.label(colour)}</span></span>'
        for colour in COLOURS
    )
    bills = sum(view.memory.suitcases[seat])
    stats = (
        stat("hand", player.cards, _("cards in hand")) + stat("suitcase", bills, _("bills in the suitcase"))
        + stat("control", player.markers, _("control markers left"))
    )  # fmt: skip
    return (
        f'<li class="fp {family(seat)} opp-{seat}{" now" if now else ""}"><div class="who">{seal(seat)}<span class="nn"><b>{scene.who(seat)}</b>'
        f"<small>{scene.label(player.family)} {kind_of(scene, seat)}</small></span>{chips}</div>"
        f'<div class="row1">{stats}<span class="figs">{home(scene, player, seat, names)}</span></div>'
        f'<div class="row2"><span class="jobsdone" role="group" aria-label="{_("jobs completed")}">{jobs}</span>{played(scene, player)}</div></li>'
    )


def stat(sign: str, count: int, told: Markup) -> str:
    """A number with its sign."""
    return f'<span class="stat num" title="{told}">{icon(sign)}{count}<span class="sr"> {told}</span></span>'


def home(scene: Scene, player: Player, seat: int, names: PieceNames) -> str:
    """The figures still to be sent."""
    where = str(scene.text("still to be sent"))
    shown = "".join(figure(scene, f"{seat} {kind}", where, "", f"m{seat}-{kind}", "home") for kind in player.members)
    for piece in names.at_home(seat, player.thugs):
        shown += figure(scene, f"{seat} thug", where, "", piece, "home")
    return shown or f'<span class="out">{scene.text("out for this act")}</span>'


def played(scene: Scene, player: Player) -> str:
    """Allies that lie before somebody until the tribute."""
    told = scene.text("played")
    return "".join(
        f'<span class="chip pal" title="{told}: {scene.label(each)}" data-piece="k-{each}" data-at="played">{icon("person")}<span>{scene.label(each)}</span></span>'
        for each in player.played
    )


def bank(scene: Scene, view: CorleoneView) -> Markup:
    """The stacks beside the board: bills, goods, jobs, tiles."""
    _ = scene.text
    title = _("The bank")
    shown = ""
    for value, count in zip(VALUES, view.supply, strict=False):
        told = f"{scene.dollars(value)}: {count}"
        shown += f'<li class="{"" if count else "none"}" title="{told}">{bill(scene, value, "small", told)}<b class="num" aria-hidden="true">{count}</b></li>'
    for good, count in zip(GOODS, view.supply[len(VALUES) :], strict=True):
        told = scene.label(good)
        shown += f'<li class="{"" if count else "none"}" title="{told}">{icon(icon_sign(good))}<span class="sr">{told} </span><b class="num">{count}</b></li>'
    blue, red = view.tiles
    rest = (
        ("jobs", view.deck, _("job deck")), ("log", len(view.discard), _("discarded jobs")),
        ("front", blue, _("blue tiles to come")), ("front", red, _("red tiles to come")),
    )  # fmt: skip
    for at, (sign, count, told) in enumerate(rest):
        colour = " t-blue" if at == 2 else " t-red" if at == 3 else ""
        shown += f'<li class="{"" if count else "none"}{colour}" title="{told}">{icon(sign)}<span class="sr">{told} </span><b class="num">{count}</b></li>'
    return Markup(f'<section class="panel bankp" aria-label="{title}"><ul class="bank">{shown}</ul></section>')
