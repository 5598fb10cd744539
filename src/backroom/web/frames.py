"""A table as programs are shown it: the view, whose time runs until when, and what one may do."""

from __future__ import annotations

from typing import Any

import msgspec

from backroom.house.clocks import deadline, house_due
from backroom.house.course import Course
from backroom.house.tables import Table


class Clocks(msgspec.Struct, frozen=True):
    """All times are milliseconds since 1970 by the house's clock, so a version's clocks never change."""

    deadlines: tuple[int | None, ...]
    """When each seat's time is over, reserve included; null for a seat that owes nothing."""
    reserve: tuple[int, ...]
    """Milliseconds of reserve each seat had left when its present decision began."""
    house: int | None
    """When the house makes its own move; null if it has none."""


class Frame(msgspec.Struct, frozen=True, tag="view"):
    """What one seat, or a spectator, sees at one version. The same for the same version, to the byte."""

    version: int
    seat: int | None
    """Whose view it is; null for a spectator's."""
    over: bool
    clocks: Clocks
    legal: tuple[str, ...]
    """The tokens this seat may play now; empty if it owes nothing."""
    view: Any


def clocks(table: Table, course: Course) -> Clocks:
    """The clocks of a course."""
    tempo = course.opening.tempo
    return Clocks(
        tuple(deadline(course.clock, tempo, seat, table.outages) for seat in range(course.opening.seats)),
        course.clock.reserve,
        house_due(course.clock, tempo, table.outages),
    )


def legal(course: Course, seat: int | None) -> tuple[str, ...]:
    """The tokens a seat may play now."""
    if seat is None or course.over:
        return ()
    token = course.state.setup.game.token
    return tuple(token(action) for action in course.state.legal(seat))


def frame(table: Table, course: Course, seat: int | None) -> bytes:
    """A form for programs."""
    return msgspec.json.encode(
        Frame(course.version, seat, course.over, clocks(table, course), legal(course, seat), course.view(seat))
    )
