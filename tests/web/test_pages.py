"""The pages as forms alone: no script anywhere, whatever is pressed or made up."""

from __future__ import annotations

import re
from html import unescape

import httpx
import pytest

from tests.web.serving import Running

CSRF = re.compile(r'name="csrf" value="([^"]*)"')
PLAY = re.compile(r'<button form="moves" name="play" value="([^"]+)"')
DRAFT = re.compile(r'<button form="moves" name="draft" value="([^"]+)" data-action="(send:[^"]+)" class="send"')
CARD = re.compile(r'<button form="moves" name="draft" value="([^"]+)" data-action="(lay:[^"]+)"')


class Sitter:
    """Somebody with a browser that knows forms and cookies."""

    def __init__(self, address: str) -> None:
        self.http = httpx.Client(
            base_url=address, timeout=30, follow_redirects=True, headers={"accept": "text/html", "origin": address}
        )
        self.page = self.http.get("/")

    def go(self, path: str) -> httpx.Response:
        self.page = self.http.get(path)
        return self.page

    def send(self, path: str, **fields: str) -> httpx.Response:
        """A form of the page that is open now."""
        found = CSRF.search(self.page.text)
        self.page = self.http.post(path, data={"csrf": found[1] if found else "", **fields})
        return self.page

    @property
    def table(self) -> str:
        return str(self.page.url.path)

    def field(self, name: str) -> str:
        found = re.search(rf'name="{name}" value="([^"]*)"', self.page.text)
        assert found is not None
        return found[1]


def open_table(anna: Sitter, *seats: str, **more: str) -> str:
    """A table of Boss with these chairs beside Anna's."""
    chairs = {f"seat{at}": seat for at, seat in enumerate(seats, 1)}
    told = {"tempo": "live", "seconds": "120", "reserve": "0", "take_back": "on", "name": "Anna", **chairs, **more}
    answer = anna.send("/tables", game="boss", seats=str(len(seats) + 1), **told)
    assert answer.status_code == 200, answer.text
    return anna.table


def duel(running: Running) -> tuple[Sitter, Sitter, str]:
    """Two people at Boss, the game begun."""
    anna, iwo = Sitter(running.address), Sitter(running.address)
    table = open_table(anna, "open")
    iwo.go(table)
    assert iwo.send(f"{table}/join", seat="1", name="Iwo").status_code == 200
    anna.go(table)
    anna.send(f"{table}/start")
    iwo.go(table)
    return anna, iwo, table


def test_a_whole_game_with_forms_alone(running: Running) -> None:
    anna, iwo, table = duel(running)
    turns = 0
    while "won" not in anna.page.text:
        one = anna if anna.field("waits") else iwo
        places = DRAFT.findall(one.page.text)
        if places:
            one.send(f"{table}/move", draft=unescape(places[turns % len(places)][0]))
            assert "st-sel" in one.page.text
        one.send(f"{table}/move", draft=unescape(CARD.findall(one.page.text)[0][0]))
        ready = re.search(r'<button form="moves" name="play" value="([^"]+)"[^>]*class="btn ox go"', one.page.text)
        assert ready is not None
        one.send(f"{table}/move", play=unescape(ready[1]), seen=one.field("seen"))
        assert one.page.status_code == 200
        anna.go(table)
        iwo.go(table)
        turns += 1
    assert turns >= 30
    assert "The payout of round 3" in anna.page.text
    version = anna.field("seen")
    anna.send(f"{table}/move", play="stay", seen=version)
    assert anna.page.status_code == 409
    assert "The game is over." in anna.page.text
    assert "Nothing has changed." in anna.page.text
    assert anna.go(table).status_code == 200
    assert anna.field("seen") == version
    for one in (anna, iwo):
        assert one.go(f"{table}/record").text.startswith("backroom")
        one.go(table)
    again = anna.send(f"{table}/rematch").url
    assert iwo.send(f"{table}/rematch").url == again


