"""The thirty cases written down before the program: each has its test, under its id."""

from __future__ import annotations

import ast
import re
from pathlib import Path


def test_every_case_is_named_by_a_test() -> None:
    named: set[int] = set()
    for file in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                named |= {int(number) for number in re.findall(r"BT-(\d+)", ast.get_docstring(node) or "")}
    assert named == set(range(1, 31))
