"""Those who look on get the present, in good order, and no more than is theirs."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tests.house.loop import awaited
from tests.web.clients import Client, heard, table_of
from tests.web.serving import GENEROUS, Running, serving


class Stream:
    """Server-sent events as they come."""

    def __init__(self, lines: AsyncIterator[str]) -> None:
        self.lines = lines

    async def next(self, kind: str | None = None) -> tuple[str, str, str]:
        """The next event (of this kind): its id, its kind and its data."""
        found = {"id": "", "event": "message", "data": ""}
        async with asyncio.timeout(20):
            async for line in self.lines:
                name, _, value = line.partition(": ")
                if name in found:
                    found[name] = value
                elif not line and found["data"]:
                    if kind in (None, found["event"]):
                        return found["id"], found["event"], found["data"]
                    found = {"id": "", "event": "message", "data": ""}
        raise AssertionError("the stream ended")


@asynccontextmanager
async def stream(client: Client, table: str, **headers: str) -> AsyncIterator[Stream]:
    async with (
        httpx.AsyncClient(timeout=30) as http,
        http.stream(
            "GET", f"{client.address}/api/v1/tables/{table}/stream", headers={**client.headers, **headers}
        ) as answer,
    ):
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield Stream(answer.aiter_lines())


def mover(people: list[Client], table: str) -> tuple[Client, list[str]]:
    """Who may move, and what."""
    for each in people:
        if tokens := each.get(f"/tables/{table}/legal")["tokens"]:
            return each, tokens
    raise AssertionError("nobody may move")


@awaited
async def test_the_same_version_is_the_same_bytes_on_every_channel(running: Running) -> None:
    people = [Client(running.address) for _ in range(2)]
    table = table_of(*people)
    ann = people[0]
    async with stream(ann, table) as first, stream(ann, table) as second, ann.socket(table) as line:
        for version in range(4):
            seen = [(await each.next("view")) for each in (first, second)]
            over_socket = await line.recv()
            asked = ann.http.get(f"/tables/{table}/view").text
            assert {seen[0][2], seen[1][2], over_socket, asked} == {asked}
            assert [each[0] for each in seen] == [str(version)] * 2
            who, tokens = mover(people, table)
            assert who.move(table, tokens[0]).json() == {"version": version + 1}


@awaited
async def test_who_comes_back_gets_the_present_if_it_is_newer(running: Running) -> None:
    people = [Client(running.address) for _ in range(2)]
    table = table_of(*people)
    for _ in range(3):
        who, tokens = mover(people, table)
        who.move(table, tokens[0])
    ann = people[0]
    for known, expected in (("0", "3"), ("2", "3"), ("99", "3"), ("nonsense", "3"), ("-1", "3")):
        async with stream(ann, table, **{"Last-Event-ID": known}) as back:
            assert (await back.next())[1] == "hello"
            assert (await back.next())[:2] == (expected, "view"), known
    async with stream(ann, table, **{"Last-Event-ID": "3"}) as back:
        await back.next("hello")
        who, tokens = mover(people, table)
        who.move(table, tokens[0])
        assert (await back.next())[0] == "4", "version 3 was known already"


@awaited
async def test_who_gets_up_sees_his_old_seat_no_more(running: Running) -> None:
    people = [Client(running.address) for _ in range(3)]
    ann, bob, cid = people
    table = table_of(*people)
    async with stream(bob, table) as events, bob.socket(table) as line:
        assert json.loads((await events.next("view"))[2])["seat"] == 1
        assert (await heard(line, "view"))["seat"] == 1
        bob.post(f"/tables/{table}/resign")
        assert json.loads((await events.next("view"))[2])["seat"] is None
        assert (await heard(line, "view"))["seat"] is None
        async with cid.socket(table) as other:
            assert (await heard(other, "view"))["seat"] == 2
        bob.post(f"/tables/{table}/seats/1/take-over")
        while json.loads((await events.next("view"))[2])["seat"] != 1:
            continue  # the bot may have moved meanwhile
        assert ann.get(f"/tables/{table}")["seats"][1]["person"]["id"] == bob.id


@awaited
async def test_streams_of_a_table_that_waits_tell_news_and_then_its_beginning(running: Running) -> None:
    ann, bob = Client(running.address), Client(running.address)
    table = table_of(ann, begin=False, seats=["host", "open"])
    async with stream(ann, table) as events:
        assert (await events.next())[1] == "hello"
        bob.post(f"/tables/{table}/join", {})
        assert (await events.next())[1] == "news"
        bob.post(f"/tables/{table}/talk", {"text": "here I am"})
        await events.next("news")
        assert [each["text"] for each in bob.get(f"/tables/{table}/talk")["lines"]] == ["here I am"]
        ann.post(f"/tables/{table}/start")
        assert (await events.next("view"))[0] == "0"


@awaited
async def test_a_socket_answers_everything_it_is_told(running: Running) -> None:
    people = [Client(running.address) for _ in range(2)]
    table = table_of(*people)
    who, tokens = mover(people, table)
    async with who.socket(table) as line:
        first = await heard(line, "view")

        async def say(message: Any) -> Any:
            await line.send(message if isinstance(message, (str, bytes)) else json.dumps(message))
            while True:
                told = json.loads(await asyncio.wait_for(line.recv(), 10))
                if told["type"] in ("done", "problem"):
                    return told

        assert first["legal"] == tokens
        for nonsense in ("", "{", "[]", "7", '{"type":"dance"}', '{"type":"move"}', b"\xff\xfe", "x" * 5000):
            assert (await say(nonsense))["problem"]["code"] == "bad_request"
        move = {"type": "move", "tokens": [tokens[0]], "client": "one", "seen": 0}
        assert (await say({**move, "tokens": []}))["problem"]["code"] == "no_move"
        assert (await say({**move, "tokens": ["!abort"]}))["problem"]["code"] == "no_move"
        assert (await say({**move, "client": ""}))["problem"]["code"] == "bad_client"
        done = await say(move)
        assert done == {"type": "done", "client": "one", "version": 1}
        assert await say(move) == done
        assert (await say({"type": "take_back", "client": "two"}))["type"] in ("done", "problem")


@awaited
async def test_who_came_in_by_a_token_that_is_taken_back_is_out(running: Running) -> None:
    ann, bob = Client(running.address), Client(running.address)
    table = table_of(ann, bob)
    more = ann.post("/me/tokens", {"name": "another"})
    async with ann.socket(table) as line, stream(ann, table) as events, bob.socket(table) as other:
        await events.next("view")
        for each in (line, other):
            await heard(each, "view")
        mine = next(each["id"] for each in ann.get("/me/tokens")["tokens"] if each["name"] == "test")
        ann.http.delete(f"/me/tokens/{mine}", headers={"Authorization": f"Bearer {more['token']}"}).raise_for_status()
        with pytest.raises(AssertionError, match="ended"):
            await events.next()
        with contextlib.suppress(ConnectionClosed):
            async with asyncio.timeout(10):
                async for _message in line:
                    continue
        assert line.close_code == 1000
        assert (await other.ping()) is not None, "nobody else is"
    assert ann.refused("GET", f"/tables/{table}/view") == (401, "bad_token")


@awaited
async def test_nonsense_costs_its_sender_as_much_as_a_move(tmp_path: Path) -> None:
    with serving(tmp_path, {"BACKROOM_LIMIT_MOVES": "5"}) as server:
        ann, bob = Client(server.address), Client(server.address)
        table = table_of(ann, bob)
        codes = [ann.http.post(f"/tables/{table}/moves", content=b"{").json()["code"] for _ in range(30)]
        assert set(codes) == {"bad_request", "too_many_requests"}
        assert codes[0] == "bad_request"
        async with bob.socket(table) as line:
            await heard(line, "view")
            for _ in range(30):
                await line.send("{")
            told = [(await heard(line, "problem"))["problem"]["code"] for _ in range(30)]
            assert set(told) == {"bad_request", "too_many_requests"}
            assert told[0] == "bad_request"


@awaited
async def test_closing_ends_streams_and_sockets_in_good_order(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ann, bob = Client(server.address), Client(server.address)
        table = table_of(ann, bob)
        async with stream(ann, table) as events, bob.socket(table) as line:
            await events.next("view")
            await heard(line, "view")
            stopping = asyncio.create_task(asyncio.to_thread(server.stop))
            with pytest.raises(AssertionError, match="ended"):
                await events.next()
            await _closed(line)
            began = time.monotonic()
            assert await stopping == 0
            assert time.monotonic() - began < 8, "nobody has to be cut off"


async def _closed(line: ClientConnection) -> None:
    with contextlib.suppress(ConnectionClosed):
        async with asyncio.timeout(10):
            async for _message in line:
                continue
    assert line.close_code == 1012


def test_who_takes_nothing_is_cut_off_and_costs_nobody_anything(tmp_path: Path) -> None:
    limits = {**GENEROUS, "BACKROOM_LIMIT_STUCK": "1", "BACKROOM_METRICS": "127.0.0.1", "BACKROOM_LIMIT_STREAMS": "2"}
    with serving(tmp_path, limits) as server:
        people = [Client(server.address) for _ in range(2)]
        table = table_of(*people)
        host, port = server.address.removeprefix("http://").split(":")
        with socket.socket() as slow:
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            slow.connect((host, int(port)))
            ask = f"GET /api/v1/tables/{table}/stream HTTP/1.1\r\nHost: {host}\r\n"
            slow.sendall(f"{ask}Authorization: Bearer {people[0].token}\r\n\r\n".encode())
            for _ in range(56):  # more than lies in all the buffers on the way, and less than the shortest game
                who, tokens = mover(people, table)
                assert who.move(table, tokens[0]).status_code == 200
            until = time.monotonic() + 20
            while not (dropped := metric(server.address, "backroom_viewers_dropped_total")):
                assert time.monotonic() < until
                time.sleep(0.2)
            who, tokens = mover(people, table)
            assert who.move(table, tokens[0]).status_code == 200
        assert dropped == 1, "it was cut off while the others played on"
        assert metric(server.address, 'backroom_viewers{channel="stream"}') == 0
        with (
            people[0].http.stream("GET", f"/tables/{table}/stream"),
            people[0].http.stream("GET", f"/tables/{table}/stream"),
        ):
            assert people[0].refused("GET", f"/tables/{table}/stream") == (429, "too_many_streams")


def metric(address: str, name: str) -> float:
    """One figure."""
    for line in httpx.get(f"{address}/metrics").text.splitlines():
        if line.startswith(name + " "):
            return float(line.rpartition(" ")[2])
    return 0.0
