"""`backroom edition`: an owner's own printed data."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from backroom.cli.books import AS_JSON
from backroom.cli.folder import write
from backroom.cli.screen import Failed, Group, Misused, explained, say, say_json
from backroom.cli.tongue import Tongue, _
from backroom.kernel.edition import Edition
from backroom.kernel.errors import BadEdition
from backroom.kernel.registry import game as find_game
from backroom.kernel.registry import games
from backroom.kernel.words import titled

app = typer.Typer(cls=Group, rich_markup_mode=None, invoke_without_command=True, callback=explained)


@app.command(
    "check",
    help=_("Check an edition file; what is wrong is told with its line."),
    epilog=_("Example: backroom edition check mine.toml --game boss"),
)
def check(
    file: Annotated[Path, typer.Argument(help=_("The edition file (TOML)."))],
    game: Annotated[str | None, typer.Option(help=_("The game it is for; else what the file says."))] = None,
    as_json: AS_JSON = False,
) -> None:
    """Check an edition file."""
    name = find_game(game).name if game else ""
    try:
        edition = Edition.read(file)
        name = name or stated_game(edition)
        find_game(name).check_edition(edition)
    except BadEdition as error:
        if not as_json:
            raise
        say_json({"ok": False, "file": str(file), "game": name, "line": error.line, "problem": error.problem})
        raise typer.Exit(1) from None
    if as_json:
        found = {"ok": True, "file": str(file), "game": name, "name": edition.name, "sha256": edition.sha256}
        say_json(found)
        return
    say(_("{file} is a good edition of {game}.").format(file=file, game=titled(find_game(name), Tongue.language)))
    say(_("Name {name}, SHA-256 {sha256}").format(name=edition.name, sha256=edition.sha256))


def stated_game(edition: Edition) -> str:
    """The game an edition says it is for."""
    stated = edition.data["meta"].get("game")
    if stated not in games():
        edition.fail(("meta", "game"), f"expected game = one of {', '.join(games())}; or say it with --game")
    return str(stated)


@app.command(
    "new",
    help=_("Write a template: the house edition with its comments, for you to change."),
    epilog=_("Example: backroom edition new boss --out mine.toml"),
)
def new(
    game: Annotated[str, typer.Argument(help=_("The game, e.g. boss."))],
    out: Annotated[Path | None, typer.Option(metavar="FILE", help=_("Write it here; else to standard output."))] = None,
    force: Annotated[bool, typer.Option("--force", help=_("Write over a file that is there."))] = False,
) -> None:
    """Write a template."""
    text = find_game(game).house_edition().text
    if out is None:
        sys.stdout.write(text)
        return
    if out.exists() and not force:
        raise Failed(_("{file} is there already; --force writes over it.").format(file=out))
    if out.is_dir():
        raise Misused(_("{file} is a folder.").format(file=out))
    write(out, text)
    say(_("Wrote {file}. Change it, then: backroom edition check {file}").format(file=out))
