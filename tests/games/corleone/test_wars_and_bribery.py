from __future__ import annotations

import pytest

from backroom.games.corleone.wars import influence
from tests.games.corleone.table import (
    DISTRICTS,
    GAME,
    A,
    B,
    C,
    D,
    case,
    choices,
    hand,
    laid_out,
    play,
    turf_wars,
    waiting,
    why,
)
from tests.rules import rule

PIZZINO, MATARAZZO, MARZULLO = 0, 1, 2
EXAMPLE = {
    "members": {
        "ws_mt_ch": "0 don",
        "qn_mt": "0 consigliere",
        "mt_ch": "1 don",
        "ues_qn_mt": "1 consigliere",
        "uws_ch": "2 don",
        "ch_mt_cp": "mayor",
    },
    "thugs": {"biz-p6": "0 thug", "biz-p7": "1 thug"},
    "chief": "chelsea",
    "act": 2,
}


@rule("C-70", "C-71", "C-72", "C-75")
def test_the_example_of_the_books_in_midtown() -> None:  # T-30
    state = laid_out(**EXAMPLE)
    assert influence(state, 5) == [3, 2, 0, 1]
    fought = turf_wars(**EXAMPLE)
    assert fought.stacks[5] == [PIZZINO]


@rule("C-73", "C-74", "C-77")
def test_the_example_of_the_books_in_chelsea_and_elsewhere() -> None:  # T-31
    state = turf_wars(stacks={"chelsea": [MARZULLO]}, **EXAMPLE)
    assert influence(state, 6) == [1, 2, 1, 2]
    assert state.stacks == [[PIZZINO], [], [MATARAZZO], [], [MARZULLO], [PIZZINO], [MARZULLO]]
    assert state.markers == [7, 8, 7]
    assert influence(state, 3)[:2] == [1, 1]


@rule("C-73")
def test_no_marker_where_nobody_is() -> None:  # CC-42
    assert turf_wars().stacks == [[]] * 7


@rule("C-72")
def test_a_marker_goes_on_top_of_ones_own() -> None:
    assert turf_wars(thugs={"biz-p1": "0 thug"}, stacks={"wall_street": [B, A]}).stacks[0] == [B, A, A]


@rule("C-70")
def test_districts_come_in_order() -> None:
    thugs = {f"biz-p{number}": f"{number % 2} thug" for number in (1, 2)}
    state = laid_out(thugs=thugs, river=["0 don", "1 don", "2 don", "2 thug", "2 thug", "0 thug"], mover=B)
    state.listen()
    play(state, B, "thug:biz-p7", "done")
    wars = [event.public["district"] for event in state.events() if event.kind == "war"]
    assert wars == DISTRICTS


NINE = {"chelsea": [A] * 4, "midtown": [A] * 4, "queens": [B, A], "wall_street": [B]}


@rule("C-76", "C-77")
def test_without_markers_one_of_ones_own_is_moved() -> None:  # T-32
    state = turf_wars(thugs={"biz-p1": "0 thug"}, stacks=NINE)
    assert waiting(state) == (A,)
    assert choices(state, A)[0] == "marker:4-2"
    assert why(state, A, "marker:4-1") == ("not_your_marker", "CC-25")
    play(state, A, "marker:4-2")
    assert state.stacks[0] == [B, A]
    assert state.stacks[3] == [B]


@rule("C-76", "C-78")
def test_it_may_be_declined() -> None:  # T-33
    state = turf_wars(thugs={"biz-p1": "0 thug"}, stacks=NINE)
    play(state, A, "done")
    assert state.stacks[0] == [B]
    assert len(state.stacks) == 7  # none for Central Park
    assert state.view(None).phase == "bribery"


@rule("C-76")
def test_a_marker_may_come_from_the_middle_and_from_the_stack_itself() -> None:  # CC-25
    stacks = {"chelsea": [A] * 4, "midtown": [A, B, A, A], "wall_street": [A, B, A]}
    state = turf_wars(thugs={"biz-p1": "0 thug"}, stacks=stacks)
    middle = state.copy()
    play(state, A, "marker:1-1")
    assert state.stacks[0] == [B, A, A]
    play(middle, A, "marker:6-3")
    assert middle.stacks[5] == [A, B, A]
    assert middle.stacks[0] == [A, B, A, A]


@rule("C-74")
def test_the_neutral_side_stands_in_the_way() -> None:
    alone = turf_wars(thugs={"biz-p1": "0 thug"}, chief="wall_street")
    assert alone.stacks[0] == []
    behind = turf_wars(thugs={"biz-p1": "0 thug"}, members={"ws_ch": "0 don"}, chief="wall_street")
    assert behind.stacks[0] == [A]


