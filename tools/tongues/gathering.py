"""Everything in the sources that people read, as messages for translators."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages.catalog import Catalog
from jinja2.ext import babel_extract

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = ROOT / "src" / "backroom"
ONE: Final = {"_": 0, "N_": 0, "gettext": 0, "text": 0, "told": 1}
"""Functions that take a sentence, and which argument it is."""
TWO: Final = frozenset({"N_n", "ngettext", "texts"})
"""Functions that take a sentence and its plural first."""
SPEAKING: Final = frozenset({"text", "texts"})
"""Those that are methods of a scene, and something else elsewhere."""


class Found(NamedTuple):
    """A message where it stands."""

    place: str
    message: str | tuple[str, str]
    notes: tuple[str, ...] = ()


def python(file: Path) -> Iterator[Found]:
    """The messages of a module. Sentences may also stand in f-strings and be chosen: `_("a" if x else "b")`."""
    place = file.relative_to(SOURCE).as_posix()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = called(node)
        if name in TWO and len(node.args) > 1:
            for one in constants(node.args[0]):
                for many in constants(node.args[1]):
                    yield Found(place, (one, many))
        elif name in ONE and len(node.args) > ONE[name]:
            for text in constants(node.args[ONE[name]]):
                yield Found(place, text)


def called(node: ast.Call) -> str:
    """The name of what is called, if it marks a message; else nothing."""
    function = node.func
    if isinstance(function, ast.Name):
        return function.id if function.id not in SPEAKING else ""
    if not isinstance(function, ast.Attribute):
        return ""
    if function.attr in SPEAKING:
        owner = function.value
        named = owner.id if isinstance(owner, ast.Name) else owner.attr if isinstance(owner, ast.Attribute) else ""
        return function.attr if named.endswith("scene") else ""
    return function.attr if function.attr in ("gettext", "ngettext", "_") else ""


def constants(node: ast.expr) -> Iterator[str]:
    """The sentences an argument may be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from constants(node.body)
        yield from constants(node.orelse)
    elif isinstance(node, ast.BoolOp):
        for value in node.values:
            yield from constants(value)
    elif isinstance(node, ast.Call) and called(node) == "N_" and node.args:
        yield from constants(node.args[0])


def template(file: Path) -> Iterator[Found]:
    """The messages of a template."""
    place = file.relative_to(SOURCE).as_posix()
    options = {"trim_blocks": "true", "lstrip_blocks": "true", "newstyle_gettext": "true", "silent": "false"}
    found = babel_extract(BytesIO(file.read_bytes()), ("_", "gettext", "ngettext"), [], options)
    for _line, _function, message, _notes in found:
        texts = [part for part in (message if isinstance(message, tuple) else (message,)) if isinstance(part, str)]
        if len(texts) > 1:
            yield Found(place, (texts[0], texts[1]))
        elif texts:
            yield Found(place, texts[0])


def sources() -> Iterable[Path]:
    """All files that may hold messages."""
    return sorted([*SOURCE.rglob("*.py"), *(SOURCE / "web" / "templates").rglob("*.html")])


def gathered() -> Catalog:
    """All messages of the sources, each with the files it stands in."""
    catalogue = Catalog(domain="backroom", charset="utf-8")
    for file in sources():
        for found in python(file) if file.suffix == ".py" else template(file):
            catalogue.add(found.message, locations=[(found.place, 0)])
    return catalogue
