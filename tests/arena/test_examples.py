"""The bots written out in docs/bots.md play."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from backroom.arena.games import Plan, play_game
from backroom.arena.schedule import schedule

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")


def example(language: str) -> str:
    (text,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return str(text)


def plays(bot: str) -> None:
    for fixture in schedule(2, 2, 2, 1):
        assert play_game(Plan("boss", (bot, "random"), timed=True), fixture).said == ()


def test_the_bot_in_python(tmp_path: Path) -> None:
    file = tmp_path / "my_bot.py"
    file.write_text(example("py"))
    plays(str(file))


@pytest.mark.skipif(shutil.which("node") is None, reason="the example is for Node, which is not installed here")
def test_the_program(tmp_path: Path) -> None:
    file = tmp_path / "mybot.js"
    file.write_text(example("js"))
    plays(f"cmd:node {file}")


def test_every_field_of_a_question_is_explained() -> None:
    from backroom.arena.outside import Ask

    for field in Ask.__struct_fields__:
        assert f"| `{field}` |" in PAGE


def test_every_kind_of_fault_and_every_bot_is_explained() -> None:
    from backroom.bots import BOTS

    for word in (*BOTS, "illegal", "rubbish", "late", "died", "wiretap"):
        assert f"`{word}`" in PAGE
