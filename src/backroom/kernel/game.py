"""A game: stateless, one object each; it opens positions and names actions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from backroom.kernel.chance import SMALL, fresh_seed, seed_digest
from backroom.kernel.edition import Edition
from backroom.kernel.errors import BadEdition, BadPosition, BadSeats, BadView, UnknownAction
from backroom.kernel.events import Event
from backroom.kernel.features import Feature
from backroom.kernel.options import Option, Value, settle
from backroom.kernel.state import State
from backroom.kernel.view import View

if TYPE_CHECKING:  # it speaks of games, and so comes after them
    from backroom.kernel.words import Speaker

Row = tuple[str, str, str, str, str]
"""A printed datum, for people to read: its section, id, name, what it says, where it comes from."""
Counts = dict[str, dict[str, list[float]]]
"""By chapter and name: a number for each seat, or a single one for what is nobody's."""


class Setup:
    """What a game was opened with: everything of it that does not change while it is played."""

    __slots__ = ("digest", "edition", "game", "options", "origin", "seats", "seed")

    def __init__(
        self,
        game: Game,
        seats: int,
        seed: int,
        options: dict[str, Value],
        edition: Edition,
        origin: dict[str, Any] | None = None,
    ) -> None:
        self.game = game
        self.seats = seats
        self.seed = seed
        self.options = options
        self.edition = edition
        self.origin = origin
        """The position the game was set up from, if not from the beginning."""
        self.digest: Any = None
        """What the game itself makes of all this, once: its rules in numbers."""

    def header(self) -> dict[str, Any]:
        """The part of a dumped position that every game has."""
        return {
            "game": self.game.name,
            "rules": self.game.rules,
            "edition": self.edition.label,
            "seats": self.seats,
            "options": dict(self.options),
            "seed": str(self.seed),
        }


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """A dumped position as `Game.load` reads it. All but the game's own part may be left out."""

    game: str
    position: dict[str, Any]
    seats: int
    rules: str = ""
    edition: str = ""
    options: dict[str, Value] = {}
    seed: str = ""
    drawn: int = 0
    luck: int = 0


