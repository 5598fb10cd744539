"""The shell of every page: templates in the caller's language, and answers that are compressed where it pays."""

from __future__ import annotations

import gzip
import re
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlsplit

from jinja2 import Environment, FileSystemLoader
from litestar import Request
from litestar.response import Redirect, Response

from backroom.house.wishes import Wishes
from backroom.kernel.registry import game as find_game
from backroom.kernel.registry import games
from backroom.kernel.tongues import tongue
from backroom.kernel.words import titled, translations
from backroom.web.access import Caller, cookies
from backroom.web.art import figure, icon, symbol
from backroom.web.numerals import written
from backroom.web.problems import Problem
from backroom.web.statics import address
from backroom.web.tongues import languages

SMALL: Final = 1_024
"""Answers up to this size are sent as they are."""
RIGHT_TO_LEFT: Final = frozenset({"fa", "ar", "he"})
NAMES: Final = {"en": "English", "uk": "Українська", "pl": "Polski", "fa": "فارسی", "ru": "Русский"}
"""Languages by their own names."""
THEMES: Final = ("night", "day")

_TABLE: Final = re.compile(r"/tables/([A-Za-z0-9_-]{8,32})(?:/|$)")

Ask = Request[Any, Any, Any]


@cache
def templates(language: str) -> Environment:
    """The templates, speaking a language."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent.parent / "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    speaking: Any = environment  # the extension brings the method
    speaking.install_gettext_translations(translations(language), newstyle=True)
    environment.globals.update(
        icon=icon,
        figure=figure,
        symbol=symbol,
        address=address,
        language=language,
        comma=tongue(language).comma,
        direction="rtl" if language in RIGHT_TO_LEFT else "ltr",
        languages=[(code, NAMES.get(code, code)) for code in languages()],
        games=lambda: [find_game(name) for name in games()],
        titled=lambda game: titled(game, language),
    )
    return environment


def caller_of(request: Ask) -> Caller:
    """Who is calling."""
    caller: Caller = request.scope["state"]["caller"]
    return caller


def html(request: Ask, text: str, status: int = 200) -> Response[bytes]:
    """A page as an answer."""
    return packed(request, text.encode(), "text/html", status)


def packed(request: Ask, body: bytes, kind: str, status: int = 200) -> Response[bytes]:
    """Bytes as an answer, compressed if there are many and the caller can read it."""
    headers = {"vary": "accept-encoding, cookie"}
    if len(body) > SMALL and "gzip" in request.headers.get("accept-encoding", ""):
        body = gzip.compress(body, 5, mtime=0)
        headers["content-encoding"] = "gzip"
    return Response(body, status_code=status, media_type=kind, headers=headers)


def render(request: Ask, template: str, **values: Any) -> str:
    """A template filled for this caller."""
    return fill(request.scope, template, **values)


def fill(scope: Any, template: str, **values: Any) -> str:
    """A template filled for whoever sends this."""
    caller: Caller | None = scope["state"].get("caller")
    wishes = caller.wishes if caller is not None else Wishes()
    theme = cookies(dict(scope["headers"])).get("theme") or wishes.theme
    language = caller.language if caller is not None else "en"
    text = (
        templates(language)
        .get_template(template)
        .render(
            caller=caller,
            who=caller.who if caller is not None else None,
            csrf=caller.csrf if caller is not None else "",
            theme=theme if theme in THEMES else "",
            wishes=wishes,
            push=scope["state"].get("push", ""),
            here=scope["path"],
            **values,
        )
    )
    return written(text, language)


def problem_page(told: Problem, scope: Any) -> str:
    """What went wrong, in one sentence, with a way back."""
    found = _TABLE.match(scope["path"])
    way = (f"/tables/{found[1]}", "table") if found and told.code != "no_such_table" else ("/", "lobby")
    if told.status == 401:
        way = ("/people/me", "sign in")
    return fill(scope, "problem.html", problem=told, way=way)


def page(request: Ask, template: str, status: int = 200, **values: Any) -> Response[bytes]:
    """A template as an answer."""
    return html(request, render(request, template, **values), status)


def go(path: str, draft: str = "") -> Redirect:
    """See there (after a form)."""
    return Redirect(path + (f"?draft={quote(draft, safe=':')}" if draft else ""), status_code=303)


def back_to(request: Ask, otherwise: str = "/") -> str:
    """The page of ours a form was on; never another site's."""
    came = urlsplit(request.headers.get("referer", ""))
    ours = came.netloc == request.headers.get("host", "")
    path = came.path + (f"?{came.query}" if came.query else "")
    return path if ours and path.startswith("/") and not path.startswith("//") else otherwise


def told(language: str, text: str) -> str:
    """A sentence in a language."""
    return translations(language).gettext(text)
