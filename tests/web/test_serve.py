"""The server as a host runs it: opened, looked at, stopped."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from backroom.house.errors import Refused
from backroom.web.settings import from_environment
from tests.web.serving import serving, start


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
    assert (tmp_path / "house.sqlite").exists()


def test_a_port_that_is_taken_is_told_in_a_sentence(tmp_path: Path) -> None:
    with serving(tmp_path) as server, pytest.raises(AssertionError, match="ddress already in use"):
        start(tmp_path / "..", port=int(server.address.rpartition(":")[2]))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BACKROOM_PORT", "many"),
        ("BACKROOM_PORT", "70000"),
        ("BACKROOM_PUBLIC", "play.example.org"),
        ("BACKROOM_METRICS", "everybody"),
        ("BACKROOM_LOG", "loud"),
        ("BACKROOM_LIMIT_BODY", "big"),
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
