"""Boss: a turn. B-9 to B-22, and what may and may not be done in it."""

# compiled by mypyc
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from backroom.games.boss import reasons, sense, sight
from backroom.games.boss.cards import (
    ACTIONS,
    CARD_NAMES,
    CHICAGO,
    CITIES,
    CLOSED,
    FACES,
    GROUPS,
    GROUPS_ALLOWED,
    LAY,
    PLACES,
    SENDINGS,
    SIZES,
    STAY,
)
from backroom.games.boss.payout import end_round, standing
from backroom.games.boss.rounds import open_police, start_lap, start_turn
from backroom.games.boss.table import Table, requirement
from backroom.games.boss.view import BossView
from backroom.kernel.errors import Reason
from backroom.kernel.state import HOUSE
from backroom.kernel.view import View


class Boss(Table):
    """A position of Boss."""

    def legal(self, seat: int) -> list[int]:
        """B-11: send or stay, then lay a card."""
        if seat != self.mover or self.over:
            return []
        if self.laying:
            hand = self.hands[seat]
            return sorted(set(hand)) if self.rules.repeats else hand[:]  # B-20
        actions: list[int] = []
        supply = self.supply[seat]
        if supply:
            most = 2 * SIZES[supply] + 1
            for groups, required in zip(SENDINGS[supply], self.needs[seat]):
                if required <= most:
                    actions += groups[required]
        actions.append(STAY)
        return actions

    def may(self, seat: int, action: int) -> bool:
        """Whether one action is allowed: what `legal` lists and `why_not` explains, at a glance."""
        if seat != self.mover or self.over or action < 0 or action >= ACTIONS:
            return False
        if self.laying:
            return action in self.hands[seat]
        if action >= STAY:
            return action == STAY
        required = self.needs[seat][action // GROUPS]
        return GROUPS_ALLOWED[self.supply[seat]][required] >> action % GROUPS & 1 == 1

    def why_not(self, seat: int, action: int) -> Reason | None:
        """The first rule that stands against it, in the order of the rulebook's turn."""
        rules = self.rules
        if action < 0 or action >= ACTIONS:
            return Reason("unknown_action", {"action": action})
        if self.over:
            return Reason("game_over", {}, "B-44")
        if seat == HOUSE or seat >= rules.seats or seat < HOUSE:
            return Reason("no_such_seat", {"number": seat + 1}, "B-1")
        if seat != self.mover:
            return Reason("not_your_turn", {"mover": self.mover}, "B-26" if self.lap == rules.laps else "B-10")
        if action >= LAY:
            card = action - LAY
            if card // FACES >= rules.cities:
                return Reason("city_not_in_play", {"place": CITIES[card // FACES]}, "B-3")
            if action not in self.hands[seat]:
                return Reason("not_in_hand", {"card": CARD_NAMES[card]}, "B-20")
            return None if self.laying else Reason("send_or_stay_first", {}, "B-11")
        if action == STAY:
            return Reason("must_lay", {}, "B-20") if self.laying else None
        if self.laying:
            return Reason("sending_is_over", {}, "B-13")
        group = action % GROUPS
        return self.why_not_send(seat, action // GROUPS, group >> 2, group & 3)

    def why_not_send(self, seat: int, place: int, veterans: int, rookies: int) -> Reason | None:
        """B-12 to B-18 for one sending, in the order in which they are asked."""
        rules = self.rules
        name = PLACES[place]
        if place not in rules.places:
            return Reason("place_not_in_play", {"place": name}, "B-3")
        if self.ledger.banned[seat] >> place & 1:
            return Reason("banned", {"place": name}, "B-17")
        if place == CHICAGO and not self.sent[seat]:
            return Reason("chicago_not_yet", {}, "B-18")
        if veterans + rookies == 0:
            return Reason("nothing_sent", {}, "B-13")
        supply = self.supply[seat]
        if veterans > supply >> 2 or rookies > supply & 3:
            return Reason("not_in_supply", {"veterans": supply >> 2, "rookies": supply & 3}, "B-12")
        mine = self.cubes[place * rules.seats + seat]
        if veterans == 0 and (rules.group_needs_veteran or mine < 4):
            return Reason("no_veteran", {"place": name}, "B-15")
        total = SIZES[mine] + veterans + rookies
        for rival in range(rules.seats):
            theirs = SIZES[self.cubes[place * rules.seats + rival]]
            if rival != seat and total <= theirs:
                return Reason("not_ahead", {"place": name, "mine": total, "rival": rival, "theirs": theirs}, "B-14")
        return None

    def step(self, seat: int, action: int) -> None:
        """Carry out an allowed action."""
        log = self.log  # `note`, written out: a call for every move of a search
        if len(log) != self.made:
            log = self.log = log[: self.made]
        log.append(action << 4 | seat + 1)
        self.made += 1
        if action >= LAY:
            self.lay(seat, action)
            return
        self.laying = True
        if action != STAY:
            self.send(seat, action // GROUPS, action % GROUPS)
        elif self.heard is not None:
            self.tell("stayed", {"seat": seat})

    def send(self, seat: int, place: int, group: int) -> None:
        """B-13: gangsters from the supply to one place, where this seat is ahead from now on (B-14)."""
        seats = self.rules.seats
        self.supply[seat] -= group
        self.cubes[place * seats + seat] += group
        self.leader[place] = seat
        first = self.sent[seat] == 0
        self.sent[seat] |= 1 << place
        total = SIZES[self.cubes[place * seats + seat]]
        for other in range(seats):
            needs = self.needs[other]
            required = needs[place]
            if required != CLOSED:  # to be ahead of this seat, others need so many; whether a veteran is there stays
                needs[place] = (total - SIZES[self.cubes[place * seats + other]] + 1) * 2 + (required & 1)
        self.needs[seat][place] = requirement(self, seat, place)
        if first:
            self.needs[seat][CHICAGO] = requirement(self, seat, CHICAGO)  # B-18
        if self.heard is not None:
            self.tell("sent", {"seat": seat, "place": PLACES[place], "veterans": group >> 2, "rookies": group & 3})

    def lay(self, seat: int, action: int) -> None:
        """B-20: one card, open, as its city's newest; then the turn is over."""
        self.hands[seat].remove(action)
        card = action - LAY
        self.last_open[card // FACES] = card
        self.laying = False
        if self.heard is not None:
            self.tell("laid", {"seat": seat, "card": CARD_NAMES[card]})
        self.turn += 1
        if self.turn < self.rules.seats:
            start_turn(self)
        else:
            self.end_lap()

    def end_lap(self) -> None:
        """B-9, B-23: after the lap with two cards left the police come; after the last the round is paid out."""
        self.lap += 1
        if self.lap > self.rules.laps:
            end_round(self)
            return
        if self.lap == self.rules.police_lap + 1:
            open_police(self)
        start_lap(self)

    def scores(self) -> list[int]:
        """Money (B-45)."""
        return self.ledger.money[:]

    def ranks(self) -> list[int]:
        """B-45 to B-48; while the game runs, by money alone."""
        seats = range(self.rules.seats)
        standings = [standing(self, seat) if self.over else (self.ledger.money[seat], 0, 0) for seat in seats]
        return [1 + sum([1 for other in standings if other > mine]) for mine in standings]

    def prior(self, seat: int, legal: list[int]) -> list[float]:
        """What a careful player would do."""
        return sense.prior(self, seat, legal)

    def quick(self, seat: int, luck: int) -> int:
        """A passable move, found in no time."""
        return sense.quick(self, seat, luck)

    def outlook(self) -> list[float]:
        """Each seat's chance of winning."""
        return sense.outlook(self)

    def because(self, seat: int, action: int) -> Reason | None:
        """What speaks for an action."""
        return reasons.because(self, seat, action)

    def chapter(self) -> int:
        """A round is a chapter."""
        return self.ledger.round

    def view(self, seat: int | None) -> BossView:
        """B-8."""
        return sight.view(self, seat)

    def views(self, seats: Sequence[int | None]) -> list[View]:
        """All of it is everybody's but the hands."""
        return sight.views(self, seats)

    def position(self) -> dict[str, Any]:
        """Everything on the table, by name."""
        return sight.position(self)

    def copy(self) -> Boss:
        """An independent copy: lists that change in place are copied, the others shared."""
        new = Boss.__new__(Boss)
        new.share(self)
        new.rules = self.rules
        new.ledger = self.ledger
        new.lap = self.lap
        new.turn = self.turn
        new.mover = self.mover
        new.laying = self.laying
        new.police_open = self.police_open
        new.last_round = self.last_round
        new.order = self.order
        new.supply = self.supply[:]
        new.cubes = self.cubes[:]
        new.leader = self.leader[:]
        new.sent = self.sent[:]
        new.needs = [needs[:] for needs in self.needs]
        new.hands = [hand[:] for hand in self.hands]
        new.last_open = self.last_open[:]
        return new
