"""Corleone's Empire: worlds that a viewer cannot tell from the real one."""

# compiled by mypyc
from __future__ import annotations

from random import Random
from typing import Final

from backroom.games.corleone.numbers import (
    ALLIES,
    FIGURE_NAMES,
    FIRST_ALLY,
    FIRST_JOB,
    GUN,
    ICON_NAMES,
    JOBS,
    KINDS,
    MAYOR,
    NARCOTICS,
    NEUTRAL_NAMES,
    NOBODY,
    PLAIN,
    PLAY_FAMILY,
)
from backroom.games.corleone.table import (
    BRIBERY,
    DECISIONS,
    GIVES,
    HIRING,
    LOOKING,
    MENU,
    NO_BILLS,
    PAYING,
    PHASE_NAMES,
    REWARD,
    SHARE,
    STEALS,
    TAKES,
    TRIBUTE,
    UNSEEN,
    Table,
)
from backroom.games.corleone.tribute import bare_table
from backroom.games.corleone.view import CorleoneView, Known, Pending
from backroom.kernel.chance import shuffle
from backroom.kernel.errors import BadView

# How a world is made. Tiles: the unseen ones of each colour are shuffled. Hands: bills, goods, allies and the
# number of jobs of every shuffle are known, so only the jobs are dealt, from those of the same shuffle that the
# viewer has not seen; what is left over is the deck. Every such deal is as likely. If cards were taken unseen, the
# trail is followed again from the hands before: each unseen card is drawn anew from the hand as it then was, every
# card as likely, and the attempt is given up where a card leaves a hand that does not have it, or a bill is found
# where a levy showed none. After a few attempts cards are drawn with an eye to what both hands give away until the
# next theft touches them; and if that fails too, all draws are tried out in random order. So exactly those worlds
# come that fit everything the viewer saw. What others have sealed in secret is drawn from all they could have
# sealed; who has not sealed yet has laid out nothing, for what he lays out is still his to decide.

BLIND: Final = 3
"""So often the trail is followed at random,"""
ATTEMPTS: Final = 24
"""and so often in all before all draws are tried out."""
FIGURE_NUMBERS: Final = {
    **{f"{figure // KINDS} {FIGURE_NAMES[figure % KINDS]}": figure for figure in range(MAYOR)},
    **{name: MAYOR + at for at, name in enumerate(NEUTRAL_NAMES)},
}
WHAT: Final = {name: kind for kind, name in enumerate(DECISIONS)}
ICON_NUMBERS: Final = {name: icon for icon, name in enumerate(ICON_NAMES)}
PHASES: Final = {name: phase for phase, name in enumerate(PHASE_NAMES)}


def dream(table: Table, seen: CorleoneView, rng: Random) -> None:
    """Fill the table with what the viewer sees, and deal what he does not."""
    bare_table(table)
    open_sides(table, seen)
    seat = NOBODY if seen.seat is None else seen.seat
    numbers = table.rules.card_numbers
    own = [numbers[name] for name in seen.hand]
    laid = [numbers[name] for name in seen.laid]
    looked = jobs_looked_at(table, seen, seat)
    known = own + [FIRST_JOB + job for job in looked] + laid
    pools = unseen_jobs(table, known)
    if seen.memory.trail:
        slots = Slots(table, seen)
        for waiting in seen.pending:
            if waiting.what == DECISIONS[PAYING]:
                slots.payer = waiting.seat
                slots.costs = table.rules.costs[numbers[waiting.names[0]] - FIRST_JOB]
        slots.look_ahead(table.rules.seats, table.shuffles)
        slots.find(rng)
        slots.deal(table, seat, pools, rng)
    else:
        for at, hand in enumerate(seen.memory.hands):
            if at != seat:
                deal_known(table, at, hand, pools, rng)
    if seat != NOBODY:
        for card in own:
            hold(table, seat, card)
    begin_again(table, seen, seat, looked, pools, rng)
    table.deck = pools[table.shuffles]
    shuffle(table.deck, rng)
    if len(table.deck) != table.left:
        raise BadView("this view does not add up: the deck has another size")
    lay_secrets(table, seen, seat, laid, rng)
    for colour, stack in ((table.rules.blue, table.blue), (table.rules.red, table.red)):
        stack += [tile for tile in colour if table.where[tile] == NOBODY]
        shuffle(stack, rng)


