"""Sentences for people: gettext, and the phrases of each game filled with names.

A game writes its sentences as `N_("…")` in `words.py`, keyed by code. Everybody who shows something to a
person asks a `Speaker` of his language for it. Parameters that are ids of the game (`new_york`) become
their names; seats become the names of the people in them.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from backroom.kernel.catalogues import compiled
from backroom.kernel.errors import Reason
from backroom.kernel.events import Event
from backroom.kernel.game import Game
from backroom.kernel.options import written
from backroom.kernel.state import HOUSE
from backroom.kernel.tongues import tongue

LOCALE: Final = Path(__file__).parent.parent / "locale"
SEATED: Final = frozenset({"seat", "rival", "other", "mover", "target", "owner", "winner", "holder"})
"""Parameters under these names are seats."""


def N_(text: str) -> str:
    """Mark a sentence for translators where it stands; it is translated where it is shown."""
    return text


def N_n(one: str, many: str) -> tuple[str, str]:
    """Mark a sentence with its plural; the parameter `n` decides."""
    return (one, many)


COMMON: Final[Mapping[str, str | tuple[str, str]]] = {
    "advice.only": N_("There is nothing else to do."),
    "advice.natural": N_("It is the natural move here."),
    "advice.deep": N_("It does not look like much, but thinking ahead it does well."),
    "advice.behind": N_("Thinking ahead, it does not do as well."),
    "advice.sound": N_("Thinking ahead, it holds up well."),
}
"""Sentences that every game shares, where it has none of its own for the code."""


@cache
def translations(language: str) -> gettext.NullTranslations:
    """The catalogue of a language; English where there is none."""
    code = tongue(language).code
    written = LOCALE / code / "LC_MESSAGES" / "backroom.po"
    if written.is_file():  # the sources themselves; what is installed has the compiled ones alone
        compiled(written)
    return gettext.translation("backroom", LOCALE, [code], fallback=True)


def titled(game: Game, language: str) -> str:
    """What a game is called in a language."""
    return translations(language).gettext(game.title)


class Speaker:
    """Says things of one game in one language, with the people's names."""

    def __init__(self, game: Game, language: str = "en", people: Sequence[str] = ()) -> None:
        self.game = game
        self.language = language
        self.people = people
        self.catalogue = translations(language)
        self.tongue = tongue(language)

    def seat(self, seat: int) -> str:
        """A seat's name: the person's, or "seat 2"."""
        if seat == HOUSE:
            return self.catalogue.gettext("the house")
        if seat < len(self.people):
            return self.people[seat]
        return self.catalogue.gettext("seat {number}").format(number=self.tongue.digits(str(seat + 1)))

    def name(self, identity: str) -> str:
        """What an id of the game is called; the id itself if it has no name."""
        phrase = self.game.phrases.get(f"name.{identity}")
        return self.catalogue.gettext(phrase) if isinstance(phrase, str) else identity

    def phrase(self, code: str, params: Mapping[str, Any] | None = None) -> str | None:
        """A sentence by its code, filled; None if the game has none of that code."""
        phrase = self.game.phrases.get(code) or COMMON.get(code)
        if phrase is None:
            return None
        filled = {name: self._filled(name, value) for name, value in (params or {}).items()}
        if isinstance(phrase, tuple):
            count = (params or {}).get("n", 1)
            return self.catalogue.ngettext(phrase[0], phrase[1], count).format(**filled)
        return self.catalogue.gettext(phrase).format(**filled)

    def said(self, code: str, **params: Any) -> str:
        """A sentence of a listing of printed data: one that the game has, filled; the code itself if it has none."""
        return self.phrase(code, params) or code

    def heading(self, section: str) -> str:
        """What a section of printed data is called; one of its parts (`cards.few`) as the whole, if nothing else."""
        told = self.phrase(f"listing.{section}") or self.phrase(f"listing.{section.partition('.')[0]}")
        return told or section.replace("_", " ").capitalize()

    def reason(self, reason: Reason) -> str:
        """Why a move is refused, in a sentence; the paragraph is for the caller to add."""
        return self.phrase(f"reason.{reason.code}", reason.params) or str(reason)

    def advice(self, reason: Reason) -> str:
        """Why a move is advised, in a sentence."""
        return self.phrase(f"advice.{reason.code}", reason.params) or str(reason)

    def event(self, event: Event, viewer: int | None) -> str | None:
        """A log line as this viewer may read it; None for what needs no line."""
        seen = event.seen_by(viewer)
        kind = seen.pop("kind")
        shown = self.phrase(f"event.{kind}.private", seen) if viewer in event.private else None
        return shown or self.phrase(f"event.{kind}", seen)

    def _filled(self, name: str, value: Any) -> str:
        if isinstance(value, bool):
            return written(value)
        own = self.tongue
        if isinstance(value, int):
            return own.isolated(self.seat(value)) if name in SEATED else own.digits(str(value))
        if isinstance(value, str):
            return self.name(value)
        if isinstance(value, (list, tuple)):
            return own.comma.join(self._filled(name, part) for part in value) or self.catalogue.gettext("none")
        return str(value)
