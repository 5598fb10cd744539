"""`python -m tools.icons`: the icons of the installed house, from our own drawings. Needs Playwright, Chromium."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

STATIC: Final = Path(__file__).parents[1] / "src/backroom/web/static"
ICONS: Final = (
    ("favicon.svg", "icon-192.png", 192),
    ("favicon.svg", "icon-512.png", 512),
    ("icon-maskable.svg", "icon-maskable-512.png", 512),
    ("icon-maskable.svg", "icon-apple-180.png", 180),
)
"""Drawing, file, width and height."""


def main() -> None:
    """Draw them all."""
    with sync_playwright() as playwright:
        found = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        for drawing, file, size in ICONS:
            page = browser.new_page(viewport={"width": size, "height": size})
            drawn = (STATIC / drawing).read_text(encoding="utf-8")
            page.set_content(f"<style>*{{margin:0}}svg{{display:block;width:{size}px;height:{size}px}}</style>{drawn}")
            page.screenshot(path=str(STATIC / file), omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
