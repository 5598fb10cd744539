"""A bot in a process of its own: a line of JSON each way, limits on time and memory, and nothing it does stops a game.

What it is told and what it answers stands in docs/bots.md. A process serves one seat of one game, so it can carry
nothing from one seat or game to another.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import IO, Final

import msgspec

import backroom
from backroom.arena.entrants import Entrant, Limits
from backroom.kernel.errors import UnknownAction
from backroom.kernel.game import Game
from backroom.kernel.view import View

STARTING: Final = 5.0
"""Seconds more for the first answer of a process."""
PATIENCE: Final = 3
"""Faults in one game until a bot is not asked any more."""
LONGEST: Final = 65536
"""Bytes of one answer."""
KEPT: Final = 2000
"""Bytes kept of what it said last on standard error."""

# A program of its own, since a function between fork and exec is not safe beside threads. On Linux it also takes
# care that the bot ends with the process that started it, whatever ends that.
LAUNCH: Final = """
import os, resource, sys
memory, parent = int(sys.argv[1]), int(sys.argv[2])
if sys.platform == "linux":
    import ctypes
    ctypes.CDLL(None).prctl(1, 9)
    if os.getppid() != parent:
        sys.exit(1)
resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
try:
    os.execv(sys.argv[3], sys.argv[3:])
except OSError as error:
    sys.exit(f"{sys.argv[3]} cannot be run: {error.strerror.lower()}")
"""


class Ask(msgspec.Struct):
    """What a bot is asked: a line of JSON."""

    game: str
    seat: int
    view: View
    """All it may know, by its real type."""
    legal: list[str]
    """Tokens; the answer is one of them."""
    seed: int
    """For its chance, if it wants to be repeatable."""
    budget: int | None
    seconds: float
    """Until it is too late."""


class Answer(msgspec.Struct):
    """What it answers: a line of JSON. Other fields are passed over."""

    move: str


class Fault(Exception):
    """No move came that could be played: `illegal`, `rubbish`, `late` or `died`, and in words what happened."""

    def __init__(self, kind: str, told: str) -> None:
        super().__init__(told)
        self.kind = kind


class Outside:
    """A bot from outside at one seat of one game."""

    def __init__(self, entrant: Entrant, game: Game, limits: Limits) -> None:
        self.entrant = entrant
        self.game = game
        self.limits = limits
        self.process: subprocess.Popen[bytes] | None = None
        self.answered = False
        self.said = b""
        self.faults: list[Fault] = []

    def choose(self, view: View, legal: Sequence[int], rng: Random, budget: int | None) -> int:
        """Its move. After a fault, and for ever after a few, any legal move as likely is played for it."""
        seed = rng.getrandbits(32)
        if len(self.faults) < PATIENCE:
            try:
                return self.ask(view, legal, seed, budget)
            except Fault as fault:
                self.faults.append(fault)
                if fault.kind != "illegal":
                    self.close()
        return legal[rng.randrange(len(legal))]

    def ask(self, view: View, legal: Sequence[int], seed: int, budget: int | None) -> int:
        """Its answer as an action; Fault if none comes that is legal."""
        tokens = [self.game.token(action) for action in legal]
        seat = -1 if view.seat is None else view.seat
        ask = Ask(self.game.name, seat, view, tokens, seed, budget, self.limits.seconds)
        line = self.exchange(msgspec.json.encode(ask) + b"\n")
        try:
            answer = msgspec.json.decode(line, type=Answer)
        except (msgspec.DecodeError, UnicodeDecodeError):
            shown = line[:60].decode("utf-8", "backslashreplace").strip()
            raise Fault("rubbish", f'answered {shown!r}, which is no {{"move": "…"}}') from None
        with suppress(UnknownAction):
            action = self.game.action(answer.move)
            if action in legal:
                return action
        raise Fault("illegal", f"answered {answer.move[:60]!r}, which is not among the legal moves")

    def exchange(self, line: bytes) -> bytes:
        """The line that comes back for one that is sent, within the time."""
        process = self.running()
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        until = time.monotonic() + self.limits.seconds + (0.0 if self.answered else STARTING)
        got = b""
        with selectors.DefaultSelector() as ready:
            ready.register(process.stdin, selectors.EVENT_WRITE)
            ready.register(process.stdout, selectors.EVENT_READ)
            ready.register(process.stderr, selectors.EVENT_READ)
            while not got.endswith(b"\n"):
                left = until - time.monotonic()
                if left <= 0:
                    raise Fault("late", f"did not answer within {self.limits.seconds:g} seconds")
                for key, _events in ready.select(left):
                    if key.fileobj is process.stdin:
                        try:
                            line = line[os.write(key.fd, line[:LONGEST]) :]
                        except BrokenPipeError:  # it may have answered and gone, or only closed its ears
                            line = b""
                        if not line:
                            ready.unregister(process.stdin)
                        continue
                    more = os.read(key.fd, LONGEST)
                    if key.fileobj is process.stderr:
                        self.said = (self.said + more)[-KEPT:]
                        if not more:
                            ready.unregister(process.stderr)
                    elif not more:
                        raise self.death(process, until)
                    else:
                        got += more
                        if b"\n" in more:
                            break
                        if len(got) > LONGEST:
                            raise Fault("rubbish", f"answered with a line of more than {LONGEST} bytes")
                if b"\n" in got:
                    break
        answer, _newline, more = got.partition(b"\n")
        if more.strip():
            raise Fault("rubbish", "answered with more than one line")
        self.answered = True
        return answer

    def death(self, process: subprocess.Popen[bytes], until: float) -> Fault:
        """What can be told of a program that has closed its output."""
        assert process.stderr is not None
        with suppress(subprocess.TimeoutExpired):
            process.wait(min(max(until - time.monotonic(), 0.0), 1.0))
        with suppress(BlockingIOError):
            self.said = (self.said + os.read(process.stderr.fileno(), LONGEST))[-KEPT:]
        code = process.poll()
        if code is None:
            return Fault("died", "closed its output")
        how = f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
        words = self.said.decode("utf-8", "replace").strip().splitlines()
        return Fault("died", f"{how}: {words[-1][:200]}" if words else how)

    def running(self) -> subprocess.Popen[bytes]:
        """Its process, started if there is none."""
        if self.process is None:
            beside = [str(Path(backroom.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
            memory = self.limits.memory << 20
            launch = [sys.executable, "-I", "-S", "-c", LAUNCH, str(memory), str(os.getpid()), *self.entrant.command]
            self.process = subprocess.Popen(
                launch,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, beside))},
            )
            for stream in self.streams(self.process):
                os.set_blocking(stream.fileno(), False)
            self.answered = False
            self.said = b""
        return self.process

    @staticmethod
    def streams(process: subprocess.Popen[bytes]) -> list[IO[bytes]]:
        return [stream for stream in (process.stdin, process.stdout, process.stderr) if stream is not None]

    def close(self) -> None:
        """End its process, and those it has started."""
        process, self.process = self.process, None
        if process is None:
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for stream in self.streams(process):
            with suppress(OSError):
                stream.close()
