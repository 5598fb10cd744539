"""What a table may choose: every option, each value."""

from __future__ import annotations

from itertools import permutations

import pytest

import backroom
from backroom.kernel.rulebook import paragraphs, rulebook
from tests.games.boss.table import (
    GAME,
    THREE_ROUNDS,
    A,
    B,
    allowed,
    finish_round,
    lay_any,
    loaded,
    money,
    pass_turn,
    play,
    refusal,
    seen,
    supply,
    table,
)
from tests.rules import rule


def test_the_defaults_are_the_first_choices() -> None:
    assert GAME.settle(None) == {
        "rookie_rule": "veteran_present",
        "chicago_last_penalty": "zero",
        "police_deck": "both_colours",
        "city_deck": "house",
        "first_player": "random",
        "first_seat": 1,
        "final_tie": "shared",
        "reveal_unclaimed": True,
    }


def test_every_option_stands_in_the_rulebook_with_its_ruling() -> None:
    book, known = rulebook("boss"), paragraphs("boss")
    for option in GAME.offers:
        assert option.ruling in known
        for choice in option.choices:
            assert f'`{option.name} = "{choice}"`' in book or f"`{option.name} = {str(choice).lower()}`" in book, choice


@rule("B-15")
def test_under_the_strict_rookie_rule_the_group_itself_needs_a_veteran() -> None:
    """BT-6."""
    turns = "S1 send:boston:1v lay\nS2 stay lay"
    mild = table(2, turns=turns)
    strict = table(2, turns=turns, options={"rookie_rule": "veteran_in_group"})
    assert allowed(mild, "send:boston:2r")
    assert refusal(strict, "send:boston:2r") == backroom.Reason("no_veteran", {"place": "boston"}, "B-15")
    assert allowed(strict, "send:boston:1v1r")


@rule("B-37")
@pytest.mark.parametrize(("choice", "share"), [("zero", 1), ("last_money_below", 2)])
def test_a_penalty_on_top_hides_the_money_below_it_or_not(choice: str, share: int) -> None:
    keep = {A: "new_york:3", B: "boston:2 boston:prison"}
    state = table(
        2,
        in_round=2,
        options={"chicago_last_penalty": choice},
        hidden={"new_york": "new_york:0", "boston": "boston:1", "detroit": "detroit:gun"},
        hands=keep,
    )
    for sending in ("send:detroit:1v", "send:chicago:1v"):
        play(state, sending)
        play(state, next(f"lay:{card}" for card in seen(state, A).hand if card != "new_york:3"))
        pass_turn(state, keep)
    finish_round(state, keep)
    assert seen(state).rounds[-1].last_open == {1: 3, 2: 5}[share]
    assert money(state) == (share, 0)


@rule("B-37")
def test_below_a_penalty_only_this_rounds_cards_of_the_city_are_looked_at() -> None:
    """Whether the moves were played or came with a loaded position."""
    keep = {A: "new_york:3", B: "boston:2 boston:prison"}
    state = table(
        2,
        in_round=2,
        options={"chicago_last_penalty": "last_money_below"},
        hidden={"new_york": "new_york:0", "boston": "boston:1", "detroit": "detroit:gun"},
        hands=keep,
    )
    while seen(state).round == 2:
        pass_turn(state, keep)
        state = loaded(state.dump())
    assert seen(state).rounds[-1].last_open == 5


@rule("B-25")
def test_the_three_two_police_end_by_gold_alone_in_round_three_to_five() -> None:
    lasts = []
    for order in sorted(set(permutations("GGGSS"))):
        state = table(2, police=" ".join(order), options={"police_deck": "three_two"})
        while not state.over:
            finish_round(state)
        lasts.append(len(seen(state).rounds))
        assert lasts[-1] == [at for at, card in enumerate(order, 1) if card == "G"][2]
    assert [lasts.count(number) for number in (3, 4, 5)] == [1, 3, 6], "1/10, 3/10, 6/10"


@rule("B-36")
def test_without_the_empty_card_new_york_has_a_hospital() -> None:
    cards = {
        deck: {place.id: place.cards for place in seen(GAME.new(4, options={"city_deck": deck})).row}
        for deck in ("house", "no_empty_card", "listing_order")
    }
    assert cards["house"]["new_york"] == ("new_york:0", "new_york:1", "new_york:2", "new_york:3")
    assert cards["no_empty_card"]["new_york"] == ("new_york:1", "new_york:2", "new_york:3", "new_york:hospital")
    same = cards["no_empty_card"] | {"new_york": cards["house"]["new_york"]}
    assert same == cards["house"]
    assert cards["listing_order"]["kansas_city"] == ("kansas_city:1", "kansas_city:4", "kansas_city:gun")
    assert cards["listing_order"]["memphis"] == ("memphis:2", "memphis:3", "memphis:hospital", "memphis:gun")
    same = cards["listing_order"] | {city: cards["house"][city] for city in ("kansas_city", "memphis")}
    assert same == cards["house"]


