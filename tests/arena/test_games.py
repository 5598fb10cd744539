"""The same games are played whoever plays them, in whatever order, and also after an interruption."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import backroom
from backroom.arena.games import Plan, play_game
from backroom.arena.local import WorkerLost, play_games
from backroom.arena.results import BadResults, Results
from backroom.arena.schedule import Fixture
from backroom.kernel.errors import BadEdition

PLAN = Plan("boss", ("random",))
FIXTURES = [Fixture(number, (0,) * seats) for seats in (2, 3) for number in range(1, 6)]


def fixture(seats: int, number: int) -> Fixture:
    return Fixture(number, (0,) * seats)


@pytest.mark.parametrize("game", backroom.games())
def test_a_game_has_one_course(game: str) -> None:
    plan = Plan(game, ("random",))
    for seats in backroom.game(game).seats:
        result = play_game(plan, fixture(seats, 3))
        assert play_game(plan, fixture(seats, 3)) == result
        assert len(result.scores) == len(result.ranks) == result.seats == seats
        assert sum(result.wins()) == pytest.approx(1)
        assert result.decisions > 10


def test_other_numbers_are_other_games() -> None:
    assert len({play_game(PLAN, fixture(3, number)).scores for number in range(1, 9)}) > 4


def test_options_and_editions_are_played_with() -> None:
    edition = backroom.game("boss").house_edition().text.replace('"house-1"', '"mine"')
    plan = Plan("boss", ("random",), {"first_player": "seat_1"}, edition, "mine.toml")
    assert {play_game(plan, fixture(3, number)).first for number in range(1, 9)} == {0}
    assert str(plan.header()["edition"]).startswith("mine ")
    assert {play_game(PLAN, fixture(3, number)).first for number in range(1, 9)} == {0, 1, 2}


def test_an_edition_that_does_not_fit_is_refused() -> None:
    with pytest.raises(BadEdition, match=r"^mine\.toml, line 1: "):
        Plan("boss", ("random",), edition='[meta]\nedition = "mine"\n', source="mine.toml").header()


def test_workers_play_the_same_games() -> None:
    alone = list(play_games(PLAN, FIXTURES, 1))
    together = list(play_games(PLAN, FIXTURES, 2))
    assert sorted(together, key=lambda result: (result.seats, result.number)) == alone


def test_the_games_of_a_worker_that_is_killed_are_played_by_others() -> None:
    fixtures = [fixture(3, number) for number in range(1, 60)]
    results = play_games(PLAN, fixtures, 2)
    found = [next(results)]
    for process in children():
        os.kill(process, signal.SIGKILL)
    found += results
    assert sorted(found, key=lambda result: result.number) == list(play_games(PLAN, fixtures, 1))


def test_workers_that_are_killed_again_and_again_are_told_of(tmp_path: Path) -> None:
    killer = tmp_path / "killer.py"
    killer.write_text("import os\nos.kill(os.getppid(), 9)\n")
    with pytest.raises(WorkerLost, match="ended from outside, again and again"):
        list(play_games(Plan("boss", (str(killer),)), FIXTURES, 2))


def children() -> Iterator[int]:
    """The worker processes of this one."""
    from multiprocessing import active_children

    yield from [process.pid for process in active_children() if process.pid is not None]


def test_a_file_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    with Results(PLAN, "balance 2", whole) as results:
        for result in play_games(PLAN, FIXTURES, 1):
            results.add(result)
    with Results(PLAN, "balance 2", parts) as results:
        for result in play_games(PLAN, FIXTURES[:4], 1):
            results.add(result)
    for cut, left in ((0, 4), (1, 3), (30, 2)):  # killed between two lines, and in the middle of one
        parts.write_bytes(parts.read_bytes()[: -cut or None])
        with Results(PLAN, "balance 2", parts) as results:
            found = dict(results.found)
        assert len(found) == left
    with Results(PLAN, "balance 2", parts) as results:
        for result in play_games(PLAN, [each for each in FIXTURES if each not in results.found], 1):
            results.add(result)
    assert parts.read_bytes() == whole.read_bytes()
    with Results(PLAN, "balance 2", whole) as results:
        assert list(results.found) == FIXTURES


def test_a_header_that_was_cut_short_is_written_again(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    with Results(PLAN, "balance 2", file):
        pass
    whole = file.read_bytes()
    for cut in (1, 20, len(whole)):
        file.write_bytes(whole[:-cut])
        with Results(PLAN, "balance 2", file):
            pass
        assert file.read_bytes() == whole


def test_games_of_another_kind_are_not_mixed_in(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    with Results(PLAN, "balance 2", file):
        pass
    for plan, told in [
        (Plan("omerta", ("random",)), "other game: boss, not omerta; name another file"),
        (Plan("boss", ("sensible",)), "other bots: random, not sensible"),
        (Plan("boss", ("random",), {"final_tie": "play_again"}), "other options: "),
    ]:
        with pytest.raises(BadResults, match=told):
            Results(plan, "balance 2", file)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"zork\n", "holds something else"),
        (b"zork", "holds something else"),
        (b"\xff\xfe\n", "holds something else"),
        (b"[]\n", "holds something else"),
        (b"{}\n", "holds something else"),
        (b'{"number":2}\n', "line 2: this is no result: object missing required field"),
        (b"\n", "line 2: this is no result"),
        (b'{"order":[0,0,0],"number":1,"scores":[1,2],"ranks":[1,2],"decisions":4}\n', "for each of 3 seats"),
    ],
)
def test_a_file_of_something_else_is_left_alone(line: bytes, told: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    header = msgspec.json.encode({"backroom": "balance 2", **PLAN.header()}) + b"\n"
    written = header + line if "line 2" in told or "3 seats" in told else line
    file.write_bytes(written)
    with pytest.raises(BadResults, match=told):
        Results(PLAN, "balance 2", file)
    assert file.read_bytes() == written


def test_games_from_before_a_change_of_the_program_are_not_mixed_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.jsonl"
    with Results(PLAN, "balance 2", file):
        pass
    monkeypatch.setattr("backroom.arena.games.program", lambda: "another")
    with pytest.raises(BadResults, match="other program"):
        Results(PLAN, "balance 2", file)


def test_two_runs_do_not_write_one_file(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    with Results(PLAN, "balance 2", file), pytest.raises(BadResults, match="is being written by another run"):
        Results(PLAN, "balance 2", file)
    with Results(PLAN, "balance 2", file):
        pass


def test_a_file_that_cannot_be_written_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(BadResults, match="cannot be used: is a directory"):
        Results(PLAN, "balance 2", tmp_path)
    with pytest.raises(BadResults, match="cannot be used: no such file or directory"):
        Results(PLAN, "balance 2", tmp_path / "nowhere" / "games.jsonl")
