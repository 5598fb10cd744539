"""Profiles, leaderboards and settings on the pages."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import httpx

from tests.web.clients import Client, play_all, table_of, until_over
from tests.web.serving import Running, serving
from tests.web.test_pages import Sitter


def finished(one: Client, other: Client, **more: Any) -> str:
    """A game two people have played to its end."""

    async def both() -> None:
        await play_all([one, other], table)

    table = table_of(one, other, **more)
    asyncio.run(both())
    until_over(one, table)
    return table


def seen_by(one: Client | None, running: Running, path: str) -> str:
    headers = {"accept": "text/html", **(one.headers if one is not None else {})}
    return httpx.get(running.address + path, headers=headers).raise_for_status().text


def test_a_profile_shows_games_strength_over_time_and_favourites_and_public_games_alone_to_others(
    running: Running,
) -> None:
    one, other = Client(running.address), Client(running.address)
    tables = [finished(one, other), finished(one, other), finished(one, other, visibility="link")]
    mine = seen_by(one, running, f"/people/{one.id}")
    assert all(f"/studies/{table}" in mine for table in tables)
    assert "Finished</dt><dd>3 games" in mine
    assert "after 3 rated games" in mine
    assert '<svg class="chart"' in mine
    assert "Favourites</dt><dd>Black" in mine
    for viewer in (None, other):
        theirs = seen_by(viewer, running, f"/people/{one.id}")
        assert [f"/studies/{table}" in theirs for table in tables] == [True, True, False]
    won = 0
    for each in (one, other):
        found = re.search(r"Won</dt><dd>(\d+)", seen_by(None, running, f"/people/{each.id}"))
        assert found is not None
        won += int(found[1])
    assert won >= 3
    best = seen_by(one, running, "/best/boss")
    assert f"/people/{one.id}" in best
    assert best.index('aria-current="true"><td') > 0
    assert httpx.get(f"{running.address}/people/nobody-at-all").status_code == 404


def test_where_nobody_has_been_rated_the_page_says_so(tmp_path: Path) -> None:
    with serving(tmp_path) as fresh:
        assert "Nobody has been rated" in httpx.get(f"{fresh.address}/best/corleone").text


def test_wishes_are_kept_with_the_person_and_hold_on_every_page(running: Running) -> None:
    anna = Sitter(running.address)
    anna.go("/people/me")
    anna.send("/people/name", name="Anna of wishes")
    anna.send("/people/claim", passphrase="long enough for her")
    anna.go("/settings")
    anna.send("/settings", language="pl", theme="day", sound="on", calm="on", confirm="on", notify="on")
    for page in (anna.page, anna.go("/")):
        assert '<html lang="pl"' in page.text
        for told in ('data-theme="day"', 'data-sound="1"', "data-calm", 'data-notify="1"', "data-confirm="):
            assert told in page.text.partition("<head>")[0], told
    elsewhere = Sitter(running.address)
    elsewhere.go("/people/me")
    elsewhere.send("/people/sign-in", name="Anna of wishes", passphrase="long enough for her")
    assert '<html lang="pl" dir="ltr" data-theme="day" data-sound="1"' in elsewhere.go("/").text
    elsewhere.go("/settings")
    elsewhere.send("/settings", language="", theme="")
    assert '<html lang="en" dir="ltr">' in elsewhere.go("/").text


def test_wishes_of_who_is_nobody_yet_stay_in_the_browser(running: Running) -> None:
    eve = Sitter(running.address)
    eve.go("/settings")
    eve.send("/settings", language="xx", theme="neon", sound="on")
    assert '<html lang="en" dir="ltr" data-sound="1">' in eve.go("/").text
    assert '<html lang="en" dir="ltr">' in Sitter(running.address).page.text
    eve.http.cookies.set("wishes", "%7Bbroken")
    assert eve.go("/").status_code == 200


def test_tables_that_wait_are_told_to_who_sits_there_alone(running: Running) -> None:
    one, other = Client(running.address), Client(running.address)
    table = table_of(one, other)
    found = [httpx.get(f"{running.address}/turns", headers=each.headers).json() for each in (one, other)]
    assert sorted(map(len, found)) == [0, 1]
    assert [each["table"] for told in found for each in told] == [table]
    assert httpx.get(f"{running.address}/turns").json() == []
