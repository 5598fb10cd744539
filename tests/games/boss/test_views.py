"""B-8: who knows what. A view tells all that was ever open, and nothing else."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations, product
from random import Random
from typing import Any

import msgspec
import pytest

import backroom
from backroom.games.boss.state import Boss
from backroom.games.boss.view import BossView
from tests.games.boss.table import GAME, A, B, finish_round, loaded, pass_to_lap, seen, table
from tests.rules import rule

TWO_LAPS = """
S1 send:detroit:1v lay:new_york:2
S2 send:boston:2v1r lay:cincinnati:4
S3 stay lay:new_york:3
S1 stay lay:kansas_city:2
S2 stay lay:new_york:1
S3 stay lay:cincinnati:2
"""


def encoded(state: backroom.State, seat: int | None) -> bytes:
    return msgspec.json.encode(state.view(seat))


def random_game(seats: int, seed: int, moves: int) -> Boss:
    """A game in progress, after so many random moves."""
    state, chooser = GAME.new(seats, seed), Random(seed)
    for _ in range(moves):
        if not state.over:
            seat = state.waiting[0]
            state.play(seat, chooser.choice(state.legal(seat)))
    assert isinstance(state, Boss)
    return state


@rule("B-8", "B-21")
def test_a_rival_sees_the_backs_of_a_hand_and_all_that_lies_open() -> None:
    """BT-12."""
    state = table(
        3, turns=TWO_LAPS, hands={A: "boston:3 detroit:1 detroit:gun"}, money=[3, 1, 4], hidden={"detroit": "detroit:4"}
    )
    view = seen(state, B)
    assert view.players[A].backs == {"boston": 1, "detroit": 2}
    assert view.hand == tuple(state.dump()["position"]["hands"][B])
    places = {place.id: place for place in view.row}
    assert places["new_york"].open == ("new_york:2", "new_york:3", "new_york:1")
    assert places["boston"].cubes == ((0, 0), (2, 1), (0, 0))
    assert places["detroit"].cubes == ((1, 0), (0, 0), (0, 0))
    assert view.scores == (3, 1, 4)
    assert (places["detroit"].leader, places["boston"].leader, places["chicago"].leader) == (A, B, None)
    assert places["kansas_city"].cards == ("kansas_city:2", "kansas_city:3", "kansas_city:gun")
    fields = msgspec.structs.asdict(view).keys() | msgspec.structs.asdict(view.players[A]).keys()
    assert not fields & {"hidden", "hands", "seed"}


@rule("B-8")
def test_everybody_sees_who_is_away_and_where_he_is_banned() -> None:
    state = table(
        3,
        hospital=[1, 0, 0],
        prison=[(1, 1), (0, 0), (0, 0)],
        dead=[0, 2, 0],
        spent=[0, 0, 3],
        bans=[[], ["detroit"], []],
        in_round=3,
        marker=1,
    )
    for seat in (None, 0, 1, 2):
        view = seen(state, seat)
        first, second, third = view.players
        assert (first.hospital, first.prison, first.veterans) == (1, (1, 1), 3)
        assert (second.dead, second.bans, second.veterans) == (2, ("detroit",), 4)
        assert (third.spent, third.rookies) == (3, 0)
        assert (view.police, view.police_left, view.marker) == (((1, 0), (1, 0)), 3, 1)


@rule("B-8", "B-22")
@pytest.mark.parametrize(
    ("held", "city", "left"),
    [
        ("detroit:gun", "detroit", {"detroit:1", "detroit:2", "detroit:3", "detroit:4"}),
        ("philadelphia:gun", "philadelphia", {"philadelphia:3", "philadelphia:prison"}),
        ("kansas_city:gun", "kansas_city", {"kansas_city:2", "kansas_city:3"}),
    ],
)
def test_what_one_holds_is_not_hidden(held: str, city: str, left: set[str]) -> None:
    """BT-13."""
    filler = "new_york:0 new_york:1 memphis:1 boston:1"
    state = table(4, hands={A: f"{held} {filler}"})
    rng = Random(1)
    view = state.view(A)
    assert {GAME.imagine(view, rng).dump()["position"]["hidden"][city] for _ in range(200)} == left


@rule("B-8")
def test_what_a_seat_may_not_know_changes_no_byte_of_what_it_sees() -> None:
    state = table(3, turns=TWO_LAPS, hands={A: "boston:3", B: "detroit:1 boston:1", 2: "detroit:2 boston:2"})
    position = state.dump()["position"]
    hands = [set(hand) for hand in position["hands"]]
    others: list[dict[str, Any]] = []
    swapped = [set(hand) for hand in hands]  # two rivals exchange fronts with the same backs
    for mine, theirs in (("detroit:1", "detroit:2"), ("boston:1", "boston:2")):
        swapped[1] = swapped[1] - {mine} | {theirs}
        swapped[2] = swapped[2] - {theirs} | {mine}
    others.append({"hands": [sorted(hand) for hand in swapped]})
    under = position["hidden"]["detroit"]  # a rival holds what was hidden
    exchanged = [hands[0], hands[1] - {"detroit:1"} | {under}, hands[2]]
    others.append(
        {"hands": [sorted(hand) for hand in exchanged], "hidden": position["hidden"] | {"detroit": "detroit:1"}}
    )
    others.append({"police": position["police"][::-1]})
    for other in others:
        twin = loaded({**state.dump(), "position": {**position, **other}})
        assert twin.dump() != state.dump()
        assert encoded(twin, A) == encoded(state, A)
        assert encoded(twin, None) == encoded(state, None)
        assert twin.legal(A) == state.legal(A)
        if other.get("hands"):
            assert encoded(twin, B) != encoded(state, B), "the rival's own view shows that something was exchanged"
    reseeded = loaded({**state.dump(), "seed": str(2**127 + 12345)})
    assert all(encoded(reseeded, seat) == encoded(state, seat) for seat in (0, 1, 2, None))


@rule("B-8")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_world_dealt_otherwise_looks_the_same_from_the_seat(seats: int) -> None:
    for seed in range(6):
        state = random_game(seats, seed, 25 * seed)
        for seat in (*range(seats), None):
            rng = Random(seed)
            dealt = set()
            for _ in range(20):
                world = GAME.imagine(state.view(seat), rng)
                dealt.add(json.dumps(world.dump()["position"]))
                assert encoded(world, seat) == encoded(state, seat)
            assert len(dealt) > 1 or state.over, "otherwise nothing was dealt otherwise"


@rule("B-8")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_no_view_names_the_seed_or_a_card_it_must_not_name(seats: int) -> None:
    for seed in range(8):
        state = random_game(seats, 2**120 + seed, 2 * seed)
        assert seen(state).round == 1
        position = state.dump()["position"]
        for seat in (*range(seats), None):
            view = seen(state, seat)
            text = encoded(state, seat).decode()
            assert state.dump()["seed"] not in text
            assert backroom.Record.of(state).seed_sha256 not in text
            row = tuple(msgspec.structs.replace(place, cards=()) for place in view.row)  # every city lists its cards
            text = msgspec.json.encode(msgspec.structs.replace(view, row=row)).decode()
            secret = [*position["hidden"].values()]
            secret += [card for other in range(seats) if other != seat for card in position["hands"][other]]
            assert not [card for card in secret if f'"{card}"' in text or f'lay:{card}"' in text]
            for card in view.hand:
                assert f'"{card}"' in text, "the search would find a card that is named"


@rule("B-8", "B-6")
def test_of_the_police_pile_only_the_open_cards_and_the_number_left_are_seen() -> None:
    views = set()
    for pile in ("G G S S GS", "G GS S S G", "G S GS G S"):
        state = table(2, police=pile)
        pass_to_lap(state, 4)
        views.add(encoded(state, A))
        assert (seen(state).police, seen(state).police_left) == (((1, 0),), 4)
    assert len(views) == 1


@rule("B-8")
@pytest.mark.parametrize("seats", [2, 4])
def test_what_was_ever_open_stays_known(seats: int) -> None:
    state = random_game(seats, 5, 0)
    chooser = Random(5)
    told: list[list[tuple[int, str]]] = [[]]
    hidden = [state.dump()["position"]["hidden"]]
    while not state.over:
        seat = state.waiting[0]
        action = chooser.choice(state.legal(seat))
        before = seen(state).round
        state.play(seat, action)
        told[-1].append((seat, GAME.token(action)))
        if not state.over and seen(state).round != before:
            told.append([])
            hidden.append(state.dump()["position"]["hidden"])
        if chooser.random() < 0.3:
            for viewer in (*range(seats), None):
                view = seen(state, viewer)
                assert [list(payout.moves) for payout in view.rounds] == told[: len(view.rounds)]
                assert [payout.opened for payout in view.rounds] == hidden[: len(view.rounds)]
                if not state.over:
                    assert list(view.moves) == told[-1]
    assert len(seen(state).rounds) == len(told) >= 3


@rule("B-8")
def test_a_spectator_sees_the_table_and_no_hand() -> None:
    state = table(2, turns="S1 send:boston:1v lay")
    mine, theirs = msgspec.structs.asdict(seen(state, A)), msgspec.structs.asdict(seen(state, None))
    assert theirs["hand"] == ()
    assert {name for name in mine if mine[name] != theirs[name]} == {"seat", "hand"}


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_there_is_no_view_from_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(backroom.BadSeats, match="no seat"):
        table(2).view(seat)


def test_a_view_survives_its_own_encoding() -> None:
    state = random_game(4, 9, 100)
    for seat in (*range(4), None):
        assert msgspec.json.decode(encoded(state, seat), type=BossView) == state.view(seat)


def splits(cards: list[str], sizes: list[int]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Every way to deal cards into heaps of these sizes."""
    if not sizes:
        yield ()
        return
    for heap in combinations(cards, sizes[0]):
        for rest in splits([card for card in cards if card not in heap], sizes[1:]):
            yield (heap, *rest)


