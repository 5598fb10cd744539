"""Somebody with a browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import axe_playwright_python
import msgspec
from playwright.sync_api import Browser, BrowserContext, Page, expect

from backroom.kernel.state import State
from tests.web.serving import Running

SMALL = """() => [...document.querySelectorAll(
  'button, summary, select, .btn, .tool, .tabs a, input:not([type=hidden])')]
  .filter(each => each.offsetParent !== null && !each.closest('.linkish, p, .all, .more, .payout'))
  .filter(each => !each.matches('.linkish, [type=radio], [type=checkbox]'))
  .filter(each => {
    const box = each.getBoundingClientRect();
    return box.width && (box.height < 43.5 || box.width < 35);
  })
  .map(each => each.outerHTML.slice(0, 120) + ' ' + JSON.stringify(each.getBoundingClientRect()))"""


WIDE = """() => document.documentElement.scrollWidth <= innerWidth ? [] : [
  `${document.documentElement.scrollWidth - innerWidth} px too wide`,
  ...[...document.querySelectorAll('body *')].filter(each => {
    const box = each.getBoundingClientRect();
    return box.width && (box.right > innerWidth + 1 || box.left < -1);
  })
    .map(each => each.outerHTML.slice(0, 160)).slice(0, 4)]"""


LYING = """selectors => {
  const boxes = selectors.flatMap(each => [...document.querySelectorAll(each)]).filter(each => each.offsetParent)
    .map(each => [each, each.getBoundingClientRect()]);
  const apart = (one, other) => one.right <= other.left + 1 || other.right <= one.left + 1
    || one.bottom <= other.top + 1 || other.bottom <= one.top + 1;
  const found = [];
  boxes.forEach(([one, here], at) => boxes.slice(at + 1).forEach(([other, there]) => {
    if (!one.contains(other) && !other.contains(one) && !apart(here, there))
      found.push(`${one.className} over ${other.className}: ${one.innerText.slice(0, 30)}`);
  }));
  return found;
}"""


CUT = """selector => [...document.querySelectorAll(selector)].filter(each => each.offsetParent)
  .filter(each => each.getBoundingClientRect().width < Math.min(each.scrollWidth, 56) - 1)
  .map(each => each.innerText)"""


class Visitor:
    """A browser of one's own, with one page; what goes wrong in it is remembered."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.page: Page = context.new_page()
        self.errors: list[str] = []
        self.forgive = "ERR_INTERNET_DISCONNECTED"
        """What the console may say."""
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._heard)

    def go(self, path: str) -> Page:
        self.page.goto(self.address + path)
        return self.page

    def _heard(self, message: Any) -> None:
        if message.type == "error" and self.forgive not in message.text:
            self.errors.append(message.text)

    # Boss.

    def my_turn(self) -> None:
        """Wait until there is something to do, or the game is over."""
        self.page.wait_for_selector('[name="waits"][value="1"], .z-end:not(:empty)', state="attached", timeout=20_000)

    @property
    def over(self) -> bool:
        return self.page.locator(".z-end > *").count() > 0

    def turn(self, place: int = 0, card: int = 0) -> None:
        """One turn: to a place where that is possible, a card, sent."""
        page = self.page
        before = page.locator('[name="seen"]').input_value()
        sends = page.locator(".st-legal .send")
        if sends.count():
            sends.nth(place % sends.count()).click()
            page.locator(".st-sel").wait_for()
        hand = ".hand .pickcard" if (page.viewport_size or {"width": 1440})["width"] >= 720 else ".chips .pickcard"
        page.locator(hand).nth(card).click()
        page.locator("button.go").click()
        page.wait_for_function("before => document.querySelector('[name=seen]').value !== before", arg=before)


@contextmanager
def visitor(browser: Browser, server: Running, width: int = 1440, height: int = 900, **more: Any) -> Iterator[Visitor]:
    """Somebody comes in, and leaves; his browser has had nothing to complain about."""
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce", **more)
    context.set_default_timeout(15_000)
    one = Visitor(context, server.address)
    yield one
    context.close()
    assert one.errors == [], one.errors


def positioned(one: Visitor, game: str, state: State, seat: int, bot: str = "random") -> Page:
    """Somebody named Anna plays on from this position, against bots."""
    page = one.go(f"/positions/{game}")
    form: dict[str, str | float | bool] = {
        "csrf": page.locator("body").get_attribute("data-csrf") or "", "seat": str(seat + 1), "bot": bot,
        "position": msgspec.json.encode(state.dump()).decode(), "luck": "same", "do": "open",
    }  # fmt: skip
    headers = {"origin": one.address}
    opened = one.context.request.post(f"{one.address}/positions/{game}", form=form, headers=headers)
    page.goto(opened.url)
    one.my_turn()
    return page


@cache
def _axe() -> str:
    return (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def faults(page: Page, contrast: bool = True) -> list[str]:
    """What axe finds on a page. Contrast, which takes most of its time, is the same in every language."""
    page.evaluate(_axe())
    rules = {"rules": {"color-contrast": {"enabled": contrast}}}
    found = page.evaluate("async rules => (await axe.run(rules)).violations", rules)
    return [
        f"{page.url} {each['id']}: {each['help']}: " + " | ".join(node["html"][:160] for node in each["nodes"][:3])
        for each in found
    ]


def too_wide(page: Page) -> list[str]:
    """What makes a page wider than its window."""
    found: list[str] = page.evaluate(WIDE)
    return found


def overlapping(page: Page, *selectors: str) -> list[str]:
    """Which of these elements lie on each other."""
    found: list[str] = page.evaluate(LYING, list(selectors))
    return found


def cut_short(page: Page, selector: str) -> list[str]:
    """Names of which not even a few letters are shown."""
    found: list[str] = page.evaluate(CUT, selector)
    return found


def small_targets(page: Page) -> list[str]:
    """Buttons and links too small for a finger, but for links inside sentences."""
    found: list[str] = page.evaluate(SMALL)
    return found


__all__ = [
    "Visitor", "cut_short", "expect", "faults", "overlapping", "positioned", "small_targets", "too_wide", "visitor",
]  # fmt: skip
