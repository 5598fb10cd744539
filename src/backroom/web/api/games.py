"""The games there are, their options and rules."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import get
from litestar.params import Parameter

from backroom.bots import BOTS
from backroom.kernel.game import Game
from backroom.kernel.registry import game as find_game
from backroom.kernel.registry import games as names
from backroom.kernel.rulebook import paragraph
from backroom.web.api.errors import errors

GameName = Annotated[str, Parameter(description="One of the names that `GET /games` lists.")]


class OptionOut(msgspec.Struct, frozen=True):
    """One choice at the opening: one of `choices`, or a number from `least` to `most`."""

    name: str
    default: Any
    choices: list[Any]
    least: int | None
    most: int | None
    ruling: str


class GameOut(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    name: str
    title: str
    rules: str
    """The rules' version."""
    seats: list[int]
    """How many may play."""
    options: list[OptionOut]
    edition: str
    """The SHA-256 of the house edition."""
    bots: list[str]


class GamesOut(msgspec.Struct, frozen=True):
    """All of them."""

    games: list[GameOut]


class RuleOut(msgspec.Struct, frozen=True):
    """A paragraph of a rulebook."""

    number: str
    chapter: str
    sources: list[str]
    text: str
    """Markdown."""


def told(game: Game) -> GameOut:
    """A game as the API tells it."""
    options = [
        OptionOut(each.name, each.default, list(each.choices), each.least, each.most, each.ruling)
        for each in game.offers
    ]
    return GameOut(
        game.name, game.title, game.rules, list(game.seats), options, game.house_edition().sha256, list(BOTS)
    )


@get("/games", summary="List the games", operation_id="games", responses=errors(), tags=["games"])
async def all_games() -> GamesOut:
    """All games with their options and the bots that play them."""
    return GamesOut([told(find_game(name)) for name in names()])


@get("/games/{game:str}", summary="One game", operation_id="game", responses=errors("no_such_game"), tags=["games"])
async def one_game(game: GameName) -> GameOut:
    """A game with its options."""
    return told(find_game(game))


@get(
    "/games/{game:str}/rules/{number:str}",
    summary="A paragraph of the rules",
    operation_id="rule",
    responses=errors("no_such_rule"),
    tags=["games"],
)
async def rule(game: GameName, number: str) -> RuleOut:
    """The paragraph a refused move names."""
    found = paragraph(game, number)
    return RuleOut(found.number, found.chapter, list(found.sources), found.text)


ROUTES = [all_games, one_game, rule]
