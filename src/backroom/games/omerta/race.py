"""Omerta: the race for a second bottle. O-17 to O-23, O-61 to O-63.

Both kinds of race go through `handle`, one answer after the other, so both tell the same and leave the same log.

*Live* (`snap_mode = "live"`): whoever may take part may answer at once, and an answer is handled when it comes. The
first right one closes the race; a try that reaches the server later is refused as too late (O-21), which costs
nothing and shows nothing. With `snap_show_late` it has something to show: then the race stays open after it is won,
for answers that are late, until all have answered or the house says `time_up`.

With `snap_tie_bucket_ms` above 0 the first try of a race is not handled at once: it opens the bucket, and tries are
gathered, sealed, until the house says `bucket_closed` or nobody is left who could answer. Then they are handled in
the order of the snap queue, and the race, if nobody has won it, goes on as a live one.

*Sealed* (`snap_mode = "commit"`): all answers are gathered and handled in the order of the snap queue when the last
has come or the house says `time_up`; a missing one is a pass. Until then a view shows nobody's answer, nor who has
given one. A standing order is an answer that the server gives for its player before it says `time_up`.

Clocks belong to the server. What they decide comes as a move of the house, so a replay needs none.
"""

# compiled by mypyc
from __future__ import annotations

from typing import Final

from backroom.games.omerta.cards import (
    BOTTLES,
    BUCKET_CLOSED,
    FACE,
    FACE_NAMES,
    HANDLE,
    NO_CARD,
    PASS,
    SEATS_OF,
    SHOWN,
    SNAP,
    TIME_UP,
)
from backroom.games.omerta.memory import show
from backroom.games.omerta.rounds import draw
from backroom.games.omerta.table import (
    GATHERING,
    LATE,
    NO_ANSWER,
    NOBODY,
    PASSED,
    RACING,
    RESULTS,
    SEALED,
    STRAIGHT,
    WON,
    WRONG,
    Table,
    read_try,
    seats_with_free_cards,
    tried,
)
from backroom.games.omerta.turns import end_turn

FRESH: Final = 2
"""A race whose bucket is still to be opened by its first try."""


def lay_open(table: Table, face: int) -> None:
    """A card goes onto the pile, and everybody is done looking at theirs."""
    table.pile.append(face)
    if table.looking:
        table.looking = []


def may_race(table: Table) -> int:
    """O-18: everybody with a free card and without La Mama, a bit each."""
    if not table.mama and not table.patrols and all(table.rows):
        return table.rules.everybody
    return seats_with_free_cards(table) & ~table.mama


def open_race(table: Table, number: int) -> None:
    """O-17: everybody may try to get rid of a bottle of the same number."""
    rules = table.rules
    table.race += 1
    table.number = number
    table.winner = NOBODY
    table.bucket = FRESH if rules.bucket else STRAIGHT
    if table.heard is not None:
        params = {"race": table.race, "n": number, "card": FACE_NAMES[number], "seat": table.active}
        table.tell("race", params)
    ask_racers(table, may_race(table))


def ask_racers(table: Table, mask: int) -> None:
    """These may answer now; without any the race is over (O-23)."""
    table.phase = SEALED if table.rules.commit else RACING
    table.asked = table.pending = mask
    table.waiting = SEATS_OF[mask]
    if not mask:
        close_race(table)


def answer(table: Table, seat: int, action: int) -> None:
    """One seat passes or tries a card."""
    table.pending &= ~(1 << seat)
    if table.phase == SEALED:
        table.answers[seat] = action
        if table.pending:
            table.waiting = SEATS_OF[table.pending]
        else:
            settle(table)
        return
    if action != PASS and table.bucket:
        table.bucket = GATHERING
        table.answers[seat] = action
        if table.pending:
            table.waiting = SEATS_OF[table.pending]
        else:
            settle(table)
        return
    handle(table, seat, action)
    if table.pending and (table.winner == NOBODY or table.rules.show_late):
        table.waiting = SEATS_OF[table.pending]
    elif table.bucket == GATHERING:
        settle(table)
    else:
        close_race(table)


def settle(table: Table) -> None:
    """O-61, O-62: sealed answers are handled in the order of the snap queue."""
    rules = table.rules
    for seat in table.queue[:]:
        action = table.answers[seat]
        if action != NO_ANSWER:
            table.answers[seat] = NO_ANSWER
            handle(table, seat, action)
    table.bucket = STRAIGHT
    if rules.commit:
        again = table.pending  # O-20 with `snap_attempts = "many"`
        ask_racers(table, 0 if table.winner != NOBODY else again)
    elif table.pending and (table.winner == NOBODY or rules.show_late):
        table.waiting = SEATS_OF[table.pending]
    else:
        close_race(table)


