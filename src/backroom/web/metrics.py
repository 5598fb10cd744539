"""What the server counts, for Prometheus."""

from __future__ import annotations

import ipaddress
from functools import cache
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from sqlalchemy import func, select

from backroom.house.house import House
from backroom.house.log import now
from backroom.house.schema import Due

QUICK: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)


class Metrics:
    """The counters of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter("backroom_requests", "Requests answered.", ["method", "status"], registry=self.registry)
        self.seconds = Histogram(
            "backroom_request_seconds", "From a request to its answer.", buckets=QUICK, registry=self.registry
        )
        self.moves = Counter("backroom_moves", "Moves sent in.", ["channel", "outcome"], registry=self.registry)
        self.move_seconds = Histogram(
            "backroom_move_seconds",
            "From a move that came in to its being committed.",
            buckets=QUICK,
            registry=self.registry,
        )
        self.viewers = Gauge("backroom_viewers", "Who looks on now.", ["channel"], registry=self.registry)
        self.dropped = Counter("backroom_viewers_dropped", "Viewers who took nothing any more.", registry=self.registry)
        self._committed = Gauge("backroom_log_moves", "Moves this process has committed.", registry=self.registry)
        self._batches = Gauge("backroom_log_batches", "Transactions they took.", registry=self.registry)
        self._due = Gauge("backroom_due_rows", "Tables that are overdue now.", registry=self.registry)
        self._running = Gauge("backroom_running_tables", "Games that are being played.", registry=self.registry)

        self.move = cache(self.moves.labels)
        """The counter of moves by channel and outcome: few, and asked for at every move."""

    async def text(self, house: House) -> bytes:
        """Everything, as Prometheus reads it."""
        async with house.store.reading() as session:
            running = await session.scalar(select(func.count()).select_from(Due))
            due = await session.scalar(select(func.count()).select_from(Due).where(Due.at < now()))
        self._running.set(running or 0)
        self._due.set(due or 0)
        self._committed.set(house.store.log.written)
        self._batches.set(house.store.log.batches)
        return generate_latest(self.registry)


def may_read(address: str, networks: tuple[str, ...]) -> bool:
    """Whether somebody at this address may read them."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(found in ipaddress.ip_network(network, strict=False) for network in networks)
