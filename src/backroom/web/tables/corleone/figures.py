"""Corleone's Empire: the figures of its rulebook, out of one act for three."""

from __future__ import annotations

from typing import Final

from backroom.kernel.words import N_
from backroom.web.figures import Figure
from backroom.web.moment import Moment

BUSINESS: Final = (
    "thug:p5 take:bill-3 take:blood_money thug:t08 take:bill-5 thug:p2 take:gun take:bill-2 "
    "family:s09 take:blood_money take:bill-3 take:bill-2 thug:p4 take:horse_head take:bill-3 "
    "thug:p7 take:booze launder:3 "
)
WARS: Final = (
    BUSINESS + "job:01 pay:g0b0m0:money-last at:p2 family:s05 take:bill-2 take:gun done "
    "family:s03 launder:2 take:gun done thug:p1 take:bill-2 launder:3 "
)

FIGURES: Final = (
    Figure(
        "C-12",
        N_(
            "The map: seven numbered districts around Central Park, each with one printed business and room for a tile. "
            "Round places between districts are the spaces of family members; those with 3+ are open from three players on."
        ),
        Moment(seats=3, seed=26),
        ("board",),
    ),
    Figure(
        "C-32",
        N_(
            "In the middle of act I: thugs stand on the fronts of businesses in five districts, and yellow’s Don between "
            "Wall Street and Brooklyn, where he used three back rooms."
        ),
        Moment(seats=3, seed=26, moves=BUSINESS),
        ("board",),
    ),
    Figure(
        "C-48",
        N_("Public jobs. On top the goods that they cost, below the ability, and the bills that they bring."),
        Moment(seats=3, seed=26),
        ("offers",),
        only="jobsp",
    ),
    Figure(
        "C-72",
        N_(
            "After the turf wars of act I: yellow controls Wall Street, Brooklyn and the Upper West Side, blue the Upper "
            "East Side and Queens, red Chelsea. In Midtown blue and red tied, and nobody has a marker there."
        ),
        Moment(seats=3, seed=26, moves=WARS),
        ("board",),
    ),
)
