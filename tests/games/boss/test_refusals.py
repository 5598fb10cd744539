"""Every reason to refuse a move, with its parameters, its paragraph and its place in the order of reasons."""

from __future__ import annotations

import pytest

import backroom
from backroom.games.boss.cards import ACTIONS, TOKENS
from backroom.games.boss.state import Boss
from tests.games.boss.table import GAME, THREE_ROUNDS, A, B, everything, finish_round, play, refusal, table

Params = dict[str, str | int]


def on_the_spot() -> Boss:
    """Three players; A is banned from Boston, has 3V1R, and stands behind B in New York."""
    return table(
        3,
        turns="S1 stay lay\nS2 send:new_york:2v lay\nS3 stay lay",
        hands={A: "boston:1", B: "detroit:4"},
        bans=[["boston"], [], []],
        dead=[3, 0, 0],
        spent=[2, 0, 0],
    )


@pytest.mark.parametrize(
    ("token", "code", "params", "rule"),
    [
        ("send:memphis:0", "place_not_in_play", {"place": "memphis"}, "B-3"),
        ("send:boston:0", "banned", {"place": "boston"}, "B-17"),
        ("send:chicago:0", "chicago_not_yet", {}, "B-18"),
        ("send:detroit:0", "nothing_sent", {}, "B-13"),
        ("send:new_york:2r", "not_in_supply", {"veterans": 3, "rookies": 1}, "B-12"),
        ("send:new_york:4v", "not_in_supply", {"veterans": 3, "rookies": 1}, "B-12"),
        ("send:new_york:1r", "no_veteran", {"place": "new_york"}, "B-15"),
        ("send:new_york:1v1r", "not_ahead", {"place": "new_york", "mine": 2, "rival": B, "theirs": 2}, "B-14"),
        ("lay:memphis:1", "city_not_in_play", {"place": "memphis"}, "B-3"),
        ("lay:detroit:4", "not_in_hand", {"card": "detroit:4"}, "B-20"),
        ("lay:boston:1", "send_or_stay_first", {}, "B-11"),
    ],
)
def test_before_the_card_the_first_reason_that_stands_against_a_move_is_given(
    token: str, code: str, params: Params, rule: str
) -> None:
    """Each of these moves fails for the reason named and for those further down: the first one is told."""
    assert refusal(on_the_spot(), token) == backroom.Reason(code, params, rule)


@pytest.mark.parametrize(
    ("token", "code", "params", "rule"),
    [
        ("stay", "must_lay", {}, "B-20"),
        ("send:memphis:0", "sending_is_over", {}, "B-13"),
        ("send:detroit:1v", "sending_is_over", {}, "B-13"),
        ("lay:philadelphia:3", "city_not_in_play", {"place": "philadelphia"}, "B-3"),
        ("lay:detroit:4", "not_in_hand", {"card": "detroit:4"}, "B-20"),
    ],
)
def test_after_the_sending_only_a_card_will_do(token: str, code: str, params: Params, rule: str) -> None:
    state = on_the_spot()
    play(state, "stay")
    assert refusal(state, token) == backroom.Reason(code, params, rule)


@pytest.mark.parametrize("token", ["stay", "send:memphis:0", "send:detroit:1v", "lay:memphis:1", "lay:detroit:4"])
def test_whose_turn_it_is_is_asked_before_anything_about_the_move(token: str) -> None:
    assert refusal(on_the_spot(), token, seat=B) == backroom.Reason("not_your_turn", {"mover": A}, "B-10")


@pytest.mark.parametrize("seat", [backroom.HOUSE, 3, 99, -2])
def test_who_does_not_sit_there_cannot_move(seat: int) -> None:
    state = on_the_spot()
    before = everything(state)
    reason = state.why_not(seat, GAME.action("stay"))
    assert reason == backroom.Reason("no_such_seat", {"number": seat + 1}, "B-1")
    assert not state.may(seat, GAME.action("stay"))
    with pytest.raises(backroom.IllegalMove, match="no_such_seat"):
        state.play(seat, GAME.action("stay"))
    assert everything(state) == before


@pytest.mark.parametrize("action", [-1, ACTIONS, 10**6])
def test_an_action_that_does_not_exist_is_refused_as_such(action: int) -> None:
    state = on_the_spot()
    before = everything(state)
    with pytest.raises(backroom.IllegalMove) as refused:
        state.play(A, action)
    assert refused.value.reason == backroom.Reason("unknown_action", {"action": action})
    assert everything(state) == before


def test_once_the_game_is_over_every_move_is_refused_for_that() -> None:
    state = table(2, in_round=3, police=THREE_ROUNDS)
    finish_round(state)
    before = everything(state)
    for token in ("stay", "send:boston:1v", "lay:boston:1"):
        for seat in (A, B, 7):
            with pytest.raises(backroom.IllegalMove) as refused:
                state.play(seat, GAME.action(token))
            assert refused.value.reason == backroom.Reason("game_over", {}, "B-44")
    assert everything(state) == before


def test_a_refusal_reads_as_a_code_and_its_paragraph() -> None:
    with pytest.raises(
        backroom.IllegalMove, match=r"^not_ahead\(place=new_york, mine=1, rival=1, theirs=2\) \[B-14\]$"
    ):
        play(on_the_spot(), "send:new_york:1v")


def test_every_token_of_the_game_gets_the_same_answer_from_all_who_are_asked() -> None:
    state = on_the_spot()
    for laying in (False, True):
        legal = set(state.legal(A))
        assert legal
        for action in range(ACTIONS):
            reason = state.why_not(A, action)
            assert (action in legal) == state.may(A, action) == (reason is None), TOKENS[action]
        if not laying:
            play(state, "stay")
