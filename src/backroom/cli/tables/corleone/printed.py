"""Corleone's Empire in the terminal: what is printed on board and cards, found by id, by mark and in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from backroom.cli.tables import Voice
from backroom.cli.tongue import _
from backroom.games.corleone.edition import Ally, Business, District, Job, Printed, Space, read, swap_icon
from backroom.games.corleone.numbers import (
    ALLY_MARKS,
    DISTRICTS,
    GOODS,
    PARK,
    PLACE_MARKS,
    SPACE_MARKS,
    VALUES,
)
from backroom.games.corleone.printed import table_rules
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
    UseFront,
)
from backroom.games.corleone.view import CorleoneView, Figure
from backroom.kernel.edition import Edition
from backroom.kernel.words import Speaker

BILLS: Final = [f"bill-{value}" for value in VALUES]
PLAIN: Final = [*BILLS, *GOODS]
NEUTRAL: Final = ("mayor", "union_boss", "police_chief")
TAG: Final = 4
"""Letters of a player on the map."""


class Printing:
    """An edition as the drawing needs it: everything by its id, and the marks that moves are written with."""

    def __init__(self, printed: Printed) -> None:
        self.printed = printed
        self.districts: list[District] = printed.district[:DISTRICTS]
        self.areas: dict[str, District] = {district.id: district for district in printed.district}
        order = list(self.areas)
        homes = sorted(
            (each for each in printed.business if each.district), key=lambda each: order.index(each.district)
        )
        tiles = [each for each in printed.business if not each.district]
        self.places: list[Business] = [*homes[:DISTRICTS], *tiles]
        self.park: Business = homes[PARK]
        self.businesses: dict[str, Business] = {each.id: each for each in printed.business}
        self.spaces: dict[str, Space] = {each.id: each for each in printed.family_space}
        self.jobs: dict[str, Job] = {each.id: each for each in printed.job}
        self.allies: dict[str, Ally] = {each.id: each for each in printed.ally}
        self.marks: dict[str, str] = {
            **{each.id: PLACE_MARKS[at] for at, each in enumerate(self.places)},
            **{each: SPACE_MARKS[at] for at, each in enumerate(self.spaces)},
            **{each: f"j{at:02}" for at, each in enumerate(self.jobs, 1)},
            **{each: f"a{ALLY_MARKS[at]}" for at, each in enumerate(self.allies)},
            **{each.id: f"d{each.number}" for each in self.districts},
        }
        """By id: `p6`, `s07`, `j17`, `a2-4`, `d6`."""
        self.ids: dict[str, str] = {mark: identity for identity, mark in self.marks.items()}
        self.steps: dict[int, Step] = {}
        """The sentences of cards by the numbers under which the engine runs them."""
        self.programs: dict[int, list[Step]] = {}
        self.number_steps()

    def number_steps(self) -> None:
        """Walk the engine's rules beside the file."""
        rules = table_rules(self.printed, len(SEAT_NUMBERS), {"first_player": "random", "first_seat": 1})
        for program, steps in enumerate(PRINTED_SWAPS):
            self.programs[program] = steps
        walk = [(program, job.effect) for program, job in zip(rules.effects, self.printed.job, strict=True)]
        walk += [(program, ally.effect) for program, ally in zip(rules.powers, self.printed.ally, strict=True)]
        while walk:
            program, steps = walk.pop()
            self.programs[program] = steps
            for number, step in zip(rules.programs[program], steps, strict=True):
                self.steps[number] = step
                _what, first, second, _third = rules.steps[number]
                if isinstance(step, Swap) and swap_icon(step) is None:
                    walk.append((second, step.gain))
                elif isinstance(step, ChooseOne):
                    walk += list(zip(rules.options[first], step.options, strict=True))

    def name(self, identity: str) -> str | None:
        """The name that is printed; None for what this edition does not name."""
        if identity in self.spaces:
            touched = self.spaces[identity].touches
            alike = [each for each in self.spaces.values() if sorted(each.touches) == sorted(touched)]
            return self.around(identity) + ("" if len(alike) == 1 else f" ({self.marks[identity]})")
        for things in (self.businesses, self.jobs, self.allies, self.areas):
            if identity in things:
                return translated(things[identity].name)
        family = next((each for each in self.printed.family if each.id == identity), None)
        return translated(family.name) if family else None

    def around(self, space: str) -> str:
        """The areas that a family space touches."""
        return ", ".join(translated(self.areas[area].name) for area in self.spaces[space].touches)

    def area_of(self, business: str, view: CorleoneView) -> str | None:
        """The district in which a business lies now."""
        printed = self.businesses[business]
        if printed.district:
            return printed.district
        at = view.plots.index(business) if business in view.plots else None
        return None if at is None else self.districts[at].id

    def lying_in(self, area: str, view: CorleoneView) -> list[Business]:
        """The printed business of an area, and the tile if there is one."""
        at = list(self.areas).index(area)
        if at >= DISTRICTS:
            return [self.park]
        tile = view.plots[at]
        return [self.places[at], *([self.businesses[tile]] if tile else [])]

    def on_board(self, view: CorleoneView) -> list[Business]:
        """Every business with a thug space."""
        return [business for district in self.districts for business in self.lying_in(district.id, view)]

    def backs_at(self, space: str, view: CorleoneView) -> list[Step]:
        """Every back that a figure on a family space uses."""
        return [
            step
            for area in self.spaces[space].touches
            for business in self.lying_in(area, view)
            for step in business.back
        ]

    def controller(self, area: str | None, view: CorleoneView) -> int | None:
        """C-77."""
        at = list(self.areas).index(area) if area else DISTRICTS
        return view.stacks[at][-1] if at < DISTRICTS and view.stacks[at] else None

    def closed(self, space: str, view: CorleoneView) -> bool:
        """C-16."""
        return view.seats == 2 and self.spaces[space].three_plus


