"""Who plays: bots of the house by name, a Python file, or a program in any language.

| written | who plays |
| --- | --- |
| `sensible`, `random`, a level | a bot of the house |
| `don@400`, `don@0.5s` | the same, thinking for 400 iterations or half a second |
| `my_bot.py`, `my_bot.py:Careful` | what this Python file chooses, in a process of its own |
| `cmd:./mybot --fast` | a program that reads and writes a line of JSON for each move |
| `wiretap` | a yardstick that sees everything; only bots against bots may meet it |
"""

from __future__ import annotations

import hashlib
import re
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from backroom import bots
from backroom.bots.budget import Budget
from backroom.kernel.errors import BackroomError

WIRETAP: Final = "wiretap"
COMMAND: Final = "cmd:"
ROOM: Final = 18
"""Letters of a name in a table or a plot."""
_FILE: Final = re.compile(r"(.+\.py)(?::([A-Za-z_]\w*))?")
_BUDGET: Final = re.compile(r"([1-9]\d{0,8})|(\d{1,4}(?:\.\d{1,3})?)s")


class BadEntrant(BackroomError):
    """Somebody who cannot play, for a reason that can be told before the game."""


class Limits(msgspec.Struct, frozen=True):
    """What a bot that is not the house's may use."""

    seconds: float = 5.0
    """For each decision."""
    memory: int = 1024
    """Mebibytes, for each of its processes."""


class Entrant(msgspec.Struct, frozen=True):
    """Somebody who plays, as he was written down and as he is found from any process."""

    label: str
    """As it was written."""
    name: str = ""
    """A bot of the house."""
    command: tuple[str, ...] = ()
    """What is run for a bot from outside."""
    digest: str = ""
    """The SHA-256 of its file, so that results of a bot before and after a change are not mixed."""
    budget: Budget | None = None

    @property
    def outside(self) -> bool:
        return bool(self.command)

    def identity(self) -> str:
        """What results must share."""
        return f"{self.label} {self.digest[:16]}" if self.digest else self.label


def budget_of(text: str) -> Budget:
    """`400` iterations or `0.5s`.

    >>> budget_of("400").iterations, budget_of("0.5s").seconds
    (400, 0.5)
    """
    found = _BUDGET.fullmatch(text.strip())
    if found is None or found[2] is not None and float(found[2]) == 0:
        raise BadEntrant(f"a budget is a number of iterations such as 400, or seconds such as 0.5s, not {text!r}")
    return Budget(iterations=int(found[1])) if found[1] else Budget(seconds=float(found[2]))


def short_names(bots: Sequence[str]) -> list[str]:
    """Bots' names where there is little room: files without their folders, unless two would be alike then.

    >>> short_names(["don", "cmd:./mybot", "a/my_bot.py"])
    ['don', 'mybot', 'my_bot.py']
    >>> short_names(["a/my_bot.py", "b/my_bot.py"])
    ['a/my_bot.py', 'b/my_bot.py']
    """
    found = [re.sub(r"[^\s:]*/", "", bot.removeprefix(COMMAND)) for bot in bots]
    found = [name if len(name) <= ROOM else name[: ROOM - 1] + "…" for name in found]
    whole = [bot if len(bot) <= ROOM else "…" + bot[1 - ROOM :] for bot in bots]
    return [name if found.count(name) == 1 else whole[at] for at, name in enumerate(found)]


def is_outside(text: str) -> bool:
    """Whether this names somebody's own program, which is run when he plays.

    >>> [is_outside(name) for name in ("don@400", "my_bot.py", "my_bot.py:Careful@400", "cmd:./mybot")]
    [False, True, True, True]
    """
    text = text.strip()
    return text.startswith(COMMAND) or _FILE.fullmatch(re.sub(r"@[^@]*$", "", text)) is not None


def entrant(text: str, game: str, budget: Budget | None = None) -> Entrant:
    """Who is meant by this. UnknownBot or BadEntrant say what is wrong before anybody plays."""
    text = text.strip()
    if text.startswith(COMMAND):
        return _program(text, budget)
    written, at, own = text.rpartition("@")
    if at and not written.startswith(COMMAND):
        budget = budget_of(own)
    else:
        written = text
    file = _FILE.fullmatch(written)
    if file is not None:
        return _file(text, Path(file[1]), file[2] or "", game, budget)
    if written != WIRETAP:
        bots.make(written, game)
    return Entrant(text, name=written, budget=budget)


def _program(text: str, budget: Budget | None) -> Entrant:
    try:
        words = shlex.split(text.removeprefix(COMMAND))
    except ValueError as error:
        raise BadEntrant(f"{text}: this is no command line: {str(error).lower()}") from None
    if not words:
        raise BadEntrant("cmd: wants a command line behind it, such as cmd:./mybot")
    found = shutil.which(words[0])
    if found is None:
        raise BadEntrant(f"{text}: there is no program {words[0]} that may be run")
    # Scripts are usually named behind their interpreter; each file counts for what it says.
    files = [Path(word) for word in (found, *words[1:]) if Path(word).is_file()]
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
    rest = [str(Path(word).absolute()) if Path(word).is_file() else word for word in words[1:]]
    return Entrant(text, command=(str(Path(found).absolute()), *rest), digest=digest, budget=budget)


def _file(text: str, file: Path, attribute: str, game: str, budget: Budget | None) -> Entrant:
    try:
        source = file.read_bytes()
    except OSError as error:
        raise BadEntrant(f"{file} cannot be read: {(error.strerror or str(error)).lower()}") from None
    try:
        compile(source, str(file), "exec")
    except (SyntaxError, ValueError) as error:
        line = f", line {error.lineno}" if isinstance(error, SyntaxError) else ""
        raise BadEntrant(f"{file}{line}: this is not Python: {getattr(error, 'msg', error)}") from None
    run = (sys.executable, "-m", "backroom.arena.guest", str(file.absolute()), attribute, game)
    return Entrant(text, command=run, digest=hashlib.sha256(source).hexdigest(), budget=budget)
