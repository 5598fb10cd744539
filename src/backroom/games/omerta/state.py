"""Omerta: a turn. O-7, O-9 to O-16, O-48, O-49, and what may and may not be done at every moment."""

# compiled by mypyc
from __future__ import annotations

from typing import Any, Final

from backroom.games.omerta import ahead, positions, sense, sight
from backroom.games.omerta.cards import (
    ACTIONS,
    BEGIN,
    BLOCK,
    BOTTLES,
    BUCKET_CLOSED,
    CALL,
    CRACK,
    DEAL,
    DECLINE,
    DONE,
    DRIVE,
    DRIVER,
    FACE,
    FACE_NAMES,
    GANGSTER,
    GIVE,
    HANDLE,
    LA_MAMA,
    LADY,
    LOOK,
    MOLE,
    MOVE,
    NO_CARD,
    PASS,
    PASS_OR_REACT,
    PASS_OR_SNAP,
    PATROL,
    PATROLLED,
    PEEK,
    REACT,
    SAFECRACKER,
    SEATS_OF,
    SEEN,
    SHOWN,
    SHUFFLE,
    SLOTS,
    SNAP,
    SNITCH,
    SWAP,
    SWAPS,
    TAKE_DECK,
    TAKE_PILE,
    THROW,
    THROW_OR_SWAP,
    TIME_UP,
    TRADE,
)
from backroom.games.omerta.characters import act, choose, gangster_cards, may_decline, react, targets
from backroom.games.omerta.memory import show
from backroom.games.omerta.race import answer, lay_open, open_race, settle, time_up
from backroom.games.omerta.rounds import can_draw, draw, end_round, standing
from backroom.games.omerta.table import (
    ACTING,
    BEGINNING,
    GATHERING,
    NOBODY,
    PEEKING,
    RACING,
    REACTING,
    SEALED,
    TAKEN,
    Table,
    free_slots,
    seats_with_free_cards,
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
            return self.house_moves() if seat == HOUSE else []
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

    def house_moves(self) -> list[int]:
        """O-61, O-62: what only the server's clock decides."""
        if self.phase == SEALED:
            return [TIME_UP]
        if self.phase == RACING:
            return [BUCKET_CLOSED] if self.bucket == GATHERING else [TIME_UP]
        return []

    def may(self, seat: int, action: int) -> bool:
        """Whether one action is allowed: what `legal` lists and `why_not` explains, at a glance."""
        if seat < 0 or not self.pending >> seat & 1:
            return seat == HOUSE and action in self.house_moves()
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

    # Why not.

    def why_not(self, seat: int, action: int) -> Reason | None:
        """The first rule that stands against it."""
        rules = self.rules
        if action < 0 or action >= ACTIONS:
            return Reason("unknown_action", {"action": action})
        if self.over:
            return Reason("game_over", {}, "O-57")
        if seat < HOUSE or seat >= rules.seats:
            return Reason("no_such_seat", {"number": seat + 1}, "O-1")
        if action in (TIME_UP, BUCKET_CLOSED):
            return self.why_not_house(seat, action)
        if seat == HOUSE:
            return Reason("not_for_the_house", {}, "O-61")
        if action >= PEEK and action < SWAP:
            return self.why_not_peek(seat, action - PEEK)
        if self.phase == PEEKING:
            return Reason("look_first", {}, "O-7")
        if action == PASS:
            return self.why_not_pass(seat)
        if action >= SNAP and action < REACT:
            return self.why_not_snap(seat, action - SNAP)
        if action >= REACT and action < LOOK:
            return self.why_not_react(seat, action - REACT)
        if seat != self.active:
            return Reason("not_your_turn", {"mover": self.active}, "O-9")
        if action == DECLINE:
            return self.why_not_decline()
        if action >= LOOK or action in (CRACK, DONE):
            return self.why_not_target(seat, action)
        return self.why_not_turn(seat, action)

    def why_not_house(self, seat: int, action: int) -> Reason | None:
        """O-61: the clock is the server's."""
        if seat != HOUSE:
            return Reason("house_only", {}, "O-61")
        if action in self.house_moves():
            return None
        if self.phase > SEALED:
            return Reason("no_race", {}, "O-17")
        return Reason("bucket_open" if self.bucket == GATHERING else "no_bucket", {}, "O-61")

    def why_not_peek(self, seat: int, slot: int) -> Reason | None:
        """O-7, O-15."""
        if self.phase != PEEKING:
            return Reason("hands_off", {}, "O-15")
        if not self.pending >> seat & 1:
            return Reason("looked_at_two", {}, "O-7")
        if self.rows[seat][slot] & SEEN << seat:
            return Reason("looked_at_it", {"slot": slot + 1}, "O-7")
        return None

    def why_not_turn(self, seat: int, action: int) -> Reason | None:
        """O-9 to O-13, O-48, O-49: the active player's own moves."""
        phase = self.phase
        if phase <= SEALED:
            return Reason("race_is_on", {"n": self.number}, "O-23")
        if phase == ACTING:
            return Reason("character_acts", {"card": FACE_NAMES[self.acting]}, "O-24")
        if phase == REACTING:
            return Reason("killer_asked", {"card": FACE_NAMES[self.acting]}, "O-36")
        if action == CALL:
            if phase == TAKEN:
                return Reason("call_before_taking", {}, "O-48")
            return Reason("patrol_forbids_call", {}, "O-49") if self.patrols >> seat & 1 else None
        if action in (TAKE_DECK, TAKE_PILE):
            if phase == TAKEN:
                return Reason("one_card_a_turn", {}, "O-10")
            if action == TAKE_DECK:
                return None if can_draw(self) else Reason("nothing_to_draw", {}, "O-58")
            if not self.pile:
                return Reason("pile_empty", {}, "O-10")
            return None if can_take_pile(self) else Reason("no_free_card_to_swap", {}, "O-10")
        if phase == BEGINNING:
            return Reason("take_first", {}, "O-9")
        if action == THROW:
            return Reason("must_swap", {}, "O-13") if self.taken_open else None
        return self.why_not_slot(seat, action - SWAP, "O-12")

    def why_not_slot(self, seat: int, slot: int, rule: str) -> Reason | None:
        """A free card must lie there."""
        row = self.rows[seat]
        if slot >= len(row):
            return Reason("no_such_slot", {"holder": seat, "slot": slot + 1}, rule)
        if row[slot] & PATROLLED:
            return Reason("patrolled", {"holder": seat, "slot": slot + 1}, "O-43")
        return None

    def why_not_pass(self, seat: int) -> Reason | None:
        """A pass answers a race (O-23) or an attack (O-35); or there is no card to take (O-58)."""
        if self.phase <= SEALED:
            return self.why_not_racer(seat)
        if self.phase == REACTING:
            return self.why_not_victim(seat)
        if seat != self.active:
            return Reason("not_your_turn", {"mover": self.active}, "O-9")
        if self.phase == BEGINNING:
            return Reason("must_take", {}, "O-9") if can_take(self) else None
        return Reason("nothing_to_pass", {}, "O-14")

    def why_not_racer(self, seat: int) -> Reason | None:
        """O-18, O-20, O-41, O-62: who may answer in a race."""
        if self.pending >> seat & 1:
            return None
        if self.asked >> seat & 1:
            return Reason("answered_already", {}, "O-62" if self.phase == SEALED else "O-20")
        if self.mama >> seat & 1:
            return Reason("mama_forbids_race", {}, "O-41")
        if seats_with_free_cards(self) >> seat & 1:
            return Reason("passed_already", {}, "O-23")
        return Reason("no_free_card", {}, "O-18")

    def why_not_snap(self, seat: int, slot: int) -> Reason | None:
        """O-17 to O-21."""
        if self.phase > SEALED:
            if self.winner != NOBODY:
                return Reason("too_late", {"winner": self.winner}, "O-21")
            return Reason("no_race", {}, "O-17")
        return self.why_not_racer(seat) or self.why_not_slot(seat, slot, "O-18")

    def why_not_victim(self, seat: int) -> Reason | None:
        """O-35, O-41: who may answer an attack."""
        if self.pending >> seat & 1:
            return None
        if self.asked >> seat & 1:
            return Reason("answered_already", {}, "O-36")
        if not self.attacked() >> seat & 1:
            return Reason("not_attacked", {}, "O-35")
        if self.mama >> seat & 1:
            return Reason("mama_forbids_killer", {}, "O-41")
        return Reason("no_free_card", {}, "O-35")

    def attacked(self) -> int:
        """Whom the acting character is used against, a bit each."""
        mask = 0
        for named in self.chosen:
            mask |= 1 << (named // SLOTS if self.acting == GANGSTER or self.acting == PATROL else named)
        return mask & ~(1 << self.active)

    def why_not_react(self, seat: int, slot: int) -> Reason | None:
        """O-35, O-43."""
        if self.phase != REACTING:
            return Reason("not_attacked", {}, "O-35")
        return self.why_not_victim(seat) or self.why_not_slot(seat, slot, "O-35")

    def why_not_decline(self) -> Reason | None:
        """O-25."""
        if self.phase != ACTING:
            return Reason("nothing_to_decline", {}, "O-25")
        if self.acting == DRIVER:
            return Reason("driver_is_done", {}, "O-32")
        if may_decline(self):
            return None
        if self.acting == SAFECRACKER:
            return Reason("must_trade", {}, "O-34")
        if self.chosen:
            return Reason("named_already", {}, "O-25")
        return Reason("must_act", {"card": FACE_NAMES[self.acting]}, "O-25")

    def why_not_target(self, seat: int, action: int) -> Reason | None:
        """O-28 to O-34, O-40 to O-43: whom or what a character may be used on."""
        face = character_of(action)
        if self.phase != ACTING or self.acting != face:
            return Reason("not_acting", {"card": FACE_NAMES[face]}, "O-24")
        if face == MOLE:
            return self.why_not_slot(seat, action - LOOK, "O-30")
        if face == DRIVER:
            if action == DONE:
                return None
            if action - DRIVE in self.chosen:
                return Reason("chosen_already", {}, "O-32")
            return self.why_not_slot(seat, action - DRIVE, "O-32")
        if face == SAFECRACKER:
            if action == CRACK:
                return Reason("looked_into_safe", {}, "O-34") if self.chosen else None
            if not self.chosen:
                return Reason("look_into_safe_first", {}, "O-34")
            return self.why_not_slot(seat, (action - TRADE) % SLOTS, "O-34")
        if action < MOVE:
            return self.why_not_rival(seat, RIVALS_ONLY[face], (action - SHUFFLE) % 5, True)
        holder, slot = divmod(action - (BLOCK if face == PATROL else MOVE), SLOTS)
        if face == PATROL:
            reason = self.why_not_rival(seat, "O-42", holder, self.rules.mama_stops_patrol)
            return reason or self.why_not_slot(holder, slot, "O-42")
        if holder >= self.rules.seats:
            return Reason("no_such_seat", {"number": holder + 1}, "O-1")
        return self.why_not_slot(holder, slot, "O-28") or self.why_not_moved(holder, slot, action)

    def why_not_rival(self, seat: int, rule: str, rival: int, barred_by_mama: bool) -> Reason | None:
        """Rivals only, and none under La Mama."""
        if rival >= self.rules.seats:
            return Reason("no_such_seat", {"number": rival + 1}, "O-1")
        if rival == seat:
            return Reason("rivals_only", {"card": FACE_NAMES[self.acting]}, rule)
        if barred_by_mama and self.mama >> rival & 1:
            return Reason("mama_protects", {"rival": rival}, "O-41")
        return None

    def why_not_moved(self, holder: int, slot: int, action: int) -> Reason | None:
        """O-28: two cards of two rows."""
        if action in gangster_cards(self):
            return None
        if self.chosen[0] == holder * SLOTS + slot:
            return Reason("chosen_already", {}, "O-28")
        return Reason("same_row", {}, "O-28")

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


RIVALS_ONLY: Final = {LADY: "O-29", SNITCH: "O-31", LA_MAMA: "O-40"}


def character_of(action: int) -> int:
    """The character an action belongs to."""
    if action >= BLOCK:
        return PATROL
    if action >= MOVE:
        return GANGSTER
    if action >= GIVE:
        return LA_MAMA
    if action >= DEAL:
        return SNITCH
    if action >= SHUFFLE:
        return LADY
    if action >= TRADE or action == CRACK:
        return SAFECRACKER
    return DRIVER if action >= DRIVE or action == DONE else MOLE
