"""O-60: what each player knows, what nobody may learn, and worlds that fit."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import backroom
from backroom.games.omerta import GAME
from backroom.games.omerta.cards import FACE, FACE_NAMES, HANDLE, SEEN, SHOWN
from backroom.games.omerta.state import Omerta
from backroom.games.omerta.table import PEEKING, SEALED
from backroom.games.omerta.view import OmertaView
from tests.games.omerta.tables import SEATS, SHORT, all_cards, handle, known, lay_out, play, records, row
from tests.rules import rule


@rule("O-29", "O-43", "O-60")
def test_ot_13_what_one_still_knows_after_a_lady() -> None:
    patrol = [{"card": "patrol", "layer": 0, "holder": 1, "handle": 4, "left": 2}]
    seen: dict[str, Any] = {"A": [("B", 1)], "B": [("B", 1), ("B", 2)]}
    state = lay_out("?", "B5 B7 KIL B2", "?", deck="LAD B10 WIT", lasting=patrol, active=2, seen=seen)
    play(state, "C take:deck throw lady:S2", "B pass")
    new = tuple(sorted(handle(state, "B", slot) for slot in (1, 2, 3)))
    assert handle(state, "B", 4) == 4
    assert known(state, "A") == {("B5", new)}
    assert known(state, "B") == {("B5", new), ("B7", new)}
    assert known(state, "C") == known(state, None) == set()
    killer = row(state, "B").split().index("KIL") + 1
    shown = handle(state, "B", killer)
    rest = tuple(at for at in new if at != shown)
    play(state, "A take:deck throw", f"B snap:{killer}")
    assert known(state, "A") == {("B5", rest), ("KIL", (shown,))}
    assert known(state, "B") == {("B5", rest), ("B7", rest), ("KIL", (shown,))}
    assert known(state, "C") == known(state, None) == {("KIL", (shown,))}


@rule("O-60")
def test_a_record_ends_when_its_card_goes_onto_the_pile() -> None:
    seen: dict[str, Any] = {"A": [("A", 1), ("B", 1)], "ALL": [("C", 1)]}
    state = lay_out("B5 B6", "B5", "B7", deck="B5 B7", seen=seen)
    play(state, "A take:deck throw", "A snap:1")
    assert known(state, "A") == {("B5", (handle(state, "B", 1),)), ("B7", (handle(state, "C", 1),))}
    play(state, "B take:deck throw", "C snap:1")
    assert known(state, "A") == {("B5", (handle(state, "B", 1),))}
    assert known(state, "B") == set()


@rule("O-60")
def test_seeing_a_card_settles_the_narrowest_record_and_widens_the_others() -> None:
    wide = records(("B5", (0, 1)), ("B5", (0, 1, 2)), ("B7", (0, 2)))
    state = lay_out("B5 B5 B7 B1", "?", "?", deck="MOL", records=[wide, [], [], []])
    play(state, "A take:deck throw mole:1")
    assert known(state, "A") == {("B5", (0,)), ("B5", (1, 2)), ("B7", (2,))}


@rule("O-60")
def test_a_lady_mixes_what_was_shown_to_all_too() -> None:
    seen: dict[str, Any] = {"ALL": [("B", 1)], "A": [("B", 2)]}
    state = lay_out("?", "B5 B7 B8", "?", deck="LAD", active=2, seen=seen)
    play(state, "C take:deck throw lady:S2", "B pass")
    new = tuple(sorted(handle(state, "B", slot) for slot in (1, 2, 3)))
    assert known(state, None) == known(state, "C") == {("B5", new)}
    assert known(state, "A") == {("B5", new), ("B7", new)}
    assert [(record.card, record.backs) for record in state.view(2).common] == [("bottle_5", new)]


@rule("O-58", "O-60")
def test_a_reshuffle_empties_the_memory_of_the_pile_and_touches_no_record() -> None:
    seen: dict[str, Any] = {"A": [("A", 1)], "ALL": [("C", 1)]}
    state = lay_out("B1 B2", "B3", "B4", deck="WIT", pile="B9 ALI", rest_to="B", seen=seen)
    before = known(state, "A")
    play(state, "A take:deck throw", "B take:deck")
    assert state.view(0).pile == ()
    assert known(state, "A") == before
    assert all(handle(state, who, 1) == at for who, at in (("A", 0), ("B", 2)))
    world = imagine(state.view(0), Random(1))
    assert all_cards(world) == all_cards(state)
    assert known(world, "A") == before


@rule("O-60")
def test_one_free_card_cannot_be_shuffled_out_of_sight() -> None:
    state = lay_out("?", "B5", "?", deck="LAD", active=2, seen={"A": [("B", 1)]})
    play(state, "C take:deck throw lady:S2", "B pass")
    assert known(state, "A") == {("B5", (handle(state, "B", 1),))}
    assert handle(state, "B", 1) != 1


@rule("O-60")
def test_a_view_carries_all_a_perfect_listener_knows_of_the_pile() -> None:
    state = lay_out("B1", "B2", "B3", deck="B9 WIT ALI KIL", pile="B8")
    play(state, "A take:deck throw", "HOUSE time_up", "B take:deck throw", "C take:deck throw")
    for who in (0, 1, 2, None):
        view = state.view(who)
        assert view.pile == ("bottle_8", "bottle_9", "witness", "alibi")
        assert view.open_pile() == ("alibi",)
        assert view.deck == len(state.deck)


@rule("O-60")
def test_the_memory_aid_decides_what_a_page_shows_and_not_what_a_view_holds() -> None:
    seen: dict[str, Any] = {"A": [("A", 1)], "ALL": [("B", 1)]}
    views = {}
    for aid in ("off", "own_looks", "full"):
        state = lay_out("B5 B6", "B7", "?", pile="B1 B2", seen=seen, options={"memory_aid": aid})
        views[aid] = state.view(0)
        assert {record.card for record in views[aid].records} == {"bottle_5", "bottle_7"}
    assert [{record.card for record in view.reminder()} for view in views.values()] == [
        set(), {"bottle_5"}, {"bottle_5", "bottle_7"},
    ]  # fmt: skip
    assert [len(view.open_pile()) for view in views.values()] == [1, 1, 2]


@rule("O-60", "O-46")
def test_all_records_end_with_the_round() -> None:
    state = lay_out("B1", "B2", "B3", seen={"A": [("B", 1)], "ALL": [("C", 1)]})
    play(state, "A call")
    assert all(known(state, who) == set() for who in ("A", "B", "C", None))


# Nobody learns what only others saw.

seeds = st.integers(0, 2**40)


def some_options(rng: Random) -> dict[str, Any]:
    """Any options, in half of the games."""
    if rng.random() < 0.5:
        return {}
    return {option.name: rng.choice(option.choices) for option in GAME.offers if option.choices}


def random_state(seed: int, depth: int) -> tuple[Omerta, Random]:
    rng = Random(seed)
    state = GAME.new(rng.choice([3, 4, 5]), seed, some_options(rng))
    assert isinstance(state, Omerta)
    step_on(state, rng, depth)
    return state, rng


def step_on(state: Omerta, rng: Random, depth: int) -> None:
    """Random moves; calls are rare, so that rounds last."""
    for _ in range(depth):
        if state.over:
            return
        seat = rng.choice([*state.waiting, backroom.HOUSE])
        legal = state.legal(seat)
        if len(legal) > 1 and legal[0] == 0 and rng.random() < 0.9:
            legal = legal[1:]
        if legal:
            state.play(seat, rng.choice(legal))


def swapped_worlds(state: Omerta, viewer: int | None, rng: Random) -> Omerta:
    """Another world that the viewer cannot tell from this one."""
    return imagine(state.view(viewer), rng)


def imagine(view: OmertaView, rng: Random) -> Omerta:
    world = GAME.imagine(view, rng)
    assert isinstance(world, Omerta)
    return world


@given(seed=seeds, depth=st.integers(0, 200))
@settings(max_examples=60, deadline=None)
def test_there_are_always_sixty_cards(seed: int, depth: int) -> None:
    state, rng = random_state(seed, depth)
    box = Counter(state.rules.cards)
    for _ in range(60):
        if state.over:
            return
        assert all_cards(state) == box
        step_on(state, rng, 1)


@given(seed=seeds, depth=st.integers(0, 150))
@settings(max_examples=60, deadline=None)
def test_records_are_true(seed: int, depth: int) -> None:
    state, rng = random_state(seed, depth)
    for _ in range(40):
        faces = {back >> HANDLE: FACE_NAMES[back & FACE] for line in (*state.rows, state.safe) for back in line}
        for seat in range(state.setup.seats):
            assert true_for_different_backs(state.view(seat).records, faces)
        step_on(state, rng, 1)


def true_for_different_backs(held: Any, faces: dict[int, str], taken: frozenset[int] = frozenset()) -> bool:
    """Whether different backs are the cards of all records."""
    if not held:
        return True
    first, rest = held[0], held[1:]
    return any(
        faces[back] == first.card and back not in taken and true_for_different_backs(rest, faces, taken | {back})
        for back in first.backs
    )


@given(seed=seeds, depth=st.integers(0, 150))
@settings(max_examples=60, deadline=None)
def test_a_private_look_of_another_shows_only_what_is_public_about_it(seed: int, depth: int) -> None:
    """Two tables that differ in nothing but faces that others saw give the same view, before and after."""
    state, rng = random_state(seed, depth)
    viewer = rng.choice([*range(state.setup.seats), None])
    world = swapped_worlds(state, viewer, rng)
    if state.over:
        return
    for seat in [*state.waiting]:
        if seat == viewer:
            continue
        for action in state.legal(seat):
            token = GAME.token(action)
            if token.startswith(("peek", "mole", "crack", "lady", "gangster", "patrol", "trade")) and world.may(
                seat, action
            ):
                one, other = state.copy(), world.copy()
                one.play(seat, action)
                other.play(seat, action)
                if one.ledger.round != state.ledger.round or one.phase == PEEKING or one.phase != other.phase:
                    continue
                assert one.view(viewer) == other.view(viewer), token


@given(seed=seeds)
@settings(max_examples=40, deadline=None)
def test_while_all_look_nobody_sees_what_the_others_look_at(seed: int) -> None:
    rng = Random(seed)
    state = GAME.new(rng.choice([3, 4, 5]), seed)
    while len(state.waiting) > 1:
        seat = rng.choice(state.waiting)
        others = [viewer for viewer in (*range(state.setup.seats), None) if viewer != seat]
        before = [msgspec.structs.replace(state.view(viewer), waiting=()) for viewer in others]
        state.play(seat, rng.choice(state.legal(seat)))
        assert [msgspec.structs.replace(state.view(viewer), waiting=()) for viewer in others] == before


@given(seed=seeds)
@settings(max_examples=40, deadline=None)
def test_sealed_answers_change_nobody_elses_view(seed: int) -> None:
    rng = Random(seed)
    state = GAME.new(4, seed, {"snap_mode": "commit"})
    for _ in range(200):
        if state.over:
            return
        seat = rng.choice(state.waiting)
        action = rng.choice(state.legal(seat)[-5:])
        last = len(state.waiting) == 1
        sealed = isinstance(state, Omerta) and state.phase == SEALED
        others = [viewer for viewer in (*range(4), None) if viewer != seat]
        before = [state.view(viewer) for viewer in others]
        state.play(seat, action)
        if sealed and not last:
            assert [state.view(viewer) for viewer in others] == before


@rule("O-7", "O-30")
def test_the_faces_another_looks_at_change_nothing_in_ones_view() -> None:
    for first, second in (("B3", "KIL"), ("B9", "SNI")):
        views = []
        for card in (first, second):
            other = second if card == first else first
            state = lay_out(
                f"{card} B1", "B6", "B7", deck="MOL B10", pile="B2", safe=f"{other} B4 B4 B4", rest_to="PILE"
            )
            before = [state.view(1), state.view(None)]
            play(state, "A take:deck throw mole:1")
            views.append([msgspec.json.encode(one) for one in (*before, state.view(1), state.view(None))])
        assert views[0] == views[1]


# Worlds: as likely as they should be.


def enumerated(state: Omerta, viewer: int) -> Counter[tuple[str, ...]]:
    """Every deal of the unseen cards that the records allow, by what lies in rows and safe."""
    lines = [back for line in (*state.rows, state.safe) for back in line]
    certain = {back >> HANDLE: FACE_NAMES[back & FACE] for back in lines if back & (SHOWN | SEEN << viewer)}
    hidden = [back >> HANDLE for back in lines if back >> HANDLE not in certain]
    pool = [FACE_NAMES[back & FACE] for back in lines if back >> HANDLE in hidden]
    pool += [FACE_NAMES[face] for face in state.deck]
    counted: Counter[tuple[str, ...]] = Counter()
    records_held = state.view(viewer).records
    for dealt, ways in Counter(permutations(pool, len(hidden))).items():
        if true_for_different_backs(records_held, {**certain, **dict(zip(hidden, dealt, strict=True))}):
            counted[dealt] = ways
    return counted


def imagined(state: Omerta, viewer: int, worlds: int) -> Counter[tuple[str, ...]]:
    rng = Random(5)
    view = state.view(viewer)
    certain = [back & (SHOWN | SEEN << viewer) for line in (*state.rows, state.safe) for back in line]
    counted: Counter[tuple[str, ...]] = Counter()
    for _ in range(worlds):
        world = imagine(view, rng)
        lines = [back for line in (*world.rows, world.safe) for back in line]
        counted[tuple(FACE_NAMES[back & FACE] for back, sure in zip(lines, certain, strict=True) if not sure)] += 1
    return counted


SAFE_SEEN = [("SAFE", 1), ("SAFE", 2), ("SAFE", 3), ("SAFE", 4)]


@rule("O-60")
@pytest.mark.parametrize(
    ("rows", "wide"),
    [
        (("B1 B1 B5", "B5 B7", "B1"), []),
        (("B1 B1 B5", "B5 B7", "B1"), [("B5", (0, 1, 2))]),
        (("B1 B1 B5", "B5 B7", "B1"), [("B1", (0, 1, 2)), ("B1", (0, 1, 2)), ("B5", (0, 1, 2))]),
        (("B1 B5 B7", "B5 B1", "B1"), [("B1", (0, 1)), ("B5", (0, 1, 2)), ("B1", (0, 1, 2, 3, 4))]),
        (("B1 B5 B7", "B5 B1", "B1"), [("B1", (0, 3)), ("B5", (1, 3, 4)), ("B1", (2, 3, 4)), ("B7", (0, 2))]),
        (("B5 B5 B7", "B5 B1", "B1"), [("B5", (0, 1)), ("B5", (1, 2, 3)), ("B5", (0, 3))]),
    ],
)
def test_every_world_that_fits_is_as_likely(rows: tuple[str, ...], wide: list[tuple[str, tuple[int, ...]]]) -> None:
    state = lay_out(
        *rows,
        deck="B1 B5",
        rest_to="PILE",
        seen={"A": SAFE_SEEN},
        records=[records(*wide), [], [], []],
    )
    expected = enumerated(state, 0)
    worlds = 4000
    found = imagined(state, 0, worlds)
    assert set(found) <= set(expected)
    total = sum(expected.values())
    square = sum(
        (found[deal] - worlds * ways / total) ** 2 / (worlds * ways / total) for deal, ways in expected.items()
    )
    freedom = len(expected) - 1
    assert square < freedom + 4.5 * (2 * freedom) ** 0.5 + 4, (square, freedom)


@rule("O-60")
def test_worlds_after_a_hidden_exchange_are_as_likely() -> None:
    hidden = {"safe_slots_public": False}
    state = lay_out(
        "B1 B5", "B7", "B1", deck="SAF B1", safe="B5 KIL B7 B7", rest_to="PILE", active=0, options=hidden,
        seen={"B": [("A", 1), ("SAFE", 2), ("SAFE", 3), ("SAFE", 4)]},
    )  # fmt: skip
    play(state, "A take:deck throw crack trade:2:1")
    expected = enumerated(state, 1)
    found = imagined(state, 1, 4000)
    assert set(found) <= set(expected)
    total = sum(expected.values())
    square = sum((found[deal] - 4000 * ways / total) ** 2 / (4000 * ways / total) for deal, ways in expected.items())
    freedom = len(expected) - 1
    assert square < freedom + 4.5 * (2 * freedom) ** 0.5 + 4, (square, freedom)


@rule("O-60")
def test_the_deck_of_an_imagined_world_comes_in_any_order() -> None:
    state = lay_out(
        "B1", "B2", "B3", deck="B9 WIT ALI", rest_to="PILE", seen={"A": [*SAFE_SEEN, ("A", 1), ("B", 1), ("C", 1)]}
    )
    rng = Random(3)
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(1200):
        world = imagine(state.view(0), rng)
        drawn = []
        for who in ("A", "B", "C"):
            play(world, f"{who} take:deck")
            drawn.append(world.taken)
            play(world, f"{who} throw")
            while world.number:
                play(world, "HOUSE time_up")
        orders[tuple(drawn)] += 1
    assert len(orders) == 6
    assert all(140 < count < 260 for count in orders.values())


@rule("O-60", "O-62")
def test_imagined_answers_are_any_the_others_could_have_given() -> None:
    state = lay_out("B1", "B2 B3", "B4 B5", deck="GAN")
    play(state, "A take:deck throw gangster:S2:1 gangster:S3:1", "C killer:2")
    rng = Random(3)
    answers = Counter(imagine(state.view(1), rng).answers[2] for _ in range(600))
    assert {GAME.token(action) for action in answers} == {"pass", "killer:1", "killer:2"}
    assert all(150 < count < 250 for count in answers.values())
    assert imagine(state.view(2), rng).view(2).answer == "killer:2"


def test_the_short_names_of_the_tests_are_those_of_the_rules() -> None:
    assert {SHORT[name] for name in FACE_NAMES[11:]} == {
        "GAN", "LAD", "MOL", "SNI", "DRI", "SAF", "KIL", "WIT", "ALI", "MAM", "PAT",
    }  # fmt: skip
    assert len(SEATS) == 6
