"""Corleone's Empire: all its printed data, for people to read."""

from __future__ import annotations

from backroom.games.corleone.edition import Printed, read
from backroom.games.corleone.numbers import ACTS
from backroom.games.corleone.reading import job_line, sentences, translated
from backroom.kernel.edition import Edition
from backroom.kernel.game import Row
from backroom.kernel.words import Speaker


def listing(edition: Edition, speaker: Speaker) -> list[Row]:
    """Every printed datum, in the order of the file."""
    printed = read(edition)
    return [
        *limits(printed, speaker), *stacks(printed, speaker), *families(printed, speaker), *board(printed, speaker),
        *businesses(printed, speaker), *cards(printed, speaker),
    ]  # fmt: skip


def limits(printed: Printed, speaker: Speaker) -> list[Row]:
    """What may be kept in every act."""
    rows: list[Row] = []
    for act, limit in enumerate(printed.limits.hand, 1):
        name = speaker.said("listing.act", act=speaker.tongue.roman(act))
        source = printed.limits.last_source if act == ACTS else printed.limits.source
        rows.append(("limits", f"act-{act}", name, speaker.said("listing.limit", limit=limit), source))
    return rows


def stacks(printed: Printed, speaker: Speaker) -> list[Row]:
    """How many bills and goods there are."""
    found = (("bills", "bill-", printed.bills), ("goods", "", printed.goods))
    return [
        (section, kind, speaker.name(prefix + kind), speaker.said("listing.cards", n=count), counts.source)
        for section, prefix, counts in found
        for kind, count in counts.counts.items()
    ]


def families(printed: Printed, speaker: Speaker) -> list[Row]:
    """The families with their members and colours."""
    rows: list[Row] = []
    for family in printed.family:
        name = translated(family.name, speaker)
        members = (translated(each, speaker) for each in (family.don, family.consigliere, family.heir))
        colour = speaker.said("listing.colour", colour=family.colour)
        rows.append(("family", family.id, name, speaker.tongue.comma.join(members), family.source))
        rows.append(("family", family.id, name, colour, family.colour_source))
    return rows


def board(printed: Printed, speaker: Speaker) -> list[Row]:
    """The map: its districts, and the spaces where they meet. Where on the page all of it lies, the file says."""
    words, comma = speaker.said, speaker.tongue.comma
    rows: list[Row] = [("map", "map", words("listing.the_map"), words("listing.drawn"), printed.map.source)]
    names = {district.id: translated(district.name, speaker) for district in printed.district}
    for district in printed.district:
        text = words("listing.number", n=district.number) if district.number else words("listing.no_number")
        rows.append(("district", district.id, names[district.id], text, district.source))
        rows.append(("district", district.id, names[district.id], words("listing.outline"), district.place_source))
    for space in printed.family_space:
        touched = comma.join(names[name] for name in space.touches)
        text = words("listing.three_plus") if space.three_plus else words("listing.always")
        rows.append(("family_space", space.id, touched, text, space.source))
    return rows


def businesses(printed: Printed, speaker: Speaker) -> list[Row]:
    """Businesses and tiles, front and back."""
    words = speaker.said
    names = {district.id: translated(district.name, speaker) for district in printed.district}
    rows: list[Row] = []
    for business in printed.business:
        name = translated(business.name, speaker)
        tile = words("listing.tile")
        place = words("listing.district_of", district=names[business.district]) if business.district else tile
        front = words("listing.front", effect=sentences(business.front, speaker))
        back = words("listing.back", effect=sentences(business.back, speaker))
        rows.append(("business", business.id, name, place, business.source))
        rows.append(("business", business.id, name, words(f"listing.kind.{business.kind}"), business.kind_source))
        rows.append(("business", business.id, name, front, business.front_source))
        rows.append(("business", business.id, name, back, business.back_source))
    return rows


def cards(printed: Printed, speaker: Speaker) -> list[Row]:
    """Jobs and allies."""
    rows: list[Row] = []
    for job in printed.job:
        text = speaker.tongue.semicolon.join((speaker.name(job.colour), job_line(job, speaker)))
        rows.append(("job", job.id, translated(job.name, speaker), text, job.source))
    for ally in printed.ally:
        name, act = translated(ally.name, speaker), speaker.tongue.roman(ally.act)
        rows.append(("ally", ally.id, name, speaker.said("listing.act", act=act), ally.name_source))
        rows.append(("ally", ally.id, name, sentences(ally.effect, speaker), ally.source))
    return rows
