"""A table as programs are shown it: the view, whose time runs until when, and what one may do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from backroom.house.clocks import deadline, house_due
from backroom.house.course import Course
from backroom.house.tables import Table
from backroom.kernel.view import View

OWN: Final = 4
"""So many fields at most may differ between views that are encoded together."""

HOLE: Final = msgspec.Raw(b"\0")
"""Stands where something is to be filled in: a byte that no JSON has in it."""
NONE: Final = object()

encode: Final = msgspec.json.encode


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
    return tuple([token(action) for action in course.state.legal(seat)])


def frame(table: Table, course: Course, seat: int | None) -> bytes:
    """A form for programs."""
    if seat in course.seen:
        cast: Mould | None = course.shown.get(Mould, NONE)
        if cast is NONE:
            cast = course.shown[Mould] = mould(table, course, list(course.seen.values()))
        if cast is not None:
            return cast.filled(course, seat)
    return encode(
        Frame(course.version, seat, course.over, clocks(table, course), legal(course, seat), course.view(seat))
    )


class Mould:
    """A moment's frame with holes where viewers see different things: encoded once, and filled for each."""

    def __init__(self, parts: list[bytes], fields: Sequence[str]) -> None:
        self._first, *self._rest = parts
        self._fields = fields

    def filled(self, course: Course, seat: int | None) -> bytes:
        """The frame of one viewer."""
        view = course.seen[seat]
        told = [seat, legal(course, seat), *[getattr(view, name) for name in self._fields]]
        found = [self._first]
        for value, part in zip(told, self._rest, strict=True):
            found += (encode(value), part)
        return b"".join(found)


def mould(table: Table, course: Course, views: Sequence[View]) -> Mould | None:
    """What these viewers' frames have in common; None if their views are too different for it to pay."""
    fields = views[0].own or differing(views)
    if len(fields) > OWN:
        return None
    view = msgspec.structs.replace(views[0], **dict.fromkeys(fields, HOLE))
    hole: Any = HOLE
    text = encode(Frame(course.version, hole, course.over, clocks(table, course), hole, view))
    return Mould(text.split(b"\0"), fields)


def differing(views: Sequence[View]) -> list[str]:
    """The fields in which these views are not all the same."""
    first, *others = views
    found = []
    for name in first.__struct_fields__:
        value = getattr(first, name)
        for other in others:
            theirs = getattr(other, name)
            if theirs is not value and theirs != value:  # most are one and the same object
                found.append(name)
                break
    return found
