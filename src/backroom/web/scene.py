"""A scene: one moment of a table as one seat, or a spectator, may see it. All that a drawing gets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from functools import cached_property
from random import Random
from typing import Any, Final

from markupsafe import Markup, escape

from backroom.kernel.errors import BackroomError
from backroom.kernel.events import Event
from backroom.kernel.game import Game
from backroom.kernel.state import State
from backroom.kernel.view import View
from backroom.kernel.words import Speaker

WORLDS: Final = 4
"""How many worlds a choice is tried in to find out whether it shows its maker something."""


def _mark(seat: int) -> str:
    """What stands for a person in a sentence until the name is set apart; it has no direction of its own."""
    return f"\x02{seat}\x03"


class Scene:
    """What lies on the table, who sits there, what has happened, what may be done, and what is being considered."""

    def __init__(
        self,
        view: View,
        speaker: Speaker,
        *,
        legal: Sequence[str] = (),
        draft: Sequence[str] = (),
        events: Sequence[tuple[int, Event]] = (),
        bots: Sequence[str | None] = (),
        deadlines: Sequence[int | None] = (),
        closing: tuple[int, int] | None = None,
        version: int = 0,
        since: int = 0,
        aborted: bool = False,
        live: bool = True,
        counsel: bool = False,
    ) -> None:
        self.view = view
        self.speaker = speaker
        self.legal = tuple(legal)
        """The tokens of all that this seat may do now; nothing for who owes no decision."""
        self.events = events
        """What happened lately, oldest first, with the version that brought it, as this seat saw it."""
        self.bots = bots
        """For each seat the level of the program that plays there, or None for a person."""
        self.deadlines = deadlines
        """For each seat when its time is over (milliseconds since 1970), as far as its clock runs."""
        self.closing = closing
        """Since when and until when the house waits to make a move of its own: how long a race is open."""
        self.version = version
        self.since = since
        """The version of this seat's own last move: what came after it is news."""
        self.aborted = aborted
        """Whether the game was broken off."""
        self.live = live
        """Whether everybody is at the table, so that seconds count; else it is played by mail."""
        self.counsel = counsel
        """Whether this seat may ask the consigliere."""
        self.named: dict[str, tuple[str, str]] = {}
        """What the list of all moves calls them, by their tokens: the heading and the name, once it is drawn."""
        self._wanted = tuple(draft)
        self._named: dict[int, Markup] = {}

    # Words.

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.speaker.game

    def text(self, text: str) -> Markup:
        """A sentence in the reader's language, ready for HTML: what `format` puts into it is escaped."""
        return escape(self.speaker.catalogue.gettext(text))

    def texts(self, one: str, many: str, n: int) -> Markup:
        """The same for a sentence that depends on a number."""
        return escape(self.speaker.catalogue.ngettext(one, many, n))

    def label(self, identity: str) -> Markup:
        """What an id of the game is called, ready for HTML."""
        return escape(self.speaker.name(identity))

    def number(self, value: int) -> Markup:
        """A number; what stands in HTML as text anyway is written as the language does by the page (numerals.py)."""
        return escape(self.speaker.tongue.number(value))

    def dollars(self, value: int, gain: bool = False) -> Markup:
        """An amount of money, or so much more of it."""
        own = self.speaker.tongue
        return escape(own.gain(own.dollars(value)) if gain else own.dollars(value))

    def millions(self, value: int, gain: bool = False) -> Markup:
        """Millions where there is little room, or so many more."""
        own = self.speaker.tongue
        told = own.number(value) + own.million
        return escape(own.gain(told) if gain else told)

    def joined(self, parts: Iterable[str]) -> Markup:
        """Several things, one after the other, each escaped if it is not Markup."""
        return escape(self.speaker.tongue.comma).join(parts)

    def called(self, seat: int) -> str:
        """A person's name in plain text, in an attribute say; kept apart from the direction of the text around it."""
        return self.speaker.tongue.isolated(self.speaker.seat(seat))

    def who(self, seat: int) -> Markup:
        """A person's name, kept apart from the direction of the text around it."""
        found = self._named.get(seat)
        if found is None:
            found = self._named[seat] = Markup(f"<bdi>{escape(self.speaker.seat(seat))}</bdi>")
        return found

    def sentence(self, code: str, params: dict[str, Any] | None = None) -> Markup | None:
        """A sentence of the game by its code, with people's names set apart; None if there is none of that code."""
        told = self._teller.phrase(code, params)
        return None if told is None else self._set(told)

    def told(self, event: Event) -> Markup | None:
        """An event as a line of the log; None for what needs no line."""
        told = self._teller.event(event, self.view.seat)
        return None if told is None else self._set(told)

    def fill(self, text: str, **values: Markup | str | int) -> Markup:
        """A sentence already in the reader's language, its gaps filled: what is Markup stays, all else is escaped."""
        return escape(text).format(**values)

    @cached_property
    def _teller(self) -> Speaker:
        marks = [_mark(seat) for seat in range(self.view.seats)]
        teller = copy(self.speaker)
        teller.people = marks
        return teller

    def _set(self, told: str) -> Markup:
        text = str(escape(told))
        for seat in range(self.view.seats):
            mark = _mark(seat)
            if mark in text:
                text = text.replace(mark, f"<b>{self.who(seat)}</b>")
        return Markup(text)

    # What may be done.

    @property
    def mine(self) -> bool:
        """Whether this seat owes a decision."""
        return self.view.seat is not None and self.view.seat in self.view.waiting

    @cached_property
    def steps(self) -> tuple[tuple[View, tuple[str, ...]], ...]:
        """After each choice of the draft: what this seat would see, and what it might do next.

        It goes as far as nothing is shown by it that this seat does not know, and ends where another has to act.
        """
        return self.reckoned(self._wanted)

    def reckoned(self, tokens: Sequence[str]) -> tuple[tuple[View, tuple[str, ...]], ...]:
        """The same for other choices."""
        return tuple(self._played(tokens))

    @cached_property
    def draft(self) -> tuple[str, ...]:
        """The tokens chosen and not yet sent, as far as they may be played. The last one may be one that shows
        something or ends the turn: it has no step of its own."""
        steps = len(self.steps)
        legal = self.steps[-1][1] if steps else self.legal
        held = self._wanted[: steps + 1]
        return held if len(held) == steps or held[-1] in legal else held[:steps]

    @property
    def ahead(self) -> View:
        """What this seat would see after its draft."""
        return self.steps[-1][0] if self.steps else self.view

    @property
    def options(self) -> tuple[str, ...]:
        """What it might do after its draft."""
        return self.steps[-1][1] if self.steps else self.legal

    def why_not(self, token: str) -> tuple[str, str] | None:
        """Why this seat may not do that now: a sentence and the paragraph; None if it may."""
        seat = self.view.seat
        if seat is None or token in self.legal:
            return None
        try:
            reason = self._world.why_not(seat, self.game.action(token))
        except BackroomError:
            return None
        return None if reason is None else (self.speaker.reason(reason), reason.rule)

    @cached_property
    def _world(self) -> State:
        return self.game.imagine(self.view, Random(0))

    def _played(self, tokens: Sequence[str]) -> Iterator[tuple[View, tuple[str, ...]]]:
        """Play the draft in several imagined worlds at once: where they come to differ, something was shown."""
        seat = self.view.seat
        if seat is None or not tokens or not self.legal:
            return
        worlds = [self.game.imagine(self.view, Random(number)) for number in range(WORLDS)]
        for token in tokens:
            try:
                action = self.game.action(token)
            except BackroomError:
                return
            if not all(world.may(seat, action) for world in worlds):
                return
            for world in worlds:
                world.step(seat, action)
            seen = worlds[0].view(seat)
            if seat not in worlds[0].waiting or any(world.view(seat) != seen for world in worlds[1:]):
                return
            yield seen, tuple(self.game.token(action) for action in worlds[0].legal(seat))
