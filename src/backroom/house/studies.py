"""Games looked at again: who may see which, what the historian finds out about them, and what people write beside them.

A table's study bears the table's id; its record comes from its log, and only when its game is over. Others are
brought as records. Analyses are rows that any process may work on: one that was asked for, or whose process has not
been heard of for a while, is claimed; what was found so far is in the row, so nothing is found twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncGenerator, Awaitable, Callable
from time import monotonic
from typing import Final, Literal

import msgspec
from sqlalchemy import and_, delete, func, or_, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from backroom.bots.analysis import Analysis, Hindsight, Moment
from backroom.house import schema
from backroom.house.errors import Refused
from backroom.house.hall import BREATH, LINES, SAID, Hall
from backroom.house.historian import Finding, Job
from backroom.house.log import fresh_id, now
from backroom.house.people import Who
from backroom.house.schema import EditionText, Remark, SeatRow, SecondThought, TableRow
from backroom.house.store import Store, whole
from backroom.kernel.edition import Edition
from backroom.kernel.errors import BackroomError, BadEdition
from backroom.kernel.record import Record
from backroom.kernel.registry import game as find_game
from backroom.kernel.state import HOUSE

LOG: Final = logging.getLogger("backroom.house")
TIMES: Final = 100
"""Play-outs for a position: a long game takes a minute or two."""
SILENCE: Final = 20_000
"""Milliseconds without a sign of life after which an analysis is somebody else's to go on with."""
ROUND: Final = 5.0
"""Seconds between two looks for analyses that others have left."""
NOTE: Final = 1.0
"""Seconds between two notes of how far an analysis has come."""
TRIES: Final = 3
"""So often an analysis may come to nothing before it is given up."""
PATIENCE: Final = 600.0
"""Seconds a process may say nothing. The turning points of a long game are looked at closely, all in one go."""
SOON: Final = 60.0
"""Seconds for what the don would have done. He takes three."""
MEMORY: Final = 1_024
"""Megabytes for one process."""
LONGEST: Final = 5_000
"""Moves of a record that is brought."""
MOST: Final = 500
"""Records one person may bring."""
TITLE: Final = 80

Status = Literal["none", "asked", "working", "done", "failed"]


class Study(msgspec.Struct, frozen=True):
    """A game to be looked at again."""

    id: str
    game: str
    title: str
    owner: str
    """Who brought it; the host of a table's."""
    of_table: bool
    created: int


class Standing(msgspec.Struct, frozen=True):
    """How far an analysis is."""

    status: Status = "none"
    done: int = 0
    """Thousandths."""
    moments: tuple[Moment, ...] = ()
    analysis: Analysis | None = None


class Note(msgspec.Struct, frozen=True):
    """Something written beside a moment; without words if it was deleted."""

    id: str
    step: int
    person: str
    at: int
    text: str
    deleted: bool


