"""Contrast by night and by day, computed from the tokens that colours of the pages refer to (WCAG 1.4.3, 1.4.11)."""

from __future__ import annotations

import re
from functools import cache

import pytest

from backroom.web.statics import HERE

TEXT, SIGN = 4.5, 3.0
"""What words need against their ground, and what edges, rings and signs do."""
GROUNDS = {
    "room": ("room-ink", "room-dim"),
    "room-2": ("room-ink", "room-dim"),
    "felt": ("felt-ink", "felt-dim"),
    "felt-hi": ("felt-ink", "felt-dim"),
    "felt-lo": ("felt-ink", "felt-dim"),
    "panel": ("panel-ink", "panel-dim", "oxblood-text", "brass-hi", "good", "warn"),
    "panel-2": ("panel-ink", "panel-dim", "oxblood-text", "brass-hi"),
    "paper": ("paper-ink", "paper-dim"),
    "paper-2": ("paper-ink", "paper-dim"),
    "oxblood": ("oxblood-ink",),
    "oxblood-hi": ("oxblood-ink",),
    "plate-front": ("plate-ink",),
    "plate-back": ("plate-back-ink",),
    "d1": ("map-ink",), "d2": ("map-ink",), "d3": ("map-ink",), "d4": ("map-ink",), "d5": ("map-ink",),
    "d6": ("map-ink",), "d7": ("map-ink",), "d0": ("map-ink",),
}  # fmt: skip
"""What words are written on which ground."""
SIGNS = {
    "room": ("brass", "focus"),
    "felt": ("legal", "select", "last", "focus"),
    "panel": ("brass", "legal", "select", "last", "focus"),
    "water": ("water-ink", "focus"),
}
"""What has to be seen on which ground, without being read."""


@cache
def tokens(theme: str) -> dict[str, str]:
    """The colours of a theme: what the day leaves alone is as by night."""
    text = re.sub(r"/\*.*?\*/", "", (HERE / "static" / "tokens.css").read_text(encoding="utf-8"), flags=re.DOTALL)
    night, _, day = text.partition(':root[data-theme="day"]')
    found = dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{3,6})\b", night))
    return found if theme == "night" else {**found, **dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{3,6})\b", day))}


def light(colour: str) -> float:
    """How bright a colour is, relative to white."""
    digits = colour[1:] if len(colour) == 7 else "".join(each * 2 for each in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """From 1 to 21."""
    darker, brighter = sorted((light(one), light(other)))
    return (brighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", ["night", "day"])
def test_words_and_signs_stand_out_from_their_ground(theme: str) -> None:
    known = tokens(theme)
    assert contrast("#000", "#ffffff") == 21
    faint = [
        f"{ink} on {ground}: {found:.2f}"
        for pairs, least in ((GROUNDS, TEXT), (SIGNS, SIGN))
        for ground, inks in pairs.items()
        for ink in inks
        if (found := contrast(known[ground], known[ink])) < least
    ]
    assert faint == []