def open_sides(table: Table, seen: CorleoneView) -> None:
    """Everything that lies openly, and what all remember."""
    rules = table.rules
    numbers = rules.card_numbers
    table.over, table.waiting = seen.over, seen.waiting
    table.act, table.phase, table.horse, table.mover = seen.act, PHASES[seen.phase], seen.horse, seen.mover
    table.here = sum([1 << district for district in seen.here])
    table.asked = sum([1 << at for at in seen.asked])
    table.answered = sum([1 << at for at in seen.asked if at not in seen.waiting])
    table.revealed = [[numbers[name] for name in bid] for bid in seen.bids]
    table.given = [[numbers[name] for name in cards] for cards in seen.gave]
    table.stock = list(seen.supply)
    table.left = seen.deck
    table.pile = [numbers[name] - FIRST_JOB for name in seen.discard]
    table.public = [NOBODY if name is None else numbers[name] - FIRST_JOB for name in seen.public]
    table.row = [numbers[name] - FIRST_ALLY for name in seen.allies]
    table.gone = [numbers[name] - FIRST_ALLY for name in seen.gone]
    table.plots = [NOBODY if name is None else rules.place_numbers[name] for name in seen.plots]
    for district, tile in enumerate(table.plots):
        if tile != NOBODY:
            table.where[tile] = district
    for name, figure in seen.thugs.items():
        table.thug_at[rules.place_numbers[name]] = FIGURE_NUMBERS[figure]
    for name, figure in seen.members.items():
        table.family_at[rules.space_numbers[name]] = FIGURE_NUMBERS[figure]
    know_free_spaces(table)
    table.chief = NOBODY if seen.chief is None else rules.areas.index(seen.chief)
    table.river = [FIGURE_NUMBERS[figure] for figure in seen.river]
    table.stacks = [list(stack) for stack in seen.stacks]
    for at, side in enumerate(seen.players):
        table.thugs[at] = side.thugs
        table.members[at] = sum([1 << FIGURE_NAMES.index(name) - 1 for name in side.members])
        table.markers[at] = side.markers
        table.played[at] = [numbers[name] - FIRST_ALLY for name in side.played]
        table.finished[at] = [numbers[name] - FIRST_JOB for name in seen.memory.completed[at]]
        table.case[at * 4 : at * 4 + 4] = list(seen.memory.suitcases[at])
    table.batch = list(seen.memory.batches)
    table.shuffles = seen.memory.shuffles


def know_free_spaces(table: Table) -> None:
    """The free spaces, from who stands where."""
    table.free_places = [
        place for place, district in enumerate(table.where) if district != NOBODY and table.thug_at[place] == NOBODY
    ]
    table.free_spaces = [PLAY_FAMILY + space for space in table.rules.spaces if table.family_at[space] == NOBODY]


def hold(table: Table, seat: int, card: int) -> None:
    """A card of an imagined hand."""
    table.sizes[seat] += 1
    if card < PLAIN:
        table.purse[seat * PLAIN + card] += 1
    else:
        table.cards[seat] = sorted([*table.cards[seat], card])


def unseen_jobs(table: Table, known: list[int]) -> list[list[int]]:
    """By shuffle: the jobs of it that the viewer does not see anywhere."""
    seen = [False] * JOBS
    for job in table.pile:
        seen[job] = True
    for job in table.public:
        if job != NOBODY:
            seen[job] = True
    for jobs in table.finished:
        for job in jobs:
            seen[job] = True
    for card in known:
        if FIRST_JOB <= card < FIRST_ALLY:
            seen[card - FIRST_JOB] = True
    pools: list[list[int]] = [[] for _ in range(table.shuffles + 1)]
    for job in range(JOBS):
        if not seen[job]:
            pools[table.batch[job]].append(job)
    return pools


def draw(pools: list[list[int]], batch: int, rng: Random) -> int:
    """A job of this shuffle that the viewer has not seen, every one as likely."""
    if batch >= len(pools) or not pools[batch]:
        raise BadView("this view does not add up: there are not so many jobs")
    pool = pools[batch]
    at = rng.getrandbits(16) * len(pool) >> 16
    job = pool[at]
    pool[at] = pool[-1]
    pool.pop()
    return job


