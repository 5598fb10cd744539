"""Every numbered paragraph of every rulebook is named by a test."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import backroom
from backroom.kernel.rulebook import paragraphs

HERE = Path(__file__).parent


def named(game: str) -> dict[str, str]:
    """The paragraphs that the tests of a game name with `@rule`, and one test that does."""
    found: dict[str, str] = {}
    for file in (HERE / game).glob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                continue
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "rule":
                    for number in decorator.args:
                        assert isinstance(number, ast.Constant)
                        found[str(number.value)] = node.name
    return found


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
