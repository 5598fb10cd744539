"""The server as a host runs it: opened, looked at, stopped."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from backroom.cli.serve import has_screen
from backroom.house.errors import Refused
from backroom.web.serve import listen
from backroom.web.settings import from_environment
from tests.web.serving import serving, start

ROOT = Path(__file__).parents[2]


def test_it_opens_answers_and_closes_in_good_order(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        assert httpx.get(f"{server.address}/health").text == "alive"
        assert httpx.get(f"{server.address}/ready").text == "ready"
        page = httpx.get(f"{server.address}/")
        assert page.status_code == 200
        assert "Back Room" in page.text
        assert server.stop() == 0
        assert server.process.stdout is not None
        assert "closed" in server.process.stdout.read()
    assert (tmp_path / "house.sqlite").stat().st_mode & 0o777 == 0o600, "what cookies are signed with is in it"


def test_a_port_that_is_taken_is_told_in_a_sentence(tmp_path: Path) -> None:
    with serving(tmp_path) as server, pytest.raises(AssertionError, match="ddress already in use"):
        start(tmp_path / "..", port=int(server.address.rpartition(":")[2]))


def test_where_nobody_asked_for_a_port_the_next_free_one_will_do(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        taken = int(server.address.rpartition(":")[2])
        settings = from_environment({"BACKROOM_PORT": str(taken)}, tmp_path)
        with listen(settings, ports=20) as line:
            assert taken < line.getsockname()[1] < taken + 20
        with pytest.raises(OSError, match="in use"):
            listen(settings)


def test_a_house_that_is_open_is_shown_and_not_opened_twice(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        command = [sys.executable, "-m", "backroom", "serve", "--no-browser", "--data", str(tmp_path)]
        again = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert again.returncode == 0
        assert f"The house is open already at {server.address}." in again.stdout
    with serving(tmp_path) as server:  # a closed house is opened again
        assert httpx.get(f"{server.address}/health").text == "alive"


def test_the_browser_is_opened_where_somebody_can_see_it() -> None:
    assert has_screen({"DISPLAY": ":0"}, "linux")
    assert has_screen({}, "darwin")
    assert not has_screen({}, "linux")
    assert not has_screen({"DISPLAY": "localhost:10.0", "SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"}, "linux")


def test_play_that_is_set_up_installs_nothing_and_opens_the_house(tmp_path: Path) -> None:
    """`./play` a second time, with a stand-in for what it has installed: it shows what it would run, and from where."""
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    for folder in (home / "tools", home / "src", home / ".venv" / "bin", elsewhere):
        folder.mkdir(parents=True)
    for name in ("play", "tools/venv.sh", "pyproject.toml", "setup.py", "constraints.txt"):
        shutil.copy(ROOT / name, home / name)
    (home / ".venv/bin/python").symlink_to(sys.executable)
    shown = home / ".venv/bin/backroom"
    shown.write_text('#!/bin/sh\necho "$PWD: $*"\n')
    shown.chmod(0o755)
    stamp = f"cd {home} && . tools/venv.sh && state_of pyproject.toml setup.py constraints.txt src"
    state = subprocess.run(["sh", "-c", stamp], capture_output=True, text=True, check=True).stdout.strip()
    (home / ".venv/installed").write_text(state)
    ran = subprocess.run(
        [home / "play", "--port", "8123", "--data", "mine"], cwd=elsewhere, capture_output=True, text=True, timeout=60
    )
    assert ran.stdout == f"{elsewhere}: serve --port 8123 --data mine\n"
    assert ran.stderr == ""


@pytest.mark.parametrize(
    ("database", "told"),
    [
        ("nonsense", "'nonsense' is not the address of a database"),
        ("mysql://here/house", "in a file of SQLite or in PostgreSQL"),
        ("postgresql://ann:secret@127.0.0.1:1/house", "postgresql://ann:***@127.0.0.1:1/house cannot be opened: "),
        ("sqlite:///{}/text.sqlite", "text.sqlite cannot be opened: file is not a database"),
        ("sqlite:///{}/newer.sqlite", "newer.sqlite cannot be opened: a newer program than this one has had it open"),
    ],
)
def test_a_database_that_cannot_be_opened_is_told_in_a_sentence(database: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "text.sqlite").write_text("no database at all, but a text that is long enough to look at" * 20)
    newer = sqlite3.connect(tmp_path / "newer.sqlite")
    newer.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
    newer.execute("INSERT INTO alembic_version VALUES ('9999')")
    newer.commit()
    newer.close()
    command = [sys.executable, "-m", "backroom", "serve", "--no-browser", "--port", "0", "--data", str(tmp_path)]
    ran = subprocess.run(
        [*command, "--database", database.format(tmp_path)], capture_output=True, text=True, timeout=60, check=False
    )
    assert ran.returncode == 1
    assert told in ran.stderr
    assert ran.stderr.startswith("backroom: ")
    assert ran.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BACKROOM_PORT", "many"),
        ("BACKROOM_PORT", "70000"),
        ("BACKROOM_PUBLIC", "play.example.org"),
        ("BACKROOM_METRICS", "everybody"),
        ("BACKROOM_LOG", "loud"),
        ("BACKROOM_LIMIT_BODY", "big"),
        ("BACKROOM_LIMIT_MOVES", "-1"),
        ("BACKROOM_LIMIT_STUCK", "nan"),
        ("BACKROOM_LIMIT_REQUESTS", "inf"),
    ],
)
def test_a_setting_that_is_none_is_refused_with_its_name(name: str, value: str) -> None:
    with pytest.raises(Refused) as refused:
        from_environment({name: value}, Path("/nowhere"))
    assert refused.value.code == "bad_setting"


def test_settings_come_from_the_environment() -> None:
    told = {
        "BACKROOM_DATABASE": "postgresql://db/house",
        "BACKROOM_PUBLIC": "https://play.example.org/",
        "BACKROOM_HOSTS": "one.example.org, two.example.org",
        "BACKROOM_LIMIT_MOVES": "0",
    }
    settings = from_environment(told, Path("/nowhere"))
    assert settings.database == "postgresql://db/house"
    assert settings.secure_cookies
    assert settings.address == "https://play.example.org"
    assert settings.limits.moves == 0
    assert [
        name for name in ("play.example.org", "ONE.example.org:8000", "localhost") if settings.answers_to(name)
    ] == [
        "play.example.org",
        "ONE.example.org:8000",
        "localhost",
    ]
    assert not settings.answers_to("evil.example.com")
    assert not settings.answers_to("192.0.2.7"), "where there is a public address, that is the only one"
    assert from_environment({}, Path("/nowhere")).answers_to("192.0.2.7:8000")
    assert not from_environment({}, Path("/nowhere")).answers_to("rebound.example.com")
