"""Omerta: what a seat sees and remembers (O-60)."""

# compiled by mypyc
from __future__ import annotations

from typing import Final

from backroom.games.omerta.cards import (
    BLOCK,
    DEAL,
    DRIVE,
    DRIVER,
    FACE,
    FACE_NAMES,
    GANGSTER,
    GIVE,
    HANDLE,
    LA_MAMA,
    LADY,
    MOVE,
    NO_CARD,
    PATROL,
    PATROLLED,
    SEATS_OF,
    SEEN,
    SHOWN,
    SHUFFLE,
    SNITCH,
    TOKENS,
)
from backroom.games.omerta.memory import knows
from backroom.games.omerta.table import (
    NO_ANSWER,
    NOBODY,
    PEEKING,
    PHASES,
    RACING,
    RESULTS,
    SEALED,
    Ended,
    Known,
    Table,
    read_try,
)
from backroom.games.omerta.view import Answer, Back, Lasting, OmertaView, Race, Record
from backroom.games.omerta.view import Ended as EndedSeen
from backroom.kernel.errors import BadSeats

NAMED_AS: Final = {
    GANGSTER: MOVE,
    LADY: SHUFFLE,
    SNITCH: DEAL,
    DRIVER: DRIVE,
    LA_MAMA: GIVE,
    PATROL: BLOCK,
}
"""By character: the actions by which its targets are named."""
BUCKETS: Final = ("none", "open", "fresh")
"""By `Table.bucket`."""


def view(table: Table, seat: int | None) -> OmertaView:
    """O-60: what lies open, and what this seat has lawfully seen, where it is now."""
    rules, ledger, setup = table.rules, table.ledger, table.setup
    if seat is not None and not 0 <= seat < rules.seats:
        raise BadSeats(f"there is no seat {seat!r} to see it from")
    viewer = rules.seats if seat is None else seat
    mine = viewer < rules.seats
    known_taken = table.taken != NO_CARD and (table.taken_open or viewer == table.active)
    return OmertaView(
        game="omerta",
        rules=setup.game.rules,
        edition=setup.edition.label,
        options=tuple(setup.options.items()),
        seats=rules.seats,
        seat=seat,
        over=table.over,
        waiting=waited_for(table, viewer),
        scores=tuple(table.scores()),
        ranks=tuple(table.ranks()),
        round=ledger.round,
        starter=ledger.starter,
        famous=tuple([tuple([rules.famous[one] for one in drawn]) for drawn in ledger.famous]),
        past=tuple([ended_seen(ended) for ended in ledger.rounds]),
        phase=PHASES[table.phase],
        active=None if table.active == NOBODY else table.active,
        turns=table.turns,
        rows=tuple([tuple([back_seen(table, viewer, back) for back in row]) for row in table.rows]),
        safe=tuple([back_seen(table, viewer, back) for back in table.safe]),
        handles=table.handles,
        deck=len(table.deck),
        pile=tuple([FACE_NAMES[face] for face in table.pile]),
        taken=FACE_NAMES[table.taken] if known_taken else "",
        taken_from="" if table.taken == NO_CARD else "pile" if table.taken_open else "deck",
        acting=FACE_NAMES[table.acting],
        named=named(table),
        asked=SEATS_OF[table.asked],
        answer=TOKENS[table.answers[viewer]] if mine and table.answers[viewer] != NO_ANSWER else "",
        races=table.race,
        fastest=None if table.winner == NOBODY else table.winner,
        tries=tuple([try_seen(one) for one in table.tries]),
        race=race_seen(table),
        drops=tuple([FACE_NAMES[face] for face in table.drops]),
        queue=tuple(table.queue),
        lasting=tuple([lasting_seen(one) for one in table.lasting]),
        looking=tuple([(code & 7, code >> 3) for code in table.looking]),
        look=look_seen(table, viewer),
        records=records_seen(table, viewer),
        common=tuple([record_seen(known) for known in table.wide[rules.seats]]),
    )


