"""A game unrolled: the position after every move, and what happened on the way. For looking at it again."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from markupsafe import Markup

from backroom.bots.analysis import begins_turn
from backroom.kernel.events import Event
from backroom.kernel.record import Record
from backroom.kernel.state import HOUSE, State
from backroom.web.scene import Scene
from backroom.web.stage import EVENTS, seen_by
from backroom.web.tables import Voice, Zones, drawing_of

ROOM: Final = 8
"""So many games are kept unrolled."""
_BUTTON: Final = re.compile(r'<button form="moves"')


class Sitters(NamedTuple):
    """Who sat where, as the reader reads it."""

    language: str
    names: tuple[str, ...]
    bots: tuple[str | None, ...]


class Reel:
    """A game with every position in it."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.states: list[State] = []
        self.events: list[list[Event]] = []
        for state in record.steps():
            if not self.states:
                state.listen()
            self.events.append(state.events())
            self.states.append(state.copy())
        self.turns = [at for at in range(len(self.states)) if begins_turn(record, at)]
        """Where somebody else moves than before: from before the first move to after the last."""

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.states) - 1

    def scene(self, sitters: Sitters, at: int, eyes: int | None) -> Scene:
        """A step as a seat, or a spectator, saw it. Nothing can be done there any more."""
        state = self.states[at]
        told = [(step, seen_by(event, eyes)) for step in range(at + 1) for event in self.events[step]]
        return Scene(
            state.view(eyes),
            self.voice(sitters),
            events=told[-EVENTS:],
            bots=sitters.bots,
            deadlines=(None,) * state.setup.seats,
            version=at,
            since=at - 1,
            live=False,
        )

    def voice(self, sitters: Sitters) -> Voice:
        """Who says things about this game."""
        setup = self.states[0].setup
        return Voice(drawing_of(setup.game.name), setup.game, sitters.language, sitters.names, setup.edition)

    def zones(self, sitters: Sitters, at: int, eyes: int | None) -> Zones:
        """The table as it was, its buttons dead."""
        scene = self.scene(sitters, at, eyes)
        drawing = drawing_of(scene.game.name)
        drawn = drawing.public(self.scene(sitters, at, None)) | drawing.private(scene)
        found = {name: inert(drawn[name]) for name in drawing.zones}
        if scene.view.over:
            found["end"] = drawing.ending(scene)
        return found

    def hands(self, sitters: Sitters, at: int) -> list[tuple[int, Markup]]:
        """What each seat holds, open."""
        drawing = drawing_of(self.record.game)
        position = self.states[at].position()
        held = [(seat, drawing.held(self.scene(sitters, at, seat), position)) for seat in range(self.record.seats)]
        return [(seat, inert(hand)) for seat, hand in held if hand]

    def told(self, sitters: Sitters, after: int, until: int, eyes: int | None) -> Markup:
        """What happened after one step until another, in sentences."""
        scene = self.scene(sitters, until, eyes)
        drawing = drawing_of(self.record.game)
        lines = [
            drawing.told(scene, seen_by(event, eyes))
            for step in range(after + 1, until + 1)
            for event in self.events[step]
        ]
        return Markup(" ").join(line for line in lines if line)

    def would_say(self, sitters: Sitters, at: int, seat: int, token: str) -> Markup:
        """What would have been told of another move: its first sentence, or its token."""
        world = self.states[at].copy()
        world.listen()
        world.play(seat, world.setup.game.action(token))
        scene = self.scene(sitters, at, seat)
        drawing = drawing_of(self.record.game)
        lines = [drawing.told(scene, seen_by(event, seat)) for event in world.events()]
        return next((line for line in lines if line), Markup('<span class="code" dir="ltr">{}</span>').format(token))

    def end_of_turn(self, at: int) -> int:
        """The step at which the turn that begins here is over."""
        return next((until for begun, until in pairwise(self.turns) if begun == at), min(at + 1, self.last))

    def mover(self, at: int) -> int | None:
        """Whose decision it is here; None for the house's, and after the end."""
        if at >= len(self.record.moves) or self.record.moves[at][0] == HOUSE:
            return None
        return self.record.moves[at][0]


def inert(zone: Markup) -> Markup:
    """The same with buttons that cannot be pressed."""
    return Markup(_BUTTON.sub("<button disabled", str(zone)))


class Reels:
    """The games looked at lately."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Reel] = OrderedDict()

    async def get(self, study: str, record: Record) -> Reel:
        """A game unrolled; in a thread, since a long one takes a moment."""
        found = self._kept.get(study)
        if found is None or found.record.moves != record.moves:
            found = await asyncio.to_thread(Reel, record)
            self._kept[study] = found
            while len(self._kept) > ROOM:
                self._kept.popitem(last=False)
        self._kept.move_to_end(study)
        return found


def only_seats(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """The names of a table whose seats are all taken; else nobody's, and seats are told by number."""
    return tuple(names) if len(names) == seats and all(names) else ()
