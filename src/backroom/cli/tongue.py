"""The language of the command line: chosen once, at the start."""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterable, Mapping

from backroom.kernel import tongues
from backroom.kernel.words import translations


class Tongue:
    """The language spoken now, and its catalogue."""

    language: str = "en"
    catalogue: gettext.NullTranslations = translations("en")


class Sentence(str):
    """A sentence whose gaps are filled as its language writes them: whole numbers with its digits.

    What is text already stays as it is: tokens, seeds and commands to type are Latin everywhere.
    """

    __slots__ = ()

    def format(self, *values: object, **named: object) -> str:
        return super().format(*map(_written, values), **{name: _written(value) for name, value in named.items()})


def own() -> tongues.Tongue:
    """How the language spoken now writes numbers, money, lists."""
    return tongues.tongue(Tongue.language)


def _written(value: object) -> object:
    return numeral(value) if isinstance(value, int) and not isinstance(value, bool) else value


def numeral(value: int) -> str:
    """A number as it stands in a sentence, a table, a list."""
    return own().digits(str(value))


def dollars(value: int) -> str:
    """An amount of money."""
    return own().dollars(value)


def million_dollars(value: int) -> str:
    """Millions, shortly."""
    return own().million_dollars(value)


def roman(value: int) -> str:
    """The number of an act."""
    return own().roman(value)


def joined(parts: Iterable[str]) -> str:
    """Several things, one after the other."""
    return own().comma.join(parts)


def language_of(environment: Mapping[str, str]) -> str:
    """The language a person's environment asks for: `uk_UA.UTF-8` is `uk_UA`; nothing, or C, is English."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        asked = environment.get(name, "").split(":")[0].partition(".")[0].partition("@")[0]
        if asked:
            return "en" if asked in ("C", "POSIX") else asked
    return "en"


def speak(language: str) -> None:
    """From now on in this language; English where there is no catalogue."""
    Tongue.language = language
    Tongue.catalogue = translations(language)


def _(text: str) -> str:
    """A sentence in the language spoken now."""
    return Sentence(Tongue.catalogue.gettext(text))


def ngettext(one: str, many: str, n: int) -> str:
    """A sentence that depends on a number."""
    return Sentence(Tongue.catalogue.ngettext(one, many, n))


speak(language_of(os.environ))
