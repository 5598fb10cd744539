"""Corleone's Empire: whose decision it is, what he may do, and what comes of it."""

# compiled by mypyc
from __future__ import annotations

from typing import Any

from backroom.games.corleone import ahead, reasons, refusals, sense, sight
from backroom.games.corleone.business import (
    choose_good,
    complete_job,
    discard_for,
    discarding_choices,
    goods_choices,
    keep_job,
    looking_choices,
    menu_choices,
    menu_lives,
    next_turn,
    pay,
    paying_choices,
    play_ally,
    play_family,
    play_thug,
    reward,
    share,
    share_choices,
    turn_choices,
    use_icon,
)
from backroom.games.corleone.effects import (
    effect_choices,
    move_to,
    move_to_choices,
    run_steps,
    use_effect,
)
from backroom.games.corleone.numbers import ACTS, ALONE, COMPLETE, FORGOTTEN, PLAY_ALLY, PLAY_FAMILY, SEATS_OF
from backroom.games.corleone.table import (
    BIDDING,
    BRIBERY,
    CHOICE,
    DISCARDING,
    FAMILY,
    GIVING,
    HIRING,
    LEVYING,
    LIFT,
    LOOKING,
    MENU,
    MOVE_TO,
    NOTHING,
    PAYING,
    REWARD,
    SHARE,
    STEPS,
    SWAP,
    TRIBUTE,
    TURN,
    WARRING,
    WARS,
    Table,
    can_act,
)
from backroom.games.corleone.theft import levying_choices, show_bill
from backroom.games.corleone.tribute import (
    district_bonuses,
    end_tribute,
    give,
    giving_choices,
    places_of,
    start_tribute,
    totals,
)
from backroom.games.corleone.view import CorleoneView
from backroom.games.corleone.wars import (
    bidding_choices,
    go_to_war,
    hire,
    hiring_choices,
    lay_bid,
    lift_choices,
    lift_marker,
    start_bribery,
    start_wars,
)
from backroom.kernel.errors import Reason


