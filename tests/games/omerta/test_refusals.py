"""Every refusal names its paragraph."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Any

import backroom
from backroom.games.omerta import GAME
from tests.games.omerta.tables import lay_out, play, refused

PARAGRAPHS: dict[str, set[str]] = {
    "answered_already": {"O-20", "O-36", "O-62"},
    "bucket_open": {"O-61"},
    "call_before_taking": {"O-48"},
    "character_acts": {"O-24"},
    "chosen_already": {"O-28", "O-32"},
    "driver_is_done": {"O-32"},
    "game_over": {"O-57"},
    "hands_off": {"O-15"},
    "house_only": {"O-61"},
    "killer_asked": {"O-36"},
    "look_first": {"O-7"},
    "look_into_safe_first": {"O-34"},
    "looked_at_it": {"O-7"},
    "looked_at_two": {"O-7"},
    "looked_into_safe": {"O-34"},
    "mama_forbids_killer": {"O-41"},
    "mama_forbids_race": {"O-41"},
    "mama_protects": {"O-41"},
    "must_act": {"O-25"},
    "must_swap": {"O-13"},
    "must_take": {"O-9"},
    "must_trade": {"O-34"},
    "named_already": {"O-25"},
    "no_bucket": {"O-61"},
    "no_free_card": {"O-18", "O-35"},
    "no_free_card_to_swap": {"O-10"},
    "no_race": {"O-17"},
    "no_such_seat": {"O-1"},
    "no_such_slot": {"O-12", "O-18", "O-28", "O-30", "O-32", "O-34", "O-35", "O-42"},
    "not_acting": {"O-24"},
    "not_attacked": {"O-35"},
    "not_for_the_house": {"O-61"},
    "not_your_turn": {"O-9"},
    "nothing_to_decline": {"O-25"},
    "nothing_to_draw": {"O-58"},
    "nothing_to_pass": {"O-14"},
    "one_card_a_turn": {"O-10"},
    "passed_already": {"O-23"},
    "patrol_forbids_call": {"O-49"},
    "patrolled": {"O-43"},
    "pile_empty": {"O-10"},
    "race_is_on": {"O-23"},
    "rivals_only": {"O-29", "O-31", "O-40", "O-42"},
    "same_row": {"O-28"},
    "take_first": {"O-9"},
    "too_late": {"O-21"},
    "unknown_action": {""},
}
SELDOM = {"no_free_card", "no_free_card_to_swap", "mama_forbids_killer", "mama_forbids_race", "nothing_to_draw"}
"""Shown by positions of their own."""


def some_options(rng: Random, number: int) -> dict[str, Any]:
    options: dict[str, Any] = {option.name: rng.choice(option.choices) for option in GAME.offers if option.choices}
    return {**options, "snap_tie_bucket_ms": 50} if number % 3 == 0 else options


def test_refusals_in_random_games_name_these_paragraphs() -> None:
    found: dict[str, set[str]] = defaultdict(set)
    for number in range(40):
        rng = Random(number)
        state = GAME.new(3 + number % 3, number, some_options(rng, number))
        while True:
            if rng.random() < 0.15 or state.over:
                for seat in range(backroom.HOUSE, state.setup.seats + 1):
                    for action in [*range(15), *rng.sample(range(GAME.actions + 1), 200)]:
                        reason = state.why_not(seat, action)
                        if reason is not None:
                            found[reason.code].add(reason.rule)
            if state.over:
                break
            seat = rng.choice([*state.waiting, backroom.HOUSE])
            legal = state.legal(seat)
            if legal and legal[0] == 0 and rng.random() < 0.8:
                legal = legal[1:]
            if legal:
                state.play(seat, rng.choice(legal))
    assert {code: rules - PARAGRAPHS[code] for code, rules in found.items() if rules - PARAGRAPHS[code]} == {}
    assert set(PARAGRAPHS) - set(found) <= SELDOM


def test_all_reasons_are_listed_here() -> None:
    assert set(PARAGRAPHS) == {code.removeprefix("reason.") for code in GAME.phrases if code.startswith("reason.")}


def test_the_seldom_ones() -> None:
    snitch = lay_out("B1", "", "B2", deck="SNI")
    play(snitch, "A take:deck throw", "A snitch:S2 snitch:S3")
    assert refused(snitch, "B killer:1") == backroom.Reason("no_free_card", {}, "O-35")
    race = lay_out("B1", "", "B2", deck="B3")
    play(race, "A take:deck throw")
    assert refused(race, "B pass") == backroom.Reason("no_free_card", {}, "O-18")
    empty = lay_out("", "B1", "B2", deck="B3", pile="B4")
    assert refused(empty, "A take:pile") == backroom.Reason("no_free_card_to_swap", {}, "O-10")
    mama = [{"card": "la_mama", "layer": 2, "holder": 1, "handle": None, "left": 1}]
    swap = lay_out("B1", "KIL", "B2", deck="GAN", lasting=mama)
    play(swap, "A take:deck throw", "A gangster:S2:1 gangster:S3:1")
    assert refused(swap, "B killer:1") == backroom.Reason("mama_forbids_killer", {}, "O-41")
    gone = lay_out("B1", "B2", "B3", rest_to="C")
    assert refused(gone, "A take:deck") == backroom.Reason("nothing_to_draw", {}, "O-58")
