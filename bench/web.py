"""What a table costs a browser, and how fast it answers: `python -m bench.web`.

Debian's Chromium against a house of its own on loopback, with `--tables` tables in play beside it: two programs at each
move every second and a half or so, and a page looks on. For each game:

- the first visit to a running table: every byte that comes over the line, for a browser that has never been here;
- a move: the bytes of the live stream for one viewer, compressed, for each version, the dearest and the mean;
- from the press to the changed board: choices being considered (they ask the house for a preview) and moves, from the
  click to the frame painted after the zones have changed, and where that time goes.

It exits with 1 if a target is missed: 150 KB for the visit, 15 KB for a move, 100 ms for nineteen clicks of twenty.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import shutil
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from rich.console import Console
from rich.table import Table
from tests.browser.conftest import ARGUMENTS
from tests.web.clients import Client, heard, table_of
from tests.web.serving import serving
from websockets.exceptions import ConnectionClosed

import backroom

VISIT, MOVE, CLICK = 150.0, 15.0, 100.0
"""The targets: kilobytes, kilobytes, milliseconds."""
KB = 1_000
PACE = 1.5
"""Seconds between two moves of a program at a table beside."""
LIMITS = {"BACKROOM_LIMIT_REQUESTS": "0", "BACKROOM_LIMIT_MOVES": "0"}

TIMED = """async (button) => {
  const kind = button.name;
  const before = performance.getEntriesByType('resource').length;
  let changed = 0;
  const seen = new Promise((done) => {
    const watch = new MutationObserver(() => { changed ||= performance.now(); watch.disconnect(); done(true); });
    for (const zone of document.querySelectorAll('main [data-zone]')) {
      watch.observe(zone, { childList: true, subtree: true, characterData: true });
    }
    setTimeout(() => { watch.disconnect(); done(false); }, 3000);
  });
  const pressed = performance.now();
  button.click();
  if (!await seen) return null;
  await new Promise((done) => requestAnimationFrame(() => {
    const line = new MessageChannel();  // its message comes when the frame has been painted
    line.port1.onmessage = done;
    line.port2.postMessage(0);
  }));
  const painted = performance.now();
  await new Promise((done) => setTimeout(done, 60));
  const fetched = performance.getEntriesByType('resource').slice(before);
  const asked = fetched.find((each) => /\\/(moves|zones)/.test(each.name));
  performance.clearResourceTimings();
  const house = asked ? asked.responseStart - asked.requestStart : null;
  return { kind, all: painted - pressed, change: changed - pressed, house };
}"""


class Click(NamedTuple):
    """One press of a button, in milliseconds."""

    kind: str
    whole: float
    change: float
    house: float | None


class Figures(NamedTuple):
    """What was measured of a game."""

    game: str
    visit: int
    parts: Counter[str]
    pushes: list[int]
    clicks: list[Click]

    @property
    def met(self) -> bool:
        """Whether it meets the targets."""
        late = quantile([each.whole for each in self.clicks], 0.95)
        return self.visit <= VISIT * KB and max(self.pushes) <= MOVE * KB and late <= CLICK


class Line:
    """What comes over the line to one page, by Chromium's own account."""

    def __init__(self, page: Page) -> None:
        self._names: dict[str, str] = {}
        self._sizes: Counter[str] = Counter()
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", self._asked)
        session.on("Network.responseReceived", self._answered)
        session.on("Network.dataReceived", self._heard)
        session.on("Network.loadingFinished", self._finished)

    @property
    def bytes(self) -> Counter[str]:
        """How many came of what."""
        found: Counter[str] = Counter()
        for request, size in self._sizes.items():
            found[self._names.get(request, "other")] += size
        return found

    def _asked(self, told: dict[str, Any]) -> None:
        path = httpx.URL(told["request"]["url"]).path
        self._names[told["requestId"]] = path.rpartition("/")[2] if path.startswith("/static") else "page"

    def _answered(self, told: dict[str, Any]) -> None:
        self._sizes[told["requestId"]] += int(told["response"]["encodedDataLength"])

    def _heard(self, told: dict[str, Any]) -> None:
        self._sizes[told["requestId"]] += int(told["encodedDataLength"])

    def _finished(self, told: dict[str, Any]) -> None:
        """The whole of it, head and body; what never ends, the stream, stays as it was counted."""
        self._sizes[told["requestId"]] = int(told["encodedDataLength"])


