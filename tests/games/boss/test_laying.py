"""B-9, B-11, B-20 to B-22: a turn ends with a card."""

from __future__ import annotations

import backroom
from tests.games.boss.table import A, B, allowed, finish_round, lay_any, money, play, refusal, seen, supply, table
from tests.rules import rule


@rule("B-9", "B-11", "B-20")
def test_a_turn_is_a_sending_or_none_and_then_a_card() -> None:
    """BT-11."""
    state = table(2, hands={A: "boston:1 boston:2", B: "detroit:4"})
    assert refusal(state, "lay:boston:1") == backroom.Reason("send_or_stay_first", {}, "B-11")
    play(state, "send:boston:1v")
    assert refusal(state, "stay") == backroom.Reason("must_lay", {}, "B-20")
    assert refusal(state, "lay:detroit:4") == backroom.Reason("not_in_hand", {"card": "detroit:4"}, "B-20")
    play(state, "lay:boston:1")
    assert state.waiting == (B,)
    reason = refusal(state, "send:detroit:1v", seat=A)
    assert reason == backroom.Reason("not_your_turn", {"mover": B}, "B-10"), "no sending after the card"
    assert refusal(state, "lay:boston:2", seat=A).code == "not_your_turn", "and no second card"


@rule("B-20")
def test_a_card_of_a_city_that_is_not_in_play_cannot_be_laid() -> None:
    state = table(2)
    play(state, "stay")
    assert refusal(state, "lay:memphis:1") == backroom.Reason("city_not_in_play", {"place": "memphis"}, "B-3")


@rule("B-20")
def test_every_card_of_the_hand_may_be_laid_whoever_is_in_its_city() -> None:
    state = table(2, turns="S1 send:boston:6v3r lay", hands={B: "boston:1 boston:2 detroit:1"}, bans=[[], ["boston"]])
    play(state, "stay")
    hand = seen(state, B).hand
    assert len(hand) == 5
    assert all(allowed(state, f"lay:{card}") for card in hand)
    assert len(state.legal(B)) == 5


@rule("B-9")
def test_every_player_lays_one_card_a_lap_and_no_card_is_left_after_five() -> None:
    state = table(3)
    for lap in range(1, 6):
        assert seen(state).lap == lap
        movers = set()
        for _ in range(3):
            movers.add(state.waiting[0])
            before = [len(seen(state, seat).hand) for seat in range(3)]
            mover = state.waiting[0]
            play(state, "stay")
            lay_any(state)
            if (lap, len(movers)) != (5, 3):
                after = [len(seen(state, seat).hand) for seat in range(3)]
                assert after == [count - (seat == mover) for seat, count in enumerate(before)]
        assert movers == {0, 1, 2}
    assert seen(state).round == 2


@rule("B-20", "B-21")
def test_a_city_s_cards_lie_in_the_order_in_which_they_were_laid() -> None:
    state = table(
        2,
        turns="""
        S1 stay lay:boston:2
        S2 stay lay:detroit:4
        S1 stay lay:boston:prison
        S2 stay lay:boston:1
        """,
    )
    lying = {place.id: place.open for place in seen(state).row}
    assert lying["boston"] == ("boston:2", "boston:prison", "boston:1")
    assert lying["detroit"] == ("detroit:4",)
    assert lying["new_york"] == lying["chicago"] == ()


@rule("B-22")
def test_laying_a_card_pays_nothing_and_hurts_nobody() -> None:
    state = table(2, turns="S1 send:detroit:1v lay\nS2 stay lay", hands={A: "detroit:4", B: "detroit:gun"})
    play(state, "stay lay:detroit:4 stay lay:detroit:gun")
    assert money(state) == (0, 0)
    assert supply(state, A) == "5v3r"
    assert seen(state).players[A].dead == 0


@rule("B-22")
def test_what_has_been_laid_is_not_what_is_hidden() -> None:
    state = table(2, hidden={"detroit": "detroit:3"})
    finish_round(state)
    payout = seen(state).rounds[0]
    laid = [token.removeprefix("lay:") for _, token in payout.moves if token.startswith("lay:detroit")]
    assert sorted([*laid, payout.opened["detroit"]]) == [f"detroit:{face}" for face in ("1", "2", "3", "4", "gun")]
