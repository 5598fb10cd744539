"""Views as arrays: what a program that learns sees. Encoded from views alone, so they hold no secret."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final
from zlib import crc32

import msgspec
import numpy as np
from numpy.typing import NDArray

from backroom.kernel.features import Feature
from backroom.kernel.game import Game
from backroom.kernel.registry import game as find_game
from backroom.kernel.view import View

Vector = NDArray[np.float32]
BUCKETS: Final = 512
"""How many numbers stand for everything in a view that its game gives no numbers for."""
MOST: Final = 1000
COMMON: Final = frozenset(View.__struct_fields__)


class Encoding:
    """How the views of a game, at a table of so many seats, become vectors of a fixed size.

    Every number is divided by the most its feature says, so vectors lie between -1 and 1; what is beyond is
    cut off there. `write` fills a row of an array that is there already, `vector` makes a new one.
    """

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        self.seats = game.check_seats(seats)
        own = tuple(game.features(seats))
        self.features: tuple[Feature, ...] = own or plain_features(seats)
        self.numbers = game.numbers if own else plain_numbers
        self.size = sum(feature.size for feature in self.features)
        self.slices: dict[str, tuple[slice, tuple[int, ...]]] = {}
        start = 0
        for feature in self.features:
            self.slices[feature.name] = (slice(start, start + feature.size), feature.shape)
            start += feature.size
        self.least = np.concatenate([np.full(one.size, one.least, np.int32) for one in self.features])
        self.most = np.concatenate([np.full(one.size, one.most, np.int32) for one in self.features])
        self.scale: Vector = (1 / self.most).astype(np.float32)
        self.low: Vector = (self.least * self.scale).astype(np.float32)
        self.high: Vector = np.ones(self.size, np.float32)

    def vector(self, view: View) -> Vector:
        """The view as a new vector."""
        out: Vector = np.empty(self.size, np.float32)
        self.write(view, out)
        return out

    def write(self, view: View, out: Vector) -> None:
        """The view into a vector that is there."""
        numbers = self.numbers(view)
        whole: NDArray[np.uint8] | NDArray[np.int32]
        try:
            whole = np.frombuffer(bytes(numbers), np.uint8)  # four times as fast, and nearly always enough
        except ValueError:
            whole = np.frombuffer(array("i", numbers), np.int32)
        np.multiply(whole, self.scale, out=out, casting="unsafe")
        np.maximum(out, self.low, out=out)
        np.minimum(out, self.high, out=out)

    def pieces(self, vector: Vector) -> dict[str, Vector]:
        """The vector's features by name, in their shapes: windows onto it, not copies."""
        return {name: vector[place].reshape(shape) for name, (place, shape) in self.slices.items()}


@cache
def encoding(game: str, seats: int) -> Encoding:
    """The encoding of a game for so many seats, made once."""
    return Encoding(find_game(game), seats)


def plain_features(seats: int) -> tuple[Feature, ...]:
    """What is known of every game, and buckets for all else."""
    return (
        Feature("seat", (seats,), "one for the viewer's seat"),
        Feature("waiting", (seats,), "one for each seat that owes a decision"),
        Feature("over", (1,), "1 when the game is over"),
        Feature("scores", (seats,), "each seat's score", MOST, -MOST),
        Feature("ranks", (seats,), "each seat's rank, 1 for who leads", seats),
        Feature(
            "hashed",
            (BUCKETS,),
            "the rest of the view: each field and place in it falls into one of the buckets, which adds up the "
            "numbers there and counts the words",
            MOST,
            -MOST,
        ),
    )


def plain_numbers(view: View) -> list[int]:
    """Any view in numbers: the hashing trick for what only its own game understands. Lossy, but always there."""
    seats, me = view.seats, view.seat or 0
    seat, waiting = [0] * seats, [0] * seats
    if view.seat is not None:
        seat[me] = 1
    for other in view.waiting:
        waiting[(other - me) % seats] = 1
    buckets = [0] * BUCKETS
    plain = msgspec.to_builtins(view)
    for name, value in plain.items():
        if name not in COMMON:
            for place, number in leaves(name, value):
                buckets[crc32(place.encode()) % BUCKETS] += number
    scores, ranks = turned(view.scores, me), turned(view.ranks, me)
    return [*seat, *waiting, int(view.over), *scores, *ranks, *buckets]


def turned(by_seat: Sequence[int], me: int) -> list[int]:
    """Counted from the viewer on."""
    return [*by_seat[me:], *by_seat[:me]]


def leaves(place: str, value: Any) -> Iterator[tuple[str, int]]:
    """Every number in plain data with its place; words and yes or no become part of the place."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from leaves(f"{place}.{name}", each)
    elif isinstance(value, (list, tuple)):
        for at, each in enumerate(value):
            yield from leaves(f"{place}.{at}", each)
    elif isinstance(value, (bool, str)) or value is None:
        yield f"{place}={value}", 1
    elif isinstance(value, int):
        yield place, max(-MOST, min(MOST, value))
