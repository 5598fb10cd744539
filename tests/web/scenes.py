"""Scenes out of random games, without a server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import backroom
from backroom.kernel.events import Event
from backroom.kernel.state import HOUSE, State
from backroom.web.scene import Scene
from backroom.web.tables import Voice, drawing_of

PEOPLE = ("Anna & Co", "<Iwo>", 'Lena "Q"', "Sal", "Ніно")


def scene_of(
    state: State,
    seat: int | None,
    events: Sequence[tuple[int, Event]] = (),
    draft: Sequence[str] = (),
    language: str = "en",
) -> Scene:
    """What a seat of this state is shown."""
    game = state.setup.game
    speaker = Voice(drawing_of(game.name), game, language, PEOPLE[: state.setup.seats])
    legal = [game.token(action) for action in state.legal(seat)] if seat is not None else []
    return Scene(
        state.view(seat), speaker, legal=legal, draft=draft, events=events, version=state.made,
        bots=(None,) * state.setup.seats, deadlines=(None,) * state.setup.seats,
    )  # fmt: skip


def played(game: str, seats: int, seed: int) -> Iterator[tuple[State, list[tuple[int, Event]]]]:
    """Every moment of a random game, with what happened so far."""
    rng = Random(seed)
    state = backroom.game(game).new(seats=seats, seed=seed)
    state.listen()
    events: list[tuple[int, Event]] = []
    while True:
        events += [(state.made, event) for event in state.events()]
        yield state, events
        if state.over:
            return
        who = [seat for seat in (*state.waiting, HOUSE) if state.legal(seat)]
        seat = rng.choice(who)
        state.play(seat, rng.choice(state.legal(seat)))
