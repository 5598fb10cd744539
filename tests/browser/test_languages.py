"""The pages in four languages: whole games, nothing too wide on a phone, Persian around a board that stays."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.visitor import Visitor, expect, faults, small_targets, too_wide, visitor
from tests.web.serving import Running

LANGUAGES = ("uk", "pl", "fa", "ru")
PAGES = (
    "/", "/tables/new/boss?seats=5", "/tables/new/omerta", "/tables/new/corleone", "/rules", "/rules/omerta",
    "/rules/boss/cards", "/learn/boss", "/learn/corleone", "/studies/new", "/positions/omerta", "/settings",
    "/people/me", "/best", "/tables/nosuch",
)  # fmt: skip
CUT = """() => [...document.querySelectorAll('.btn')].filter(each => each.offsetParent !== null).filter(each => {
  const box = each.getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(each);
  return [...words.getClientRects()].some(part => part.right > box.right + 2 || part.left < box.left - 2);
}).map(each => 'cut: ' + each.outerHTML.slice(0, 160))"""
"""Buttons whose words do not fit into them."""


def measured(page: Page) -> list[str]:
    """What does not fit, or a finger would miss."""
    return [*too_wide(page), *small_targets(page), *page.evaluate(CUT)]


def at_a_table(one: Visitor, game: str, seats: int = 2) -> Page:
    """A table against bots that do not think, by what stands on the page in whatever language."""
    page = one.go(f"/tables/new/{game}?seats={seats}")
    if page.locator("#name").count():
        page.fill("#name", "Anna")
    for seat in range(1, seats):
        page.select_option(f"#seat{seat}", "random")
    page.locator("main .btn.brass.big").last.click()
    page.locator("form[action$='/start'] button").click()
    one.my_turn()
    return page


def spoken(page: Page) -> tuple[str | None, str | None]:
    """The language of the page and its direction."""
    return page.locator("html").get_attribute("lang"), page.locator("html").get_attribute("dir")


@pytest.mark.parametrize(("language", "direction", "width"), [("fa", "rtl", 360), ("uk", "ltr", 1440)])
def test_a_whole_game_of_boss(
    language: str, direction: str, width: int, chromium: Browser, server: Running
) -> None:  # fmt: skip
    with visitor(chromium, server, width, 800, locale=language) as anna:
        page = at_a_table(anna, "boss")
        assert spoken(page) == (language, direction)
        found = measured(page)
        found += faults(page) if language == "fa" else []
        turns, sent = 0, False
        while not anna.over:
            anna.turn(place=turns)
            turns += 1
            anna.my_turn()
            if not sent and turns > 2 and page.locator(".st-legal .send").count():
                page.locator(".st-legal .send").first.click()
                page.locator(".st-sel").wait_for()
                found += [f"a sending: {each}" for each in measured(page)]
                sent = True
        assert sent
        assert turns > 10
        expect(page.locator(".won h2")).to_contain_text({"fa": "برد", "uk": "Перемога"}[language])
        assert page.locator(".payout").count() >= 3
        page.locator(".payout").evaluate_all("rounds => rounds.forEach(each => { each.open = true; })")
        assert found + [f"the end: {each}" for each in measured(page)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_fits_a_phone(language: str, chromium: Browser, server: Running) -> None:
    with visitor(chromium, server, 360, 780, locale=language) as anna:
        anna.forgive = "404"
        found: list[str] = []
        for path in PAGES:
            page = anna.go(path)
            assert spoken(page) == (language, "rtl" if language == "fa" else "ltr")
            for menu in page.locator("details.menu > summary").all() if path == "/" else ():
                menu.click()
                found += [f"{path}, a menu: {each}" for each in measured(page)]
            found += [f"{path}: {each}" for each in (*measured(page), *faults(page, contrast=False))]
        for game, seats in (("omerta", 3), ("corleone", 2)):
            found += [f"{game}: {each}" for each in measured(at_a_table(anna, game, seats))]
        assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_name_leaves_room_in_the_bar(language: str, chromium: Browser, server: Running) -> None:
    with visitor(chromium, server, 900, 700, locale=language) as anna:
        page = anna.go("/people/me")
        page.fill("#name", "Maximiliana Żółć-Brzęczyszczykiewicz")
        page.locator("form[action='/people/name'] button").click()
        page.locator("h1", has_text="Max").wait_for()
        for width in (720, 899, 900, 1024):
            page.set_viewport_size({"width": width, "height": 700})
            assert too_wide(page) == [], width
            shown = page.locator(".bar > .brand, .bar > .nav, .bar > .tools").filter(visible=True).all()
            boxes = [box for each in shown if (box := each.bounding_box())]
            edges = sorted((box["x"], box["x"] + box["width"]) for box in boxes)
            assert len(edges) == 2 + (width >= 900)
            assert all(one[1] <= other[0] + 1 for one, other in pairwise(edges)), (width, edges)


def test_in_persian_words_run_from_the_right_and_the_board_stays(chromium: Browser, server: Running) -> None:
    with visitor(chromium, server, locale="fa") as anna, visitor(chromium, server, locale="en") as iwo:
        orders = []
        for one in (anna, iwo):
            page = at_a_table(one, "boss", 4)
            places = page.evaluate(
                "() => [...document.querySelectorAll('.row > .city')].map(each => each.getBoundingClientRect().left)"
            )
            orders.append(places == sorted(places) and len(places) > 6)
        assert orders == [True, True]
        brand, tools = anna.page.locator(".brand").bounding_box(), anna.page.locator(".tools").bounding_box()
        assert brand is not None
        assert tools is not None
        assert brand["x"] > tools["x"]
