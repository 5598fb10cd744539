"""Games looked at again on the pages, by links and forms alone."""

from __future__ import annotations

import re
import time
from html import unescape
from random import Random

import httpx
import pytest

import backroom
from backroom.kernel.record import Record
from backroom.kernel.state import HOUSE
from backroom.kernel.words import translations
from backroom.web.charts import Series, apart, chart, ticks
from backroom.web.reel import Reel, Sitters
from backroom.web.tables import drawing_of
from tests.web.clients import Client, play_all, table_of, until_over
from tests.web.serving import Running
from tests.web.test_drawings import Balance
from tests.web.test_pages import Sitter, duel


def record_of(game: str, seed: int = 3, moves: int | None = None) -> Record:
    """A random game."""
    rng = Random(seed)
    state = backroom.game(game).new(seed=seed)
    while not state.over and (moves is None or state.made < moves):
        seat = rng.choice([seat for seat in (*state.waiting, HOUSE) if state.legal(seat)])
        state.play(seat, rng.choice(state.legal(seat)))
    return Record.of(state)


def brought(running: Running, record: object) -> tuple[Sitter, str]:
    """Somebody brings a record; the study's address."""
    anna = Sitter(running.address)
    anna.go("/studies/new")
    anna.send("/studies", text=str(record), title="Sunday <i>")
    assert anna.page.status_code == 200, anna.page.text
    return anna, anna.page.url.path


