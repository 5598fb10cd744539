"""A whole house at work, people and bots at many tables, saying what was acknowledged, until it is killed."""

from __future__ import annotations

import asyncio
import sys
from random import Random

from backroom.house.clocks import Tempo
from backroom.house.errors import HouseError
from backroom.house.house import House
from backroom.house.people import Who
from backroom.kernel.errors import IllegalMove
from tests.house.openings import choices
from tests.house.people import wanted

TABLES = 8
HASTE = Tempo("live", 30_000, 60_000, race=200)
"""A tempo of its own: bots take no time for people's sake."""


async def sit(house: House, who: Who, game: str) -> None:
    chooser = Random(who.id)
    while True:
        table = await house.hall.create(who, wanted(game, ("host", "random", "sensible"), tempo=HASTE))
        found = await house.hall.start(who, table)
        viewer = await house.hall.watch(who, table)
        while not found.course.over:
            mine = [token for seat, token in choices(found.course.state) if seat == 0]
            if not mine:
                await viewer.next()
                continue
            client = f"{who.id} {found.version}"
            try:
                done = await house.hall.submit(who, table, chooser.choice(mine), client)
            except (HouseError, IllegalMove):
                continue
            sys.stdout.write(f"{table} {done.version} {client.replace(' ', '/')}\n")
            sys.stdout.flush()
        viewer.close()


async def main(where: str) -> None:
    house = await House.open(where)
    people = [await house.people.guest(f"Guest {number}") for number in range(TABLES)]
    await asyncio.gather(*(sit(house, who, ("boss", "omerta")[at % 2]) for at, who in enumerate(people)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
