"""Games on all processors of this machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import wait as wait_for
from typing import Final

from backroom.arena.games import Plan, Result, play_game
from backroom.arena.schedule import Fixture
from backroom.kernel.errors import BackroomError

AHEAD: Final = 4
"""Games handed out to each worker before it has come back with one."""
LOST: Final = 3
"""So often in a row workers may be lost with no game played between, until it is given up."""


class WorkerLost(BackroomError):
    """Worker processes go without a word."""


def play_games(plan: Plan, fixtures: Sequence[Fixture], workers: int) -> Iterator[Result]:
    """All these games, in the order in which they end; with more than one worker in processes of their own.

    The games of a worker that is killed are played again by others.
    """
    if workers == 1:
        for fixture in fixtures:
            yield play_game(plan, fixture)
        return
    left = dict.fromkeys(fixtures)
    lost = 0
    while left:
        try:
            for result in _in_processes(plan, list(left), workers):
                del left[result.fixture]
                lost = 0
                yield result
        except BrokenProcessPool:
            lost += 1
            if lost == LOST:
                raise WorkerLost(
                    "worker processes are ended from outside, again and again; what is finished is kept"
                ) from None


def _in_processes(plan: Plan, fixtures: Sequence[Fixture], workers: int) -> Iterator[Result]:
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _begin)
    left = iter(fixtures)
    playing: set[Future[Result]] = set()
    try:
        while True:
            with _uninterrupted():
                while len(playing) < AHEAD * workers and (fixture := next(left, None)) is not None:
                    playing.add(pool.submit(play_game, plan, fixture))
            if not playing:
                return
            done, playing = wait(playing, return_when=FIRST_COMPLETED)
            broken = None
            for future in done:
                try:
                    result = future.result()
                except BrokenProcessPool as error:  # what others have finished by now still counts
                    broken = error
                else:
                    yield result
            if broken is not None:
                raise broken
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _begin() -> None:
    """Ctrl-C is for the parent, who lets the workers finish the game they are at; they end when it has gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)


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
