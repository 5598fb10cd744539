"""An assistant sits at a table, over standard input and output, with the protocol's own client."""

from __future__ import annotations

import asyncio
import importlib
import os
import random
import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

import backroom
from backroom import Record
from backroom.gyms.mcp import server
from backroom.gyms.seat import Against, Refused
from backroom.gyms.text import text_of
from tests.web.serving import serving

yaml: Any = importlib.import_module("yaml")  # it comes without types
SOURCES = Path(__file__).parents[2] / "src"


def asked(result: Any) -> tuple[str, bool]:
    """What a tool answered, and whether it was an error."""
    return "\n".join(part.text for part in result.content), bool(result.is_error)


def with_client(where: Any, doing: Callable[[Client], Awaitable[None]]) -> None:
    """Do something as a client."""

    async def whole() -> None:
        async with Client(where) as client:
            await doing(client)

    asyncio.run(asyncio.wait_for(whole(), 60))


def test_a_whole_game_over_stdio() -> None:
    path = os.pathsep.join([str(SOURCES), *filter(None, [os.environ.get("PYTHONPATH")])])
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "backroom", "mcp"], env={"PYTHONPATH": path, "LANGUAGE": "en"}
    )

    async def play(client: Client) -> None:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert tools == {
            "list_games",
            "open_table",
            "sit_down",
            "wait",
            "look",
            "moves",
            "why",
            "play",
            "rules",
            "record",
        }
        told, failed = asked(await client.call_tool("look", {}))
        assert failed
        assert "open_table" in told
        told, _ = asked(await client.call_tool("open_table", {"game": "boss", "seats": 2, "seed": 7}))
        assert "It is your decision." in told
        told, failed = asked(await client.call_tool("play", {"move": "send:chicago:1v"}))
        assert failed
        assert "B-18" in told
        told, failed = asked(await client.call_tool("why", {"move": "send:chicago:1v"}))
        assert not failed
        assert "[B-18]" in told
        told, failed = asked(await client.call_tool("play", {"move": "dance"}))
        assert failed
        assert "Boss has no move 'dance'" in told
        rng, made = random.Random(1), 0
        while True:
            moves, _ = asked(await client.call_tool("moves", {}))
            if not moves:
                break
            told, failed = asked(await client.call_tool("play", {"move": rng.choice(moves.split())}))
            assert not failed, told
            made += 1
        assert made > 20
        assert "The game is over." in told
        assert re.search(r"^1\. seat [12]", told, re.MULTILINE)
        text, _ = asked(await client.call_tool("record", {}))
        assert Record.parse(text).verify().over

    with_client(command, play)


def test_rules_games_and_mistakes() -> None:
    async def ask(client: Client) -> None:
        told, _ = asked(await client.call_tool("list_games", {}))
        assert "omerta: Omerta, 3 to 5 seats" in told
        assert "rookie_rule: veteran_present or veteran_in_group (usually veteran_present)" in told
        told, _ = asked(await client.call_tool("rules", {"game": "boss", "numbers": ["B-14"]}))
        assert told.startswith("B-14: ")
        told, _ = asked(await client.call_tool("rules", {"game": "corleone"}))
        assert "C-37" in told
        book = await client.read_resource("backroom://rules/omerta")
        assert "**O-1**" in book.contents[0].text  # type: ignore[union-attr] # a text, as it says it is
        for given, sentence in (
            ({"game": "chess"}, "no game 'chess'"),
            ({"game": "boss", "seats": 9}, "Boss takes 2 to 5 seats, not 9"),
            ({"game": "boss", "seats": 2, "your_seat": 3}, "there is no seat 2"),
            ({"game": "boss", "bots": ["nobody"]}, "no bot 'nobody'"),
            ({"game": "boss", "options": {"rookies": 1}}, "no option 'rookies'"),
        ):
            told, failed = asked(await client.call_tool("open_table", given))
            assert failed
            assert sentence in told
            assert "Traceback" not in told

    with_client(server(), ask)


