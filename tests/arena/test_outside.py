"""Bots from outside: they play, and nothing they do wrong stops a game or outlives it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from backroom.arena.entrants import BadEntrant, Limits, entrant
from backroom.arena.games import Plan, Result, play_game
from backroom.arena.outside import PATIENCE
from backroom.arena.schedule import Fixture
from backroom.bots import UnknownBot
from backroom.bots.budget import Budget
from tests.cli.terminal import environment

Write = Callable[[str, str], str]
GAME = Fixture(1, (0, 1))

LAST = """
def choose(view, legal, rng, budget):
    return legal[-1]
"""


@pytest.fixture
def bot(tmp_path: Path) -> Write:
    """Writes a file; how to name the bot in it."""

    def write(name: str, text: str) -> str:
        file = tmp_path / name
        file.write_text(text)
        if not name.endswith(".py"):
            file.chmod(0o755)
            return f"cmd:{file}"
        return str(file)

    return write


def play(
    *bots: str, seconds: float = 5.0, memory: int = 1024, game: str = "boss", budget: Budget | None = None
) -> Result:
    order = (0, 1) if game != "omerta" else (0, 1, 0)
    names = bots if len(bots) == 2 else (*bots, "random")
    return play_game(Plan(game, names, limits=Limits(seconds, memory), budget=budget, timed=True), Fixture(1, order))


@pytest.mark.parametrize("game", ["boss", "omerta", "corleone"])
def test_a_python_file_plays_every_game(game: str, bot: Write) -> None:
    result = play(bot("last.py", LAST), game=game)
    assert result.faults == ()
    assert result.repeatable() == play(bot("last.py", LAST), game=game).repeatable()


def test_a_class_plays_too_and_gets_the_real_view_its_chance_and_the_budget(bot: Write) -> None:
    mine = bot(
        "mine.py",
        """
from random import Random
from backroom.games.boss.view import BossView
import beside

class Mine:
    def __init__(self):
        self.asked = 0

    def choose(self, view, legal, rng, budget):
        print("what is printed does no harm")
        self.asked += 1
        assert isinstance(view, BossView) and view.seat in (0, 1) and view.hand
        assert isinstance(rng, Random) and budget == 40
        return beside.first(legal)
""",
    )
    bot("beside.py", "def first(legal):\n    return legal[0]\n")
    assert play(mine, budget=Budget(iterations=40)).faults == ()


def test_one_of_several_is_named(bot: Write) -> None:
    two = bot("two.py", LAST.replace("def", "class A:\n  pass\ndef").replace("choose", "other"))
    assert play(f"{two}:other").faults == ()
    (wrong, _right) = play(two).faults
    assert wrong == {"died": PATIENCE}


def test_the_same_seed_the_same_game_for_a_bot_with_chance(bot: Write) -> None:
    chancy = bot("chancy.py", LAST.replace("legal[-1]", "rng.choice(legal)"))
    assert play(chancy).repeatable() == play(chancy).repeatable()


def test_a_program_in_another_language_plays(bot: Write) -> None:
    shell = bot(
        "first.sh",
        """#!/bin/sh
