"""Numbers as the reader's language writes them, everywhere on a page: Persian has digits of its own.

Drawings and templates put numbers where they belong; what they have made is gone over once, on its way out. Changed
is what people read: text, and the attributes that are read aloud or shown. What stays:

- what is not for reading: all other attributes, scripts, styles, and what is in fields;
- what is Latin in every language: codes, and elements that run from the left (`dir="ltr"`) or are somebody's name;
- what is printed on a piece: cards keep their figures (`role="img"`, `translate="no"`), their names are told in words.
"""

from __future__ import annotations

import re
from typing import Final

from markupsafe import Markup

from backroom.kernel.tongues import Tongue, tongue

_PIECE: Final = re.compile(r"<!--.*?-->|<(/?)([a-zA-Z][\w-]*)([^>]*)>|<|[^<]+", re.DOTALL)
_FIGURE: Final = re.compile(r"[0-9]")
_READ: Final = re.compile(r'(?<= )((?:aria-label|aria-valuetext|title|alt|placeholder|label)=")([^"]*[0-9][^"]*)"')
_KEPT_TAGS: Final = frozenset({"bdi", "code", "kbd", "pre", "samp", "script", "style", "textarea"})
_KEPT: Final = re.compile(r' (?:dir="ltr"|role="img"|translate="no")')
_VOID: Final = frozenset({"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"})


def written(html: str, language: str) -> str:
    """A page, or a part of one, with its numbers as the language writes them."""
    own = tongue(language)
    return html if own.digits("0") == "0" else _written(html, own)


def zones_written(zones: dict[str, Markup], language: str) -> dict[str, Markup]:
    """The same for the zones of a table."""
    return {name: Markup(written(str(zone), language)) for name, zone in zones.items()}


def _written(html: str, own: Tongue) -> str:
    parts: list[str] = []
    within, depth = "", 0
    """The tag of the element that is kept as it is, and how many of that tag are open."""
    for piece in _PIECE.finditer(html):
        closing, tag, rest = piece.groups()
        text = piece[0]
        if tag is None:
            if not depth and not text.startswith("<") and _FIGURE.search(text):
                text = own.digits(text)
        elif depth:
            if tag == within and not rest.endswith("/"):
                depth += -1 if closing else 1
        else:
            if _FIGURE.search(rest):
                text = _READ.sub(lambda read: f'{read[1]}{own.digits(read[2])}"', text)
            if (tag in _KEPT_TAGS or _KEPT.search(rest)) and not (closing or tag in _VOID or rest.endswith("/")):
                within, depth = tag, 1
        parts.append(text)
    return "".join(parts)
