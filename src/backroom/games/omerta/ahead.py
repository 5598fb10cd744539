"""Omerta: what a search asks of a position: a move in no time, the chances, and what a seat has learned."""

# compiled by mypyc
#
# `quick` plays as people do late in the evening: it races when it knows, swaps for its dearest card, calls when its
# row seems cheap. Like `sense` it goes by what its seat knows.
from __future__ import annotations

from math import exp, sqrt
from typing import Final

from backroom.games.omerta.cards import (
    BOTTLES,
    CALL,
    DECLINE,
    DONE,
    DRIVE,
    DRIVER,
    FACE,
    FACES,
    HANDLE,
    KILLER,
    NO_CARD,
    PASS,
    PATROLLED,
    REACT,
    SAFECRACKER,
    SEEN,
    SHOWN,
    SNAP,
    SWAP,
    TAKE_DECK,
    TAKE_PILE,
    THROW,
)
from backroom.games.omerta.rounds import can_draw
from backroom.games.omerta.sense import AVERAGE, COSTS, KEPT, USES, Belief, target
from backroom.games.omerta.table import ACTING, BEGINNING, GATHERING, PEEKING, REACTING, SEALED, TAKEN, Table
from backroom.games.omerta.turns import can_call, can_take, can_take_pile

SPREAD: Final = 7.0
"""How many points fewer make a win about three times as likely, when one round is to come."""


def known_slot(table: Table, seat: int, face: int) -> int:
    """The slot of a free card that this seat knows to be this face; -1 if there is none."""
    mine = SHOWN | SEEN << seat
    for slot, back in enumerate(table.rows[seat]):
        if back & FACE == face and back & mine and not back & PATROLLED:
            return slot
    return -1


def thought(table: Table, seat: int, owner: int) -> float:
    """What a seat thinks that a row costs."""
    mine = SHOWN | SEEN << seat
    theirs = SEEN << owner
    whole = 0.0
    for back in table.rows[owner]:
        whole += COSTS[back & FACE] if back & mine else KEPT if back & theirs else AVERAGE
    return whole


def quick(table: Table, seat: int, luck: int) -> int:
    """A passable move; only where a target is to be named the moves have to be listed."""
    phase = table.phase
    if phase <= SEALED:
        slot = known_slot(table, seat, table.number)
        return PASS if slot < 0 else SNAP + slot
    if phase == TAKEN:
        return quick_taken(table, seat)
    if phase == REACTING:
        slot = known_slot(table, seat, KILLER)
        return PASS if slot < 0 else REACT + slot
    if phase == BEGINNING and (table.deck or can_take(table)):
        return quick_beginning(table, seat, luck)
    actions = table.legal(seat)
    if phase == ACTING and len(actions) > 1:
        return quick_target(table, actions, seat, luck)
    return actions[luck % len(actions)]


def quick_beginning(table: Table, seat: int, luck: int) -> int:
    """O-9: call if the row seems cheap, else take the open card if it is much cheaper than one's own."""
    if can_call(table):
        mine = thought(table, seat, seat)
        if mine <= 7.0:
            fewer = False
            for rival in range(len(table.rows)):
                if rival != seat and thought(table, seat, rival) < mine:
                    fewer = True
            if not fewer or luck & 15 == 0:
                return CALL
    if not can_take_pile(table):
        return TAKE_DECK
    if cost_at(table, seat, dearest_slot(table, seat)) - COSTS[table.pile[-1]] > 4.0:
        return TAKE_PILE
    return TAKE_DECK if table.deck or can_draw(table) else TAKE_PILE


def dearest_slot(table: Table, seat: int) -> int:
    """The free slot of the own row that probably costs most; -1 if there is none."""
    mine = SHOWN | SEEN << seat
    best = -1
    most = -1.0
    for slot, back in enumerate(table.rows[seat]):
        if back & PATROLLED:
            continue
        cost = COSTS[back & FACE] if back & mine else AVERAGE
        if cost > most:
            best, most = slot, cost
    return best


def cost_at(table: Table, seat: int, slot: int) -> float:
    """What the own card in a slot probably costs; nothing without a slot."""
    if slot < 0:
        return 0.0
    back = table.rows[seat][slot]
    return COSTS[back & FACE] if back & (SHOWN | SEEN << seat) else AVERAGE


