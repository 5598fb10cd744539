"""Omerta: what somebody with a poor memory still knows of what he has seen."""

from __future__ import annotations

from typing import Final
from zlib import crc32

import msgspec

from backroom.games.omerta.cards import ROW, SAFE
from backroom.games.omerta.view import Back, OmertaView

LAPS: Final = 3
"""After so many laps all that is ever forgotten of a card is forgotten."""


def forget(view: OmertaView, share: float) -> OmertaView:
    """The view without this share of the backs he knew: the longer ago a card got where it lies, the likelier. Which
    ones follows from the backs alone, so what was forgotten once stays forgotten. What he or all have just seen, and
    what the table's memory aid shows, is not.
    """
    aid = dict(view.options)["memory_aid"]
    if view.seat is None or aid == "full":
        return view
    fresh = {handle for _seat, handle in view.looking} | {one.handle for one in view.tries}
    lost = set()
    for row in (*view.rows, view.safe):
        for back in row:
            own = view.seat in back.seen
            at_stake = aid == "off" if own else back.shown
            if at_stake and back.handle not in fresh and grip(view, back) < share * faded(view, back):
                lost.add(back.handle)
    if not lost:
        return view
    return msgspec.structs.replace(
        view,
        rows=tuple(tuple(without(view.seat, back, lost) for back in row) for row in view.rows),
        safe=tuple(without(view.seat, back, lost) for back in view.safe),
        records=tuple(one for one in view.records if len(one.backs) > 1 or one.backs[0] not in lost),
    )


def faded(view: OmertaView, back: Back) -> float:
    """How long ago the card got there, 1 for as long as matters: every turn brings about one new back."""
    placed = max(back.handle + 1, ROW * view.seats + SAFE)
    return min(1.0, (view.handles - placed) / (LAPS * view.seats))


def grip(view: OmertaView, back: Back) -> float:
    """How well this player remembers this back: a part of one, always the same."""
    told = (view.seat, back.handle, view.famous, [ended.points for ended in view.past])
    return crc32(repr(told).encode()) / 2**32


def without(seat: int, back: Back, lost: set[int]) -> Back:
    """The back as it looks to somebody who does not know it any more."""
    if back.handle not in lost:
        return back
    return msgspec.structs.replace(back, seen=tuple(each for each in back.seen if each != seat), shown=False)
