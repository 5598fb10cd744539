"""Omerta: what the characters do, and the Killer's answer. O-24 to O-46."""

# compiled by mypyc
from __future__ import annotations

from typing import Final

from backroom.games.omerta.cards import (
    ALIBI,
    BLOCK,
    BOTTLES,
    CRACK,
    DEAL,
    DECLINE,
    DRIVE,
    DRIVER,
    FACE,
    FACE_NAMES,
    GANGSTER,
    GIVE,
    HANDLE,
    KILLER,
    LA_MAMA,
    LADY,
    LOOK,
    MOLE,
    MOVE,
    NO_CARD,
    PASS,
    PATROL,
    PATROLLED,
    REACT,
    SAFE,
    SAFECRACKER,
    SEATS_OF,
    SHUFFLE,
    SLOTS,
    SNITCH,
    TRADE,
    WITNESS,
)
from backroom.games.omerta.memory import look, mix, show, trade_hidden
from backroom.games.omerta.race import drop_next, lay_open, take_penalty
from backroom.games.omerta.table import (
    ACTING,
    NO_ANSWER,
    NOBODY,
    REACTING,
    WON,
    WRONG,
    Table,
    free_slots,
    seats_with_free_cards,
    tried,
)
from backroom.games.omerta.turns import ask_one, end_turn, mark_holders


def act(table: Table, face: int) -> None:
    """O-24, O-25: a character the active player has discarded; with nobody to use it on it is lost."""
    if face >= LA_MAMA:
        table.looking = []  # O-26: it does not lie on the pile yet
    else:
        lay_open(table, face)
    table.acting = face
    table.chosen = []
    if has_target(table):
        ask_one(table, table.active, ACTING)
        if table.heard is not None:
            table.tell("acts", {"seat": table.active, "card": FACE_NAMES[face]})
        return
    if table.heard is not None and face not in HARMLESS:
        table.tell("lost", {"seat": table.active, "card": FACE_NAMES[face]})
    to_pile(table)
    end_turn(table)


HARMLESS: Final = (KILLER, WITNESS, ALIBI)
"""Killer, Witness, Alibi: discarded, they have nothing to do (O-35, O-38, O-39)."""


def to_pile(table: Table) -> None:
    """O-26: La Mama or a Patrol that is not laid with anybody goes onto the pile after all."""
    if table.acting >= LA_MAMA:
        lay_open(table, table.acting)
        table.acting = NO_CARD


# What may be named.


def targets(table: Table) -> list[int]:
    """The actions that the acting character allows next, sorted, without declining."""
    face, seat = table.acting, table.active
    if face == GANGSTER:
        return gangster_cards(table)
    if face == LADY:
        return [SHUFFLE + rival for rival in rivals(table, table.mama)]
    if face == MOLE:
        return [LOOK + slot for slot in free_slots(table.rows[seat])]
    if face == SNITCH:
        return [DEAL + rival for rival in rivals(table, table.mama)]
    if face == DRIVER:
        return [DRIVE + slot for slot in free_slots(table.rows[seat]) if slot not in table.chosen]
    if face == SAFECRACKER:
        if not table.chosen:
            return [CRACK]
        slots = free_slots(table.rows[seat])
        return [TRADE + safe * SLOTS + slot for safe in range(SAFE) for slot in slots]
    if face == LA_MAMA:
        return [GIVE + rival for rival in rivals(table, table.mama)]
    if face == PATROL:
        return patrol_cards(table)
    return []


def has_target(table: Table) -> bool:
    """Whether the acting character can be used at all: what `targets` would list, at a glance."""
    rules, face, seat = table.rules, table.acting, table.active
    if face in (LADY, SNITCH, LA_MAMA):
        return rules.everybody & ~table.mama & ~(1 << seat) != 0
    if face == SAFECRACKER:
        return True
    if face in HARMLESS:
        return False
    holders = seats_with_free_cards(table)
    if face in (MOLE, DRIVER):
        return holders >> seat & 1 == 1
    theirs = holders & ~(1 << seat)
    if face == PATROL:
        return theirs & ~(table.mama if rules.mama_stops_patrol else 0) != 0
    if holders & holders - 1 or not theirs:  # O-28: two rows, or nothing of a rival's
        return theirs != 0
    return rules.gangster_same_row and len(gangster_cards(table)) > 0


