"""Omerta: a turn. O-7, O-9 to O-16, O-48, O-49, and what may and may not be done at every moment."""

# compiled by mypyc
from __future__ import annotations

from typing import Any

from backroom.games.omerta import ahead, positions, reasons, sense, sight
from backroom.games.omerta.cards import (
    BEGIN,
    BOTTLES,
    CALL,
    DECLINE,
    DONE,
    DRIVER,
    FACE,
    FACE_NAMES,
    HANDLE,
    NO_CARD,
    PASS,
    PASS_OR_REACT,
    PASS_OR_SNAP,
    PATROLLED,
    PEEK,
    REACT,
    SEATS_OF,
    SEEN,
    SHOWN,
    SNAP,
    SWAP,
    SWAPS,
    TAKE_DECK,
    TAKE_PILE,
    THROW,
    THROW_OR_SWAP,
    TIME_UP,
)
from backroom.games.omerta.characters import act, choose, may_decline, react, targets
from backroom.games.omerta.memory import show
from backroom.games.omerta.race import answer, house_moves, lay_open, open_race, settle, time_up
from backroom.games.omerta.refusals import why_not
from backroom.games.omerta.rounds import can_draw, draw, end_round, standing
from backroom.games.omerta.table import (
    ACTING,
    BEGINNING,
    NOBODY,
    PEEKING,
    REACTING,
    SEALED,
    TAKEN,
    Table,
    free_slots,
)
from backroom.games.omerta.turns import (
    begin_turn,
    can_call,
    can_take,
    can_take_pile,
    count_down,
    next_turn,
    pass_turn,
)
from backroom.games.omerta.view import OmertaView
from backroom.kernel.errors import Reason
from backroom.kernel.state import HOUSE


