"""A position: what is on the table and whose decision it is."""

# compiled by mypyc
from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final

from backroom.kernel.chance import BLOCK, SHIFTS, SMALL, SPREAD, draw_block, generator
from backroom.kernel.compiling import mypyc_attr
from backroom.kernel.errors import IllegalMove, Reason
from backroom.kernel.events import Event

if TYPE_CHECKING:
    from backroom.kernel.game import Setup
    from backroom.kernel.view import View

HOUSE: Final = -1
"""The seat of the server itself: never waited for, it may hold moves that only the house makes."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """A game in progress. Every game derives one flat class from it.

    A subclass fills `waiting` and `over` itself, so that reading them costs nothing, and writes the eight
    methods below that have no body. It may not have an `__init__`; its game opens it (`Game.new`).
    """

    setup: Setup
    """What the game was opened with; one object shared by all copies."""
    waiting: tuple[int, ...]
    """The seats that owe a decision now; several when decisions are simultaneous."""
    over: bool
    """True when the last decision has been made."""
    bits: Random | None
    """The game's one generator, seeded by `new`; None in a copy until it is needed."""
    block: bytes
    """The bytes it gave last."""
    drawn: int
    """How many bytes were used: with the seed, all there is to know of it."""
    luck: int
    """In an imagined world, the small generator that stands for the seed nobody knows; else 0."""
    log: list[int]
    """The moves since the state was opened, each `action * 16 + seat + 1`. Copies share the list, so it may go on
    beyond this state's own moves."""
    made: int
    """How many moves of the log are this state's."""
    mark: int
    """Where in the log the moves begin that the game's own fields do not tell already. A game that shows earlier
    moves in its views and positions moves the mark when it has put them away (Boss: at every new round)."""
    heard: list[Event] | None
    """The events since they were last fetched; None while nobody listens."""

    # What a game writes.

    @abstractmethod
    def legal(self, seat: int) -> list[int]:
        """What this seat may do now, sorted; empty if it owes nothing."""

    @abstractmethod
    def may(self, seat: int, action: int) -> bool:
        """Whether this one action is allowed: quicker than looking it up in `legal`."""

    @abstractmethod
    def why_not(self, seat: int, action: int) -> Reason | None:
        """None if the action is allowed, else the reason."""

    @abstractmethod
    def step(self, seat: int, action: int) -> None:
        """Carry out an action that is known to be allowed. For searches; everybody else calls `play`."""

    @abstractmethod
    def copy(self) -> State:
        """An independent copy, with nobody listening to it."""

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """All this seat may know, built from nothing up; None is a spectator."""

    def views(self, seats: Sequence[int | None]) -> list[View]:
        """The views of several seats; a game may make once what all of them see."""
        return [self.view(seat) for seat in seats]

    @abstractmethod
    def scores(self) -> list[int]:
        """Each seat's score as it stands."""

    @abstractmethod
    def ranks(self) -> list[int]:
        """Each seat's rank, 1 for who leads or has won; equal ranks are shared."""

    @abstractmethod
    def position(self) -> dict[str, Any]:
        """What is on the table, secrets too, in plain data: the game's part of `dump`."""

    # What a game may tell those who look ahead (`backroom.bots.search`). Every one has an answer for a game that says
    # nothing. `prior` and `quick` go by what their seat knows, though they stand on a whole position.

    def prior(self, seat: int, legal: list[int]) -> list[float]:
        """How likely somebody sensible in this seat is to choose each of these: weights, empty if unknown. A
        lone weight above 0 is a choice that needs no thought."""
        return []

    def quick(self, seat: int, luck: int) -> int:
        """A passable move of this seat, found in no time, of which luck (a number below 2**30) chooses one."""
        actions = self.legal(seat)
        return actions[luck % len(actions)]

    def outlook(self) -> list[float]:
        """Each seat's chance of winning from here, together about 1."""
        ranks = self.ranks()
        ahead = [1.0 / (1.0 + rank) for rank in ranks]
        whole = sum(ahead)
        return [share / whole for share in ahead]

    def occasion(self) -> int:
        """Which wait this is, where several may answer: in a new one all clocks begin anew."""
        return 0

    def chapter(self) -> int:
        """A number that changes where `outlook` is worth asking, as at the end of a round; by itself it never does."""
        return 0

    def glimpse(self, seat: int) -> int:
        """What this seat knows at its decision and the moves before do not tell, as a number: a card just drawn."""
        return 0

    def overt(self, seat: int, action: int) -> int:
        """What the other seats see of this action, about to be taken: a number, -1 for nothing."""
        return action if len(self.waiting) < 2 else -1

    def likely(self, seat: int) -> float:
        """How well this imagined world explains what the rivals of this seat have done: a weight beside that of other
        worlds imagined from the same view; below 0 where the game has nothing to say.
        """
        return -1.0

    def because(self, seat: int, action: int) -> Reason | None:
        """What speaks for this action of the seat, going by what it knows: the phrase `advice.` and the code; None if
        the game has nothing to say.
        """
        return None

    # What every game has from here.

    def play(self, seat: int, action: int) -> None:
        """Make a move. IllegalMove leaves the state as it was, to the last byte."""
        if not self.may(seat, action):
            reason = self.why_not(seat, action)
            if reason is None:
                raise AssertionError(f"action {action} of seat {seat} is neither allowed nor refused")
            raise IllegalMove(reason)
        self.step(seat, action)

    def note(self, seat: int, action: int) -> None:
        """Remember a move; every `step` begins with it."""
        if len(self.log) != self.made:  # another copy went on with the shared list
            self.log = self.log[: self.made]
        self.log.append(action << 4 | seat + 1)
        self.made += 1

    def history(self, since: int = 0) -> list[tuple[int, int]]:
        """The moves since the state was opened or loaded (or from that one on), as (seat, action)."""
        return moves_of(self.log[since : self.made])

    def dump(self) -> dict[str, Any]:
        """The whole position as JSON data, seed and secrets included; `Game.load` reads it back."""
        return {**self.setup.header(), "drawn": self.drawn, "luck": self.luck, "position": self.position()}

    def listen(self) -> None:
        """From now on keep what happens, for `events`. Searches never do."""
        if self.heard is None:
            self.heard = []

    def events(self) -> list[Event]:
        """What happened since the last call, oldest first."""
        heard = self.heard
        if heard is None:
            return []
        self.heard = []
        return heard

    def tell(self, kind: str, public: dict[str, Any], private: dict[int, dict[str, Any]] | None = None) -> None:
        """Add an event. Callers on a hot path look at `heard` first."""
        heard = self.heard
        if heard is not None:
            heard.append(Event(kind, public, private or {}))

    def open(self, setup: Setup, luck: int = 0) -> None:
        """Set the fields of this class at the start of a game, a loaded position or an imagined world."""
        self.setup = setup
        self.waiting = ()
        self.over = False
        self.bits = None
        self.block = b""
        self.drawn = 0
        self.luck = luck
        self.log = []
        self.made = 0
        self.mark = 0
        self.heard = None

    def share(self, other: State) -> None:
        """Take over another state's fields of this class: the first line of a `copy`."""
        self.setup = other.setup
        self.waiting = other.waiting
        self.over = other.over
        self.bits = None
        self.block = other.block
        self.drawn = other.drawn
        self.luck = other.luck
        self.log = other.log
        self.made = other.made
        self.mark = other.mark
        self.heard = None

    def shuffle(self, cards: list[int]) -> None:
        """Chance shuffles in place (Fisher and Yates), every order as likely."""
        luck = self.luck
        if luck == 0:
            self._shuffle_seeded(cards)
            return
        for count in range(len(cards), 1, -1):
            luck = luck * SPREAD % SMALL
            chosen = luck % count
            card = cards[count - 1]
            cards[count - 1] = cards[chosen]
            cards[chosen] = card
        self.luck = luck

    def _shuffle_seeded(self, cards: list[int]) -> None:
        """`shuffle` with `_seeded` written out: dealing is most of what a real game costs beside its moves."""
        block, drawn = self.block, self.drawn
        for count in range(len(cards), 1, -1):
            shift = SHIFTS[count]
            chosen = count
            while chosen >= count:
                at = drawn % BLOCK
                if at == 0 or not block:
                    self.drawn = drawn
                    self._draw()
                    block = self.block
                drawn += 1
                chosen = block[at] >> shift
            card = cards[count - 1]
            cards[count - 1] = cards[chosen]
            cards[chosen] = card
        self.drawn = drawn

    def below(self, limit: int) -> int:
        """Chance names a number from 0 to limit - 1, every one as likely."""
        if self.luck:
            self.luck = self.luck * SPREAD % SMALL
            return self.luck % limit
        return self._seeded(limit)

    def _seeded(self, limit: int) -> int:
        """A number below limit from the seed: the next byte, shifted down, that is small enough."""
        shift = SHIFTS[limit]
        while True:
            at = self.drawn % BLOCK
            if at == 0 or not self.block:
                self._draw()
            self.drawn += 1
            chosen = self.block[at] >> shift
            if chosen < limit:
                return chosen

    def _draw(self) -> None:
        """The block that holds the next byte; a copy or a loaded position first finds its place in the stream."""
        bits = self.bits
        if bits is None:
            bits = generator(self.setup.seed, self.drawn // BLOCK)
            self.bits = bits
        self.block = draw_block(bits)

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return (_revive, (self.setup.game.name, self.dump(), self.setup.origin, self.log[: self.made]))


def moves_of(log: list[int]) -> list[tuple[int, int]]:
    """A piece of a `State.log` as (seat, action)."""
    return [((code & 15) - 1, code >> 4) for code in log]


def _revive(name: str, position: dict[str, Any], origin: dict[str, Any] | None, log: list[int]) -> State:
    """A state from another process: its position, with the moves that led to it."""
    from backroom.kernel.registry import game

    state = game(name).load(position)
    state.setup.origin = origin
    state.log = log
    state.made = len(log)
    state.mark = len(log)
    return state


def play_out(state: State, luck: int) -> int:
    """Play at random to the end, in place; how many decisions it took. The inner loop of searches and benchmarks."""
    decisions = 0
    while not state.over:
        seat = state.waiting[0]
        actions = state.legal(seat)
        luck = luck * SPREAD % SMALL
        state.step(seat, actions[luck % len(actions)])
        decisions += 1
    return decisions
