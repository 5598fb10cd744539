from __future__ import annotations

from random import Random

from backroom.games.corleone.table import DECISIONS
from tests.games.corleone.table import A, B, C, cards, case, choices, done_jobs, hand, laid_out, may, opened, play, why
from tests.rules import rule


@rule("C-56", "C-57")
def test_a_killed_thug_lies_in_the_river_until_the_entracte() -> None:  # T-23
    state = laid_out(hands={A: ["gun", "gun", "job-y03"]}, thugs={"biz-p6": "1 thug"}, mover=A)
    play(state, A, "job:job-y03", "pay:g0b0m0:money-last")
    assert choices(state, A) == ["at:p6", "done"]
    play(state, A, "at:biz-p6")
    assert hand(state, A) == cards(3)
    assert state.view(None).river == ("1 thug",)
    assert state.view(None).thugs == {}
    assert state.view(None).players[B].thugs == 1
    play(state, B, "thug:biz-p1", "done")
    assert may(state, C, "thug:biz-p6")
    assert done_jobs(state, A) == ("job-y03",)


@rule("C-56")
def test_killing_hits_rivals_where_the_card_says() -> None:  # CC-27
    position = {
        "thugs": {"biz-p1": "0 thug", "biz-p2": "1 thug", "biz-p6": "2 thug", "biz-p7": "union_boss"},
        "members": {"ws_bk_1": "0 don", "bk_qn": "1 don", "uws_ch": "2 don", "ws_ch": "mayor"},
        "mover": A,
    }
    with_me = laid_out(hands={A: ["blood_money", "job-y01"]}, **position)
    play(with_me, A, "job:job-y01", "pay:g0b0m0:money-first")
    assert choices(with_me, A) == ["at:p2", "done"]  # Wall Street and Brooklyn, where A has figures
    family = laid_out(hands={A: ["blood_money", "booze", "job-y04"]}, **position)
    play(family, A, "job:job-y04", "pay:g0b0m0:money-first")
    assert choices(family, A) == ["at:s12", "done"]
    anywhere = laid_out(hands={A: ["gun", "gun", "blood_money", "job-y06"]}, **position)
    play(anywhere, A, "job:job-y06", "pay:g0b0m0:money-first")
    assert choices(anywhere, A) == ["at:s12", "at:s16", "done"]
    assert why(anywhere, A, "at:ws_bk_1") == ("not_that_figure", "CC-27")
    assert why(anywhere, A, "at:qn_mt") == ("nobody_there", "CC-27")
    play(anywhere, A, "at:uws_ch")
    assert anywhere.view(None).river == ("2 don",)
    assert "uws_ch" not in anywhere.view(None).members


@rule("C-56", "C-57")
def test_a_massacre_spares_nobody() -> None:  # CC-27
    position = {
        "thugs": {"biz-p6": "0 thug", "tile-b8": "union_boss"},
        "members": {"qn_mt": "1 don", "ch_mt_cp": "mayor", "uws_ch": "2 don"},
        "chief": "midtown",
        "tiles": {"midtown": "tile-b8"},
        "mover": A,
    }
    thugs = laid_out(hands={A: ["gun", "booze", "job-y02"]}, **position)
    play(thugs, A, "job:job-y02", "pay:g0b0m0:money-first")
    assert choices(thugs, A) == ["district:6", "done"]
    play(thugs, A, "district:midtown")
    assert thugs.view(None).river == ("0 thug",)
    everybody = laid_out(hands={A: ["gun", "gun", "booze", "blood_money", "job-y10"]}, **position)
    play(everybody, A, "job:job-y10", "pay:g0b0m0:money-first")
    assert choices(everybody, A) == ["district:4", "district:5", "district:6", "district:7", "done"]
    assert why(everybody, A, "district:brooklyn") == ("nothing_there", "CC-27")
    play(everybody, A, "district:midtown")
    assert everybody.view(None).river == ("0 thug", "1 don", "mayor", "union_boss", "police_chief")
    assert everybody.view(None).members == {"uws_ch": "2 don"}
    assert everybody.chief == -1


