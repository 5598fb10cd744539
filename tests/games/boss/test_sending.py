"""B-12 to B-19: who may send whom, and where."""

from __future__ import annotations

import pytest

import backroom
from tests.games.boss.table import (
    GAME,
    A,
    B,
    C,
    allowed,
    cubes,
    finish_round,
    lay_any,
    leader,
    loaded,
    pass_to_lap,
    pass_turn,
    play,
    refusal,
    seen,
    supply,
    table,
)
from tests.rules import rule


@rule("B-14", "B-15", "B-19")
def test_to_come_back_one_must_send_more_than_the_rival_has() -> None:
    """BT-4."""
    state = table(2, turns="S1 send:new_york:1v lay\nS2 send:new_york:1v2r lay")
    for too_few, mine in (("1v", 2), ("2v", 3)):
        reason = refusal(state, f"send:new_york:{too_few}")
        assert reason == backroom.Reason(
            "not_ahead", {"place": "new_york", "mine": mine, "rival": B, "theirs": 3}, "B-14"
        )
    play(state, "send:new_york:3v")
    assert cubes(state, "new_york") == ("4v", "1v2r")
    assert leader(state, "new_york") == A


@rule("B-14")
def test_one_must_be_ahead_of_each_rival_but_not_of_all_together() -> None:
    """BT-5."""
    state = table(3, turns="S1 send:boston:2v lay\nS2 send:boston:3v lay")
    assert refusal(state, "send:boston:3v").code == "not_ahead"
    play(state, "send:boston:4v")
    assert cubes(state, "boston") == ("2v", "3v", "4v")
    assert leader(state, "boston") == C


@rule("B-14")
def test_whoever_is_ahead_may_add_more() -> None:
    state = table(2, turns="S1 send:boston:1v lay\nS2 stay lay")
    play(state, "send:boston:1v")
    assert cubes(state, "boston") == ("2v", "0")


@rule("B-15", "B-19")
def test_rookies_go_only_where_a_veteran_of_theirs_is() -> None:
    """BT-6."""
    state = table(2, turns="")
    assert refusal(state, "send:boston:2r") == backroom.Reason("no_veteran", {"place": "boston"}, "B-15")
    play(state, "send:boston:1v")
    lay_any(state)
    pass_turn(state)
    play(state, "send:boston:2r")
    assert cubes(state, "boston") == ("1v2r", "0")


@rule("B-15")
def test_a_rivals_veteran_is_no_company_for_rookies() -> None:
    state = table(2, turns="S1 send:boston:1v lay")
    assert refusal(state, "send:boston:3r").code == "no_veteran"


@rule("B-15")
def test_a_veteran_elsewhere_is_no_company_for_rookies() -> None:
    state = table(2, turns="S1 send:detroit:1v lay\nS2 stay lay")
    assert refusal(state, "send:boston:1r").code == "no_veteran"
    assert allowed(state, "send:detroit:1r")


@rule("B-14", "B-15")
def test_veterans_and_rookies_count_alike() -> None:
    state = table(2, turns="S1 send:boston:3v lay")
    assert not allowed(state, "send:boston:1v2r")
    assert allowed(state, "send:boston:1v3r")
    assert allowed(state, "send:boston:4v")


@rule("B-17", "B-20", "B-35")
def test_a_banned_player_sends_nobody_there_but_lays_that_citys_cards() -> None:
    """BT-7."""
    state = table(3, bans=[["cincinnati"], [], []], hands={A: "cincinnati:2"})
    assert refusal(state, "send:cincinnati:1v") == backroom.Reason("banned", {"place": "cincinnati"}, "B-17")
    assert allowed(state, "send:boston:1v")
    play(state, "stay lay:cincinnati:2")
    assert allowed(state, "send:cincinnati:1v"), "the ban is the other player's"


@rule("B-13", "B-18")
def test_chicago_opens_with_an_earlier_sending_of_the_same_round() -> None:
    """BT-8."""
    state = table(2)
    assert refusal(state, "send:chicago:1v") == backroom.Reason("chicago_not_yet", {}, "B-18")
    play(state, "send:detroit:1v")
    assert not allowed(state, "send:chicago:1v"), "not on the same turn"
    lay_any(state)
    pass_turn(state)
    play(state, "send:chicago:1v")
    lay_any(state)
    pass_turn(state)
    play(state, "send:chicago:1v")
    assert cubes(state, "chicago") == ("2v", "0")
    lay_any(state)
    finish_round(state)
    assert seen(state).round == 2
    while seen(state).lap < 2 or state.waiting != (A,):
        pass_turn(state)
    assert refusal(state, "send:chicago:1v").code == "chicago_not_yet"


@rule("B-18")
def test_the_right_to_chicago_is_each_players_own() -> None:
    state = table(2, turns="S1 send:detroit:1v lay")
    assert refusal(state, "send:chicago:1v").code == "chicago_not_yet"


