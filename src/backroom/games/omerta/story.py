"""Omerta: what happened, an event or a whole turn in one sentence, for everybody who tells it to people.

A `Line` is a sentence in English, marked for translation, and what fills its gaps: whoever shows it knows the names
of people and cards, and whether a face may be told (O-60).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from backroom.kernel.events import Event
from backroom.kernel.words import N_, N_n

NOTHING: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({})


class Line(NamedTuple):
    """A sentence and what fills its gaps."""

    text: str | tuple[str, str]
    """One sentence; or two, for one slot and for several."""
    seats: Mapping[str, int]
    cards: Mapping[str, tuple[str, ...]] = NOTHING
    """Cards that all have seen."""
    own: Mapping[str, tuple[str, ...]] = NOTHING
    """Cards that the viewer alone has seen."""
    slots: Mapping[str, tuple[int, ...]] = MappingProxyType({})

    def number(self) -> int:
        """How many slots it tells of."""
        return max((len(slots) for slots in self.slots.values()), default=1)


DISCARDS: Final = ("thrown", "swapped")
TAKINGS: Final = ("took_deck", "took_pile")
ANSWERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "snap_won": N_("Race: {name} is fastest with slot {slot}, {card}."),
        "snap_wrong": N_("Race: {name} shows slot {slot}, {card}: wrong; back, with a penalty card."),
        "snap_wrong_free": N_("Race: {name} shows slot {slot}, {card}: wrong; back. No penalty card is left."),
        "snap_late": N_("Race: {name} is too late; slot {slot} stays unseen, no penalty."),
        "snap_late_shown": N_("Race: {name} is too late with slot {slot}, {card}; no penalty."),
        "names": N_("{acts}: {rival}."),
        "names_two": N_("{acts}: {rival}, {other}."),
        "names_card": N_("{acts}: slot {slot} of {rival}."),
        "names_two_cards": N_("{acts}: slot {slot} of {rival} for slot {other_slot} of {other}."),
        "killer": N_("{name} shows a Killer from slot {slot}: nothing comes of it."),
        "moved": N_("They change places."),
        "shuffled": N_("The row of {rival} is shuffled."),
        "mama": N_("She lies by the row of {holder}, who misses a turn."),
        "patrol": N_("The Patrol lies on slot {slot} of {holder}."),
        "dealt": N_("{rival} gets an unseen card."),
        "dropped": N_("Onto the pile: {card}."),
    }
)
"""By the event's kind. `{acts}` is the character at work."""
SLOTS: Final = ("slot", "other_slot")
PEOPLE: Final = ("rival", "other", "holder")


def turn(taking: Event | None, discard: Event, viewer: int | None, own: bool) -> Line:
    """O-10 to O-13 in a line: what was taken, where it went, what was discarded. `own` says whether the viewer is told
    what he drew himself."""
    public = discard.public
    seat = public["seat"]
    seats, cards = {"name": seat}, {"card": (str(public["card"]),)}
    if discard.kind == "thrown":
        text = N_("{name} draws and throws away {card}.") if taking else N_("{name} throws away {card}.")
        return Line(text, seats, cards)
    slots = {"slot": (int(public["slot"]),)}
    if taking is None:
        return Line(N_("{name} swaps slot {slot} and discards {card}."), seats, cards, slots=slots)
    if taking.kind == "took_pile":
        text = N_("{name} takes {taken} from the pile, swaps slot {slot} and discards {card}.")
        return Line(text, seats, {**cards, "taken": (str(taking.public["card"]),)}, slots=slots)
    drawn = drawn_by(taking, viewer)
    if drawn and own:
        text = N_("{name} draws {taken}, swaps slot {slot} and discards {card}.")
        return Line(text, seats, cards, {"taken": (drawn,)}, slots)
    return Line(N_("{name} draws a card, swaps slot {slot} and discards {card}."), seats, cards, slots=slots)


def taken(event: Event, viewer: int | None, own: bool) -> Line:
    """A card taken, and not put down yet."""
    seats = {"name": int(event.public["seat"])}
    if event.kind == "took_pile":
        return Line(N_("{name} takes {card} from the pile."), seats, {"card": (str(event.public["card"]),)})
    drawn = drawn_by(event, viewer)
    if drawn and own:
        return Line(N_("{name} draws {card}."), seats, own={"card": (drawn,)})
    return Line(N_("{name} draws a card."), seats)


def drawn_by(event: Event, viewer: int | None) -> str:
    """What the viewer drew himself; nothing if another did."""
    seat = event.public["seat"]
    return str(event.private.get(seat, {}).get("card", "")) if seat == viewer else ""


def looked(event: Event, viewer: int | None, own: bool) -> Line:
    """O-7, O-30, O-34: a look; the faces for the one who looks."""
    public = event.public
    seat = public["seat"]
    seats = {"name": int(seat)}
    seen = tuple(event.private.get(seat, {}).get("cards", ())) if seat == viewer and own else ()
    faces = {"cards": seen} if seen else NOTHING
    if event.kind == "cracked":
        text = N_("{name} looks into the safe: {cards}.") if seen else N_("{name} looks into the safe.")
        return Line(text, seats, own=faces)
    slots = {"slots": tuple(public["slots"])}
    if seen:
        told = N_n("{name} looks at slot {slots}: {cards}.", "{name} looks at slots {slots}: {cards}.")
        return Line(told, seats, own=faces, slots=slots)
    return Line(N_n("{name} looks at slot {slots}.", "{name} looks at slots {slots}."), seats, slots=slots)


def follows(event: Event) -> Line | None:
    """What follows from a discard; None if the game's own phrase serves."""
    public = event.public
    text = ANSWERS.get(event.kind)
    if event.kind == "race_over":
        return race_over(event)
    if event.kind == "killer_wrong":
        text = N_("{name} shows slot {slot} as a Killer, but it is {card}: back it goes.")
        if public["penalty"]:
            text = N_("{name} shows slot {slot} as a Killer, but it is {card}: back, with a penalty card.")
    elif event.kind in ("drove", "drove_wrong"):
        return drove(event)
    if text is None:
        return None
    seats: dict[str, int] = {key: int(public[key]) for key in PEOPLE if key in public}
    if "seat" in public:
        seats["name"] = int(public["seat"])
    card = (str(public["card"]),) if "card" in public else ()
    cards = {"acts" if event.kind.startswith("names") else "card": card} if card else NOTHING
    slots: dict[str, tuple[int, ...]] = {key: (int(public[key]),) for key in SLOTS if key in public}
    return Line(text, seats, cards, slots=slots)


def race_over(event: Event) -> Line:
    """O-23: a race that nobody has won."""
    cards = {"raced": (str(event.public["card"]),)}
    if all(result == "pass" for _seat, _slot, _handle, result, _face in event.public["tries"]):
        return Line(N_("Race for {raced}: nobody tries."), {}, cards)
    return Line(N_("Race for {raced}: nobody has won it."), {}, cards)


def drove(event: Event) -> Line:
    """O-32, O-33."""
    public = event.public
    cards, slots = {"cards": tuple(public["cards"])}, {"slots": tuple(public["slots"])}
    if event.kind == "drove":
        told = N_n("The Driver drops slot {slots}: {cards}.", "The Driver drops slots {slots}: {cards}.")
        return Line(told, {}, cards, slots=slots)
    text = N_("The Driver shows {cards} (slots {slots}): back.")
    if public["penalty"]:
        text = N_("The Driver shows {cards} (slots {slots}): back, with a penalty card.")
    return Line(text, {}, cards, slots=slots)
