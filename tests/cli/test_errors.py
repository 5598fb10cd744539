"""Every error is one sentence on standard error, with the right exit code and no traceback."""

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
from tests.cli.test_commands import FINISHED

EDITION = Path(backroom.__file__).parent / "games/boss/edition.toml"
USAGE = [
    (["nonsense"], "nonsense"),
    (["games", "--nonsense"], "--nonsense"),
    (["rules"], "Missing argument 'game'"),
    (["rules", "chess"], "No game 'chess'"),
    (["rules", "boss", "B-99"], "no paragraph 'B-99'"),
    (["rules", "boss", "--edition", "x.toml"], "--cards"),
    (["new", "chess"], "No game 'chess'"),
    (["new", "boss", "--seats", "9"], "2 to 5 seats, not 9"),
    (["new", "boss", "--seats", "many"], "'--seats'"),
    (["new", "boss", "--seed", "-1"], "from 0"),
    (["new", "boss", "--option", "colour=red"], "No option 'colour'"),
    (["new", "boss", "--option", "rookie_rule"], "NAME=VALUE"),
    (["new", "boss", "--option", "rookie_rule=never"], "veteran_present or veteran_in_group"),
    (["new", "boss", "--option", "first_seat=1", "--option", "first_seat=2"], "twice"),
    (["play", "chess"], "No game 'chess'"),
    (["play", "boss", "--bots", "genius"], "No bot 'genius'"),
    (["play", "boss", "--people", "Anna,Anna"], "Two people are called Anna"),
    (["play", "boss", "--people", "A,B,C,D,E,F"], "2 to 5 seats, not 6"),
    (["play", "boss", "--people", "A,B,C", "--seats", "2"], "do not fit"),
    (["play", "boss", "--watch", "--people", "Anna"], "--watch"),
    (["play", "boss", "--resume", "x.txt"], "--resume"),
    (["play", "--resume", "-"], "--resume wants a file"),
    (["replay", str(FINISHED), "--at", "99999"], "no position after 99999"),
    (["replay", str(FINISHED), "--seat", "4"], "seats 1 to 3"),
    (["edition", "new", "chess"], "No game 'chess'"),
    (["edition", "check", "x.toml", "--game", "chess"], "No game 'chess'"),
    (["edition", "nonsense"], "nonsense"),
]


@pytest.mark.parametrize("group", [[], ["edition"], ["admin"]])
def test_a_group_of_commands_named_alone_says_what_it_has(group: list[str], tmp_path: Path) -> None:
    named, asked = (run(*group, *more, data=tmp_path) for more in ([], ["--help"]))
    assert named.exit_code == 0
    assert named.stdout.strip() == asked.stdout.strip() != ""
    assert named.stderr == ""


@pytest.mark.parametrize(("args", "told"), USAGE, ids=[" ".join(args)[:60] for args, _ in USAGE])
def test_what_was_typed_wrongly_is_2(args: list[str], told: str, tmp_path: Path) -> None:
    check(args, told, 2, tmp_path)


FAILURES = [
    (["replay", "missing.txt"], "missing.txt cannot be read: no such file or directory."),
    (["verify", "missing.txt"], "missing.txt cannot be read"),
    (["play", "--resume", "missing.txt"], "missing.txt cannot be read"),
    (["play", "--resume", str(FINISHED)], "This game is over"),
    (["edition", "check", "missing.toml"], "cannot be read"),
    (["edition", "check", str(EDITION), "--game", "omerta"], "expected game = \"omerta\", found 'boss'."),
    (["new", "boss", "--edition", "missing.toml"], "cannot be read"),
    (["new", "boss", "--out", "/proc/nowhere/game.txt"], "cannot be written"),
    (["new", "boss", "--out", str(FINISHED)], "is there already"),
    (["edition", "new", "boss", "--out", "/proc/nowhere/mine.toml"], "cannot be written"),
    (["play", "boss", "--people", "A,B", "--data", "/proc/nowhere"], "cannot be written"),
]


@pytest.mark.parametrize(("args", "told"), FAILURES, ids=[" ".join(args)[:60] for args, _ in FAILURES])
def test_what_did_not_work_is_1(args: list[str], told: str, tmp_path: Path) -> None:
    check(args, told, 1, tmp_path)


def check(args: list[str], told: str, code: int, data: Path, typed: str = "") -> None:
    result = run(*args, data=data, typed=typed)
    assert result.exit_code == code, result.output
    assert told in result.stderr
    assert result.stderr.startswith("backroom: ")
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.output


BROKEN = [
    ("send:detroit:4v", "send:detroit:7x", "Line 12, column 4"),
    ("send:detroit:4v", "send:chicago:4v", "Line 12, column 4: move 1, send:chicago:4v by S2, is not allowed here"),
    ("seed: 12", "seed: 13", "The seed does not belong to this game"),
    ("scores: 18 14 9", "scores: 19 14 9", "The result is not what the moves give"),
    ("seats: 3", "seats: 9", "Line 5, column 8"),
    ("game: boss", "game: chess", "Line 2, column 7"),
    ("backroom: record 1", "backroom: record 9", "Line 1, column 11"),
    ("backroom: record 1\n", "", "Line 1, column 1"),
    ("rules: 1", "rules: 0", "Made with rules '0'"),
    ("seed: 12\n", "", "This record is sealed"),
]


