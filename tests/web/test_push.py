"""Browsers that ask to be told of turns, on the pages."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import httpx

from backroom.house.push import plain
from tests.house.loop import awaited
from tests.house.test_push import Reader
from tests.web.serving import GENEROUS, Running, opened
from tests.web.test_pages import Sitter


def fields(reader: Reader) -> dict[str, str]:
    return {"endpoint": reader.browser.endpoint, "p256dh": reader.browser.p256dh, "auth": reader.browser.auth}


def asking(address: str) -> str:
    """A browser that asks and asks no more, one that is no browser, and one that belongs to nobody; the last to ask."""
    nobody, anna, reader = Sitter(address), Sitter(address), Reader()
    assert "data-push" not in nobody.page.text
    assert nobody.send("/push", **fields(reader)).status_code == 401
    anna.go("/people/me")
    anna.send("/people/name", name="Anna of the browsers")
    found = re.search(r'data-push="([^"]+)" data-who="([^"]+)"', anna.page.text)
    assert found is not None
    assert len(plain(found[1])) == 65
    assert "while no page is open" in anna.go("/settings").text
    assert anna.send("/push", **fields(reader)).status_code == 204
    anna.go("/settings")
    assert anna.send("/push", **{**fields(reader), "endpoint": "https://127.0.0.1/"}).status_code == 422
    assert httpx.post(f"{address}/push", data=fields(reader), cookies=dict(anna.http.cookies)).status_code == 403
    anna.go("/settings")
    assert anna.send("/push/forget", endpoint=reader.browser.endpoint).status_code == 204
    anna.go("/settings")
    assert anna.send("/push", **fields(Reader())).status_code == 204
    anna.go("/people/me")
    anna.send("/people/sign-out", everywhere="1")
    iwo = Sitter(address)
    iwo.go("/people/me")
    iwo.send("/people/name", name="Iwo of the browsers")
    iwo.send("/push", **fields(Reader()))
    iwo.go("/people/me")
    told = re.search(r'data-who="([^"]+)"', iwo.page.text)
    assert told is not None
    return told[1]


@awaited
async def test_a_browser_asks_to_be_told_and_asks_no_more(tmp_path: Path) -> None:
    async with opened(tmp_path, GENEROUS) as (server, address):
        last = await asyncio.to_thread(asking, address)
        push = server.app.push
        assert push is not None
        assert await push.known() == {last}


@awaited
async def test_a_house_that_calls_nobody_outside_has_no_such_pages(tmp_path: Path) -> None:
    async with opened(tmp_path, {**GENEROUS, "BACKROOM_PUSH": "false"}) as (_server, address):

        def refused() -> None:
            anna = Sitter(address)
            anna.go("/people/me")
            anna.send("/people/name", name="Anna of no browsers")
            assert "data-push" not in anna.page.text
            assert anna.send("/push", **fields(Reader())).status_code == 404

        await asyncio.to_thread(refused)


def test_the_worker_shows_what_it_is_told_with_our_icon(running: Running) -> None:
    found = re.search(r'^const ICON = "([^"]+)";$', httpx.get(f"{running.address}/worker.js").text, re.MULTILINE)
    assert found is not None
    assert httpx.get(running.address + found[1]).headers["content-type"] == "image/png"
