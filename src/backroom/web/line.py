"""One connection as Uvicorn keeps it, with a few things more: little is buffered in the kernel, it can be cut, and
WebSockets have a way of their own past ASGI's queues for the frames that are many."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any, Final, cast

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

BUFFER: Final = 32 * 1024
"""Bytes the kernel keeps for who looks on: a slow reader who wakes up gets the present soon, not megabytes of past."""
CUT: Final = "backroom.transport"
"""The ASGI extension with the transport."""
PUSH: Final = "backroom.push"
"""The ASGI extension that writes a frame for a WebSocket as it is: the same bytes go to all who see the same."""
TAKE: Final = "backroom.take"
"""The ASGI extension that names who takes texts as they arrive, instead of `receive`."""

Taker = Callable[[bytes], None]


class HttpLine(HttpToolsProtocol):
    """HTTP whose transport the application can reach."""

    def on_message_begin(self) -> None:
        super().on_message_begin()
        cast(dict[str, Any], self.scope)["extensions"] = {CUT: self.transport}


class SocketLine(WebSocketsSansIOProtocol):
    """A WebSocket whose transport the application can reach."""

    taker: Taker | None = None

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.handshake_initiated and hasattr(self, "scope"):
            cast(dict[str, Any], self.scope)["extensions"].update(
                {CUT: self.transport, PUSH: self.push, TAKE: self.take}
            )

    def handle_text(self, event: Frame) -> None:
        if event.fin and self.taker is not None and not self.close_sent:
            self.taker(bytes(event.data))
        else:
            super().handle_text(event)

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # it was refused in good order, which is no error to be logged

    def take(self, taker: Taker) -> None:
        """From now on this one takes texts, each whole; those in several pieces come by `receive` as ever."""
        self.taker = taker

    def push(self, framed: bytes) -> bool:
        """Write a whole frame now; False if the other side has not taken all it was sent, or has gone."""
        if not self.writable.is_set() or self.close_sent or self.disconnected or self.transport.is_closing():
            return False
        self.transport.write(framed)
        return True


def transport_of(scope: dict[str, Any]) -> asyncio.Transport | None:
    """The transport of a request; None where the server is not ours."""
    return (scope.get("extensions") or {}).get(CUT)


def framed(text: bytes) -> bytes:
    """A text as a WebSocket frame of the server's: not masked, so it is the same for everybody (RFC 6455, 5.2)."""
    length = len(text)
    if length < 126:
        return bytes((0x81, length)) + text
    if length < 1 << 16:
        return b"\x81\x7e" + length.to_bytes(2, "big") + text
    return b"\x81\x7f" + length.to_bytes(8, "big") + text


def narrow(scope: dict[str, Any]) -> None:
    """From now on buffer little on this connection."""
    transport = transport_of(scope)
    if transport is None:
        return
    line = transport.get_extra_info("socket")
    if line is not None:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)


def cut(scope: dict[str, Any]) -> None:
    """End it now, whatever is still on its way."""
    transport = transport_of(scope)
    if transport is not None:
        transport.abort()
