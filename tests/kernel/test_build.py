"""The tests run on what they are meant to run on."""

from __future__ import annotations

import os
from pathlib import Path

import backroom


def test_the_engines_are_compiled_or_plain_as_asked() -> None:
    expected = os.environ.get("BACKROOM_EXPECT")
    if expected:
        assert ("compiled" if backroom.COMPILED else "plain") == expected
    assert (Path(backroom.__file__).suffix == ".py") is True
