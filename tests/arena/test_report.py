"""The report is one whole page: well-formed, with everything in it and nothing from elsewhere."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

from backroom.arena.games import Plan, Result
from backroom.arena.local import play_games
from backroom.arena.report import DAY, NIGHT, report
from backroom.arena.schedule import schedule
from backroom.arena.standing import standing, thinking

ALONE = {"meta", "br", "col", "link", "img"}


class Page(HTMLParser):
    """Reads a page strictly: everything that is opened is closed in its turn."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.ids: Counter[str] = Counter()
        self.attributes: list[tuple[str, str, str]] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        self.ids.update(value or "" for name, value in attrs if name == "id")
        if tag not in ALONE:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in ALONE:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


BOTS = ("sensible", "random", "cmd:./<mine> & $more$")


def made(bots: tuple[str, ...], results: list[Result], monkeypatch: pytest.MonkeyPatch) -> str:
    plan = Plan("boss", bots, timed=True)
    monkeypatch.setattr(Plan, "header", lambda plan: {"bots": ", ".join(plan.bots)})
    return report(plan, standing(plan, results), thinking(plan, results), results)


@pytest.fixture
def results() -> list[Result]:
    """Games of three bots, the last of whom is not the house's and made a mistake."""
    plan = Plan("boss", ("sensible", "random"), timed=True)
    played = list(play_games(plan, schedule(2, 3, 6, 1), 1))
    found = []
    for at, result in enumerate(played):
        order = ((0, 1, 2), (1, 2, 0), (2, 0, 1))[at % 3]
        faults = tuple({"late": 1} if bot == 2 else {} for bot in order) if at == 0 else ()
        said = tuple("<script>" if bot == 2 else "" for bot in order) if at == 0 else ()
        found.append(msgspec.structs.replace(result, number=1 + at // 3, order=order, faults=faults, said=said))
    return found


def test_the_page_is_well_formed_and_holds_everybody(results: list[Result], monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page(made(BOTS, results, monkeypatch))
    for bot in ("sensible", "random", "<mine> & $more$"):
        assert page.text.count(bot) >= 6, "in each plot and each table"
    assert page.tags["svg"] == 5
    assert page.tags["table"] == 4
    assert [name for name, count in page.ids.items() if count > 1] == []
    assert page.tags["script"] == 0
    assert "<script>" in page.text, "what bots say is told, not obeyed"
    assert "late" in page.text


def test_every_plot_has_a_name_and_a_description(results: list[Result], monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page(made(BOTS, results, monkeypatch))
    named = [value for tag, name, value in page.attributes if (tag, name) == ("svg", "aria-labelledby")]
    assert len(named) == 5
    assert all(page.ids[each] == 1 for value in named for each in value.split())


def test_nothing_comes_from_elsewhere(results: list[Result], monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page(made(BOTS, results, monkeypatch))
    for tag, name, value in page.attributes:
        if name in ("src", "href", "xlink:href", "action", "data"):
            assert value.startswith("#"), (tag, name, value)
            assert page.ids[value[1:]] == 1
    assert page.tags["link"] == page.tags["img"] == 0


def test_the_plots_take_their_colours_from_the_page(results: list[Result], monkeypatch: pytest.MonkeyPatch) -> None:
    text = made(BOTS, results, monkeypatch)
    drawings = "".join(re.findall(r"<svg.*?</svg>", text, re.DOTALL))
    assert set(re.findall(r"#[0-9a-fA-F]{6}\b", drawings)) <= {"#000000", "#ffffff"}
    for at in range(3):
        assert f"var(--bot{at})" in drawings
    assert "prefers-color-scheme:dark" in text


def test_it_says_its_language_and_from_where_it_is_written(results: list[Result]) -> None:
    plan = Plan("boss", ("sensible", "random", "rookie"), timed=True)
    found, times = standing(plan, results), thinking(plan, results)
    told = [report(plan, found, times, results, lambda text: f"«{text}»", each) for each in ("fa", "uk_UA")]
    assert '<html lang="fa" dir="rtl">' in told[0]
    assert '<html lang="uk-UA" dir="ltr">' in told[1]
    assert "«Ratings»" in Page(told[0]).text


def contrast(one: str, other: str) -> float:
    """By WCAG 2.2."""

    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    darker, lighter = sorted((light(one), light(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_colours_can_be_seen_by_day_and_by_night(results: list[Result], monkeypatch: pytest.MonkeyPatch) -> None:
    text = made(BOTS, results, monkeypatch)
    grounds = re.findall(r"--ground:(#\w+);", text)
    texts = list(zip(re.findall(r"--ink:(#\w+);", text), re.findall(r"--faint:(#\w+);", text), strict=True))
    for ground, hues, (ink, faint) in zip(grounds, (DAY, NIGHT), texts, strict=True):
        assert min(contrast(ink, ground), contrast(faint, ground)) >= 4.5
        assert min(contrast(hue, ground) for hue in hues) >= 3


def test_one_bot_alone_and_many_have_a_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    plan = Plan("boss", ("random",), timed=True)
    alone = list(play_games(plan, schedule(1, 2, 2, 1), 1))
    assert "nothing to rate" in Page(made(("random",), alone, monkeypatch)).text
    many = tuple(f"bot{at}" for at in range(10))
    games = [
        Result(at // 2, (at % 10, (at + 1) % 10) if at % 2 else ((at) % 10, (at - 1) % 10), (5, 3), (1, 2), 50)
        for at in range(40)
    ]
    page = Page(made(many, games, monkeypatch))
    assert all(name in page.text for name in many)
