"""A seat at a server's table, through its API: what `seat` offers at a local one."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from itertools import chain, repeat
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen
from uuid import uuid4

import msgspec

from backroom.gyms.seat import Refused, Teller, quoted
from backroom.kernel.registry import game as find_game
from backroom.kernel.view import View

PATIENCE: Final = 20.0
"""Seconds to wait for the server, and after a move for the others."""
PAUSES: Final = (0.02, 0.05, 0.1, 0.2)
"""Seconds between the first looks while waiting."""
PAUSE: Final = 0.5
"""And between all later ones."""


class Frame(msgspec.Struct):
    """The part of a server's frame that a seat needs."""

    version: int
    seat: int | None
    over: bool
    legal: list[str]
    view: Any


class Remote:
    """A seat at the table of this address, as the person the token stands for. If he does not sit there yet, he sits
    down on the first free seat."""

    def __init__(self, address: str, token: str, language: str = "en") -> None:
        parts = urlsplit(address)
        table = parts.path.rstrip("/").rpartition("/")[2]
        if parts.scheme not in ("http", "https") or not parts.netloc or not table:
            raise Refused(f"a table's address looks like https://house.example/tables/abc, not {address!r}")
        self.house = f"{parts.scheme}://{parts.netloc}"
        self.place = f"{self.house}/api/v1/tables/{quote(table)}"
        self.head = {"Authorization": f"Bearer {token}", "Accept-Language": language}
        self.name = ""
        told = self.ask("")
        if told["your_seat"] is None:
            told = self.ask("/join", {})
        self.seat: int = told["your_seat"]
        self.name = told["game"]
        game = find_game(self.name)
        self.shape: type[View] = type(game.new(seed=0).view(None))
        self.teller = Teller(game, language)
        self.known = 0

    def ask(self, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """What the API answers; Refused with its own sentence for a problem."""
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.place + path, data, {**self.head, "Content-Type": "application/json"})
        try:
            with urlopen(request, timeout=PATIENCE) as answer:
                text = answer.read().decode("utf-8")
                return json.loads(text) if "json" in answer.headers.get_content_type() else text
        except HTTPError as error:
            raise self.refused(error) from None
        except (URLError, TimeoutError, OSError) as error:
            raise Refused(f"the server at {self.house} does not answer: {getattr(error, 'reason', error)}") from None

    def refused(self, error: HTTPError) -> Refused:
        """A problem of the API as a sentence, with the rulebook's paragraph."""
        try:
            told = json.loads(error.read())
        except ValueError:
            return Refused(f"the server at {self.house} answers {error.code}")
        return Refused(self.explained(told))

    def explained(self, problem: Mapping[str, Any]) -> str:
        """A problem in words."""
        sentence = str(problem.get("detail") or problem.get("title") or problem.get("code"))
        return quoted(self.name, sentence, str(problem.get("rule") or ""))

    def frame(self) -> Frame:
        """What the seat sees now."""
        return msgspec.convert(self.ask("/view"), Frame)

    def look(self) -> str:
        frame = self.frame()
        told = self.ask(f"/events?after={self.known}")
        self.known = told["version"]
        news = [each["text"] for each in told["events"] if each["text"]]
        view = msgspec.convert(frame.view, self.shape)
        return self.teller.said(view, frame.legal, news)

    def wait(self) -> str:
        until = time.monotonic() + PATIENCE
        for pause in chain(PAUSES, repeat(PAUSE)):
            frame = self.frame()
            if frame.over or frame.legal or time.monotonic() > until:
                break
            time.sleep(pause)
        return self.look()

    def moves(self) -> str:
        return "\n".join(self.frame().legal)

    def why(self, move: str) -> str:
        told = self.ask(f"/legal/{quote(move, safe='')}")
        if told["legal"]:
            return self.teller._("This move is allowed.")
        return self.explained(told["problem"])

    def play(self, move: str) -> str:
        self.ask("/moves", {"tokens": [move], "client": uuid4().hex})
        return self.wait()

    def record(self) -> str:
        return str(self.ask("/record"))
