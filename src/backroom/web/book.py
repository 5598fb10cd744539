"""A rulebook as a page: every numbered paragraph can be pointed at, figures stand below theirs, words are found."""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Iterator, Sequence
from functools import cache
from html import unescape
from typing import Final, NamedTuple

from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from backroom.kernel import rulebook
from backroom.kernel.rulebook import spoken
from backroom.kernel.tongues import latin, tongue
from backroom.web.figures import drawn, figures_of

MOST: Final = 60
"""So many places a search shows of one book."""
SHORT: Final = 3
"""Letters of a word that are always looked for; what comes after them may be its ending, of so many letters:"""
CUT: Final = 3
NEAR: Final = 2
"""So much of an ending is let go of though the word itself was found: the others are forms of it."""
AROUND: Final = 90
"""Characters before and after what was found."""

_NUMBERED: Final = re.compile(r"^\*\*([A-Z]{1,3}-\d+)\*\*(?: \(([^)]*)\))? ?(.*)", re.DOTALL)
_NUMBER: Final = re.compile(r"(?<![\w#-])([A-Z]{1,3}-\d+)(?![\w-])")
_MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).enable("table")
_ALIKE: Final = str.maketrans({"ي": "ی", "ك": "ک", "ё": "е", "ʼ": "’", "'": "’", "ł": "l", "\u200c": "", "\u00ad": ""})


class Entry(NamedTuple):
    """A piece of the book as plain text."""

    anchor: str
    number: str
    """Of the paragraph; empty for what has none."""
    chapter: str
    text: str


class Book(NamedTuple):
    """A rulebook as HTML."""

    language: str
    title: str
    chapters: tuple[tuple[str, str], ...]
    """Anchor and heading."""
    body: Markup
    entries: tuple[Entry, ...]


class Found(NamedTuple):
    """A place where the words of a search stand."""

    entry: Entry
    excerpt: Markup


@cache
def book(game: str, language: str) -> Book:
    """A game's rulebook as somebody reads it who speaks this language; made once."""
    own = spoken(game, language)
    text = rulebook.rulebook(game, own)
    numbers = set(re.findall(r"^\*\*([A-Z]{1,3}-\d+)\*\*", text, re.MULTILINE))
    figures = {figure.rule: figure for figure in figures_of(game)}
    title, chapter, chapters = "", ("", ""), []
    parts: list[str] = []
    entries: list[Entry] = []
    for block in re.split(r"\n\s*\n", text):
        if block.startswith("#"):
            heading, _, block = block.partition("\n")
            level = len(heading) - len(heading.lstrip("#"))
            told = heading.lstrip("# ").strip()
            if level == 1:
                title = told
            else:
                chapter = (re.sub(r"\W+", "-", told.lower()).strip("-"), told)
                if level == 2:
                    chapters.append(chapter)
                parts.append(f'<h{level} id="{escape(chapter[0])}">{escape(told)}</h{level}>')
        if not block.strip():
            continue
        if numbered := _NUMBERED.match(block):
            number, source, told = numbered.groups()
            html = _MARKDOWN.render(told)
            parts.append(paragraph(number, linked(html, numbers), origin(source, numbers, language)))
            entries.append(Entry(number, number, chapter[1], plain(html)))
            if number in figures:
                parts.append(str(drawn(game, figures[number], language)))
        else:
            html = _MARKDOWN.render(block)
            parts.append(scrolling(linked(html, numbers)))
            entries.append(Entry(chapter[0], "", chapter[1], plain(html)))
    return Book(own, title, tuple(chapters), Markup("\n".join(parts)), tuple(entries))


@cache
def summary(game: str, language: str) -> Book:
    """The same on one page: the book's last chapter."""
    own = spoken(game, language)
    heading, _, text = rulebook.summary(game, own).partition("\n")
    html = scrolling(_MARKDOWN.render(text))
    return Book(own, heading.lstrip("# ").strip(), (), Markup(html), ())


def paragraph(number: str, html: str, tag: str) -> str:
    """A numbered paragraph."""
    return (
        f'<div class="par" id="{number}"><a class="pno" href="#{number}"><bdi dir="ltr">{number}</bdi></a>'
        f"<div>{html}{tag}</div></div>"
    )


def origin(sources: str | None, numbers: set[str], language: str) -> str:
    """Where a paragraph comes from; what is our own decision is marked as such."""
    if not sources:
        return ""
    rulings: dict[str, list[str]] = {}
    for source in sources.split(","):
        name, _, ruling = source.strip().partition(" ")
        rulings.setdefault(name, []).extend([linked(ruling, numbers)] if ruling else [])
    comma = tongue(language).comma
    parts = [f"{escape(rulebook.origin(name, language))} {comma.join(each)}".strip() for name, each in rulings.items()]
    return f'<span class="tag{" ours" if "house" in rulings else ""}">{" · ".join(parts)}</span>'


