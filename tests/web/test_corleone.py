"""Corleone's Empire on a page: layers, travelling pieces, secrets, an owner's own map."""

from __future__ import annotations

import gzip
import re
from collections import Counter

import pytest

import backroom
from backroom.games.corleone.view import CorleoneView
from backroom.kernel.edition import Edition
from backroom.kernel.events import Event
from backroom.kernel.state import State
from backroom.kernel.words import Speaker
from backroom.web.scene import Scene
from backroom.web.tables import Voice, drawing_of
from tests.web.scenes import PEOPLE, played, scene_of

DRAWING = drawing_of("corleone")
MOST = 15_000
"""Bytes, compressed, that a move may cost a viewer."""


def drawn(state: State, seat: int | None, events: list[tuple[int, Event]]) -> dict[str, str]:
    """All zones as one seat has them."""
    public = DRAWING.public(scene_of(state, None, events[-120:]))
    return {name: str(zone) for name, zone in (public | DRAWING.private(scene_of(state, seat, events[-120:]))).items()}


def test_a_move_is_a_few_kilobytes_and_never_the_printed_map() -> None:
    before: dict[str, str] = {}
    for number, (state, events) in enumerate(played("corleone", 5, seed=8)):
        if number % 9 > 1:  # two moments in a row, now and then
            continue
        now = drawn(state, 2, events)
        changed = {name: zone for name, zone in now.items() if before.get(name) != zone}
        if before:
            assert not changed.keys() & {"ground", "lens"}
            assert len(gzip.compress("".join(changed.values()).encode())) < MOST
        before = now


def test_every_piece_has_one_name_and_one_place() -> None:
    for number, (state, events) in enumerate(played("corleone", 4, seed=2)):
        if number % 5:
            continue
        html = "".join(drawn(state, 0, events).values())
        named = Counter(re.findall(r'data-piece="([^"]+)"', html))
        assert [name for name, count in named.items() if count > 1] == []


def test_a_thug_keeps_his_name_from_the_supply_to_the_river() -> None:
    """So he is seen to walk: the piece that was at home is the one on the board, and the one that swims."""
    walked = killed = 0
    before: dict[str, str] = {}
    for state, events in played("corleone", 3, seed=11):
        public = DRAWING.public(scene_of(state, None, events[-120:]))
        now = dict(re.findall(r'data-piece="(t\d-[^"]+)" data-at="([^"]*)"', "".join(public.values())))
        kind = events[-1][1].kind if events else "act"
        if before and kind != "act":
            walked += sum(before.get(name) == "home" and place not in ("home", "river") for name, place in now.items())
            killed += sum(
                before.get(name) not in (None, "home", "river") and place == "river" for name, place in now.items()
            )
        before = now
    assert walked > 10
    assert killed > 0


def test_a_sealed_bid_shows_others_nothing() -> None:
    for state, _events in played("corleone", 3, seed=4):
        view = state.view(0)
        assert isinstance(view, CorleoneView)
        if view.phase == "bribery" and len(state.waiting) == 3 and len(state.legal(1)) > 1:
            break
    else:
        pytest.fail("no bribery with anything to bid")
    others = {seat: DRAWING.private(scene_of(state, seat)) for seat in (0, 2)}
    table = DRAWING.public(scene_of(state, None))
    game = state.setup.game
    token = next(game.token(action) for action in state.legal(1) if game.token(action).startswith("bid:"))
    state.play(1, game.action(token))
    assert {seat: DRAWING.private(scene_of(state, seat)) for seat in (0, 2)} == others
    assert DRAWING.public(scene_of(state, None)) == table
    state.play(1, game.action("seal"))
    told = "".join(DRAWING.private(scene_of(state, 0)).values())
    assert told == "".join(others[0].values())
    assert "sealed" in DRAWING.private(scene_of(state, 1))["prompt"]


def test_a_draft_stands_on_the_map_and_in_the_hand() -> None:
    state = backroom.game("corleone").new(seats=3, seed=1)
    seat = state.waiting[0]
    scene = scene_of(state, seat, draft=["family:s01", "take:bill-2"])
    zones = DRAWING.private(scene)
    assert zones["spots"].count("ghost") == 1
    assert zones["prompt"].count('class="od num"') == len(scene.draft) == 2
    assert "st-sel" in zones["spots"]
    assert 'value="family:s01 take:bill-2"' in zones["prompt"]


def owners_edition() -> Edition:
    """The house edition on a board of another size, with a name that has to be escaped."""
    source = backroom.game("corleone").house_edition().text

    def doubled(match: re.Match[str]) -> str:
        return re.sub(r"\d+", lambda number: str(2 * int(number[0])), match[0])

    source = re.sub(
        r"^(label|printed|tile|control|police|outline|place|river|width|height) = .*$", doubled, source, flags=re.M
    )
    return Edition(source.replace("Broad Street Insurance", "Lock & <Key>"))


def test_an_owners_map_is_drawn_from_his_file() -> None:
    game = backroom.game("corleone")
    edition = owners_edition()
    state = game.new(seats=3, seed=1, edition=edition)
    speaker: Speaker = Voice(DRAWING, game, "en", PEOPLE[:3], edition)
    scene = Scene(state.view(None), speaker, bots=(None,) * 3, deadlines=(None,) * 3)
    house = DRAWING.public(scene_of(game.new(seats=3, seed=1), None))
    own = DRAWING.public(scene)
    assert "Lock &amp; &lt;Key&gt;" in own["ground"]
    assert own["ground"].replace("Lock &amp; &lt;Key&gt;", "Broad Street Insurance") == house["ground"]
    assert own["pieces"] == house["pieces"]
