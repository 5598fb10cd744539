"""B-44 to B-48: who wins."""

from __future__ import annotations

from backroom.games.boss.state import Boss
from tests.games.boss.table import THREE_ROUNDS, A, B, C, finish_round, loaded, money, seen, supply, table
from tests.rules import rule


def last_round(b_hidden: str, **sides: list[int]) -> Boss:
    """Three players; A gains 2 and 3 in the last round, B gains this and 2, C nothing."""
    state = table(
        3,
        in_round=3,
        police=THREE_ROUNDS,
        turns="""
        S1 send:detroit:1v lay
        S2 send:cincinnati:1v lay
        S3 stay lay
        S1 send:boston:1v lay
        S2 send:kansas_city:1v lay
        """,
        hidden={
            "detroit": "detroit:2",
            "boston": "boston:3",
            "cincinnati": f"cincinnati:{b_hidden}",
            "kansas_city": "kansas_city:2",
        },
        money=sides.get("money", []),
        dead=sides.get("dead", []),
        spent=sides.get("spent", []),
    )
    finish_round(state)
    assert state.over
    return state


@rule("B-44", "B-45", "B-46")
def test_of_equals_the_one_who_gained_more_in_the_last_round_wins() -> None:
    """BT-29."""
    state = last_round("4", money=[9, 8, 12])
    assert money(state) == (14, 14, 12)
    assert seen(state).rounds[-1].gains == (5, 6, 0)
    assert state.ranks() == [2, 1, 3]


@rule("B-47")
def test_of_those_still_equal_the_one_with_more_gangsters_wins() -> None:
    """BT-29."""
    state = last_round("3", money=[9, 9, 12], dead=[1, 2, 0], spent=[3, 1, 0])
    assert money(state) == (14, 14, 12)
    assert [supply(state, seat) for seat in (A, B)] == ["5v", "4v2r"]
    assert state.ranks() == [2, 1, 3]


@rule("B-39", "B-47")
def test_a_veteran_wounded_in_the_round_before_is_back_and_counts() -> None:
    """BT-29."""
    state = table(2, in_round=3, police=THREE_ROUNDS, hospital=[1, 0])
    assert [supply(state, seat) for seat in (A, B)] == ["5v3r", "6v3r"]
    finish_round(state)
    assert [supply(state, seat) for seat in (A, B)] == ["6v3r", "6v3r"]
    assert state.ranks() == [1, 1]


@rule("B-32", "B-47")
def test_a_veteran_wounded_in_the_last_round_does_not_count() -> None:
    """BT-29."""
    turns = "S1 send:memphis:1v lay"
    state = table(4, in_round=3, police=THREE_ROUNDS, turns=turns, hidden={"memphis": "memphis:hospital"})
    finish_round(state)
    assert money(state) == (0, 0, 0, 0)
    assert supply(state, A) == "5v3r"
    assert state.ranks() == [4, 1, 1, 1]


@rule("B-48")
def test_complete_equals_share_the_win() -> None:
    """BT-30."""
    state = last_round("3", money=[9, 9, 12])
    assert state.ranks() == [1, 1, 3]
    assert sorted(state.scores()) == [12, 14, 14]


@rule("B-48")
def test_all_may_share_the_win() -> None:
    state = table(3, in_round=3, police=THREE_ROUNDS)
    finish_round(state)
    assert state.ranks() == [1, 1, 1]


@rule("B-45", "B-49")
def test_the_richest_wins_even_with_fewer_gangsters_and_a_poorer_last_round() -> None:
    """BT-30."""
    state = last_round("4", money=[12, 8, 0], dead=[4, 0, 0], spent=[3, 0, 0])
    assert money(state) == (17, 14, 0)
    assert state.ranks() == [1, 2, 3]


@rule("B-44")
def test_when_the_game_is_over_nobody_owes_a_move_and_none_is_taken() -> None:
    state = last_round("4", money=[9, 8, 12])
    assert state.waiting == ()
    for seat in (A, B, C):
        assert state.legal(seat) == []
        reason = state.why_not(seat, 0)
        assert reason is not None
        assert (reason.code, reason.rule) == ("game_over", "B-44")


@rule("B-44")
def test_a_finished_game_can_be_put_away_and_looked_at_again() -> None:
    state = last_round("4", money=[9, 8, 12])
    again = loaded(state.dump())
    assert again.over
    assert again.ranks() == [2, 1, 3]
    assert again.view(None) == state.view(None)


def test_while_the_game_runs_ranks_go_by_money_alone() -> None:
    assert table(3, money=[3, 5, 3], gained=[3, 0, 0]).ranks() == [2, 1, 2]


def test_the_end_is_told_with_the_winners() -> None:
    state = table(2, in_round=3, police=THREE_ROUNDS)
    state.listen()
    finish_round(state)
    last = state.events()[-1]
    assert (last.kind, last.public) == ("over", {"winner": [A, B], "n": 2})
