"""How strong people are, by game: OpenSkill (Plackett and Luce), from finished tables at which only people sat down.

A table is rated in the transaction that notes its end, so it is rated once, whichever process gets there. Who left is
last, whatever the bot made of his seat; who took a seat over is not rated for it. Games broken off are not rated, nor
those at which people may ask for advice, or which began at a position somebody set up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

import msgspec
from openskill.models import PlackettLuce
from sqlalchemy import Connection, Table, bindparam, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncSession

from backroom.house.schema import Person, Rating, RatingPoint, SeatRow

MODEL: Final = PlackettLuce()
WIDTH: Final = 3
"""A strength is shown as low as it may be: three deviations below the middle, so that nobody begins at the top."""

_RATINGS: Final = cast(Table, Rating.__table__)
_SEATS: Final = (
    select(SeatRow.began, SeatRow.person_id).where(SeatRow.table_id == bindparam("table")).order_by(SeatRow.seat)
)
_HELD: Final = (
    select(Rating.person_id, Rating.mu, Rating.sigma)
    .where(Rating.game == bindparam("game"), Rating.person_id.in_(bindparam("people", expanding=True)))
    .order_by(Rating.person_id)
    .with_for_update()
)
_RATED: Final = (
    update(_RATINGS)
    .where(_RATINGS.c.person_id == bindparam("who"), _RATINGS.c.game == bindparam("in_game"))
    .values(mu=bindparam("mu"), sigma=bindparam("sigma"), played=_RATINGS.c.played + 1)
)


class Strength(msgspec.Struct, frozen=True):
    """How strong somebody is at a game, and how sure that is."""

    game: str
    mu: float
    sigma: float
    played: int

    @property
    def shown(self) -> float:
        """One number to sort by."""
        return self.mu - WIDTH * self.sigma


def settled(before: Sequence[tuple[float, float]], ranks: Sequence[int]) -> list[tuple[float, float]]:
    """The strengths after a game; ranks as `State.ranks` gives them, 1 is the winner."""
    teams = [[MODEL.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
    return [(team[0].mu, team[0].sigma) for team in MODEL.rate(teams, ranks=[float(rank) for rank in ranks])]


def rate(connection: Connection, table: str, game: str, ranks: Sequence[int], at: int) -> None:
    """Rate a game that has just come to its end, if only people began it."""
    rows = connection.execute(_SEATS, {"table": table}).all()
    seats = [(began, began == person) for began, person in rows if began is not None]
    if len(seats) < max(2, len(rows)):
        return
    people = sorted(began for began, _ in seats)  # in one order, or two tables wait for each other
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    fresh = MODEL.rating()
    connection.execute(
        insert(Rating).on_conflict_do_nothing(),
        [{"person_id": each, "game": game, "mu": fresh.mu, "sigma": fresh.sigma, "played": 0} for each in people],
    )
    found = connection.execute(_HELD, {"game": game, "people": people})
    held = {person: (mu, sigma) for person, mu, sigma in found}
    last = max(ranks) + 1
    places = [rank if stayed else last for rank, (_, stayed) in zip(ranks, seats, strict=True)]
    after = settled([held[began] for began, _ in seats], places)
    rated = [{"who": began, "mu": mu, "sigma": sigma} for (began, _), (mu, sigma) in zip(seats, after, strict=True)]
    connection.execute(_RATED, [{"in_game": game, **each} for each in rated])
    connection.execute(
        insert(RatingPoint),
        [
            {
                "table_id": table,
                "person_id": each["who"],
                "game": game,
                "at": at,
                "mu": each["mu"],
                "sigma": each["sigma"],
            }
            for each in rated
        ],
    )


async def of_person(session: AsyncSession, person: str) -> list[Strength]:
    """All games somebody was rated at."""
    found = await session.scalars(select(Rating).where(Rating.person_id == person).order_by(Rating.game))
    return [Strength(each.game, each.mu, each.sigma, each.played) for each in found]


async def best(session: AsyncSession, game: str, most: int) -> list[tuple[str, str, Strength]]:
    """The strongest at a game, by id and name, strongest first; who has left the house is not shown."""
    found = await session.execute(
        select(Rating, Person.name)
        .join(Person, Person.id == Rating.person_id)
        .where(Rating.game == game, Person.left.is_(None))
        .order_by((Rating.mu - WIDTH * Rating.sigma).desc(), Rating.person_id)
        .limit(most)
    )
    return [(each.person_id, name, Strength(game, each.mu, each.sigma, each.played)) for each, name in found]
