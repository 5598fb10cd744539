"""Boss: a view in numbers, for programs that learn. Seats are counted from the viewer on, clockwise."""

# compiled by mypyc
from __future__ import annotations

from backroom.games.boss.cards import CARD_NAMES, CARD_NUMBERS, CARDS, CITIES, FACES, PLACES, ROOKIES, VETERANS
from backroom.games.boss.view import BossView
from backroom.kernel.features import Feature

PLACE_NUMBERS = {place: number for number, place in enumerate(PLACES)}
CITY_NUMBERS = {city: number for number, city in enumerate(CITIES)}
LAID = {f"lay:{name}": card for card, name in enumerate(CARD_NAMES)}
MOST_MONEY = 100
MOST_ROUNDS = 12
MOST_LAPS = 8


def layout(seats: int) -> list[Feature]:
    """What `numbers` gives, in its order."""
    cities, places = len(CITIES), len(PLACES)
    gangsters = VETERANS + ROOKIES
    deck = (cities, FACES)
    return [
        Feature("seat", (seats,), "one for the viewer's seat"),
        Feature("waiting", (seats,), "one for each seat that owes a decision"),
        Feature("laying", (1,), "1 when the seat to move has sent or stayed and must lay a card"),
        Feature("round", (1,), "the round, from 1", MOST_ROUNDS),
        Feature("lap", (1,), "the lap, from 1", MOST_LAPS),
        Feature("laps", (1,), "how many laps the round has", MOST_LAPS),
        Feature("turn", (1,), "how many have had their turn in this lap", seats),
        Feature("order", (seats,), "each seat's place in this lap's order, from 1", seats),
        Feature("marker", (seats,), "one for the seat with the marker"),
        Feature("chicago", (1,), "how many cities are to the left of Chicago", cities),
        Feature("last_round", (1,), "1 when the police have ended the game with this round"),
        Feature("police", (2,), "gold and silver tokens on the open police cards", 12),
        Feature("police_left", (1,), "police cards still face down", 12),
        Feature("money", (seats,), "each seat's money", MOST_MONEY),
        Feature("gained", (seats,), "money from the last payout", MOST_MONEY),
        Feature("veterans", (seats,), "veterans in the supply", VETERANS),
        Feature("rookies", (seats,), "rookies in the supply", ROOKIES),
        Feature("hospital", (seats,), "veterans in hospital", VETERANS),
        Feature("prison", (seats, 2), "veterans in prison: back after this round, after the next", VETERANS),
        Feature("dead", (seats,), "veterans who are dead", VETERANS),
        Feature("spent", (seats,), "rookies who have left the game", ROOKIES),
        Feature("bans", (seats, cities), "one for each city where the seat is banned"),
        Feature("sent", (seats, places), "one for each place where the seat has sent gangsters this round"),
        Feature("backs", (seats, cities), "cards in hand by city, as their backs show", FACES),
        Feature("leader", (places, seats), "one for the leader of each place"),
        Feature("cubes", (places, seats, 2), "veterans and rookies there", gangsters),
        Feature("unseen", deck, "cards of each city that are neither open nor in the viewer's hand", 4),
        Feature("hand", deck, "the viewer's own cards", 4),
        Feature("open", deck, "open cards", 4),
        Feature("newest", deck, "one for each city's newest open card"),
        Feature(
            "laid_by", deck, "who has laid the open card, the viewer as 1, the next seat as 2; 0 for nobody", seats
        ),
    ]


def numbers(view: BossView) -> list[int]:
    """The view as `layout` says."""
    seats = view.seats
    me = 0 if view.seat is None else view.seat
    seat = [0] * seats
    if view.seat is not None:
        seat[me] = 1
    waiting, order, marker = [0] * seats, [0] * seats, [0] * seats
    for other in view.waiting:
        waiting[(other - me) % seats] = 1
    for at, other in enumerate(view.order):
        order[(other - me) % seats] = at + 1
    marker[(view.marker - me) % seats] = 1
    golds = silvers = 0
    for gold, silver in view.police:
        golds += gold
        silvers += silver
    out: list[int] = [
        *seat,
        *waiting,
        int(view.laying),
        view.round,
        view.lap,
        view.laps,
        view.turn,
        *order,
        *marker,
        view.chicago,
        int(view.last_round),
        golds,
        silvers,
        view.police_left,
    ]
    players = [*view.players[me:], *view.players[:me]]
    out += [one.money for one in players]
    out += [one.gained for one in players]
    out += [one.veterans for one in players]
    out += [one.rookies for one in players]
    out += [one.hospital for one in players]
    for one in players:
        out += one.prison
    out += [one.dead for one in players]
    out += [one.spent for one in players]
    bans, sent, backs = [0] * (seats * len(CITIES)), [0] * (seats * len(PLACES)), [0] * (seats * len(CITIES))
    for at, one in enumerate(players):
        for city in one.bans:
            bans[at * len(CITIES) + CITY_NUMBERS[city]] = 1
        for place in one.sent:
            sent[at * len(PLACES) + PLACE_NUMBERS[place]] = 1
        for city, held in one.backs.items():
            backs[at * len(CITIES) + CITY_NUMBERS[city]] = held
    out += bans
    out += sent
    out += backs
    return out + _places(view, me) + _cards(view, me)


def _places(view: BossView, me: int) -> list[int]:
    """Leaders and cubes."""
    seats = view.seats
    leader, cubes = [0] * (len(PLACES) * seats), [0] * (len(PLACES) * seats * 2)
    for place in view.row:
        start = PLACE_NUMBERS[place.id] * seats
        if place.leader is not None:
            leader[start + (place.leader - me) % seats] = 1
            for other, group in enumerate(place.cubes):
                at = (start + (other - me) % seats) * 2
                cubes[at], cubes[at + 1] = group
    return leader + cubes


def _cards(view: BossView, me: int) -> list[int]:
    """The cards of every city: where each of them is, as far as the viewer knows."""
    unseen, hand, shown, newest, laid_by = [0] * CARDS, [0] * CARDS, [0] * CARDS, [0] * CARDS, [0] * CARDS
    for place in view.row:
        for name in place.cards:
            unseen[CARD_NUMBERS[name]] += 1
        for name in place.open:
            card = CARD_NUMBERS[name]
            unseen[card] -= 1
            shown[card] += 1
        if place.open:
            newest[CARD_NUMBERS[place.open[-1]]] = 1
    if view.over:
        unseen = [0] * CARDS
    for name in view.hand:
        card = CARD_NUMBERS[name]
        unseen[card] -= 1
        hand[card] += 1
    for seat, token in view.moves:
        card = LAID.get(token, -1)
        if card >= 0:
            laid_by[card] = (seat - me) % view.seats + 1
    return unseen + hand + shown + newest + laid_by
