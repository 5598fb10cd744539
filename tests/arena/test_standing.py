"""Ratings and standings against values that can be worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10
from random import Random

import msgspec
import numpy as np
import pytest

from backroom.arena.games import STEPS, Plan, Result
from backroom.arena.local import play_games
from backroom.arena.ratings import ratings
from backroom.arena.schedule import schedule
from backroom.arena.standing import ahead, milliseconds, standing, thinking

PLAN = Plan("boss", ("sensible", "random"))


def result(number: int, order: Sequence[int], ranks: Sequence[int]) -> Result:
    return Result(number, tuple(order), tuple(10 * (4 - rank) for rank in ranks), tuple(ranks), 100)


def test_two_bots_are_as_far_apart_as_their_wins_say() -> None:
    deals = [np.array([[0.0, 3.0], [1.0, 0.0]]) for _ in range(1000)]
    strong, weak = ratings(deals)
    assert strong.elo - weak.elo == pytest.approx(400 * log10(3), abs=0.5)
    assert strong.elo + weak.elo == pytest.approx(3000)


def test_ratings_of_a_chain_add_up() -> None:
    # 0 beats 1 two times of three, 1 beats 2 two times of three; 0 and 2 never meet.
    deals = [np.array([[0.0, 2.0, 0.0], [1.0, 0.0, 2.0], [0.0, 1.0, 0.0]]) for _ in range(1000)]
    first, middle, last = ratings(deals)
    assert first.elo - middle.elo == pytest.approx(400 * log10(2), abs=0.5)
    assert first.elo - last.elo == pytest.approx(800 * log10(2), abs=1)


def test_who_never_lost_has_a_rating_with_a_wide_interval() -> None:
    first, last = ratings([np.array([[0.0, 1.0], [0.0, 0.0]]) for _ in range(10)])
    assert 300 < first.elo - last.elo < 1500
    assert first.low < first.elo - 150
    many = ratings([np.array([[0.0, 1.0], [0.0, 0.0]]) for _ in range(1000)])
    assert many[0].elo > first.elo


def test_the_true_ratings_lie_within_95_times_of_100() -> None:
    chance = Random(5)
    true = [200.0, 0.0, -200.0]
    held = 0
    for _ in range(300):
        deals = []
        for _deal in range(60):
            won = np.zeros((3, 3))
            for one in range(3):
                for other in range(one):
                    beats = chance.random() < 1 / (1 + 10 ** ((true[other] - true[one]) / 400))
                    won[(one, other) if beats else (other, one)] += 1
            deals.append(won)
        held += sum(rating.low <= 1500 + at <= rating.high for rating, at in zip(ratings(deals), true, strict=True))
    assert 0.93 <= held / 900 <= 0.99


def test_games_of_a_deal_that_say_the_same_do_not_make_it_surer() -> None:
    chance = Random(6)
    once = [
        np.array([[0.0, 1.0], [0.0, 0.0]]) if chance.random() < 0.6 else np.array([[0.0, 0.0], [1.0, 0.0]])
        for _ in range(80)
    ]
    thrice = [3 * deal for deal in once]
    narrow, wide = ratings(once)[0], ratings(thrice)[0]
    assert wide.high - wide.low == pytest.approx(narrow.high - narrow.low, rel=0.06)


def test_before_whom_one_comes_is_counted_seat_against_seat() -> None:
    before = ahead([result(1, (0, 1, 1), (1, 1, 3)), result(1, (1, 0, 0), (3, 2, 1))], 2)
    assert before.tolist() == [[0, 3.5], [0.5, 0]]


def test_a_standing_by_hand() -> None:
    games = [result(1, (0, 1), (1, 2)), result(1, (1, 0), (2, 1)), result(2, (0, 1), (1, 1)), result(2, (1, 0), (1, 2))]
    found = standing(PLAN, games[::-1])
    first, last = found.bots
    assert (first.bot, last.bot) == ("sensible", "random")
    assert (found.games, found.deals, found.seats, found.first) == (4, 2, 2, 1)
    assert (first.wins.share, last.wins.share) == (2.5 / 4, 1.5 / 4)
    assert (first.score, first.rank, first.seats) == (27.5, 1.25, 4)
    assert found.beats["sensible"]["random"].share == 2.5 / 4
    assert found.beats["random"]["sensible"].games == 4
    assert standing(PLAN, games) == found


def test_faults_are_counted_and_the_first_is_told() -> None:
    bad = msgspec.structs.replace(
        result(1, (1, 0), (1, 2)),
        faults=({}, {"late": 2, "illegal": 1}),
        said=("", "did not answer"),
        times=({80: 3}, {160: 1}),
    )
    found = standing(PLAN, [bad, result(1, (0, 1), (1, 2))])
    assert {row.bot: row.faults for row in found.bots} == {"sensible": {"illegal": 1, "late": 2}, "random": {}}
    slow, quick = thinking(PLAN, [bad])
    assert (slow.bot, slow.said, slow.decisions) == ("sensible", "did not answer", 1)
    assert slow.longest == slow.median == pytest.approx(2**20 / 1000)
    assert quick.mean == pytest.approx(milliseconds(10 * STEPS)) == pytest.approx(1.024)


def test_one_bot_alone_is_average() -> None:
    games = list(play_games(Plan("boss", ("random",)), schedule(1, 3, 6, 1), 1))
    (row,) = standing(Plan("boss", ("random",)), games).bots
    assert row.rating.elo == 1500
    assert row.wins.share == pytest.approx(1 / 3)


def test_sensible_beats_random_whoever_begins() -> None:
    games = list(play_games(PLAN, schedule(2, 2, 40, 1), 1))
    found = standing(PLAN, games)
    assert found.bots[0].bot == "sensible"
    assert found.beats["sensible"]["random"].low > 0.5
