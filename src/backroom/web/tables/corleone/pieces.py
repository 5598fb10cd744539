"""Corleone's Empire: its pieces as HTML. What travels carries a name of its own (`data-piece`) and its place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from markupsafe import Markup, escape

from backroom.games.corleone.edition import Ally, Job
from backroom.games.corleone.numbers import VALUES
from backroom.games.corleone.reading import BILLS, Printing, job_line, owner, sentences
from backroom.games.corleone.steps import (
    Bill,
    ChooseOne,
    GoodChoice,
    HorseHead,
    Jobs,
    Kill,
    KillAll,
    Launder,
    Levy,
    Move,
    PlaceNeutral,
    Steal,
    Step,
    Swap,
    TakeBack,
    TakeGood,
    UseBacks,
    UseFront,
)
from backroom.games.corleone.view import CorleoneView, Figure
from backroom.web.art import icon
from backroom.web.scene import Scene
from backroom.web.statics import address
from backroom.web.tables.corleone.houses import icon_sign, printed_signs

VOWELS: Final = frozenset("aeiouyąęóаеєиіїоуюяыэё")
LONG: Final = 10
"""A word of so many letters may be wider than a card."""
EMBLEMS: Final = ("marzullo", "matarazzo", "vitale", "caccamo", "pizzino")
"""Colour and emblem of each seat, in the order of the edition's families."""
SHAPES: Final = {
    "yellow": ("y", "M6 0 12 12H0z"), "blue": ("b", "M6 0a6 6 0 1 1 0 12A6 6 0 0 1 6 0z"),
    "green": ("g", "M0 0h12v12H0z"), "grey": ("s", "M6 0l6 6-6 6-6-6z"),
}  # fmt: skip
"""Each colour of jobs: its letter in the style, and its shape."""


def emblem(seat: int | None) -> str:
    """The name of a seat's emblem; nobody's for a neutral figure."""
    return "neutral" if seat is None else EMBLEMS[seat % len(EMBLEMS)]


def family(seat: int | None) -> str:
    """The class of a family's colour."""
    return f"fam-{emblem(seat)}"


def seal(seat: int, extra: str = "") -> str:
    """A family's emblem in its colour, beside a name."""
    return f'<span class="seal {family(seat)} {extra}" aria-hidden="true">{icon(f"em-{emblem(seat)}")}</span>'


def name(scene: Scene, seat: int) -> Markup:
    """A person, with the seal of the family."""
    return Markup(f'<span class="pn">{seal(seat, "tiny")}<b>{scene.who(seat)}</b></span>')


def figure_words(scene: Scene, figure: Figure) -> Markup:
    """`Don of Anna`, or `Mayor`."""
    seat = owner(figure)
    if seat is None:
        return scene.label(figure)
    told = scene.text("{figure} of {name}")
    return scene.fill(told, figure=scene.label(figure.partition(" ")[2]), name=escape(scene.called(seat)))


def figure(
    scene: Scene, who: Figure, where: str = "", kind: str = "", piece: str = "", at: str = "", size: str = ""
) -> str:
    """A figure with the emblem of its family at the foot."""
    seat = owner(who)
    shape = who.partition(" ")[2] or who
    mark = "" if seat is None else (
        f'<circle cx="24.500" cy="37" r="7" class="fe"/><svg x="19.500" y="32" width="10" height="10" class="fi">'
        f'<use href="{address("icons.svg")}#i-em-{emblem(seat)}"/></svg>'
    )  # fmt: skip
    told = figure_words(scene, who)
    if where:
        told = escape(scene.fill(scene.text("{figure}: {place}"), figure=told, place=where))
    moving = f' data-piece="{piece}" data-at="{at}"' if piece else ""
    return (
        f'<svg class="fig {family(seat)} {kind}" viewBox="0 0 32 44" role="img" aria-label="{told}"{moving}{size}>'
        f'<use href="{address("figures.svg")}#f-{escape(shape)}"/>{mark}</svg>'
    )


# Signs of what cards do.


def step_signs(steps: Iterable[Step]) -> str:
    """What a card does, in signs."""
    return "".join(sign_of(step) for step in steps)


def sign_of(step: Step) -> str:
    """One sentence of a card in signs."""
    match step:
        case Launder(_) | Bill(_) | TakeGood(_) | HorseHead() | Jobs(2, 1):
            return "".join(str(icon(sign)) for sign in printed_signs([step]))
        case Swap(discard, gain):
            drawn = printed_signs([step])
            if drawn:
                return str(icon(drawn[0]))
            return f'<span class="sg">{"−" * 1}{discard}{icon("hand")}{icon("next", "ar")}{step_signs(gain)}</span>'
        case GoodChoice(n):
            return str(icon("good")) * n
        case Jobs(draw, keep):
            return f'<span class="sg">{icon("jobs")}{keep}/{draw}</span>'
        case Kill(kind, where):
            near = {"anywhere": "", "with_me": str(icon("influence", "ar")), "here": str(icon("police", "ar"))}[where]
            return f'<span class="sg">{icon("kill")}{small_figure(kind)}{near}</span>'
        case KillAll(kind):
            both = small_figure("thug") + (small_figure("family") if kind == "all" else "")
            return f'<span class="sg">{icon("kill")}×{both}</span>'
        case Move(kind, whose, use, _where):
            return f'<span class="sg">{small_figure(kind, whose == "rival")}{icon("move")}{icon("front" if kind == "thug" else "back") if use else ""}</span>'
        case TakeBack(kind):
            return f'<span class="sg">{icon("takeback")}{small_figure(kind)}</span>'
        case PlaceNeutral(who, use):
            return f'<span class="sg">{small_figure(who)}{icon("back" if who == "mayor" else "front") if use else ""}</span>'
        case UseFront(n):
            return str(icon("front")) * n
        case UseBacks():
            return str(icon("back"))
        case Steal(n, rivals):
            return f'<span class="sg">{icon("steal")}{n}{"×" + str(rivals) if rivals > 1 else ""}</span>'
        case Levy():
            return f'<span class="sg">{icon("person")}{icon("next", "ar")}{icon("bill")}</span>'
        case ChooseOne(options):
            return '<span class="or">/</span>'.join(step_signs(option) for option in options)


