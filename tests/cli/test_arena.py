"""`backroom arena`: the standing for people and for programs, interruptions, errors."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.terminal import Keyboard, environment, program, run

FEW = ("arena", "boss", "--bots", "sensible,random", "--games", "8", "--workers", "1")
FIRST = "def choose(view, legal, rng, budget):\n    return legal[0]\n"
SAME = ("games.csv", "standing.json")
"""What a run writes that is the same whenever it is played again."""


def test_the_standing_is_plain_text_when_it_is_piped(tmp_path: Path) -> None:
    done = run(*FEW, "--out", str(tmp_path / "run"), data=tmp_path)
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith("Boss for 2: 8 games, 4 deals.\n")
    assert "Ratings and wins, with 95 % intervals" in done.stdout
    assert not set("\x1b━─│") & set(done.output)
    assert "4 of 8 games: sensible " in done.stderr
    assert done.stdout.splitlines()[-1].endswith(str(tmp_path / "run" / "report.html"))


def test_the_standing_for_programs(tmp_path: Path) -> None:
    told = json.loads(run(*FEW, "--json", data=tmp_path).stdout)
    assert {row["bot"] for row in told["standing"]["bots"]} == {"sensible", "random"}
    beats = told["standing"]["beats"]
    assert beats["sensible"]["random"]["share"] + beats["random"]["sensible"]["share"] == pytest.approx(1)
    assert [one["bot"] for one in told["thinking"]] == ["sensible", "random"]
    folder = Path(told["folder"])
    assert folder.parent == tmp_path / "arena"
    assert json.loads((folder / "standing.json").read_text()) == told["standing"]
    lines = list(csv.DictReader((folder / "games.csv").open()))
    assert len(lines) == 16
    assert {(line["bot"], line["seat"]) for line in lines if line["deal"] == "1"} == {
        ("sensible", "1"), ("sensible", "2"), ("random", "1"), ("random", "2"),
    }  # fmt: skip


def files(folder: Path) -> list[bytes]:
    return [(folder / name).read_bytes() for name in SAME]


def test_the_same_command_plays_nothing_twice_and_more_games_go_on(tmp_path: Path) -> None:
    once = json.loads(run(*FEW, "--json", data=tmp_path).stdout)
    journal = Path(once["folder"]) / "games.jsonl"
    before = journal.read_bytes()
    assert json.loads(run(*FEW, "--json", data=tmp_path).stdout) == once
    assert journal.read_bytes() == before
    run("arena", "boss", "--bots", "sensible,random", "--games", "12", "--workers", "1", data=tmp_path)
    assert journal.read_bytes().startswith(before)
    assert journal.read_bytes().count(b"\n") == 13


def test_other_seeds_budgets_and_bots_are_other_runs(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    folders = set()
    for more in ([], ["--seed", "9"], ["--seats", "3"], ["--budget", "40"], ["--option", "first_seat=2"]):
        folders.add(json.loads(run(*FEW, *more, "--json", data=tmp_path).stdout)["folder"])
    for text in (FIRST, FIRST + "# better\n"):
        mine.write_text(text)
        args = ("arena", "boss", "--bots", f"random,{mine}", "--games", "2", "--workers", "1", "--json")
        folders.add(json.loads(run(*args, data=tmp_path).stdout)["folder"])
    assert len(folders) == 7


@pytest.mark.parametrize("kill", [signal.SIGINT, signal.SIGKILL])
def test_interrupted_and_gone_on_with_it_is_the_same_as_in_one_go(kill: signal.Signals, tmp_path: Path) -> None:
    args = ["arena", "boss", "--bots", "sensible,random", "--seats", "3", "--games", "120", "--workers", "2"]
    folder = tmp_path / "parts"
    journal = folder / "games.jsonl"
    command = [sys.executable, "-m", "backroom", *args, "--out", str(folder)]
    running = subprocess.Popen(command, env=environment(tmp_path), stdout=-1, stderr=-1, start_new_session=True)
    until = time.monotonic() + 30
    while time.monotonic() < until and not (journal.exists() and journal.read_bytes().count(b"\n") > 5):
        time.sleep(0.02)
    if kill == signal.SIGINT:
        os.killpg(running.pid, kill)
    else:
        running.send_signal(kill)  # the workers are not told and must end by themselves
    _out, err = running.communicate(timeout=30)
    if kill == signal.SIGINT and running.returncode == 1:  # else it was quicker than we
        assert "the same command goes on with them." in err.decode()
    with journal.open("ab") as stream:  # as if the kill had come in the middle of a line
        stream.write(b'{"number":1,"ord')
    done = program(*args, "--out", str(folder), data=tmp_path)
    assert done.returncode == 0, done.stderr
    whole = program(*args, "--out", str(tmp_path / "whole"), data=tmp_path)
    assert whole.returncode == 0, whole.stderr
    assert files(folder) == files(tmp_path / "whole")
    assert journal.read_bytes().count(b"\n") == 121
    assert not left_of(running.pid), "a worker outlives the run"


def left_of(session: int) -> list[str]:
    """The processes still running in this session."""
    until = time.monotonic() + 10
    while True:
        found = []
        for each in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = each.read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if fields[3] == str(session) and fields[0] != "Z":
                found.append(each.parent.name)
        if not found or time.monotonic() > until:
            return found
        time.sleep(0.05)


def test_a_bar_and_the_standing_at_a_terminal(tmp_path: Path) -> None:
    with Keyboard(*FEW[:4], "--games", "200", "--workers", "1", data=tmp_path) as keyboard:
        shown = keyboard.wait_for("The report:")
        assert "Games" in shown
        assert "seats played" in shown
        assert "/200" in shown
        assert keyboard.leave() == 0


def test_a_bot_of_ones_own_plays_and_its_faults_are_told(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(FIRST.replace("legal[0]", "-7"))
    args = ("arena", "boss", "--bots", f"random,{tmp_path / 'mine.py'}", "--games", "2", "--workers", "1")
    done = run(*args, data=tmp_path)
    assert "(6 faults)" in done.stderr
    assert "the first fault: answered '-7', which is not among the legal moves" in " ".join(done.stdout.split())


@pytest.mark.parametrize(
    ("args", "told", "code"),
    [
        (["chess", "--bots", "random"], "No game 'chess'", 2),
        (["boss"], "'--bots'", 2),
        (["boss", "--bots", ","], "--bots wants one bot or more", 2),
        (["boss", "--bots", "godfather"], "No bot 'godfather'", 2),
        (["boss", "--bots", "random,random"], "random is named twice", 2),
        (["boss", "--bots", "nowhere.py"], "nowhere.py cannot be read", 2),
        (["boss", "--bots", "cmd:nowhere-at-all"], "there is no program nowhere-at-all", 2),
        (["boss", "--bots", "random", "--seats", "9"], "2 to 5 seats, not 9", 2),
        (["boss", "--bots", "random", "--games", "0"], "'--games'", 2),
        (["boss", "--bots", "random", "--budget", "long"], "A budget is a number of iterations", 2),
        (["boss", "--bots", "random", "--option", "colour=red"], "No option 'colour'", 2),
        (["boss", "--bots", "random", "--on", "moon"], "--on is local, ray or ray:HOST:PORT, not 'moon'", 2),
        (["boss", "--bots", "random", "--on", "ray", "--workers", "2"], "--workers is for this machine", 2),
        (["boss", "--bots", "random", "--out", "/proc/nowhere"], "/proc/nowhere", 1),
    ],
)
def test_errors_are_one_sentence(args: list[str], told: str, code: int, tmp_path: Path) -> None:
    done = run("arena", *args, data=tmp_path)
    assert done.exit_code == code, done.output
    assert told in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "arena").exists()


@pytest.mark.parametrize(
    ("module", "extra", "args"), [("numpy", "arena", FEW), ("ray", "ray", (*FEW[:6], "--on", "ray"))]
)
def test_without_its_libraries_it_says_what_to_install(
    module: str, extra: str, args: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / f"{module}.py").write_text("raise ImportError('not here')\n")
    path = f"{tmp_path}{os.pathsep}{environment(tmp_path)['PYTHONPATH']}"
    done = program(*args, data=tmp_path, env={"PYTHONPATH": path})
    assert done.returncode == 1
    assert done.stderr == f"backroom: This needs {module}; install it with: pip install 'backroom[{extra}]'\n"
