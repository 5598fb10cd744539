"""Omerta: what somebody sensible thinks of the moves at hand.

A plain player with a good memory: it uses its records, races when it knows, keeps what is cheap, aims its attacks
at whoever seems to have the least, and calls when its row is worth little. It does not look ahead.
"""

# compiled by mypyc
from __future__ import annotations

from typing import Final

from backroom.games.omerta.cards import (
    BLOCK,
    BOTTLES,
    CALL,
    CRACK,
    DEAL,
    DRIVE,
    DRIVER,
    FACE_NUMBERS,
    FACES,
    GANGSTER,
    GIVE,
    KILLER,
    LA_MAMA,
    LOOK,
    MOLE,
    MOVE,
    NUMBERS,
    PATROL,
    POINTS,
    REACT,
    SAFECRACKER,
    SHUFFLE,
    SLOTS,
    SNAP,
    SNITCH,
    SWAP,
    TAKE_DECK,
    TAKE_PILE,
    THROW,
    TRADE,
)
from backroom.games.omerta.view import Back, OmertaView

AVERAGE: Final = 8.3
"""Points of a card nobody knows anything about."""
KEPT: Final = 5.0
"""Points of a card that its owner has looked at and kept."""
SURE: Final = 0.6
"""How likely a card must be the right one to be turned over."""
CALLED: Final = 7.0


class Belief:
    """What the viewer thinks of every back: how likely it is a face, and what it costs."""

    certain: dict[int, int]
    likely: dict[int, list[float]]

    def __init__(self, view: OmertaView) -> None:
        self.certain = {}
        self.likely = {}
        for record in view.records:
            face = FACE_NUMBERS[record.card]
            if len(record.backs) == 1:
                self.certain[record.backs[0]] = face
                continue
            for back in record.backs:
                if back not in self.likely:
                    self.likely[back] = [0.0] * FACES
                self.likely[back][face] += 1.0 / len(record.backs)

    def chance(self, back: int, face: int) -> float:
        """How likely this back is this face."""
        if back in self.certain:
            return 1.0 if self.certain[back] == face else 0.0
        if back in self.likely:
            return min(1.0, self.likely[back][face])
        return 0.05

    def points(self, back: Back, owner: int) -> float:
        """What this back will probably cost."""
        if back.handle in self.certain:
            return float(POINTS[self.certain[back.handle]])
        plain = KEPT if owner in back.seen else AVERAGE
        if back.handle not in self.likely:
            return plain
        shares = self.likely[back.handle]
        known = min(1.0, sum(shares))
        told = sum([share * POINTS[face] for face, share in enumerate(shares)])
        return told + (1.0 - known) * plain


def weigh(view: OmertaView, legal: list[int]) -> list[float]:
    """How good each move looks; higher is better."""
    if view.seat is None or not legal:
        return [0.0] * len(legal)
    belief = Belief(view)
    return [weight(view, belief, view.seat, action) for action in legal]


def weight(view: OmertaView, belief: Belief, seat: int, action: int) -> float:
    """How good one move looks, in points."""
    row = view.rows[seat]
    if action >= SNAP and action < REACT:
        number = view.race.number if view.race is not None else 0
        return gamble(belief.chance(row[action - SNAP].handle, number), float(number))
    if action >= REACT and action < LOOK:
        return gamble(belief.chance(row[action - REACT].handle, KILLER), 15.0)
    if action == CALL:
        return call(view, belief, seat)
    if action in (TAKE_DECK, TAKE_PILE):
        return take(view, belief, seat, action)
    if action == THROW:
        face = FACE_NUMBERS[view.taken]
        return discard(view, belief, seat, face, -1)
    if action >= SWAP and action < SNAP:
        slot = action - SWAP
        saved = belief.points(row[slot], seat) - POINTS[FACE_NUMBERS[view.taken]]
        return saved + discard(view, belief, seat, belief.certain.get(row[slot].handle, 0), slot)
    return target(view, belief, seat, action)


def gamble(chance: float, gain: float) -> float:
    """Turning over a card that is right with this chance; a wrong one costs a penalty card."""
    if chance < SURE:
        return -AVERAGE
    return chance * gain - (1.0 - chance) * AVERAGE + 0.5


