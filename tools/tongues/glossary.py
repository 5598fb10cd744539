"""The glossary: one thing, one word, in every language (`docs/glossary.toml`)."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any, Final

from tools.tongues.gathering import ROOT

GLOSSARY: Final = ROOT / "docs" / "glossary.toml"


@cache
def glossary(language: str) -> dict[str, set[str]]:
    """English terms and sentences of the glossary, and what they may be in a language, also with a capital."""
    found: dict[str, set[str]] = {}
    data: dict[str, Any] = tomllib.loads(GLOSSARY.read_text(encoding="utf-8"))
    for kind in ("term", "pattern", "sentence"):
        for entry in data[kind]:
            english, told = entry["en"], entry[language]
            for write in (str, capital):
                found.setdefault(write(english), set()).add(write(told))
    return found


def capital(text: str) -> str:
    """With a capital at its beginning."""
    return text[:1].upper() + text[1:]
