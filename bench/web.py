"""What a table costs a browser, and how fast it answers: `python -m bench.web`.

Debian's Chromium against a house of its own on loopback, with `--tables` tables in play beside it: two programs or
three at each move every second and a half or so, a page looks on, and whoever has finished a game begins another.
For each game:

- the first visit to a running table: every byte that comes over the line, for a browser that has never been here;
- a move: the bytes of the live stream for one viewer, compressed, for each version, the dearest and the mean;
- from the press to the changed board: choices being considered (they ask the house for a preview) and moves, from the
  click to the frame painted after the zones have changed, and where that time goes. A press comes half a second after
  there was something to decide, or after the press before it: nobody decides faster.

Everything runs on one machine, so what does not belong to it costs little: the programs read no more than they need,
and the browser is asked nothing while it works. The last lines tell how much of the machine each took.
It exits with 1 if a target is missed: 150 KB for the visit, 15 KB for a move, 100 ms for nineteen clicks of twenty.
Run it with `PYTHONPATH=src:.`, or, for the engines as installed, `PYTHONPATH=.cache/compiled:.` after `./test`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import multiprocessing
import os
import shutil
import statistics
import sys
import tempfile
import threading
import time
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Self
from urllib.parse import urlsplit

import httpx
import msgspec
import uvloop
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from rich.console import Console
from rich.table import Table
from tests.browser.conftest import ARGUMENTS
from tests.web.serving import Running, serving

import backroom
from bench.wire import Wire

VISIT, MOVE, CLICK = 150.0, 15.0, 100.0
"""The targets: kilobytes, kilobytes, milliseconds."""
KB = 1_000
PACE = 1.5
"""Seconds between two moves of a program at a table beside."""
MOMENT = 500
"""Milliseconds somebody looks at the table before he presses anything."""
LIMITS = {"BACKROOM_LIMIT_REQUESTS": "0", "BACKROOM_LIMIT_MOVES": "0", "BACKROOM_LIMIT_STREAMS": "1000"}

WAITED = """(moment) => new Promise((done, failed) => {
  const form = document.querySelector('[data-zone="form"]');
  const end = document.querySelector('[data-zone="end"]');
  let timer = 0;
  const look = () => {
    clearTimeout(timer);
    if (!end.children.length && form.querySelector('[name="waits"]').value !== '1') return;
    timer = setTimeout(() => { watch.disconnect(); done(!end.children.length); }, moment);
  };
  const watch = new MutationObserver(look);
  for (const each of [form, end]) watch.observe(each, { childList: true, subtree: true, attributes: true });
  setTimeout(() => failed(new Error('nothing to decide for two minutes')), 120_000);
  look();
})"""
"""Until there has been something to decide for a moment, or the game is over (false)."""

PRESSED = """async ([luck, bold]) => {
  const main = document.querySelector('main');
  const acted = () => document.querySelector('[data-zone="form"] [name="acted"]').value;
  const had = new URL(location.href).searchParams.get('draft') ?? '';
  const was = acted();
  const all = [...main.querySelectorAll('button[form="moves"]:not([disabled])')]
    .filter((each) => each.name === 'play' || each.value !== had);
  const shown = all.filter((each) => each.checkVisibility());
  const sends = shown.filter((each) => each.name === 'play');
  const more = shown.filter((each) => each.name === 'draft' && each.value.length > had.length);
  const choices = [bold ? sends : [], more, shown, all].find((each) => each.length);
  if (!choices) return null;  // a race has just closed
  const button = choices[Math.floor(luck * choices.length)];
  const kind = button.name;
  const plain = window.fetch;
  const frame = window.requestAnimationFrame;
  let [house, changed, within] = [0, 0, false];
  window.requestAnimationFrame = (called) => frame((at) => {
    within = true;  // what changes now is painted with this very frame
    called(at);
    queueMicrotask(() => { within = false; });
  });
  window.fetch = async (...asked) => {
    const answer = await plain(...asked);
    house ||= performance.now();
    return answer;
  };
  const seen = new Promise((done) => {
    // A choice is shown when zones change after its preview has come; a move, when they say that this seat has acted.
    // Clocks tick, and pieces are moved about, by themselves.
    const own = (each) => each.attributeName === 'style' ||
      (each.target.nodeType === 1 ? each.target : each.target.parentElement)?.closest('.clock, .left');
    const watch = new MutationObserver((records) => {
      if (kind === 'draft' ? !house || records.every(own) : acted() === was) return;
      changed = performance.now();
      watch.disconnect();
      const line = new MessageChannel();  // its message comes when the frame has been painted
      line.port1.onmessage = () => done(performance.now());
      if (within) line.port2.postMessage(0); else frame(() => line.port2.postMessage(0));
    });
    for (const zone of document.querySelectorAll('[data-zone]')) {
      watch.observe(zone, { childList: true, subtree: true, characterData: true, attributes: true });
    }
    setTimeout(() => { watch.disconnect(); done(0); }, 3_000);
  });
  const pressed = performance.now();
  button.click();
  const painted = await seen;
  await new Promise((done) => setTimeout(done, 60));
  [window.fetch, window.requestAnimationFrame] = [plain, frame];
  if (!painted) return { kind, whole: null };
  return { kind, whole: painted - pressed, change: changed - pressed, house: house - pressed };
}"""


class Click(NamedTuple):
    """One press of a button, in milliseconds."""

    kind: str
    whole: float
    change: float
    house: float
    """Until the house's answer was there."""


