"""Corleone's Empire on a page."""

from __future__ import annotations

from backroom.kernel.words import N_
from backroom.web.tables.plain import Plain


class CorleoneDrawing(Plain):
    """Draws Corleone's Empire."""

    sign = "suitcase"
    blurb = N_(
        "Four acts in old New York. Front of the shop by day, back room by night, and only the suitcase is safe from the Don."
    )
    minutes = "60–90"


DRAWING = CorleoneDrawing()
