"""The laws every game keeps, whatever random play does with any number of seats and any options."""

from __future__ import annotations

import json
import pickle
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import backroom
from backroom.kernel.state import State

GAMES = backroom.games()
TURNS = 40
"""How many positions of a game are looked at closely; the others are only played through."""


def options_of(name: str, chooser: Random) -> dict[str, object]:
    """Any options: about half of the games are played with the defaults."""
    chosen: dict[str, object] = {}
    if chooser.random() < 0.5:
        for option in backroom.game(name).offers:
            if option.choices:
                chosen[option.name] = chooser.choice(option.choices)
            elif option.least is not None and option.most is not None:
                chosen[option.name] = chooser.randint(option.least, option.most)
    return chosen


def opened(name: str, seed: int) -> tuple[State, Random]:
    """A game with everything about it drawn from one number."""
    chooser = Random(seed)
    game = backroom.game(name)
    seats = chooser.choice(list(game.seats))
    return game.new(seats, seed, options_of(name, chooser)), chooser


def moves(state: State) -> list[tuple[int, int]]:
    """Every allowed move of every seat, the house's included."""
    seats = [*state.waiting, backroom.HOUSE]
    return [(seat, action) for seat in seats for action in state.legal(seat)]


def everything(state: State) -> bytes:
    """All of a state as bytes, its memory of moves too."""
    return msgspec.json.encode([state.dump(), state.history(), state.over, list(state.waiting)])


def play_some(state: State, chooser: Random, count: int) -> None:
    """So many random moves, or to the end."""
    while count and not state.over:
        seat, action = chooser.choice(moves(state))
        state.play(seat, action)
        count -= 1


def seats_of(state: State) -> list[int | None]:
    return [*range(state.setup.seats), None]


seeds = st.integers(min_value=0, max_value=2**40)


@pytest.mark.parametrize("name", GAMES)
@given(seed=seeds)
@settings(max_examples=25, deadline=None)
def test_somebody_can_always_move_until_the_end(name: str, seed: int) -> None:
    state, chooser = opened(name, seed)
    while not state.over:
        assert state.waiting
        assert len(set(state.waiting)) == len(state.waiting)
        for seat in state.waiting:
            legal = state.legal(seat)
            assert legal, f"seat {seat} owes a decision and has none"
            assert legal == sorted(set(legal))
        for seat in range(state.setup.seats):
            if seat not in state.waiting:
                assert state.legal(seat) == []
        seat, action = chooser.choice(moves(state))
        state.play(seat, action)
    assert state.waiting == ()
    assert all(state.legal(seat) == [] for seat in range(state.setup.seats))
    assert min(state.ranks()) == 1


@pytest.mark.parametrize("name", GAMES)
@given(seed=seeds)
@settings(max_examples=15, deadline=None)
def test_an_imagined_world_looks_the_same_to_the_one_who_imagines_it(name: str, seed: int) -> None:
    state, chooser = opened(name, seed)
    game = state.setup.game
    while not state.over:
        if chooser.random() < 0.2:
            views = [state.view(seat) for seat in seats_of(state)]
            assert state.views(list(seats_of(state))) == views
            own = views[0].own
            for name in views[0].__struct_fields__ if own else ():
                assert name in own or all(getattr(view, name) == getattr(views[0], name) for view in views)
            for seat in seats_of(state):
                view = state.view(seat)
                world = game.imagine(view, chooser)
                assert world.view(seat) == view
                assert msgspec.json.encode(world.view(seat)) == msgspec.json.encode(view)
                for other in range(state.setup.seats) if seat is None else [seat]:
                    assert sorted(world.waiting) == sorted(view.waiting)
                    if seat is not None:
                        assert world.legal(other) == state.legal(other)
        seat, action = chooser.choice(moves(state))
        state.play(seat, action)
    for seat in seats_of(state):
        view = state.view(seat)
        assert game.imagine(view, chooser).view(seat) == view


