"""Omerta in the terminal: what happened, a line for each turn, what came of it further in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from backroom.cli.tables.omerta.counting import count
from backroom.cli.tongue import _, ngettext
from backroom.games.omerta.view import OmertaView
from backroom.kernel.events import Event
from backroom.kernel.words import Speaker


def indented(line: str, style: str = "") -> Padding:
    """A line as far in as it begins, also where it is wrapped."""
    text = line.lstrip()
    return Padding(Text(text, style=style), (0, 0, 0, len(line) - len(text)), expand=False)


DISCARDS: Final = ("thrown", "swapped")
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
            if event.kind in ("took_deck", "took_pile"):
                self.taking = event
                continue
            line = self.line(event)
            if line:
                lines.append(indented(line, "bold" if event.kind in NEWS else ""))
        if self.taking is not None:
            lines.append(indented(self.took(self.taking)))
        return lines

    def line(self, event: Event) -> str:
        """One event, further in if it follows from a discard; nothing for what is told elsewhere."""
        if event.kind in UNTOLD:
            return ""
        if event.kind in DISCARDS:
            return self.discard(event)
        if event.kind == "called":
            return "  " + _("{name} calls Omerta.").format(name=self.speaker.seat(event.public["seat"]))
        known = self.short(event)
        if known is not None:
            return f"    {known}" if known else ""
        if event.kind in ("looked", "cracked"):
            inner = self.view.phase != "peek" and len(event.public.get("slots", ())) < 2
            return ("    " if inner else "  ") + self.looked(event)
        told = self.speaker.event(event, self.view.seat) or ""
        flush = event.kind in NEWS or event.kind in ("skipped", "no_card", "came_off")
        return ("  " if flush else "    ") + told

    def card(self, identity: str) -> str:
        """An open card's name, where it may be told."""
        return self.speaker.name(identity) if self.open_faces else _("a card")

    def cards(self, identities: Iterable[str]) -> str:
        """The same for several."""
        return ", ".join(self.card(each) for each in identities)

    def took(self, event: Event) -> str:
        """A card taken, and not put down yet."""
        seat = event.public["seat"]
        if event.kind == "took_pile":
            told = _("{name} takes {card} from the pile.")
            return "  " + told.format(name=self.speaker.seat(seat), card=self.card(event.public["card"]))
        mine = event.private.get(seat, {}).get("card", "") if seat == self.view.seat and self.own_faces else ""
        told = _("{name} draws {card}.") if mine else _("{name} draws a card.")
        return "  " + told.format(name=self.speaker.seat(seat), card=self.speaker.name(mine))

    def discard(self, event: Event) -> str:
        """O-10 to O-13 in a line: what was taken, where it went, what was discarded."""
        taking, self.taking = self.taking, None
        public = event.public
        names = {"name": self.speaker.seat(public["seat"]), "card": self.card(public["card"])}
        names["slot"] = str(public.get("slot", ""))
        if event.kind == "thrown":
            told = _("{name} draws and throws away {card}.") if taking else _("{name} throws away {card}.")
        elif taking is None:
            told = _("{name} swaps slot {slot} and discards {card}.")
        elif taking.kind == "took_deck":
            mine = taking.private.get(public["seat"], {}).get("card", "") if public["seat"] == self.view.seat else ""
            told = _("{name} draws a card, swaps slot {slot} and discards {card}.")
            if mine and self.own_faces:
                names["taken"] = self.speaker.name(mine)
                told = _("{name} draws {taken}, swaps slot {slot} and discards {card}.")
        else:
            names["taken"] = self.card(taking.public["card"])
            told = _("{name} takes {taken} from the pile, swaps slot {slot} and discards {card}.")
        return "  " + told.format(**names)

    def looked(self, event: Event) -> str:
        """O-7, O-30, O-34: a look; the faces for the one who looks."""
        public, speaker = event.public, self.speaker
        name = speaker.seat(public["seat"])
        slots = ", ".join(str(slot) for slot in public.get("slots", ()))
        seen = event.private.get(public["seat"], {}).get("cards", []) if public["seat"] == self.view.seat else []
        cards = ", ".join(speaker.name(card) for card in seen) if self.own_faces else ""
        if event.kind == "cracked":
            told = _("{name} looks into the safe: {cards}.") if cards else _("{name} looks into the safe.")
        elif cards:
            told = ngettext(
                "{name} looks at slot {slots}: {cards}.", "{name} looks at slots {slots}: {cards}.", len(seen)
            )
        else:
            told = ngettext(
                "{name} looks at slot {slots}.", "{name} looks at slots {slots}.", len(public.get("slots", ()))
            )
        return told.format(name=name, slots=slots, cards=cards)

    def short(self, event: Event) -> str | None:
        """What follows from a discard, in our words; None if the game's own phrase serves."""
        public, speaker = event.public, self.speaker
        names = {
            "name": speaker.seat(public.get("seat", 0)),
            "rival": speaker.seat(public.get("rival", 0)),
            "other": speaker.seat(public.get("other", 0)),
            "holder": speaker.seat(public.get("holder", 0)),
            "slot": str(public.get("slot", "")),
            "other_slot": str(public.get("other_slot", "")),
            "card": self.card(public.get("card", "")),
            "raced": self.speaker.name(public.get("card", "")) if self.open_faces else _("a twin"),
            "cards": self.cards(public.get("cards", ())),
            "slots": ", ".join(str(slot) for slot in public.get("slots", ())),
        }
        told = self.race(event) if event.kind.startswith(("snap", "race")) else self.character(event)
        return None if told is None else told.format(**names)

    def race(self, event: Event) -> str:
        """O-19 to O-21, O-23."""
        public = event.public
        if event.kind == "snap_won":
            return _("Race: {name} is fastest with slot {slot}, {card}.")
        if event.kind == "snap_wrong":
            return _("Race: {name} shows slot {slot}, {card}: wrong; back, with a penalty card.")
        if event.kind == "snap_wrong_free":
            return _("Race: {name} shows slot {slot}, {card}: wrong; back. No penalty card is left.")
        if event.kind == "snap_late":
            return _("Race: {name} is too late; slot {slot} stays unseen, no penalty.")
        if event.kind == "snap_late_shown":
            return _("Race: {name} is too late with slot {slot}, {card}; no penalty.")
        if all(result == "pass" for _seat, _slot, _handle, result, _face in public["tries"]):
            return _("Race for {raced}: nobody tries.")
        return _("Race for {raced}: nobody has won it.")

    def character(self, event: Event) -> str | None:
        """O-28 to O-37: whom a character was used on, and what came of it."""
        public = event.public
        acts = self.speaker.name(public.get("card", ""))
        if event.kind == "names":
            return f"{acts}: {{rival}}."
        if event.kind == "names_two":
            return f"{acts}: {{rival}}, {{other}}."
        if event.kind == "names_card":
            return acts + ": " + _("slot {slot} of {rival}.")
        if event.kind == "names_two_cards":
            return acts + ": " + _("slot {slot} of {rival} for slot {other_slot} of {other}.")
        if event.kind == "killer":
            return _("{name} shows a Killer from slot {slot}: nothing comes of it.")
        if event.kind == "killer_wrong":
            if public["penalty"]:
                return _("{name} shows slot {slot} as a Killer, but it is {card}: back, with a penalty card.")
            return _("{name} shows slot {slot} as a Killer, but it is {card}: back it goes.")
        if event.kind == "moved":
            return _("They change places.")
        if event.kind == "shuffled":
            return _("The row of {rival} is shuffled.")
        if event.kind == "mama":
            return _("She lies by the row of {holder}, who misses a turn.")
        if event.kind == "patrol":
            return _("The Patrol lies on slot {slot} of {holder}.")
        if event.kind == "dealt":
            return _("{rival} gets an unseen card.")
        if event.kind == "drove":
            return ngettext(
                "The Driver drops slot {slots}: {cards}.",
                "The Driver drops slots {slots}: {cards}.",
                len(public["slots"]),
            )
        if event.kind == "drove_wrong":
            if public["penalty"]:
                return _("The Driver shows {cards} (slots {slots}): back, with a penalty card.")
            return _("The Driver shows {cards} (slots {slots}): back.")
        if event.kind == "dropped":
            return _("Onto the pile: {card}.")
        return None
