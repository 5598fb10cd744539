"""Boss: what a careful player thinks of each move, and of his chances; for bots and for advice."""

# compiled by mypyc
#
# Everything is in millions of dollars: what a place is worth, how likely it is to be kept, what the gangsters sent
# there could have brought elsewhere, and what a card tells the others. It stands on a whole position, but goes by what
# the seat in question knows: of the cards that are not open it only looks at its own, and counts the rest.
from __future__ import annotations

from math import exp, sqrt
from typing import Final

from backroom.games.boss.cards import (
    CHICAGO,
    CLOSED,
    FACES,
    GROUPS,
    HOSPITAL,
    LAY,
    PLACES,
    ROOKIES,
    SIZES,
    STAY,
)
from backroom.games.boss.edition import TO_END
from backroom.games.boss.table import NOBODY, Table

VETERAN_A_ROUND: Final = 0.6
"""What a veteran brings in a round."""
ROOKIE_KEPT: Final = 0.5
"""What a rookie is worth for a later round."""
LATER_USE: Final = 0.9
"""What a gangster still in the supply may bring in each later turn of this round, at most four of them."""
COMING: Final = 0.3
"""How likely a rival is to come on one of his turns, where he can and it pays."""
ENVY: Final = 0.35
"""What it is worth to take a million from one of the rivals, divided among them."""
SECRET: Final = 0.3
"""What it costs when the others think a place of ours to be a million better."""
SURE: Final = 0.45
"""How many millions less a move is worth that a careful player makes about a third as often."""
SPREAD: Final = 1.1
"""How many millions ahead in a round to come make a win about three times as likely, for one round."""


def rounds_left(table: Table) -> float:
    """How many rounds are still to come after this one, on average (B-24, B-25)."""
    if table.last_round:
        return 0.0
    gold = silver = 0
    for card in table.ledger.police[: table.police_open]:
        gold += card >> 2
        silver += card & 3
    return ROUNDS_LEFT[min(TO_END - 1, gold)][min(TO_END - 1, silver)] - (
        1.0 if table.police_open < table.ledger.round else 0.0
    )


ROUNDS_LEFT: Final[list[list[float]]] = [[4.0, 3.0, 2.3], [3.0, 2.0, 1.6], [2.3, 1.6, 1.1]]
"""By open gold and silver tokens: how many more police cards end the game, on average."""

WORTHS: Final[list[list[float]]] = [
    [
        *[float(money) for money in range(HOSPITAL)],
        -VETERAN_A_ROUND * min(rounds / 4.0, 1.0) - 0.05,
        -VETERAN_A_ROUND * min(rounds / 4.0, 2.0) - 0.05,
        -VETERAN_A_ROUND * rounds / 4.0 - 0.05,
        -VETERAN_A_ROUND * 0.8 * rounds / 4.0 - 0.05,
    ]
    for rounds in range(17)
]
"""By quarters of a round left, and face: what it is worth to win a card."""


def worths(rounds: float) -> list[float]:
    """By face: what it is worth to win a card when so many rounds are to come."""
    return WORTHS[min(16, max(0, int(rounds * 4.0)))]


