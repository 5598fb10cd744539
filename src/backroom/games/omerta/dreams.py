"""Omerta: the worlds that fit what a seat sees and remembers (O-60)."""

# compiled by mypyc
from __future__ import annotations

from random import Random
from typing import Final

from backroom.games.omerta.cards import (
    FACE,
    FACE_NUMBERS,
    FACES,
    HANDLE,
    LA_MAMA,
    NO_CARD,
    NUMBERS,
    PASS,
    PATROLLED,
    REACT,
    SEEN,
    SHOWN,
    SNAP,
)
from backroom.games.omerta.memory import settled
from backroom.games.omerta.rounds import clear
from backroom.games.omerta.sight import BUCKETS, NAMED_AS
from backroom.games.omerta.table import (
    GATHERING,
    NOBODY,
    PEEKING,
    PHASES,
    RESULTS,
    SEALED,
    Ended,
    Known,
    Ledger,
    Table,
    free_slots,
    tried,
)
from backroom.games.omerta.turns import mark_holders
from backroom.games.omerta.view import Answer, Back, OmertaView
from backroom.games.omerta.view import Ended as EndedSeen
from backroom.kernel.chance import BLOCK as BYTES
from backroom.kernel.chance import SHIFTS, draw_block


def dream(table: Table, seen: OmertaView, rng: Random) -> None:
    """Fill the table with what the viewer sees, and deal what he does not: every deal that his records and the
    common ones allow is as likely. The deck comes in no order, as it lies in any game.

    What other seats remember beyond the backs they have looked at, which is public, is what all remember. Answers
    that are sealed are any the others could have given; in a sealed race nobody else has answered yet.
    """
    rules = table.rules
    viewer = rules.seats if seen.seat is None else seen.seat
    clear(table)
    lay_open_side(table, seen)
    if table.over:
        return
    counts = rules.counts[:]
    for face in table.pile:
        counts[face] -= 1
    for face in table.drops:
        counts[face] -= 1
    for lasting in table.lasting:
        counts[lasting[0]] -= 1
    if table.acting >= LA_MAMA:
        counts[table.acting] -= 1
    if seen.taken:
        table.taken = FACE_NUMBERS[seen.taken]
        counts[table.taken] -= 1
    known: dict[int, int] = {}
    own: list[Known] = []
    on_backs = len(seen.records)
    common = tuple([(FACE_NUMBERS[record.card], record.backs, record.own) for record in seen.common])
    lines = (*table.rows, table.safe)
    marked = SHOWN if viewer == rules.seats else SHOWN | SEEN << viewer
    certain = sum([1 for line in lines for back in line if back & marked])
    for at in range(on_backs):
        record = seen.records[at]
        face = FACE_NUMBERS[record.card]
        if at < certain:
            known[record.backs[0]] = face
            counts[face] -= 1
        else:
            own.append((face, record.backs, record.own))
    if own or common:
        guess_wide(counts, known, own, common, rng)
    pool = [face for face in range(FACES) for _ in range(counts[face])]
    hidden = 1 if seen.taken_from and not seen.taken else 0
    for line in lines:
        hidden += len(line)
    cut(pool, hidden - len(known), rng)
    for line in lines:
        for slot, back in enumerate(line):
            face = known.get(back >> HANDLE, NO_CARD)
            line[slot] = back | (face if face else pool.pop())
    if hidden and seen.taken_from and not seen.taken:
        table.taken = pool.pop()
    table.deck = pool
    table.loose = len(pool)
    if own or common:
        share_memories(table, viewer, tuple(own), common)
    guess_answers(table, seen, viewer, rng)


def lay_open_side(table: Table, seen: OmertaView) -> None:
    """Everything everybody sees; the backs without their faces."""
    rules = table.rules
    ledger = Ledger()
    table.ledger = ledger
    ledger.round, ledger.starter, ledger.totals = seen.round, seen.starter, list(seen.scores)
    ledger.famous = tuple([tuple([rules.famous.index(name) for name in drawn]) for drawn in seen.famous])
    ledger.rounds = tuple([ended_known(ended) for ended in seen.past])
    table.over = seen.over
    table.phase = PHASES.index(seen.phase)
    table.active = NOBODY if seen.active is None else seen.active
    table.turns = seen.turns
    table.handles = seen.handles
    table.rows = [[back_bits(back) for back in row] for row in seen.rows]
    table.safe = [back_bits(back) for back in seen.safe]
    table.pile = [FACE_NUMBERS[name] for name in seen.pile]
    table.taken_open = seen.taken_from == "pile"
    table.acting = FACE_NUMBERS[seen.acting] if seen.acting else NO_CARD
    base = NAMED_AS.get(table.acting, 0)
    table.chosen = [NUMBERS[token] - base for token in seen.named]
    table.asked = mask_of(seen.asked)
    table.pending = mask_of(seen.waiting)
    table.waiting = seen.waiting
    table.drops = [FACE_NUMBERS[name] for name in seen.drops]
    table.queue = list(seen.queue)
    table.looking = [handle << 3 | seat for seat, handle in seen.looking]
    table.lasting = [
        (FACE_NUMBERS[one.card], one.layer, one.holder, NOBODY if one.handle is None else one.handle, one.left)
        for one in seen.lasting
    ]
    mark_holders(table)
    table.race = seen.races
    table.winner = NOBODY if seen.fastest is None else seen.fastest
    table.tries = [try_known(one) for one in seen.tries]
    race = seen.race
    if race is not None:
        table.number = race.number
        table.bucket = BUCKETS.index(race.bucket)


