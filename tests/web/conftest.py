"""One real server for all tests of the API, and the PostgreSQL server of the house's tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.conftest import server
from tests.web.serving import GENEROUS, Running, serving

__all__ = ["folder", "running", "server"]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shared server's data folder."""
    return tmp_path_factory.mktemp("house")


@pytest.fixture(scope="session")
def running(folder: Path) -> Iterator[Running]:
    """The shared server, without limits on how fast it is asked, and with its log as JSON."""
    with serving(folder, {**GENEROUS, "BACKROOM_LOG": "json", "BACKROOM_METRICS": "127.0.0.1"}) as house:
        yield house
        assert house.stop() == 0
    errors = [line for line in house.said().splitlines() if '"level": "error"' in line or "Traceback" in line]
    assert not errors, "\n".join(errors[:5])
