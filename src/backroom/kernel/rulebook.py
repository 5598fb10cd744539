"""Our rulebooks: Markdown whose paragraphs carry numbers, so that a refusal can point at one."""

from __future__ import annotations

import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

import msgspec

from backroom.kernel.errors import BackroomError
from backroom.kernel.tongues import tongue
from backroom.kernel.words import N_, translations

SOURCES: Final = {
    "rulebook": N_("the printed rules"),
    "inferred": N_("follows from them"),
    "public": N_("public pages"),
    "house": N_("house edition"),
    "ours": N_("house edition"),
}
"""Where something comes from, in words."""
_NUMBERED: Final = re.compile(r"^\*\*([A-Z]{1,3}-\d+)\*\*(?: \(([^)]*)\))? ?(.*)", re.DOTALL)


class Paragraph(msgspec.Struct, frozen=True):
    """One numbered paragraph: its chapter, where it comes from, and its text (Markdown)."""

    number: str
    chapter: str
    sources: tuple[str, ...]
    text: str

    @property
    def title(self) -> str:
        """The words in italics that it begins with, if it does."""
        return self.text.split("*")[1] if self.text.startswith("*") else ""


def origin(source: str, language: str) -> str:
    """Where a paragraph or a printed datum comes from, for people: `house OC-30` is "house edition OC-30"."""
    name, space, ruling = source.partition(" ")
    return translations(language).gettext(SOURCES.get(name, name)) + space + ruling


class NoRulebook(BackroomError):
    """The game has no rulebook, or it has no such paragraph."""


def rulebook(game: str, language: str = "en") -> str:
    """The whole rulebook of a game, in Markdown; in English where it is not translated."""
    return _file(game, spoken(game, language)).read_text(encoding="utf-8")


def summary(game: str, language: str = "en") -> str:
    """The rulebook on one page: its last chapter, in Markdown."""
    text = rulebook(game, language)
    return text[text.rindex("\n## ") + 1 :]


def spoken(game: str, language: str) -> str:
    """The language a game's rulebook can be read in by who reads this one: itself, or English."""
    code = tongue(language).code
    return code if _file(game, code).is_file() else "en"


def _file(game: str, language: str) -> Traversable:
    books = files("backroom") / "rulebooks"
    if not game.isidentifier() or not (books / f"{game}.md").is_file():
        raise NoRulebook(f"there is no rulebook of {game!r}")
    return books / f"{game}.md" if language == "en" else books / language / f"{game}.md"


def paragraphs(game: str, language: str = "en") -> dict[str, Paragraph]:
    """All numbered paragraphs of a game's rulebook, rulings included, in order."""
    found: dict[str, Paragraph] = {}
    chapter = ""
    for block in re.split(r"\n\s*\n", rulebook(game, language)):
        if block.startswith("#"):
            heading, _, block = block.partition("\n")
            chapter = heading.lstrip("# ").strip()
        if numbered := _NUMBERED.match(block):
            sources = tuple(part.strip() for part in (numbered[2] or "").split(",") if part.strip())
            found[numbered[1]] = Paragraph(numbered[1], chapter, sources, numbered[3].strip())
    return found


def paragraph(game: str, number: str, language: str = "en") -> Paragraph:
    """One paragraph; NoRulebook names the nearest numbers there are."""
    known = paragraphs(game, language)
    if number.upper() not in known:
        numbers = list(known)
        raise NoRulebook(f"{game} has no paragraph {number!r}; it has {numbers[0]} to {numbers[-1]}")
    return known[number.upper()]


def speaking_of(game: str, words: str, language: str = "en") -> tuple[list[Paragraph], list[Paragraph]]:
    """The rules about something, which begin with these words or stand in a chapter of that name; and the other
    rules that mention it, those that do it most first."""
    sought = re.compile(rf"\b{re.escape(words)}", re.IGNORECASE)
    rules = [paragraph for paragraph in paragraphs(game, language).values() if paragraph.sources]
    named = [paragraph for paragraph in rules if sought.search(paragraph.title)]
    about = named or [paragraph for paragraph in rules if sought.search(paragraph.chapter)]
    mentions = {paragraph.number: len(sought.findall(paragraph.text)) for paragraph in rules if paragraph not in about}
    others = [paragraph for paragraph in rules if mentions.get(paragraph.number)]
    return about, sorted(others, key=lambda paragraph: -mentions[paragraph.number])
