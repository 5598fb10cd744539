"""Omerta: the figures of its rulebook, out of the first game that teaches."""

from __future__ import annotations

from typing import Final

from backroom.kernel.words import N_
from backroom.web.figures import Figure
from backroom.web.moment import Moment
from backroom.web.tables.omerta.lesson import dealt

PEEKS: Final = "0=peek:1 0=peek:2 1=peek:1 1=peek:2 2=peek:1 2=peek:2 "
RACE: Final = PEEKS + "take:deck swap:2 "
CALLED: Final = (
    RACE + "1=snap:2 0=pass 2=pass 1=take:deck 1=throw 0=snap:1 2=take:deck 2=throw 2=mole:3 take:deck throw mole:2 "
    "1=take:deck 1=swap:1 2=snap:3 2=take:deck 2=swap:3 take:deck swap:2 snitch:S2 snitch:S3 1=pass 2=pass "
    "1=take:deck 1=throw 2=take:deck 2=swap:2 0=pass 1=pass 2=pass take:pile swap:3 1=snap:4 1=take:deck 1=throw "
    "2=take:deck 2=throw call "
)

FIGURES: Final = (
    Figure(
        "O-5",
        N_(
            "Three players at the start of a round: four cards face down before each, the deck and the safe with four cards "
            "in the middle. The discard pile is still empty."
        ),
        Moment(seats=3, position=dealt()),
    ),
    Figure(
        "O-17",
        N_(
            "A bottle 9 has just been discarded, and a race for a second 9 is on. The player below may show one of four "
            "cards, or pass."
        ),
        Moment(seats=3, position=dealt(), moves=RACE),
        seat=0,
    ),
    Figure(
        "O-51",
        N_("The points after a call that stood: the caller scores 0, the others what lay in their rows, 45 and 30."),
        Moment(seats=3, position=dealt(), moves=CALLED),
        ("scores",),
    ),
)
