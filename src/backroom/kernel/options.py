"""What a table may choose before a game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from backroom.kernel.errors import BadOption

Value = str | int | bool
_NUMBER: Final = re.compile(r"-?[0-9]{1,9}")


class Option(msgspec.Struct, frozen=True):
    """One choice: its name, the values it takes (the first is the default), and its ruling."""

    name: str
    choices: tuple[Value, ...] = ()
    least: int | None = None
    most: int | None = None
    default: Value = ""
    ruling: str = ""

    @classmethod
    def one_of(cls, name: str, *choices: Value, ruling: str = "") -> Option:
        """A choice among a few values; the first is the default."""
        return cls(name, choices, default=choices[0], ruling=ruling)

    @classmethod
    def number(cls, name: str, default: int, least: int, most: int, ruling: str = "") -> Option:
        """A whole number within limits."""
        return cls(name, least=least, most=most, default=default, ruling=ruling)

    def takes(self) -> str:
        """What may be given, in words."""
        if self.choices:
            return " or ".join(written(choice) for choice in self.choices)
        return f"a whole number from {self.least} to {self.most}"

    def read(self, value: object) -> Value:
        """The value if it may be given, also from its text; BadOption otherwise."""
        for choice in self.choices:
            if value is choice or (type(value) is type(choice) and value == choice) or value == written(choice):
                return choice
        if not self.choices and self.least is not None and self.most is not None and not isinstance(value, bool):
            number = int(value) if isinstance(value, str) and _NUMBER.fullmatch(value) else value
            if isinstance(number, int) and self.least <= number <= self.most:
                return number
        raise BadOption(f"option {self.name} takes {self.takes()}, not {value!r}")


def written(value: Value) -> str:
    """An option's value as it stands in records and on the command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def settle(offered: Sequence[Option], chosen: Mapping[str, object] | None) -> dict[str, Value]:
    """Every option of a game with the value chosen or its default."""
    known = {option.name: option for option in offered}
    for name in chosen or {}:
        if name not in known:
            raise BadOption(f"no option {name!r}; there are: {', '.join(known) or 'none'}")
    return {name: option.read((chosen or {}).get(name, option.default)) for name, option in known.items()}
