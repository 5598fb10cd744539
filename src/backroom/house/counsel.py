"""The consigliere: who may ask him at a table, and when he is silent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

Asking = Literal["alone", "all", "none"]
"""Who may ask: who plays alone against bots, everybody, or nobody. Where all may, people are not rated."""


def may_ask(asking: str, seat: int | None, bots: Sequence[str | None], away: Sequence[bool]) -> bool:
    """Whether this seat may. `bots` says who plays each seat, `away` whose person has left it.

    >>> may_ask("alone", 0, [None, "don"], [False, False]), may_ask("alone", 0, [None, "soldier"], [False, True])
    (True, False)
    """
    if seat is None or asking == "none":
        return False
    if asking == "all":
        return True
    return all(bots[other] is not None and not away[other] for other in range(len(bots)) if other != seat)
