"""A sensible player remembers, races, aims and calls; and beats chance."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

import backroom
from backroom.games.omerta import GAME
from backroom.games.omerta.state import Omerta
from backroom.kernel.errors import BadView
from backroom.kernel.view import View
from tests.games.omerta.tables import SEATS, lay_out, play


def best(view: View, legal: Sequence[int], rng: Random) -> int:
    weights = GAME.weigh(view, legal)
    return rng.choice([action for action, weight in zip(legal, weights, strict=True) if weight == max(weights)])


def choice(state: Omerta, who: str) -> str:
    seat = SEATS[who]
    return GAME.token(best(state.view(seat), state.legal(seat), Random(1)))


@pytest.mark.parametrize("mode", ["live", "commit"])
def test_one_sensible_player_among_random_ones_wins_most_games(mode: str) -> None:
    seats, games, wins = 4, 60, 0
    for number in range(games):
        rng = Random(number)
        mine = number % seats
        state = GAME.new(seats, number, {"snap_mode": mode})
        while not state.over:
            seat = rng.choice(state.waiting)
            legal = state.legal(seat)
            state.play(seat, best(state.view(seat), legal, rng) if seat == mine else rng.choice(legal))
        wins += state.ranks()[mine] == 1
    assert wins / games > 0.7, "chance alone would give a quarter"


def test_sensible_players_finish_their_games() -> None:
    for number in range(6):
        rng = Random(number)
        state = GAME.new(3 + number % 3, number)
        for _ in range(5000):
            if state.over:
                break
            seat = state.waiting[0]
            state.play(seat, best(state.view(seat), state.legal(seat), rng))
        assert state.over


def test_it_races_when_it_knows_and_only_then() -> None:
    knows = lay_out("B6 B1", "B2", "B3", deck="B6", seen={"A": [("A", 1)]})
    play(knows, "A take:deck throw")
    assert choice(knows, "A") == "snap:1"
    assert choice(knows, "B") == "pass"


def test_it_calls_when_its_row_is_cheap_and_not_when_it_is_not() -> None:
    mine: dict[str, Any] = {"A": [("A", 1), ("A", 2)]}
    assert choice(lay_out("B1 B2", "? ? ?", "? ? ?", seen=mine), "A") == "call"
    assert choice(lay_out("B6 B7", "? ? ?", "? ? ?", seen=mine), "A") != "call"
    assert choice(lay_out("B2 B4", "ALI", "? ? ?", seen={"A": [*mine["A"], ("B", 1)]}), "A") != "call"


def test_it_keeps_what_is_cheap() -> None:
    seen: dict[str, Any] = {"A": [("A", 1), ("A", 2)]}
    state = lay_out("B10 B2", "? ? ?", "? ? ?", deck="B3", pile="ALI", seen=seen)
    assert choice(state, "A") == "take:pile"
    play(state, "A take:pile")
    assert choice(state, "A") == "swap:1"
    dear = lay_out("B1 B2", "? ?", "? ?", deck="B9", seen=seen)
    play(dear, "A take:deck")
    assert choice(dear, "A") == "throw"


@pytest.mark.parametrize(
    ("short", "expected"),
    [
        ("GAN", ["gangster:S1:1", "gangster:S2:1"]),
        ("LAD", ["lady:S2"]),
        ("MOL", ["mole:3"]),
        ("SNI", ["snitch:S2", "snitch:S2"]),
        ("DRI", ["drive:1", "drive:2"]),
        ("SAF", ["crack"]),
        ("MAM", ["la_mama:S2"]),
        ("PAT", ["patrol:S2:1"]),
    ],
)
def test_it_uses_characters_sensibly(short: str, expected: list[str]) -> None:
    seen: dict[str, Any] = {"A": [("A", 1), ("A", 2), ("B", 1)], "B": [("B", 1)]}
    state = lay_out("B10 B9 ?", "B1", "? ? ?", deck=short, seen=seen)
    play(state, "A take:deck throw")
    for token in expected:
        assert choice(state, "A") == token
        play(state, f"A {token}")


def test_it_takes_the_cheapest_card_of_the_safe_for_its_dearest() -> None:
    state = lay_out("B10 B2", "?", "?", deck="SAF", safe="B9 B1 KIL B8", seen={"A": [("A", 1), ("A", 2)]})
    play(state, "A take:deck throw crack")
    assert choice(state, "A") == "trade:2:1"


def test_it_answers_with_a_killer_it_knows() -> None:
    state = lay_out("?", "KIL B2", "B1", deck="LAD", active=2, seen={"B": [("B", 1)]})
    play(state, "C take:deck throw lady:S2")
    assert choice(state, "B") == "killer:1"
    blind = lay_out("?", "KIL B2", "B1", deck="LAD", active=2)
    play(blind, "C take:deck throw lady:S2")
    assert choice(blind, "B") == "pass"


def test_it_remembers_what_a_lady_leaves() -> None:
    state = lay_out("B5 B7 B8", "?", "?", deck="LAD B9", active=2, seen={"A": [("A", 1), ("A", 2), ("A", 3)]})
    play(state, "C take:deck throw lady:S1", "A pass")
    view = state.view(0)
    assert all(len(record.backs) == 3 for record in view.records)
    assert GAME.weigh(view, state.legal(0))[0] == -100.0, "20 points are no call, wherever they lie"


def test_a_spectator_has_no_opinion_and_another_games_view_is_refused() -> None:
    state = lay_out("B1", "B2", "B3")
    assert GAME.weigh(state.view(None), state.legal(0)) == [0.0] * len(state.legal(0))
    with pytest.raises(BadView):
        GAME.weigh(backroom.game("boss").new(seats=3, seed=1).view(0), [0])
