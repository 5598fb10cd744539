"""Omerta in the terminal: what happened, a line for each turn, what came of it further in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from backroom.cli.tables.omerta.counting import count
from backroom.cli.tongue import _, joined, ngettext, numeral
from backroom.games.omerta import story
from backroom.games.omerta.story import Line
from backroom.games.omerta.view import OmertaView
from backroom.kernel.events import Event
from backroom.kernel.words import Speaker


def indented(line: str, style: str = "") -> Padding:
    """A line as far in as it begins, also where it is wrapped."""
    text = line.lstrip()
    return Padding(Text(text, style=style), (0, 0, 0, len(line) - len(text)), expand=False)


COUNTED: Final = frozenset({"opened", "call_stands", "call_fails", "scored"})
"""Events of a round's end: they are told in one block."""
UNTOLD: Final = frozenset({"acts", "penalty", "race", "race_won"})
"""Events that other lines tell."""
NEWS: Final = frozenset({"round", "over", "called", "turn_cap", "reshuffled"})
"""Events that stand out."""


class Teller:
    """Tells what happened: a line for each turn, what came of it further in."""

    def __init__(self, view: OmertaView, speaker: Speaker, open_faces: bool = True, own_faces: bool = True) -> None:
        self.view = view
        self.speaker = speaker
        self.open_faces = open_faces
        """Whether cards that all were shown are named."""
        self.own_faces = own_faces
        """Whether what the viewer alone has looked at is named."""
        self.taking: Event | None = None
        """A card that was taken: it is told with what was done with it."""

    def told(self, events: Sequence[Event]) -> list[RenderableType]:
        """All lines."""
        ended = sum(event.kind == "opened" and event.public["seat"] == 0 for event in events)
        number = len(self.view.past) - ended
        lines: list[RenderableType] = []
        counting = False
        for event in events:
            if event.kind in COUNTED:
                if not counting:
                    lines += [Text(), *count(self.view, number, self.speaker), Text()]
                    number += 1
                counting = True
                continue
            counting = False
            if event.kind in story.TAKINGS:
                self.taking = event
                continue
            line = self.line(event)
            if line:
                lines.append(indented(line, "bold" if event.kind in NEWS else ""))
        if self.taking is not None:
            lines.append(indented("  " + self.fill(story.taken(self.taking, self.view.seat, self.own_faces))))
        return lines

    def line(self, event: Event) -> str:
        """One event, further in if it follows from a discard; nothing for what is told elsewhere."""
        if event.kind in UNTOLD:
            return ""
        if event.kind in story.DISCARDS:
            taking, self.taking = self.taking, None
            return "  " + self.fill(story.turn(taking, event, self.view.seat, self.own_faces))
        if event.kind == "called":
            return "  " + _("{name} calls Omerta.").format(name=self.speaker.seat(event.public["seat"]))
        known = story.follows(event)
        if known is not None:
            return f"    {self.fill(known)}"
        if event.kind in ("looked", "cracked"):
            inner = self.view.phase != "peek" and len(event.public.get("slots", ())) < 2
            return ("    " if inner else "  ") + self.fill(story.looked(event, self.view.seat, self.own_faces))
        told = self.speaker.event(event, self.view.seat) or ""
        flush = event.kind in NEWS or event.kind in ("skipped", "no_card", "came_off")
        return ("  " if flush else "    ") + told

    def fill(self, line: Line) -> str:
        """A sentence with everybody and everything called by name, as far as it may be told."""
        speaker = self.speaker
        told = _(line.text) if isinstance(line.text, str) else ngettext(*line.text, line.number())
        names = {key: speaker.seat(seat) for key, seat in line.seats.items()}
        for key, cards in line.cards.items():
            open_ = self.open_faces or key == "acts"
            hidden = _("a twin") if key == "raced" else _("a card")
            names[key] = joined(speaker.name(card) if open_ else hidden for card in cards)
        names |= {key: joined(map(speaker.name, cards)) for key, cards in line.own.items()}
        names |= {key: joined(map(numeral, slots)) for key, slots in line.slots.items()}
        return told.format(**names)