@pytest.mark.parametrize("game", backroom.games())
def test_a_seat_sees_its_view_and_no_more(game: str) -> None:
    """What is told is the view, whole; another seat's hidden cards, the seed and the deck are not in it."""
    table, rng = Against(game, seed=123456789123456789), random.Random(2)
    with pytest.raises(Refused, match="when the game is over"):
        table.record()
    while not table.state.over:
        told = table.look()
        shown = told.partition("in moves from 1):\n")[2].partition("\n\n")[0]
        assert shown + "\n" == text_of(table.state.view(0))
        assert "123456789123456789" not in told
        table.play(rng.choice(table.moves().split()))
    assert "The game is over." in table.look()
    assert "123456789123456789" in table.record()


@pytest.mark.parametrize("game", backroom.games())
def test_text_is_the_whole_view(game: str) -> None:
    """The text is YAML; read back it is the view, field by field."""
    rng, state = random.Random(4), backroom.game(game).new(seed=3)
    for decision in range(120):
        if state.over:
            break
        if decision % 10 == 0:
            for seat in (None, *range(state.setup.seats)):
                view = state.view(seat)
                assert yaml.load(text_of(view), yaml.CSafeLoader) == msgspec.json.decode(msgspec.json.encode(view))
        state.play(state.waiting[0], rng.choice(state.legal(state.waiting[0])))


def test_news_are_told_once_and_as_the_seat_saw_them() -> None:
    table = Against("corleone", 3, 1, ["random"], seed=5)
    first, second = table.look(), table.look()
    assert "What happened:" in first
    assert "What happened:" not in second


def test_a_seat_at_a_servers_table(tmp_path: Path) -> None:
    """The protocol's client, our server for it, and a real house: sit down beside a bot and play to the end."""
    with serving(tmp_path) as house:
        host = httpx.Client(base_url=f"{house.address}/api/v1", timeout=30)
        me = host.post("/guests", json={"name": "Anna", "token": "test"}).raise_for_status().json()
        host.headers["Authorization"] = f"Bearer {me['token']}"
        body = {"game": "boss", "seats": ["host", "random"], "tempo": {"seconds": 3600, "reserve": 3600}}
        table = host.post("/tables", json=body).raise_for_status().json()["id"]
        host.post(f"/tables/{table}/start").raise_for_status()
        address = f"{house.address}/tables/{table}"

        async def play(client: Client) -> None:
            told, failed = asked(await client.call_tool("sit_down", {"table": address, "token": "nonsense"}))
            assert failed
            assert "token is not good" in told
            told, failed = asked(await client.call_tool("sit_down", {"table": address, "token": me["token"]}))
            assert not failed, told
            told, _ = asked(await client.call_tool("wait", {}))
            assert "It is your decision." in told
            told, _ = asked(await client.call_tool("why", {"move": "send:chicago:1v"}))
            assert "B-18: " in told
            told, failed = asked(await client.call_tool("play", {"move": "send:chicago:1v"}))
            assert failed
            assert "B-18: " in told
            told, failed = asked(await client.call_tool("record", {}))
            assert failed
            assert "Traceback" not in told
            rng, made = random.Random(1), 0
            while True:
                moves, _ = asked(await client.call_tool("moves", {}))
                if not moves:
                    break
                told, failed = asked(await client.call_tool("play", {"move": rng.choice(moves.split())}))
                assert not failed, told
                made += 1
            assert made > 20
            assert "The game is over." in told
            assert "What happened:" in told
            text, failed = asked(await client.call_tool("record", {}))
            assert not failed
            assert Record.parse(text).verify().over

        with_client(server(), play)


def test_a_server_that_does_not_answer_is_a_sentence() -> None:
    async def ask(client: Client) -> None:
        for address, sentence in (
            ("http://127.0.0.1:9/tables/abc", "the server at http://127.0.0.1:9 does not answer"),
            ("file:///etc/passwd", "a table's address looks like"),
            ("somewhere", "a table's address looks like"),
        ):
            told, failed = asked(await client.call_tool("sit_down", {"table": address, "token": "t"}))
            assert failed
            assert sentence in told

    with_client(server(), ask)


def test_without_a_token_the_assistant_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BACKROOM_TOKEN", raising=False)

    async def ask(client: Client) -> None:
        told, failed = asked(await client.call_tool("sit_down", {"table": "http://127.0.0.1:9/tables/abc"}))
        assert failed
        assert "BACKROOM_TOKEN" in told

    with_client(server(), ask)
