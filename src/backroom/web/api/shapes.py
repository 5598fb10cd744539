"""What the API says and is told, as data."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from backroom.house.clocks import Tempo
from backroom.house.counsel import Asking
from backroom.house.hall import STAND_IN, Hall, Line, Sheet
from backroom.house.people import People, Who
from backroom.kernel.errors import UnknownGame
from backroom.kernel.options import Value
from backroom.kernel.registry import game as find_game

Name = Annotated[str, Meta(min_length=1, max_length=200, description="What others see, 1 to 40 characters.")]
Passphrase = Annotated[str, Meta(max_length=300, description="8 to 256 characters.")]
Identity = Annotated[str, Meta(max_length=32)]


class Somebody(msgspec.Struct, frozen=True):
    """A person, as everybody may know him."""

    id: str
    name: str
    """Empty for somebody who left for good."""
    claimed: bool
    """Whether the name is his alone."""


class SeatOut(msgspec.Struct, frozen=True):
    """Who sits there: a person, a bot, or nobody yet."""

    seat: int
    person: Somebody | None
    bot: str | None
    abandoned: bool
    """A bot plays for somebody who left; anybody may take the seat over."""


class TempoOut(msgspec.Struct, frozen=True):
    """How much time there is, in milliseconds."""

    kind: Literal["live", "mail"]
    move: int
    reserve: int
    race: int
    """Until the house makes a move of its own."""


class TableOut(msgspec.Struct, frozen=True):
    """A table, with nothing on it that is not everybody's."""

    id: str
    game: str
    title: str
    rules: str
    """The rules' version it is played by."""
    edition: str
    """The SHA-256 of the edition's text."""
    options: dict[str, Value]
    tempo: TempoOut
    visibility: Literal["public", "link"]
    take_back: bool
    advice: Asking
    """Who may ask the consigliere: who plays `alone` against bots, `all` (then the game is not rated), or `none`."""
    spectators: int | None
    """Milliseconds by which spectators see it later; null: nobody may look on."""
    status: Literal["open", "running", "over", "aborted"]
    host: Somebody
    seats: list[SeatOut]
    your_seat: int | None
    created: int
    started: int | None
    ended: int | None
    rematch_of: str | None
    stand_in: str
    """The bot that moves for a seat whose time is up, or whose person has left."""
    seed_sha256: str
    """The deals were settled before the first move: this is their seal, `seed` opens it afterwards."""
    seed: str | None


class TempoIn(msgspec.Struct, forbid_unknown_fields=True):
    """How much time there is: `seconds` and `reserve` count for live tables, `days` for tables by mail."""

    kind: Literal["live", "mail"] = "live"
    seconds: Annotated[int, Meta(ge=5, le=3600)] = 60
    """For each move."""
    reserve: Annotated[int, Meta(ge=0, le=14400)] = 300
    """Seconds more for the whole game."""
    days: Annotated[int, Meta(ge=1, le=30)] = 3

    def tempo(self) -> Tempo:
        """As the house has it."""
        return Tempo.live(self.seconds, self.reserve) if self.kind == "live" else Tempo.by_mail(self.days)


class TableIn(msgspec.Struct, forbid_unknown_fields=True):
    """A table to be opened."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(min_length=1, max_length=12)]
    """For each seat: `host` (you), `open`, or a bot's name."""
    tempo: TempoIn = msgspec.field(default_factory=TempoIn)
    options: dict[str, Value] = {}
    edition: Annotated[str, Meta(max_length=100_000)] | None = None
    """The text of an edition of your own (TOML)."""
    visibility: Literal["public", "link"] = "public"
    take_back: bool = True
    advice: Asking = "alone"
    """Who may ask the consigliere: who plays `alone` against bots, `all` (then the game is not rated), or `none`."""
    spectators: bool = True
    delay: Annotated[int, Meta(ge=0, le=86400)] = 0
    """Seconds by which spectators see it later."""


class LineOut(msgspec.Struct, frozen=True):
    """Something said; without words if the host deleted it."""

    id: str
    person: Somebody
    at: int
    text: str
    deleted: bool


async def somebody(people: People, person: str) -> Somebody:
    """A person by his id."""
    return known(await people.find(person), person)


def known(who: Who | None, person: str) -> Somebody:
    """A person, if he is still there."""
    return Somebody(person, "", False) if who is None else Somebody(who.id, who.name, who.claimed)


async def table_out(people: People, sheet: Sheet, viewer: Who | None) -> TableOut:
    """A table as the API tells it."""
    seats = [
        SeatOut(at, await somebody(people, seat.person) if seat.person is not None else None, seat.bot, seat.abandoned)
        for at, seat in enumerate(sheet.seats)
    ]
    tempo = sheet.tempo
    return TableOut(
        id=sheet.id,
        game=sheet.game,
        title=title(sheet.game),
        rules=sheet.rules,
        edition=sheet.edition,
        options=sheet.options,
        tempo=TempoOut(tempo.kind, tempo.move, tempo.reserve, tempo.race),
        visibility="public" if sheet.visibility == "public" else "link",
        take_back=sheet.take_back,
        advice=sheet.advice,
        spectators=sheet.spectators,
        status=sheet.status,
        host=await somebody(people, sheet.host),
        seats=seats,
        your_seat=None if viewer is None else sheet.seat_of(viewer.id),
        created=sheet.created,
        started=sheet.started,
        ended=sheet.ended,
        rematch_of=sheet.rematch_of,
        stand_in=STAND_IN,
        seed_sha256=sheet.seed_sha256,
        seed=sheet.seed,
    )


def title(game: str) -> str:
    """A game's title; its name if this program does not have it."""
    try:
        return find_game(game).title
    except UnknownGame:
        return game


async def line_out(people: People, line: Line) -> LineOut:
    """Something said."""
    return LineOut(line.id, await somebody(people, line.person), line.at, line.text, line.deleted)


async def one_table(hall: Hall, people: People, table: str, viewer: Who | None) -> TableOut:
    """One table by its id."""
    return await table_out(people, await hall.sheet(table), viewer)
