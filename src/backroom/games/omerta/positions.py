"""Omerta: whole positions by name, written and read."""

# compiled by mypyc
from __future__ import annotations

from typing import Any, Final

import msgspec

from backroom.games.omerta.cards import (
    BOTTLES,
    FACE,
    FACE_NAMES,
    FACE_NUMBERS,
    GANGSTER,
    HANDLE,
    LA_MAMA,
    NO_CARD,
    NUMBERS,
    PASS,
    PATROL,
    PATROLLED,
    REACT,
    SEATS_OF,
    SEEN,
    SHOWN,
    SLOTS,
    SNAP,
    SNITCH,
    TOKENS,
)
from backroom.games.omerta.characters import targets
from backroom.games.omerta.dreams import ended_known, try_known, ways
from backroom.games.omerta.memory import knows
from backroom.games.omerta.race import FRESH
from backroom.games.omerta.rounds import clear
from backroom.games.omerta.sight import BUCKETS, NAMED_AS, ended_seen, lasting_seen, named, record_seen, try_seen
from backroom.games.omerta.table import (
    ACTING,
    BEGINNING,
    GATHERING,
    NO_ANSWER,
    NOBODY,
    OVER,
    PEEKING,
    PHASES,
    RACING,
    REACTING,
    RESULTS,
    SEALED,
    STRAIGHT,
    TAKEN,
    Known,
    Ledger,
    Table,
    free_slots,
    seats_with_free_cards,
    slot_of,
)
from backroom.games.omerta.turns import can_call, can_take, mark_holders
from backroom.games.omerta.view import Answer, Held, Lasting, Position, Record, Run
from backroom.games.omerta.view import Ended as EndedSeen
from backroom.kernel.errors import BadPosition
from backroom.kernel.game import tidy

LIMIT: Final = 1 << 20
"""Handles and counts in a position stay below it."""


def position(table: Table) -> dict[str, Any]:
    """Everything on the table, as `restore` reads it."""
    rules, ledger = table.rules, table.ledger
    ordered = table.deck[table.loose :]
    ordered.reverse()
    race = None
    if table.number != NO_CARD:
        race = Run(number=table.number, bucket=BUCKETS[table.bucket])
    whole = Position(
        rows=[[held(table, back) for back in row] for row in table.rows],
        safe=[held(table, back) for back in table.safe],
        deck=[FACE_NAMES[face] for face in ordered],
        loose=[FACE_NAMES[face] for face in table.deck[: table.loose]],
        pile=[FACE_NAMES[face] for face in table.pile],
        round=ledger.round,
        starter=ledger.starter,
        totals=ledger.totals,
        famous=[[rules.famous[one] for one in drawn] for drawn in ledger.famous],
        past=[ended_seen(ended) for ended in ledger.rounds],
        phase=PHASES[table.phase],
        active=max(table.active, 0),
        turns=table.turns,
        handles=table.handles,
        taken=FACE_NAMES[table.taken],
        taken_from="" if table.taken == NO_CARD else "pile" if table.taken_open else "deck",
        acting=FACE_NAMES[table.acting],
        named=list(named(table)),
        asked=list(SEATS_OF[table.asked]),
        pending=list(SEATS_OF[table.pending]),
        answers=["" if action == NO_ANSWER else TOKENS[action] for action in table.answers],
        races=table.race,
        fastest=None if table.winner == NOBODY else table.winner,
        tries=[try_seen(one) for one in table.tries],
        race=race,
        drops=[FACE_NAMES[face] for face in table.drops],
        queue=table.queue,
        lasting=[lasting_seen(one) for one in table.lasting],
        looking=[(code & 7, code >> 3) for code in table.looking],
        records=[[record_seen(known) for known in records] for records in table.wide],
    )
    plain: dict[str, Any] = msgspec.to_builtins(whole)
    return plain


def held(table: Table, back: int) -> Held:
    """A back with all there is to it. Where a Patrol lies stands with the lasting cards."""
    seats = [seat for seat in range(table.rules.seats) if back & SEEN << seat]
    return Held(card=FACE_NAMES[back & FACE], handle=back >> HANDLE, seen=seats, shown=back & SHOWN != 0)


