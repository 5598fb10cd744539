"""O-17 to O-23 and O-61 to O-63: the race for a second bottle, live and sealed."""

from __future__ import annotations

from random import Random

import pytest

import backroom
from backroom.games.omerta import GAME
from backroom.games.omerta.state import Omerta
from backroom.games.omerta.view import OmertaView, Race
from tests.games.omerta.tables import (
    handle,
    kinds,
    known,
    lay_out,
    may,
    pile,
    play,
    refused,
    row,
    told,
)
from tests.rules import rule

COMMIT = {"snap_mode": "commit"}


def race_of(state: Omerta) -> Race:
    race = state.view(0).race
    assert race is not None
    return race


@rule("O-18", "O-19", "O-21", "O-22")
def test_ot_6_the_discarder_may_win_his_own_race_and_there_is_no_second_one() -> None:
    state = lay_out("B4 ? ? ?", "? ? ? ?", "B4 ? ? ?", deck="B4")
    play(state, "A take:deck throw")
    assert state.waiting == (0, 1, 2)
    play(state, "A snap:1")
    assert len(state.rows[0]) == 3
    assert pile(state) == "B4 B4"
    assert refused(state, "C snap:1").code == "too_late"
    assert refused(state, "C snap:1").rule == "O-21"
    assert len(state.rows[2]) == 4
    assert known(state, "B") == set()
    assert (state.number, state.active, state.view(1).phase) == (0, 1, "begin")


@rule("O-20", "O-23")
def test_ot_7_a_wrong_card_is_shown_and_costs_a_penalty_card() -> None:
    state = lay_out("? ? ? ?", "B3 B1 B2 B2", "B7 ? ? ?", deck="B7 ALI")
    play(state, "A take:deck throw", "B snap:2")
    assert row(state, "B") == "B3 B1 B2 B2 ALI"
    for who in ("A", "B", "C", None):
        assert known(state, who) == {("B1", (handle(state, "B", 2),))}, "the penalty card is seen by nobody"
    assert state.number == 7
    assert refused(state, "B snap:1").rule == "O-20"
    play(state, "C snap:1")
    assert len(state.rows[2]) == 3
    assert state.active == 1


@rule("O-23", "O-24", "O-38")
def test_ot_8_a_character_opens_no_race_and_a_race_without_tries_ends() -> None:
    state = lay_out("B1", "B3", "B4", deck="WIT B2")
    play(state, "A take:deck throw")
    assert refused(state, "C snap:1").rule == "O-17"
    assert state.active == 1
    play(state, "B take:deck throw", "A pass", "C pass")
    assert refused(state, "A pass").code == "answered_already"
    play(state, "B pass")
    assert state.active == 2
    assert kinds(state)[-1] == "race_over"


@rule("O-17")
def test_a_swapped_bottle_opens_a_race_and_only_for_its_own_number() -> None:
    state = lay_out("B9 B1", "B6", "B9", deck="B6 WIT WIT")
    play(state, "A take:deck swap:1")
    assert state.number == 9
    play(state, "B snap:1")
    assert row(state, "B") == "B6 WIT"


@rule("O-18", "O-41", "O-43")
def test_who_may_race() -> None:
    lasting = [
        {"card": "la_mama", "layer": 0, "holder": 1, "handle": None, "left": 1},
        {"card": "patrol", "layer": 0, "holder": 2, "handle": 2, "left": 2},
    ]
    state = lay_out("B1", "B5", "B5 B5", "", deck="B5", active=3, lasting=lasting)
    play(state, "D take:deck throw")
    assert state.waiting == (0, 2)
    assert refused(state, "B snap:1").rule == "O-41"
    assert refused(state, "D snap:1").rule == "O-18"
    assert refused(state, "C snap:1").rule == "O-43"
    assert refused(state, "C snap:3").rule == "O-18"
    assert may(state, "C") == ["pass", "snap:2"]
    assert refused(state, "D take:deck").rule == "O-23"


@rule("O-18", "O-23")
def test_without_anybody_who_could_race_the_turn_just_ends() -> None:
    state = lay_out("", "", "", deck="B5", rest_to="")
    play(state, "A take:deck throw")
    assert kinds(state) == ["took_deck", "thrown", "race", "race_over"]
    assert state.active == 1


@rule("O-62", "O-20", "O-21")
@pytest.mark.parametrize("order", ["C A B D", "D B A C", "A B C D", "B C D A"])
def test_ot_9_sealed_answers_are_handled_in_the_order_of_the_queue(order: str) -> None:
    queue = [2, 0, 1, 3]
    state = lay_out("? ? ? ?", "B6 ? ? ?", "? B9 ? ?", "? ? B6 ?", deck="B6 B1", queue=queue, options=COMMIT)
    answers = {"A": "pass", "B": "snap:1", "C": "snap:2", "D": "snap:3"}
    play(state, "A take:deck throw")
    for who in order.split():
        assert "snap_won" not in kinds(state)
        play(state, f"{who} {answers[who]}")
    assert [len(line) for line in state.rows] == [4, 3, 5, 4]
    assert known(state, "A") == {("B9", (handle(state, "C", 2),))}
    assert state.queue == [2, 0, 3, 1]
    assert kinds(state) == ["snap_wrong", "snap_won", "snap_late", "race_won"]


