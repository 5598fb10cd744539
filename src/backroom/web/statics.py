"""What a browser fetches once: style, drawings and the one script, each read and compressed when the program starts.

Their addresses carry a digest of them all, so a browser may keep them for ever and a new version is fetched at once.
`static/` holds what every page shares; a game's own files lie in its folder under `tables/` and carry its name.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

HERE: Final = Path(__file__).parent
KINDS: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
SHARED: Final = ("tokens.css", "base.css", "components.css", "room.css")
"""The style of every page, sent as one file."""


class Static(NamedTuple):
    """A file as it is sent."""

    kind: str
    plain: bytes
    packed: bytes


def folders() -> Iterator[Path]:
    """Where files lie."""
    yield HERE / "static"
    yield from sorted(folder for folder in (HERE / "tables").iterdir() if folder.is_dir())


@cache
def statics() -> dict[str, Static]:
    """All files by name."""
    found = {
        file.name: file.read_bytes()
        for folder in folders()
        for file in sorted(folder.iterdir())
        if file.suffix in KINDS
    }
    shared = b"".join(found.pop(name) for name in SHARED)
    found["backroom.css"] = shared
    return {
        name: Static(KINDS[Path(name).suffix], content, gzip.compress(content, 9, mtime=0))
        for name, content in found.items()
    }


@cache
def version() -> str:
    """The digest of all files, short."""
    digest = hashlib.sha256()
    for name, file in sorted(statics().items()):
        digest.update(name.encode() + b"\0" + file.plain)
    return digest.hexdigest()[:10]


@cache
def address(name: str) -> str:
    """Where a browser finds a file; there has to be one of this name."""
    return f"/static/{version()}/{statics()[name] and name}"


def style_of(game: str) -> str | None:
    """The name of a game's own style, if it has one."""
    return f"{game}.css" if f"{game}.css" in statics() else None
