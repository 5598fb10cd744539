"""The yardstick that sees everything plays in the arena, and nowhere else."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random

import pytest

import backroom
from backroom import bots
from backroom.arena.games import Plan, play_game
from backroom.arena.schedule import Fixture
from backroom.arena.wiretap import Wiretap
from backroom.bots import UnknownBot
from backroom.bots.budget import Budget

SOURCE = Path(backroom.__file__).parent


def importers(module: str) -> set[str]:
    """The files that import it, also inside functions."""
    found = set()
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            named = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            named += [f"{named[0]}.{name.name}" for name in node.names] if isinstance(node, ast.ImportFrom) else []
            named += [name.name for name in node.names] if isinstance(node, ast.Import) else []
            if module in named:
                found.add(file.relative_to(SOURCE).as_posix())
    return found


def test_it_is_made_in_one_place_which_only_the_arena_can_reach() -> None:
    assert importers("backroom.arena.wiretap") == {"arena/players.py"}
    assert importers("backroom.arena.players") == {"arena/games.py"}
    for file in importers("backroom.arena.games"):
        assert file.split("/")[0] in ("arena", "cli"), file


def test_it_is_no_bot_by_name() -> None:
    assert "wiretap" not in bots.BOTS
    with pytest.raises(UnknownBot):
        bots.make("wiretap", "boss")


def test_it_plays_in_the_arena_and_repeats_itself() -> None:
    plan = Plan("boss", ("wiretap@5", "random"))
    assert play_game(plan, Fixture(1, (0, 1))) == play_game(plan, Fixture(1, (0, 1)))


def test_it_changes_nothing_at_the_table_and_chooses_what_is_legal() -> None:
    state = backroom.game("boss").new(3, seed=5)
    before = state.dump()
    seat = state.waiting[0]
    chosen = Wiretap().choose(state, seat, Random(1), Budget(iterations=30))
    assert state.dump() == before
    assert chosen in state.legal(seat)


def test_it_knows_what_nobody_can_know() -> None:
    """The same view, another world behind it: for the don that is the same decision, for the wiretap it is not."""
    game = backroom.game("boss")
    state, chance = game.new(2, seed=3), Random(2)
    while state.view(state.waiting[0]).scores == (0, 0) and state.made < 20:
        seat = state.waiting[0]
        state.play(seat, chance.choice(state.legal(seat)))
    seat = state.waiting[0]
    worlds = [game.imagine(state.view(seat), chance) for _ in range(12)]
    assert all(world.view(seat) == state.view(seat) for world in worlds)
    chosen = [Wiretap().choose(world, seat, Random(1), Budget(iterations=60)) for world in worlds]
    assert len(set(chosen)) > 1
    don = bots.make("don", "boss")
    legal = state.legal(seat)
    assert len({don.choose(world.view(seat), legal, Random(1), 60) for world in worlds}) == 1
