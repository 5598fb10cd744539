"""Corleone's Empire in Chromium."""

from __future__ import annotations

from itertools import count
from random import Random

import httpx
from playwright.sync_api import Browser, Page, expect

import backroom
from backroom.games.corleone.view import CorleoneView
from backroom.kernel.state import State
from tests.browser.visitor import Visitor, faults, overlapping, positioned, small_targets, too_wide, visitor
from tests.web.serving import Running

LONG = "Maximiliana Żółć-Brzęczyszczykiewicz"


def seated(anna: Visitor, seats: int, name: str = "Anna") -> Page:
    """A table against quick bots, begun."""
    page = anna.go(f"/tables/new/corleone?seats={seats}")
    page.fill("#name", name)
    for seat in range(1, seats):
        page.select_option(f"#seat{seat}", "random")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Start the game").click()
    anna.my_turn()
    return page


def asked(page: Page) -> str:
    """Which decision the prompt is about; nothing if none."""
    found = page.locator(".prompt.asks")
    if not found.count():
        return ""
    kinds = (found.get_attribute("class") or "").split()
    return next(kind[2:] for kind in kinds if kind.startswith("k-"))


def move(anna: Visitor, by: Random) -> None:
    """Any move out of the list of all of them."""
    page = anna.page
    before = page.locator('[name="acted"]').input_value()
    moves = page.evaluate("[...document.querySelectorAll('details.all button')].map(each => each.value)")
    page.evaluate(
        "move => [...document.querySelectorAll('details.all button')].find(each => each.value === move).click()",
        by.choice(moves),
    )
    page.wait_for_function("before => document.querySelector('[name=acted]').value !== before", arg=before)


def until(anna: Visitor, decision: str, by: Random) -> None:
    """Play on until something is asked."""
    for number in count():
        anna.my_turn()
        if asked(anna.page) == decision:
            return
        assert number < 60
        assert not anna.over
        move(anna, by)


def test_a_whole_game_against_a_bot_to_the_last_count(chromium: Browser, server: Running) -> None:
    with visitor(chromium, server) as anna:
        page = seated(anna, 2)
        ground = page.locator(".z-ground").inner_html()
        page.evaluate("document.querySelector('.z-ground').dataset.mine = 'untouched'")
        by = Random(7)
        decisions = set()
        while not anna.over:
            decisions.add(asked(page))
            move(anna, by)
            anna.my_turn()
        assert {"turn", "bidding", "giving"} <= decisions
        assert page.locator(".z-ground").get_attribute("data-mine") == "untouched"
        assert page.locator(".z-ground").inner_html() == ground
        expect(page.locator(".won h2")).to_contain_text("win")
        assert faults(page) == []
        state = backroom.Record.parse(httpx.get(f"{page.url}/record").text).replay()
        for seat, score in enumerate(state.scores()):
            family = ("marzullo", "matarazzo")[seat]
            row = page.locator(f".rank li.fam-{family}").inner_text()
            assert f"${score}" in row
            parts = [int(part.split()[0]) for part in row.split("$")[1:4]]
            assert sum(parts) == score
        assert page.locator(".count").count() == 3


def test_a_turn_is_one_plan(chromium: Browser, server: Running) -> None:
    with visitor(chromium, server) as anna:
        page = seated(anna, 3)
        page.locator(".spot.seat.legal").first.click()
        page.locator(".plan li").first.wait_for()
        expect(page.locator(".up.ghost")).to_have_count(1)
        page.locator(".choices .choice").first.click()
        expect(page.locator(".plan .od")).to_contain_text(["1", "2"])
        page.reload()
        assert page.locator(".plan li").count() >= 2
        page.locator(".plan .drop").first.click()  # nothing of the rest fits without it
        expect(page.locator(".plan")).to_have_count(0)
        page.locator(".spot.house.legal").first.click()
        page.locator("button.go").wait_for()
        before = page.locator('[name="seen"]').input_value()
        page.locator("button.go").click()
        page.wait_for_function("before => document.querySelector('[name=seen]').value !== before", arg=before)
        expect(page.locator(".up.th.fam-marzullo")).to_have_count(1)
        expect(page.locator(".up.ghost")).to_have_count(0)


def test_what_is_not_possible_says_why(chromium: Browser, server: Running) -> None:
    with visitor(chromium, server) as anna:
        page = seated(anna, 3)
        until(anna, "turn", Random(1))
        shut = page.locator(".jr .barred").first
        shut.locator("summary").click()
        expect(shut.locator(".why")).to_contain_text("goods")
        assert (shut.locator(".rule").get_attribute("href") or "").endswith("#C-49")


