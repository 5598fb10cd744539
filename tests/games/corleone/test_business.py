from __future__ import annotations

import pytest

from tests.games.corleone.table import A, B, C, cards, case, choices, done_jobs, hand, laid_out, may, play, why
from tests.rules import rule

BUSY = ["0 don", "0 thug", "0 thug"]  # A's figures, in the river: A is out
B_OUT = ["1 don", "1 thug", "1 thug"]


@rule("C-13", "C-21", "C-26", "C-27", "C-39", "C-40")
def test_a_thug_on_penn_central() -> None:  # T-5
    state = laid_out(deck=["job-b06", "job-y06"], mover=A)
    play(state, A, "thug:biz-p6", "look:jobs", "keep:job-b06", "take:bill-2")
    assert hand(state, A) == cards(2, "job-b06")
    assert state.view(None).discard == ("job-y06",)
    assert state.view(None).players[A].thugs == 1
    assert state.view(None).thugs == {"biz-p6": "0 thug"}
    assert state.waiting == (B,)


@rule("C-12", "C-26")
def test_a_thug_space_holds_one_figure() -> None:  # T-6
    state = laid_out(thugs={"biz-p6": "0 thug"}, tiles={"midtown": "tile-b8"}, mover=A)
    assert why(state, A, "thug:biz-p6") == ("occupied", "C-26")
    assert may(state, A, "thug:tile-b8")
    assert why(state, A, "thug:tile-b1") == ("not_on_board", "C-18")
    play(state, A, "thug:biz-p1", "done")
    assert why(state, B, "thug:biz-p6") == ("occupied", "C-26")
    assert may(state, B, "thug:tile-b8")


@rule("C-28", "C-29", "C-67")
@pytest.mark.parametrize(("first", "mine", "theirs"), [("me", 2, 1), ("controller", 1, 2)])
def test_the_active_player_says_who_uses_a_front_first(first: str, mine: int, theirs: int) -> None:  # T-7
    state = laid_out(
        hands={C: cards(*["booze"] * 4)}, tiles={"wall_street": "tile-b2"}, stacks={"wall_street": [B]}, mover=A, act=2
    )
    play(state, A, "thug:tile-b2")
    assert choices(state, A) == ["first:me", "first:controller"]
    play(state, A, f"first:{first}")
    order = (A, B) if first == "me" else (B, A)
    play(state, order[0], "take:booze", "take:booze")
    play(state, order[1], "take:booze")  # the second icon gives nothing, and nobody is asked
    assert hand(state, A) == ["booze"] * mine
    assert hand(state, B) == ["booze"] * theirs
    assert state.waiting == (B,)


@rule("C-30", "C-77")
def test_one_use_only_in_a_district_of_ones_own_or_nobodys() -> None:  # T-8
    state = laid_out(tiles={"wall_street": "tile-b2"}, stacks={"wall_street": [A, B]}, mover=B, act=2)
    play(state, B, "thug:tile-b2", "take:booze", "take:booze")
    assert hand(state, B) == ["booze", "booze"]
    assert hand(state, A) == []
    assert state.waiting == (C,)
    free = laid_out(tiles={"wall_street": "tile-b2"}, mover=B)
    play(free, B, "thug:tile-b2", "take:booze", "done")
    assert free.waiting == (C,)


@rule("C-28")
def test_the_share_may_be_declined() -> None:  # CC-3
    state = laid_out(tiles={"wall_street": "tile-b2"}, stacks={"wall_street": [B]}, mover=A, act=2)
    play(state, A, "thug:tile-b2", "first:me", "take:booze", "take:booze")
    play(state, B, "take:booze", "done")
    assert hand(state, B) == ["booze"]


@rule("C-24", "C-31", "C-63")
def test_the_union_boss_shares_with_a_controller_who_is_out() -> None:  # T-9
    state = laid_out(hands={A: ["ally-1-5"]}, stacks={"brooklyn": [B]}, river=B_OUT, mover=A)
    play(state, A, "ally:ally-1-5", "to:biz-p2", "first:me", "take:gun", "take:bill-2")
    play(state, B, "take:gun", "take:bill-2")
    assert hand(state, A) == hand(state, B) == cards(2, "gun")
    assert state.view(None).thugs == {"biz-p2": "union_boss"}
    assert state.waiting == (C,)
    assert why(state, C, "thug:biz-p2") == ("occupied", "C-26")