def test_all_moves_stand_in_the_list(running: Running) -> None:
    anna, iwo, _table = duel(running)
    one = anna if anna.field("waits") else iwo
    listed = {unescape(token) for token in PLAY.findall(one.page.text)}
    assert "stay" in listed
    assert "send:boston:1v" in listed
    assert len(listed) > 60


def test_a_move_is_taken_back_while_nobody_acted(running: Running) -> None:
    anna, iwo, table = duel(running)
    one, other = (anna, iwo) if anna.field("waits") else (iwo, anna)
    one.send(f"{table}/move", play="stay", seen=one.field("seen"))
    before = one.field("seen")
    one.send(f"{table}/back")
    assert one.page.status_code == 200
    assert int(one.field("seen")) > int(before)
    assert "stay" in PLAY.findall(one.page.text)
    other.go(table)
    assert other.send(f"{table}/back").status_code == 409


def refused(one: Sitter, table: str, status: int, sentence: str) -> None:
    """A page that says so in one sentence with a way back; the table is as it was."""
    assert one.page.status_code == status, one.page.text
    assert sentence in unescape(one.page.text)
    assert "Nothing has changed." in one.page.text
    assert f'href="{table}"' in one.page.text or 'href="/"' in one.page.text


def test_stale_forged_and_made_up_forms(running: Running) -> None:
    anna, iwo, table = duel(running)
    one, other = (anna, iwo) if anna.field("waits") else (iwo, anna)
    seen = one.field("seen")
    version = seen

    one.send(f"{table}/move", play="send:boston:6v3r lay:moon:1", seen=seen)
    refused(one, table, 422, "no such move")
    one.go(table).raise_for_status()
    one.send(f"{table}/move", play="send:chicago:1v", seen=seen)
    refused(one, table, 409, "Chicago is open to you only after")
    assert "/rules/boss#B-18" in one.page.text
    one.go(table)
    one.send(f"{table}/move", play="", seen=seen)
    refused(one, table, 422, "A move needs a token")
    one.go(table)
    one.send(f"{table}/move", play="stay", seen="yesterday")
    refused(one, table, 409, "look again")
    other.send(f"{table}/move", play="stay", seen=seen)
    refused(other, table, 409, "turn")
    eve = Sitter(running.address)
    eve.go("/people/me")
    eve.send("/people/name", name="Eve")
    eve.go(table)
    eve.send(f"{table}/move", play="stay", seen=seen)
    refused(eve, table, 403, "You do not sit at this table.")
    eve.go(table)
    eve.send(f"{table}/join")
    refused(eve, table, 409, "The game has begun already.")
    assert eve.http.post(f"{table}/move", data={"play": "stay", "seen": seen}).status_code == 403  # without its proof
    one.go(table)
    assert one.field("seen") == version  # nothing of all this has changed anything

    assert one.send(f"{table}/move", play="stay", seen=seen).status_code == 200
    one.send(f"{table}/move", play="stay", seen=seen)  # pressed twice: counts once
    assert one.page.status_code == 200
    one.send(f"{table}/move", play="send:boston:1v", seen=seen)  # and another one from the same old page
    refused(one, table, 409, "look again")


def test_the_host_takes_words_away_and_asks_for_silence(running: Running) -> None:
    anna, iwo, table = duel(running)
    iwo.go(table)
    iwo.send(f"{table}/say", text="You were seen in Detroit.")
    anna.go(table)
    iwo_is = re.search(r'name="silent" value="([^"]+)"', anna.page.text)
    line = re.search(r'name="line" value="([^"]+)"', anna.page.text)
    assert iwo_is is not None
    assert line is not None
    iwo.send(f"{table}/hush", silent=iwo_is[1])
    refused(iwo, table, 403, "Only the host of this table does that.")
    anna.send(f"{table}/hush", silent="nobody")
    refused(anna, table, 404, "There is no such person.")
    anna.go(table)
    anna.send(f"{table}/hush", silent=iwo_is[1])
    anna.send(f"{table}/unsay", line=line[1])
    assert "seen in Detroit" not in anna.page.text
    iwo.go(table)
    iwo.send(f"{table}/say", text="I was not.")
    refused(iwo, table, 403, "The host has asked you to be silent at this table.")
    anna.go(table)
    anna.send(f"{table}/hush", heard=iwo_is[1])
    iwo.go(table)
    assert "I was not." in iwo.send(f"{table}/say", text="I was not.").text


