"""One server and one Chromium for all tests of the pages in a real browser."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.serving import Running, serving

ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run",
]  # fmt: skip
MISSING = "The pages are tested in Chromium: install it as root with `apt-get install chromium`"


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A house open for all tests here."""
    with serving(tmp_path_factory.mktemp("browser-house")) as running:
        yield running
        errors = [line for line in running.said().splitlines() if "Traceback" in line]
        assert not errors, running.said()


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Debian's Chromium. Playwright's loop ends with it: tests of other folders have loops of their own."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        pytest.fail(MISSING, pytrace=False)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(Path(found)), args=ARGUMENTS)
        yield browser
        browser.close()
