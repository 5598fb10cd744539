"""O-1 to O-8: seats, the first start, rows, the safe, the deck, first looks, later starters."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import backroom
from backroom.games.omerta import GAME
from backroom.games.omerta.cards import FACE
from backroom.games.omerta.rounds import next_starter
from backroom.games.omerta.state import Omerta
from tests.games.omerta.tables import SEATS, all_cards, kinds, lay_out, may, play, refused, told
from tests.rules import rule


def opened(seats: int, seed: int = 1, **options: object) -> Omerta:
    state = GAME.new(seats, seed, options)
    assert isinstance(state, Omerta)
    return state


@rule("O-1", "O-3", "O-4", "O-5", "O-6")
@pytest.mark.parametrize(("seats", "deck"), [(3, 44), (4, 40), (5, 36)])
def test_ot_1_the_set_up(seats: int, deck: int) -> None:
    state = opened(seats)
    assert [len(row) for row in state.rows] == [4] * seats
    assert (len(state.safe), len(state.deck), state.pile) == (4, deck, [])
    assert sum(all_cards(state).values()) == 60
    open_card = opened(seats, start_discard="one_open")
    assert (len(open_card.deck), len(open_card.pile)) == (deck - 1, 1)
    assert open_card.view(0).phase == "peek"
    with pytest.raises(backroom.BadSeats):
        GAME.new(2)


@rule("O-6", "O-24")
def test_the_open_card_at_the_start_sets_nothing_off() -> None:
    tops = set()
    for seed in range(60):
        state = opened(3, seed, start_discard="one_open")
        tops.add(state.pile[0])
        for seat in range(3):
            state.play(seat, GAME.action("peek:1"))
            state.play(seat, GAME.action("peek:2"))
        assert state.view(None).phase == "begin"
        assert may(state, "ABC"[state.active]) == ["call", "take:deck", "take:pile"]
    assert {11, 14, 15} & tops
    assert tops & set(range(1, 11))


@rule("O-4")
def test_every_card_can_be_dealt_to_every_place() -> None:
    first = Counter(opened(3, seed).rows[0][0] & FACE for seed in range(1200))
    assert set(first) == set(range(1, 22))
    assert all(45 < first[number] < 125 for number in range(1, 11))


@rule("O-1", "O-9")
def test_turns_go_clockwise() -> None:
    state = lay_out("B1 B1", "B2 B2", "B3 B3", active=2, deck="WIT WIT ALI")
    order = []
    for _ in range(3):
        order.append("ABC"[state.active])
        play(state, f"{order[-1]} take:deck throw")
    assert order == ["C", "A", "B"]
    assert state.active == 2


@rule("O-2")
def test_ot_2_famous_gangsters_are_drawn_until_somebody_has_al_capone() -> None:
    counts: Counter[int] = Counter()
    draws = set()
    for seed in range(600):
        view = opened(3, seed).view(None)
        assert all("al_capone" not in drawn for drawn in view.famous[:-1])
        assert view.famous[-1].index("al_capone") == view.starter == view.active
        assert all(len(set(drawn)) == 3 for drawn in view.famous)
        counts[view.starter] += 1
        draws.add(len(view.famous))
    assert {1, 2, 3} <= draws
    assert all(150 < counts[seat] < 250 for seat in range(3))
    assert {len(opened(5, seed).view(None).famous) for seed in range(50)} == {1}
    again = [drawn for seed in range(600) for drawn in opened(3, seed).view(None).famous[:-1]]
    assert {name for drawn in again for name in drawn} == {
        "charles_luciano", "virginia_hill", "johnny_torrio", "bugs_moran",
    }  # fmt: skip


@rule("O-7", "O-15")
def test_ot_3_everybody_looks_at_two_cards() -> None:
    state = opened(3)
    state.listen()
    play(state, "A peek:1")
    assert refused(state, "A peek:1").rule == "O-7"
    assert refused(state, "A take:deck").rule == "O-7"
    play(state, "A peek:3")
    assert refused(state, "A peek:2").code == "looked_at_two"
    assert state.waiting == (1, 2)
    seen = state.view(0)
    assert [handle for handle, _ in seen.look] == [0, 2]
    assert [record.backs for record in seen.records] == [(0,), (2,)]
    assert all(not back.seen for back in state.view(1).rows[0]), "which slots, shows when all have looked"
    assert told(state) == []
    play(state, "C peek:4 peek:2", "B peek:2 peek:1")
    assert state.view(1).phase == "begin"
    events = told(state, "B")
    assert [(event["seat"], event["slots"]) for event in events] == [(0, [1, 3]), (1, [1, 2]), (2, [2, 4])]
    assert ["cards" in event for event in events] == [False, True, False]
    assert [back.seen for back in state.view(1).rows[0]] == [(0,), (), (0,), ()]
    assert refused(state, "B peek:3").rule == "O-15"
    assert not [token for token in map(GAME.token, range(GAME.actions)) if token.startswith("peek:S")]


@rule("O-15", "O-60")
def test_a_look_ends_with_the_next_discard() -> None:
    state = opened(3)
    play(state, "A peek:1 peek:2", "B peek:1 peek:2", "C peek:1 peek:2")
    assert len(state.view(0).look) == 2
    mover = "ABC"[state.active]
    play(state, f"{mover} take:deck throw")
    assert state.view(0).look == ()
    assert len(state.view(0).records) >= 2


@rule("O-8")
def test_ot_30_who_starts_the_later_rounds() -> None:
    assert next_starter([12, 0, 31], 0) == 2
    assert next_starter([30, 31, 31], 2) == 1
    assert next_starter([18, 5, 18, 0], 2) == 0
    assert next_starter([0, 0, 0], 1) == 2
    assert next_starter([9, 3, 3], 0) == 0
    state = lay_out("B1", "B2", "B3", totals=[12, 0, 28], starter=0)
    play(state, "A call")
    assert (state.ledger.round, state.ledger.starter, state.active) == (2, 2, 2)
    assert state.ledger.totals == [12, 2, 31]


@rule("O-3", "O-57", "O-8")
def test_ot_30_after_as_many_rounds_as_players_the_fewest_points_win() -> None:
    state = lay_out("B3", "B5 B5", "B10 B5", totals=[40, 30, 40], round=3, starter=1)
    play(state, "A call")
    assert state.over
    assert state.scores() == [40, 40, 55]
    assert state.ranks() == [1, 1, 3]
    assert kinds(state)[-1] == "over"
    assert refused(state, "A take:deck").rule == "O-57"
    assert all(state.legal(seat) == [] for seat in SEATS.values())


@rule("O-57")
def test_with_final_tie_last_round_fewer_points_in_the_last_round_decide() -> None:
    past = [{"caller": 0, "rows": [[], [], []], "sums": [0, 0, 0], "points": [0, 0, 0]}] * 2
    tied: dict[str, Any] = {"totals": [40, 30, 40], "round": 3, "past": past, "options": {"final_tie": "last_round"}}
    state = lay_out("B3", "B5 B5", "B10 B5", **tied)
    assert state.ranks() == [2, 1, 2]
    play(state, "A call")
    assert state.ranks() == [1, 2, 3]
    again = GAME.load(state.dump())
    assert again.ranks() == [1, 2, 3]


@rule("O-3")
def test_a_game_has_as_many_rounds_as_players() -> None:
    for seats in (3, 4, 5):
        state = opened(seats)
        while not state.over:
            seat = state.waiting[0]
            state.play(seat, state.legal(seat)[0])
        assert len(state.view(None).past) == seats
        assert [sum(column) for column in zip(*[past.points for past in state.view(None).past], strict=True)] == (
            state.scores()
        )