class Studies:
    """All games of a house that can be looked at again, and one historian."""

    def __init__(self, hall: Hall, clock: Callable[[], int] = now, times: int = TIMES) -> None:
        self.hall = hall
        self.store: Store = hall.store
        self.times = times
        self._now = clock
        self._wanted = asyncio.Event()
        self._work: asyncio.Task[None] | None = None
        self._thinking = asyncio.Lock()

    def open(self) -> None:
        """Begin to work on what is asked, and on what others have left."""
        self._work = asyncio.create_task(self._rounds())

    async def close(self) -> None:
        """Leave the work as far as it is."""
        if self._work is not None:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)

    # Which, and whose.

    async def find(self, who: Who | None, study: str) -> Study:
        """A study this person may see. Refused for a table whose game is not over, or where nobody may look on."""
        found = await self._find(study)
        if found.of_table:
            sheet = await self.hall.sheet(study)
            over = sheet.started is not None and (
                sheet.status != "running" or (await self.hall.tables.get(study)).course.over
            )
            if not over:
                raise Refused("not_over", "the game at this table is not over")
            if sheet.spectators is None and not await self._sat(who, study):
                raise Refused("no_spectators", "at this table nobody may look on")
        return found

    async def record(self, study: Study) -> Record:
        """Its game; its edition is loaded from now on."""
        if study.of_table:
            return await self.hall.record(study.id)
        record = Record.parse(await self._text(study.id))
        await self._load_edition(record)
        return record

    @whole
    async def bring(self, who: Who, text: str, title: str = "") -> str:
        """A record to study; its id. BadRecord, with line and column, for one that does not replay."""
        record = Record.parse(text)
        if len(record.moves) > LONGEST:
            raise Refused("long_record", f"a record to study has at most {LONGEST} moves", most=LONGEST)
        await self._load_edition(record)
        await asyncio.to_thread(record.verify)
        found = fresh_id()
        async with self.store.writing() as session:
            mine = select(func.count()).select_from(schema.Study).where(schema.Study.person_id == who.id)
            if (await session.scalar(mine) or 0) >= MOST:
                raise Refused("many_studies", f"at most {MOST} records are kept for you; delete some", most=MOST)
            named = " ".join(title.replace("\x00", "").split())[:TITLE]
            session.add(
                schema.Study(
                    id=found, game=record.game, created=self._now(), person_id=who.id, title=named, record=str(record)
                )
            )
        return found

    @whole
    async def brought(self, who: Who, most: int = 50) -> list[Study]:
        """The records somebody has brought, newest first."""
        async with self.store.reading() as session:
            rows = await session.scalars(
                select(schema.Study)
                .where(schema.Study.person_id == who.id)
                .order_by(schema.Study.created.desc(), schema.Study.id)
                .limit(most)
            )
            return [Study(row.id, row.game, row.title, who.id, False, row.created) for row in rows]

    @whole
    async def drop(self, who: Who, study: str) -> None:
        """Who brought a record takes it away, with all that was found out and written about it."""
        async with self.store.writing() as session:
            row = await session.get(schema.Study, study, with_for_update=True)
            if row is None or row.person_id != who.id:
                raise Refused("not_your_study", "only who brought this record takes it away")
            for kind in (schema.Analysis, SecondThought, Remark):
                await session.execute(delete(kind).where(kind.study_id == study))
            await session.delete(row)

    # What the historian finds out.

    @whole
    async def ask(self, study: Study) -> None:
        """Have the chances worked out; once asked is enough, and what failed may be asked again."""
        await self._keep(study)
        with contextlib.suppress(IntegrityError):  # somebody else asked at the same moment
            async with self.store.writing() as session:
                row = await session.get(schema.Analysis, study.id, with_for_update=True)
                if row is None:
                    session.add(schema.Analysis(study_id=study.id, status="asked", asked=self._now()))
                elif row.status == "failed":
                    row.status, row.tries, row.asked = "asked", 0, self._now()
        self._wanted.set()

    @whole
    async def standing(self, study: str) -> Standing:
        """How far its analysis is."""
        async with self.store.reading() as session:
            row = await session.get(schema.Analysis, study)
        if row is None:
            return Standing()
        status = msgspec.convert(row.status, Status)
        if status == "done" and row.answer is not None:
            analysis = msgspec.json.decode(row.answer, type=Analysis)
            return Standing(status, 1_000, analysis.moments, analysis)
        return Standing(status, row.done, _moments(row.answer))

    @whole
    async def second_thought(self, study: str, step: int) -> Hindsight | None:
        """What the don would have done at a step, if he has been asked."""
        async with self.store.reading() as session:
            row = await session.get(SecondThought, (study, step))
        return None if row is None else msgspec.json.decode(row.answer, type=Hindsight)

    async def think_again(self, study: Study, step: int) -> Hindsight:
        """Ask the don about a step; he is asked once. Refused where no player decided anything."""
        known = await self.second_thought(study.id, step)
        if known is not None:
            return known
        record = await self.record(study)
        if not 0 <= step < len(record.moves) or record.moves[step][0] == HOUSE:
            raise Refused("no_such_step", "nobody decided anything here")
        async with self._thinking:
            known = await self.second_thought(study.id, step)
            if known is not None:
                return known
            async with contextlib.aclosing(findings(await self._job(study, record, step), SOON)) as told:
                async for finding in told:
                    if finding.hindsight is not None:
                        await self._keep_thought(study, step, finding.hindsight)
                        return finding.hindsight
        raise Refused("no_answer", "the don did not answer; ask again")

    # What people write beside a moment.

    @whole
    async def remark(self, who: Who, study: Study, step: int, text: str) -> Note:
        """Write something beside a moment."""
        said = " ".join(text.split())
        if not 1 <= len(said) <= SAID or "\x00" in said:
            raise Refused("bad_line", f"a line has 1 to {SAID} characters", most=SAID)
        if not 0 <= step <= len((await self.record(study)).moves):
            raise Refused("no_such_step", "this game has no such moment")
        await self._keep(study)
        moment = self._now()
        async with self.store.writing() as session:
            lately = select(func.count()).select_from(Remark)
            lately = lately.where(Remark.person_id == who.id, Remark.at > moment - BREATH)
            if (await session.scalar(lately) or 0) >= LINES:
                raise Refused("too_fast", "not so fast; others want to say something too")
            row = Remark(
                id=fresh_id(), study_id=study.id, step=step, person_id=who.id, at=moment, text=said,
                deleted=False,
            )  # fmt: skip
            session.add(row)
        return _note(row)

    @whole
    async def remarks(self, study: str) -> list[Note]:
        """All that was written, by moment and time."""
        async with self.store.reading() as session:
            found = await session.scalars(
                select(Remark).where(Remark.study_id == study).order_by(Remark.step, Remark.at, Remark.id).limit(1_000)
            )
            return [_note(each) for each in found]

    @whole
    async def unremark(self, who: Who, study: Study, remark: str) -> None:
        """Who wrote it, or whose study it is, takes the words away."""
        async with self.store.writing() as session:
            found = await session.get(Remark, remark)
            if found is None or found.study_id != study.id:
                raise Refused("no_such_line", "nobody has said that here")
            if who.id not in (found.person_id, study.owner):
                raise Refused("not_your_line", "only who wrote it, or the host, takes it away")
            found.text, found.deleted = "", True

    # Inside.

    @whole
    async def _find(self, study: str) -> Study:
        async with self.store.reading() as session:
            table = await session.get(TableRow, study)
            if table is not None:
                return Study(study, table.game, "", table.host_id, True, table.started or table.created)
            row = await session.get(schema.Study, study)
        if row is None:
            raise Refused("no_such_study", "there is no such game to look at")
        return Study(study, row.game, row.title, row.person_id or "", False, row.created)

    @whole
    async def _sat(self, who: Who | None, table: str) -> bool:
        if who is None:
            return False
        async with self.store.reading() as session:
            mine = or_(SeatRow.person_id == who.id, SeatRow.began == who.id, SeatRow.keeper_id == who.id)
            return await session.scalar(select(SeatRow.seat).where(SeatRow.table_id == table, mine)) is not None

    @whole
    async def _text(self, study: str) -> str:
        async with self.store.reading() as session:
            row = await session.get(schema.Study, study)
        if row is None or row.record is None:
            raise Refused("no_such_study", "there is no such game to look at")
        return row.record

    @whole
    async def _load_edition(self, record: Record) -> None:
        """An edition of somebody's own is known to the house if a table was ever opened with it."""
        game, digest = find_game(record.game), record.edition.rpartition(" ")[2]
        try:
            game.edition(digest)
        except BadEdition:
            async with self.store.reading() as session:
                found = await session.get(EditionText, digest)
            if found is None or found.game != record.game:
                raise
            game.with_edition(Edition(found.text))

    @whole
    async def _keep(self, study: Study) -> None:
        """The row that others point at; a table's is made when it is first wanted."""
        if study.of_table:
            with contextlib.suppress(IntegrityError):
                async with self.store.writing() as session:
                    if await session.get(schema.Study, study.id) is None:
                        session.add(schema.Study(id=study.id, game=study.game, created=self._now()))

    @whole
    async def _keep_thought(self, study: Study, step: int, thought: Hindsight) -> None:
        await self._keep(study)
        with contextlib.suppress(IntegrityError):  # another process asked him as well
            async with self.store.writing() as session:
                answer = msgspec.json.encode(thought).decode()
                session.add(SecondThought(study_id=study.id, step=step, answer=answer))

    async def _job(self, study: Study, record: Record, step: int | None = None, known: tuple[Moment, ...] = ()) -> Job:
        edition = find_game(record.game).edition(record.edition.rpartition(" ")[2])
        return Job(str(record), edition.text, f"{study.id} {step}", self.times, known, step)

    async def _rounds(self) -> None:
        while True:
            with contextlib.suppress(OSError, SQLAlchemyError):
                while (study := await self._claim()) is not None:
                    await self._look_back(study)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wanted.wait(), ROUND)
            self._wanted.clear()

    @whole
    async def _claim(self) -> str | None:
        """An analysis nobody works on, claimed for this process; what came to nothing too often is given up."""
        moment = self._now()
        left = and_(schema.Analysis.status == "working", schema.Analysis.alive < moment - SILENCE)
        async with self.store.writing() as session:
            row = await session.scalar(
                select(schema.Analysis)
                .where(or_(schema.Analysis.status == "asked", left))
                .order_by(schema.Analysis.asked)
                .limit(1)
                .with_for_update(skip_locked=True)
            )
            if row is None:
                return None
            if row.tries >= TRIES:
                row.status = "failed"
                self._wanted.set()  # there may be others
                return None
            row.status, row.alive, row.tries = "working", moment, row.tries + 1
            return row.study_id

    async def _look_back(self, name: str) -> None:
        try:
            study = await self._find(name)
            record = await self.record(study)
            standing = await self.standing(name)
            job = await self._job(study, record, known=standing.moments)
        except BackroomError as error:  # other rules now, an edition that is gone
            LOG.warning("study %s cannot be looked at: %s", name, error)
            await self._note(name, status="failed")
            return
        found, noted = list(standing.moments), monotonic()
        try:
            async with contextlib.aclosing(findings(job, PATIENCE, self._beating(name))) as told:
                async for finding in told:
                    if finding.analysis is not None:
                        answer = msgspec.json.encode(finding.analysis).decode()
                        await self._note(name, status="done", done=1_000, answer=answer)
                        return
                    if finding.moment is not None:
                        found.append(finding.moment)
                        part = finding.moment.at / max(1, len(record.moves))
                        if monotonic() - noted > NOTE or part >= 1:
                            noted = monotonic()
                            answer = msgspec.json.encode(found).decode()
                            await self._note(name, alive=self._now(), tries=0, done=round(600 * part), answer=answer)
        except asyncio.CancelledError:
            await asyncio.shield(self._note(name, status="asked", tries=0))
            raise
        LOG.warning("study %s: the historian's process came to nothing", name)
        await self._note(name, alive=0)

    def _beating(self, name: str) -> Callable[[], Awaitable[None]]:
        """A sign of life for the row, while the process is at work and says nothing."""
        return lambda: self._note(name, alive=self._now())

    @whole
    async def _note(self, study: str, /, **values: object) -> None:
        """How far it is; what has been done stays done, also when the house closes at the very moment."""
        working = and_(schema.Analysis.study_id == study, schema.Analysis.status == "working")
        async with self.store.writing() as session:
            await session.execute(update(schema.Analysis).where(working).values(**values))


