"""How long a bot may think."""

from __future__ import annotations

import msgspec


class Budget(msgspec.Struct, frozen=True):
    """At most so many iterations, at most so many seconds; None is the bot's own measure.

    With a number of iterations and no seconds a choice repeats exactly on any machine.
    """

    iterations: int | None = None
    seconds: float | None = None


def settled(budget: Budget | int | None, iterations: int, seconds: float) -> tuple[int, float]:
    """Iterations and seconds for a bot that by itself takes so many; 0.0 seconds are no limit.

    >>> settled(None, 100, 0.5), settled(40, 100, 0.5), settled(Budget(seconds=2.0), 100, 0.5)
    ((100, 0.5), (40, 0.0), (100, 2.0))
    """
    if budget is None:
        return iterations, seconds
    if isinstance(budget, int):
        return max(min(budget, iterations), 1), 0.0
    if budget.iterations is None:
        return iterations, seconds if budget.seconds is None else budget.seconds
    return max(min(budget.iterations, iterations), 1), budget.seconds or 0.0
