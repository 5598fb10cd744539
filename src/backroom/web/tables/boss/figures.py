"""Boss: the figures of its rulebook, most of them out of one round for three."""

from __future__ import annotations

from typing import Final

from backroom.kernel.words import N_
from backroom.web.figures import Figure
from backroom.web.moment import Moment

TWO_LAPS: Final = (
    "send:cincinnati:1v lay:new_york:0 send:kansas_city:1v lay:detroit:2 send:new_york:1v lay:boston:2 "
    "send:chicago:1v lay:new_york:3 send:cincinnati:2v lay:cincinnati:2 stay lay:boston:3 "
)
FOUR_LAPS: Final = (
    TWO_LAPS + "send:cincinnati:2r lay:detroit:4 stay lay:kansas_city:2 stay lay:detroit:gun "
    "send:boston:1v lay:boston:prison send:detroit:1v lay:detroit:3 stay lay:cincinnati:4 "
)

FIGURES: Final = (
    Figure(
        "B-4",
        N_(
            "The row for four players at the start: New York, Chicago, Boston, Detroit, Kansas City, Cincinnati, "
            "Memphis, Philadelphia. Under each name stand the cards that this city has; the money ruler lies above."
        ),
        Moment(seats=4, seed=4),
        only="table",
    ),
    Figure(
        "B-8",
        N_(
            "A hand as its owner sees it: nothing and 3 of New York, the prison of Boston, 4 of Detroit, the ban of "
            "Cincinnati. Below it the 6 veterans and 3 rookies that can be sent."
        ),
        Moment(seats=3, seed=4),
        ("hand",),
        seat=0,
    ),
    Figure(
        "B-14",
        N_(
            "Cincinnati, seen by black, who has one veteran there against red’s two. One more would only draw level, "
            "so black may send two or more."
        ),
        Moment(seats=3, seed=4, moves=TWO_LAPS),
        seat=0,
        only="c-cincinnati",
    ),
    Figure(
        "B-21",
        N_("Boston with two open cards. The 3 was laid after the 2, so the 3 is the last open card."),
        Moment(seats=3, seed=4, moves=TWO_LAPS),
        only="c-boston",
    ),
    Figure(
        "B-24",
        N_("After lap 3 of the first round: one police card lies open, with a gold token; four lie face down."),
        Moment(seats=3, seed=4, moves=FOUR_LAPS),
        ("people",),
        only="police",
    ),
    Figure(
        "B-37",
        N_(
            "Chicago with one city to its left: the last open card of New York is a 3, half of which, rounded down, is "
            "1. So Chicago would pay 1 million."
        ),
        Moment(seats=3, seed=4, moves=TWO_LAPS),
        only="c-chicago",
    ),
)
