"""The consigliere as forms alone: what he says, and to whom he says nothing."""

from __future__ import annotations

import re
from html import unescape

import pytest
from markupsafe import Markup

import backroom
from backroom.web.counsel import marked, places
from tests.web.serving import Running
from tests.web.test_pages import Sitter, duel, open_table, refused

HINT = re.compile(r'<button form="moves" name="(draft|play)" value="([^"]+)" data-action="([^"]+)" class="btn hint"')


def alone(running: Running, *bots: str, **more: str) -> tuple[Sitter, str]:
    """Anna against bots, to move."""
    anna = Sitter(running.address)
    table = open_table(anna, *bots, **{"option-first_player": "seat_1", **more})
    anna.send(f"{table}/start")
    return anna, table


def test_he_says_what_he_would_do_and_it_can_be_done(running: Running) -> None:
    anna, table = alone(running, "sensible")
    anna.send(f"{table}/consigliere", draft="")
    assert anna.page.status_code == 200, anna.page.text
    hints = HINT.findall(anna.page.text)
    assert 1 <= len(hints) <= 3
    legal = {unescape(token) for token in re.findall(r'name="play" value="([^"]+)"', anna.page.text)}
    assert all(action in legal for _kind, _value, action in hints)
    assert re.search(r'<span class="chance num">\d+ %</span>', anna.page.text)
    assert 'data-advised="1"' in anna.page.text
    kind, value, _action = hints[0]
    assert kind == "draft"  # a turn of Boss goes on with a card: nothing is sent yet
    anna.send(f"{table}/move", draft=unescape(value))
    assert unescape(value) in str(anna.page.url).replace("%20", "+").replace("+", " ")
    anna.send(f"{table}/consigliere", draft=unescape(value))  # and which card then?
    cards = [action for _kind, _value, action in HINT.findall(anna.page.text)]
    assert cards
    assert all(card.startswith("lay:") for card in cards)
    assert anna.go(table).text.count("data-advised") == 0


def test_for_a_script_it_is_data(running: Running) -> None:
    anna, table = alone(running, "sensible")
    csrf = re.search(r'name="csrf" value="([^"]*)"', anna.page.text)
    assert csrf is not None
    told = anna.http.post(
        f"{table}/consigliere", data={"csrf": csrf[1], "draft": ""}, headers={"accept": "application/json"}
    ).json()
    assert told["version"] == int(anna.field("seen"))
    assert set(told["marks"].values()) <= {"1", "2", "3"}
    assert all(f'data-action="{action}"' in anna.page.text for action in told["marks"])


@pytest.mark.parametrize("advice", ["alone", "none"])
def test_he_is_silent_where_the_table_does_not_allow_it(running: Running, advice: str) -> None:
    if advice == "none":
        one, table = alone(running, "sensible", advice="none")
    else:
        anna, iwo, table = duel(running)
        one = anna if anna.field("waits") else iwo
    version = one.field("seen")
    assert 'form="counsel"' not in one.page.text
    one.send(f"{table}/consigliere", draft="")
    refused(one, table, 403, "At this table nobody may ask the consigliere.")
    one.go(table)
    assert one.field("seen") == version


def test_where_all_may_ask_people_may_ask_too(running: Running) -> None:
    anna, iwo = Sitter(running.address), Sitter(running.address)
    table = open_table(anna, "open", advice="all", **{"option-first_player": "seat_1"})
    iwo.go(table)
    iwo.send(f"{table}/join", seat="1", name="Iwo")
    anna.go(table)
    anna.send(f"{table}/start")
    iwo.go(table)
    iwo.send(f"{table}/consigliere", draft="")
    refused(iwo, table, 409, "It is not your turn")
    assert anna.send(f"{table}/consigliere", draft="send:moon:1v").status_code == 200  # a draft that is none
    assert HINT.search(anna.page.text)
    eve = Sitter(running.address)
    eve.go("/people/me")
    eve.send("/people/name", name="Eve")
    eve.go(table)
    eve.send(f"{table}/consigliere", draft="")
    refused(eve, table, 403, "You do not sit at this table.")


def test_a_move_without_a_button_of_its_own_is_marked_where_its_kind_is() -> None:
    zones = {"board": Markup('<button data-action="send:boston:1v">'), "prompt": Markup('<button data-action="stay">')}
    marks = places(zones, ["stay", "send:boston:3v", "send:memphis:1v"], "en")
    assert marks == {"stay": "1", "send:boston:1v": "2"}
    assert marked(zones, marks)["board"] == '<button data-action="send:boston:1v" data-advised="2">'


def test_every_bot_has_a_face_and_a_level_in_words(running: Running) -> None:
    from backroom.bots import BOTS
    from backroom.web.company import LEVELS
    from backroom.web.statics import statics

    assert set(LEVELS) == set(BOTS)
    drawn = statics()["faces.svg"].plain.decode()
    for bot in BOTS:
        anna, _table = alone(running, *[bot] * (backroom.game("boss").seats[-1] - 1))
        faces = set(re.findall(r"faces\.svg#([\w-]+)\"", anna.page.text)) - {"consigliere"}
        assert len(faces) == 4
        for face in faces:
            assert face.startswith(bot)
            assert f'<symbol id="{face}"' in drawn
        assert f"(bot: {LEVELS[bot][0]})" in anna.page.text
