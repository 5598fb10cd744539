"""What the documents give away to be copied works: the two bots of docs/api.md, the unit of docs/hosting.md."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from backroom.web.settings import Limits, Settings
from tests.web.clients import Client, table_of, until_over
from tests.web.serving import Running

DOCS = Path(__file__).parents[2] / "docs"


def fenced(page: str, language: str, holding: str) -> str:
    """The piece of code in a page that holds this."""
    found = re.findall(rf"```{language}\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)
    return next(str(each) for each in found if holding in each)


def test_both_bots_of_the_documents_play_a_game_to_its_end(running: Running, tmp_path: Path) -> None:
    ann = Client(running.address)
    table = table_of(ann, begin=False, seats=["open", "open", "random"])
    python, shell = tmp_path / "bot.py", tmp_path / "bot.sh"
    python.write_text(fenced("api.md", "py", "urllib"), encoding="utf-8")
    assert len(python.read_text(encoding="utf-8").splitlines()) <= 55
    shell.write_text(fenced("api.md", "sh", "curl"), encoding="utf-8")
    bots = [
        subprocess.Popen([program, bot, running.address, table], stderr=subprocess.PIPE, text=True)
        for program, bot in ((sys.executable, python), ("sh", shell))
    ]
    try:
        for _ in range(200):
            told = ann.get(f"/tables/{table}")
            if all(seat["person"] or seat["bot"] for seat in told["seats"]):
                break
            time.sleep(0.05)
        ann.post(f"/tables/{table}/start")
        for bot in bots:
            assert bot.wait(60) == 0, bot.communicate()[1]
    finally:
        for bot in bots:
            bot.kill()
            bot.communicate()
    names = {seat["person"]["name"] for seat in until_over(ann, table)["seats"] if seat["person"]}
    assert names == {"Bot", "Curl"}


def test_every_setting_is_in_the_document() -> None:
    text = (DOCS / "hosting.md").read_text(encoding="utf-8")
    names = [*Settings.__struct_fields__, *(f"limit_{name}" for name in Limits.__struct_fields__)]
    missing = [name for name in names if name != "limits" and f"`BACKROOM_{name.upper()}`" not in text]
    assert not missing


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
def test_systemd_has_nothing_against_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "backroom.service"
    program = shutil.which("true")
    text = fenced("hosting.md", "ini", "[Service]").replace("/opt/backroom/bin/backroom", f"{program}")
    unit.write_text(text.replace("User=backroom", "User=root"), encoding="utf-8")
    told = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    about = [line for line in told.stderr.splitlines() if "backroom" in line]
    assert not about
