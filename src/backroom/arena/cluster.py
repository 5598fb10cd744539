"""Games on a Ray cluster: the same plan and the same seeds, so the same results as on one machine."""

from __future__ import annotations

import logging
import os
import socket
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final

import ray
import ray.exceptions

from backroom.arena.games import Plan, Result, play_game
from backroom.arena.schedule import Fixture
from backroom.kernel.errors import BackroomError

AHEAD: Final = 4
"""Games handed out for each processor of the cluster before it has come back with one."""

PATIENCE: Final = 5.0
"""Seconds until somebody must have answered at an address."""

# We send nothing about anybody's games anywhere; nor shall Ray.
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"


class NoCluster(BackroomError):
    """There is no cluster at this address, or its nodes cannot play."""


def play_on_ray(
    plan: Plan, fixtures: Sequence[Fixture], address: str | None = None, nodes: Counter[str] | None = None
) -> Iterator[Result]:
    """All these games, in the order in which they end. `nodes` gets to know how many were played on which node.

    Without an address: the cluster that $RAY_ADDRESS names, or one that runs on this machine, or a new one here.
    """
    join(address)
    played = Counter[str]() if nodes is None else nodes
    header = plan.header()
    left = iter(fixtures)
    playing: dict[Any, Fixture] = {}
    try:
        while True:
            wanted = AHEAD * processors()
            for fixture in islice(left, max(wanted - len(playing), 0)):
                playing[_play.remote(plan, header, fixture)] = fixture
            if not playing:
                return
            done, _rest = ray.wait(list(playing))
            for reference in done:
                del playing[reference]
                result, node = _result(reference)
                played[node] += 1
                yield result
    finally:
        for reference in playing:
            ray.cancel(reference)
        ray.shutdown()


def processors() -> int:
    """How many the cluster has now; nodes may come and go."""
    found = ray.cluster_resources()  # type: ignore[no-untyped-call]  # Ray has no types here
    return max(int(found.get("CPU", 1)), 1)


def join(address: str | None) -> None:
    """Become a part of the cluster; NoCluster if there is none."""
    where = address or os.environ.get("RAY_ADDRESS") or ""
    host, _colon, port = where.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():  # Ray itself would look for it for a minute
        try:
            socket.create_connection((host, int(port)), timeout=PATIENCE).close()
        except (OSError, OverflowError) as error:
            raise NoCluster(f"no Ray cluster answers at {where}: {str(error).lower()}") from None
    try:
        ray.init(address=address, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, ValueError, RuntimeError, TimeoutError) as error:
        told = str(error).partition("\n")[0]
        raise NoCluster(f"no Ray cluster answers at {where or 'this machine'}: {told}") from None


@ray.remote(num_cpus=1, scheduling_strategy="SPREAD", max_retries=5)
def _play(plan: Plan, header: dict[str, object], fixture: Fixture) -> tuple[Result, str]:
    """One game, on any node: one that has the same rules, edition and bots."""
    if plan.header() != header:
        raise NoCluster("a node of the cluster has other rules, another edition or other bots than this machine")
    return play_game(plan, fixture), ray.get_runtime_context().get_node_id()


def _result(reference: Any) -> tuple[Result, str]:
    try:
        found: tuple[Result, str] = ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, BackroomError):
            raise error.cause from None
        raise
    except ray.exceptions.RayError as error:
        told = str(error).partition("\n")[0]
        raise NoCluster(f"the Ray cluster cannot play: {told}; what is finished is kept") from None
    return found
