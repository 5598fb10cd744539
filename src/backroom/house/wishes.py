"""How somebody wants the pages to be: kept with the person, or by the browser of who is nobody yet."""

from __future__ import annotations

from typing import Literal

import msgspec


class Wishes(msgspec.Struct, frozen=True, omit_defaults=True):
    """What can be wished for; what is not said is as the browser has it."""

    language: str = ""
    theme: Literal["", "night", "day"] = ""
    sound: bool = False
    calm: bool = False
    """Nothing moves, whatever the machine prefers."""
    confirm: bool = False
    """Ask before a decision is sent."""
    notify: bool = False
    """Tell, by the browser, when it is one's turn."""


def read(text: str | None) -> Wishes:
    """Wishes as they were kept; none for what cannot be read."""
    if not text:
        return Wishes()
    try:
        return msgspec.json.decode(text, type=Wishes)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return Wishes()


def written(wishes: Wishes) -> str:
    """Wishes as they are kept."""
    return msgspec.json.encode(wishes).decode()
