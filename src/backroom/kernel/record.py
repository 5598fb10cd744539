"""A game as a short readable text that replays exactly."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Final

from backroom.kernel.chance import seed_digest
from backroom.kernel.errors import BackroomError, BadRecord, IllegalMove, UnknownAction
from backroom.kernel.game import Game
from backroom.kernel.options import Value, settle, written
from backroom.kernel.registry import game as find_game
from backroom.kernel.state import HOUSE, State

FORMAT: Final = "1"
_WIDTH: Final = 100
_HEADINGS: Final = (
    "backroom", "game", "rules", "edition", "seats", "options", "seed-sha256", "seed", "position", "scores", "ranks",
)  # fmt: skip
_REQUIRED: Final = ("backroom", "game", "rules", "edition", "seats", "seed-sha256")
_WHO: Final = re.compile(r"S([0-9]{1,2})|HOUSE")
_NUMBERS: Final = re.compile(r"-?[0-9]{1,9}(?: -?[0-9]{1,9})*")

Move = tuple[int, str]
"""A seat (HOUSE for the server) and a token."""


@dataclass(frozen=True)
class Record:
    """A game: how it was opened, every move as a token, and how it ended.

    >>> import backroom
    >>> state = backroom.game("boss").new(seats=2, seed=7)
    >>> state.play(0, state.legal(0)[0])
    >>> record = backroom.Record.of(state)
    >>> backroom.Record.parse(str(record)) == record
    True
    >>> record.replay().dump() == state.dump()
    True
    """

    game: str
    rules: str
    edition: str
    seats: int
    options: dict[str, Value]
    seed_sha256: str
    seed: int | None
    """None while it is sealed: a running game's seed is nobody's business."""
    moves: tuple[Move, ...]
    scores: tuple[int, ...] | None = None
    ranks: tuple[int, ...] | None = None
    position: dict[str, Any] | None = None
    """The position it starts from, if not from the beginning."""
    comments: tuple[tuple[int, str], ...] = ()
    """Remarks, each with the number of moves before it."""
    places: tuple[tuple[int, int], ...] = field(default=(), compare=False, repr=False)
    """Line and column of each move in the text it was read from."""

    @classmethod
    def of(cls, state: State) -> Record:
        """The record of a state: of the whole game, or from the position it was loaded from. It holds the seed."""
        setup = state.setup
        moves = tuple((seat, setup.game.token(action)) for seat, action in state.history())
        return cls(
            game=setup.game.name,
            rules=setup.game.rules,
            edition=setup.edition.label,
            seats=setup.seats,
            options=dict(setup.options),
            seed_sha256=seed_digest(setup.seed),
            seed=setup.seed,
            moves=moves,
            scores=tuple(state.scores()) if state.over else None,
            ranks=tuple(state.ranks()) if state.over else None,
            position=setup.origin,
        )

    def sealed(self) -> Record:
        """The same without the seed. A record from a position has no sealed form: the position holds the secrets."""
        if self.position is not None:
            raise BadRecord("a record that starts from a position cannot be sealed: the position shows what is hidden")
        return replace(self, seed=None)

    def __str__(self) -> str:
        """The text; `parse` reads it back."""
        head = {
            "backroom": f"record {FORMAT}",
            "game": self.game,
            "rules": self.rules,
            "edition": self.edition,
            "seats": str(self.seats),
            "options": " ".join(f"{name}={written(value)}" for name, value in self.options.items()),
            "seed-sha256": self.seed_sha256,
            "seed": "" if self.seed is None else str(self.seed),
            "position": "" if self.position is None else json.dumps(self.position, ensure_ascii=False),
            "scores": "" if self.scores is None else " ".join(map(str, self.scores)),
            "ranks": "" if self.ranks is None else " ".join(map(str, self.ranks)),
        }
        lines = [f"{name}: {value}" for name, value in head.items() if value]
        lines.append("")
        remarks: dict[int, list[str]] = {}
        for at, text in self.comments:
            remarks.setdefault(at, []).extend(text.splitlines() or [""])
        mover: int | None = None
        for at, (seat, token) in enumerate(self.moves):
            spoken = remarks.get(at, [])
            lines.extend(f"; {text}" if text else ";" for text in spoken)
            if seat == mover and not spoken and len(lines[-1]) + 1 + len(token) <= _WIDTH:
                lines[-1] += f" {token}"
            else:
                lines.append(f"{seat_name(seat)} {token}")
            mover = seat
        lines.extend(f"; {text}" if text else ";" for text in remarks.get(len(self.moves), []))
        return "\n".join(lines) + "\n"

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a record's text. BadRecord names the line, the column and what was expected there."""
        return _Reader(text).record()

    def steps(self) -> Iterator[State]:
        """The same state object after the opening and after every move: copy what you keep."""
        game = find_game(self.game)
        if self.rules != game.rules:
            raise BadRecord(f"made with rules {self.rules!r} of {self.game}; this program plays rules {game.rules!r}")
        yield from self._from(game)

    def _from(self, game: Game) -> Iterator[State]:
        if self.seed is None:
            raise BadRecord("this record is sealed: it replays when its seed has been published")
        if self.position is None:
            edition = game.edition(self.edition.rpartition(" ")[2])
            state = game.new(self.seats, self.seed, self.options, edition)
        else:
            state = game.load(self.position)
            setup = state.setup
            opened = (setup.seats, setup.options, setup.edition.label, setup.seed)
            if opened != (self.seats, self.options, self.edition, self.seed):
                raise BadRecord("the position it starts from has other seats, options, edition or seed than the record")
        yield state
        for at, (seat, token) in enumerate(self.moves):
            place = self.places[at] if at < len(self.places) else (0, 0)
            try:
                state.play(seat, game.action(token))
            except UnknownAction as error:
                raise BadRecord(str(error), *place) from None
            except IllegalMove as error:
                raise BadRecord(
                    f"move {at + 1}, {token} by {seat_name(seat)}, is not allowed here: {error.reason}",
                    *place,
                    error.reason,
                    {"game": self.game, "n": at + 1, "token": token},
                ) from None
            yield state

    def replay(self, moves: int | None = None) -> State:
        """The state after so many moves; after all of them if not said."""
        if moves is not None and not 0 <= moves <= len(self.moves):
            raise BadRecord(f"the record has {len(self.moves)} moves; there is no position after {moves}")
        last = len(self.moves) if moves is None else moves
        return next(islice(self.steps(), last, None))

    def verify(self) -> State:
        """Replay it all, check the seed against its SHA-256 and the result against the play; the last state."""
        if self.seed is not None and seed_digest(self.seed) != self.seed_sha256:
            raise BadRecord(
                f"the seed does not belong to this game: its SHA-256 is {seed_digest(self.seed)}, "
                f"the record promised {self.seed_sha256}"
            )
        state = self.replay()
        scores, ranks = tuple(state.scores()), tuple(state.ranks())
        if self.scores is not None and (not state.over or (self.scores, self.ranks) != (scores, ranks)):
            found = f"scores {_spaced(scores)}, ranks {_spaced(ranks)}" if state.over else "a game that is not over"
            raise BadRecord(
                f"the result is not what the moves give: the record says scores {_spaced(self.scores)}, "
                f"ranks {_spaced(self.ranks or ())}; the replay gives {found}"
            )
        return state


