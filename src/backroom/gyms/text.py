"""Views as text for language models: complete, so that nothing is lost, and the moves by their tokens.

The text is YAML: whoever reads it back has the view again, field by field. Seats count from 0 in it, as in every
view; moves' tokens count seats and slots from 1, as people do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from backroom.kernel.game import Game
from backroom.kernel.view import View

WIDE: Final = 110
"""What is longer than a line gets lines of its own."""


def text_of(view: View) -> str:
    """The whole view.

    >>> import backroom
    >>> state = backroom.game("boss").new(seats=2, seed=7)
    >>> [line for line in text_of(state.view(0)).splitlines() if line.startswith("hand")]
    ['hand: ["new_york:1", "boston:2", "detroit:1", "detroit:4", "detroit:gun"]']
    """
    return "\n".join(lines(msgspec.to_builtins(view), "")) + "\n"


def tokens(game: Game, legal: Sequence[int]) -> list[str]:
    """The legal moves by their names."""
    return [game.token(action) for action in legal]


def lines(data: Any, indent: str) -> Iterator[str]:
    """Plain data as YAML: what fits on a line as JSON, the rest further in."""
    named = isinstance(data, dict)
    for name, value in data.items() if named else ((None, each) for each in data):
        head = f"{indent}{written(name)}:" if named else f"{indent}-"
        inline = written(value)
        if not isinstance(value, (dict, list, tuple)) or len(head) + len(inline) < WIDE or not value:
            yield f"{head} {inline}"
        else:
            yield head
            yield from lines(value, indent + "  ")


def written(value: Any) -> str:
    """A value on one line. Plain words need no quotation marks as names of fields."""
    if isinstance(value, str) and value.isidentifier() and value not in RESERVED:
        return value
    return msgspec.json.encode(value).decode().replace(",", ", ").replace('":', '": ')


RESERVED: Final = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n", "Null", "True", "False"})
"""Words that YAML reads as something else."""