@rule("C-38", "C-58", "C-59")
def test_the_family_accountant() -> None:  # T-24
    state = laid_out(hands={A: cards(5, 3, 1, "ally-1-1")}, mover=A)
    play(state, A, "ally:ally-1-1", "launder:5", "launder:3")
    assert case(state, A) == (0, 0, 1, 1)
    assert hand(state, A) == cards(1)
    assert state.view(None).players[A].played == ("ally-1-1",)
    assert state.view(None).players[A].thugs == 2


@rule("C-59")
def test_an_ally_works_once_per_act() -> None:  # T-25
    state = laid_out(played={A: ["ally-1-1"]}, mover=A)
    assert why(state, A, "ally:ally-1-1") == ("played_already", "C-59")


@rule("C-61", "C-62", "C-65", "C-66")
def test_the_mayor_is_placed_and_moved_on() -> None:  # T-26
    tiles = {"wall_street": "tile-b1", "brooklyn": "tile-b2"}
    state = laid_out(hands={A: cards(2, "ally-1-4"), B: ["ally-2-4"]}, act=2, tiles=tiles, mover=A)
    play(state, A, "ally:ally-1-4", "to:uws_cp", "launder:2")
    assert case(state, A) == (0, 1, 0, 0)
    assert state.view(None).members == {"uws_cp": "mayor"}
    assert why(state, B, "family:uws_cp") == ("space_occupied", "C-32")
    play(state, B, "ally:ally-2-4")
    assert why(state, B, "to:uws_cp") == ("not_free", "C-65")
    play(state, B, "to:qn_mt", "take:gun", "done")
    assert hand(state, B) == ["gun"]
    assert state.view(None).members == {"qn_mt": "mayor"}
    play(state, B, "done")  # the card's own laundering
    assert state.waiting == (C,)
    assert may(state, C, "family:uws_cp")


@rule("C-64", "C-71")
def test_the_police_chief_uses_nothing_and_blocks_nothing() -> None:  # T-27
    state = laid_out(hands={A: ["ally-1-6"]}, mover=A)
    play(state, A, "ally:ally-1-6")
    assert choices(state, A) == [f"district:{number}" for number in range(1, 8)] + ["done"]  # not the park
    play(state, A, "district:chelsea", "take:bill-3")
    assert hand(state, A) == cards(3)
    assert state.view(None).chief == "chelsea"
    assert may(state, B, "thug:biz-p7")


@rule("C-65")
def test_a_neutral_figure_in_the_river_stays_there() -> None:  # CC-28
    state = laid_out(hands={A: ["ally-1-6"]}, river=["police_chief"], mover=A)
    play(state, A, "ally:ally-1-6", "take:bill-3")
    assert state.chief == -1
    moved = laid_out(hands={A: ["ally-1-6"]}, chief="queens", mover=A)
    play(moved, A, "ally:ally-1-6")
    assert why(moved, A, "district:queens") == ("nothing_there", "C-65")


@rule("C-63", "C-65")
def test_the_union_boss_moves_on() -> None:
    state = laid_out(hands={A: ["ally-1-5"]}, thugs={"biz-p2": "union_boss"}, mover=A)
    play(state, A, "ally:ally-1-5", "to:biz-p1", "take:bill-2", "launder:2")
    assert state.view(None).thugs == {"biz-p1": "union_boss"}
    assert case(state, A) == (0, 1, 0, 0)


def test_the_police_chief_drives_a_thug_out_of_his_district() -> None:
    tiles = {"wall_street": "tile-b1", "brooklyn": "tile-b2"}
    thugs = {"biz-p6": "1 thug", "biz-p2": "2 thug"}
    state = laid_out(hands={A: ["ally-2-6"]}, act=2, tiles=tiles, thugs=thugs, mover=A)
    away = state.copy()
    play(state, A, "ally:ally-2-6", "district:brooklyn")
    assert choices(state, A) == ["at:p2", "done"]
    play(state, A, "at:biz-p2")
    assert "to:t02" not in choices(state, A)  # the tile of Brooklyn is free, but it is here
    assert why(state, A, "to:tile-b2") == ("not_there", "CC-6")
    play(state, A, "to:biz-p7", "take:booze")
    assert state.view(None).thugs == {"biz-p6": "1 thug", "biz-p7": "2 thug"}
    assert hand(state, A) == ["booze"]  # nothing is used by moving
    play(away, A, "ally:ally-2-6", "done")  # not placed: nobody is `here`
    assert choices(away, A) == ["take:gun", "take:booze", "take:blood_money", "done"]