def test_full_unknown_and_closed_tables(running: Running) -> None:
    anna = Sitter(running.address)
    table = open_table(anna, "random")
    eve = Sitter(running.address)
    eve.go(table)
    eve.send(f"{table}/join", name="Eve")
    refused(eve, table, 409, "There is no free seat.")
    eve.go("/tables/nosuchtable")
    refused(eve, "/", 404, "There is no such table.")
    eve.go("/tables/new/chess")
    refused(eve, "/", 404, "no game 'chess'")
    eve.go("/nothing/here")
    refused(eve, "/", 404, "There is nothing here.")
    anna.go(table)
    anna.send(f"{table}/start")
    anna.send(f"{table}/abort")
    assert "The game was broken off." in anna.page.text
    anna.send(f"{table}/move", play="stay", seen=anna.field("seen"))
    refused(anna, table, 409, "This game is over")


def test_where_nobody_may_look_on_nobody_does(running: Running) -> None:
    anna = Sitter(running.address)
    table = open_table(anna, "random", spectators="none")
    anna.send(f"{table}/start")
    eve = Sitter(running.address)
    eve.go(table)
    refused(eve, table, 403, "At this table nobody may look on.")


def test_a_name_is_claimed_and_signed_in_with(running: Running) -> None:
    anna = Sitter(running.address)
    anna.go("/people/me")
    anna.send("/people/name", name="Anna of the pages")
    anna.send("/people/claim", passphrase="long enough for her")
    assert "This name is yours." in anna.page.text
    anna.send("/people/tokens", name="my bot")
    key = re.search(r"br_[\w-]{30,}", anna.page.text)
    assert key is not None
    assert (
        httpx.get(f"{running.address}/api/v1/me", headers={"authorization": f"Bearer {key[0]}"}).json()["name"]
        == "Anna of the pages"
    )
    anna.send("/people/sign-out")
    anna.go("/people/me")
    assert "Who are you?" in anna.page.text
    anna.send("/people/sign-in", name="Anna of the pages", passphrase="not this one")
    refused(anna, "/", 403, "There is no such name with this passphrase.")
    anna.go("/people/me")
    anna.send("/people/sign-in", name="Anna of the pages", passphrase="long enough for her")
    assert "Anna of the pages" in anna.page.text


@pytest.mark.parametrize("path", ["/", "/rules/boss", "/rules/omerta", "/rules/corleone", "/tables/new/corleone"])
def test_pages_are_compressed_and_nothing_in_them_breaks_the_policy(running: Running, path: str) -> None:
    answer = httpx.get(running.address + path, headers={"accept": "text/html"})
    assert answer.status_code == 200
    assert answer.headers["content-encoding"] == "gzip"
    assert " style=" not in answer.text
    assert "<script>" not in answer.text
    assert not re.search(r"\son[a-z]+=", answer.text)


def test_what_is_static_is_kept_for_ever(running: Running) -> None:
    page = httpx.get(running.address)
    found = re.findall(r'(?:href|src)="(/static/[^"#]+)', page.text)
    assert len(set(found)) > 5
    for path in set(found):
        answer = httpx.get(running.address + path)
        assert answer.status_code == 200, path
        assert "immutable" in answer.headers["cache-control"]
    assert httpx.get(f"{running.address}/static/older/room.js").status_code == 307
    assert httpx.get(f"{running.address}/static/older/none.js").status_code == 404