def mask_of(seats: tuple[int, ...]) -> int:
    """A bit for each seat."""
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    return mask


def back_bits(back: Back) -> int:
    """A back without its face."""
    bits = back.handle << HANDLE
    for seat in back.seen:
        bits |= SEEN << seat
    if back.shown:
        bits |= SHOWN
    if back.patrolled:
        bits |= PATROLLED
    return bits


def ended_known(ended: EndedSeen) -> Ended:
    """A finished round in numbers."""
    rows = [[FACE_NUMBERS[name] for name in row] for row in ended.rows]
    return Ended(NOBODY if ended.caller is None else ended.caller, rows, list(ended.sums), list(ended.points))


def try_known(one: Answer) -> int:
    """A handled answer in numbers."""
    face = FACE_NUMBERS[one.card] if one.card else NO_CARD
    handle = NOBODY if one.handle is None else one.handle
    result = RESULTS.index(one.result)
    return tried(one.race, one.seat, one.slot - 1, handle, result, face, 1 if one.penalty else 0)


class Dice:
    """Numbers from a search's own generator, a byte at a time (see `kernel.chance`)."""

    bits: Random
    block: bytes
    at: int

    def __init__(self, bits: Random) -> None:
        self.bits = bits
        self.block = b""
        self.at = BYTES

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, every one as likely."""
        shift = SHIFTS[limit]
        while True:
            if self.at == BYTES:
                self.block = draw_block(self.bits)
                self.at = 0
            chosen = self.block[self.at] >> shift
            self.at += 1
            if chosen < limit:
                return chosen


def cut(pool: list[int], count: int, rng: Random) -> None:
    """Shuffle so many cards to the end of the pool."""
    block = b""
    at = BYTES
    for left in range(len(pool), len(pool) - count, -1):
        shift = SHIFTS[left]
        chosen = left
        while chosen >= left:
            if at == BYTES:
                block = draw_block(rng)
                at = 0
            chosen = block[at] >> shift
            at += 1
        card = pool[left - 1]
        pool[left - 1] = pool[chosen]
        pool[chosen] = card


# Records of several backs: which worlds fit them.

TRIES: Final = 48
FINE: Final = 1 << 40
"""Weights are this much, divided."""


def guess_wide(
    counts: list[int],
    known: dict[int, int],
    own: list[Known],
    common: tuple[Known, ...],
    rng: Random,
) -> None:
    """Give faces to the backs that wide records speak of, so that every deal that fits is as likely.

    A choice of a back for each record, every choice as likely, and any deal of the rest, would give a deal as often
    as it can be read as a choice. So one is kept only once in so many times. Where memories lie so thick that none of
    the first `TRIES` is kept, one of these is, weighed in the same way: as good as even, and in bounded time.
    """
    readings = Readings(sorted(own, key=breadth))
    least = fewest(own)
    meant = sorted({back for record in (*own, *common) for back in record[1] if back not in known})
    dice = Dice(rng)
    passed_over: list[dict[int, int]] = []
    weights: list[int] = []
    while True:
        faces = readings.choose(rng)
        left = counts[:]
        for face in faces.values():
            left[face] -= 1
        pool = [face for face in range(FACES) for _ in range(left[face])]
        for back in meant:
            if back not in faces:
                at = dice.below(len(pool))
                faces[back] = pool[at]
                pool[at] = pool[-1]
                pool.pop()
        if common and not ways(list(common), {**known, **faces}):
            continue
        often = ways(own, faces) // least
        if number_below(often, rng):
            passed_over.append(faces)
            weights.append(FINE // often + 1)
            if len(passed_over) < TRIES:
                continue
            faces = weighed(passed_over, weights, rng)
        for back, face in faces.items():
            known[back] = face
            counts[face] -= 1
        return


def weighed(worlds: list[dict[int, int]], weights: list[int], rng: Random) -> dict[int, int]:
    """One of these, as likely as its weight says."""
    drawn = number_below(sum(weights), rng)
    for world, weight in zip(worlds, weights):
        if drawn < weight:
            return world
        drawn -= weight
    return worlds[-1]


def breadth(record: Known) -> int:
    """How many backs a record leaves open."""
    return len(record[1])


def number_below(limit: int, rng: Random) -> int:
    """A number from 0 to limit - 1, every one as likely, however large the limit."""
    bits = max(limit - 1, 0).bit_length()
    if not bits:
        return 0
    while True:
        number = rng.getrandbits(bits)
        if number < limit:
            return number


class Readings:
    """All choices of a different back for each record, counted so that one can be drawn at random.

    Records are taken one after the other. Backs that the same of the remaining records speak of are alike: a class,
    which is named by these records as bits. What is left to count depends only on how many backs of each class are
    still free.
    """

    records: list[Known]
    memo: dict[tuple[int, tuple[tuple[int, int], ...]], int]

    def __init__(self, records: list[Known]) -> None:
        self.records = records
        self.memo = {}

    def choose(self, rng: Random) -> dict[int, int]:
        """A back for each record, with its face."""
        members: dict[int, int] = {}
        for at, (_, places, _) in enumerate(self.records):
            for back in places:
                members[back] = members.get(back, 0) | 1 << at
        faces: dict[int, int] = {}
        for at, (face, places, _) in enumerate(self.records):
            free: dict[int, int] = {}
            for back, signature in members.items():
                if back not in faces and signature >> at:
                    rest = signature >> at << at
                    free[rest] = free.get(rest, 0) + 1
            drawn = number_below(self.count(at, free), rng)
            for signature in sorted(free):
                if not signature >> at & 1:
                    continue
                share = free[signature] * self.count(at + 1, without(free, signature, at))
                if drawn < share:
                    alike = [back for back in places if back not in faces and members[back] >> at << at == signature]
                    faces[alike[drawn % len(alike)]] = face
                    break
                drawn -= share
        return faces

    def count(self, at: int, free: dict[int, int]) -> int:
        """How many choices there are for the records from this one on."""
        if at == len(self.records):
            return 1
        key = (at, tuple(sorted(free.items())))
        if key not in self.memo:
            total = 0
            for signature, number in free.items():
                if signature >> at & 1 and number:
                    total += number * self.count(at + 1, without(free, signature, at))
            self.memo[key] = total
        return self.memo[key]


def without(free: dict[int, int], taken: int, at: int) -> dict[int, int]:
    """The classes after a back of one of them was taken for a record, which counts no more."""
    after: dict[int, int] = {}
    for signature, number in free.items():
        if signature == taken:
            number -= 1
        rest = signature & ~(1 << at)
        if rest and number:
            after[rest] = after.get(rest, 0) + number
    return after


def ways(records: list[Known], faces: dict[int, int]) -> int:
    """In how many ways the records can be read as different backs with these faces."""
    total = 1
    for face in {record[0] for record in records}:
        total *= matchings([record[1] for record in records if record[0] == face], face, faces, [])
    return total


def matchings(sets: list[tuple[int, ...]], face: int, faces: dict[int, int], taken: list[int]) -> int:
    """The same for the records of one face."""
    if len(taken) == len(sets):
        return 1
    total = 0
    for back in sets[len(taken)]:
        if faces.get(back, NO_CARD) == face and back not in taken:
            total += matchings(sets, face, faces, [*taken, back])
    return total


def fewest(records: list[Known]) -> int:
    """A number that divides the readings of every deal: equal records can be exchanged."""
    total = 1
    counted: dict[tuple[int, tuple[int, ...]], int] = {}
    for face, places, _ in records:
        counted[(face, places)] = counted.get((face, places), 0) + 1
        total *= counted[(face, places)]
    return total


def share_memories(table: Table, viewer: int, own: tuple[Known, ...], common: tuple[Known, ...]) -> None:
    """What everybody in the imagined world remembers of shuffled cards."""
    wide: list[tuple[Known, ...]] = []
    for knower in range(table.rules.seats + 1):
        records = tuple([(face, places, False) for face, places, _ in common])
        if knower == viewer:
            records = own
        elif knower < table.rules.seats and records:
            for row in (*table.rows, table.safe):
                for back in row:
                    if back & SEEN << knower and not back & SHOWN:
                        records = settled(records, back & FACE, back >> HANDLE)
        wide.append(tuple(sorted(records)))
    wide[table.rules.seats] = common
    table.wide = tuple(wide)
    table.hazy = any(wide)


def guess_answers(table: Table, seen: OmertaView, viewer: int, rng: Random) -> None:
    """The viewer's own sealed answer, and any that the others have given unseen."""
    if seen.answer:
        table.answers[viewer] = NUMBERS[seen.answer]
    if table.phase == PEEKING:
        for seat, row in enumerate(table.rows):
            if seat != viewer and not table.pending >> seat & 1:
                slots = list(range(len(row)))
                cut(slots, table.rules.peeks, rng)
                for slot in slots[-table.rules.peeks :]:
                    row[slot] |= SEEN << seat
        return
    if table.bucket != GATHERING and (table.asked == table.pending or table.phase == SEALED):
        return
    race = seen.race
    dice = Dice(rng)
    for seat in range(table.rules.seats):
        if seat == viewer or not table.asked >> seat & 1 or table.pending >> seat & 1:
            continue
        slots = free_slots(table.rows[seat])
        if race is None:
            at = dice.below(len(slots) + 1)
            table.answers[seat] = PASS if at == len(slots) else REACT + slots[at]
        elif seat in race.gathered:
            table.answers[seat] = SNAP + slots[dice.below(len(slots))]
