"""A file of results, a line each, so that a run that was interrupted goes on where it stood."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType

import msgspec

from backroom.arena.games import Plan, Result
from backroom.arena.schedule import Fixture
from backroom.kernel.errors import BackroomError


class BadResults(BackroomError):
    """A file of results that cannot be read or gone on with."""


class Results:
    """The results of a plan: in a file if one is named, which another run may go on with; else only here."""

    def __init__(self, plan: Plan, kind: str, file: Path | None = None) -> None:
        self.found: dict[Fixture, Result] = {}
        self.stream = None
        if file is None:
            return
        header = msgspec.json.encode({"backroom": kind, **plan.header()})
        try:
            self.stream = file.open("ab")
            self._lock(file)
            self._begin(file, header)
        except OSError as error:
            self.close()
            raise BadResults(f"{file} cannot be used: {(error.strerror or str(error)).lower()}") from None
        except BadResults:
            self.close()
            raise

    def _begin(self, file: Path, header: bytes) -> None:
        """Take in what the file holds; the next line will stand behind its last whole one."""
        whole = file.read_bytes()
        lines = whole.split(b"\n")
        torn = lines.pop()  # nothing, or a line that a kill cut short
        if lines:
            self._check_header(file, header, lines[0])
            for at, line in enumerate(lines[1:], 2):
                self._take(file, at, line)
        elif torn and not header.startswith(torn):
            raise BadResults(f"{file} holds something else than results")
        assert self.stream is not None
        self.stream.truncate(len(whole) - len(torn))
        if not lines:
            self._write(header)

    def _lock(self, file: Path) -> None:
        """Two runs that write one file would play the same games twice."""
        try:
            import fcntl
        except ImportError:  # there are no such locks on Windows
            return
        assert self.stream is not None
        try:
            fcntl.flock(self.stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadResults(f"{file} is being written by another run") from None

    def _check_header(self, file: Path, mine: bytes, line: bytes) -> None:
        try:
            found = msgspec.json.decode(line, type=dict[str, object])
        except (msgspec.DecodeError, UnicodeDecodeError):
            found = {}
        for name, value in msgspec.json.decode(mine, type=dict[str, object]).items():
            if "backroom" not in found or name not in found:
                raise BadResults(f"{file} holds something else than results")
            if found[name] != value:
                raise BadResults(f"{file} holds games with other {name}: {found[name]}, not {value}; name another file")

    def _take(self, file: Path, at: int, line: bytes) -> None:
        try:
            result = msgspec.json.decode(line, type=Result)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BadResults(f"{file}, line {at}: this is no result: {str(error).lower()}") from None
        if not len(result.scores) == len(result.ranks) == result.seats or 1 not in result.ranks:
            raise BadResults(f"{file}, line {at}: expected a score and a rank for each of {result.seats} seats")
        self.found[result.fixture] = result

    def add(self, result: Result) -> None:
        """One more, at once in the file."""
        self.found[result.fixture] = result
        self._write(msgspec.json.encode(result))

    def _write(self, line: bytes) -> None:
        if self.stream is not None:
            self.stream.write(line + b"\n")
            self.stream.flush()

    def __enter__(self) -> Results:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self.stream is not None:
            self.stream.close()
