"""`backroom balance`: the report for people and for programs, interruptions, errors."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import backroom
from tests.cli.terminal import environment, program, run

FEW = ("balance", "boss", "--seats", "2,3", "--games", "6", "--bots", "random", "--workers", "1")


@pytest.mark.parametrize("game", backroom.games())
def test_the_report_is_plain_text_when_it_is_piped(game: str, tmp_path: Path) -> None:
    told = run("balance", game, "--games", "2", "--bots", "random", "--workers", "1", data=tmp_path).stdout
    assert told.startswith(backroom.game(game).title)
    assert "Wins, in percent, with 95 % intervals" in told
    assert not set("\x1b━─│") & set(told)
    assert not [line for line in told.splitlines() if line != line.rstrip()]
    assert run("balance", game, "--games", "2", "--bots", "random", "--workers", "1", data=tmp_path).stdout == told


def test_the_report_for_programs(tmp_path: Path) -> None:
    report = json.loads(run(*FEW, "--json", data=tmp_path).stdout)
    assert (report["game"], report["bots"]) == ("boss", "random")
    assert [table["games"] for table in report["tables"]] == [6, 6]
    for table in report["tables"]:
        for shares in (table["by_seat"], table["by_order"]):
            assert sum(share["share"] for share in shares) == pytest.approx(1)
            assert all(0 <= share["low"] <= share["share"] <= share["high"] <= 1 for share in shares)
            assert all(share["low"] < share["high"] for share in shares)


def test_workers_and_a_file_change_nothing(tmp_path: Path) -> None:
    plain = run(*FEW, "--json", data=tmp_path).stdout
    kept = run(*FEW, "--json", "--out", str(tmp_path / "games.jsonl"), data=tmp_path).stdout
    several = program(*FEW[:-1], "2", "--json", data=tmp_path)
    assert several.stderr == ""
    assert plain == kept == several.stdout
    assert run(*FEW, "--json", "--out", str(tmp_path / "games.jsonl"), data=tmp_path).stdout == plain


def test_more_games_go_on_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run(*FEW, "--out", str(file), data=tmp_path)
    before = file.read_text()
    more = ("balance", "boss", "--seats", "3", "--games", "9", "--bots", "random", "--workers", "1", "--json")
    both = run(*more, "--out", str(file), data=tmp_path).stdout
    assert both == run(*more, data=tmp_path).stdout
    assert file.read_text().startswith(before)
    assert file.read_text().count("\n") == before.count("\n") + 3


def test_other_first_numbers_are_other_games(tmp_path: Path) -> None:
    assert run(*FEW, "--json", data=tmp_path).stdout != run(*FEW, "--json", "--first", "1000", data=tmp_path).stdout


def test_interrupted_and_gone_on_with_it_is_the_same_as_in_one_go(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    args = ["balance", "omerta", "--seats", "3", "--games", "60", "--bots", "random", "--workers", "2", "--json"]
    command = [sys.executable, "-m", "backroom", *args, "--out", str(file)]
    running = subprocess.Popen(command, env=environment(tmp_path), stdout=-1, stderr=-1, start_new_session=True)
    for _ in range(600):
        if file.exists() and file.read_text().count("\n") > 3:
            break
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGINT)
    _out, err = running.communicate(timeout=60)
    if running.returncode == 1:  # else it was quicker than we
        told = err.decode().splitlines()
        assert "the same command goes on with them." in told[0]
        assert told[1:] == ["backroom: Interrupted."]
        assert file.read_text().count("\n") < 61
    done = program(*args, "--out", str(file), data=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout == program(*args, data=tmp_path).stdout
    assert file.read_text().count("\n") == 61


def test_an_edition_of_ones_own_is_played_with(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(backroom.game("boss").house_edition().text.replace('"house-1"', '"mine"'))
    assert "edition mine" in run(*FEW, "--edition", str(mine), data=tmp_path).stdout


@pytest.mark.parametrize(
    ("args", "told", "code"),
    [
        (["chess"], "No game 'chess'", 2),
        (["boss", "--seats", "3,9"], "2 to 5 seats, not 9", 2),
        (["boss", "--seats", "three"], "--seats wants numbers with commas", 2),
        (["boss", "--seats", ""], "--seats wants numbers with commas", 2),
        (["boss", "--games", "0"], "'--games'", 2),
        (["boss", "--workers", "0"], "'--workers'", 2),
        (["boss", "--first", "-1"], "'--first'", 2),
        (["boss", "--bots", "genius"], "No bot 'genius'", 2),
        (["boss", "--option", "colour=red"], "No option 'colour'", 2),
        (["boss", "--edition", "missing.toml"], "cannot be read", 1),
        (["boss", "--out", "/proc/nowhere/games.jsonl"], "cannot be used", 1),
        (["boss", "--out", "/dev/null/games.jsonl"], "cannot be used: not a directory.", 1),
    ],
)
def test_every_error_is_a_sentence(args: list[str], told: str, code: int, tmp_path: Path) -> None:
    result = run("balance", *args, data=tmp_path)
    assert result.exit_code == code, result.output
    assert told in result.stderr
    assert result.stderr.startswith("backroom: ")
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.output


def test_a_file_of_other_games_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run(*FEW, "--out", str(file), data=tmp_path)
    result = run("balance", "boss", "--games", "1", "--out", str(file), data=tmp_path)
    assert result.exit_code == 1
    assert "other bots: random, not sensible; name another file." in result.stderr