def test_a_bid_is_a_secret_until_all_are_in(chromium: Browser, server: Running) -> None:
    with visitor(chromium, server) as anna, visitor(chromium, server) as iwo:
        page = anna.go("/tables/new/corleone?seats=2")
        page.fill("#name", "Anna")
        page.get_by_role("button", name="Open the table").click()
        path = page.url.removeprefix(server.address)
        iwo.go(path).get_by_placeholder("Your name").first.fill("Iwo")
        iwo.page.get_by_role("button", name="Sit down").first.click()
        page.get_by_role("button", name="Start the game").click()
        iwo.page.locator("main.room.corleone").wait_for()
        by = Random(4)
        while True:
            page.locator(".prompt").wait_for()
            for one in (anna, iwo):
                if asked(one.page) not in ("", "bidding"):
                    move(one, by)
            if asked(page) == asked(iwo.page) == "bidding":
                break
        bid = "0"
        add = page.locator(".facebtn").first
        if add.count():
            bid = ((add.get_attribute("data-action") or "").partition(":")[2]) or "0"
            add.click()
            page.locator(".plan").wait_for()
        seen = iwo.page.locator('[name="seen"]').input_value()
        page.locator("button.go").click()
        expect(page.locator(".sealed")).to_contain_text(f"${bid}" if bid != "0" else "nothing")
        iwo.page.wait_for_function("seen => document.querySelector('[name=seen]').value !== seen", arg=seen)
        expect(iwo.page.locator(".opp-0 .choosing")).to_have_count(0)
        assert "bids $" not in iwo.page.locator(".log").inner_text()
        assert iwo.page.locator(".sealed").count() == 0
        iwo.page.locator("button.go").click()
        expect(iwo.page.locator(".log")).to_contain_text(f"bids ${bid}")
        expect(page.locator(".log")).to_contain_text("bids $")


def test_keys_alone_are_enough(chromium: Browser, server: Running) -> None:
    with visitor(chromium, server) as anna:
        page = seated(anna, 2)
        for _turn in range(2):
            seen = page.locator('[name="seen"]').input_value()
            page.keyboard.press("n")
            assert "spot" in page.evaluate("document.activeElement.className")
            page.keyboard.press("Enter")
            page.locator("button.go").wait_for()
            page.keyboard.press("g")
            page.wait_for_function("seen => document.querySelector('[name=seen]').value !== seen", arg=seen)
            until(anna, "turn", Random(2))


def test_without_a_script_a_turn_is_a_few_forms(chromium: Browser, server: Running) -> None:
    with visitor(chromium, server, java_script_enabled=False) as anna:
        page = anna.go("/")
        page.locator(".g-corleone .btn.brass").click()
        page.locator(".spot.house.legal").first.click(timeout=20_000)
        assert "draft=thug:" in page.url
        page.locator("button.go").click()
        assert "draft" not in page.url
        assert page.locator(".up.th.fam-marzullo, .plan").count() >= 1


def test_a_phone_opens_at_the_action(chromium: Browser, server: Running) -> None:
    with visitor(chromium, server, width=360, height=780, has_touch=True) as anna:
        page = seated(anna, 5)
        until(anna, "turn", Random(3))
        window = page.locator(".g-board")
        assert page.evaluate("document.querySelector('.g-board').scrollWidth") > 700
        page.locator(".dch.d2").click()
        page.wait_for_function("() => document.querySelector('.g-board').scrollTop > 200")
        page.locator(".lens input").check()
        box = window.bounding_box()
        assert box is not None
        assert page.evaluate("document.querySelector('.g-board').scrollWidth") <= 360
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 4)
        expect(page.locator(".lens input")).not_to_be_checked()
        prompt = page.locator(".prompt").bounding_box()
        assert prompt is not None
        assert prompt["height"] < 390


def hoarded() -> tuple[State, int]:
    """A game in which somebody has taken whatever he could: twenty cards in his hand."""
    game = backroom.game("corleone")
    state, by = game.new(5, 6), Random(6)
    while True:
        seat = state.waiting[0]
        legal, view = state.legal(seat), state.view(seat)
        assert isinstance(view, CorleoneView)
        if len(view.hand) >= 20 and len(legal) > 4 and len(state.waiting) == 1:
            return state, seat
        taken = [action for action in legal if game.token(action).startswith(("take", "keep", "look"))]
        state.play(seat, by.choice(taken or legal))


def test_twenty_cards_in_hand_fit(chromium: Browser, server: Running) -> None:
    with visitor(chromium, server) as anna:
        page = positioned(anna, "corleone", *hoarded())
        assert page.locator(".fan > li").count() >= 20
        for width in (360, 768, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert too_wide(page) == []
            assert overlapping(page, ".handp", ".g-side > .z", ".z-offers > *") == []
            ends = page.evaluate(
                "[...document.querySelectorAll('.fan > li')].map(each => each.getBoundingClientRect().right)"
            )
            edge = page.locator(".handp").bounding_box()
            assert edge is not None
            assert max(ends) <= edge["x"] + edge["width"]


def test_five_at_the_table_at_three_widths(chromium: Browser, server: Running) -> None:
    with visitor(chromium, server, color_scheme="dark") as anna:
        page = seated(anna, 5, LONG)
        found: list[str] = []
        for decision in ("turn", "bidding", "giving"):
            until(anna, decision, Random(6))
            first = page.locator(".spot.legal, .facebtn:visible, .hgs button.legal").first
            if first.count():
                first.click()
                page.locator(".st-sel, .plan, .out .sel").first.wait_for()
            for width, height in ((360, 780), (820, 1180), (1440, 900)):
                page.set_viewport_size({"width": width, "height": height})
                found += [f"{width} px: {each}" for each in (*too_wide(page), *small_targets(page))]
                found += [f"{width} px: {each}" for each in (faults(page) if width != 820 else [])]
        page.evaluate("document.documentElement.dataset.theme = 'day'")
        found += [f"day: {each}" for each in faults(page)]
        assert found == []