def first_visit(browser: Browser, known: BrowserContext, url: str) -> Line:
    """A browser that has fetched nothing yet comes to a table."""
    fresh = browser.new_context(storage_state=known.storage_state(), viewport={"width": 1440, "height": 900})
    page = fresh.new_page()
    line = Line(page)
    page.goto(url, wait_until="load")
    page.wait_for_timeout(800)  # the stream has said hello
    fresh.close()
    return line


def stream_sizes(known: BrowserContext, url: str, moves: int, press: Any) -> list[int]:
    """The compressed bytes that each version costs one viewer, counted on the line while `press` plays."""
    jar = {each["name"]: each["value"] for each in known.cookies()}
    sizes: list[int] = []
    with (
        httpx.Client(cookies=jar, timeout=30) as http,
        http.stream("GET", f"{url}/live", headers={"accept-encoding": "gzip"}) as answer,
    ):
        chunks = answer.iter_raw()
        next(chunks), next(chunks)  # hello, and the present
        while len(sizes) < moves and press():
            sizes.append(len(next(chunks)))
    return sizes


def at_table(page: Page) -> bool:
    """Wait until there is something to decide; False when the game is over."""
    page.wait_for_selector('[name="waits"][value="1"], .z-end:not(:empty)', state="attached", timeout=120_000)
    return page.locator(".z-end > *").count() == 0


def pressed(page: Page, chooser: Random) -> Click | None:
    """Press one of the buttons there are, and see how long it takes."""
    buttons = page.query_selector_all('main button[form="moves"]:not([disabled])')
    sends = [each for each in buttons if "go" in (each.get_attribute("class") or "").split()]
    shown = [each for each in buttons if each.is_visible()]
    if not buttons:  # a race has just closed
        return None
    chosen = sends[0] if sends and chooser.random() < 0.85 else chooser.choice(shown or buttons)
    told = page.evaluate_handle(TIMED, chosen).json_value()
    return None if told is None else Click(told["kind"], told["all"], told["change"], told["house"])


def measured(browser: Browser, address: str, game: str, clicks: int) -> Figures:
    """One game."""
    chooser = Random(game)
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()

    def sit_down() -> str:
        page.goto(f"{address}/tables/new/{game}")
        for seat in page.query_selector_all("select[id^=seat]"):
            seat.select_option("sensible")
        page.get_by_role("button", name="Open the table").click()
        page.get_by_role("button", name="Start the game").click()
        at_table(page)
        return page.url

    url = sit_down()
    line = first_visit(browser, context, url)
    found: list[Click] = []
    while len(found) < clicks:
        if not at_table(page):
            url = sit_down()
        click = pressed(page, chooser)
        if click is not None:
            found.append(click)
    if not at_table(page):
        url = sit_down()

    def press() -> bool:
        if not at_table(page):
            return False
        tokens = page.locator("details.all button[name=play]")
        seen = page.locator("[name=seen]").input_value()
        if not tokens.count():  # a race has just closed
            return True
        tokens.nth(chooser.randrange(tokens.count())).evaluate("each => each.click()")
        page.wait_for_function("seen => document.querySelector('[name=seen]').value !== seen", arg=seen)
        return True

    sizes = stream_sizes(context, url, 25, press)
    context.close()
    return Figures(game, line.bytes.total(), line.bytes, sizes, found)


# The tables beside.


async def beside(address: str, tables: int, ready: Any) -> None:
    """Programs at tables of all games, two at each, and a page that looks on; until this process is ended."""
    names = backroom.games()
    at_play = []
    for number in range(tables):
        game = names[number % len(names)]
        seats = max(backroom.game(game).seats[0], 2)
        people = [Client(address, f"P{number}-{seat}") for seat in range(seats)]
        at_play.append((game, people, table_of(*people, game=game)))
    tasks = [
        asyncio.create_task(mover(each, table, Random(f"{table}{seat}")))
        for _game, people, table in at_play
        for seat, each in enumerate(people)
    ] + [asyncio.create_task(onlooker(address, table)) for _game, _people, table in at_play]
    await asyncio.sleep(2 + tables / 10)
    ready.set()
    await asyncio.gather(*tasks)


