"""Boss: what a seat sees (B-8), and a whole position. Cards, places and moves stand under their names."""

from __future__ import annotations

import msgspec

from backroom.kernel.view import View

Move = tuple[int, str]
"""A seat and a token."""


class Player(msgspec.Struct, frozen=True):
    """What lies openly before one seat."""

    money: int
    gained: int
    """Money from the last payout."""
    veterans: int
    rookies: int
    """The supply: gangsters that can be sent now."""
    hospital: int
    prison: tuple[int, int]
    """Veterans in prison: back at the end of this round, and of the next."""
    dead: int
    spent: int
    """Rookies that left the game."""
    bans: tuple[str, ...]
    sent: tuple[str, ...]
    """Places where gangsters of this seat were sent this round."""
    backs: dict[str, int]
    """Cards in hand by city: the backs show it."""


class Place(msgspec.Struct, frozen=True):
    """One place of the row, with the cubes in it and its open cards in the order they were laid."""

    id: str
    leader: int | None
    cubes: tuple[tuple[int, int], ...]
    """Veterans and rookies there, by seat."""
    cards: tuple[str, ...]
    """Every card this city has (printed along the bottom of its character); Chicago has none."""
    open: tuple[str, ...]


class Payout(msgspec.Struct, frozen=True):
    """A round that is over, as everybody saw it."""

    moves: tuple[Move, ...]
    opened: dict[str, str]
    """The hidden card of each city, as far as it was shown."""
    leaders: dict[str, int]
    chicago: int
    """How many cities were to the left of Chicago."""
    last_open: int
    """The sum of their last open cards, before halving."""
    gains: tuple[int, ...]


class BossView(View, frozen=True, kw_only=True):
    """All a seat may know, now and from before."""

    own = ("seat", "hand")

    round: int
    lap: int
    laps: int
    laying: bool
    """True when the seat to move has sent (or stayed) and must lay a card."""
    order: tuple[int, ...]
    """The order of turns in this lap."""
    turn: int
    """How many have had their turn in this lap."""
    marker: int
    chicago: int
    """How many cities are to the left of Chicago."""
    last_round: bool
    replays: int
    """Games played before this one because of a tie (`final_tie = "play_again"`)."""
    players: tuple[Player, ...]
    row: tuple[Place, ...]
    """From left to right, Chicago where it stands."""
    hand: tuple[str, ...]
    """The fronts of the viewer's own cards; nothing for a spectator."""
    police: tuple[tuple[int, int], ...]
    """Open police cards: gold and silver tokens."""
    police_left: int
    moves: tuple[Move, ...]
    """This round's moves so far."""
    rounds: tuple[Payout, ...]
    """The rounds before, oldest first."""


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """The game's part of a dumped position, one entry a seat where there are several.

    Only what cannot be worked out stands in it: this round's moves give the cubes, the leaders, the open
    cards, the lap and the turn; the round gives Chicago's place and how many police cards are open; the kit
    gives the supplies.
    """

    hidden: dict[str, str]
    hands: list[list[str]]
    police: list[tuple[int, int]]
    """The whole pile in order, gold and silver tokens of each card, the open cards first."""
    round: int = 1
    marker: int = 0
    moves: list[Move] = []
    money: list[int] = []
    gained: list[int] = []
    hospital: list[int] = []
    prison: list[tuple[int, int]] = []
    dead: list[int] = []
    spent: list[int] = []
    bans: list[list[str]] = []
    rounds: list[Payout] = []
    replays: int = 0
    over: bool = False
