"""Figures of the rulebooks: a moment of a game, drawn by the same code as its tables, with nothing to press.

A game's figures lie beside its drawing, in `tables/<game>/figures.py`, as `FIGURES`.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
from functools import cache
from typing import Final

import msgspec
from markupsafe import Markup

from backroom.kernel.words import translations
from backroom.web import tables
from backroom.web.company import NAMES
from backroom.web.moment import Moment, scene_of
from backroom.web.tables import drawing_of

_NAMES: Final = re.compile(
    r" (?:id|for|name|value|form|tabindex|data-(?:zone|keep|piece|at|action|focus)|aria-(?:labelledby|controls))"
    r'="[^"]*"'
)
"""What things are called by scripts and forms: a page may show several figures."""


class Figure(msgspec.Struct, frozen=True):
    """What stands below a paragraph."""

    rule: str
    caption: str
    """Marked with `N_`: it says all that the figure shows, for who cannot see it."""
    moment: Moment = Moment()
    zones: tuple[str, ...] = ("board",)
    """Or parts of the page that hold several."""
    seat: int | None = None
    """Whose eyes; nobody's: a spectator's."""
    draft: str = ""
    only: str = ""
    """A class of the drawing: the first element that has it is all that is shown of the zones."""


@cache
def figures_of(game: str) -> tuple[Figure, ...]:
    """A game's figures; none if nobody has drawn any."""
    name = f"{tables.__name__}.{game}.figures"
    if importlib.util.find_spec(f"{tables.__name__}.{game}") is None or importlib.util.find_spec(name) is None:
        return ()
    found: tuple[Figure, ...] = importlib.import_module(name).FIGURES
    return found


def drawn(game: str, figure: Figure, language: str) -> Markup:
    """A figure with its caption. It is `inert`: nothing in it can be pressed, reached by key, or is read out."""
    state = figure.moment.state(game)
    people = NAMES[: state.setup.seats]
    drawing = drawing_of(game)
    zones = drawing.public(scene_of(state, None, language, people))
    zones |= drawing.private(scene_of(state, figure.seat, language, people, draft=figure.draft.split()))
    groups: dict[str, tuple[str, ...]] = dict(getattr(drawing, "groups", ()))
    shown = ""
    for part in figure.zones:
        inside = "".join(f'<div class="z z-{name}">{zones[name]}</div>' for name in groups.get(part, (part,)))
        shown += f'<div class="g g-{part}">{inside}</div>' if part in groups else inside
    shown = _NAMES.sub("", element(shown, figure.only) if figure.only else shown)
    shown = re.sub(r"<(/?)h[1-4]\b", r"<\1strong", shown)  # the book's own headings are enough
    caption = translations(language).gettext(figure.caption)
    return Markup(
        '<figure class="drawn"><div class="{} shows" inert>{}</div><figcaption>{}</figcaption></figure>'
    ).format(game, Markup(shown), caption)


def element(html: str, kind: str) -> str:
    """The first element of this class, whole."""
    found = re.search(rf'<(\w+)[^>]* ?class="(?:[^"]* )?{re.escape(kind)}[ "]', html)
    if found is None:
        raise LookupError(f"nothing of the class {kind} is drawn")
    depth = 0
    for tag in re.compile(rf"<(/?){found[1]}\b[^>]*?(/?)>").finditer(html, found.start()):
        depth += -1 if tag[1] else 0 if tag[2] else 1
        if depth == 0:
            return html[found.start() : tag.end()]
    raise LookupError(f"{kind} has no end")
