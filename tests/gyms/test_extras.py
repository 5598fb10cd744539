"""Without an extra there is one clear sentence that names it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "src"


def run(code: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(SOURCES), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path, "LANGUAGE": "en"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize(
    ("module", "missing"), [("pettingzoo", "pettingzoo"), ("openspiel", "pyspiel"), ("mcp", "mcp")]
)
def test_a_missing_extra_is_named(module: str, missing: str) -> None:
    done = run(f"import sys; sys.modules['{missing}'] = None; import backroom.gyms.{module}")
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last == f"ImportError: this needs an extra that is not installed: pip install backroom[{module}]"


def test_the_command_says_it_without_a_traceback() -> None:
    done = run("import sys; sys.modules['mcp'] = None; from backroom.cli import app; app(['mcp'])")
    assert done.returncode == 1
    assert done.stderr.strip() == "backroom: This needs an extra: pip install 'backroom[mcp]'"


def test_the_command_line_does_not_load_the_extras() -> None:
    done = run("import sys, backroom.cli; print(sorted({'mcp', 'numpy', 'pettingzoo', 'pyspiel'} & set(sys.modules)))")
    assert done.stdout.strip() == "[]"
