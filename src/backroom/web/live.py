"""The hot path: moves in, the present out. No middleware, no routing, nothing between a move and those who look on.

    POST /api/v1/tables/{table}/moves     one move
    GET  /api/v1/tables/{table}/stream    server-sent events for programs: every version as a frame (frames.py)
    GET  /api/v1/tables/{table}/socket    a WebSocket: moves in, frames out
    GET  /tables/{table}/live             server-sent events for pages: the fragments that changed

A viewer gets the newest version when he can take it, never a backlog. What he is shown is made once for all who see
the same (`Table.present`). Who takes nothing for half a minute is cut off; he will come back and get the present.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import zlib
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterator
from time import monotonic, perf_counter
from typing import Any, Final, Literal
from urllib.parse import parse_qs

import msgspec

from backroom.house.errors import Refused, Stale
from backroom.house.house import House
from backroom.house.log import now
from backroom.house.tables import Form, Present, Viewer
from backroom.kernel.errors import BackroomError, IllegalMove
from backroom.web.access import Access, Caller, Scope, is_form
from backroom.web.bodies import Headers, Receive, Send, answer, read_body, refuse, refuse_socket
from backroom.web.company import name_of
from backroom.web.frames import frame
from backroom.web.limits import Buckets
from backroom.web.line import PUSH, TAKE, Taker, cut, framed, narrow, transport_of
from backroom.web.logs import trouble
from backroom.web.metrics import Metrics
from backroom.web.problems import Problem, Wrong, problem
from backroom.web.settings import Settings
from backroom.web.stage import Look, digest, fragments

BEAT: Final = 15.0
"""Seconds of silence after which a stream shows that it is alive."""
SURE: Final = 120.0
"""Seconds after which it is looked up again whether a viewer is still who he was."""
INBOX: Final = 16
"""Messages of one socket that may wait for their answers; then its line is not read for a while."""
_PLACE: Final = re.compile(
    r"/api/v1/tables/([A-Za-z0-9_-]{1,32})/(moves|stream|socket)|/tables/([A-Za-z0-9_-]{1,32})/live"
)
_JSON: Final = [(b"content-type", b"application/json")]
_EVENTS: Final[Headers] = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # for proxies that would gather it
]


class MoveIn(msgspec.Struct, forbid_unknown_fields=True, tag="move"):
    """A move: one token or several, which stand or fall together."""

    tokens: list[str]
    client: str
    """Your own id for it, new for every move: sent twice it counts once, and is answered alike."""
    seen: int | None = None
    """The version you looked at: if you have acted since, in another window say, the move is stale."""


class TakeBackIn(msgspec.Struct, forbid_unknown_fields=True, tag="take_back"):
    """Take your last decision back."""

    client: str


class Done(msgspec.Struct, frozen=True, tag="done"):
    """A move is written down; nobody can lose it any more."""

    client: str
    version: int


class Answer(msgspec.Struct, frozen=True):
    """The same over HTTP."""

    version: int


class Amiss(msgspec.Struct, frozen=True, tag="problem"):
    """A move that was not made, or a message that is none."""

    problem: Problem
    client: str | None = None


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """The first thing a viewer hears."""

    now: int
    """The house's clock, in milliseconds since 1970: deadlines are told by it."""
    seat: int | None


class News(msgspec.Struct, frozen=True, tag="news"):
    """Something cold changed at the table: who sits there, what was said, whether it has begun."""


