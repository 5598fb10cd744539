"""Omerta: what speaks for a move, for advice."""

from __future__ import annotations

from backroom.games.omerta.cards import (
    ALIBI,
    BLOCK,
    BOTTLES,
    CALL,
    DEAL,
    DRIVE,
    FACE_NAMES,
    GANGSTER,
    GIVE,
    LOOK,
    MOVE,
    NO_CARD,
    PASS,
    REACT,
    SHUFFLE,
    SLOTS,
    SNAP,
    SWAP,
    TAKE_DECK,
    TAKE_PILE,
    THROW,
    TRADE,
)
from backroom.games.omerta.sense import COSTS, SURE, Belief
from backroom.games.omerta.table import REACTING, SEALED, Table
from backroom.kernel.errors import Reason


def because(table: Table, seat: int, action: int) -> Reason | None:
    """Going by what this seat has seen; None where there is nothing to say."""
    belief = Belief(table, seat)
    row = table.rows[seat]
    if action == CALL:
        return Reason("call", {"points": round(belief.total(seat))})
    if action == PASS:
        return Reason("pass_race") if table.phase <= SEALED else Reason("pass_killer")
    if SNAP <= action < REACT:
        return Reason("right_bottle") if belief.chance(row[action - SNAP], table.number) >= SURE else None
    if REACT <= action < LOOK:
        return Reason("answer") if table.phase == REACTING else None
    if action in (TAKE_DECK, TAKE_PILE, THROW) or SWAP <= action < SNAP:
        return about_card(table, belief, action)
    return about_target(table, belief, action)


def about_card(table: Table, belief: Belief, action: int) -> Reason | None:
    """Taking a card, keeping it, or throwing it away."""
    row = table.rows[belief.me]
    if action == TAKE_PILE:
        return Reason("take_open", {"card": FACE_NAMES[table.pile[-1]]})
    if action == TAKE_DECK:
        cheap = table.pile and COSTS[table.pile[-1]] < belief.dearest() - 1.0
        return Reason("take_hidden") if table.pile and not cheap else None
    if action == THROW:
        if table.taken <= BOTTLES and any(belief.face(back) == table.taken for back in row):
            return Reason("race_on", {"card": FACE_NAMES[table.taken]})
        if GANGSTER <= table.taken < ALIBI:
            return Reason("set_to_work", {"card": FACE_NAMES[table.taken]})
        return Reason("too_dear", {"card": FACE_NAMES[table.taken]})
    old = belief.face(row[action - SWAP])
    if old == NO_CARD:
        return Reason("swap_unknown", {"card": FACE_NAMES[table.taken]})
    if COSTS[old] > COSTS[table.taken]:
        return Reason("swap_known", {"card": FACE_NAMES[table.taken], "old": FACE_NAMES[old]})
    return None


def about_target(table: Table, belief: Belief, action: int) -> Reason | None:
    """Whom or what a character is used on."""
    rivals = [rival for rival in range(len(table.rows)) if rival != belief.me]
    if SHUFFLE <= action < MOVE or action >= BLOCK:
        named = (action - BLOCK) // SLOTS if action >= BLOCK else action - later_base(action)
        least = min(belief.total(rival) for rival in rivals)
        if named in rivals and action >= DEAL and belief.total(named) == least:
            return Reason("fewest_points", {"rival": named})
        return None
    if LOOK <= action < DRIVE and not table.rows[belief.me][action - LOOK] & belief.mine:
        return Reason("not_seen_yet")
    if TRADE <= action < SHUFFLE:
        safe, slot = divmod(action - TRADE, SLOTS)
        if belief.points(table.safe[safe], -1) < belief.points(table.rows[belief.me][slot], belief.me):
            return Reason("cheaper_in_safe")
    return None


def later_base(action: int) -> int:
    """Where the numbers of the actions on rivals begin that this one belongs to."""
    return GIVE if action >= GIVE else DEAL if action >= DEAL else SHUFFLE
