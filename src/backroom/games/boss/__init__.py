"""Boss (2 to 4 players, 5 by a variant): send gangsters, lay cards, guess what every city hides.

The rules stand in `rounds` (set-up, laps, police), `state` (a turn) and `payout` (the end of a round); what
a seat sees and how a world is guessed from it in `sight`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from backroom.games.boss import features, sense, sight
from backroom.games.boss.cards import ACTIONS, COLOURS, NUMBERS, TOKENS
from backroom.games.boss.edition import decks, police_cards, read
from backroom.games.boss.listing import listing
from backroom.games.boss.rounds import set_up_game
from backroom.games.boss.state import Boss
from backroom.games.boss.table import NOBODY, Rules
from backroom.games.boss.view import BossView
from backroom.games.boss.words import PHRASES
from backroom.kernel.edition import Edition
from backroom.kernel.errors import BadView, UnknownAction
from backroom.kernel.features import Feature
from backroom.kernel.game import Game, Row, Setup
from backroom.kernel.options import Option
from backroom.kernel.view import View
from backroom.kernel.words import N_, Speaker


class BossGame(Game):
    """Boss, as the registry hands it out."""

    name = "boss"
    title = N_("Boss")
    rules = "1"
    seats = range(2, 6)
    folder = Path(__file__).parent
    phrases = PHRASES
    actions = ACTIONS
    offers = (
        Option.one_of("rookie_rule", "veteran_present", "veteran_in_group", ruling="BC-3"),
        Option.one_of("chicago_last_penalty", "zero", "last_money_below", ruling="BC-11"),
        Option.one_of("police_deck", "both_colours", "three_two", ruling="BC-10"),
        Option.one_of("city_deck", "house", "listing_order", "no_empty_card", ruling="BC-23"),
        Option.one_of("first_player", "random", "host_choice", "seat_1", ruling="BC-26"),
        Option.number("first_seat", 1, 1, 5, ruling="BC-26"),
        Option.one_of("final_tie", "shared", "play_again", ruling="BC-17"),
        Option.one_of("reveal_unclaimed", True, False, ruling="BC-18"),
    )

    def deal(self, setup: Setup) -> Boss:
        state = self.empty(setup)
        set_up_game(state, 0, ())
        return state

    def restore(self, setup: Setup, position: dict[str, Any]) -> Boss:
        state = self.empty(setup)
        sight.restore(state, position)
        return state

    def dream(self, setup: Setup, view: View, luck: int, rng: Random) -> Boss:
        if not isinstance(view, BossView):
            raise BadView("this is no view of boss")
        state = self.empty(setup, luck)
        sight.dream(state, view, rng)
        return state

    def colour(self, view: View, seat: int) -> str:
        return COLOURS[seat]

    def digest(self, setup: Setup) -> Rules:
        return table_rules(setup)

    def token(self, action: int) -> str:
        return TOKENS[self.check_action(action)]

    def action(self, token: str) -> int:
        if token not in NUMBERS:
            raise UnknownAction(f"Boss has no move {token!r}; moves look like send:boston:1v2r, stay, lay:boston:3")
        return NUMBERS[token]

    def check_edition(self, edition: Edition) -> None:
        read(edition)

    def listing(self, edition: Edition, speaker: Speaker) -> list[Row]:
        return listing(read(edition), speaker)

    def weigh(self, view: View, legal: Sequence[int]) -> list[float]:
        if not isinstance(view, BossView):
            raise BadView("this is no view of boss")
        state = self.imagine(view, Random(0))  # any world will do: `sense` goes by what the mover knows
        assert isinstance(state, Boss)
        return sense.weigh(state, state.mover, list(legal))

    def features(self, seats: int) -> Sequence[Feature]:
        return features.layout(seats)

    def numbers(self, view: View) -> list[int]:
        if not isinstance(view, BossView):
            raise BadView("this is no view of boss")
        return features.numbers(view)

    def empty(self, setup: Setup, luck: int = 0) -> Boss:
        """A table without a piece on it."""
        state = Boss()
        state.open(setup, luck)
        state.rules = setup.digest
        state.laying = False
        return state


def table_rules(setup: Setup) -> Rules:
    """What the edition, the options and the number of seats make of the rules."""
    printed, options = read(setup.edition), setup.options
    cities = decks(printed, str(options["city_deck"]))
    rules = Rules(setup.seats, cities, police_cards(printed, str(options["police_deck"])))
    rules.group_needs_veteran = options["rookie_rule"] == "veteran_in_group"
    rules.money_below = options["chicago_last_penalty"] == "last_money_below"
    rules.show_unclaimed = bool(options["reveal_unclaimed"])
    rules.play_again = options["final_tie"] == "play_again"
    if options["first_player"] == "seat_1":
        rules.first = 0
    elif options["first_player"] == "host_choice":
        rules.first = (int(options["first_seat"]) - 1) % setup.seats
    else:
        rules.first = NOBODY
    return rules


GAME = BossGame()
