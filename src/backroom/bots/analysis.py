"""Looking back on a finished game: everybody's chances all along, where they turned, what the don would have done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import sqrt
from random import Random
from typing import Final

import msgspec

from backroom.bots.advice import Suggestion, considered, suggestions
from backroom.bots.budget import Budget
from backroom.bots.search import fortunes
from backroom.kernel.errors import BadRecord
from backroom.kernel.record import Record
from backroom.kernel.state import HOUSE, State

PLAYOUTS: Final = 200
"""How often a position is played out to tell the chances in it."""
CLOSER: Final = 4
"""What looks like a turning point is looked at again, with so many times as many play-outs."""
CANDIDATES: Final = 12
POINTS: Final = 6
"""At most so many turning points are told."""
TURN: Final = 0.08
"""A chance of winning that changes by less is no turning point."""


class Moment(msgspec.Struct, frozen=True):
    """Where everybody stood after so many moves."""

    at: int
    """How many moves had been made."""
    chances: tuple[float, ...]
    """By seat: the chance of winning for somebody who sees all cards, but does not know the luck to come."""
    scores: tuple[int, ...]
    """By seat: the score then, money or points."""


class TurningPoint(msgspec.Struct, frozen=True):
    """A move after which the chances were others."""

    at: int
    """How many moves had been made before it; the moves of one turn are told as one, by the first of them."""
    seat: int
    """Whose chance it is: the mover's, if his own changed; else that of the seat which it touched most."""
    mover: int
    token: str
    """The turn's moves, with spaces between."""
    before: float
    after: float
    luck: bool
    """Whether it was not the move but the luck that came after it, as in a new deal."""


class Analysis(msgspec.Struct, frozen=True):
    """What there is to say about a whole game."""

    game: str
    seats: int
    moves: int
    budget: int
    """Play-outs for each position."""
    moments: tuple[Moment, ...]
    """From before the first move to after the last, one for each turn."""
    turning_points: tuple[TurningPoint, ...]
    """In the order of the game."""


class Hindsight(msgspec.Struct, frozen=True):
    """What the don would have done in somebody's place."""

    at: int
    seat: int
    played: str
    """The token of what was done."""
    chance: float | None
    """The chance of winning with that, as the don saw it; None if he did not think of it."""
    suggestions: tuple[Suggestion, ...]
    """What he would have done, the best first."""


def chances(state: State, rng: Random, budget: int | None = None) -> tuple[float, ...]:
    """Each seat's chance of winning in a position, for one who sees all cards but does not know the luck to come."""
    return tuple(fortunes(state, rng.getrandbits(30), budget or PLAYOUTS, 0))


def analyse(
    record: Record,
    rng: Random,
    budget: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    known: Sequence[Moment] = (),
) -> Analysis:
    """The whole game looked at; `budget` is the number of play-outs for a position.

    Each position has luck of its own, so what is `known` from an earlier call with the same rng and budget need not
    be found again, and the result is the same. `progress` is told how many moves are done, and of how many.
    """
    times = budget or PLAYOUTS
    luck = rng.getrandbits(62)
    found: list[Moment] = []
    for moment in moments(record, luck, times, known):
        found.append(moment)
        if progress is not None:
            progress(moment.at, len(record.moves))
    points = turning_points(record, found, luck, times)
    return Analysis(record.game, record.seats, len(record.moves), times, tuple(found), points)


def moments(record: Record, luck: int, times: int, known: Sequence[Moment] = ()) -> Iterator[Moment]:
    """One moment for each turn, as they are found."""
    have = {moment.at: moment for moment in known}
    for at, state in enumerate(record.steps()):
        if begins_turn(record, at):
            yield have.get(at) or Moment(at, looked_at(state, luck, at, times), tuple(state.scores()))


def begins_turn(record: Record, at: int) -> bool:
    """Whether somebody else moves now than before: what one seat does in a row is one turn."""
    moves = record.moves
    return at in (0, len(moves)) or moves[at][0] != moves[at - 1][0]


def looked_at(state: State, luck: int, at: int, times: int) -> tuple[float, ...]:
    """The chances in a position, with luck of its own."""
    return chances(state, Random(f"{luck} {at}"), times)


def turning_points(record: Record, found: Sequence[Moment], luck: int, times: int) -> tuple[TurningPoint, ...]:
    """Where somebody's chance changed for good; what play-outs alone could have made differ is left out."""
    steps = list(pairwise(found))
    steps.sort(key=lambda step: -largest(step[0].chances, step[1].chances)[1])
    wanted = {before.at: after for before, after in steps[:CANDIDATES]}
    closer = times * CLOSER
    least = max(TURN, 3.0 * sqrt(0.5 / closer))
    points = []
    states = {
        at: state.copy()
        for at, state in enumerate(record.steps())
        if at in wanted or at in {after.at for after in wanted.values()}
    }
    for at, after in sorted(wanted.items()):
        mover = record.moves[at][0]
        was = looked_at(states[at], luck, at + 1_000_000, closer)
        became = looked_at(states[after.at], luck, after.at + 1_000_000, closer)
        moved = expected(record, states[at], at, after.at, luck, closer)
        token = " ".join(token for _seat, token in record.moves[at : after.at])
        if mover != HOUSE:
            seat, change = mover, abs(moved[mover] - was[mover])
            if change < least:
                seat, change = largest(was, moved)
            if change >= least:
                points.append(TurningPoint(at, seat, mover, token, was[seat], moved[seat], False))
                continue
        seat, change = largest(moved, became)
        if change >= least:
            points.append(TurningPoint(at, seat, mover, token, moved[seat], became[seat], True))
    points.sort(key=lambda point: -abs(point.after - point.before))
    return tuple(sorted(points[:POINTS], key=lambda point: point.at))


def expected(record: Record, state: State, at: int, until: int, luck: int, times: int) -> tuple[float, ...]:
    """The chances after these moves, whatever luck comes with them."""
    whole = [0.0] * record.seats
    parts = 8
    game = state.setup.game
    rng = Random(f"{luck} {at} {until}")
    for _ in range(parts):
        world = state.copy()
        world.luck = rng.getrandbits(29) + 1
        for seat, token in record.moves[at:until]:
            action = game.action(token)
            if seat not in world.waiting and seat != HOUSE or not world.may(seat, action):
                break  # other luck: the turn goes on otherwise
            world.step(seat, action)
        for seat, share in enumerate(fortunes(world, rng.getrandbits(30), max(times // parts, 1), 0)):
            whole[seat] += share / parts
    return tuple(whole)


def largest(one: Sequence[float], other: Sequence[float]) -> tuple[int, float]:
    """Where two rows differ most, and by how much."""
    changes = [abs(after - before) for before, after in zip(one, other, strict=True)]
    return changes.index(max(changes)), max(changes)


def would_play(record: Record, at: int, rng: Random, budget: Budget | int | None, most: int = 3) -> Hindsight:
    """What the don would have done instead of move `at` (0 is the first), from that seat's view alone."""
    if not 0 <= at < len(record.moves) or record.moves[at][0] == HOUSE:
        raise BadRecord(f"the record has no move {at} of a player")
    seat, played = record.moves[at]
    state = record.replay(at)
    view = state.view(seat)
    found = suggestions(considered(view, rng, budget), view)
    chance = next((each.chance for each in found if each.token == played), None)
    return Hindsight(at, seat, played, chance, tuple(found[:most]))