# Reading.


def restore(table: Table, plain: dict[str, Any]) -> None:
    """Lay out a position; BadPosition for one that cannot be on the table, naming the place."""
    try:
        given = msgspec.convert(plain, Position)
    except msgspec.ValidationError as error:
        raise BadPosition(f"position: {tidy(error)}") from None
    if given.phase not in PHASES:
        raise BadPosition(f"phase: expected one of {', '.join(PHASES)}, found {given.phase!r}")
    clear(table)
    table.phase = PHASES.index(given.phase)
    table.over = table.phase == OVER
    table.tries = [known_try(table, f"tries[{at}]", one) for at, one in enumerate(given.tries)]
    lay_out_ledger(table, given)
    if table.over:
        check_over(table, given)
        return
    lay_out_cards(table, given)
    lay_out_lasting(table, given)
    lay_out_turn(table, given)
    check_deck(table)
    lay_out_records(table, given)
    lay_out_decision(table, given)
    table.waiting = SEATS_OF[table.pending]


def within(what: str, number: int, limit: int) -> int:
    """A whole number from 0 to below the limit."""
    if not 0 <= number < limit:
        raise BadPosition(f"{what}: expected a number from 0 to {limit - 1}, found {number}")
    return number


def face_of(what: str, name: str) -> int:
    """A card by its name."""
    if name not in FACE_NUMBERS:
        raise BadPosition(f"{what}: there is no card {name!r}")
    return FACE_NUMBERS[name]


def seats_of(what: str, seats: list[int], limit: int) -> int:
    """Different seats, in order, as bits."""
    mask = 0
    for seat in seats:
        within(what, seat, limit)
        if mask >> seat:
            raise BadPosition(f"{what}: expected different seats in order")
        mask |= 1 << seat
    return mask


def lay_out_ledger(table: Table, given: Position) -> None:
    """The rounds so far and their points."""
    rules = table.rules
    seats = rules.seats
    ledger = Ledger()
    table.ledger = ledger
    if not 1 <= given.round <= seats:
        raise BadPosition(f"round: expected 1 to {seats}, found {given.round}")
    ledger.round = given.round
    ledger.starter = within("starter", given.starter, seats)
    if given.totals and len(given.totals) != seats:
        raise BadPosition(f"totals: expected {seats} numbers, one a seat")
    for total in given.totals:
        within("totals", total, LIMIT)
    ledger.totals = list(given.totals) or [0] * seats
    draws: list[tuple[int, ...]] = []
    for names in given.famous:
        if len(names) != seats or any([name not in rules.famous for name in names]):
            raise BadPosition(f"famous: expected {seats} famous gangsters in each draw")
        draws.append(tuple([rules.famous.index(name) for name in names]))
    ledger.famous = tuple(draws)
    played = seats if table.over else given.round - 1
    if len(given.past) not in ((played,) if table.over else (0, played)):
        raise BadPosition(f"past: expected {played} rounds, found {len(given.past)}")
    for at, ended in enumerate(given.past):
        check_ended(f"past[{at}]", ended, seats)
    ledger.rounds = tuple([ended_known(ended) for ended in given.past])


def check_ended(what: str, ended: EndedSeen, seats: int) -> None:
    """A finished round: something for every seat."""
    if not len(ended.rows) == len(ended.sums) == len(ended.points) == seats:
        raise BadPosition(f"{what}: expected rows, sums and points of {seats} seats")
    if ended.caller is not None:
        within(f"{what}.caller", ended.caller, seats)
    for row in ended.rows:
        for name in row:
            face_of(f"{what}.rows", name)
    for number in (*ended.sums, *ended.points):
        within(what, number, LIMIT)


