"""Clocks, as pure functions of what the log says and of when the house was down. Nothing here reads the time.

A seat's clock runs while it owes a decision: first the time for this move, then its reserve, which lasts for the
whole game. Time in which no process of the house was alive counts for nobody. At zero a bot stands in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple

import msgspec

from backroom.house.errors import Refused

SECOND: Final = 1_000
DAY: Final = 24 * 3_600 * SECOND
RACE: Final = 10 * SECOND
"""How long the house waits before a move of its own, if the table says nothing else."""

Outages = Sequence[tuple[int, int]]
"""From when to when the house was down, in order."""


class Tempo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much time there is."""

    kind: Literal["live", "mail"]
    move: int
    """Milliseconds for a decision."""
    reserve: int = 0
    """Milliseconds more for all decisions of a game together."""
    race: int = RACE
    """Milliseconds until the house makes a move that only it makes."""
    pauses: dict[str, int] = {}
    """Other times for single moves of the house, by token."""
    bots: bool = False
    """Whether bots take the time that the game gives them (`Game.pace`), for the sake of the people at the table."""

    @classmethod
    def live(cls, seconds: int, reserve: int = 0) -> Tempo:
        """Everybody is at the table: seconds for a move, and seconds in reserve."""
        if not 5 <= seconds <= 3_600 or not 0 <= reserve <= 4 * 3_600:
            raise Refused("bad_tempo", "a move takes 5 seconds to an hour, the reserve is at most four hours")
        return cls("live", seconds * SECOND, reserve * SECOND)

    @classmethod
    def by_mail(cls, days: int) -> Tempo:
        """Everybody looks in when there is time: days for a move."""
        if not 1 <= days <= 30:
            raise Refused("bad_tempo", "a move by mail takes one to thirty days")
        return cls("mail", days * DAY)


def paced(tempo: Tempo, pauses: dict[str, int]) -> Tempo:
    """The tempo with the times a game gives the house for its own moves, and bots that can be followed.

    A tempo that says how long the house waits is left as it is.
    """
    if tempo.pauses or tempo.race != RACE:
        return tempo
    return msgspec.structs.replace(tempo, race=max(pauses.values(), default=tempo.move), pauses=pauses, bots=True)


class Clock(NamedTuple):
    """All clocks of a table at one moment of its log."""

    since: tuple[int | None, ...]
    """When each seat began to owe its decision; None for who owes none."""
    reserve: tuple[int, ...]
    """What is left of each seat's reserve, without the decision it owes now."""
    house: tuple[str, int] | None
    """The move only the house makes, and since when it may."""


def begin(tempo: Tempo, seats: int, waiting: Iterable[int], house: str | None, at: int) -> Clock:
    """The clocks at the first decision."""
    owing = set(waiting)
    since = tuple(at if seat in owing else None for seat in range(seats))
    return Clock(since, (tempo.reserve,) * seats, (house, at) if house else None)


def moved(
    clock: Clock, tempo: Tempo, mover: int, waiting: Iterable[int], house: str | None, at: int, outages: Outages,
    fresh: bool = False,
) -> Clock:  # fmt: skip
    """The clocks after a decision: the mover's stops, and starts anew if he owes another one; all do, if what they
    are waited for is fresh."""
    reserve = clock.reserve
    if mover >= 0 and (started := clock.since[mover]) is not None:
        beyond = awake(started, at, outages) - tempo.move
        if beyond > 0:
            left = max(0, reserve[mover] - beyond)
            reserve = (*reserve[:mover], left, *reserve[mover + 1 :])
    owing = set(waiting)
    since = tuple(
        None if seat not in owing else at if seat == mover or started is None or fresh else started
        for seat, started in enumerate(clock.since)
    )
    if house is None:
        return Clock(since, reserve, None)
    if clock.house is not None and clock.house[0] == house and mover >= 0 and not fresh:
        return Clock(since, reserve, clock.house)
    return Clock(since, reserve, (house, at))


def deadline(clock: Clock, tempo: Tempo, seat: int, outages: Outages) -> int | None:
    """When this seat's time is over; None while it owes nothing."""
    started = clock.since[seat]
    return None if started is None else later(started, tempo.move + clock.reserve[seat], outages)


def house_due(clock: Clock, tempo: Tempo, outages: Outages) -> int | None:
    """When the house makes its move; None if it has none."""
    if clock.house is None:
        return None
    token, started = clock.house
    return later(started, tempo.pauses.get(token, tempo.race), outages)


def left(clock: Clock, tempo: Tempo, seat: int, now: int, outages: Outages) -> tuple[int, int]:
    """What a seat has left now: of this move's time, and of its reserve."""
    started = clock.since[seat]
    if started is None:
        return tempo.move, clock.reserve[seat]
    used = awake(started, now, outages)
    return max(0, tempo.move - used), max(0, clock.reserve[seat] - max(0, used - tempo.move))


def awake(start: int, end: int, outages: Outages) -> int:
    """How much of the time from start to end counts."""
    lost = sum(max(0, min(end, until) - max(start, since)) for since, until in outages)
    return max(0, end - start - lost)


def later(start: int, span: int, outages: Outages) -> int:
    """When so much time that counts will have passed."""
    end = start + span
    for since, until in outages:
        if until > start and since < end:
            end += until - max(start, since)
    return end