class Corleone(Table):
    """A position of Corleone's Empire."""

    def decision(self) -> int:
        """What is being decided: the kind of the frame on top, or what the phase asks."""
        if self.stack:
            return self.stack[-1][0]
        if self.phase == FAMILY:
            return TURN
        if self.phase == BRIBERY:
            return BIDDING
        return GIVING if self.phase == TRIBUTE else NOTHING

    def legal(self, seat: int) -> list[int]:
        """What the seat may do for the decision it owes."""
        if seat != self.knower:
            if seat not in self.waiting:
                return []
            self.known = self.choices(seat)
            self.knower = seat
        return self.known[:]

    def may(self, seat: int, action: int) -> bool:
        """Whether one action is allowed."""
        if seat != self.knower:
            if seat not in self.waiting:
                return False
            self.known = self.choices(seat)
            self.knower = seat
        return action in self.known

    def choices(self, seat: int) -> list[int]:
        """The legal actions of a seat that is waited for."""
        if not self.stack:
            if self.phase == FAMILY:
                return turn_choices(self, seat)
            return bidding_choices(self, seat) if self.phase == BRIBERY else giving_choices(self, seat)
        frame = self.stack[-1]
        what = frame[0]
        if what == MENU:
            return menu_choices(self, seat, frame)
        if what == DISCARDING:
            return discarding_choices(self, seat)
        if what == SHARE:
            return share_choices(self)
        if what == LOOKING:
            return looking_choices(frame)
        if what == CHOICE:
            return goods_choices(self, frame)
        if what == PAYING:
            return paying_choices(self, seat, frame)
        if what == HIRING:
            return hiring_choices(self)
        if what == LEVYING:
            return levying_choices(self, seat)
        if what == LIFT:
            return lift_choices(self, seat, frame[2])
        if what == MOVE_TO:
            return move_to_choices(self, frame)
        return effect_choices(self, frame)

    def why_not(self, seat: int, action: int) -> Reason | None:
        """None if the action is allowed, else the first rule that stands against it."""
        if 0 <= seat < self.rules.seats and self.may(seat, action):
            return None
        return refusals.why_not(self, self.decision(), seat, action)

    def step(self, seat: int, action: int) -> None:
        """Carry out an allowed action."""
        self.note(seat, action)
        self.knower = FORGOTTEN
        if self.stack:
            self.answer(seat, self.stack[-1], action)
        elif self.phase == FAMILY:
            if action < PLAY_FAMILY:
                play_thug(self, seat, action)
            elif action < COMPLETE:
                play_family(self, seat, action - PLAY_FAMILY)
            elif action < PLAY_ALLY:
                complete_job(self, seat, action - COMPLETE)
            else:
                play_ally(self, seat, action - PLAY_ALLY)
        elif self.phase == BRIBERY:
            lay_bid(self, seat, action)
        else:
            give(self, seat, action)
        self.settle()

    def answer(self, seat: int, frame: tuple[int, ...], action: int) -> None:
        """The answer to the question on top."""
        what = frame[0]
        if what == MENU:
            use_icon(self, seat, frame, action)
        elif what == DISCARDING:
            discard_for(self, seat, frame, action)
        elif what == SHARE:
            share(self, seat, frame, action)
        elif what == LOOKING:
            keep_job(self, seat, frame, action)
        elif what == CHOICE:
            choose_good(self, seat, frame, action)
        elif what == PAYING:
            pay(self, seat, frame, action)
        elif what == HIRING:
            hire(self, seat, action)
        elif what == LEVYING:
            show_bill(self, seat, action)
        elif what == LIFT:
            lift_marker(self, seat, frame, action)
        elif what == MOVE_TO:
            move_to(self, seat, frame, action)
        else:
            use_effect(self, seat, frame, action)

    def settle(self) -> None:
        """Go on by itself until somebody has to decide, or the game is over."""
        stack = self.stack
        while not self.over:
            if not stack:
                if self.phase == FAMILY and next_turn(self):
                    self.waiting = ALONE[self.mover]
                    return
                if self.go_on():
                    return
                continue
            frame = stack[-1]
            what = frame[0]
            if what == MENU:
                seat = frame[1]
                self.known = menu_choices(self, seat, frame)
                if len(self.known) > 1 or menu_lives(self, frame):
                    self.waiting = ALONE[seat]
                    self.knower = seat
                    return
                stack.pop()
            elif what == STEPS:
                run_steps(self, frame)
            elif what == REWARD:
                reward(self, frame[1], frame[2])
            elif what == WARRING:
                go_to_war(self, frame)
            elif what == LEVYING:
                self.waiting = SEATS_OF[self.asked & ~self.answered]
                return
            else:
                seat = frame[1]
                self.waiting = ALONE[seat]
                if what != CHOICE and what < SWAP:
                    return
                self.known = self.choices(seat)
                self.knower = seat
                if self.known:
                    return
                self.knower = FORGOTTEN
                stack.pop()  # an effect that can do nothing lapses

    def resume(self) -> None:
        """A position was laid out: find out who has to decide."""
        if self.over:
            self.waiting = ()
        elif self.phase == FAMILY and not self.stack and can_act(self, self.mover):
            self.waiting = ALONE[self.mover]
        else:
            self.settle()

    def go_on(self) -> bool:
        """Nothing is pending, and no turn is left: the next phase. True if somebody has to decide now."""
        if self.phase == FAMILY:
            start_wars(self)
        elif self.phase == WARS:
            if self.act < ACTS:  # C-17
                start_bribery(self)
                self.waiting = SEATS_OF[self.asked]
                return True
            start_tribute(self)
        elif self.phase == BRIBERY:
            if self.answered != self.asked:
                self.waiting = SEATS_OF[self.asked & ~self.answered]
                return True
            start_tribute(self)
        if self.phase == TRIBUTE:
            if self.answered != self.asked:
                self.waiting = SEATS_OF[self.asked & ~self.answered]
                return True
            end_tribute(self)
        return False

    def scores(self) -> list[int]:
        """C-96 to C-98: bills in the suitcase and bonuses, as they stand."""
        return totals(self)

    def ranks(self) -> list[int]:
        """C-99."""
        return places_of(totals(self), district_bonuses(self))

    def prior(self, seat: int, legal: list[int]) -> list[float]:
        """What a sensible player would do."""
        return sense.prior(self, seat, legal)

    def quick(self, seat: int, luck: int) -> int:
        """A passable move, found in no time."""
        return ahead.quick(self, seat, luck)

    def outlook(self) -> list[float]:
        """Each seat's chance of winning."""
        return ahead.outlook(self)

    def because(self, seat: int, action: int) -> Reason | None:
        """What speaks for an action."""
        return reasons.because(self, seat, action)

    def chapter(self) -> int:
        """An act is a chapter."""
        return self.act

    def overt(self, seat: int, action: int) -> int:
        """What the others see of an action."""
        return ahead.overt(self, action)

    def view(self, seat: int | None) -> CorleoneView:
        """CC-17, CC-18."""
        return sight.view(self, seat)

    def position(self) -> dict[str, Any]:
        """Everything on the table, by name."""
        return sight.position(self)

    def copy(self) -> Corleone:
        """An independent copy: lists that change in place are copied, the others shared."""
        new = Corleone.__new__(Corleone)
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
        new.act = self.act
        new.phase = self.phase
        new.horse = self.horse
        new.mover = self.mover
        new.here = self.here
        new.stack = self.stack[:]
        new.answered = self.answered
        new.asked = self.asked
        new.known = self.known
        new.knower = self.knower
        new.purse = self.purse[:]
        new.cards = self.cards[:]
        new.sizes = self.sizes[:]
        new.case = self.case[:]
        new.finished = self.finished[:]
        new.played = self.played[:]
        new.thugs = self.thugs[:]
        new.members = self.members[:]
        new.markers = self.markers[:]
        new.laid = self.laid[:]
        new.stock = self.stock[:]
        new.deck = self.deck
        new.left = self.left
        new.pile = self.pile
        new.batch = self.batch
        new.shuffles = self.shuffles
        new.public = self.public
        new.row = self.row
        new.gone = self.gone
        new.blue = self.blue
        new.red = self.red
        new.plots = self.plots
        new.where = self.where
        new.thug_at = self.thug_at[:]
        new.family_at = self.family_at[:]
        new.free_places = self.free_places
        new.free_spaces = self.free_spaces
        new.chief = self.chief
        new.river = self.river
        new.stacks = self.stacks
        new.opening = self.opening
        new.opening_jobs = self.opening_jobs
        new.trail = self.trail
        new.trailed = self.trailed
        new.revealed = self.revealed
        new.given = self.given
        return new
