"""Where things are written: a terminal with colours and lines, or plain text when it is not one."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from io import StringIO, TextIOWrapper
from typing import Any

import msgspec
import typer
from rich.box import SIMPLE_HEAD, Box
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text
from typer.core import TyperGroup


class Failed(Exception):
    """What was asked for did not work: one sentence for people, exit code 1."""

    code = 1


class Misused(Failed):
    """It was asked for wrongly: one sentence, exit code 2."""

    code = 2


def forgive(stream: object) -> None:
    """Letters that the terminal's encoding lacks become question marks instead of an error."""
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="replace")


class Trimmed(StringIO):
    """Standard output for plain text: no spaces at the ends of lines."""

    def write(self, text: str) -> int:
        sys.stdout.write(re.sub(r" +(?=\n)", "", text))
        return len(text)

    def flush(self) -> None:
        sys.stdout.flush()


def console() -> Console:
    """Standard output as it is now; `NO_COLOR` and pipes are respected by Rich."""
    out = sys.stdout if sys.stdout.isatty() else Trimmed()
    return Console(file=out, highlight=False, emoji=False, markup=False)


def say(text: str) -> None:
    """A line: wrapped between words in a terminal, whole for a program."""
    say_text(Text(text))


def say_text(text: Text) -> None:
    """The same with colours."""
    out = console()
    out.print(text, soft_wrap=not out.is_terminal)


class Group(TyperGroup):
    """Commands of one kind, each listed with its whole sentence."""

    def list_commands(self, ctx: Any) -> list[str]:
        names = super().list_commands(ctx)
        for name in names:
            command = self.commands[name]
            command.short_help = command.short_help or command.help  # else it is cut off at the end of the line
        return names


def explained(context: typer.Context) -> None:
    """A group of commands, named without one of them, says what it has."""
    if context.invoked_subcommand is None:
        say(context.get_help())


def say_json(data: Any) -> None:
    """Data for programs."""
    encoded = msgspec.json.format(msgspec.json.encode(data), indent=2)
    sys.stdout.write(encoded.decode("utf-8") + "\n")


def complain(text: str) -> None:
    """One sentence on standard error."""
    sys.stderr.write(f"backroom: {text}\n")


def sentence(text: str) -> str:
    """A capital at the beginning of a message and a full stop at its end, on one line."""
    text = " ".join(text.split())
    if text[:1].islower() and text.partition(" ")[0].isalpha():
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else f"{text}."


class Framed:
    """Something with lines around it in a terminal, and without in plain text."""

    def __init__(self, build: Callable[[Box | None], RenderableType]) -> None:
        self.build = build

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.build(SIMPLE_HEAD if console.is_terminal else None)