def quick_taken(table: Table, seat: int) -> int:
    """O-12, O-13: keep the card for the dearest, or throw it away."""
    taken = table.taken
    slot = dearest_slot(table, seat)
    if table.taken_open:
        return SWAP + slot
    if slot < 0:
        return THROW
    saved = cost_at(table, seat, slot) - COSTS[taken]
    use = USES[taken]
    if taken <= BOTTLES and known_slot(table, seat, taken) >= 0:
        use = COSTS[taken] * 0.7
    elif taken == DRIVER:
        use = 8.0
    return SWAP + slot if saved > use else THROW


def quick_target(table: Table, actions: list[int], seat: int, luck: int) -> int:
    """Any target, or the better of two."""
    first = actions[luck % len(actions)]
    if len(actions) == 1:
        return first
    if table.acting == DRIVER:
        for action in actions[1:]:
            back = table.rows[seat][action - DRIVE]
            if back & FACE <= BOTTLES and back & (SHOWN | SEEN << seat):
                return action
        return DONE
    belief = Belief(table, seat)
    second = actions[(luck >> 9) % len(actions)]
    better = target(table, belief, seat, second) > target(table, belief, seat, first)
    chosen = second if better else first
    return actions[1] if chosen == DECLINE else chosen


def outlook(table: Table) -> list[float]:
    """Each seat's chance of winning: the points so far, and what its row would add now."""
    ledger = table.ledger
    seats = table.rules.seats
    played = len(ledger.rounds)
    begun = table.turns > 0
    left = seats - played - (1 if begun else 0)
    expected = [float(points) for points in ledger.totals]
    if begun and not table.over:
        sums: list[float] = []
        for row in table.rows:
            whole = 0.0
            for back in row:
                whole += COSTS[back & FACE]
            sums.append(whole)
        least = min(sums)
        for seat in range(seats):
            expected[seat] += 0.0 if sums[seat] == least else 0.7 * sums[seat]
    spread = SPREAD * sqrt(left + 0.2)
    best = min(expected)
    shares = [exp((best - points) / spread) for points in expected]
    whole = sum(shares)
    return [share / whole for share in shares]


def likely(table: Table, seat: int) -> float:
    """How likely rivals who knew their rows as they do would have kept what lies there in this world."""
    rules = table.rules
    dealt = rules.row * rules.seats + rules.safe
    found = 1.0
    for rival, row in enumerate(table.rows):
        if rival == seat:
            continue
        theirs = SEEN << rival
        ours = SHOWN | SEEN << seat
        for back in row:
            if back & theirs and not back & ours:
                chosen = back >> HANDLE >= dealt
                found *= CHOSEN[back & FACE] if chosen else LEFT[back & FACE]
    return found


CHOSEN: Final[list[float]] = [
    0.0 if face == NO_CARD else 0.3 if face == KILLER else 1.0 / (1.0 + exp((COSTS[face] - 6.5) / 1.6))
    for face in range(FACES)
]
"""By face: how likely somebody who has drawn it keeps it."""
LEFT: Final[list[float]] = [0.4 + 0.6 * share for share in CHOSEN]
"""And how likely a card that was dealt to him still lies there after he has looked at it."""


def glimpse(table: Table, seat: int) -> int:
    """What a seat knows at its decision and the moves do not tell: a drawn card, a face the discard showed, whether
    its own row has the answer."""
    phase = table.phase
    if phase == TAKEN:
        return 1 + table.taken
    if phase <= SEALED:
        return 64 + table.number * 64 + known_slot(table, seat, table.number) + 1
    if phase == BEGINNING:
        top = table.pile[-1] if table.pile else NO_CARD
        return 4096 + (top * 64 + min(63, int(thought(table, seat, seat)))) * 8 + min(7, len(table.rows[seat]))
    if phase == ACTING:
        found = table.acting * 8
        if table.acting == SAFECRACKER and table.chosen:
            cheapest = 0
            for at in range(len(table.safe)):
                if COSTS[table.safe[at] & FACE] < COSTS[table.safe[cheapest] & FACE]:
                    cheapest = at
            found += cheapest + 1
        return 65536 + found
    if phase == REACTING:
        return 66560 + table.acting * 64 + known_slot(table, seat, KILLER) + 1
    return 0


def overt(table: Table, action: int) -> int:
    """What the others see of an answer: nothing of what is sealed, gathered or given in secret."""
    phase = table.phase
    if phase in (SEALED, PEEKING, REACTING):
        return -1
    if phase < SEALED and table.bucket and (table.bucket == GATHERING or action != PASS):
        return -1
    return action