class Omerta(Table):
    """A position of Omerta."""

    def legal(self, seat: int) -> list[int]:
        """What is asked of this seat now."""
        if seat < 0:
            return house_moves(self) if seat == HOUSE else []
        if not self.pending >> seat & 1:
            return []
        phase = self.phase
        if phase <= SEALED:
            if self.patrols >> seat & 1:
                return [PASS] + [SNAP + slot for slot in free_slots(self.rows[seat])]
            return PASS_OR_SNAP[len(self.rows[seat])][:]
        if phase == TAKEN:
            if self.patrols >> seat & 1:
                swaps = [SWAP + slot for slot in free_slots(self.rows[seat])]
                return swaps if self.taken_open else [THROW, *swaps]
            if self.taken_open:
                return SWAPS[len(self.rows[seat])][:]
            return THROW_OR_SWAP[len(self.rows[seat])][:]
        if phase == BEGINNING:
            bits = 0 if (self.mama | self.patrols) >> seat & 1 else 1
            if self.deck or can_draw(self):
                bits |= 2
            if self.pile and can_take_pile(self):
                bits |= 4
            return BEGIN[bits][:] if bits > 1 else [CALL, PASS]  # O-58
        if phase == PEEKING:
            mine = SEEN << seat
            return [PEEK + slot for slot, back in enumerate(self.rows[seat]) if not back & mine]
        if phase == ACTING:
            actions = targets(self)
            if self.acting == DRIVER:
                actions.insert(0, DONE)
            elif may_decline(self):
                actions.insert(0, DECLINE)
            return actions
        if self.patrols >> seat & 1:
            return [PASS] + [REACT + slot for slot in free_slots(self.rows[seat])]
        return PASS_OR_REACT[len(self.rows[seat])][:]

    def may(self, seat: int, action: int) -> bool:
        """Whether one action is allowed: what `legal` lists and `why_not` explains, at a glance."""
        if seat < 0 or not self.pending >> seat & 1:
            return seat == HOUSE and action in house_moves(self)
        phase = self.phase
        if phase <= SEALED:
            return action == PASS or self.is_free(seat, action - SNAP)
        if phase == TAKEN:
            if action == THROW:
                return not self.taken_open
            return self.is_free(seat, action - SWAP)
        if phase == BEGINNING:
            if action == TAKE_DECK:
                return can_draw(self)
            if action == CALL:
                return can_call(self)
            if action == TAKE_PILE:
                return can_take_pile(self)
            return action == PASS and not can_take(self)
        if phase == PEEKING:
            slot = action - PEEK
            return 0 <= slot < len(self.rows[seat]) and not self.rows[seat][slot] & SEEN << seat
        if phase == REACTING:
            return action == PASS or self.is_free(seat, action - REACT)
        return action in self.legal(seat)

    def is_free(self, seat: int, slot: int) -> bool:
        """Whether there is a free card in this slot."""
        row = self.rows[seat]
        return 0 <= slot < len(row) and not row[slot] & PATROLLED

    def step(self, seat: int, action: int) -> None:
        """Carry out an allowed action."""
        self.note(seat, action)
        phase = self.phase
        if phase <= SEALED:
            if seat != HOUSE:
                answer(self, seat, action)
            elif action == TIME_UP:
                time_up(self)
            else:
                settle(self)
        elif phase == TAKEN:
            if action == THROW:
                self.throw(seat)
            else:
                self.swap(seat, action - SWAP)
        elif phase == BEGINNING:
            self.begin(seat, action)
        elif phase == PEEKING:
            self.peek(seat, action - PEEK)
        elif phase == ACTING:
            choose(self, action)
        else:
            react(self, seat, action)

    # One function a rule.

    def peek(self, seat: int, slot: int) -> None:
        """O-7: one of the two cards; the first turn begins when everybody has looked at both."""
        row = self.rows[seat]
        mine = SEEN << seat
        row[slot] |= mine
        looked = 0
        for back in row:
            if back & mine:
                looked += 1
        if looked < self.rules.peeks:
            return
        self.pending &= ~(1 << seat)
        self.waiting = SEATS_OF[self.pending]
        if self.pending:
            return
        self.looking = [
            (back >> HANDLE) * 8 + who for who, own in enumerate(self.rows) for back in own if back & SEEN << who
        ]
        if self.heard is not None:
            for who, own in enumerate(self.rows):
                seen = [at for at, back in enumerate(own) if back & SEEN << who]
                cards = [FACE_NAMES[own[at] & FACE] for at in seen]
                self.tell("looked", {"seat": who, "slots": [at + 1 for at in seen]}, {who: {"cards": cards}})
        begin_turn(self)

    def begin(self, seat: int, action: int) -> None:
        """O-9: call, or take a card; then what this player laid counts down (O-16)."""
        if action == CALL:
            if self.heard is not None:
                self.tell("called", {"seat": seat})
            end_round(self, seat)
            return
        if action == PASS:
            pass_turn(self)
            next_turn(self)
            return
        if action == TAKE_DECK:
            self.taken = draw(self)
            self.taken_open = False
            if self.heard is not None:
                self.tell("took_deck", {"seat": seat}, {seat: {"card": FACE_NAMES[self.taken]}})
        else:
            self.taken = self.pile.pop()
            self.taken_open = True
            if self.heard is not None:
                self.tell("took_pile", {"seat": seat, "card": FACE_NAMES[self.taken]})
        self.winner = NOBODY
        self.tries = []
        self.phase = TAKEN
        if self.lasting:
            count_down(self)

    def throw(self, seat: int) -> None:
        """O-13: the taken card goes onto the pile."""
        face = self.taken
        self.taken = NO_CARD
        if self.heard is not None:
            self.tell("thrown", {"seat": seat, "card": FACE_NAMES[face]})
        self.discarded(face)

    def swap(self, seat: int, slot: int) -> None:
        """O-12: the taken card into the row, the old one onto the pile."""
        row = self.rows[seat]
        old = row[slot]
        if self.hazy:
            show(self, old)
        seen = SHOWN if self.taken_open else SEEN << seat  # O-11
        row[slot] = self.handles << HANDLE | seen | self.taken
        self.handles += 1
        self.taken = NO_CARD
        self.taken_open = False
        face = old & FACE
        if self.heard is not None:
            self.tell("swapped", {"seat": seat, "slot": slot + 1, "card": FACE_NAMES[face]})
        self.discarded(face)

    def discarded(self, face: int) -> None:
        """O-14: a bottle opens a race, a character acts."""
        if face > BOTTLES:
            act(self, face)
            return
        lay_open(self, face)
        open_race(self, face)

    def why_not(self, seat: int, action: int) -> Reason | None:
        """The first rule that stands against it."""
        return why_not(self, seat, action)

    # What everybody asks of a state.

    def scores(self) -> list[int]:
        """O-3: points of all rounds; fewer is better."""
        return self.ledger.totals[:]

    def ranks(self) -> list[int]:
        """O-57."""
        standings = [standing(self, seat) for seat in range(self.rules.seats)]
        return [1 + sum([1 for other in standings if other < mine]) for mine in standings]

    def prior(self, seat: int, legal: list[int]) -> list[float]:
        """What a sensible player would do."""
        return sense.prior(self, seat, legal)

    def quick(self, seat: int, luck: int) -> int:
        """A passable move, found in no time."""
        return ahead.quick(self, seat, luck)

    def outlook(self) -> list[float]:
        """Each seat's chance of winning."""
        return ahead.outlook(self)

    def likely(self, seat: int) -> float:
        """Rivals keep what is cheap."""
        return ahead.likely(self, seat)

    def because(self, seat: int, action: int) -> Reason | None:
        """What speaks for an action."""
        return reasons.because(self, seat, action)

    def occasion(self) -> int:
        """Each race has its own time."""
        return self.race

    def chapter(self) -> int:
        """A round is a chapter."""
        return self.ledger.round

    def glimpse(self, seat: int) -> int:
        """What this seat has learned."""
        return ahead.glimpse(self, seat)

    def overt(self, seat: int, action: int) -> int:
        """What the others see of an action."""
        return ahead.overt(self, action)

    def view(self, seat: int | None) -> OmertaView:
        """O-60."""
        return sight.view(self, seat)

    def position(self) -> dict[str, Any]:
        """Everything on the table, by name."""
        return positions.position(self)

    def copy(self) -> Omerta:
        """An independent copy: lists that change in place are copied, the others shared."""
        new = Omerta.__new__(Omerta)
        new.setup = self.setup
        new.waiting = self.waiting
        new.over = self.over
        new.bits = None
        new.block = self.block
        new.drawn = self.drawn
        new.luck = self.luck
        new.log = self.log
        new.made = self.made
        new.mark = self.mark
        new.heard = None
        new.rules = self.rules
        new.ledger = self.ledger
        new.phase = self.phase
        new.active = self.active
        new.turns = self.turns
        new.rows = [row[:] for row in self.rows]
        new.safe = self.safe[:]
        new.deck = self.deck[:]
        new.loose = self.loose
        new.pile = self.pile[:]
        new.handles = self.handles
        new.taken = self.taken
        new.taken_open = self.taken_open
        new.acting = self.acting
        new.chosen = self.chosen
        new.asked = self.asked
        new.pending = self.pending
        new.answers = self.answers[:]
        new.race = self.race
        new.number = self.number
        new.winner = self.winner
        new.bucket = self.bucket
        new.tries = self.tries[:]
        new.drops = self.drops
        new.queue = self.queue
        new.lasting = self.lasting
        new.mama = self.mama
        new.patrols = self.patrols
        new.looking = self.looking
        new.wide = self.wide
        new.hazy = self.hazy
        return new
