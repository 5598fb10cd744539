"""Shares of games with their 95 % intervals: Wilson's, for games that stand alone and for games of one deal."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, pi, sqrt, tan

import msgspec

Z = 1.959964
"""The normal distribution holds 95 % within so many standard deviations."""


class Share(msgspec.Struct, frozen=True):
    """A part of so many games, and between which bounds the true one lies, 95 times of 100."""

    share: float
    low: float
    high: float
    games: int


def wilson(wins: float, games: int) -> Share:
    """Wins as a share, with Wilson's interval.

    >>> share = wilson(30, 100)
    >>> f"{share.share:.2f}: {share.low:.3f} to {share.high:.3f}"
    '0.30: 0.219 to 0.396'
    """
    if not games:
        return Share(0.0, 0.0, 1.0, 0)
    low, high = _bounds(wins / games, games, Z)
    return Share(wins / games, low, high, games)


def paired(deals: Sequence[tuple[float, int]]) -> Share:
    """Points out of so many games, deal by deal: the games of one deal are not independent of each other.

    How much the deals differ says how many independent games they are worth; Wilson's interval is taken for so
    many, with Student's factor for the number of deals. Where every deal says the same, each game counts.

    >>> share = paired([(1, 2)] * 50)
    >>> f"{share.share:.2f}: {share.low:.3f} to {share.high:.3f}"
    '0.50: 0.401 to 0.599'
    """
    games = sum(count for _points, count in deals)
    if not games:
        return Share(0.0, 0.0, 1.0, 0)
    share = sum(points for points, _count in deals) / games
    if len(deals) < 2:
        return Share(share, 0.0, 1.0, games)
    spread = sum((points - share * count) ** 2 for points, count in deals)
    variance = spread * len(deals) / (len(deals) - 1) / games**2
    worth = share * (1 - share) / variance if variance > 1e-12 else games
    low, high = _bounds(share, worth or games, student(len(deals) - 1))
    return Share(share, low, high, games)


def mean(deals: Sequence[tuple[float, int]]) -> tuple[float, float]:
    """The mean of a figure over games, deal by deal, and half its 95 % interval."""
    games = sum(count for _total, count in deals)
    if not games:
        return 0.0, inf
    middle = sum(total for total, _count in deals) / games
    if len(deals) < 2:
        return middle, inf
    spread = sum((total - middle * count) ** 2 for total, count in deals)
    return middle, student(len(deals) - 1) * sqrt(spread * len(deals) / (len(deals) - 1)) / games


def student(freedom: int) -> float:
    """Student's factor that stands for `Z` where the variance itself comes from few figures.

    >>> [round(student(freedom), 2) for freedom in (1, 2, 5, 30, 1000)]
    [12.71, 4.3, 2.57, 2.04, 1.96]
    """
    if freedom == 1:
        return tan(pi * 0.475)
    if freedom == 2:
        return 0.95 * sqrt(2 / (1 - 0.95**2))
    # Cornish and Fisher's expansion, right to the second digit from here on.
    x, n = Z, freedom
    return (
        x
        + (x**3 + x) / (4 * n)
        + (5 * x**5 + 16 * x**3 + 3 * x) / (96 * n**2)
        + (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / (384 * n**3)
        + (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / (92160 * n**4)
    )


def _bounds(share: float, games: float, factor: float) -> tuple[float, float]:
    spread = factor * factor / games
    middle = (share + spread / 2) / (1 + spread)
    half = factor * sqrt(share * (1 - share) / games + spread / games / 4) / (1 + spread)
    return max(middle - half, 0.0), min(middle + half, 1.0)
