"""Omerta (3 to 5 players): a row of face-down cards, a good memory, and a call at the right moment.

The rules stand in `rounds` (set-up, drawing, counting), `turns` (whose turn, lasting cards), `state` (a turn and
every refusal), `race` (the second bottle, both kinds) and `characters` (what they do, the Killer's answer). What
each player knows is kept by `memory`; what a seat sees stands in `sight`, how a world is guessed from it in `dreams`,
whole positions in `positions`, and what somebody sensible does in `sense`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, Final

from backroom.games.omerta import dreams, features, forgetting, positions, sense
from backroom.games.omerta.cards import ACTIONS, BUCKET_CLOSED, FACE_NUMBERS, FACES, NUMBERS, TIME_UP, TOKENS
from backroom.games.omerta.edition import cards, read
from backroom.games.omerta.listing import listing
from backroom.games.omerta.rounds import set_up_game
from backroom.games.omerta.state import Omerta
from backroom.games.omerta.table import PEEKING, RACING, SEALED, Rules
from backroom.games.omerta.view import OmertaView
from backroom.games.omerta.words import PHRASES
from backroom.kernel.edition import Edition
from backroom.kernel.errors import BadView, UnknownAction
from backroom.kernel.features import Feature
from backroom.kernel.game import Game, Row, Setup
from backroom.kernel.options import Option, Value
from backroom.kernel.state import State
from backroom.kernel.view import View
from backroom.kernel.words import N_, Speaker

RACE_PACE: Final = (600, 1_800)
"""Milliseconds a bot takes to find its bottle."""
TURN_PACE: Final = (700, 1_000)
LOOK_PACE: Final = (2_200, 2_600)
"""While somebody is looking at a card: what is discarded next ends the look."""


class OmertaGame(Game):
    """Omerta, as the registry hands it out."""

    name = "omerta"
    title = N_("Omerta")
    rules = "1"
    seats = range(3, 6)
    folder = Path(__file__).parent
    phrases = PHRASES
    actions = ACTIONS
    offers = (
        Option.one_of("snap_mode", "live", "commit", ruling="OC-14"),
        Option.number("snap_window_ms", 3000, 1000, 10000, ruling="OC-14"),
        Option.number("snap_tie_bucket_ms", 0, 0, 250, ruling="OC-14"),
        Option.one_of("snap_attempts", "one", "many", ruling="OC-10"),
        Option.one_of("snap_show_late", False, True, ruling="OC-11"),
        Option.one_of("driver_windows", True, False, ruling="OC-9"),
        Option.one_of("start_discard", "empty", "one_open", ruling="OC-3"),
        Option.one_of("character_use", "mandatory", "may_decline", ruling="OC-8"),
        Option.one_of("gangster_same_row", False, True, ruling="OC-15"),
        Option.one_of("safe_slots_public", True, False, ruling="OC-19"),
        Option.one_of("safe_swap", "mandatory", "optional", ruling="OC-19"),
        Option.one_of("killer_scope", "whole_effect", "own_part", ruling="OC-20"),
        Option.one_of("killer_mistake", "penalty", "free", ruling="OC-22"),
        Option.one_of("mama_stops_patrol", True, False, ruling="OC-25"),
        Option.one_of("over7_lowest", "next_lowest_wins", "nobody_wins", ruling="OC-30"),
        Option.one_of("several_lowest", "all_zero", "first_clockwise", ruling="OC-32"),
        Option.one_of("final_tie", "shared", "last_round", ruling="OC-33"),
        Option.one_of("reshuffle", "when_needed", "at_once", ruling="OC-34"),
        Option.one_of("reshuffle_keeps_top", False, True, ruling="OC-34"),
        Option.one_of("memory_aid", "off", "own_looks", "full", ruling="OC-37"),
        Option.number("turn_cap", 0, 0, 1000, ruling="OC-38"),
    )

    clockless = MappingProxyType({"snap_mode": "commit"})
    lowest_wins = True

    def pauses(self, options: Mapping[str, Value]) -> dict[str, int]:
        """O-61: a live race is open so long; a sealed one as long as anybody may think."""
        if options["snap_mode"] == "commit":
            return {}
        return {
            TOKENS[TIME_UP]: int(options["snap_window_ms"]),
            TOKENS[BUCKET_CLOSED]: int(options["snap_tie_bucket_ms"]),
        }

    def pace(self, state: State) -> tuple[int, int]:
        """O-61: bots need a moment in a race, and leave people time to see what is discarded and looked at."""
        assert isinstance(state, Omerta)
        if state.phase == RACING:
            return RACE_PACE
        if state.phase in (SEALED, PEEKING):  # nobody sees anything of it yet
            return 0, 0
        return LOOK_PACE if state.looking else TURN_PACE

    def deal(self, setup: Setup) -> Omerta:
        state = self.empty(setup)
        set_up_game(state)
        return state

    def restore(self, setup: Setup, position: dict[str, Any]) -> Omerta:
        state = self.empty(setup)
        positions.restore(state, position)
        return state

    def dream(self, setup: Setup, view: View, luck: int, rng: Random) -> Omerta:
        if not isinstance(view, OmertaView):
            raise BadView("this is no view of omerta")
        state = self.empty(setup, luck)
        dreams.dream(state, view, rng)
        return state

    def digest(self, setup: Setup) -> Rules:
        return table_rules(setup)

    def token(self, action: int) -> str:
        return TOKENS[self.check_action(action)]

    def action(self, token: str) -> int:
        if token not in NUMBERS:
            raise UnknownAction(f"Omerta has no move {token!r}; moves look like take:deck, swap:2, snap:4, lady:S3")
        return NUMBERS[token]

    def check_edition(self, edition: Edition) -> None:
        read(edition)

    def listing(self, edition: Edition, speaker: Speaker) -> list[Row]:
        return listing(read(edition), speaker)

    def weigh(self, view: View, legal: Sequence[int]) -> list[float]:
        if not isinstance(view, OmertaView):
            raise BadView("this is no view of omerta")
        if view.seat is None or not legal:
            return [0.0] * len(legal)
        state = self.imagine(view, Random(0))  # any world will do: `sense` goes by what the viewer knows
        assert isinstance(state, Omerta)
        return sense.weigh(state, view.seat, list(legal))

    def forget(self, view: View, share: float) -> View:
        return forgetting.forget(view, share) if isinstance(view, OmertaView) else view

    def features(self, seats: int) -> Sequence[Feature]:
        return features.layout(seats)

    def numbers(self, view: View) -> list[int]:
        if not isinstance(view, OmertaView):
            raise BadView("this is no view of omerta")
        return features.numbers(view)

    def empty(self, setup: Setup, luck: int = 0) -> Omerta:
        """A table without a card on it."""
        state = Omerta()
        state.open(setup, luck)
        state.rules = setup.digest
        state.tries = []
        return state


def table_rules(setup: Setup) -> Rules:
    """What the edition, the options and the number of seats make of the rules."""
    printed, options = read(setup.edition), setup.options
    rules = Rules(setup.seats, cards(printed))
    rules.row, rules.safe, rules.peeks = printed.setup.row, printed.setup.safe, printed.setup.peek
    rules.call_limit, rules.call_penalty = printed.scoring.call_limit, printed.scoring.call_penalty
    rules.famous = [one.id for one in printed.famous]
    rules.capone = [one.starts for one in printed.famous].index(True)
    rules.turns = [0] * FACES
    for character in printed.character:
        rules.turns[FACE_NUMBERS[character.id]] = character.target_turns
    rules.commit = options["snap_mode"] == "commit"
    rules.bucket = not rules.commit and int(options["snap_tie_bucket_ms"]) > 0
    rules.many_tries = options["snap_attempts"] == "many"
    rules.show_late = bool(options["snap_show_late"])
    rules.driver_races = bool(options["driver_windows"])
    rules.open_card = options["start_discard"] == "one_open"
    rules.may_decline = options["character_use"] == "may_decline"
    rules.gangster_same_row = bool(options["gangster_same_row"])
    rules.safe_public = bool(options["safe_slots_public"])
    rules.must_trade = options["safe_swap"] == "mandatory"
    rules.own_part = options["killer_scope"] == "own_part"
    rules.free_mistake = options["killer_mistake"] == "free"
    rules.mama_stops_patrol = bool(options["mama_stops_patrol"])
    rules.nobody_over_7 = options["over7_lowest"] == "nobody_wins"
    rules.first_lowest = options["several_lowest"] == "first_clockwise"
    rules.last_round_decides = options["final_tie"] == "last_round"
    rules.at_once = options["reshuffle"] == "at_once"
    rules.keep_top = 1 if options["reshuffle_keeps_top"] else 0
    rules.turn_cap = int(options["turn_cap"]) * setup.seats
    return rules


GAME = OmertaGame()
