"""Corleone's Empire: what a seat sees (CC-17, CC-18), built from nothing up, and a whole position by name."""

# compiled by mypyc
from __future__ import annotations

from typing import Any

import msgspec

from backroom.games.corleone.numbers import (
    FIGURE_NAMES,
    FIRST_ALLY,
    FIRST_JOB,
    ICON_NAMES,
    MAYOR,
    NEUTRAL_NAMES,
    NOBODY,
    PLAIN,
    SEATS_OF,
)
from backroom.games.corleone.table import (
    BRIBERY,
    DECISIONS,
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
    all_held,
    batch_of,
)
from backroom.games.corleone.tribute import district_bonuses, places_of, totals
from backroom.games.corleone.view import CorleoneView, Known, Memory, Passed, Pending, Player, Position
from backroom.kernel.errors import BadSeats

# Everything that enters or leaves a hand does so openly, except jobs that are drawn and kept, and cards taken
# unseen (CC-49). So until a card is taken unseen, all know all bills, goods and allies in every hand, and how many
# jobs of which shuffle. After that a view carries the hands as they were then, and the trail since.

HOW = ["takes", "gives", "steals", "no_bills"]


def view(table: Table, seat: int | None) -> CorleoneView:
    """CC-17: what lies open, the viewer's own cards, and what all have seen."""
    rules, setup = table.rules, table.setup
    seats = rules.seats
    if seat is not None and not 0 <= seat < seats:
        raise BadSeats(f"there is no seat {seat!r} to see it from")
    names = rules.cards
    money = totals(table) if table.over else district_bonuses(table)  # no running total of a suitcase (CC-17)
    return CorleoneView(
        game="corleone",
        rules=setup.game.rules,
        edition=setup.edition.label,
        options=tuple(setup.options.items()),
        seats=seats,
        seat=seat,
        over=table.over,
        waiting=table.waiting,
        scores=tuple(money),
        ranks=tuple(places_of(money, district_bonuses(table))),
        act=table.act,
        phase=PHASE_NAMES[table.phase],
        horse=table.horse,
        mover=table.mover,
        pending=tuple([pending(table, frame, seat) for frame in table.stack]),
        here=SEVEN[table.here],
        asked=SEATS_OF[table.asked],
        players=tuple([player(table, at, seat) for at in range(seats)]),
        hand=() if seat is None else tuple([names[card] for card in all_held(table, seat)]),
        laid=() if seat is None else tuple([names[card] for card in table.laid[seat]]),
        bids=tuple([tuple([names[value] for value in bid]) for bid in table.revealed]),
        gave=tuple([tuple([names[card] for card in cards]) for cards in table.given]),
        supply=tuple(table.stock),
        deck=table.left,
        discard=tuple([names[FIRST_JOB + job] for job in table.pile]),
        public=tuple([None if job == NOBODY else names[FIRST_JOB + job] for job in table.public]),
        allies=tuple([names[FIRST_ALLY + ally] for ally in table.row]),
        gone=tuple([names[FIRST_ALLY + ally] for ally in sorted(table.gone)]),
        tiles=(len(table.blue), len(table.red)),
        plots=tuple([None if tile == NOBODY else rules.businesses[tile] for tile in table.plots]),
        thugs=thugs(table),
        members=members(table),
        chief=None if table.chief == NOBODY else rules.areas[table.chief],
        river=tuple([FIGURES[figure] for figure in table.river]),
        stacks=tuple([tuple(stack) for stack in table.stacks]),
        memory=memory(table, seat),
    )


SEVEN = [tuple([district for district in range(7) if mask >> district & 1]) for mask in range(1 << 7)]
FIGURES = [f"{figure >> 2} {FIGURE_NAMES[figure & 3]}" for figure in range(MAYOR)] + NEUTRAL_NAMES
MEMBERS = [tuple([FIGURE_NAMES[at + 1] for at in range(3) if mask >> at & 1]) for mask in range(8)]


def player(table: Table, seat: int, viewer: int | None) -> Player:
    """One seat's open side."""
    face_down = len(table.laid[seat]) if table.phase == TRIBUTE else 0
    case = table.case[seat * 4 : seat * 4 + 4]
    return Player(
        family=table.rules.families[seat],
        cards=table.sizes[seat] + face_down,
        thugs=table.thugs[seat],
        members=MEMBERS[table.members[seat]],
        markers=table.markers[seat],
        played=tuple([table.rules.cards[FIRST_ALLY + ally] for ally in table.played[seat]]),
        suitcase=(case[0], case[1], case[2], case[3]) if seat == viewer else None,
    )


def thugs(table: Table) -> dict[str, str]:
    """Who stands on which business."""
    names = table.rules.businesses
    return {names[place]: FIGURES[figure] for place, figure in enumerate(table.thug_at) if figure != NOBODY}


def members(table: Table) -> dict[str, str]:
    """Who stands on which family space."""
    names = table.rules.space_names
    return {names[space]: FIGURES[figure] for space, figure in enumerate(table.family_at) if figure != NOBODY}


def pending(table: Table, frame: tuple[int, ...], viewer: int | None) -> Pending:
    """Something begun, as the viewer sees it: only who looks at jobs sees which."""
    what = frame[0]
    rules = table.rules
    if what == MENU:
        icons = tuple([ICON_NAMES[icon] for icon in frame[3:]])
        return Pending(DECISIONS[what], frame[1], (frame[2],), icons)
    if what == LOOKING:
        seen = tuple([rules.cards[FIRST_JOB + job] for job in frame[4:]]) if viewer == frame[1] else ()
        batches = tuple(sorted([table.batch[job] for job in frame[4:]]))
        return Pending(DECISIONS[what], frame[1], (frame[2], frame[3]), seen, batches)
    if what in (PAYING, REWARD):
        return Pending(DECISIONS[what], frame[1], (), (rules.cards[FIRST_JOB + frame[2]],))
    if what == SHARE:
        return Pending(DECISIONS[what], frame[1], (), (rules.businesses[frame[2]],))
    return Pending(DECISIONS[what], frame[1], frame[2:])


