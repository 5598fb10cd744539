"""Positions as data: what is left out is worked out, and what cannot be on the table is refused by name."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import backroom
from tests.games.boss.table import GAME, THREE_ROUNDS, A, B, allowed, finish_round, loaded, money, seen, supply, table
from tests.rules import rule

Plain = dict[str, Any]
TURNS = """
S1 send:boston:1v lay:boston:1
S2 send:detroit:2v lay:detroit:1
S1 send:chicago:1v lay:boston:2
"""


def base() -> Plain:
    """A position in the second round of a game for two."""
    state = table(2, turns=TURNS, in_round=2, hands={B: "new_york:1 new_york:2"}, hidden={"detroit": "detroit:2"})
    plain: Plain = json.loads(json.dumps(state.dump()))
    return plain


def with_moves(*moves: tuple[int, str]) -> Callable[[Plain], None]:
    """This round's moves replaced by others; the cards are then wrong too, but moves are looked at first."""

    def change(plain: Plain) -> None:
        plain["position"]["moves"] = [list(move) for move in moves]

    return change


def setting(**fields: object) -> Callable[[Plain], None]:
    """Fields of the game's part replaced."""

    def change(plain: Plain) -> None:
        plain["position"].update(fields)

    return change


def head(**fields: object) -> Callable[[Plain], None]:
    """Fields around it replaced."""

    def change(plain: Plain) -> None:
        plain.update(fields)

    return change


def swap_in_hand(seat: int, card: str) -> Callable[[Plain], None]:
    """The first card of a hand replaced by another."""

    def change(plain: Plain) -> None:
        plain["position"]["hands"][seat][0] = card

    return change


NO_CARDS: Plain = {"moves": [], "hidden": {}, "hands": [[], []]}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (head(game="omerta"), "this is a position of 'omerta', not of 'boss'"),
        (head(rules="0"), "made with rules '0'; this program plays rules '1'"),
        (head(seed="seven"), "seed: expected a whole number, found 'seven'"),
        (head(seed="-7"), "seed: expected a whole number, found '-7'"),
        (head(seed="9" * 79), "seed: expected a whole number"),
        (head(drawn=-1), "luck and drawn: expected small whole numbers"),
        (head(luck=1 << 31), "luck and drawn: expected small whole numbers"),
        (head(weather="rain"), "unknown field `weather`"),
        (head(position=3), "expected `object`, got `int`"),
        (setting(weather="rain"), "unknown field `weather`"),
        (setting(round="2"), "expected `int`, got `str`"),
        (setting(round=0), "round: expected 1 to 5, found 0"),
        (setting(round=6), "round: expected 1 to 5, found 6"),
        (setting(marker=2), "marker: expected a seat from 0 to 1, found 2"),
        (setting(marker=-1), "marker: expected a seat from 0 to 1, found -1"),
        (setting(replays=-1), "replays: expected 0 or more"),
        (setting(money=[1]), "money: expected 2 numbers, one a seat, found 1"),
        (setting(gained=[1, -1]), "gained: expected no number below 0"),
        (setting(prison=[[0, -1], [0, 0]]), "prison: expected no number below 0"),
        (setting(bans=[[]]), "bans: expected 2 lists, one a seat"),
        (setting(bans=[["memphis"], []]), "bans[0]: 'memphis' is no city in play"),
        (setting(bans=[[], ["chicago"]]), "bans[1]: 'chicago' is no city in play"),
        (setting(dead=[4, 0], hospital=[3, 0]), "seat 0 has lost more gangsters than it had"),
        (setting(spent=[0, 4]), "seat 1 has lost more gangsters than it had"),
        (with_moves((0, "dance")), "moves[0]: there is no move 'dance'"),
        (with_moves((1, "stay")), "moves[0]: it was seat 0's turn, not seat 1's"),
        (with_moves((0, "stay"), (0, "stay")), "moves[1]: expected a card to be laid"),
        (with_moves((0, "lay:boston:1")), "moves[0]: expected a sending or stay"),
        (with_moves((0, "stay"), (0, "lay:memphis:1")), "moves[1]: memphis is not in play"),
        (with_moves((0, "send:memphis:1v")), "moves[0]: memphis is not in play"),
        (with_moves((0, "send:boston:0")), "moves[0]: seat 0 had no such group in its supply"),
        (with_moves((0, "send:boston:1r")), "moves[0]: rookies cannot be in boston without a veteran"),
        (with_moves((0, "send:chicago:1v")), "moves[0]: seat 0 had sent nobody before chicago"),
        (
            with_moves((0, "send:boston:2v"), (0, "lay:boston:1"), (1, "send:boston:2v")),
            "moves[2]: seat 1 would not be ahead in boston",
        ),
        (
            with_moves((0, "send:boston:6v"), (0, "lay:boston:1"), (1, "stay"), (1, "lay:detroit:1"),
                       (0, "send:detroit:1v")),
            "moves[4]: seat 0 had no such group in its supply",
        ),
        (setting(hands=[[]]), "hands: expected 2 lists, one a seat"),
        (setting(hidden={}), "hidden: expected one card for each of new_york, boston, detroit"),
        (
            setting(hidden={"new_york": "boston:3", "boston": "boston:3", "detroit": "detroit:2"}),
            "hidden.new_york: boston:3 is a card of another city",
        ),
        (
            setting(hidden={"new_york": "new_york:5", "boston": "boston:3", "detroit": "detroit:2"}),
            "new_york: the hidden card, the hands and the open cards must make up the cards new_york:0, new_york:1",
        ),
        (swap_in_hand(A, "memphis:1"), "hands[0]: there is no card 'memphis:1' in play"),
        (swap_in_hand(A, "joker"), "hands[0]: there is no card 'joker' in play"),
        (swap_in_hand(A, "boston:1"), "new_york: the hidden card, the hands and the open cards must make up the cards"),
        (lambda plain: plain["position"]["hands"][1].pop(), "hands[1]: expected 4 cards, found 3"),
        (setting(police=[[1, 0]] * 5), "police: these are not the police cards of this table"),
        (setting(police=[[1, 0], [1, 0]]), "police: these are not the police cards of this table"),
        (setting(over=True), "over: when the game is over, no cards and no moves of a round are left"),
        (setting(**NO_CARDS, over=True), "over: the police cards do not make this the last round"),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_is_refused_by_its_place(change: Callable[[Plain], None], says: str) -> None:
    plain = base()
    GAME.load(plain)
    change(plain)
    with pytest.raises(backroom.BadPosition) as refused:
        GAME.load(plain)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


