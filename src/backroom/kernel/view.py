"""What a seat may know. Every game derives its own view from `View` and builds it from nothing."""

from __future__ import annotations

from typing import ClassVar

import msgspec


class View(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part that all games' views share. `seat` is None for a spectator."""

    own: ClassVar[tuple[str, ...]] = ()
    """The fields in which the views of one moment may differ, where a game can promise that the others never do: what
    they have in common is then written out once for all."""

    game: str
    rules: str
    edition: str
    options: tuple[tuple[str, str | int | bool], ...]
    seats: int
    seat: int | None
    over: bool
    waiting: tuple[int, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