def check_over(table: Table, given: Position) -> None:
    """When the game is over, the cards have been put away."""
    if any(given.rows) or given.safe or given.deck or given.loose or given.pile or given.lasting or given.drops:
        raise BadPosition("phase: when the game is over, no cards are left on the table")
    if given.round != table.rules.seats:
        raise BadPosition("phase: the game is over only after the last round")
    table.active = NOBODY


def lay_out_cards(table: Table, given: Position) -> None:
    """Rows, safe, deck and pile."""
    rules = table.rules
    seats = rules.seats
    if len(given.rows) != seats:
        raise BadPosition(f"rows: expected {seats} rows, one a seat, found {len(given.rows)}")
    if len(given.safe) != rules.safe:
        raise BadPosition(f"safe: expected {rules.safe} cards, found {len(given.safe)}")
    used: set[int] = set()
    for line in (*given.rows, given.safe):
        for card in line:
            if isinstance(card, Held) and card.handle >= 0:
                if card.handle in used:
                    raise BadPosition(f"handles: two backs have the handle {card.handle}")
                used.add(within("handles", card.handle, LIMIT))
    table.handles = max(used) + 1 if used else 0
    for seat, row in enumerate(given.rows):
        if len(row) > SLOTS:
            raise BadPosition(f"rows[{seat}]: a row holds at most {SLOTS} cards")
        table.rows[seat] = [lay_back(table, f"rows[{seat}]", card) for card in row]
    table.safe = [lay_back(table, "safe", card) for card in given.safe]
    if given.handles >= 0:
        if not table.handles <= given.handles < LIMIT:
            raise BadPosition(f"handles: expected at least {table.handles}, the next new handle")
        table.handles = given.handles
    top = [face_of("deck", name) for name in given.deck]
    top.reverse()
    table.deck = [face_of("loose", name) for name in given.loose] + top
    table.loose = len(given.loose)
    table.pile = [face_of("pile", name) for name in given.pile]
    queue = sorted(given.queue)
    if given.queue and queue != list(range(seats)):
        raise BadPosition(f"queue: expected the seats 0 to {seats - 1}, each once")
    table.queue = list(given.queue) or list(range(seats))


def lay_back(table: Table, what: str, card: str | Held) -> int:
    """A card face down, with its handle and who has seen it."""
    if isinstance(card, str):
        card = Held(card=card)
    handle = card.handle
    if handle < 0:
        handle = table.handles
        table.handles += 1
    back = handle << HANDLE | face_of(what, card.card) | (SHOWN if card.shown else 0)
    seats_of(f"{what}.seen", card.seen, table.rules.seats)
    for seat in card.seen:
        back |= SEEN << seat
    return back


def lay_out_lasting(table: Table, given: Position) -> None:
    """La Mama and Patrols in force."""
    rules = table.rules
    seats = rules.seats
    for at, one in enumerate(given.lasting):
        what = f"lasting[{at}]"
        face = face_of(what, one.card)
        if face not in (LA_MAMA, PATROL):
            raise BadPosition(f"{what}: {one.card} is no lasting card")
        within(f"{what}.layer", one.layer, seats)
        within(f"{what}.holder", one.holder, seats)
        if one.layer == one.holder:
            raise BadPosition(f"{what}: nobody lays {one.card} with himself")
        if not 1 <= one.left <= rules.turns[face]:
            raise BadPosition(f"{what}.left: expected 1 to {rules.turns[face]}, found {one.left}")
        table.lasting = [*table.lasting, (face, one.layer, one.holder, lay_patrol(table, what, face, one), one.left)]
    mark_holders(table)


def lay_patrol(table: Table, what: str, face: int, one: Lasting) -> int:
    """The handle under a Patrol; La Mama lies by the row, only one of her."""
    if face == LA_MAMA:
        if one.handle is not None or table.mama >> one.holder & 1:
            raise BadPosition(f"{what}: La Mama lies by a row without another La Mama, not on a card")
        table.mama |= 1 << one.holder
        return NOBODY
    row = table.rows[one.holder]
    slot = NOBODY if one.handle is None else slot_of(row, one.handle)
    if slot == NOBODY or row[slot] & PATROLLED:
        raise BadPosition(f"{what}.handle: expected a card of seat {one.holder} without another Patrol")
    row[slot] |= PATROLLED
    return row[slot] >> HANDLE