@rule("B-18", "B-14", "B-15")
def test_in_chicago_one_must_be_ahead_and_have_a_veteran_as_in_a_city() -> None:
    state = table(
        2,
        turns="""
        S1 send:detroit:1v lay
        S2 send:boston:1v lay
        S1 send:chicago:2v lay
        """,
    )
    assert refusal(state, "send:chicago:3r").code == "no_veteran"
    assert refusal(state, "send:chicago:2v").code == "not_ahead"
    assert allowed(state, "send:chicago:1v2r")


@rule("B-11", "B-13", "B-16")
def test_one_place_a_turn_at_least_one_gangster_and_no_way_back() -> None:
    """BT-9."""
    state = table(2)
    assert refusal(state, "send:boston:0") == backroom.Reason("nothing_sent", {}, "B-13")
    play(state, "send:boston:1v")
    assert refusal(state, "send:detroit:1v") == backroom.Reason("sending_is_over", {}, "B-13")
    assert refusal(state, "send:boston:1v").code == "sending_is_over", "nor to the same place again"
    for token in ("move:boston:detroit:1v", "recall:boston:1v", "send:boston:-1v"):
        with pytest.raises(backroom.UnknownAction):
            GAME.action(token)


@rule("B-16")
def test_gangsters_stay_until_the_round_ends() -> None:
    state = table(2, turns="S1 send:boston:2v1r lay")
    while seen(state).round == 1:
        assert cubes(state, "boston") == ("2v1r", "0")
        assert supply(state, A) == "4v2r"
        pass_turn(state)
    assert cubes(state, "boston") == ("0", "0")


@rule("B-12")
def test_only_the_supply_can_be_sent() -> None:
    """BT-10."""
    state = table(2, hospital=[1, 0], prison=[(1, 1), (0, 0)])
    assert supply(state, A) == "3v3r"
    assert refusal(state, "send:boston:4v") == backroom.Reason("not_in_supply", {"veterans": 3, "rookies": 3}, "B-12")
    play(state, "send:boston:3v3r")
    assert supply(state, A) == "0"


@rule("B-12")
def test_who_was_sent_is_dead_or_spent_cannot_be_sent_again() -> None:
    state = table(2, turns="S1 send:boston:2v1r lay\nS2 stay lay", dead=[2, 0], spent=[1, 0])
    assert supply(state, A) == "2v1r"
    assert refusal(state, "send:detroit:3v").code == "not_in_supply"
    assert refusal(state, "send:detroit:1v2r").code == "not_in_supply"
    assert allowed(state, "send:detroit:2v1r")


@rule("B-19")
def test_one_may_send_on_every_turn_of_a_round() -> None:
    state = table(
        2,
        turns="""
        S1 send:boston:1v lay
        S2 stay lay
        S1 send:detroit:1v lay
        S2 stay lay
        S1 send:chicago:1v lay
        S2 stay lay
        S1 send:boston:1v1r lay
        S2 stay lay
        """,
    )
    pass_to_lap(state, 5)
    pass_turn(state)
    assert state.waiting == (A,)
    play(state, "send:new_york:2v2r")
    assert supply(state, A) == "0"
    assert [cubes(state, place)[A] for place in ("new_york", "boston", "detroit", "chicago")] == [
        "2v2r",
        "2v1r",
        "1v",
        "1v",
    ]


@rule("B-13", "B-3")
def test_the_place_must_be_in_play() -> None:
    state = table(3)
    assert refusal(state, "send:memphis:1v") == backroom.Reason("place_not_in_play", {"place": "memphis"}, "B-3")


@rule("B-14")
@pytest.mark.parametrize("theirs", range(1, 7))
def test_the_smallest_group_that_may_answer_is_one_more(theirs: int) -> None:
    state = table(2, turns=f"S1 send:boston:{theirs}v lay")
    sizes = [
        veterans + rookies
        for veterans in range(1, 7)
        for rookies in range(4)
        if allowed(state, f"send:boston:{veterans}v" + (f"{rookies}r" if rookies else ""))
    ]
    assert min(sizes) == theirs + 1
    assert max(sizes) == 9


def test_the_places_a_loaded_position_allows_are_those_of_the_played_one() -> None:
    state = table(3, turns="S1 send:boston:2v lay\nS2 send:boston:3v lay\nS3 send:detroit:1v lay")
    again = loaded(state.dump())
    assert again.legal(A) == state.legal(A)
    assert not allowed(again, "send:chicago:1r")


@rule("B-14", "B-15")
def test_rookies_may_answer_a_rival_where_a_veteran_of_theirs_still_stands() -> None:
    state = table(2)
    play(state, "send:boston:1v")
    lay_any(state)
    play(state, "send:boston:2v")
    lay_any(state)
    assert not allowed(state, "send:boston:1r")
    assert allowed(state, "send:boston:2r")


@rule("B-14", "B-18")
def test_a_sending_in_a_copy_of_the_table_binds_nobody_in_the_original() -> None:
    state = table(2)
    copy = state.copy()
    play(copy, "send:boston:6v")
    lay_any(copy)
    play(state, "stay")
    lay_any(state)
    assert not allowed(copy, "send:boston:1v")
    assert allowed(state, "send:boston:1v")
    pass_turn(state)
    pass_turn(copy)
    assert allowed(copy, "send:boston:1r")
    assert not allowed(state, "send:boston:1r")
