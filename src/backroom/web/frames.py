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
    told: Clocks | None = course.shown.get(clocks)
    if told is None:
        told = course.shown[clocks] = clocks(table, course)
    view = msgspec.Raw(written(course, seat))
    return encode(Frame(course.version, seat, course.over, told, legal(course, seat), view))


def written(course: Course, seat: int | None) -> bytes:
    """A view as JSON. What several views of this moment share is encoded once for them all."""
    view = course.view(seat)
    if seat not in course.seen:
        return encode(view)
    if common not in course.shown:
        course.shown[common] = common(tuple(course.seen.values()))
    parts: list[bytes | str] = course.shown[common]
    if not parts:
        return encode(view)
    found = [part if isinstance(part, bytes) else encode({part: getattr(view, part)})[1:-1] for part in parts]
    return b"{" + b",".join(found) + b"}"


def common(views: Sequence[View]) -> list[bytes | str]:
    """The fields of views in their order: those they have in common encoded, the names of the others.

    Nothing if they are too different for it to pay.
    """
    parts: list[bytes | str] = []
    same: dict[str, Any] = {}
    fields = zip(*map(msgspec.structs.astuple, views), strict=True)
    for name, values in zip(views[0].__struct_fields__, fields, strict=True):
        if values.count(values[0]) == len(views):  # most are one and the same object
            same[name] = values[0]
            continue
        if same:
            parts.append(encode(same)[1:-1])
            same = {}
        parts.append(name)
    if same:
        parts.append(encode(same)[1:-1])
    return parts if sum(isinstance(part, str) for part in parts) <= OWN else []
