"""The pages in four languages: whole games at both sizes, nothing too wide on a phone, nothing in English, Persian
around a board that stays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from random import Random

import pytest
from playwright.sync_api import Browser, Page

from backroom.web.company import NAMES
from tests.browser.visitor import Visitor, expect, faults, small_targets, too_wide, visitor
from tests.web.serving import Running

LANGUAGES = ("uk", "pl", "fa", "ru")
PAGES = (
    "/", "/tables/new/boss?seats=5", "/tables/new/omerta", "/tables/new/corleone", "/rules", "/rules/omerta",
    "/rules/boss/cards", "/rules/omerta/cards", "/rules/corleone/cards", "/rules/corleone/summary", "/learn/boss",
    "/learn/omerta", "/learn/corleone", "/studies/new", "/positions/boss", "/positions/omerta",
    "/positions/corleone", "/settings", "/people/me", "/best", "/tables/nosuch", "/offline",
)  # fmt: skip
CUT = """() => [...document.querySelectorAll('.btn')].filter(each => each.offsetParent !== null).filter(each => {
  const box = each.getBoundingClientRect();
  const walk = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    if (walk.currentNode.parentElement.closest('.sr')) continue; // for ears
    const words = document.createRange();
    words.selectNodeContents(walk.currentNode);
    if ([...words.getClientRects()].some(part => part.right > box.right + 2 || part.left < box.left - 2)) return true;
  }
  return false;
}).map(each => 'cut: ' + each.outerHTML.slice(0, 160))"""
"""Buttons whose words do not fit into them."""
ASTRAY = r"""(names) => {
  const language = document.documentElement.lang;
  const kept = 'script, style, textarea, code, pre, kbd, bdi, .brand, .menu-list, [dir=ltr], [role=img], [translate=no]'
    + ', [lang]:not(html)';
  const known = new RegExp([ // codes, names, acts, and what is so called everywhere
    /[A-Z]{1,3}-[0-9]+|\b[a-z][0-9]{2}\b|\b[0-9]+[a-z][0-9a-z]*\b|\u2068[^\u2069]*\u2069|\b[IV]+\b/,
    /SHA-256|Back Room|backroom play|API|TOML|JSON|QR|\bHome\b|\bEnd\b/,
  ].map(each => each.source).join('|'), 'g');
  const wrong = (text) => {
    let rest = text.replace(known, '');
    if (language !== 'fa') for (const name of names) rest = rest.replaceAll(name, '');
    return language === 'fa' && /[0-9]/.test(rest) || language !== 'pl' && /[A-Za-z]{2}/.test(rest);
  };
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const each = walk.currentNode;
    if (each.nodeType === Node.TEXT_NODE) {
      if (wrong(each.data) && !each.parentElement.closest(kept)) found.push(`astray: ${each.data.trim().slice(0, 99)}`);
      continue;
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'data-advised']) {
      const text = each.getAttribute(name);
      if (text && wrong(text) && !each.closest('.brand, .menu-list')) found.push(`astray ${name}: ${text}`);
    }
  }
  return [...new Set(found)];
}"""
"""What is in English; in Persian also Latin digits, and names that are not kept apart."""


def measured(page: Page) -> list[str]:
    """What does not fit, a finger would miss, or is in another language."""
    return [*too_wide(page), *small_targets(page), *page.evaluate(CUT), *page.evaluate(ASTRAY, ["Anna", *NAMES])]


def at_a_table(one: Visitor, game: str, seats: int = 2, options: Mapping[str, str] | None = None) -> Page:
    """A table against bots that do not think, by what stands on the page in whatever language."""
    page = one.go(f"/tables/new/{game}?seats={seats}")
    if page.locator("#name").count():
        page.fill("#name", "Anna")
    for seat in range(1, seats):
        page.select_option(f"#seat{seat}", "random")
    for name, value in (options or {}).items():
        page.evaluate("([name, value]) => { document.getElementById(`option-${name}`).value = value; }", [name, value])
    page.locator("main .btn.brass.big").last.click()
    page.locator("form[action$='/start'] button").click()
    one.my_turn()
    return page


def spoken(page: Page) -> tuple[str | None, str | None]:
    """The language of the page and its direction."""
    return page.locator("html").get_attribute("lang"), page.locator("html").get_attribute("dir")


def any_move(one: Visitor, _turns: int, by: Random) -> None:
    """Something out of the list of all moves."""
    page = one.page
    page.wait_for_selector("details.all button", state="attached")
    before = page.locator('[name="seen"]').input_value()
    moves = page.evaluate("[...document.querySelectorAll('details.all button')].map(each => each.value)")
    page.evaluate(
        "move => [...document.querySelectorAll('details.all button')].find(each => each.value === move).click()",
        by.choice(moves),
    )
    page.wait_for_function("before => document.querySelector('[name=seen]').value !== before", arg=before)


def a_turn(one: Visitor, turns: int, _by: Random) -> None:
    """A turn of Boss on the board."""
    one.turn(place=turns)


class Evening:
    """How a game is played to its end: how many sit down, what makes it short, and how a decision is made."""

    def __init__(self, seats: int, decide: Callable[[Visitor, int, Random], None], **options: str) -> None:
        self.seats = seats
        self.decide = decide
        self.options = options


EVENINGS = {
    "boss": Evening(2, a_turn),
    "omerta": Evening(3, any_move, snap_mode="commit", turn_cap="1"),
    "corleone": Evening(2, any_move),
}


@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("language", ["fa", "uk"])
@pytest.mark.parametrize("game", EVENINGS)
def test_a_whole_game(game: str, language: str, width: int, chromium: Browser, server: Running) -> None:
    evening, by = EVENINGS[game], Random(5)
    with visitor(chromium, server, width, 800, locale=language) as anna:
        page = at_a_table(anna, game, evening.seats, evening.options)
        assert spoken(page) == (language, "rtl" if language == "fa" else "ltr")
        found = faults(page) if (language, width) == ("fa", 360) else []
        asked: set[str | None] = set()
        turns = 0
        while not anna.over:
            prompt = page.locator(".prompt").first
            kind = prompt.get_attribute("class") if prompt.count() else None
            if kind not in asked:  # every question once
                asked.add(kind)
                found += [f"{kind}: {each}" for each in measured(page)]
            sends = page.locator(".st-legal .send")
            if turns == 3 and sends.count():
                sends.first.click()
                page.locator(".st-sel").wait_for()
                found += [f"a sending: {each}" for each in measured(page)]
            evening.decide(anna, turns, by)
            turns += 1
            anna.my_turn()
        assert turns >= 6  # two looks in each of three rounds of Omerta; the other games ask more
        expect(page.locator(".won h2")).to_contain_text({"fa": "برد", "uk": "Перемога"}[language])
        page.locator("details.payout, details.count").evaluate_all("all => all.forEach(each => { each.open = true; })")
        found += [f"the end: {each}" for each in measured(page)]
        assert not found, "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_fits_a_phone_and_speaks_one_language(language: str, chromium: Browser, server: Running) -> None:
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
        assert not found, "\n".join(found)


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
