"""What the server writes about itself: a line each, as JSON for programs or plain for people, and no secret in it.

Nothing here is given cookies, tokens, bodies, queries or seeds; tests read what was written after a busy evening.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any, Final, TextIO

from backroom.web.problems import is_silence

LOG: Final = logging.getLogger("backroom")


class Lines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "told", {}),
        }
        if record.exc_info:
            told["trouble"] = self.formatException(record.exc_info)
        return json.dumps(told, default=str)  # in ASCII: nothing anybody sends can look like the end of a line


class Plain(logging.Formatter):
    """The same for people."""

    def format(self, record: logging.LogRecord) -> str:
        told = " ".join(f"{name}={value}" for name, value in getattr(record, "told", {}).items())
        line = f"{time.strftime('%H:%M:%S', time.localtime(record.created))} {record.getMessage()} {told}".rstrip()
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def open_log(kind: str, stream: TextIO = sys.stderr) -> None:
    """Begin to write. `off` still tells of trouble; plain tells no single requests."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Lines() if kind == "json" else Plain())
    level = logging.INFO if kind == "json" else logging.WARNING
    others = logging.getLogger()  # what the libraries have to say is a line like all others
    others.handlers[:] = [handler]
    others.setLevel(logging.ERROR if kind == "off" else logging.WARNING)
    for name in ("backroom", "uvicorn", "litestar"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.propagate = False
        logger.setLevel(level if name == "backroom" else logging.WARNING)
    if kind == "off":
        LOG.setLevel(logging.ERROR)


def tell(event: str, **told: Any) -> None:
    """Something that happened."""
    if LOG.isEnabledFor(logging.INFO):
        LOG.info(event, extra={"told": told})


def failed(error: BaseException, request: str | None) -> None:
    """A request came to nothing, and it was not its sender's fault. Of a silent database once a request is enough."""
    if is_silence(error):
        why = (str(error).splitlines() or [type(error).__name__])[0]
        LOG.error("the database does not answer", extra={"told": {"why": why, "request": request}})
    else:
        trouble("request failed", error, request=request)


def trouble(event: str, error: BaseException, **told: Any) -> None:
    """Something that went wrong, with where."""
    LOG.error(event, exc_info=error, extra={"told": told})
