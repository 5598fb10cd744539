"""Many games by the same bots: each the same whenever it is played again, spread over all processors.

>>> from backroom.arena.games import Plan, play_game
>>> plan = Plan("boss", "random")
>>> play_game(plan, 3, 1) == play_game(plan, 3, 1)
True
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice
from random import Random

import msgspec

from backroom import bots
from backroom.kernel.edition import Edition
from backroom.kernel.errors import BackroomError
from backroom.kernel.game import Counts
from backroom.kernel.options import Value
from backroom.kernel.registry import game as find_game

AHEAD = 4
"""Games handed out to each worker before it has come back with one."""

Number = tuple[int, int]
"""A game of a plan: how many seats, and its number, which is its seed."""


class WorkerLost(BackroomError):
    """A worker process has gone without a word."""


class Plan(msgspec.Struct, frozen=True):
    """What all the games have in common."""

    game: str
    bot: str
    options: dict[str, Value] = {}
    edition: str = ""
    """The text of the edition file, nothing for the house's."""
    source: str = ""
    """Where that text comes from, for errors."""

    def header(self) -> dict[str, object]:
        """What results must share to be counted together."""
        game = find_game(self.game)
        return {
            "game": self.game,
            "rules": game.rules,
            "edition": edition_of(self).label,
            "options": game.settle(self.options),
            "bots": self.bot,
        }


class Result(msgspec.Struct, frozen=True):
    """How one game came out."""

    seats: int
    number: int
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    decisions: int
    first: int | None = None
    """Who made the first decision; None where several do together."""
    tally: Counts = {}
    """What the game itself counts, without what nobody had."""

    def wins(self) -> list[float]:
        """Each seat's part of the win."""
        winners = self.ranks.count(1)
        return [1 / winners if rank == 1 else 0.0 for rank in self.ranks]


@lru_cache(maxsize=8)
def _read(text: str, source: str) -> Edition:
    return Edition(text, source)


def edition_of(plan: Plan) -> Edition:
    """The edition of a plan, checked."""
    return find_game(plan.game).with_edition(_read(plan.edition, plan.source) if plan.edition else None)


def play_game(plan: Plan, seats: int, number: int) -> Result:
    """One game. Its number is its seed; the bots' chance hangs on it too, but is another one."""
    game = find_game(plan.game)
    bot = bots.make(plan.bot, plan.game)
    chance = Random(f"{plan.game} {seats} {number}")
    state = game.new(seats, number, plan.options, edition_of(plan))
    start = state.view(None)
    first = state.waiting[0] if len(state.waiting) == 1 else None
    state.listen()
    decisions = 0
    while waiting := state.waiting:
        # Who answers first in a race is nobody's right.
        seat = waiting[0] if len(waiting) == 1 else waiting[chance.randrange(len(waiting))]
        legal = state.legal(seat)
        action = legal[0] if len(legal) == 1 else bot.choose(state.view(seat), legal, chance, None)
        state.play(seat, action)
        decisions += 1
    tally = game.tally(start, state.events())
    return Result(
        seats=seats,
        number=number,
        scores=tuple(state.scores()),
        ranks=tuple(state.ranks()),
        decisions=decisions,
        first=first,
        tally={
            chapter: {name: counted for name, counted in rows.items() if any(counted)}
            for chapter, rows in tally.items()
        },
    )


def play_games(plan: Plan, numbers: Sequence[Number], workers: int) -> Iterator[Result]:
    """All these games, in the order in which they end; with more than one worker in processes of their own."""
    if workers == 1:
        for seats, number in numbers:
            yield play_game(plan, seats, number)
        return
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _ignore_interrupts)
    left = iter(numbers)
    try:
        playing: set[Future[Result]] = set()
        while True:
            with _uninterrupted():
                for seats, number in islice(left, AHEAD * workers - len(playing)):
                    playing.add(pool.submit(play_game, plan, seats, number))
            if not playing:
                return
            done, playing = wait(playing, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    except BrokenProcessPool:
        raise WorkerLost("a worker process was ended from outside; what it had finished is kept") from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _ignore_interrupts() -> None:
    """Ctrl-C is for the parent, who lets the workers finish the game they are at."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C has to wait: a worker that is being started must not get it, and takes that over from us."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
