"""O-48 to O-59 and O-64: calling, counting, running out."""

from __future__ import annotations

import pytest

from tests.games.omerta.tables import all_cards, kinds, known, lay_out, may, pile, play, refused, row
from tests.rules import rule


def points(*rows: str, caller: int = 0, **options: object) -> list[int]:
    state = lay_out(*rows, active=caller, options=options)
    play(state, f"{'ABC'[caller]} call")
    return state.scores()


@rule("O-48", "O-50", "O-51", "O-53", "O-54", "O-59")
@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (("B7", "B8", "B3 B5"), [0, 8, 8]),
        (("B5", "B1 B4", "B9"), [0, 5, 9]),
        (("", "ALI", "B3"), [0, 0, 3]),
        (("B1 B3 B2 ALI", "B9", "B6"), [0, 9, 6]),
    ],
)
def test_ot_26_calls_that_stand(rows: tuple[str, ...], expected: list[int]) -> None:
    assert points(*rows) == expected


@rule("O-50", "O-52", "O-54", "O-55")
@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (("B2 B3 ALI B1", "B1 B1 B2", "SNI B3"), [26, 0, 23]),
        (("B2 KIL", "SNI", "B10 B8"), [37, 20, 0]),
    ],
)
def test_ot_27_calls_that_fail(rows: tuple[str, ...], expected: list[int]) -> None:
    assert points(*rows) == expected


@rule("O-53", "O-55", "O-56")
@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (("B9", "B10 B2", "KIL"), [29, 0, 15]),
        (("B9", "B8 B1", "B10 B2"), [29, 0, 12]),
        (("B6", "B4", "B4"), [26, 0, 0]),
        (("B4", "B4", "B3"), [24, 4, 0]),
    ],
)
def test_ot_28_ties_and_calls_above_seven(rows: tuple[str, ...], expected: list[int]) -> None:
    assert points(*rows) == expected


@rule("O-55")
def test_with_nobody_wins_nobody_scores_0_when_the_caller_was_above_7_and_lowest() -> None:
    assert points("B9", "B10 B2", "KIL", over7_lowest="nobody_wins") == [29, 12, 15]
    assert points("B9", "B8", "KIL", over7_lowest="nobody_wins") == [29, 0, 15]


@rule("O-56")
def test_with_first_clockwise_only_the_first_of_several_scores_0() -> None:
    assert points("B6", "B4", "B4", several_lowest="first_clockwise") == [26, 0, 4]
    assert points("B4", "B6", "B4", caller=1, several_lowest="first_clockwise") == [4, 26, 0]


@rule("O-48", "O-50")
def test_a_call_comes_before_taking_even_in_the_first_turn() -> None:
    state = lay_out("B1", "B8", "B9", deck="B10 B10")
    assert refused(state, "B call").rule == "O-9"
    taken = play(state.copy(), "A take:deck")
    assert refused(taken, "A call").rule == "O-48"
    race = play(taken, "A throw")
    assert refused(race, "A call").rule == "O-23"
    play(state, "A call")
    past = state.view(2).past[0]
    assert (past.caller, past.rows) == (0, (("bottle_1",), ("bottle_8",), ("bottle_9",)))
    assert kinds(state) == [
        "called",
        "opened",
        "opened",
        "opened",
        "call_stands",
        "scored",
        "scored",
        "scored",
        "round",
    ]
    assert state.view(None).phase == "peek"


@rule("O-49")
def test_a_call_is_refused_under_la_mama_and_with_a_patrolled_card() -> None:
    patrol = [{"card": "patrol", "layer": 1, "holder": 0, "handle": 0, "left": 2}]
    state = lay_out("B1 B2", "B8", "B9", lasting=patrol)
    assert refused(state, "A call").code == "patrol_forbids_call"
    assert may(state, "A") == ["take:deck"]
    mama = [{"card": "la_mama", "layer": 1, "holder": 0, "handle": None, "left": 1}]
    under = lay_out("B1 B2", "B8", "B9", lasting=mama, active=1, deck="B5 B5")
    play(under, "B take:deck")
    assert refused(under, "A call").rule == "O-9"


@rule("O-58")
def test_ot_29_an_empty_deck_is_made_anew_from_the_whole_pile() -> None:
    rows = ("B1", "B2", "B3")
    state = lay_out(*rows, deck="SNI B10", pile="B4 B4 B5 B5 B6 B6 B7 B7", rest_to="A", safe="WIT WIT ALI ALI")
    play(state, "A take:deck throw")
    assert (len(state.deck), len(state.pile)) == (1, 9)
    cards = all_cards(state)
    play(state, "A snitch:S2 snitch:S3", "B pass", "C pass")
    assert row(state, "B") == "B2 B10"
    assert (len(state.deck), len(state.pile), len(state.rows[2])) == (8, 0, 2)
    assert all_cards(state) == cards
    assert refused(state, "B take:pile").rule == "O-10"
    assert "reshuffled" in kinds(state)


