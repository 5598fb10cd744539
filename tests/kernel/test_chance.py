"""Chance: even, repeatable on every Python, and impossible to guess."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Callable
from itertools import permutations
from random import Random

import pytest

import backroom
from backroom.kernel.chance import BLOCK, SEED_BITS, WIDEST, fresh_seed, seed_digest, shuffle
from backroom.kernel.state import State

GAME = backroom.game("boss")


def far_from(expected: float, counts: Counter[object], kinds: int) -> float:
    """How many standard deviations chi-squared lies from what an even draw gives."""
    total = sum((counts[kind] - expected) ** 2 / expected for kind in counts)
    total += expected * (kinds - len(counts))
    return float(abs(total - (kinds - 1)) / (2 * (kinds - 1)) ** 0.5)


def seeded(seed: int) -> Callable[[list[int]], None]:
    return GAME.new(2, seed).shuffle


def imagined(seed: int) -> Callable[[list[int]], None]:
    return GAME.imagine(GAME.new(2, seed).view(0), Random(seed)).shuffle


def searching(seed: int) -> Callable[[list[int]], None]:
    bits = Random(seed)
    return lambda cards: shuffle(cards, bits)


@pytest.mark.parametrize("shuffler", [seeded, imagined, searching])
def test_every_order_is_as_likely(shuffler: Callable[[int], Callable[[list[int]], None]]) -> None:
    mix = shuffler(3)
    orders: Counter[object] = Counter()
    for _ in range(24 * 200):
        cards = [0, 1, 2, 3]
        mix(cards)
        orders[tuple(cards)] += 1
    assert set(orders) == set(permutations(range(4)))
    assert far_from(200, orders, 24) < 5


@pytest.mark.parametrize("shuffler", [seeded, imagined, searching])
@pytest.mark.parametrize("size", [0, 1, 2, 63, 64, 65, 200, WIDEST])
def test_a_shuffle_keeps_the_cards(shuffler: Callable[[int], Callable[[list[int]], None]], size: int) -> None:
    cards = list(range(size))
    shuffler(5)(cards)
    assert sorted(cards) == list(range(size))
    assert cards != list(range(size)) or size <= 2


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 100, 255, WIDEST])
@pytest.mark.parametrize("dreamt", [False, True])
def test_every_number_below_a_limit_is_as_likely(limit: int, dreamt: bool) -> None:
    state = GAME.new(2, seed=limit)
    if dreamt:
        state = GAME.imagine(state.view(0), Random(limit))
    drawn: Counter[object] = Counter(state.below(limit) for _ in range(100 * limit))
    assert set(drawn) == set(range(limit))
    assert limit == 1 or far_from(100, drawn, limit) < 5


def draws(state: State, count: int) -> list[int]:
    return [state.below(100) for _ in range(count)]


@pytest.mark.parametrize("before", [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 5 * BLOCK])
def test_a_copy_and_a_loaded_position_go_on_with_the_same_stream(before: int) -> None:
    state = GAME.new(3, seed=11)
    while state.drawn < before:
        state.below(256)
    copy, loaded = state.copy(), GAME.load(state.dump())
    second = loaded.copy()
    expected = draws(state, 3 * BLOCK)
    assert draws(copy, 3 * BLOCK) == expected
    assert draws(loaded, 3 * BLOCK) == expected
    assert draws(second, 3 * BLOCK) == expected
    assert draws(copy, 10) == draws(loaded, 10)


def test_a_copy_draws_nothing_from_its_original() -> None:
    state, alone = GAME.new(3, seed=12), GAME.new(3, seed=12)
    draws(state.copy(), 500)
    assert draws(state, 500) == draws(alone, 500)


def test_an_imagined_world_goes_on_with_its_own_stream_after_copy_and_load() -> None:
    world = GAME.imagine(GAME.new(3, seed=12).view(1), Random(4))
    copy, loaded = world.copy(), GAME.load(world.dump())
    expected = draws(world, 50)
    assert draws(copy, 50) == draws(loaded, 50) == expected


def test_a_seed_gives_this_deal_on_every_python() -> None:
    """Pinned: if this changes, every record of a game that was played replays to something else."""
    position = GAME.new(2, seed=7).dump()["position"]
    assert position["hidden"] == {"new_york": "new_york:2", "boston": "boston:prison", "detroit": "detroit:2"}
    assert position["hands"] == [
        ["new_york:1", "boston:2", "detroit:1", "detroit:4", "detroit:gun"],
        ["new_york:0", "new_york:3", "boston:1", "boston:3", "detroit:3"],
    ]
    assert [tuple(card) for card in position["police"]] == [(1, 0), (0, 1), (1, 1), (0, 1), (1, 0)]
    assert position["marker"] == 0


def test_a_seed_gives_this_stream_on_every_python() -> None:
    state = GAME.new(2, seed=7)
    assert state.drawn == 19
    assert [state.below(7) for _ in range(12)] == [5, 6, 3, 2, 0, 1, 1, 4, 0, 1, 0, 1]
    cards = list(range(10))
    shuffle(cards, Random(7))
    assert cards == [4, 9, 6, 0, 1, 8, 2, 7, 5, 3]


def test_other_seeds_give_other_deals() -> None:
    assert len({str(GAME.new(4, seed).dump()["position"]) for seed in range(200)}) == 200


def test_a_new_game_has_a_seed_of_128_bits() -> None:
    seeds = [int(GAME.new(2).dump()["seed"]) for _ in range(300)] + [fresh_seed() for _ in range(300)]
    assert len(set(seeds)) == len(seeds)
    assert SEED_BITS == 128
    assert all(0 <= seed < 1 << 128 for seed in seeds)
    for bit in range(128):
        ones = sum(seed >> bit & 1 for seed in seeds)
        assert 200 < ones < 400, f"bit {bit} is not drawn evenly"


@pytest.mark.parametrize("seed", [0, 7, 2**128 - 1])
def test_the_digest_of_a_seed_can_be_worked_out_by_anybody(seed: int) -> None:
    assert seed_digest(seed) == hashlib.sha256(str(seed).encode()).hexdigest()
    assert backroom.Record.of(GAME.new(2, seed)).seed_sha256 == seed_digest(seed)


def test_the_digest_is_pinned() -> None:
    assert seed_digest(7) == "7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451"


def test_pythons_own_generator_is_neither_used_nor_moved() -> None:
    random.seed(1)
    expected = random.random()
    random.seed(1)
    state = GAME.new(3, seed=5)
    while not state.over:
        state.play(state.waiting[0], state.legal(state.waiting[0])[0])
    GAME.imagine(GAME.new(3, seed=5).view(0), Random(1))
    assert random.random() == expected
    random.seed(2)
    assert GAME.new(3, seed=5).dump() == GAME.new(3, seed=5).dump()