def the_don(stacks: dict[str, list[int]] | None = None) -> None:
    state = laid_out(
        hands={A: cards(5, 3)}, deck=["job-s04", "job-g07"], tiles={"wall_street": "tile-b5"}, stacks=stacks, mover=A
    )
    play(state, A, "family:ws_mt_ch")
    assert choices(state, A) == ["launder:3", "launder:5", "take:gun", "take:blood_money", "look:jobs", "done"]
    play(state, A, "launder:5", "look:jobs", "keep:job-g07", "take:gun", "take:blood_money")
    assert case(state, A) == (0, 0, 0, 1)
    assert hand(state, A) == cards(3, "gun", "blood_money", "job-g07")
    assert state.view(None).discard == ("job-s04",)
    assert hand(state, C) == []
    assert state.waiting == (B,)


@rule("C-32", "C-33", "C-34", "C-38", "C-41", "C-47")
def test_the_don_between_chelsea_midtown_and_wall_street() -> None:  # T-10
    the_don()


@rule("C-35")
def test_backs_pay_no_share() -> None:  # T-11
    the_don({"midtown": [C]})


@rule("C-14", "C-15", "C-36", "C-75")
def test_a_space_at_central_park() -> None:  # T-12
    state = laid_out(hands={A: cards(1, 3)}, deck=["job-y02", "job-y03"], mover=A)
    assert not may(state, A, "launder:3")
    play(state, A, "family:ch_mt_cp", "launder:3", "take:gun", "look:jobs", "keep:job-y02")
    assert case(state, A) == (0, 0, 1, 0)
    assert hand(state, A) == cards(1, "gun", "job-y02")
    districts = state.rules.districts[state.rules.space_numbers["ch_mt_cp"]]
    assert districts == 1 << 5 | 1 << 6


@rule("C-14", "C-34", "C-42")
def test_gun_first_then_a_discard() -> None:  # T-13
    state = laid_out(hands={A: cards(1)}, mover=A)
    play(state, A, "family:qn_mt")
    before = state.copy()
    play(before, A, "use:swap-good")
    assert choices(before, A) == ["discard:bill-1"]  # the gun is not there yet
    play(state, A, "take:gun", "use:swap-good")
    assert choices(state, A) == ["discard:bill-1", "discard:gun"]
    play(state, A, "discard:bill-1")
    assert choices(state, A) == ["take:gun", "take:booze", "take:blood_money"]
    assert why(state, A, "take:narcotics") == ("not_to_choose", "C-42")
    play(state, A, "take:booze")
    assert hand(state, A) == ["gun", "booze"]
    assert state.stock[0] == 15


@rule("C-25", "C-37", "C-38")
def test_laundering_without_bills() -> None:  # T-15
    state = laid_out(hands={A: cards(5)}, tiles={"brooklyn": "tile-b5"}, mover=A)
    play(state, A, "thug:tile-b5", "launder:5")
    assert case(state, A) == (0, 0, 0, 1)
    assert state.waiting == (B,)  # the second icon lapses
    play(state, B, "thug:biz-p3")
    assert state.waiting == (C,)
    assert case(state, B) == (0, 0, 0, 0)


@rule("C-38", "C-37")
def test_somebody_who_holds_cards_is_asked_even_without_a_bill() -> None:
    state = laid_out(hands={A: ["gun"]}, mover=A)
    play(state, A, "thug:biz-p3")
    assert choices(state, A) == ["done"]  # all see that he has cards, nobody sees that none is a bill
    assert why(state, A, "launder:5") == ("no_such_bill", "C-38")


@rule("C-43", "C-42")
def test_discard_one_for_five() -> None:  # T-16 (a)
    state = laid_out(hands={A: ["job-b01"]}, tiles={"queens": "tile-b6"}, mover=A)
    play(state, A, "thug:tile-b6", "use:swap-5", "discard:job-b01")
    assert hand(state, A) == cards(5)
    assert state.view(None).discard == ("job-b01",)
    assert choices(state, A) == ["use:swap-good", "done"]
    play(state, A, "use:swap-good", "discard:bill-5", "take:gun")
    assert hand(state, A) == ["gun"]


