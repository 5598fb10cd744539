"""Taking back a decision: only one's own last one, and only if nobody learned anything by it."""

from __future__ import annotations

from random import Random
from typing import Final

from backroom.kernel.record import Record
from backroom.kernel.state import State
from backroom.kernel.view import View

WORLDS: Final = 24
"""How many worlds are tried to find out whether a move told somebody something."""


def take_back(state: State, seat: int) -> State | None:
    """The position before this seat's last decision; None if it has to stand.

    It has to stand if somebody else (the house too) acted since, or if anybody, the mover included, learned
    something by it: a card that was opened, a card drawn, a choice that only a certain hand allows.
    """
    history = state.history()
    if not history or history[-1][0] != seat:
        return None
    before = Record.of(state).replay(len(history) - 1)
    return None if reveals(before, state, *history[-1]) else before


def reveals(before: State, after: State, mover: int, action: int) -> bool:
    """Whether a move told any seat more than that it was made.

    A seat whose view is the same learned nothing. Another one learned nothing if what it sees now rules out
    none of the worlds it could imagine before: in each, the mover might have done something that looks so.
    The mover knows what he did, so for him it must be the same move.
    """
    for seat in range(before.setup.seats):
        then, now = before.view(seat), after.view(seat)
        if then == now:
            continue
        rng = Random(seat)
        for _world in range(WORLDS):
            world = before.setup.game.imagine(then, rng)
            others = [] if seat == mover else world.legal(mover)
            if not any(looks_like(world, mover, each, now) for each in (action, *others)):
                return True
    return False


def looks_like(world: State, mover: int, action: int, view: View) -> bool:
    """Whether a move is possible in a world, and leads to this view there."""
    if not world.may(mover, action):
        return False
    trial = world.copy()
    trial.play(mover, action)
    return trial.view(view.seat) == view
