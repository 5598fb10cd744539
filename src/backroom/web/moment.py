"""A moment of a game that is settled beforehand: what figures in the rules and first games are drawn from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from backroom.kernel.events import Event
from backroom.kernel.options import Value
from backroom.kernel.registry import game as find_game
from backroom.kernel.state import HOUSE, State
from backroom.web.company import USUAL
from backroom.web.scene import Scene
from backroom.web.stage import seen_by
from backroom.web.tables import Voice, drawing_of

Heard = list[tuple[int, Event]]
"""What happened, each with the version that brought it."""


class Moment(msgspec.Struct, frozen=True):
    """A game opened in a fixed way, or a position, and what was played since."""

    seats: int = 4
    seed: int = 1
    options: dict[str, Value] = {}
    position: dict[str, Any] | None = None
    """The game's own part of a dumped position; then seed and chance do not count."""
    moves: str = ""
    """Tokens in a row: `2=pass` is seat 2's, `house=time` the house's, any other that of the first waited for."""

    def state(self, game: str) -> State:
        """What lies on the table then."""
        found = find_game(game)
        if self.position is None:
            state = found.new(seats=self.seats, seed=self.seed, options=self.options)
        else:
            state = found.load(
                {"game": game, "seats": self.seats, "seed": str(self.seed), "options": self.options}
                | {"position": self.position}
            )
        state.listen()
        for seat, token in moves(state, self.moves):
            state.play(seat, found.action(token))
        return state


def moves(state: State, text: str) -> Iterator[tuple[int, str]]:
    """Whose each of these tokens is; the state has to move on between them."""
    for word in text.split():
        who, mark, token = word.rpartition("=")
        yield (HOUSE if who == "house" else int(who)) if mark else state.waiting[0], token


def scene_of(
    state: State,
    seat: int | None,
    language: str,
    people: Sequence[str],
    *,
    draft: Sequence[str] = (),
    events: Heard | None = None,
    since: int = 0,
) -> Scene:
    """What a seat, or a spectator, is shown of it."""
    game = state.setup.game
    speaker = Voice(drawing_of(game.name), game, language, people, state.setup.edition)
    legal = [game.token(action) for action in state.legal(seat)] if seat is not None else []
    heard = events or []
    return Scene(
        state.view(seat),
        speaker,
        legal=legal,
        draft=draft,
        events=[(version, seen_by(event, seat)) for version, event in heard],
        bots=[USUAL if at != seat else None for at in range(state.setup.seats)] if seat is not None else [],
        deadlines=[None] * state.setup.seats,
        version=heard[-1][0] if heard else 0,
        since=since,
    )
