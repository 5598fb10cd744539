"""How much one caller gets: a bucket that fills up again, in this process's memory and in little of it."""

from __future__ import annotations

import ipaddress
import math
from collections.abc import Callable
from time import monotonic
from typing import Final

from backroom.web.problems import Wrong

ROOM: Final = 20_000
"""Callers remembered in one kind of bucket."""


class Buckets:
    """One bucket per caller. Each request takes a drop; `rate` drops a second run in, up to `depth`."""

    def __init__(self, rate: float, depth: float, clock: Callable[[], float] = monotonic) -> None:
        self.rate = rate
        self.depth = depth
        self._clock = clock
        self._levels: dict[str, tuple[float, float]] = {}

    def take(self, caller: str) -> None:
        """Take a drop; Wrong (`too_many_requests`) if there is none."""
        if not self.rate:
            return
        now = self._clock()
        level, at = self._levels.get(caller, (self.depth, now))
        level = min(self.depth, level + (now - at) * self.rate)
        if level < 1:
            raise Wrong("too_many_requests", seconds=math.ceil((1 - level) / self.rate))
        self._levels[caller] = level - 1, now
        if len(self._levels) > ROOM:
            self._make_room(now)

    def _make_room(self, now: float) -> None:
        """Forget whose bucket is full again; if that is not enough, who came longest ago."""
        full = self.depth / self.rate
        self._levels = {each: kept for each, kept in self._levels.items() if now - kept[1] < full}
        if len(self._levels) > ROOM * 3 // 4:
            latest = sorted(self._levels.items(), key=lambda each: each[1][1])[ROOM // 2 :]
            self._levels = dict(latest)


def neighbourhood(address: str) -> str:
    """What one household has of addresses: one of IPv4, or 2**64 of IPv6."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)).network_address)