class Game(ABC):
    """What the registry holds: one instance per game, exported by its folder as `GAME`.

    >>> import backroom
    >>> game = backroom.game("boss")
    >>> state = game.new(seats=4, seed=7)
    >>> len(state.waiting)
    1
    >>> game.token(state.legal(state.waiting[0])[0])
    'send:new_york:1v'
    """

    name: ClassVar[str]
    title: ClassVar[str]
    rules: ClassVar[str]
    """The rules' version: raised when a change makes an old record play differently."""
    seats: ClassVar[range]
    """How many may play."""
    offers: ClassVar[Sequence[Option]] = ()
    """The table's options."""
    phrases: ClassVar[Mapping[str, str | tuple[str, str]]] = {}
    """The English sentences for reasons, events and names, by code; translators start from them."""
    clockless: ClassVar[Mapping[str, Value]] = {}
    """Options under which no clock decides anything: programs play so unless they say otherwise."""
    lowest_wins: ClassVar[bool] = False
    """Whether a low score is a good one."""
    folder: ClassVar[Path | None] = None
    """Where the house edition (`edition.toml`) lies, if the game has printed data."""

    actions: int
    """The size of the action space."""

    def __init__(self) -> None:
        self._editions: dict[str, Edition] = {}
        self._house: Edition | None = None
        self._dreamt: dict[tuple[Any, ...], Setup] = {}
        self._digests: dict[tuple[int, str, tuple[Value, ...]], Any] = {}
        self._defaults: dict[str, Value] | None = None

    # What a game writes.

    @abstractmethod
    def deal(self, setup: Setup) -> State:
        """The position at the start."""

    @abstractmethod
    def restore(self, setup: Setup, position: dict[str, Any]) -> State:
        """A position from the game's part of a dump; BadPosition says what cannot be."""

    @abstractmethod
    def dream(self, setup: Setup, view: View, luck: int, rng: Random) -> State:
        """The heart of `imagine`: a world that fits the view, every one as likely."""

    @abstractmethod
    def token(self, action: int) -> str:
        """An action's stable, readable name."""

    @abstractmethod
    def action(self, token: str) -> int:
        """The action of a token; UnknownAction if there is none."""

    def colour(self, view: View, seat: int) -> str:
        """What a seat plays under in a game that can tell: a family, a colour. Its name is the phrase `name.` and this,
        or `colour.` and this; nothing where the game has none.
        """
        return ""

    def digest(self, setup: Setup) -> Any:
        """What this game makes of edition, options and seats, once for all tables alike: its rules in numbers."""
        return None

    def check_edition(self, edition: Edition) -> None:
        """Refuse an edition file that does not fit this game (BadEdition)."""
        return

    def pauses(self, options: Mapping[str, Value]) -> dict[str, int]:
        """How long the house waits before each move that only it makes, in milliseconds, by token.

        What is not named here waits as long as a player may think.
        """
        return {}

    def pace(self, state: State) -> tuple[int, int]:
        """How long a bot takes for a decision at a table with people, at least and at most, in milliseconds: so that
        they can follow what it does, and beat it where it counts who is first."""
        return 0, 0

    def listing(self, edition: Edition, speaker: Speaker) -> list[Row]:
        """All printed data, in the speaker's language. What a section is called says the phrase `listing.` and its
        name (`Speaker.heading`)."""
        return []

    def weigh(self, view: View, legal: Sequence[int]) -> list[float]:
        """What somebody sensible thinks of each legal action; higher is better. Bots may use it."""
        return [0.0] * len(legal)

    def features(self, seats: int) -> Sequence[Feature]:
        """What `numbers` gives, in its order. Without any, programs that learn get a plain encoding of the view."""
        return ()

    def numbers(self, view: View) -> list[int]:
        """The view in numbers, as `features` says, for programs that learn."""
        return []

    def forget(self, view: View, share: float) -> View:
        """The view of somebody who has lost this share (0 to 1) of what only memory knows; what he forgot once he
        does not remember later. The same view where nothing has to be remembered.
        """
        return view

    def tally(self, start: View, events: Sequence[Event]) -> Counts:
        """What a whole game says about the printed data, from the spectator's first view and what happened since.

        `backroom balance` adds it up; the headings are the phrases `tally.` and the chapter. Without events: every
        chapter and name there is.
        """
        return {}

    # What every game has from here.

    def new(
        self,
        seats: int | None = None,
        seed: int | None = None,
        options: Mapping[str, object] | None = None,
        edition: Edition | None = None,
    ) -> State:
        """Open a game. Without a seed it draws one of 128 bits; without an edition it plays the house edition."""
        seats = self.check_seats(seats if seats is not None else self.usual_seats())
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 1 << 256):
            raise BadPosition(f"a seed is a whole number from 0 to 2**256 - 1, not {seed!r}")
        drawn = fresh_seed() if seed is None else seed
        return self.deal(self.set_up(seats, drawn, self.settle(options), self.with_edition(edition)))

    def load(self, position: Mapping[str, Any] | str | bytes) -> State:
        """A position from what `State.dump` gave, or from its JSON text. BadPosition says what is wrong."""
        try:
            plain: Any = msgspec.json.decode(position) if isinstance(position, (str, bytes)) else dict(position)
            read = msgspec.convert(plain, Position)
        except (msgspec.DecodeError, UnicodeDecodeError, TypeError, ValueError, RecursionError) as error:
            raise BadPosition(f"this is no position: {tidy(error)}") from None
        if read.game != self.name:
            raise BadPosition(f"this is a position of {read.game!r}, not of {self.name!r}")
        if read.rules and read.rules != self.rules:
            raise BadPosition(f"made with rules {read.rules!r}; this program plays rules {self.rules!r}")
        if read.seed and not (read.seed.isascii() and read.seed.isdecimal() and len(read.seed) <= 78):
            raise BadPosition(f"seed: expected a whole number, found {read.seed!r}")
        if not 0 <= read.luck < SMALL or not 0 <= read.drawn < 1 << 24:
            raise BadPosition("luck and drawn: expected small whole numbers")
        seats = self.check_seats(read.seats)
        edition = self.edition(read.edition.rpartition(" ")[2]) if read.edition else self.house_edition()
        seed = int(read.seed) if read.seed else fresh_seed()
        setup = self.set_up(seats, seed, self.settle(read.options), edition)
        state = self.restore(setup, read.position)
        state.drawn = read.drawn
        state.luck = read.luck
        setup.origin = state.dump()
        return state

    def imagine(self, view: View, rng: Random) -> State:
        """A whole position the viewer cannot tell from the real one. It gets the view alone, so it cannot cheat."""
        if not isinstance(view, View) or view.game != self.name:
            raise BadView(f"this is no view of {self.name}")
        key = (view.seats, view.edition, view.options)
        setup = self._dreamt.get(key)
        if setup is None:
            edition = self.edition(view.edition.rpartition(" ")[2])
            setup = self.set_up(view.seats, 0, self.settle(dict(view.options)), edition)
            self._dreamt[key] = setup
        return self.dream(setup, view, rng.getrandbits(30) + 1, rng)

    def settle(self, options: Mapping[str, object] | None) -> dict[str, Value]:
        """Every option with the value chosen or its default; BadOption for what the game does not take."""
        if options:
            return settle(self.offers, options)
        if self._defaults is None:
            self._defaults = settle(self.offers, None)
        return self._defaults

    def set_up(self, seats: int, seed: int, options: dict[str, Value], edition: Edition) -> Setup:
        """A setup with the game's digest of it."""
        setup = Setup(self, seats, seed, options, edition)
        key = (seats, edition.sha256, tuple(options.values()))
        if key not in self._digests:
            self._digests[key] = self.digest(setup)
        setup.digest = self._digests[key]
        return setup

    def usual_seats(self) -> int:
        """How many play when nobody says."""
        return min(4, self.seats[-1])

    def check_seats(self, seats: object) -> int:
        """The number of seats if the game takes so many."""
        if isinstance(seats, bool) or not isinstance(seats, int) or seats not in self.seats:
            raise BadSeats(f"{self.title} takes {self.seats[0]} to {self.seats[-1]} seats, not {seats!r}")
        return seats

    def house_edition(self) -> Edition:
        """The edition that comes with the game."""
        if self._house is None:
            if self.folder is None:
                text = f'[meta]\nedition = "{self.name}"\n'
                self._house = Edition(text)
            else:
                self._house = Edition.read(self.folder / "edition.toml")
            self.with_edition(self._house)
        return self._house

    def with_edition(self, edition: Edition | None) -> Edition:
        """The edition checked and known by its hash from now on; the house edition for None."""
        if edition is None:
            return self.house_edition()
        if edition.sha256 not in self._editions:
            self.check_edition(edition)
            self._editions[edition.sha256] = edition
        return edition

    def edition(self, sha256: str) -> Edition:
        """An edition that this program has read, by its hash."""
        if self.house_edition().sha256 == sha256:
            return self.house_edition()
        if sha256 not in self._editions:
            raise BadEdition(f"the edition with SHA-256 {sha256[:12]}… is not loaded; give its file")
        return self._editions[sha256]

    def check_action(self, action: object) -> int:
        """The action if this game has one of that number."""
        if isinstance(action, bool) or not isinstance(action, int) or not 0 <= action < self.actions:
            raise UnknownAction(f"{self.title} has actions 0 to {self.actions - 1}, not {action!r}")
        return action

    def __repr__(self) -> str:
        return f"<backroom game {self.name}, rules {self.rules}>"


def tidy(error: Exception) -> str:
    """A library's message as a part of our sentence."""
    text = str(error).replace(" - at `$", " at `")
    return text[:1].lower() + text[1:]


def public_seed(setup: Setup) -> str:
    """What is told of the seed while a game runs."""
    return seed_digest(setup.seed)
