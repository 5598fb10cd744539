"""What a game was worth to each seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

KINDS: Final = ("rank", "score")
"""`rank`: at the end, from 1 for the winner to -1 for the last. `score`: after each decision, what it added."""


def by_rank(ranks: Sequence[int]) -> list[float]:
    """From 1 for the winner to -1 for the last, evenly spaced; who share a rank share what it is worth. The sum is 0.

    >>> by_rank([2, 1, 3])
    [0.0, 1.0, -1.0]
    >>> by_rank([1, 1, 3, 4])
    [0.6666666666666667, 0.6666666666666667, -0.33333333333333326, -1.0]
    """
    last = len(ranks) - 1
    worth = []
    for rank in ranks:
        behind, beside = sum(other < rank for other in ranks), sum(other == rank for other in ranks)
        worth.append(1 - (2 * behind + beside - 1) / last)
    return worth
