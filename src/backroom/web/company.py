"""Who plays for the house: five people by their seats, dressed by their level. Names, faces, and levels in words."""

from __future__ import annotations

from functools import cache
from typing import Final

from markupsafe import Markup

from backroom.bots import BOTS
from backroom.kernel.words import N_, translations
from backroom.web.statics import address

NAMES: Final = ("Rocco", "Nina", "Sal", "Vera", "Dino")
"""What bots are called, by their seat."""
LEVELS: Final[dict[str, tuple[str, str]]] = {
    "random": (N_("blindfold"), N_("any move will do")),
    "sensible": (N_("croupier"), N_("goes by rule of thumb, answers at once")),
    "rookie": (N_("rookie"), N_("forgets what was shown, overlooks the better half")),
    "soldier": (N_("soldier"), N_("knows the trade, and thinks a little ahead")),
    "capo": (N_("capo"), N_("forgets little, thinks further; a second a move")),
    "don": (N_("don"), N_("forgets nothing, thinks for three seconds; bring luck")),
}
"""Each bot's level: a word, and what to expect."""
USUAL: Final = "soldier"
"""Who plays when nobody says."""


def name_of(seat: int) -> str:
    """The name of the bot in this seat."""
    return NAMES[seat % len(NAMES)]


def level(bot: str, language: str) -> str:
    """A bot's level in a word."""
    return translations(language).gettext(LEVELS[bot][0]) if bot in LEVELS else bot


def manner(bot: str, language: str) -> str:
    """What to expect of a bot."""
    return translations(language).gettext(LEVELS[bot][1]) if bot in LEVELS else ""


def levels(language: str) -> list[tuple[str, str, str]]:
    """All who can be seated: the name of the level for programs, its word, and what to expect."""
    return [(bot, level(bot, language), manner(bot, language)) for bot in BOTS]


@cache
def face(bot: str, seat: int = 0, extra: str = "") -> Markup:
    """A portrait; what it says has to stand beside it in words."""
    who = f"{bot if bot in LEVELS else 'random'}-{seat % len(NAMES)}" if bot != "consigliere" else bot
    kind = f"face {extra}" if extra else "face"
    use = f'<use width="40" height="40" href="{address("faces.svg")}#{who}"/>'
    return Markup(f'<svg class="{kind}" viewBox="4 4 32 32" aria-hidden="true">{use}</svg>')
