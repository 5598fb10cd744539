"""What is wrong with a catalogue: missing, fuzzy, other placeholders, other tags, words against the glossary."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from string import Formatter
from typing import Final

from babel.messages.catalog import Message

from tools.tongues.catalogues import file_of, forms, parsed, strings
from tools.tongues.gathering import gathered
from tools.tongues.glossary import glossary

FINISHED: Final[tuple[str, ...]] = ("uk", "pl", "fa", "ru")
"""The languages that are translated whole: the tests hold them to it."""
FREE: Final[frozenset[str]] = frozenset()
"""Messages that are words of the glossary with another meaning."""

FORBIDDEN: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "uk": (
        (r"\w+\(ла\)|\w+/ла\b|\w+/-ла", "a form that depends on gender"),
        (r"ё|ы|э|ъ", "a Russian letter"),
        (r"консьєрж|Марцупало|Г'ара", "a slip of the printed edition"),
        (r"\bкриш[аіуо]|кидал", "slang of the 1990s"),
        (r"'", "write ’"),
        (r'"', "write « »"),
        (r"рекорд", "a game's notation is запис партії"),
    ),
    "pl": (
        (r"\w+\((?:a|aś|ła|ą)\)|\w+ł/-?a\b|\w+łeś/", "a form that depends on gender"),
        (r"\bziom|\bPan(i|a|em)?\b", "not this house's tone"),
        (r"Pieniądzy|Tangredi", "a slip of the printed edition"),
        (r'"', "write „ ”"),
        (r"\brekord", "a game's notation is zapis partii"),
    ),
    "fa": (
        (r"[يك]", "write ی and ک"),
        (r"[٠-٩]", "write Persian digits, ۰-۹"),
        (r"(?<!\w)ن?می (?=\w)", "a half-space belongs after می"),
        (r" ها\b", "a half-space belongs before ها"),
        (r"ه‌ی\b", "write هٔ"),
        (r"\bرئیس اتحاد\b|\bرکورد", "not this word"),
        (r'"|[,;?](?!\w)', "write « » ، ؛ ؟"),
    ),
    "ru": (
        (r"\w+\(а\)|\w+\(ла\)|\w+/а\b|\w+/-а", "a form that depends on gender"),
        (r"\bкрыш[аиу]\b|кидал", "slang of the 1990s"),
        (r"\b(?:[Сс]чет|[Чч]ерн\w+|[Жж]елт\w+|[Ее]ще|[Хх]од идет|[Бб]ерет)\b", "ё is written"),
        (r"'", "write ’"),
        (r'"', "write « »"),
        (r"\bрекорд", "a game's notation is запись партии"),
    ),
}
"""What never stands in a language, and what to do about it."""


def faults(language: str) -> Iterator[str]:
    """Everything wrong with a language's catalogue, a line each."""
    file = file_of(language)
    if not file.is_file():
        yield f"{language}: there is no catalogue"
        return
    catalogue = parsed(file.read_bytes(), language)
    wanted = {key_of(message): message for message in gathered() if message.id}
    there = {key_of(message): message for message in catalogue if message.id}
    for key in wanted.keys() - there.keys():
        yield f"{language}: not in the catalogue (run update): {key!r}"
    for key in there.keys() - wanted.keys():
        yield f"{language}: no longer in the sources (run update): {key!r}"
    for key, message in there.items():
        for fault in wrong(language, message):
            yield f"{language}: {fault}: {key!r}"


def key_of(message: Message) -> str:
    """The English sentence a message is known by."""
    return message.id if isinstance(message.id, str) else message.id[0]


def wrong(language: str, message: Message) -> Iterator[str]:
    """What is wrong with one message."""
    if message.fuzzy:
        yield "marked as a guess (fuzzy)"
    told = strings(message)
    if message.pluralizable and len(told) != forms(language):
        yield f"{len(told)} plural forms instead of {forms(language)}"
    if not all(told):
        yield "not translated"
        return
    english = (message.id,) if isinstance(message.id, str) else tuple(message.id)
    for text in told:
        yield from unlike(english, text, message.pluralizable)
        for pattern, advice in FORBIDDEN[language]:
            if found := re.search(pattern, without_code(text)):
                yield f"{found[0]!r}: {advice}"
    term = glossary(language).get(key_of(message))
    if not message.pluralizable and term is not None and key_of(message) not in FREE and told[0] not in term:
        yield f"{told[0]!r} instead of the glossary's {' or '.join(map(repr, sorted(term)))}"


def unlike(english: tuple[str, ...], text: str, counted: bool) -> Iterator[str]:
    """Placeholders, tags and edges that differ. A form for one may leave the number out."""
    wanted, have = holes(english[-1]), holes(text)
    missing = set(wanted) - set(have) - ({"{n}", "%(n)s", "%(num)s"} if counted else set())
    if missing or set(have) - set(wanted):
        yield f"placeholders differ: {sorted(set(have) ^ set(wanted))}"
    if Counter(re.findall(r"</?\w+[^>]*>", english[-1])) != Counter(re.findall(r"</?\w+[^>]*>", text)):
        yield "tags differ"
    if (english[-1][:1].isspace(), english[-1][-1:].isspace()) != (text[:1].isspace(), text[-1:].isspace()):
        yield "spaces at the edge differ"
    if english[-1].count("\n") != text.count("\n"):
        yield "line breaks differ"


def holes(text: str) -> list[str]:
    """The placeholders of a sentence."""
    found = re.findall(r"%\(\w+\)[sd]", text)
    try:
        found += [
            f"{{{name}{':' + how if how else ''}}}" for _, name, how, _ in Formatter().parse(text) if name is not None
        ]
    except ValueError:
        found.append("a brace that does not close")
    return found


def without_code(text: str) -> str:
    """The text without what is written for machines: placeholders, tags, addresses, options."""
    return re.sub(r"%\(\w+\)[sd]|\{[^}]*\}|<[^>]*>|--?[a-z-]+|\b\w+=\w+|\b[\w.]+\.\w+\b|`[^`]*`", "", text)