class Figures(NamedTuple):
    """What was measured of a game."""

    game: str
    visit: int
    parts: Counter[str]
    pushes: list[int]
    clicks: list[Click]
    lost: int
    """Clicks of which nothing came, since the table had gone on."""
    beside: float
    """Moves a second at the tables beside."""
    taken: dict[str, float]
    """How much of a processor each took, on the average."""

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


async def events(address: str, path: str, headers: str = "") -> AsyncIterator[bytes]:
    """A live stream as it comes over the line: what the house wrote at once, still compressed, its frame included."""
    parts = urlsplit(address)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nAccept-Encoding: gzip\r\n{headers}\r\n".encode())
    head = await reader.readuntil(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200"):
        raise SystemExit(f"{path}: {head.decode()}")
    try:
        while size := int(await reader.readuntil(b"\r\n"), 16):
            yield (await reader.readexactly(size + 2))[:-2]
    finally:
        writer.close()


class Sizes:
    """The compressed bytes that each version costs one viewer, counted on the line while somebody plays."""

    def __init__(self, known: BrowserContext, url: str) -> None:
        self.pushes: list[int] = []
        jar = "; ".join(f"{each['name']}={each['value']}" for each in known.cookies())
        parts = urlsplit(url)
        self._loop = asyncio.new_event_loop()
        self._counting = self._loop.create_task(
            self._count(f"{parts.scheme}://{parts.netloc}", f"{parts.path}/live", f"Cookie: {jar}\r\n")
        )
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self) -> list[int]:
        """Look no longer; what was counted. The first is the present itself, whole, and does not count."""
        self._loop.call_soon_threadsafe(self._counting.cancel)
        self._thread.join()
        return self.pushes[1:]

    def _run(self) -> None:
        with contextlib.suppress(asyncio.CancelledError, asyncio.IncompleteReadError):
            self._loop.run_until_complete(self._counting)

    async def _count(self, address: str, path: str, headers: str) -> None:
        unpacking = zlib.decompressobj(31)
        async for chunk in events(address, path, headers):
            if b"event: fragments" in unpacking.decompress(chunk):
                self.pushes.append(len(chunk))


def measured(browser: Browser, address: str, game: str, clicks: int, beside: Beside) -> Figures:
    """One game."""
    chooser = Random(game)
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    pushes: list[int] = []
    found: list[Click] = []
    lost = 0
    line: Line | None = None
    before = beside.moves.value, time.monotonic(), beside.taken()
    while len(found) < clicks:
        page.goto(f"{address}/tables/new/{game}")
        for seat in page.query_selector_all("select[id^=seat]"):
            seat.select_option("sensible")
        page.get_by_role("button", name="Open the table").click()
        page.get_by_role("button", name="Start the game").click()
        page.wait_for_selector('[data-zone="form"]', state="attached")
        if line is None:
            page.evaluate(WAITED, 0)
            line = first_visit(browser, context, page.url)
            before = beside.moves.value, time.monotonic(), beside.taken()
        sizes = Sizes(context, page.url)
        while len(found) < clicks and page.evaluate(WAITED, MOMENT):
            told = page.evaluate(PRESSED, [chooser.random(), chooser.random() < 0.85])
            if told is not None and told["whole"] is not None:
                found.append(Click(**told))
            elif told is not None:
                lost += 1
        pushes += sizes.stop()
    assert line is not None
    seconds = time.monotonic() - before[1]
    taken = {name: (after - before[2][name]) / seconds for name, after in beside.taken().items()}
    rate = (beside.moves.value - before[0]) / seconds
    context.close()
    return Figures(game, line.bytes.total(), line.bytes, pushes, found, lost, rate, taken)


# The tables beside.