while read -r line; do
    legal=${line#*'"legal":["'}
    echo "{\\"move\\":\\"${legal%%'"'*}\\"}"
done
""",
    )
    assert play(shell, game="boss").faults == ()


def test_what_a_program_is_told(bot: Write, tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    play(bot("ear.sh", f'#!/bin/sh\nread -r line; echo "$line" > {heard}\n'), seconds=2.5)
    ask = json.loads(heard.read_text())
    assert set(ask) == {"game", "seat", "view", "legal", "seed", "budget", "seconds"}
    assert (ask["game"], ask["seat"], ask["budget"], ask["seconds"]) == ("boss", 0, None, 2.5)
    assert ask["view"]["seat"] == 0
    assert ask["view"]["waiting"] == [0]
    assert "send:new_york:1v" in ask["legal"]


def said(name: str, text: str, bot: Write, **limits: float | int) -> tuple[dict[str, int], str]:
    result = play(bot(name, text), seconds=limits.get("seconds", 5.0), memory=int(limits.get("memory", 1024)))
    assert result.ranks.count(1) >= 1
    assert result.faults[1] == {}
    return result.faults[0], result.said[0]


def test_an_illegal_move_is_a_fault_and_after_three_nobody_asks_any_more(bot: Write) -> None:
    faults, told = said("bad.py", LAST.replace("legal[-1]", "10**9"), bot)
    assert faults == {"illegal": PATIENCE}
    assert told == "answered '1000000000', which is not among the legal moves"


def test_one_bad_answer_costs_one_move(bot: Write) -> None:
    once = "asked = []\n" + LAST.replace("return", "asked.append(1)\n    return -7 if len(asked) == 2 else")
    assert said("once.py", once, bot) == ({"illegal": 1}, "answered '-7', which is not among the legal moves")


def test_a_crash_is_told_with_its_last_words(bot: Write) -> None:
    faults, told = said("crash.py", LAST.replace("return", "raise RuntimeError('no idea')\n    return"), bot)
    assert faults == {"died": PATIENCE}
    assert told == "ended with exit code 1: RuntimeError: no idea"


def test_a_file_that_does_not_even_start(bot: Write) -> None:
    assert "ModuleNotFoundError" in said("start.py", "import nowhere_at_all\n", bot)[1]
    assert said("gone.sh", "#!/bin/sh\nexit 3\n", bot)[1] == "ended with exit code 3"
    assert said("shot.sh", "#!/bin/sh\nkill -9 $$\n", bot)[1] == "was ended by SIGKILL"
    assert said("deaf.sh", "#!/bin/sh\nexec 1>&-\nsleep 30\n", bot, seconds=0.3)[1] == "closed its output"


def test_a_bot_that_hangs_is_ended_with_its_children(
    bot: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("backroom.arena.outside.STARTING", 0.2)
    marks = tmp_path / "children"
    begun = time.monotonic()
    faults, told = said("hang.sh", f"#!/bin/sh\nsleep 600 & echo $! >> {marks}\nwait\n", bot, seconds=0.2)
    assert time.monotonic() - begun < 5
    assert faults == {"late": PATIENCE}
    assert told == "did not answer within 0.2 seconds"
    for process in marks.read_text().split():
        assert not running(int(process))


def running(process: int) -> bool:
    """Whether there is such a process that is not only waiting to be buried."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("echo hello", "answered 'hello', which is no"),
        ("echo '{\"play\": 1}'", "which is no"),
        ("echo '{\"move\": 1}'", "which is no"),
        ("echo", "answered '', which is no"),
        ("printf '\\377\\376\\n'", "which is no"),
        ("echo one; echo two; sleep 1", "one"),
        ("yes | tr -d '\\n'", "with a line of more than 65536 bytes"),
        ('echo \'{"move": "godfather"}\'', "answered 'godfather', which is not among the legal moves"),
    ],
)
def test_rubbish(text: str, told: str, bot: Write) -> None:
    faults, words = said("rubbish.sh", f"#!/bin/sh\nwhile read -r line; do {text}; done\n", bot)
    assert sum(faults.values()) == PATIENCE
    assert set(faults) <= {"rubbish", "illegal"}
    assert told in words


def test_much_on_standard_error_stops_nobody(bot: Write) -> None:
    loud = "import sys\n" + LAST.replace("return", "sys.stderr.write('x' * 300000)\n    return")
    assert play(bot("loud.py", loud)).faults == ()