@pytest.mark.parametrize("name", GAMES)
@given(seed=seeds, depth=st.integers(0, 400))
@settings(max_examples=15, deadline=None)
def test_an_imagined_world_can_be_played_to_the_end(name: str, seed: int, depth: int) -> None:
    state, chooser = opened(name, seed)
    play_some(state, chooser, depth)
    world = state.setup.game.imagine(state.view(chooser.choice(seats_of(state))), chooser)
    play_some(world, chooser, 100_000)
    assert world.over


@pytest.mark.parametrize("name", GAMES)
@given(seed=seeds, depth=st.integers(0, 400))
@settings(max_examples=15, deadline=None)
def test_why_not_gives_a_reason_exactly_for_what_is_not_legal(name: str, seed: int, depth: int) -> None:
    state, chooser = opened(name, seed)
    game = state.setup.game
    play_some(state, chooser, depth)
    for seat in [backroom.HOUSE, *range(state.setup.seats), state.setup.seats]:
        legal = set(state.legal(seat)) if seat < state.setup.seats else set()
        for action in range(game.actions):
            reason = state.why_not(seat, action)
            assert (reason is None) == (action in legal), (seat, game.token(action), reason)
            assert state.may(seat, action) == (reason is None)
            if reason is not None:
                assert f"reason.{reason.code}" in game.phrases, reason
                assert reason.rule or reason.code == "unknown_action"


@pytest.mark.parametrize("name", GAMES)
@given(seed=seeds, depth=st.integers(0, 400))
@settings(max_examples=15, deadline=None)
def test_a_refused_move_changes_nothing(name: str, seed: int, depth: int) -> None:
    state, chooser = opened(name, seed)
    play_some(state, chooser, depth)
    before = everything(state)
    for _ in range(50):
        seat, action = chooser.randrange(-2, state.setup.seats + 2), chooser.randrange(-3, state.setup.game.actions + 3)
        if not state.may(seat, action):
            with pytest.raises(backroom.IllegalMove):
                state.play(seat, action)
    assert everything(state) == before


@pytest.mark.parametrize("name", GAMES)
@given(seed=seeds, depth=st.integers(0, 400))
@settings(max_examples=15, deadline=None)
def test_copies_are_independent(name: str, seed: int, depth: int) -> None:
    state, chooser = opened(name, seed)
    play_some(state, chooser, depth)
    before = everything(state)
    first, second = state.copy(), state.copy()
    again = Random(seed)
    play_some(first, again, 60)
    reached = everything(first)
    assert everything(state) == before
    assert everything(second) == before
    play_some(second, Random(seed), 60)
    assert everything(second) == reached, "chance must go on in a copy as it does in the original"
    play_some(state, Random(seed), 60)
    assert everything(state) == reached
    assert everything(first) == reached


@pytest.mark.parametrize("name", GAMES)
@given(seed=seeds, depth=st.integers(0, 400))
@settings(max_examples=15, deadline=None)
def test_positions_and_records_come_back_as_they_were(name: str, seed: int, depth: int) -> None:
    state, chooser = opened(name, seed)
    game = state.setup.game
    play_some(state, chooser, depth)
    dumped = state.dump()
    loaded = game.load(json.dumps(dumped))
    assert loaded.dump() == dumped
    assert [loaded.view(seat) for seat in seats_of(state)] == [state.view(seat) for seat in seats_of(state)]
    assert [loaded.legal(seat) for seat in range(state.setup.seats)] == [
        state.legal(seat) for seat in range(state.setup.seats)
    ]
    record = backroom.Record.of(state)
    assert backroom.Record.parse(str(record)) == record
    assert everything(record.replay()) == everything(state)
    revived = pickle.loads(pickle.dumps(state))
    assert revived.dump() == dumped
    assert revived.history() == state.history()
    play_some(loaded, Random(seed), 60)
    from_position = backroom.Record.of(loaded)
    assert everything(backroom.Record.parse(str(from_position)).replay()) == everything(loaded)
    play_some(state, Random(seed), 60)
    assert loaded.dump() == state.dump()


