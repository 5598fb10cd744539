"""Every bot plays every deal from every seat."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

import pytest

from backroom.arena.schedule import arrangements, deal, lineups, schedule


@pytest.mark.parametrize("bots", range(1, 7))
@pytest.mark.parametrize("seats", range(2, 6))
def test_in_each_deal_everybody_sits_everywhere_as_often(bots: int, seats: int) -> None:
    for at in range(8):
        played = list(deal(bots, seats, at))
        assert len(set(played)) == len(played), "the same game twice would count twice"
        by_seat = [Counter(order[seat] for order in played) for seat in range(seats)]
        assert all(len(order) == seats for order in played)
        assert all(counts == by_seat[0] for counts in by_seat)
        assert set(by_seat[0]) == set(range(bots))
        if seats % bots == 0 or bots > seats:
            assert len(set(by_seat[0].values())) == 1


@pytest.mark.parametrize(
    ("bots", "seats", "games"), [(4, 4, 4), (2, 2, 2), (2, 3, 6), (4, 2, 12), (5, 3, 30), (1, 4, 1)]
)
def test_so_many_games_to_a_deal(bots: int, seats: int, games: int) -> None:
    assert len(list(deal(bots, seats, 0))) == games


def test_at_least_so_many_games_in_whole_deals() -> None:
    fixtures = schedule(4, 4, 2000, first=7)
    assert len(fixtures) == len(set(fixtures)) == 2000
    sizes = [len(list(games)) for _number, games in groupby(fixtures, key=lambda fixture: fixture.number)]
    assert sizes == [4] * 500
    assert (fixtures[0].number, fixtures[-1].number) == (7, 506)
    assert len(schedule(4, 4, 2001, first=7)) == 2004


def test_more_games_begin_with_the_same() -> None:
    assert schedule(3, 4, 100, 1)[: len(schedule(3, 4, 50, 1))] == schedule(3, 4, 50, 1)


def test_everybody_meets_everybody() -> None:
    assert lineups(4, 2) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert lineups(2, 5) == [(0, 0, 0, 1, 1), (0, 0, 1, 1, 1)]


def test_from_deal_to_deal_everybody_follows_on_everybody() -> None:
    assert len(arrangements((0, 1, 2, 3))) == 6
    assert len(arrangements((0, 0, 1, 1))) == 2
    follows = Counter((order[0], order[1]) for at in range(6) for order in deal(4, 4, at))
    assert len(follows) == 12
    assert set(follows.values()) == {2}
