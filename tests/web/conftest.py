"""One real server for all tests of the API."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.serving import GENEROUS, Running, serving


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shared server's data folder."""
    return tmp_path_factory.mktemp("house")


@pytest.fixture(scope="session")
def running(folder: Path) -> Iterator[Running]:
    """The shared server, without limits on how fast it is asked, and with its log as JSON."""
    with serving(folder, {**GENEROUS, "BACKROOM_LOG": "json", "BACKROOM_METRICS": "127.0.0.1"}) as server:
        yield server
        assert server.stop() == 0
    errors = [line for line in server.said().splitlines() if '"level": "error"' in line or "Traceback" in line]
    assert not errors, "\n".join(errors[:5])
