"""How far people have come in the first games that teach."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import delete, select

from backroom.house.log import now
from backroom.house.schema import Lesson
from backroom.house.store import Store, whole


class Lessons:
    """Everybody's first lessons: one step for each person and game, and no more than that."""

    def __init__(self, store: Store, clock: Callable[[], int] = now) -> None:
        self.store = store
        self._now = clock

    @whole
    async def step(self, person: str, game: str) -> int:
        """The step somebody is at; 0 for who has not begun."""
        async with self.store.reading() as session:
            found = await session.get(Lesson, (person, game))
            return found.step if found is not None else 0

    @whole
    async def steps(self, person: str) -> dict[str, int]:
        """The step somebody is at in each game he has begun to learn."""
        async with self.store.reading() as session:
            found = await session.scalars(select(Lesson).where(Lesson.person_id == person))
            return {each.game: each.step for each in found}

    @whole
    async def reach(self, person: str, game: str, step: int) -> None:
        """Somebody is at this step now."""
        async with self.store.writing() as session:
            await session.merge(Lesson(person_id=person, game=game, step=step, at=self._now()))

    @whole
    async def forget(self, person: str) -> None:
        """Nothing is known of this person's lessons any more."""
        async with self.store.writing() as session:
            await session.execute(delete(Lesson).where(Lesson.person_id == person))