def seat_name(seat: int) -> str:
    """A seat as records write it: S1, S2, …; HOUSE for the server."""
    return "HOUSE" if seat == HOUSE else f"S{seat + 1}"


def _spaced(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


class _Reader:
    """Reads one text, always knowing where it is."""

    def __init__(self, text: str) -> None:
        self.lines = text.removeprefix("\ufeff").splitlines()
        self.head: dict[str, tuple[str, int, int]] = {}
        self.moves: list[Move] = []
        self.places: list[tuple[int, int]] = []
        self.comments: list[tuple[int, str]] = []

    def record(self) -> Record:
        for number, line in enumerate(self.lines, 1):
            if not line.strip():
                continue
            if line.lstrip().startswith(";"):
                self.comments.append((len(self.moves), line.lstrip()[1:].removeprefix(" ").rstrip()))
            elif not self.moves and not _WHO.match(line.lstrip()):
                self._heading(line, number)
            else:
                self._moves(line, number)
        for name in _REQUIRED:
            if name not in self.head:
                raise BadRecord(f"expected a line `{name}: …` before the moves; there is none", len(self.lines) or 1, 1)
        return self._whole()

    def _heading(self, line: str, number: int) -> None:
        name, colon, value = line.partition(":")
        name = name.strip()
        if not colon or name not in _HEADINGS:
            raise BadRecord(f"expected one of the headings {', '.join(_HEADINGS)}, or a move such as `S1 …`", number, 1)
        if not self.head and name != "backroom":
            raise BadRecord(f"expected `backroom: record {FORMAT}` as the first heading", number, 1)
        if name in self.head:
            raise BadRecord(f"`{name}` was already given in line {self.head[name][1]}", number, 1)
        column = len(line) - len(value.lstrip()) + 1
        self.head[name] = (value.strip(), number, column)

    def _moves(self, line: str, number: int) -> None:
        words = list(re.finditer(r"\S+", line.partition(";")[0]))
        first = _WHO.fullmatch(words[0][0])
        if first is None:
            raise BadRecord("expected who moves: S1, S2, … or HOUSE", number, words[0].start() + 1)
        seats = self._seats()
        seat = HOUSE if first[1] is None else int(first[1]) - 1
        if seat >= seats or seat < HOUSE or first[1] == "0":
            raise BadRecord(f"expected a seat from S1 to S{seats}, or HOUSE", number, words[0].start() + 1)
        if len(words) == 1:
            raise BadRecord("expected a move's token after the seat", number, words[0].end() + 1)
        game = self._game()
        for word in words[1:]:
            try:
                game.action(word[0])
            except UnknownAction as error:
                raise BadRecord(f"expected a move of {game.title}: {error}", number, word.start() + 1) from None
            self.moves.append((seat, word[0]))
            self.places.append((number, word.start() + 1))
        if ";" in line:
            self.comments.append((len(self.moves), line.partition(";")[2].strip()))

    def _told(self, name: str) -> tuple[str, int, int]:
        if name not in self.head:
            raise BadRecord(f"expected a line `{name}: …` before the moves", 1, 1)
        return self.head[name]

    def _game(self) -> Game:
        name, line, column = self._told("game")
        try:
            return find_game(name)
        except BackroomError as error:
            raise BadRecord(str(error), line, column) from None

    def _seats(self) -> int:
        text, line, column = self._told("seats")
        game = self._game()
        if not re.fullmatch(r"[0-9]{1,2}", text) or int(text) not in game.seats:
            raise BadRecord(f"expected {game.seats[0]} to {game.seats[-1]} seats, found {text!r}", line, column)
        return int(text)

    def _numbers(self, name: str, count: int) -> tuple[int, ...] | None:
        if name not in self.head:
            return None
        text, line, column = self.head[name]
        if not _NUMBERS.fullmatch(text) or len(text.split()) != count:
            raise BadRecord(f"expected {count} whole numbers, one a seat", line, column)
        return tuple(map(int, text.split()))

    def _options(self, game: Game) -> dict[str, Value]:
        text, line, column = self.head.get("options", ("", 0, 0))
        chosen: dict[str, str] = {}
        for word in re.finditer(r"\S+", text):
            name, equals, value = word[0].partition("=")
            if not equals or name in chosen:
                raise BadRecord("expected options as name=value, each once", line, column + word.start())
            chosen[name] = value
        try:
            return settle(game.offers, chosen)
        except BackroomError as error:
            raise BadRecord(str(error), line, column) from None

    def _whole(self) -> Record:
        text, line, column = self._told("backroom")
        if text != f"record {FORMAT}":
            raise BadRecord(f"expected `record {FORMAT}`: this program reads no other format", line, column)
        game, seats = self._game(), self._seats()
        digest, line, column = self._told("seed-sha256")
        if not re.fullmatch(r"[0-9a-f]{64}", digest):
            raise BadRecord("expected 64 hexadecimal digits", line, column)
        edition, line, column = self._told("edition")
        if not re.fullmatch(r"\S+ [0-9a-f]{64}", edition):
            raise BadRecord("expected the edition's name and its SHA-256, 64 hexadecimal digits", line, column)
        seed, line, column = self.head.get("seed", ("", 0, 0))
        if "seed" in self.head and not (re.fullmatch(r"[0-9]{1,78}", seed) and int(seed) < 1 << 256):
            raise BadRecord("expected the seed as a whole number below 2**256", line, column)
        position: dict[str, Any] | None = None
        if "position" in self.head:
            text, line, column = self.head["position"]
            try:
                position = json.loads(text)
            except (ValueError, RecursionError) as error:
                raise BadRecord(f"expected the position as JSON: {error}", line, column) from None
            if not isinstance(position, dict):
                raise BadRecord("expected the position as a JSON object", line, column)
        scores, ranks = self._numbers("scores", seats), self._numbers("ranks", seats)
        if (scores is None) != (ranks is None):
            there = "scores" if ranks is None else "ranks"
            raise BadRecord("expected both `scores` and `ranks`, or neither", self.head[there][1], 1)
        return Record(
            game=game.name,
            rules=self._told("rules")[0],
            edition=edition,
            seats=seats,
            options=self._options(game),
            seed_sha256=digest,
            seed=int(seed) if seed else None,
            moves=tuple(self.moves),
            scores=scores,
            ranks=ranks,
            position=position,
            comments=tuple(self.comments),
            places=tuple(self.places),
        )
