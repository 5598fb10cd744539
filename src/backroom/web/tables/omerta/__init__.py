"""Omerta on a page."""

from __future__ import annotations

from backroom.kernel.words import N_
from backroom.web.tables.plain import Plain


class OmertaDrawing(Plain):
    """Draws Omerta."""

    sign = "booze"
    blurb = N_(
        "Keep your warehouse light and your memory sharp. A matching bottle goes to whoever is fastest; the silent one wins."
    )
    minutes = "20–30"


DRAWING = OmertaDrawing()
