"""All commands in one place; each is written in a module of its own."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from backroom.arena.entrants import BadEntrant
from backroom.bots import UnknownBot
from backroom.cli import admin, books, editions, records
from backroom.cli.analyse import look_back
from backroom.cli.arena import arena
from backroom.cli.balance import balance
from backroom.cli.bench import bench
from backroom.cli.folder import data_folder
from backroom.cli.mcp import mcp
from backroom.cli.play import play
from backroom.cli.screen import Failed, Group, complain, explained, forgive, say, sentence
from backroom.cli.serve import serve
from backroom.cli.tongue import _, speak
from backroom.kernel.errors import BackroomError, BadOption, BadSeats, UnknownAction, UnknownGame
from backroom.kernel.rulebook import NoRulebook

ANYWHERE = ("--language", "--data")
"""Options of `backroom` itself that may also stand after the command."""
MISUSE = (BadEntrant, BadOption, BadSeats, NoRulebook, UnknownAction, UnknownBot, UnknownGame)
"""Errors that mean the command was typed wrongly."""


class House(Group):
    """The group of all commands: it turns every error into one sentence and an exit code."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        for stream in (sys.stdout, sys.stderr):
            forgive(stream)
        code = self.guarded(hoisted(sys.argv[1:] if args is None else args), prog_name, complete_var, **extra)
        if standalone_mode:
            sys.exit(code)
        return code

    def guarded(self, args: list[str], prog_name: str | None, complete_var: str | None, **extra: Any) -> int:
        """Run a command; its exit code."""
        try:
            result = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
            sys.stdout.flush()
        except BrokenPipeError:
            return hang_up()
        except Failed as error:
            complain(str(error))
            return error.code
        except BackroomError as error:
            complain(sentence(str(error)))
            return 2 if isinstance(error, MISUSE) else 1
        except (KeyboardInterrupt, typer.Abort):
            complain(_("Interrupted."))
            return 1
        except OSError as error:
            complain(sentence(f"{error.filename or ''}: {error.strerror or error}".removeprefix(": ")))
            return 1
        except Exception as error:
            told = getattr(error, "format_message", None)
            if told is None:
                raise
            context = getattr(error, "ctx", None)
            command = context.command_path if context is not None else "backroom"
            complain(sentence(told()) + " " + _("See: {command} --help").format(command=command))
            return 2
        if result == INTERRUPTED:
            complain(_("Interrupted."))
            return 1
        return result if isinstance(result, int) else 0


INTERRUPTED = 130
"""What Typer makes of Ctrl-C."""


def hang_up() -> int:
    """The reader of our output has gone: nothing more to say, not even at the exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


def hoisted(args: Sequence[str]) -> list[str]:
    """The options of `backroom` itself moved before the command."""
    front: list[str] = []
    rest: list[str] = []
    left = list(args)
    while left:
        word = left.pop(0)
        if word == "--":
            rest += [word, *left]
            break
        if word in ANYWHERE and left:
            front += [word, left.pop(0)]
        elif word.partition("=")[0] in ANYWHERE:
            front.append(word)
        else:
            rest.append(word)
    return front + rest


app = typer.Typer(
    cls=House,
    no_args_is_help=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help=_("Three crime-family board games at one table: played to the rules, against friends or bots."),
    epilog=_("Example: backroom play boss --people Anna,Boris --bots capo"),
)


def version(asked: bool) -> None:
    """`--version`."""
    if asked:
        from importlib.metadata import PackageNotFoundError
        from importlib.metadata import version as installed

        try:
            say(f"backroom {installed('backroom')}")
        except PackageNotFoundError:
            say("backroom")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def house(
    context: typer.Context,
    language: Annotated[
        str | None, typer.Option(help=_("Speak this language, e.g. uk; else the one of your system."))
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help=_("Keep saved games here; else in $BACKROOM_DATA or your data folder.")),
    ] = None,
    version_asked: Annotated[
        bool, typer.Option("--version", callback=version, is_eager=True, help=_("Print the version."))
    ] = False,
) -> None:
    """What all commands share."""
    if language:
        speak(language)
    context.obj = data or data_folder()
    explained(context)


# One line for each command, in the order in which `--help` lists them.

app.command("games", help=_("List the games."), epilog=_("Example: backroom games --json"))(books.games)
app.command(
    "rules",
    help=_("Read a rulebook: all of it, some paragraphs, or the printed cards with their sources."),
    epilog=_("Examples: backroom rules boss; backroom rules boss B-14 B-15; backroom rules boss --cards"),
)(books.rules)
app.command(
    "play",
    help=_("Play in the terminal: with people at one keyboard, against bots, or a saved game."),
    epilog=_("Examples: backroom play; backroom play boss --people Anna --bots capo,rookie"),
)(play)
app.command(
    "new",
    help=_("Open a game and write its record, for programs and for play by mail."),
    epilog=_("Example: backroom new boss --seats 4 --seed 7 --out game.txt --option rookie_rule=veteran_in_group"),
)(records.new)
app.command(
    "replay",
    help=_("Show a game from its record, move by move."),
    epilog=_("Examples: backroom replay game.txt; backroom replay game.txt --at 12 --json"),
)(records.replay)
app.command(
    "verify",
    help=_("Replay a record and check its seed and its result."),
    epilog=_("Example: backroom verify game.txt"),
)(records.verify)
app.command(
    "analyse",
    help=_("Look back on a game: everybody's chances, the turning points, what the don would have done."),
    epilog=_("Examples: backroom analyse game.txt; backroom analyse game.txt --at 12 --think 3s"),
)(look_back)
app.command(
    "bench",
    help=_("Measure how fast the engines are on this machine."),
    epilog=_("Example: backroom bench boss --seconds 2"),
)(bench)
app.command(
    "arena",
    help=_("Let bots play each other; ratings, who beats whom, and a report with plots."),
    epilog=_("Examples: backroom arena boss --bots don,capo,random --games 2000; backroom arena boss --bots my_bot.py"),
)(arena)
app.command(
    "balance",
    help=_("Let bots play thousands of games; report on seats, length and printed data."),
    epilog=_("Example: backroom balance corleone --seats 3,4,5 --games 3000 --out games.jsonl"),
)(balance)
app.command(
    "serve",
    help=_("Open the house for browsers and programs, on this machine or for everybody: what `./play` runs."),
    epilog=_("Example: backroom serve --host 0.0.0.0 --port 8000 --data my-house"),
)(serve)
app.add_typer(
    admin.app,
    name="admin",
    help=_("For whoever runs a house: its tables and people, silence, close, back up, check the log."),
    epilog=_("Examples: backroom admin tables; backroom admin backup house.backup; backroom admin check"),
)
app.command(
    "mcp",
    help=_("Let an assistant play: a server of the Model Context Protocol over standard input and output."),
    epilog=_("Example: backroom mcp, in an assistant's settings"),
)(mcp)
app.add_typer(
    editions.app,
    name="edition",
    help=_("Your own printed data: write an edition file, check one."),
    epilog=_("Example: backroom edition new boss --out mine.toml; backroom edition check mine.toml"),
)


def main() -> None:
    """The `backroom` command."""
    app(prog_name="backroom")
