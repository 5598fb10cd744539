"""Every error of the package, in one tree, and the reason a move is refused.

    BackroomError
    ├── IllegalMove        a known action, not allowed now: carries a Reason
    ├── UnknownAction      no such action number or token
    ├── UnknownGame
    ├── BadSeats
    ├── BadOption
    ├── BadPosition        a position that cannot be on the table, with the place in it
    ├── BadView
    ├── BadRecord          with line, column and what was expected
    └── BadEdition         with the line and what was expected

The message of each is one whole English sentence or phrase that needs no traceback to be understood.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

Param = str | int


class Reason(msgspec.Struct, frozen=True, dict=True):
    """Why something is not allowed: a stable code, what it concerns, and the paragraph of the rulebook."""

    code: str
    params: dict[str, Param] = {}
    rule: str = ""

    def __str__(self) -> str:
        shown = ", ".join(f"{name}={value}" for name, value in self.params.items())
        return f"{self.code}({shown})" + (f" [{self.rule}]" if self.rule else "")


_LONG: Final = re.compile(r"(?<!\w)'([^']{60})[^']{20,}'")


class BackroomError(Exception):
    """The root of all errors raised on purpose by this package."""

    def __str__(self) -> str:
        """The sentence; what was given is quoted, but no page of it."""
        return _LONG.sub(r"'\1…'", super().__str__())


class IllegalMove(BackroomError):
    """The action is known but not allowed now; the position is as it was."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason


class UnknownAction(BackroomError):
    """There is no action with this number or token in this game."""


class UnknownGame(BackroomError):
    """No game of this name is installed."""


class BadSeats(BackroomError):
    """The game cannot be played by so many, or there is no such seat."""


class BadOption(BackroomError):
    """An option this game does not have, or a value it does not take."""


class BadPosition(BackroomError):
    """A position that cannot be on the table; the message names the place."""


class BadView(BackroomError):
    """Something that is no view of this game."""


class BadRecord(BackroomError):
    """A record that cannot be read or replayed."""

    def __init__(
        self,
        problem: str,
        line: int = 0,
        column: int = 0,
        reason: Reason | None = None,
        params: dict[str, Param] | None = None,
    ) -> None:
        place = f"line {line}, column {column}: " if line and column else f"line {line}: " if line else ""
        super().__init__(place + problem)
        self.line = line
        self.column = column
        self.problem = problem
        self.reason = reason
        """Why a move in it is against the rules; then `params` has the game, the move's number and its token."""
        self.params = params or {}


class BadEdition(BackroomError):
    """An edition file that does not fit its game."""

    def __init__(self, problem: str, source: str = "", line: int = 0) -> None:
        place = ", ".join(filter(None, (source, f"line {line}" if line else "")))
        super().__init__(f"{place}: {problem}" if place else problem)
        self.source = source
        self.line = line
        self.problem = problem
