"""Our rulebooks: Markdown whose paragraphs carry numbers, so that a refusal can point at one."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Final

import msgspec

from backroom.kernel.errors import BackroomError

_NUMBERED: Final = re.compile(r"^\*\*([A-Z]{1,3}-\d+)\*\*(?: \(([^)]*)\))? ?(.*)", re.DOTALL)


class Paragraph(msgspec.Struct, frozen=True):
    """One numbered paragraph: its chapter, where it comes from, and its text (Markdown)."""

    number: str
    chapter: str
    sources: tuple[str, ...]
    text: str


class NoRulebook(BackroomError):
    """The game has no rulebook, or it has no such paragraph."""


def rulebook(game: str) -> str:
    """The whole rulebook of a game, in Markdown."""
    page = files("backroom") / "rulebooks" / f"{game}.md"
    if not game.isidentifier() or not page.is_file():
        raise NoRulebook(f"there is no rulebook of {game!r}")
    return page.read_text(encoding="utf-8")


def paragraphs(game: str) -> dict[str, Paragraph]:
    """All numbered paragraphs of a game's rulebook, rulings included, in order."""
    found: dict[str, Paragraph] = {}
    chapter = ""
    for block in re.split(r"\n\s*\n", rulebook(game)):
        if block.startswith("#"):
            heading, _, block = block.partition("\n")
            chapter = heading.lstrip("# ").strip()
        if numbered := _NUMBERED.match(block):
            sources = tuple(part.strip() for part in (numbered[2] or "").split(",") if part.strip())
            found[numbered[1]] = Paragraph(numbered[1], chapter, sources, numbered[3].strip())
    return found


def paragraph(game: str, number: str) -> Paragraph:
    """One paragraph; NoRulebook names the nearest numbers there are."""
    known = paragraphs(game)
    if number.upper() not in known:
        numbers = list(known)
        raise NoRulebook(f"{game} has no paragraph {number!r}; it has {numbers[0]} to {numbers[-1]}")
    return known[number.upper()]