async def mover(client: Client, table: str, chooser: Random) -> None:
    """Moves a while after he may, and comes again if the line breaks; whoever comes to the end sits still."""
    while True:
        with contextlib.suppress(OSError, ConnectionClosed):  # the machine has too much to do
            return await moved(client, table, chooser)


async def moved(client: Client, table: str, chooser: Random) -> None:
    """The same over one line."""
    async with client.socket(table) as line:
        while True:
            told = await heard(line, "view")
            if told["over"]:
                return
            if not told["legal"]:
                continue
            await asyncio.sleep(PACE * (0.5 + chooser.random()))
            move = {"type": "move", "tokens": [chooser.choice(told["legal"])], "client": f"{chooser.random()}"}
            await line.send(json.dumps(move))


async def onlooker(address: str, table: str) -> None:
    """A page that shows the table."""
    async with (
        httpx.AsyncClient(timeout=None) as http,
        http.stream("GET", f"{address}/tables/{table}/live") as answer,
    ):
        async for _chunk in answer.aiter_raw():
            continue


def load(address: str, tables: int, ready: Any) -> None:
    """The process of the tables beside."""
    asyncio.run(beside(address, tables, ready))


# Telling.


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which this share of them lies."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def told(all_figures: Sequence[Figures], tables: int) -> None:
    """The tables of figures."""
    out = Console(width=110, highlight=False)
    shown = Table(title=f"Chromium on loopback, {tables} tables in play beside it", title_justify="left")
    for head in ("game", "visit KB", "move KB, mean", "dearest", "clicks", "p50 ms", "p95 ms", "targets"):
        shown.add_column(head, justify="left" if head in ("game", "targets") else "right")
    for each in all_figures:
        whole = [click.whole for click in each.clicks]
        shown.add_row(
            each.game, f"{each.visit / KB:.0f}", f"{statistics.mean(each.pushes) / KB:.1f}",
            f"{max(each.pushes) / KB:.1f}", str(len(whole)), f"{quantile(whole, 0.5):.0f}",
            f"{quantile(whole, 0.95):.0f}", "met" if each.met else "missed",
        )  # fmt: skip
    out.print(shown)
    parts = Table(title="Where the time goes, medians in ms, and where the bytes of a visit", title_justify="left")
    for head in ("game", "what", "clicks", "the house answers", "then zones change", "then a frame", "p95 of all"):
        parts.add_column(head, justify="left" if head in ("game", "what") else "right")
    for each in all_figures:
        for kind, what in (("draft", "a choice"), ("play", "a move")):
            some = [click for click in each.clicks if click.kind == kind]
            if some:
                house = [click.house or 0.0 for click in some]
                parts.add_row(
                    each.game, what, str(len(some)), f"{statistics.median(house):.0f}",
                    f"{statistics.median(max(0.0, one.change - (one.house or 0.0)) for one in some):.0f}",
                    f"{statistics.median(one.whole - one.change for one in some):.0f}",
                    f"{quantile([one.whole for one in some], 0.95):.0f}",
                )  # fmt: skip
    out.print(parts)
    for each in all_figures:
        files = ", ".join(f"{name} {size / KB:.0f}" for name, size in each.parts.most_common() if size >= KB)
        out.print(f"{each.game}: {files} KB", style="dim")


def main() -> int:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=50, help="tables in play beside")
    parser.add_argument("--clicks", type=int, default=60, help="clicks measured in each game")
    parser.add_argument("--games", nargs="*", default=backroom.games())
    asked = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.stderr.write("This needs Chromium: install it as root with `apt-get install chromium`.\n")
        return 2
    several = multiprocessing.get_context("spawn")
    ready = several.Event()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), LIMITS) as house:
        others = several.Process(target=load, args=(house.address, asked.tables, ready), daemon=True)
        others.start()
        try:
            if not ready.wait(120):
                raise SystemExit("the tables beside did not begin")
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
                figures = [measured(browser, house.address, game, asked.clicks) for game in asked.games]
                browser.close()
        finally:
            others.terminate()
            others.join()
    told(figures, asked.tables)
    return 0 if all(each.met for each in figures) else 1


if __name__ == "__main__":
    raise SystemExit(main())
