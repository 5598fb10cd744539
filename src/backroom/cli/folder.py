"""The data folder: games that were saved, and the editions they were played with."""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import msgspec

from backroom.cli.screen import Failed
from backroom.cli.tongue import _
from backroom.kernel.edition import Edition
from backroom.kernel.errors import BackroomError, BadEdition
from backroom.kernel.record import Record
from backroom.kernel.registry import game as find_game

MARK = "table: "
"""How the remark begins that says who sits where."""


class Sitter(msgspec.Struct, frozen=True):
    """Who sits at a seat: a person, or a bot of this kind."""

    name: str
    bot: str = ""


def data_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Where this person's data belong on this system."""
    if environment.get("BACKROOM_DATA"):
        return Path(environment["BACKROOM_DATA"])
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "backroom"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "backroom"
    return Path(environment.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "backroom"


def write(file: Path, text: str, private: bool = False) -> None:
    """The whole file or none of it: a kill or a full disk leaves the old one. Private is for its owner alone."""
    try:
        file = file.resolve()
        if file.exists() and not file.is_file():  # a device or a pipe: nothing to put in its place
            file.write_text(text, encoding="utf-8")
            return
        file.parent.mkdir(parents=True, exist_ok=True)
        mode = file.stat().st_mode & 0o777 if file.exists() else 0o600 if private else 0o666 & ~mask()
        handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                stream.write(text)
                stream.flush()
                os.fsync(stream.fileno())
            Path(name).chmod(mode)
            Path(name).replace(file)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise Failed(_("{file} cannot be written: {why}.").format(file=file, why=because(error))) from None


def mask() -> int:
    """What new files are not for, as the person has set it."""
    found = os.umask(0o077)
    os.umask(found)
    return found


def read(file: Path) -> str:
    """A text file; `-` is standard input."""
    try:
        text = sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
    except OSError as error:
        raise Failed(_("{file} cannot be read: {why}.").format(file=file, why=because(error))) from None
    except UnicodeDecodeError:
        raise Failed(_("{file} is not UTF-8 text.").format(file=file)) from None
    return text


def because(error: OSError) -> str:
    """The system's reason, as a part of a sentence."""
    return (error.strerror or str(error)).lower()


@dataclass(frozen=True)
class Saved:
    """A game on the shelf."""

    file: Path
    record: Record
    sitters: tuple[Sitter, ...]
    when: datetime


class Shelf:
    """The saved games and editions in a data folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def new_file(self, game: str) -> Path:
        """A name for a new saved game."""
        stem = f"{game}-{datetime.now():%Y%m%d-%H%M%S}"
        file = self.folder / "games" / f"{stem}.txt"
        number = 2
        while file.exists():
            file = self.folder / "games" / f"{stem}-{number}.txt"
            number += 1
        return file

    def unfinished(self) -> list[Saved]:
        """Games that can go on, the latest first; files that are none are passed over."""
        found = []
        for file in (self.folder / "games").glob("*.txt"):
            try:
                record = Record.parse(file.read_text(encoding="utf-8"))
                when = datetime.fromtimestamp(file.stat().st_mtime)
            except (OSError, UnicodeDecodeError, BackroomError):
                continue
            if record.scores is None:
                found.append(Saved(file, record, sitters_of(record), when))
        return sorted(found, key=lambda saved: saved.when, reverse=True)

    def keep_edition(self, edition: Edition) -> None:
        """An owner's edition, so that its games replay without its file being named."""
        file = self.folder / "editions" / f"{edition.sha256}.toml"
        if not file.exists():
            write(file, edition.text)

    def know_edition(self, record: Record) -> None:
        """Make the record's edition known to its game, from the house or from the shelf."""
        game = find_game(record.game)
        name, _space, sha256 = record.edition.rpartition(" ")
        try:
            game.edition(sha256)
        except BadEdition:
            file = self.folder / "editions" / f"{sha256}.toml"
            if not (re.fullmatch(r"[0-9a-f]{64}", sha256) and file.is_file()):
                raise Failed(
                    _("This game was played with the edition {name}; give its file with --edition.").format(name=name)
                ) from None
            game.with_edition(Edition.read(file))


def sitters_of(record: Record) -> tuple[Sitter, ...]:
    """Who sits where, as the record's remark tells; nobody by name without one."""
    for at, text in record.comments:
        if at == 0 and text.startswith(MARK):
            try:
                sitters = msgspec.json.decode(text.removeprefix(MARK), type=tuple[Sitter, ...])
            except msgspec.DecodeError:
                continue
            if len(sitters) == record.seats:
                return sitters
    return ()


def with_sitters(record: Record, sitters: Sequence[Sitter]) -> Record:
    """The record with a remark that says who sits where."""
    told = json.dumps(msgspec.to_builtins(list(sitters)), ensure_ascii=False)
    others = tuple(comment for comment in record.comments if not comment[1].startswith(MARK))
    return replace(record, comments=((0, MARK + told), *others))