def test_the_police_chief_kills_a_thug_of_his_district() -> None:
    tiles = {"wall_street": "tile-b1", "brooklyn": "tile-b2", "upper_east_side": "tile-r1"}
    thugs = {"biz-p6": "1 thug", "biz-p2": "2 thug"}
    state = laid_out(hands={A: ["ally-3-6"]}, act=3, tiles=tiles, thugs=thugs, mover=A)
    play(state, A, "ally:ally-3-6", "district:midtown")
    assert choices(state, A) == ["at:p6", "done"]
    play(state, A, "at:biz-p6", "done")
    assert state.view(None).river == ("1 thug",)


def test_hired_muscle_is_paid_with_a_card_and_then_carried_through() -> None:
    state = laid_out(hands={A: ["gun", "ally-1-3"]}, thugs={"biz-p6": "1 thug"}, mover=A)
    play(state, A, "ally:ally-1-3")
    assert choices(state, A) == ["use:step", "done"]
    play(state, A, "use:step", "discard:gun")
    assert choices(state, A) == ["at:p6"]
    play(state, A, "at:biz-p6")
    assert state.view(None).river == ("1 thug",)
    assert hand(state, A) == cards(5)
    broke = laid_out(hands={A: ["ally-1-3"]}, thugs={"biz-p6": "1 thug"}, mover=A)
    play(broke, A, "ally:ally-1-3")
    assert broke.waiting == (B,)


def test_one_of_two_offers() -> None:
    state = laid_out(hands={A: ["gun", "ally-1-2"]}, horse=B, mover=A)
    other = state.copy()
    play(state, A, "ally:ally-1-2", "option:1", "use:swap-5", "discard:gun")
    assert hand(state, A) == cards(5)
    play(other, A, "ally:ally-1-2", "option:2", "take:bill-2", "take:horse_head")
    assert other.horse == A
    assert hand(other, A) == cards(2, "gun")


def test_moving_an_own_thug_uses_the_new_front_with_the_share() -> None:  # CC-5
    state = laid_out(
        hands={A: ["gun", "booze", "job-b04"]},
        thugs={"biz-p6": "0 thug", "biz-p3": "1 thug"},
        stacks={"brooklyn": [C]},
        act=2,
        tiles={"wall_street": "tile-b1"},
        mover=A,
    )
    play(state, A, "job:job-b04", "pay:g0b0m0:money-first")
    assert choices(state, A) == ["at:p6", "done"]
    play(state, A, "at:biz-p6", "to:biz-p2", "first:controller")
    play(state, C, "take:gun", "take:bill-2")
    play(state, A, "take:gun", "done")
    assert hand(state, C) == cards(2, "gun")
    assert hand(state, A) == cards(2, "gun")
    assert state.view(None).thugs == {"biz-p2": "0 thug", "biz-p3": "1 thug"}


def test_moving_an_own_family_member_uses_the_backs() -> None:
    state = laid_out(hands={A: ["gun", "blood_money", "job-b03"]}, members={"bk_qn": "0 don"}, mover=A)
    play(state, A, "job:job-b03", "pay:g0b0m0:money-first", "at:bk_qn", "to:qn_mt", "take:gun", "done")
    assert hand(state, A) == cards(2, "gun")
    assert state.view(None).members == {"qn_mt": "0 don"}


