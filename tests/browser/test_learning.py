"""A first game on a phone, in Ukrainian, and by keys alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

import backroom
from backroom.web.lessons import acts, lesson_of
from tests.browser.visitor import expect, faults, small_targets, too_wide, visitor
from tests.web.serving import Running

TAUGHT = [game for game in backroom.games() if lesson_of(game) is not None]
FREE = """() => [...document.querySelectorAll('[data-pointed]')].findIndex((each) => {
  const box = each.getBoundingClientRect();
  return box.width && each.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
})"""
"""The first of what is marked that a finger can reach."""


def changed(page: Page, before: str) -> None:
    page.wait_for_function("before => document.querySelector('main').innerHTML !== before", arg=before)


@pytest.mark.parametrize("game", TAUGHT)
def test_a_first_game_on_a_phone(game: str, chromium: Browser, server: Running) -> None:
    last = str(len(acts(game)) - 1)
    with visitor(chromium, server, 360, 780, locale="uk", color_scheme="dark", has_touch=True) as nina:
        page = nina.go(f"/learn/{game}")
        found: list[str] = []
        for _press in range(8 * int(last)):
            if (step := page.locator(".coach").get_attribute("data-step")) == last:
                break
            if page.locator("[data-step]:has(.brass), [data-step='2']").count():
                found += [f"step {step}: {each}" for each in (*too_wide(page), *small_targets(page))]
            before = page.locator("main").inner_html()
            free = page.evaluate(FREE)
            if free < 0:
                page.locator("[data-do=point]").tap()
                page.wait_for_function(f"() => ({FREE})() >= 0")
                free = page.evaluate(FREE)
            page.locator("[data-pointed]").nth(free).tap()
            changed(page, before)
        found += faults(page)
        assert found == []
        page.reload()
        expect(page.locator(".coach")).to_have_attribute("data-step", last)
        page.locator("button[form=finish]").tap()
        page.wait_for_url("**/tables/*")


def test_a_turn_by_keys_and_a_mistake_explained(chromium: Browser, server: Running) -> None:
    with visitor(chromium, server) as nina:
        page = nina.go("/learn/boss")
        for step in ("1", "2"):
            page.locator(".coach .brass").press("Enter")
            expect(page.locator(".coach")).to_have_attribute("data-step", step)
            expect(page.locator("#says")).to_be_focused()
        page.locator('.send[data-action="send:boston:1v"]').press("Enter")
        expect(page.locator(".remark")).to_contain_text("nothing is certain there")
        page.get_by_role("link", name="Show me where").press("Enter")
        expect(page.locator(".send[data-pointed]")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator(".remark")).to_have_count(0)
        page.locator(".hand [data-pointed]").press("Enter")
        page.locator("button.go[data-pointed]").wait_for()
        page.keyboard.press("g")
        expect(page.locator(".coach")).to_have_attribute("data-step", "3")
