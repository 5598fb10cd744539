"""B-29, B-42, B-43, B-49: what is new in a round and what remains; nobody drops out."""

from __future__ import annotations

from tests.games.boss.table import (
    GAME,
    A,
    finish_round,
    money,
    pass_turn,
    play,
    refusal,
    seen,
    supply,
    table,
)
from tests.rules import rule


@rule("B-5", "B-6", "B-29", "B-42", "B-43")
def test_after_a_round_marker_and_chicago_move_and_all_cards_are_dealt_anew() -> None:
    """BT-28."""
    state = table(
        3,
        turns="""
        S1 send:cincinnati:1v lay
        S2 send:detroit:1v1r lay
        S3 send:kansas_city:1v lay
        """,
        hidden={"cincinnati": "cincinnati:ban", "detroit": "detroit:4", "kansas_city": "kansas_city:gun"},
        money=[5, 6, 7],
        bans=[[], ["boston"], []],
        hospital=[0, 0, 1],
        prison=[(0, 1), (0, 0), (0, 0)],
        dead=[0, 2, 0],
        spent=[0, 1, 0],
    )
    assert (seen(state).marker, seen(state).chicago) == (0, 1)
    state.listen()
    finish_round(state)
    view = seen(state)
    assert (view.round, view.lap, view.marker, view.chicago) == (2, 1, 1, 2)
    assert view.order == (1, 2, 0)
    assert [event.public for event in state.events() if event.kind == "round"] == [{"round": 2, "holder": 1}]
    position = state.dump()["position"]
    dealt = [*position["hidden"].values(), *(card for hand in position["hands"] for card in hand)]
    assert sorted(dealt) == sorted(card for place in view.row for card in place.cards)
    assert len(dealt) == 20
    assert all(place.open == () for place in view.row)
    assert money(state) == (5, 10, 7)
    assert [player.bans for player in view.players] == [("cincinnati",), ("boston",), ()]
    assert [player.prison for player in view.players] == [(1, 0), (0, 0), (0, 0)]
    assert [player.dead for player in view.players] == [0, 2, 1]
    assert [player.spent for player in view.players] == [0, 2, 0]
    assert [player.hospital for player in view.players] == [0, 0, 0]
    assert [supply(state, seat) for seat in range(3)] == ["5v3r", "4v1r", "5v3r"]
    assert len(view.police) == 1


@rule("B-42")
def test_the_marker_goes_round_the_table() -> None:
    state = table(3, marker=2)
    holders = []
    while not state.over:
        holders.append(seen(state).marker)
        finish_round(state)
    assert holders == [2, 0, 1, 2, 0]


@rule("B-15", "B-49")
def test_without_a_veteran_one_stays_in_the_game_and_lays_cards() -> None:
    """BT-27."""
    state = table(2, in_round=3, dead=[4, 0], hospital=[1, 0], prison=[(0, 1), (0, 0)], spent=[1, 0], money=[9, 0])
    assert supply(state, A) == "2r"
    laid = 0
    while seen(state).round == 3:
        if state.waiting == (A,):
            assert state.legal(A) == [GAME.action("stay")]
            for token in ("send:boston:1v", "send:boston:1r", "send:boston:2r", "send:chicago:1r", "send:detroit:1v1r"):
                assert refusal(state, token).code in ("not_in_supply", "no_veteran", "chicago_not_yet")
            laid += 1
        pass_turn(state)
    assert laid == 5
    assert money(state)[A] == 9
    assert supply(state, A) == "1v2r", "the wounded one is back"


@rule("B-49")
def test_even_with_no_gangster_left_at_all_one_plays_to_the_end_and_may_win() -> None:
    state = table(2, in_round=4, dead=[6, 0], spent=[3, 0], money=[9, 8])
    while not state.over:
        if state.waiting == (A,):
            play(state, "stay")
            state.play(A, state.legal(A)[-1])
        else:
            pass_turn(state)
    assert state.ranks() == [1, 2]
