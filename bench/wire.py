"""WebSocket clients that cost next to nothing, so that what is measured is the server."""

from __future__ import annotations

import asyncio
import base64
import secrets
from collections.abc import Callable
from time import perf_counter
from typing import cast
from urllib.parse import urlsplit


class Wire(asyncio.Protocol):
    """One connection. Whole messages go to `heard`; a server's ping is answered."""

    def __init__(self, path: str, host: str, headers: str, heard: Callable[[Wire, bytes], None]) -> None:
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{headers}"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        self._heard = heard
        self._rest = b""
        self._open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False
        self._transport: asyncio.Transport

    @classmethod
    async def dial(cls, address: str, path: str, heard: Callable[[Wire, bytes], None], headers: str = "") -> Wire:
        """Connect, and be through the handshake."""
        parts = urlsplit(address)
        _, wire = await asyncio.get_running_loop().create_connection(
            lambda: cls(path, parts.netloc, headers, heard), str(parts.hostname), parts.port or 80
        )
        await wire.opened
        return wire

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is none of asyncio's classes
        self._transport.write(self._request.encode())

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = True
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionResetError("hung up"))

    def say(self, text: bytes, kind: int = 0x81) -> None:
        """Send a text. Its mask is nought, so that masking it costs nothing here and as much as ever there."""
        size = len(text)
        head = bytes((kind, 0x80 | size)) if size < 126 else bytes((kind, 0xFE)) + size.to_bytes(2, "big")
        self._transport.write(head + b"\0\0\0\0" + text)

    def hang_up(self) -> None:
        """Go."""
        self.closed = True
        self._transport.close()

    def data_received(self, data: bytes) -> None:
        data = self._rest + data
        at = 0
        if not self._open:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._rest = data
                return
            if b" 101 " not in data[:end].partition(b"\r\n")[0]:
                self.opened.set_exception(ConnectionRefusedError(data[:400].decode("latin-1")))
                self._transport.abort()
                return
            self._open, at = True, end + 4
            if not self.opened.done():  # else nobody waits for it any more
                self.opened.set_result(None)
        while len(data) - at >= 2:
            size, start = data[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if len(data) < start + size:
                break
            kind = data[at] & 0x0F
            if kind == 1 and not self.closed:
                self._heard(self, data[start : start + size])
            elif kind == 9:
                self.say(data[start : start + size], 0x8A)
            at = start + size
        self._rest = data[at:]


class Tally:
    """What came of some seconds of play."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        """From sending each move to when the last of its table's players had what it brought."""
        self.games = 0
        self.seated = 0
        """Tables at which play has begun."""
        self.seconds = 0.0
        self.work = 0.0
        """Processor time the servers took, in seconds."""
        self.counting = False

    @property
    def rate(self) -> float:
        """Moves that everybody at their tables has seen, a second."""
        return len(self.waits) / self.seconds

    def at(self, share: float) -> float:
        """The wait that this share of the moves did not exceed, in milliseconds."""
        return sorted(self.waits)[min(len(self.waits) - 1, int(len(self.waits) * share))] * 1e3


class Board:
    """Which version each player of a table has seen, and when each move was sent."""

    def __init__(self, tally: Tally, players: int) -> None:
        self._tally = tally
        self._seen = [-1] * players
        self._all_have = -1
        self._sent: dict[int, float] = {}
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def sends(self, brings: int) -> None:
        """A move is sent that will bring this version."""
        self._sent[brings] = perf_counter()

    def sees(self, player: int, version: int) -> None:
        """A player has a version, and all before it."""
        self._seen[player] = version
        least = min(self._seen)
        if least <= self._all_have:
            return
        moment = perf_counter()
        for each in range(self._all_have + 1, least + 1):
            began = self._sent.pop(each, None)
            if began is not None and self._tally.counting:
                self._tally.waits.append(moment - began)
        self._all_have = least

    def ends(self) -> None:
        """The game is over; said by whoever sees it first."""
        if not self.over.done():
            self._tally.games += self._tally.counting
            self.over.set_result(None)
