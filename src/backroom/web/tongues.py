"""The caller's language: what he chose, or what his browser asks for."""

from __future__ import annotations

import re
from typing import Final

from backroom.kernel.tongues import TONGUES

COOKIE: Final = "language"
"""The cookie of who chose one."""
_ASKED: Final = re.compile(r"([a-z]{1,8})(?:-[a-z0-9-]{1,20})?(?:\s*;\s*q=([0-9](?:\.[0-9]{1,3})?))?", re.IGNORECASE)


def languages() -> tuple[str, ...]:
    """English, and every language there is a catalogue for."""
    return tuple(TONGUES)


def chosen(choice: str | None, accepted: str) -> str:
    """The language for somebody who chose this, or nothing, and whose browser accepts those.

    >>> chosen(None, "de-CH, en;q=0.5")
    'en'
    """
    if choice in languages():
        return choice
    wanted: list[tuple[float, str]] = []
    for part in accepted.split(",")[:20]:
        if asked := _ASKED.fullmatch(part.strip()):
            wanted.append((-float(asked[2] or 1), asked[1].lower()))
    return next(
        (name for weight, name in sorted(wanted, key=lambda each: each[0]) if weight and name in languages()), "en"
    )
