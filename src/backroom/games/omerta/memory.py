"""Omerta: what each player knows (O-60).

A record says "one of these backs is this card". Exact ones are bits on the back itself: who has looked at it, and
whether all were shown it. These bits are public facts, since everybody sees who looks where. The others, which a
Lady leaves behind, are kept by seat; a few of them may have shrunk to one back, which nobody else can tell.
"""

# compiled by mypyc
from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from backroom.games.omerta.cards import FACE, HANDLE, SAFE, SEEN, SHOWN
from backroom.games.omerta.table import Known, Table


def forget_all(table: Table) -> None:
    """All records end with the round."""
    table.wide = NOTHING[table.rules.seats]
    table.hazy = False


NOTHING: Final[list[tuple[tuple[Known, ...], ...]]] = [tuple([() for _ in range(seats + 1)]) for seats in range(6)]


def remember(table: Table, wide: list[tuple[Known, ...]]) -> None:
    """Put the records away in their one order."""
    table.wide = tuple([tuple(sorted(records)) for records in wide])
    table.hazy = any(table.wide)


def knows(table: Table, knower: int, back: int) -> bool:
    """Whether a seat (or, as the last knower, everybody together) knows this back by the bits on it."""
    if back & SHOWN:
        return True
    return knower < table.rules.seats and back & SEEN << knower != 0


def look(table: Table, seat: int, back: int) -> int:
    """A seat looks at a card: the back as it is afterwards."""
    if table.hazy and not knows(table, seat, back):
        wide = list(table.wide)
        wide[seat] = settled(wide[seat], back & FACE, back >> HANDLE)
        remember(table, wide)
    return back | SEEN << seat


def show(table: Table, back: int) -> int:
    """All are shown a card: the back as it is afterwards. A card that leaves is shown too; its record ends with it."""
    if table.hazy:
        wide = list(table.wide)
        for knower, records in enumerate(wide):
            if records and not knows(table, knower, back):
                wide[knower] = settled(records, back & FACE, back >> HANDLE)
        remember(table, wide)
    return back | SHOWN


def settled(records: tuple[Known, ...], face: int, handle: int) -> tuple[Known, ...]:
    """The records after this back turned out to be this face: the narrowest one that could be it is done with, wider
    ones may now be wherever they or the narrower ones could be; those of other faces lose this back."""
    others: list[Known] = []
    same: list[tuple[int, tuple[int, ...], bool]] = []
    for known_face, places, own in records:
        if handle not in places:
            others.append((known_face, places, own))
        elif known_face == face:
            same.append((len(places), places, own))
        else:
            others.append((known_face, tuple([place for place in places if place != handle]), own))
    same.sort()
    reach: set[int] = set()
    for at, (_, places, own) in enumerate(same):
        reach.update(places)
        if at:
            others.append((face, tuple(sorted(reach - {handle})), own))
    return tuple(others)


def moved(records: tuple[Known, ...], to: Mapping[int, tuple[int, ...]]) -> list[Known]:
    """The records after backs became others, each one of several."""
    after: list[Known] = []
    for face, places, own in records:
        if any([place in to for place in places]):
            reach: set[int] = set()
            for place in places:
                reach.update(to.get(place, (place,)))
            places = tuple(sorted(reach))
        after.append((face, places, own))
    return after


def blur(table: Table, backs: list[int], to: dict[int, tuple[int, ...]], follower: int, path: dict[int, int]) -> None:
    """Backs change their handles so that only the follower (if any) can tell which is which."""
    wide: list[tuple[Known, ...]] = []
    for knower, records in enumerate(table.wide):
        follows = knower == follower
        places: Mapping[int, tuple[int, ...]] = {old: (new,) for old, new in path.items()} if follows else to
        after = moved(records, places)
        for back in backs:
            if knows(table, knower, back):
                own = knower < table.rules.seats and back & SEEN << knower != 0
                after.append((back & FACE, places[back >> HANDLE], own))
        wide.append(tuple(after))
    remember(table, wide)


def mix(table: Table, seat: int, slots: list[int]) -> None:
    """O-29: the cards in these slots are shuffled unseen and get new handles."""
    row = table.rows[seat]
    backs = [row[slot] for slot in slots]
    first = table.handles
    table.handles += len(slots)
    if len(slots) == 1:  # everybody can follow one card
        back = backs[0]
        row[slots[0]] = back & ~(-1 << HANDLE) | first << HANDLE
        if table.hazy:
            to = {back >> HANDLE: (first,)}
            remember(table, [tuple(moved(records, to)) for records in table.wide])
        return
    new = tuple(range(first, table.handles))
    blur(table, backs, {back >> HANDLE: new for back in backs}, -1, {})
    table.shuffle(backs)
    for at, slot in enumerate(slots):
        row[slot] = backs[at] & FACE | (first + at) << HANDLE


def trade_hidden(table: Table, seat: int, slots: list[int], safe: int, slot: int) -> None:
    """O-34 with `safe_slots_public = false`: any free card of the row may have changed places with any in the safe."""
    row = table.rows[seat]
    first = table.handles
    table.handles += len(slots) + SAFE
    in_row = {at: first + count for count, at in enumerate(slots)}
    in_safe = {at: first + len(slots) + at for at in range(SAFE)}
    safes, rows = tuple(in_safe.values()), tuple(in_row.values())
    to = {row[at] >> HANDLE: (handle, *safes) for at, handle in in_row.items()}
    path = {row[at] >> HANDLE: in_safe[safe] if at == slot else handle for at, handle in in_row.items()}
    for at, handle in in_safe.items():
        old = table.safe[at] >> HANDLE
        to[old] = (*rows, handle)
        path[old] = in_row[slot] if at == safe else handle
    blur(
        table, [row[at] for at in slots] + table.safe, {old: tuple(sorted(new)) for old, new in to.items()}, seat, path
    )
    row[slot], table.safe[safe] = table.safe[safe], row[slot]
    for at, handle in in_row.items():
        row[at] = row[at] & FACE | handle << HANDLE
    for at, handle in in_safe.items():
        table.safe[at] = table.safe[at] & FACE | handle << HANDLE