@rule("B-17")
def test_a_banned_seat_cannot_have_been_there() -> None:
    plain = base()
    plain["position"]["bans"] = [["boston"], []]
    with pytest.raises(backroom.BadPosition, match=r"moves\[0\]: seat 0 is banned from boston"):
        GAME.load(plain)


@rule("B-15")
def test_under_the_strict_rookie_rule_no_group_of_rookies_can_have_gone() -> None:
    state = table(2, turns="S1 send:boston:1v lay\nS2 stay lay\nS1 send:boston:1r lay")
    strict = {**state.dump(), "options": {"rookie_rule": "veteran_in_group"}}
    with pytest.raises(backroom.BadPosition, match=r"moves\[4\]: rookies cannot go to boston without a veteran"):
        GAME.load(strict)


@rule("B-24")
@pytest.mark.parametrize(
    ("police", "in_round", "ended"), [("G GS G S S", 4, 3), ("G GS G S S", 5, 3), ("S G S GS G", 5, 4)]
)
def test_a_round_after_the_last_cannot_be(police: str, in_round: int, ended: int) -> None:
    with pytest.raises(backroom.BadPosition, match=f"police: with these cards the game ended in round {ended}"):
        table(2, police=police, in_round=in_round)


def test_a_round_that_is_played_out_is_no_position() -> None:
    state = table(2)
    moves: list[tuple[int, str]] = []
    while seen(state).round == 1:
        moves = list(seen(state).moves)
        seat = state.waiting[0]
        state.play(seat, state.legal(seat)[-1])
    last = seen(state).rounds[0].moves[-1]
    plain = {**table(2).dump()}
    plain["position"] = {**plain["position"], "moves": [*moves, last]}
    with pytest.raises(backroom.BadPosition, match="the round is played out, so it must be paid out"):
        GAME.load(plain)


@pytest.mark.parametrize("junk", ["", "{", "[]", "null", b"\xff\xfe", "[" * 10_000, '{"game": "boss"}'])
def test_what_is_no_position_at_all_is_refused(junk: str | bytes) -> None:
    with pytest.raises(backroom.BadPosition, match="this is no position"):
        GAME.load(junk)


def test_other_errors_of_a_position_are_of_their_own_kind() -> None:
    with pytest.raises(backroom.BadSeats, match="Boss takes 2 to 5 seats, not 6"):
        GAME.load({**base(), "seats": 6})
    with pytest.raises(backroom.BadOption, match="no option 'weather'"):
        GAME.load({**base(), "options": {"weather": "rain"}})
    with pytest.raises(backroom.BadEdition, match="is not loaded"):
        GAME.load({**base(), "edition": "mine-1 " + "0" * 64})


def test_what_is_left_out_is_worked_out() -> None:
    whole = base()["position"]
    given = {name: whole[name] for name in ("hidden", "hands", "police", "round", "moves")}
    state = loaded({"game": "boss", "seats": 2, "position": given})
    view = seen(state)
    assert (view.lap, view.turn, view.laying, state.waiting) == (2, 1, False, (B,))
    assert (view.chicago, view.marker, money(state), len(view.police)) == (2, 0, (0, 0), 1)
    assert [supply(state, seat) for seat in (A, B)] == ["4v3r", "4v3r"]
    assert not allowed(state, "send:boston:1r")
    assert allowed(state, "send:chicago:2v")
    assert state.dump()["seed"] != loaded({"game": "boss", "seats": 2, "position": given}).dump()["seed"]


def test_a_position_in_the_middle_of_a_turn_comes_back_there() -> None:
    state = table(2, turns=TURNS)
    seat = state.waiting[0]
    state.play(seat, GAME.action("stay"))
    again = loaded(json.dumps(state.dump()))
    assert seen(again).laying
    assert again.legal(seat) == state.legal(seat)
    assert again.dump() == state.dump()


def test_a_loaded_position_goes_on_as_the_original_does() -> None:
    state = table(3, seed=99)
    again = loaded(json.dumps(state.dump()))
    for one in (state, again):
        while not one.over:
            finish_round(one)
    assert again.dump() == state.dump()


def test_dumping_a_finished_game_and_loading_it_gives_the_same_end() -> None:
    state = table(2, in_round=3, police=THREE_ROUNDS, money=[3, 4])
    finish_round(state)
    again = loaded(json.dumps(state.dump()))
    assert (again.over, again.waiting, again.scores(), again.ranks()) == (True, (), [3, 4], [2, 1])