def rivals(table: Table, barred: int) -> list[int]:
    """The active player's rivals but for the barred ones."""
    return [seat for seat in range(table.rules.seats) if seat != table.active and not barred >> seat & 1]


def gangster_cards(table: Table) -> list[int]:
    """O-28: free cards of two rows, at least one a rival's."""
    rules, active = table.rules, table.active
    found: list[int] = []
    holders = seats_with_free_cards(table)
    same_row = rules.gangster_same_row
    if table.chosen:
        first, taken = divmod(table.chosen[0], SLOTS)
        for seat, row in enumerate(table.rows):
            if seat == first and (seat == active or not same_row):
                continue
            base = MOVE + seat * SLOTS
            found += [base + slot for slot in free_slots(row) if seat != first or slot != taken]
        return found
    for seat, row in enumerate(table.rows):
        slots = free_slots(row)
        others = holders & ~(1 << seat)
        if others or same_row and seat != active and len(slots) > 1:
            base = MOVE + seat * SLOTS
            found += [base + slot for slot in slots]
    return found


def patrol_cards(table: Table) -> list[int]:
    """O-42: a rival's card without a Patrol, not one under La Mama."""
    barred = table.mama if table.rules.mama_stops_patrol else 0
    found: list[int] = []
    for seat in rivals(table, barred):
        base = BLOCK + seat * SLOTS
        found += [base + slot for slot in free_slots(table.rows[seat])]
    return found


def may_decline(table: Table) -> bool:
    """O-25: freedom where the ability gives it, or the table's option. The Driver has `drive:done` for it."""
    face = table.acting
    if face == DRIVER:
        return False
    if face == SAFECRACKER and table.chosen:
        return not table.rules.must_trade
    return not table.chosen and (face == SAFECRACKER or table.rules.may_decline)


# What is done.