@pytest.mark.parametrize("game", backroom.games())
def test_every_step_is_drawn_from_everybodys_eyes_with_buttons_that_do_nothing(game: str) -> None:
    reel = Reel(record_of(game))
    sitters = Sitters("en", (), ())
    assert reel.last == len(reel.record.moves)
    for at in range(0, reel.last + 1, max(1, reel.last // 12)):
        for eyes in (None, *range(reel.record.seats)):
            html = "".join(reel.zones(sitters, at, eyes).values())
            assert not Balance(html).pressed
            assert 'form="moves"' not in html
    assert "end" in reel.zones(sitters, reel.last, None)
    told = [reel.told(sitters, at, at + 1, None) for at in range(reel.last)]
    assert sum(map(bool, told)) > len(told) / 3


def test_a_record_is_brought_looked_at_and_taken_away(running: Running) -> None:
    record = record_of("boss")
    anna, place = brought(running, record)
    assert "Sunday &lt;i&gt;" in anna.page.text
    assert "Before the first move." in anna.page.text
    last = len(record.moves)
    assert f'href="{place}?at={last}&amp;eyes=0"' in anna.page.text
    anna.go(f"{place}?at={last}&eyes=2")
    assert "The final standing" in anna.page.text or "payout" in anna.page.text
    anna.go(f"{place}?at=99999&eyes=77")
    assert anna.page.status_code == 200
    assert anna.go(f"{place}/record").text == str(record)
    anna.go(place)
    eve = Sitter(running.address)
    eve.go(place)
    assert eve.page.status_code == 200  # whoever has the link
    eve.send("/people/name", name="Eve of studies")
    eve.go(place)
    assert eve.send(f"{place}/drop").status_code == 403
    assert anna.send(f"{place}/drop").status_code == 200
    assert anna.go(place).status_code == 404


def test_a_broken_record_is_refused_with_the_place_marked(running: Running) -> None:
    anna = Sitter(running.address)
    anna.go("/studies/new")
    lines = str(record_of("boss")).splitlines()
    number = next(at for at, line in enumerate(lines, 1) if line.startswith("S"))
    words = lines[number - 1].split()
    words[1] = "lay:moon:7"
    lines[number - 1] = " ".join(words)
    anna.send("/studies", text="\n".join(lines))
    assert anna.page.status_code == 422
    assert f"Line {number}, column 4:" in anna.page.text
    assert "<mark>lay:moon:7</mark>" in anna.page.text
    assert "backroom: record 1" in anna.page.text  # what was pasted is there to be mended
    forged = str(record_of("boss")).replace("\nscores: ", "\nscores: 9")
    anna.send("/studies", text=forged)
    assert "the result is not what the moves give" in unescape(anna.page.text)
    anna.send("/studies", text="x" * 200_000)
    assert anna.page.status_code == 413


def test_a_file_is_brought_too(running: Running) -> None:
    anna = Sitter(running.address)
    anna.go("/people/me")
    anna.send("/people/name", name="Anna with a file")
    anna.go("/studies/new")
    proof = re.search(r'name="csrf" value="([^"]+)"', anna.page.text)
    assert proof is not None
    files = {"file": ("game.txt", str(record_of("omerta")).encode(), "text/plain")}
    sent = anna.http.post("/studies", data={"csrf": proof[1], "text": "", "title": ""}, files=files)
    assert sent.status_code == 200
    assert sent.url.path.startswith("/studies/")
    assert anna.http.post("/studies", data={"csrf": "forged", "title": ""}, files=files).status_code == 403
    anna.go("/studies/new")
    assert str(sent.url.path) in anna.page.text


def test_a_running_game_is_never_shown_and_a_closed_table_stays_closed(running: Running) -> None:
    anna, iwo, table = duel(running)
    name = table.rpartition("/")[2]
    for place in (f"{table}/afterwards", f"/studies/{name}", f"/studies/{name}/position", f"/studies/{name}/record"):
        assert anna.go(place).status_code == 409, place
    assert anna.go("/studies/nosuchstudy1").status_code == 404
    anna.go(table)
    anna.send(f"{table}/abort")
    assert iwo.go(f"{table}/afterwards").status_code == 200
    assert Sitter(running.address).go(f"{table}/afterwards").status_code == 200


async def _play(people: list[Client], table: str) -> None:
    await play_all(people, table)


def test_who_did_not_sit_there_sees_nothing_where_nobody_may_look_on(running: Running) -> None:
    import asyncio

    one, other = Client(running.address), Client(running.address)
    table = table_of(one, other, spectators=False)
    asyncio.run(_play([one, other], table))
    until_over(one, table)
    eve = httpx.get(f"{running.address}/studies/{table}", headers={"accept": "text/html"})
    assert eve.status_code == 403
    mine = httpx.get(f"{running.address}/studies/{table}", headers={**one.headers, "accept": "text/html"})
    assert mine.status_code == 200
    assert "(you)" in mine.text
    assert one.name in mine.text


def test_remarks_stand_beside_their_moment_and_are_taken_away_by_author_or_owner(running: Running) -> None:
    anna, place = brought(running, record_of("boss"))
    anna.go(f"{place}?at=7&eyes=1")
    anna.send(f"{place}/remark", at="7", eyes="1", text="Was <b>that</b> wise?")
    assert "Was &lt;b&gt;that&lt;/b&gt; wise?" in anna.page.text
    assert "at=7" in str(anna.page.url)
    assert "Was &lt;b&gt;" not in anna.go(f"{place}?at=8&eyes=1").text
    assert f'href="{place}?at=7&amp;eyes=1#remarks"' in anna.page.text
    iwo = Sitter(running.address)
    iwo.go("/people/me")
    iwo.send("/people/name", name="Iwo of remarks")
    iwo.go(f"{place}?at=7")
    iwo.send(f"{place}/remark", at="7", eyes="0", text="It was.")
    notes = re.findall(r'name="remark" value="([^"]+)"', anna.go(f"{place}?at=7").text)
    assert len(notes) == 2  # the owner may take both
    iwo.go(f"{place}?at=7")
    assert re.findall(r'name="remark" value="([^"]+)"', iwo.page.text) == notes[1:]
    assert iwo.send(f"{place}/unremark", at="7", remark=notes[0]).status_code == 403
    assert "; Iwo of remarks: It was." in anna.go(f"{place}/record").text
    anna.go(f"{place}?at=7")
    anna.send(f"{place}/unremark", at="7", remark=notes[1])
    assert "It was." not in anna.page.text
    assert "(taken away)" in anna.page.text
    for number in range(5):
        anna.send(f"{place}/remark", at="7", text=f"and {number}")
    assert anna.page.status_code == 429
    anna.go(place)
    assert anna.send(f"{place}/remark", at="99999", text="later").status_code in (200, 429)


def test_chances_are_worked_out_in_the_background_with_a_progress_bar(running: Running) -> None:
    anna, place = brought(running, record_of("boss", moves=8))
    anna.send(f"{place}/analysis", at="0", eyes="0")
    assert "<progress" in anna.page.text
    assert 'http-equiv="refresh"' in anna.page.text
    until = time.monotonic() + 50
    while "<progress" in anna.go(place).text and time.monotonic() < until:
        told = anna.http.get(f"{place}/progress").json()
        assert told["status"] in ("asked", "working", "done")
        time.sleep(0.2)
    assert "Where it turned" in anna.page.text
    assert anna.page.text.count('<svg class="chart"') == 2
    assert re.search(r"<td class=\"num\">0 <small>\d+%</small></td>", anna.page.text)


def test_the_don_is_asked_once_and_says_what_he_would_have_done(running: Running) -> None:
    anna, place = brought(running, record_of("boss", moves=20))
    anna.go(f"{place}?at=4&eyes=1")
    anna.send(f"{place}/don", at="4", eyes="1")
    found = re.search(r'<ol class="dons">(.*?)</ol>', anna.page.text, re.DOTALL)
    assert found is not None
    assert re.search(r"\d+%", found[1])
    assert anna.go(f"{place}?at=4").text.count('<ol class="dons">') == 1
    assert "Ask the don" in anna.go(f"{place}?at=5").text


@pytest.mark.parametrize("game", backroom.games())
def test_any_moment_is_changed_and_played_on_against_bots(running: Running, game: str) -> None:
    record = record_of(game, moves=30)
    anna, place = brought(running, record)
    anna.go(f"{place}/position?at=21&eyes=1")
    text = unescape(re.findall(r"<textarea[^>]*>(.*?)</textarea>", anna.page.text, re.DOTALL)[-1])
    position = record.replay(21)
    assert backroom.game(game).load(text).dump() == position.dump()
    anna.send(f"/positions/{game}", position=text, seat="1", bot="random", do="open", luck="other")
    assert anna.page.status_code == 200, anna.page.text
    assert anna.page.url.path.startswith("/tables/")
    assert 'data-seat="0"' in anna.page.text


@pytest.mark.parametrize("game", backroom.games())
def test_a_position_is_drawn_as_its_table_and_its_figures_are_told_in_the_readers_language(
    running: Running, game: str
) -> None:
    told = httpx.get(
        f"{running.address}/positions/{game}", headers={"accept": "text/html", "accept-language": "uk"}
    ).text
    drawing, position = drawing_of(game), backroom.game(game).new(seed=1).position()
    assert [f'<div class="g g-{group}">' in told for group, _zones in drawing.groups] == [True] * len(drawing.groups)
    assert drawing.figures is not None
    for name, word, kind in drawing.figures:
        assert translations("uk").gettext(word) in told
        assert word not in told
        assert f'name="f:position.{name}{".0" if kind == "each" else ""}"' in told
        assert isinstance(position[name], list) == (kind == "each")


@pytest.mark.parametrize("game", backroom.games())
def test_all_hands_are_open_looking_back(game: str) -> None:
    record = record_of(game, moves=30)
    hands = Reel(record).hands(Sitters("en", (), ()), 3)
    assert [seat for seat, _hand in hands] == list(range(record.seats))


def test_a_row_of_omerta_lies_open_looking_back() -> None:
    reel = Reel(record_of("omerta", moves=30))
    for at in range(len(reel.states)):
        position = reel.states[at].position()
        for seat, hand in reel.hands(Sitters("en", (), ()), at):
            taken = bool(position["taken"]) and position["active"] == seat
            assert hand.count('<span class="card om') == len(position["rows"][seat]) + taken


def test_a_position_is_changed_by_fields_and_what_cannot_be_is_refused(running: Running) -> None:
    anna = Sitter(running.address)
    anna.go("/positions/boss?seats=3")
    text = unescape(re.findall(r"<textarea[^>]*>(.*?)</textarea>", anna.page.text, re.DOTALL)[-1])
    assert 'name="f:position.money.0"' in anna.page.text
    assert 'name="f:position.replays"' not in anna.page.text  # what has no word for people stands in the text alone
    assert re.search(
        r'<select id="f:position.marker".*?<option value="2"[^>]*>seat 3</option>', anna.page.text, re.DOTALL
    )
    fields = {"position": text, "seat": "1", "bot": "random", "do": "fields"}
    anna.send("/positions/boss", **{"f:position.round": "99"}, **fields)
    assert anna.page.status_code == 422
    assert 'role="alert"' in anna.page.text
    anna.send("/positions/boss", **{"f:position.round": "many"}, **fields)
    assert "expected a whole number" in anna.page.text
    anna.send("/positions/boss", position="{", seat="1", do="look")
    assert "this is no position" in anna.page.text
    anna.send("/positions/boss", position=text, seat="9", do="open")
    assert "there is no seat 9" in anna.page.text


def test_a_move_against_the_rules_in_a_record_is_told_in_the_readers_language_with_its_paragraph(
    running: Running,
) -> None:
    anna = Sitter(running.address)
    anna.http.headers["accept-language"] = "uk"
    anna.go("/studies/new")
    text = re.sub(r"(?m)^(S\d) .*", r"\1 send:chicago:1v", str(record_of("boss", moves=4)), count=1)
    anna.send("/studies", text=text)
    assert anna.page.status_code == 422
    assert "send:chicago:1v" in anna.page.text
    assert "Чикаго" in anna.page.text
    assert "not_yet" not in anna.page.text
    assert 'href="/rules/boss#B-18"' in anna.page.text


def test_a_position_without_bottom_is_refused(running: Running) -> None:
    anna = Sitter(running.address)
    for asked in ("look", "fields", "open"):
        anna.go("/positions/boss")
        anna.send("/positions/boss", position="[" * 9_000, seat="1", do=asked)
        assert anna.page.status_code == 422


def test_charts_tell_lines_apart_and_keep_names_from_covering_each_other() -> None:
    lines = [Series(seat, f"<{seat}>", [(0, 0), (1, seat)]) for seat in range(5)]
    drawn = chart("Scores", lines, str, cursor=0.5)
    Balance(drawn)
    assert drawn.count('class="line"') == 5
    assert "&lt;3&gt;" in drawn
    places = apart([100.0, 100.0, 101.0, 290.0, 291.0])
    assert all(abs(one - other) >= 18.9 for at, one in enumerate(places) for other in places[at + 1 :])
    assert max(places) <= 292
    assert ticks(0, 41) == [0, 10, 20, 30, 40, 50]
    assert chart("nothing", [], str) == ""
    grows = chart("grows", [Series(0, "a", [(0, 0), (5, 1)])], str, until=10)
    assert 'data-last="10"' not in grows
    assert "M62.0 " in grows
    assert re.search(r"L316\.0 ", grows)  # half of the way
    assert 'data-last="10"' in chart("grows", [Series(0, "a", [(0, 0), (5, 1)])], str, until=10, cross="x")
