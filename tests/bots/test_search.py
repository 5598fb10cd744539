"""The search: it stops when its choice is made and not before, and prefers worlds that explain what others did."""

from __future__ import annotations

from random import Random

import pytest

import backroom
from backroom.bots.search import Manner, Search
from backroom.games.omerta.cards import FACE, POINTS
from backroom.games.omerta.state import Omerta

ALL = backroom.games()


def searches(name: str, moves: int) -> tuple[Search, Search]:
    """The same search twice, at a decision in a game of sensible moves."""
    game = backroom.game(name)
    state = game.new(None, 3, game.clockless)
    rng = Random(3)
    while state.made < moves or len(state.legal(state.waiting[0])) < 3:
        seat = rng.choice(state.waiting)
        state.play(seat, state.quick(seat, rng.getrandbits(30)))
    seat = state.waiting[0]
    view = state.view(seat)
    one, other = Random(8), Random(8)
    return (
        Search(lambda: game.imagine(view, one), seat, 5, Manner()),
        Search(lambda: game.imagine(view, other), seat, 5, Manner()),
    )


@pytest.mark.parametrize("moves", [0, 12, 30])
@pytest.mark.parametrize("name", ALL)
def test_stopping_early_never_makes_another_choice(name: str, moves: int) -> None:
    whole, short = searches(name, moves)
    whole.run(120, 0.0)
    short.choose(120, 0.0)
    assert whole.done == 120
    assert short.done <= 120
    assert short.standing()[0][0] == whole.standing()[0][0]


def test_a_clear_choice_is_not_thought_about_to_the_end() -> None:
    done = []
    for name in ALL:
        search, _same = searches(name, 20)
        search.choose(120, 0.0)
        done.append(search.done)
    assert min(done) < 120


def test_a_lone_choice_takes_no_thought() -> None:
    search, _ = searches("boss", 0)
    search.narrow([2])
    search.choose(1000, 0.0)
    assert search.done == 0
    assert search.standing()[0][0] == search.only[0]


def test_in_likely_worlds_rivals_keep_cheap_cards() -> None:
    """Omerta: who draws a card and keeps it does not keep a Snitch."""
    game = backroom.game("omerta")
    state = game.new(3, 11, game.clockless)
    rng = Random(11)
    while state.made < 45:
        seat = rng.choice(state.waiting)
        state.play(seat, state.quick(seat, rng.getrandbits(30)))
    seat = state.waiting[0]
    view = state.view(seat)

    def costs(candidates: int) -> float:
        """The mean cost of the rivals' rows."""
        luck = Random(1)
        search = Search(lambda: game.imagine(view, luck), seat, 5, Manner(candidates=candidates))
        whole = 0
        for _ in range(200):
            world = search.likely_world()
            assert isinstance(world, Omerta)
            whole += sum(POINTS[back & FACE] for rival, row in enumerate(world.rows) for back in row if rival != seat)
        return whole / 200

    assert costs(6) < costs(1) - 2
