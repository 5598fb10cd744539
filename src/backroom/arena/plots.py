"""The plots of a report, as SVG that takes its colours from the page: one drawing for day and night."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from math import log2
from typing import Any, Final

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from backroom.arena.entrants import short_names
from backroom.arena.games import STEPS, Result, Times
from backroom.arena.standing import Standing

WIDE: Final = 4.4
"""Inches: text of nine points can then be read on a phone, where the whole drawing is scaled to its width."""
HUES: Final = 8
INK, FAINT, GROUND = "#0a0b01", "#0a0b02", "#0a0b03"
"""Colours that stand for the page's own until the drawing is done."""
TICKS: Final = [
    (STEPS * log2(microseconds), text)
    for microseconds, text in (
        (10, "10 µs"), (100, "0.1 ms"), (1e3, "1 ms"), (1e4, "10 ms"), (1e5, "0.1 s"), (1e6, "1 s"), (1e7, "10 s"),
    )
]  # fmt: skip
"""Where the classes of thinking times stand."""

STYLE: Final[Any] = {
    "svg.fonttype": "none",
    "text.parse_math": False,
    "svg.hashsalt": "backroom",
    "font.size": 9,
    "text.color": INK,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.facecolor": "none",
    "figure.facecolor": "none",
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "grid.color": FAINT,
    "grid.linewidth": 0.4,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
}


def hue(at: int) -> str:
    """The colour that stands for a bot's, the same in all plots."""
    return f"#0c0d{at % HUES:02x}"


class Plot:
    """A figure that becomes a text."""

    def __init__(self, rows: float, many: int = 1) -> None:
        with mpl.rc_context(STYLE):
            self.figure = Figure(figsize=(WIDE, rows), layout="constrained")
            self.axes: list[Axes] = list(self.figure.subplots(many, 1, sharex=True, squeeze=False)[:, 0])

    def svg(self, name: str, title: str, told: str) -> str:
        """The drawing, described for those who do not see it, with names of its own for its parts."""
        stream = io.StringIO()
        with mpl.rc_context(STYLE):
            self.figure.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})
        text = stream.getvalue()
        text = text[text.index("<svg") :]
        text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
        text = re.sub(r"font: ([\d.]+)px [^;\"]*", r"font-size: \1px", text)
        text = re.sub(r"font-family: [^;\"]*;?", "", text)
        text = re.sub(r'id="([^"]+)"', rf'id="{name}-\1"', text)
        text = re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", text)
        text = re.sub(r'xlink:href="#([^"]+)"', rf'href="#{name}-\1"', text)
        text = re.sub(r"#0c0d0([0-7])", r"var(--bot\1)", text)
        for colour, variable in ((INK, "ink"), (FAINT, "faint"), (GROUND, "ground")):
            text = text.replace(colour, f"var(--{variable})")
        head = f'<svg role="img" aria-labelledby="{name}-t {name}-d" viewBox="{_box(text)}">'
        described = f'<title id="{name}-t">{title}</title><desc id="{name}-d">{told}</desc>'
        return head + described + text[text.index(">") + 1 :]


def _box(svg: str) -> str:
    found = re.search(r'viewBox="([^"]+)"', svg)
    assert found is not None
    return found[1]


def intervals(
    names: Sequence[str], lines: Sequence[tuple[float, float, float]], label: str, even: float | None
) -> Plot:
    """A point with its interval for each bot, and where all would be equal."""
    plot = Plot(0.75 + 0.3 * len(names))
    (axes,) = plot.axes
    for at, (middle, low, high) in enumerate(lines):
        axes.plot([low, high], [at, at], color=hue(at), linewidth=2.5, solid_capstyle="butt")
        axes.plot([middle], [at], marker="D", markersize=5, color=hue(at), markeredgecolor=GROUND)
    if even is not None:
        axes.axvline(even, color=FAINT, linewidth=1, linestyle=(0, (4, 3)))
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x")
    axes.set_xlabel(label)
    return plot


def shapes(
    names: Sequence[str],
    counts: Sequence[Mapping[float, float]],
    label: str,
    bins: int = 40,
    ticks: Sequence[tuple[float, str]] = (),
) -> Plot:
    """How a figure is spread for each bot: bars one above the other on one scale, a line at the median."""
    plot = Plot(0.6 + 0.5 * len(names), len(names))
    values = [value for each in counts for value in each]
    least, most = (min(values), max(values)) if values else (0.0, 1.0)
    step = max((most - least) / bins, 1.0) if most > least else 1.0
    edges = np.arange(least - step / 2, most + step, step)
    for at, (axes, name, each) in enumerate(zip(plot.axes, names, counts, strict=True)):
        axes.hist(list(each), bins=list(edges), weights=list(each.values()), color=hue(at), rwidth=0.92)
        if each:
            axes.axvline(median(each), color=INK, linewidth=1.2)
        axes.set_yticks([])
        axes.set_title(name, loc="left", fontsize=9, pad=1.5, color=INK)
        if ticks:
            within = [(at, text) for at, text in ticks if edges[0] <= at <= edges[-1]]
            axes.set_xticks([at for at, _text in within], [text for _at, text in within])
        axes.grid(axis="x")
    plot.axes[-1].set_xlabel(label)
    return plot


def median(counts: Mapping[float, float]) -> float:
    """The middle of what was counted."""
    left = sum(counts.values()) / 2
    for value in sorted(counts):
        left -= counts[value]
        if left <= 0:
            return value
    return 0.0


def ratings(found: Standing, label: str) -> Plot:
    """All ratings with their intervals."""
    lines = [(row.rating.elo, row.rating.low, row.rating.high) for row in found.bots]
    return intervals(short_names([row.bot for row in found.bots]), lines, label, None)


def wins(found: Standing, label: str) -> Plot:
    """Each bot's part of the wins, and where all would be equal."""
    lines = [(row.wins.share * 100, row.wins.low * 100, row.wins.high * 100) for row in found.bots]
    return intervals(short_names([row.bot for row in found.bots]), lines, label, 100 / found.seats)


def scores(found: Standing, bots: Sequence[str], results: Sequence[Result], label: str) -> Plot:
    """How the scores of each bot are spread."""
    counted: dict[str, dict[float, float]] = {row.bot: {} for row in found.bots}
    for result in results:
        for seat, bot in enumerate(result.order):
            of = counted[bots[bot]]
            of[result.scores[seat]] = of.get(result.scores[seat], 0) + 1
    return shapes(short_names(list(counted)), list(counted.values()), label)


def lengths(results: Sequence[Result], title: str, label: str) -> Plot:
    """How many decisions games took."""
    counted: dict[float, float] = {}
    for result in results:
        counted[result.decisions] = counted.get(result.decisions, 0) + 1
    return shapes([title], [counted], label)


def times(found: Standing, bots: Sequence[str], results: Sequence[Result], label: str) -> Plot:
    """How long decisions took, on a logarithmic scale."""
    counted: dict[str, Times] = {row.bot: {} for row in found.bots}
    for result in results:
        for seat, bot in enumerate(result.order):
            of = counted[bots[bot]]
            for step, count in result.times[seat].items() if result.times else ():
                of[step] = of.get(step, 0) + count
    spread = [{float(step): float(count) for step, count in each.items()} for each in counted.values()]
    return shapes(short_names(list(counted)), spread, label, 60, TICKS)
