"""B-1 to B-7: the game and its rounds are set up as the rulebook says."""

from __future__ import annotations

from collections import Counter

import pytest

import backroom
from backroom.games.boss.view import BossView
from tests.games.boss.table import GAME, finish_round, seen, table
from tests.rules import rule

NEW_YORK, BOSTON, DETROIT = "new_york", "boston", "detroit"
ALL_CITIES = [NEW_YORK, BOSTON, DETROIT, "kansas_city", "cincinnati", "memphis", "philadelphia"]


def row(view: BossView) -> list[str]:
    return [place.id for place in view.row]


def cards_in_play(view: BossView) -> list[str]:
    return [card for place in view.row for card in place.cards]


@rule("B-1", "B-2", "B-3", "B-4", "B-6", "B-7")
def test_two_players_get_three_cities_and_full_kits() -> None:
    """BT-1."""
    state = GAME.new(2, seed=1)
    view = seen(state)
    assert row(view) == [NEW_YORK, "chicago", BOSTON, DETROIT]
    assert len(cards_in_play(view)) == 13
    assert list(state.dump()["position"]["hidden"]) == [NEW_YORK, BOSTON, DETROIT]
    assert [len(seen(state, seat).hand) for seat in range(2)] == [5, 5]
    for player in view.players:
        assert (player.veterans, player.rookies, player.money, player.bans) == (6, 3, 0, ())
    assert (view.police, view.police_left) == ((), 5)


@rule("B-3", "B-4", "B-7", "B-41")
def test_three_players_add_kansas_city_and_cincinnati() -> None:
    """BT-2."""
    state = GAME.new(3, seed=1)
    assert row(seen(state)) == [NEW_YORK, "chicago", BOSTON, DETROIT, "kansas_city", "cincinnati"]
    assert len(cards_in_play(seen(state))) == 20
    assert len(state.dump()["position"]["hidden"]) == 5
    assert [len(seen(state, seat).hand) for seat in range(3)] == [5, 5, 5]
    finish_round(state)
    assert row(seen(state)) == [NEW_YORK, BOSTON, "chicago", DETROIT, "kansas_city", "cincinnati"]


@rule("B-3", "B-7")
@pytest.mark.parametrize("seed", range(10))
def test_four_players_use_everything(seed: int) -> None:
    """BT-3."""
    state = GAME.new(4, seed=seed)
    assert row(seen(state)) == [NEW_YORK, "chicago", *ALL_CITIES[1:]]
    hidden = state.dump()["position"]["hidden"]
    assert list(hidden) == ALL_CITIES, "no card lies under Chicago"
    assert all(card.startswith(f"{city}:") for city, card in hidden.items())
    hands = [card for seat in range(4) for card in seen(state, seat).hand]
    assert len(hands) == 4 * 5
    assert sorted([*hidden.values(), *hands]) == sorted(cards_in_play(seen(state)))
    assert len(cards_in_play(seen(state))) == 27


@rule("B-1")
@pytest.mark.parametrize("seats", [-1, 0, 1, 6])
def test_nobody_else_can_sit_down(seats: int) -> None:
    with pytest.raises(backroom.BadSeats, match="Boss takes 2 to 5 seats"):
        GAME.new(seats)


@rule("B-1", "B-10")
def test_play_goes_clockwise_from_the_marker() -> None:
    state = table(4, marker=2)
    assert seen(state).order == (2, 3, 0, 1)


@rule("B-3")
@pytest.mark.parametrize(("seats", "cities"), [(2, 3), (3, 5), (4, 7), (5, 7)])
def test_a_city_out_of_play_stays_out_for_the_whole_game(seats: int, cities: int) -> None:
    state = GAME.new(seats, seed=5)
    rounds = 0
    while not state.over:
        assert sorted(row(seen(state))) == sorted([*ALL_CITIES[:cities], "chicago"])
        finish_round(state)
        rounds += 1
    assert rounds >= 3
    assert all(set(payout.opened) == set(ALL_CITIES[:cities]) for payout in seen(state).rounds)


@rule("B-5")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_first_marker_is_drawn_by_lot(seats: int) -> None:
    draws = Counter(seen(GAME.new(seats, seed=seed)).marker for seed in range(100 * seats))
    assert sorted(draws) == list(range(seats))
    assert all(60 < count < 140 for count in draws.values()), draws


@rule("B-6")
def test_the_police_pile_is_shuffled_once_and_never_again() -> None:
    orders = set()
    for seed in range(200):
        state = GAME.new(2, seed=seed)
        pile = state.dump()["position"]["police"]
        orders.add(str(pile))
        if seed < 20:
            while not state.over:
                finish_round(state)
                assert state.dump()["position"]["police"] == pile
            assert list(seen(state).police) == pile[: len(seen(state).police)]
    assert len(orders) == 30, "two gold, two silver and one with both can lie in thirty orders"


@rule("B-7")
def test_every_card_is_hidden_about_as_often_as_the_others_of_its_city() -> None:
    games = 600
    hidden: Counter[str] = Counter()
    for seed in range(games):
        hidden.update(GAME.new(4, seed=seed).dump()["position"]["hidden"].values())
    for place in seen(GAME.new(4)).row:
        for card in place.cards:
            expected = games / len(place.cards)
            assert 0.7 * expected < hidden[card] < 1.3 * expected, (card, hidden[card])


@rule("B-7")
def test_every_hand_gets_every_card_about_as_often() -> None:
    games = 600
    held: Counter[tuple[int, str]] = Counter()
    for seed in range(games):
        hands = GAME.new(3, seed=seed).dump()["position"]["hands"]
        held.update((seat, card) for seat, hand in enumerate(hands) for card in hand)
    for place in seen(GAME.new(3)).row:
        for card in place.cards:
            expected = games * (len(place.cards) - 1) / len(place.cards) / 3
            for seat in range(3):
                assert 0.7 * expected < held[seat, card] < 1.3 * expected, (seat, card)


@rule("B-7", "B-43")
def test_every_round_is_dealt_anew() -> None:
    state = GAME.new(4, seed=3)
    deals = []
    while not state.over:
        position = state.dump()["position"]
        deals.append((position["hidden"], position["hands"]))
        finish_round(state)
    assert len(deals) >= 3
    assert all(deals[at] != deals[at - 1] for at in range(1, len(deals)))


def test_the_house_cards_are_those_of_the_rulebook_chapter() -> None:
    cards = cards_in_play(seen(GAME.new(4)))
    faces = Counter(card.split(":")[1] for card in cards)
    assert sum(int(face) * count for face, count in faces.items() if face.isdecimal()) == 45
    assert {face: faces[face] for face in ("gun", "prison", "hospital", "ban", "0")} == {
        "gun": 3,
        "prison": 2,
        "hospital": 1,
        "ban": 1,
        "0": 1,
    }
