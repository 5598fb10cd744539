"""BV-1: five players."""

from __future__ import annotations

import pytest

from tests.games.boss.table import GAME, E, finish_round, pass_to_lap, pass_turn, refusal, seen, supply, table
from tests.rules import rule


@rule("BV-1")
def test_five_hands_of_four_and_seven_hidden_cards() -> None:
    state = GAME.new(5, seed=1)
    view = seen(state)
    assert (view.laps, len(view.row), len(view.players)) == (4, 8, 5)
    position = state.dump()["position"]
    assert [len(hand) for hand in position["hands"]] == [4, 4, 4, 4, 4]
    cards = [*position["hidden"].values(), *(card for hand in position["hands"] for card in hand)]
    assert sorted(cards) == sorted(card for place in view.row for card in place.cards)
    assert (len(position["hidden"]), len(cards)) == (7, 27)
    assert [supply(state, seat) for seat in range(5)] == ["6v3r"] * 5


@rule("BV-1", "B-23")
def test_with_five_the_police_come_after_the_second_lap() -> None:
    state = table(5)
    for _ in range(10):
        assert seen(state).police == ()
        pass_turn(state)
    assert len(seen(state).police) == 1
    assert seen(state).lap == 3
    assert {len(seen(state, seat).hand) for seat in range(5)} == {2}


@rule("BV-1", "B-26")
def test_with_five_the_fourth_lap_is_the_last() -> None:
    state = table(5, marker=3, turns="S4 stay lay\nS5 send:boston:2v lay\nS1 send:detroit:1v lay")
    for lap in (2, 3):
        pass_to_lap(state, lap)
        assert seen(state).order == (3, 4, 0, 1, 2)
    pass_to_lap(state, 4)
    assert seen(state).order == (3, 1, 2, 0, E)
    assert refusal(state, "stay", seat=E).rule == "B-26"
    finish_round(state)
    assert (seen(state).round, seen(state).marker) == (2, E)


@rule("BV-1", "B-25")
@pytest.mark.parametrize(("police", "last"), [("G GS G S S", 3), ("S G S GS G", 4), ("G G S S GS", 5)])
def test_with_five_a_game_lasts_as_long_as_with_four(police: str, last: int) -> None:
    state = table(5, police=police)
    while not state.over:
        finish_round(state)
    assert len(seen(state).rounds) == last
