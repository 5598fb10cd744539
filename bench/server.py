"""The server beside boardgame.io's, in one run: `python -m bench.server [--rounds 5] [--seconds 4] [--peers DIR]`.

Twenty tables of Boss for four, eighty WebSocket clients on loopback, each moving as soon as it may; when a game is over
its players go to another table, which was opened before the time began to run. Ours writes every move down before
anybody is told: SQLite with synchronous=FULL; PostgreSQL; two processes on one PostgreSQL with every table's players
on both sides, so that every move crosses. boardgame.io (bench/boardgame.py) keeps its games in memory. All clients are
alike, cost little and live in one process. The servers are all up the whole time and take turns; ratios are medians
of the rounds' own. `--idle 2000` measures what tables cost at which somebody looks and nobody moves.
Run it with `PYTHONPATH=src`, or, for the engines as they are installed, `PYTHONPATH=.cache/compiled` after `./test`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import os
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol

import httpx
import msgspec
import uvloop
from tests.house.server import NoServer, Server
from tests.web.serving import Running, start

import backroom
from bench.boardgame import Missing, Peer
from bench.wire import Board, Tally, Wire

ROOT: Final = Path(__file__).parents[1]
TABLES: Final = 20
PLAYERS: Final = 4
LIMITS: Final = {
    "BACKROOM_LIMIT_REQUESTS": "0",
    "BACKROOM_LIMIT_MOVES": "0",
    "BACKROOM_LIMIT_STREAMS": "100000",
    "BACKROOM_LOG": "off",
}
WARM: Final = 1.0
"""Seconds of play before the time runs."""


class Told(msgspec.Struct):
    """What a player needs of a frame."""

    version: int
    over: bool
    legal: list[str]


_frame = msgspec.json.Decoder(Told)


def worked(processes: Sequence[int]) -> float:
    """Processor time of these processes so far, in seconds."""
    ticks = 0
    for pid in processes:
        told = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        ticks += int(told[11]) + int(told[12])
    return ticks / os.sysconf("SC_CLK_TCK")


class Played(Protocol):
    """Something with games in it."""

    @property
    def pids(self) -> list[int]:
        """The server's processes."""

    async def prepare(self, tables: int) -> None:
        """Have so many tables ready."""

    async def play(self, tally: Tally) -> None:
        """One game, from the first move to the last."""


