"""A table as a picture: SVG, or an array of pixels. It shows any game, from a view, and nothing that is not in it."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from backroom.gyms.extras import need
from backroom.gyms.text import text_of
from backroom.kernel.game import Game
from backroom.kernel.view import View

WIDTH: Final = 1120
LINE: Final = 15
HEAD: Final = 96
LETTERS: Final = 160
"""How many letters fit across."""
FELT, PANEL, IVORY, BRASS = "#16352a", "#0e241c", "#f3ead6", "#c9a24a"
TOLD_ABOVE: Final = ("game", "rules", "edition", "seats", "seat", "over", "waiting", "scores", "ranks")


def body(view: View) -> list[str]:
    """The view's lines without those that the panels at the top tell."""
    kept = [line for line in text_of(view).splitlines() if line.partition(":")[0] not in TOLD_ABOVE]
    return [line[at : at + LETTERS] for line in kept for at in range(0, len(line), LETTERS)]


def panels(view: View) -> Iterator[tuple[int, int, str, str, bool]]:
    """For each seat: where its panel begins and how wide it is, its name, its score, whether it has to decide."""
    wide = (WIDTH - 32) // view.seats
    for seat in range(view.seats):
        name = f"seat_{seat + 1}" + (" (you)" if seat == view.seat else "")
        yield 16 + seat * wide, wide - 8, name, f"{view.scores[seat]}   rank {view.ranks[seat]}", seat in view.waiting


def svg(game: Game, view: View) -> str:
    """The table as an SVG document."""
    text = body(view)
    height = HEAD + LINE * (len(text) + 2)
    title = game.title + (" (over)" if view.over else "")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
        f'font-family="monospace" font-size="11" role="img">',
        f"<title>{escape(game.title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="{FELT}"/>',
        f'<text x="16" y="24" fill="{BRASS}" font-size="18">{escape(title)}</text>',
    ]
    for left, wide, name, score, decides in panels(view):
        edge = f' stroke="{BRASS}" stroke-width="2"' if decides else ""
        parts.append(f'<rect x="{left}" y="36" width="{wide}" height="44" rx="6" fill="{PANEL}"{edge}/>')
        parts.append(f'<text x="{left + 10}" y="54" fill="{IVORY}">{escape(name)}{" *" if decides else ""}</text>')
        parts.append(f'<text x="{left + 10}" y="70" fill="{BRASS}">{escape(score)}</text>')
    for at, line in enumerate(text):
        indent = 16 + 7 * (len(line) - len(line.lstrip()))
        parts.append(f'<text x="{indent}" y="{HEAD + LINE * (at + 1)}" fill="{IVORY}">{escape(line.lstrip())}</text>')
    return "\n".join([*parts, "</svg>\n"])


def pixels(game: Game, view: View) -> NDArray[np.uint8]:
    """The same as an array of height, width and three colours."""
    need("pettingzoo", "PIL")
    from PIL import Image, ImageDraw, ImageFont

    text = body(view)
    image = Image.new("RGB", (WIDTH, HEAD + LINE * (len(text) + 2)), FELT)
    draw: Any = ImageDraw.Draw(image)
    large, small = ImageFont.load_default(18), ImageFont.load_default(11)
    draw.text((16, 8), game.title + (" (over)" if view.over else ""), fill=BRASS, font=large)
    for left, wide, name, score, decides in panels(view):
        draw.rounded_rectangle((left, 36, left + wide, 80), 6, PANEL, BRASS if decides else None, 2)
        draw.text((left + 10, 42), name + (" *" if decides else ""), fill=IVORY, font=small)
        draw.text((left + 10, 60), score, fill=BRASS, font=small)
    for at, line in enumerate(text):
        indent = 16 + 7 * (len(line) - len(line.lstrip()))
        draw.text((indent, HEAD + LINE * at + 2), line.lstrip(), fill=IVORY, font=small)
    return np.asarray(image, np.uint8)
