"""Corleone's Empire: what somebody sensible thinks of his moves, by a hand-made price of everything."""

# compiled by mypyc
#
# It stands on a whole position, but goes by what the seat in question knows: its own hand and suitcase, and the table.
from __future__ import annotations

from math import exp
from typing import Final

from backroom.games.corleone.numbers import (
    AT_FAMILY,
    AT_THUG,
    BID,
    BILL,
    CHOOSE_DISTRICT,
    CHOOSE_OPTION,
    CHOOSE_RIVAL,
    COMPLETE,
    DISCARD,
    DISTRICTS,
    DO_LAUNDER,
    DONE,
    FIRST_ALLY,
    FIRST_JOB,
    FIRST_ME,
    FIRST_THEM,
    GOOD,
    GUN,
    HIRE,
    HORSE_HEAD,
    JOBS,
    KEEP,
    LAUNDER,
    LIFT_MARKER,
    LOOK_AT_JOBS,
    NARCOTICS,
    NOBODY,
    PARK,
    PARK_BUSINESS,
    PAY,
    PLAIN,
    PLAY_ALLY,
    PLAY_FAMILY,
    SEAL,
    SHOW_BILL,
    SHOW_NONE,
    SWAP_GOOD,
    SWAPPED,
    TAKE,
    TO_FAMILY,
    TO_THUG,
    USE_FRONT,
    USE_STEP,
    VALUES,
    WAYS,
)
from backroom.games.corleone.table import (
    BACKS,
    BRIBERY,
    FAMILY,
    FRONTS,
    KILL,
    KILL_ALL,
    LEVY,
    LOOK,
    MENU,
    MOVE,
    ON_CHOICE,
    ON_ICONS,
    OPTION,
    PLACE_NEUTRAL,
    STEAL,
    SWAP,
    TAKE_BACK,
    TRIBUTE,
    Table,
    all_held,
    controller,
)

# Money in the suitcase is the measure: a dollar there is worth one. A bill in hand is worth what the chance to
# launder it leaves, a good what the jobs pay that want it, a job what it brings when its goods are together. The
# prices fall towards the tribute and the end, when what is over the limit is lost.

BILL_IN_HAND: Final = 0.4
"""Of a bill's value, when there is still time to launder it."""
DOUBT: Final = 0.7
"""How many dollars less a move is worth that a sensible player makes about a third as often."""
CONTROL: Final = [2.2, 2.0, 1.6, 1.2]
"""By act: what it is worth to win a turf war: shares to come, and the bonus at the end."""
FIRST_PLAYER: Final = [2.2, 2.2, 2.2, 0.0]
"""By act: what it is worth to take the Horse Head: the first choice in the acts to come."""
LATER_LAUNDERED: Final = 1.3
"""What each bill is worth that an ally can launder, in acts to come."""


