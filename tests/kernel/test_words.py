"""Sentences: codes and parameters become words with people's names in them."""

from __future__ import annotations

import re
from string import Formatter
from typing import ClassVar

import pytest

import backroom
from backroom.games.boss import BossGame
from backroom.kernel.errors import Reason
from backroom.kernel.events import Event
from backroom.kernel.tongues import FSI, PDI
from backroom.kernel.words import Speaker, translations

GAME = backroom.game("boss")
Phrases = dict[str, str | tuple[str, str]]


def speaker(*people: str) -> Speaker:
    return Speaker(GAME, "en", people)


def test_a_seat_is_called_by_the_person_in_it() -> None:
    anna = speaker("Anna")
    assert [anna.seat(seat) for seat in (0, 1, backroom.HOUSE)] == ["Anna", "seat 2", "the house"]


def test_an_id_is_called_by_its_name_and_one_without_a_name_by_itself() -> None:
    assert speaker().name("kansas_city") == "Kansas City"
    assert speaker().name("atlantis") == "atlantis"


def test_a_reason_becomes_a_sentence_with_names_in_it() -> None:
    params: dict[str, str | int] = {"place": "new_york", "mine": 2, "rival": 1, "theirs": 3}
    reason = Reason("not_ahead", params, "B-14")
    assert speaker("Anna", "Bruno").reason(reason) == (
        "After the sending you must be ahead in New York: you would have 2, Bruno has 3."
    )


def test_a_reason_without_a_sentence_is_shown_as_it_is() -> None:
    assert speaker().reason(Reason("odd", {"n": 1}, "B-1")) == "odd(n=1) [B-1]"


@pytest.mark.parametrize(
    ("count", "line"),
    [(0, "0 veterans of Anna are back."), (1, "1 veteran of Anna is back."), (2, "2 veterans of Anna are back.")],
)
def test_a_number_chooses_its_plural(count: int, line: str) -> None:
    assert speaker("Anna").phrase("event.freed", {"seat": 0, "n": count}) == line


def test_several_seats_are_listed() -> None:
    event = Event("over", {"winner": [0, 1], "n": 2})
    assert speaker("Anna").event(event, None) == "The game is over. Anna, seat 2 share the win."


@pytest.mark.parametrize("language", ["uk", "fa", "ru", "pl"])
@pytest.mark.parametrize("name", backroom.games())
def test_what_is_printed_is_told_in_every_language(name: str, language: str) -> None:
    game = backroom.game(name)
    told, english = (Speaker(game, each) for each in (language, "en"))
    rows = game.listing(game.house_edition(), told)
    plain = game.listing(game.house_edition(), english)
    assert [(row[0], row[1], row[4]) for row in rows] == [(row[0], row[1], row[4]) for row in plain]
    for section in {row[0] for row in rows}:
        assert told.heading(section) != english.heading(section)
    if language == "pl":  # it writes names as English does
        assert sum(row[3] != other[3] for row, other in zip(rows, plain, strict=True)) > 0.9 * len(rows)
        return
    for row in rows:
        assert not re.search("[A-Za-z]{2}", re.sub(r"\b[IV]+\b", "", f"{row[2]} {row[3]}")), row
        assert language != "fa" or not re.search("[0-9]", row[2] + row[3]), row


def test_persian_fills_sentences_with_its_own_digits_commas_and_names_apart() -> None:
    persian = Speaker(GAME, "fa", ("Anna", "نینا"))
    told = persian.event(Event("sent", {"seat": 0, "veterans": 2, "rookies": 0, "place": "boston"}), None)
    assert told is not None
    assert told.startswith(f"{FSI}Anna{PDI} ")
    several = persian.event(Event("over", {"winner": [0, 1], "n": 2}), None)
    assert several is not None
    assert f"{FSI}Anna{PDI}، نینا" in several
    assert persian.phrase("event.freed", {"seat": 1, "n": 12}) == "۱۲ کهنه‌کار نینا برمی‌گردد."
    assert persian.seat(3) == "صندلی ۴"


def test_a_phrase_that_does_not_exist_is_none() -> None:
    assert speaker().phrase("event.nothing") is None
    assert speaker().event(Event("nothing"), None) is None


class Whispering(BossGame):
    """Boss with one more sentence, for those who know more."""

    phrases: ClassVar[Phrases] = {
        **GAME.phrases,
        "event.dealt": "{seat} is dealt a card.",
        "event.dealt.private": "You are dealt {card}.",
    }


def test_who_knows_more_reads_more() -> None:
    told = Speaker(Whispering(), "en", ["Anna", "Bruno"])
    event = Event("dealt", {"seat": 0}, {0: {"card": "new_york"}})
    assert told.event(event, 0) == "You are dealt New York."
    assert told.event(event, 1) == told.event(event, None) == "Anna is dealt a card."
    assert event.seen_by(0) == {"kind": "dealt", "seat": 0, "card": "new_york"}
    assert event.seen_by(1) == event.seen_by(None) == {"kind": "dealt", "seat": 0}


def test_values_of_every_kind_are_filled_in() -> None:
    class Odd(BossGame):
        """Boss with a sentence of many holes."""

        phrases: ClassVar[Phrases] = {"x": "{a}|{b}|{c}|{d}|{e}"}

    filled = Speaker(Odd()).phrase("x", {"a": True, "b": 3, "c": "word", "d": [], "e": 1.5})
    assert filled == "true|3|word|none|1.5"


def test_a_language_nobody_translated_is_english() -> None:
    assert translations("xx").gettext("the house") == "the house"
    assert Speaker(GAME, "xx").seat(backroom.HOUSE) == "the house"


@pytest.mark.parametrize("name", backroom.games())
def test_both_forms_of_a_plural_have_the_same_holes(name: str) -> None:
    def holes(text: str) -> set[str]:
        return {field for _, field, _, _ in Formatter().parse(text) if field is not None}

    for code, phrase in backroom.game(name).phrases.items():
        if isinstance(phrase, tuple):
            one, many = phrase
            assert holes(one) <= holes(many) | {"n"}, code
        else:
            assert all(hole.isidentifier() for hole in holes(phrase)), code


@pytest.mark.parametrize("name", backroom.games())
def test_every_option_has_its_sentence(name: str) -> None:
    game = backroom.game(name)
    assert all(f"option.{option.name}" in game.phrases for option in game.offers)
