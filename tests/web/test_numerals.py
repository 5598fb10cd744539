"""Persian pages count in Persian: every page and every zone, but for what is Latin everywhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import httpx
import pytest

import backroom
from backroom.kernel.tongues import FSI, PDI
from backroom.web.numerals import written
from backroom.web.tables import drawing_of
from tests.web.scenes import played, scene_of
from tests.web.serving import Running

PATHS = (
    "/", "/tables/new/boss?seats=5", "/tables/new/omerta", "/tables/new/corleone", "/rules", "/rules/boss",
    "/rules/omerta/summary", "/rules/corleone", "/rules/boss/cards", "/rules/omerta/cards", "/rules/corleone/cards",
    "/rules?q=5", "/learn/boss", "/learn/omerta", "/learn/corleone", "/studies/new", "/positions/boss",
    "/positions/omerta", "/positions/corleone", "/settings", "/people/me", "/best/boss", "/tables/nosuch", "/offline",
)  # fmt: skip
VOID = {"input", "br", "hr", "img", "meta", "link", "use", "path", "rect", "circle", "line", "ellipse", "stop"}
LATIN = {"bdi", "code", "pre", "kbd", "script", "style", "textarea"}
NUMBER = re.compile(rf"{FSI}[^{PDI}]*{PDI}|[0-9]*[A-Za-z][\w:./-]*")
"""What holds Latin digits by right: a name set apart, the number of a paragraph, a token, SHA-256."""


class Latin(HTMLParser):
    """Collects what people read of a page that has Latin digits in it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.within: list[tuple[str, bool]] = []
        self.found: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if not any(kept for _tag, kept in self.within):
            for name in ("aria-label", "title", "alt", "placeholder"):
                self.look(told.get(name) or "")
        kept = tag in LATIN or told.get("dir") == "ltr" or told.get("role") == "img" or told.get("translate") == "no"
        if tag not in VOID:
            self.within.append((tag, kept))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """It holds nothing."""

    def handle_endtag(self, tag: str) -> None:
        while self.within and self.within.pop()[0] != tag:
            continue

    def handle_data(self, data: str) -> None:
        if not any(kept for _tag, kept in self.within):
            self.look(data)

    def look(self, text: str) -> None:
        if re.search("[0-9]", NUMBER.sub("", text)):
            self.found.append(text.strip())


def test_every_page_counts_in_persian(running: Running) -> None:
    with httpx.Client(base_url=running.address, headers={"accept-language": "fa", "accept": "text/html"}) as reader:
        found = {path: Latin(reader.get(path).text).found for path in PATHS}
        assert {path: digits for path, digits in found.items() if digits} == {}


def test_what_is_not_for_reading_is_the_same_in_every_language(running: Running) -> None:
    """Values, addresses, ids and whatever else a browser or a script reads."""
    marks = re.compile(r' (?:value|href|id|name|data-[a-z]+|viewBox|d|width|x|class)="([^"]*)"')
    for path in ("/tables/new/boss?seats=5", "/rules/corleone/cards", "/positions/omerta"):
        read = [httpx.get(running.address + path, headers={"accept-language": each}).text for each in ("fa", "en")]
        persian, english = ([each for each in marks.findall(text) if re.search("[0-9۰-۹]", each)] for text in read)
        assert not [each for each in persian if re.search("[۰-۹]", each)]
        assert len(persian) == len(english) > 10


@pytest.mark.parametrize("game", backroom.games())
def test_a_game_is_told_in_persian_numbers_from_its_first_moment_to_its_last(game: str) -> None:
    drawing = drawing_of(game)
    for number, (state, events) in enumerate(played(game, backroom.game(game).seats[-1], seed=4)):
        if number % 23 and not state.over:
            continue
        for seat in (0, None):
            scene = scene_of(state, seat, events[-60:], language="fa")
            zones = drawing.private(scene) | drawing.public(scene_of(state, None, language="fa"))
            parts = [*zones.values(), drawing.where(scene), drawing.ending(scene) if state.over else ""]
            assert Latin(written("".join(parts), "fa")).found == []


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        ("<!doctype html><p>2 of 10</p>", "<!doctype html><p>۲ of ۱۰</p>"),
        ('<p title="3 cards" data-n="3">3</p>', '<p title="۳ cards" data-n="3">۳</p>'),
        ("<b>1 <bdi>Anna 2 <bdi>3</bdi> 4</bdi> 5</b>", "<b>۱ <bdi>Anna 2 <bdi>3</bdi> 4</bdi> ۵</b>"),
        ('<a href="#B-14"><bdi dir="ltr">B-14</bdi></a> B-14', '<a href="#B-14"><bdi dir="ltr">B-14</bdi></a> B-14'),
        ('<input dir="ltr" value="7"> 7', '<input dir="ltr" value="7"> ۷'),
        ('<i role="img" aria-label="7"><i>7</i> 7</i> 7', '<i role="img" aria-label="۷"><i>7</i> 7</i> ۷'),
        ("it&#39;s 5 < 6", "it&#39;s ۵ < ۶"),
        ("<script>let a = 1</script>1", "<script>let a = 1</script>۱"),
    ],
)
def test_only_what_people_read_is_changed(html: str, shown: str) -> None:
    assert written(html, "fa") == shown
    assert written(html, "uk") == html
