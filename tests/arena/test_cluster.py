"""On a real Ray cluster the same games come out the same."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from backroom.arena.local import play_games
from tests.cli.terminal import environment, program

PROGRAM = Path(__file__).with_name("two_nodes.py")
ROOT = Path(__file__).parents[2]


def test_two_nodes_play_the_same_games_also_when_one_is_lost(tmp_path: Path) -> None:
    env = environment(tmp_path)
    env["PYTHONPATH"] = f"{env['PYTHONPATH']}{os.pathsep}{ROOT}"
    command = [sys.executable, str(PROGRAM), str(tmp_path)]
    running = subprocess.Popen(command, env=env, stdout=-1, stderr=-1, start_new_session=True, cwd=tmp_path)
    try:
        _out, err = running.communicate(timeout=240)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
    assert running.returncode == 0, err.decode()
    told = json.loads((tmp_path / "told.json").read_text())
    from tests.arena.two_nodes import FIXTURES, PLAN

    expected = sorted(repr(result) for result in play_games(PLAN, FIXTURES, 1))
    assert sorted(told["games"]) == expected
    assert told["nodes"] == 2
    assert sorted(told["after_loss"]) == expected
    assert told["command"][0] == 0, told["command"][1]
    args = ("arena", "boss", "--bots", "sensible,random", "--games", "8", "--out", str(tmp_path / "local"))
    assert program(*args, data=tmp_path).returncode == 0
    for name in ("games.csv", "standing.json"):
        assert (tmp_path / "ray" / name).read_bytes() == (tmp_path / "local" / name).read_bytes()


def test_where_there_is_no_cluster_it_says_so(tmp_path: Path) -> None:
    args = ("arena", "boss", "--bots", "random", "--games", "1", "--on", "ray:127.0.0.1:1")
    done = program(*args, data=tmp_path)
    assert done.returncode == 1
    assert "No Ray cluster answers at 127.0.0.1:1: " in done.stderr
