"""Omerta in the terminal: what is typed, as moves."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from backroom.cli.tables import Choice, Unclear
from backroom.cli.tables.omerta.choosing import (
    example,
    holders_of,
)
from backroom.cli.tongue import _
from backroom.games.omerta.cards import (
    BLOCK,
    CALL,
    CRACK,
    DEAL,
    DECLINE,
    DONE,
    DRIVE,
    GIVE,
    LOOK,
    MOVE,
    PASS,
    PEEK,
    REACT,
    ROW,
    SAFE,
    SHUFFLE,
    SLOTS,
    SNAP,
    SWAP,
    TAKE_DECK,
    TAKE_PILE,
    THROW,
    TIME_UP,
    TRADE,
)
from backroom.games.omerta.view import OmertaView
from backroom.kernel.words import Speaker

WORDS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "call": CALL,
        "omerta": CALL,
        "call omerta": CALL,
        "deck": TAKE_DECK,
        "draw": TAKE_DECK,
        "take": TAKE_DECK,
        "take deck": TAKE_DECK,
        "pile": TAKE_PILE,
        "take pile": TAKE_PILE,
        "throw": THROW,
        "throw away": THROW,
        "discard": THROW,
        "pass": PASS,
        "decline": DECLINE,
        "done": DONE,
        "no more": DONE,
        "crack": CRACK,
        "safe": CRACK,
        "time up": TIME_UP,
    }
)
SLOT_WORDS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "swap": SWAP,
        "snap": SNAP,
        "try": SNAP,
        "race": SNAP,
        "killer": REACT,
        "kill": REACT,
        "mole": LOOK,
        "drive": DRIVE,
        "drop": DRIVE,
    }
)
PERSON_WORDS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "lady": SHUFFLE,
        "shuffle": SHUFFLE,
        "snitch": DEAL,
        "deal": DEAL,
        "la mama": GIVE,
        "mama": GIVE,
        "la_mama": GIVE,
        "gangster": MOVE,
        "patrol": BLOCK,
    }
)
STARTS: Final[Mapping[int, int]] = MappingProxyType({1: TAKE_DECK, 2: TAKE_PILE, 3: CALL})
"""The numbers at the start of a turn."""
NOTHING: Final[Mapping[str, int]] = MappingProxyType(
    {"begin": PASS, "taken": THROW, "race": PASS, "sealed_race": PASS, "act": DECLINE, "react": PASS}
)
"""By phase, what 0 means."""
ACTING_FIRST: Final[Mapping[str, int]] = MappingProxyType(
    {"lady": SHUFFLE, "snitch": DEAL, "la_mama": GIVE, "gangster": MOVE, "patrol": BLOCK}
)


def shorthand(text: str, view: OmertaView, seat: int, legal: Sequence[int], speaker: Speaker) -> Choice | None:
    """`swap 2`, `snap 3`, `peek 1 3`, `drive 1 3`, `trade 1 3`, `lady rocco`, `gangster anna 2 rocco 1`, `rocco 1`."""
    said = (
        " ".join(word for word in re.split(r"[\s:]+", text.strip().lower()) if word != "and")
        .removeprefix("la mama ")
        .strip()
    )
    if text.strip().lower().startswith("la mama "):
        said = f"mama {said}"
    if said in WORDS:
        return Choice(text, (WORDS[said],))
    if said in ("no", "nothing"):
        return Choice(text, (DONE if view.acting == "driver" else DECLINE if view.phase == "act" else PASS,))
    verb, _space, rest = said.partition(" ")
    rest = re.sub(r"\bslots?\b ?", "", rest).strip()
    if verb in ("look", "peek"):
        verb = "peek" if view.phase == "peek" else "mole"
    numbers = [int(word) for word in rest.split()] if re.fullmatch(r"[\d ]+", rest) else []
    if re.fullmatch(r"[\d ]+", said):
        return bare_numbers([int(word) for word in said.split()], view)
    if verb == "peek" or verb in SLOT_WORDS:
        if not numbers:
            raise Unclear(_("Which slot? Say e.g. {verb} 2.").format(verb=verb))
        return several(verb, numbers)
    if verb == "trade":
        if len(numbers) != 2:
            raise Unclear(_("Say the slot of the safe, then yours: trade 1 3."))
        return Choice(text, (trade(*numbers),))
    first = PERSON_WORDS.get(verb)
    if first is None:
        first, rest = ACTING_FIRST.get(view.acting), said
        if first is None or view.phase != "act":
            return None
        verb = view.acting
    return aimed(first, verb, rest, view, seat, legal, speaker)


def bare_numbers(numbers: list[int], view: OmertaView) -> Choice | None:
    """`1 3` where two slots are asked for; also one number that is no choice now, so that it is refused with its
    reason: a patrolled slot, an empty pile."""
    phase, acting = view.phase, view.acting
    if numbers == [0]:
        return Choice("0", (NOTHING[phase],)) if phase in NOTHING else None
    if phase == "begin":
        return Choice("", (STARTS[numbers[0]],)) if len(numbers) == 1 and numbers[0] in STARTS else None
    if phase == "act" and acting == "safecracker":
        return Choice("trade", (trade(*numbers),)) if len(numbers) == 2 else None
    verb = {"peek": "peek", "taken": "swap", "race": "snap", "sealed_race": "snap", "react": "killer"}.get(phase)
    verb = verb or {"mole": "mole", "driver": "drive"}.get(acting if phase == "act" else "")
    return several(verb, numbers) if verb else None


def several(verb: str, numbers: list[int]) -> Choice:
    """One slot after the other."""
    first, many = (PEEK, ROW) if verb == "peek" else (SLOT_WORDS[verb], SLOTS)
    for number in numbers:
        if not 1 <= number <= many:
            raise Unclear(_("There is no slot {slot}.").format(slot=number))
    return Choice(verb, tuple(first + number - 1 for number in numbers))


def trade(safe: int, slot: int) -> int:
    """An exchange with the safe."""
    if not 1 <= safe <= SAFE or not 1 <= slot <= SLOTS:
        raise Unclear(_("There is no slot {slot}.").format(slot=slot if 1 <= safe <= SAFE else safe))
    return TRADE + (safe - 1) * SLOTS + slot - 1


def aimed(
    first: int, verb: str, rest: str, view: OmertaView, seat: int, legal: Sequence[int], speaker: Speaker
) -> Choice | None:
    """A character and whom or what it is used on."""
    people = named_people(rest, view, seat, speaker)
    if people is None:
        if verb != view.acting:
            raise Unclear(
                _("Whom do you mean? Say e.g. {verb} {name}.").format(verb=verb, name=example(view, seat, speaker))
            )
        return None
    if first in (MOVE, BLOCK):
        if len(people) == 1 and not people[0][1]:
            for choice in holders_of(legal, first, view, speaker):
                if speaker.seat(people[0][0]).lower() in choice.keys:
                    return choice
        if not all(slot for _seat, slot in people):
            raise Unclear(_("Say the slot too, e.g. {name} 2.").format(name=speaker.seat(people[0][0]).lower()))
        return Choice(rest, tuple(first + holder * SLOTS + slot - 1 for holder, slot in people))
    if first == DEAL and len(people) == 1 and not view.named:
        name = speaker.seat(people[0][0]).lower()
        raise Unclear(_("Two cards: say {name} {name} for both, or two names for one each.").format(name=name))
    return Choice(rest, tuple(first + rival for rival, _slot in people))


def named_people(said: str, view: OmertaView, seat: int, speaker: Speaker) -> list[tuple[int, int]] | None:
    """`rocco 2 sal 1`: whose card, which slot (0 if none is said); None if that names nobody."""
    found: list[tuple[int, int]] = []
    while said:
        match = next(
            (each for each in range(view.seats) if re.match(re.escape(speaker.seat(each).lower()) + r"(?!\w)", said)),
            None,
        )
        if match is not None:
            rest = said[len(speaker.seat(match)) :]
        else:
            word, _space, rest = said.partition(" ")
            begun = [each for each in range(view.seats) if speaker.seat(each).lower().startswith(word)]
            if word in ("me", "my", "mine", "own"):
                begun = [seat]
            elif re.fullmatch(r"s[1-5]", word) and int(word[1]) <= view.seats:
                begun = [int(word[1]) - 1]
            if len(begun) != 1:
                return None
            match = begun[0]
        slot = re.match(r" ?(\d+)(?: |$)", rest)
        if slot and not 1 <= int(slot[1]) <= SLOTS:
            raise Unclear(_("There is no slot {slot}.").format(slot=slot[1]))
        found.append((match, int(slot[1]) if slot else 0))
        said = (rest[slot.end() :] if slot else rest).strip()
    return found or None