class Mind:
    """What a seat holds and what it is worth to it."""

    def __init__(self, table: Table, seat: int) -> None:
        self.rules = table.rules
        self.table = table
        self.seat = seat
        self.act = table.act
        self.counts: list[int] = table.purse[seat * PLAIN : seat * PLAIN + PLAIN]
        self.jobs = [card - FIRST_JOB for card in table.cards[seat] if card < FIRST_ALLY]
        self.allies = [card - FIRST_ALLY for card in table.cards[seat] if card >= FIRST_ALLY]
        self.public = [job for job in table.public if job != NOBODY]
        self.figures = table.thugs[seat] + FIGURES[table.members[seat]]
        self.size = table.sizes[seat]
        self.in_business = table.phase == FAMILY
        self.strengths = self.influence()
        self.job_values = [-1.0] * JOBS
        self.valued: list[float] = []
        self.goods = [0.9, 0.9, 0.9, 1.5]
        self.goods = self.price_goods()

    def influence(self) -> list[list[int]]:
        """By district: figures of each seat, the neutral side last."""
        table = self.table
        seats = self.rules.seats
        found = [[0] * (seats + 1) for _ in range(DISTRICTS)]
        for place, figure in enumerate(table.thug_at):
            if figure != NOBODY:
                found[table.where[place]][min(figure >> 2, seats)] += 1
        for space, figure in enumerate(table.family_at):
            if figure != NOBODY:
                for area in self.rules.touches[space]:
                    if area < DISTRICTS:
                        found[area][min(figure >> 2, seats)] += 1
        if table.chief != NOBODY:
            found[table.chief][seats] += 1
        return found

    def price_goods(self) -> list[float]:
        """By kind of good: what one more is worth, from the jobs within sight."""
        prices = [0.9, 0.9, 0.9, 1.5]
        if self.act == 4 and self.figures == 0:
            return [0.0, 0.0, 0.0, 0.0]
        for job in [*self.jobs, *self.public]:
            short, lacking = self.short_of(job)
            worth = self.job_value(job)
            if 0 < short <= 3:
                each = worth / (short + 1.0) * (0.85 if job in self.public else 1.0)
                for kind in range(3):
                    if lacking[kind]:
                        prices[kind] = max(prices[kind], each)
                prices[3] = max(prices[3], each * 1.1)
        return prices

    def short_of(self, job: int) -> tuple[int, list[int]]:
        """How many goods are missing for a job, and by kind."""
        costs = self.rules.costs[job]
        lacking = [max(costs[kind] - self.counts[GUN + kind], 0) for kind in range(3)]
        return max(sum(lacking) - self.counts[NARCOTICS], 0), lacking

    def job_value(self, job: int) -> float:
        """What completing a job brings."""
        known = self.job_values[job]
        if known >= 0.0:
            return known
        value = 0.9 + self.program_value(self.rules.effects[job], 0)
        for bill in self.rules.rewards[job]:
            value += VALUES[bill] * self.bill_worth()
        colour = self.rules.colours[job]
        mine = self.completed(self.seat, colour)
        best = max([self.completed(rival, colour) for rival in range(self.rules.seats) if rival != self.seat])
        if mine + 1 >= best:
            value += 1.6 if mine <= best else 0.4
        self.job_values[job] = value
        return value

    def completed(self, seat: int, colour: int) -> int:
        """How many jobs of a colour somebody has completed."""
        colours = self.rules.colours
        found = 0
        for job in self.table.finished[seat]:
            if colours[job] == colour:
                found += 1
        return found

    def bill_worth(self) -> float:
        """What a dollar in hand is worth."""
        if not self.in_business:
            return 0.9 if self.act == 4 else 0.7
        if self.act == 4:
            return 0.55 if self.figures else 0.35
        return BILL_IN_HAND

    def card_value(self, card: int) -> float:
        """What a card in hand is worth to keep."""
        if card < 4:
            return VALUES[card] * self.bill_worth()
        if card < PLAIN:
            if self.act == 4 and self.table.phase == TRIBUTE:
                return 0.0
            price = self.goods[card - GUN]
            for job in [*self.jobs, *self.public]:
                short, _ = self.short_of(job)
                if card < NARCOTICS and self.rules.costs[job][card - GUN] and short <= 1:
                    price = max(price, self.job_value(job) / (sum(self.rules.costs[job]) + 1.0))
            return price
        if self.act == 4 and (self.table.phase == TRIBUTE or self.figures == 0):
            return 0.0
        if card < FIRST_ALLY:
            return self.held_job(card - FIRST_JOB)
        return self.ally_value(card - FIRST_ALLY)

    def held_job(self, job: int) -> float:
        """What it is worth to hold a job: less for each good still missing."""
        short, _ = self.short_of(job)
        return self.job_value(job) * (0.62, 0.42, 0.28, 0.17, 0.1)[short]

    def ally_value(self, ally: int) -> float:
        """What an ally is worth: once more in each act to come, if it is kept."""
        acts = 4 - self.act + (1 if self.in_business and self.figures else 0)
        value = sum([max(self.later_value(step), 0.0) for step in self.rules.programs[self.rules.powers[ally]]])
        return value * (0.75 if acts == 1 else 1.05 if acts > 1 else 0.0)

    def later_value(self, number: int) -> float:
        """What a sentence brings another time, whatever is in hand now."""
        what, icon, count, _ = self.rules.steps[number]
        if what == ON_ICONS and icon == LAUNDER:
            return LATER_LAUNDERED * count
        return self.step_value(number)

    def horse_value(self) -> float:
        """What it is worth to take the Horse Head."""
        return 0.0 if self.table.horse == self.seat else FIRST_PLAYER[self.act - 1]

    # Effects.

    def program_value(self, program: int, bound: int) -> float:
        """What a list of sentences brings."""
        return sum([max(self.step_value(step), 0.0) for step in self.rules.programs[program]])

    def step_value(self, number: int) -> float:
        """What one sentence brings, roughly and without looking where."""
        what, first, second, third = self.rules.steps[number]
        if what == ON_ICONS:
            if SWAP_GOOD <= first < HORSE_HEAD:  # at the price of any card, since which one is not the question here
                swap = first - SWAP_GOOD
                return max(self.swap_gain(swap) - 0.8 * SWAPPED[swap], 0.0)
            return self.icons_value((first,) * second)
        if what == ON_CHOICE:
            return first * 1.3
        if what == LOOK:
            return 0.7 + 0.4 * second
        if what == SWAP:
            return max(self.program_value(second, 1) - 0.8 * first, 0.0)
        if what == KILL:
            return 0.9 if first == 0 else 1.3
        if what == KILL_ALL:
            return 1.2
        if what == MOVE:
            return (1.8 if third & 1 else 0.5) if second == 0 else 0.6
        if what == TAKE_BACK:
            return 2.2 if first == 0 else 2.6
        if what == PLACE_NEUTRAL:
            return 2.4 if second else 0.3
        if what == FRONTS:
            return 2.3 * first
        if what == BACKS:
            return 1.5
        if what == STEAL:
            return 1.5 * first * second
        if what == LEVY:
            return 2.2
        if what == OPTION:
            return max([self.program_value(program, 0) for program in self.rules.options[first]])
        return 0.0

    def icons_value(self, icons: tuple[int, ...]) -> float:
        """What a set of icons brings: bills first, so that they can be laundered."""
        bills = self.counts[:4]
        value = 0.0
        size = self.size
        for icon in icons:
            if BILL <= icon < GOOD:
                bill = icon - BILL
                while bill >= 0 and self.table.stock[bill] == 0:
                    bill -= 1
                if bill >= 0:
                    value += VALUES[bill] * self.bill_worth()
                    bills[bill] += 1
                    size += 1
            elif GOOD <= icon < LOOK_AT_JOBS:
                kind = icon - GOOD
                if self.table.stock[GUN + kind]:
                    value += self.goods[kind]
                    size += 1
            elif icon == LOOK_AT_JOBS:
                value += 0.9 if self.act < 4 else 0.4
                size += 1
            elif icon == HORSE_HEAD:
                value += self.horse_value()
        for icon in icons:
            if icon == LAUNDER:
                for bill in (3, 2, 1, 0):
                    if bills[bill]:
                        bills[bill] -= 1
                        value += VALUES[bill] * (1.0 - self.bill_worth())
                        size -= 1
                        break
            elif SWAP_GOOD <= icon < HORSE_HEAD and size >= SWAPPED[icon - SWAP_GOOD]:
                value += max(self.swap_value(icon), 0.0)
        return value

    def swap_value(self, icon: int) -> float:
        """What a swap is worth: what comes less the cheapest cards."""
        swap = icon - SWAP_GOOD
        return self.swap_gain(swap) - sum(self.cheapest()[: SWAPPED[swap]])

    def swap_gain(self, swap: int) -> float:
        """What a swap brings."""
        if swap == 0:
            return max(self.goods[:3])
        return (8 if swap == 3 else 5) * self.bill_worth()

    def cheapest(self) -> list[float]:
        """The values of all cards in hand, the lowest first."""
        if not self.valued:
            self.valued = sorted([self.card_value(card) for card in all_held(self.table, self.seat)])
        return self.valued

    # Places.

    def backs(self, area: int) -> tuple[int, ...]:
        """The icons on the backs of an area."""
        if area == PARK:
            return self.rules.backs[PARK_BUSINESS]
        tile = self.table.plots[area]
        return self.rules.backs[area] + (self.rules.backs[tile] if tile != NOBODY else ())

    def front_value(self, place: int) -> float:
        """What using a front brings, less what the controller gets by it."""
        value = self.icons_value(self.rules.fronts[place])
        owner = controller(self.table, self.table.where[place])
        if owner != NOBODY and owner != self.seat:
            value -= 0.3 * self.plain_value(self.rules.fronts[place]) / (self.rules.seats - 1)
        return value

    def plain_value(self, icons: tuple[int, ...]) -> float:
        """What icons are worth to somebody whose hand is not known."""
        return sum(
            [(1.9, 0.6, 1.2, 1.8, 3.0, 1.3, 1.3, 1.3, 2.0, 1.0, 0.6, 2.0, 1.2, 2.0, 0.9)[icon] for icon in icons]
        )

    def space_value(self, space: int) -> float:
        """What a family member brings on a space: all backs, and influence everywhere it touches."""
        icons: tuple[int, ...] = ()
        presence = 0.0
        for area in self.rules.touches[space]:
            icons += self.backs(area)
            if area < DISTRICTS:
                presence += self.presence(area)
        return self.icons_value(icons) + presence

    def presence(self, district: int) -> float:
        """What one more figure in a district does for the turf war."""
        strengths = self.strengths[district]
        mine = strengths[self.seat]
        best = max([strength for at, strength in enumerate(strengths) if at != self.seat])
        weight = CONTROL[self.act - 1] * (1.0 if self.dominates(district) else 0.7)
        if mine > best:
            return weight * 0.22
        if mine == best:
            return weight * 0.75
        return weight * (0.45 if mine == best - 1 else 0.12)

    def dominates(self, district: int) -> bool:
        """Whether one more marker would help towards the bonus (C-97)."""
        stack = self.table.stacks[district]
        mine = stack.count(self.seat)
        most = max([stack.count(rival) for rival in range(self.rules.seats) if rival != self.seat])
        return mine - 1 <= most <= mine + 5 - self.act

    def threat(self, figure: int, districts: list[int]) -> float:
        """What it hurts its owner, and helps the viewer, that a figure leaves these districts."""
        value = 0.3
        for district in districts:
            strengths = self.strengths[district]
            mine = strengths[self.seat]
            owner = figure >> 2
            if strengths[owner] >= mine and strengths[owner] == max(strengths):
                value += 0.4 + (0.8 if mine and mine >= strengths[owner] - 1 else 0.0)
        return value

    def rival_cards(self, seat: int) -> int:
        """The size of a hand."""
        return self.table.sizes[seat]


