"""The front door: every request comes through here before anything else looks at it.

Is it for this house, and not too big? Who is calling, and has he had enough? Then live things go to `live.py`, all
others to Litestar; on the way out the answer gets the headers every answer has, a line in the log, and is counted.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Any, Final

import msgspec

from backroom.web import pages
from backroom.web.access import SAFE, Access, Caller, Scope, acting, is_form
from backroom.web.bodies import Message, Receive, Send, answer, counted, read_body, refuse_socket, told_as
from backroom.web.limits import Buckets
from backroom.web.live import Live
from backroom.web.logs import failed, tell
from backroom.web.metrics import Metrics
from backroom.web.problems import MEDIA, Problem, Wrong, problem
from backroom.web.settings import Settings

Asgi = Callable[[Any, Any, Any], Awaitable[None]]

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; media-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),  # without any referrer browsers would send `Origin: null` with our forms
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=()"),
)
PRIVATE: Final = (b"cache-control", b"no-store")
"""On every answer that does not say otherwise."""
LASTING: Final = (b"strict-transport-security", b"max-age=31536000")


class Door:
    """Stands before the whole application."""

    def __init__(self, settings: Settings, inside: Asgi, metrics: Metrics) -> None:
        self.settings = settings
        self.inside = inside
        self.metrics = metrics
        self.access: Access
        self.live: Live
        """Both are there while the house is open."""
        self.push = ""
        """What browsers have to know to be told of turns while no page is open; empty if they cannot be."""
        limits = settings.limits
        self._requests = Buckets(limits.requests, limits.requests * 10)
        self._headers = [*HEADERS, LASTING] if settings.secure_cookies else list(HEADERS)

    async def http(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        began = perf_counter()
        request = secrets.token_hex(8)
        scope.setdefault("state", {}).update(request=request, push=self.push)
        status = 0
        who = ""

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = self._finished(message.get("headers", ()), request)
            await send(message)

        try:
            if not self.settings.answers_to(_header(scope, b"host")):
                raise Wrong("wrong_host")
            limits = self.settings.limits
            if len(scope["path"]) + len(scope["query_string"]) > limits.query:
                raise Wrong("long_address")
            if not scope["path"].isprintable():
                raise Wrong("no_such_page")
            caller = await self.access.caller(scope)
            who = caller.who.id if caller.who is not None else ""
            caller = scope["state"]["caller"] = await acting(self.live.house.hall, caller, scope["path"])
            if self.live.serves(scope["path"]):
                if not scope["path"].endswith("/moves"):  # those have a bucket of their own
                    self._requests.take(caller.key)
                await self.live.http(scope, receive, sent, caller)
            else:
                if scope["path"] not in ("/health", "/ready"):
                    self._requests.take(caller.key)
                await self.inside(scope, await self._let_in(scope, receive, caller), sent)
        except Wrong as error:
            await self.refuse(scope, sent, error)
        except Exception as error:
            failed(error, request)
            if status:
                raise
            await self.refuse(scope, sent, error)
        finally:
            seconds = perf_counter() - began
            self.metrics.requests.labels(scope["method"], status).inc()
            self.metrics.seconds.observe(seconds)
            tell(
                "request", request=request, method=scope["method"], path=scope["path"], status=status,
                ms=round(seconds * 1e3, 2), person=who,
            )  # fmt: skip

    async def socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One WebSocket."""
        request = secrets.token_hex(8)
        scope.setdefault("state", {})["request"] = request
        caller: Caller | None = None
        try:
            if not self.settings.answers_to(_header(scope, b"host")):
                raise Wrong("wrong_host")
            if not self.live.serves(scope["path"]):
                raise Wrong("no_such_page")
            caller = await self.access.caller(scope)
            if caller.by != "token" and not self.access.same_origin(scope):
                raise Wrong("wrong_origin")
            caller = await acting(self.live.house.hall, caller, scope["path"])
            self._requests.take(caller.key)
            await self.live.socket(scope, receive, send, caller)
        except Exception as error:
            if not isinstance(error, Wrong):
                failed(error, request)
            if scope["state"].get("accepted"):
                await send({"type": "websocket.close", "code": 1011})
            else:
                await refuse_socket(send, problem(error, caller.language if caller else "en", request=request))
        tell(
            "socket closed", request=request, path=scope["path"], person=caller.who.id if caller and caller.who else ""
        )

    async def refuse(self, scope: Scope, send: Send, error: Exception) -> None:
        """Answer with a problem: a page for a browser, JSON for everybody else."""
        caller: Caller | None = scope["state"].get("caller")
        told = problem(error, caller.language if caller else "en", request=scope["state"]["request"])
        body, kind = shown(scope, told)
        headers = told_as(told, kind)
        if told.code == "big_body":
            headers.append((b"connection", b"close"))  # whatever else it wanted to send, nobody reads it
        await answer(send, told.status, body, headers)

    async def _let_in(self, scope: Scope, receive: Receive, caller: Caller) -> Receive:
        """What the inside may read. Wrong for a body too big, or for something no page of ours has sent."""
        most = self.settings.limits.body
        length = _header(scope, b"content-length")
        if length and (not length.isdecimal() or len(length) > 12 or int(length) > most):
            raise Wrong("big_body", most=most)
        if scope["method"] in SAFE:
            return receive
        if not is_form(dict(scope["headers"])):
            self.access.check(scope, caller, None)
            return counted(receive, most)
        body = await read_body(receive, most)
        self.access.check(scope, caller, body)
        unread = True

        async def again() -> Message:
            nonlocal unread
            if unread:
                unread = False
                return {"type": "http.request", "body": body, "more_body": False}
            return await receive()

        return again

    def _finished(self, headers: Any, request: str) -> list[tuple[bytes, bytes]]:
        own = list(headers)
        given = {name.lower() for name, _ in own}
        own += [each for each in self._headers if each[0] not in given]
        if PRIVATE[0] not in given:
            own.append(PRIVATE)
        own.append((b"x-request-id", request.encode()))
        return own


def shown(scope: Scope, told: Problem) -> tuple[bytes, str]:
    """A problem as this caller reads it."""
    if not scope["path"].startswith("/api/") and b"text/html" in dict(scope["headers"]).get(b"accept", b""):
        return pages.problem_page(told, scope).encode(), "text/html; charset=utf-8"
    return msgspec.json.encode(told), MEDIA


def _header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")
