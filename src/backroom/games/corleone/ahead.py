"""Corleone's Empire: what a search asks of a position: a move in no time, and the chances."""

# compiled by mypyc
#
# `quick` plays as people do who want to get on: jobs and allies when they can be had, the best of a few places, bills
# before goods, the dearest bill into the suitcase, the cheapest card to the Don.
from __future__ import annotations

from math import exp, sqrt
from typing import Final

from backroom.games.corleone.numbers import (
    ACTIONS,
    ACTS,
    BID,
    BILL,
    CARDS,
    COMPLETE,
    DISCARD,
    DISTRICTS,
    DO_LAUNDER,
    DONE,
    FIRST_ALLY,
    FIRST_ME,
    GOOD,
    HORSE_HEAD,
    KEEP,
    LAUNDER,
    LOOK_AT_JOBS,
    NOBODY,
    PARK,
    PARK_BUSINESS,
    PAY,
    PLAIN,
    PLAY_FAMILY,
    SEAL,
    SHOW_BILL,
    SHOW_NONE,
    SWAP_GOOD,
    TAKE,
    USE_STEP,
    VALUES,
    WAYS,
)
from backroom.games.corleone.table import BRIBERY, FAMILY, TRIBUTE, Table, all_held, controller
from backroom.games.corleone.tribute import district_bonuses, job_bonuses, totals

SPREAD: Final = 7.0
"""How many dollars ahead make a win about three times as likely, when one act is to come."""
IN_HAND: Final = 0.5
"""What a dollar in hand is worth in the suitcase."""
ICON_WORTHS: Final = [1.9, 0.6, 1.2, 1.8, 3.0, 1.3, 1.3, 1.3, 2.0, 1.0, 0.6, 2.0, 1.2, 2.0, 0.3]
"""By icon: what it brings, whoever uses it."""


def kept_worth(card: int, last: bool) -> float:
    """What a card is worth to keep, in the last act or before it."""
    if card < 4:
        return VALUES[card] * (0.9 if last else 0.7)
    if card < PLAIN:
        return 0.0 if last else 0.8
    if card < FIRST_ALLY:
        return 0.0 if last else 1.2
    return 0.0 if last else 3.0


KEPT: Final = [[kept_worth(card, last) for card in range(CARDS)] for last in (False, True)]