@pytest.mark.parametrize(
    ("deck", "hidden", "left"),
    [("no_empty_card", "new_york:hospital", "5v3r"), ("listing_order", "memphis:gun", "5v3r")],
)
def test_the_other_decks_are_played_with(deck: str, hidden: str, left: str) -> None:
    city = hidden.split(":", maxsplit=1)[0]
    state = table(4, options={"city_deck": deck}, hidden={city: hidden})
    play(state, f"send:{city}:1v")
    lay_any(state)
    finish_round(state)
    assert supply(state, A) == left


@rule("B-5")
@pytest.mark.parametrize("seed", range(8))
def test_the_marker_goes_where_the_table_wants_it(seed: int) -> None:
    def first(options: dict[str, object]) -> int:
        return seen(GAME.new(4, seed=seed, options=options)).marker

    assert first({"first_player": "seat_1", "first_seat": 3}) == 0, "first_seat is for host_choice alone"
    assert [first({"first_player": "host_choice", "first_seat": seat}) for seat in (1, 2, 3, 4)] == [0, 1, 2, 3]
    assert first({"first_player": "random", "first_seat": 3}) == first({})


@rule("B-48")
def test_with_play_again_a_full_tie_is_played_off_from_the_beginning() -> None:
    state = table(
        3,
        in_round=3,
        police=THREE_ROUNDS,
        options={"final_tie": "play_again"},
        bans=[["boston"], [], []],
        money=[4, 4, 1],
        dead=[1, 1, 0],
    )
    state.listen()
    finish_round(state)
    told = [event for event in state.events() if event.kind in ("play_again", "over", "round")]
    assert [(event.kind, event.public) for event in told] == [
        ("play_again", {"winner": [0, 1]}),
        ("round", {"round": 1, "holder": seen(state).marker}),
    ]
    view = seen(state)
    assert not state.over
    assert (view.replays, view.round, view.lap, view.chicago, view.police) == (1, 1, 1, 1, ())
    assert money(state) == (0, 0, 0)
    assert [supply(state, seat) for seat in range(3)] == ["6v3r"] * 3
    assert all(player.bans == () and player.dead == 0 for player in view.players)
    assert len(view.rounds) == 1, "what was open stays known"
    assert loaded(state.dump()).view(1) == state.view(1)


@rule("B-48")
def test_with_play_again_a_tie_that_the_rules_break_is_not_played_off() -> None:
    state = table(2, in_round=3, police=THREE_ROUNDS, options={"final_tie": "play_again"}, dead=[1, 0])
    finish_round(state)
    assert state.over
    assert state.ranks() == [2, 1]


@rule("B-48")
def test_with_play_again_a_tie_for_second_place_is_not_played_off() -> None:
    state = table(3, in_round=3, police=THREE_ROUNDS, options={"final_tie": "play_again"}, money=[9, 1, 1])
    finish_round(state)
    assert state.over
    assert state.ranks() == [1, 2, 2]


@rule("B-30")
@pytest.mark.parametrize("shown", [True, False])
def test_the_hidden_card_of_an_empty_city_is_shown_or_not(shown: bool) -> None:
    state = table(
        2,
        turns="S1 send:boston:1v lay",
        hidden={"boston": "boston:2", "detroit": "detroit:4", "new_york": "new_york:1"},
        options={"reveal_unclaimed": shown},
    )
    state.listen()
    finish_round(state)
    everything = {"new_york": "new_york:1", "boston": "boston:2", "detroit": "detroit:4"}
    opened = everything if shown else {"boston": "boston:2"}
    assert seen(state).rounds[-1].opened == opened
    events = state.events()
    assert {event.public["city"]: event.public["card"] for event in events if event.kind == "opened"} == opened
    assert [event.public["city"] for event in events if event.kind == "unclaimed"] == ["new_york", "detroit"]
    assert money(state) == (2, 0)


def test_options_may_come_as_text_as_a_command_line_gives_them() -> None:
    settled = GAME.settle({"reveal_unclaimed": "false", "first_seat": "3", "city_deck": "house"})
    assert (settled["reveal_unclaimed"], settled["first_seat"]) == (False, 3)