class House:
    """Our server: one process, or several on one database."""

    def __init__(self, folder: Path, database: str, processes: int = 1) -> None:
        self.processes: list[Running] = []
        for number in range(processes):
            place = folder / f"{number}"
            place.mkdir(parents=True)
            self.processes.append(start(place, {**LIMITS, "BACKROOM_DATABASE": database or f"sqlite:///{place}/house"}))
        self.addresses = [each.address for each in self.processes]
        self._people: list[tuple[str, ...]] = []
        self._ready: list[tuple[str, tuple[str, ...]]] = []
        self._free = itertools.count()
        self._rng = Random(1)

    def stop(self) -> None:
        """Close the house."""
        for each in self.processes:
            each.stop()

    @property
    def pids(self) -> list[int]:
        return [each.process.pid for each in self.processes]

    async def prepare(self, tables: int) -> None:
        """Open so many tables at which nobody has moved yet, by the API."""
        async with httpx.AsyncClient(base_url=f"{self.addresses[0]}/api/v1", timeout=60) as http:
            while len(self._people) < TABLES:
                self._people.append(tuple([await self.guest(http) for _ in range(PLAYERS)]))
            want = tables - len(self._ready)
            some = asyncio.Semaphore(8)

            async def one(people: tuple[str, ...]) -> None:
                async with some:
                    seats = ["host", *["open"] * (PLAYERS - 1)]
                    self._ready.append((await self.open(http, people, seats), people))

            await asyncio.gather(*(one(self._people[next(self._free) % TABLES]) for _ in range(max(0, want))))

    async def play(self, tally: Tally) -> None:
        if not self._ready:
            await self.prepare(1)
        table, people = self._ready.pop()
        board = Board(tally, PLAYERS)
        wires: list[Wire] = []
        first: dict[int, Told] = {}

        def shown(player: int, wire: Wire, told: Told) -> None:
            if told.over:
                board.ends()
            elif told.legal:
                move = {
                    "type": "move",
                    "tokens": [self._rng.choice(told.legal)],
                    "client": f"{player}-{told.version}",
                    "seen": told.version,
                }
                board.sends(told.version + 1)
                wire.say(msgspec.json.encode(move))

        def heard(player: int, wire: Wire, text: bytes) -> None:
            if not text.startswith(b'{"type":"view","version":'):
                if text.startswith(b'{"type":"problem"'):
                    sys.exit(f"a move was refused: {text.decode()}")
                return
            version = int(text[25 : text.index(b",", 25)])
            board.sees(player, version)
            # Only who has to move, or to leave, reads all of it.
            if b'"legal":[]' not in text or b'"over":true' in text:
                told = _frame.decode(text)
                if len(wires) < PLAYERS:
                    first[player] = told  # not before everybody sits
                else:
                    shown(player, wire, told)

        try:
            for player, token in enumerate(people):
                path = f"/api/v1/tables/{table}/socket"
                address = self.addresses[player % len(self.addresses)]
                told = f"Authorization: Bearer {token}\r\n"
                wires.append(await Wire.dial(address, path, partial(heard, player), told))
            tally.seated += 1
            for player, known in first.items():
                shown(player, wires[player], known)
            await board.over
        finally:
            for wire in wires:
                wire.hang_up()

    async def guest(self, http: httpx.AsyncClient) -> str:
        """Somebody new, by his token."""
        answer = await http.post("/guests", json={"name": "Guest", "token": "bench"})
        token: str = answer.raise_for_status().json()["token"]
        return token

    async def open(self, http: httpx.AsyncClient, people: tuple[str, ...], seats: list[str]) -> str:
        """A table at which these people sit and nobody has moved; the first of them begins."""

        async def post(person: str, path: str, body: Any) -> Any:
            headers = {"Authorization": f"Bearer {person}"}
            return (await http.post(path, json=body, headers=headers)).raise_for_status().json()

        tempo = {"seconds": 3600, "reserve": 3600}
        wanted = {"game": "boss", "seats": seats, "tempo": tempo, "options": {"first_player": "seat_1"}}
        table: str = (await post(people[0], "/tables", wanted))["id"]
        for each in people[1:]:
            await post(each, f"/tables/{table}/join", {})
        await post(people[0], f"/tables/{table}/start", None)
        return table


async def measure(played: Played, seconds: float, tables: int) -> Tally:
    """Twenty tables for so long."""
    await played.prepare(tables)
    tally = Tally()

    async def evening() -> None:
        while True:
            await played.play(tally)

    tasks = [asyncio.create_task(evening()) for _ in range(TABLES)]
    while tally.seated < TABLES and not any(each.done() for each in tasks):  # opening lines is not what is measured
        await asyncio.sleep(0.05)
    with contextlib.suppress(TimeoutError):
        done, _ = await asyncio.wait(tasks, timeout=WARM, return_when=asyncio.FIRST_EXCEPTION)
        tally.counting = True
        began, spent = time.perf_counter(), worked(played.pids)
        if not done:
            done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        tally.counting = False
        tally.seconds, tally.work = time.perf_counter() - began, worked(played.pids) - spent
    for each in tasks:
        each.cancel()
    for told in await asyncio.gather(*tasks, return_exceptions=True):
        if not isinstance(told, asyncio.CancelledError) and isinstance(told, BaseException):
            raise told
    return tally


@contextlib.contextmanager
def everything(peers: Path) -> Iterator[dict[str, Peer | House]]:
    """All servers, up."""
    with contextlib.ExitStack() as held:
        folder = Path(held.enter_context(tempfile.TemporaryDirectory(prefix="backroom-bench-")))
        postgres = Server()
        held.callback(postgres.stop)
        up: dict[str, Peer | House] = {"boardgame.io, in memory": Peer(peers, ROOT / ".cache" / "boardgame.io")}
        houses = {
            "SQLite, synchronous=FULL": (folder / "sqlite", "", 1),
            "PostgreSQL": (folder / "postgres", postgres.empty_database(), 1),
            "PostgreSQL, two processes": (folder / "two", postgres.empty_database(), 2),
        }
        for name, (place, database, processes) in houses.items():
            up[name] = House(place, database, processes)
        for each in up.values():
            held.callback(each.stop)
        yield up


