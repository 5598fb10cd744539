"""Every language says all there is to say, with the same gaps, in the glossary's words."""

from __future__ import annotations

import gettext
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from tools.tongues import catalogues, gathering
from tools.tongues.catalogues import LANGUAGES, fresh, strings, updated, write
from tools.tongues.checking import FINISHED, faults, wrong

from backroom.kernel.catalogues import compiled, messages
from backroom.kernel.rulebook import paragraphs
from backroom.kernel.tongues import FSI, LRM, NBSP, PDI, TONGUES, latin, tongue

GAMES = ("boss", "omerta", "corleone")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_a_catalogue_and_in_a_finished_one_nothing_is_missing_or_wrong(language: str) -> None:
    missing = ("not translated", "not in the catalogue", "no longer in the sources")
    found = [each for each in faults(language) if language in FINISHED or not any(word in each for word in missing)]
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_translated_rulebook_has_every_paragraph_in_its_place(language: str, game: str) -> None:
    english = {number: each.sources for number, each in paragraphs(game).items()}
    told = {number: each.sources for number, each in paragraphs(game, language).items()}
    assert list(told) == list(english)
    assert told == english


@pytest.mark.parametrize("language", LANGUAGES)
def test_programs_read_what_translators_wrote(language: str) -> None:
    text = catalogues.file_of(language).read_text(encoding="utf-8")
    told = {key: told for key, told in messages(text) if key}
    assert told == {
        "\0".join([message.id] if isinstance(message.id, str) else message.id): "\0".join(strings(message))
        for message in catalogues.read(language)
        if message.id and all(strings(message))
    }


def test_sentences_are_found_wherever_they_stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = tmp_path / "page.py"
    module.write_text(
        "def page(scene):\n"
        "    _ = scene.text\n"
        "    f\"<p>{_('in a string')}</p>\"\n"
        '    _("one" if page else "other")\n'
        '    scene.texts("{n} card", "{n} cards", 2)\n'
        '    query.text("SELECT 1")\n'
        '    text("SELECT 2")\n'
        "    _(page)\n"
    )
    monkeypatch.setattr(gathering, "SOURCE", tmp_path)
    found = {found.message for found in gathering.python(module)}
    assert found == {"in a string", "one", "other", ("{n} card", "{n} cards")}


def test_an_update_keeps_what_is_translated_and_takes_out_what_is_gone() -> None:
    sources = fresh("uk")
    sources.add("hand")
    sources.add(("{n} card", "{n} cards"))
    known = fresh("uk")
    known.add("gone", "зникло")
    known.add("hand", "рука")
    known.add(("{n} card", "{n} cards"), ("{n} карта", "{n} карти", "{n} карт"))
    told = {message.id: strings(message) for message in updated("uk", sources, known) if message.id}
    assert told == {"hand": ("рука",), ("{n} card", "{n} cards"): ("{n} карта", "{n} карти", "{n} карт")}


