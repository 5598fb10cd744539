"""The rulebooks, nicely set: every numbered paragraph can be pointed at."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from litestar import get
from litestar.response import Response
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from backroom.kernel.registry import game as find_game
from backroom.kernel.rulebook import rulebook
from backroom.web.pages.shell import Ask, page

_NUMBERED: Final = re.compile(r"^\*\*([A-Z]{1,3}-\d+)\*\*(?: \(([^)]*)\))? ?(.*)", re.DOTALL)
_NUMBER: Final = re.compile(r"(?<![\w#-])([A-Z]{1,3}-\d+)(?![\w-])")
_MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).enable("table")


class Book(NamedTuple):
    """A rulebook as HTML."""

    title: str
    chapters: tuple[tuple[str, str], ...]
    """Anchor and heading."""
    body: Markup


@cache
def book(game: str) -> Book:
    """A game's rulebook; made once."""
    numbers = set(re.findall(r"^\*\*([A-Z]{1,3}-\d+)\*\*", rulebook(game), re.MULTILINE))
    title, chapters, parts = "", [], []
    for block in re.split(r"\n\s*\n", rulebook(game)):
        if block.startswith("#"):
            heading, _, block = block.partition("\n")
            level = len(heading) - len(heading.lstrip("#"))
            text = heading.lstrip("# ").strip()
            if level == 1:
                title = text
            else:
                anchor = re.sub(r"\W+", "-", text.lower()).strip("-")
                if level == 2:
                    chapters.append((anchor, text))
                parts.append(f'<h{level} id="{escape(anchor)}">{escape(text)}</h{level}>')
        if not block.strip():
            continue
        if numbered := _NUMBERED.match(block):
            number, source, text = numbered.groups()
            tag = f'<span class="tag">{linked(str(escape(source)), numbers)}</span>' if source else ""
            parts.append(
                f'<div class="par" id="{number}"><a class="pno" href="#{number}"><bdi dir="ltr">{number}</bdi></a>'
                f"<div>{linked(_MARKDOWN.render(text), numbers)}{tag}</div></div>"
            )
        else:
            html = linked(_MARKDOWN.render(block), numbers)
            parts.append(
                html.replace("<table>", '<div class="scroll" tabindex="0"><table>').replace(
                    "</table>", "</table></div>"
                )
            )
    return Book(title, tuple(chapters), Markup("\n".join(parts)))


def linked(html: str, numbers: set[str]) -> str:
    """The same, with every number of a paragraph as a way to it."""

    def link(found: re.Match[str]) -> str:
        number = found[1]
        return f'<a href="#{number}"><bdi dir="ltr">{number}</bdi></a>' if number in numbers else number

    return "".join(part if part.startswith("<") else _NUMBER.sub(link, part) for part in re.split(r"(<[^>]*>)", html))


@get("/rules/{game:str}", include_in_schema=False, sync_to_thread=False)
def rules(request: Ask, game: str) -> Response[bytes]:
    """A game's rulebook."""
    return page(request, "rules.html", game=find_game(game), book=book(game))


ROUTES = [rules]
