"""What is asked of a bot's process, and how it is framed. Both sides read this, so both mean the same classes."""

from __future__ import annotations

import struct
from typing import Any, Final

import msgspec

LENGTH: Final = struct.Struct("!I")
"""Before every question and answer: how many bytes it has."""


class Question(msgspec.Struct, frozen=True):
    """What a bot is asked. The view goes as the struct it is: it is the house's own, and so is this process."""

    bot: str
    view: Any
    legal: list[int]
    luck: int
    edition: str
    """The text of the table's edition."""


class Advice(msgspec.Struct, frozen=True):
    """What the don is asked for somebody who wants advice: he says what he would do, and does nothing."""

    view: Any
    legal: list[int]
    luck: int
    edition: str
    seconds: float
    """How long he may think."""