def test_too_much_memory_ends_the_bot_not_the_game(bot: Write) -> None:
    faults, told = said(
        "fat.py",
        "hoard = []\n" + LAST.replace("return", "hoard.append(bytearray(400 << 20))\n    return"),
        bot,
        memory=256,
    )
    assert faults == {"died": PATIENCE}
    assert told.endswith("MemoryError")
    modest = "hoard = []\n" + LAST.replace("return", "hoard.append(bytearray(1 << 20))\n    return")
    assert play(bot("modest.py", modest), memory=256).faults == ()


def test_no_process_is_left(bot: Write, tmp_path: Path) -> None:
    marks = tmp_path / "processes"
    mark = f"import os\nopen({str(marks)!r}, 'a').write(f'{{os.getpid()}}\\n')\n"
    play(bot("marks.py", mark + LAST))
    (process,) = marks.read_text().split()
    assert int(process) != os.getpid()
    assert not running(int(process))


def test_a_bot_ends_with_whoever_started_it(bot: Write, tmp_path: Path) -> None:
    """Also when that is killed, and the bot never looks at its input."""
    mark = tmp_path / "process"
    hanging = bot("hang.py", f"import os, time\nopen({str(mark)!r}, 'w').write(str(os.getpid()))\ntime.sleep(600)\n")
    lines = (
        "from backroom.arena.games import Plan, play_game\nfrom backroom.arena.schedule import Fixture\n"
        f"play_game(Plan('boss', ({hanging!r}, 'random')), Fixture(1, (0, 1)))\n"
    )
    worker = subprocess.Popen([sys.executable, "-c", lines], env=environment(tmp_path))
    until = time.monotonic() + 20
    while time.monotonic() < until and not (mark.exists() and mark.read_text()):
        time.sleep(0.02)
    process = int(mark.read_text())
    assert running(process)
    worker.kill()
    worker.wait()
    while time.monotonic() < until and running(process):
        time.sleep(0.02)
    assert not running(process)


def test_nothing_is_carried_from_seat_to_seat(bot: Write) -> None:
    """Every seat has a process of its own, so what one knows the other does not."""
    spy = "seats = set()\n" + LAST.replace("return", "seats.add(view.seat)\n    assert len(seats) == 1\n    return")
    assert play_game(Plan("boss", (bot("spy.py", spy),)), Fixture(1, (0, 0, 0))).faults == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("nowhere.py", "nowhere.py cannot be read: no such file or directory"),
        ("cmd:", "wants a command line"),
        ("cmd:nowhere-at-all --fast", "there is no program nowhere-at-all"),
        ("cmd:'", "this is no command line"),
        ("sensible@fast", "a budget is a number of iterations"),
        ("sensible@0", "a budget is a number of iterations"),
        ("sensible@0s", "a budget is a number of iterations"),
    ],
)
def test_who_cannot_play_is_told_before_the_game(text: str, told: str) -> None:
    with pytest.raises(BadEntrant, match=told):
        entrant(text, "boss")


def test_a_file_that_is_no_python_is_told_with_its_line(bot: Write) -> None:
    with pytest.raises(BadEntrant, match=r"bad\.py, line 2: this is not Python"):
        entrant(bot("bad.py", "x = 1\ndef choose(:\n"), "boss")
    with pytest.raises(UnknownBot):
        entrant("godfather", "boss")


def test_a_bot_that_was_changed_is_another_one(bot: Write) -> None:
    before = entrant(bot("mine.py", LAST), "boss").identity()
    assert entrant(bot("mine.py", LAST), "boss").identity() == before
    assert entrant(bot("mine.py", LAST + "# better\n"), "boss").identity() != before
    script = bot("mine.sh", "#!/bin/sh\n")
    assert entrant(script, "boss").identity() != entrant(bot("mine.sh", "#!/bin/sh\n#\n"), "boss").identity()
    text = f"cmd:sh {script.removeprefix('cmd:')}"
    before = entrant(text, "boss").identity()
    bot("mine.sh", "#!/bin/sh\n# more\n")
    assert entrant(text, "boss").identity() != before