@pytest.mark.parametrize("name", GAMES)
@given(seed=seeds)
@settings(max_examples=10, deadline=None)
def test_events_change_nothing_and_tell_nobody_more_than_his_view(name: str, seed: int) -> None:
    quiet, chooser = opened(name, seed)
    state = quiet.copy()
    game = state.setup.game
    state.listen()
    state.events()
    while not state.over:
        seat, action = chooser.choice(moves(state))
        viewer = chooser.choice(seats_of(state))
        twin = game.imagine(state.view(viewer), chooser)
        twin.listen()
        state.play(seat, action)
        quiet.play(seat, action)
        told = [event.seen_by(viewer) for event in state.events()]
        msgspec.json.encode(told)
        if twin.may(seat, action):
            twin.play(seat, action)
            if twin.view(viewer) == state.view(viewer):
                assert [event.seen_by(viewer) for event in twin.events()] == told
    assert everything(quiet) == everything(state)


@pytest.mark.parametrize("name", GAMES)
def test_every_action_has_one_token(name: str) -> None:
    game = backroom.game(name)
    tokens = [game.token(action) for action in range(game.actions)]
    assert len(set(tokens)) == len(tokens)
    assert [game.action(token) for token in tokens] == list(range(game.actions))
    assert all(token.isascii() and token == token.strip() and " " not in token and ";" not in token for token in tokens)
    for wrong in ("", "no such move", tokens[0] + "x"):
        with pytest.raises(backroom.UnknownAction):
            game.action(wrong)
    for number in (-1, game.actions, True, "0"):
        with pytest.raises(backroom.UnknownAction):
            game.token(number)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", GAMES)
def test_what_cannot_be_opened_is_refused_in_a_sentence(name: str) -> None:
    game = backroom.game(name)
    for seats in (0, 1, game.seats[-1] + 1, -3, True, 2.0):
        with pytest.raises(backroom.BadSeats, match="seats"):
            game.new(seats)  # type: ignore[arg-type]
    for seed in (-1, 1 << 256, "7", 1.5):
        with pytest.raises(backroom.BackroomError, match="seed"):
            game.new(seed=seed)  # type: ignore[arg-type]
    with pytest.raises(backroom.BadOption, match="no option"):
        game.new(options={"no_such_option": 1})
    for option in game.offers:
        with pytest.raises(backroom.BadOption, match=option.name):
            game.new(options={option.name: "nonsense"})
    junk: list[Any] = ["", "{", "[]", "nonsense", b"\xff", "null", {}, {"game": name}]
    junk.append({"game": name, "seats": 4, "position": 3})
    for position in junk:
        with pytest.raises(backroom.BackroomError):
            game.load(position)


@pytest.mark.parametrize("name", GAMES)
@given(seed=seeds, data=st.data())
@settings(max_examples=60, deadline=None)
def test_a_spoilt_position_is_refused_or_a_position(name: str, seed: int, data: st.DataObject) -> None:
    """Whatever one changes in a position, `load` says BadPosition (or kin) or gives a state that keeps the laws."""
    state, chooser = opened(name, seed)
    play_some(state, chooser, chooser.randrange(60))
    spoilt = json.loads(json.dumps(state.dump()))
    holder: Any = spoilt
    while True:
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        if not keys:
            return
        key = chooser.choice(keys)
        if isinstance(holder[key], (dict, list)) and holder[key] and chooser.random() < 0.8:
            holder = holder[key]
            continue
        break
    junk: list[Any] = [None, -1, 0, 1, 99, "", "x", [], {}, True, [[]], "S1", 10**30]
    how = data.draw(st.integers(0, len(junk)))
    if how == len(junk):
        del holder[key]
    else:
        holder[key] = junk[how]
    try:
        loaded = state.setup.game.load(spoilt)
    except backroom.BackroomError:
        return
    assert loaded.setup.game.load(loaded.dump()).dump() == loaded.dump()
    for seat in seats_of(loaded):
        assert loaded.setup.game.imagine(loaded.view(seat), chooser).view(seat) == loaded.view(seat)
    play_some(loaded, chooser, 20)
