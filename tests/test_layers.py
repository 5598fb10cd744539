"""Who may import whom, and what the core may not touch."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import backroom

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "backroom"
MODULES = sorted(SOURCE.rglob("*.py"))
CORE = [file for file in MODULES if file.relative_to(SOURCE).parts[0] in ("kernel", "games")]

PLAYED = [file for file in MODULES if file.relative_to(SOURCE).parts[0] not in ("house", "web")]
"""All but the server, which also draws keys and tokens."""


def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def imports(file: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every module that a file imports when it runs, with the names taken from it; also inside functions."""
    waiting: list[ast.AST] = [parsed(file)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            waiting.extend(node.orelse)
            continue
        if isinstance(node, ast.Import):
            yield from ((name.name, ()) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or ""), tuple(name.name for name in node.names)
        waiting.extend(ast.iter_child_nodes(node))


def named(file: Path) -> str:
    return str(file.relative_to(SOURCE))


def test_there_is_something_to_look_at() -> None:
    assert {"kernel/state.py", "games/boss/state.py", "bots/__init__.py"} <= {named(file) for file in MODULES}
    assert len(CORE) > 20


def test_the_contracts_of_the_layers_are_kept() -> None:
    # The sources are what is linted, also where the tests run on an installed, compiled package.
    path = os.pathsep.join([str(SOURCE.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    lint = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    done = subprocess.run(
        [sys.executable, "-c", lint],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 kept, 0 broken" in done.stdout, done.stdout


def offenders(files: list[Path], barred: Callable[[str, tuple[str, ...]], bool]) -> list[str]:
    """Every import among these files that is barred."""
    return [
        f"{named(file)}: {module} {' '.join(names)}"
        for file in files
        for module, names in imports(file)
        if barred(module, names)
    ]


def test_chance_comes_from_generators_that_are_handed_over() -> None:
    """Only the class Random is used, never the functions of the module, which share one generator."""
    assert offenders(MODULES, lambda module, names: module == "random" and names != ("Random",)) == []


def test_seeds_are_drawn_in_one_place() -> None:
    drawn = offenders(PLAYED, lambda module, names: module == "secrets" or "urandom" in names)
    assert drawn == ["kernel/chance.py: secrets "]


def test_kernel_and_games_need_msgspec_and_the_standard_library_alone() -> None:
    known = {"backroom", "msgspec", *sys.stdlib_module_names}
    assert offenders(CORE, lambda module, names: module.split(".")[0] not in known) == []


def test_rules_know_no_clock_no_screen_and_no_network() -> None:
    barred = {"time", "datetime", "calendar", "socket", "asyncio", "threading", "subprocess", "logging", "http", "html"}
    assert offenders(CORE, lambda module, names: module.split(".")[0] in barred) == []
    for file in CORE:
        calls = [node.func for node in ast.walk(parsed(file)) if isinstance(node, ast.Call)]
        called = {function.id for function in calls if isinstance(function, ast.Name)}
        assert not called & {"print", "input", "exec", "eval"}, named(file)


def test_the_kernel_names_no_game() -> None:
    """But in a docstring, as an example: the registry finds them."""
    for file in CORE:
        if "kernel" not in file.relative_to(SOURCE).parts:
            continue
        nodes = list(ast.walk(parsed(file)))
        docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        texts = [node for node in nodes if isinstance(node, ast.Constant) and id(node) not in docstrings]
        assert not [node.value for node in texts if node.value in backroom.games()], named(file)
