"""Corleone's Empire: an edition's data as the rules in numbers that the engine plays by."""

from __future__ import annotations

from collections.abc import Mapping

from backroom.games.corleone.edition import Printed, swap_icon
from backroom.games.corleone.numbers import (
    BILL,
    CARD_MARKS,
    COLOURS,
    DISTRICTS,
    GOOD,
    GOODS,
    HORSE_HEAD,
    LAUNDER,
    LOOK_AT_JOBS,
    NEUTRAL_NAMES,
    NOBODY,
    PLAIN,
    SWAP_GOOD,
    VALUES,
)
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
from backroom.games.corleone.table import (
    ANYWHERE,
    BACKS,
    FRONTS,
    HERE,
    KILL,
    KILL_ALL,
    LEVY,
    LOOK,
    MOVE,
    ON_CHOICE,
    ON_ICONS,
    OPTION,
    OWN,
    PLACE_NEUTRAL,
    RIVAL,
    STEAL,
    SWAP,
    TAKE_BACK,
    WITH_ME,
    Rules,
)
from backroom.kernel.options import Value

WHERE = {"anywhere": ANYWHERE, "with_me": WITH_ME, "here": HERE}
KINDS = {"thug": 0, "family": 1, "all": 1}


def table_rules(printed: Printed, seats: int, options: Mapping[str, Value]) -> Rules:
    """What the edition, the options and the number of seats make of the rules."""
    rules = Rules()
    rules.seats = seats
    rules.limits = list(printed.limits.hand)
    rules.supply = [printed.bills.counts[str(value)] for value in VALUES]
    rules.supply += [printed.goods.counts[good] for good in GOODS]
    rules.thugs = 3 if seats == 2 else 2  # C-8
    rules.public = {2: 2, 3: 3, 4: 3, 5: 4}[seats]  # C-6
    rules.shown = seats - 1  # C-7
    rules.first_tiles = {2: 0, 3: 0, 4: 1, 5: 3}[seats]  # C-5
    rules.first = NOBODY
    if options["first_player"] == "host_choice":
        rules.first = (int(options["first_seat"]) - 1) % seats
    areas = [district.id for district in printed.district]
    rules.areas = areas
    rules.touches = [[areas.index(name) for name in space.touches] for space in printed.family_space]
    rules.districts = [sum(1 << area for area in touched if area < DISTRICTS) for touched in rules.touches]
    rules.spaces = [at for at, space in enumerate(printed.family_space) if seats > 2 or not space.three_plus]  # C-16
    rules.space_names = [space.id for space in printed.family_space]
    rules.families = [family.id for family in printed.family]
    rules.cards = [*CARD_MARKS[:PLAIN], *(job.id for job in printed.job), *(ally.id for ally in printed.ally)]
    rules.card_numbers = {name: card for card, name in enumerate(rules.cards)}
    rules.space_numbers = {name: space for space, name in enumerate(rules.space_names)}
    lay_out_businesses(rules, printed, areas)
    rules.steps = []
    rules.programs = []
    rules.options = []
    for gain in ([GoodChoice(1)], [Bill(5)], [Bill(5)], [Bill(3), Bill(5)]):
        program(rules, list(gain))
    rules.costs = [
        (job.cost.count("gun"), job.cost.count("booze"), job.cost.count("blood_money")) for job in printed.job
    ]
    rules.effects = [program(rules, job.effect) for job in printed.job]
    rules.rewards = [[VALUES.index(value) for value in job.reward] for job in printed.job]
    rules.colours = [COLOURS.index(job.colour) for job in printed.job]
    rules.powers = [program(rules, ally.effect) for ally in printed.ally]
    rules.payable = [within_reach(rules, held) for held in range(5**4)]
    return rules


