"""How the tests run the command: in this process, as a program, and at a keyboard."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from fcntl import ioctl
from pathlib import Path
from types import TracebackType

from typer.testing import CliRunner, Result

import backroom
from backroom.cli import app

SOURCE = str(Path(backroom.__file__).parent.parent)
CONTROL = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|[()][A-Z0-9]|[=>])|\r")


def run(*args: str, typed: str | None = None, data: Path | None = None) -> Result:
    """The command in this process, with nothing but pipes."""
    before = ["--data", str(data)] if data else []
    return CliRunner().invoke(app, [*before, *args], input=typed, prog_name="backroom")


def environment(data: Path, **more: str) -> dict[str, str]:
    """The environment of a program: everything as it is, but our data folder."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    return {**kept, "PYTHONPATH": SOURCE, "BACKROOM_DATA": str(data), "LC_ALL": "C.UTF-8", **more}


def program(
    *args: str, data: Path, typed: str = "", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """The command as a program of its own, with nothing but pipes."""
    return subprocess.run(
        [sys.executable, "-m", "backroom", *args],
        input=typed,
        capture_output=True,
        text=True,
        env={**environment(data), **(env or {})},
        timeout=60,
        check=False,
    )


class Keyboard:
    """The command at a terminal of 100 columns, with somebody typing."""

    def __init__(self, *args: str, data: Path, columns: int = 100, env: Mapping[str, str] | None = None) -> None:
        mine, its = pty.openpty()
        ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 60, columns, 0, 0))
        self.screen = mine
        self.process = subprocess.Popen(
            [sys.executable, "-m", "backroom", *args],
            env={**environment(data, TERM="xterm-256color"), **(env or {})},
            preexec_fn=lambda: os.login_tty(its),
            pass_fds=[its],
        )
        os.close(its)
        self.raw = ""
        """Everything on the screen so far, colours and all."""
        self.read_to = 0

    def __enter__(self) -> Keyboard:
        return self

    def __exit__(self, *error: type[BaseException] | BaseException | TracebackType | None) -> None:
        if self.process.poll() is None:
            self.kill()
        os.close(self.screen)

    def read(self, seconds: float) -> bool:
        """Read what there is; False when nothing comes any more."""
        if not select.select([self.screen], [], [], seconds)[0]:
            return False
        try:
            self.raw += os.read(self.screen, 65536).decode("utf-8", "replace")
        except OSError:  # the program has gone
            return False
        return True

    def wait_for(self, text: str, seconds: float = 20) -> str:
        """What came since the last call, up to this text."""
        return self.wait_for_one([text], seconds)[0]

    def wait_for_one(self, texts: list[str], seconds: float = 20) -> tuple[str, str]:
        """What came up to the first of these texts, and which it was."""
        until = time.monotonic() + seconds
        while True:
            new = CONTROL.sub("", self.raw[self.read_to :])
            found = [(new.index(text), text) for text in texts if text in new]
            if found:
                self.read_to = len(self.raw)
                return new, min(found)[1]
            if time.monotonic() > until or (not self.read(0.5) and self.process.poll() is not None):
                raise AssertionError(f"{texts} did not come; the screen shows:\n{new}")

    def type(self, line: str) -> None:
        os.write(self.screen, f"{line}\n".encode())

    def interrupt(self) -> int:
        """Ctrl-C; again if it came just before the program began to wait for a line. The exit code."""
        for _press in range(10):
            os.write(self.screen, b"\x03")
            for _wait in range(20):
                self.read(0.05)
                time.sleep(0.05)
                if self.process.poll() is not None:
                    return self.leave()
        raise AssertionError("Ctrl-C does not end it")

    def leave(self, seconds: float = 20) -> int:
        """The exit code, when the program has ended."""
        until = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < until:
            self.read(0.1)
            time.sleep(0.01)
        while self.read(0.05):
            pass
        return self.process.wait(1)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)
