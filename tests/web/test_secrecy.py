"""Nothing a seat is sent changes by a byte when the cards it cannot know are dealt otherwise.

Recorded games of all kinds are stopped at many moments. For each seat, and for a spectator, a world is imagined from
its view alone (`game.imagine`): the same for all it knows, dealt otherwise in everything else. Both worlds stand in
turn on the table of a real server, and whatever the seat can be sent is fetched from both.
BACKROOM_RECORDS=all takes every golden record, not one a game.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect

import backroom
from backroom.house.clocks import begin
from backroom.house.course import Course, house_move
from backroom.house.hall import Wanted
from backroom.house.tables import Table
from backroom.kernel.errors import IllegalMove
from backroom.kernel.record import Record
from backroom.kernel.state import HOUSE, State
from backroom.kernel.view import View
from backroom.web.problems import problem
from tests.house.people import LIVE
from tests.web.clients import Client
from tests.web.serving import GENEROUS, opened

NOW = re.compile(rb' data-now="\d+"')
"""The time of a page, by which its clocks are set."""
GOLDEN = Path(__file__).parents[1] / "golden"
MOMENTS = 4
MANY = None if os.environ.get("BACKROOM_RECORDS") == "all" else 1
RECORDS = [file for game in backroom.games() for file in sorted((GOLDEN / game).glob("*.txt"))[:MANY]]


def moments(record: Record, count: int) -> Iterator[State]:
    """States of a game, spread over all of it."""
    wanted = {len(record.moves) * at // count for at in range(count)}
    for at, state in enumerate(record.steps()):
        if at in wanted and not state.over:
            yield state.copy()


def worlds(state: State, seat: int | None, rng: Random) -> list[State]:
    """The real world and one that looks the same from this seat, dealt otherwise if it can be."""
    game = state.setup.game
    view = state.view(seat)
    real = state.position()
    for _ in range(6):
        world = game.imagine(view, rng)
        if world.position() != real:
            break
    return [state.copy(), world]


def chatter(state: State, seat: int) -> list[str]:
    """Tokens to try at this moment: some that are allowed, more that are not, and nonsense."""
    game = state.setup.game
    rng = Random(seat)
    some = rng.sample(range(game.actions), min(6, game.actions))
    refused = [action for action in some if not state.may(seat, action)]
    return [*(game.token(action) for action in refused[:3]), "nonsense"]


def drafted(state: State, seat: int | None) -> str:
    """A move that is being prepared on the page."""
    legal = state.legal(seat) if seat is not None else []
    return state.setup.game.token(legal[len(legal) // 2]) if legal else ""


class Stage:
    """A table of a real server on which worlds are put."""

    def __init__(self, address: str, table: Table, people: list[Client]) -> None:
        self.address = address
        self.table = table
        self.people = people

    def put(self, state: State, version: int) -> None:
        """This is the world now."""
        opening = self.table.opening
        clock = begin(opening.tempo, opening.seats, state.waiting, house_move(state), opening.at)
        self.table.course = Course(opening, state, clock, None, version, opening.at, {})

    async def everything(self, seat: int | None, state: State) -> dict[str, bytes]:
        """Whatever this seat can be sent at this moment, on every channel."""
        told: dict[str, bytes] = {}
        headers = {} if seat is None else self.people[seat].headers
        place = f"/api/v1/tables/{self.table.id}"
        async with httpx.AsyncClient(base_url=self.address, headers=headers, timeout=30) as http:
            for path in ("", "/view", "/legal", "/events", "/talk", "/record"):
                told[path] = (await http.get(place + path)).content
            tokens = chatter(state, seat) if seat is not None else ["nonsense"]
            for token in tokens:
                told[f"why {token}"] = (await http.get(f"{place}/legal/{token}")).content
                move = {"tokens": [token], "client": "x"}
                told[f"move {token}"] = (await http.post(f"{place}/moves", json=move)).content
            for name, channel in (("stream", f"{place}/stream"), ("live page", f"/tables/{self.table.id}/live")):
                async with http.stream("GET", channel) as answer:
                    lines = answer.aiter_lines()
                    told[name] = b""
                    async for line in lines:
                        if line.startswith("data:") and '"hello"' not in line:
                            told[name] = line.encode()
                            break
            draft = drafted(state, seat)
            page = f"/tables/{self.table.id}"
            for path in ("", "/zones?all", f"/zones?draft={draft}", f"?draft={draft}"):
                shown = await http.get(page + path, headers={"Accept": "text/html"})
                assert shown.status_code == 200, shown.text
                told[f"page {path}"] = NOW.sub(b"", shown.content)
        url = f"{self.address.replace('http', 'ws')}{place}/socket"
        async with connect(url, additional_headers=headers, proxy=None, compression=None) as socket:
            await socket.recv()  # hello, with the time
            told["socket"] = str(await socket.recv()).encode()
            for token in tokens:
                await socket.send(json.dumps({"type": "move", "tokens": [token], "client": "y"}))
                told[f"socket {token}"] = str(await socket.recv()).encode()
        return {what: scrubbed(sent) for what, sent in told.items()}


def scrubbed(sent: bytes) -> bytes:
    """Without the request's own id, which is drawn anew for each."""
    try:
        plain = json.loads(sent)
    except ValueError:
        return sent
    if isinstance(plain, dict) and plain.pop("request", None):
        return json.dumps(plain).encode()
    return sent


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_nothing_sent_depends_on_what_the_seat_cannot_know(file: Path, tmp_path: Path) -> None:
    record = Record.parse(file.read_text(encoding="utf-8"))

    async def compare() -> tuple[int, int]:
        async with opened(tmp_path, GENEROUS) as (server, address):
            people = await asyncio.to_thread(lambda: [Client(address) for _ in range(record.seats)])
            house = server.app.house
            host = await house.people.find(people[0].id)
            assert host is not None
            seats = ("host", *["open"] * (record.seats - 1))
            name = await house.hall.create(host, Wanted(record.game, seats, LIVE, dict(record.options)))
            for each in people[1:]:
                who = await house.people.find(each.id)
                assert who is not None
                await house.hall.join(who, name)
            stage = Stage(address, await house.hall.start(host, name), people)
            await house.clerk.close()  # nobody moves here but the test
            rng = Random(7)
            compared = otherwise = 0
            for version, state in enumerate(moments(record, MOMENTS)):
                for seat in (*range(record.seats), None):
                    real, world = worlds(state, seat, rng)
                    otherwise += real.position() != world.position()
                    stage.put(real, version)
                    before = await stage.everything(seat, real)
                    stage.put(world, version)
                    after = await stage.everything(seat, real)
                    for what, sent in before.items():
                        assert sent == after[what], f"{what} for seat {seat} at moment {version}"
                    compared += len(before)
            return compared, otherwise

    compared, otherwise = asyncio.run(asyncio.wait_for(compare(), 300))
    assert compared > 100
    assert otherwise > record.seats, "the worlds were really dealt otherwise"


