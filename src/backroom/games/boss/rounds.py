"""Boss: setting up the game and its rounds, the order of laps, the police. B-1 to B-10, B-23 to B-28."""

# compiled by mypyc
from __future__ import annotations

from backroom.games.boss.cards import LAY, ROOKIES, SIZES, VETERANS
from backroom.games.boss.edition import TO_END
from backroom.games.boss.table import ALONE, NOBODY, Ledger, Table, clear_places


def set_up_game(table: Table, replays: int, rounds: tuple[object, ...]) -> None:
    """B-2 to B-6: kits, the police pile, the first marker, Chicago's first place."""
    rules = table.rules
    nothing = [0] * rules.seats
    ledger = Ledger()
    ledger.replays = replays
    ledger.rounds = rounds
    ledger.told = ()
    ledger.money = ledger.gained = ledger.dead = ledger.banned = nothing
    ledger.hospital = ledger.prison = ledger.prison_next = nothing
    ledger.police = rules.police[:]
    table.shuffle(ledger.police)
    ledger.marker = table.below(rules.seats) if rules.first == NOBODY else rules.first  # B-5
    ledger.round = 1
    ledger.chicago = 1  # B-4: between New York and Boston
    table.supply = [VETERANS * 4 + ROOKIES] * rules.seats
    table.police_open = 0
    table.last_round = False
    set_up_round(table, ledger)


def set_up_round(table: Table, ledger: Ledger) -> None:
    """B-7: a hidden card under every city, the rest dealt out evenly; then the first lap."""
    rules = table.rules
    ledger.hidden = []
    rest: list[int] = []
    for deck in rules.decks:
        under = table.below(len(deck))
        ledger.hidden.append(deck[under])
        rest += deck[:under]
        rest += deck[under + 1 :]
    owners = rules.owners[:]
    table.shuffle(owners)
    hands: list[list[int]] = [[] for _ in range(rules.seats)]
    for card, owner in zip(rest, owners):  # the rest lies in order, so every hand comes out in order
        hands[owner].append(LAY + card)
    table.ledger = ledger
    table.hands = hands
    clear_places(table)
    table.lap = 1
    table.mark = table.made
    if table.heard is not None:
        table.tell("round", {"round": ledger.round, "holder": ledger.marker})
    start_lap(table)


def start_lap(table: Table) -> None:
    """B-10, B-26: who goes first, second and so on in this lap."""
    last = table.lap == table.rules.laps
    table.order = last_lap_order(table) if last else from_marker(table)
    table.turn = 0
    start_turn(table)
    if last and table.heard is not None:
        table.tell("last_lap", {"order": table.order})


def start_turn(table: Table) -> None:
    """The next seat of the lap's order is to send or stay (B-11)."""
    mover = table.order[table.turn]
    table.mover = mover
    table.waiting = ALONE[mover]


def from_marker(table: Table) -> list[int]:
    """B-10: the marker holder first, then clockwise."""
    return CLOCKWISE[table.rules.seats][table.ledger.marker]


CLOCKWISE = [[[(first + step) % seats for step in range(seats)] for first in range(seats)] for seats in range(6)]


def last_lap_order(table: Table) -> list[int]:
    """B-26, B-27: most gangsters in the supply first; equal numbers clockwise from the marker holder."""
    circle = from_marker(table)
    keyed = [8 * -SIZES[table.supply[seat]] + distance for distance, seat in enumerate(circle)]
    keyed.sort()
    return [circle[key & 7] for key in keyed]


def open_police(table: Table) -> None:
    """B-23, B-24: one card; three tokens of one colour make this round the last."""
    pile = table.ledger.police
    table.police_open += 1
    gold = silver = 0
    for card in pile[: table.police_open]:
        gold += card >> 2
        silver += card & 3
    table.last_round = gold >= TO_END or silver >= TO_END or table.police_open == len(pile)  # B-25
    if table.heard is not None:
        card = pile[table.police_open - 1]
        table.tell("police", {"gold": card >> 2, "silver": card & 3, "golds": gold, "silvers": silver})
        if table.last_round:
            table.tell("last_round", {"round": table.ledger.round})
