"""Looking back, profiles and settings in a real browser."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import ARGUMENTS
from tests.browser.visitor import Visitor, expect, faults, small_targets, too_wide, visitor
from tests.house.test_push import Reader
from tests.web.serving import Running
from tests.web.test_studies import record_of


def studied(anna: Visitor, game: str = "boss") -> Page:
    page = anna.go("/studies/new")
    page.fill("#text", str(record_of(game, moves=60)))
    page.get_by_role("button", name="Look at it").click()
    page.wait_for_url("**/studies/*")
    return page


def test_steps_by_keys_slider_and_chart_without_loading_the_page(chromium: Browser, server: Running) -> None:
    with visitor(chromium, server) as anna:
        page = studied(anna)
        page.evaluate("window.same = true")
        counted = page.locator(".said .count")
        for _ in range(3):
            page.keyboard.press("ArrowRight")
        expect(counted).to_contain_text("3 of 60")
        page.keyboard.press("ArrowLeft")
        expect(counted).to_contain_text("2 of 60")
        page.keyboard.press("End")
        expect(counted).to_contain_text("60 of 60")
        page.locator(".eyes a").nth(2).click()
        expect(page.locator(".eyes a[aria-current]")).to_contain_text("seat 2")
        expect(counted).to_contain_text("60 of 60")
        page.locator("[data-slider]").fill("30")
        expect(counted).to_contain_text("30 of 60")
        assert "at=30&eyes=2" in page.url
        assert page.evaluate("window.same") is True


def settings(anna: Visitor) -> Page:
    return anna.go("/settings")


def profile(anna: Visitor) -> Page:
    page = anna.go("/people/me")
    if page.locator("#name").count():
        page.fill("#name", "Anna")
        page.get_by_role("button", name="That is me").click()
    page.get_by_role("link", name="My games").click()
    return page


def best(anna: Visitor) -> Page:
    return anna.go("/best/boss")


def bring(anna: Visitor) -> Page:
    return anna.go("/studies/new")


def position(anna: Visitor) -> Page:
    return anna.go("/positions/boss?seats=5")


def map_changed(anna: Visitor) -> Page:
    return anna.go("/positions/corleone")


@pytest.mark.parametrize("opened", [studied, settings, profile, best, bring, position, map_changed])
def test_every_page_fits_and_axe_finds_nothing(chromium: Browser, server: Running, opened: object) -> None:
    with visitor(chromium, server, color_scheme="dark") as anna:
        page = opened(anna)  # type: ignore[operator]  # one of the functions above
        found: list[str] = []
        for width in (360, 820, 1440):
            page.set_viewport_size({"width": width, "height": 900})
            found += too_wide(page) + small_targets(page)
        found += faults(page)
        page.evaluate("document.documentElement.dataset.theme = 'day'")
        found += faults(page)
        assert found == []


def test_who_wishes_so_is_asked_before_a_decision_is_sent(chromium: Browser, server: Running) -> None:
    with visitor(chromium, server) as anna:
        page = anna.go("/settings")
        page.get_by_label("Ask me before a decision is sent").check()
        page.get_by_role("button", name="Keep it so").click()
        expect(page.get_by_text("It is so from now on.")).to_be_visible()
        page = anna.go("/")
        page.locator(".g-boss").get_by_role("button", name="Play now").click()
        anna.my_turn()
        page.locator("details.all summary").click()
        seen = page.locator('[name="seen"]').input_value()
        stay = page.locator('details.all button[value="stay"]')
        stay.click()
        page.get_by_role("button", name="Not yet").click()
        assert page.locator('[name="seen"]').input_value() == seen
        stay.click()
        page.get_by_role("button", name="Send it").click()
        page.wait_for_function("seen => document.querySelector('[name=seen]').value !== seen", arg=seen)


def test_chromium_installs_the_house_and_shows_its_own_page_without_a_line(
    chromium: Browser, server: Running, tmp_path: Path
) -> None:
    context = chromium.browser_type.launch_persistent_context(
        str(tmp_path), executable_path=shutil.which("chromium") or shutil.which("chromium-browser"), args=ARGUMENTS
    )
    page = context.pages[0]
    page.goto(server.address + "/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    found = context.new_cdp_session(page).send("Page.getInstallabilityErrors")
    assert found["installabilityErrors"] == []
    page.reload()
    context.set_offline(True)
    page.goto(server.address + "/best/boss")
    expect(page.locator("h1")).to_have_text("The lamp is on, but the line is dead.")
    names = page.evaluate("caches.keys().then((names) => caches.open(names[0])).then((cache) => cache.keys())")
    assert len(names) == 3
    context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("h1")).to_have_text("The best at Boss")
    context.close()


def test_the_way_back_leads_to_the_curtain_and_not_behind_it(chromium: Browser, server: Running) -> None:
    with visitor(chromium, server, width=360, height=780) as anna:
        page = anna.go("/tables/new/boss?seats=3")
        page.select_option("#seat1", "here")
        page.fill("#here1", "Bob")
        page.select_option("#seat2", "random")
        page.get_by_role("button", name="Open the table").click()
        page.get_by_role("button", name="Start the game").click()
        page.locator(".curtain .btn.brass").click()
        page.locator(".handon").wait_for()
        found = too_wide(page) + small_targets(page) + faults(page)
        page.get_by_role("button", name="Hand it on").click()
        page.locator(".curtain").wait_for()
        found += too_wide(page) + small_targets(page) + faults(page)
        assert found == []
        page.go_back()
        page.locator(".curtain").wait_for()
        expect(page.locator(".handon")).to_have_count(0)


SUBSCRIBES = """
const options = { applicationServerKey: new ArrayBuffer(0) };
const endpoint = 'https://push.example.org/one';
let subscribed = null;
const made = {
  endpoint, options,
  toJSON: () => ({ endpoint, keys: %s }),
  unsubscribe: async () => { subscribed = null; return true; },
};
PushManager.prototype.getSubscription = async () => subscribed;
PushManager.prototype.subscribe = async (wanted) => {
  window.key = wanted.applicationServerKey;
  return subscribed = made;
};
"""
"""No push service can be reached from here: what comes of asking the browser for one is made up, all else is real."""
SHOWN = """navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
  .then((all) => all.map((each) => [each.title, each.body, each.tag, each.lang, each.data]))"""


def test_a_browser_asks_to_be_told_while_no_page_is_open_and_no_more_after_signing_out(
    chromium: Browser, server: Running
) -> None:
    reader = Reader().browser
    with visitor(chromium, server) as anna:
        anna.context.grant_permissions(["notifications"], origin=server.address)
        anna.context.add_init_script(SUBSCRIBES % json.dumps({"p256dh": reader.p256dh, "auth": reader.auth}))
        page = anna.go("/people/me")
        page.fill("#name", "Anna of push")
        page.get_by_role("button", name="That is me").click()
        page.goto(server.address + "/settings")
        page.get_by_label("Tell me in the browser").check()
        with page.expect_response("**/push") as asked:
            page.get_by_role("button", name="Keep it so").click()
        assert asked.value.status == 204
        page.wait_for_function("localStorage.push")
        assert page.evaluate("window.key") == page.locator("body").get_attribute("data-push")
        page.goto(server.address + "/people/me")
        page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.pushManager.subscribe({}))")
        with page.expect_response("**/push/forget") as gone:
            page.get_by_role("button", name="Sign out here").click()
        assert gone.value.status == 204
        page.wait_for_url(server.address + "/")
        assert page.evaluate("localStorage.push") == ""


def test_word_of_a_turn_is_shown_and_leads_to_the_table(chromium: Browser, server: Running) -> None:
    with visitor(chromium, server) as anna:
        anna.context.grant_permissions(["notifications"], origin=server.address)
        page = anna.go("/rules")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        line = anna.context.new_cdp_session(page)
        heard: list[str] = []
        line.on("ServiceWorker.workerRegistrationUpdated",
                lambda told: heard.extend(each["registrationId"] for each in told["registrations"]))  # fmt: skip
        line.send("ServiceWorker.enable")
        while not heard:
            page.wait_for_timeout(20)
        told = {"title": "Ваш хід", "body": "Бос", "tag": "t1", "place": "/tables/t1", "lang": "uk", "dir": "ltr"}
        for place in ("/rules", "/tables/t1"):  # who is looking at it already is not told
            message = {
                "origin": server.address,
                "registrationId": heard[-1],
                "data": json.dumps({**told, "place": place}),
            }
            line.send("ServiceWorker.deliverPushMessage", message)
        page.wait_for_function(f"() => {SHOWN}.then((all) => all.length)")
        assert page.evaluate(SHOWN) == [["Ваш хід", "Бос", "t1", "uk", "/tables/t1"]]
