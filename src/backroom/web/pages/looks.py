"""Who and what, in the reader's words: people, bots, tempo, options."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from backroom.house.clocks import DAY, SECOND, Tempo
from backroom.house.course import Course
from backroom.house.hall import Sheet
from backroom.house.house import House
from backroom.kernel.options import Value, written
from backroom.kernel.registry import game as find_game
from backroom.kernel.words import N_, Speaker, translations
from backroom.web.company import name_of
from backroom.web.stage import Look

CHOICES: Final = {"true": N_("yes"), "false": N_("no")}


class Seen(NamedTuple):
    """A table as somebody may see it."""

    look: Look
    seat: int | None
    course: Course


async def names_of(house: House, people: Iterable[str]) -> dict[str, str]:
    """People's names by their ids; who has left is not among them."""
    found = {}
    for person in people:
        who = await house.people.find(person)
        if who is not None:
            found[person] = who.name
    return found


async def seat_names(house: House, sheet: Sheet, language: str) -> list[str]:
    """Everybody at a table, seat by seat; empty for a free seat."""
    names = []
    for at, seat in enumerate(sheet.seats):
        if seat.bot is not None:
            names.append(name_of(at))
            continue
        who = await house.people.find(seat.person) if seat.person is not None else None
        names.append(who.name if who is not None else "" if seat.free else translations(language).gettext("somebody"))
    return names


def tempo_told(tempo: Tempo, language: str) -> str:
    """How much time there is."""
    catalogue = translations(language)
    if tempo.kind == "mail":
        days = tempo.move // DAY
        return catalogue.ngettext("by mail, {n} day a move", "by mail, {n} days a move", days).format(n=days)
    told = catalogue.gettext("live, {time} a move").format(time=span(tempo.move // SECOND, language))
    if tempo.reserve:
        told += catalogue.gettext(", {time} in reserve").format(time=span(tempo.reserve // SECOND, language))
    return told


def span(seconds: int, language: str) -> str:
    """A short time."""
    catalogue = translations(language)
    if seconds % 60 or seconds == 0:
        return catalogue.gettext("{n} s").format(n=seconds)
    return catalogue.gettext("{n} min").format(n=seconds // 60)


def spectators_told(delay: int | None, language: str) -> str:
    """Who may look on."""
    catalogue = translations(language)
    if delay is None:
        return catalogue.gettext("nobody")
    if delay == 0:
        return catalogue.gettext("whoever knows the address")
    return catalogue.gettext("whoever knows the address, {time} later").format(time=span(delay // SECOND, language))


ADVICE: Final = {
    "alone": N_("whoever plays against bots alone"),
    "all": N_("everybody; the game is not rated then"),
    "none": N_("nobody"),
}
"""Who may ask the consigliere."""


def advice_told(asking: str, language: str) -> str:
    """Who may ask the consigliere."""
    return translations(language).gettext(ADVICE[asking])


def option_told(game: str, name: str, language: str) -> str:
    """What an option is about."""
    found = find_game(game)
    return Speaker(found, language).phrase(f"option.{name}") or name.replace("_", " ")


def value_told(game: str, name: str, value: Value, language: str) -> str:
    """One value of an option."""
    text = written(value)
    phrase = Speaker(find_game(game), language).phrase(f"option.{name}.{text}")
    return phrase or translations(language).gettext(CHOICES.get(text, text.replace("_", " ")))


def options_told(sheet: Sheet, language: str) -> list[tuple[str, str]]:
    """The options in which a table differs from the usual: what each is about, and what was chosen."""
    usual = find_game(sheet.game).settle(None)
    return [
        (option_told(sheet.game, name, language), value_told(sheet.game, name, value, language))
        for name, value in sheet.options.items()
        if value != usual[name]
    ]
