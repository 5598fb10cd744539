"""Views in numbers, for programs that learn: which number stands for what."""

from __future__ import annotations

from math import prod

import msgspec


class Feature(msgspec.Struct, frozen=True):
    """One named piece of a view in numbers: so many whole numbers from `least` to `most`, and what they mean."""

    name: str
    shape: tuple[int, ...]
    means: str
    most: int = 1
    least: int = 0

    @property
    def size(self) -> int:
        """How many numbers it is."""
        return prod(self.shape)