def waited_for(table: Table, viewer: int) -> tuple[int, ...]:
    """Who owes an answer; in a sealed race nobody can tell who of the others has given one (O-62)."""
    if table.phase != SEALED:
        return table.waiting
    answered = viewer < table.rules.seats and table.answers[viewer] != NO_ANSWER
    return SEATS_OF[table.asked & ~(1 << viewer)] if answered else SEATS_OF[table.asked]


def back_seen(table: Table, viewer: int, back: int) -> Back:
    """A back; while the first looks are being taken nobody sees those of the others (O-7)."""
    seats = [seat for seat in range(table.rules.seats) if back & SEEN << seat]
    if table.phase == PEEKING:
        seats = [seat for seat in seats if seat == viewer]
    return Back(
        handle=back >> HANDLE,
        seen=tuple(seats),
        shown=back & SHOWN != 0,
        patrolled=back & PATROLLED != 0,
    )


def ended_seen(ended: Ended) -> EndedSeen:
    """A round that is over, by names."""
    return EndedSeen(
        caller=None if ended.caller == NOBODY else ended.caller,
        rows=tuple([tuple([FACE_NAMES[face] for face in row]) for row in ended.rows]),
        sums=tuple(ended.sums),
        points=tuple(ended.points),
    )


def named(table: Table) -> tuple[str, ...]:
    """What the active player has named, as moves."""
    base = NAMED_AS.get(table.acting, 0)
    return tuple([TOKENS[base + place] for place in table.chosen])


def race_seen(table: Table) -> Race | None:
    """The race that is on; what lies sealed in it is nobody's business."""
    if table.number == NO_CARD:
        return None
    gathered = [seat for seat, action in enumerate(table.answers) if action != NO_ANSWER and table.phase == RACING]
    return Race(
        number=table.number,
        opener=table.active,
        bucket=BUCKETS[table.bucket],
        gathered=tuple(gathered),
    )


def try_seen(code: int) -> Answer:
    """A handled answer."""
    race, seat, slot, handle, result, face, penalty = read_try(code)
    return Answer(
        race=race,
        seat=seat,
        slot=slot + 1,
        handle=None if handle == NOBODY else handle,
        result=RESULTS[result],
        card=FACE_NAMES[face],
        penalty=penalty == 1,
    )


def lasting_seen(one: tuple[int, int, int, int, int]) -> Lasting:
    """A lasting card."""
    face, layer, holder, handle, left = one
    return Lasting(
        card=FACE_NAMES[face],
        layer=layer,
        holder=holder,
        handle=None if handle == NOBODY else handle,
        left=left,
    )


def look_seen(table: Table, viewer: int) -> tuple[tuple[int, str], ...]:
    """O-7, O-30, O-34: the faces this seat is looking at just now."""
    if viewer == table.rules.seats:
        return ()
    if table.phase == PEEKING:
        own = [back for back in table.rows[viewer] if back & SEEN << viewer]
    else:
        handles = [code >> 3 for code in table.looking if code & 7 == viewer]
        if not handles:
            return ()
        own = [back for row in (*table.rows, table.safe) for back in row if back >> HANDLE in handles]
    return tuple([(back >> HANDLE, FACE_NAMES[back & FACE]) for back in own])


def records_seen(table: Table, viewer: int) -> tuple[Record, ...]:
    """All of a seat's records: those written on the backs, then the others."""
    found: list[Record] = []
    for row in (*table.rows, table.safe):
        for back in row:
            if knows(table, viewer, back):
                own = viewer < table.rules.seats and back & SEEN << viewer != 0
                found.append(Record(card=FACE_NAMES[back & FACE], backs=(back >> HANDLE,), own=own))
    found += [record_seen(known) for known in table.wide[viewer]]
    return tuple(found)


def record_seen(known: Known) -> Record:
    """One record by its names."""
    face, places, own = known
    return Record(card=FACE_NAMES[face], backs=places, own=own)
