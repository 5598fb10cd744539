"""Omerta in Chromium."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, expect

import backroom
from tests.browser.visitor import Visitor, cut_short, faults, overlapping, small_targets, too_wide, visitor
from tests.web.serving import Running

LONG = "Maximiliana Żółć-Brzęczyszczykiewicz"
READY = "[name=waits][value='1']"


PRESS_LATE = """() => {
  const late = document.createElement('button');
  late.setAttribute('form', 'moves');
  late.name = 'play';
  late.value = 'snap:1';
  document.querySelector('main').append(late);
  late.click();
}"""
"""A press on a button that was still there when the race ended."""


WAITED_FOR = "() => document.querySelector('[name=waits]').value === '1' || !!document.querySelector('[data-closes]')"


def one_of(pages: Sequence[Page]) -> None:
    """Wait until one of them is waited for, or a race is on."""
    for _ in range(400):
        if any(page.evaluate(WAITED_FOR) for page in pages):
            return
        pages[0].wait_for_timeout(50)
    raise AssertionError("nobody is waited for")


def opened(anna: Visitor, seats: int = 3, bots: int = 2, **options: str) -> Page:
    """A table of Anna's, with bots that do not think; the game has begun if nobody is missing."""
    page = anna.go(f"/tables/new/omerta?seats={seats}")
    if page.locator("#name").count():
        page.fill("#name", LONG)
    for at in range(seats - bots, seats):
        page.select_option(f"#seat{at}", "random")
    page.locator(".more > summary").click()
    for name, value in options.items():
        field = page.locator(f"[name='option-{name}']")
        if field.evaluate("each => each.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.get_by_role("button", name="Open the table").click()
    if seats == bots + 1:
        page.get_by_role("button", name="Start the game").click()
        page.locator(".om-table").wait_for()
    return page


def seen(page: Page) -> str:
    return page.locator("[name=seen]").input_value()


def moved(page: Page, before: str) -> None:
    page.wait_for_function("before => document.querySelector('[name=seen]').value !== before", arg=before)


def ready(page: Page) -> None:
    """Wait until there is something to do, or the game is over."""
    page.wait_for_selector(f"{READY}, .z-end:not(:empty)", state="attached", timeout=30_000)


def act(page: Page) -> None:
    """Whatever is asked: a choice on the table, confirmed where that is asked for; in a race nothing."""
    before = seen(page)
    quick = page.get_by_role("button", name=re.compile("^(Keep still|Let it happen|Drop nothing|Do without)$"))
    if quick.count():
        press(page, quick.first, before)
        return
    for _ in range(4):
        go = page.locator(".prompt button.go")
        if go.count():
            press(page, go, before)
            return
        draft = page.evaluate("location.search")
        target = page.locator(".om-table button.legal[name=play], .om-table button.legal[name=draft]").first
        target.click()
        page.wait_for_function(
            "([before, draft]) => document.querySelector('[name=seen]').value !== before || location.search !== draft",
            arg=[before, draft],
        )
        if seen(page) != before:
            return


def press(page: Page, button: Any, before: str) -> None:
    """A race may be over before the press: then the table has moved by itself."""
    try:
        button.click(timeout=2_000)
    except Exception:
        if seen(page) == before:
            raise
    moved(page, before)


def peeked(page: Page) -> None:
    """Look at two cards; they lie open while one looks."""
    for count in (1, 2):
        before = seen(page)
        page.locator(".me button.slot.legal").first.click()
        moved(page, before)
        expect(page.locator(".me .card.seen")).to_have_count(count)


def test_a_whole_game_against_bots(chromium: Browser, server: Running) -> None:
    with visitor(chromium, server) as anna:
        page = opened(anna, snap_mode="commit", turn_cap="1")
        ready(page)
        peeked(page)
        while not anna.over:
            ready(page)
            if not anna.over:
                act(page)
        expect(page.locator(".won h2")).to_contain_text("win")
        assert page.locator(".z-end .counted").count() == 3
        assert page.locator(".z-end .counted tbody tr").count() == 9
        record = backroom.Record.parse(httpx.get(f"{page.url.partition('?')[0]}/record").text)
        state = record.replay()
        assert state.over
        for seat, score in enumerate(state.scores()):
            assert page.locator(f".rank .seat-{seat} .tot").inner_text() == str(score)
        found: list[str] = []
        for width in (360, 820, 1440):
            page.set_viewport_size({"width": width, "height": 800})
            found += too_wide(page) + small_targets(page) + faults(page)
        assert found == []


def test_two_people_race_and_the_clock_ends_it(chromium: Browser, server: Running) -> None:
    """With everybody looking at known cards: who is first wins, who is wrong pays, and the house closes the race."""
    with visitor(chromium, server) as anna, visitor(chromium, server) as iwo:
        anna.forgive = iwo.forgive = "status of 4"  # who is late is refused
        page = opened(anna, 3, 1, snap_window_ms="2500", turn_cap="6")
        path = page.url.removeprefix(server.address)
        iwo.go(path).get_by_placeholder("Your name").first.fill("Iwo")
        iwo.page.get_by_role("button", name="Sit down").first.click()
        page.get_by_role("button", name="Start the game").click()
        pages = (page, iwo.page)
        for each in pages:
            each.locator(".om-table").wait_for()
        for each in pages:
            ready(each)
            for _ in range(2):
                before = seen(each)
                each.locator(".me button.slot.legal").first.click()
                moved(each, before)
        wrong = 0
        for _ in range(30):  # until somebody opens a race and both have tried in it
            one_of(pages)
            if page.locator(".ph-race").count():
                ring = page.locator(".disc[data-closes]")
                expect(ring.locator(".left")).to_contain_text("s")
                before = seen(page)
                page.locator(".me button.slot.legal").first.click()
                moved(page, before)
                wrong = page.locator(".me .card.tried.wrong").count() or page.locator(".me .chip.won").count()
                if wrong:
                    break
            for each in pages:
                if each.locator(f"{READY}").count() and not each.locator(".ph-race").count():
                    act(each)
        assert wrong
        expect(iwo.page.locator(".card.tried.wrong, .chip.won").first).to_be_visible()
        expect(iwo.page.locator(".log")).to_contain_text("Race:")
        expect(page.locator("[data-closes]")).to_have_count(0, timeout=10_000)  # nobody else answered: time was up
        page.evaluate(PRESS_LATE)
        expect(page.locator("#toast")).to_contain_text(re.compile("race|Too late|turn"))


def test_keys_alone_are_enough(chromium: Browser, server: Running) -> None:
    with visitor(chromium, server) as anna:
        page = opened(anna, snap_mode="commit")
        ready(page)
        for _ in range(2):
            before = page.locator("[name=acted]").input_value()
            page.keyboard.press("n")
            assert "slot" in page.evaluate("document.activeElement.className")
            page.keyboard.press("Enter")  # others look at theirs meanwhile
            page.wait_for_function("before => document.querySelector('[name=acted]').value !== before", arg=before)
        ready(page)
        page.keyboard.press("l")
        assert page.locator("details.all").evaluate("each => each.open")
        assert faults(page) == []
        page.keyboard.press("Tab")
        before = seen(page)
        page.keyboard.press("Enter")
        moved(page, before)


def test_without_a_script_moves_are_forms(chromium: Browser, server: Running) -> None:
    with visitor(chromium, server, java_script_enabled=False) as anna:
        page = opened(anna, snap_mode="commit")
        for count in (1, 2):
            page.locator(".me button.slot.legal").first.click()
            expect(page.locator(".me .card.seen")).to_have_count(count)
        page.locator(".prompt.asks .acts button").first.click(timeout=30_000)  # the page looks again by itself
        expect(page.locator(".log li").first).to_be_visible()


def test_a_phone_has_room_for_it(chromium: Browser, server: Running) -> None:
    with visitor(chromium, server, width=360, height=780, has_touch=True) as anna:
        page = opened(anna, 5, 4, snap_mode="commit")
        ready(page)
        peeked(page)
        ready(page)
        assert too_wide(page) == []
        assert small_targets(page) == []
        prompt = page.locator(".prompt").bounding_box()
        assert prompt is not None
        assert prompt["height"] < 230
        for width in (360, 768, 1280):  # five rows, and what lies between them
            page.set_viewport_size({"width": width, "height": 800})
            assert overlapping(page, ".om-table .in", ".om-table .pile") == []
            assert cut_short(page, ".pl .nm") == []
