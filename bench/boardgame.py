"""boardgame.io's server beside ours: its own Boss in memory, played over its own protocol by clients like ours.

Its Boss and its server are not part of this repository. `--peers` names the folder that has them (`boss.js` and
`server.js`); boardgame.io itself comes from npm into `.cache/boardgame.io`, once.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import re
import shutil
import socket
import subprocess
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from bench.wire import Board, Tally, Wire

RELEASE = "boardgame.io@0.50.2"
PLAYERS = 4
CHICAGO = 7


class Missing(Exception):
    """What the peer needs is not here."""


class Player(msgspec.Struct):
    """One player in its Boss."""

    vets: int
    rooks: int
    banned: int
    at: list[list[int]]
    hand: list[int] | int


class Position(msgspec.Struct):
    """What a player of its Boss is shown."""

    players: list[Player]
    sent: bool
    boss: list[int]
    top: list[int]


class Turn(msgspec.Struct):
    """Whose turn it is."""

    player: str = msgspec.field(name="currentPlayer")
    gameover: Any = None


class Shown(msgspec.Struct):
    """A state as its server sends it."""

    G: Position
    ctx: Turn
    version: int = msgspec.field(name="_stateID")


class Synced(msgspec.Struct):
    """The first state of a match."""

    state: Shown


_VERSION: Final = re.compile(rb'"_stateID":(\d+)')
_update = msgspec.json.Decoder(tuple[str, str, Shown, Any])
_sync = msgspec.json.Decoder(tuple[str, str, Synced])


def legal(position: Position, player: int) -> list[tuple[str, list[int]]]:
    """The moves of its Boss that its server will not refuse."""
    mine = position.players[player]
    if position.sent:
        assert isinstance(mine.hand, list)
        return [("play", [card]) for card in mine.hand]
    found: list[tuple[str, list[int]]] = [("pass", [])]
    for city in range(CHICAGO + 1):
        if city == mine.banned:
            continue
        veterans, rookies = mine.at[city]
        least = 1 if position.boss[city] == player else position.top[city] - veterans - rookies + 1
        found += [
            ("send", [city, v, r])
            for v in range(mine.vets + 1)
            for r in range(mine.rooks + 1)
            if v + r >= max(1, least) and v + veterans > 0
        ]
    return found


class Peer:
    """Its server, running."""

    def __init__(self, peers: Path, cache: Path) -> None:
        for name in ("boss.js", "server.js"):
            if not (peers / name).is_file():
                raise Missing(f"there is no {name} in {peers}: name the folder of the peer's Boss with --peers")
        if shutil.which("node") is None or shutil.which("npm") is None:
            raise Missing("boardgame.io needs node and npm: install them (apt-get install nodejs npm)")
        cache.mkdir(parents=True, exist_ok=True)
        if not (cache / "node_modules" / "boardgame.io").is_dir():
            subprocess.run(
                ["npm", "install", RELEASE, "--no-audit", "--no-fund", "--loglevel=error"], cwd=cache, check=True
            )
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            ["node", str(peers.resolve() / "server.js"), str(port)],
            env={**os.environ, "NODE_ENV": "production", "NODE_PATH": str((cache / "node_modules").resolve())},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        if not self.process.stdout.readline():
            raise Missing("boardgame.io's server did not start")
        self._matches = itertools.count()
        self._rng = Random(1)

    @property
    def pids(self) -> list[int]:
        return [self.process.pid]

    def stop(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()

    async def prepare(self, _tables: int) -> None:
        """Its matches begin to be when somebody asks for them."""

    async def play(self, tally: Tally) -> None:
        """Four players at a new match until it is over, each moving as soon as he may."""
        board = Board(tally, PLAYERS)
        match = f"m{next(self._matches)}"
        wires: list[Wire] = []
        first: dict[int, Shown] = {}
        there = asyncio.Event()

        def shown(player: int, state: Shown) -> None:
            board.sees(player, state.version)
            if state.ctx.gameover is not None:
                board.ends()
            elif state.ctx.player == str(player):
                name, given = self._rng.choice(legal(state.G, player))
                move = {"type": "MAKE_MOVE", "payload": {"type": name, "args": given, "playerID": str(player)}}
                board.sends(state.version + 1)
                told = msgspec.json.encode(["update", move, state.version, match, str(player)])
                wires[player].say(b"42/boss," + told)

        def heard(player: int, wire: Wire, text: bytes) -> None:
            if text.startswith(b'42/boss,["update"'):
                # Only who has to move, or to leave, reads all of it.
                if b'"currentPlayer":"%d"' % player in text or b'"gameover":' in text:
                    shown(player, _update.decode(text[8:])[2])
                else:
                    found = _VERSION.search(text)
                    assert found is not None
                    board.sees(player, int(found[1]))
            elif text == b"2":
                wire.say(b"3")
            elif text.startswith(b"0"):
                wire.say(b"40/boss,")
            elif text.startswith(b"40/boss"):
                wire.say(b"42/boss," + msgspec.json.encode(["sync", match, str(player), None, PLAYERS]))
            elif text.startswith(b'42/boss,["sync"'):
                first[player] = _sync.decode(text[8:])[2].state
                if len(first) == PLAYERS:
                    there.set()

        try:
            for player in range(PLAYERS):
                path = "/socket.io/?EIO=4&transport=websocket"
                wires.append(await Wire.dial(self.address, path, partial(heard, player)))
            await there.wait()
            tally.seated += 1
            for player, state in first.items():
                shown(player, state)
            await board.over
        finally:
            for wire in wires:
                wire.hang_up()