@rule("C-45")
def test_discard_three_needs_three() -> None:  # T-16 (b), (c)
    tiles = {"queens": "tile-r3"}
    few = laid_out(hands={A: cards(1, "gun")}, tiles=tiles, mover=A)
    play(few, A, "thug:tile-r3")
    assert why(few, A, "use:swap-three-8") == ("too_few_cards", "CC-13")
    play(few, A, "launder:1")
    assert case(few, A) == (1, 0, 0, 0)
    enough = laid_out(hands={A: cards(1, "gun", "gun")}, tiles=tiles, mover=A)
    play(enough, A, "thug:tile-r3", "use:swap-three-8", "discard:bill-1", "discard:gun", "discard:gun")
    assert hand(enough, A) == cards(3, 5)
    play(enough, A, "launder:3", "launder:5")
    assert case(enough, A) == (0, 0, 1, 1)


@rule("C-44")
def test_discard_two_for_five() -> None:  # T-16 (d)
    state = laid_out(hands={A: ["gun", "gun"]}, tiles={"queens": "tile-b7"}, horse=B, mover=A)
    play(state, A, "thug:tile-b7", "take:horse_head")
    other = state.copy()
    play(state, A, "use:swap-two-5", "discard:gun", "discard:gun", "take:bill-1")
    assert hand(state, A) == cards(1, 5)
    assert state.horse == A
    play(other, A, "take:bill-1", "use:swap-two-5", "discard:bill-1", "discard:gun")
    assert hand(other, A) == cards(5, "gun")
    one = laid_out(hands={A: ["gun"]}, tiles={"queens": "tile-b7"}, horse=A, mover=A)
    play(one, A, "thug:tile-b7")
    assert why(one, A, "use:swap-two-5") == ("too_few_cards", "CC-13")
    assert why(one, A, "take:horse_head") == ("has_horse_head", "C-46")


@rule("C-47", "C-51", "C-52")
def test_two_twos_are_two_twos() -> None:  # T-17
    state = laid_out(hands={A: ["gun", "gun", "booze", "blood_money", "job-b11"]}, mover=A, horse=B)
    play(state, A, "job:job-b11", "pay:g0b0m0:money-first")
    assert hand(state, A) == cards(2, 2)
    play(state, A, "front:biz-p2", "take:gun", "take:bill-2")
    assert why(state, A, "front:biz-p2") == ("no_such_front", "C-55")
    play(state, A, "front:biz-p4", "take:horse_head", "take:bill-3")
    assert hand(state, A) == cards(2, 2, 2, 3, "gun")
    assert state.horse == A
    assert done_jobs(state, A) == ("job-b11",)
    assert state.stock[:4] == [15, 32, 39, 30]


@rule("C-48", "C-49", "C-51", "C-52", "C-53", "C-55")
def test_past_due() -> None:  # T-18
    state = laid_out(
        hands={A: ["blood_money", "gun", "booze"]},
        public=["job-b06", "job-y01", None],
        deck=["job-s01", "job-s02", "job-s03", "job-s04"],
        stacks={"midtown": [B]},
        thugs={"biz-p6": "2 thug"},
        mover=A,
        act=2,
    )
    play(state, A, "job:job-b06", "pay:g0b0m0:money-first", "front:biz-p6", "first:me", "look:jobs", "keep:job-s01")
    play(state, A, "take:bill-2")
    play(state, B, "look:jobs", "keep:job-s04", "take:bill-2")
    assert state.stock[4:] == [11, 7, 8, 6]
    assert hand(state, A) == cards(2, 5, "job-s01")
    assert hand(state, B) == cards(2, "job-s04")
    assert done_jobs(state, A) == ("job-b06",)
    assert state.view(None).public == (None, "job-y01", None)
    assert state.view(None).players[A].thugs == 2
    assert state.waiting == (B,)
    assert why(state, B, "job:job-b06") == ("no_such_job", "C-48")


@rule("C-50")
def test_narcotics_stand_in() -> None:  # T-19
    rich = laid_out(hands={A: ["narcotics", "narcotics", "gun", "job-y06"]}, mover=A)
    play(rich, A, "job:job-y06")
    assert choices(rich, A) == ["pay:g1b0m1:money-first", "pay:g1b0m1:money-last"]
    play(rich, A, "pay:g1b0m1:money-first")
    assert hand(rich, A) == cards(5)
    poor = laid_out(hands={A: ["narcotics", "gun", "job-y06"]}, mover=A)
    assert why(poor, A, "job:job-y06") == ("cannot_pay", "C-49")
    free = laid_out(hands={A: ["narcotics", "booze", "job-g01"]}, mover=A)
    play(free, A, "job:job-g01")
    assert choices(free, A)[::2] == ["pay:g0b0m0:money-first", "pay:g0b1m0:money-first"]
    assert why(free, A, "pay:g1b0m0:money-first") == ("wrong_payment", "C-49")


