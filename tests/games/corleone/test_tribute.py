from __future__ import annotations

import pytest

from backroom.games.corleone.tribute import dominant, places_of
from tests.games.corleone.table import GAME, A, B, C, cards, case, choices, hand, laid_out, play, waiting, why
from tests.rules import rule

ACT_FOUR = {"wall_street": "tile-b1", "brooklyn": "tile-b2", "upper_east_side": "tile-r1", "queens": "tile-r2"}


@rule("C-2", "C-25", "C-84", "C-85", "C-86", "C-87", "C-88")
def test_down_to_the_limit() -> None:  # T-37
    hands = {A: cards("gun", "gun", 1, 2, "job-y01", "ally-1-1")}
    state = laid_out(3, hands, phase="turf_wars", act=1, played={A: ["ally-1-4"]}, suitcases={A: (0, 0, 0, 1)})
    for seat in (A, B, C):
        play(state, seat, "seal")
    assert state.view(None).phase == "tribute"
    assert state.view(None).players[A].cards == 7
    assert state.view(None).players[A].played == ()
    assert waiting(state) == (A,)
    play(state, A, "discard:bill-1")
    assert why(state, A, "done") == ("down_to_limit", "CC-15")
    assert state.view(B).players[A].cards == 7  # nobody sees how far he is
    play(state, A, "discard:ally-1-4")
    assert hand(state, A) == cards(2, "gun", "gun", "job-y01", "ally-1-1")
    assert state.stock[0] == 15
    assert "ally-1-4" in state.view(None).gone
    assert case(state, A) == (0, 0, 0, 1)
    assert state.act == 2


@rule("C-85", "C-59")
def test_played_allies_come_back_and_work_again_in_the_next_act() -> None:  # T-25
    state = laid_out(3, {A: cards(1)}, phase="turf_wars", played={A: ["ally-1-1"]})
    for seat in (A, B, C):
        play(state, seat, "seal")
    assert hand(state, A) == cards(1, "ally-1-1")
    assert state.act == 2
    assert "ally:1-1" in choices(state, A)


@rule("C-88")
@pytest.mark.parametrize(("act", "limit"), [(1, 5), (2, 4), (3, 3), (4, 2)])
def test_the_limits(act: int, limit: int) -> None:
    tiles = dict(list(ACT_FOUR.items())[:act])
    over = laid_out(3, {A: ["gun"] * (limit + 1)}, phase="tribute", act=act, tiles=tiles)
    assert waiting(over) == (A,)
    play(over, A, "discard:gun")
    assert over.over == (act == 4)


@rule("C-86")
def test_all_discard_in_secret_and_together() -> None:  # CC-14
    state = laid_out(3, {A: ["gun"] * 6, B: cards(1, 1, 1, 2, 2, 2)}, phase="tribute")
    assert waiting(state) == (A, B)
    play(state, B, "discard:bill-1")
    assert waiting(state) == (A,)
    assert why(state, C, "discard:gun") == ("not_asked", "C-86")
    assert why(state, A, "discard:bill-1") == ("not_in_hand", "C-86")
    assert (
        state.view(A).supply
        == state.view(C).supply
        == laid_out(3, {A: ["gun"] * 6, B: cards(1, 1, 1, 2, 2, 2)}, phase="tribute").view(A).supply
    )
    assert state.view(B).laid == ("bill-1",)
    play(state, A, "discard:gun")
    assert state.stock[0] == 13


@rule("C-95", "C-96", "C-97", "C-98", "C-99")
def test_the_final_count() -> None:  # T-39
    state = laid_out(
        3,
        {A: cards(5, "gun"), B: cards(1, 3, 5), C: cards(2, "job-y05", "ally-1-1")},
        phase="tribute",
        act=4,
        tiles=ACT_FOUR,
        suitcases={A: (0, 0, 1, 2), B: (0, 1, 0, 1), C: (0, 0, 1, 0)},
        stacks={"wall_street": [A, B, B, A], "queens": [A, A, B, B, C], "chelsea": [C]},
        completed={A: ["job-y01", "job-b01"], B: ["job-y02", "job-g01", "job-g02"], C: ["job-g03"]},
    )
    assert waiting(state) == (B, C)
    play(state, B, "discard:bill-1")
    play(state, C, "discard:job-y05")
    assert state.over
    assert state.scores() == [33, 30, 10]
    assert state.ranks() == [1, 2, 3]
    assert state.view(A).scores == (33, 30, 10)
    assert [hand(state, seat) for seat in (A, B, C)] == [[], [], []]
    assert case(state, B) == (0, 1, 1, 2)
    assert "ally-1-1" in state.view(None).gone
    assert state.view(None).discard == ("job-y05",)


@rule("C-97")
def test_dominating_a_district() -> None:  # CC-43
    assert dominant([A, B, B, A]) == A
    assert dominant([A, A, B, B, C]) == B
    assert dominant([A, A, B]) == A  # whoever controls it
    assert dominant([C]) == C
    assert dominant([]) == -1


@rule("C-1", "C-99")
def test_a_tie_goes_to_the_money_from_districts() -> None:  # T-40
    position = {"phase": "tribute", "act": 4, "tiles": ACT_FOUR}
    hands = {A: ["gun", "gun", "gun"]}
    broken = laid_out(
        3,
        hands,
        suitcases={A: (0, 0, 0, 3), B: (0, 0, 0, 2), C: (0, 0, 0, 2)},
        stacks={"brooklyn": [B]},
        completed={C: ["job-y01"]},
        **position,
    )
    play(broken, A, "discard:gun")
    assert broken.scores() == [15, 15, 15]
    assert broken.ranks() == [2, 1, 2]
    shared = laid_out(
        3,
        hands,
        suitcases={A: (0, 0, 0, 3), B: (0, 0, 0, 3), C: (0, 0, 0, 2)},
        completed={C: ["job-y01"]},
        **position,
    )
    play(shared, A, "discard:gun")
    assert shared.ranks() == [1, 1, 1]
    assert places_of([3, 5, 5], [0, 0, 5]) == [3, 2, 1]


@rule("C-98")
def test_everybody_tied_for_a_colour_is_paid_and_nobody_for_none() -> None:
    completed = {A: ["job-y01", "job-y02"], B: ["job-y03", "job-y04", "job-s01"]}
    state = laid_out(3, {A: ["gun", "gun", "gun"]}, phase="tribute", act=4, tiles=ACT_FOUR, completed=completed)
    play(state, A, "discard:gun")
    assert state.scores() == [5, 10, 0]


@rule("C-95")
def test_whoever_holds_two_or_fewer_keeps_them() -> None:  # CC-48
    state = laid_out(3, {A: cards(5, "gun"), B: cards(3), C: ["gun"] * 3}, phase="tribute", act=4, tiles=ACT_FOUR)
    play(state, C, "discard:gun")
    assert state.over
    assert [state.scores()[seat] for seat in (A, B, C)] == [5, 3, 0]


def test_no_running_total_of_a_suitcase_is_shown() -> None:  # CC-17
    state = laid_out(3, suitcases={B: (0, 0, 0, 2)}, stacks={"queens": [C]})
    assert state.scores() == [0, 10, 5]
    assert state.view(A).scores == (0, 0, 5)


def test_a_loaded_end_is_an_end() -> None:
    state = laid_out(3, {A: ["gun"] * 3}, phase="tribute", act=4, tiles=ACT_FOUR)
    play(state, A, "discard:gun")
    again = GAME.load(state.dump())
    assert again.over
    assert again.scores() == state.scores()
