"""Makes the README's picture anew: `PYTHONPATH=src python tools/screenshots.py`.

A real position, drawn by the real terminal.
"""

import io
import sys
from pathlib import Path
from random import Random

from rich.console import Console
from rich.text import Text

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


if __name__ == "__main__":
    boss(Path("docs/boss.svg"))