@rule("C-51", "C-38")
def test_money_before_or_after_the_ability() -> None:  # T-20
    first = laid_out(hands={A: ["booze", "job-g01"]}, mover=A)
    last = first.copy()
    play(first, A, "job:job-g01", "pay:g0b0m0:money-first", "launder:1")
    assert (case(first, A), hand(first, A)) == ((1, 0, 0, 0), [])
    play(last, A, "job:job-g01", "pay:g0b0m0:money-last")
    assert (case(last, A), hand(last, A)) == ((0, 0, 0, 0), cards(1))  # nothing in hand: the ability lapses
    assert last.waiting == (B,)


@rule("C-23", "C-54", "C-60")
def test_without_a_figure_one_is_out() -> None:  # T-21
    cards_held = {A: ["job-g01", "booze", "ally-1-1"]}
    out = laid_out(hands=cards_held, river=BUSY, mover=C)
    play(out, C, "thug:biz-p3")
    assert out.waiting == (B,)
    assert why(out, A, "job:job-g01") == ("not_your_turn", "C-20")
    back = laid_out(hands=cards_held, river=BUSY[:2], mover=A)
    assert {"job:23", "ally:1-1"} <= set(choices(back, A))


@rule("C-20", "C-21", "C-22", "C-23")
def test_turns_go_round_until_everybody_is_out() -> None:  # T-22
    river = ["0 don", "0 thug", *B_OUT, "2 don"]
    state = laid_out(hands={A: ["booze", "job-g01"]}, river=river, mover=A)
    other = state.copy()
    assert why(state, A, "done") == ("no_passing", "C-22")
    assert not [token for token in choices(state, A) if token.split(":")[0] not in ("thug", "family", "job", "ally")]
    play(state, A, "thug:biz-p1", "take:bill-2", "done")
    assert state.waiting == (C,)
    play(state, C, "thug:biz-p3")
    assert state.waiting == (C,)
    play(state, C, "thug:biz-p2", "done")
    assert state.view(None).phase == "bribery"
    play(other, A, "job:job-g01", "pay:g0b0m0:money-last")
    assert other.waiting == (C,)
    play(other, C, "thug:biz-p3")
    assert other.waiting == (A,)


@rule("C-23")
def test_a_family_needs_its_own_figures() -> None:
    state = laid_out(river=["0 thug", "0 thug"], mover=A)
    assert why(state, A, "thug:biz-p1") == ("no_thug", "C-26")
    state = laid_out(river=["0 don"], mover=A)
    assert why(state, A, "family:qn_mt") == ("no_family_member", "C-32")
    assert why(state, A, "family:s24") == ("no_such_space", "C-14")


@rule("C-32")
def test_don_consigliere_and_heir_go_one_after_the_other_to_empty_spaces() -> None:
    tiles = {"wall_street": "tile-b1", "brooklyn": "tile-b2", "upper_east_side": "tile-r1", "queens": "tile-r2"}
    state = laid_out(mover=A, act=4, tiles=tiles, river=["1 thug", "1 thug", "2 thug", "2 thug"])
    for space in ("bk_qn", "ws_bk_1", "ws_bk_2"):
        play(state, A, f"family:{space}", "done")
        for seat in (B, C):
            play(state, seat, state.setup.game.token(state.legal(seat)[0]), "done")
    assert [state.view(None).members[space] for space in ("bk_qn", "ws_bk_1", "ws_bk_2")] == [
        "0 don",
        "0 consigliere",
        "0 heir",
    ]
    assert why(state, A, "family:bk_qn") == ("space_occupied", "C-32")


@rule("C-37", "C-27")
def test_an_icon_printed_twice_is_used_twice_and_no_more() -> None:
    state = laid_out(tiles={"queens": "tile-b2"}, mover=A)
    play(state, A, "thug:tile-b2", "take:booze")
    assert why(state, A, "take:gun") == ("no_such_icon", "C-37")
    play(state, A, "take:booze")
    assert hand(state, A) == ["booze", "booze"]
    assert state.waiting == (B,)