class Beside:
    """The tables in play beside, in a process of their own; and what everything costs."""

    def __init__(self, house: Running, tables: int) -> None:
        several = multiprocessing.get_context("spawn")
        self.moves = several.Value("q", lock=False)
        self._ready = several.Event()
        self._house = house.process.pid
        self._process = several.Process(target=load, args=(house.address, tables, self.moves, self._ready), daemon=True)

    def __enter__(self) -> Self:
        self._process.start()
        if not self._ready.wait(120):
            raise SystemExit("the tables beside did not begin")
        return self

    def __exit__(self, *_error: object) -> None:
        self._process.terminate()
        self._process.join()

    def taken(self) -> dict[str, float]:
        """Processor time so far in seconds, of the house, the programs beside, and the browser with all around it."""
        parents: dict[int, int] = {}
        times: dict[int, float] = {}
        for each in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):  # it has just ended
                told = each.read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
                parents[int(each.parent.name)] = int(told[1])
                times[int(each.parent.name)] = (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")
        found = {"the house": 0.0, "the programs beside": 0.0, "the browser": 0.0}
        whose = {self._house: "the house", self._process.pid: "the programs beside", os.getpid(): "the browser"}
        for process, seconds in times.items():
            above = process
            while above not in whose and above in parents:
                above = parents[above]
            if above in whose:
                found[whose[above]] += seconds
        return found


class Told(msgspec.Struct):
    """What a program needs of a frame."""

    over: bool
    legal: list[str]


_frame = msgspec.json.Decoder(Told)


class Program:
    """Moves a while after it may, until the game is over."""

    def __init__(self, moves: Any, chooser: Random) -> None:
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._moves = moves
        self._chooser = chooser
        self._legal: list[str] = []
        self._thinking = False

    def heard(self, wire: Wire, text: bytes) -> None:
        """A message of the house's."""
        if not text.startswith(b'{"type":"view"'):
            return
        if b'"legal":[]' in text and b'"over":true' not in text:
            self._legal = []
            return
        told = _frame.decode(text)
        self._legal = told.legal
        if told.over:
            if not self.over.done():
                self.over.set_result(None)
        elif not self._thinking:
            self._thinking = True
            pause = PACE * (0.5 + self._chooser.random())
            asyncio.get_running_loop().call_later(pause, self._move, wire)

    def _move(self, wire: Wire) -> None:
        self._thinking = False
        if self._legal and not wire.closed:
            move = {
                "type": "move",
                "tokens": [self._chooser.choice(self._legal)],
                "client": f"{self._chooser.random()}",
            }
            wire.say(msgspec.json.encode(move))
            self._moves.value += 1


async def at_play(address: str, number: int, moves: Any, begun: list[int]) -> None:
    """Programs at a table and a page that looks on, game after game."""
    game = backroom.games()[number % len(backroom.games())]
    seats = max(backroom.game(game).seats[0], 2)
    async with httpx.AsyncClient(base_url=f"{address}/api/v1", timeout=60) as http:

        async def post(path: str, body: Any, token: str = "") -> Any:
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            return (await http.post(path, json=body, headers=headers)).raise_for_status().json()

        people = [
            (await post("/guests", {"name": f"P{number}-{seat}", "token": "bench"}))["token"] for seat in range(seats)
        ]
        while True:
            wanted = {"game": game, "seats": ["host", *["open"] * (seats - 1)], "tempo": {"seconds": 3600}}
            table = (await post("/tables", wanted, people[0]))["id"]
            for each in people[1:]:
                await post(f"/tables/{table}/join", {}, each)
            await post(f"/tables/{table}/start", None, people[0])
            looking = asyncio.create_task(onlooker(address, table))
            programs = [Program(moves, Random(f"{number} {seat}")) for seat in range(seats)]
            path = f"/api/v1/tables/{table}/socket"
            wires = [
                await Wire.dial(address, path, program.heard, f"Authorization: Bearer {token}\r\n")
                for program, token in zip(programs, people, strict=True)
            ]
            begun.append(number)
            await asyncio.gather(*(each.over for each in programs))
            for wire in wires:
                wire.hang_up()
            looking.cancel()


async def onlooker(address: str, table: str) -> None:
    """A page that shows the table."""
    async for _chunk in events(address, f"/tables/{table}/live"):
        continue


async def all_at_play(address: str, tables: int, moves: Any, ready: Any) -> None:
    """All tables beside; until this process is ended."""
    begun: list[int] = []
    playing = asyncio.gather(*(at_play(address, number, moves, begun) for number in range(tables)))
    while len(set(begun)) < tables and not playing.done():
        await asyncio.sleep(0.1)
    await asyncio.sleep(2)
    ready.set()
    await playing


def load(address: str, tables: int, moves: Any, ready: Any) -> None:
    """The process of the tables beside."""
    uvloop.run(all_at_play(address, tables, moves, ready))


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
                house = [click.house for click in some]
                parts.add_row(
                    each.game, what, str(len(some)), f"{statistics.median(house):.0f}",
                    f"{statistics.median(max(0.0, one.change - one.house) for one in some):.0f}",
                    f"{statistics.median(one.whole - one.change for one in some):.0f}",
                    f"{quantile([one.whole for one in some], 0.95):.0f}",
                )  # fmt: skip
    out.print(parts)
    for each in all_figures:
        shares = ", ".join(f"{who} {100 * share:.0f} %" for who, share in each.taken.items())
        out.print(
            f"{each.game}: {each.beside:.0f} moves a second at the tables beside; of a processor took {shares}; "
            f"{each.lost} clicks came too late for the table",
            style="dim",
        )
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
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), LIMITS) as house,
        Beside(house, asked.tables) as beside,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        figures = [measured(browser, house.address, game, asked.clicks, beside) for game in asked.games]
        browser.close()
    told(figures, asked.tables)
    return 0 if all(each.met for each in figures) else 1


if __name__ == "__main__":
    raise SystemExit(main())
