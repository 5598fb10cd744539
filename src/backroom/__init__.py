"""Back Room: three crime-family board games, played properly.

The public Python API. A first game, played at random to its end:

>>> import random
>>> import backroom
>>> state = backroom.game("boss").new(seats=4, seed=7)
>>> chooser = random.Random(1)
>>> while not state.over:
...     seat = state.waiting[0]
...     state.play(seat, chooser.choice(state.legal(seat)))
>>> sorted(state.ranks())[0]
1

A refused move says why, and where the rulebook says so; the state stays as it was.

>>> state = backroom.game("boss").new(seats=4, seed=7)
>>> state.play(state.waiting[0], state.setup.game.action("send:chicago:1v"))
Traceback (most recent call last):
    ...
backroom.kernel.errors.IllegalMove: chicago_not_yet() [B-18]
"""

import backroom.games as _games  # first: from here on `backroom.games` is the function below, not this package
from backroom.kernel import state as _state
from backroom.kernel.errors import (
    BackroomError,
    BadEdition,
    BadOption,
    BadPosition,
    BadRecord,
    BadSeats,
    BadView,
    IllegalMove,
    Reason,
    UnknownAction,
    UnknownGame,
)
from backroom.kernel.game import Game
from backroom.kernel.record import Record
from backroom.kernel.registry import game, games
from backroom.kernel.state import HOUSE, State

del _games

COMPILED: bool = not (_state.__file__ or "").endswith(".py")
"""Whether the engines run compiled."""

__all__ = [
    "COMPILED",
    "HOUSE",
    "BackroomError",
    "BadEdition",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BadSeats",
    "BadView",
    "Game",
    "IllegalMove",
    "Reason",
    "Record",
    "State",
    "UnknownAction",
    "UnknownGame",
    "game",
    "games",
]