def worlds(view: BossView) -> set[str]:
    """Every world that fits a view, counted out by hand: each is as likely as the others."""
    rivals = [seat for seat in range(view.seats) if seat != view.seat]
    by_city = []
    for place in view.row:
        if place.cards:
            unseen = [card for card in place.cards if card not in view.hand and card not in place.open]
            by_city.append(list(splits(unseen, [1, *(view.players[seat].backs.get(place.id, 0) for seat in rivals)])))
    pile = [(1, 0), (1, 0), (0, 1), (0, 1), (1, 1)]
    for card in view.police:
        pile.remove(card)
    found = set()
    for dealt in product(*by_city):
        hidden = [city[0][0] for city in dealt]
        hands = [sorted(card for city in dealt for card in city[1 + at]) for at in range(len(rivals))]
        found |= {str((hidden, hands, order)) for order in permutations(pile)}
    return found


def world_of(state: backroom.State, view: BossView) -> str:
    position = state.dump()["position"]
    order = {place.id: at for at, place in enumerate(view.row)}
    hidden = [position["hidden"][city] for city in sorted(position["hidden"], key=order.__getitem__)]
    hands = [sorted(hand) for seat, hand in enumerate(position["hands"]) if seat != view.seat]
    return str((hidden, hands, tuple(tuple(card) for card in position["police"][len(view.police) :])))