@rule("O-62")
def test_a_sealed_race_shows_nobodys_answer_nor_who_has_given_one() -> None:
    state = lay_out("? B9", "B6 B9", "? B9", deck="B6", options=COMMIT)
    play(state, "A take:deck throw")
    before = {who: state.view(who) for who in (0, 2, None)}
    assert before[0].waiting == (0, 1, 2)
    state.events()
    play(state, "B snap:1")
    assert {who: state.view(who) for who in (0, 2, None)} == before
    assert state.events() == []
    assert state.view(1).answer == "snap:1"
    assert state.view(1).waiting == (0, 2)
    assert state.waiting == (0, 2)
    assert refused(state, "B pass").rule == "O-62"


@rule("O-62")
def test_at_the_deadline_a_missing_answer_is_a_pass() -> None:
    state = lay_out("? B9", "B6 B9", "? B9", deck="B6", options=COMMIT)
    play(state, "A take:deck throw", "B snap:1")
    assert may(state, "HOUSE") == ["time_up"]
    state.events()
    play(state, "HOUSE time_up")
    over = told(state)[-1]
    assert {(seat, result) for seat, _, _, result, _ in over["tries"]} == {(0, "pass"), (1, "won"), (2, "pass")}
    assert row(state, "B") == "B9"
    assert state.active == 1


@rule("O-62")
def test_the_queue_is_drawn_at_random_for_every_round_and_the_winner_goes_to_its_end() -> None:
    drawn = {opened.queue for seed in range(60) if isinstance(opened := GAME.new(3, seed).view(None), OmertaView)}
    assert len(drawn) == 6
    state = lay_out("B6 B1", "B6", "?", deck="B6", queue=[0, 1, 2])
    play(state, "A take:deck throw", "A snap:1")
    assert state.view(None).queue == (1, 2, 0)


@rule("O-61", "O-63")
def test_ot_10_live_tries_are_handled_as_they_arrive() -> None:
    rows = ("? ? ? ?", "? B3 ? ?", "B8 ? ? ?", "? ? ? B8")
    state = lay_out(*rows, deck="B8")
    play(state, "A take:deck throw", "B snap:2", "C snap:1")
    assert refused(state, "D snap:4").rule == "O-21"
    assert [len(line) for line in state.rows] == [4, 5, 3, 4]
    replayed = backroom.Record.parse(str(backroom.Record.of(state))).replay()
    assert replayed.dump() == state.dump()


@rule("O-61", "O-62")
def test_ot_10_with_a_tie_bucket_the_first_tries_go_in_the_order_of_the_queue() -> None:
    rows = ("? ? ? ?", "? B3 ? ?", "B8 ? ? ?", "? ? ? B8")
    options = {"snap_tie_bucket_ms": 50}
    state = lay_out(*rows, deck="B8", queue=[3, 2, 1, 0], options=options)
    play(state, "A take:deck throw")
    assert may(state, "HOUSE") == ["time_up"]
    assert refused(state, "HOUSE bucket_closed").code == "no_bucket"
    play(state, "B snap:2", "C snap:1", "D snap:4")
    assert race_of(state).gathered == (1, 2, 3)
    assert state.waiting == (0,)
    assert refused(state, "HOUSE time_up").code == "bucket_open"
    assert may(state, "HOUSE") == ["bucket_closed"]
    play(state, "HOUSE bucket_closed")
    assert [len(line) for line in state.rows] == [4, 4, 4, 3]
    assert kinds(state)[-4:] == ["snap_won", "snap_late", "snap_late", "race_won"]
    assert state.queue == [2, 1, 0, 3]
    replayed = backroom.Record.parse(str(backroom.Record.of(state))).replay()
    assert replayed.dump() == state.dump()


@rule("O-61")
def test_after_a_bucket_without_a_winner_the_race_goes_on_live() -> None:
    state = lay_out("B8 ?", "B3 ?", "B8 ?", deck="B8", options={"snap_tie_bucket_ms": 50})
    play(state, "A take:deck throw", "B snap:1", "HOUSE bucket_closed")
    assert state.waiting == (0, 2)
    assert race_of(state).bucket == "none"
    play(state, "C snap:1")
    assert len(state.rows[2]) == 1
    assert state.active == 1


@rule("O-61")
def test_a_bucket_is_settled_without_the_house_when_nobody_is_left_to_answer() -> None:
    state = lay_out("B8 B1", "B8 B1", "B8 B1", deck="B8", queue=[2, 1, 0], options={"snap_tie_bucket_ms": 50})
    play(state, "A take:deck throw", "A snap:1", "B snap:1", "C pass")
    assert row(state, "B") == "B1"
    assert row(state, "A") == "B8 B1"


