from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import msgspec
import pytest

from backroom.games.corleone.state import Corleone
from tests.games.corleone.table import GAME, JOBS, A, B, C, D, cards, hand, laid_out, opened, play
from tests.rules import rule


def worlds(state: Corleone, seat: int | None, count: int, seed: int = 1) -> list[Corleone]:
    chooser = Random(seed)
    view = state.view(seat)
    found = []
    for _ in range(count):
        world = GAME.imagine(view, chooser)
        assert isinstance(world, Corleone)
        found.append(world)
    return found


@rule("C-2", "C-10")
def test_bills_and_goods_of_others_are_known_and_their_jobs_are_not() -> None:
    state = opened(3, 8)
    for world in worlds(state, A, 20):
        for rival in (B, C):
            assert hand(world, rival)[:3] == cards(1, 2, 3)
    jobs = Counter(name for world in worlds(state, A, 4000) for name in hand(world, B)[3:])
    unseen = set(JOBS) - set(hand(state, A)) - {name for name in state.view(A).public if name}
    assert set(jobs) == unseen
    expected = 8000 / len(unseen)
    assert all(abs(count - expected) < 6 * expected**0.5 for count in jobs.values())


def test_jobs_of_an_old_shuffle_are_dealt_from_that_shuffle() -> None:
    state = laid_out(
        3,
        {B: ["job-y01"], C: ["job-y02"]},
        discard=["job-y03", "job-y04", "job-y05"],
        rest_with=A,
        mover=A,
    )
    play(state, A, "thug:biz-p6", "look:jobs")
    kept = state.view(A).pending[-1].names[0]
    play(state, A, f"keep:{kept}", "take:bill-2")
    seen = {(tuple(hand(world, B)), tuple(hand(world, C))) for world in worlds(state, A, 60)}
    assert seen == {(("job-y01",), ("job-y02",)), (("job-y02",), ("job-y01",))}
    other = {hand(world, A)[-1] for world in worlds(state, B, 60)}
    assert other == {"job-y03", "job-y04", "job-y05"} - set(state.view(B).discard)


def stolen_from(hands: dict[int, list[str]], seed: int) -> Corleone:
    """A has taken an unseen card from B, before C's eyes; the job paid $2."""
    state = laid_out(3, {A: ["gun", "booze", "blood_money", "job-y05"], **hands}, mover=A, act=1)
    state.luck = seed
    play(state, A, "job:job-y05", "pay:g0b0m0:money-first", "rival:2")
    return state


@pytest.mark.parametrize("seed", [3, 77, 991, 5555, 80808])
def test_worlds_after_a_theft_are_exactly_those_that_can_be(seed: int) -> None:
    """C enumerates: any of B's cards may have gone, as likely as each other."""
    state = stolen_from({B: cards(1, 1, 5, "gun")}, seed)
    expected: Counter[tuple[str, ...]] = Counter()
    for staying in combinations(cards(1, 1, 5, "gun"), 3):
        expected[tuple(sorted(staying))] += 1
    found = Counter(tuple(sorted(hand(world, B))) for world in worlds(state, C, 4000))
    assert set(found) == set(expected)
    for world, ways in expected.items():
        assert abs(found[world] - 1000 * ways) < 180
    assert len({tuple(hand(world, B)) for world in worlds(state, A, 30)}) == 1  # A saw it
    assert len({tuple(hand(world, A)) for world in worlds(state, B, 30)}) == 1  # and B misses it


def test_what_is_given_away_later_tells_what_was_taken() -> None:
    """A spends a gun after the theft; he had none of his own, so it was B's."""
    for seed in range(1, 200, 7):
        state = stolen_from({B: cards(1, "gun")}, seed)
        if "gun" in hand(state, A):
            break
    play(state, B, "thug:biz-p3") if state.waiting == (B,) else None
    while state.waiting != (A,):
        state.play(
            state.waiting[0],
            GAME.action("done")
            if state.may(state.waiting[0], GAME.action("done"))
            else state.legal(state.waiting[0])[0],
        )
    play(state, A, "family:uws_ues_cp", "use:swap-good", "discard:gun", "take:gun")
    assert all("gun" not in hand(world, B) for world in worlds(state, C, 50))
    assert all("gun" not in entry.card for entry in state.view(C).memory.trail[:1])


def test_a_levy_without_a_bill_tells_that_none_is_left() -> None:
    state = stolen_from({B: cards(5, "gun"), C: cards("booze", "gun", "job-g03")}, 12345)
    while state.waiting != (C,):
        seat = state.waiting[0]
        legal = state.legal(seat)
        done = GAME.action("done")
        state.play(seat, done if done in legal else legal[0])
    before = {tuple(sorted(hand(world, B))) for world in worlds(state, C, 80)}
    assert len(before) >= 2
    play(state, C, "job:job-g03", "pay:g0b0m0:money-first", "use:step")
    for seat in (A, B):
        if seat in state.waiting:
            state.play(seat, state.legal(seat)[-1])
    true = hand(state, B)
    bills = [card for card in true if card.startswith("bill")]
    for world in worlds(state, C, 40):
        assert bool([card for card in hand(world, B) if card.startswith("bill")]) == bool(bills)


def test_sealed_bids_of_others_are_any_they_could_have_sealed() -> None:
    state = laid_out(3, phase="bribery", allies=["ally-1-1", "ally-1-2"], suitcases={B: (1, 0, 0, 1), C: (0, 1, 0, 0)})
    play(state, B, "bid:5", "seal")
    bids = Counter(tuple(world.laid[B]) for world in worlds(state, A, 400))
    assert set(bids) == {(), (0,), (3,), (0, 3)}
    assert all(world.laid[C] == [] for world in worlds(state, A, 20))  # C has not sealed: it is still his to decide