def lay_out_turn(table: Table, given: Position) -> None:
    """Whose turn it is, and the cards that are neither in a row nor in a pile."""
    rules = table.rules
    seats = rules.seats
    table.active = within("active", given.active, seats)
    table.turns = within("turns", given.turns, LIMIT)
    if rules.turn_cap and table.turns >= rules.turn_cap:
        raise BadPosition(f"turns: with this turn cap the round ended after {rules.turn_cap} turns")
    if given.taken_from not in ("", "deck", "pile") or bool(given.taken) != bool(given.taken_from):
        raise BadPosition("taken_from: expected deck or pile with a taken card, and nothing without one")
    table.taken = face_of("taken", given.taken) if given.taken else NO_CARD
    table.taken_open = given.taken_from == "pile"
    table.acting = face_of("acting", given.acting) if given.acting else NO_CARD
    table.drops = [face_of("drops", name) for name in given.drops]
    if len(table.drops) > 1 or any([face > BOTTLES for face in table.drops]):
        raise BadPosition("drops: expected at most one bottle that waits for the pile")
    if (table.taken != NO_CARD) != (table.phase == TAKEN):
        raise BadPosition("taken: a card has been taken in the phase taken, and only then")
    if (table.acting != NO_CARD) != (table.phase in (ACTING, REACTING)):
        raise BadPosition("acting: a character is at work in the phases act and react, and only then")
    if table.drops and table.phase not in (RACING, SEALED):
        raise BadPosition("drops: the Driver's second bottle waits only while a race is on")
    table.race = within("races", given.races, LIMIT)
    if given.fastest is not None:
        table.winner = within("fastest", given.fastest, seats)
    backs = {back >> HANDLE: back for line in (*table.rows, table.safe) for back in line}
    for seat, handle in given.looking:
        within("looking", seat, seats)
        if handle not in backs:
            raise BadPosition(f"looking: there is no back with the handle {handle}")
        if not backs[handle] & SEEN << seat:
            raise BadPosition(f"looking: seat {seat} has not seen the back {handle}, so it is not looking at it")
    table.looking = [handle << 3 | seat for seat, handle in given.looking]


def check_deck(table: Table) -> None:
    """All 60 cards of the edition, each once."""
    faces = [back & FACE for line in (*table.rows, table.safe) for back in line]
    faces += table.deck + table.pile + table.drops + [one[0] for one in table.lasting]
    if table.taken != NO_CARD:
        faces.append(table.taken)
    if table.acting >= LA_MAMA:
        faces.append(table.acting)
    for face, count in enumerate(table.rules.counts):
        if faces.count(face) != count:
            raise BadPosition(f"there are {count} cards {FACE_NAMES[face]} in all, here {faces.count(face)}")


def lay_out_records(table: Table, given: Position) -> None:
    """O-60: records must be true, and speak of backs that their owner does not know anyway."""
    knowers = table.rules.seats + 1
    if given.records and len(given.records) != knowers:
        raise BadPosition(f"records: expected {knowers} lists, one a seat and one of what all were shown")
    backs = {back >> HANDLE: back for line in (*table.rows, table.safe) for back in line}
    faces = {handle: back & FACE for handle, back in backs.items()}
    wide: list[tuple[Known, ...]] = []
    for knower in range(knowers):
        records: list[Known] = []
        for record in given.records[knower] if given.records else []:
            records.append(known_record(table, f"records[{knower}]", knower, record, backs))
        if records and not ways(records, faces):
            raise BadPosition(f"records[{knower}]: no different backs are these cards")
        wide.append(tuple(sorted(records)))
    table.wide = tuple(wide)
    table.hazy = any(wide)


