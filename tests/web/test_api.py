"""The API as programs use it, against a real server."""

from __future__ import annotations

import asyncio

import pytest

import backroom
from backroom.kernel.chance import seed_digest
from tests.web.clients import Client, play_all, table_of, until_over
from tests.web.serving import Running


@pytest.mark.parametrize("game", backroom.games())
def test_a_whole_game_over_sockets_and_its_record(running: Running, game: str) -> None:
    people = [Client(running.address) for _ in range(3)]
    table = table_of(*people, game=game)

    last = asyncio.run(asyncio.wait_for(play_all(people, table), 60))
    told = until_over(people[0], table)
    assert seed_digest(int(told["seed"])) == told["seed_sha256"]
    record = backroom.Record.parse(people[1].http.get(f"/tables/{table}/record").text)
    assert record.verify().over
    assert record.seed == int(told["seed"])
    events = people[2].get(f"/tables/{table}/events")
    assert events["version"] == last[0]["version"]
    assert any(each["text"] for each in events["events"])
    again = people[1].post(f"/tables/{table}/rematch")
    assert again["rematch_of"] == table
    assert again["your_seat"] == 0, "everybody sits one seat further"
