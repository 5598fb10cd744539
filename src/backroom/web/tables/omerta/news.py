"""Omerta: what is new on the table since the viewer's own last move, and which faces may still be told (O-60)."""

from __future__ import annotations

from collections.abc import Iterator

from backroom.games.omerta.reading import aid
from backroom.games.omerta.story import DISCARDS, TAKINGS
from backroom.games.omerta.view import OmertaView
from backroom.kernel.events import Event
from backroom.web.scene import Scene


class News:
    """What happened since the viewer's own last move."""

    def __init__(self, scene: Scene, view: OmertaView) -> None:
        self.backs: set[int] = set()
        """The backs that came or moved."""
        self.pile = False
        """Whether the pile's top card is new."""
        self.rows: set[int] = set()
        """The rows that were shuffled."""
        self._read(scene, view)

    def _read(self, scene: Scene, view: OmertaView) -> None:
        made = 0
        places: list[tuple[int, int]] = []
        for event in recent(scene):
            public, kind = event.public, event.kind
            made += kind in ("swapped", "penalty", "dealt") or (kind == "snap_wrong" and bool(public["penalty"]))
            self.pile |= kind in (*DISCARDS, "snap_won", "dropped", "killer", "came_off")
            if kind == "moved":
                places += [(public["seat"], public["slot"]), (public["rival"], public["other_slot"])]
            elif kind == "traded":
                places.append((public["seat"], public["slot"]))
            elif kind == "shuffled":
                self.rows.add(public["rival"])
        for seat, row in enumerate(view.rows):
            for slot, back in enumerate(row, 1):
                if seat in self.rows:
                    made += not back.patrolled
                    self.backs.add(back.handle)
                elif (seat, slot) in places:
                    self.backs.add(back.handle)
        self.backs |= {back.handle for row in view.rows for back in row if back.handle >= view.handles - made}


def recent(scene: Scene) -> Iterator[Event]:
    """This round's events since the viewer's own last move, oldest first; for a spectator those of this turn."""
    from_here = turn_began(scene) if scene.view.seat is None else 0
    last = round_began(scene)
    for at, (version, event) in enumerate(scene.events):
        if at > last and (at >= from_here if scene.view.seat is None else version > scene.since):
            yield event


def round_began(scene: Scene) -> int:
    """Where in the events this round begins; -1 if that is longer ago."""
    return max((at for at, (_version, event) in enumerate(scene.events) if event.kind == "round"), default=-1)


def turn_began(scene: Scene) -> int:
    """Where in the events this turn's card was taken; -1 if that is longer ago."""
    return max((at for at, (_version, event) in enumerate(scene.events) if event.kind in TAKINGS), default=-1)


class Memory:
    """Which faces the log may tell. What lies open now and what came since one's own last move is news, the rounds
    before are over; the rest of this round is for heads to remember, unless the table's aid says more."""

    def __init__(self, scene: Scene, view: OmertaView) -> None:
        self.aid = aid(view)
        self.over = view.over
        self.round = round_began(scene)
        self.turn = turn_began(scene)
        self.since = scene.since if view.seat is not None else scene.version

    def open(self, at: int, version: int) -> bool:
        """Whether faces that all saw are told of this event."""
        return self.past(at) or self.aid == "full" or version > self.since or at >= self.turn >= 0

    def own(self, at: int) -> bool:
        """Whether faces that the viewer alone saw are told."""
        return self.past(at) or self.aid != "off"

    def past(self, at: int) -> bool:
        """Whether nobody has to remember this any more."""
        return self.over or at < self.round