@pytest.mark.parametrize(("old", "new", "told"), BROKEN, ids=[told[:40] for _, _, told in BROKEN])
def test_a_record_that_does_not_verify(old: str, new: str, told: str, tmp_path: Path) -> None:
    text = FINISHED.read_text()
    assert old in text
    file = tmp_path / "broken.txt"
    file.write_text(text.replace(old, new, 1))
    check(["verify", str(file)], told, 1, tmp_path)
    result = run("verify", str(file), "--json", data=tmp_path)
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert not found["ok"]
    assert found["problem"]
    if told.startswith("Line"):
        assert f"Line {found['line']}, column {found['column']}" in told


def test_files_that_are_no_text(tmp_path: Path) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\xff\xfe\x00")
    check(["verify", str(file)], "is not UTF-8 text", 1, tmp_path)
    check(["verify", str(tmp_path)], "is a directory", 1, tmp_path)
    check(["edition", "check", str(file)], "is not UTF-8 text", 1, tmp_path)


def test_an_edition_that_does_not_fit_is_told_with_its_line(tmp_path: Path) -> None:
    house = backroom.game("boss").house_edition().text
    file = tmp_path / "mine.toml"
    file.write_text(house.replace("veterans = 6", "veterans = 7"))
    line = house.splitlines().index("[kit]                    # for each player") + 1
    check(["edition", "check", str(file)], f"mine.toml, line {line}: expected 6 veterans and 3 rookies", 1, tmp_path)
    found = json.loads(run("edition", "check", str(file), "--json").stdout)
    assert (found["ok"], found["line"]) == (False, line)
    file.write_text(house.replace('game = "boss"', 'game = "chess"'))
    check(["edition", "check", str(file)], "expected game", 1, tmp_path)
    file.write_text("[meta")
    check(["edition", "check", str(file)], "this is not TOML", 1, tmp_path)


def test_no_game_is_chosen_when_the_input_ends(tmp_path: Path) -> None:
    result = run("play", data=tmp_path, typed="")
    assert result.exit_code == 1
    assert result.stderr == "backroom: No game was chosen.\n"


def test_a_broken_pipe_is_silent(tmp_path: Path) -> None:
    command = f"'{sys.executable}' -m backroom rules boss | head -1"
    told = subprocess.run(["sh", "-c", command], env=environment(tmp_path), capture_output=True, text=True, check=False)
    assert told.stdout == "# Boss\n"
    assert told.stderr == ""


def test_ctrl_c_is_one_sentence(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "backroom", "verify", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(tmp_path),
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell in the background ignores it
    )
    time.sleep(1.5)
    os.kill(process.pid, signal.SIGINT)
    _out, told = process.communicate(timeout=20)
    assert process.returncode == 1
    assert told == "backroom: Interrupted.\n"


def test_a_terminal_without_our_letters_gets_question_marks(tmp_path: Path) -> None:
    told = program("rules", "boss", data=tmp_path, env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert told.returncode == 0
    assert "2?4 players" in told.stdout


def test_saved_games_are_their_owners_and_other_files_as_usual(tmp_path: Path) -> None:
    run("play", "boss", "--people", "A,B", data=tmp_path, typed="")
    (saved,) = (tmp_path / "games").glob("*.txt")
    assert saved.stat().st_mode & 0o777 == 0o600  # the seed tells what is hidden
    mine = tmp_path / "mine.toml"
    usual = tmp_path / "usual"
    usual.write_text("")
    run("edition", "new", "boss", "--out", str(mine))
    assert mine.stat().st_mode == usual.stat().st_mode


def test_a_device_is_written_to_and_not_replaced() -> None:
    assert run("edition", "new", "boss", "--out", "/dev/null", "--force").exit_code == 0
    assert Path("/dev/null").is_char_device()


def test_a_game_that_cannot_be_saved_says_so_in_the_middle(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "game.txt"
    file.parent.mkdir()
    run("new", "boss", "--seats", "2", "--seed", "9", "--out", str(file))
    command = ["play", "--resume", str(file), "--people", "A,B"]
    process = subprocess.Popen(
        [sys.executable, "-m", "backroom", *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(tmp_path),
    )
    assert process.stdin is not None
    assert process.stdout is not None
    shown = ""
    while "press Enter" not in shown:
        shown += process.stdout.read(1)
    file.unlink()
    file.parent.rmdir()
    file.parent.write_text("no folder any more")
    _out, told = process.communicate("\n1\n", timeout=20)
    assert process.returncode == 1
    assert "cannot be written" in told
    assert told.count("\n") == 1
