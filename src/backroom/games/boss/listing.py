"""Boss: all its printed data, for people to read."""

from __future__ import annotations

from collections.abc import Iterator

from backroom.games.boss.cards import FACE_NAMES
from backroom.games.boss.edition import Card, Police, Printed, face
from backroom.kernel.game import Row
from backroom.kernel.words import Speaker


def listing(printed: Printed, speaker: Speaker) -> list[Row]:
    """The kit, every city with its cards, the police, and the decks that options put in their place."""
    kit, words = printed.kit, speaker.said
    gangsters = speaker.phrase(
        "group.both",
        {"veterans": words("group.veterans", n=kit.veterans), "rookies": words("group.rookies", n=kit.rookies)},
    )
    rows: list[Row] = [("kit", "kit", words("listing.gangsters"), gangsters or "", kit.source)]
    for place, city in enumerate(printed.city, 1):
        parts = (
            words("listing.place", place=place), words("listing.cards", n=city.count),
            words("listing.players", n=city.min_players),
        )  # fmt: skip
        text = speaker.tongue.comma.join(parts)
        rows.append(("cities", city.id, speaker.name(city.id), text, sources(city.source, city.place_source)))
    for city in printed.city:
        rows += card_rows("city_cards", city.id, city.cards, speaker)
    rows += police_rows("police_cards", printed.police, speaker)
    for option, variant in printed.variant.items():
        for city_id, cards in variant.cities.items():
            rows += card_rows(f"city_cards.{option}", city_id, cards, speaker)
        rows += police_rows(f"police_cards.{option}", variant.police, speaker)
    return rows


def card_rows(section: str, city: str, cards: list[Card], speaker: Speaker) -> Iterator[Row]:
    """A city's cards, one row each."""
    for card in cards:
        label = FACE_NAMES[face(card)]
        text = speaker.name(label)
        if card.kind == "money":
            text = speaker.tongue.million_dollars(card.value) if card.value else speaker.said("listing.nothing")
        yield (section, f"{city}:{label}", speaker.name(city), text, card.source)


def police_rows(section: str, police: list[Police], speaker: Speaker) -> Iterator[Row]:
    """Equal police cards share a row."""
    name = speaker.said("listing.police")
    for card in police:
        tokens = speaker.said("listing.tokens", gold=card.gold, silver=card.silver)
        text = speaker.tongue.comma.join((speaker.said("listing.cards", n=card.count), tokens))
        yield (section, f"police:{card.gold}{card.silver}", name, text, card.source)


def sources(*named_sources: str) -> str:
    """Several sources, each once."""
    return ", ".join(dict.fromkeys(named_sources))
