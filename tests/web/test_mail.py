"""Reminders by mail on the pages: an address given, confirmed, and forgotten by one click without a cookie."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx

from tests.house.loop import awaited
from tests.house.test_postman import box
from tests.web.serving import GENEROUS, Running, opened
from tests.web.test_pages import Sitter


@awaited
async def test_an_address_is_given_confirmed_and_forgotten_by_one_click(tmp_path: Path) -> None:
    async with box() as at, opened(tmp_path, {**GENEROUS, "BACKROOM_MAIL": at.address}) as (server, address):
        await asyncio.to_thread(given, address)
        told = at.letters[0].get_content()
        found = re.search(r"http://127.0.0.1:\d+(/mail/confirm\S+)", told)
        assert found is not None
        postman = server.app.postman
        assert postman is not None
        who = parse_qs(urlsplit(found[1]).query)["who"][0]
        off = parse_qs(urlsplit(await postman.place("off", who, "anna@example.org")).query)["sign"][0]
        await asyncio.to_thread(confirmed, address, found[1], off)
        assert await postman.kept(who) is None


def given(address: str) -> None:
    anna = Sitter(address)
    assert "Reminders by mail" not in anna.go("/settings").text
    anna.go("/people/me")
    anna.send("/people/name", name="Anna")
    anna.go("/settings")
    assert anna.send("/settings/mail", address="nonsense").status_code == 422
    anna.go("/settings")
    anna.send("/settings/mail", address="anna@example.org")
    assert "A letter was sent there." in anna.page.text


def confirmed(address: str, path: str, off: str) -> None:
    assert "Yes, tell me" in httpx.get(address + path).text
    assert httpx.post(address + path[:-3] + "xyz").status_code == 403
    assert "You will be told" in httpx.post(address + path).text
    assert httpx.post(address + path.replace("confirm", "off")).status_code == 403  # each link for its own purpose
    one_click = {"List-Unsubscribe": "One-Click"}
    who = path.partition("who=")[2].partition("&")[0]
    assert httpx.post(f"{address}/mail/off?who={who}&sign={off}", data=one_click).status_code == 200
    assert "Is this your address" not in httpx.get(address + path).text


def test_a_house_without_a_mail_server_has_no_such_pages(running: Running) -> None:
    anna = Sitter(running.address)
    assert anna.go("/mail/confirm?who=x&sign=y").status_code == 404