class Sense:
    """One look at the table."""

    def __init__(self, table: Table, me: int) -> None:
        self.table = table
        self.me = me
        rules = table.rules
        self.seats = rules.seats
        self.rounds = rounds_left(table)
        self.worth = worths(self.rounds)
        worth = self.worth
        count = [0] * len(PLACES)
        total = [0.0] * len(PLACES)
        own_count = [0] * len(PLACES)
        own_total = [0.0] * len(PLACES)
        money = [0] * len(PLACES)
        for city, card in enumerate(table.ledger.hidden):
            face = card % FACES
            count[city] += 1
            total[city] += worth[face]
            if face < HOSPITAL:
                money[city] += face
        for seat, hand in enumerate(table.hands):
            for action in hand:
                city = (action - LAY) // FACES
                face = (action - LAY) % FACES
                count[city] += 1
                total[city] += worth[face]
                if face < HOSPITAL:
                    money[city] += face
                if seat == me:
                    own_count[city] += 1
                    own_total[city] += worth[face]
        self.count = count
        """By city: how many cards do not lie open."""
        self.total = total
        self.money = money
        """By city: the dollars on them."""
        self.known = [0.0] * len(PLACES)
        """What the leader of a place may expect, with the own hand in mind."""
        self.shown = [0.0] * len(PLACES)
        """What everybody else thinks of it."""
        for city in range(rules.cities):
            self.shown[city] = total[city] / count[city]
            self.known[city] = (total[city] - own_total[city]) / (count[city] - own_count[city])
        chicago = 0.0
        for city in range(table.ledger.chicago):
            chicago += self.last_open(city)
        self.known[CHICAGO] = self.shown[CHICAGO] = max(chicago / 2 - 0.25, 0.0)
        laps_after = rules.laps - table.lap
        self.turns = [laps_after] * self.seats
        """How often each seat will still have a turn in this round after this one."""
        for seat in table.order[table.turn + 1 :]:
            self.turns[seat] += 1
        self.veteran_cost = LATER_USE * min(self.turns[me], 4) / 4
        self.rookie_cost = self.veteran_cost + (ROOKIE_KEPT if self.rounds else 0.0)

    def last_open(self, city: int) -> float:
        """What a city's last open card may count in the end (B-37): all hands will be laid by then."""
        if self.count[city] > 1:
            return self.money[city] / self.count[city]
        return self.lies_now(city)

    def lies_now(self, city: int) -> float:
        """What a city's last open card counts as it lies."""
        card = self.table.last_open[city]
        face = card % FACES
        return 0.0 if card == NOBODY or face >= HOSPITAL else float(face)

    # Sending.

    def kept(self, place: int, total: int) -> float:
        """How likely so many gangsters of ours stay ahead in a place until the payout."""
        table = self.table
        likely = 1.0
        attraction = min(max(self.shown[place] / 2, 0.08), 1.0)
        for seat in range(self.seats):
            turns = self.turns[seat]
            if seat == self.me or turns == 0 or table.ledger.banned[seat] >> place & 1:
                continue
            supply = table.supply[seat]
            available = SIZES[supply]
            there = table.cubes[place * self.seats + seat]
            need = total - SIZES[there] + 1
            if need > available or available == 0 or (supply < 4 and there < 4):
                continue
            likely *= 1 - COME[turns] * attraction * (available - need + 1) / available
        return likely

    def sending(self, place: int, size: int) -> float:
        """What it is worth to have so many more gangsters there, before what they cost."""
        mine = SIZES[self.table.cubes[place * self.seats + self.me]]
        value = self.known[place]
        if value <= 0.0:
            return value
        likely = self.kept(place, mine + size)
        leader = self.table.leader[place]
        if leader == self.me:
            return value * (likely - self.kept(place, mine))
        taken = 0.0 if leader == NOBODY else ENVY * self.shown[place] / (self.seats - 1)
        return (value + taken) * likely

    # Laying.

    def laying(self, card: int) -> float:
        """What a card does for Chicago, and what it tells the others."""
        city, face = card // FACES, card % FACES
        leader = self.table.leader
        count = self.count[city]
        liked = 0.0
        if city < self.table.ledger.chicago:
            boss = leader[CHICAGO]
            side = 0.0 if boss == NOBODY else 1.0 if boss == self.me else -ENVY
            others = count - 2  # cards of this city in hands, this one aside
            money = face if face < HOSPITAL else 0
            usual = self.money[city] / count if others > 0 else self.lies_now(city)
            liked += side * (money - usual) / 2 / (1 + max(others, 0))
        if count > 1:
            rest = (self.total[city] - self.worth[face]) / (count - 1)
            told = rest - self.shown[city]
            interest = 0.4 if leader[city] == NOBODY else 1.0 if leader[city] == self.me else -0.3
            if sum(self.turns) == 0:
                interest = 0.0
            liked -= SECRET * interest * told
        return liked


COME: Final[list[float]] = [1.0 - (1.0 - COMING) ** turns for turns in range(9)]
"""By turns left: how likely a rival comes on one of them."""


UNKNOWN: Final = -1000.0


def weigh(table: Table, seat: int, legal: list[int]) -> list[float]:
    """What each legal action is worth."""
    sense = Sense(table, seat)
    gains = [UNKNOWN] * (len(PLACES) * 16)
    weights: list[float] = []
    for action in legal:
        if action >= LAY:
            weights.append(sense.laying(action - LAY))
        elif action == STAY:
            weights.append(0.0)
        else:
            place = action // GROUPS
            group = action % GROUPS
            key = place * 16 + SIZES[group]
            gain = gains[key]
            if gain == UNKNOWN:
                gain = sense.sending(place, SIZES[group])
                gains[key] = gain
            weights.append(gain - (group >> 2) * sense.veteran_cost - (group & 3) * sense.rookie_cost)
    return weights


