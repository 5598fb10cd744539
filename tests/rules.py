"""`@rule("B-14")`: which paragraphs of a rulebook a test shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Test = TypeVar("Test", bound=Callable[..., object])


def rule(*numbers: str) -> Callable[[Test], Test]:
    """Mark a test with the paragraphs it covers; `tests/games/test_coverage.py` reads the marks from the source."""

    def marked(test: Test) -> Test:
        return test

    return marked
