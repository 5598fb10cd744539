"""The rulebooks as pages: in the reader's language, searched, on one page, and the printed data."""

from __future__ import annotations

import re

import httpx
import pytest

import backroom
from backroom.kernel.rulebook import paragraphs, spoken, summary
from backroom.kernel.tongues import TONGUES
from backroom.kernel.words import Speaker
from backroom.web.book import book, excerpt, folded, search
from tests.web.serving import Running


def page(running: Running, path: str, language: str = "en") -> httpx.Response:
    return httpx.get(running.address + path, headers={"accept-language": language, "accept": "text/html"})


@pytest.mark.parametrize("game", backroom.games())
@pytest.mark.parametrize("language", ["en", "uk"])
def test_every_paragraph_can_be_linked_to(game: str, language: str) -> None:
    made = book(game, language)
    assert re.findall(r'class="par" id="([^"]+)"', made.body) == list(paragraphs(game, language))
    for anchor, _told in made.chapters:
        assert f'id="{anchor}"' in made.body


@pytest.mark.parametrize("path", ["/rules/boss", "/rules/boss/summary"])
def test_a_book_is_in_the_readers_language_and_english_where_there_is_none(running: Running, path: str) -> None:
    told = page(running, path, "uk").text
    assert '<article lang="uk" dir="ltr">' in told
    assert "not translated yet" not in told
    english = page(running, path, "de").text
    assert '<article lang="en" dir="ltr">' in english
    assert "not translated yet" not in english


def test_an_english_book_says_so_to_who_reads_another_language(running: Running) -> None:
    missing = [(game, code) for game in backroom.games() for code in TONGUES if spoken(game, code) != code]
    for game, code in missing[:1]:
        told = page(running, f"/rules/{game}", code).text
        assert '<article lang="en" dir="ltr">' in told
        assert f'class="note-r" lang="{code}"' in told


@pytest.mark.parametrize(
    ("query", "first"), [("b-14", "B-14"), ("POLICE pile", "B-6"), ("levél", "B-14"), ("fallen angel", None)]
)
def test_what_is_looked_for_is_found(query: str, first: str | None) -> None:
    found = [hit.entry.number for hit in search("boss", "en", query) if hit.entry.number]
    assert (found[0] if found else None) == first


FORMS = (
    ("en", "veterans", "veteran"),
    ("uk", "карту", "карта"),
    ("uk", "гангстерові", "гангстер"),
    ("pl", "kartę", "karta"),
    ("fa", "شهرها", "شهر"),
    ("ru", "тюрьме", "тюрьма"),
)


@pytest.mark.parametrize(("language", "looked_for", "form"), FORMS)
def test_other_forms_of_a_word_are_found_too(language: str, looked_for: str, form: str) -> None:
    texts = [folded(hit.entry.text)[0] for hit in search("boss", language, looked_for)]
    assert any(re.search(rf"\b{form}\b", text) and folded(looked_for)[0] not in text for text in texts)


def test_a_word_as_it_was_written_is_found_before_its_other_forms() -> None:
    found = ["карту" in folded(hit.entry.text + hit.entry.chapter)[0] for hit in search("boss", "uk", "карту")]
    assert found == sorted(found, reverse=True)
    assert set(found) == {True, False}


def test_what_was_found_is_marked_and_nothing_else_is_markup() -> None:
    text = "a <b> city, Élan of the CITY"
    spots = [(6, 10), (24, 28)]
    assert excerpt(text, spots) == "a &lt;b&gt; <mark>city</mark>, Élan of the <mark>CITY</mark>"
    assert folded("Élan ۱۲")[0] == "elan 12"


def test_one_search_finds_in_all_three_books(running: Running) -> None:
    told = page(running, "/rules?q=hand").text
    assert all(f'href="/rules/{game}#' in told for game in backroom.games())
    assert "<mark>hand</mark>" in told
    alone = page(running, "/rules/found?q=hand&in=omerta").text
    assert 'href="/rules/omerta#' in alone
    assert 'href="/rules/boss#' not in alone
    assert "<html" not in alone
    assert "Nothing was found" in page(running, "/rules/found?q=xyzzy").text
    assert page(running, "/rules/found?q=hand&in=chess").status_code == 404
    assert "&lt;script&gt;" in page(running, "/rules/boss?q=<script>").text


@pytest.mark.parametrize("game", backroom.games())
def test_the_rules_on_one_page_are_the_books_last_chapter(running: Running, game: str) -> None:
    assert summary(game).startswith("## Summary on one page\n")
    told = page(running, f"/rules/{game}/summary").text
    assert "Summary on one page" in told
    assert 'class="par"' not in told


def test_printed_data_say_where_they_come_from(running: Running) -> None:
    told = page(running, "/rules/boss/cards").text
    boss = backroom.game("boss")
    rows = boss.listing(boss.house_edition(), Speaker(boss))
    assert told.count("<tr id=") == len({(section, identity) for section, identity, *_ in rows})
    assert told.count("<tr") == len(rows) + len({section for section, *_ in rows})
    assert '<span class="tag ours">house edition</span>' in told
    assert "Нью-Йорк" in page(running, "/rules/boss/cards", "uk").text
    assert "15 очок; може зупинити Убивця" in page(running, "/rules/omerta/cards", "uk").text
    assert "رنگ: قرمز" in page(running, "/rules/corleone/cards", "fa").text
