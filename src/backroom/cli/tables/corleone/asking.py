"""Corleone's Empire in the terminal: what `?` says about a place, a card, a district, an icon, a player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from rich.console import Group as Stack
from rich.console import RenderableType
from rich.text import Text

from backroom.cli.tables.corleone.choosing import Moment, whereabouts
from backroom.cli.tables.corleone.finding import called, find, marked
from backroom.cli.tables.corleone.printed import icon_words
from backroom.cli.tongue import _, joined, ngettext, numeral
from backroom.games.corleone.edition import Business
from backroom.games.corleone.numbers import ICON_NAMES
from backroom.games.corleone.printed import icon_of
from backroom.games.corleone.reading import (
    BILLS,
    NEUTRAL,
    PLAIN,
    Printing,
    cost_text,
    counted,
    figure_text,
    figures_in,
    payable,
    pays,
    printing,
    sentence,
    sentences,
)
from backroom.games.corleone.view import CorleoneView
from backroom.kernel.words import Speaker

VERBS: Final = frozenset({"business", "thug", "family", "job", "ally", "district", "front", "icon"})
TURN: Final = ("C-20", "C-21", "C-22", "C-26", "C-27", "C-28", "C-32", "C-33", "C-48", "C-59")
NOW: Final[dict[str, tuple[str, ...]]] = {
    "menu": ("C-37", "C-38", "C-47"),
    "share": ("C-28", "C-29"),
    "looking": ("C-39",),
    "discarding": ("C-42", "C-43", "C-44", "C-45"),
    "choice": ("C-42",),
    "paying": ("C-49", "C-50", "C-51"),
    "kill": ("C-56", "C-57"),
    "kill_all": ("C-56", "C-57"),
    "place_neutral": ("C-61", "C-62", "C-63", "C-64", "C-65", "C-66"),
    "fronts": ("C-55",),
    "lift": ("C-76", "C-77"),
    "hiring": ("C-80", "C-82"),
}
ICON_RULES: Final[dict[str, tuple[str, ...]]] = {
    "launder": ("C-38", "C-47"),
    "jobs": ("C-39",),
    "horse_head": ("C-46",),
    "swap-good": ("C-42",),
    "swap-5": ("C-43",),
    "swap-two-5": ("C-44",),
    "swap-three-8": ("C-45",),
}
NEUTRAL_RULES: Final = {"mayor": "C-62", "union_boss": "C-63", "police_chief": "C-64"}


def paragraphs_now(view: CorleoneView) -> Sequence[str]:
    """The paragraphs of the rulebook that matter now."""
    if view.pending:
        return NOW.get(view.pending[-1].what, ("C-37", "C-51", "C-59"))
    if view.phase == "bribery":
        return "C-79", "C-80", "C-81", "C-82", "C-83"
    return ("C-85", "C-86", "C-87", "C-88") if view.phase == "tribute" else TURN


def about(text: str, view: CorleoneView, speaker: Speaker) -> RenderableType | None:
    """What there is to say; None if nothing is named, or a number alone, which is a choice."""
    said = text.strip().lower().replace(":", " ")
    if said.isdecimal():
        return None
    printed = printing(view, speaker)
    first, _space, rest = said.partition(" ")
    found = find(said, view, printed, speaker)
    if not found and first in VERBS:
        found = find(marked(first, rest), view, printed, speaker)
    if not found:
        return None
    if len(found) > 1:
        names = joined(f"{called(each, speaker)} ({printed.marks.get(each, each)})" for each in found)
        return Text(_("That could be {names}.").format(names=names))
    title, *lines = described(found[0], Moment(view, (), speaker))
    return Stack(Text(title, style="bold"), *(Text(f"  {line}") for line in lines if line))


def described(identity: str, moment: Moment) -> Iterable[str]:
    """A title and lines."""
    printed = moment.printed
    if identity in printed.businesses:
        return business_told(printed.businesses[identity], moment)
    if identity in printed.spaces:
        return space_told(identity, moment)
    if identity in printed.jobs:
        return job_told(identity, moment)
    if identity in printed.allies:
        return ally_told(identity, moment)
    if identity in printed.areas:
        return area_told(identity, moment)
    if identity.startswith("seat "):
        return player_told(int(identity.partition(" ")[2]), moment)
    if identity in NEUTRAL:
        return neutral_told(identity, moment)
    return icon_told(identity, moment)


def business_told(business: Business, moment: Moment) -> Iterable[str]:
    """Where it is, both halves, who stands there, who has a share."""
    view, printed, speaker = moment.view, moment.printed, moment.speaker
    mark = printed.marks.get(business.id)
    yield speaker.name(business.id) + (f" ({mark})" if mark else "")
    area = printed.area_of(business.id, view)
    if area is None:
        yield _("A tile that does not lie on the board.")
    elif mark:
        yield _("In {district} (district {number}).").format(
            district=speaker.name(area), number=printed.areas[area].number
        )
    if business.front:
        yield _("Front, for a thug there: {effect}.").format(effect=sentences(business.front, speaker))
    yield _("Back, for family members on spaces that touch the district: {effect}.").format(
        effect=sentences(business.back, speaker)
    )
    if area is None or not mark:
        return
    figure = view.thugs.get(business.id)
    free = _("Its thug space is free.")
    yield free if figure is None else _("On its thug space: {figure}.").format(figure=figure_text(figure, speaker))
    other = printed.controller(area, view)
    if other is not None:
        yield _("{name} controls the district and may use the front whenever somebody else does. [C-28]").format(
            name=speaker.seat(other)
        )


def space_told(space: str, moment: Moment) -> Iterable[str]:
    """What it touches, what it brings, who stands there."""
    view, printed, speaker = moment.view, moment.printed, moment.speaker
    yield _("Family space {mark}: {areas}").format(mark=printed.marks[space], areas=printed.around(space, speaker))
    yield _("Backs to be used from here: {icons}.").format(icons=icon_words(printed.backs_at(space, view)))
    for area in printed.spaces[space].touches:
        for business in printed.lying_in(area, view):
            yield f"  {speaker.name(business.id)} ({speaker.name(area)}): {sentences(business.back, speaker)}"
    if printed.spaces[space].three_plus:
        yield _("Marked 3+: closed in a game of two. [C-16]")
    figure = view.members.get(space)
    yield (
        _("It is free.") if figure is None else _("Here stands: {figure}.").format(figure=figure_text(figure, speaker))
    )


def job_told(job: str, moment: Moment) -> Iterable[str]:
    """Colour, cost, ability, bills, and where it is as far as all can see."""
    view, printed, speaker = moment.view, moment.printed, moment.speaker
    card = printed.jobs[job]
    yield _("Job {mark}: {name} ({colour})").format(
        mark=printed.marks[job], name=speaker.name(job), colour=speaker.name(card.colour)
    )
    yield _("Costs: {cost}; narcotics may stand in for any of it. [C-50]").format(cost=cost_text(card, speaker))
    for step in card.effect:
        yield _("Ability: {effect}.").format(effect=sentence(step, speaker))
    lacking = Counter[str](card.cost) - Counter(view.hand)
    if view.seat is not None and lacking and not payable(card, view.hand):
        yield _("You lack: {cost}.").format(cost=counted(lacking.elements(), speaker))
    yield _("Pays: {money}, into the hand, before the ability or after it. [C-51]").format(money=pays(card, speaker))
    if job in view.public:
        yield _("It is public: whoever has the goods may complete it.")
    elif job in view.hand:
        yield _("It is in your hand.")
    elif job in view.discard:
        yield _("It lies on the discard.")
    for seat, done in enumerate(view.memory.completed):
        if job in done:
            yield _("{name} has completed it.").format(name=speaker.seat(seat))


def ally_told(ally: str, moment: Moment) -> Iterable[str]:
    """What it does and where it is."""
    view, printed, speaker = moment.view, moment.printed, moment.speaker
    card = printed.allies[ally]
    yield _("Ally {mark}: {name} (act {act})").format(mark=printed.marks[ally], name=speaker.name(ally), act=card.act)
    for step in card.effect:
        yield _("Effect: {effect}.").format(effect=sentence(step, speaker))
    if ally in view.allies:
        yield _("It lies in the row, to be won in the bribery. [C-80]")
    elif ally in view.hand:
        yield _("It is in your hand: it works once per act. [C-59]")
    elif card.act > view.act:
        yield _("It may come up in act {act}.").format(act=card.act)
    elif ally in view.gone:
        yield _("It has left the game.")
    for seat, player in enumerate(view.players):
        if ally in player.played:
            yield _("It lies before {name}, until the tribute.").format(name=speaker.seat(seat))


def area_told(area: str, moment: Moment) -> Iterable[str]:
    """Control, businesses, who stands there, the spaces that touch it."""
    view, printed, speaker = moment.view, moment.printed, moment.speaker
    district = printed.areas[area]
    yield (f"{numeral(district.number)} " if district.number else "") + speaker.name(area)
    if district.number:
        stack = view.stacks[district.number - 1]
        names = joined(speaker.seat(seat) for seat in stack)
        told = _("Markers from the bottom up: {names}. The top one controls. [C-77]")
        yield told.format(names=names) if stack else _("Nobody controls it.")
        strengths = [figure_text(figure, speaker) for figure in figures_in(area, moment.view, moment.printed)]
        yield _("Here stand: {figures}.").format(figures=joined(strengths)) if strengths else _("Nobody is here.")
    for business in printed.lying_in(area, view):
        mark = printed.marks.get(business.id)
        front = _("front: {icons}; ").format(icons=icon_words(business.front)) if business.front else ""
        back = _("back: {icons}").format(icons=icon_words(business.back))
        yield f"{mark + ' ' if mark else ''}{speaker.name(business.id)}: {front}{back}"
    spaces = [printed.marks[space] for space, each in printed.spaces.items() if area in each.touches]
    yield _("Family spaces that touch it: {spaces}.").format(spaces=joined(spaces))


def player_told(seat: int, moment: Moment) -> Iterable[str]:
    """The open side of somebody."""
    view, printed, speaker = moment.view, moment.printed, moment.speaker
    player = view.players[seat]
    yield f"{speaker.seat(seat)} ({speaker.name(player.family)})"
    yield ngettext("{n} card in hand.", "{n} cards in hand.", player.cards).format(n=player.cards)
    for figures in (view.thugs, view.members):
        for place, figure in figures.items():
            if figure.startswith(f"{seat} "):
                kind = speaker.name(figure.partition(" ")[2])
                yield f"{kind}: {printed.marks[place]} {whereabouts(place, moment)}"
    names = [speaker.name(job) for job in view.memory.completed[seat]]
    yield _("Completed jobs: {jobs}.").format(jobs=joined(names) or _("none"))
    allies = [speaker.name(ally) for ally in player.played]
    yield _("Allies played: {allies}.").format(allies=joined(allies)) if allies else ""


def neutral_told(figure: str, moment: Moment) -> Iterable[str]:
    """Where a neutral figure is, and the paragraph."""
    view, speaker = moment.view, moment.speaker
    yield speaker.name(figure)
    places = [place for place, who in {**view.thugs, **view.members}.items() if who == figure]
    if figure == "police_chief" and view.chief:
        places.append(view.chief)
    where = whereabouts(places[0], moment) if places else _("beside the board")
    yield _("Stands: {place}.").format(place=_("in the Hudson") if figure in view.river else where)
    yield _("A neutral figure: it counts for nobody, and with most or as many it wins the turf war for nobody. [C-74]")
    yield _("The rule: ? {paragraph}").format(paragraph=NEUTRAL_RULES[figure])


def icon_told(icon: str, moment: Moment) -> Iterable[str]:
    """An icon, a bill or a good: what it is, where it can be had."""
    view, printed, speaker = moment.view, moment.printed, moment.speaker
    yield called(icon, speaker)
    if icon in PLAIN:
        stock = view.supply[PLAIN.index(icon)]
        yield _("In the supply: {n}.").format(n=stock)
    fronts, backs = with_icon(icon, view, printed, speaker)
    if fronts:
        yield _("On the front of: {places}.").format(places=joined(fronts))
    if backs:
        yield _("On the back of: {places}.").format(places=joined(backs))
    rules = ICON_RULES.get(icon) or (("C-40", "C-47", "C-68") if icon in BILLS else ("C-41", "C-50", "C-67"))
    yield _("The rule: {paragraphs}").format(paragraphs=joined(f"? {rule}" for rule in rules))


def with_icon(icon: str, view: CorleoneView, printed: Printing, speaker: Speaker) -> tuple[list[str], list[str]]:
    """The businesses on the board that print an icon on front or back."""
    found: tuple[list[str], list[str]] = [], []
    for business in (*printed.on_board(view), printed.park):
        for names, steps in zip(found, (business.front, business.back), strict=True):
            if any(ICON_NAMES[icon_of(step)[0]] == icon for step in steps):
                mark = printed.marks.get(business.id)
                names.append(speaker.name(business.id) + (f" ({mark})" if mark else ""))
    return found
