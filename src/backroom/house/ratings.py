"""How strong people are, by game: OpenSkill (Plackett and Luce), from finished tables at which only people sat down.

A table is rated in the transaction that notes its end, so it is rated once, whichever process gets there. Who left is
last, whatever the bot made of his seat; who took a seat over is not rated for it. Games broken off are not rated, nor
those at which people may ask for advice, or which began at a position somebody set up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from openskill.models import PlackettLuce
from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncSession

from backroom.house.schema import Person, Rating, RatingPoint, SeatRow

MODEL: Final = PlackettLuce()
WIDTH: Final = 3
"""A strength is shown as low as it may be: three deviations below the middle, so that nobody begins at the top."""


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


async def rate(session: AsyncSession, table: str, game: str, ranks: Sequence[int], at: int) -> None:
    """Rate a game that has just come to its end, if only people began it."""
    rows = await session.scalars(select(SeatRow).where(SeatRow.table_id == table).order_by(SeatRow.seat))
    seats = [(row.began, row.person_id == row.began) for row in rows]
    if len(seats) < 2 or any(began is None for began, _ in seats):
        return
    people = sorted(began for began, _ in seats if began is not None)  # in one order, or two tables wait for each other
    kind = postgresql if session.get_bind().dialect.name == "postgresql" else sqlite
    fresh = MODEL.rating()
    values = [{"person_id": each, "game": game, "mu": fresh.mu, "sigma": fresh.sigma, "played": 0} for each in people]
    await session.execute(kind.insert(Rating).values(values).on_conflict_do_nothing())
    found = await session.scalars(
        select(Rating)
        .where(Rating.game == game, Rating.person_id.in_(people))
        .order_by(Rating.person_id)
        .with_for_update()
    )
    held = {each.person_id: each for each in found}
    ours = [held[began] for began, _ in seats if began is not None]
    last = max(ranks) + 1
    places = [rank if stayed else last for rank, (_, stayed) in zip(ranks, seats, strict=True)]
    for rating, (mu, sigma) in zip(ours, settled([(each.mu, each.sigma) for each in ours], places), strict=True):
        rating.mu, rating.sigma, rating.played = mu, sigma, rating.played + 1
        session.add(RatingPoint(table_id=table, person_id=rating.person_id, game=game, at=at, mu=mu, sigma=sigma))


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
