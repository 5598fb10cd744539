"""People who play over the API from wherever the line holds: they hang up at random, come back at another process, and
send again what was not answered. They write down what was acknowledged to them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from backroom.house.hall import in_the_log
from backroom.house.log import Move

LOST = (OSError, TimeoutError, WebSocketException, httpx.TransportError)
"""What happens to a line when a process at its other end is killed."""
PATIENCE = 10
"""Seconds for an answer; after that the line is given up for another."""


def sent_as(row: Move) -> str:
    """The client's id a person gave this move."""
    return row.client.removeprefix(in_the_log(row.seat, ""))


class Player:
    """One person at one table."""

    def __init__(self, name: str, token: str, table: str, addresses: list[str], luck: int, pause: float = 0.0) -> None:
        self.name = name
        self.headers = {"Authorization": f"Bearer {token}"}
        self.table = table
        self.addresses = addresses
        self.rng = Random(luck)
        self.pause = pause
        """Seconds to think about each move."""
        self.acknowledged: dict[str, tuple[int, str]] = {}
        """By the client's id: the version and the token."""
        self.sent: set[str] = set()
        self.refused: set[str] = set()
        self.lines = 0
        """How often a line was begun."""
        self.resent = 0
        self._pending: tuple[str, str, int] | None = None
        """The client's id, token and version seen of what was sent and not answered."""

    async def play(self) -> None:
        """Until the game is over."""
        while True:
            try:
                self.lines += 1
                way = self._by_socket if self.rng.random() < 0.8 else self._by_requests
                if await way(self.rng.choice(self.addresses)):
                    return
            except LOST:
                await asyncio.sleep(0.1)

    async def _by_socket(self, address: str) -> bool:
        """Over one socket, for a while; whether the game is over."""
        url = f"{address.replace('http', 'ws')}/api/v1/tables/{self.table}/socket"
        calling = connect(
            url, additional_headers=self.headers, open_timeout=PATIENCE, close_timeout=1, ping_interval=None,
            compression=None, proxy=None,
        )  # fmt: skip
        async with calling as line:
            views: list[Any] = []

            async def heard(*kinds: str) -> Any:
                """The next answer; views that come before it are for later."""
                while True:
                    async with asyncio.timeout(PATIENCE if kinds else None):
                        told = json.loads(await line.recv())
                    if told["type"] == "view":
                        views.append(told)
                    if told["type"] in kinds or (not kinds and views):
                        return told
                    if told["type"] == "problem":
                        raise TimeoutError  # something is wrong with this line; another will be better

            async def send(move: dict[str, Any]) -> Any:
                await line.send(json.dumps({"type": "move", **move}))
                return await heard("done", "problem")

            for _ in range(self.rng.randrange(1, 30)):
                if not views:
                    await heard()
                newest = views[-1]
                views.clear()
                if newest["over"] and self._pending is None:
                    return True
                await self._move(newest, send)
        return False

    async def _by_requests(self, address: str) -> bool:
        """The same with single requests."""
        place = f"{address}/api/v1/tables/{self.table}"
        async with httpx.AsyncClient(headers=self.headers, timeout=PATIENCE) as http:
            for _ in range(self.rng.randrange(1, 5)):
                seen = await http.get(f"{place}/view")
                if seen.status_code != 200:
                    raise TimeoutError
                told = seen.json()
                if told["over"] and self._pending is None:
                    return True

                async def send(move: dict[str, Any]) -> Any:
                    answer = await http.post(f"{place}/moves", json=move)
                    return answer.json() if answer.status_code == 200 else {"problem": answer.json()}

                if not await self._move(told, send):
                    return False
        return False

    async def _move(self, told: dict[str, Any], send: Callable[[dict[str, Any]], Awaitable[Any]]) -> bool:
        """Make a move if there is one to make, or first the one that nobody answered."""
        if self._pending is None:
            if not told["legal"]:
                return False
            client = f"{self.name}-{len(self.sent)}"
            self._pending = client, self.rng.choice(told["legal"]), told["version"]
            self.sent.add(client)
        else:
            self.resent += 1
        await asyncio.sleep(self.pause)
        client, token, seen = self._pending
        answer = await send({"tokens": [token], "client": client, "seen": seen})
        if "problem" not in answer:
            self.acknowledged[client] = answer["version"], token
        elif answer["problem"]["status"] >= 500:
            raise TimeoutError  # whether it was written nobody knows: it is sent again
        else:
            assert answer["problem"]["code"] in ("stale", "illegal_move", "table_closed"), answer
            self.refused.add(client)
        self._pending = None
        return True
