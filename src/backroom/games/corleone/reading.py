"""Corleone's Empire: what a view tells beyond what stands in it, and what is printed on board and cards, found by id
and by mark and said in words; for everybody who shows it to people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from gettext import NullTranslations
from typing import Final

from backroom.games.corleone.edition import Ally, Business, District, Job, Printed, Space, read, swap_icon
from backroom.games.corleone.numbers import (
    ALLY_MARKS,
    COLOURS,
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
    Good,
    GoodChoice,
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
ORDER: Final[list[Good]] = ["gun", "booze", "blood_money"]
"""The goods that jobs cost, in the order in which payments name them."""
NEUTRAL: Final = ("mayor", "union_boss", "police_chief")


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
        self.names: dict[tuple[NullTranslations, str], str] = {}
        """Names looked up before, by language and id."""
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

    def name(self, identity: str, speaker: Speaker) -> str | None:
        """The name that is printed; None for what this edition does not name."""
        key = speaker.catalogue, identity
        if key not in self.names:
            found = self.printed_name(identity, speaker)
            if found is None:
                return None
            self.names[key] = found
        return self.names[key]

    def printed_name(self, identity: str, speaker: Speaker) -> str | None:
        """The name as the file has it, translated if somebody has done so."""
        if identity in self.spaces:
            touched = self.spaces[identity].touches
            alike = [each for each in self.spaces.values() if sorted(each.touches) == sorted(touched)]
            return self.around(identity, speaker) if len(alike) == 1 else self.told_apart(identity, speaker)
        for things in (self.businesses, self.jobs, self.allies, self.areas):
            if identity in things:
                return translated(things[identity].name, speaker)
        family = next((each for each in self.printed.family if each.id == identity), None)
        return translated(family.name, speaker) if family else None

    def around(self, space: str, speaker: Speaker) -> str:
        """The areas that a family space touches."""
        names = (translated(self.areas[area].name, speaker) for area in self.spaces[space].touches)
        return speaker.tongue.comma.join(names)

    def told_apart(self, space: str, speaker: Speaker) -> str:
        """The same for one of several that touch the same areas: by where it lies, if it lies as in the house edition,
        else by its mark."""
        house = str(speaker.game.phrases.get(f"name.{space}", ""))
        names = {self.areas[area].name for area in self.spaces[space].touches}
        if set(house.partition(" (")[0].split(", ")) == names:
            return speaker.catalogue.gettext(house)
        return f"{self.around(space, speaker)} ({self.marks[space]})"

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
    edition = getattr(speaker, "edition", None)  # a voice of the terminal or of a page has one
    return _printing(edition or speaker.game.house_edition())


def translated(name: str, speaker: Speaker) -> str:
    """A printed name in the language spoken, if somebody has translated it."""
    return speaker.catalogue.gettext(name.replace("'", "’"))


def owner(figure: Figure) -> int | None:
    """Whose figure it is; nobody's if neutral."""
    first, space, _kind = figure.partition(" ")
    return int(first) if space else None


def figure_text(figure: Figure, speaker: Speaker) -> str:
    """`Anna’s Don`, or `Mayor`."""
    seat = owner(figure)
    if seat is None:
        return speaker.name(figure)
    told = speaker.catalogue.gettext("{figure} of {name}")
    return told.format(figure=speaker.name(figure.partition(" ")[2]), name=speaker.tongue.isolated(speaker.seat(seat)))


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
            side += f"{speaker.tongue.comma}{speaker.phrase('effect.here')}" if where == "here" else ""
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
    told = speaker.tongue.semicolon.join(sentence(step, speaker) for step in steps)
    return told or speaker.catalogue.gettext("nothing")


def card_order(cards: Iterable[str], printed: Printing) -> list[str]:
    """Bills and goods, then jobs, then allies."""
    order = {card: at for at, card in enumerate((*PLAIN, *printed.jobs, *printed.allies))}
    return sorted(cards, key=lambda card: order.get(card, 0))


def counted(cards: Iterable[str], speaker: Speaker) -> str:
    """Cards with how many there are of each: `$2 ×3, gun`."""
    own = speaker.tongue
    return own.comma.join(own.times(speaker.name(card), count) for card, count in Counter(cards).items())


def money(cards: Iterable[str]) -> int:
    """What bills are worth."""
    return sum(VALUES[BILLS.index(card)] for card in cards if card in BILLS)


def cost_text(job: Job, speaker: Speaker) -> str:
    """What a job asks for."""
    return counted(job.cost, speaker)


