"""Omerta: why a move is not allowed, rule by rule."""

# compiled by mypyc
from __future__ import annotations

from typing import Final

from backroom.games.omerta.cards import (
    ACTIONS,
    BLOCK,
    BUCKET_CLOSED,
    CALL,
    CRACK,
    DEAL,
    DECLINE,
    DONE,
    DRIVE,
    DRIVER,
    FACE_NAMES,
    GANGSTER,
    GIVE,
    LA_MAMA,
    LADY,
    LOOK,
    MOLE,
    MOVE,
    PASS,
    PATROL,
    PATROLLED,
    PEEK,
    REACT,
    SAFECRACKER,
    SEEN,
    SHUFFLE,
    SLOTS,
    SNAP,
    SNITCH,
    SWAP,
    TAKE_DECK,
    TAKE_PILE,
    THROW,
    TIME_UP,
    TRADE,
)
from backroom.games.omerta.characters import gangster_cards, may_decline
from backroom.games.omerta.race import house_moves
from backroom.games.omerta.rounds import can_draw
from backroom.games.omerta.table import (
    ACTING,
    BEGINNING,
    GATHERING,
    NOBODY,
    PEEKING,
    REACTING,
    SEALED,
    TAKEN,
    Table,
    seats_with_free_cards,
)
from backroom.games.omerta.turns import (
    can_take,
    can_take_pile,
)
from backroom.kernel.errors import Reason
from backroom.kernel.state import HOUSE

RIVALS_ONLY: Final = {LADY: "O-29", SNITCH: "O-31", LA_MAMA: "O-40"}


def why_not(table: Table, seat: int, action: int) -> Reason | None:
    """The first rule that stands against it."""
    rules = table.rules
    if action < 0 or action >= ACTIONS:
        return Reason("unknown_action", {"action": action})
    if table.over:
        return Reason("game_over", {}, "O-57")
    if seat < HOUSE or seat >= rules.seats:
        return Reason("no_such_seat", {"number": seat + 1}, "O-1")
    if action in (TIME_UP, BUCKET_CLOSED):
        return why_not_house(table, seat, action)
    if seat == HOUSE:
        return Reason("not_for_the_house", {}, "O-61")
    if action >= PEEK and action < SWAP:
        return why_not_peek(table, seat, action - PEEK)
    if table.phase == PEEKING:
        return Reason("look_first", {}, "O-7")
    if action == PASS:
        return why_not_pass(table, seat)
    if action >= SNAP and action < REACT:
        return why_not_snap(table, seat, action - SNAP)
    if action >= REACT and action < LOOK:
        return why_not_react(table, seat, action - REACT)
    if seat != table.active:
        return Reason("not_your_turn", {"mover": table.active}, "O-9")
    if action == DECLINE:
        return why_not_decline(table)
    if action >= LOOK or action in (CRACK, DONE):
        return why_not_target(table, seat, action)
    return why_not_turn(table, seat, action)


def why_not_house(table: Table, seat: int, action: int) -> Reason | None:
    """O-61: the clock is the server's."""
    if seat != HOUSE:
        return Reason("house_only", {}, "O-61")
    if action in house_moves(table):
        return None
    if table.phase > SEALED:
        return Reason("no_race", {}, "O-17")
    return Reason("bucket_open" if table.bucket == GATHERING else "no_bucket", {}, "O-61")


def why_not_peek(table: Table, seat: int, slot: int) -> Reason | None:
    """O-7, O-15."""
    if table.phase != PEEKING:
        return Reason("hands_off", {}, "O-15")
    if not table.pending >> seat & 1:
        return Reason("looked_at_two", {}, "O-7")
    if table.rows[seat][slot] & SEEN << seat:
        return Reason("looked_at_it", {"slot": slot + 1}, "O-7")
    return None


