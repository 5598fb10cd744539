"""Charts of letters: a line through a game for each player, in a terminal and in plain text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

BLOCKS: Final = " ▁▂▃▄▅▆▇█"


def squeezed(values: Sequence[float], width: int) -> list[float]:
    """So many values that stand for all, each the mean of its stretch; the last one stays the last.

    >>> squeezed([0.0, 0.2, 0.4, 0.6], 2)
    [0.1, 0.6]
    """
    if len(values) <= width:
        return list(values)
    found = []
    for at in range(width):
        stretch = values[at * len(values) // width : (at + 1) * len(values) // width]
        found.append(sum(stretch) / len(stretch))
    found[-1] = values[-1]
    return found


def chart(values: Sequence[float], width: int, height: int = 1) -> list[str]:
    """Parts of one as columns of blocks, from the highest line to the lowest.

    >>> chart([0.0, 0.5, 1.0], 10)
    [' ▄█']
    >>> chart([0.25, 1.0], 10, height=2)
    [' █', '▄█']
    """
    steps = len(BLOCKS) - 1
    heights = [round(min(max(value, 0.0), 1.0) * steps * height) for value in squeezed(values, width)]
    lines = []
    for level in range(height - 1, -1, -1):
        lines.append("".join(BLOCKS[min(max(each - level * steps, 0), steps)] for each in heights))
    return lines