SEAT_NUMBERS: Final = range(5)
PRINTED_SWAPS: Final[list[list[Step]]] = [[GoodChoice(1)], [Bill(5)], [Bill(5)], [Bill(3), Bill(5)]]


@cache
def _printing(edition: Edition) -> Printing:
    return Printing(read(edition))


def printing(view: CorleoneView, speaker: Speaker) -> Printing:
    """What is printed in the edition that a view is of."""
    return _printing(speaker.game.edition(view.edition.split(" ")[1]))


def printing_for(speaker: Speaker) -> Printing:
    """What is printed in the edition that somebody speaks of."""
    edition = speaker.edition if isinstance(speaker, Voice) else None
    return _printing(edition or speaker.game.house_edition())


def translated(name: str) -> str:
    """A printed name in the language spoken, if somebody has translated it."""
    return _(name.replace("'", "’"))


# Players on the map.


def tags(view: CorleoneView, speaker: Speaker) -> list[str]:
    """A few letters for every player, all different: the beginning of the name, or its first letter and a number."""
    begun = [speaker.seat(seat)[:TAG].strip() for seat in range(view.seats)]
    return [tag if begun.count(tag) == 1 and len(tag) > 1 else f"{tag[:1]}{seat + 1}" for seat, tag in enumerate(begun)]


def owner(figure: Figure) -> int | None:
    """Whose figure it is; nobody's if neutral."""
    first, space, _kind = figure.partition(" ")
    return int(first) if space else None


def figure_text(figure: Figure, speaker: Speaker) -> str:
    """`Anna’s Don`, or `Mayor`."""
    seat = owner(figure)
    if seat is None:
        return speaker.name(figure)
    return _("{figure} of {name}").format(figure=speaker.name(figure.partition(" ")[2]), name=speaker.seat(seat))


def figure_tag(figure: Figure, letters: Sequence[str]) -> str:
    """Who stands there, short enough for the map."""
    seat = owner(figure)
    if seat is not None:
        return letters[seat]
    return {"mayor": _("Mayor"), "union_boss": _("Union")}.get(figure, _("Police"))


# Icons and sentences.


def icon_word(step: Step) -> tuple[str, int]:
    """One icon in a word or a sign, and how often it is printed."""
    match step:
        case Launder(n):
            return _("launder"), n
        case Bill(value):
            return f"${value}", 1
        case TakeGood(good):
            return short_good(good), 1
        case Jobs():
            return _("jobs"), 1
        case HorseHead():
            return _("horse"), 1
        case Swap(discard, gain):
            return f"{discard}>" + "+".join(icon_word(each)[0] for each in gain), 1
        case GoodChoice():
            return _("good"), 1
        case _:
            return "?", 1