def why_not_turn(table: Table, seat: int, action: int) -> Reason | None:
    """O-9 to O-13, O-48, O-49: the active player's own moves."""
    phase = table.phase
    if phase <= SEALED:
        return Reason("race_is_on", {"n": table.number}, "O-23")
    if phase == ACTING:
        return Reason("character_acts", {"card": FACE_NAMES[table.acting]}, "O-24")
    if phase == REACTING:
        return Reason("killer_asked", {"card": FACE_NAMES[table.acting]}, "O-36")
    if action == CALL:
        if phase == TAKEN:
            return Reason("call_before_taking", {}, "O-48")
        return Reason("patrol_forbids_call", {}, "O-49") if table.patrols >> seat & 1 else None
    if action in (TAKE_DECK, TAKE_PILE):
        if phase == TAKEN:
            return Reason("one_card_a_turn", {}, "O-10")
        if action == TAKE_DECK:
            return None if can_draw(table) else Reason("nothing_to_draw", {}, "O-58")
        if not table.pile:
            return Reason("pile_empty", {}, "O-10")
        return None if can_take_pile(table) else Reason("no_free_card_to_swap", {}, "O-10")
    if phase == BEGINNING:
        return Reason("take_first", {}, "O-9")
    if action == THROW:
        return Reason("must_swap", {}, "O-13") if table.taken_open else None
    return why_not_slot(table, seat, action - SWAP, "O-12")


def why_not_slot(table: Table, seat: int, slot: int, rule: str) -> Reason | None:
    """A free card must lie there."""
    row = table.rows[seat]
    if slot >= len(row):
        return Reason("no_such_slot", {"holder": seat, "slot": slot + 1}, rule)
    if row[slot] & PATROLLED:
        return Reason("patrolled", {"holder": seat, "slot": slot + 1}, "O-43")
    return None


def why_not_pass(table: Table, seat: int) -> Reason | None:
    """A pass answers a race (O-23) or an attack (O-35); or there is no card to take (O-58)."""
    if table.phase <= SEALED:
        return why_not_racer(table, seat)
    if table.phase == REACTING:
        return why_not_victim(table, seat)
    if seat != table.active:
        return Reason("not_your_turn", {"mover": table.active}, "O-9")
    if table.phase == BEGINNING:
        return Reason("must_take", {}, "O-9") if can_take(table) else None
    return Reason("nothing_to_pass", {}, "O-14")


def why_not_racer(table: Table, seat: int) -> Reason | None:
    """O-18, O-20, O-41, O-62: who may answer in a race."""
    if table.pending >> seat & 1:
        return None
    if table.asked >> seat & 1:
        return Reason("answered_already", {}, "O-62" if table.phase == SEALED else "O-20")
    if table.mama >> seat & 1:
        return Reason("mama_forbids_race", {}, "O-41")
    if seats_with_free_cards(table) >> seat & 1:
        return Reason("passed_already", {}, "O-23")
    return Reason("no_free_card", {}, "O-18")


def why_not_snap(table: Table, seat: int, slot: int) -> Reason | None:
    """O-17 to O-21."""
    if table.phase > SEALED:
        if table.winner != NOBODY:
            return Reason("too_late", {"winner": table.winner}, "O-21")
        return Reason("no_race", {}, "O-17")
    return why_not_racer(table, seat) or why_not_slot(table, seat, slot, "O-18")


def why_not_victim(table: Table, seat: int) -> Reason | None:
    """O-35, O-41: who may answer an attack."""
    if table.pending >> seat & 1:
        return None
    if table.asked >> seat & 1:
        return Reason("answered_already", {}, "O-36")
    if not attacked(table) >> seat & 1:
        return Reason("not_attacked", {}, "O-35")
    if table.mama >> seat & 1:
        return Reason("mama_forbids_killer", {}, "O-41")
    return Reason("no_free_card", {}, "O-35")