@rule("C-46", "C-11", "C-20")
def test_the_horse_head_changes_nothing_in_the_running_phase() -> None:  # T-36
    state = laid_out(mover=B, horse=A)
    play(state, B, "thug:biz-p4", "take:horse_head", "take:bill-3")
    assert state.horse == B
    assert hand(state, B) == cards(3)
    assert state.waiting == (C,)
    shared = laid_out(mover=B, horse=A, stacks={"queens": [C]}, act=2)
    play(shared, B, "thug:biz-p4", "first:me", "take:horse_head", "take:bill-3")
    play(shared, C, "take:horse_head", "take:bill-3")
    assert shared.horse == C
    assert shared.waiting == (C,)


@rule("C-68")
def test_missing_bills_fall_to_the_nearest_lower_value() -> None:  # T-28
    tiles = {"wall_street": "tile-b8"}
    position = {"suitcases": {C: (11, 35, 40, 28)}, "tiles": tiles}
    three = laid_out(mover=A, **position)
    play(three, A, "thug:biz-p4", "take:bill-3")
    assert hand(three, A) == cards(1)
    five = laid_out(mover=A, **position)
    play(five, A, "thug:tile-b8", "take:bill-5")
    assert hand(five, A) == cards(5)
    none = laid_out(mover=A, suitcases={C: (15, 35, 40, 28)})
    play(none, A, "thug:biz-p2", "take:gun")
    assert hand(none, A) == ["gun"]  # only $5 bills are left, so the $2 cannot be had
    assert none.waiting == (B,)
    refused = laid_out(mover=A, suitcases={C: (15, 35, 40, 28)})
    play(refused, A, "thug:biz-p2")
    assert why(refused, A, "take:bill-2") == ("no_bills_left", "C-68")


@rule("C-67")
def test_an_empty_stack_of_goods_gives_nothing() -> None:
    state = laid_out(hands={C: ["gun"] * 11}, mover=A)
    play(state, A, "thug:biz-p2")
    assert why(state, A, "take:gun") == ("stack_empty", "C-67")


@rule("C-69")
def test_the_discard_becomes_the_deck_in_the_middle_of_a_draw() -> None:  # T-29
    state = laid_out(deck=["job-y01"], discard=["job-b01", "job-b02"], rest_with=C, mover=A)
    play(state, A, "thug:biz-p6", "look:jobs", "keep:job-y01", "take:bill-2")
    assert hand(state, A) == cards(2, "job-y01")
    assert state.left == 1
    assert len(state.pile) == 1
    empty = laid_out(rest_with=C, mover=A)
    play(empty, A, "thug:biz-p6")
    assert why(empty, A, "look:jobs") == ("no_jobs_left", "C-69")
    one = laid_out(deck=["job-y01"], rest_with=C, mover=A)
    play(one, A, "thug:biz-p6", "look:jobs")
    assert choices(one, A) == ["keep:01", "done"]  # CC-34: may be kept
    play(one, A, "done")
    assert one.view(None).discard == ("job-y01",)


@rule("C-39")
def test_of_the_jobs_looked_at_one_must_be_kept() -> None:
    state = laid_out(deck=["job-y01", "job-y02"], mover=A)
    play(state, A, "thug:biz-p6", "look:jobs")
    assert why(state, A, "done") == ("carry_through", "CC-2")
    assert why(state, A, "keep:job-y03") == ("not_looked_at", "C-39")
    assert state.view(B).pending[-1].names == ()
    assert sorted(state.view(A).pending[-1].names) == ["job-y01", "job-y02"]


@rule("C-53")
def test_when_the_public_jobs_are_gone_only_the_hand_is_left() -> None:
    state = laid_out(hands={A: ["booze", "booze", "job-g01"]}, public=["job-b01", None, None], mover=A)
    play(state, A, "job:job-b01", "pay:g0b0m0:money-first")
    assert state.view(None).public == (None, None, None)
    play(state, B, "thug:biz-p3")
    play(state, C, "thug:biz-p1", "done")
    assert [token for token in choices(state, A) if token.startswith("job")] == ["job:23"]


@rule("C-49")
def test_what_a_job_brings_does_not_pay_for_it() -> None:  # CC-33
    state = laid_out(hands={A: ["gun", "job-s02"]}, mover=A)
    assert why(state, A, "job:job-s02") == ("cannot_pay", "C-49")


@rule("C-58", "C-59")
def test_an_ally_that_is_not_in_hand() -> None:
    state = laid_out(hands={B: ["ally-1-1"]}, allies=["ally-1-2"], mover=A)
    assert why(state, A, "ally:ally-1-1") == ("no_such_ally", "C-58")
    assert why(state, A, "ally:ally-1-2") == ("no_such_ally", "C-58")
