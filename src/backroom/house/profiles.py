"""What everybody may know of somebody: games played and won, strength over time, favourite colours."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, case, func, or_, select

from backroom.house.ratings import WIDTH
from backroom.house.schema import RatingPoint, SeatRow, TableRow
from backroom.house.store import Store, whole

FAVOURITES: Final = 3


class Played(msgspec.Struct, frozen=True):
    """One finished game of somebody's."""

    table: str
    game: str
    ended: int
    seats: int
    rank: int | None
    """The place at the end; nothing for who had left."""
    colour: str | None


class Career(msgspec.Struct, frozen=True):
    """Everything somebody played of one game."""

    game: str
    played: int
    won: int
    favourites: tuple[str, ...]
    """The colours played most often, most first."""


class Point(msgspec.Struct, frozen=True):
    """Strength after a rated game."""

    at: int
    shown: float


class Profiles:
    """Everybody's profiles."""

    def __init__(self, store: Store) -> None:
        self.store = store

    @whole
    async def careers(self, person: str) -> list[Career]:
        """By game, what somebody began and somebody finished."""
        colour = select(TableRow.game, SeatRow.colour, func.count(), func.sum(_won(person)))
        colour = colour.join(SeatRow, SeatRow.table_id == TableRow.id).where(_his(person), TableRow.status == "over")
        async with self.store.reading() as session:
            rows = (await session.execute(colour.group_by(TableRow.game, SeatRow.colour))).all()
        found = []
        for game in sorted({row[0] for row in rows}):
            mine = [row for row in rows if row[0] == game]
            liked = sorted((row for row in mine if row[1]), key=lambda row: (-row[2], row[1]))
            favourites = tuple(str(row[1]) for row in liked[:FAVOURITES])
            found.append(Career(game, sum(row[2] for row in mine), sum(row[3] or 0 for row in mine), favourites))
        return found

    @whole
    async def games(self, person: str, viewer: str | None, most: int = 50) -> list[Played]:
        """The last finished games, newest first; to others only those that were played in public."""
        asked = select(TableRow, SeatRow).join(SeatRow, SeatRow.table_id == TableRow.id)
        asked = asked.where(_his(person), TableRow.status == "over")
        if viewer != person:
            asked = asked.where(TableRow.visibility == "public", TableRow.spectators.is_not(None))
        async with self.store.reading() as session:
            rows = await session.execute(asked.order_by(TableRow.ended.desc(), TableRow.id).limit(most))
            return [
                Played(
                    table.id, table.game, table.ended or table.created, table.seats,
                    seat.rank if seat.person_id == person else None, seat.colour,
                )
                for table, seat in rows
            ]  # fmt: skip

    @whole
    async def line(self, person: str, game: str, most: int = 500) -> list[Point]:
        """Strength over time, oldest first."""
        asked = select(RatingPoint).where(RatingPoint.person_id == person, RatingPoint.game == game)
        async with self.store.reading() as session:
            found = await session.scalars(asked.order_by(RatingPoint.at.desc(), RatingPoint.table_id).limit(most))
            return [Point(each.at, each.mu - WIDTH * each.sigma) for each in reversed(found.all())]


def _his(person: str) -> ColumnElement[Any]:
    """The seats that were somebody's: those he began on, and at tables without a beginning those he sits on."""
    return or_(SeatRow.began == person, (SeatRow.began.is_(None)) & (SeatRow.person_id == person))


def _won(person: str) -> ColumnElement[Any]:
    """One for a game won by who stayed."""
    return case(((SeatRow.rank == 1) & (SeatRow.person_id == person), 1), else_=0)