@rule("C-79", "C-80", "C-81", "C-82")
def test_bids_from_the_highest_down() -> None:  # T-34
    state = laid_out(
        4,
        phase="bribery",
        horse=C,
        allies=["ally-1-1", "ally-1-4", "ally-1-5"],
        tiles={"wall_street": "tile-b1", "brooklyn": "tile-b2"},
        suitcases={A: (0, 1, 1, 0), B: (0, 0, 0, 1), C: (2, 0, 0, 1), D: (0, 0, 1, 0)},
    )
    assert waiting(state) == (A, B, C, D)
    stock = state.stock[:4]
    play(state, A, "bid:3", "bid:2", "seal")
    play(state, C, "bid:1", "bid:1", "seal")
    assert waiting(state) == (B, D)
    assert why(state, A, "bid:3") == ("answered_already", "C-79")
    assert why(state, B, "bid:3") == ("not_in_suitcase", "C-47")
    assert state.view(B).bids == ()
    assert state.view(B).memory.suitcases[A] == (0, 1, 1, 0)  # nobody sees what is laid out
    play(state, B, "bid:5", "seal")
    play(state, D, "bid:3", "seal")
    assert waiting(state) == (A,)
    assert state.view(None).bids == (("bill-2", "bill-3"), ("bill-5",), ("bill-1", "bill-1"), ("bill-3",))
    assert case(state, C) == (2, 0, 0, 1)
    assert why(state, A, "hire:ally-2-1") == ("not_in_row", "C-80")
    play(state, A, "hire:ally-1-4")
    play(state, B, "hire:ally-1-1")
    play(state, D, "hire:ally-1-5")
    assert hand(state, A) == ["ally-1-4"]
    assert hand(state, D) == ["ally-1-5"]
    assert [case(state, seat) for seat in (A, B, D)] == [(0, 0, 0, 0)] * 3
    assert [after - before for before, after in zip(stock, state.stock, strict=False)] == [0, 1, 2, 1]
    assert state.act == 2


@rule("C-58", "C-83")
def test_nothing_for_nothing() -> None:  # T-35
    state = laid_out(
        4,
        phase="bribery",
        allies=["ally-1-1", "ally-1-4", "ally-1-5"],
        tiles={"wall_street": "tile-b1", "brooklyn": "tile-b2"},
        suitcases={A: (1, 0, 0, 0), B: (1, 0, 0, 0)},
    )
    for seat in (A, C, D):
        play(state, seat, "seal")
    play(state, B, "bid:1", "seal")
    play(state, B, "hire:ally-1-5")
    assert hand(state, B) == ["ally-1-5"]
    assert case(state, A) == (1, 0, 0, 0)
    assert {"ally-1-1", "ally-1-4"} <= set(state.view(None).gone)  # until the entr'acte they stayed in the row
    assert [hand(state, seat) for seat in (A, C, D)] == [[], [], []]


@rule("C-81", "C-46")
@pytest.mark.parametrize(("horse", "first"), [(A, A), (B, B), (C, C)])
def test_ties_go_clockwise_from_the_horse_head(horse: int, first: int) -> None:
    state = laid_out(
        3,
        phase="bribery",
        horse=horse,
        allies=["ally-1-1", "ally-1-2"],
        suitcases=dict.fromkeys(range(3), (0, 1, 0, 0)),
    )
    for seat in (A, B, C):
        play(state, seat, "bid:2", "seal")
    assert waiting(state) == (first,)
    play(state, first, "hire:ally-1-1")
    assert waiting(state) == ((first + 1) % 3,)
    play(state, (first + 1) % 3, "hire:ally-1-2")
    assert case(state, (first + 2) % 3) == (0, 1, 0, 0)


@rule("C-80")
def test_a_bid_is_paid_whole() -> None:  # CC-21
    state = laid_out(2, phase="bribery", allies=["ally-1-1"], suitcases={A: (0, 0, 0, 2), B: (1, 0, 0, 0)})
    play(state, A, "bid:5", "bid:5", "seal")
    play(state, B, "bid:1", "seal")
    play(state, A, "hire:ally-1-1")
    assert case(state, A) == (0, 0, 0, 0)
    assert case(state, B) == (1, 0, 0, 0)


def test_a_running_bribery_is_a_position() -> None:
    state = laid_out(3, phase="bribery", allies=["ally-1-1", "ally-1-2"], suitcases={A: (0, 0, 0, 1), B: (1, 0, 0, 0)})
    play(state, A, "bid:5", "seal")
    again = GAME.load(state.dump())
    assert again.dump() == state.dump()
    assert waiting(again) == (B, C)
    play(state, B, "bid:1", "seal")
    play(state, C, "seal")
    hiring = GAME.load(state.dump())
    assert waiting(hiring) == (A,)
    assert [(told["what"], told["seat"]) for told in hiring.dump()["position"]["pending"]] == [
        ("hiring", B),
        ("hiring", A),
    ]