def test_a_catalogue_is_written_the_same_way_every_time_and_read_by_gettext(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    one = fresh("pl")
    one.add("b", "be", locations=[("x.py", 7)])
    one.add(("{n} card", "{n} cards"), ("{n} karta", "{n} karty", "{n} kart"))
    write("pl", one)
    file = catalogues.file_of("pl")
    first = file.read_bytes()
    assert b"x.py:7" not in first
    write("pl", catalogues.read("pl"))
    assert file.read_bytes() == first
    compiled(file)
    read = gettext.translation("backroom", tmp_path, ["pl"])
    assert [read.ngettext("{n} card", "{n} cards", n) for n in (1, 2, 5, 21, 22)] == [
        "{n} karta",
        "{n} karty",
        "{n} kart",
        "{n} kart",
        "{n} karty",
    ]


@pytest.mark.parametrize(
    ("english", "told", "fault"),
    [
        ("hand {n}", "", "not translated"),
        ("{player} pays", "{gracz} płaci", "placeholders differ"),
        ("{player} pays", "ktoś płaci", "placeholders differ"),
        ("<b>{player}</b> pays", "{player} płaci", "tags differ"),
        ("in the city ", "w mieście", "spaces at the edge differ"),
        ("you went", "byłeś(aś)", "a form that depends on gender"),
        ("He said", '"tak"', "write „ ”"),
        ("lobby", "poczekalnia", "glossary"),
    ],
)
def test_what_is_wrong_with_a_translation_is_found(english: str, told: str, fault: str) -> None:
    assert any(fault in each for each in wrong("pl", Message(english, told)))


def test_plural_forms_that_are_missing_are_found() -> None:
    assert list(wrong("uk", Message(("{n} card", "{n} cards"), ("{n} карта", "{n} карти")))) == [
        "2 plural forms instead of 3"
    ]
    assert list(wrong("fa", Message(("a card", "{n} cards"), ("{n} کارت",)))) == []


@pytest.mark.parametrize(
    ("language", "number", "half", "money", "share", "day"),
    [
        ("en", "12,345", "1.5", "$5", "50%", "18 November 2026"),
        ("uk", "12 345", "1,5", "5 $", "50 %", "18 листопада 2026 р."),
        ("pl", "12 345", "1,5", "$5", "50%", "18 listopada 2026"),
        ("fa", "۱۲٬۳۴۵", "۱٫۵", "۵ دلار", "۵۰٪", "۱۸ نوامبر ۲۰۲۶"),
        ("ru", "12 345", "1,5", "5 $", "50 %", "18 ноября 2026 г."),
    ],
)
def test_each_language_writes_numbers_money_shares_and_days_its_own_way(
    language: str, number: str, half: str, money: str, share: str, day: str
) -> None:
    own = tongue(language)
    written = [own.number(12_345), own.number(1.5, 1), own.dollars(5), own.share(0.5), own.date(2026, 11, 18)]
    assert [each.replace(NBSP, " ") for each in written] == [number, half, money, share, day]


def test_a_sign_stands_before_its_amount_and_acts_are_roman_where_the_script_is() -> None:
    english, persian = TONGUES["en"], TONGUES["fa"]
    assert [english.gain(english.dollars(5)), english.number(-5), english.roman(4)] == ["+$5", "−5", "IV"]
    assert [persian.gain(persian.number(5)), persian.number(-5), persian.roman(4)] == [f"{LRM}+۵", f"{LRM}−۵", "۴"]
    assert [english.times("gun", 2), persian.times("تفنگ", 1)] == [f"gun{NBSP}×2", "تفنگ"]


def test_persian_has_its_own_digits_but_not_in_codes() -> None:
    own = TONGUES["fa"]
    assert own.digits("دور 3 از 5") == "دور ۳ از ۵"
    for code in ("C-17", "send:new_york:1v2r", "p6", "3+", "$5", "BC-2"):
        assert own.digits(f"قاعدهٔ {code} 12") == f"قاعدهٔ {code} ۱۲"
    assert TONGUES["uk"].digits("3") == "3"
    assert latin("۱۲٫۵ ٣") == "12.5 3"


def test_lists_end_with_and() -> None:
    assert [TONGUES[code].listed(["A", "B", "C"]) for code in TONGUES] == [
        "A, B and C",
        "A, B і C",
        "A, B i C",
        "A، B و C",
        "A, B и C",
    ]
    assert TONGUES["en"].listed(["A"]) == "A"
    assert TONGUES["en"].listed([]) == ""


def test_a_name_of_the_other_direction_is_kept_apart() -> None:
    assert TONGUES["en"].isolated("Anna") == "Anna"
    assert TONGUES["en"].isolated("مریم") == f"{FSI}مریم{PDI}"
    assert TONGUES["fa"].isolated("Anna 2") == f"{FSI}Anna 2{PDI}"
    assert TONGUES["fa"].isolated("مریم") == "مریم"


@pytest.mark.parametrize(("asked", "spoken"), [("uk_UA", "uk"), ("fa-IR", "fa"), ("de", "en"), ("", "en")])
def test_a_language_is_found_by_what_a_system_calls_it(asked: str, spoken: str) -> None:
    assert tongue(asked).code == spoken
