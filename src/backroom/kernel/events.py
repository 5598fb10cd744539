"""What happened, as data: the ground of log lines, animations and sounds."""

from __future__ import annotations

from typing import Any

import msgspec


class Event(msgspec.Struct, frozen=True):
    """One thing that happened: what all saw, and what single seats saw beyond it."""

    kind: str
    public: dict[str, Any] = {}
    private: dict[int, dict[str, Any]] = {}

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """The event as this seat saw it; None is a spectator."""
        seen = {"kind": self.kind, **self.public}
        if seat is not None:
            seen.update(self.private.get(seat, {}))
        return seen