def test_cards_given_to_the_don_are_any_of_the_hand() -> None:
    state = laid_out(3, {A: ["gun"] * 6, B: cards(1, 1, 1, 2, 2, 5)}, phase="tribute")
    play(state, B, "discard:bill-5")
    laid = {tuple(world.laid[B]) for world in worlds(state, A, 300)}
    assert laid == {(0,), (1,), (3,)}


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_equal_views_are_equal_bytes(seats: int) -> None:
    chooser = Random(seats)
    state = opened(seats, 40 + seats)
    while not state.over:
        if chooser.random() < 0.05:
            for seat in (*range(seats), None):
                view = state.view(seat)
                world = GAME.imagine(view, chooser)
                assert msgspec.json.encode(world.view(seat)) == msgspec.json.encode(view)
        seat = chooser.choice(state.waiting)
        state.play(seat, chooser.choice(state.legal(seat)))


@pytest.mark.parametrize("seed", [2, 3, 5, 7, 13, 28])
def test_worlds_fit_long_trails(seed: int) -> None:
    """Games full of thefts, looked at from everywhere, also from within an imagined world."""
    chooser = Random(seed)
    seats = 2 + seed % 4
    state = opened(seats, seed)
    looked = 0
    while not state.over:
        if state.trailed and chooser.random() < 0.2:
            seat = chooser.choice([*range(seats), None])
            world = GAME.imagine(state.view(seat), chooser)
            assert world.view(seat) == state.view(seat)
            other = chooser.randrange(seats)
            assert GAME.imagine(world.view(other), chooser).view(other) == world.view(other)
            looked += 1
        seat = chooser.choice(state.waiting)
        legal = state.legal(seat)
        eager = [at for at in legal if GAME.token(at).startswith(("job", "rival", "take", "keep", "use"))]
        state.play(seat, chooser.choice(eager if eager and chooser.random() < 0.8 else legal))
    assert looked > 5


def test_tiles_face_down_are_any_of_those_unseen() -> None:
    state = opened(3, 6)
    first = {world.blue[-1] for world in worlds(state, A, 200)}
    assert first == set(state.rules.blue) - {state.plots[0]}
    assert {world.red[-1] for world in worlds(state, None, 200)} == set(state.rules.red)


def stolen_twice(seed: int) -> Corleone:
    """A takes an unseen card from B, then C takes one from A; D looks on."""
    state = laid_out(
        4,
        {
            A: ["gun", "booze", "blood_money", "job-y05"],
            B: cards(1, "gun", "gun"),
            C: ["gun", "booze", "blood_money", "job-s07"],
        },
        tiles={"wall_street": "tile-b1", "brooklyn": "tile-b2"},
        river=["1 don", "1 thug", "1 thug", "3 don", "3 thug", "3 thug"],
        mover=A,
    )
    state.luck = seed
    play(state, A, "job:job-y05", "pay:g0b0m0:money-first", "rival:2")
    play(state, C, "job:job-s07", "pay:g0b0m0:money-first", "done", "rival:1")
    return state


def test_worlds_after_two_thefts_are_those_of_an_enumeration() -> None:
    """Every way the two thefts can have gone, weighed by the cards: B's card of three, then A's card of two."""
    state = stolen_twice(7)
    expected: Counter[tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = Counter()
    start = cards(1, "gun", "gun")
    for first in range(3):
        left = tuple(sorted(start[:first] + start[first + 1 :]))
        his = [start[first], "bill-3"]
        for second in range(2):
            expected[(his[1 - second],), left, tuple(sorted(["bill-3", his[second]]))] += 1
    found = Counter(
        (tuple(hand(world, A)), tuple(sorted(hand(world, B))), tuple(sorted(hand(world, C))))
        for world in worlds(state, D, 3000)
    )
    assert set(found) == set(expected)
    for world, ways in expected.items():
        assert abs(found[world] - 500 * ways) < 150


def test_what_happens_next_rules_worlds_out_for_good() -> None:
    """A launders the $1 that he can only have from B, and later takes a new bill: it stays B's for all that."""
    for seed in range(1, 400):
        state = stolen_twice(seed)
        if "bill-1" in hand(state, A):
            break
    play(state, A, "thug:biz-p3", "launder:1")
    for world in worlds(state, D, 200):
        assert hand(world, A) == []
        assert hand(world, B) == ["gun", "gun"]
        assert hand(world, C) == cards(3, 3)


def test_who_loses_a_job_to_a_thief_knows_where_it_is() -> None:
    """Also when it may have been taken on from there, and once it has been discarded and drawn again."""
    state = laid_out(
        3, {A: ["gun", "blood_money", "job-s04"], B: ["job-g01", "job-g02"], C: ["job-y01"]}, mover=A, act=1
    )
    play(state, A, "job:job-s04", "pay:g0b0m0:money-last", "rival:2")
    for world in worlds(state, B, 40):
        assert hand(world, A) == cards(2, "job-g01", "job-g02")
    third = {tuple(hand(world, A)[1:]) for world in worlds(state, C, 300)}
    assert len(third) > 100  # C knows that there are two jobs, and none of them
    assert all(len(jobs) == 2 and "job-y01" not in jobs for jobs in third)
    assert {tuple(hand(world, B)) for world in worlds(state, A, 30)} == {()}
