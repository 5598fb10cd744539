"""Corleone's Empire: what a seat sees (CC-17, CC-18), and a whole position. Cards and places stand under the
edition's ids, bills and goods as `bill-5` and `gun`."""

from __future__ import annotations

import msgspec

from backroom.kernel.view import View

Bills = tuple[int, int, int, int]
"""How many of $1, $2, $3 and $5."""
Figure = str
"""`1 don`: whose, and which; `mayor`, `union_boss` and `police_chief` are nobody's."""


class Player(msgspec.Struct, frozen=True):
    """What lies openly before one seat."""

    family: str
    cards: int
    """The size of the hand; cards laid face down for the tribute count until they are shown."""
    thugs: int
    members: tuple[str, ...]
    """The own supply."""
    markers: int
    played: tuple[str, ...]
    suitcase: Bills | None
    """The viewer's own; the others are closed."""


class Pending(msgspec.Struct, frozen=True):
    """Something begun and not yet over; what the numbers mean stands beside the kinds in `table`."""

    what: str
    seat: int
    numbers: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    """Icons, a business, a job; the jobs looked at only in the view of the one who looks."""
    batches: tuple[int, ...] = ()
    """In which shuffle each job looked at was, sorted."""


class Known(msgspec.Struct, frozen=True):
    """A hand as everybody could follow it: what it took openly and has not given away openly."""

    bills: Bills
    goods: tuple[int, int, int, int]
    """Guns, booze, blood money, narcotics."""
    allies: tuple[str, ...]
    jobs: tuple[int, ...]
    """For each job its shuffle: which job it is nobody else has seen."""


class Passed(msgspec.Struct, frozen=True):
    """Something that entered or left a hand: `takes`, `gives`, `steals` (unseen, from the rival), `no_bills` (a
    levy showed that there is none). Without a card: a job, or what only the two concerned have seen."""

    how: str
    seat: int
    card: str = ""
    batch: int = 0
    rival: int = 0


class Memory(msgspec.Struct, frozen=True):
    """What no longer lies on the table, but was seen by all: for those who can count."""

    suitcases: tuple[Bills, ...]
    """Laundered bills less those paid in briberies."""
    completed: tuple[tuple[str, ...], ...]
    hands: tuple[Known, ...]
    """Now; or, once a card was taken unseen, before that."""
    trail: tuple[Passed, ...]
    """What entered and left hands since then."""
    batches: tuple[int, ...]
    """For each job, in the edition's order: in which shuffle it was last."""
    shuffles: int


class CorleoneView(View, frozen=True, kw_only=True):
    """All a seat may know, now and from before."""

    act: int
    phase: str
    horse: int
    mover: int
    """Whose turn it is in the family business, whoever has to decide something in it."""
    pending: tuple[Pending, ...]
    """The last is what is being decided; nothing for a plain turn, a bid or the tribute."""
    here: tuple[int, ...]
    """The districts of the neutral figure that the card being played has placed."""
    asked: tuple[int, ...]
    """The seats that a simultaneous decision asks; those not waited for have answered."""
    players: tuple[Player, ...]
    hand: tuple[str, ...]
    """The viewer's own cards."""
    laid: tuple[str, ...]
    """What the viewer has laid out in secret: bills of a bid or a levy, cards for the tribute."""
    bids: tuple[tuple[str, ...], ...]
    """The bids of this act, once they are revealed."""
    gave: tuple[tuple[str, ...], ...]
    """What each gave at the last tribute."""
    supply: tuple[int, ...]
    """Bills of $1, $2, $3, $5, then guns, booze, blood money, narcotics."""
    deck: int
    discard: tuple[str, ...]
    public: tuple[str | None, ...]
    allies: tuple[str, ...]
    gone: tuple[str, ...]
    """Allies that have left the game."""
    tiles: tuple[int, int]
    """Blue and red tiles still face down."""
    plots: tuple[str | None, ...]
    """The tile in each district."""
    thugs: dict[str, Figure]
    """By business: who stands there."""
    members: dict[str, Figure]
    """By family space."""
    chief: str | None
    """The district of the Police Chief."""
    river: tuple[Figure, ...]
    stacks: tuple[tuple[int, ...], ...]
    """By district: the control markers from the bottom up."""
    memory: Memory


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """The game's part of a dumped position, one entry a seat where there are several.

    What can be worked out is left out: the supply, the figures and markers in the own supplies, the allies
    that have left the game are whatever is nowhere else.
    """

    hands: list[list[str]]
    deck: list[str]
    """From the top."""
    act: int = 1
    phase: str = "family_business"
    horse: int = 0
    mover: int = 0
    pending: list[Pending] = []
    here: list[int] = []
    answered: list[int] = []
    laid: list[list[str]] = []
    bids: list[list[str]] = []
    gave: list[list[str]] = []
    suitcases: list[Bills] = []
    completed: list[list[str]] = []
    played: list[list[str]] = []
    discard: list[str] = []
    public: list[str | None] = []
    allies: list[str] = []
    blue: list[str] = []
    """From the top, as red; tiles named nowhere lie under them in the edition's order."""
    red: list[str] = []
    plots: list[str | None] = []
    thugs: dict[str, Figure] = {}
    members: dict[str, Figure] = {}
    chief: str | None = None
    river: list[Figure] = []
    stacks: list[list[int]] = []
    batches: list[int] = []
    shuffles: int = 0
    opening: list[Known] = []
    trail: list[Passed] = []
