"""Corleone's Empire: what speaks for a move, for advice."""

from __future__ import annotations

from backroom.games.corleone.numbers import (
    AT_THUG,
    BID,
    COMPLETE,
    DISCARD,
    DISTRICTS,
    DO_LAUNDER,
    FIRST_ALLY,
    FIRST_JOB,
    HIRE,
    KEEP,
    NOBODY,
    PLAY_ALLY,
    PLAY_FAMILY,
    SEAL,
    TAKE,
)
from backroom.games.corleone.sense import Mind
from backroom.games.corleone.table import BRIBERY, Table, controller
from backroom.kernel.errors import Reason


def because(table: Table, seat: int, action: int) -> Reason | None:
    """Going by what this seat knows; None where there is nothing to say."""
    mind = Mind(table, seat)
    cards = table.rules.cards
    if action < PLAY_FAMILY:
        return about_place(mind, action)
    if action < COMPLETE:
        return about_space(mind, action - PLAY_FAMILY)
    if action < PLAY_ALLY:
        job = action - COMPLETE
        return Reason("job", {"job": cards[FIRST_JOB + job], "worth": round(mind.job_value(job))})
    if action < DO_LAUNDER:
        return Reason("ally", {"ally": cards[FIRST_ALLY + action - PLAY_ALLY]})
    if action < TAKE:
        return Reason("launder")
    if KEEP <= action < DISCARD:
        short = mind.short_of(action - KEEP)[0]
        told: dict[str, str | int] = {"job": cards[FIRST_JOB + action - KEEP]}
        return (
            Reason("nearly_paid", {**told, "n": short})
            if 0 < short <= 2
            else Reason("paid", told)
            if not short
            else None
        )
    if DISCARD <= action < AT_THUG and mind.card_value(action - DISCARD) <= mind.cheapest()[0] + 0.01:
        return Reason("least_needed")
    if table.phase == BRIBERY and action >= BID:
        return about_bid(mind, action)
    return None


def about_place(mind: Mind, place: int) -> Reason | None:
    """What a thug brings there, and whether it decides about the district."""
    table = mind.table
    district = table.where[place]
    worth = round(mind.front_value(place))
    told: dict[str, str | int] = {"district": table.rules.areas[district], "worth": worth}
    if draws_ahead(mind, district):
        return Reason("ahead_there", told) if worth > 0 else Reason("ahead_only", {"district": told["district"]})
    owner = controller(table, district)
    if owner not in (NOBODY, mind.seat):
        return Reason("front_shared", {"worth": worth, "owner": owner}) if worth > 0 else None
    return Reason("front", {"worth": worth}) if worth > 0 else None


def about_space(mind: Mind, space: int) -> Reason | None:
    """What a family member brings there."""
    rules = mind.rules
    icons = tuple(icon for area in rules.touches[space] for icon in mind.backs(area))
    worth = round(mind.icons_value(icons))
    for area in rules.touches[space]:
        if area < DISTRICTS and draws_ahead(mind, area):
            return Reason("ahead_there", {"district": rules.areas[area], "worth": worth})
    return Reason("backs", {"n": len(rules.touches[space]), "worth": worth}) if worth > 0 else None


def draws_ahead(mind: Mind, district: int) -> bool:
    """Whether one more figure gives the majority there that is not had yet."""
    strengths = mind.strengths[district]
    mine = strengths[mind.seat]
    return mine == max(strength for at, strength in enumerate(strengths) if at != mind.seat)


def about_bid(mind: Mind, action: int) -> Reason | None:
    """What the best ally in the row is worth, and so the bid."""
    best = max((mind.ally_value(ally) for ally in mind.table.row), default=0.0)
    if action == SEAL:
        return Reason("bid_enough", {"worth": round(best)})
    if action < SEAL:
        return Reason("bid", {"worth": round(best)})
    if action >= HIRE:
        ally = action - HIRE
        if mind.ally_value(ally) >= best - 0.01:
            return Reason("best_ally", {"ally": mind.rules.cards[FIRST_ALLY + ally]})
    return None
