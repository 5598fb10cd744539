"""Corleone's Empire: the closed vocabulary of effects as an edition writes it (rulebook, chapter "What cards and
icons can do")."""

from __future__ import annotations

from typing import Literal

import msgspec

Good = Literal["gun", "booze", "blood_money", "narcotics"]
Kind = Literal["thug", "family"]
Value = Literal[1, 2, 3, 5]


class Launder(msgspec.Struct, tag_field="do", tag="launder", forbid_unknown_fields=True):
    """C-38, n times."""

    n: Literal[1, 2, 3] = 1


class Bill(msgspec.Struct, tag_field="do", tag="bill", forbid_unknown_fields=True):
    """C-40."""

    value: Value


class TakeGood(msgspec.Struct, tag_field="do", tag="good", forbid_unknown_fields=True):
    """C-41."""

    type: Good


class GoodChoice(msgspec.Struct, tag_field="do", tag="good_choice", forbid_unknown_fields=True):
    """A gun, booze or blood money, n times."""

    n: Literal[1, 2, 3] = 1


class Jobs(msgspec.Struct, tag_field="do", tag="jobs", forbid_unknown_fields=True):
    """C-39: look at some, keep some."""

    draw: Literal[2, 3] = 2
    keep: Literal[1, 2] = 1


class Swap(msgspec.Struct, tag_field="do", tag="swap", forbid_unknown_fields=True):
    """C-42 to C-45: discard so many cards for what follows."""

    discard: Literal[1, 2, 3]
    gain: list[Step]


class HorseHead(msgspec.Struct, tag_field="do", tag="horse_head", forbid_unknown_fields=True):
    """C-46."""


class Kill(msgspec.Struct, tag_field="do", tag="kill", forbid_unknown_fields=True):
    """C-56: one rival figure."""

    kind: Kind
    where: Literal["anywhere", "with_me", "here"] = "anywhere"


class KillAll(msgspec.Struct, tag_field="do", tag="kill_all", forbid_unknown_fields=True):
    """C-56: everybody of the kind in one district."""

    kind: Literal["thug", "all"]


class Move(msgspec.Struct, tag_field="do", tag="move", forbid_unknown_fields=True):
    """A figure on the board goes to another free space."""

    kind: Kind
    whose: Literal["own", "rival"]
    use: bool = False
    where: Literal["anywhere", "here"] = "anywhere"


class TakeBack(msgspec.Struct, tag_field="do", tag="take_back", forbid_unknown_fields=True):
    """An own figure returns to the own supply (CC-36)."""

    kind: Kind


class PlaceNeutral(msgspec.Struct, tag_field="do", tag="place_neutral", forbid_unknown_fields=True):
    """C-61 to C-65."""

    figure: Literal["mayor", "union_boss", "police_chief"]
    use: bool = False


class UseFront(msgspec.Struct, tag_field="do", tag="use_front", forbid_unknown_fields=True):
    """C-55: n different fronts."""

    n: Literal[1, 2] = 1


class UseBacks(msgspec.Struct, tag_field="do", tag="use_backs", forbid_unknown_fields=True):
    """The backs of one district."""


class Steal(msgspec.Struct, tag_field="do", tag="steal", forbid_unknown_fields=True):
    """CC-49: unseen cards."""

    n: Literal[1, 2]
    rivals: Literal[1, 2]


class Levy(msgspec.Struct, tag_field="do", tag="levy", forbid_unknown_fields=True):
    """CC-50: everybody else shows a bill."""


class ChooseOne(msgspec.Struct, tag_field="do", tag="choose_one", forbid_unknown_fields=True):
    """One of several lists of steps."""

    options: list[list[Step]]


Step = (
    Launder
    | Bill
    | TakeGood
    | GoodChoice
    | Jobs
    | Swap
    | HorseHead
    | Kill
    | KillAll
    | Move
    | TakeBack
    | PlaceNeutral
    | UseFront
    | UseBacks
    | Steal
    | Levy
    | ChooseOne
)