def memory(table: Table, viewer: int | None) -> Memory:
    """What all have seen, and of cards taken unseen what the viewer saw."""
    seats = range(table.rules.seats)
    return Memory(
        suitcases=tuple([suitcase(table, seat) for seat in seats]),
        completed=tuple(
            [tuple([table.rules.cards[FIRST_JOB + job] for job in table.finished[seat]]) for seat in seats]
        ),
        hands=tuple([followed(table, seat) for seat in seats]),
        trail=tuple([passed(table, entry, viewer) for entry in table.trail[: table.trailed]]),
        batches=tuple(table.batch),
        shuffles=table.shuffles,
    )


def suitcase(table: Table, seat: int) -> tuple[int, int, int, int]:
    """Bills laundered and not paid yet; a bid counts until it is paid."""
    case = table.case[seat * 4 : seat * 4 + 4]
    if table.phase == BRIBERY:
        for value in table.laid[seat]:
            case[value] += 1
    return (case[0], case[1], case[2], case[3])


def followed(table: Table, seat: int) -> Known:
    """A hand as all could follow it until a card was taken unseen."""
    if table.opening:
        cards, jobs = table.opening[seat], table.opening_jobs[seat]
    else:
        cards = all_held(table, seat)
        if table.phase == TRIBUTE:
            cards += table.laid[seat]
            cards.sort()
        jobs = sorted([batch_of(table, card) for card in cards if FIRST_JOB <= card < FIRST_ALLY])
    counts = [0] * PLAIN
    allies: list[str] = []
    for card in cards:
        if card < PLAIN:
            counts[card] += 1
        elif card >= FIRST_ALLY:
            allies.append(table.rules.cards[card])
    return Known(
        (counts[0], counts[1], counts[2], counts[3]),
        (counts[4], counts[5], counts[6], counts[7]),
        tuple(allies),
        tuple(jobs),
    )


def passed(table: Table, entry: int, viewer: int | None) -> Passed:
    """One entry of the trail, as the viewer saw it."""
    what, seat, rival, card, batch = entry & 3, entry >> 2 & 7, entry >> 5 & 7, entry >> 8 & 127, entry >> 15
    if what == NO_BILLS:
        return Passed(HOW[what], seat)
    if what == STEALS:
        if viewer is None or (viewer != seat and viewer != rival):
            return Passed(HOW[what], seat, "", 0, rival)
        return Passed(HOW[what], seat, table.rules.cards[card], batch, rival)
    if what == TAKES and card == UNSEEN:
        return Passed(HOW[what], seat, "", batch)
    return Passed(HOW[what], seat, table.rules.cards[card], batch)


# A whole position by name.


def position(table: Table) -> dict[str, Any]:
    """Everything on the table, as `restore` reads it."""
    rules = table.rules
    seats = range(rules.seats)
    names = rules.cards
    whole = Position(
        hands=[[names[card] for card in all_held(table, seat)] for seat in seats],
        deck=[names[FIRST_JOB + job] for job in reversed(table.deck[: table.left])],
        act=table.act,
        phase=PHASE_NAMES[table.phase],
        horse=table.horse,
        mover=table.mover,
        pending=[pending(table, frame, frame[1]) for frame in table.stack],
        here=list(SEVEN[table.here]),
        answered=list(SEATS_OF[table.answered]),
        laid=[[names[card] for card in table.laid[seat]] for seat in seats],
        bids=[[names[value] for value in bid] for bid in table.revealed],
        gave=[[names[card] for card in cards] for cards in table.given],
        suitcases=[bills(table, seat) for seat in seats],
        completed=[[names[FIRST_JOB + job] for job in table.finished[seat]] for seat in seats],
        played=[[names[FIRST_ALLY + ally] for ally in table.played[seat]] for seat in seats],
        discard=[names[FIRST_JOB + job] for job in table.pile],
        public=[None if job == NOBODY else names[FIRST_JOB + job] for job in table.public],
        allies=[names[FIRST_ALLY + ally] for ally in table.row],
        blue=[rules.businesses[tile] for tile in reversed(table.blue)],
        red=[rules.businesses[tile] for tile in reversed(table.red)],
        plots=[None if tile == NOBODY else rules.businesses[tile] for tile in table.plots],
        thugs=thugs(table),
        members=members(table),
        chief=None if table.chief == NOBODY else rules.areas[table.chief],
        river=[FIGURES[figure] for figure in table.river],
        stacks=table.stacks,
        batches=table.batch,
        shuffles=table.shuffles,
        opening=[followed(table, seat) for seat in seats] if table.opening else [],
        trail=[whole_entry(table, entry) for entry in table.trail[: table.trailed]],
    )
    plain: dict[str, Any] = msgspec.to_builtins(whole)
    return plain


def bills(table: Table, seat: int) -> tuple[int, int, int, int]:
    """The bills in a suitcase."""
    case = table.case[seat * 4 : seat * 4 + 4]
    return (case[0], case[1], case[2], case[3])


def whole_entry(table: Table, entry: int) -> Passed:
    """An entry of the trail with its card."""
    return passed(table, entry, entry >> 2 & 7)
