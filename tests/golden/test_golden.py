"""A change of the rules shows here as a diff. After a wanted one: `python -m tests.golden.make GAME`, and read it."""

from __future__ import annotations

import json

import pytest

import backroom
from tests.golden.make import HERE, cases, divided, moves, record

RECORDS = [(game, case["name"]) for game in backroom.games() for case in cases(game) if "depth" not in case]
COUNTS = [(game, case["name"]) for game in backroom.games() for case in cases(game) if "depth" in case]


@pytest.mark.parametrize("game", backroom.games())
def test_there_are_enough(game: str) -> None:
    assert sum("depth" not in case for case in cases(game)) >= 5
    assert sum("depth" in case for case in cases(game)) >= 2


@pytest.mark.parametrize(("game", "name"), RECORDS)
def test_a_golden_record_replays_and_is_what_the_seed_gives(game: str, name: str) -> None:
    text = (HERE / game / f"{name}.txt").read_text(encoding="utf-8")
    kept = backroom.Record.parse(text)
    assert str(kept) == text
    assert kept.verify().over
    case = next(case for case in cases(game) if case["name"] == name)
    assert str(record(game, case)) == text


@pytest.mark.parametrize(("game", "name"), COUNTS)
def test_the_counts_of_positions_are_as_they_were(game: str, name: str) -> None:
    case = next(case for case in cases(game) if case["name"] == name)
    state = backroom.game(game).new(case["seats"], case["seed"], case.get("options"))
    for _ in range(case.get("after", 0)):
        state.play(*moves(state)[0])
    kept = json.loads((HERE / game / "perft.json").read_text(encoding="utf-8"))[name]
    assert divided(state, case["depth"]) == kept
