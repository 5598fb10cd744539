"""Editions an owner might write: any effects the vocabulary allows, on any card, play and can be imagined."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from backroom.games.corleone.state import Corleone
from backroom.kernel.edition import Edition
from backroom.kernel.words import Speaker
from tests.games.corleone.table import GAME

GOODS = ["gun", "booze", "blood_money", "narcotics"]
ICONS: list[dict[str, Any]] = [
    *({"do": "launder", "n": n} for n in (1, 2, 3)),
    *({"do": "bill", "value": value} for value in (1, 2, 3, 5)),
    *({"do": "good", "type": good} for good in GOODS),
    {"do": "jobs", "draw": 2, "keep": 1},
    {"do": "horse_head"},
    {"do": "swap", "discard": 1, "gain": [{"do": "good_choice", "n": 1}]},
    {"do": "swap", "discard": 1, "gain": [{"do": "bill", "value": 5}]},
    {"do": "swap", "discard": 2, "gain": [{"do": "bill", "value": 5}]},
    {"do": "swap", "discard": 3, "gain": [{"do": "bill", "value": 3}, {"do": "bill", "value": 5}]},
]


def written(value: object) -> str:
    """A value as TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {written(part)}" for name, part in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(written(part) for part in value) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def any_step(chooser: Random, depth: int, placed: bool) -> dict[str, Any]:
    """One sentence of the vocabulary."""
    where = chooser.choice(["anywhere", "with_me", *(["here"] if placed else [])])
    kind = chooser.choice(["thug", "family"])
    steps: list[dict[str, Any]] = [
        chooser.choice(ICONS),
        {"do": "good_choice", "n": chooser.choice([1, 2, 3])},
        {"do": "jobs", "draw": 3, "keep": chooser.choice([1, 2])},
        {"do": "kill", "kind": kind, "where": where},
        {"do": "kill_all", "kind": chooser.choice(["thug", "all"])},
        {
            "do": "move",
            "kind": kind,
            "whose": chooser.choice(["own", "rival"]),
            "use": chooser.random() < 0.5,
            "where": "here" if where == "here" else "anywhere",
        },
        {"do": "take_back", "kind": kind},
        {"do": "use_front", "n": chooser.choice([1, 2])},
        {"do": "use_backs"},
        {"do": "steal", "n": chooser.choice([1, 2]), "rivals": chooser.choice([1, 2])},
        {"do": "levy"},
    ]
    if depth:
        steps.append(
            {"do": "swap", "discard": chooser.choice([1, 2, 3]), "gain": any_steps(chooser, depth - 1, placed)}
        )
        options = [any_steps(chooser, depth - 1, placed) for _ in range(chooser.choice([2, 3, 4]))]
        steps.append({"do": "choose_one", "options": options})
    return chooser.choice(steps)


def any_steps(chooser: Random, depth: int, placed: bool = False) -> list[dict[str, Any]]:
    """A card: now and then it places a neutral figure first."""
    steps: list[dict[str, Any]] = []
    if chooser.random() < 0.3:
        figure = chooser.choice(["mayor", "union_boss", "police_chief"])
        steps.append({"do": "place_neutral", "figure": figure, "use": figure != "police_chief"})
        placed = True
    return steps + [any_step(chooser, depth, placed) for _ in range(chooser.choice([1, 2, 3]))]


def any_edition(seed: int) -> Edition:
    """The house edition with other sentences on every card and other icons on every business."""
    chooser = Random(seed)
    lines: list[str] = []
    section = ""
    for line in GAME.house_edition().text.splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        name = line.partition(" =")[0]
        if section in ("job", "ally") and name == "effect":
            line = f"effect = {written(any_steps(chooser, 2))}"
        if section == "business" and name in ("front", "back") and "Bandstand" not in "".join(lines[-4:]):
            line = f"{name} = {written([chooser.choice(ICONS) for _ in range(chooser.choice([0, 1, 2]))])}"
        lines.append(line)
    return Edition("\n".join(lines).replace('edition = "house-1"', f'edition = "any-{seed}"', 1))


@pytest.mark.parametrize("seed", range(8))
def test_any_effects_play_and_can_be_imagined(seed: int) -> None:
    edition = any_edition(seed)
    chooser = Random(seed)
    for seats in (2, 3, 5):
        state = GAME.new(seats, seed, edition=edition)
        assert isinstance(state, Corleone)
        while not state.over:
            assert all(state.legal(seat) for seat in state.waiting)
            if chooser.random() < 0.06:
                viewer = chooser.choice([*range(seats), None])
                world = GAME.imagine(state.view(viewer), chooser)
                assert world.view(viewer) == state.view(viewer)
                if viewer is not None:
                    assert world.legal(viewer) == state.legal(viewer)
                assert GAME.load(state.dump()).dump() == state.dump()
            seat = chooser.choice(state.waiting)
            legal = state.legal(seat)
            eager = [
                action for action in legal if GAME.token(action).startswith(("job", "ally", "use", "rival", "option"))
            ]
            state.play(seat, chooser.choice(eager if eager and chooser.random() < 0.7 else legal))
    assert GAME.listing(edition, Speaker(GAME))
