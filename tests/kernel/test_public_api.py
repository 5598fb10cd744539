"""`import backroom` gives exactly what is promised, and every part of it is explained."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from types import ModuleType

import pytest

import backroom

SOURCE = Path(backroom.__file__).parent
PROMISED = {"game", "games", "Game", "State", "Record", "Reason", "IllegalMove", "HOUSE", "COMPILED"}
KIN = {
    "BackroomError",
    "BadEdition",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BadSeats",
    "BadView",
    "UnknownAction",
    "UnknownGame",
}


def test_exactly_the_promised_names_are_public() -> None:
    assert set(backroom.__all__) == PROMISED | KIN
    assert len(backroom.__all__) == len(set(backroom.__all__))
    others = {name for name in vars(backroom) if not name.startswith("_")} - set(backroom.__all__)
    assert all(isinstance(vars(backroom)[name], ModuleType) for name in others), others


def test_a_star_import_brings_them_all() -> None:
    space: dict[str, object] = {}
    exec("from backroom import *", space)
    assert set(space) - {"__builtins__"} == PROMISED | KIN


def test_games_is_the_function_though_a_package_has_the_name() -> None:
    assert callable(backroom.games)
    assert "boss" in backroom.games()


def test_everything_public_is_explained_in_its_source() -> None:
    explained: dict[str, str | None] = {}
    for file in (SOURCE / "kernel").glob("*.py"):  # compiled classes do not keep their docstrings
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                explained[node.name] = ast.get_docstring(node)
    assert not [name for name in (PROMISED | KIN) - {"HOUSE", "COMPILED"} if not explained[name]]
    assert "play" in (backroom.__doc__ or "")


@pytest.mark.parametrize(
    ("file", "kind"), [("state.py", "State"), ("game.py", "Game"), ("record.py", "Record"), ("errors.py", "Reason")]
)
def test_every_public_method_is_explained_in_its_source(file: str, kind: str) -> None:
    tree = ast.parse((SOURCE / "kernel" / file).read_text(encoding="utf-8"))
    found = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == kind)
    methods = [node for node in found.body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")]
    unexplained = [method.name for method in methods if not ast.get_docstring(method)]
    assert not unexplained


def test_the_whole_contract_is_there() -> None:
    contract = {
        backroom.State: [
            "legal", "may", "play", "why_not", "copy", "view", "scores", "ranks", "dump", "step", "history", "listen",
            "events",
        ],
        backroom.Game: ["new", "load", "imagine", "token", "action", "settle", "weigh", "edition", "with_edition"],
        backroom.Record: ["of", "parse", "replay", "steps", "verify", "sealed"],
    }  # fmt: skip
    for kind, names in contract.items():
        missing = [name for name in names if not callable(getattr(kind, name, None))]
        assert not missing, kind


def test_house_and_compiled_are_what_they_say() -> None:
    assert backroom.HOUSE == -1
    assert isinstance(backroom.COMPILED, bool)
    state_module = inspect.getmodule(backroom.State)
    assert state_module is not None
    assert (not str(state_module.__file__).endswith(".py")) == backroom.COMPILED


def test_the_types_are_marked_for_others_to_check_against() -> None:
    assert (SOURCE / "py.typed").is_file()