FIGURES: Final = [0, 1, 1, 2, 1, 2, 2, 3]
"""How many family members there are, by their bits."""


def weigh(table: Table, seat: int, legal: list[int]) -> list[float]:
    """A value for each legal action of a seat."""
    mind = Mind(table, seat)
    if table.stack:
        what = table.stack[-1][0]
        return [action_value(mind, what, action) for action in legal]
    if table.phase == BRIBERY:
        return [bid_value(mind, action) for action in legal]
    return [action_value(mind, NOBODY, action) for action in legal]


def prior(table: Table, seat: int, legal: list[int]) -> list[float]:
    """How likely a sensible player is to choose each action; the icons of a menu go by themselves where they can."""
    weights = weigh(table, seat, legal)
    most = max(weights)
    found = [exp(max(weight - most, -60.0) / DOUBT) for weight in weights]
    if table.stack and table.stack[-1][0] == MENU and most >= 6.0:
        return [1.0 if weight == most else 0.0 for weight in weights] if weights.count(most) == 1 else found
    return found


def bid_value(mind: Mind, action: int) -> float:
    """Bid about half of what the best ally in the row is worth, in small bills, and no more than can be spared."""
    table, seat = mind.table, mind.seat
    best = 0.0
    for ally in table.row:
        best = max(best, mind.ally_value(ally))
    aim = min(0.75 * best, 4.0)
    laid = sum([VALUES[card] for card in table.laid[seat]])
    if action == SEAL:
        return 0.0
    value = VALUES[action - BID]
    if laid + value > aim + 0.5:
        return -1.0
    return 1.0 + value * 0.1 + 0.01 * table.case[seat * 4 + action - BID]


