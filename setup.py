"""Makes the catalogues of the languages, and builds the engines with mypyc where it can; without a C compiler, or with
BACKROOM_COMPILE=0, they stay Python."""

from __future__ import annotations

import os
import runpy
import sys
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_py import build_py

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


class BuildWithCatalogues(build_py):
    """The package's files, and every language's catalogue as `gettext` reads it."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return  # the sources make their own
        compiled = runpy.run_path(str(HERE / "src" / "backroom" / "kernel" / "catalogues.py"))["compiled"]
        for written in sorted((HERE / "src").glob("backroom/locale/*/LC_MESSAGES/*.po")):
            compiled(written, Path(self.build_lib) / written.relative_to(HERE / "src").with_suffix(".mo"))


setup(ext_modules=extensions(), cmdclass={"build_py": BuildWithCatalogues})