def attacked(table: Table) -> int:
    """Whom the acting character is used against, a bit each."""
    mask = 0
    for named in table.chosen:
        mask |= 1 << (named // SLOTS if table.acting == GANGSTER or table.acting == PATROL else named)
    return mask & ~(1 << table.active)


def why_not_react(table: Table, seat: int, slot: int) -> Reason | None:
    """O-35, O-43."""
    if table.phase != REACTING:
        return Reason("not_attacked", {}, "O-35")
    return why_not_victim(table, seat) or why_not_slot(table, seat, slot, "O-35")


def why_not_decline(table: Table) -> Reason | None:
    """O-25."""
    if table.phase != ACTING:
        return Reason("nothing_to_decline", {}, "O-25")
    if table.acting == DRIVER:
        return Reason("driver_is_done", {}, "O-32")
    if may_decline(table):
        return None
    if table.acting == SAFECRACKER:
        return Reason("must_trade", {}, "O-34")
    if table.chosen:
        return Reason("named_already", {}, "O-25")
    return Reason("must_act", {"card": FACE_NAMES[table.acting]}, "O-25")


def why_not_target(table: Table, seat: int, action: int) -> Reason | None:
    """O-28 to O-34, O-40 to O-43: whom or what a character may be used on."""
    face = character_of(action)
    if table.phase != ACTING or table.acting != face:
        return Reason("not_acting", {"card": FACE_NAMES[face]}, "O-24")
    if face == MOLE:
        return why_not_slot(table, seat, action - LOOK, "O-30")
    if face == DRIVER:
        if action == DONE:
            return None
        if action - DRIVE in table.chosen:
            return Reason("chosen_already", {}, "O-32")
        return why_not_slot(table, seat, action - DRIVE, "O-32")
    if face == SAFECRACKER:
        if action == CRACK:
            return Reason("looked_into_safe", {}, "O-34") if table.chosen else None
        if not table.chosen:
            return Reason("look_into_safe_first", {}, "O-34")
        return why_not_slot(table, seat, (action - TRADE) % SLOTS, "O-34")
    if action < MOVE:
        return why_not_rival(table, seat, RIVALS_ONLY[face], (action - SHUFFLE) % 5, True)
    holder, slot = divmod(action - (BLOCK if face == PATROL else MOVE), SLOTS)
    if face == PATROL:
        reason = why_not_rival(table, seat, "O-42", holder, table.rules.mama_stops_patrol)
        return reason or why_not_slot(table, holder, slot, "O-42")
    if holder >= table.rules.seats:
        return Reason("no_such_seat", {"number": holder + 1}, "O-1")
    return why_not_slot(table, holder, slot, "O-28") or why_not_moved(table, holder, slot, action)


def why_not_rival(table: Table, seat: int, rule: str, rival: int, barred_by_mama: bool) -> Reason | None:
    """Rivals only, and none under La Mama."""
    if rival >= table.rules.seats:
        return Reason("no_such_seat", {"number": rival + 1}, "O-1")
    if rival == seat:
        return Reason("rivals_only", {"card": FACE_NAMES[table.acting]}, rule)
    if barred_by_mama and table.mama >> rival & 1:
        return Reason("mama_protects", {"rival": rival}, "O-41")
    return None


def why_not_moved(table: Table, holder: int, slot: int, action: int) -> Reason | None:
    """O-28: two cards of two rows."""
    if action in gangster_cards(table):
        return None
    if table.chosen[0] == holder * SLOTS + slot:
        return Reason("chosen_already", {}, "O-28")
    return Reason("same_row", {}, "O-28")


def character_of(action: int) -> int:
    """The character an action belongs to."""
    if action >= BLOCK:
        return PATROL
    if action >= MOVE:
        return GANGSTER
    if action >= GIVE:
        return LA_MAMA
    if action >= DEAL:
        return SNITCH
    if action >= SHUFFLE:
        return LADY
    if action >= TRADE or action == CRACK:
        return SAFECRACKER
    return DRIVER if action >= DRIVE or action == DONE else MOLE
