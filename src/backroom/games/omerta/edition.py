"""Omerta: what an edition file must hold, and the cards that a table plays with."""

from __future__ import annotations

from typing import Final

import msgspec

from backroom.games.omerta.cards import (
    BOTTLES,
    CHARACTERS,
    FACE_NUMBERS,
    GANGSTER,
    LA_MAMA,
    LADY,
    PATROL,
    PEEKS,
    POINTS,
    ROW,
    SAFE,
    SNITCH,
)
from backroom.kernel.edition import Edition, Source

BOTTLE_CARDS: Final = 40
CHARACTER_CARDS: Final = 20
FAMOUS: Final = 5
CALL_LIMIT: Final = 7
CALL_PENALTY: Final = 20
TURNS: Final = {LA_MAMA: 1, PATROL: 2}
"""O-45: how many turns of their target the lasting cards last."""
ATTACKS: Final = frozenset({GANGSTER, LADY, SNITCH, LA_MAMA, PATROL})
"""O-35: what a Killer stops."""


class Meta(msgspec.Struct, forbid_unknown_fields=True):
    """[meta]: which game this is for, and the edition's own name."""

    game: str
    edition: str


class SetUp(msgspec.Struct, forbid_unknown_fields=True):
    """[setup]: cards in a row and in the safe, and how many one looks at (O-4, O-5, O-7)."""

    row: int
    safe: int
    peek: int
    source: Source


class Scoring(msgspec.Struct, forbid_unknown_fields=True):
    """[scoring]: the numbers of a call (O-51, O-52)."""

    call_limit: int
    call_penalty: int
    source: Source


class Bottle(msgspec.Struct, forbid_unknown_fields=True):
    """[[bottle]]: so many cards with this number."""

    value: int
    count: int
    source: Source


class Character(msgspec.Struct, forbid_unknown_fields=True):
    """[[character]]: one kind of character."""

    id: str
    points: int
    source: Source
    count: int
    count_source: Source
    killer_stops: bool
    target_turns: int = 0


class Famous(msgspec.Struct, forbid_unknown_fields=True):
    """[[famous]]: a famous gangster; one of them starts the first round."""

    id: str
    name: str
    starts: bool
    source: Source


class Printed(msgspec.Struct, forbid_unknown_fields=True):
    """The whole file."""

    meta: Meta
    setup: SetUp
    scoring: Scoring
    bottle: list[Bottle]
    character: list[Character]
    famous: list[Famous]


def read(edition: Edition) -> Printed:
    """The file as data; BadEdition with the line for what does not fit the rulebook."""
    printed = edition.shaped(Printed, "omerta")
    given = printed.setup
    for name, number, expected in (("row", given.row, ROW), ("safe", given.safe, SAFE), ("peek", given.peek, PEEKS)):
        if number != expected:
            edition.fail(("setup", name), f"the rulebook says {name} = {expected}, not {number}")
    if printed.scoring.call_limit != CALL_LIMIT:
        edition.fail(("scoring", "call_limit"), f"the rulebook says call_limit = {CALL_LIMIT}")
    if printed.scoring.call_penalty != CALL_PENALTY:
        edition.fail(("scoring", "call_penalty"), f"the rulebook says call_penalty = {CALL_PENALTY}")
    _check_bottles(edition, printed.bottle)
    _check_characters(edition, printed.character)
    _check_famous(edition, printed.famous)
    return printed


def _check_bottles(edition: Edition, bottles: list[Bottle]) -> None:
    for at, bottle in enumerate(bottles):
        if bottle.value != at + 1:
            edition.fail(("bottle", at, "value"), f"expected the bottles 1 to {BOTTLES} in order, found {bottle.value}")
        if bottle.count < 0:
            edition.fail(("bottle", at, "count"), "a count cannot be below 0")
    if len(bottles) != BOTTLES:
        edition.fail(("bottle", len(bottles) - 1), f"expected the bottles 1 to {BOTTLES}, found {len(bottles)}")
    found = sum(bottle.count for bottle in bottles)
    if found != BOTTLE_CARDS:
        edition.fail(("bottle", 0), f"expected {BOTTLE_CARDS} bottle cards in all, found {found}")


def _check_characters(edition: Edition, characters: list[Character]) -> None:
    named = [character.id for character in characters]
    if named != list(CHARACTERS):
        pairs = zip(named, CHARACTERS, strict=False)
        wrong = next((at for at, (a, b) in enumerate(pairs) if a != b), max(len(named) - 1, 0))
        edition.fail(("character", wrong), f"expected the characters in this order: {', '.join(CHARACTERS)}")
    for at, character in enumerate(characters):
        face = FACE_NUMBERS[character.id]
        if character.points != POINTS[face]:
            edition.fail(("character", at, "points"), f"{character.id} costs {POINTS[face]} points in the rulebook")
        if character.count < 0:
            edition.fail(("character", at, "count"), "a count cannot be below 0")
        if character.killer_stops != (face in ATTACKS):
            stops = "stops" if face in ATTACKS else "does not stop"
            edition.fail(("character", at, "killer_stops"), f"a Killer {stops} the {character.id} in the rulebook")
        if character.target_turns != TURNS.get(face, 0):
            edition.fail(("character", at, "target_turns"), f"{character.id} lasts {TURNS.get(face, 0)} turns")
    found = sum(character.count for character in characters)
    if found != CHARACTER_CARDS:
        edition.fail(("character", 0), f"expected {CHARACTER_CARDS} character cards in all, found {found}")


def _check_famous(edition: Edition, famous: list[Famous]) -> None:
    if len(famous) != FAMOUS:
        edition.fail(("famous", max(len(famous) - 1, 0)), f"expected {FAMOUS} famous gangsters, found {len(famous)}")
    if len({one.id for one in famous}) != FAMOUS:
        edition.fail(("famous", 0), "every famous gangster needs an id of his own")
    if [one.starts for one in famous].count(True) != 1:
        edition.fail(("famous", 0), "exactly one famous gangster starts the first round")


def cards(printed: Printed) -> list[int]:
    """All 60 cards as faces, sorted."""
    counts = {FACE_NUMBERS[f"bottle_{bottle.value}"]: bottle.count for bottle in printed.bottle}
    counts.update({FACE_NUMBERS[character.id]: character.count for character in printed.character})
    return [face for face in sorted(counts) for _ in range(counts[face])]
