"""A seat for a language model: what it sees and may do, in words. `mcp` offers it as tools.

A seat tells what happened since it was last asked, as that seat saw it, and why a move is refused; it gets views and
never shows more. `Against` is a seat at a table of this process, where bots sit at all the others; `remote` has one
at a server's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Protocol

from backroom.bots import Bot, make
from backroom.gyms.text import text_of, tokens
from backroom.kernel.errors import IllegalMove, Reason
from backroom.kernel.events import Event
from backroom.kernel.game import Game
from backroom.kernel.record import Record
from backroom.kernel.registry import game as find_game
from backroom.kernel.rulebook import NoRulebook, paragraph
from backroom.kernel.view import View
from backroom.kernel.words import Speaker


class Seat(Protocol):
    """What a seat offers, wherever its table is. Everything is text."""

    def look(self) -> str:
        """What the seat sees, and what happened since the last look."""

    def wait(self) -> str:
        """Look again when it is the seat's decision, or after a while."""

    def moves(self) -> str:
        """What it may do."""

    def why(self, move: str) -> str:
        """Why a move is refused, with the rulebook's paragraph."""

    def play(self, move: str) -> str:
        """Make a move; then what happened until it is the seat's turn again."""

    def record(self) -> str:
        """The game as text, once it is over."""


class Teller:
    """Puts a game's events, reasons and views into words, in one language."""

    def __init__(self, game: Game, language: str = "en") -> None:
        self.game = game
        self.speaker = Speaker(game, language)
        self._ = self.speaker.catalogue.gettext

    def sees(self, view: View, legal: Sequence[int], news: Sequence[Event]) -> str:
        """A look at the table."""
        told = [line for event in news if (line := self.speaker.event(event, view.seat))]
        return self.said(view, tokens(self.game, legal), told)

    def said(self, view: View, legal: Sequence[str], told: Sequence[str]) -> str:
        """The same, where moves and events are words already."""
        _ = self._
        parts = [_("What happened:") + "\n" + "\n".join(f"- {line}" for line in told)] if told else []
        parts.append(_("Your view (seats count from 0 here; in moves from 1):") + "\n" + text_of(view).rstrip())
        if view.over:
            parts.append(self.ending(view))
        elif legal:
            parts.append(_("It is your decision. Your moves: {moves}").format(moves=" ".join(legal)))
        else:
            parts.append(_("It is not your decision."))
        return "\n\n".join(parts)

    def ending(self, view: View) -> str:
        """How the game ended."""
        lines = [self._("The game is over.")]
        for seat in sorted(range(view.seats), key=lambda each: (view.ranks[each], each)):
            mine = " " + self._("(you)") if seat == view.seat else ""
            lines.append(f"{view.ranks[seat]}. {self.speaker.seat(seat)}{mine}: {view.scores[seat]}")
        return "\n".join(lines)

    def refusal(self, reason: Reason) -> str:
        """A reason as a sentence, with its paragraph."""
        return quoted(self.game.name, self.speaker.reason(reason), reason.rule)


def quoted(game: str, sentence: str, rule: str) -> str:
    """A sentence with the paragraph of the rulebook that it stands on."""
    if not rule:
        return sentence
    try:
        return f"{sentence} [{rule}]\n\n{rule}: {paragraph(game, rule).text}"
    except NoRulebook:
        return f"{sentence} [{rule}]"


class Against:
    """A seat at a table of this process, against bots. Bots play as soon as they owe a decision."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        seat: int = 0,
        bots: Sequence[str] = ("sensible",),
        options: Mapping[str, object] | None = None,
        seed: int | None = None,
        language: str = "en",
    ) -> None:
        self.game = find_game(game)
        self.teller = Teller(self.game, language)
        self.state = self.game.new(seats, seed, {**self.game.clockless, **(options or {})})
        self.seat = seat
        self.state.view(seat)  # there must be such a seat
        names = list(bots) or ["sensible"]
        others = [other for other in range(self.state.setup.seats) if other != seat]
        self.bots: dict[int, Bot] = {
            other: make(names[at % len(names)], self.game.name) for at, other in enumerate(others)
        }
        self.chance = Random(self.state.setup.seed ^ 1)
        self.news: list[Event] = []
        self.state.listen()
        self.let_bots_play()

    def let_bots_play(self) -> None:
        """All others decide, until only this seat is waited for."""
        state = self.state
        while others := [other for other in state.waiting if other != self.seat]:
            other = others[0]
            legal = state.legal(other)
            state.play(other, self.bots[other].choose(state.view(other), legal, self.chance, None))
        self.news += state.events()

    def look(self) -> str:
        news, self.news = self.news, []
        return self.teller.sees(self.state.view(self.seat), self.state.legal(self.seat), news)

    def wait(self) -> str:
        return self.look()

    def moves(self) -> str:
        return "\n".join(tokens(self.game, self.state.legal(self.seat)))

    def why(self, move: str) -> str:
        reason = self.state.why_not(self.seat, self.game.action(move))
        return self.teller._("This move is allowed.") if reason is None else self.teller.refusal(reason)

    def play(self, move: str) -> str:
        try:
            self.state.play(self.seat, self.game.action(move))
        except IllegalMove as error:
            raise Refused(self.teller.refusal(error.reason)) from None
        self.let_bots_play()
        return self.look()

    def record(self) -> str:
        if not self.state.over:
            raise Refused(self.teller._("The record shows what is hidden; it is there when the game is over."))
        return str(Record.of(self.state))


class Refused(Exception):
    """Something that cannot be done: the message says why, in the language of the seat."""
