"""Boss: places, cards and actions as numbers, and their names."""

# compiled by mypyc
from __future__ import annotations

from typing import Final

# Places (A2, B-4): the seven cities in the order of the row, and Chicago, which has no cards.
CITIES: Final = ("new_york", "boston", "detroit", "kansas_city", "cincinnati", "memphis", "philadelphia")
PLACES: Final = (*CITIES, "chicago")
CHICAGO: Final = 7

# A card is city * FACES + face. Faces 0 to 9 are millions of dollars; the rest are penalties.
FACES: Final = 14
HOSPITAL: Final = 10
PRISON: Final = 11
GUN: Final = 12
BAN: Final = 13
PENALTIES: Final = ("hospital", "prison", "gun", "ban")
FACE_NAMES: Final = (*(str(value) for value in range(10)), *PENALTIES)
CARDS: Final = len(CITIES) * FACES
CARD_NAMES: Final = tuple(f"{city}:{face}" for city in CITIES for face in FACE_NAMES)

# Actions: first every sending (place, veterans, rookies), then staying, then laying a card.
VETERANS: Final = 6
ROOKIES: Final = 3
GROUPS: Final = (VETERANS + 1) * (ROOKIES + 1)
"""A group is veterans * 4 + rookies; group 0 is nobody, which is no sending (B-13)."""
STAY: Final = len(PLACES) * GROUPS
LAY: Final = STAY + 1
ACTIONS: Final = LAY + CARDS


def group_name(group: int) -> str:
    """`2v1r`; rookies or veterans of whom there are none are left out."""
    veterans, rookies = divmod(group, ROOKIES + 1)
    name = (f"{veterans}v" if veterans else "") + (f"{rookies}r" if rookies else "")
    return name or "0"


TOKENS: Final = (
    *(f"send:{place}:{group_name(group)}" for place in PLACES for group in range(GROUPS)),
    "stay",
    *(f"lay:{card}" for card in CARD_NAMES),
)
NUMBERS: Final = {token: action for action, token in enumerate(TOKENS)}
CARD_NUMBERS: Final = {name: card for card, name in enumerate(CARD_NAMES)}


CLOSED: Final = 2 * (VETERANS + ROOKIES + 2)
"""The requirement of a place where a seat may not send at all; see `requirement` in `table`."""


def sendings() -> list[list[list[list[int]]]]:
    """Legal sendings by supply (as a group), place, and requirement: twice the number needed, and one more
    if rookies may go alone because a veteran is there."""
    return [
        [
            [
                [
                    place * GROUPS + group
                    for group in range(GROUPS)
                    if group >> 2 <= supply >> 2
                    and group & 3 <= supply & 3
                    and SIZES[group] >= max(required >> 1, 1)
                    and (group >> 2 or required & 1)
                ]
                for required in range(CLOSED + 1)
            ]
            for place in range(len(PLACES))
        ]
        for supply in range(GROUPS)
    ]


SIZES: Final = [(group >> 2) + (group & 3) for group in range(GROUPS)]
"""How many gangsters a group has."""
SENDINGS: Final[list[list[list[list[int]]]]] = sendings()
