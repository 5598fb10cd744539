"""The report counts wins, lengths and what the games count, with intervals that are right."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import backroom
from backroom.arena.balance import balance
from backroom.arena.games import Plan, Result
from backroom.arena.local import play_games
from backroom.arena.schedule import schedule
from backroom.kernel.events import Event
from backroom.kernel.game import Counts
from backroom.kernel.view import View

PLAN = Plan("boss", ("random",), tally=True)


def result(number: int, ranks: tuple[int, ...], first: int | None = 0, **counted: list[float]) -> Result:
    scores = tuple(10 * (4 - rank) for rank in ranks)
    order = (0,) * len(ranks)
    return Result(number, order, scores, ranks, 10 * number, first, {"things": counted} if counted else {})


def test_wins_are_counted_by_seat_and_from_the_first_player_on() -> None:
    report = balance(PLAN, [result(1, (1, 2, 3), 0), result(2, (1, 2, 3), 1), result(3, (1, 1, 3), 2)])
    (table,) = report.tables
    assert [share.share for share in table.by_seat] == [pytest.approx(2.5 / 3), pytest.approx(0.5 / 3), 0]
    assert [share.share for share in table.by_order] == [pytest.approx(1 / 3), pytest.approx(0.5 / 3), 0.5]
    assert table.furthest() == pytest.approx(0.5)
    assert (table.games, table.decisions, table.shortest, table.longest) == (3, 20, 10, 30)
    assert table.shared == pytest.approx(1 / 3)
    assert table.winning_score == 30
    assert table.margin == pytest.approx(20 / 3)


def test_without_a_first_player_nothing_is_said_of_the_order() -> None:
    (table,) = balance(PLAN, [result(1, (1, 2), None)]).tables
    assert table.by_order == []
    assert table.furthest_in_order() is None


def test_each_number_of_players_has_its_table_and_all_together_theirs() -> None:
    report = balance(PLAN, [result(2, (2, 1), 0, gun=[0, 1]), result(1, (1, 2, 3), 0, gun=[1, 0, 0])])
    assert [table.seats for table in report.tables] == [2, 3]
    (row,) = report.tally["things"]
    assert (row.name, row.per_game, row.in_games, row.owners_win) == ("gun", 1, 1, 2.5)


def test_owners_are_compared_with_everybody() -> None:
    games = [result(1, (1, 2), 0, gun=[2, 0]), result(2, (1, 2), 0, gun=[1, 1]), result(3, (2, 1)), result(4, (2, 1))]
    ((row,),) = (table.tally["things"] for table in balance(PLAN, games).tables)
    assert row.per_game == 1
    assert row.in_games == 0.5
    assert row.winners == 3 / 4
    assert row.others == 1 / 4
    assert row.owners_win == pytest.approx(4 / 3)
    assert row.uncertain == pytest.approx(1.959964 * (4 / 3 / 3) ** 0.5)


def test_what_belongs_to_nobody_has_no_owners() -> None:
    (row,) = balance(PLAN, [result(1, (1, 2), 0, gun=[3]), result(2, (1, 2))]).tally["things"]
    assert (row.per_game, row.in_games, row.owners_win, row.winners) == (1.5, 0.5, None, None)


def test_what_never_occurs_is_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def tally(start: View, events: Sequence[Event]) -> Counts:
        return {"things": {"gun": [0.0] * start.seats, "booze": [0.0] * start.seats}}

    monkeypatch.setattr(backroom.game("boss"), "tally", tally)
    report = balance(PLAN, [result(1, (1, 2), 0, booze=[1, 0])])
    assert [(row.name, row.per_game) for row in report.tally["things"]] == [("gun", 0), ("booze", 1)]


def test_the_order_in_which_games_end_makes_no_difference() -> None:
    results = list(play_games(PLAN, schedule(1, 3, 11, 1), 1))
    assert balance(PLAN, results) == balance(PLAN, results[::-1])


def test_no_games_say_nothing() -> None:
    assert balance(PLAN, []).tables == []


@pytest.mark.parametrize("game", backroom.games())
def test_what_a_game_counts_has_a_row_from_the_start_and_an_amount_for_each_seat(game: str) -> None:
    found = backroom.game(game)
    state = found.new(seed=1)
    rows = found.tally(state.view(None), ())
    for result in play_games(Plan(game, ("random",), tally=True), schedule(1, state.setup.seats, 3, 1), 1):
        for chapter, counted in result.tally.items():
            for name, amounts in counted.items():
                assert len(amounts) == len(rows[chapter][name])
                assert len(amounts) in (1, state.setup.seats)
    assert not any(any(amounts) for counted in rows.values() for amounts in counted.values())
