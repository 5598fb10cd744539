"""The language of the command line: chosen once, at the start."""

from __future__ import annotations

import gettext
import os
from collections.abc import Mapping

from backroom.kernel.words import translations


class Tongue:
    """The language spoken now, and its catalogue."""

    language: str = "en"
    catalogue: gettext.NullTranslations = translations("en")


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
    return Tongue.catalogue.gettext(text)


def ngettext(one: str, many: str, n: int) -> str:
    """A sentence that depends on a number."""
    return Tongue.catalogue.ngettext(one, many, n)


speak(language_of(os.environ))
