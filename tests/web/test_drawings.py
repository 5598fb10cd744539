"""Every drawing, at every moment of random games: it draws, it says all moves, and it repeats itself to the byte."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

import backroom
from backroom.web.tables import drawing_of
from backroom.web.tables.plain import Plain
from tests.web.scenes import played, scene_of

VOID = {"input", "br", "hr", "img", "meta", "link", "wbr"}


class Balance(HTMLParser):
    """Holds the tags of a fragment to their order, and collects the moves that can be pressed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.pressed: set[str] = set()
        self.feed(html)
        assert self.open == [], self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        assert "style" not in told, tag
        assert not any(name.startswith("on") for name in told), told
        if tag == "button" and told.get("name") in ("play", "draft"):
            assert told.get("form") == "moves"
            self.pressed.update((told.get("value") or "").split())
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("game", backroom.games())
def test_every_moment_is_drawn_for_everybody(game: str) -> None:
    drawing = drawing_of(game)
    known = set(drawing.zones)
    seats = backroom.game(game).seats[-1]
    for number, (state, events) in enumerate(played(game, seats, seed=3)):
        if number % 7 and not state.over:
            continue
        for seat in (*range(seats), None):
            scene = scene_of(state, seat, events[-60:])
            zones = drawing.private(scene) | drawing.public(scene_of(state, None))
            assert zones.keys() == known
            again = drawing.private(scene_of(state, seat, events[-60:])) | drawing.public(scene_of(state, None))
            assert zones == again
            html = "".join(zones.values())
            pressed = Balance(html).pressed
            assert set(scene.legal) <= pressed
            assert "<Iwo>" not in html
            assert 'Lena "Q"' not in html
            assert drawing.where(scene) == drawing.where(scene_of(state, seat))
        if state.over:
            assert "&lt;Iwo&gt;" in drawing.ending(scene_of(state, None, events))
            Balance(drawing.ending(scene_of(state, 0, events)))


@pytest.mark.parametrize("game", backroom.games())
def test_what_a_seat_is_shown_depends_on_its_view_alone(game: str) -> None:
    """The law of views, for pages: a world imagined from a seat's view is drawn to the same bytes."""
    from random import Random

    drawing = drawing_of(game)
    for number, (state, _events) in enumerate(played(game, backroom.game(game).seats[0], seed=5)):
        if number % 11:
            continue
        for seat in range(state.setup.seats):
            world = state.setup.game.imagine(state.view(seat), Random(number))
            assert drawing.private(scene_of(world, seat)) == drawing.private(scene_of(state, seat))
            assert drawing.public(scene_of(world, None)) == drawing.public(scene_of(state, None))


def test_games_without_a_drawing_have_a_plain_one() -> None:
    plain = Plain()
    for number, (state, events) in enumerate(played("boss", 3, seed=1)):
        if number % 40 == 0 or state.over:
            scene = scene_of(state, 0, events)
            Balance("".join((plain.private(scene) | plain.public(scene)).values()))
