"""Boss: what a careful beginner thinks of each move, from the view alone.

Everything is in millions of dollars: what a place is worth, how likely it is to be kept, what the gangsters
sent there could have brought elsewhere, and what a card tells the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from backroom.games.boss.cards import (
    CARD_NUMBERS,
    CHICAGO,
    CITIES,
    FACES,
    GROUPS,
    HOSPITAL,
    LAY,
    PENALTIES,
    PLACES,
    ROOKIES,
    SIZES,
    STAY,
)
from backroom.games.boss.view import BossView, Place

PLACE_NUMBERS: Final = {place: number for number, place in enumerate(PLACES)}

USUAL_ROUNDS: Final = 4
"""How many rounds a game has on average (B-25)."""
VETERAN_A_ROUND: Final = 0.6
"""What a veteran brings in a round."""
ROOKIE_KEPT: Final = 0.5
"""What a rookie is worth for a later round."""
LATER_USE: Final = 0.9
"""What a gangster still in the supply may bring in each later turn of this round, at most four of them."""
COMING: Final = 0.3
"""How likely a rival is to come on one of his turns, where he can and it pays."""
ENVY: Final = 0.35
"""What it is worth to take a million from one of the rivals, divided among them."""
SECRET: Final = 0.3
"""What it costs when the others think a place of ours to be a million better."""


class Sense:
    """One look at the table."""

    def __init__(self, view: BossView) -> None:
        self.view = view
        self.me = view.seat if view.seat is not None else view.order[min(view.turn, view.seats - 1)]
        self.rounds_left = 0.0 if view.last_round else max(USUAL_ROUNDS - view.round, 0.5)
        self.places = {PLACE_NUMBERS[place.id]: place for place in view.row}
        self.own: dict[int, list[int]] = {}
        for name in view.hand:
            card = CARD_NUMBERS[name]
            self.own.setdefault(card // FACES, []).append(card % FACES)
        self.backs = {city: sum([player.backs.get(city, 0) for player in view.players]) for city in CITIES}
        self.unseen: dict[int, list[int]] = {}
        """By city: the faces that nobody has laid."""
        for number, place in self.places.items():
            if number != CHICAGO:
                self.unseen[number] = unlaid(place)
        after = view.order[view.turn + 1 :]
        laps_after = view.laps - view.lap
        self.turns = [laps_after + (1 if seat in after else 0) for seat in range(view.seats)]
        """How often each seat will still have a turn in this round after this one."""
        self.known = {number: self.value(number, True) for number in self.places}
        self.shown = {number: self.value(number, False) for number in self.places}
        self.veteran_cost = LATER_USE * min(self.turns[self.me], 4) / 4
        self.rookie_cost = self.veteran_cost + (ROOKIE_KEPT if self.rounds_left else 0.0)

    # What places are worth.

    def worth(self, face: int) -> float:
        """What it is worth to win this card."""
        if face < HOSPITAL:
            return float(face)
        rounds = self.rounds_left
        times = (min(rounds, 1.0), min(rounds, 2.0), rounds, 0.8 * rounds)
        return -VETERAN_A_ROUND * times[face - HOSPITAL] - 0.05

    def value(self, place: int, with_hand: bool) -> float:
        """What the leader of a place may expect; without the hand, what everybody else thinks."""
        if place == CHICAGO:
            cities = [PLACE_NUMBERS[each.id] for each in self.view.row[: self.view.chicago]]
            return max(sum([self.last_open(city) for city in cities]) / 2 - 0.25, 0.0)
        faces = self.unseen[place][:]
        if with_hand:
            for face in self.own.get(place, ()):
                faces.remove(face)
        return sum([self.worth(face) for face in faces]) / len(faces) if faces else 0.0

    def last_open(self, city: int) -> float:
        """What a city's last open card may count in the end (B-37): all hands will be laid by then."""
        if self.backs[CITIES[city]]:
            coming = self.unseen[city]
            return sum([face for face in coming if face < HOSPITAL]) / len(coming)
        return last_open_now(self.places[city])

    # Sending.

    def kept(self, place: int, total: int) -> float:
        """How likely so many gangsters of ours stay ahead in a place until the payout."""
        likely = 1.0
        attraction = min(max(self.shown[place] / 2, 0.08), 1.0)
        for seat, player in enumerate(self.view.players):
            if seat == self.me or not self.turns[seat] or PLACES[place] in player.bans:
                continue
            veterans, rookies = self.places[place].cubes[seat]
            need = total - veterans - rookies + 1
            available = player.veterans + player.rookies
            if need > available or available == 0 or not (player.veterans or veterans):
                continue
            come = 1 - (1 - COMING) ** self.turns[seat]
            likely *= 1 - come * attraction * (available - need + 1) / available
        return likely

    def sending(self, place: int, size: int) -> float:
        """What it is worth to have so many more gangsters there, before what they cost."""
        at = self.places[place]
        mine = sum(at.cubes[self.me])
        value = self.known[place]
        likely = self.kept(place, mine + size)
        if at.leader == self.me:
            return value * (likely - self.kept(place, mine))
        taken = 0.0 if at.leader is None else ENVY * self.shown[place] / (self.view.seats - 1)
        return (value + taken) * likely

    # Laying.

    def laying(self, card: int) -> float:
        """What a card does for Chicago, and what it tells the others."""
        city, face = card // FACES, card % FACES
        at = self.places[city]
        faces = self.unseen[city]
        liked = 0.0
        if at.id in {each.id for each in self.view.row[: self.view.chicago]}:
            leader = self.places[CHICAGO].leader
            side = 0.0 if leader is None else 1.0 if leader == self.me else -ENVY
            others = self.backs[at.id] - 1
            money = face if face < HOSPITAL else 0
            left = [each for each in faces if each < HOSPITAL]
            usual = sum(left) / max(len(faces), 1) if others else last_open_now(at)
            liked += side * (money - usual) / 2 / (1 + others)
        if len(faces) > 1:
            rest = (sum([self.worth(each) for each in faces]) - self.worth(face)) / (len(faces) - 1)
            told = rest - self.shown[city]
            interest = 1.0 if at.leader == self.me else -0.3 if at.leader is not None else 0.4
            if not any(self.turns):
                interest = 0.0
            liked -= SECRET * interest * told
        return liked


def unlaid(place: Place) -> list[int]:
    """The faces of a city's cards that do not lie open."""
    faces = [CARD_NUMBERS[name] % FACES for name in place.cards]
    for name in place.open:
        faces.remove(CARD_NUMBERS[name] % FACES)
    return faces


def last_open_now(place: Place) -> float:
    """What a city's last open card counts as it lies."""
    if not place.open:
        return 0.0
    label = place.open[-1].partition(":")[2]
    return 0.0 if label in PENALTIES else float(label)


def weigh(view: BossView, legal: Sequence[int]) -> list[float]:
    """What each legal action is worth."""
    sense = Sense(view)
    gains: dict[tuple[int, int], float] = {}
    weights = []
    for action in legal:
        if action >= LAY:
            weights.append(sense.laying(action - LAY))
        elif action == STAY:
            weights.append(0.0)
        else:
            place, group = divmod(action, GROUPS)
            size = SIZES[group]
            if (place, size) not in gains:
                gains[place, size] = sense.sending(place, size)
            veterans, rookies = divmod(group, ROOKIES + 1)
            cost = veterans * sense.veteran_cost + rookies * sense.rookie_cost
            weights.append(gains[place, size] - cost)
    return weights
