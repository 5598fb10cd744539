"""Boss: what a seat sees (B-8), worlds that fit it, and positions by name."""

# compiled by mypyc
from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from backroom.games.boss.cards import (
    CARD_NAMES,
    CARD_NUMBERS,
    CHICAGO,
    CITIES,
    FACES,
    GROUPS,
    LAY,
    NUMBERS,
    PLACES,
    ROOKIES,
    SIZES,
    STAY,
    TOKENS,
    VETERANS,
)
from backroom.games.boss.edition import TO_END
from backroom.games.boss.payout import put_away
from backroom.games.boss.rounds import from_marker, last_lap_order
from backroom.games.boss.table import ALONE, NOBODY, Ended, Ledger, Rules, Table, clear_places, requirement
from backroom.games.boss.view import BossView, Payout, Place, Player, Position
from backroom.kernel.chance import shuffle
from backroom.kernel.errors import BadPosition, BadSeats
from backroom.kernel.game import tidy
from backroom.kernel.state import moves_of
from backroom.kernel.view import View

PLACE_NUMBERS = {place: number for number, place in enumerate(PLACES)}
LAID_CARDS = {f"lay:{name}": name for name in CARD_NAMES}


# A view, from nothing up.


def view(table: Table, seat: int | None) -> BossView:
    """B-8: what lies open, what was open before, and the viewer's own cards."""
    rules, ledger, setup = table.rules, table.ledger, table.setup
    if seat is not None and not 0 <= seat < rules.seats:
        raise BadSeats(f"there is no seat {seat!r} to see it from")
    moves = moves_told(ledger.told, table.history(table.mark))
    laid: list[list[str]] = [[] for _ in PLACES]
    for _mover, token in moves:
        name = LAID_CARDS.get(token)
        if name is not None:
            laid[CARD_NUMBERS[name] // FACES].append(name)
    return BossView(
        game="boss",
        rules=setup.game.rules,
        edition=setup.edition.label,
        options=tuple(setup.options.items()),
        seats=rules.seats,
        seat=seat,
        over=table.over,
        waiting=table.waiting,
        scores=tuple(table.scores()),
        ranks=tuple(table.ranks()),
        round=ledger.round,
        lap=table.lap,
        laps=rules.laps,
        laying=table.laying,
        order=tuple(table.order),
        turn=table.turn,
        marker=ledger.marker,
        chicago=ledger.chicago,
        last_round=table.last_round,
        replays=ledger.replays,
        players=tuple([player(table, at) for at in range(rules.seats)]),
        row=tuple([place_seen(table, at, laid[at]) for at in row(table)]),
        hand=hand(table, seat),
        police=tuple([(card >> 2, card & 3) for card in ledger.police[: table.police_open]]),
        police_left=len(ledger.police) - table.police_open,
        moves=moves,
        rounds=payouts(table),
    )


def views(table: Table, seats: Sequence[int | None]) -> list[View]:
    """The same from several seats: only the hands differ."""
    public = view(table, None)
    return [public if seat is None else replace(public, seat=seat, hand=hand(table, seat)) for seat in seats]


def hand(table: Table, seat: int | None) -> tuple[str, ...]:
    """The fronts of a seat's own cards."""
    return () if seat is None else tuple([CARD_NAMES[action - LAY] for action in table.hands[seat]])


def moves_told(told: tuple[tuple[int, str], ...], recent: list[tuple[int, int]]) -> tuple[tuple[int, str], ...]:
    """A round's moves as everybody saw them."""
    return told + tuple([(seat, TOKENS[action]) for seat, action in recent])


def row(table: Table) -> list[int]:
    """B-4: the places from left to right, Chicago after so many cities."""
    chicago = table.ledger.chicago
    return [*range(chicago), CHICAGO, *range(chicago, table.rules.cities)]


def player(table: Table, seat: int) -> Player:
    """One seat's open side."""
    ledger, supply = table.ledger, table.supply[seat]
    backs: dict[str, int] = {}
    for action in table.hands[seat]:
        city = CITIES[(action - LAY) // FACES]
        backs[city] = backs.get(city, 0) + 1
    return Player(
        money=ledger.money[seat],
        gained=ledger.gained[seat],
        veterans=supply >> 2,
        rookies=supply & 3,
        hospital=ledger.hospital[seat],
        prison=(ledger.prison[seat], ledger.prison_next[seat]),
        dead=ledger.dead[seat],
        spent=spent(table, seat),
        bans=names(CITIES, ledger.banned[seat]),
        sent=names(PLACES, table.sent[seat]),
        backs=backs,
    )


def spent(table: Table, seat: int) -> int:
    """B-38: rookies neither in the supply nor on the table have left the game."""
    there = sum([group & 3 for group in table.cubes[seat :: table.rules.seats]])
    return ROOKIES - (table.supply[seat] & 3) - there


def names(of: Sequence[str], bits: int) -> tuple[str, ...]:
    """The names whose bits are set."""
    return tuple([name for at, name in enumerate(of) if bits >> at & 1])


def place_seen(table: Table, place: int, laid: list[str]) -> Place:
    """One place with what lies there."""
    seats = table.rules.seats
    groups = table.cubes[place * seats : (place + 1) * seats]
    return Place(
        id=PLACES[place],
        leader=None if table.leader[place] == NOBODY else table.leader[place],
        cubes=tuple([(group >> 2, group & 3) for group in groups]),
        cards=() if place == CHICAGO else tuple([CARD_NAMES[card] for card in table.rules.decks[place]]),
        open=tuple(laid),
    )


def payouts(table: Table) -> tuple[Payout, ...]:
    """Every round that is over, spelled out."""
    return tuple([spelled_out(table.rules, past) if isinstance(past, Ended) else past for past in table.ledger.rounds])


def spelled_out(rules: Rules, past: Ended) -> Payout:
    """A finished round as everybody saw it."""
    if past.told is not None:
        return past.told
    past.told = Payout(
        moves=moves_told(past.ledger.told, moves_of(past.moves)),
        opened={
            CITIES[city]: CARD_NAMES[past.ledger.hidden[city]]
            for city in range(rules.cities)
            if rules.show_unclaimed or past.leader[city] != NOBODY
        },
        leaders={PLACES[place]: past.leader[place] for place in rules.places if past.leader[place] != NOBODY},
        chicago=past.ledger.chicago,
        last_open=past.last_open,
        gains=tuple(past.gains),
    )
    return past.told


# A world that fits a view.


def dream(table: Table, seen: BossView, rng: Random) -> None:
    """Fill the table with what the viewer sees, and deal what he does not: every world as likely."""
    rules = table.rules
    seats = rules.seats
    ledger = Ledger()
    table.ledger = ledger
    ledger.round, ledger.marker, ledger.chicago = seen.round, seen.marker, seen.chicago
    ledger.replays, ledger.rounds, ledger.told = seen.replays, seen.rounds, seen.moves
    open_sides(table, seen.players)
    clear_places(table)
    table.over, table.waiting, table.order = seen.over, seen.waiting, list(seen.order)
    table.lap, table.turn, table.laying = seen.lap, seen.turn, seen.laying
    table.last_round = seen.last_round
    table.mover = table.order[table.turn] if table.turn < seats else NOBODY
    left = [] if seen.over else [deck[:] for deck in rules.decks]
    for at in seen.row:
        place = PLACE_NUMBERS[at.id]
        table.leader[place] = NOBODY if at.leader is None else at.leader
        for seat, (veterans, rookies) in enumerate(at.cubes):
            table.cubes[place * seats + seat] = veterans * 4 + rookies
        for name in at.open:
            card = CARD_NUMBERS[name]
            left[place].remove(card)
            table.last_open[place] = card
    own = [CARD_NUMBERS[name] for name in seen.hand]
    for card in own:
        left[card // FACES].remove(card)
    ledger.hidden = []
    for cards in left:
        shuffle(cards, rng)
        ledger.hidden.append(cards.pop())
    table.hands = []
    for seat, side in enumerate(seen.players):
        held = own if seat == seen.seat else drawn(left, side.backs)
        held.sort()
        table.hands.append([LAY + card for card in held])
        for name in side.sent:
            table.sent[seat] |= 1 << PLACE_NUMBERS[name]
    ledger.police = [gold * 4 + silver for gold, silver in seen.police]
    table.police_open = len(ledger.police)
    pile = rules.police[:]
    for card in ledger.police:
        pile.remove(card)
    shuffle(pile, rng)
    ledger.police += pile
    know_needs(table)


def drawn(left: list[list[int]], backs: dict[str, int]) -> list[int]:
    """A hand with these backs, from the cities' cards that are left."""
    held: list[int] = []
    for city, count in backs.items():
        cards = left[PLACE_NUMBERS[city]]
        held += [cards.pop() for _ in range(count)]
    return held


def know_needs(table: Table) -> None:
    """Work out what every sending requires, from the cubes on the table."""
    for seat in range(table.rules.seats):
        for place in table.rules.places:
            table.needs[seat][place] = requirement(table, seat, place)


def open_sides(table: Table, players: tuple[Player, ...]) -> None:
    """Everybody's money and gangsters as they lie openly."""
    ledger = table.ledger
    ledger.money = [side.money for side in players]
    ledger.gained = [side.gained for side in players]
    ledger.hospital = [side.hospital for side in players]
    ledger.prison = [side.prison[0] for side in players]
    ledger.prison_next = [side.prison[1] for side in players]
    ledger.dead = [side.dead for side in players]
    ledger.banned = [sum([1 << PLACE_NUMBERS[name] for name in side.bans]) for side in players]
    table.supply = [side.veterans * 4 + side.rookies for side in players]


# Whole positions by name.


def position(table: Table) -> dict[str, Any]:
    """Everything on the table, as `restore` reads it."""
    ledger = table.ledger
    seats = range(table.rules.seats)
    whole = Position(
        hidden={CITIES[city]: CARD_NAMES[card] for city, card in enumerate(ledger.hidden)},
        hands=[[CARD_NAMES[action - LAY] for action in table.hands[seat]] for seat in seats],
        police=[(card >> 2, card & 3) for card in ledger.police],
        round=ledger.round,
        marker=ledger.marker,
        moves=list(moves_told(ledger.told, table.history(table.mark))),
        money=ledger.money,
        gained=ledger.gained,
        hospital=ledger.hospital,
        prison=list(zip(ledger.prison, ledger.prison_next, strict=True)),
        dead=ledger.dead,
        spent=[spent(table, seat) for seat in seats],
        bans=[list(names(CITIES, bits)) for bits in ledger.banned],
        rounds=list(payouts(table)),
        replays=ledger.replays,
        over=table.over,
    )
    plain: dict[str, Any] = msgspec.to_builtins(whole)
    return plain


def restore(table: Table, plain: dict[str, Any]) -> None:
    """Lay out a position; BadPosition for one that play could not have reached, naming the place."""
    try:
        given = msgspec.convert(plain, Position)
    except msgspec.ValidationError as error:
        raise BadPosition(f"position: {tidy(error)}") from None
    rules = table.rules
    seats = rules.seats
    if not 1 <= given.round <= len(rules.police):
        raise BadPosition(f"round: expected 1 to {len(rules.police)}, found {given.round}")
    if not 0 <= given.marker < seats:
        raise BadPosition(f"marker: expected a seat from 0 to {seats - 1}, found {given.marker}")
    if given.replays < 0:
        raise BadPosition("replays: expected 0 or more")
    ledger = Ledger()
    table.ledger = ledger
    ledger.round, ledger.marker, ledger.replays = given.round, given.marker, given.replays
    ledger.chicago = min(given.round, rules.cities)  # B-41
    ledger.told, ledger.rounds = tuple(given.moves), tuple(given.rounds)
    table.over = given.over
    ledger.money = counts("money", given.money, seats)
    ledger.gained = counts("gained", given.gained, seats)
    ledger.hospital = counts("hospital", given.hospital, seats)
    prison = given.prison or [(0, 0)] * seats
    ledger.prison = counts("prison", [first for first, _ in prison], seats)
    ledger.prison_next = counts("prison", [second for _, second in prison], seats)
    ledger.dead = counts("dead", given.dead, seats)
    ledger.banned = bans(given, rules)
    start_supplies(table, counts("spent", given.spent, seats))
    if table.over:
        if given.moves or given.hidden or any(given.hands):
            raise BadPosition("over: when the game is over, no cards and no moves of a round are left")
        table.hands = [[] for _ in range(seats)]
        ledger.hidden = []
        table.laying = False
        table.waiting = ()
        put_away(table)
    else:
        lay_out_moves(table, given)
        deal_out(table, given)
    lay_out_police(table, given)


def counts(name: str, given: list[int], seats: int) -> list[int]:
    """A number for each seat; all 0 if left out."""
    if given and len(given) != seats:
        raise BadPosition(f"{name}: expected {seats} numbers, one a seat, found {len(given)}")
    if any(number < 0 for number in given):
        raise BadPosition(f"{name}: expected no number below 0")
    return list(given) or [0] * seats


def bans(given: Position, rules: Rules) -> list[int]:
    """B-35: the cities where each seat is banned."""
    if given.bans and len(given.bans) != rules.seats:
        raise BadPosition(f"bans: expected {rules.seats} lists, one a seat")
    masks = [0] * rules.seats
    for seat, banned in enumerate(given.bans):
        for name in banned:
            if PLACE_NUMBERS.get(name, CHICAGO) >= rules.cities:
                raise BadPosition(f"bans[{seat}]: {name!r} is no city in play")
            masks[seat] |= 1 << PLACE_NUMBERS[name]
    return masks


def lay_out_moves(table: Table, given: Position) -> None:
    """The cubes, open cards, lap and turn that this round's moves led to."""
    rules = table.rules
    seats = rules.seats
    clear_places(table)
    table.lap, table.turn, table.laying = 1, 0, False
    table.order = from_marker(table)
    for at, (seat, token) in enumerate(given.moves):
        action = NUMBERS.get(token, -1)
        if action < 0:
            raise BadPosition(f"moves[{at}]: there is no move {token!r}")
        if table.lap > rules.laps:
            raise BadPosition(f"moves[{at}]: the round was over before it")
        if seat != table.order[table.turn]:
            raise BadPosition(f"moves[{at}]: it was seat {table.order[table.turn]}'s turn, not seat {seat}'s")
        if (action >= LAY) != table.laying:
            raise BadPosition(f"moves[{at}]: expected {'a card to be laid' if table.laying else 'a sending or stay'}")
        if action < STAY:
            replay_sending(table, at, seat, action)
        if action < LAY:
            table.laying = True
            continue
        card = action - LAY
        if card // FACES >= rules.cities:
            raise BadPosition(f"moves[{at}]: {CITIES[card // FACES]} is not in play")
        table.last_open[card // FACES] = card
        table.laying = False
        table.turn += 1
        if table.turn == seats:
            table.turn, table.lap = 0, table.lap + 1
            if table.lap == rules.laps:
                table.order = last_lap_order(table)
    know_needs(table)
    if table.lap > rules.laps:
        raise BadPosition("moves: the round is played out, so it must be paid out")
    table.mover = table.order[table.turn]
    table.waiting = ALONE[table.mover]


def start_supplies(table: Table, spent_before: list[int]) -> None:
    """What each seat could send when the round began; after the end, what each has left."""
    ledger = table.ledger
    table.supply = []
    for seat, gone in enumerate(spent_before):
        away = ledger.hospital[seat] + ledger.prison[seat] + ledger.prison_next[seat] + ledger.dead[seat]
        if away > VETERANS or gone > ROOKIES:
            raise BadPosition(f"seat {seat} has lost more gangsters than it had")
        table.supply.append((VETERANS - away) * 4 + ROOKIES - gone)


def replay_sending(table: Table, at: int, seat: int, action: int) -> None:
    """One earlier sending, allowed as it was when it was made."""
    seats = table.rules.seats
    place, group = action // GROUPS, action % GROUPS
    supply = table.supply[seat]
    if place not in table.rules.places:
        raise BadPosition(f"moves[{at}]: {PLACES[place]} is not in play")
    if table.ledger.banned[seat] >> place & 1:  # B-17
        raise BadPosition(f"moves[{at}]: seat {seat} is banned from {PLACES[place]}")
    if place == CHICAGO and not table.sent[seat]:  # B-18
        raise BadPosition(f"moves[{at}]: seat {seat} had sent nobody before chicago")
    if not group or group >> 2 > supply >> 2 or group & 3 > supply & 3:
        raise BadPosition(f"moves[{at}]: seat {seat} had no such group in its supply")
    table.supply[seat] -= group
    table.cubes[place * seats + seat] += group
    table.sent[seat] |= 1 << place
    mine, leading = table.cubes[place * seats + seat], table.leader[place]
    if leading not in (NOBODY, seat) and SIZES[mine] <= SIZES[table.cubes[place * seats + leading]]:
        raise BadPosition(f"moves[{at}]: seat {seat} would not be ahead in {PLACES[place]}")
    if mine < 4:  # B-15
        raise BadPosition(f"moves[{at}]: rookies cannot be in {PLACES[place]} without a veteran")
    if group < 4 and table.rules.group_needs_veteran:
        raise BadPosition(f"moves[{at}]: rookies cannot go to {PLACES[place]} without a veteran")
    table.leader[place] = seat


def deal_out(table: Table, given: Position) -> None:
    """Hidden cards and hands; with the open ones they must be exactly the cities' decks."""
    rules = table.rules
    if len(given.hands) != rules.seats:
        raise BadPosition(f"hands: expected {rules.seats} lists, one a seat")
    if list(given.hidden) != list(CITIES[: rules.cities]) and sorted(given.hidden) != sorted(CITIES[: rules.cities]):
        raise BadPosition(f"hidden: expected one card for each of {', '.join(CITIES[: rules.cities])}")
    found: list[list[int]] = [[] for _ in range(rules.cities)]
    table.ledger.hidden = [0] * rules.cities
    for city, name in given.hidden.items():
        card = card_number(f"hidden.{city}", name, rules)
        if CITIES[card // FACES] != city:
            raise BadPosition(f"hidden.{city}: {name} is a card of another city")
        table.ledger.hidden[card // FACES] = card
        found[card // FACES].append(card)
    for _, token in given.moves:
        if token in LAID_CARDS:
            card = CARD_NUMBERS[LAID_CARDS[token]]
            found[card // FACES].append(card)
    table.hands = []
    for seat, hand_given in enumerate(given.hands):
        cards = sorted([card_number(f"hands[{seat}]", name, rules) for name in hand_given])
        laid = sum([1 for who, token in given.moves if who == seat and token in LAID_CARDS])
        if len(cards) + laid != rules.hand:
            raise BadPosition(f"hands[{seat}]: expected {rules.hand - laid} cards, found {len(cards)}")
        for card in cards:
            found[card // FACES].append(card)
        table.hands.append([LAY + card for card in cards])
    for at, deck in enumerate(rules.decks):
        if sorted(found[at]) != deck:
            raise BadPosition(
                f"{CITIES[at]}: the hidden card, the hands and the open cards must make up the cards "
                f"{', '.join([CARD_NAMES[card] for card in deck])}"
            )


def card_number(where: str, name: str, rules: Rules) -> int:
    """A card in play by its name."""
    card = CARD_NUMBERS.get(name, -1)
    if card < 0 or card // FACES >= rules.cities:
        raise BadPosition(f"{where}: there is no card {name!r} in play")
    return card


def lay_out_police(table: Table, given: Position) -> None:
    """B-6, B-23, B-24: the pile, how much of it is open, and whether it ends the game."""
    table.ledger.police = [gold * 4 + silver for gold, silver in given.police]
    if sorted(table.ledger.police) != sorted(table.rules.police):
        raise BadPosition("police: these are not the police cards of this table")
    table.police_open = given.round - (0 if table.over or table.lap > table.rules.police_lap else 1)
    golds = silvers = 0
    ended = 0
    for number, card in enumerate(table.ledger.police[: table.police_open], 1):
        golds += card >> 2
        silvers += card & 3
        if ended == 0 and (golds >= TO_END or silvers >= TO_END or number == len(table.ledger.police)):
            ended = number
    if ended and ended != table.police_open:
        raise BadPosition(f"police: with these cards the game ended in round {ended}")
    table.last_round = bool(ended) and table.police_open == given.round
    if bool(ended) and not table.last_round:
        raise BadPosition(f"police: with these cards the game ended in round {ended}")
    if table.over and not table.last_round:
        raise BadPosition("over: the police cards do not make this the last round")
