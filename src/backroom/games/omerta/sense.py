"""Omerta: what somebody sensible thinks of the moves at hand; for bots and for advice."""

# compiled by mypyc
#
# A plain player with a good memory: it uses its records, races when it knows, keeps what is cheap, aims its attacks
# at whoever seems to have the least, and calls when its row is worth little. It stands on a whole position, but goes
# by what the seat in question knows: a face counts only where that seat has seen it.
from __future__ import annotations

from math import exp
from typing import Final

from backroom.games.omerta.cards import (
    BLOCK,
    BOTTLES,
    CALL,
    CRACK,
    DEAL,
    DRIVE,
    DRIVER,
    FACE,
    FACES,
    GANGSTER,
    GIVE,
    HANDLE,
    KILLER,
    LA_MAMA,
    LOOK,
    MOLE,
    MOVE,
    NO_CARD,
    PATROL,
    PATROLLED,
    POINTS,
    REACT,
    SAFECRACKER,
    SEEN,
    SHOWN,
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
from backroom.games.omerta.table import PEEKING, REACTING, SEALED, Table

AVERAGE: Final = 8.3
"""Points of a card nobody knows anything about."""
KEPT: Final = 5.0
"""Points of a card that its owner has looked at and kept."""
SURE: Final = 0.6
"""How likely a card must be the right one to be turned over."""
CALLED: Final = 7.0
DOUBT: Final = 2.5
"""How many points less a move is worth that a sensible player makes about a third as often."""


class Belief:
    """What a seat thinks of every back: how likely it is a face, and what it costs."""

    def __init__(self, table: Table, me: int) -> None:
        self.table = table
        self.me = me
        self.mine = SHOWN | SEEN << me
        """The marks of a back that this seat knows."""
        self.likely: dict[int, list[float]] = {}
        if table.hazy:
            for face, places, _ in table.wide[me]:
                for handle in places:
                    if handle not in self.likely:
                        self.likely[handle] = [0.0] * FACES
                    self.likely[handle][face] += 1.0 / len(places)

    def face(self, back: int) -> int:
        """The face of a back if it is known, else 0."""
        if back & self.mine:
            return back & FACE
        if self.likely and back >> HANDLE in self.likely:
            shares = self.likely[back >> HANDLE]
            best = max(shares)
            return shares.index(best) if best > 0.999 else NO_CARD
        return NO_CARD

    def chance(self, back: int, face: int) -> float:
        """How likely this back is this face."""
        if back & self.mine:
            return 1.0 if back & FACE == face else 0.0
        if self.likely and back >> HANDLE in self.likely:
            return min(1.0, self.likely[back >> HANDLE][face])
        return 0.05

    def points(self, back: int, owner: int) -> float:
        """What this back will probably cost."""
        if back & self.mine:
            return COSTS[back & FACE]
        plain = KEPT if owner >= 0 and back & SEEN << owner else AVERAGE
        if not self.likely or back >> HANDLE not in self.likely:
            return plain
        shares = self.likely[back >> HANDLE]
        known = min(1.0, sum(shares))
        told = 0.0
        for face in range(FACES):
            told += shares[face] * COSTS[face]
        return told + (1.0 - known) * plain

    def total(self, seat: int) -> float:
        """What a row will probably cost."""
        whole = 0.0
        for back in self.table.rows[seat]:
            whole += self.points(back, seat)
        return whole

    def dearest(self) -> float:
        """What the dearest free card of the own row probably costs; 0 without one."""
        most = 0.0
        for back in self.table.rows[self.me]:
            if not back & PATROLLED:
                most = max(most, self.points(back, self.me))
        return most


COSTS: Final = [float(points) for points in POINTS]


def weigh(table: Table, seat: int, legal: list[int]) -> list[float]:
    """How good each move looks; higher is better."""
    belief = Belief(table, seat)
    return [weight(table, belief, seat, action) for action in legal]


def prior(table: Table, seat: int, legal: list[int]) -> list[float]:
    """How likely a sensible player is to choose each move. In a race and under attack there is mostly nothing to think
    about: one knows the right card, or one does not.
    """
    if table.phase == PEEKING:  # one card is like another
        return [1.0 if place == 0 else 0.0 for place in range(len(legal))]
    weights = weigh(table, seat, legal)
    most = max(weights)
    if table.phase <= SEALED or table.phase == REACTING:
        at = weights.index(most)
        belief = Belief(table, seat)
        if not belief.likely:
            return [1.0 if place == at else 0.0 for place in range(len(legal))]
    if legal[0] == CALL:
        return [call_share(table, seat), *shares_of(weights[1:])]
    return shares_of(weights)


def shares_of(weights: list[float]) -> list[float]:
    """Weights as shares of about 1 in all."""
    if not weights:
        return []
    most = max(weights)
    found = [exp(max(each - most, -60.0) / DOUBT) for each in weights]
    whole = sum(found)
    return [each / whole for each in found]


def call_share(table: Table, seat: int) -> float:
    """How likely somebody is to call, beside all other moves together: more the less his row may cost, less with each
    rival who may have fewer points.
    """
    belief = Belief(table, seat)
    mine = belief.total(seat)
    if mine > 7.0:
        return 0.0 if mine > 20.0 else 0.03
    share = 4.0
    for rival in range(len(table.rows)):
        if rival != seat and belief.total(rival) < mine:
            share *= 0.06
    return share


def weight(table: Table, belief: Belief, seat: int, action: int) -> float:
    """How good one move looks, in points."""
    row = table.rows[seat]
    if action >= SNAP and action < REACT:
        number = table.number
        return gamble(belief.chance(row[action - SNAP], number), COSTS[number])
    if action >= REACT and action < LOOK:
        return gamble(belief.chance(row[action - REACT], KILLER), 15.0)
    if action == CALL:
        return call(belief)
    if action in (TAKE_DECK, TAKE_PILE):
        return take(table, belief, action)
    if action == THROW:
        return discard(table, belief, seat, table.taken, -1)
    if action >= SWAP and action < SNAP:
        slot = action - SWAP
        saved = belief.points(row[slot], seat) - COSTS[table.taken]
        return saved + discard(table, belief, seat, belief.face(row[slot]), slot)
    return target(table, belief, seat, action)


def gamble(chance: float, gain: float) -> float:
    """Turning over a card that is right with this chance; a wrong one costs a penalty card."""
    if chance < SURE:
        return -AVERAGE
    return chance * gain - (1.0 - chance) * AVERAGE + 0.5


def call(belief: Belief) -> float:
    """O-51: seven points or less, and nobody has fewer."""
    mine = belief.total(belief.me)
    if mine > CALLED:
        return -100.0
    least = 1000.0
    for rival in range(len(belief.table.rows)):
        if rival != belief.me:
            least = min(least, belief.total(rival))
    return 100.0 if mine <= least or mine <= 2.0 else -100.0


def take(table: Table, belief: Belief, action: int) -> float:
    """What the better of the two cards saves."""
    most = belief.dearest()
    if action == TAKE_PILE:
        return most - COSTS[table.pile[-1]]
    saved = 0.0
    for cost in COMMON:
        saved += max(0.0, most - cost)
    return saved / len(COMMON) + 0.5


COMMON: Final = [COSTS[face] for face in (*range(1, BOTTLES + 1), *range(1, BOTTLES + 1), *range(GANGSTER, PATROL))]
"""What the cards cost, roughly in their numbers."""


def discard(table: Table, belief: Belief, seat: int, face: int, slot: int) -> float:
    """What comes of discarding this face: a race one can win, or a character at work."""
    if face == NO_CARD:
        return 0.0
    row = table.rows[seat]
    if face <= BOTTLES:
        for at, back in enumerate(row):
            if at != slot and not back & PATROLLED and belief.face(back) == face:
                return COSTS[face] * 0.7
        return 0.0
    if face == DRIVER:
        most = second = 0.0
        for back in row:
            points = bottle_points(belief, back)
            if points > most:
                most, second = points, most
            elif points > second:
                second = points
        return (most + second) * 0.9
    if face == MOLE:
        for back in row:
            if not back & belief.mine:
                return 1.0
        return 0.0
    return USES[face]


USES: Final[list[float]] = [
    3.0 if face in (GANGSTER, SAFECRACKER, SNITCH, PATROL, LA_MAMA) else 0.0 for face in range(FACES)
]
"""What it is worth to set a character to work."""


def bottle_points(belief: Belief, back: int) -> float:
    """The points of a free back that is surely a bottle."""
    face = NO_CARD if back & PATROLLED else belief.face(back)
    return COSTS[face] if 0 < face <= BOTTLES else 0.0


def target(table: Table, belief: Belief, seat: int, action: int) -> float:
    """Whom or what a character is used on."""
    row = table.rows[seat]
    if action >= BLOCK:
        return 60.0 - belief.total((action - BLOCK) // SLOTS)
    if action >= MOVE:
        return exchange(table, belief, seat, action - MOVE)
    if action >= SHUFFLE:
        rival = action - (GIVE if action >= GIVE else DEAL if action >= DEAL else SHUFFLE)
        if action >= DEAL:
            return 60.0 - belief.total(rival)
        seen = 0.0
        for back in table.rows[rival]:
            if back & SEEN << rival:
                seen += 1.0
        return seen
    if action >= TRADE:
        safe, slot = divmod(action - TRADE, SLOTS)
        return belief.points(row[slot], seat) - belief.points(table.safe[safe], -1)
    if action >= DRIVE:
        points = bottle_points(belief, row[action - DRIVE])
        return points if points else -1.0
    if action >= LOOK:
        return 0.0 if row[action - LOOK] & belief.mine else belief.points(row[action - LOOK], seat)
    if action == CRACK:
        return belief.dearest() - 4.0
    return 0.0


def exchange(table: Table, belief: Belief, seat: int, place: int) -> float:
    """O-28: an own dear card for a rival's cheap one; else two cards of rivals, which changes little."""
    holder, slot = divmod(place, SLOTS)
    cost = belief.points(table.rows[holder][slot], holder)
    if not table.chosen:
        return cost - KEPT if holder == seat else -0.5
    first, given = divmod(table.chosen[0], SLOTS)
    if holder == seat:
        return cost - belief.points(table.rows[first][given], first)
    return AVERAGE - cost if first == seat else 0.0
