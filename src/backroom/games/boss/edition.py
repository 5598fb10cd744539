"""Boss: what an edition file must hold, and the decks that a table plays with."""

from __future__ import annotations

from itertools import permutations
from typing import Final, Literal

import msgspec

from backroom.games.boss.cards import BAN, CITIES, FACE_NAMES, FACES, GUN, HOSPITAL, PRISON, ROOKIES, VETERANS
from backroom.kernel.edition import Edition, Source

COUNTS: Final = {
    "new_york": 4, "boston": 4, "detroit": 5, "kansas_city": 3, "cincinnati": 4, "memphis": 4, "philadelphia": 3,
}  # fmt: skip
"""City cards in the box (A1, rulebook)."""
FROM_PLAYERS: Final = {city: 2 if at < 3 else 3 if at < 5 else 4 for at, city in enumerate(CITIES)}
"""B-3: with how many players a city is in play."""
POLICE: Final = 5
TO_END: Final = 3
"""B-24: tokens of one colour that make the round the last."""
PENALTY_FACES: Final = {"hospital": HOSPITAL, "prison": PRISON, "gun": GUN, "ban": BAN}


class Meta(msgspec.Struct, forbid_unknown_fields=True):
    """[meta]: which game this is for, and the edition's own name."""

    game: str
    edition: str


class Kit(msgspec.Struct, forbid_unknown_fields=True):
    """[kit]: the gangsters of each player (B-2)."""

    veterans: int
    rookies: int
    source: Source


class Card(msgspec.Struct, forbid_unknown_fields=True):
    """A city card: money with its value, or a penalty."""

    kind: Literal["money", "hospital", "prison", "gun", "ban"]
    source: Source
    value: int | None = None


class City(msgspec.Struct, forbid_unknown_fields=True):
    """[[city]]: one city with its cards."""

    id: str
    count: int
    min_players: int
    source: Source
    place_source: Source
    cards: list[Card]


class Police(msgspec.Struct, forbid_unknown_fields=True):
    """[[police]]: so many police cards with these tokens."""

    count: int
    gold: int
    silver: int
    source: Source


class Variant(msgspec.Struct, forbid_unknown_fields=True):
    """[variant.…]: the cards that an option puts in place of others."""

    cities: dict[str, list[Card]] = {}
    police: list[Police] = []


class Printed(msgspec.Struct, forbid_unknown_fields=True):
    """The whole file."""

    meta: Meta
    kit: Kit
    city: list[City]
    police: list[Police]
    variant: dict[str, Variant] = {}


VARIANTS: Final = ("three_two", "no_empty_card", "listing_order")


def read(edition: Edition) -> Printed:
    """The file as data; BadEdition with the line for what does not fit the rulebook."""
    printed = edition.shaped(Printed, "boss")
    if (printed.kit.veterans, printed.kit.rookies) != (VETERANS, ROOKIES):
        edition.fail(("kit",), f"expected {VETERANS} veterans and {ROOKIES} rookies for each player")
    named = [city.id for city in printed.city]
    if named != list(CITIES):
        wrong = next((at for at, (a, b) in enumerate(zip(named, CITIES, strict=False)) if a != b), min(len(named), 6))
        edition.fail(("city", wrong), f"expected the cities in this order: {', '.join(CITIES)}")
    for at, city in enumerate(printed.city):
        if city.count != COUNTS[city.id]:
            edition.fail(("city", at, "count"), f"{city.id} has {COUNTS[city.id]} cards in the box, not {city.count}")
        if city.min_players != FROM_PLAYERS[city.id]:
            edition.fail(("city", at, "min_players"), f"{city.id} is in play from {FROM_PLAYERS[city.id]} players")
        _check_cards(edition, ("city", at, "cards"), city.id, city.cards)
    _check_police(edition, ("police",), printed.police)
    for name, variant in printed.variant.items():
        if name not in VARIANTS:
            edition.fail(("variant", name), f"unknown variant {name!r}; the options know {', '.join(VARIANTS)}")
        for city_id, cards in variant.cities.items():
            if city_id not in CITIES:
                edition.fail(("variant", name, "cities", city_id), f"unknown city {city_id!r}")
            _check_cards(edition, ("variant", name, "cities", city_id), city_id, cards)
        if variant.police:
            _check_police(edition, ("variant", name, "police"), variant.police)
    for name in VARIANTS:
        if name not in printed.variant:
            edition.fail((), f"expected [variant.{name}], which the table's options offer")
    return printed


def _check_cards(edition: Edition, path: tuple[str | int, ...], city: str, cards: list[Card]) -> None:
    if len(cards) != COUNTS[city]:
        edition.fail(path, f"{city}: expected {COUNTS[city]} cards, found {len(cards)}")
    for at, card in enumerate(cards):
        if card.kind == "money" and (card.value is None or not 0 <= card.value <= 9):
            edition.fail((*path, at), f"{city}: a money card needs a value from 0 to 9")
        if card.kind != "money" and card.value is not None:
            edition.fail((*path, at), f"{city}: a {card.kind} card has no value")


def _check_police(edition: Edition, path: tuple[str | int, ...], police: list[Police]) -> None:
    if sum(max(card.count, 0) for card in police) != POLICE:
        edition.fail(path, f"expected {POLICE} police cards in all")
    for at, card in enumerate(police):
        if card.count < 1 or not 0 <= card.gold <= 2 or not 0 <= card.silver <= 2:
            edition.fail((*path, at), "expected a count of at least 1, and 0 to 2 tokens of each colour")
    for order in set(permutations(pile(police))):
        if not 3 <= rounds(order) <= POLICE:
            edition.fail(path, "a game must last 3 to 5 rounds in every order of the police cards")  # B-25


def rounds(order: tuple[int, ...]) -> int:
    """B-24: which round the police cards make the last, if they come in this order."""
    gold = silver = 0
    for number, card in enumerate(order, 1):
        gold += card >> 2
        silver += card & 3
        if gold >= TO_END or silver >= TO_END:
            return number
    return len(order)


def face(card: Card) -> int:
    """A printed card's face number."""
    return card.value or 0 if card.kind == "money" else PENALTY_FACES[card.kind]


def pile(police: list[Police]) -> list[int]:
    """The police cards as numbers: gold tokens * 4 + silver tokens."""
    return [card.gold * 4 + card.silver for card in police for _ in range(card.count)]


def decks(printed: Printed, city_deck: str) -> list[list[int]]:
    """The cards of every city with the chosen option, sorted, as card numbers."""
    other = printed.variant[city_deck].cities if city_deck in printed.variant else {}
    return [
        sorted(at * FACES + face(card) for card in other.get(city.id, city.cards))
        for at, city in enumerate(printed.city)
    ]


def police_cards(printed: Printed, police_deck: str) -> list[int]:
    """The police cards with the chosen option."""
    other = printed.variant[police_deck].police if police_deck in printed.variant else []
    return pile(other or printed.police)


def card_label(card: int) -> str:
    """A card as its name without the city."""
    return FACE_NAMES[card % FACES]
