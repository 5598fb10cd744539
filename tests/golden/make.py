"""Writes the golden records and counts of a game anew: `python -m tests.golden.make boss`. Look at the diff."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import backroom
from backroom.kernel.state import State

HERE = Path(__file__).parent


def moves(state: State) -> list[tuple[int, int]]:
    """Every allowed move, the house's included."""
    return [(seat, action) for seat in (*state.waiting, backroom.HOUSE) for action in state.legal(seat)]


def play_out(state: State, chooser: Random) -> State:
    """Play at random to the end."""
    while not state.over:
        seat, action = chooser.choice(moves(state))
        state.play(seat, action)
    return state


def perft(state: State, depth: int) -> int:
    """How many lines of so many moves there are from here."""
    if depth == 0 or state.over:
        return 1
    choices = moves(state)
    if depth == 1:
        return len(choices)
    total = 0
    for seat, action in choices:
        after = state.copy()
        after.play(seat, action)
        total += perft(after, depth - 1)
    return total


def divided(state: State, depth: int) -> dict[str, int]:
    """`perft` by the first move, to see which one disagrees."""
    counts: dict[str, int] = {}
    for seat, action in moves(state):
        after = state.copy()
        after.play(seat, action)
        counts[f"{seat} {state.setup.game.token(action)}"] = perft(after, depth - 1)
    return counts


def cases(game: str) -> list[dict[str, Any]]:
    """What is kept for a game: see its `cases.json`."""
    listed: list[dict[str, Any]] = json.loads((HERE / game / "cases.json").read_text(encoding="utf-8"))
    return listed


def record(game: str, case: dict[str, Any]) -> backroom.Record:
    """The record of one case: a whole random game."""
    state = backroom.game(game).new(case["seats"], case["seed"], case.get("options"))
    return backroom.Record.of(play_out(state, Random(case["seed"])))


def main(game: str) -> None:
    """Write everything of one game."""
    counts = {}
    for case in cases(game):
        if "depth" in case:
            state = backroom.game(game).new(case["seats"], case["seed"], case.get("options"))
            for _ in range(case.get("after", 0)):
                state.play(*moves(state)[0])
            counts[case["name"]] = divided(state, case["depth"])
        else:
            (HERE / game / f"{case['name']}.txt").write_text(str(record(game, case)), encoding="utf-8")
    (HERE / game / "perft.json").write_text(json.dumps(counts, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
