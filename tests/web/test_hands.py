"""Several people at one device: whoever has it in hand sees his own side, and behind the curtain nobody sees any."""

from __future__ import annotations

import json
import re
from html import unescape

import httpx
import pytest

from tests.web.serving import Running
from tests.web.test_pages import CARD, DRAFT, Sitter, open_table


def shared(running: Running, game: str = "boss") -> tuple[Sitter, str]:
    """Anna, Bob and Cid at Anna's device; the game begun."""
    anna = Sitter(running.address)
    table = open_table(anna, "here", "here", here1="Bob <b>", here2="Cid", **{"option-first_player": "seat_1"})
    anna.send(f"{table}/start")
    return anna, table


def done(anna: Sitter, table: str) -> None:
    """Whoever has the device decides all he has to decide."""
    while anna.field("waits"):
        plays = re.findall(r'<button form="moves" name="play" value="([^"]+)"', anna.page.text)
        chosen = next((each for each in plays if "pass" in each), plays[0])
        anna.send(f"{table}/move", play=unescape(chosen), seen=anna.field("seen"))
        assert anna.page.status_code == 200, chosen


def stream(anna: Sitter, table: str) -> dict[str, str]:
    """The first fragments a page is sent."""
    with anna.http.stream("GET", f"{table}/live") as answer:
        assert answer.status_code == 200
        event = ""
        for line in answer.iter_lines():
            if line.startswith("event: "):
                event = line[7:]
            elif line.startswith("data: ") and event == "fragments":
                return dict(json.loads(line[6:]))
    raise AssertionError("no fragments")


def test_the_device_goes_from_hand_to_hand_and_each_sees_his_own_side_alone(running: Running) -> None:
    anna, table = shared(running)
    anna.go(table)
    assert "Hand the device to <bdi>Anna</bdi>." in anna.page.text
    assert 'class="hand' not in anna.page.text
    assert anna.send(f"{table}/hand", seat="0").status_code == 200
    assert 'data-seat="0"' in anna.page.text
    assert "<bdi>Anna</bdi> has the device." in anna.page.text
    places = DRAFT.findall(anna.page.text)
    anna.send(f"{table}/move", draft=unescape(places[0][0]))
    anna.send(f"{table}/move", draft=unescape(CARD.findall(anna.page.text)[0][0]))
    ready = re.search(r'<button form="moves" name="play" value="([^"]+)"[^>]*class="btn ox go"', anna.page.text)
    assert ready is not None
    anna.send(f"{table}/move", play=unescape(ready[1]), seen=anna.field("seen"))
    assert 'data-seat="0"' in anna.page.text  # Anna still has it, and sees what came of it
    anna.send(f"{table}/hand")
    assert "Hand the device to <bdi>Bob &lt;b&gt;</bdi>." in anna.page.text
    anna.send(f"{table}/hand", seat="1")
    assert 'data-seat="1"' in anna.page.text
    assert anna.field("waits") == "1"
    anna.send(f"{table}/move", play="stay", seen=anna.field("seen"))
    done(anna, table)
    anna.send(f"{table}/hand")
    assert "Hand the device to <bdi>Cid</bdi>." in anna.page.text


def test_behind_the_curtain_nothing_shows_or_does_anything_for_any_seat(running: Running) -> None:
    anna, table = shared(running)
    api = f"/api/v1{table}"
    mine = {}
    for seat in range(3):
        anna.send(f"{table}/hand", seat=str(seat))
        mine[seat] = (stream(anna, table)["hand"], anna.http.get(f"{table}/zones?all").json()["zones"]["hand"])
        assert mine[seat][0] == mine[seat][1]
        assert anna.http.get(f"{api}/view").json()["seat"] == seat
        anna.go(table)
        anna.send(f"{table}/hand")
    assert len({told[0] for told in mine.values()}) == 3
    assert stream(anna, table)["hand"] not in {told[0] for told in mine.values()}
    assert anna.http.get(f"{table}/zones?all").json()["zones"]["hand"] not in {told[0] for told in mine.values()}
    assert anna.http.get(f"{api}/view").json()["seat"] is None
    anna.go(table)
    assert anna.send(f"{table}/move", play="stay", seen="0").status_code == 403
    anna.go(table)
    assert anna.send(f"{table}/say", text="who am I").status_code == 403


