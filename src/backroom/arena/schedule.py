"""Who sits where in which deal: every bot plays every deal from every seat.

>>> [fixture.order for fixture in schedule(bots=3, seats=3, games=3, first=1)]
[(0, 1, 2), (1, 2, 0), (2, 0, 1)]
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, islice, permutations

import msgspec

Order = tuple[int, ...]
"""Which bot sits at each seat."""

MOST = 720
"""Circles looked through for each line-up."""


class Fixture(msgspec.Struct, frozen=True, order=True):
    """A game to be played: its number, which is its seed, and who sits where."""

    number: int
    order: Order


def schedule(bots: int, seats: int, games: int, first: int) -> list[Fixture]:
    """At least so many games, in whole deals.

    With more bots than seats every selection of them meets; with fewer, each holds as many seats as the others, and
    what is over goes to each in turn. In a deal a line-up is rotated through all seats; from deal to deal it is
    arranged anew, so that everybody follows on everybody.
    """
    found: list[Fixture] = []
    number = first
    while len(found) < games:
        found += (Fixture(number, order) for order in deal(bots, seats, number - first))
        number += 1
    return found


def deal(bots: int, seats: int, at: int) -> Iterator[Order]:
    """All games of the deal that is played as number `at`, from 0."""
    for lineup in lineups(bots, seats):
        circles = arrangements(lineup)
        yield from rotations(circles[at % len(circles)])


def lineups(bots: int, seats: int) -> list[Order]:
    """Who plays together.

    >>> lineups(2, 3)
    [(0, 0, 1), (0, 1, 1)]
    >>> lineups(3, 2)
    [(0, 1), (0, 2), (1, 2)]
    """
    each, over = divmod(seats, bots)
    return [tuple(sorted((*(list(range(bots)) * each), *more))) for more in combinations(range(bots), over)]


@lru_cache(maxsize=1024)
def arrangements(lineup: Order) -> list[Order]:
    """The different circles in which they can sit."""
    found: dict[Order, Order] = {}
    for rest in islice(permutations(lineup[1:]), MOST):
        circle = (lineup[0], *rest)
        found.setdefault(min(rotations(circle)), circle)
    return list(found.values())


def rotations(circle: Order) -> list[Order]:
    """The circle begun with each of its members; where it repeats itself, each only once."""
    return list(dict.fromkeys(circle[at:] + circle[:at] for at in range(len(circle))))