def deal_known(table: Table, seat: int, hand: Known, pools: list[list[int]], rng: Random) -> None:
    """A rival's hand of which all but the jobs is known."""
    start = seat * PLAIN
    counts = [*hand.bills, *hand.goods]
    table.purse[start : start + PLAIN] = counts
    cards = [FIRST_JOB + draw(pools, batch, rng) for batch in hand.jobs]
    cards.sort()
    cards += [table.rules.card_numbers[name] for name in hand.allies]
    table.cards[seat] = cards
    table.sizes[seat] = sum(counts) + len(cards)


def jobs_looked_at(table: Table, seen: CorleoneView, seat: int) -> list[int]:
    """The jobs that the viewer is looking at."""
    for waiting in seen.pending:
        if waiting.what == DECISIONS[LOOKING] and waiting.seat == seat:
            return [table.rules.card_numbers[name] - FIRST_JOB for name in waiting.names]
    return []


def begin_again(
    table: Table, seen: CorleoneView, seat: int, looked: list[int], pools: list[list[int]], rng: Random
) -> None:
    """What is pending; a rival who looks at jobs gets some to look at."""
    for waiting in seen.pending:
        if waiting.what == DECISIONS[LOOKING]:
            if waiting.seat == seat:
                jobs = looked
            else:
                jobs = [draw(pools, batch, rng) for batch in waiting.batches]
                shuffle(jobs, rng)
            table.stack.append((LOOKING, waiting.seat, *waiting.numbers, *jobs))
        else:
            table.stack.append(frame_of(table, waiting))


def frame_of(table: Table, told: Pending) -> tuple[int, ...]:
    """Something pending, in numbers."""
    what = WHAT[told.what]
    rules = table.rules
    if what == MENU:
        return (what, told.seat, *told.numbers, *[ICON_NUMBERS[name] for name in told.names])
    if what in (LOOKING, PAYING, REWARD):
        return (what, told.seat, *told.numbers, *[rules.card_numbers[name] - FIRST_JOB for name in told.names])
    if what == SHARE:
        return (what, told.seat, *[rules.place_numbers[name] for name in told.names])
    return (what, told.seat, *told.numbers)


def lay_secrets(table: Table, seen: CorleoneView, seat: int, laid: list[int], rng: Random) -> None:
    """What lies face down: the viewer's own, and of the others what they could have sealed."""
    if table.phase == BRIBERY and not table.asked:
        for frame in table.stack:
            if frame[0] == HIRING:
                table.laid[frame[1]] = table.revealed[frame[1]]
                pay_out(table, frame[1], table.laid[frame[1]])
        return
    for at in range(table.rules.seats):
        if at == seat:
            table.laid[at] = laid
            if table.phase == BRIBERY:
                pay_out(table, at, laid)
            continue
        if not table.answered >> at & 1:
            continue
        if table.phase == BRIBERY:
            bid: list[int] = []
            for value, count in enumerate(table.case[at * 4 : at * 4 + 4]):
                bid += [value] * (rng.getrandbits(16) * (count + 1) >> 16)
            table.laid[at] = bid
            pay_out(table, at, bid)
        elif table.phase == TRIBUTE:
            give_some(table, at, table.sizes[at] - table.rules.limits[table.act - 1], rng)
        else:
            values = [value for value in range(4) if table.purse[at * PLAIN + value]]
            if values:
                table.laid[at] = [values[rng.getrandbits(16) * len(values) >> 16]]


def pay_out(table: Table, seat: int, bid: list[int]) -> None:
    """A bid lies outside the suitcase."""
    for value in bid:
        table.case[seat * 4 + value] -= 1


def give_some(table: Table, seat: int, count: int, rng: Random) -> None:
    """So many cards of an imagined hand, face down before the Don."""
    cards: list[int] = []
    for kind in range(PLAIN):
        cards += [kind] * table.purse[seat * PLAIN + kind]
    cards += table.cards[seat]
    shuffle(cards, rng)
    table.laid[seat] = sorted(cards[:count])
    table.purse[seat * PLAIN : seat * PLAIN + PLAIN] = [0] * PLAIN
    table.cards[seat] = []
    table.sizes[seat] = 0
    for card in cards[count:]:
        hold(table, seat, card)


NONE: Final[list[int]] = []


def sort_of(card: int, batch: int) -> int:
    """Where a card is counted: each bill, good and ally on its own, jobs by their shuffle."""
    if card < FIRST_JOB:
        return card
    return card - FIRST_ALLY + FIRST_JOB if FIRST_ALLY <= card < UNSEEN else FIRST_JOB + ALLIES + batch