def small_figure(kind: str, rival: bool = False) -> str:
    """A figure as a sign."""
    shape = {"family": "don", "all": "don"}.get(kind, kind)
    return (
        f'<svg class="sf{" rv" if rival else ""}" viewBox="0 0 32 44" aria-hidden="true">'
        f'<use href="{address("figures.svg")}#f-{escape(shape)}"/></svg>'
    )


# Cards.


def bill(scene: Scene, value: int, extra: str = "", told: str = "", piece: str = "", at: str = "") -> str:
    """A bill."""
    moving = f' data-piece="{piece}" data-at="{at}"' if piece else ""
    return f'<span class="note n{value} {extra}" role="img" aria-label="{told or scene.dollars(value)}"{moving}><b><i>$</i>{value}</b></span>'


def bills(scene: Scene, values: Sequence[int]) -> str:
    """Bills side by side, small."""
    return "".join(bill(scene, value, "small") for value in values)


def shape(colour: str) -> str:
    """The shape that goes with a colour of jobs."""
    return f'<svg class="jsh" viewBox="0 0 12 12" aria-hidden="true"><path d="{SHAPES[colour][1]}"/></svg>'


def job_words(scene: Scene, job: Job) -> Markup:
    """A job for who listens: name, colour, all that stands on it."""
    told = scene.text("{name} ({colour}): {line}")
    line = escape(job_line(job, scene.speaker))
    return scene.fill(told, name=scene.label(job.id), colour=scene.label(job.colour), line=line)


def breakable(name: str) -> str:
    """A card's name where it has little room: long words may break once near their middle, before a consonant and a vowel."""
    return " ".join(broken(word) for word in name.split(" "))


def broken(word: str) -> str:
    """One word of it, with a soft hyphen if it is long and written in letters that stand apart."""
    low = word.lower()
    places = [
        at
        for at in range(3, len(word) - 2)
        if low[at] not in VOWELS and low[at + 1] in VOWELS and any(each in VOWELS for each in low[:at])
    ]
    if len(word) < LONG or not places:
        return word
    at = min(places, key=lambda each: (abs(2 * each - len(word)), -each))
    return f"{word[:at]}\u00ad{word[at:]}"


def job_card(scene: Scene, job: Job, kind: str = "", at: str = "") -> str:
    """A job: what it costs, what it does, what it pays."""
    cost = "".join(str(icon(icon_sign(good))) for good in job.cost)
    moving = f' data-piece="k-{escape(job.id)}" data-at="{at}"' if at else ""
    told = job_words(scene, job)
    return (
        f'<span class="job {SHAPES[job.colour][0]} {kind}" role="img" aria-label="{told}" title="{told}"{moving}><span class="top"><span>{breakable(scene.label(job.id))}</span></span>'
        f'<span class="cost">{cost}{shape(job.colour)}</span><span class="eff">{step_signs(job.effect)}</span>'
        f'<span class="rew">{bills(scene, job.reward)}</span></span>'
    )


def ally_words(scene: Scene, ally: Ally) -> Markup:
    """An ally for who listens."""
    told = scene.text("{name}: {effect}")
    return scene.fill(told, name=scene.label(ally.id), effect=escape(sentences(ally.effect, scene.speaker)))


def ally_card(scene: Scene, ally: Ally, kind: str = "", at: str = "") -> str:
    """An ally with a portrait: the neutral figure that comes with it, or one of three faces."""
    neutral = next((step.figure for step in ally.effect if isinstance(step, PlaceNeutral)), None)
    portrait = neutral or ("consigliere", "heir", "don")[sum(map(ord, ally.id)) % 3]
    moving = f' data-piece="k-{escape(ally.id)}" data-at="{at}"' if at else ""
    told = ally_words(scene, ally)
    return (
        f'<span class="job ally {kind}" role="img" aria-label="{told}" title="{told}"{moving}><span class="top"><span>{breakable(scene.label(ally.id))}</span></span>'
        f'<span class="who">{small_figure(portrait)}</span><span class="eff">{step_signs(ally.effect)}</span></span>'
    )


def card(scene: Scene, printed: Printing, held: str, kind: str = "", at: str = "") -> str:
    """Any card of a hand."""
    if held in BILLS:
        return bill(scene, VALUES[BILLS.index(held)], kind)
    if held in printed.jobs:
        return job_card(scene, printed.jobs[held], kind, at)
    if held in printed.allies:
        return ally_card(scene, printed.allies[held], kind, at)
    told = scene.label(held)
    return f'<span class="good g-{icon_sign(held)} {kind}" role="img" aria-label="{told}">{icon(icon_sign(held))}<span>{told}</span></span>'


def case_values(view: CorleoneView) -> list[int]:
    """The bills in the viewer's suitcase, highest first."""
    case = view.players[view.seat].suitcase if view.seat is not None else None
    return [value for value, count in zip(VALUES[::-1], (case or ())[::-1], strict=False) for _each in range(count)]