def known_record(table: Table, what: str, knower: int, record: Record, backs: dict[int, int]) -> Known:
    """One record in numbers."""
    face = face_of(what, record.card)
    if not record.backs or sorted(set(record.backs)) != list(record.backs):
        raise BadPosition(f"{what}: expected different handles in order")
    for handle in record.backs:
        if handle not in backs:
            raise BadPosition(f"{what}: there is no back with the handle {handle}")
        if knows(table, knower, backs[handle]):
            raise BadPosition(f"{what}: the back {handle} is known by itself")
    return (face, record.backs, record.own)


# Who owes what.


def lay_out_decision(table: Table, given: Position) -> None:
    """The seats that are asked, and what they have answered."""
    phase = table.phase
    if (given.race is not None) != (phase in (RACING, SEALED)):
        raise BadPosition("race: expected one in the phases race and sealed_race, and only then")
    if given.named and phase not in (ACTING, REACTING):
        raise BadPosition("named: nothing is named when no character is at work")
    if given.answers and len(given.answers) != table.rules.seats:
        raise BadPosition(f"answers: expected {table.rules.seats}, one a seat")
    if phase == PEEKING:
        lay_out_looks(table, given)
    elif table.mama >> table.active & 1:
        raise BadPosition("active: under La Mama there is no turn")
    elif phase in (RACING, SEALED):
        lay_out_race(table, given)
    elif phase == REACTING:
        lay_out_reaction(table, given)
    else:
        table.asked = table.pending = 1 << table.active
        lay_out_answers(table, given, REACT)
        if phase == BEGINNING and not can_take(table) and not can_call(table):
            raise BadPosition("phase: there is nothing to decide in this turn")
        if phase == TAKEN and table.taken_open and not free_slots(table.rows[table.active]):
            raise BadPosition("taken: a card from the pile needs a free card to swap")
        if phase == ACTING:
            lay_out_names(table, given)
            if not targets(table):
                raise BadPosition(f"acting: there is nothing {given.acting} could still be used on")


def lay_out_looks(table: Table, given: Position) -> None:
    """O-7: nothing has happened yet but looks at own cards."""
    rules = table.rules
    if table.active != table.ledger.starter or table.turns or table.lasting or table.looking or table.race:
        raise BadPosition("phase: while all look at their first cards nothing else has happened")
    if len(table.pile) != (1 if rules.open_card else 0) or any([len(row) != rules.row for row in table.rows]):
        raise BadPosition("phase: while all look at their first cards, rows and pile are as they were dealt")
    if table.winner != NOBODY or table.hazy:
        raise BadPosition("phase: while all look at their first cards nothing else has happened")
    mask = 0
    for seat, row in enumerate(table.rows):
        for back in row:
            if back & SHOWN or any([back & SEEN << other for other in range(rules.seats) if other != seat]):
                raise BadPosition(f"rows[{seat}]: nobody else has seen these cards yet")
        looked = sum([1 for back in row if back & SEEN << seat])
        if looked > rules.peeks:
            raise BadPosition(f"rows[{seat}]: at most {rules.peeks} cards are looked at")
        if looked < rules.peeks:
            mask |= 1 << seat
    if any([back & SHOWN or any([back & SEEN << seat for seat in range(rules.seats)]) for back in table.safe]):
        raise BadPosition("safe: nobody has seen these cards yet")
    if not mask:
        raise BadPosition("phase: everybody has looked, so the first turn has begun")
    table.asked = rules.everybody
    table.pending = mask
    lay_out_answers(table, given, REACT)


def lay_out_asked(table: Table, given: Position, able: int) -> None:
    """Those who were asked together, and those who still owe an answer."""
    seats = table.rules.seats
    table.asked = seats_of("asked", given.asked, seats)
    table.pending = seats_of("pending", given.pending, seats)
    if not table.pending or table.pending & ~table.asked:
        raise BadPosition("pending: expected at least one of the seats that are asked")
    if table.pending & ~able:
        raise BadPosition("pending: a seat is asked that could not answer")