def test_nobody_else_takes_the_device_and_a_hand_at_another_table_counts_nothing(running: Running) -> None:
    anna, table = shared(running)
    _bea, other = shared(running)
    anna.send(f"{table}/hand", seat="1")
    anna.go(table)
    assert anna.send(f"{other}/hand", seat="1").status_code == 403
    anna.go(table)
    anna.http.cookies.delete("hand")
    anna.http.cookies.set("hand", f"{other.rpartition('/')[2]}.1", domain="127.0.0.1")
    assert "Hand the device to" in anna.go(table).text
    anna.http.cookies.clear()
    eve = Sitter(running.address)
    eve.http.cookies.set("hand", f"{table.rpartition('/')[2]}.1")
    assert "data-seat" not in eve.go(table).text


def test_who_shares_a_device_with_strangers_at_the_table_waits_behind_the_curtain(running: Running) -> None:
    anna, iwo = Sitter(running.address), Sitter(running.address)
    table = open_table(anna, "here", "open", here1="Bob")
    iwo.go(table)
    iwo.send(f"{table}/join", seat="2", name="Iwo")
    anna.go(table)
    anna.send(f"{table}/start")
    iwo.go(table)
    assert 'data-seat="2"' in iwo.page.text
    told = anna.http.get(f"{table}/curtain").json()["wanted"]
    assert told in ([0], [1], [])
    expected = "Hand the device to" if told else "Nobody here has anything to decide."
    assert expected in anna.go(table).text


def test_simultaneous_decisions_are_asked_one_after_another(running: Running) -> None:
    anna = Sitter(running.address)
    seats = {"seat1": "here", "here1": "Bob", "seat2": "here", "here2": "Cid"}
    anna.send("/tables", game="omerta", seats="3", name="Anna", **seats)
    table = anna.table
    anna.send(f"{table}/start")
    for _ in range(400):
        told = anna.http.get(f"{table}/curtain").json()["wanted"]
        if len(told) > 1:
            break
        anna.go(table)
        anna.send(f"{table}/hand", seat=str(told[0]))
        done(anna, table)
        anna.send(f"{table}/hand")
    assert len(told) > 1
    anna.go(table)
    first = re.findall(r'name="seat" value="(\d)"', anna.page.text)
    assert first[0] == str(told[0])
    anna.send(f"{table}/hand", seat=first[0])
    done(anna, table)
    anna.send(f"{table}/hand")
    assert re.findall(r'name="seat" value="(\d)"', anna.page.text)[0] == str(told[1])


def test_when_the_game_is_over_the_curtain_is_gone_and_the_same_table_is_set_again(running: Running) -> None:
    anna, table = shared(running)
    name = table.rpartition("/")[2]
    anna.send(f"{table}/hand", seat="0")
    anna.send(f"{table}/abort")
    anna.send(f"{table}/hand")
    assert "The game was broken off." in anna.page.text
    assert anna.go(f"/studies/{name}").status_code == 200
    anna.go(table)
    anna.send(f"{table}/rematch")
    assert anna.page.url.path != table
    assert "Hand the device to" in anna.page.text


@pytest.mark.parametrize("seat", ["here", "+Bob"])
def test_programs_open_no_tables_for_one_device(running: Running, seat: str) -> None:
    one = httpx.post(f"{running.address}/api/v1/guests", json={"name": "Bot", "token": "t"}).json()
    body = {"game": "boss", "seats": ["host", seat], "tempo": {"seconds": 60, "reserve": 0}}
    headers = {"authorization": f"Bearer {one['token']}"}
    assert httpx.post(f"{running.address}/api/v1/tables", json=body, headers=headers).status_code == 422
