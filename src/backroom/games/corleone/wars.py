"""Corleone's Empire: turf wars (C-70 to C-78) and bribery (C-79 to C-84)."""

# compiled by mypyc
from __future__ import annotations

from backroom.games.corleone.numbers import (
    BID,
    DISTRICTS,
    DONE,
    FIRST_ALLY,
    HEIGHT,
    HIRE,
    LIFT_MARKER,
    NOBODY,
    SEAL,
    VALUES,
)
from backroom.games.corleone.table import BRIBERY, HIRING, LIFT, WARRING, WARS, Table, gain

# Phase 3.


def start_wars(table: Table) -> None:
    """C-70: from district 1 to 7; the park has none (C-78)."""
    table.phase = WARS
    table.stack.append((WARRING, NOBODY, 0))


def go_to_war(table: Table, frame: tuple[int, ...]) -> None:
    """C-70 to C-76 for one district."""
    table.stack.pop()
    district = frame[2]
    if district + 1 < DISTRICTS:
        table.stack.append((WARRING, NOBODY, district + 1))
    strengths = influence(table, district)
    winner = strongest(strengths)
    if table.heard is not None:
        told = {"district": table.rules.areas[district], "influence": strengths[:-1], "neutral": strengths[-1]}
        table.tell("war", told)
    if winner == NOBODY:
        if table.heard is not None:
            table.tell("war_tied", {"district": table.rules.areas[district]})
    elif table.markers[winner]:
        table.markers[winner] -= 1
        put_marker(table, winner, district)
    elif lift_choices(table, winner, district):
        table.stack.append((LIFT, winner, district))


def influence(table: Table, district: int) -> list[int]:
    """C-71, C-74, C-75: by seat, and the neutral side at the end."""
    seats = table.rules.seats
    strengths = [0] * (seats + 1)
    for place, figure in enumerate(table.thug_at):
        if figure != NOBODY and table.where[place] == district:
            strengths[min(figure >> 2, seats)] += 1
    for space, figure in enumerate(table.family_at):
        if figure != NOBODY and table.rules.districts[space] >> district & 1:
            strengths[min(figure >> 2, seats)] += 1
    if table.chief == district:
        strengths[seats] += 1
    return strengths


def strongest(strengths: list[int]) -> int:
    """C-72 to C-74: the one family with the most; NOBODY for a tie, for the neutral side, and where nobody is."""
    most = max(strengths)
    if most == 0 or strengths.count(most) > 1 or strengths[-1] == most:
        return NOBODY
    return strengths.index(most)


def put_marker(table: Table, seat: int, district: int) -> None:
    """C-72: on top, even of one's own."""
    stacks = table.stacks[:]
    stacks[district] = [*stacks[district], seat]
    table.stacks = stacks
    if table.heard is not None:
        table.tell("war_won", {"winner": seat, "district": table.rules.areas[district]})


def lift_choices(table: Table, seat: int, district: int) -> list[int]:
    """C-76, CC-25: any marker of one's own, from any stack, from any height; CC-24: or none."""
    actions = [
        LIFT_MARKER + at * HEIGHT + height
        for at, stack in enumerate(table.stacks)
        for height, owner in enumerate(stack)
        if owner == seat
    ]
    if actions:
        actions.append(DONE)
    return actions


def lift_marker(table: Table, seat: int, frame: tuple[int, ...], action: int) -> None:
    """CC-25: the others close up; whoever is on top then controls that district at once."""
    table.stack.pop()
    if action == DONE:
        if table.heard is not None:
            table.tell("kept_markers", {"seat": seat, "district": table.rules.areas[frame[2]]})
        return
    district, height = divmod(action - LIFT_MARKER, HEIGHT)
    stacks = table.stacks[:]
    stacks[district] = stacks[district][:height] + stacks[district][height + 1 :]
    table.stacks = stacks
    if table.heard is not None:
        table.tell("lifted", {"seat": seat, "district": table.rules.areas[district]})
    put_marker(table, seat, frame[2])


# Phase 4.


def start_bribery(table: Table) -> None:
    """C-79: everybody is asked for a bid, in secret."""
    table.phase = BRIBERY
    table.asked = (1 << table.rules.seats) - 1
    table.answered = 0
    table.laid = [[] for _ in table.laid]
    table.revealed = []
    if table.heard is not None:
        table.tell("bribery", {"allies": [table.rules.cards[FIRST_ALLY + ally] for ally in table.row]})


def bidding_choices(table: Table, seat: int) -> list[int]:
    """C-79: lay out another bill of the suitcase, or seal the bid."""
    start = seat * 4
    actions = [BID + value for value, count in enumerate(table.case[start : start + 4]) if count]
    actions.append(SEAL)
    return actions


def lay_bid(table: Table, seat: int, action: int) -> None:
    """C-79: one more bill, or the seal; when all are sealed, all are shown."""
    if action != SEAL:
        table.case[seat * 4 + action - BID] -= 1
        table.laid[seat] = sorted([*table.laid[seat], action - BID])
        return
    table.answered |= 1 << seat
    if table.answered == table.asked:
        reveal_bids(table)


def bid_money(bid: list[int]) -> int:
    """What a bid is worth."""
    return sum([VALUES[value] for value in bid])


def reveal_bids(table: Table) -> None:
    """C-80 to C-83: from the highest bid down, ties from the Horse Head clockwise; one ally too few."""
    seats = table.rules.seats
    bids = [bid_money(bid) for bid in table.laid]
    table.revealed = table.laid
    table.asked = table.answered = 0
    if table.heard is not None:
        for seat, bid in enumerate(bids):
            table.tell("bid", {"seat": seat, "money": bid, "bills": [VALUES[value] for value in table.laid[seat]]})
    circle = [(table.horse + step) % seats for step in range(seats)]
    order = [seat for seat in sorted(circle, key=lambda seat: -bids[seat]) if bids[seat]]  # sorted keeps the circle
    hired = order[: len(table.row)]
    laid = table.laid
    table.laid = [bid if seat in hired else [] for seat, bid in enumerate(laid)]
    for seat in range(seats):
        if seat not in hired and laid[seat]:  # C-82
            for value in laid[seat]:
                table.case[seat * 4 + value] += 1
            if table.heard is not None:
                table.tell("no_ally", {"seat": seat})
    for seat in reversed(hired):
        table.stack.append((HIRING, seat))


def hiring_choices(table: Table) -> list[int]:
    """C-80: whichever of the allies face up."""
    return [HIRE + ally for ally in table.row]


def hire(table: Table, seat: int, action: int) -> None:
    """C-80, CC-21: the whole bid to the supply, the ally into the hand."""
    table.stack.pop()
    ally = action - HIRE
    bid = table.laid[seat]
    for value in bid:
        table.stock[value] += 1
    table.laid[seat] = []
    table.row = [other for other in table.row if other != ally]
    gain(table, seat, FIRST_ALLY + ally)
    if table.heard is not None:
        table.tell("hired", {"seat": seat, "ally": table.rules.cards[FIRST_ALLY + ally], "money": bid_money(bid)})
