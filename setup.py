"""Builds the engines with mypyc where it can; without a C compiler, or with BACKROOM_COMPILE=0, they stay Python."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from setuptools import setup

HERE = Path(__file__).parent


def compiled_files() -> list[str]:
    """The modules searches spend their time in. Each says so itself, in its first lines, with `# mypyc: …`."""
    marked = []
    for file in sorted((HERE / "src" / "backroom").rglob("*.py")):
        if "# compiled by mypyc" in file.read_text(encoding="utf-8")[:400]:
            marked.append(str(file.relative_to(HERE)))
    return marked


def extensions() -> list[Any]:
    """All of them in one group, each optional: a failing compiler leaves plain Python behind."""
    if os.environ.get("BACKROOM_COMPILE", "1") == "0" or "sdist" in sys.argv:
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    os.environ["MYPYPATH"] = str(HERE / "src")
    built: list[Any] = mypycify(compiled_files(), opt_level="3", multi_file=False)
    for extension in built:
        extension.optional = True
    return built


setup(ext_modules=extensions())
