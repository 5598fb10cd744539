"""`backroom serve`: the house, for people with browsers and for programs."""

from __future__ import annotations

import os
import sys
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
    port: Annotated[int | None, typer.Option(help=_("Listen on this port; 0 for any that is free."))] = None,
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
    settings = from_environment({**os.environ, **told}, folder)

    def opened(address: str) -> None:
        say(_("The house is open at {address} — Ctrl-C closes it.").format(address=address))
        sys.stdout.flush()

    server.serve(settings, opened, browse=not no_browser and sys.stdin.isatty() and sys.stdout.isatty())
    say(_("The house is closed."))
