"""Boss: places, cards and actions as numbers, and their names."""

# compiled by mypyc
from __future__ import annotations

from typing import Final

# Places (A2, B-4): the seven cities in the order of the row, and Chicago, which has no cards.
COLOURS: Final = ("black", "red", "blue", "yellow", "green")
"""Each seat's colour."""
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


SIZES: Final = [(group >> 2) + (group & 3) for group in range(GROUPS)]
"""How many gangsters a group has."""


def allowed(group: int, supply: int, required: int) -> bool:
    """B-12, B-14, B-15: whether this group may go, out of this supply, to a place that requires so much: twice the
    number needed, and one more if rookies may go alone because a veteran is there."""
    return (
        group > 0
        and group >> 2 <= supply >> 2
        and group & 3 <= supply & 3
        and SIZES[group] >= required >> 1
        and (group >= 4 or required & 1 == 1)
    )


GROUPS_ALLOWED: Final[list[list[int]]] = [
    [sum([1 << group for group in range(GROUPS) if allowed(group, supply, required)]) for required in range(CLOSED + 1)]
    for supply in range(GROUPS)
]
"""By supply and requirement, a bit for each group that may go."""
SENDINGS: Final[list[list[list[list[int]]]]] = [
    [
        [[place * GROUPS + group for group in range(GROUPS) if groups >> group & 1] for groups in by_requirement]
        for place in range(len(PLACES))
    ]
    for by_requirement in GROUPS_ALLOWED
]
"""The same as actions, by supply, place and requirement."""
