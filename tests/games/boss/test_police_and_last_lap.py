"""B-23 to B-28: the police end the game; in the last lap the order is another."""

from __future__ import annotations

from itertools import permutations

import pytest

import backroom
from tests.games.boss.table import (
    A,
    B,
    allowed,
    finish_round,
    lay_any,
    money,
    pass_to_lap,
    pass_turn,
    play,
    refusal,
    seen,
    supply,
    table,
)
from tests.rules import rule


@rule("B-9", "B-23")
def test_the_police_come_after_the_third_lap_and_not_before() -> None:
    """BT-14."""
    state = table(4)
    opened = []
    for _ in range(4 * 3):
        opened.append(len(seen(state).police))
        pass_turn(state)
    assert opened == [0] * 12
    assert len(seen(state).police) == 1
    assert seen(state).lap == 4
    assert [len(seen(state, seat).hand) for seat in range(4)] == [2, 2, 2, 2]
    pass_to_lap(state, 5)
    assert len(seen(state).police) == 1, "one card a round"


def last_by_the_tokens(order: tuple[str, ...]) -> int:
    """B-24, counted anew: the round whose card is the third of its colour."""
    for number in range(1, 6):
        tokens = "".join(order[:number])
        if tokens.count("G") >= 3 or tokens.count("S") >= 3:
            return number
    raise AssertionError(f"{order} never ends")


HOUSE_ORDERS = sorted(set(permutations(["G", "G", "S", "S", "GS"])))


@rule("B-24", "B-25", "B-44")
@pytest.mark.parametrize(("order", "last"), [("G GS G S S", 3), ("S G S GS G", 4), ("G G S S GS", 5)])
def test_the_third_token_of_a_colour_makes_the_round_the_last(order: str, last: int) -> None:
    """BT-15."""
    state = table(2, police=order)
    for number in range(1, last + 1):
        assert seen(state).round == number
        pass_to_lap(state, 3)
        assert not seen(state).last_round
        pass_to_lap(state, 4)
        assert seen(state).last_round == (number == last)
        assert not state.over, "the last round is played to its end"
        if number == last:
            play(state, "send:detroit:1v")
            lay_any(state)
        finish_round(state)
    assert state.over
    payouts = seen(state).rounds
    assert len(payouts) == last
    assert payouts[-1].opened, "and paid"


@rule("B-24", "B-25")
def test_every_order_of_the_house_cards_ends_in_round_three_to_five() -> None:
    """BT-15."""
    assert len(HOUSE_ORDERS) == 30
    lasts = []
    for order in HOUSE_ORDERS:
        state = table(2, police=" ".join(order))
        while not state.over:
            finish_round(state)
        assert len(seen(state).rounds) == last_by_the_tokens(order)
        lasts.append(len(seen(state).rounds))
    assert [lasts.count(number) for number in (3, 4, 5)] == [6, 18, 6], "1/5, 3/5, 1/5"


@rule("B-24")
def test_the_last_round_is_paid_in_full() -> None:
    state = table(2, in_round=3, police="G GS G S S", hidden={"detroit": "detroit:4"}, money=[1, 2])
    play(state, "send:detroit:1v")
    lay_any(state)
    finish_round(state)
    assert state.over
    assert money(state) == (5, 2)


@rule("B-10", "B-26", "B-27")
def test_most_gangsters_in_the_supply_go_first_in_the_last_lap() -> None:
    """BT-16."""
    yellow, red, blue, black = range(4)
    state = table(4, marker=yellow, dead=[4, 3, 5, 6], spent=[3, 2, 2, 3])
    assert [supply(state, seat) for seat in range(4)] == ["2v", "3v1r", "1v1r", "0"]
    for _ in range(4):
        assert seen(state).order == (yellow, red, blue, black)
        pass_to_lap(state, seen(state).lap + 1)
    assert seen(state).lap == 5
    movers = []
    for _ in range(4):
        movers.append(state.waiting[0])
        pass_turn(state)
    assert movers == [red, yellow, blue, black]


@rule("B-27")
def test_equal_numbers_go_clockwise_from_the_marker_holder() -> None:
    """BT-17."""
    yellow, red, blue, black = range(4)
    state = table(4, marker=blue, dead=[3, 3, 5, 3], spent=[3, 3, 3, 3])
    pass_to_lap(state, 5)
    assert seen(state).order == (black, yellow, red, blue)


@rule("B-27")
def test_the_marker_holder_is_nearest_to_himself() -> None:
    state = table(4, marker=2)
    pass_to_lap(state, 5)
    assert seen(state).order == (2, 3, 0, 1)


@rule("B-26", "B-28")
def test_prisoners_do_not_count_and_turns_are_ordinary() -> None:
    """BT-18."""
    state = table(2, dead=[3, 4], spent=[3, 3], prison=[(1, 1), (0, 0)])
    assert [supply(state, seat) for seat in (A, B)] == ["1v", "2v"]
    pass_to_lap(state, 5)
    assert seen(state).order == (B, A)
    assert refusal(state, "stay", seat=A) == backroom.Reason("not_your_turn", {"mover": B}, "B-26")
    assert refusal(state, "send:boston:3v").code == "not_in_supply"
    play(state, "send:boston:2v")
    assert refusal(state, "send:detroit:1v").code == "sending_is_over"
    lay_any(state)
    assert state.waiting == (A,)
    assert not allowed(state, "send:boston:1v"), "he must be ahead in the last lap too"
    assert allowed(state, "send:detroit:1v")


@rule("B-26")
def test_the_order_of_the_last_lap_is_fixed_when_it_begins() -> None:
    state = table(4, turns="S1 send:boston:1v lay")
    pass_to_lap(state, 5)
    assert seen(state).order == (1, 2, 3, 0)
    play(state, "send:detroit:6v3r")
    lay_any(state)
    assert seen(state).order == (1, 2, 3, 0)
    assert state.waiting == (2,)


@rule("B-26")
def test_gangsters_in_hospital_do_not_count_for_the_order() -> None:
    state = table(2, hospital=[1, 0])
    pass_to_lap(state, 5)
    assert seen(state).order == (B, A)


@rule("B-26")
def test_rookies_count_for_the_order_as_veterans_do() -> None:
    state = table(2, dead=[4, 3], spent=[0, 3])
    assert [supply(state, seat) for seat in (A, B)] == ["2v3r", "3v"]
    pass_to_lap(state, 5)
    assert seen(state).order == (A, B)
    other = table(2, dead=[3, 4], spent=[3, 0])
    pass_to_lap(other, 5)
    assert seen(other).order == (B, A)