def lay_out_businesses(rules: Rules, printed: Printed, areas: list[str]) -> None:
    """Places 0 to 6 are the printed businesses by district, then come the tiles in the file's order, then the park."""
    homes = sorted((b for b in printed.business if b.district), key=lambda b: areas.index(b.district))
    tiles = [business for business in printed.business if not business.district]
    placed = [*homes[:DISTRICTS], *tiles, homes[DISTRICTS]]
    rules.businesses = [business.id for business in placed]
    rules.place_numbers = {name: place for place, name in enumerate(rules.businesses)}
    rules.fronts = [icons(business.front) for business in placed]
    rules.backs = [icons(business.back) for business in placed]
    rules.blue = [DISTRICTS + at for at, tile in enumerate(tiles) if tile.kind == "blue"]
    rules.red = [DISTRICTS + at for at, tile in enumerate(tiles) if tile.kind == "red"]


def icons(steps: list[Step]) -> tuple[int, ...]:
    """The icons of one half of a business, sorted."""
    found: list[int] = []
    for step in steps:
        icon, count = icon_of(step)
        found += [icon] * count
    return tuple(sorted(found))


def icon_of(step: Step) -> tuple[int, int]:
    """The icon that a step is, and how often; NOBODY if it is none."""
    match step:
        case Launder(n):
            return LAUNDER, n
        case Bill(value):
            return BILL + VALUES.index(value), 1
        case TakeGood(good):
            return GOOD + GOODS.index(good), 1
        case Jobs(2, 1):
            return LOOK_AT_JOBS, 1
        case HorseHead():
            return HORSE_HEAD, 1
        case Swap():
            swap = swap_icon(step)
            return (NOBODY, 0) if swap is None else (SWAP_GOOD + swap, 1)
        case _:
            return NOBODY, 0


def program(rules: Rules, steps: list[Step]) -> int:
    """A list of steps as numbers; its number among the programs."""
    lines = [numbered(rules, step) for step in steps]
    rules.programs.append(lines)
    return len(rules.programs) - 1


def numbered(rules: Rules, step: Step) -> int:
    """One step as numbers; its number among the steps."""
    rules.steps.append(in_numbers(rules, step))
    return len(rules.steps) - 1


def in_numbers(rules: Rules, step: Step) -> tuple[int, int, int, int]:
    """What the step does, with its parameters."""
    icon, count = icon_of(step)
    if icon != NOBODY:
        return ON_ICONS, icon, count, 0
    match step:
        case GoodChoice(n):
            return ON_CHOICE, n, 0, 0
        case Jobs(draw, keep):
            return LOOK, draw, keep, 0
        case Swap(discard, gain):
            return SWAP, discard, program(rules, gain), 0
        case Kill(kind, where):
            return KILL, KINDS[kind], WHERE[where], 0
        case KillAll(kind):
            return KILL_ALL, KINDS[kind], 0, 0
        case Move(kind, whose, use, where):
            return MOVE, KINDS[kind], OWN if whose == "own" else RIVAL, int(use) + 2 * int(where == "here")
        case TakeBack(kind):
            return TAKE_BACK, KINDS[kind], 0, 0
        case PlaceNeutral(figure, use):
            return PLACE_NEUTRAL, NEUTRAL_NAMES.index(figure), int(use), 0
        case UseFront(n):
            return FRONTS, n, 0, 0
        case UseBacks():
            return BACKS, 0, 0, 0
        case Steal(n, rivals):
            return STEAL, n, rivals, 0
        case Levy():
            return LEVY, 0, 0, 0
        case ChooseOne(options):
            rules.options.append([program(rules, option) for option in options])
            return OPTION, len(rules.options) - 1, len(options), 0
        case _:
            raise AssertionError(f"no effect {step!r}")


def within_reach(rules: Rules, held: int) -> int:
    """C-49, C-50: the jobs that so many guns, booze, blood money and narcotics can pay, a bit for each."""
    narcotics, blood, booze, guns = held % 5, held // 5 % 5, held // 25 % 5, held // 125
    reach = 0
    for job, cost in enumerate(rules.costs):
        short = max(cost[0] - guns, 0) + max(cost[1] - booze, 0) + max(cost[2] - blood, 0)
        if short <= narcotics:
            reach |= 1 << job
    return reach