def choose(table: Table, action: int) -> None:
    """The active player names a target, or does without."""
    seat = table.active
    if action == DECLINE:
        decline(table)
    elif action >= BLOCK:
        table.chosen = [action - BLOCK]
        attack(table, 1 << (action - BLOCK) // SLOTS)
    elif action >= MOVE:
        choose_moved(table, action - MOVE)
    elif action >= GIVE:
        table.chosen = [action - GIVE]
        attack(table, 1 << action - GIVE)
    elif action >= DEAL:
        choose_dealt(table, action - DEAL)
    elif action >= SHUFFLE:
        table.chosen = [action - SHUFFLE]
        attack(table, 1 << action - SHUFFLE)
    elif action >= TRADE:
        trade(table, (action - TRADE) // SLOTS, (action - TRADE) % SLOTS)
    elif action >= DRIVE:
        table.chosen = [*table.chosen, action - DRIVE]
        if len(table.chosen) == 2 or not targets(table):
            drive(table)
    elif action >= LOOK:
        look_at_own(table, seat, action - LOOK)
    elif action == CRACK:
        crack(table)
    else:
        drive(table)


def decline(table: Table) -> None:
    """O-25: the ability is not used."""
    table.looking = []
    if table.heard is not None:
        table.tell("declined", {"seat": table.active, "card": FACE_NAMES[table.acting]})
    to_pile(table)
    end_turn(table)


def choose_moved(table: Table, place: int) -> None:
    """O-28: one card, then the other."""
    table.chosen = [*table.chosen, place]
    if len(table.chosen) == 2:
        mask = 1 << table.chosen[0] // SLOTS | 1 << place // SLOTS
        attack(table, mask & ~(1 << table.active))


def choose_dealt(table: Table, rival: int) -> None:
    """O-31: who gets the one card, then who gets the other."""
    table.chosen = [*table.chosen, rival]
    if len(table.chosen) == 2:
        attack(table, 1 << table.chosen[0] | 1 << rival)


def look_at_own(table: Table, seat: int, slot: int) -> None:
    """O-30: the Mole."""
    row = table.rows[seat]
    row[slot] = look(table, seat, row[slot])
    table.looking = [(row[slot] >> HANDLE) * 8 + seat]
    if table.heard is not None:
        card = FACE_NAMES[row[slot] & FACE]
        table.tell("looked", {"seat": seat, "slots": [slot + 1]}, {seat: {"cards": [card]}})
    end_turn(table)


def crack(table: Table) -> None:
    """O-34: a look at all cards of the safe."""
    seat = table.active
    table.looking = []
    for at in range(SAFE):
        table.safe[at] = look(table, seat, table.safe[at])
        table.looking.append((table.safe[at] >> HANDLE) * 8 + seat)
    if table.heard is not None:
        cards = [FACE_NAMES[back & FACE] for back in table.safe]
        table.tell("cracked", {"seat": seat}, {seat: {"cards": cards}})
    table.chosen = [CRACK]
    if not targets(table):  # no free card: only a look
        end_turn(table)


def trade(table: Table, safe: int, slot: int) -> None:
    """O-34: a card of the safe for an own card, which nobody looks at."""
    seat = table.active
    table.looking = []
    row = table.rows[seat]
    where: dict[str, object] = {"safe": safe + 1, "slot": slot + 1}
    if table.rules.safe_public:
        row[slot], table.safe[safe] = table.safe[safe], row[slot]
        if table.heard is not None:
            table.tell("traded", {"seat": seat, **where})
    else:
        trade_hidden(table, seat, free_slots(row), safe, slot)
        if table.heard is not None:
            table.tell("traded_unseen", {"seat": seat}, {seat: where})
    end_turn(table)


def drive(table: Table) -> None:
    """O-32, O-33: the chosen cards are shown together; bottles go one by one, with a character among them none."""
    seat, chosen = table.active, table.chosen
    row = table.rows[seat]
    faces = [row[slot] & FACE for slot in chosen]
    if not chosen:
        if table.heard is not None:
            table.tell("declined", {"seat": seat, "card": FACE_NAMES[DRIVER]})
        end_turn(table)
        return
    for slot in chosen:
        row[slot] = show(table, row[slot])
    heard = table.heard is not None
    shown: dict[str, object] = {
        "seat": seat,
        "slots": [slot + 1 for slot in chosen],
        "cards": [FACE_NAMES[face] for face in faces],
    }
    if max(faces) > BOTTLES:  # O-33
        penalized = take_penalty(table, seat)
        if heard:
            table.tell("drove_wrong", {**shown, "penalty": penalized})
            tell_penalty(table, seat, penalized)
        end_turn(table)
        return
    for slot in sorted(chosen, reverse=True):
        del row[slot]
    if heard:
        table.tell("drove", shown)
    table.acting = NO_CARD
    table.chosen = []
    table.drops = faces
    drop_next(table)


# The Killer.


def attack(table: Table, attacked: int) -> None:
    """O-35: whoever is attacked may answer with a Killer before anything happens."""
    if table.heard is not None:
        tell_attack(table)
    asked = attacked & ~table.mama & seats_with_free_cards(table)
    table.phase = REACTING
    table.asked = table.pending = asked
    table.waiting = SEATS_OF[asked]
    if not asked:
        take_effect(table, 0)


def react(table: Table, seat: int, action: int) -> None:
    """O-36: answers are secret until all are in."""
    table.answers[seat] = action
    table.pending &= ~(1 << seat)
    table.waiting = SEATS_OF[table.pending]
    if not table.pending:
        open_answers(table)


def open_answers(table: Table) -> None:
    """O-36, O-37: clockwise from the active player, until a Killer appears."""
    rules, attacker = table.rules, table.acting
    spared = 0
    for step in range(1, rules.seats):
        seat = (table.active + step) % rules.seats
        action = table.answers[seat]
        table.answers[seat] = NO_ANSWER
        if action in (PASS, NO_ANSWER) or (spared and not rules.own_part):
            continue
        row = table.rows[seat]
        slot = action - REACT
        face = row[slot] & FACE
        row[slot] = show(table, row[slot])
        if face != KILLER:
            wrong_killer(table, seat, slot)
            continue
        table.tries.append(tried(0, seat, slot, row[slot] >> HANDLE, WON, KILLER, 0))  # O-63
        spared |= 1 << seat
        if table.heard is not None:
            table.tell("killer", {"seat": seat, "slot": slot + 1, "card": FACE_NAMES[attacker]})
        del row[slot]
        to_pile(table)  # the attacker first, the Killer on top
        lay_open(table, KILLER)
    if spared and (not rules.own_part or attacker != SNITCH):
        end_turn(table)
        return
    take_effect(table, spared)


def wrong_killer(table: Table, seat: int, slot: int) -> None:
    """O-37: shown, back, and a penalty card."""
    back = table.rows[seat][slot]
    card = FACE_NAMES[back & FACE]
    penalized = not table.rules.free_mistake and take_penalty(table, seat)
    table.tries.append(tried(0, seat, slot, back >> HANDLE, WRONG, back & FACE, 1 if penalized else 0))  # O-63
    if table.heard is not None:
        table.tell("killer_wrong", {"seat": seat, "slot": slot + 1, "card": card, "penalty": penalized})
        tell_penalty(table, seat, penalized)


def tell_penalty(table: Table, seat: int, penalized: bool) -> None:
    """That a penalty card was taken."""
    if penalized:
        table.tell("penalty", {"seat": seat})


def take_effect(table: Table, spared: int) -> None:
    """What the named targets suffer."""
    face, chosen, rows = table.acting, table.chosen, table.rows
    if face == GANGSTER:  # O-28
        first, slot = divmod(chosen[0], SLOTS)
        second, other = divmod(chosen[1], SLOTS)
        rows[first][slot], rows[second][other] = rows[second][other], rows[first][slot]
        if table.heard is not None:
            params = {"seat": first, "slot": slot + 1, "rival": second, "other_slot": other + 1}
            table.tell("moved", params)
    elif face == LADY:  # O-29
        mix(table, chosen[0], free_slots(rows[chosen[0]]))
        if table.heard is not None:
            table.tell("shuffled", {"seat": table.active, "rival": chosen[0]})
    elif face == SNITCH:  # O-31
        for rival in chosen:
            dealt = not spared >> rival & 1 and take_penalty(table, rival)
            if dealt and table.heard is not None:
                table.tell("dealt", {"seat": table.active, "rival": rival})
    else:
        lay_down(table)
    end_turn(table)


def lay_down(table: Table) -> None:
    """O-40, O-42: La Mama by a row, a Patrol on a card."""
    face, chosen = table.acting, table.chosen
    holder, slot = (chosen[0], NOBODY) if face == LA_MAMA else divmod(chosen[0], SLOTS)
    handle = NOBODY
    if face == PATROL:
        row = table.rows[holder]
        row[slot] |= PATROLLED
        handle = row[slot] >> HANDLE
    table.lasting = [*table.lasting, (face, table.active, holder, handle, table.rules.turns[face])]
    mark_holders(table)
    if table.heard is not None:
        if face == LA_MAMA:
            table.tell("mama", {"seat": table.active, "holder": holder})
        else:
            table.tell("patrol", {"seat": table.active, "holder": holder, "slot": slot + 1})


def tell_attack(table: Table) -> None:
    """Whom the active player has named, and for what."""
    face, chosen = table.acting, table.chosen
    params: dict[str, object] = {"seat": table.active, "card": FACE_NAMES[face]}
    if face == GANGSTER:
        first, second = chosen
        params.update({"rival": first // SLOTS, "slot": first % SLOTS + 1})
        params.update({"other": second // SLOTS, "other_slot": second % SLOTS + 1})
        table.tell("names_two_cards", params)
    elif face == SNITCH and chosen[0] != chosen[1]:
        table.tell("names_two", {**params, "rival": chosen[0], "other": chosen[1]})
    elif face == PATROL:
        table.tell("names_card", {**params, "rival": chosen[0] // SLOTS, "slot": chosen[0] % SLOTS + 1})
    else:
        table.tell("names", {**params, "rival": chosen[0]})
