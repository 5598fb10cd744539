"""Bots see views and nothing else, choose what is legal, and are worth playing against."""

from __future__ import annotations

import inspect
from collections import Counter
from random import Random

import msgspec
import pytest

import backroom
from backroom import bots
from backroom.kernel.errors import BackroomError

GAMES = backroom.games()
BUDGET = 2
"""Iterations, for those that would think long: enough to walk all the way of a choice."""


def play(state: backroom.State, seated: dict[int, bots.Bot], chooser: Random) -> backroom.State:
    """Play to the end. A bot gets its view as bytes would carry it to another process: nothing hangs on it."""
    while not state.over:
        seat = state.waiting[0]
        legal = state.legal(seat)
        view = state.view(seat)
        carried = msgspec.json.decode(msgspec.json.encode(view), type=type(view))
        action = seated[seat].choose(carried, legal, chooser, BUDGET)
        assert action in legal
        state.play(seat, action)
    return state


@pytest.mark.parametrize("name", ["random", "sensible"])
@pytest.mark.parametrize("game", GAMES)
def test_a_bot_plays_any_game_to_its_end_from_views_alone(game: str, name: str) -> None:
    played = backroom.game(game)
    for seats in played.seats:
        seated = {seat: bots.make(name, game) for seat in range(seats)}
        assert play(played.new(seats, seed=seats), seated, Random(seats)).over


@pytest.mark.parametrize("name", bots.LEVELS)
@pytest.mark.parametrize("game", GAMES)
def test_a_level_plays_at_every_seat_and_in_every_phase(game: str, name: str) -> None:
    played = backroom.game(game)
    bot, chooser = bots.make(name, game), Random(8)
    for seats in played.seats:
        state = played.new(seats, seed=seats)
        while not state.over:
            for seat in state.waiting:
                if chooser.random() < 0.1:
                    legal = state.legal(seat)
                    assert bot.choose(state.view(seat), legal, chooser, BUDGET) in legal
            seat = chooser.choice(state.waiting)
            state.play(seat, chooser.choice(state.legal(seat)))


@pytest.mark.parametrize("name", bots.BOTS)
@pytest.mark.parametrize("game", GAMES)
def test_what_a_bot_cannot_see_changes_nothing_about_its_choice(game: str, name: str) -> None:
    played = backroom.game(game)
    state, chooser = played.new(seed=3), Random(3)
    bot = bots.make(name, game)
    for _ in range(60):
        if state.over:
            break
        seat = state.waiting[0]
        legal = state.legal(seat)
        world = played.imagine(state.view(seat), chooser)
        chosen = bot.choose(state.view(seat), legal, Random(1), BUDGET)
        assert bot.choose(world.view(seat), world.legal(seat), Random(1), BUDGET) == chosen
        state.play(seat, chooser.choice(legal))


@pytest.mark.parametrize("name", bots.BOTS)
def test_a_bot_repeats_itself_with_the_same_chance(name: str) -> None:
    game = backroom.game("boss")
    ends = [
        play(game.new(3, seed=4), {seat: bots.make(name, "boss") for seat in range(3)}, Random(9)).dump()
        for _ in range(2)
    ]
    assert ends[0] == ends[1]


@pytest.mark.parametrize("name", bots.BOTS)
def test_a_bot_is_never_handed_a_state(name: str) -> None:
    parameters = inspect.signature(bots.make(name, "boss").choose).parameters
    assert list(parameters) == ["view", "legal", "rng", "budget"]
    assert "View" in str(parameters["view"].annotation)


def test_the_random_bot_plays_every_legal_move_about_as_often() -> None:
    state = backroom.game("boss").new(2, seed=1)
    seat = state.waiting[0]
    legal, chooser = state.legal(seat), Random(5)
    bot = bots.make("random", "boss")
    counts = Counter(bot.choose(state.view(seat), legal, chooser, None) for _ in range(100 * len(legal)))
    assert len(legal) > 50
    assert set(counts) == set(legal)
    assert all(50 < count < 150 for count in counts.values())


def test_the_sensible_bot_takes_the_only_move_and_otherwise_the_best_one() -> None:
    game = backroom.game("boss")
    bot = bots.make("sensible", "boss")
    state = game.new(2, seed=1)
    seat = state.waiting[0]
    view, legal = state.view(seat), state.legal(seat)
    assert bot.choose(view, legal[7:8], Random(1), None) == legal[7]
    weights = game.weigh(view, legal)
    assert len(weights) == len(legal)
    best = {action for action, weight in zip(legal, weights, strict=True) if weight == max(weights)}
    assert {bot.choose(view, legal, Random(seed), None) for seed in range(20)} <= best < set(legal)


def test_the_sensible_bot_beats_the_random_one_at_boss() -> None:
    game = backroom.game("boss")
    wins = 0
    for seed in range(60):
        me = seed % 2
        seated = {me: bots.make("sensible", "boss"), 1 - me: bots.make("random", "boss")}
        wins += play(game.new(2, seed), seated, Random(seed)).ranks()[me] == 1
    assert wins >= 45, "three of four, of sixty games"


def test_an_unknown_bot_is_told_with_the_known_ones() -> None:
    with pytest.raises(
        bots.UnknownBot, match="no bot 'godfather'; there are: random, sensible, rookie, soldier, capo, don"
    ) as refused:
        bots.make("godfather", "boss")
    assert isinstance(refused.value, BackroomError)
    with pytest.raises(backroom.UnknownGame):
        bots.make("sensible", "chess")
