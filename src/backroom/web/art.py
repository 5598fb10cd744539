"""Drawn signs: icons, figures and cards out of our SVG files, by name."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup, escape

from backroom.web.statics import address


@cache
def icon(name: str, extra: str = "") -> Markup:
    """A sign beside words; it says nothing by itself to who cannot see it."""
    kind = f"i {extra}" if extra else "i"
    return Markup(f'<svg class="{kind}" aria-hidden="true"><use href="{address("icons.svg")}#i-{escape(name)}"/></svg>')


@cache
def figure(name: str, extra: str = "") -> Markup:
    """A person of Corleone's Empire; fill and line come from the style (`--fig`, `--fig-line`)."""
    return symbol("figures.svg", f"f-{name}", "0 0 32 44", f"fig {extra}".strip())


@cache
def symbol(file: str, identity: str, box: str, kind: str = "") -> Markup:
    """Any drawing of a file, in its own box."""
    return Markup(
        f'<svg class="{escape(kind)}" viewBox="{escape(box)}" aria-hidden="true">'
        f'<use href="{address(file)}#{escape(identity)}"/></svg>'
    )
