"""A game as its log tells it: pure, and the same in every process that reads the same rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from backroom.house.clocks import Clock, Outages, Tempo, begin, moved
from backroom.house.errors import CannotGoOn, Refused
from backroom.house.log import TOKENS, Move
from backroom.house.takeback import without_last
from backroom.kernel.edition import Edition
from backroom.kernel.errors import BackroomError, BadEdition, UnknownGame
from backroom.kernel.events import Event
from backroom.kernel.game import Game
from backroom.kernel.options import Value
from backroom.kernel.registry import game as find_game
from backroom.kernel.state import HOUSE, State
from backroom.kernel.view import View

BACK: Final = "!back"
"""The row by which a seat takes its last decision back. No game's token begins with `!`: the house's words do."""
ABORT: Final = "!abort"
"""The row by which a game is broken off."""
MANY: Final = 64
"""Tokens in one row at most."""

_Past = tuple[Clock, "_Past | None"]
"""The clocks before every decision, newest first; shared by all courses of a game."""


class Opening(msgspec.Struct, frozen=True):
    """Everything that was settled before the first move."""

    table: str
    game: str
    rules: str
    edition: str
    """The SHA-256 of the edition's text."""
    edition_text: str
    options: dict[str, Value]
    seats: int
    seed: int
    tempo: Tempo
    at: int
    """When the game was started."""
    take_back: bool = True
    advice: str = "alone"
    """Who may ask the consigliere (`counsel.py`)."""
    delay: int | None = 0
    """Milliseconds by which spectators see it later; None: nobody may look."""
    position: str | None = None
    """The dumped position it begins at, if not at the beginning."""


class Course:
    """A game after so many rows. It never changes: a row gives another course."""

    __slots__ = (
        "aborted", "acted", "at", "clock", "events", "opening", "past", "seen", "shown", "state", "version",
    )  # fmt: skip

    def __init__(
        self, opening: Opening, state: State, clock: Clock, past: _Past | None, version: int, at: int,
        acted: dict[int, int], events: Sequence[Event] = (), aborted: bool = False,
    ) -> None:  # fmt: skip
        self.opening = opening
        self.state = state
        self.clock = clock
        self.past = past
        self.version = version
        """The number of the last row; 0 at the start."""
        self.at = at
        self.acted = acted
        """At which version each seat acted last."""
        self.events = events
        """What the last row brought."""
        self.aborted = aborted
        self.seen: dict[int | None, View] = {}
        self.shown: dict[Any, Any] = {}
        """How it looks, made once for all who see the same; kept while it is the present."""

    @property
    def over(self) -> bool:
        """Whether nothing more can happen."""
        return self.aborted or self.state.over

    def view(self, seat: int | None) -> View:
        """What a seat sees."""
        found = self.seen.get(seat)
        return found if found is not None else self.state.view(seat)

    def foresee(self, seats: set[int | None]) -> None:
        """Make the views of several seats together: a game may have much to share between them."""
        if len(seats) > 1 and not self.seen:
            order = list(seats)
            self.seen = dict(zip(order, self.state.views(order), strict=True))

    def grow_old(self) -> None:
        """It is not the present any more: nobody will look at it again, or only late."""
        self.seen = {}
        self.shown.clear()

    def after(self, row: Move, outages: Outages) -> Course:
        """The course after one more row. IllegalMove, UnknownAction or Refused leave this one as it is."""
        if self.aborted:
            raise Refused("table_closed", "this game was broken off; there is nothing more to move")
        acted = {**self.acted, row.seat: row.seq}
        if row.tokens == ABORT:
            told = [Event("aborted", {"seat": row.seat})]
            idle = Clock((None,) * self.opening.seats, self.clock.reserve, None)
            return Course(self.opening, self.state, idle, self.past, row.seq, row.at, acted, told, True)
        if row.tokens == BACK:
            if self.past is None:
                raise Refused("nothing_to_take_back", "there is no decision to take back")
            clock, past = self.past
            told = [Event("taken_back", {"seat": row.seat})]
            state = without_last(self.state)
            return Course(self.opening, state, clock, past, row.seq, row.at, acted, told)
        state = self.state.copy()
        state.listen()
        game, clock, past = state.setup.game, self.clock, self.past
        for token in words(row.tokens):
            occasion = state.occasion()
            state.play(row.seat, game.action(token))
            past = (clock, past)
            clock = moved(
                clock, self.opening.tempo, row.seat, state.waiting, house_move(state), row.at, outages,
                fresh=state.occasion() != occasion,
            )  # fmt: skip
        return Course(self.opening, state, clock, past, row.seq, row.at, acted, state.events())


def words(tokens: str) -> list[str]:
    """The tokens of a row; Refused if there are none, or too many to be one move."""
    found = tokens.split()
    if not found:
        raise Refused("no_move", "a move needs at least one token")
    if len(found) > MANY or len(tokens) > TOKENS:
        raise Refused("long_move", f"at most {MANY} tokens can be sent at once", most=MANY)
    return found


def house_move(state: State) -> str | None:
    """The move only the house makes here, if there is one."""
    actions = state.legal(HOUSE)
    return state.setup.game.token(actions[0]) if actions else None


def start(opening: Opening) -> Course:
    """The course before the first row. CannotGoOn says why this program cannot play this game."""
    try:
        game = find_game(opening.game)
    except UnknownGame as error:
        raise CannotGoOn("no_such_game", str(error), game=opening.game) from None
    if game.rules != opening.rules:
        raise CannotGoOn(
            "rules_changed",
            f"this game began with rules {opening.rules} of {game.title}; this program plays rules {game.rules}",
            began=opening.rules, now=game.rules,
        )  # fmt: skip
    try:
        edition = _edition(game, opening)
        if opening.position is None:
            state = game.new(opening.seats, opening.seed, opening.options, edition)
        else:
            state = game.load(opening.position)
    except BadEdition as error:
        raise CannotGoOn(
            "edition_unfit", f"the edition of this table cannot be used: {error}", why=str(error)
        ) from None
    except BackroomError as error:
        raise CannotGoOn("opening_unfit", f"this table cannot be set up again: {error}", why=str(error)) from None
    clock = begin(opening.tempo, opening.seats, state.waiting, house_move(state), opening.at)
    return Course(opening, state, clock, None, 0, opening.at, {})


def _edition(game: Game, opening: Opening) -> Edition:
    """The edition the game began with, read once for all tables that have it."""
    try:
        return game.edition(opening.edition)
    except BadEdition:
        edition = Edition(opening.edition_text)
    if edition.sha256 != opening.edition:
        raise BadEdition("its text is not the one the game began with")
    return game.with_edition(edition)


def follow(course: Course, rows: Sequence[Move], outages: Outages) -> list[Course]:
    """The courses after each of these rows. CannotGoOn if one does not fit."""
    courses = []
    for row in rows:
        try:
            if row.seq != course.version + 1:
                raise Refused("hole", f"move {course.version + 1} is missing")
            course = course.after(row, outages)
        except BackroomError as error:
            raise CannotGoOn(
                "log_unfit",
                f"move {row.seq} of the log, {row.tokens!r}, does not fit this game: {error}",
                seq=row.seq, why=str(error),
            ) from None  # fmt: skip
        courses.append(course)
    return courses
