"""Omerta: what lies on the table, in a few flat lists; and the table's rules in numbers."""

# compiled by mypyc
from __future__ import annotations

from typing import Final

from backroom.games.omerta.cards import FACES, HANDLE, PATROLLED
from backroom.kernel.state import State

NOBODY: Final = -1
NO_ANSWER: Final = -1

# Phases: what the seats waited for are asked. The races come first, so that one comparison finds them.
RACING: Final = 0
SEALED: Final = 1
PEEKING: Final = 2
BEGINNING: Final = 3
TAKEN: Final = 4
ACTING: Final = 5
REACTING: Final = 6
OVER: Final = 7
PHASES: Final = ("race", "sealed_race", "peek", "begin", "taken", "act", "react", "over")

# A race's tie bucket (O-61): tries are handled as they come; they are gathered; they have been.
STRAIGHT: Final = 0
GATHERING: Final = 1

# What came of a try.
PASSED: Final = 0
WON: Final = 1
WRONG: Final = 2
LATE: Final = 3
RESULTS: Final = ("pass", "won", "wrong", "late")

Known = tuple[int, tuple[int, ...], bool]
"""A record of O-60 that is not written on a back itself: a face, the handles it can be, and whether the one who
remembers it looked at that card himself."""
Lasting = tuple[int, int, int, int, int]
"""La Mama or a Patrol in force: face, who laid it, whose it is now, the patrolled handle (or NOBODY), turns left."""


class Rules:
    """What the edition, the options and the number of seats make of the rules."""

    seats: int
    everybody: int
    """A bit for each seat."""
    cards: list[int]
    """All 60 as faces, sorted."""
    counts: list[int]
    """By face, how many there are."""
    famous: list[str]
    capone: int
    """Which of the famous gangsters starts the first round."""
    turns: list[int]
    """By face: how many turns of its target it lasts."""
    commit: bool
    bucket: bool
    many_tries: bool
    show_late: bool
    driver_races: bool
    open_card: bool
    may_decline: bool
    gangster_same_row: bool
    safe_public: bool
    must_trade: bool
    own_part: bool
    free_mistake: bool
    mama_stops_patrol: bool
    nobody_over_7: bool
    first_lowest: bool
    last_round_decides: bool
    at_once: bool
    keep_top: int
    """1 if the top card of the pile stays when the rest is shuffled."""
    turn_cap: int
    """Turns of all players together; 0 is none."""
    call_limit: int
    call_penalty: int
    peeks: int
    row: int
    safe: int

    def __init__(self, seats: int, cards: list[int]) -> None:
        self.seats = seats
        self.everybody = (1 << seats) - 1
        self.cards = cards
        self.counts = [cards.count(face) for face in range(FACES)]


class Ended:
    """A round that is over. Nothing in it ever changes."""

    caller: int
    """NOBODY if the turn cap ended it."""
    rows: list[list[int]]
    """Every row's faces."""
    sums: list[int]
    points: list[int]

    def __init__(self, caller: int, rows: list[list[int]], sums: list[int], points: list[int]) -> None:
        self.caller = caller
        self.rows = rows
        self.sums = sums
        self.points = points


class Ledger:
    """What stays as it is during a round. It is replaced as a whole, never changed, so copies share it."""

    round: int
    starter: int
    totals: list[int]
    famous: tuple[tuple[int, ...], ...]
    """O-2: what was drawn for the first start, by seat, draw after draw."""
    rounds: tuple[Ended, ...]


class Table(State):
    """The cards and whose decision it is. Rows and safe hold backs, deck and pile faces; the last card is the top."""

    rules: Rules
    ledger: Ledger
    phase: int
    active: int
    turns: int
    """How many turns of this round are over, missed ones too."""
    rows: list[list[int]]
    safe: list[int]
    deck: list[int]
    loose: int
    """So many cards at the bottom of the deck lie in no order yet: each is chosen by chance when it is drawn, which
    is a shuffle, paid for as it is used."""
    pile: list[int]
    handles: int
    """The next new handle."""
    taken: int
    """The card the active player has taken; NO_CARD else."""
    taken_open: bool
    """Whether it came from the pile."""
    acting: int
    """The character that acts or is on its way to its target; NO_CARD else."""
    chosen: list[int]
    """What has been named for it so far; replaced as a whole."""
    asked: int
    """The seats asked together, a bit each."""
    pending: int
    """Those of them who have not answered: `waiting` as bits."""
    answers: list[int]
    """By seat: an answer that is not opened yet, as an action; NO_ANSWER else."""
    race: int
    """How many races this round has seen."""
    number: int
    """The bottle raced for; NO_CARD when no race is on."""
    winner: int
    """Who won the latest race of this turn, or NOBODY."""
    bucket: int
    tries: list[int]
    """What has been handled in races, and opened as a Killer, since the last card was taken (`tried`)."""
    drops: list[int]
    """The Driver's bottles that wait for their turn on the pile, open to all."""
    queue: list[int]
    """The snap queue (O-62); replaced as a whole."""
    lasting: list[Lasting]
    """Replaced as a whole."""
    mama: int
    """The seats with La Mama by their row."""
    patrols: int
    """The seats with a patrolled card."""
    looking: list[int]
    """Cards somebody is looking at just now: handle * 8 + seat; replaced as a whole."""
    wide: tuple[tuple[Known, ...], ...]
    """By seat, and last for everybody together: the records that are not written on the backs."""
    hazy: bool
    """Whether there are any."""


def tried(race: int, seat: int, slot: int, handle: int, result: int, face: int, penalty: int) -> int:
    """One answer as a number: which race of the round it was given in (0: to an attack), who, the slot and the back
    (NOBODY for a pass), what came of it, the face if all were shown it, and 1 if a penalty card was taken."""
    return race << 38 | handle + 1 << 17 | penalty << 16 | face << 11 | slot + 1 << 5 | result << 3 | seat


def read_try(code: int) -> tuple[int, int, int, int, int, int, int]:
    """The same, read back, in the same order."""
    handle = (code >> 17 & (1 << 21) - 1) - 1
    return (code >> 38, code & 7, (code >> 5 & 63) - 1, handle, code >> 3 & 3, code >> 11 & 31, code >> 16 & 1)


def free_slots(row: list[int]) -> list[int]:
    """The slots of a row without a Patrol."""
    return [slot for slot, back in enumerate(row) if not back & PATROLLED]


def seats_with_free_cards(table: Table) -> int:
    """The seats that have a free card, a bit each."""
    mask = 0
    for seat, row in enumerate(table.rows):
        if row and (not table.patrols >> seat & 1 or free_slots(row)):
            mask |= 1 << seat
    return mask


def slot_of(row: list[int], handle: int) -> int:
    """Where in a row (or in the safe) a back lies; NOBODY if it is not there."""
    for slot, back in enumerate(row):
        if back >> HANDLE == handle:
            return slot
    return NOBODY