def lay_out_race(table: Table, given: Position) -> None:
    """O-17 to O-23."""
    rules, race = table.rules, given.race
    if race is None:
        return
    if rules.commit != (table.phase == SEALED):
        raise BadPosition("phase: the race is not of the kind that the option snap_mode says")
    if not 1 <= race.number <= BOTTLES:
        raise BadPosition(f"race.number: expected a bottle from 1 to {BOTTLES}, found {race.number}")
    if race.bucket not in BUCKETS:
        raise BadPosition(f"race.bucket: expected one of {', '.join(BUCKETS)}, found {race.bucket!r}")
    table.number = race.number
    table.bucket = BUCKETS.index(race.bucket)
    if table.bucket != STRAIGHT and not rules.bucket:
        raise BadPosition("race.bucket: this table has no tie bucket")
    if table.winner != NOBODY and (rules.commit or not rules.show_late or table.bucket != STRAIGHT):
        raise BadPosition("fastest: the race has been won, so it is over")
    lay_out_asked(table, given, seats_with_free_cards(table) & ~table.mama)
    lay_out_answers(table, given, SNAP)


def known_try(table: Table, what: str, one: Answer) -> int:
    """A handled answer."""
    within(what, one.race, LIMIT)
    within(what, one.seat, table.rules.seats)
    within(what, one.slot, SLOTS + 1)
    if one.handle is not None:
        within(what, one.handle, LIMIT)
    if one.result not in RESULTS:
        raise BadPosition(f"{what}: expected one of {', '.join(RESULTS)}, found {one.result!r}")
    if one.card:
        face_of(what, one.card)
    return try_known(one)


def lay_out_answers(table: Table, given: Position, base: int) -> None:
    """Sealed answers: of those who were asked and owe nothing any more, where answers are gathered."""
    for seat, token in enumerate(given.answers):
        if token:
            action = NUMBERS.get(token, NOBODY)
            if action != PASS and not base <= action < base + SLOTS:
                raise BadPosition(f"answers[{seat}]: {token!r} is no answer here")
            if action != PASS and action - base not in free_slots(table.rows[seat]):
                raise BadPosition(f"answers[{seat}]: there is no free card")
            table.answers[seat] = action
    answered = 0
    for seat, action in enumerate(table.answers):
        if action != NO_ANSWER:
            answered |= 1 << seat
    gathers = table.phase in (SEALED, REACTING)
    if gathers and answered != table.asked & ~table.pending:
        raise BadPosition("answers: expected one of each seat that was asked and owes nothing any more")
    if table.phase == RACING and table.bucket == GATHERING:
        if not answered or answered & ~(table.asked & ~table.pending) or PASS in table.answers:
            raise BadPosition("answers: an open bucket holds tries, of seats that have answered")
    elif not gathers and answered:
        raise BadPosition("answers: nothing is gathered here")


def lay_out_names(table: Table, given: Position) -> None:
    """What the acting character has been used on so far, each as the rules allow it."""
    base = NAMED_AS.get(table.acting, 0)
    for at, token in enumerate(given.named):
        action = NUMBERS.get(token, NOBODY)
        if at >= 2 or action not in targets(table):
            raise BadPosition(f"named[{at}]: {token!r} cannot be named here")
        table.chosen = [*table.chosen, action - base]


def lay_out_reaction(table: Table, given: Position) -> None:
    """O-35, O-36."""
    if table.acting not in NAMED_AS or table.acting == FACE_NUMBERS["driver"]:
        raise BadPosition(f"acting: {given.acting} attacks nobody")
    lay_out_names(table, given)
    if len(table.chosen) != (2 if table.acting in (GANGSTER, SNITCH) else 1):
        raise BadPosition("named: not all targets are named")
    mask = 0
    for place in table.chosen:
        mask |= 1 << (place // SLOTS if table.acting in (GANGSTER, PATROL) else place)
    mask &= ~(1 << table.active) & ~table.mama & seats_with_free_cards(table)
    lay_out_asked(table, given, mask)
    if table.asked != mask:
        raise BadPosition("asked: expected everybody who is attacked and could answer")
    lay_out_answers(table, given, REACT)


assert BUCKETS.index("fresh") == FRESH
