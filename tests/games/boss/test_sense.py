"""The careful beginner: beats chance clearly, knows what a beginner should, takes no time."""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random

import pytest

import backroom
from backroom.bots import make
from backroom.games.boss.view import BossView
from tests.games.boss.table import GAME, seen, table


def wins(kinds: Sequence[str], games: int) -> list[float]:
    """How many games each of these bots wins; the seats go round, shared wins are shared."""
    bots = [make(kind, "boss") for kind in kinds]
    won = [0.0] * len(bots)
    for number in range(games):
        state, rng = GAME.new(len(bots), seed=number), Random(number)
        while not state.over:
            seat = state.waiting[0]
            bot = bots[(seat + number) % len(bots)]
            state.play(seat, bot.choose(state.view(seat), state.legal(seat), rng, None))
        winners = [seat for seat, rank in enumerate(state.ranks()) if rank == 1]
        for seat in winners:
            won[(seat + number) % len(bots)] += 1 / len(winners)
    return won


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_beats_chance_in_three_games_of_five(seats: int) -> None:
    assert wins(["sensible", *["random"] * (seats - 1)], 60)[0] > 36


def weights(state: backroom.State, *tokens: str) -> list[float]:
    """What the seat to move thinks of these moves."""
    seat = state.waiting[0]
    return GAME.weigh(state.view(seat), [GAME.action(token) for token in tokens])


def best(state: backroom.State) -> str:
    seat = state.waiting[0]
    legal = state.legal(seat)
    weighed = GAME.weigh(state.view(seat), legal)
    return GAME.token(legal[weighed.index(max(weighed))])


def test_every_legal_move_gets_a_weight_at_every_seat_and_with_every_number_of_seats() -> None:
    for seats in range(2, 6):
        state, rng = GAME.new(seats, seed=seats), Random(seats)
        while not state.over:
            seat = state.waiting[0]
            legal = state.legal(seat)
            assert len(GAME.weigh(state.view(seat), legal)) == len(legal)
            state.play(seat, rng.choice(legal))


LAST_TURN = """
S1 send:detroit:1v lay:new_york:1
S2 stay lay
S1 stay lay:boston:1
S2 stay lay
S1 stay lay:boston:2
S2 stay lay
S1 stay lay
S2 stay lay
S2 stay lay
"""
"""Two players, the last turn of a round: S1 has sent one veteran, so S2 went first in the last lap (B-26)."""


def test_takes_a_city_that_pays_when_nobody_can_answer() -> None:
    state = table(2, turns=LAST_TURN, hidden={"boston": "boston:3"})
    assert best(state).startswith("send:boston:")


def test_does_not_take_a_city_that_can_only_hurt() -> None:
    state = table(2, turns=LAST_TURN, hidden={"boston": "boston:prison"})
    stay, boston = weights(state, "stay", "send:boston:1v")
    assert stay > boston


def test_sends_no_more_than_needed_when_nobody_can_answer() -> None:
    state = table(2, turns=LAST_TURN, hidden={"boston": "boston:3"})
    one, many = weights(state, "send:boston:1v", "send:boston:1v3r")
    assert one > many


def test_knows_from_its_own_hand_that_a_city_pays() -> None:
    holding = table(2, turns="", hands={0: "detroit:gun"}, seed=3)
    without = table(2, turns="", hands={1: "detroit:gun"}, seed=3)
    at = seen(holding).marker
    assert at == 0
    assert weights(holding, "send:detroit:2v")[0] > weights(without, "send:detroit:2v")[0]


def test_leading_chicago_it_lays_high_cards_to_the_left_of_it() -> None:
    turns = """
    S1 send:boston:1v lay
    S2 stay lay
    S1 send:chicago:3v lay
    S2 stay lay
    S1 stay
    """
    state = table(2, turns=turns, hands={0: "new_york:3 new_york:0"})
    high, low = weights(state, "lay:new_york:3", "lay:new_york:0")
    assert high > low


def test_takes_less_than_a_millisecond_on_average() -> None:
    state = GAME.new(4, seed=1)
    spent, decisions = 0.0, 0
    while not state.over:
        seat = state.waiting[0]
        view, legal = state.view(seat), state.legal(seat)
        assert isinstance(view, BossView)
        begun = time.process_time()
        weighed = GAME.weigh(view, legal)
        spent += time.process_time() - begun
        decisions += 1
        state.play(seat, legal[weighed.index(max(weighed))])
    assert spent / decisions < 0.001
