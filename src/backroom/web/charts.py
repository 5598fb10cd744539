"""Charts as SVG, drawn here: lines told apart by pattern and mark beside colour, the names where they end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import ceil, floor, log10
from typing import Final, NamedTuple

from markupsafe import Markup, escape

WIDTH: Final = 720
HEIGHT: Final = 300
LEFT: Final = 62
RIGHT: Final = 150
TOP: Final = 16
BOTTOM: Final = 34
LINE: Final = 19
"""Units between two names at least."""
MARKS: Final = (
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",
    "M-5-5h10v10h-10z",
    "M0-6 6 5h-12z",
    "M0-6 6 0 0 6-6 0z",
    "M-6-2h4v-4h4v4h4v4h-4v4h-4v-4h-4z",
)
"""A mark for every seat: disc, square, triangle, diamond, cross."""


class Series(NamedTuple):
    """One line: whose, how the name is written, and its points."""

    seat: int
    name: str
    points: Sequence[tuple[float, float]]


class Mark(NamedTuple):
    """A point that can be followed."""

    x: float
    href: str
    name: str


def chart(
    title: str, series: Sequence[Series], written: Callable[[float], str], along: Sequence[tuple[float, str]] = (),
    marks: Sequence[Mark] = (), cursor: float | None = None, span: tuple[float, float] | None = None,
    cross: str = "", until: float | None = None,
) -> Markup:  # fmt: skip
    """Lines over a common axis; `written` says a value, `along` are the words below, `cross` is for the script.

    Lines may end before the axis does, which goes on `until` then.
    """
    every = [point for each in series for point in each.points]
    if not every:
        return Markup("")
    low, high = span or (min(y for _, y in every), max(y for _, y in every))
    steps = ticks(low, high)
    low, high = min(low, steps[0]), max(high, steps[-1])
    first, last = min(x for x, _ in every), max([x for x, _ in every] if until is None else [until])
    inner = WIDTH - LEFT - RIGHT

    def at_x(x: float) -> float:
        return LEFT + (inner * (x - first) / (last - first) if last > first else 0)

    def at_y(y: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - (y - low) / (high - low) if high > low else 0.5)

    parts = ['<g class="grid">']
    for value in steps:
        parts.append(
            f'<path d="M{LEFT} {at_y(value):.1f}H{WIDTH - RIGHT}"/>'
            f'<text x="{LEFT - 8}" y="{at_y(value) + 4:.1f}" text-anchor="end">{escape(written(value))}</text>'
        )
    for x, word in along:
        parts.append(f'<text x="{at_x(x):.1f}" y="{HEIGHT - 10}" text-anchor="middle">{escape(word)}</text>')
    parts.append("</g>")
    if cursor is not None and first <= cursor <= last:
        parts.append(f'<path class="cursor" d="M{at_x(cursor):.1f} {TOP}V{HEIGHT - BOTTOM}"/>')
    places = apart([at_y(each.points[-1][1]) for each in series if each.points])
    for each, place in zip([each for each in series if each.points], places, strict=True):
        path = "L".join(f"{at_x(x):.1f} {at_y(y):.1f}" for x, y in each.points)
        x, y = at_x(each.points[-1][0]), at_y(each.points[-1][1])
        every_so_often = each.points[:: max(1, len(each.points) // 6)]
        dots = "".join(
            f'<path class="dot" transform="translate({at_x(px):.1f} {at_y(py):.1f})" d="{MARKS[each.seat % 5]}"/>'
            for px, py in [*every_so_often, each.points[-1]]
        )
        parts.append(
            f'<g class="ser ser-{each.seat % 5}"><path class="line" d="M{path}"/>{dots}'
            f'<text x="{x + 14:.1f}" y="{place + 5:.1f}">{escape(short(each.name))}</text>'
            + (f'<path class="lead" d="M{x + 7:.1f} {y:.1f}L{x + 12:.1f} {place:.1f}"/>' if abs(place - y) > 3 else "")
            + "</g>"
        )
    for mark in marks:
        x = at_x(mark.x)
        parts.append(
            f'<a href="{escape(mark.href)}" aria-label="{escape(mark.name)}"><title>{escape(mark.name)}</title>'
            f'<path class="turning" d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}"/>'
            f'<circle class="turning" cx="{x:.1f}" cy="{TOP}" r="7"/>'
            f'<rect class="hit" x="{x - 12:.1f}" y="{TOP - 14}" width="24" height="28"/></a>'
        )
    kind = f' data-cross="{escape(cross)}" data-first="{first:g}" data-last="{last:g}"' if cross else ""
    role = "group" if marks else "img"
    return Markup(
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="{role}" aria-label="{escape(title)}"{kind}>'
        f"{''.join(parts)}</svg>"
    )


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers from below the lowest to above the highest."""
    if high <= low:
        return [low - 1, low, low + 1]
    rough = (high - low) / about
    power = 10.0 ** floor(log10(rough))
    step = next(power * each for each in (1, 2, 5, 10) if power * each >= rough)
    return [step * at for at in range(floor(low / step), ceil(high / step) + 1)]


def apart(places: Sequence[float]) -> list[float]:
    """The same places, moved so far that names do not cover each other, in their order."""
    order = sorted(range(len(places)), key=lambda at: places[at])
    found = list(places)
    for before, after in pairwise(order):
        found[after] = max(found[after], found[before] + LINE)
    lowest = HEIGHT - 8.0
    for at in reversed(order):
        found[at] = min(found[at], lowest)
        lowest = found[at] - LINE
    return found


def short(name: str) -> str:
    """A name that fits beside its line."""
    return name if len(name) <= 16 else name[:15] + "…"
