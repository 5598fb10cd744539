"""Corleone's Empire in the terminal: icons in short words, players in a few letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from backroom.cli.tongue import _, joined, own
from backroom.games.corleone.reading import owner
from backroom.games.corleone.steps import Bill, GoodChoice, HorseHead, Jobs, Launder, Step, Swap, TakeGood
from backroom.games.corleone.view import CorleoneView, Figure
from backroom.kernel.words import Speaker

TAG: Final = 4
"""Letters of a player on the map."""


def tags(view: CorleoneView, speaker: Speaker) -> list[str]:
    """A few letters for every player, all different: the beginning of the name, or its first letter and a number."""
    begun = [speaker.seat(seat)[:TAG].strip() for seat in range(view.seats)]
    return [tag if begun.count(tag) == 1 and len(tag) > 1 else f"{tag[:1]}{seat + 1}" for seat, tag in enumerate(begun)]


def figure_tag(figure: Figure, letters: Sequence[str]) -> str:
    """Who stands there, short enough for the map."""
    seat = owner(figure)
    if seat is not None:
        return letters[seat]
    return {"mayor": _("Mayor"), "union_boss": _("Union")}.get(figure, _("Police"))


def icon_word(step: Step) -> tuple[str, int]:
    """One icon in a word or a sign, and how often it is printed."""
    match step:
        case Launder(n):
            return _("launder"), n
        case Bill(value):
            return f"${value}", 1
        case TakeGood(good):
            return short_good(good), 1
        case Jobs():
            return _("jobs"), 1
        case HorseHead():
            return _("horse"), 1
        case Swap(discard, gain):
            return f"{discard}>" + "+".join(icon_word(each)[0] for each in gain), 1
        case GoodChoice():
            return _("good"), 1
        case _:
            return "?", 1


def short_good(good: str) -> str:
    """A good in a short word."""
    return {
        "gun": _("gun"),
        "booze": _("booze"),
        "blood_money": _("blood"),
        "narcotics": _("narco"),
    }[good]


def icon_words(steps: Iterable[Step]) -> str:
    """Icons in short words: `gun ×2, $2`."""
    counted: Counter[str] = Counter()
    for step in steps:
        word, count = icon_word(step)
        counted[word] += count
    return joined(own().times(word, count) for word, count in counted.items()) or _("nothing")
