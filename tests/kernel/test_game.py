"""What every game has from the kernel, shown with Boss."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import msgspec
import pytest

import backroom
from backroom.kernel.words import Speaker

GAME = backroom.game("boss")


def test_without_a_word_a_game_has_four_seats_and_a_seed_of_its_own() -> None:
    first, second = GAME.new(), GAME.new()
    assert first.setup.seats == 4
    assert first.dump()["seed"] != second.dump()["seed"]


@pytest.mark.parametrize("seed", [0, 2**256 - 1])
def test_seeds_reach_from_zero_to_256_bits(seed: int) -> None:
    assert GAME.new(2, seed).dump()["seed"] == str(seed)
    assert GAME.load(GAME.new(2, seed).dump()).dump() == GAME.new(2, seed).dump()


@pytest.mark.parametrize("seed", [-1, 2**256, True, "7", 1.0])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    with pytest.raises(backroom.BackroomError, match=r"a seed is a whole number from 0 to 2\*\*256 - 1, not "):
        GAME.new(2, seed)


def test_only_views_of_the_game_are_imagined() -> None:
    view = GAME.new(2, seed=1).view(0)
    others: list[Any] = [None, {}, msgspec.structs.replace(view, game="chess")]
    for wrong in others:
        with pytest.raises(backroom.BadView, match="this is no view of boss"):
            GAME.imagine(wrong, Random(1))


def test_a_view_of_an_unknown_edition_asks_for_it() -> None:
    view = msgspec.structs.replace(GAME.new(2, seed=1).view(0), edition="mine-1 " + "0" * 64)
    with pytest.raises(backroom.BadEdition, match="is not loaded"):
        GAME.imagine(view, Random(1))


def test_an_imagined_world_knows_nothing_of_the_seed() -> None:
    view = GAME.new(2, seed=2**100).view(0)
    world = GAME.imagine(view, Random(1))
    assert str(2**100) not in str(world.dump())
    again = GAME.imagine(view, Random(1))
    assert again.dump() == world.dump(), "the searcher's own chance decides, so a search can be repeated"


def test_the_position_before_the_first_move_is_the_origin_of_a_loaded_game_alone() -> None:
    assert GAME.new(2, seed=1).setup.origin is None
    loaded = GAME.load(GAME.new(2, seed=1).dump())
    assert loaded.setup.origin == loaded.dump()


def test_history_tells_the_moves_since_the_opening_or_a_later_one() -> None:
    state = GAME.new(2, seed=7)
    moves = []
    for _ in range(12):
        moves.append((state.waiting[0], state.legal(state.waiting[0])[0]))
        state.play(*moves[-1])
    assert state.history() == moves
    assert state.history(10) == moves[10:]
    assert GAME.load(state.dump()).history() == []


def test_copies_go_their_own_ways() -> None:
    state = GAME.new(2, seed=7)
    left, right = state.copy(), state.copy()
    left.play(0, GAME.action("send:boston:1v"))
    right.play(0, GAME.action("send:detroit:2v"))
    assert [GAME.token(action) for _, action in left.history()] == ["send:boston:1v"]
    assert [GAME.token(action) for _, action in right.history()] == ["send:detroit:2v"]
    assert state.history() == []
    assert left.view(None) != right.view(None) != state.view(None)


def test_the_shared_log_of_copies_is_parted_when_they_go_on() -> None:
    state = GAME.new(2, seed=7)
    state.note(0, 1)
    left, right = state.copy(), state.copy()
    left.note(0, 2)
    right.note(1, 3)
    state.note(1, 4)
    left.note(1, 5)
    assert left.history() == [(0, 1), (0, 2), (1, 5)]
    assert right.history() == [(0, 1), (1, 3)]
    assert state.history() == [(0, 1), (1, 4)]


def test_a_state_goes_to_another_process_with_its_memory() -> None:
    state = GAME.load(GAME.new(3, seed=7).dump())
    for _ in range(40):
        state.play(state.waiting[0], state.legal(state.waiting[0])[-1])
    again = pickle.loads(pickle.dumps(state))
    assert (again.dump(), again.history(), again.setup.origin) == (state.dump(), state.history(), state.setup.origin)
    assert str(backroom.Record.of(again)) == str(backroom.Record.of(state))


def test_the_printed_cards_can_be_listed_with_their_sources() -> None:
    rows = GAME.listing(GAME.house_edition(), Speaker(GAME))
    assert ("city_cards", "detroit:gun", "Detroit", "revolver", "rulebook") in rows
    assert ("city_cards", "new_york:0", "New York", "nothing", "public") in rows
    assert sum(section == "city_cards" for section, *_ in rows) == 27
    assert all(sources for *_, sources in rows)
