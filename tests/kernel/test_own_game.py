"""docs/own-game.md is true: its game, in a package of its own, is found by its entry point and keeps every law."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The document's code as an installed package; the environment in which Python finds it."""
    place = tmp_path_factory.mktemp("site")
    code = re.search(r"```python\n(# higher\.py\n.*?)```", (ROOT / "docs/own-game.md").read_text(), re.DOTALL)
    assert code
    (place / "higher.py").write_text(code[1])
    info = place / "higher-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: higher\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[backroom.games]\nhigher = higher:GAME\n")
    paths = [str(place), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(str(Path(path).resolve()) for path in os.pathsep.join(paths).split(os.pathsep)),
    }


def run(package: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], env=package, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300
    )


def test_the_registry_finds_it_and_its_record_replays(package: dict[str, str]) -> None:
    script = """
import random, backroom
assert "higher" in backroom.games(), backroom.games()
state = backroom.game("higher").new(seats=3, seed=5)
while not state.over:
    seat = random.Random(1).choice(state.waiting)
    state.play(seat, state.legal(seat)[0])
record = backroom.Record.of(state)
print(backroom.Record.parse(str(record)).verify().scores())
"""
    done = run(package, "-c", script)
    assert done.returncode == 0, done.stderr
    assert sum(map(int, re.findall(r"\d", done.stdout))) == 3


def test_it_keeps_the_laws_of_every_game(package: dict[str, str]) -> None:
    done = run(package, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/games/test_laws.py", "-k", "higher")
    assert done.returncode == 0, done.stdout[-3000:]
    assert re.search(r"1\d passed", done.stdout), done.stdout


def test_a_name_of_ours_cannot_be_taken_over(package: dict[str, str], tmp_path: Path) -> None:
    info = tmp_path / "impostor-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: impostor\nVersion: 1\n")
    (info / "entry_points.txt").write_text(
        "[backroom.games]\nboss = higher:GAME\nlost = nowhere:GAME\nhigh = higher:GAME\n"
    )
    env = {**package, "PYTHONPATH": f"{tmp_path}{os.pathsep}{package['PYTHONPATH']}"}
    script = """
import backroom
print(backroom.game("boss").title)
for name in ("lost", "high"):
    try:
        backroom.game(name)
    except backroom.UnknownGame as error:
        print(error)
"""
    done = run(env, "-c", script)
    assert done.returncode == 0, done.stderr
    ours, lost, other = done.stdout.splitlines()
    assert ours == "Boss"
    assert "cannot be loaded from nowhere:GAME" in lost
    assert "is not a game named 'high'" in other
