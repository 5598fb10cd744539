"""What costs the house more than a glance is given out more slowly."""

from __future__ import annotations

from backroom.web.limits import Buckets
from backroom.web.settings import Limits


class Slow:
    """Buckets for the dear things. All are full where requests have no limit."""

    def __init__(self, limits: Limits) -> None:
        some = 1.0 if limits.requests else 0.0
        self.doors = Buckets(some / 3, 30)
        """New people and tokens: one in three seconds, thirty at once."""
        self.passphrases = Buckets(some / 5, 10)
        """Passphrases are slow to check on purpose."""
        self.tables = Buckets(some / 5, 20)
        """New tables."""
        self.thoughts = Buckets(some / 5, 12)
        """What the historian and the don are asked."""
        self.advice = Buckets(some / 3, 10)
        """The consigliere thinks for two seconds on a processor of the house."""
