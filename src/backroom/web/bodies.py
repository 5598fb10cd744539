"""Bodies in and out, as plain ASGI."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from backroom.web.problems import MEDIA, Problem, Wrong

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]


async def read_body(receive: Receive, most: int) -> bytes:
    """The whole body; Wrong if it is too big, or its sender has gone."""
    body: bytes = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Wrong("bad_request", why="its end is missing")
        body += message.get("body", b"")
        if len(body) > most:
            raise Wrong("big_body", most=most)
        if not message.get("more_body"):
            return body


def counted(receive: Receive, most: int) -> Receive:
    """The same body, up to a size."""
    had = 0

    async def received() -> Message:
        nonlocal had
        message = await receive()
        had += len(message.get("body", b""))
        if had > most:
            raise Wrong("big_body", most=most)
        return message

    return received


async def answer(send: Send, status: int, body: bytes, headers: Headers) -> None:
    """A whole answer."""
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": status, "headers": [*headers, length]})
    await send({"type": "http.response.body", "body": body})


def told_as(problem: Problem, kind: str = MEDIA) -> Headers:
    """The headers a problem has beside its body."""
    headers = [(b"content-type", kind.encode())]
    if problem.status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    if "seconds" in problem.params:
        headers.append((b"retry-after", str(problem.params["seconds"]).encode()))
    if problem.code == "not_so":
        headers.append((b"allow", str(problem.params["allowed"]).encode()))
    return headers


async def refuse(send: Send, problem: Problem) -> None:
    """A problem as the whole answer."""
    await answer(send, problem.status, msgspec.json.encode(problem), told_as(problem))


async def refuse_socket(send: Send, problem: Problem) -> None:
    """A WebSocket that is not let in is answered like any other request."""
    await send({"type": "websocket.http.response.start", "status": problem.status, "headers": told_as(problem)})
    await send({"type": "websocket.http.response.body", "body": msgspec.json.encode(problem)})
