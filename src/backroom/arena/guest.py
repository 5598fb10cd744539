"""Runs a bot from a Python file in a process of its own: `python -m backroom.arena.guest FILE NAME GAME`.

It speaks the same lines as any program (docs/bots.md). What the bot prints goes to standard error, so it may.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import msgspec

from backroom.kernel.registry import game as find_game

Choose = Callable[[Any, list[int], Random, int | None], object]


def load(file: Path) -> ModuleType:
    """The file as a module; it may import what lies beside it."""
    sys.path.insert(0, str(file.parent))
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{file} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    spec.loader.exec_module(module)
    return module


def chooser(module: ModuleType, name: str) -> Choose:
    """The one that chooses: the thing named; else a function `choose`; else the only class that has one."""
    if name:
        found = getattr(module, name, None)
        if found is None:
            raise SystemExit(f"there is no {name} in {module.__name__}")
    elif callable(getattr(module, "choose", None)):
        found = module.choose
    else:
        own = [each for each in vars(module).values() if isinstance(each, type) and each.__module__ == module.__name__]
        choosing = [each for each in own if callable(getattr(each, "choose", None))]
        if len(choosing) != 1:
            raise SystemExit(f"{module.__name__} has no function choose, and not one class with it but {len(choosing)}")
        found = choosing[0]
    made = found() if isinstance(found, type) else found
    choose: Choose = made.choose if hasattr(made, "choose") else made
    return choose


def main(file: str, name: str, game_name: str) -> None:
    """Answer until nobody asks any more."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    game = find_game(game_name)
    shape = type(game.new(seed=0).view(None))
    choose = chooser(load(Path(file)), name)
    for line in sys.stdin:
        ask = msgspec.json.decode(line)
        view = msgspec.convert(ask["view"], shape)
        legal = [game.action(token) for token in ask["legal"]]
        chosen = choose(view, legal, Random(ask["seed"]), ask["budget"])
        told = game.token(chosen) if isinstance(chosen, int) and 0 <= chosen < game.actions else str(chosen)
        answers.write(msgspec.json.encode({"move": told}).decode("utf-8") + "\n")
        answers.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