def test_moving_without_use_brings_nothing() -> None:
    state = laid_out(hands={A: ["booze", "job-b01"]}, thugs={"biz-p6": "0 thug"}, mover=A)
    play(state, A, "job:job-b01", "pay:g0b0m0:money-first", "at:biz-p6")
    assert why(state, A, "to:biz-p6") == ("not_free", "CC-6")
    play(state, A, "to:biz-p2")
    assert hand(state, A) == cards(2)
    rival = laid_out(
        hands={A: ["booze", "gun", "gun", "job-b08"]}, members={"qn_mt": "1 don"}, thugs={"biz-p1": "0 thug"}, mover=A
    )
    play(rival, A, "job:job-b08", "pay:g0b0m0:money-last", "at:qn_mt", "to:bk_qn", "at:biz-p1")
    assert rival.view(None).members == {"bk_qn": "1 don"}
    assert rival.view(None).players[A].thugs == 2


def test_what_is_taken_back_may_be_played_again() -> None:  # CC-36
    state = laid_out(
        hands={A: ["booze", "booze", "gun", "job-b07"]}, thugs={"biz-p2": "0 thug"}, members={"bk_qn": "0 don"}, mover=A
    )
    play(state, A, "job:job-b07", "pay:g0b0m0:money-first", "at:bk_qn")
    assert state.view(None).players[A].members == ("don",)
    assert hand(state, A) == cards(1, 3)
    play(state, B, "thug:biz-p3")
    play(state, C, "thug:biz-p1", "done")
    play(state, A, "family:bk_qn", "take:bill-2", "done")
    assert hand(state, A) == cards(1, 2, 3)


def test_backs_by_a_card() -> None:
    state = laid_out(
        hands={A: ["booze", "blood_money", "blood_money", "job-b05"]},
        tiles={"wall_street": "tile-b5"},
        stacks={"wall_street": [B]},
        mover=A,
    )
    play(state, A, "job:job-b05", "pay:g0b0m0:money-first", "district:wall_street")
    assert choices(state, A) == ["launder:3", "take:blood_money", "done"]
    play(state, A, "take:blood_money", "launder:3")
    assert case(state, A) == (0, 0, 1, 0)
    assert hand(state, B) == []  # no share


def test_looking_at_three_jobs_and_keeping_two() -> None:
    goods = ["gun", "booze", "blood_money", "job-s09"]
    state = laid_out(hands={A: goods}, deck=["job-y01", "job-y02", "job-y03"], mover=A)
    play(state, A, "job:job-s09", "pay:g0b0m0:money-last", "use:step", "keep:job-y01")
    assert state.view(B).pending[-1].numbers == (1, 1)
    assert state.view(B).players[A].cards == 0
    play(state, A, "keep:job-y03")
    assert hand(state, A) == cards(1, 2, "job-y01", "job-y03")
    assert state.view(None).discard == ("job-y02",)


@rule("C-58")
def test_unseen_cards_are_taken_at_random_and_seen_by_the_two() -> None:  # CC-49
    hands = {A: ["gun", "blood_money", "job-s04"], B: cards(5, "ally-1-1", "job-g01"), C: cards(1)}
    taken: set[str] = set()
    for luck in range(1, 40):
        state = laid_out(hands=hands, mover=A)
        state.luck = luck * 7919 % 1073741789
        play(state, A, "job:job-s04", "pay:g0b0m0:money-last")
        assert choices(state, A) == ["rival:2", "rival:3", "done"]
        play(state, A, "rival:2")
        assert state.sizes[B] == 1
        stolen = [card for card in hand(state, A) if card != "bill-2"]
        assert len(stolen) == 2
        taken |= set(stolen)
        trail = {seat: [entry.card for entry in state.view(seat).memory.trail] for seat in (A, B, C)}
        assert sorted(trail[A][:2]) == sorted(trail[B][:2]) == sorted(stolen)
        assert trail[C][:2] == ["", ""]
    assert taken == {"bill-5", "ally-1-1", "job-g01"}


def test_two_rivals_are_chosen_before_the_first_card_is_taken() -> None:
    hands = {A: ["gun", "blood_money", "blood_money", "job-s06"], B: cards(5), C: cards(1)}
    state = laid_out(hands=hands, mover=A)
    play(state, A, "job:job-s06", "pay:g0b0m0:money-last", "rival:2")
    assert hand(state, A) == []
    assert why(state, A, "rival:2") == ("not_that_rival", "CC-49")
    one = state.copy()
    play(state, A, "rival:3")
    assert hand(state, A) == cards(1, 5)
    play(one, A, "done")
    assert hand(one, A) == cards(5)


