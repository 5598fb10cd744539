"""Corleone's Empire (2 to 5 players): four acts of shaking down New York, and a tribute at the end of each.

The rules stand in `business` (turns, fronts, backs, icons, jobs), `effects` and `theft` (what cards can do),
`wars` (turf wars and bribery), `tribute` (set-up, acts, tribute, the end) and `state` (whose decision it is); what
a seat sees in `sight`, how a world is guessed from it in `dreams`. Businesses, jobs and allies come from the
edition alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from backroom.games.corleone import dreams, features, sense
from backroom.games.corleone.edition import read
from backroom.games.corleone.listing import listing
from backroom.games.corleone.numbers import ACTIONS, NUMBERS, TOKENS
from backroom.games.corleone.printed import table_rules
from backroom.games.corleone.restore import restore
from backroom.games.corleone.state import Corleone
from backroom.games.corleone.table import Rules
from backroom.games.corleone.tally import HEADINGS, tally
from backroom.games.corleone.tribute import set_up
from backroom.games.corleone.view import CorleoneView
from backroom.games.corleone.words import PHRASES
from backroom.kernel.edition import Edition
from backroom.kernel.errors import BadView, UnknownAction
from backroom.kernel.events import Event
from backroom.kernel.features import Feature
from backroom.kernel.game import Counts, Game, Row, Setup
from backroom.kernel.options import Option, Value
from backroom.kernel.view import View
from backroom.kernel.words import N_, Speaker


class CorleoneGame(Game):
    """Corleone's Empire, as the registry hands it out."""

    name = "corleone"
    title = N_("Corleone's Empire")
    rules = "1"
    seats = range(2, 6)
    folder = Path(__file__).parent
    phrases: ClassVar[Mapping[str, str | tuple[str, str]]] = {**PHRASES, **HEADINGS}
    actions = ACTIONS
    offers = (
        Option.one_of("first_player", "random", "host_choice", ruling="C-11"),
        Option.number("first_seat", 1, 1, 5, ruling="C-11"),
    )

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[tuple[int, str, tuple[tuple[str, Value], ...]], Rules] = {}

    def deal(self, setup: Setup) -> Corleone:
        state = self.empty(setup)
        set_up(state)
        state.settle()
        return state

    def restore(self, setup: Setup, position: dict[str, Any]) -> Corleone:
        state = self.empty(setup)
        restore(state, position)
        state.resume()
        return state

    def dream(self, setup: Setup, view: View, luck: int, rng: Random) -> Corleone:
        if not isinstance(view, CorleoneView):
            raise BadView("this is no view of corleone")
        state = self.empty(setup, luck)
        dreams.dream(state, view, rng)
        return state

    def digest(self, setup: Setup) -> Rules:
        return table_rules(read(setup.edition), setup.seats, setup.options)

    def token(self, action: int) -> str:
        return TOKENS[self.check_action(action)]

    def action(self, token: str) -> int:
        if token not in NUMBERS:
            raise UnknownAction(f"Corleone has no move {token!r}; moves look like thug:p6, family:s07, launder:5, done")
        return NUMBERS[token]

    def check_edition(self, edition: Edition) -> None:
        read(edition)

    def listing(self, edition: Edition, speaker: Speaker) -> list[Row]:
        return listing(edition, speaker)

    def weigh(self, view: View, legal: Sequence[int]) -> list[float]:
        if not isinstance(view, CorleoneView):
            raise BadView("this is no view of corleone")
        if view.seat is None or not legal:
            return [0.0] * len(legal)
        state = self.imagine(view, Random(0))  # any world will do: `sense` goes by what the viewer knows
        assert isinstance(state, Corleone)
        return sense.weigh(state, view.seat, list(legal))

    def features(self, seats: int) -> Sequence[Feature]:
        return features.layout(seats)

    def numbers(self, view: View) -> list[int]:
        if not isinstance(view, CorleoneView):
            raise BadView("this is no view of corleone")
        return features.numbers(self.rules_of(view), view)

    def rules_of(self, view: View) -> Rules:
        """The rules in numbers of the table a view is from."""
        key = (view.seats, view.edition, view.options)
        if key not in self._seen:
            setup = self.set_up(
                view.seats, 0, self.settle(dict(view.options)), self.edition(view.edition.split(" ")[1])
            )
            self._seen[key] = setup.digest
        return self._seen[key]

    def tally(self, start: View, events: Sequence[Event]) -> Counts:
        if not isinstance(start, CorleoneView):
            raise BadView("this is no view of corleone")
        return tally(read(self.edition(start.edition.split(" ")[1])), start, events)

    def colour(self, view: View, seat: int) -> str:
        return view.players[seat].family if isinstance(view, CorleoneView) else ""

    def empty(self, setup: Setup, luck: int = 0) -> Corleone:
        """A table without a piece on it."""
        state = Corleone()
        state.open(setup, luck)
        state.rules = setup.digest
        return state


GAME = CorleoneGame()
