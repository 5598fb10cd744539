"""A poor memory: what it loses, what it keeps, and that worlds are imagined from what is left."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import backroom
from backroom.games.omerta.view import OmertaView
from backroom.kernel.errors import BackroomError

GAME = backroom.game("omerta")


def views(seed: int, seats: int = 3, **options: str) -> Iterator[OmertaView]:
    """What the seat to move sees, move by move."""
    state = GAME.new(seats, seed, {**GAME.clockless, **options})
    rng = Random(seed)
    while not state.over:
        seat = rng.choice(state.waiting)
        view = state.view(seat)
        assert isinstance(view, OmertaView)
        yield view
        state.play(seat, state.quick(seat, rng.getrandbits(30)))


def known(view: OmertaView) -> set[int]:
    """The backs that the viewer knows."""
    assert view.seat is not None
    return {back.handle for row in (*view.rows, view.safe) for back in row if back.shown or view.seat in back.seen}


def forgotten(view: OmertaView, share: float) -> set[int]:
    left = GAME.forget(view, share)
    assert isinstance(left, OmertaView)
    return known(view) - known(left)


@pytest.mark.parametrize("share", [0.3, 0.9])
def test_a_world_is_imagined_from_what_is_left_at_any_moment(share: float) -> None:
    lost = 0
    for view in views(3, 4):
        left = GAME.forget(view, share)
        world = GAME.imagine(left, Random(1))
        assert world.view(view.seat) == left
        assert world.legal(view.seat or 0) == GAME.imagine(view, Random(1)).legal(view.seat or 0)
        lost += len(forgotten(view, share))
    assert lost > 0


def test_what_was_forgotten_once_is_not_remembered_later() -> None:
    gone: dict[tuple[int | None, int], set[int]] = {}
    for view in views(5):
        before = gone.setdefault((view.seat, view.round), set())
        there = {back.handle for row in (*view.rows, view.safe) for back in row}
        now = forgotten(view, 0.5)
        fresh = {handle for _seat, handle in view.looking} | {one.handle for one in view.tries}
        assert before & there & known(view) - fresh <= now
        before |= now
    assert any(gone.values())


def test_nothing_is_forgotten_by_a_good_memory_or_with_the_tables_aid() -> None:
    assert all(GAME.forget(view, 0.0) == view for view in views(7))
    assert all(GAME.forget(view, 1.0) == view for view in views(7, memory_aid="full"))
    for view in views(7, memory_aid="own_looks"):
        own = {back.handle for row in (*view.rows, view.safe) for back in row if view.seat in back.seen}
        assert not forgotten(view, 1.0) & own


def test_what_one_looks_at_just_now_is_known() -> None:
    looked = 0
    for view in views(9):
        handles = {handle for seat, handle in view.looking if seat == view.seat}
        assert not forgotten(view, 1.0) & handles
        looked += len(handles)
    assert looked > 0


def test_views_of_other_games_are_refused_or_left_alone() -> None:
    other = backroom.game("boss").new(3, 1).view(0)
    assert GAME.forget(other, 1.0) is other
    with pytest.raises(BackroomError):
        GAME.imagine(other, Random(1))
