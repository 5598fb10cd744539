"""What may be taken back: one's own last decision, if nobody learned anything by it."""

from __future__ import annotations

import backroom
from backroom.cli.takeback import reveals, take_back
from backroom.kernel.state import State

GAME = backroom.game("boss")


def opened(*moves: str, seats: int = 3, seed: int = 7) -> State:
    """A game with these moves made by whoever's turn it was; `lay` lays the first card."""
    state = GAME.new(seats, seed)
    for token in moves:
        make(state, token)
    return state


def make(state: State, token: str) -> None:
    seat = state.waiting[0]
    state.play(seat, state.legal(seat)[0] if token == "lay" else GAME.action(token))


def test_a_sending_is_taken_back_before_the_card() -> None:
    state = opened("send:boston:2v")
    seat = state.waiting[0]
    before = take_back(state, seat)
    assert before is not None
    assert before.dump() == opened().dump()
    assert state.history() != before.history()


def test_so_is_staying() -> None:
    state = opened("stay", "lay", "stay")
    before = take_back(state, state.waiting[0])
    assert before is not None
    assert before.dump() == opened("stay", "lay").dump()


def test_a_card_that_was_shown_stays_where_it_lies() -> None:
    state = opened("stay")
    mover = state.waiting[0]
    make(state, "lay")
    assert take_back(state, mover) is None


def test_nobody_takes_back_after_somebody_else_has_acted() -> None:
    state = opened("stay")
    mover = state.waiting[0]
    make(state, "lay")
    make(state, "stay")
    assert take_back(state, mover) is None
    assert take_back(state, state.waiting[0]) is not None


def test_there_is_nothing_to_take_back_at_the_start() -> None:
    assert take_back(opened(), 0) is None


def test_what_everybody_could_foresee_tells_nobody_anything() -> None:
    before = opened()
    after = before.copy()
    seat = before.waiting[0]
    after.play(seat, GAME.action("send:detroit:3v"))
    assert not reveals(before, after, seat, GAME.action("send:detroit:3v"))
    laid = after.copy()
    card = laid.legal(seat)[0]
    laid.play(seat, card)
    assert reveals(after, laid, seat, card)


def test_a_position_that_was_loaded_is_not_taken_back_beyond_its_beginning() -> None:
    state = GAME.load(opened("send:boston:2v").dump())
    assert take_back(state, state.waiting[0]) is None


def test_the_end_of_a_round_stays_although_the_card_could_be_foreseen() -> None:
    """With two players the last card of all is known by its back or by what is left; what it opens is not."""
    state = GAME.new(2, 3)
    while True:
        mover = state.waiting[0]
        view = state.view(mover)
        make(state, "stay")
        last = getattr(view, "lap", 0) == getattr(view, "laps", 0) and getattr(view, "turn", 0) == 1
        make(state, "lay")
        if last:
            break
    assert take_back(state, mover) is None
