"""Makes the README's pictures anew: `PYTHONPATH=src:. python -m tools.screenshots [terminal] [pages]`.

Real positions, drawn by the real terminal, and by a real house in Debian's Chromium.
"""

import base64
import io
import shutil
import sys
import tempfile
from pathlib import Path
from random import Random

import msgspec
from playwright.sync_api import Page, sync_playwright
from rich.console import Console
from rich.text import Text
from tests.browser.conftest import ARGUMENTS
from tests.web.serving import serving

import backroom
from backroom.bots import make
from backroom.cli.folder import Sitter
from backroom.cli.session import Session

FRAME = """<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg" role="img"
 aria-label="A game of Boss in the terminal">
<style>
.{unique_id}-matrix {{ font-family: "DejaVu Sans Mono", "Cascadia Mono", Menlo, Consolas, monospace;
 font-size: {char_height}px; line-height: {line_height}px; }}
.{unique_id}-title {{ font: bold 18px system-ui, sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def boss(file: Path) -> None:
    """Boss in its second round, as one of four players sees it."""
    game = backroom.game("boss")
    state = game.new(seats=4, seed=12)
    bot, chance = make("sensible", "boss"), Random(3)
    sitters = [Sitter("Anna"), Sitter("Rocco", "sensible"), Sitter("Sal", "sensible"), Sitter("Nino", "sensible")]
    session = Session(state, sitters, Path("unused"))
    while state.made < 74 or state.waiting != (0,):
        seat = state.waiting[0]
        state.play(seat, bot.choose(state.view(seat), state.legal(seat), chance, None))
    session.hear()
    out = Console(
        record=True, width=96, force_terminal=True, color_system="truecolor", file=io.StringIO(), highlight=False
    )
    view = state.view(0)
    news = [event for _, event in session.events[-8:]]
    out.print(Text("Since your last turn", style="bold"))
    out.print(session.table.story(news, None, view, session.speaker))
    out.print()
    out.print(session.table.draw(view, session.speaker))
    number = 0
    for group in session.groups(0):
        out.print(Text(group.title, style="bold"))
        for choice in group.choices:
            number += 1
            keys = f"  {choice.keys[0]}" if choice.keys else ""
            out.print(
                Text(f"{number:>4}  ", style="cyan").append(choice.label, style="default").append(keys, style="dim")
            )
    out.print(Text("Anna > "), end="")
    file.write_text(out.export_svg(title="backroom play boss", code_format=FRAME, unique_id="boss"), encoding="utf-8")
    sys.stdout.write(f"{file}: after {state.made} moves\n")


DOCS = Path("docs/pictures")
TABLES = {"boss": (4, 7, 44, 4), "omerta": (4, 9, 30, 4), "corleone": (4, 11, 130, 4)}
"""For each game how many play, the seed, how many moves are made before, and how many the consigliere says then."""


def position(game: str, seats: int, seed: int, moves: int) -> tuple[str, int]:
    """A game played sensibly for a while, until somebody owes a turn; and his seat."""
    state = backroom.game(game).new(seats, seed)
    bot, chance = make("sensible", game), Random(seed)
    while state.made < moves or len(state.waiting) != 1 or len(state.legal(state.waiting[0])) < 4:
        seat = (state.waiting or (backroom.HOUSE,))[0]
        legal = state.legal(seat)
        chosen = bot.choose(state.view(seat), legal, chance, None) if seat != backroom.HOUSE else legal[0]
        state.play(seat, chosen)
    return msgspec.json.encode(state.dump()).decode(), state.waiting[0]


def my_turn(page: Page) -> None:
    """Wait until there is something to decide."""
    page.wait_for_selector('[name="waits"][value="1"], .z-end:not(:empty)', state="attached", timeout=60_000)


def sit_down(page: Page, address: str, game: str) -> None:
    """A table against bots from such a position on, and a few turns more."""
    *setting, turns = TABLES[game]
    text, seat = position(game, *setting)
    page.goto(f"{address}/positions/{game}")
    csrf = page.locator("body").get_attribute("data-csrf") or ""
    form = {"csrf": csrf, "position": text, "seat": str(seat + 1), "bot": "capo", "luck": "same", "do": "open"}
    opened = page.context.request.post(f"{address}/positions/{game}", form=form, headers={"origin": address})
    page.goto(opened.url)
    for _turn in range(turns):
        my_turn(page)
        seen = page.locator("[name=seen]").input_value()
        page.keyboard.press("c")
        best = page.locator(".counsel .hint").first.get_attribute("data-action")
        page.locator(f'details.all button[value="{best}"]').evaluate("each => each.click()")
        page.wait_for_function("seen => document.querySelector('[name=seen]').value !== seen", arg=seen)
    my_turn(page)
    page.wait_for_timeout(600)  # pieces arrive


def take(page: Page, name: str) -> None:
    """The window as it is, as WebP."""
    page.evaluate("scrollTo(0, 0)")
    session = page.context.new_cdp_session(page)
    shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": 50})
    file = DOCS / f"{name}.webp"
    file.write_bytes(base64.b64decode(shot["data"]))
    sys.stdout.write(f"{file}: {file.stat().st_size / 1000:.0f} KB\n")


def pages() -> None:
    """The lobby and a table of each game."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        raise SystemExit("This needs Chromium: install it as root with `apt-get install chromium`.")
    DOCS.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as house, sync_playwright() as playwright
    ):  # fmt: skip
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        context = browser.new_context(viewport={"width": 1440, "height": 900}, color_scheme="dark")
        page = context.new_page()
        page.goto(f"{house.address}/people/me")
        page.fill("#name", "Anna")
        page.get_by_role("button", name="That is me").click()
        page.locator("h1", has_text="Anna").wait_for()
        for game in TABLES:
            sit_down(page, house.address, game)
            take(page, game)
            if game == "boss":
                page.set_viewport_size({"width": 390, "height": 780})
                page.reload()
                my_turn(page)
                take(page, "phone")
                page.set_viewport_size({"width": 1440, "height": 900})
        page.goto(house.address)
        take(page, "lobby")
        browser.close()


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["terminal", "pages"]
    if "terminal" in wanted:
        boss(Path("docs/boss.svg"))
    if "pages" in wanted:
        pages()
