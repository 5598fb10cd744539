"""The rulebooks: as a book, on one page, the printed data, and looking for words in all of them."""

from __future__ import annotations

from itertools import groupby
from typing import Any, Final

from litestar import get
from litestar.response import Response

from backroom.kernel.registry import game as find_game
from backroom.kernel.registry import games
from backroom.kernel.rulebook import NoRulebook, origin, rulebook
from backroom.kernel.tongues import tongue
from backroom.web.book import book, search, summary
from backroom.web.lessons import lesson_of
from backroom.web.pages.shell import Ask, caller_of, html, page, render
from backroom.web.statics import style_of
from backroom.web.tables import Voice, drawing_of

LONG: Final = 100
"""Characters of a search."""


def written() -> list[str]:
    """The games that have a rulebook."""
    found = []
    for name in games():
        try:
            rulebook(name)
        except NoRulebook:
            continue
        found.append(name)
    return found


def looked_for(request: Ask, within: str = "") -> dict[str, Any]:
    """What somebody looks for, and where it stands: in one game's book, or in all."""
    query = request.query_params.get("q", "").strip()[:LONG]
    language = caller_of(request).language
    count, found = 0, []
    for name in [within] if within else written():
        if hits := search(name, language, query):
            found.append({"game": find_game(name), "hits": hits, "language": book(name, language).language})
            count += len(hits)
    return {"query": query, "found": found, "within": within, "count": count}


def opened(request: Ask, game: str, here: str) -> dict[str, Any]:
    """What every page of a game's rules shows."""
    return {
        "game": find_game(game),
        "books": [find_game(name) for name in written()],
        "style": style_of(game),
        "part": here,
        "lesson": lesson_of(game),
        "direction_of": lambda code: tongue(code).direction,
    }


@get("/rules", include_in_schema=False, sync_to_thread=False)
def shelf(request: Ask) -> Response[bytes]:
    """All rulebooks."""
    books = [{"game": find_game(name), "drawing": drawing_of(name), "lesson": lesson_of(name)} for name in written()]
    return page(
        request, "shelf.html", books=books, direction_of=lambda code: tongue(code).direction, **looked_for(request)
    )


@get("/rules/found", include_in_schema=False, sync_to_thread=False)
def found(request: Ask) -> Response[bytes]:
    """What a search finds, without a page around it; for the script."""
    within = request.query_params.get("in", "")
    values = looked_for(request, find_game(within).name if within else "")
    return html(request, render(request, "found.html", direction_of=lambda code: tongue(code).direction, **values))


@get("/rules/{game:str}", include_in_schema=False, sync_to_thread=False)
def rules(request: Ask, game: str) -> Response[bytes]:
    """A game's rulebook."""
    whole = book(find_game(game).name, caller_of(request).language)
    return page(
        request, "rules.html", book=whole, chapters=whole.chapters, **opened(request, game, ""),
        **looked_for(request, game),
    )  # fmt: skip


@get("/rules/{game:str}/summary", include_in_schema=False, sync_to_thread=False)
def on_one_page(request: Ask, game: str) -> Response[bytes]:
    """The rules on one page."""
    short = summary(find_game(game).name, caller_of(request).language)
    return page(request, "rules.html", book=short, chapters=(), **opened(request, game, "summary"), query="")


@get("/rules/{game:str}/cards", include_in_schema=False, sync_to_thread=False)
def cards(request: Ask, game: str) -> Response[bytes]:
    """The printed data of the house edition, each with where it comes from."""
    known = find_game(game)
    language = caller_of(request).language
    voice = Voice(drawing_of(game), known, language)
    sections = []
    for section, rows in groupby(known.listing(known.house_edition(), voice), key=lambda row: row[0]):
        lines: list[dict[str, Any]] = []
        for _section, identity, name, text, source in rows:
            kinds = source.split(", ")
            lines.append({
                "id": identity,
                "anchor": "" if lines and lines[-1]["id"] == identity else f"{section}-{identity}".replace(" ", "-"),
                "name": name,
                "text": text,
                "ours": "ours" in kinds,
                "source": [origin(kind, language) for kind in kinds],
            })  # fmt: skip
        sections.append({"title": voice.heading(section), "rows": lines})
    return page(
        request, "cards.html", sections=sections, edition=known.house_edition(), **opened(request, game, "cards"),
        query="",
    )  # fmt: skip


ROUTES = [shelf, found, rules, on_one_page, cards]
