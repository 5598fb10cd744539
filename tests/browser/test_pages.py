"""Every page, at three widths, by night and by day: nothing hangs over, fingers find everything, axe finds nothing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page

import backroom
from backroom.kernel.tongues import TONGUES
from tests.browser.visitor import Visitor, faults, small_targets, too_wide, visitor
from tests.web.serving import Running

WIDTHS = ((360, 780), (820, 1180), (1440, 900))
LONG = "Maximiliana Żółć-Brzęczyszczykiewicz"


def lobby(anna: Visitor) -> Page:
    return anna.go("/")


def new(anna: Visitor) -> Page:
    page = anna.go("/tables/new/boss?seats=5")
    page.locator(".more > summary").click()
    return page


def waiting(anna: Visitor) -> Page:
    page = anna.go("/tables/new/boss?seats=4")
    if page.locator("#name").count():
        page.fill("#name", LONG)
    page.get_by_role("button", name="Open the table").click()
    page.locator(".qr svg").wait_for()
    return page


def me(anna: Visitor) -> Page:
    page = anna.go("/people/me")
    page.fill("#name", LONG)
    page.get_by_role("button", name="That is me").click()
    page.locator("h1", has_text="Max").wait_for()
    return page


def rules(anna: Visitor) -> Page:
    return anna.go("/rules/boss#B-14")


def looked_for(anna: Visitor) -> Page:
    page = anna.go("/rules")
    page.get_by_role("searchbox").press_sequentially("police card", delay=5)
    page.locator(".hits mark").first.wait_for()
    return page


def cards(anna: Visitor) -> Page:
    return anna.go("/rules/boss/cards")


def lesson(anna: Visitor) -> Page:
    return anna.go("/learn/boss")


def nothing(anna: Visitor) -> Page:
    return anna.go("/tables/nosuchtable")


def five_at_boss(anna: Visitor) -> Page:
    page = anna.go("/tables/new/boss?seats=5")
    if page.locator("#name").count():
        page.fill("#name", LONG)
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Start, bots take the free seats").click()
    anna.my_turn()
    anna.turn()
    anna.my_turn()
    page.locator("button[form=counsel]").click()
    page.locator(".counsel").wait_for()
    page.locator(".st-legal .send").first.click()
    page.locator(".st-sel").wait_for()
    return page


@pytest.mark.parametrize("opened", [lobby, new, waiting, me, rules, looked_for, cards, lesson, nothing, five_at_boss])
def test_every_page(chromium: Browser, server: Running, opened: object) -> None:
    with visitor(chromium, server, color_scheme="dark") as anna:
        anna.forgive = "404"
        page = opened(anna)  # type: ignore[operator]  # one of the functions above
        found: list[str] = []
        for width, height in WIDTHS:
            page.set_viewport_size({"width": width, "height": height})
            found += [f"{width} px: {each}" for each in too_wide(page)]
            found += [f"{width} px: {each}" for each in small_targets(page)]
            found += [f"{width} px, night: {each}" for each in faults(page)]
        page.emulate_media(color_scheme="light")
        page.evaluate("document.documentElement.dataset.theme = 'day'")
        found += [f"day: {each}" for each in faults(page)]
        assert found == []


@pytest.mark.parametrize("language", TONGUES)
def test_the_rules_on_one_page_print_on_one_page(language: str, chromium: Browser, server: Running) -> None:
    with visitor(chromium, server, locale=language) as anna:
        for game in backroom.games():
            page = anna.go(f"/rules/{game}/summary")
            printed = page.pdf(format="A4", prefer_css_page_size=True)
            assert len(re.findall(rb"/Type /Page\b", printed)) == 1, game


def test_a_phone_has_a_way_to_every_part_of_the_house(chromium: Browser, server: Running) -> None:
    with visitor(chromium, server, 360, 780) as anna:
        page = anna.go("/rules")
        assert not page.locator(".bar > .nav").is_visible()
        page.locator(".ways > summary").click()
        found = too_wide(page) + faults(page)
        assert found == []
        page.locator(".ways").get_by_role("link", name="Studies").click()
        page.wait_for_url("**/studies/new")