async def findings(
    job: Job, patience: float, beat: Callable[[], Awaitable[None]] | None = None
) -> AsyncGenerator[Finding, None]:
    """What a process of its own says about a game, until it has done; nothing more if it dies or says nothing."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "backroom.house.historian", str(MEMORY),
        stdin=PIPE, stdout=PIPE, start_new_session=True, limit=1 << 24,
    )  # fmt: skip
    try:
        if process.stdin is None or process.stdout is None:
            return
        with contextlib.suppress(OSError, RuntimeError):  # uvloop's word for a line that has been closed is the second
            process.stdin.write(msgspec.json.encode(job))
            await process.stdin.drain()
            process.stdin.close()
        silent = 0.0
        reading = asyncio.ensure_future(process.stdout.readline())
        while silent < patience:
            done, _ = await asyncio.wait([reading], timeout=ROUND)
            if not done:
                silent += ROUND
                if beat is not None:
                    await beat()
                continue
            line = reading.result()
            if not line:
                return
            silent = 0.0
            yield msgspec.json.decode(line, type=Finding)
            reading = asyncio.ensure_future(process.stdout.readline())
        reading.cancel()
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        await process.wait()


def _moments(answer: str | None) -> tuple[Moment, ...]:
    return () if answer is None else msgspec.json.decode(answer, type=tuple[Moment, ...])


def _note(row: Remark) -> Note:
    return Note(row.id, row.step, row.person_id, row.at, row.text, row.deleted)
