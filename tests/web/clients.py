"""People and programs who use the API, for tests."""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

_numbers = itertools.count(1)


class Client:
    """A person with a token."""

    def __init__(self, address: str, name: str | None = None) -> None:
        self.address = address
        self.http = httpx.Client(base_url=f"{address}/api/v1", timeout=30)
        self.name = name or f"Guest {next(_numbers)}"
        told = self.http.post("/guests", json={"name": self.name, "token": "test"}).raise_for_status().json()
        self.id: str = told["id"]
        self.token: str = told["token"]
        self.headers = {"Authorization": f"Bearer {self.token}"}
        self.http.headers.update(self.headers)

    def get(self, path: str, **more: Any) -> Any:
        return self.http.get(path, **more).raise_for_status().json()

    def post(self, path: str, body: Any = None, **more: Any) -> Any:
        return self.http.post(path, json=body, **more).raise_for_status().json()

    def refused(self, method: str, path: str, body: Any = None, **more: Any) -> tuple[int, str]:
        """The status and code of a problem."""
        answer = self.http.request(method, path, json=body, **more)
        assert answer.headers["content-type"] == "application/problem+json", answer.text
        told = answer.json()
        assert told["status"] == answer.status_code
        return answer.status_code, told["code"]

    def move(self, table: str, *tokens: str, client: str | None = None, seen: int | None = None) -> httpx.Response:
        body = {"tokens": tokens, "client": client or f"c{next(_numbers)}", "seen": seen}
        return self.http.post(f"/tables/{table}/moves", json=body)

    @asynccontextmanager
    async def socket(self, table: str, place: str | None = None) -> AsyncIterator[ClientConnection]:
        """A socket at a table, hello heard; `place` is another process's API."""
        place = (place or f"{self.address}/api/v1").rstrip("/")
        url = f"{place.replace('http', 'ws')}/tables/{table}/socket"
        async with connect(url, additional_headers=self.headers, compression=None, proxy=None) as line:
            assert json.loads(await line.recv())["type"] == "hello"
            yield line


def table_of(*people: Client, game: str = "boss", bots: int = 0, begin: bool = True, **more: Any) -> str:
    """A table at which these people sit in order; the first is its host."""
    seats = ["host", *["open"] * (len(people) - 1), *["random"] * bots]
    body = {"game": game, "seats": seats, "tempo": {"seconds": 3600, "reserve": 3600}, **more}
    table: str = people[0].post("/tables", body)["id"]
    for each in people[1:]:
        each.post(f"/tables/{table}/join", {})
    if begin:
        people[0].post(f"/tables/{table}/start")
    return table


async def heard(line: ClientConnection, kind: str) -> Any:
    """The next message of this kind."""
    while True:
        told = json.loads(await asyncio.wait_for(line.recv(), 20))
        if told["type"] == kind:
            return told


async def play(client: Client, table: str, chooser: Random) -> Any:
    """Play at random over a socket until the game is over; the last frame."""
    async with client.socket(table) as line:
        while True:
            told = await heard(line, "view")
            if told["over"]:
                return told
            if told["legal"]:
                token = chooser.choice(told["legal"])
                move = {
                    "type": "move",
                    "tokens": [token],
                    "client": f"{client.id}{told['version']}",
                    "seen": told["version"],
                }
                await line.send(json.dumps(move))


async def play_all(people: Sequence[Client], table: str) -> list[Any]:
    """Everybody plays at random to the end; their last frames."""
    return await asyncio.gather(*(play(each, table, Random(at)) for at, each in enumerate(people)))


def until_over(client: Client, table: str) -> Any:
    """The table, when the house has noted that its game is over."""
    for _ in range(100):
        told = client.get(f"/tables/{table}")
        if told["status"] == "over":
            return told
        time.sleep(0.05)
    raise AssertionError("the game is not over")
