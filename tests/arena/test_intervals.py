"""Intervals hold what they promise: known values, and how often they contain the truth."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from backroom.arena.intervals import mean, paired, student, wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0, 0.2775), (10, 10, 0.7225, 1), (5, 10, 0.2366, 0.7634), (250, 1000, 0.2241, 0.2778)],
)
def test_wilsons_interval(wins: float, games: int, low: float, high: float) -> None:
    share = wilson(wins, games)
    assert [share.low, share.high] == pytest.approx([low, high], abs=1e-4)


def test_no_games_say_nothing() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0, 1)
    assert (paired([]).low, paired([]).high) == (0, 1)
    assert (paired([(1, 1)]).low, paired([(1, 1)]).high) == (0, 1), "one deal says nothing of how deals differ"


# Student's factors for 95 %, as every table prints them.
@pytest.mark.parametrize(
    ("freedom", "factor"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980)],
)
def test_students_factor(freedom: int, factor: float) -> None:
    assert student(freedom) == pytest.approx(factor, abs=0.006)


def test_games_that_are_independent_count_as_in_wilsons_interval() -> None:
    chance = Random(1)
    deals = [(float(chance.random() < 0.3), 1) for _ in range(2000)]
    alone, together = wilson(sum(points for points, _ in deals), 2000), paired(deals)
    assert [together.low, together.high] == pytest.approx([alone.low, alone.high], abs=2e-4)


def test_games_of_one_deal_that_say_the_same_count_once() -> None:
    deals = [(float(won), 1) for won in [1, 0, 1, 1, 0] * 20]
    once, twice = paired(deals), paired([(2 * points, 2) for points, _ in deals])
    assert (twice.low, twice.high) == pytest.approx((once.low, once.high))


def test_pairing_pays_where_the_deal_decides() -> None:
    chance = Random(2)
    deals = [(float(chance.choice((1, 1, 1, 1, 1, 2))), 2) for _ in range(200)]  # mostly one win each from both sides
    pair, alone = paired(deals), wilson(sum(points for points, _ in deals), 400)
    assert pair.high - pair.low < 0.8 * (alone.high - alone.low)


def independent(chance: Random) -> tuple[float, int]:
    return float(sum(chance.random() < 0.2 for _ in range(3))), 3


def by_the_deal(chance: Random) -> tuple[float, int]:
    return (3.0 if chance.random() < 0.2 else 0.0), 3


def against_each_other(chance: Random) -> tuple[float, int]:
    return (chance.choice((0.0, 0.0, 1.0, 1.0, 1.0))), 3


@pytest.mark.parametrize("deal", [independent, by_the_deal, against_each_other])
def test_the_truth_lies_within_95_times_of_100(deal: Callable[[Random], tuple[float, int]]) -> None:
    chance = Random(3)
    held = 0
    for _ in range(1000):
        share = paired([deal(chance) for _ in range(40)])
        held += share.low <= 0.2 <= share.high
    assert 925 <= held <= 990


def test_the_mean_of_a_figure() -> None:
    assert mean([(2.0, 1), (4.0, 1), (6.0, 1)]) == pytest.approx((4.0, 4.303 * 2 / 3**0.5), abs=0.003)
    assert mean([]) == (0.0, float("inf"))