def prior(table: Table, seat: int, legal: list[int]) -> list[float]:
    """How likely a careful player is to choose each action."""
    weights = weigh(table, seat, legal)
    most = max(weights)
    return [exp((weight - most) / SURE) for weight in weights]


# A move in no time.


def quick(table: Table, seat: int, luck: int) -> int:
    """Any card; or the place that pays best for as few gangsters as will do, by a rough count and a mood."""
    if table.laying:
        hand = table.hands[seat]
        return hand[luck % len(hand)]
    supply = table.supply[seat]
    if supply == 0:
        return STAY
    rules = table.rules
    worth = worths(rounds_left(table))
    count = [0] * len(PLACES)
    total = [0.0] * len(PLACES)
    for city, card in enumerate(table.ledger.hidden):
        count[city] = 1
        total[city] = worth[card % FACES]
    for other, hand in enumerate(table.hands):
        if other != seat:
            for action in hand:
                city = (action - LAY) // FACES
                count[city] += 1
                total[city] += worth[(action - LAY) % FACES]
    left = rules.laps - table.lap
    price = QUICK_PRICE[left]
    hold = QUICK_HOLD[left]
    chosen = STAY
    best = 0.3 * (luck & 63) / 64.0
    size = SIZES[supply]
    for place, needed in enumerate(table.needs[seat]):
        if needed == CLOSED or table.leader[place] == seat:
            continue
        need = needed >> 1
        if need > size or (supply < 4 and needed & 1 == 0):
            continue
        if place == CHICAGO:
            value = 0.0
            for city in range(table.ledger.chicago):
                card = table.last_open[city]
                if left == 0 and card != NOBODY:
                    value += card % FACES if card % FACES < HOSPITAL else 0
                else:
                    value += 1.5
            value = value / 2 - 0.25
        else:
            value = total[place] / count[place]
        luck = luck >> 3 | (luck & 7) << 27
        gain = value * (hold - 0.2 * (luck & 3) / 4.0) - need * price
        if gain > best:
            best = gain
            extra = 1 if left and need < size and luck & 12 == 0 else 0
            chosen = place * GROUPS + group_of(need + extra, supply, needed & 1, table.last_round or left == 0)
    return chosen


QUICK_PRICE: Final = [0.05, 0.25, 0.4, 0.5, 0.6, 0.6, 0.6]
"""By laps left: what a gangster may bring elsewhere."""
QUICK_HOLD: Final = [1.0, 0.75, 0.6, 0.5, 0.45, 0.4, 0.4]
"""By laps left: how likely a place is kept."""


def group_of(size: int, supply: int, there: int, rookies_too: bool) -> int:
    """So many gangsters of a supply: veterans first, or with the rookies; a veteran goes if none is there."""
    veterans, rookies = supply >> 2, supply & ROOKIES
    if rookies_too:
        sent = min(rookies, size if there else size - 1)
        return max(size - sent, 0) * 4 + sent if size - sent <= veterans else veterans * 4 + size - veterans
    sent = min(veterans, size)
    return sent * 4 + size - sent


# Chances.


def outlook(table: Table) -> list[float]:
    """Each seat's chance of winning: its money, what it leads now, and what its gangsters may still bring."""
    rules, ledger = table.rules, table.ledger
    seats = rules.seats
    rounds = rounds_left(table)
    begun = table.lap > 1 or table.turn > 0
    rest = rounds if begun else rounds + 1.0
    found: list[float] = []
    for seat in range(seats):
        supply = table.supply[seat]
        veterans = (supply >> 2) + 0.5 * (ledger.hospital[seat] + ledger.prison[seat]) + 0.25 * ledger.prison_next[seat]
        rookies = supply & 3
        found.append(
            float(ledger.money[seat]) + VETERAN_A_ROUND * veterans * rest + (ROOKIE_KEPT * rookies if rest else 0.0)
        )
    if begun:
        worth = worths(rounds)
        kept = QUICK_HOLD[rules.laps - table.lap]
        for city in range(rules.cities):
            leader = table.leader[city]
            if leader != NOBODY:
                found[leader] += kept * worth[ledger.hidden[city] % FACES]
        if table.leader[CHICAGO] != NOBODY:
            found[table.leader[CHICAGO]] += kept * 0.75 * ledger.chicago
    spread = SPREAD * sqrt(rest + 0.15)
    most = max(found)
    shares = [exp((expected - most) / spread) for expected in found]
    whole = sum(shares)
    return [share / whole for share in shares]