def scrolling(html: str) -> str:
    """Tables in boxes of their own, that a narrow page can move."""
    return html.replace("<table>", '<div class="scroll" tabindex="0"><table>').replace("</table>", "</table></div>")


def linked(html: str, numbers: set[str]) -> str:
    """The same, with every number of a paragraph as a way to it."""

    def link(found: re.Match[str]) -> str:
        number = found[1]
        return f'<a href="#{number}"><bdi dir="ltr">{number}</bdi></a>' if number in numbers else number

    return "".join(part if part.startswith("<") else _NUMBER.sub(link, part) for part in re.split(r"(<[^>]*>)", html))


def plain(html: str) -> str:
    """The text of some HTML."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


# Searching.


class Leaf(NamedTuple):
    """A piece of the book as it is searched: folded, with each letter's place in the text."""

    entry: Entry
    text: str
    places: array[int]
    number: str
    head: str


@cache
def leaves(game: str, language: str) -> tuple[Leaf, ...]:
    """A book made ready for searching, once."""
    found = []
    for entry in book(game, language).entries:
        text, places = folded(entry.text)
        number, chapter = folded(entry.number)[0], folded(entry.chapter)[0]
        found.append(Leaf(entry, text, array("I", places), number, f"{number} {chapter}"))
    return tuple(found)


def search(game: str, language: str, query: str) -> list[Found]:
    """Where all the words stand together: a paragraph asked for by its number first, other forms of the words last."""
    words = folded(query)[0].split()
    if not words:
        return []
    pieces = leaves(game, language)
    hits: dict[int, list[tuple[int, int]]] = {}
    for cut in range(CUT + 1):  # words have endings: let go of them, letter by letter
        stems = [stem(word, cut) for word in words]
        if cut and (stems == words or (hits and cut > NEAR)):
            break
        for at, leaf in enumerate(pieces):
            if at not in hits and (spots := spots_of(leaf, words, stems)):
                hits[at] = spots
    order = sorted(hits, key=lambda at: (pieces[at].number not in words, inside(pieces[at], hits[at])))
    return [Found(pieces[at].entry, excerpt(pieces[at].entry.text, hits[at])) for at in order[:MOST]]


def inside(leaf: Leaf, spots: Sequence[tuple[int, int]]) -> bool:
    """Whether what was found stands nowhere at the beginning of a word: "ties" in "cities"."""
    return not any(start == 0 or not leaf.entry.text[start - 1].isalnum() for start, _end in spots)


def stem(word: str, cut: int) -> str:
    """A word without so many letters of its ending, as far as enough of it is left."""
    return word[: max(len(word) - cut, min(len(word), SHORT))] if word.isalpha() else word


def spots_of(leaf: Leaf, words: Sequence[str], stems: Sequence[str]) -> list[tuple[int, int]]:
    """Where each of the words stands in the text; nothing if one is missing. The number counts as found."""
    spots: list[tuple[int, int]] = []
    for word, short in zip(words, stems, strict=True):
        found = occurrences(leaf.text, short, short != word)
        here = [(leaf.places[at], leaf.places[at + len(short) - 1] + 1) for at in found]
        if not here and word not in leaf.head:
            return []
        spots += here
    return sorted(spots) or [(0, 0)]


def occurrences(text: str, word: str, at_start: bool) -> Iterator[int]:
    """Where a word stands; what is left of one only where a word begins."""
    at = text.find(word)
    while at >= 0:
        if not at_start or at == 0 or not text[at - 1].isalnum():
            yield at
        at = text.find(word, at + len(word))


def folded(text: str) -> tuple[str, list[int]]:
    """The text as it is compared, without accents and capitals; and for each letter its place in the original."""
    letters, places = "", []
    for at, letter in enumerate(latin(text)):
        bare = "".join(each for each in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(each))
        bare = bare.casefold().translate(_ALIKE)
        letters += bare
        places += [at] * len(bare)
    return letters, places


def excerpt(text: str, spots: Sequence[tuple[int, int]]) -> Markup:
    """What stands around the first of them, with all of them marked."""
    start = max(0, spots[0][0] - AROUND)
    end = min(len(text), max(spots[0][1] + AROUND, start + 2 * AROUND))
    start = text.rfind(" ", 0, start) + 1 if start else 0
    end = text.find(" ", end) if text.find(" ", end) >= 0 else len(text)
    shown, last = Markup("… " if start else ""), start
    for begin, stop in spots:
        if begin >= last and stop <= end and stop > begin:
            shown += Markup("{}<mark>{}</mark>").format(text[last:begin], text[begin:stop])
            last = stop
    return shown + escape(text[last:end]) + ("…" if end < len(text) else "")
