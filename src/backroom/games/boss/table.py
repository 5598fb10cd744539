"""Boss: what lies on the table, in a few flat lists; and the table's rules in numbers."""

# compiled by mypyc
from __future__ import annotations

from typing import Any, Final

from backroom.games.boss.cards import CHICAGO, CITIES, CLOSED, PLACES, SIZES
from backroom.games.boss.view import Payout
from backroom.kernel.state import State

ALONE: Final[list[tuple[int, ...]]] = [(0,), (1,), (2,), (3,), (4,)]
NOBODY: Final = -1


class Rules:
    """What the edition, the options and the number of seats make of the rules."""

    seats: int
    cities: int
    """How many cities are in play: the first so many of the row (B-3)."""
    places: list[int]
    laps: int
    hand: int
    police_lap: int
    decks: list[list[int]]
    police: list[int]
    owners: list[int]
    """Each seat as often as it is dealt a card."""
    first_needs: list[int]
    """A seat's `Table.needs` when a round begins, if it is banned nowhere."""
    group_needs_veteran: bool
    money_below: bool
    show_unclaimed: bool
    play_again: bool
    first: int
    """The seat that gets the marker first, or NOBODY for a draw."""
    repeats: bool
    """Whether a city has two equal cards."""

    def __init__(self, seats: int, decks: list[list[int]], police: list[int]) -> None:
        self.seats = seats
        self.cities = 3 if seats == 2 else 5 if seats == 3 else 7  # B-3
        self.places = [*range(self.cities), CHICAGO]
        self.decks = decks[: self.cities]
        self.police = police
        self.repeats = any([len(set(deck)) < len(deck) for deck in self.decks])
        self.hand = (sum([len(deck) for deck in self.decks]) - self.cities) // seats  # 5; BV-1: 4
        self.laps = self.hand  # B-9: one card a lap
        self.police_lap = self.laps - 2  # B-23: two cards left
        self.owners = [seat for seat in range(seats) for _ in range(self.hand)]
        self.first_needs = [2 if place < self.cities else CLOSED for place in range(len(PLACES))]
        self.group_needs_veteran = False
        self.money_below = False
        self.show_unclaimed = True
        self.play_again = False
        self.first = NOBODY


class Ledger:
    """What stays as it is during a round. It is replaced as a whole, never changed, so copies share it."""

    round: int
    marker: int
    chicago: int
    """How many cities are to the left of Chicago (B-41)."""
    replays: int
    money: list[int]
    gained: list[int]
    """Money from the last payout."""
    hospital: list[int]
    """Veterans back at the end of this round."""
    prison: list[int]
    """Veterans back at the end of this round."""
    prison_next: list[int]
    """Veterans back at the end of the next."""
    dead: list[int]
    banned: list[int]
    """By seat, a bit for each city."""
    hidden: list[int]
    """The card under each city's character."""
    police: list[int]
    """The pile in order, the open cards first; gold tokens * 4 + silver."""
    rounds: tuple[Any, ...]
    """The rounds before: each an Ended, or a Payout where a view or a position told of it."""
    told: tuple[tuple[int, str], ...]
    """This round's moves before those in the log, as a view or a position told them."""


class Table(State):
    """The pieces that move. Gangsters are counted in groups: veterans * 4 + rookies."""

    rules: Rules
    ledger: Ledger
    lap: int
    turn: int
    """How many have had their turn in this lap."""
    mover: int
    laying: bool
    police_open: int
    last_round: bool
    order: list[int]
    """The seats in this lap's order; replaced as a whole."""
    supply: list[int]
    """By seat, a group."""
    cubes: list[int]
    """By place * seats + seat, a group."""
    leader: list[int]
    """By place; NOBODY where nobody is."""
    sent: list[int]
    """By seat, a bit for each place sent to this round."""
    needs: list[list[int]]
    """By seat and place: what a sending there requires (`requirement`), kept up to date."""
    hands: list[list[int]]
    """By seat: its cards' lay actions, sorted."""
    last_open: list[int]
    """By city: the card laid last, or NOBODY."""


class Ended:
    """A round that is over, kept by reference: views spell it out as a Payout."""

    def __init__(self, table: Table, last_open: int, gains: list[int]) -> None:
        self.ledger = table.ledger
        self.moves = table.log[table.mark : table.made]
        self.leader = table.leader
        self.last_open = last_open
        self.gains = gains
        self.told: Payout | None = None
        """Spelled out, once somebody has looked."""


def clear_places(table: Table) -> None:
    """Clear what a round fills: cubes, leaders, sendings, open cards."""
    rules = table.rules
    seats = rules.seats
    table.cubes = [0] * (len(PLACES) * seats)
    table.leader = [NOBODY] * len(PLACES)
    table.sent = [0] * seats
    table.last_open = [NOBODY] * len(CITIES)
    table.needs = [rules.first_needs[:] for _ in range(seats)]
    for seat, bans in enumerate(table.ledger.banned):
        if bans:
            for city in range(rules.cities):
                table.needs[seat][city] = requirement(table, seat, city)


def requirement(table: Table, seat: int, place: int) -> int:
    """What a sending needs: twice the number that puts this seat ahead, and one more if rookies may go alone."""
    rules = table.rules
    if table.ledger.banned[seat] >> place & 1:  # B-17
        return CLOSED
    if place == CHICAGO and not table.sent[seat]:  # B-18
        return CLOSED
    leading = table.leader[place]
    mine = table.cubes[place * rules.seats + seat]
    need = 1  # B-14: from one up, if nobody else is ahead there
    if leading != NOBODY and leading != seat:
        need = SIZES[table.cubes[place * rules.seats + leading]] - SIZES[mine] + 1
    present = mine >= 4 and not rules.group_needs_veteran  # B-15
    return need * 2 + (1 if present else 0)
