"""The rulebooks' numbered paragraphs."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from backroom.kernel.errors import BackroomError
from backroom.kernel.rulebook import NoRulebook, paragraph, paragraphs, rulebook, speaking_of
from backroom.kernel.tongues import TONGUES


def test_all_paragraphs_are_found_in_order() -> None:
    numbers = list(paragraphs("boss"))
    rules = [f"B-{number}" for number in range(1, 50)]
    rulings = [f"BC-{number}" for number in range(1, 35)]
    assert numbers == [*rules, "BV-1", *rulings]


def test_a_paragraph_has_its_chapter_its_sources_and_its_text() -> None:
    found = paragraph("boss", "B-14")
    assert (found.number, found.chapter) == ("B-14", "Sending gangsters")
    assert found.sources == ("rulebook", "public", "house BC-2", "house BC-4")
    assert found.text.startswith("*Must end up ahead.* After the sending you must have more\ngangsters")
    assert found.text.endswith("you may add more.")
    assert paragraph("boss", "b-14") == found


def test_every_rule_says_where_it_comes_from_and_names_rulings_that_exist() -> None:
    known = paragraphs("boss")
    for number, found in known.items():
        assert found.text, number
        assert found.chapter, number
        assert bool(found.sources) != number.startswith("BC-")
        for source in found.sources:
            kind, _, ruling = source.partition(" ")
            assert kind in ("rulebook", "inferred", "public", "house"), (number, source)
            assert (ruling in known) == (kind == "house"), (number, source)


def test_every_ruling_is_used_or_stands_for_itself() -> None:
    used = {source.partition(" ")[2] for found in paragraphs("boss").values() for source in found.sources}
    text = rulebook("boss")
    for number in paragraphs("boss"):
        if number.startswith("BC-"):
            assert number in used or text.count(f"**{number}**") == 1, number


@pytest.mark.parametrize("game", ["boss", "corleone", "omerta"])
@pytest.mark.parametrize("language", TONGUES)
def test_no_chapter_is_empty(game: str, language: str) -> None:
    blocks = re.split(r"\n\s*\n", re.sub(r"<!--.*?-->", "", rulebook(game, language), flags=re.DOTALL).strip())
    for block, after in pairwise([*blocks, "# the end"]):
        if re.fullmatch(r"#+ .*", block):
            assert after.split()[0].count("#") > block.split()[0].count("#") or "#" not in after.split()[0], block


@pytest.mark.parametrize("number", ["B-99", "", "14", "C-1"])
def test_a_number_that_is_not_there_is_told_with_those_there_are(number: str) -> None:
    with pytest.raises(NoRulebook) as refused:
        paragraph("boss", number)
    assert str(refused.value) == f"boss has no paragraph {number!r}; it has B-1 to BC-34"
    assert isinstance(refused.value, BackroomError)


@pytest.mark.parametrize("game", ["chess", "", "../rulebooks/boss", "boss.md"])
def test_a_game_without_a_rulebook_is_told(game: str) -> None:
    with pytest.raises(NoRulebook, match="there is no rulebook of"):
        rulebook(game)


@pytest.mark.parametrize(
    ("game", "words", "language", "about", "others"),
    [
        ("boss", "Prison", "en", ["B-33"], "B-39"),
        ("boss", "lap", "en", ["B-9", "B-10"], "B-26"),
        ("boss", "red cross", "en", ["B-32"], None),
        ("omerta", "la mama", "en", ["O-40", "O-41"], "O-45"),
        ("omerta", "сейф", "uk", ["O-5"], "O-34"),
        ("boss", "isons", "en", [], None),
        ("boss", "(", "en", [], None),
    ],
)
def test_words_are_looked_up(game: str, words: str, language: str, about: list[str], others: str | None) -> None:
    found, rest = speaking_of(game, words, language)
    assert [each.number for each in found] == about
    assert (others in [each.number for each in rest]) == (others is not None)
    assert not {each.number for each in found} & {each.number for each in rest}
