"""Corleone's Empire in the terminal: what somebody means by a mark, a name, or the beginning of one."""

from __future__ import annotations

import re
from typing import Final

from backroom.games.corleone.numbers import GOODS
from backroom.games.corleone.reading import BILLS, NEUTRAL, PLAIN, Printing
from backroom.games.corleone.view import CorleoneView
from backroom.kernel.words import Speaker

MARK: Final = re.compile(r"(p|t|s|j|d|a)-?0*(\d+)(?:-(\d))?")
ICONS: Final = ("launder", "jobs", "horse_head", "swap-good", "swap-5", "swap-two-5", "swap-three-8")
ALIASES: Final = {
    "blood": "blood_money", "blood money": "blood_money", "narco": "narcotics", "drugs": "narcotics",
    "horse": "horse_head", "horse head": "horse_head", "union": "union_boss", "union boss": "union_boss",
    "police": "police_chief", "police chief": "police_chief", "chief": "police_chief",
    "1>good": "swap-good", "1>$5": "swap-5", "2>$5": "swap-two-5", "3>$3+$5": "swap-three-8",
}  # fmt: skip


SHORT: Final = {
    "job": "j", "complete": "j", "keep": "j", "ally": "a", "hire": "a", "district": "d", "in": "d", "family": "s",
    "don": "s", "consigliere": "s", "heir": "s",
}  # fmt: skip
"""What a number means behind these words: `job 17` is `j17`."""


def marked(verb: str, rest: str) -> str:
    """A number with its letter before it."""
    return SHORT[verb] + rest if verb in SHORT and rest[:1].isdigit() else rest


def find(text: str, view: CorleoneView, printed: Printing, speaker: Speaker) -> list[str]:
    """Ids, bills, goods, neutral figures, icons, or `seat 0`; one if it is clear, several if it is not."""
    said = text.strip().lower()
    exact = by_mark(said, printed)
    if exact is not None:
        return [exact]
    names = known_names(view, printed, speaker)
    for fit in (str.__eq__, str.startswith, str.__contains__):
        found = [identity for identity, name in names.items() if len(said) > 1 and fit(name, said)]
        if found:
            return found
    return []


def by_mark(said: str, printed: Printing) -> str | None:
    """`p6`, `s7`, `j17`, `a2-4`, `d6`, `$5`, `5`, ids and the names that moves give to cards."""
    match = MARK.fullmatch(said.removesuffix("+"))  # as the map shows a space marked 3+
    if match:
        kind, first, second = match.groups()
        mark = f"a{first}-{second}" if second else f"{kind}{first}"
        for written in (mark, f"{kind}{int(first):02}"):
            if written in printed.ids:
                return printed.ids[written]
    if said.startswith(("job-", "ally-")):
        mark = said[0] + said.partition("-")[2]
        if mark in printed.ids:
            return printed.ids[mark]
    bill = f"bill-{said.removeprefix('bill-').removeprefix('$')}"
    for identity in (said, ALIASES.get(said, ""), bill):
        if identity in printed.marks or identity in (*PLAIN, *NEUTRAL, *ICONS, *BILLS, *GOODS):
            return identity
        if identity in printed.areas or identity == printed.park.id:
            return identity
    return None


def called(identity: str, speaker: Speaker) -> str:
    """The name of anything that can be found."""
    if identity.startswith("seat "):
        return speaker.seat(int(identity.partition(" ")[2]))
    if identity in ICONS:
        params = {"n": 1, "draw": 2, "keep": 1}
        return speaker.phrase(f"move.use_{identity}") or speaker.phrase(f"effect.{identity}", params) or identity
    return speaker.name(identity)


def known_names(view: CorleoneView, printed: Printing, speaker: Speaker) -> dict[str, str]:
    """Everything that has a name, in small letters."""
    things = [*printed.areas, *printed.businesses, *printed.jobs, *printed.allies, *PLAIN, *NEUTRAL, *printed.spaces]
    names = {identity: speaker.name(identity).lower() for identity in things}
    return names | {f"seat {seat}": speaker.seat(seat).lower() for seat in range(view.seats)}
