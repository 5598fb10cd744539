"""Taking a decision back: one's own last one, if nobody acted since and nobody learned anything by it."""

from __future__ import annotations

from random import Random
from typing import Final

from backroom.house.errors import Refused
from backroom.kernel.record import Record
from backroom.kernel.state import State
from backroom.kernel.view import View

WORLDS: Final = 24
"""How many worlds are tried to find out whether a decision told somebody something."""


def check(state: State, seat: int) -> None:
    """Refused, with why, if this seat's last decision has to stand."""
    history = state.history()
    if not any(mover == seat for mover, _ in history):
        raise Refused("nothing_to_take_back", "you have not decided anything yet that could be taken back")
    mover, action = history[-1]
    if mover != seat:
        raise Refused("somebody_acted", "somebody else has acted since, so your decision stands", seat=mover)
    if tells(without_last(state), state, mover, action):
        raise Refused("something_revealed", "your decision has shown something to somebody, so it stands")


def without_last(state: State) -> State:
    """The position one decision ago."""
    return Record.of(state).replay(state.made - 1)


def tells(before: State, after: State, mover: int, action: int) -> bool:
    """Whether a decision told any seat more than that it was made.

    A seat whose view is the same learned nothing. Another learned nothing if what it sees now rules out none of the
    worlds it could imagine before: in each, the mover might have done something that looks so. The mover knows
    what he did, so for him it must be the same action.
    """
    for seat in range(before.setup.seats):
        then, seen = before.view(seat), after.view(seat)
        if then == seen:
            continue
        rng = Random(seat)
        for _world in range(WORLDS):
            world = before.setup.game.imagine(then, rng)
            others = [] if seat == mover else world.legal(mover)
            if not any(_looks_so(world, mover, each, seen) for each in (action, *others)):
                return True
    return False


def _looks_so(world: State, mover: int, action: int, seen: View) -> bool:
    if not world.may(mover, action):
        return False
    trial = world.copy()
    trial.step(mover, action)
    return trial.view(seen.seat) == seen
