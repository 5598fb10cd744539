"""Omerta: whose turn it is, and how lasting cards run out. O-9, O-10, O-14, O-16, O-40, O-45, O-58, O-64."""

# compiled by mypyc
from __future__ import annotations

from backroom.games.omerta.cards import FACE_NAMES, LA_MAMA, NO_CARD, PATROLLED, SEATS_OF
from backroom.games.omerta.rounds import can_draw, end_round
from backroom.games.omerta.table import BEGINNING, NOBODY, Lasting, Table, seats_with_free_cards, slot_of


def ask_one(table: Table, seat: int, phase: int) -> None:
    """One seat owes a decision."""
    table.phase = phase
    table.asked = table.pending = 1 << seat
    table.waiting = SEATS_OF[1 << seat]


def end_turn(table: Table) -> None:
    """O-14: the next player's turn starts."""
    table.acting = NO_CARD
    table.chosen = []
    next_turn(table)


def next_turn(table: Table) -> None:
    """O-9: the next one clockwise who does not miss this turn; O-64: unless the round has lasted long enough."""
    rules = table.rules
    while True:
        table.turns += 1
        if rules.turn_cap and table.turns >= rules.turn_cap:
            if table.heard is not None:
                table.tell("turn_cap", {"n": table.turns})
            end_round(table, NOBODY)
            return
        table.active = (table.active + 1) % rules.seats
        if begin_turn(table):
            return


def begin_turn(table: Table) -> bool:
    """O-9: the start of the active player's turn; False if there is nothing to decide in it."""
    seat = table.active
    if table.mama >> seat & 1:  # O-40
        if table.heard is not None:
            table.tell("skipped", {"seat": seat})
        count_down(table)  # O-45: the count goes on at the skip
        return False
    if not table.deck and not can_take(table) and not can_call(table):  # O-58
        pass_turn(table)
        return False
    ask_one(table, seat, BEGINNING)
    return True


def can_call(table: Table) -> bool:
    """O-49: not with La Mama by one's row, not with a patrolled card."""
    return not (table.mama | table.patrols) >> table.active & 1


def can_take(table: Table) -> bool:
    """Whether the active player can take any card."""
    return can_draw(table) or can_take_pile(table)


def can_take_pile(table: Table) -> bool:
    """O-10: the pile has a card, and the active player a free one to swap."""
    if not table.pile or not table.rows[table.active]:
        return False
    return not table.patrols >> table.active & 1 or seats_with_free_cards(table) >> table.active & 1 != 0


def pass_turn(table: Table) -> None:
    """O-58: there is no card to take, so the turn is passed; what the player laid counts it all the same."""
    if table.heard is not None:
        table.tell("no_card", {"seat": table.active})
    count_down(table)


def count_down(table: Table) -> None:
    """O-16, O-45: lasting cards that the active player laid have one turn less to go, and may come off."""
    if not table.lasting:
        return
    stays: list[Lasting] = []
    off: list[Lasting] = []
    for face, layer, holder, handle, left in table.lasting:
        if layer == table.active:
            left -= 1
        (stays if left else off).append((face, layer, holder, handle, left))
    table.lasting = stays
    for face, _, holder, handle, _ in off:
        if face != LA_MAMA:
            row = table.rows[holder]
            row[slot_of(row, handle)] &= ~PATROLLED
        table.pile.append(face)  # O-46: it does not act
        if table.heard is not None:
            table.tell("came_off", {"card": FACE_NAMES[face], "holder": holder})
    if off:
        mark_holders(table)


def mark_holders(table: Table) -> None:
    """Who is under La Mama, and who has a patrolled card."""
    table.mama = table.patrols = 0
    for face, _, holder, _, _ in table.lasting:
        if face == LA_MAMA:
            table.mama |= 1 << holder
        else:
            table.patrols |= 1 << holder
