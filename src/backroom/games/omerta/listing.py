"""Omerta: all its printed data, for people to read."""

from __future__ import annotations

from backroom.games.omerta.edition import Character, Printed
from backroom.kernel.game import Row
from backroom.kernel.words import Speaker


def listing(printed: Printed, speaker: Speaker) -> list[Row]:
    """How it is dealt and counted, the bottles, the characters, the famous gangsters."""
    words, dealt, scored = speaker.said, printed.setup, printed.scoring
    rows: list[Row] = [
        ("setup", what, words(f"listing.{what}"), words("listing.cards", n=n), dealt.source)
        for what, n in (("row", dealt.row), ("safe", dealt.safe), ("peek", dealt.peek))
    ]
    for what, n in (("call_limit", scored.call_limit), ("call_penalty", scored.call_penalty)):
        rows.append(("scoring", what, words(f"listing.{what}"), words("listing.points", n=n), scored.source))
    for bottle in printed.bottle:
        card = f"bottle_{bottle.value}"
        rows.append(("bottle", card, speaker.name(card), words("listing.cards", n=bottle.count), bottle.source))
    for character in printed.character:
        name = speaker.name(character.id)
        rows.append(("character", character.id, name, worth(character, speaker), character.source))
        count = words("listing.cards", n=character.count)
        rows.append(("character", character.id, name, count, character.count_source))
    for famous in printed.famous:
        text = words("listing.starts") if famous.starts else words("listing.waits")
        name = speaker.catalogue.gettext(famous.name)
        rows.append(("famous", famous.id, name, text, famous.source))
    return rows


def worth(character: Character, speaker: Speaker) -> str:
    """What a character costs at the end, whether a Killer stops it, how long it stays."""
    told = [speaker.said("listing.points", n=character.points)]
    if character.killer_stops:
        told.append(speaker.said("listing.killer_stops"))
    if character.target_turns:
        told.append(speaker.said("listing.lasts", n=character.target_turns))
    return speaker.tongue.semicolon.join(told)
