"""`backroom lobby`, which `./play` runs: where one chooses what to play."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from backroom.cli.play import play
from backroom.cli.screen import complain, say
from backroom.cli.tongue import _


def lobby(
    context: typer.Context,
    port: Annotated[int | None, typer.Option(help=_("For the lobby in the browser, which is still to come."))] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help=_("Stay in the terminal; it does so far."))] = False,
) -> None:
    """Open the lobby. So far it is the terminal's: choose a game, or go on with one."""
    if port is not None:
        complain(_("There is no lobby in the browser yet, so --port has no effect; this is the terminal's."))
    if not sys.stdin.isatty():
        say(_("The lobby asks what to play, so it needs a terminal. Without one: backroom play GAME --help"))
        return
    play(context)