def eagerness() -> list[float]:
    """By action: how much somebody in a hurry likes it, wherever it leads."""
    liked = [0.3] * ACTIONS
    for bill in range(4):
        liked[DO_LAUNDER + bill] = 2.0 + 0.5 * VALUES[bill]
        liked[SHOW_BILL + bill] = -float(bill)
    liked[SHOW_NONE] = -4.0
    for icon in range(BILL, len(ICON_WORTHS)):
        likes = 9.0 if icon < GOOD else 8.0 if icon < LOOK_AT_JOBS else 7.0 if icon == LOOK_AT_JOBS else -0.5
        liked[TAKE + icon - 1] = 6.0 if icon == HORSE_HEAD else 1.0 if icon == SWAP_GOOD + 1 else likes
    liked[USE_STEP] = 0.5
    for way in range(2 * len(WAYS)):
        liked[PAY + way] = -float(sum(WAYS[way // 2]))
    liked[FIRST_ME] = 1.0
    for card in range(CARDS):
        liked[DISCARD + card] = -KEPT[0][card]
    liked[DONE] = 0.05
    return liked


EAGER: Final = eagerness()


def quick(table: Table, seat: int, luck: int) -> int:
    """A passable move."""
    if not table.stack:
        if table.phase == FAMILY:
            return quick_turn(table, seat, luck)
        if table.phase == BRIBERY:
            return quick_bid(table, seat, luck)
        return quick_gift(table, seat, luck)
    actions = table.legal(seat)
    chosen = actions[0]
    best = -100.0
    for action in actions:
        luck = luck >> 5 | (luck & 31) << 25
        liked = EAGER[action] + 0.02 * (luck & 31)
        if liked > best:
            chosen, best = action, liked
    return chosen


def quick_turn(table: Table, seat: int, luck: int) -> int:
    """C-21: a job or an ally if there is one, else the best of four places."""
    actions = table.legal(seat)
    count = len(actions)
    last = actions[count - 1]
    if last >= COMPLETE and luck & 7:
        return last
    chosen = actions[0]
    best = -100.0
    for _ in range(4):
        luck = luck >> 7 | (luck & 127) << 23
        action = actions[luck % count]
        if action >= COMPLETE:
            return action
        liked = place_worth(table, seat, action) if action < PLAY_FAMILY else space_worth(table, seat, action)
        if liked > best:
            chosen, best = action, liked
    return chosen


def place_worth(table: Table, seat: int, place: int) -> float:
    """What a thug brings at once, and a little for being there."""
    district = table.where[place]
    worth = icons_worth(table, seat, table.rules.fronts[place]) + 0.5
    owner = controller(table, district)
    return worth if owner in (NOBODY, seat) else worth - 0.4


def space_worth(table: Table, seat: int, action: int) -> float:
    """What a family member brings at once, and a little for each district."""
    rules = table.rules
    worth = 0.0
    for area in rules.touches[action - PLAY_FAMILY]:
        if area == PARK:
            worth += icons_worth(table, seat, rules.backs[PARK_BUSINESS])
            continue
        worth += 0.5 + icons_worth(table, seat, rules.backs[area])
        tile = table.plots[area]
        if tile != NOBODY:
            worth += icons_worth(table, seat, rules.backs[tile])
    return worth


def icons_worth(table: Table, seat: int, icons: tuple[int, ...]) -> float:
    """What icons bring; to launder, one needs a bill."""
    worth = 0.0
    for icon in icons:
        if icon == LAUNDER:
            start = seat * PLAIN
            for bill in (3, 2, 1, 0):
                if table.purse[start + bill]:
                    worth += 0.6 * VALUES[bill]
                    break
        else:
            worth += ICON_WORTHS[icon]
    return worth


def quick_bid(table: Table, seat: int, luck: int) -> int:
    """C-79: nothing to $4, in bills as they come, while the allies have time to pay."""
    laid = 0
    for bill in table.laid[seat]:
        laid += VALUES[bill]
    aim = luck % 5 if table.act < 3 else luck % 3
    start = seat * 4
    for bill in (0, 1, 2):
        if table.case[start + bill] and laid + VALUES[bill] <= aim:
            return BID + bill
    return SEAL


def quick_gift(table: Table, seat: int, luck: int) -> int:
    """C-86: the card that is worth least."""
    worths = KEPT[1 if table.act == ACTS else 0]
    chosen = 0
    least = 100.0
    for card in all_held(table, seat):
        worth = worths[card] + 0.01 * (luck & 15)
        luck = luck >> 3 | (luck & 7) << 27
        if worth < least:
            chosen, least = card, worth
    return DISCARD + chosen


def outlook(table: Table) -> list[float]:
    """Each seat's chance of winning: the count as it stands, what it holds, and what it controls."""
    rules = table.rules
    seats = rules.seats
    acts = 0.0 if table.over else float(ACTS - table.act) + (1.0 if table.phase == FAMILY else 0.2)
    found = [float(money) for money in totals(table)]
    if not table.over:
        unsure = 0.12 * acts  # a bonus may still change hands
        bonuses = district_bonuses(table)
        colours = job_bonuses(table)
        for seat in range(seats):
            held = 0.0
            start = seat * PLAIN
            for bill in range(4):
                held += IN_HAND * VALUES[bill] * table.purse[start + bill]
            for good in range(4, PLAIN):
                held += 0.8 * table.purse[start + good]
            for card in (*table.cards[seat], *[FIRST_ALLY + ally for ally in table.played[seat]]):
                held += 1.2 * min(acts, 1.0) if card < FIRST_ALLY else 2.2 * acts
            found[seat] += held - unsure * (bonuses[seat] + colours[seat])
        for district in range(DISTRICTS):
            owner = controller(table, district)
            if owner != NOBODY:
                found[owner] += 0.7 * acts
    spread = SPREAD * sqrt(acts + 0.1)
    most = max(found)
    shares = [exp((money - most) / spread) for money in found]
    whole = sum(shares)
    return [share / whole for share in shares]


def overt(table: Table, action: int) -> int:
    """What the others see of an action: no bid, no gift and no job before it is shown."""
    if not table.stack and (table.phase == BRIBERY or table.phase == TRIBUTE):
        return -1
    if SHOW_BILL <= action <= SHOW_NONE:
        return -1
    return KEEP if KEEP <= action < DISCARD else action
