"""One tree of errors, drawn where they are defined, each message a sentence of its own."""

from __future__ import annotations

import pickle
import re
from typing import Any

import pytest

import backroom
from backroom.kernel import errors
from backroom.kernel.errors import BadEdition, BadRecord, IllegalMove, Reason


def test_the_tree_is_as_it_is_drawn() -> None:
    drawn = re.findall(r"[├└]── (\w+)", errors.__doc__ or "")
    below = {kind.__name__ for kind in errors.BackroomError.__subclasses__() if kind.__module__ == errors.__name__}
    assert len(drawn) == 9
    assert set(drawn) == below
    assert issubclass(errors.BackroomError, Exception)


def test_every_error_of_the_tree_is_public() -> None:
    drawn = re.findall(r"[├└]── (\w+)", errors.__doc__ or "")
    assert {*drawn, "BackroomError", "Reason"} <= set(backroom.__all__)
    assert all(getattr(backroom, name) is getattr(errors, name) for name in drawn)


@pytest.mark.parametrize(
    ("reason", "shown"),
    [
        (Reason("must_lay", {}, "B-20"), "must_lay() [B-20]"),
        (Reason("unknown_action", {"action": 7}), "unknown_action(action=7)"),
        (Reason("not_in_supply", {"veterans": 1, "rookies": 0}, "B-12"), "not_in_supply(veterans=1, rookies=0) [B-12]"),
    ],
)
def test_a_reason_reads_as_code_parameters_and_paragraph(reason: Reason, shown: str) -> None:
    assert str(reason) == shown
    assert str(IllegalMove(reason)) == shown
    assert IllegalMove(reason).reason is reason


def test_a_reason_is_a_value() -> None:
    assert Reason("a", {"n": 1}, "B-1") == Reason("a", {"n": 1}, "B-1")
    assert Reason("a", {"n": 1}, "B-1") != Reason("a", {"n": 2}, "B-1")
    fixed: Any = Reason("a")
    with pytest.raises(AttributeError):
        fixed.code = "b"


@pytest.mark.parametrize(
    ("error", "shown"),
    [
        (BadRecord("expected more"), "expected more"),
        (BadRecord("expected more", 3), "line 3: expected more"),
        (BadRecord("expected more", 3, 5), "line 3, column 5: expected more"),
        (BadEdition("expected more"), "expected more"),
        (BadEdition("expected more", "mine.toml"), "mine.toml: expected more"),
        (BadEdition("expected more", "", 3), "line 3: expected more"),
        (BadEdition("expected more", "mine.toml", 3), "mine.toml, line 3: expected more"),
    ],
)
def test_a_place_stands_before_the_problem(error: Exception, shown: str) -> None:
    assert str(error) == shown


def test_what_was_given_is_quoted_but_no_page_of_it() -> None:
    told = str(BadRecord(f"expected a seat, not {'9' * 5000!r} or 'S1'", 3))
    assert told == f"line 3: expected a seat, not '{'9' * 60}…' or 'S1'"
    apostrophe = f"the owner's file {'x' * 90} is not what 'S1' says"
    assert str(BadRecord(apostrophe)) == apostrophe, "an apostrophe quotes nothing"


@pytest.mark.parametrize(
    "error",
    [
        IllegalMove(Reason("must_lay", {"n": 1}, "B-20")),
        BadRecord("expected more", 3, 5),
        BadEdition("no", "m.toml", 3),
    ],
)
def test_errors_come_whole_out_of_another_process(error: Exception) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)
