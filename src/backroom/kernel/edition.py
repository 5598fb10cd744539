"""Editions: the printed data of a game as a TOML file, read with the line of every datum at hand."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Callable
from copy import deepcopy
from functools import partial
from pathlib import Path as File
from typing import Any, Final, Literal, NoReturn, TypeVar

import msgspec
from msgspec.inspect import DictType, ListType, LiteralType, StructType, Type, UnionType, type_info

from backroom.kernel.errors import BadEdition

Source = Literal["rulebook", "public", "inferred", "ours"]
"""Where a datum comes from: the rulebook, a public fact, what follows from both, or this edition."""

Path = tuple[str | int, ...]
Model = TypeVar("Model")

PLAINLY: Final = {
    "str": "text",
    "int": "a whole number",
    "float": "a decimal number",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}
"""What msgspec's errors call things, and what an owner calls them."""

_HEADER: Final = re.compile(r"^\s*\[(\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY: Final = re.compile(r"""^\s*((?:[A-Za-z0-9_-]+|"[^"]*")(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"))*)\s*=""")
_STEP: Final = re.compile(r"\[(\d+|\.\.\.)\]|\.?([^.\[\]`]+)")


class Edition:
    """One edition file: its data, its name, and its hash, which records carry."""

    def __init__(self, text: str, source: str = "") -> None:
        self.text = text
        self.source = source
        self.sha256 = hashlib.sha256(text.encode("utf-8")).hexdigest()
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except RecursionError:
            raise BadEdition("this is not TOML: lists within lists without end", source, 1) from None
        except ValueError as error:  # TOMLDecodeError is one, and a number of thousands of digits another
            found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
            line = int(found[1]) if found else text.count("\n") + 1
            column = f" at column {found[2]}" if found else ""
            problem = re.sub(r" \(at .*\)$", "", str(error)).lower()
            problem = problem.replace("cannot overwrite a value", "a name stands twice in one table")
            raise BadEdition(f"this is not TOML: {problem}{column}", source, line) from None
        meta = self.data.get("meta")
        name = meta.get("edition") if isinstance(meta, dict) else None
        if not isinstance(name, str) or not re.fullmatch(r"[a-z0-9][a-z0-9._-]{0,39}", name):
            self.fail(
                ("meta", "edition"),
                'expected edition = "a-short-name" (small letters, digits, . _ -) in [meta]',
            )
        self.name: str = name
        self.label = f"{name} {self.sha256}"
        """The name and the hash, as records and views carry them."""

    @classmethod
    def read(cls, file: str | File) -> Edition:
        """An edition from a file an owner wrote."""
        try:
            return cls(File(file).read_text(encoding="utf-8"), str(file))
        except OSError as error:
            raise BadEdition(f"cannot be read: {(error.strerror or str(error)).lower()}", str(file)) from None
        except UnicodeDecodeError:
            raise BadEdition("is not UTF-8 text", str(file)) from None

    def fail(self, path: Path, problem: str) -> NoReturn:
        """Refuse the file: what is wrong, at the line of the datum (or of the nearest thing around it)."""
        raise BadEdition(problem, self.source, self.line(path))

    def line(self, path: Path) -> int:
        """The line where a datum stands, or the nearest table around it."""
        lines = _lines(self.text)
        while path and path not in lines:
            path = path[:-1]
        return lines.get(path, 1)

    def shaped(self, model: type[Model], game: str = "") -> Model:
        """The data as the game's own types; BadEdition at the line of the first misfit, or of another game's name."""
        stated = self.data["meta"].get("game")
        if game and isinstance(stated, str) and stated != game:
            self.fail(("meta", "game"), f'expected game = "{game}", found {stated!r}')
        try:
            return msgspec.convert(self.data, model)
        except msgspec.ValidationError as error:
            problem, _, place = str(error).partition(" - at `")
            path = _path(place.rstrip("`"), self.data, partial(_misfit, model=model))
            if missing := re.search(r"missing required field `(\w+)`", problem):
                problem = f"{missing[1]} is missing here"
            elif extra := re.search(r"contains unknown field `(\w+)`", problem):
                path = (*path, extra[1])
                problem = f"unknown name {extra[1]!r}; this program would not use it"
            elif wrong := re.search(r"Invalid (?:enum )?value (.*)", problem):
                name = next((step for step in reversed(path) if isinstance(step, str)), "value")
                problem = f"unknown {name} {wrong[1]}"
                if known := _known(type_info(model), path, self.data):
                    problem += f"; expected {' or '.join(known) if len(known) < 3 else 'one of ' + ', '.join(known)}"
            problem = re.sub(r"`([a-z |]+)`", lambda kinds: " or ".join(map(_plainly, kinds[1].split(" | "))), problem)
            shown = ".".join(str(step) for step in path)
            self.fail(path, f"{shown}: {problem[0].lower()}{problem[1:]}")


def _plainly(kind: str) -> str:
    """What an owner calls a kind of value."""
    return PLAINLY.get(kind, kind)


def _known(found: Type, path: Path, data: Any) -> list[str]:
    """What may stand at a place of the model: the values of a Literal, or the tags of a union; none if it is open."""
    for step in path:
        if isinstance(found, UnionType):
            sides = [side for side in found.types if isinstance(side, StructType)]
            if step in [side.tag_field for side in sides]:
                return [str(side.tag) for side in sides]
            said = [side for side in sides if not side.tag_field or data.get(side.tag_field) == side.tag]
            if not said:
                return []
            found = said[0]
        if isinstance(found, StructType):
            if step == found.tag_field:
                return [str(found.tag)]
            found = next((field.type for field in found.fields if field.encode_name == step), found)
        elif isinstance(found, ListType):
            found = found.item_type
        elif isinstance(found, DictType):
            found = found.value_type
        else:
            return []
        data = data[step]
    return [str(value) for value in found.values] if isinstance(found, LiteralType) else []


def _path(place: str, data: Any, misfit: Callable[[Any], str]) -> Path:
    """msgspec's `$.city[0].cards` as a path. It writes `[...]` for any name in a table of names, so each of them is
    left alone there until the same thing is wrong."""
    steps: list[str | int] = []
    here = whole = deepcopy(data)
    wrong = misfit(whole)
    for number, name in _STEP.findall(place.removeprefix("$")):
        step = name or number
        if number == "...":
            names = dict(here)
            for step, value in names.items():
                here.clear()
                here[step] = value
                if misfit(whole) == wrong:
                    break
        elif number:
            step = int(number)
        steps.append(step)
        here = here[step]
    return tuple(steps)


def _misfit(data: Any, model: type[Any]) -> str:
    """What msgspec finds wrong; nothing if it fits."""
    try:
        msgspec.convert(data, model)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


def _lines(text: str) -> dict[Path, int]:
    """The line of every table, key and array element written on a line of its own."""
    lines: dict[Path, int] = {}
    counts: dict[Path, int] = {}
    table: Path = ()
    array: Path = ()
    depth = 0
    for number, line in enumerate(text.splitlines(), 1):
        bare = _without_strings(line)
        if depth:
            if depth == 1 and bare.strip()[:1] in ("{", "[") or depth == 1 and bare.strip()[:1] == '"':
                counts[array] = counts.get(array, -1) + 1
                element = (*array, counts[array])
                lines[element] = number
                for key in re.findall(r"([A-Za-z0-9_-]+)\s*=", bare):
                    lines.setdefault((*element, key), number)
            depth += _opened(bare)
            continue
        if header := _HEADER.match(line):
            table = _indexed(_split(header[2]), counts)
            if header[1]:
                lines.setdefault(table, number)
                counts[table] = counts.get(table, -1) + 1
                table = (*table, counts[table])
            lines.setdefault(table, number)
        elif key_found := _KEY.match(line):
            array = (*table, *_split(key_found[1]))
            for end in range(len(table) + 1, len(array) + 1):
                lines.setdefault(array[:end], number)
            depth = _opened(bare)
            if depth == 0:
                for at, part in enumerate(re.findall(r"\{[^{}]*\}", bare)):
                    lines.setdefault((*array, at), number)
                    for key in re.findall(r"([A-Za-z0-9_-]+)\s*=", part):
                        lines.setdefault((*array, key), number)
    return lines


def _indexed(names: Path, counts: dict[Path, int]) -> Path:
    """`[city.ban]` under the third `[[city]]` means city 2."""
    path: Path = ()
    for at, name in enumerate(names):
        path = (*path, name)
        if at < len(names) - 1 and path in counts:
            path = (*path, counts[path])
    return path


def _split(dotted: str) -> Path:
    return tuple(part.strip().strip('"') for part in dotted.split("."))


def _opened(bare: str) -> int:
    return bare.count("[") + bare.count("{") - bare.count("]") - bare.count("}")


def _without_strings(line: str) -> str:
    """The line with the insides of its strings and its comment taken out."""
    emptied = re.sub(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'', '""', line)
    return emptied.split("#", 1)[0]