class MoveBody(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a move sent by HTTP."""

    tokens: list[str]
    client: str
    seen: int | None = None


_messages: Final = msgspec.json.Decoder(MoveIn | TakeBackIn)
_body: Final = msgspec.json.Decoder(MoveBody)
_encode: Final = msgspec.json.encode
NEWS: Final = _encode(News())


class Watch:
    """One who looks on, by whatever channel. `push`, `tell` and `beat` are the channel's."""

    channel: str

    def __init__(self, live: Live, scope: Scope, send: Send, caller: Caller, table: str) -> None:
        self.live = live
        self.scope = scope
        self.send = send
        self.caller = caller
        self.table = table
        self.seat: int | None = None
        self.closed = False
        self.since: float | None = None
        """Since when it is waited for that the viewer takes something."""
        self.last = monotonic()
        """When he was sent something last."""
        self.sure = self.last
        """When it was last looked up who he is."""
        self.checking = False
        self.beating = False
        self._viewer: Viewer | None = None
        self._stale = True
        self._tell = False
        self._waiter: asyncio.Future[None] | None = None

    # What a channel writes.

    async def push(self, shown: Present) -> None:
        """Send a version."""
        raise NotImplementedError

    async def news(self) -> None:
        """Say that something cold changed."""
        raise NotImplementedError

    async def beat(self) -> None:
        """Show that the line is alive."""
        raise NotImplementedError

    async def form(self) -> Form:
        """How he is shown the table."""
        raise NotImplementedError

    # What they share.

    def wake(self) -> None:
        """There is something to do."""
        waiter = self._waiter
        if waiter is not None and not waiter.done():
            waiter.set_result(None)

    def hear(self) -> None:
        """Something cold changed at the table: perhaps his seat is not his any more."""
        self._stale = self._tell = True
        self.wake()

    def close(self) -> None:
        """The end, as soon as it is noticed."""
        self.closed = True
        self.wake()

    async def settle(self, last: int | None = None) -> None:
        """Find out where he sits now; Refused if he may not look. `last` is the version he knows already."""
        self._stale = False
        hall = self.live.house.hall
        who = self.caller.who
        seats = await hall.seats(self.table)
        seat = None if who is None else next((at for at, each in enumerate(seats) if each.person == who.id), None)
        form = await self.form()
        before = self._viewer
        if before is not None and (seat, form) == (before.seat, before.form):
            return
        try:
            table = before.table if before is not None else await hall.tables.get(self.table)
            viewer = table.watch(seat, form, self.wake)
        except Refused as error:
            if error.code != "not_started":
                self.leave()
                raise
            if seat is None and (await hall.sheet(self.table)).spectators is None:
                raise Refused("no_spectators", "at this table nobody may look on") from None
            self.seat = seat
            return
        self.leave()
        self.seat = seat
        self._viewer = viewer
        if last is not None and last <= table.shown_to(seat)[0].version:
            viewer.version = last

    def leave(self) -> None:
        """Look no longer."""
        if self._viewer is not None:
            self._viewer.close()
            self._viewer = None

    async def run(self) -> None:
        """Send what there is to send until he has gone, or something is wrong."""
        while not self.closed:
            if self._stale:
                await self.settle()
                continue  # and see whether it has changed again meanwhile
            if self._tell:
                self._tell = False
                await self.sent(self.news())
                continue
            pause = None
            if self._viewer is not None:
                shown, pause = self._viewer.look()
                if shown is not None:
                    await self.sent(self.push(shown))
                    continue
            if self.checking:
                self.checking = False
                if not await self.live.access.still(self.caller):
                    return
            if self.beating:
                self.beating = False
                await self.sent(self.beat())
                continue
            await self._wait(pause)

    async def sent(self, sending: Awaitable[None]) -> None:
        """Note the time while something is being sent."""
        self.since = self.last = monotonic()
        try:
            await sending
        finally:
            self.since = None

    async def _wait(self, pause: int | None) -> None:
        loop = asyncio.get_running_loop()
        self._waiter = loop.create_future()
        timer = None if pause is None else loop.call_later(pause / 1_000, self.wake)
        try:
            await self._waiter
        finally:
            self._waiter = None
            if timer is not None:
                timer.cancel()


class Events(Watch):
    """Server-sent events with frames."""

    channel = "stream"
    headers: Headers = _EVENTS

    async def push(self, shown: Present) -> None:
        await self.write(b"id: %d\nevent: view\ndata: %b\n\n" % (shown.version, shown.view))

    async def news(self) -> None:
        await self.write(b"event: news\ndata: %b\n\n" % NEWS)

    async def beat(self) -> None:
        await self.write(b": \n\n")

    async def hello(self) -> None:
        """The first event."""
        await self.write(b"retry: 2000\nevent: hello\ndata: %b\n\n" % _encode(Hello(now(), self.seat)))

    async def amiss(self, told: Problem) -> None:
        """The last event, if something is wrong."""
        await self.write(b"event: problem\ndata: %b\n\n" % _encode(Amiss(told)))

    async def form(self) -> Form:
        return frame

    async def write(self, chunk: bytes) -> None:
        """Send some bytes."""
        await self.send({"type": "http.response.body", "body": chunk, "more_body": True})


class PageForm(msgspec.Struct, frozen=True):
    """A form for a page: equal for all who see the same in the same language."""

    look: Look

    def __call__(self, *shown: Any) -> Any:
        return fragments(self.look, *shown)


class PageEvents(Events):
    """Server-sent events with the fragments of a page that changed."""

    channel = "page"

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._had: dict[str, str] = {}
        asked = parse_qs(self.scope["query_string"].decode("latin-1"), max_num_fields=4)
        self._page: str | None = asked.get("have", [""])[0]
        """The digest of what the page showed when it was loaded."""
        self._packing = None
        if b"gzip" in dict(self.scope["headers"]).get(b"accept-encoding", b""):
            self._packing = zlib.compressobj(5, zlib.DEFLATED, 16 + 13, 7)  # small windows: many look on
            self.headers = [*_EVENTS, (b"content-encoding", b"gzip")]

    async def push(self, shown: Present) -> None:
        """The fragments whose text is another one than this viewer has; all of them at first."""
        fragments: dict[str, str] = shown.view
        if self._page is not None and self._page == digest(fragments):
            self._had = fragments
        self._page = None
        had = self._had
        changed = {
            name: each for name, each in fragments.items() if had.get(name) is not each and had.get(name) != each
        }
        self._had = fragments
        await self.write(b"id: %d\nevent: fragments\ndata: %b\n\n" % (shown.version, _encode(changed)))

    async def write(self, chunk: bytes) -> None:
        if self._packing is not None:
            chunk = self._packing.compress(chunk) + self._packing.flush(zlib.Z_SYNC_FLUSH)
        await super().write(chunk)

    async def form(self) -> Form:
        return PageForm(await self.live.look(self.table, self.caller.language))


class Socket(Watch):
    """A WebSocket. What arrives is answered one after the other, and past ASGI where the line is ours."""

    channel = "socket"

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        extensions = self.scope.get("extensions") or {}
        self._push: Callable[[bytes], bool] | None = extensions.get(PUSH)
        self._take: Callable[[Taker], None] | None = extensions.get(TAKE)
        self._inbox: deque[str | bytes] = deque()
        self._clerk: asyncio.Task[None] | None = None
        """Who answers what is in the inbox, while there is something."""
        self._held = b""
        """The version that one's own move brought, until its answer is written."""

    def wake(self) -> None:
        """There is something new: sent at once if he waits for nothing else, without another task's turn."""
        waiter, viewer = self._waiter, self._viewer
        if waiter is None or waiter.done():
            return  # `run` looks for itself
        if viewer is not None and self._push is not None and not (self._stale or self.closed or self.checking):
            before = viewer.version
            with contextlib.suppress(BackroomError):  # `run` meets it too
                shown, pause = viewer.look()
                if shown is not None and self._sent_at_once(shown):
                    self.last = monotonic()
                    if pause is None:
                        return
                else:
                    viewer.version = before
        waiter.set_result(None)

    def _sent_at_once(self, shown: Present) -> bool:
        """Whether a version could be written without waiting. What one's own move brought goes with its answer, which
        follows in the same step: one write for both."""
        assert self._push is not None
        if self._clerk is not None and asyncio.current_task() is self._clerk:
            self._held = shown.view
            return True
        self._held = b""  # this one is newer
        return self._push(framed(shown.view))

    async def push(self, shown: Present) -> None:
        self._held = b""
        await self.send({"type": "websocket.send", "text": shown.view.decode()})

    async def news(self) -> None:
        await self.send({"type": "websocket.send", "text": NEWS.decode()})

    async def beat(self) -> None:
        """Uvicorn's pings do that."""

    async def form(self) -> Form:
        return frame

    async def tell(self, message: msgspec.Struct) -> None:
        """Something that is no version; before it the version that is held back for it."""
        held, self._held = self._held, b""
        texts = [*([held] if held else []), _encode(message)]
        if self._push is None or not self._push(b"".join(map(framed, texts))):
            for text in texts:
                await self.send({"type": "websocket.send", "text": text.decode()})

    async def listen(self, receive: Receive) -> None:
        """Take moves until the other side hangs up, and answer those that came before it did."""
        if self._take is not None:
            self._take(self.take)
        while (message := await receive())["type"] == "websocket.receive":
            told = message.get("text")
            self.take(told if told is not None else message.get("bytes") or b"")
            if self._clerk is not None and len(self._inbox) > INBOX:
                await asyncio.wait([self._clerk])
        if self._clerk is not None:
            await asyncio.wait([self._clerk])

    def take(self, told: str | bytes) -> None:
        """A message has arrived."""
        self._inbox.append(told)
        if self._clerk is None:
            self._clerk = asyncio.create_task(self._answer_all())
        elif len(self._inbox) == INBOX and (transport := transport_of(self.scope)) is not None:
            transport.pause_reading()

    async def _answer_all(self) -> None:
        transport = transport_of(self.scope)
        try:
            while self._inbox:
                await self.tell(await self._answer(self._inbox.popleft()))
                if len(self._inbox) == INBOX - 1 and transport is not None and not transport.is_closing():
                    transport.resume_reading()
        except OSError:  # it went while it was being answered
            self._inbox.clear()
        except Exception as error:
            trouble("a message could not be answered", error, request=self.scope["state"]["request"])
            self._inbox.clear()
            self.close()
        finally:
            self._clerk = None

    async def _answer(self, told: str | bytes) -> Done | Amiss:
        try:
            self.live.take(self.caller)
            if not await self.live.access.still(self.caller):
                raise Wrong("bad_token" if self.caller.by == "token" else "sign_in_first")
            asked = _messages.decode(told)
        except BackroomError as error:
            return Amiss(await self.live.problem(error, self.caller, self.table))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            return Amiss(await self.live.problem(Wrong("bad_request", why=plain(error)), self.caller, self.table))
        try:
            return Done(asked.client, await self.live.move(self.caller, self.table, asked, "socket"))
        except BackroomError as error:
            return Amiss(await self.live.problem(error, self.caller, self.table), asked.client)


class Live:
    """All who look on and move in this process."""

    def __init__(self, settings: Settings, house: House, access: Access, metrics: Metrics) -> None:
        self.settings = settings
        self.house = house
        self.access = access
        self.metrics = metrics
        self.closing = False
        self._watches: dict[str, set[Watch]] = {}
        self._open: Counter[str] = Counter()
        limits = settings.limits
        self._moves = Buckets(limits.moves, limits.moves * 2)
        self._sweeper: asyncio.Task[None] | None = None
        house.hall.on_news.append(self._news)
        house.people.on_out.append(self._out)

    def open(self) -> None:
        """Begin to look after the streams."""
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """End all streams in good order, and let nobody in any more."""
        self.closing = True
        for watches in list(self._watches.values()):
            for watch in list(watches):
                watch.close()
        for _ in range(40):
            if not self._watches:
                break
            await asyncio.sleep(0.05)
        if self._sweeper is not None:
            self._sweeper.cancel()

    def serves(self, path: str) -> bool:
        """Whether this is one of the paths here."""
        found = _PLACE.fullmatch(path)
        return found is not None

    # HTTP.

    async def http(self, scope: Scope, receive: Receive, send: Send, caller: Caller) -> None:
        """A move, or a stream."""
        found = _PLACE.fullmatch(scope["path"])
        assert found is not None
        what, table = found[2] or "live", found[1] or found[3]
        if what == "socket":
            raise Wrong("bad_request", why="this is for WebSockets")
        allowed = "POST" if what == "moves" else "GET"
        if scope["method"] != allowed:
            raise Wrong("not_so", allowed=allowed)
        if what == "moves":
            await self._post(scope, receive, send, caller, table)
        else:
            kind = Events if what == "stream" else PageEvents
            await self._stream(scope, receive, send, kind(self, scope, send, caller, table))

    async def _post(self, scope: Scope, receive: Receive, send: Send, caller: Caller, table: str) -> None:
        headers = dict(scope["headers"])
        if is_form(headers):
            raise Wrong("bad_request", why="a move is sent as JSON")
        self.access.check(scope, caller, None)
        self.take(caller)
        try:
            asked = _body.decode(await read_body(receive, self.settings.limits.body))
            version = await self.move(caller, table, MoveIn(asked.tokens, asked.client, asked.seen), "post")
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            told = await self.problem(Wrong("bad_request", why=plain(error)), caller, table, scope)
        except BackroomError as error:
            told = await self.problem(error, caller, table, scope)
        else:
            await answer(send, 200, _encode(Answer(version)), _JSON)
            return
        await refuse(send, told)

    async def _stream(self, scope: Scope, receive: Receive, send: Send, watch: Events) -> None:
        last = dict(scope["headers"]).get(b"last-event-id", b"")
        with self._watching(watch):
            try:
                await watch.settle(int(last) if last.isdigit() and len(last) < 10 else None)
            except BackroomError as error:
                await refuse(send, await self.problem(error, watch.caller, watch.table, scope))
                return
            narrow(scope)
            await send({"type": "http.response.start", "status": 200, "headers": watch.headers})
            gone = asyncio.create_task(_gone(receive, watch))
            try:
                await watch.sent(watch.hello())
                await watch.run()
            except BackroomError as error:
                await watch.amiss(await self.problem(error, watch.caller, watch.table, scope))
            finally:
                gone.cancel()
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    # WebSockets.

    async def socket(self, scope: Scope, receive: Receive, send: Send, caller: Caller) -> None:
        """Moves in, frames out."""
        found = _PLACE.fullmatch(scope["path"])
        assert found is not None
        if found[2] != "socket":
            raise Wrong("no_such_page")
        watch = Socket(self, scope, send, caller, found[1])
        with self._watching(watch):
            try:
                await watch.settle()
            except BackroomError as error:
                await refuse_socket(send, await self.problem(error, caller, watch.table, scope))
                return
            await receive()  # the connect
            scope["state"]["accepted"] = True
            await send({"type": "websocket.accept"})
            narrow(scope)
            pushing = asyncio.create_task(self._push(watch))
            try:
                await watch.listen(receive)
            finally:
                watch.close()
                pushing.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await pushing

    async def _push(self, watch: Socket) -> None:
        with contextlib.suppress(OSError):
            try:
                await watch.tell(Hello(now(), watch.seat))
                await watch.run()
            except BackroomError as error:
                await watch.tell(Amiss(await self.problem(error, watch.caller, watch.table)))
            await watch.send({"type": "websocket.close", "code": 1012 if self.closing else 1000})

    # Moves.

    def take(self, caller: Caller) -> None:
        """A move or what should be one costs its sender a drop."""
        self._moves.take(caller.key)

    async def move(
        self, caller: Caller, table: str, asked: MoveIn | TakeBackIn, channel: Literal["post", "socket"]
    ) -> int:
        """Make a move for the caller; the version it brought."""
        began = perf_counter()
        outcome = "done"
        try:
            who = caller.person
            hall = self.house.hall
            if isinstance(asked, TakeBackIn):
                return (await hall.take_back(who, table, asked.client)).version
            done = await hall.submit(who, table, asked.tokens, asked.client, asked.seen, channel == "socket")
            self.metrics.move_seconds.observe(perf_counter() - began)
            return done.version
        except BackroomError as error:
            outcome = "refused" if isinstance(error, IllegalMove) else getattr(error, "code", "refused")
            raise
        finally:
            self.metrics.move(channel, outcome).inc()

    async def problem(self, error: BackroomError, caller: Caller, table: str, scope: Scope | None = None) -> Problem:
        """What went wrong at a table, with its game's own words and its people's names."""
        request = scope["state"]["request"] if scope is not None else None
        if isinstance(error, IllegalMove) or (isinstance(error, Stale) and error.reason is not None):
            game = (await self.house.hall.tables.get(table)).course.state.setup.game
            names = (await self.look(table, caller.language)).names
            return problem(error, caller.language, game, names, request)
        return problem(error, caller.language, request=request)

    async def look(self, table: str, language: str) -> Look:
        """Who sits at a table, for people to read."""
        seats = await self.house.hall.seats(table)
        names = []
        for at, seat in enumerate(seats):
            who = await self.house.people.find(seat.person) if seat.person is not None else None
            names.append(who.name if who is not None else name_of(at) if seat.bot else str(at + 1))
        return Look(language, tuple(names), tuple(seat.bot for seat in seats), tuple(seat.abandoned for seat in seats))

    # Inside.

    @contextlib.contextmanager
    def _watching(self, watch: Watch) -> Iterator[None]:
        if self.closing:
            raise Wrong("closing")
        key = watch.caller.key
        if self._open[key] >= self.settings.limits.streams:
            raise Wrong("too_many_streams")
        self._open[key] += 1
        self._watches.setdefault(watch.table, set()).add(watch)
        viewers = self.metrics.viewers.labels(watch.channel)
        viewers.inc()
        try:
            yield
        finally:
            watch.leave()
            viewers.dec()
            self._watches[watch.table].discard(watch)
            if not self._watches[watch.table]:
                del self._watches[watch.table]
            self._open[key] -= 1
            if not self._open[key]:
                del self._open[key]

    def _news(self, table: str | None) -> None:
        for watches in [self._watches.get(table, set())] if table is not None else list(self._watches.values()):
            for watch in watches:
                watch.hear()

    def _out(self, person: str) -> None:
        """Somebody signed out everywhere, left, or took a token back: those who came in as him are looked at again."""
        for watches in self._watches.values():
            for watch in watches:
                caller = watch.caller
                if person in (each.id for each in (caller.who, caller.keeper) if each is not None):
                    watch.checking = True
                    watch.wake()

    async def _sweep(self) -> None:
        """Once a second: show the silent that they are not forgotten, and cut off who takes nothing."""
        while True:
            await asyncio.sleep(1)
            moment = monotonic()
            for watches in list(self._watches.values()):
                for watch in list(watches):
                    if watch.since is not None:
                        if moment - watch.since > self.settings.limits.stuck:
                            self.metrics.dropped.inc()
                            watch.closed = True
                            cut(watch.scope)
                        continue
                    if moment - watch.sure > SURE:
                        watch.sure, watch.checking = moment, True
                        watch.wake()
                    if moment - watch.last > BEAT:
                        watch.last, watch.beating = moment, True
                        watch.wake()


async def _gone(receive: Receive, watch: Watch) -> None:
    """Wait until the other side hangs up."""
    while (await receive())["type"] != "http.disconnect":
        continue
    watch.close()


def plain(error: Exception) -> str:
    """What a decoder found wrong, in a line."""
    return str(error).splitlines()[0][:200].rstrip(".")
