"""The database is gone for a while: the house says so in a sentence, loses nothing, and goes on by itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.house.server import Server
from tests.web.clients import Client, table_of
from tests.web.serving import GENEROUS, serving


@pytest.fixture
def fragile() -> Iterator[Server]:
    """A PostgreSQL server that may be broken."""
    server = Server()
    yield server
    server.stop()


@pytest.mark.postgres
def test_a_house_whose_database_is_gone_says_so_and_goes_on(fragile: Server, tmp_path: Path) -> None:
    settings = {**GENEROUS, "BACKROOM_DATABASE": fragile.empty_database(), "BACKROOM_LOG": "json"}
    with serving(tmp_path, settings) as house:
        people = [Client(house.address) for _ in range(2)]
        table = table_of(*people)
        mover, tokens = next(
            (each, tokens) for each in people if (tokens := each.get(f"/tables/{table}/legal")["tokens"])
        )
        fragile.crash()
        page = httpx.get(f"{house.address}/", headers={"Accept": "text/html", "Accept-Language": "pl"})
        assert page.status_code == 503
        assert "Dom nie może teraz zajrzeć do swoich ksiąg" in page.text
        assert mover.refused("GET", f"/tables/{table}") == (503, "no_database")
        assert httpx.get(f"{house.address}/ready").status_code == 503
        assert httpx.get(f"{house.address}/health").status_code == 200
        socket = f"{house.address.replace('http', 'ws')}/api/v1/tables/x/socket"
        with pytest.raises(InvalidStatus) as refused:
            connect(socket, additional_headers={"Authorization": "Bearer br_nobody"})
        assert refused.value.response.status_code == 503
        assert mover.get(f"/tables/{table}/view")["version"] == 0, "what is in memory is shown"
        assert mover.move(table, tokens[0], client="mine").json()["code"] == "log_unavailable"
        fragile.begin_again()
        assert mover.move(table, tokens[0], client="mine").json() == {"version": 1}
        assert mover.move(table, tokens[0], client="mine").json() == {"version": 1}
        assert mover.get(f"/tables/{table}")["status"] == "running"
        assert httpx.get(f"{house.address}/ready").status_code == 200
    lines = [json.loads(line) for line in house.said().splitlines()]
    assert {each["event"] for each in lines if each["level"] == "error"} <= {"the database does not answer"}
