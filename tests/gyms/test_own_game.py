"""A game of another package, which nothing here knows, is an environment like ours."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SCRIPT = """
import numpy, pyspiel
from pettingzoo.test import api_test, parallel_api_test
import backroom.gyms.openspiel
from backroom.gyms.pettingzoo import higher_v0
from backroom.gyms.seat import Against
from backroom.gyms.vector import Tables

for seats in (2, 3, 4):
    api_test(higher_v0.env(seats=seats), num_cycles=100)
parallel_api_test(higher_v0.parallel_env(seats=3), num_cycles=20)
pyspiel.random_sim_test(pyspiel.load_game("backroom_higher(players=3)"), 3, True, False)
tables, ended = Tables("higher", 4, seats=3, seed=1), 0
for _ in range(30):
    ended += tables.step(tables.masks.argmax(axis=1))[1].sum()
table = Against("higher", 3, seed=1)
while table.moves():
    table.play(table.moves().split()[0])
assert "game is over" in table.look()
print("games:", ended)
"""


def test_a_game_of_another_package(tmp_path: Path) -> None:
    code = re.search(r"```python\n(# higher\.py\n.*?)```", (ROOT / "docs/own-game.md").read_text(), re.DOTALL)
    assert code
    (tmp_path / "higher.py").write_text(code[1])
    info = tmp_path / "higher-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: higher\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[backroom.games]\nhigher = higher:GAME\nlost = nowhere:GAME\n")
    path = os.pathsep.join([str(tmp_path), str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path, "LANGUAGE": "en"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert "games: 12" in done.stdout
    assert "cannot be loaded from nowhere:GAME" in done.stderr