@rule("O-58")
def test_a_reshuffled_deck_comes_in_any_order_and_is_drawn_completely() -> None:
    seconds = set()
    for seed in range(40):
        state = lay_out("B1", "B2", "B3", deck="B10", pile="B4 B5 B6", rest_to="A", seed=seed)
        play(state, "A take:deck throw", "HOUSE time_up", "B take:deck")
        assert len(state.deck) == 3
        assert state.pile == []
        seconds.add(state.taken)
    assert seconds == {4, 5, 6, 10}


@rule("O-58")
def test_a_race_goes_on_with_its_number_when_its_bottle_is_shuffled_away() -> None:
    state = lay_out("B1", "B2", "B10", deck="B10", rest_to="A")
    play(state, "A take:deck throw", "B snap:1")
    assert (pile(state), state.number) == ("", 10)
    play(state, "C snap:1")
    assert row(state, "C") == ""
    assert pile(state) == "B10"


@rule("O-58")
def test_with_nothing_left_to_shuffle_no_card_is_dealt_and_the_turn_is_passed() -> None:
    state = lay_out("B1", "B2", "B3", deck="SNI", rest_to="A")
    play(state, "A take:deck throw", "A snitch:S2 snitch:S2", "B pass")
    assert row(state, "B").split()[0] == "B2"
    assert len(state.rows[1]) == 2, "the Snitch himself was shuffled and dealt; then there was nothing left"
    assert may(state, "B") == ["call", "pass"]
    assert refused(state, "B take:deck").rule == "O-58"
    play(state, "B pass")
    assert state.active == 2
    assert kinds(state)[-1] == "no_card"
    patrol = [{"card": "patrol", "layer": 0, "holder": 1, "handle": 1, "left": 2}]
    stuck = lay_out("B1", "B2", "B3", rest_to="C", lasting=patrol)
    play(stuck, "A pass")
    assert stuck.active == 2, "B cannot call either, so the turn is passed at once"
    play(stuck, "C pass")
    assert [one.left for one in stuck.view(0).lasting] == [1]


@rule("O-20", "O-58")
def test_a_wrong_card_costs_nothing_when_there_is_no_card_left() -> None:
    state = lay_out("B1", "B2", "B3", deck="B10", rest_to="C", options={"reshuffle_keeps_top": True})
    play(state, "A take:deck throw", "B snap:1")
    assert row(state, "B") == "B2"
    assert kinds(state)[-1] == "snap_wrong_free"


@rule("O-58")
def test_the_reshuffle_options() -> None:
    keeps = lay_out("B1", "B2", "B3", deck="WIT", pile="B4 B5", rest_to="A", options={"reshuffle_keeps_top": True})
    play(keeps, "A take:deck throw", "B take:deck")
    assert (pile(keeps), len(keeps.deck)) == ("WIT", 1)
    at_once = lay_out("B1", "B2", "B3", deck="WIT", pile="B4 B5", rest_to="A", options={"reshuffle": "at_once"})
    play(at_once, "A take:deck")
    assert (pile(at_once), len(at_once.deck)) == ("", 2)
    needed = lay_out("B1", "B2", "B3", deck="WIT", pile="B4 B5", rest_to="A")
    play(needed, "A take:deck")
    assert (pile(needed), len(needed.deck)) == ("B5 B4", 0)


@rule("O-59")
def test_ot_29_a_player_without_cards_stays_in() -> None:
    state = lay_out("", "B2", "B3", deck="WIT SNI B9", pile="B8")
    assert may(state, "A") == ["call", "take:deck"]
    assert refused(state, "A take:pile").rule == "O-10"
    called = play(state.copy(), "A call")
    assert called.scores() == [0, 2, 3]
    play(state, "A take:deck")
    assert may(state, "A") == ["throw"]
    assert refused(state, "A swap:1").rule == "O-12"
    play(state, "A throw", "B take:deck throw snitch:S1 snitch:S1")
    assert len(state.rows[0]) == 2
    assert known(state, "A") == set()


@rule("O-64")
def test_ot_29_with_a_turn_cap_the_round_ends_without_a_caller() -> None:
    rows = ("B10 B2", "B9", "B4 B5")
    state = lay_out(*rows, deck="WIT", active=2, turns=89, options={"turn_cap": 30})
    play(state, "C take:deck throw")
    assert state.scores() == [12, 0, 0]
    assert state.view(0).past[0].caller is None
    none = lay_out(*rows, deck="WIT", active=2, turns=89)
    play(none, "C take:deck throw")
    assert none.active == 0