@rule("B-8")
@pytest.mark.parametrize(("seats", "in_round", "lap"), [(2, 3, 5), (2, 3, 4), (2, 4, 3), (3, 3, 5)])
def test_every_world_that_fits_a_view_is_imagined_as_often_as_the_others(seats: int, in_round: int, lap: int) -> None:
    state = table(seats, in_round=in_round, police="G S G S GS")
    pass_to_lap(state, lap)
    view = seen(state, state.waiting[0])
    possible = worlds(view)
    assert world_of(state, view) in possible
    assert 4 <= len(possible) <= 400
    rng = Random(2024)
    each = 60
    imagined = Counter(world_of(GAME.imagine(view, rng), view) for _ in range(each * len(possible)))
    assert set(imagined) == possible
    chi_squared = sum((count - each) ** 2 / each for count in imagined.values())
    freedom = len(possible) - 1
    assert abs(chi_squared - freedom) < 5 * (2 * freedom) ** 0.5, "five standard deviations"


@rule("B-7", "B-8")
def test_the_worlds_that_fit_a_view_are_as_likely_in_real_deals() -> None:
    """What `imagine` assumes: given the backs and one's own hand, every card of a city is hidden as often."""
    hidden: Counter[tuple[int, bool]] = Counter()
    for seed in range(4000):
        state = GAME.new(2, seed=seed)
        view = seen(state, A)
        if view.players[B].backs.get("boston") == 2:
            own = next(card for card in view.hand if card.startswith("boston"))
            under = state.dump()["position"]["hidden"]["boston"]
            others = sorted({"boston:1", "boston:2", "boston:3", "boston:prison"} - {own})
            hidden[others.index(under), True] += 1
    total = sum(hidden.values())
    assert total > 900
    assert all(abs(count - total / 3) < 4 * (total * 2 / 9) ** 0.5 for count in hidden.values()), hidden


@rule("B-43")
def test_imagined_worlds_deal_the_next_round_each_in_its_own_way() -> None:
    state = table(2)
    pass_to_lap(state, 5)
    rng = Random(3)
    deals = set()
    for _ in range(20):
        world = GAME.imagine(state.view(A), rng)
        finish_round(world)
        deals.add(str(world.dump()["position"]["hands"]))
    assert len(deals) > 15