@pytest.mark.parametrize("name", backroom.games())
def test_refusals_and_events_tell_nothing_either(name: str) -> None:
    """Every action's refusal, and what a move brings as long as the seat sees the same afterwards."""
    game = backroom.game(name)
    rng = Random(11)
    alike = told = 0
    for seed in range(4):
        state = game.new(seats=max(game.seats) if seed % 2 else 3, seed=seed)
        while not state.over:
            if rng.random() < 0.12:
                for seat in (*range(state.setup.seats), None):
                    real, world = worlds(state, seat, rng)
                    if seat is not None:
                        for action in range(game.actions):
                            reasons = [each.why_not(seat, action) for each in (real, world)]
                            shown = [
                                msgspec.json.encode(problem(IllegalMove(each), "en", game)) if each is not None else b""
                                for each in reasons
                            ]
                            assert shown[0] == shown[1], (name, seed, seat, game.token(action))
                    for mover in (*real.waiting, HOUSE):
                        for action in real.legal(mover)[:12]:
                            if not world.may(mover, action):
                                continue
                            after = [played(each, mover, action, seat) for each in (real, world)]
                            if after[0][0] == after[1][0]:
                                alike += 1
                                told += len(after[0][1])
                                assert after[0][1] == after[1][1], (name, seed, seat, game.token(action))
            house = state.legal(HOUSE)
            mover = HOUSE if house and rng.random() < 0.1 else rng.choice(state.waiting)
            state.play(mover, rng.choice(state.legal(mover)))

    assert alike > 100
    assert told > 100


def played(state: State, mover: int, action: int, seat: int | None) -> tuple[View, list[dict[str, Any]]]:
    """What a seat sees after a move, and what it was told of it."""
    trial = state.copy()
    trial.listen()
    trial.play(mover, action)
    return trial.view(seat), [each.seen_by(seat) for each in trial.events()]
