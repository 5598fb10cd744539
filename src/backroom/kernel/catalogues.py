"""A catalogue as translators write it (`.po`) made into one that `gettext` reads (`.mo`).

The standard library reads the one and knows nothing of the other. `setup.py` runs this file by itself, so it imports
nothing of ours; `tools/tongues` writes what it reads.
"""

from __future__ import annotations

import ast
import os
import struct
from collections.abc import Iterator
from pathlib import Path

MAGIC = 0x950412DE


def messages(text: str) -> Iterator[tuple[str, str]]:
    """Every message that is translated, with its translation; plural forms with a zero between, as `gettext` wants."""
    for entry in text.split("\n\n"):
        parts: dict[str, str] = {}
        name = ""
        for line in entry.splitlines():
            if line.startswith("#"):
                continue
            if not line.startswith('"'):
                name, _, line = line.partition(" ")
                parts[name] = ""
            parts[name] += ast.literal_eval(line)
        told = [value for name, value in parts.items() if name.startswith("msgstr")]
        if all(told) and told and "#, fuzzy" not in entry:
            yield "\0".join(value for name, value in parts.items() if name.startswith("msgid")), "\0".join(told)


def mo(text: str) -> bytes:
    """The same for `gettext`: a table of where each message begins, one of each translation, and all of them."""
    pairs = sorted((key.encode(), told.encode()) for key, told in messages(text))
    start = 28 + 16 * len(pairs)
    tables, body = b"", b""
    for side in (0, 1):
        for pair in pairs:
            tables += struct.pack("<II", len(pair[side]), start + len(body))
            body += pair[side] + b"\0"
    return struct.pack("<7I", MAGIC, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, start) + tables + body


def compiled(written: Path, made: Path | None = None) -> None:
    """Make the one into the other, beside it or elsewhere, if it has changed since."""
    made = made or written.with_suffix(".mo")
    if made.is_file() and made.stat().st_mtime_ns >= written.stat().st_mtime_ns:
        return
    made.parent.mkdir(parents=True, exist_ok=True)
    own = made.with_suffix(f".{os.getpid()}")
    own.write_bytes(mo(written.read_text(encoding="utf-8")))
    own.replace(made)