def handle(table: Table, seat: int, action: int) -> None:
    """O-19 to O-21: one answer, as it is its turn."""
    if action == PASS:
        table.tries.append(tried(table.race, seat, NOBODY, NOBODY, PASSED, NO_CARD, 0))
        return
    row = table.rows[seat]
    slot = action - SNAP
    back = row[slot]
    face = back & FACE
    if table.winner != NOBODY:  # O-21
        shown = NO_CARD
        if table.rules.show_late:
            row[slot] = show(table, back)
            shown = face
        table.tries.append(tried(table.race, seat, slot, back >> HANDLE, LATE, shown, 0))
        if table.heard is not None:
            params = {"seat": seat, "slot": slot + 1}
            if shown:
                table.tell("snap_late_shown", {**params, "card": FACE_NAMES[face]})
            else:
                table.tell("snap_late", params)
        return
    if face == table.number:  # O-19
        show(table, back)
        del row[slot]
        lay_open(table, face)
        table.winner = seat
        table.tries.append(tried(table.race, seat, slot, back >> HANDLE, WON, face, 0))
        if table.heard is not None:
            table.tell("snap_won", {"seat": seat, "slot": slot + 1, "card": FACE_NAMES[face], "n": face})
        return
    row[slot] = show(table, back) if table.hazy else back | SHOWN  # O-20
    penalized = take_penalty(table, seat)
    table.tries.append(tried(table.race, seat, slot, back >> HANDLE, WRONG, face, 1 if penalized else 0))
    if table.rules.many_tries:
        table.pending |= 1 << seat
    if table.heard is not None:
        kind = "snap_wrong" if penalized else "snap_wrong_free"
        table.tell(kind, {"seat": seat, "slot": slot + 1, "card": FACE_NAMES[face], "penalty": penalized})


def take_penalty(table: Table, seat: int) -> bool:
    """A card from the deck, unseen, to the right end of the row; False if there is none (O-58)."""
    card = draw(table)
    if card == NO_CARD:
        return False
    table.rows[seat].append(table.handles << HANDLE | card)
    table.handles += 1
    return True


def close_race(table: Table) -> None:
    """O-23: the race is over; its log (O-63), the winner's place in the queue, and what comes next."""
    if table.heard is not None:
        tell_race(table)
    table.number = NO_CARD
    table.bucket = STRAIGHT
    if table.winner != NOBODY:  # O-62
        table.queue = [seat for seat in table.queue if seat != table.winner] + [table.winner]
    if table.drops:
        drop_next(table)
    else:
        end_turn(table)


def drop_next(table: Table) -> None:
    """O-32: the Driver's next bottle goes onto the pile and has a race of its own."""
    face = table.drops[0]
    table.drops = table.drops[1:]
    lay_open(table, face)
    if table.heard is not None:
        table.tell("dropped", {"seat": table.active, "card": FACE_NAMES[face]})
    if table.rules.driver_races and face <= BOTTLES:  # OC-9
        open_race(table, face)
    elif table.drops:
        drop_next(table)
    else:
        end_turn(table)


def time_up(table: Table) -> None:
    """O-61, O-62: the house closes the race; who has not answered passes."""
    if table.phase == SEALED:
        table.pending = 0
        settle_without_more(table)
        return
    table.pending = 0
    close_race(table)


def settle_without_more(table: Table) -> None:
    """A sealed race at its deadline: the answers that are in; nobody is asked again."""
    for seat in table.queue[:]:
        action = table.answers[seat]
        if table.asked >> seat & 1:
            table.answers[seat] = NO_ANSWER
            handle(table, seat, PASS if action == NO_ANSWER else action)
    table.pending = 0
    close_race(table)


def tell_race(table: Table) -> None:
    """O-63: the log of one race, the same for both kinds."""
    tries = []
    penalties = []
    for code in table.tries:
        race, seat, slot, handle_, result, face, penalized = read_try(code)
        if race != table.race:
            continue
        tries.append([seat, slot + 1, handle_, RESULTS[result], FACE_NAMES[face]])
        if penalized:
            penalties.append(seat)
    public = {
        "race": table.race,
        "n": table.number,
        "card": FACE_NAMES[table.number],
        "opener": table.active,
        "mode": "commit" if table.rules.commit else "live",
        "queue": table.queue,
        "tries": tries,
        "penalties": penalties,
    }
    if table.winner == NOBODY:
        table.tell("race_over", public)
    else:
        table.tell("race_won", {**public, "winner": table.winner})


def house_moves(table: Table) -> list[int]:
    """O-61, O-62: what only the server's clock decides."""
    if table.phase == SEALED:
        return [TIME_UP]
    if table.phase == RACING:
        return [BUCKET_CLOSED] if table.bucket == GATHERING else [TIME_UP]
    return []
