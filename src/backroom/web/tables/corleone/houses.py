"""Corleone's Empire: a business as a house. Above the dark back room, below the shop front; the awning between tells the
kind without colour: straight board = printed, scallops = blue tile, teeth = red tile. The door is the thug space."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from markupsafe import escape

from backroom.games.corleone.edition import Business
from backroom.games.corleone.numbers import ICON_NAMES, NOBODY
from backroom.games.corleone.printed import icon_of
from backroom.games.corleone.steps import Step
from backroom.web.statics import address

BACK: Final = 40
HIGH: Final = 112
WIDE: Final = 86
DOOR: Final = (-19.5, 28.5)
"""The middle of the door, from the middle of the house."""
AWNINGS: Final = {"printed": "#6b5a48", "blue": "#2f5f97", "red": "#9b2c2c"}
SIGNS: Final = {
    "blood_money": "blood", "narcotics": "narc", "horse_head": "horse", "swap-good": "swap-1-good",
    "swap-5": "swap-1-5", "swap-two-5": "swap-2-5", "swap-three-8": "swap-3-8",
}  # fmt: skip
"""The drawn signs of icons and goods whose names differ."""


def icon_sign(name: str) -> str:
    """The drawn sign of an icon, a bill or a good."""
    return SIGNS.get(name, name)


def printed_signs(steps: Iterable[Step]) -> list[str]:
    """The signs of one half of a business, each as often as it is printed."""
    found: list[str] = []
    for step in steps:
        icon, count = icon_of(step)
        if icon != NOBODY:
            found += [icon_sign(ICON_NAMES[icon])] * count
    return found


def use(sign: str, x: float, y: float, size: float, colour: str) -> str:
    """A sign inside a drawing; x and y are its middle."""
    return (
        f'<svg x="{x - size / 2:.1f}" y="{y - size / 2:.1f}" width="{size:.0f}" height="{size:.0f}" color="{colour}">'
        f'<use href="{address("icons.svg")}#i-{escape(sign)}"/></svg>'
    )


def house(business: Business, x: float, y: float, name: str) -> str:
    """A business with its middle there; the park has a case on a bench."""
    if business.kind == "park":
        shown = f'<rect x="{x - 22:.0f}" y="{y - 26:.0f}" width="44" height="44" rx="8" class="hb hl"/>'
        signs = printed_signs(business.back)
        size = 30.0 if len(signs) == 1 else 18.0
        for at, sign in enumerate(signs):
            shown += use(sign, x + (at - (len(signs) - 1) / 2) * (size + 1), y - 4, size, "var(--plate-back-ink)")
        return f'<g class="house"><title>{name}</title>{shown}</g>'
    left, top = x - WIDE / 2, y - 54
    shown = (
        f'<rect x="{left - 1:.0f}" y="{top + 4:.0f}" width="88" height="{HIGH + 1}" rx="8" class="hs"/>'
        f'<path d="M{left:.0f} {top + BACK:.0f}v-{BACK - 8}a8 8 0 0 1 8-8h70a8 8 0 0 1 8 8v{BACK - 8}z" class="hb"/>'
        f'<path d="M{left:.0f} {top + BACK:.0f}h86v{HIGH - BACK - 8}a8 8 0 0 1-8 8h-70a8 8 0 0 1-8-8z" class="hf"/>'
    )
    shown += awning(business.kind, left, top + BACK)
    signs = printed_signs(business.back)
    wide = min(32.0, 78 / max(len(signs), 1))
    for at, sign in enumerate(signs):
        shown += use(sign, x + (at - (len(signs) - 1) / 2) * (wide + 2), top + 18, wide, "var(--plate-back-ink)")
    shown += (
        f'<rect x="{left + 5:.0f}" y="{top + 62:.0f}" width="37" height="45" rx="2" class="door"/>'
        f'<path d="M{left + 5:.0f} {top + 62:.0f}h37v10h-37z" class="lintel"/>'
    )
    for sign, sx, sy, large in front_signs(printed_signs(business.front)):
        shown += use(sign, left + 64 + sx, top + 79 + sy, large, "var(--plate-ink)")
    shown += f'<rect x="{left:.0f}" y="{top:.0f}" width="86" height="{HIGH}" rx="8" class="hl"/>'
    return f'<g class="house k-{business.kind}"><title>{name}</title>{shown}</g>'


def front_signs(signs: list[str]) -> Iterable[tuple[str, float, float, float]]:
    """Where the signs of a front stand beside the door: one below the other, or in two columns."""
    count = len(signs)
    if count <= 3:
        size = (36, 36, 29, 21)[count]
        return [(sign, 0, (at - (count - 1) / 2) * (size + 1), size) for at, sign in enumerate(signs)]
    rows = -(-count // 2)
    return [
        (sign, (at % 2 - 0.5) * 20, (at // 2 - (rows - 1) / 2) * 21, 19 if rows < 3 else 18)
        for at, sign in enumerate(signs)
    ]


def awning(kind: str, left: float, top: float) -> str:
    """What is between back room and shop front."""
    colour = AWNINGS[kind]
    if kind == "printed":
        return f'<path d="M{left - 2:.0f} {top - 3:.0f}h90v8h-90z" fill="{colour}"/>'
    width = WIDE / 8
    parts = {colour: "", "#fbf4e3": ""}
    for at in range(8):
        x = left + at * width
        drop = (
            f"v7a{width / 2:.1f} {width / 2:.1f} 0 0 1-{width:.1f} 0z"
            if kind == "blue"
            else f"v6l-{width / 2:.1f} 9-{width / 2:.1f}-9z"
        )
        parts[colour if at % 2 == 0 else "#fbf4e3"] += f"M{x:.1f} {top - 3:.0f}h{width:.1f}{drop}"
    cloth = "".join(f'<path d="{path}" fill="{each}"/>' for each, path in parts.items())
    return f'{cloth}<path d="M{left - 1:.0f} {top - 5:.0f}h88v4h-88z" fill="{colour}"/>'


def vacant(x: float, y: float) -> str:
    """A plot without a tile."""
    return (
        f'<g class="plot"><rect x="{x - 41:.0f}" y="{y - 45:.0f}" width="82" height="90" rx="8"/>'
        f'<path d="M{x - 16:.0f} {y + 14:.0f}h32m-32 0v-18l16-12 16 12v18"/></g>'
    )
