"""What every number of an observation means, as a page: `python -m backroom.gyms.layout > docs/observations.md`."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from backroom.gyms.observing import Encoding, plain_features
from backroom.kernel.features import Feature
from backroom.kernel.registry import game as find_game
from backroom.kernel.registry import games

HEAD = """\
# What the numbers of an observation mean

This page is printed by `python -m backroom.gyms.layout`, and a test compares the two. [gyms.md](gyms.md) says how to
get observations.

An observation is made of the features below, one after the other; a feature of several dimensions is laid out row by
row. Seats are counted from the viewer on, clockwise: the viewer's own row comes first, then his left neighbour's. Only
`seat` says who he is, counted from the first seat. Each number is divided by the *most* beside it, so vectors lie
between -1 and 1; where a number could be larger, it is cut off there. The positions are those at a table of the usual
number of seats; for any other, `backroom.gyms.observing.encoding(game, seats).slices` has them by name.
"""


def table(features: tuple[Feature, ...]) -> Iterator[str]:
    """One game's features as a table."""
    yield "| feature | numbers | shape | most | meaning |"
    yield "| --- | --- | --- | --- | --- |"
    start = 0
    for one in features:
        where = f"{start}" if one.size == 1 else f"{start} to {start + one.size - 1}"
        shape = " × ".join(map(str, one.shape))
        most = f"{one.least} to {one.most}" if one.least else f"{one.most}"
        yield f"| `{one.name}` | {where} | {shape} | {most} | {one.means} |"
        start += one.size


def page(names: list[str]) -> str:
    """The whole page, for these games."""
    parts = [HEAD]
    for name in names:
        game = find_game(name)
        made = Encoding(game, game.usual_seats())
        parts.append(f"## {game.title}, {made.seats} seats: {made.size} numbers\n")
        parts.append("\n".join(table(made.features)) + "\n")
    parts.append("## A game that says nothing of its own, 4 seats\n")
    parts.append("\n".join(table(plain_features(4))) + "\n")
    return "\n".join(parts)


if __name__ == "__main__":
    sys.stdout.write(page([name for name in games() if find_game(name).__module__.startswith("backroom.")]))
