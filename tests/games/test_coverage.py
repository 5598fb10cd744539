"""Every numbered paragraph of every rulebook, and every case written down before the program, is named by a test."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import backroom
from backroom.kernel.rulebook import paragraphs

HERE = Path(__file__).parent
CASES = {"boss": ("BT", 30), "omerta": ("OT", 30), "corleone": ("T", 40)}
"""What the cases of a game are called, from 1 to this number."""


def every_test(game: str) -> Iterator[tuple[ast.FunctionDef, str]]:
    """Every test of a game, with the file it stands in."""
    for file in (HERE / game).glob("test_*.py"):
        source = file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield node, source


def named(game: str) -> dict[str, str]:
    """The paragraphs that the tests of a game name with `@rule`, and one test that does."""
    found: dict[str, str] = {}
    for node, _source in every_test(game):
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "rule":
                for number in decorator.args:
                    assert isinstance(number, ast.Constant)
                    found[str(number.value)] = node.name
    return found


@pytest.mark.parametrize("game", backroom.games())
def test_every_case_is_named_by_a_test(game: str) -> None:
    """By its name (`test_ot_6_…`), in its docstring, or beside it (`# T-1`)."""
    called, many = CASES[game]
    cases: set[int] = set()
    for node, source in every_test(game):
        heading = f"{node.name} {ast.get_docstring(node)} {source.splitlines()[node.lineno - 1]}"
        cases |= {int(number) for number in re.findall(rf"(?<![A-Za-z]){called}[-_](\d+)", heading, re.IGNORECASE)}
    assert cases == set(range(1, many + 1))


@pytest.mark.parametrize("game", backroom.games())
def test_every_paragraph_has_a_test(game: str) -> None:
    rules = [paragraph.number for paragraph in paragraphs(game).values() if paragraph.sources]
    assert len(rules) > 40
    missing = [number for number in rules if number not in named(game)]
    assert not missing, f"no test names {', '.join(missing)}"


@pytest.mark.parametrize("game", backroom.games())
def test_no_test_names_a_paragraph_that_is_not_there(game: str) -> None:
    known = paragraphs(game)
    unknown = {number: test for number, test in named(game).items() if number not in known}
    assert not unknown