async def compare(up: dict[str, Peer | House], rounds: int, seconds: float) -> None:
    """Everybody in turn, again and again."""
    tallies: dict[str, list[Tally]] = {name: [] for name in up}
    for number in range(rounds):
        for name, played in up.items():
            before = tallies[name][-1] if tallies[name] else None
            tables = TABLES + (150 if before is None else int(before.games * 1.3 * (1 + WARM / seconds)) + TABLES)
            tally = await measure(played, seconds, tables)
            tallies[name].append(tally)
            print(
                f"  round {number + 1}: {name:<28} {tally.rate:7,.0f} moves/s   seen p50 {tally.at(0.5):5.1f}"
                f"  p99 {tally.at(0.99):5.1f} ms   {tally.games} games"
                f"   {tally.work / max(1, len(tally.waits)) * 1e6:4.0f} us of the server a move",
                flush=True,
            )
    report(tallies)


async def rest(house: House, tables: int, seconds: float) -> None:
    """So many games at which somebody looks and nobody moves, in one process."""
    pid = house.pids[0]
    wires: list[Wire] = []
    try:
        async with httpx.AsyncClient(base_url=f"{house.addresses[0]}/api/v1", timeout=120) as http:
            people = [await house.guest(http) for _ in range(20)]
            some = asyncio.Semaphore(8)

            async def one(number: int) -> None:
                async with some:
                    person = people[number % len(people)]
                    table = await house.open(http, (person,), ["host", "random"])
                    told = f"Authorization: Bearer {person}\r\n"
                    path = f"/api/v1/tables/{table}/socket"
                    wires.append(await Wire.dial(house.addresses[0], path, lambda _wire, _text: None, told))

            await asyncio.gather(*(one(number) for number in range(100)))  # whatever is made once is made
            before = memory(pid)
            await asyncio.gather(*(one(number) for number in range(100, tables)))
            each = (memory(pid) - before) / (tables - 100)
        await asyncio.sleep(5)  # until the last row is written
        spent, began = worked([pid]), time.perf_counter()
        await asyncio.sleep(seconds)
        share = (worked([pid]) - spent) / (time.perf_counter() - began)
        print(
            f"{tables:,} tables of Boss with a viewer each, in one process: {each / 1024:.0f} KB a table,"
            f" {memory(pid) / 2**20:.0f} MB in all, {share:.1%} of a processor at rest"
        )
    finally:
        for wire in wires:
            wire.hang_up()


def memory(pid: int) -> int:
    """Bytes this process has in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


WANTED: Final = {"SQLite, synchronous=FULL": 1.5, "PostgreSQL": 1.5, "PostgreSQL, two processes": 1.2}


def report(tallies: dict[str, list[Tally]]) -> None:
    """The table, with what was wanted."""
    peer, *ours = tallies
    print(f"\nmedian of {len(tallies[peer])} rounds                 moves/s    p50 ms   p99 ms   / peer  wanted")
    for name, found in tallies.items():
        rate, middle, slow = (
            statistics.median(values)
            for values in ([t.rate for t in found], [t.at(0.5) for t in found], [t.at(0.99) for t in found])
        )
        line = f"{name:<30} {rate:9,.0f} {middle:9.1f} {slow:8.1f}"
        if name in ours:
            pairs = list(zip(found, tallies[peer], strict=True))
            ratio = statistics.median(mine.rate / theirs.rate for mine, theirs in pairs)
            slower = statistics.median(mine.at(0.99) / theirs.at(0.99) for mine, theirs in pairs)
            met = "met" if ratio >= WANTED[name] and (WANTED[name] < 1.5 or slower < 1) else "MISSED"
            line += f" {ratio:8.2f}  {WANTED[name]:.1f}; p99 {slower:.2f} of the peer's: {met}"
        print(line)


def main() -> None:
    """See the head of this file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--idle", type=int, metavar="TABLES", help="measure so many tables at rest instead, say 2000")
    parser.add_argument("--peers", type=Path, default=ROOT.parent / "shared" / "peers")
    asked = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # a socket is a file
    print("Boss is", "compiled" if backroom.COMPILED else "plain Python", "on", os.cpu_count(), "processors")
    if asked.idle:
        with tempfile.TemporaryDirectory(prefix="backroom-bench-") as folder:
            house = House(Path(folder) / "idle", "")
            try:
                uvloop.run(rest(house, asked.idle, asked.seconds))
            finally:
                house.stop()
        return
    try:
        with everything(asked.peers) as up:
            uvloop.run(compare(up, asked.rounds, asked.seconds))
    except (NoServer, Missing) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