def pays(job: Job, speaker: Speaker) -> str:
    """The bills it pays."""
    return " + ".join(speaker.tongue.dollars(value) for value in job.reward) or speaker.catalogue.gettext("no money")


def job_line(job: Job, speaker: Speaker) -> str:
    """A job: what it costs, what it does, what it pays."""
    return speaker.catalogue.gettext("costs {cost}: {effect}; pays {money}").format(
        cost=cost_text(job, speaker), effect=sentences(job.effect, speaker), money=pays(job, speaker)
    )


def payable(job: Job, hand: Sequence[str]) -> bool:
    """C-49, C-50."""
    cost: Counter[str] = Counter(job.cost)
    return sum((cost - Counter(hand)).values()) <= hand.count("narcotics")


def ways_to_pay(job: str, view: CorleoneView, printed: Printing) -> list[str]:
    """What the goods in hand allow: how many narcotics for guns, booze and blood money, the bills first or last."""
    card, hand = printed.jobs[job], view.hand
    have = [hand.count(good) for good in GOODS]
    cost = [card.cost.count(good) for good in ORDER]
    order = ["first", "last"] if card.effect and card.reward else ["first"]
    return [
        f"g{guns}b{booze}m{blood}:money-{when}"
        for guns in range(cost[0] + 1)
        for booze in range(cost[1] + 1)
        for blood in range(cost[2] + 1)
        if guns + booze + blood <= have[3]
        and all(cost[at] - instead <= have[at] for at, instead in enumerate((guns, booze, blood)))
        for when in order
    ]


def plain_icons(view: CorleoneView, tokens: Sequence[str]) -> list[str]:
    """The icons that only give something, as far as the supply has it, bills and goods."""
    names = view.pending[-1].names
    stock = dict(zip(PLAIN, view.supply, strict=True))
    found = []
    for icon in names:
        if icon in GOODS and stock[icon]:
            stock[icon] -= 1
            found.append(icon)
        elif icon in BILLS:
            given = next((bill for bill in reversed(BILLS[: BILLS.index(icon) + 1]) if stock[bill]), None)
            if given is not None:
                stock[given] -= 1
                found.append(icon)
    if "horse_head" in names and "take:horse_head" in tokens:
        found.append("horse_head")
    return found


def card_of(mark: str, printed: Printing) -> str:
    """A card by its name in moves: `bill-5`, `gun`, `job-17`."""
    for start, short in (("job-", "j"), ("ally-", "a")):
        if mark.startswith(start):
            return printed.ids[short + mark.removeprefix(start)]
    return mark


def card_mark(card: str, printed: Printing) -> str:
    """The other way round."""
    if card in printed.jobs:
        return f"job-{printed.marks[card][1:]}"
    return f"ally-{printed.marks[card][1:]}" if card in printed.allies else card


def figures_in(area: str, view: CorleoneView, printed: Printing) -> list[str]:
    """C-71: everybody who stands in a district."""
    found = [figure for place, figure in view.thugs.items() if printed.area_of(place, view) == area]
    found += [figure for space, figure in view.members.items() if area in printed.spaces[space].touches]
    return [*found, "police_chief"] if view.chief == area else found


# The end.


def by_rank(view: CorleoneView) -> list[int]:
    """The seats, the winner first."""
    return sorted(range(view.seats), key=lambda seat: (view.ranks[seat], seat))


def dominant(stack: Sequence[int]) -> int | None:
    """C-97: most markers; tied, the higher one."""
    counts = Counter(stack)
    return max(reversed(stack), key=lambda seat: counts[seat]) if stack else None


def job_counts(view: CorleoneView, speaker: Speaker) -> dict[str, list[int]]:
    """C-98: completed jobs by colour, for each seat."""
    jobs = printing(view, speaker).jobs
    return {
        colour: [sum(jobs[job].colour == colour for job in done) for done in view.memory.completed]
        for colour in COLOURS
    }


def best(counts: Sequence[int]) -> list[int]:
    """The seats with the most; nobody where there is nothing."""
    return [seat for seat, count in enumerate(counts) if count == max(counts) and count]


def bonuses(view: CorleoneView, speaker: Speaker) -> tuple[list[int], list[int]]:
    """How many districts and how many colours each seat is paid for."""
    won = Counter(dominant(stack) for stack in view.stacks if stack)
    colours = Counter(seat for counts in job_counts(view, speaker).values() for seat in best(counts))
    seats = range(view.seats)
    return [won[seat] for seat in seats], [colours[seat] for seat in seats]
