"""A seat for an assistant: an MCP server that plays our games, at a local table against bots or at a server's table.

`backroom mcp` starts it over standard input and output, as assistants want it. Its tools are those of `seat`: open a
table, look, list the moves, ask why one is refused, read the rules, play. One table at a time. The token for a server
is told by the environment (`BACKROOM_TOKEN`), so that the assistant need not see it, or with the call.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from threading import Lock
from typing import Any, ParamSpec

from backroom.gyms.extras import need

need("mcp", "mcp")

from mcp.server.mcpserver import MCPServer  # noqa: E402 - after the sentence about the extra
from mcp.server.mcpserver.exceptions import ToolError  # noqa: E402

from backroom.bots import BOTS  # noqa: E402
from backroom.gyms.remote import Remote  # noqa: E402
from backroom.gyms.seat import Against, Refused, Seat  # noqa: E402
from backroom.kernel.errors import BackroomError, BadSeats  # noqa: E402
from backroom.kernel.options import written  # noqa: E402
from backroom.kernel.registry import game as find_game  # noqa: E402
from backroom.kernel.registry import games  # noqa: E402
from backroom.kernel.rulebook import paragraph, paragraphs, rulebook  # noqa: E402

Given = ParamSpec("Given")

INSTRUCTIONS = """\
You can play board games here: against bots (see `list_games`, then `open_table`), or at a server's table (`sit_down`).
Every answer shows what your seat sees, which is all you may know, and the moves you may make now, by name. `play`
makes one; the others then play until you have to decide again, and you are told what happened. Where people take their
time, `wait`. If a move is refused you learn which rule stands against it; `why` explains a move without trying it, and
`rules` quotes the rulebook. The best rank is 1."""


def server(language: str = "en") -> MCPServer[Any]:
    """The server, not yet running."""
    desk = Desk(language)
    made: MCPServer[Any] = MCPServer("backroom", title="Back Room", instructions=INSTRUCTIONS, log_level="WARNING")
    for tool in (
        desk.list_games,
        desk.open_table,
        desk.sit_down,
        desk.look,
        desk.wait,
        desk.moves,
        desk.why,
        desk.play,
        desk.rules,
        desk.record,
    ):
        made.add_tool(tool, structured_output=False)

    @made.resource("backroom://rules/{game}", mime_type="text/markdown")
    def book(game: str) -> str:
        """A game's whole rulebook."""
        return rulebook(game)

    return made


def told(tool: Callable[Given, str]) -> Callable[Given, str]:
    """One call at a time, and every error of ours as the sentence it is."""

    @functools.wraps(tool)
    def asked(*given: Given.args, **named: Given.kwargs) -> str:
        with LOCK:
            try:
                return tool(*given, **named)
            except (BackroomError, Refused) as error:
                raise ToolError(str(error)) from None

    return asked


LOCK = Lock()


class Desk:
    """The tools, and the seat they are about. Their docstrings are what the assistant reads."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.seat: Seat | None = None

    @told
    def list_games(self) -> str:
        """The games, how many can play, their options with the values they take, and the bots there are."""
        lines = []
        for name in games():
            game = find_game(name)
            lines.append(f"{name}: {game.title}, {game.seats[0]} to {game.seats[-1]} seats")
            lines += [f"  {one.name}: {one.takes()} (usually {written(one.default)})" for one in game.offers]
        return "\n".join([*lines, f"bots: {', '.join(BOTS)}"])

    @told
    def open_table(
        self,
        game: str,
        seats: int | None = None,
        your_seat: int = 1,
        bots: list[str] | None = None,
        options: dict[str, str | int | bool] | None = None,
        seed: int | None = None,
    ) -> str:
        """Open a table and sit down at it; a table that was open before is left. Bots sit at the other seats.

        `your_seat` counts from 1. `bots` are taken in turn for the other seats; "sensible" if none are named.
        With a `seed` the same cards are dealt every time.
        """
        if your_seat < 1:
            raise BadSeats("seats count from 1 here")
        self.seat = Against(game, seats, your_seat - 1, bots or ["sensible"], options, seed, self.language)
        return self.seat.look()

    @told
    def sit_down(self, table: str, token: str = "") -> str:
        """Sit down at a server's table, where people and bots play, by its address, e.g. https://house.example/tables/abc.

        The `token` says who you are there; leave it out where the person you play for has set it up already.
        """
        token = token or os.environ.get("BACKROOM_TOKEN", "")
        if not token:
            raise Refused("A token is needed: ask the person for one, or let him set BACKROOM_TOKEN.")
        self.seat = Remote(table, token, self.language)
        return self.seat.look()

    @told
    def wait(self) -> str:
        """Wait until you have to decide, for some seconds at most; then look. At a local table nobody lets you wait."""
        return self.seated().wait()

    @told
    def look(self) -> str:
        """What your seat sees now, what happened since you last looked, and your moves."""
        return self.seated().look()

    @told
    def moves(self) -> str:
        """The moves you may make now, one a line; nothing if it is not your decision."""
        return self.seated().moves()

    @told
    def why(self, move: str) -> str:
        """Why a move is not allowed now, with the paragraph of the rulebook; nothing is played."""
        return self.seated().why(move)

    @told
    def play(self, move: str) -> str:
        """Make one of your moves, e.g. "send:boston:1v"; then what happened and what you see."""
        return self.seated().play(move)

    @told
    def rules(self, game: str, numbers: list[str] | None = None) -> str:
        """Paragraphs of a game's rulebook by their numbers, e.g. ["B-14"]; without numbers the list of all."""
        if numbers:
            return "\n\n".join(f"{one.number}: {one.text}" for one in (paragraph(game, each) for each in numbers))
        chapters: dict[str, list[str]] = {}
        for one in paragraphs(game).values():
            chapters.setdefault(one.chapter, []).append(one.number)
        return "\n".join(f"{chapter}: {' '.join(there)}" for chapter, there in chapters.items())

    @told
    def record(self) -> str:
        """The whole game as a text that replays, with its seed; only when it is over."""
        return self.seated().record()

    def seated(self) -> Seat:
        """The seat, once there is one."""
        if self.seat is None:
            raise Refused("You sit at no table yet; open one with open_table.")
        return self.seat