@rule("O-23", "O-61")
def test_time_is_up_only_when_the_house_says_so() -> None:
    state = lay_out("? ?", "? ?", "? ?", deck="B8 B8")
    assert refused(state, "HOUSE time_up").rule == "O-17"
    play(state, "A take:deck throw", "B pass")
    assert refused(state, "B time_up").rule == "O-61"
    assert refused(state, "HOUSE pass").rule == "O-61"
    assert backroom.HOUSE not in state.waiting
    play(state, "HOUSE time_up")
    assert state.active == 1
    assert kinds(state)[-1] == "race_over"


@rule("O-21")
def test_with_snap_show_late_a_late_card_is_shown_in_both_modes() -> None:
    late = {"snap_show_late": True}
    live = lay_out("B8 B1", "B8 B2", "B3 B4", deck="B8", options=late)
    play(live, "A take:deck throw", "B snap:1")
    assert live.waiting == (0, 2)
    play(live, "C snap:1")
    assert known(live, "A") == {("B3", (handle(live, "C", 1),))}
    assert len(live.rows[2]) == 2
    play(live, "A pass")
    assert live.active == 1
    again = lay_out("B8 B1", "B8 B2", "B3 B4", deck="B8", options=late)
    play(again, "A take:deck throw", "B snap:1", "HOUSE time_up")
    assert again.active == 1
    sealed = lay_out("B8 B1", "B8 B2", "B3 B4", deck="B8", queue=[1, 2, 0], options={**late, **COMMIT})
    play(sealed, "A take:deck throw", "A pass", "C snap:1", "B snap:1")
    assert known(sealed, "A") == {("B3", (handle(sealed, "C", 1),))}
    assert len(sealed.rows[2]) == 2


@rule("O-20")
def test_with_many_tries_one_may_try_again_in_both_modes() -> None:
    many = {"snap_attempts": "many"}
    live = lay_out("B1 B2", "B3 B8", "B4", deck="B8 B10 B10", options=many)
    play(live, "A take:deck throw", "B snap:1", "B snap:2")
    assert row(live, "B") == "B3 B10"
    sealed = lay_out("B1 B2", "B3 B8", "B4", deck="B8 B10 B10", queue=[0, 1, 2], options={**many, **COMMIT})
    play(sealed, "A take:deck throw", "A pass", "B snap:1", "C pass")
    assert sealed.waiting == (1,)
    assert refused(sealed, "A pass").code == "passed_already"
    play(sealed, "B snap:2")
    assert row(sealed, "B") == "B3 B10"
    assert sealed.active == 1


@rule("O-63")
def test_both_modes_write_the_same_log() -> None:
    rows = ("B1 B2", "B3 B4", "B8 B5")
    logs = []
    for options in ({}, {"snap_tie_bucket_ms": 20}, COMMIT):
        state = lay_out(*rows, deck="B8 B9", queue=[0, 1, 2], options=options)
        play(state, "A take:deck throw", "A pass", "B snap:1", "C snap:1")
        events = [event for event in told(state) if event["kind"] not in ("took_deck", "thrown")]
        log = events[-1]
        assert log["mode"] == ("commit" if options == COMMIT else "live")
        assert (log["race"], log["n"], log["opener"], log["winner"]) == (1, 8, 0, 2)
        assert log["queue"] == [0, 1, 2]
        assert log["penalties"] == [1]
        assert [(seat, slot, result) for seat, slot, _, result, _ in log["tries"]] == [
            (0, 0, "pass"),
            (1, 1, "wrong"),
            (2, 1, "won"),
        ]
        logs.append([{key: value for key, value in event.items() if key != "mode"} for event in events])
    assert logs[0] == logs[1] == logs[2]


@rule("O-63")
@pytest.mark.parametrize("mode", ["live", "commit"])
def test_records_of_both_modes_replay_without_a_clock(mode: str) -> None:
    for seed in range(8):
        rng = Random(seed)
        state = GAME.new(3 + seed % 3, seed, {"snap_mode": mode, "snap_tie_bucket_ms": 50 * (seed % 2)})
        state.listen()
        events = []
        while not state.over:
            seat = rng.choice([*state.waiting, backroom.HOUSE])
            if state.legal(seat):
                state.play(seat, rng.choice(state.legal(seat)))
                events += state.events()
        record = backroom.Record.parse(str(backroom.Record.of(state)))
        again = GAME.new(record.seats, record.seed, record.options)
        again.listen()
        for seat, token in record.moves:
            again.play(seat, GAME.action(token))
        assert again.events() == events
        assert again.dump() == state.dump()


@rule("O-22")
def test_the_bottle_that_wins_a_race_opens_none() -> None:
    state = lay_out("B4", "B4 B4", "B4", deck="B1")
    play(state, "A take:deck swap:1", "B snap:1")
    assert state.view(1).phase == "begin"
    assert refused(state, "C snap:1").rule == "O-21"


@rule("O-23")
def test_gaps_close_and_new_cards_join_at_the_right_end() -> None:
    state = lay_out("B1 B4 B2 B3", "B5 B6", "B7", deck="B4 ALI")
    play(state, "A take:deck throw", "B snap:2", "A snap:2")
    assert row(state, "A") == "B1 B2 B3"
    assert row(state, "B") == "B5 B6 ALI"