class Slots:
    """All cards that were in hands along the trail, each with what is known of it, and where it went."""

    def __init__(self, table: Table, seen: CorleoneView) -> None:
        rules = table.rules
        numbers = rules.card_numbers
        self.ident: list[int] = []
        """By slot: its card, UNSEEN for a job nobody else has seen."""
        self.batch: list[int] = []
        self.hands: list[list[int]] = []
        """By seat: slots."""
        self.trail: list[tuple[int, int, int, int, int]] = []
        """What, seat, rival, card (UNSEEN if the viewer did not see it), batch."""
        self.stolen: list[int] = []
        """By entry of the trail: the slot that was taken unseen."""
        self.opening: list[list[int]] = []
        self.opening_jobs: list[list[int]] = []
        for hand in seen.memory.hands:
            cards: list[int] = []
            for kind, count in enumerate((*hand.bills, *hand.goods)):
                cards += [kind] * count
            cards += [numbers[name] for name in hand.allies]
            self.opening.append(cards)
            self.opening_jobs.append(list(hand.jobs))
        for passed in seen.memory.trail:
            card = numbers[passed.card] if passed.card else UNSEEN
            self.trail.append((HOW_NUMBERS[passed.how], passed.seat, passed.rival, card, passed.batch))
        self.kept: list[list[int]] = []
        self.wanted: list[list[int]] = []
        self.blind = True
        """Whether unseen cards are drawn without looking ahead."""
        self.payer = NOBODY
        """Who has begun to complete a job, and so has the goods for it (C-49)."""
        self.costs = (0, 0, 0)
        table.opening = self.opening
        table.opening_jobs = self.opening_jobs

    def look_ahead(self, seats: int, shuffles: int) -> None:
        """For every theft that the viewer did not see: what the one robbed, and the thief, give away (and do not take
        before) until the next such theft touches their hands."""
        needs = [[0] * (FIRST_JOB + ALLIES + shuffles + 1) for _ in range(seats)]
        self.kept = [NONE] * len(self.trail)
        self.wanted = [NONE] * len(self.trail)
        for at in range(len(self.trail) - 1, -1, -1):
            what, seat, rival, card, batch = self.trail[at]
            if what == STEALS and card == UNSEEN:
                self.kept[at], self.wanted[at] = needs[rival], needs[seat]
                needs[rival], needs[seat] = [0] * len(needs[rival]), [0] * len(needs[seat])
                continue
            key = sort_of(card, batch)
            if what in (TAKES, STEALS) and needs[seat][key]:
                needs[seat][key] -= 1
            if what == GIVES:
                needs[seat][key] += 1
            elif what == STEALS:
                needs[rival][key] += 1

    def drawn(self, at: int, rng: Random) -> int:
        """A card taken unseen that neither hand will turn out to lack; NOBODY if there is none."""
        _, seat, rival, _, _ = self.trail[at]
        kept, wanted = self.kept[at][:], self.wanted[at][:]
        for slot in self.hands[rival]:
            kept[sort_of(self.ident[slot], self.batch[slot])] -= 1
        for slot in self.hands[seat]:
            wanted[sort_of(self.ident[slot], self.batch[slot])] -= 1
        lacking = max(wanted) > 0
        found: list[int] = []
        for slot in self.hands[rival]:
            key = sort_of(self.ident[slot], self.batch[slot])
            if kept[key] < 0 and (not lacking or wanted[key] > 0):
                found.append(slot)
        return found[rng.getrandbits(16) * len(found) >> 16] if found else NOBODY

    def begin(self) -> None:
        """The hands before the first unseen card."""
        self.ident = []
        self.batch = []
        self.hands = []
        self.stolen = [NOBODY] * len(self.trail)
        for cards, jobs in zip(self.opening, self.opening_jobs):
            hand: list[int] = []
            for card in cards:
                hand.append(self.slot(card, 0))
            for batch in jobs:
                hand.append(self.slot(UNSEEN, batch))
            self.hands.append(hand)

    def slot(self, card: int, batch: int) -> int:
        """One more card."""
        self.ident.append(card)
        self.batch.append(batch)
        return len(self.ident) - 1

    def find(self, rng: Random) -> None:
        """Follow the trail with unseen cards drawn anew, until it works out."""
        for attempt in range(ATTEMPTS):
            self.blind = attempt < BLIND
            self.begin()
            if self.go(0, rng, False):
                return
        self.begin()
        if not self.go(0, rng, True):
            raise BadView("this view does not add up: no cards fit its trail")

    def go(self, start: int, rng: Random, thorough: bool) -> bool:
        """From an entry to the end of the trail; `thorough` tries every draw, else the first that comes."""
        for at in range(start, len(self.trail)):
            what, seat, rival, card, batch = self.trail[at]
            hand = self.hands[seat]
            if what == TAKES:
                hand.append(self.slot(card, batch))
            elif what == GIVES:
                slot = self.holding(seat, card, batch)
                if slot == NOBODY:
                    return False
                hand.remove(slot)
            elif what == NO_BILLS:
                if any([self.ident[slot] < 4 for slot in hand]):
                    return False
            else:
                theirs = self.hands[rival]
                if card != UNSEEN:
                    slot = self.holding(rival, card, batch)
                    if slot == NOBODY:
                        return False
                elif not theirs:
                    return False
                elif thorough:
                    return self.try_all(at, rng)
                elif self.blind:
                    slot = theirs[rng.getrandbits(16) * len(theirs) >> 16]
                else:
                    slot = self.drawn(at, rng)
                    if slot == NOBODY:
                        return False
                theirs.remove(slot)
                hand.append(slot)
                self.stolen[at] = slot
        return self.payer == NOBODY or self.can_pay()

    def can_pay(self) -> bool:
        """C-49, C-50: whether the goods of the job being paid for are there."""
        held = [self.ident[slot] for slot in self.hands[self.payer]]
        short = sum([max(cost - held.count(GUN + kind), 0) for kind, cost in enumerate(self.costs)])
        return short <= held.count(NARCOTICS)

    def try_all(self, at: int, rng: Random) -> bool:
        """Every card that could have been taken here, in random order; equal ones once."""
        _, seat, rival, _, _ = self.trail[at]
        order = self.hands[rival][:]
        shuffle(order, rng)
        tried: list[int] = []
        for slot in order:
            alike = self.ident[slot] * 65536 + self.batch[slot]
            if alike in tried:
                continue
            tried.append(alike)
            hands, ident, batch = [hand[:] for hand in self.hands], self.ident[:], self.batch[:]
            self.hands[rival].remove(slot)
            self.hands[seat].append(slot)
            self.stolen[at] = slot
            if self.go(at + 1, rng, True):
                return True
            self.hands, self.ident, self.batch = hands, ident, batch
        return False

    def holding(self, seat: int, card: int, batch: int) -> int:
        """A slot of the hand that is this card, or can be: a job nobody else has seen, of the same shuffle."""
        could = NOBODY
        for slot in self.hands[seat]:
            if self.ident[slot] == card:
                return slot
            if self.ident[slot] == UNSEEN and self.batch[slot] == batch:
                could = slot
        if could == NOBODY or not FIRST_JOB <= card < FIRST_ALLY:
            return NOBODY
        for hand in self.hands:
            for slot in hand:
                if self.ident[slot] == card:
                    return NOBODY  # the viewer knows that it was there
        self.ident[could] = card
        return could

    def deal(self, table: Table, viewer: int, pools: list[list[int]], rng: Random) -> None:
        """Hand out what the trail led to, jobs unseen from those left; and keep the trail with its cards."""
        for seat, hand in enumerate(self.hands):
            for slot in hand:
                card = self.ident[slot]
                if seat != viewer and FIRST_JOB <= card < FIRST_ALLY:
                    pools[self.batch[slot]].remove(card - FIRST_JOB)
        for seat, hand in enumerate(self.hands):
            if seat == viewer:
                continue
            for slot in hand:
                if self.ident[slot] == UNSEEN:
                    self.ident[slot] = FIRST_JOB + draw(pools, self.batch[slot], rng)
                hold(table, seat, self.ident[slot])
        for at, (what, seat, rival, card, batch) in enumerate(self.trail):
            if what == STEALS:
                card, batch = self.ident[self.stolen[at]], self.batch[self.stolen[at]]
            table.trail.append(what | seat << 2 | rival << 5 | card << 8 | batch << 15)
        table.trailed = len(table.trail)


HOW_NUMBERS: Final = {"takes": TAKES, "gives": GIVES, "steals": STEALS, "no_bills": NO_BILLS}