def action_value(mind: Mind, what: int, action: int) -> float:
    """What an action is worth, whatever is being decided."""
    rules = mind.rules
    if action < PLAY_FAMILY:
        return mind.front_value(action) + mind.presence(mind.table.where[action])
    if action < COMPLETE:
        return mind.space_value(action - PLAY_FAMILY)
    if action < PLAY_ALLY:  # it costs no figure, and can be had before it is too late
        job = action - COMPLETE
        spent = 0.35 * sum(rules.costs[job])
        return mind.job_value(job) - spent + (2.5 if mind.figures <= 2 else 1.0)
    if action < DO_LAUNDER:
        return mind.program_value(rules.powers[action - PLAY_ALLY], 0) + (2.5 if mind.figures <= 2 else 0.4)
    if action < TAKE:  # bills and goods come first, then the dearest bill goes
        return 2.0 + 0.5 * VALUES[action - DO_LAUNDER]
    if action < USE_STEP:
        return take_value(mind, action - TAKE + 1)
    if action == USE_STEP:
        return 0.5
    if action < FIRST_ME:
        way = WAYS[(action - PAY) // 2]
        return -float(way[0] + way[1] + way[2]) + (0.1 if (action - PAY) & 1 == 0 else 0.0)
    if action in (FIRST_ME, FIRST_THEM):
        return 1.0 if action == FIRST_ME else 0.0
    if action < DISCARD:
        return mind.job_value(action - KEEP) * (1.0, 0.7, 0.45, 0.3, 0.2)[mind.short_of(action - KEEP)[0]]
    if action < AT_THUG:
        return -mind.card_value(action - DISCARD)
    if action < TO_THUG:
        return figure_value(mind, what, action)
    if action < TO_FAMILY:
        place = action - TO_THUG
        return mind.front_value(place) + mind.presence(mind.table.where[place])
    if action < USE_FRONT:
        return mind.space_value(action - TO_FAMILY)
    if action < CHOOSE_DISTRICT:
        return mind.front_value(action - USE_FRONT)
    if action < CHOOSE_RIVAL:
        return district_value(mind, what, action - CHOOSE_DISTRICT)
    if action < SHOW_BILL:
        return 1.0 + 0.1 * mind.rival_cards(action - CHOOSE_RIVAL)
    if action <= SHOW_NONE:
        return -float(action - SHOW_BILL)
    if action < LIFT_MARKER:
        step = mind.table.stack[-1][2]
        program = rules.options[rules.steps[step][1]][action - CHOOSE_OPTION]
        return mind.program_value(program, 0)
    if action < BID:
        return 0.5
    if action < HIRE:
        return 0.0
    if action < DONE:
        return mind.ally_value(action - HIRE)
    return 0.05


def take_value(mind: Mind, icon: int) -> float:
    """An icon of a menu: the horse and the bills first, then goods, launderings, jobs; swaps last, if they pay."""
    if icon < GOOD:
        return 9.0
    if icon < LOOK_AT_JOBS:
        return 8.0
    if icon == LOOK_AT_JOBS:
        return 7.0
    if icon == HORSE_HEAD:
        return 6.0
    return mind.swap_value(icon)


def figure_value(mind: Mind, what: int, action: int) -> float:
    """A figure to kill, to move, or to take back."""
    if action < AT_FAMILY:
        figure = mind.table.thug_at[action - AT_THUG]
        districts = [mind.table.where[action - AT_THUG]]
    else:
        figure = mind.table.family_at[action - AT_FAMILY]
        districts = [area for area in mind.rules.touches[action - AT_FAMILY] if area < DISTRICTS]
    threat = mind.threat(figure, districts)
    return 5.0 - threat if what in (MOVE, TAKE_BACK) and figure >> 2 == mind.seat else 0.5 + threat


def district_value(mind: Mind, what: int, district: int) -> float:
    """A district to use, to massacre, or to send the Police Chief to."""
    if what == BACKS:
        return mind.icons_value(mind.backs(district))
    strengths = mind.strengths[district]
    mine = strengths[mind.seat]
    others = sum(strengths[:-1]) - mine
    if what == KILL_ALL:
        return 1.0 * others - 1.5 * mine
    best = max([strength for at, strength in enumerate(strengths[:-1]) if at != mind.seat])
    return 0.1 + (0.5 if best > mine else -0.5 if mine else 0.0)
