"""Boss: what speaks for a move, for advice."""

from __future__ import annotations

from typing import Final

from backroom.games.boss.cards import CHICAGO, CITIES, FACES, GROUPS, LAY, PLACES, STAY
from backroom.games.boss.sense import Sense
from backroom.games.boss.table import NOBODY, Table
from backroom.kernel.errors import Reason

TOLD: Final = 0.2
"""How many millions a card laid must change what the others think of its city, to be worth a word."""


def because(table: Table, seat: int, action: int) -> Reason | None:
    """Going by what this seat knows; None where there is nothing to say."""
    sense = Sense(table, seat)
    if action >= LAY:
        return about_card(sense, action - LAY)
    if action == STAY:
        return Reason("save") if table.supply[seat] else None
    return about_place(sense, action // GROUPS)


def about_place(sense: Sense, place: int) -> Reason | None:
    """What there is to win in a place, and from whom."""
    leader = sense.table.leader[place]
    worth = round(sense.known[place])
    told: dict[str, str | int] = {"place": PLACES[place]}
    if leader == sense.me:
        return Reason("hold", told)
    if worth <= 0:
        return None
    if leader != NOBODY:
        return Reason("oust", {**told, "rival": leader, "worth": worth})
    return Reason("free_place", {**told, "worth": worth})


def about_card(sense: Sense, card: int) -> Reason | None:
    """What the others learn by a card, or what it does for Chicago."""
    city, face = card // FACES, card % FACES
    place: dict[str, str | int] = {"place": CITIES[city]}
    leader = sense.table.leader
    count = sense.count[city]
    if count > 1:
        rest = (sense.total[city] - sense.worth[face]) / (count - 1)
        told = rest - sense.shown[city]
        if told < -TOLD and leader[city] in (sense.me, NOBODY):
            return Reason("looks_poorer", place)
        if told > TOLD and leader[city] not in (sense.me, NOBODY):
            return Reason("looks_richer", {**place, "rival": leader[city]})
        if abs(told) <= TOLD:
            return Reason("tells_little")
    if city < sense.table.ledger.chicago and leader[CHICAGO] == sense.me and face >= 3:
        return Reason("feeds_chicago", place)
    return None