def total(view: OmertaView, belief: Belief, seat: int) -> float:
    """What a row will probably cost."""
    return sum([belief.points(back, seat) for back in view.rows[seat]])


def call(view: OmertaView, belief: Belief, seat: int) -> float:
    """O-51: seven points or less, and nobody has fewer."""
    mine = total(view, belief, seat)
    if mine > CALLED:
        return -100.0
    least = min([total(view, belief, rival) for rival in range(view.seats) if rival != seat])
    return 100.0 if mine <= least or mine <= 2.0 else -100.0


def take(view: OmertaView, belief: Belief, seat: int, action: int) -> float:
    """What the better of the two cards saves."""
    costs = [belief.points(back, seat) for back in view.rows[seat] if not back.patrolled]
    most = max(costs) if costs else 0.0
    if action == TAKE_PILE:
        return most - POINTS[FACE_NUMBERS[view.pile[-1]]]
    return sum([max(0.0, most - cost) for cost in COMMON]) / len(COMMON) + 0.5


COMMON: Final = [
    float(POINTS[face]) for face in (*range(1, BOTTLES + 1), *range(1, BOTTLES + 1), *range(GANGSTER, PATROL))
]
"""What the cards cost, roughly in their numbers."""


def discard(view: OmertaView, belief: Belief, seat: int, face: int, slot: int) -> float:
    """What comes of discarding this face: a race one can win, or a character at work."""
    if face == 0:
        return 0.0
    row = view.rows[seat]
    if face <= BOTTLES:
        twins = [at for at, back in enumerate(row) if at != slot and belief.certain.get(back.handle, 0) == face]
        return face * 0.7 if twins and not row[twins[0]].patrolled else 0.0
    if face == DRIVER:
        bottles = sorted([bottle_points(belief, back) for back in row if not back.patrolled])
        return sum(bottles[-2:]) * 0.9
    if face == MOLE:
        return 1.0 if [back for back in row if back.handle not in belief.certain] else 0.0
    return USES[face]


USES: Final[list[float]] = [
    3.0 if face in (GANGSTER, SAFECRACKER, SNITCH, PATROL, LA_MAMA) else 0.0 for face in range(FACES)
]
"""What it is worth to set a character to work."""


def bottle_points(belief: Belief, back: Back) -> float:
    """The points of a back that is surely a bottle."""
    face = belief.certain.get(back.handle, 0)
    return float(POINTS[face]) if 0 < face <= BOTTLES else 0.0


def target(view: OmertaView, belief: Belief, seat: int, action: int) -> float:
    """Whom or what a character is used on."""
    row = view.rows[seat]
    if action >= BLOCK:
        holder = (action - BLOCK) // SLOTS
        return 60.0 - total(view, belief, holder)
    if action >= MOVE:
        return exchange(view, belief, seat, action - MOVE)
    if action >= SHUFFLE:
        rival = action - (GIVE if action >= GIVE else DEAL if action >= DEAL else SHUFFLE)
        if action < DEAL:
            return float(len([back for back in view.rows[rival] if rival in back.seen]))
        return 60.0 - total(view, belief, rival)
    if action >= TRADE:
        safe, slot = divmod(action - TRADE, SLOTS)
        return belief.points(row[slot], seat) - belief.points(view.safe[safe], -1)
    if action >= DRIVE:
        points = bottle_points(belief, row[action - DRIVE])
        return points if points else -1.0
    if action >= LOOK:
        return 0.0 if row[action - LOOK].handle in belief.certain else belief.points(row[action - LOOK], seat)
    if action == CRACK:
        costs = [belief.points(back, seat) for back in row if not back.patrolled]
        return max(costs) - 4.0 if costs else 0.0
    return 0.0


def exchange(view: OmertaView, belief: Belief, seat: int, place: int) -> float:
    """O-28: an own dear card for a rival's cheap one; else two cards of rivals, which changes little."""
    holder, slot = divmod(place, SLOTS)
    cost = belief.points(view.rows[holder][slot], holder)
    if not view.named:
        return cost - KEPT if holder == seat else -0.5
    first = (NUMBERS[view.named[0]] - MOVE) // SLOTS
    if holder == seat:
        given = (NUMBERS[view.named[0]] - MOVE) % SLOTS
        return cost - belief.points(view.rows[first][given], first)
    return AVERAGE - cost if first == seat else 0.0
