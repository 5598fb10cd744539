"""`backroom serve`: the house, for people with browsers and for programs. It is what `./play` runs."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from backroom.cli.screen import Failed, say
from backroom.cli.tongue import _


def serve(
    context: typer.Context,
    host: Annotated[
        str | None, typer.Option(help=_("Listen here: 127.0.0.1 is this machine alone, 0.0.0.0 everybody."))
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(help=_("Listen on this port; 0 for any that is free. Else 8000, or the next free one.")),
    ] = None,
    database: Annotated[
        str | None, typer.Option(help=_("The database's URL; a file in the data folder if none is given."))
    ] = None,
    public: Annotated[
        str | None, typer.Option(help=_("The address people use, if there is a proxy: https://play.example.org."))
    ] = None,
    log: Annotated[str | None, typer.Option(help=_("How to log: plain, json or off."))] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help=_("Do not open the browser."))] = False,
) -> None:
    """Open the house until Ctrl-C."""
    try:
        from backroom.web import serve as server
        from backroom.web.settings import from_environment
    except ModuleNotFoundError as error:
        raise Failed(
            _("The server needs {module}, which is not installed: pip install 'backroom[server]'.").format(
                module=error.name
            )
        ) from None
    folder: Path = context.obj
    given = {"host": host, "port": port, "database": database, "public": public, "log": log}
    told = {f"BACKROOM_{name.upper()}": str(value) for name, value in given.items() if value is not None}
    environment = {**os.environ, **told}
    browse = not no_browser and has_screen(os.environ, sys.platform)

    def opened(address: str) -> None:
        say(_("The house is open at {address} — Ctrl-C closes it.").format(address=address))
        sys.stdout.flush()
        if browse:
            show(address)

    try:
        server.serve(from_environment(environment, folder), opened, nearby="BACKROOM_PORT" not in environment)
    except server.OpenAlready as there:
        say(_("The house is open already at {address}.").format(address=there.address))
        if browse and there.address:
            show(there.address).join(5)
        return
    say(_("The house is closed."))


def has_screen(environment: Mapping[str, str], platform: str) -> bool:
    """Whether a browser can be opened before somebody's eyes: not in a session from elsewhere, not on a bare server."""
    if environment.get("SSH_CONNECTION") or environment.get("SSH_TTY"):
        return False
    if platform in ("darwin", "win32", "cygwin"):
        return True
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def show(address: str) -> threading.Thread:
    """Open the browser there; it may take its time, and the house does not wait for it."""
    opening = threading.Thread(target=webbrowser.open, args=(address,), daemon=True)
    opening.start()
    return opening
