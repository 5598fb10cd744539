"""Games for the tests, opened without anybody having to sit down."""

from __future__ import annotations

from random import Random
from typing import Any

import backroom
from backroom.house.clocks import Tempo
from backroom.house.course import Opening
from backroom.house.errors import Refused
from backroom.house.log import Log
from backroom.house.tables import Table, Tables
from backroom.kernel.state import HOUSE, State

LIVE = Tempo.live(30, 60)


def opening(table: str, game: str = "boss", seats: int = 3, seed: int = 7, **more: Any) -> Opening:
    found = backroom.game(game)
    edition = found.house_edition()
    settled = {
        "rules": found.rules,
        "edition": edition.sha256,
        "edition_text": edition.text,
        "options": found.settle({"first_player": "seat_1"} if game == "boss" else None),
        "tempo": LIVE,
        "at": 1_000,
    }
    return Opening(table=table, game=game, seats=seats, seed=seed, **{**settled, **more})


class Book:
    """What the hall would find in the database."""

    def __init__(self, *openings: Opening) -> None:
        self.openings = {each.table: each for each in openings}

    async def __call__(self, table: str) -> Opening:
        if table not in self.openings:
            raise Refused("no_such_table", "there is no such table")
        return self.openings[table]

    def tables(self, log: Log, **more: Any) -> Tables:
        """A process's tables."""
        return Tables(log, self, **more)


def choices(state: State) -> list[tuple[int, str]]:
    """Every move anybody may make, the house's too."""
    token = state.setup.game.token
    return [(seat, token(action)) for seat in (*state.waiting, HOUSE) for action in state.legal(seat)]


async def play_on(table: Table, chooser: Random, moves: int) -> None:
    """So many random moves, or to the end."""
    for _ in range(moves):
        if table.course.over:
            return
        seat, token = chooser.choice(choices(table.course.state))
        await table.submit(seat, token, f"{seat}-{chooser.random()}")
