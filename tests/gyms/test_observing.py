"""Vectors say what their features promise, of every view, and nothing else."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import backroom
from backroom import State
from backroom.gyms.layout import page
from backroom.gyms.observing import BUCKETS, Encoding, encoding, plain_numbers
from backroom.kernel.game import Game
from backroom.kernel.view import View

TABLES = [(name, seats) for name in backroom.games() for seats in backroom.game(name).seats]


def some_states(name: str, seats: int, games: int = 4) -> list[State]:
    """Positions from random games."""
    rng, found = Random(7), []
    for seed in range(games):
        state = backroom.game(name).new(seats, seed, backroom.game(name).clockless)
        while not state.over:
            if rng.random() < 0.15:
                found.append(state.copy())
            seat = state.waiting[0]
            state.play(seat, rng.choice(state.legal(seat)))
        found.append(state)
    return found


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_number_is_within_its_feature(name: str, seats: int) -> None:
    made = encoding(name, seats)
    for state in some_states(name, seats):
        for seat in (None, *range(seats)):
            raw = made.numbers(state.view(seat))
            assert len(raw) == made.size
            for feature in made.features:
                part = raw[made.slices[feature.name][0]]
                assert feature.least <= min(part), feature.name
                assert max(part) <= feature.most, feature.name


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_imagined_worlds_look_the_same(name: str, seats: int) -> None:
    made, rng = encoding(name, seats), Random(3)
    for state in some_states(name, seats, 1)[::4]:
        for seat in range(seats):
            world = backroom.game(name).imagine(state.view(seat), rng)
            assert made.vector(world.view(seat)).tobytes() == made.vector(state.view(seat)).tobytes()


@pytest.mark.parametrize("name", backroom.games())
def test_every_feature_is_explained_and_varies(name: str) -> None:
    made = encoding(name, backroom.game(name).usual_seats())
    vectors = np.stack([made.vector(state.view(seat)) for state in some_states(name, made.seats, 8) for seat in (0, 1)])
    assert len({feature.name for feature in made.features}) == len(made.features)
    still = {name for name, (place, _) in made.slices.items() if np.ptp(vectors[:, place], axis=0).max() == 0}
    # What only some tables or rare moments have.
    assert still <= {"laps", "patrols", "patrolled", "last_round", "looking", "starter", "drops", "fastest"}
    assert all(len(feature.means.split()) > 1 for feature in made.features)


def pieces(state: State, seat: int) -> dict[str, NDArray[np.float32]]:
    made = encoding(state.setup.game.name, state.setup.seats)
    whole = made.vector(state.view(seat)) * made.most
    return {name: np.rint(part) for name, part in made.pieces(whole.astype(np.float32)).items()}


def test_boss_says_where_every_card_is() -> None:
    rng = Random(1)
    state = backroom.game("boss").new(4, 3)
    for _ in range(31):
        state.play(state.waiting[0], rng.choice(state.legal(state.waiting[0])))
    for seat in range(4):
        seen = pieces(state, seat)
        view: Any = state.view(seat)
        whole = seen["unseen"] + seen["hand"] + seen["open"]
        assert whole.sum() == sum(len(place.cards) for place in view.row)
        assert seen["hand"].sum() == len(view.hand)
        assert seen["backs"][0].sum() == seen["hand"].sum()
        assert ((seen["laid_by"] > 0) == (seen["open"] > 0)).all()
        assert seen["seat"][seat] == 1
        assert seen["waiting"].argmax() == (state.waiting[0] - seat) % 4


def test_omerta_says_what_one_has_looked_at() -> None:
    game = backroom.game("omerta")
    state = game.new(3, 5)
    while state.view(None).phase == "peek":  # type: ignore[attr-defined] # Omerta's
        state.play(state.waiting[0], state.legal(state.waiting[0])[0])
    for seat in range(3):
        seen = pieces(state, seat)
        known = np.flatnonzero(seen["surely"])
        assert known.tolist() == [0, 1]
        hand = state.dump()["position"]["rows"][seat]
        from backroom.games.omerta.cards import FACE_NUMBERS

        for slot in known:
            held = hand[slot] if isinstance(hand[slot], str) else hand[slot]["card"]
            assert seen["face"][slot].argmax() == FACE_NUMBERS[held]
        assert seen["face"].sum() == 2


def test_corleone_says_what_is_in_hand_and_who_stands_where() -> None:
    rng = Random(1)
    state = backroom.game("corleone").new(3, 5)
    for _ in range(60):
        state.play(state.waiting[0], rng.choice(state.legal(state.waiting[0])))
    for seat in range(3):
        seen = pieces(state, seat)
        view: Any = state.view(seat)
        assert seen["hand"].sum() == len(view.hand)
        assert seen["thug_at"].sum() == len(view.thugs)
        assert seen["member_at"].sum() == len(view.members)
        own = sum(int(figure.startswith(f"{seat} ")) for figure in view.thugs.values())
        assert seen["thug_at"][:, 0].sum() == own


class Plain(Game):
    """A game that gives no numbers: only what the plain encoding asks of it."""

    name, title, rules, seats, actions = "boss", "Plain", "1", range(2, 6), 1
    deal = restore = dream = token = action = backroom.game("boss").deal  # type: ignore[assignment] # never called


def test_a_game_without_numbers_is_encoded_all_the_same() -> None:
    made = Encoding(Plain(), 4)
    states = some_states("boss", 4, 1)
    vectors = [made.vector(state.view(0)) for state in states]
    assert made.numbers is plain_numbers
    assert made.slices["hashed"][1] == (BUCKETS,)
    assert len({vector.tobytes() for vector in vectors}) == len({repr(state.view(0)) for state in states})
    assert all(np.abs(vector).max() <= 1 for vector in vectors)


def test_a_feature_beyond_its_most_is_cut_off() -> None:
    made = encoding("boss", 4)
    view: View = backroom.game("boss").new(4, 1).view(0)
    vector = made.vector(view)
    assert np.abs(vector).max() <= 1
    out = np.zeros(made.size, np.float32)
    made.write(view, out)
    assert out.tobytes() == vector.tobytes()


def test_the_page_of_observations_is_what_the_code_says() -> None:
    page_of = (Path(__file__).parents[2] / "docs" / "observations.md").read_text(encoding="utf-8")
    assert page_of == page(backroom.games())
