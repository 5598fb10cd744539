"""Boss: all its printed data, for people to read."""

from __future__ import annotations

from collections.abc import Iterator

from backroom.games.boss.cards import FACE_NAMES
from backroom.games.boss.edition import Card, Police, Printed, face
from backroom.games.boss.words import PHRASES

Row = tuple[str, str, str, str, str]
"""Section, id, name, what it says, where it comes from."""


def listing(printed: Printed) -> list[Row]:
    """The kit, every city with its cards, the police, and the decks that options put in their place."""
    kit = printed.kit
    rows: list[Row] = [
        ("Kit of each player", "kit", "Gangsters", f"{kit.veterans} veterans, {kit.rookies} rookies", kit.source)
    ]
    for place, city in enumerate(printed.city, 1):
        text = f"place {place} of the row, {city.count} cards, from {city.min_players} players"
        rows.append(("Cities", city.id, named(city.id), text, sources(city.source, city.place_source)))
    for city in printed.city:
        rows += card_rows("City cards", city.id, city.cards)
    rows += police_rows("Police cards", printed.police)
    for option, variant in printed.variant.items():
        for city_id, cards in variant.cities.items():
            rows += card_rows(f"City cards with city_deck={option}", city_id, cards)
        rows += police_rows(f"Police cards with police_deck={option}", variant.police)
    return rows


def card_rows(section: str, city: str, cards: list[Card]) -> Iterator[Row]:
    """A city's cards, one row each."""
    for card in cards:
        label = FACE_NAMES[face(card)]
        text = named(label) if card.kind != "money" else f"${label}M" if card.value else "nothing"
        yield (section, f"{city}:{label}", named(city), text, card.source)


def police_rows(section: str, police: list[Police]) -> Iterator[Row]:
    """Equal police cards share a row."""
    for card in police:
        tokens = f"{card.count} with gold {card.gold}, silver {card.silver}"
        yield (section, f"police:{card.gold}{card.silver}", "Police", tokens, card.source)


def named(identity: str) -> str:
    """What an id is called."""
    return str(PHRASES[f"name.{identity}"])


def sources(*named_sources: str) -> str:
    """Several sources, each once."""
    return ", ".join(dict.fromkeys(named_sources))