def test_a_levy_is_answered_in_secret_by_all_rivals() -> None:  # CC-50
    hands = {A: ["booze", "gun", "job-g03"], B: cards(2, 5), C: ["gun"]}
    state = laid_out(hands=hands, mover=A)
    play(state, A, "job:job-g03", "pay:g0b0m0:money-first", "use:step")
    assert state.waiting == (B, C)
    assert choices(state, B) == ["show:2", "show:5"]
    assert why(state, B, "show:none") == ("must_show", "CC-50")
    assert choices(state, C) == ["show:none"]
    before = state.view(C)
    play(state, B, "show:2")
    assert state.view(C).players == before.players
    assert state.view(C).laid == ()
    assert state.view(B).laid == ("bill-2",)
    assert why(state, B, "show:5") == ("answered_already", "CC-50")
    play(state, C, "show:none")
    assert hand(state, A) == cards(2, 3)
    assert hand(state, B) == cards(5)
    highest = laid_out(hands={**hands, C: cards(3)}, mover=A)
    play(highest, A, "job:job-g03", "pay:g0b0m0:money-first", "use:step")
    play(highest, C, "show:3")
    play(highest, B, "show:5")
    assert hand(highest, A) == cards(3, 5)
    assert highest.stock[:4] == [15, 34, 39, 29]  # the reward's $3 and the levied $5 are out, C's $3 is back


def test_a_levy_without_cards_to_levy_lapses() -> None:
    state = laid_out(hands={A: ["booze", "gun", "job-g03"]}, mover=A)
    play(state, A, "job:job-g03", "pay:g0b0m0:money-first")
    assert state.waiting == (B,)


def test_a_front_by_an_ally() -> None:
    tiles = {"wall_street": "tile-b1", "brooklyn": "tile-b2", "upper_east_side": "tile-r1"}
    state = laid_out(hands={A: cards("ally-3-3")}, act=3, tiles=tiles, thugs={"biz-p1": "1 thug"}, mover=A)
    play(state, A, "ally:ally-3-3", "front:biz-p1", "take:bill-2", "done", "launder:2")
    assert case(state, A) == (0, 1, 0, 0)


def test_goods_of_ones_choice() -> None:
    tiles = {"wall_street": "tile-b1", "brooklyn": "tile-b2", "upper_east_side": "tile-r1"}
    state = laid_out(hands={A: ["ally-3-1"], C: ["gun"] * 11}, act=3, tiles=tiles, mover=A)
    play(state, A, "ally:ally-3-1")
    assert why(state, A, "take:gun") == ("stack_empty", "C-67")  # CC-8
    play(state, A, "take:booze", "take:booze", "done")
    assert hand(state, A) == ["booze", "booze"]


@rule("C-61")
def test_the_mayor_belongs_to_nobody_when_the_turn_is_over() -> None:  # CC-30
    state = laid_out(hands={A: ["ally-1-4"], B: ["booze", "booze", "gun", "job-b07"]}, mover=A)
    play(state, A, "ally:ally-1-4", "to:ws_bk_1", "done")
    play(state, B, "job:job-b07", "pay:g0b0m0:money-first")
    assert state.waiting == (C,)  # B has no figure to take back; the Mayor is not his


def test_every_kind_of_decision_comes_up_in_random_games() -> None:
    seen: set[str] = set()
    chooser = Random(3)
    for seed in range(60):
        state = opened(4, seed)
        while not state.over:
            seen |= {pending.what for pending in state.view(None).pending}
            seat = chooser.choice(state.waiting)
            legal = state.legal(seat)
            jobs = [action for action in legal if state.setup.game.token(action).startswith(("job", "use", "rival"))]
            state.play(seat, chooser.choice(jobs if jobs and chooser.random() < 0.7 else legal))
    assert seen == set(DECISIONS[:25]) - {"warring", "lift"}  # wars run by themselves; nine markers were enough