def short_good(good: str) -> str:
    """A good in a short word."""
    return {
        "gun": _("gun"),
        "booze": _("booze"),
        "blood_money": _("blood"),
        "narcotics": _("narco"),
    }[good]


def icon_words(steps: Iterable[Step]) -> str:
    """Icons in short words: `gun x2, $2`."""
    counted: Counter[str] = Counter()
    for step in steps:
        word, count = icon_word(step)
        counted[word] += count
    return ", ".join(word if count == 1 else f"{word} x{count}" for word, count in counted.items()) or _("nothing")


def sentence(step: Step, speaker: Speaker) -> str:
    """One sentence of a card."""
    code = f"effect.{step.__struct_config__.tag}"
    params: dict[str, object] = {}
    match step:
        case Launder(n) | GoodChoice(n) | UseFront(n):
            params = {"n": n}
        case Bill(value):
            params = {"card": f"bill-{value}"}
        case TakeGood(good):
            params = {"good": good}
        case Jobs(draw, keep):
            params = {"draw": draw, "keep": keep}
        case Swap(discard, gain):
            params = {"discard": discard, "gain": sentences(gain, speaker)}
        case Kill(kind, where):
            params = {"figure": kind_name(kind, speaker), "where": speaker.phrase(f"effect.{where}")}
        case KillAll(kind) | TakeBack(kind):
            params = {"figure": kind_name(kind, speaker)}
        case Move(kind, whose, use, where):
            code += "_use" if use else ""
            side = speaker.phrase(f"effect.{whose}") or ""
            side += f", {speaker.phrase('effect.here')}" if where == "here" else ""
            params = {"figure": kind_name(kind, speaker), "whose": side}
        case PlaceNeutral(figure, use):
            code += "_use" if use else ""
            params = {"figure": figure}
        case Steal(n, rivals):
            params = {"n": n, "rivals": rivals}
        case ChooseOne(options):
            params = {"options": " / ".join(sentences(option, speaker) for option in options)}
        case Levy() | _:
            pass
    return speaker.phrase(code, params) or code


def kind_name(kind: str, speaker: Speaker) -> str:
    """A kind of figure as cards say it."""
    return speaker.name("thug") if kind == "thug" else speaker.phrase(f"effect.{kind}") or kind


def sentences(steps: Iterable[Step], speaker: Speaker) -> str:
    """What a card or a half of a business does, whole."""
    return "; ".join(sentence(step, speaker) for step in steps) or _("nothing")


# Cards.


def card_order(cards: Iterable[str], printed: Printing) -> list[str]:
    """Bills and goods, then jobs, then allies."""
    order = {card: at for at, card in enumerate((*PLAIN, *printed.jobs, *printed.allies))}
    return sorted(cards, key=lambda card: order.get(card, 0))


def counted(cards: Iterable[str], speaker: Speaker) -> str:
    """Cards with how many there are of each: `$2 x3, gun`."""
    found = Counter(cards)
    return ", ".join(
        speaker.name(card) if count == 1 else f"{speaker.name(card)} x{count}" for card, count in found.items()
    )


def money(cards: Iterable[str]) -> int:
    """What bills are worth."""
    return sum(VALUES[BILLS.index(card)] for card in cards if card in BILLS)


def cost_text(job: Job, speaker: Speaker) -> str:
    """What a job asks for."""
    return counted(job.cost, speaker)


def pays(job: Job) -> str:
    """The bills it pays."""
    return " + ".join(f"${value}" for value in job.reward) or _("no money")


def job_line(job: Job, speaker: Speaker) -> str:
    """A job: what it costs, what it does, what it pays."""
    return _("costs {cost}: {effect}; pays {money}").format(
        cost=cost_text(job, speaker), effect=sentences(job.effect, speaker), money=pays(job)
    )


def payable(job: Job, hand: Sequence[str]) -> bool:
    """C-49, C-50."""
    cost: Counter[str] = Counter(job.cost)
    return sum((cost - Counter(hand)).values()) <= hand.count("narcotics")
