"""Omerta: what a seat sees and remembers (O-60), and a whole position. Cards and moves stand under their names.

Seats and handles are counted from 0, slots in tokens from 1.
"""

from __future__ import annotations

import msgspec

from backroom.kernel.view import View


class Back(msgspec.Struct, frozen=True):
    """A face-down card in a row or in the safe, as everybody sees it."""

    handle: int
    """Everybody can follow a back by it; a card that is shuffled, or comes from the deck, gets a new one."""
    seen: tuple[int, ...]
    """The seats that have looked at it since it has this handle."""
    shown: bool
    """Whether it was shown to all."""
    patrolled: bool


class Record(msgspec.Struct, frozen=True):
    """One of these backs is this card; different records are different cards."""

    card: str
    backs: tuple[int, ...]
    own: bool
    """Whether one looked at it oneself; else all were shown it."""


class Lasting(msgspec.Struct, frozen=True):
    """La Mama or a Police Patrol in force."""

    card: str
    layer: int
    holder: int
    handle: int | None
    """The patrolled back."""
    left: int
    """It comes off when the layer has taken a card so many times."""


class Answer(msgspec.Struct, frozen=True):
    """What a seat did in a race, and what came of it; or a card it opened as its Killer."""

    race: int
    """Which race of the round; 0 for an answer to an attack, which is won with a Killer and else wrong."""
    seat: int
    slot: int
    """From 1; 0 for a pass."""
    handle: int | None
    result: str
    """pass, won, wrong, late"""
    card: str
    """The card, if it was shown."""
    penalty: bool


class Race(msgspec.Struct, frozen=True):
    """A race that is on."""

    number: int
    """The bottle."""
    opener: int
    bucket: str
    """The tie bucket of a live race: none, fresh (the first try opens it), open."""
    gathered: tuple[int, ...]
    """The seats whose tries lie in the bucket."""


class Ended(msgspec.Struct, frozen=True):
    """A round that is over: every row was opened."""

    caller: int | None
    rows: tuple[tuple[str, ...], ...]
    sums: tuple[int, ...]
    points: tuple[int, ...]


class OmertaView(View, frozen=True, kw_only=True):
    """All a seat may know, now and from before. What only a memory holds is in `records` and below the pile's top."""

    round: int
    starter: int
    famous: tuple[tuple[str, ...], ...]
    """What was drawn for the first start, by seat, draw after draw."""
    past: tuple[Ended, ...]
    """The rounds before, oldest first."""
    phase: str
    """peek, begin, taken, race, sealed_race, act, react, over"""
    active: int | None
    turns: int
    """How many turns of this round are over, missed ones too."""
    rows: tuple[tuple[Back, ...], ...]
    safe: tuple[Back, ...]
    handles: int
    """The next new handle."""
    deck: int
    pile: tuple[str, ...]
    """The faces on the pile in order, the top last; all but the top are memory."""
    taken: str
    """The card just taken, if the viewer knows it."""
    taken_from: str
    """deck or pile, if a card has been taken and not put down."""
    acting: str
    """The character at work."""
    named: tuple[str, ...]
    """What has been named for it, as moves."""
    asked: tuple[int, ...]
    """The seats asked together."""
    answer: str
    """The viewer's own answer that is not opened yet."""
    races: int
    """How many races this round has seen."""
    fastest: int | None
    """Who won the latest race since the last card was taken."""
    tries: tuple[Answer, ...]
    """What has been handled in races, and opened as a Killer, since the last card was taken."""
    race: Race | None
    drops: tuple[str, ...]
    """The Driver's open bottles that still have to go onto the pile."""
    queue: tuple[int, ...]
    """The snap queue."""
    lasting: tuple[Lasting, ...]
    looking: tuple[tuple[int, int], ...]
    """Who is looking at which backs just now: seat and handle."""
    look: tuple[tuple[int, str], ...]
    """What the viewer sees of them: handle and card."""
    records: tuple[Record, ...]
    """What the viewer knows (O-60). A spectator knows what all were shown."""
    common: tuple[Record, ...]
    """What all were shown and a Lady then shuffled."""

    def reminder(self) -> tuple[Record, ...]:
        """The records a person's page may show: the table's memory aid decides (O-60). A bot uses them all."""
        aid = dict(self.options)["memory_aid"]
        if aid == "full":
            return self.records
        if aid == "own_looks":
            return tuple(record for record in self.records if record.own)
        return ()

    def open_pile(self) -> tuple[str, ...]:
        """The part of the pile a person's page may show: its top, or with the full memory aid all of it (OC-41)."""
        return self.pile if dict(self.options)["memory_aid"] == "full" else self.pile[-1:]


class Held(msgspec.Struct, forbid_unknown_fields=True):
    """A back in a position. Without a handle it gets the next one."""

    card: str
    handle: int = -1
    seen: list[int] = []
    shown: bool = False


class Run(msgspec.Struct, forbid_unknown_fields=True):
    """The race that is on in a position."""

    number: int
    bucket: str = "none"


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """The game's part of a dumped position. What a phase does not need may be left out."""

    rows: list[list[str | Held]]
    safe: list[str | Held]
    deck: list[str] = []
    """In order, the top first."""
    loose: list[str] = []
    """Below it, cards that chance puts in order as they are drawn."""
    pile: list[str] = []
    """In order, the top last."""
    round: int = 1
    starter: int = 0
    totals: list[int] = []
    famous: list[list[str]] = []
    past: list[Ended] = []
    phase: str = "begin"
    active: int = 0
    turns: int = 0
    handles: int = -1
    taken: str = ""
    taken_from: str = ""
    acting: str = ""
    named: list[str] = []
    asked: list[int] = []
    pending: list[int] = []
    answers: list[str] = []
    races: int = 0
    fastest: int | None = None
    tries: list[Answer] = []
    race: Run | None = None
    drops: list[str] = []
    queue: list[int] = []
    lasting: list[Lasting] = []
    looking: list[tuple[int, int]] = []
    records: list[list[Record]] = []
    """By seat, and last what all were shown: only the records that are not on the backs."""
