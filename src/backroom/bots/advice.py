"""Advice: the best few moves of a seat, with its chances of winning and the reasons, from its view alone."""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from typing import Final

import msgspec

from backroom.bots.budget import Budget, settled
from backroom.bots.levels import BY_NAME, SPARE
from backroom.bots.search import Manner, Search
from backroom.kernel.errors import Reason
from backroom.kernel.registry import game as find_game
from backroom.kernel.state import State
from backroom.kernel.view import View

LEAST: Final = 64
"""So many iterations are made even where the don would answer at once: the chances are to be told as well."""
BEHIND: Final = 0.04
"""Who wins less often by so much is behind."""
PLAIN: Final = 0.25
"""A move with less than this part of the most obvious one's prior is not obvious."""


class Suggestion(msgspec.Struct, frozen=True):
    """One move that can be recommended."""

    action: int
    token: str
    chance: float
    """The chance of winning of the seat that is advised, from 0 to 1."""
    share: float
    """How much of the thinking went into this move: the best one has the most."""
    reason: Reason
    """What speaks for it; `Speaker.advice` says it in a sentence."""


def advise(
    view: View, legal: Sequence[int], rng: Random, budget: Budget | int | None, most: int = 3
) -> list[Suggestion]:
    """What the don would do in this seat, the best first, and what else he thought of.

    A budget in iterations repeats exactly; without one he takes the time of his level.

    >>> from random import Random
    >>> import backroom
    >>> state = backroom.game("boss").new(seats=3, seed=7)
    >>> seat = state.waiting[0]
    >>> best = advise(state.view(seat), state.legal(seat), Random(1), 200)[0]
    >>> best.action in state.legal(seat), 0.0 < best.chance < 1.0
    (True, True)
    """
    return [each for each in suggestions(considered(view, rng, budget), view) if each.action in legal][:most]


def considered(view: View, rng: Random, budget: Budget | int | None) -> Search:
    """The don's search for a seat, always with something found for every move worth a thought."""
    don = BY_NAME["don"]
    iterations, seconds = settled(budget, don.iterations, don.seconds)
    until = time.monotonic() + SPARE * seconds if seconds else 0.0
    seat = view.waiting[0] if view.seat is None else view.seat
    game = find_game(view.game)
    search = Search(lambda: game.imagine(view, rng), seat, rng.getrandbits(30), Manner())
    if search.root.clear >= 0 or len(search.only) == 1:
        iterations = min(iterations, LEAST)
    search.run(iterations, until)
    return search


def suggestions(search: Search, view: View) -> list[Suggestion]:
    """The moves that a search has tried, the best first."""
    game = find_game(view.game)
    root, seat = search.root, search.seat
    found = []
    for action, tried, _value in search.standing():
        at = root.actions.index(action)
        if tried:
            chance = search.won[at][seat] / tried
            reason = why(search, at)
            found.append(Suggestion(action, game.token(action), chance, tried / search.done, reason))
    found.sort(key=lambda each: each.action != root.clear)  # what needs no thought comes first
    return found


def why(search: Search, at: int) -> Reason:
    """What speaks for the choice in this place of the root: the game's own word for it, if it is obvious at all."""
    root = search.root
    world: State = search.world
    if len(root.actions) == 1:
        return Reason("only")
    most = max(root.prior)
    if root.prior[at] < PLAIN * most:
        first = root.visits.index(max(root.visits))
        found = [search.won[place][search.seat] / max(root.visits[place], 1) for place in (at, first)]
        return Reason("deep" if found[0] > found[1] - BEHIND else "behind")
    reason = world.because(search.seat, root.actions[at])
    if reason is not None:
        return reason
    return Reason("natural" if root.prior[at] == most else "sound")
