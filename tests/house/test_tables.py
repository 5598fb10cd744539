"""A table in a process: what is committed is what is seen, by everybody, once, and after every accident."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from random import Random

import msgspec
import pytest

import backroom
from backroom.house.course import BACK, Opening, start
from backroom.house.errors import CannotGoOn, ClientReused, LogUnavailable, Refused, Stale
from backroom.house.log import Log, Move
from backroom.house.postgres import PostgresLog
from backroom.house.store import Store
from backroom.house.tables import Done, Table, Viewer
from backroom.kernel.state import HOUSE
from tests.house.loop import awaited, until
from tests.house.openings import Book, choices, opening, play_on


def seen(table: Table) -> list[bytes]:
    return [table.present(seat).view for seat in (*range(table.opening.seats), None)]


def legal(table: Table, seat: int) -> list[str]:
    state = table.course.state
    return [state.setup.game.token(action) for action in state.legal(seat)]


class Unlucky(Log):
    """A log over a real one that commits when it may, and loses answers when told to."""

    def __init__(self, real: Log) -> None:
        super().__init__()
        self.real = real
        self.lose: str | None = None
        self.open = asyncio.Event()
        """Commits wait for it."""
        self.open.set()

    async def commit(self, batch: Sequence[Move]) -> list[Move | None]:
        return await self.real.commit(batch)

    def append(self, move: Move) -> asyncio.Future[Move]:
        return asyncio.ensure_future(self._append(move))

    async def _append(self, move: Move) -> Move:
        await self.open.wait()
        if self.lose == "before":
            raise LogUnavailable("the line is cut")
        row = await self.real.append(move)
        if self.lose == "after":
            raise LogUnavailable("the line is cut")
        return row

    async def read(self, table: str, after: int = 0) -> list[Move]:
        return await self.real.read(table, after)

    async def listen(
        self, heard: Callable[[Move], None], gap: Callable[[], None], news: Callable[[str], None]
    ) -> None: ...

    async def hang_up(self) -> None: ...


@pytest.mark.parametrize("game", ["boss", "omerta"])
@awaited
async def test_another_process_finds_the_same_game_in_the_log(database: str, game: str) -> None:
    store = await Store.open(database)
    book = Book(opening("t", game))
    table = await book.tables(store.log).get("t")
    await play_on(table, Random(1), 60)
    again = await book.tables(store.log).get("t")
    assert again.version == table.version > 0
    assert again.course.state.dump() == table.course.state.dump()
    assert again.course.clock == table.course.clock
    assert again.events == table.events
    assert seen(again) == seen(table)
    assert [msgspec.json.encode(table.course.state.view(seat)) for seat in (0, 1, 2, None)] == seen(table)
    await store.close()


@awaited
async def test_nobody_is_told_before_the_commit_and_everybody_after_it(database: str) -> None:
    store = await Store.open(database)
    log = Unlucky(store.log)
    table = await Book(opening("t")).tables(log).get("t")
    viewer = table.watch(1)
    before = await viewer.next()
    log.open.clear()
    token = legal(table, 0)[0]
    moving = asyncio.create_task(table.submit(0, token, "a"))
    looking = asyncio.create_task(viewer.next())
    await asyncio.sleep(0.02)
    assert not moving.done()
    assert not looking.done()
    assert table.version == 0
    assert table.present(1) == before
    assert legal(table, 0)[0] == token
    log.open.set()
    assert await moving == Done(1)
    shown = await looking
    assert (shown.version, shown.view) == (1, msgspec.json.encode(table.course.state.view(1)))
    assert [row.tokens for row in await store.log.read("t")] == [token]
    await store.close()


@awaited
async def test_several_tokens_are_one_move_all_or_nothing(database: str) -> None:
    store = await Store.open(database)
    table = await Book(opening("t")).tables(store.log).get("t")
    send = legal(table, 0)[0]
    with pytest.raises(backroom.IllegalMove) as refused:
        await table.submit(0, [send, send], "a")
    assert refused.value.reason.rule
    with pytest.raises(backroom.UnknownAction):
        await table.submit(0, [send, "dance"], "b")
    assert table.version == 0
    assert await store.log.read("t") == []
    trial = table.course.state.copy()
    trial.play(0, trial.setup.game.action(send))
    card = trial.setup.game.token(trial.legal(0)[0])
    assert await table.submit(0, [send, card], "c") == Done(1)
    assert [(row.seq, row.tokens) for row in await store.log.read("t")] == [(1, f"{send} {card}")]
    assert table.course.state.waiting == (1,)
    await store.close()


@awaited
async def test_what_is_no_move_is_refused_by_name(database: str) -> None:
    store = await Store.open(database)
    table = await Book(opening("t")).tables(store.log).get("t")
    for tokens, client, code in [
        ("", "a", "no_move"), ("  ", "a", "no_move"), ("!back", "a", "no_move"), ("stay !abort", "a", "no_move"),
        ("stay " * 65, "a", "long_move"), ("stay", "", "bad_client"), ("stay", "x" * 65, "bad_client"),
        ("stay", "a\n", "bad_client"),
    ]:  # fmt: skip
        with pytest.raises(Refused) as refused:
            await table.submit(0, tokens, client)
        assert refused.value.code == code, tokens
    with pytest.raises(backroom.IllegalMove) as illegal:
        await table.submit(1, legal(table, 0)[0], "a")
    assert illegal.value.reason.code == "not_your_turn"
    for seat in (3, -2):
        with pytest.raises(backroom.IllegalMove):
            await table.submit(seat, legal(table, 0)[0], "a")
    assert table.version == 0
    await store.close()


@awaited
async def test_a_resent_move_counts_once_and_is_answered_alike(database: str) -> None:
    ours, theirs = await Store.open(database), await Store.open(database)
    book = Book(opening("t", "omerta"))
    table, elsewhere = await book.tables(ours.log).get("t"), await book.tables(theirs.log).get("t")
    token = legal(table, 0)[0]
    answers = await asyncio.gather(*(table.submit(0, token, "mine") for _ in range(5)))
    assert list(answers) == [Done(1)] * 5
    await table.submit(1, legal(table, 1)[0], "another")
    assert await table.submit(0, token, "mine") == Done(1)
    assert await elsewhere.submit(0, token, "mine") == Done(1), "also through a process that knows nothing of it"
    assert elsewhere.version == 2
    restarted = await book.tables(theirs.log).get("t")
    assert await restarted.submit(0, token, "mine") == Done(1), "also after a restart"
    assert len(await ours.log.read("t")) == 2
    with pytest.raises(ClientReused):
        await table.submit(0, legal(table, 0)[0], "mine")
    with pytest.raises(ClientReused):
        await table.submit(1, token, "mine")
    await ours.close()
    await theirs.close()


@awaited
async def test_the_same_sending_through_two_processes_at_once_counts_once(database: str) -> None:
    ours, theirs = await Store.open(database), await Store.open(database)
    book = Book(*(opening(f"t{number}") for number in range(10)))
    here, there = book.tables(ours.log), book.tables(theirs.log)
    for name in book.openings:
        first, second = await here.get(name), await there.get(name)
        token = legal(first, 0)[0]
        answers = await asyncio.gather(first.submit(0, token, "mine"), second.submit(0, token, "mine"))
        assert list(answers) == [Done(1), Done(1)]
        assert first.course.state.dump() == second.course.state.dump()
        assert first.course.clock == second.course.clock
    await ours.close()
    await theirs.close()


@awaited
async def test_of_two_processes_moving_for_one_seat_one_is_told_to_look_again(database: str) -> None:
    ours, theirs = await Store.open(database), await Store.open(database)
    book = Book(*(opening(f"t{number}", seed=number) for number in range(10)))
    here, there = book.tables(ours.log), book.tables(theirs.log)
    for name in book.openings:
        first, second = await here.get(name), await there.get(name)
        seat, tokens = first.course.state.waiting[0], legal(first, first.course.state.waiting[0])
        viewers = [table.watch(looking) for table in (first, second) for looking in (0, 1, 2, None)]
        answers = await asyncio.gather(
            first.submit(seat, tokens[0], "ours"), second.submit(seat, tokens[1], "theirs"), return_exceptions=True
        )
        won = [answer for answer in answers if isinstance(answer, Done)]
        lost = [answer for answer in answers if isinstance(answer, Stale)]
        assert (len(won), len(lost)) == (1, 1), answers
        assert lost[0].version == 1
        rows = await ours.log.read(name)
        assert len(rows) == 1
        await first.refresh()
        await second.refresh()
        views = [(await viewer.next()).view for viewer in viewers]
        assert views == seen(first) * 2, "what had been made ready for the lost move is shown to nobody"
    await ours.close()
    await theirs.close()


@awaited
async def test_simultaneous_decisions_through_two_processes_both_count(database: str) -> None:
    ours, theirs = await Store.open(database), await Store.open(database)
    book = Book(*(opening(f"t{number}", "omerta", seed=number) for number in range(10)))
    here, there = book.tables(ours.log), book.tables(theirs.log)
    for name in book.openings:
        first, second = await here.get(name), await there.get(name)
        viewer = second.watch(1)
        answers = await asyncio.gather(
            first.submit(0, legal(first, 0)[0], "ours"), second.submit(1, legal(second, 1)[0], "theirs")
        )
        assert {answer.version for answer in answers} == {1, 2}
        await first.refresh()
        await second.refresh()
        assert seen(first) == seen(second)
        assert (await viewer.next()).view == msgspec.json.encode(first.course.state.view(1))
    await ours.close()
    await theirs.close()


@awaited
async def test_one_process_takes_simultaneous_moves_in_the_order_they_came(database: str) -> None:
    store = await Store.open(database)
    table = await Book(opening("t", "omerta", seats=4)).tables(store.log).get("t")
    order = [2, 0, 3, 1]
    await asyncio.gather(*(table.submit(seat, legal(table, seat)[0], f"c{seat}") for seat in order))
    assert [row.seat for row in await store.log.read("t")] == order
    await store.close()


@awaited
async def test_a_move_from_an_old_look_is_stale_if_the_seat_has_acted_since(database: str) -> None:
    store = await Store.open(database)
    table = await Book(opening("t", "omerta")).tables(store.log).get("t")
    await table.submit(0, "peek:1", "one window", seen=0)
    with pytest.raises(Stale) as stale:
        await table.submit(0, "peek:2", "another window", seen=0)
    assert stale.value.version == 1
    await table.submit(1, "peek:1", "somebody else, with an old look", seen=0)
    await table.submit(0, "peek:2", "another window, after a look", seen=2)
    assert table.version == 3
    await store.close()


@awaited
async def test_a_mover_who_goes_away_does_not_take_his_move_with_him(database: str) -> None:
    store = await Store.open(database)
    table = await Book(opening("t")).tables(store.log).get("t")
    moving = asyncio.create_task(table.submit(0, legal(table, 0)[0], "a"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    moving.cancel()
    await until(lambda: table.version == 1)
    assert len(await store.log.read("t")) == 1
    assert not table.busy
    await store.close()


@pytest.mark.parametrize("lose", ["before", "after"])
@awaited
async def test_after_a_lost_answer_the_move_may_be_sent_again(database: str, lose: str) -> None:
    store = await Store.open(database)
    log = Unlucky(store.log)
    table = await Book(opening("t")).tables(log).get("t")
    token = legal(table, 0)[0]
    viewer = table.watch(1)
    await viewer.next()
    log.lose = lose
    with pytest.raises(LogUnavailable):
        await table.submit(0, token, "a")
    if lose == "after":
        assert (await viewer.next()).version == 1, "what was written is seen, whether its sender comes back or not"
    else:
        assert table.version == 0
    log.lose = None
    assert await table.submit(0, token, "a") == Done(1)
    assert [row.client for row in await store.log.read("t")] == ["a"]
    await store.close()


# Taking back.


@awaited
async def test_ones_own_last_decision_can_be_taken_back_while_it_told_nothing(database: str) -> None:
    store = await Store.open(database)
    book = Book(opening("t"))
    table = await book.tables(store.log).get("t")
    before = table.course.state.dump()
    views = seen(table)
    send = legal(table, 0)[0]
    await table.submit(0, send, "a")
    assert await table.take_back(0, "b") == Done(2)
    assert await table.take_back(0, "b") == Done(2), "sent twice it counts once"
    assert table.course.state.dump() == before
    assert seen(table) == views
    assert table.version == 2
    with pytest.raises(Refused) as refused:
        await table.take_back(0, "c")
    assert refused.value.code == "nothing_to_take_back"
    other = legal(table, 0)[1]
    await table.submit(0, other, "d")
    again = await book.tables(store.log).get("t")
    assert again.course.state.dump() == table.course.state.dump()
    assert [token for _, token in backroom.Record.of(again.course.state).moves] == [other]
    assert [event["kind"] for _, event in table.happened(None, 1, 2)] == ["taken_back"]
    await store.close()


def test_of_several_tokens_sent_at_once_each_is_a_decision_to_take_back() -> None:
    begun = start(opening("t", at=0))
    sent = begun.after(Move("t", 1, 0, "send:new_york:1v", 10_000, "a"), ())
    card = next(token for _, token in choices(sent.state) if token.startswith("lay:"))
    both = begun.after(Move("t", 1, 0, f"send:new_york:1v {card}", 10_000, "a"), ())
    assert both.state.waiting == (1,)
    once = both.after(Move("t", 2, 0, BACK, 20_000, "b"), ())
    assert once.state.dump() == sent.state.dump()
    assert once.clock == sent.clock
    twice = once.after(Move("t", 3, 0, BACK, 30_000, "c"), ())
    assert twice.state.dump() == begun.state.dump()
    assert twice.clock == begun.clock
    with pytest.raises(Refused):
        twice.after(Move("t", 4, 0, BACK, 40_000, "d"), ())


@awaited
async def test_what_told_somebody_something_stands(database: str) -> None:
    store = await Store.open(database)
    table = await Book(opening("t", "omerta")).tables(store.log).get("t")
    await table.submit(0, "peek:1", "a")
    with pytest.raises(Refused) as refused:
        await table.take_back(0, "b")
    assert refused.value.code == "something_revealed"
    await table.submit(1, "peek:1", "c")
    with pytest.raises(Refused) as refused:
        await table.take_back(0, "d")
    assert refused.value.code == "somebody_acted"
    with pytest.raises(Refused) as refused:
        await table.take_back(2, "e")
    assert refused.value.code == "nothing_to_take_back"
    assert table.version == 2
    await store.close()


@awaited
async def test_a_table_may_forbid_taking_back(database: str) -> None:
    store = await Store.open(database)
    table = await Book(opening("t", take_back=False)).tables(store.log).get("t")
    await table.submit(0, legal(table, 0)[0], "a")
    with pytest.raises(Refused) as refused:
        await table.take_back(0, "b")
    assert refused.value.code == "no_take_back"
    await store.close()


@awaited
async def test_a_clock_does_not_gain_by_taking_back(database: str) -> None:
    store = await Store.open(database)
    time = 10_000
    table = await Book(opening("t", at=10_000)).tables(store.log, clock=lambda: time).get("t")
    time = 35_000
    await table.submit(0, legal(table, 0)[0], "a")
    time = 36_000
    await table.take_back(0, "b")
    assert table.course.clock.since[0] == 10_000
    await store.close()


# Breaking off, and not being able to go on.


@awaited
async def test_a_game_that_is_broken_off_takes_no_more_moves_in_any_process(database: str) -> None:
    store = await Store.open(database)
    book = Book(opening("t"))
    table = await book.tables(store.log).get("t")
    await table.abort(HOUSE, "stop")
    again = await book.tables(store.log).get("t")
    for each in (table, again):
        assert each.course.over
        assert each.present(None).over
        for moving in (each.submit(0, legal(each, 0)[0], "a"), each.take_back(0, "b"), each.abort(HOUSE, "c")):
            with pytest.raises(Refused) as refused:
                await moving
            assert refused.value.code == "table_closed"
    assert await table.abort(HOUSE, "stop") == Done(1)
    await store.close()


@pytest.mark.parametrize(
    ("spoilt", "code", "sentence"),
    [
        ({"rules": "0"}, "rules_changed", "this game began with rules 0 of Boss; this program plays rules"),
        ({"game": "chess"}, "no_such_game", "no game 'chess'"),
        ({"edition": "0" * 64}, "edition_unfit", "its text is not the one the game began with"),
        ({"edition": "0" * 64, "edition_text": "[meta"}, "edition_unfit", "this is not TOML"),
        ({"seats": 9}, "opening_unfit", "takes 2 to 5 seats"),
        ({"options": {"no_such": 1}}, "opening_unfit", "no option"),
    ],
)
@awaited
async def test_a_table_this_program_cannot_play_says_why(
    pattern: str, spoilt: dict[str, object], code: str, sentence: str
) -> None:
    store = await Store.open(f"sqlite:///{pattern}")
    begun = msgspec.structs.replace(opening("t"), **spoilt)
    with pytest.raises(CannotGoOn, match=sentence) as stuck:
        await Book(begun).tables(store.log).get("t")
    assert stuck.value.code == code
    await store.close()


@awaited
async def test_a_table_keeps_the_edition_it_began_with(database: str) -> None:
    store = await Store.open(database)
    text = backroom.game("boss").house_edition().text + "\n# an edition of our own\n"
    own = backroom.kernel.edition.Edition(text)
    table = await Book(opening("t", edition=own.sha256, edition_text=text)).tables(store.log).get("t")
    assert table.course.state.setup.edition.sha256 == own.sha256 != backroom.game("boss").house_edition().sha256
    await play_on(table, Random(1), 20)
    await store.close()


@awaited
async def test_a_log_that_does_not_fit_says_where(database: str) -> None:
    store = await Store.open(database)
    tables = Book(opening("t"), opening("u"), opening("v")).tables(store.log)
    table = await tables.get("t")
    viewer = table.watch(0)
    await viewer.next()
    await table.submit(0, legal(table, 0)[0], "a")
    await viewer.next()
    wrong = Move("t", 2, 2, "stay", 5, "another program's")
    await store.log.append(wrong)
    table.hear(wrong)
    with pytest.raises(CannotGoOn, match=r"move 2 of the log, 'stay', does not fit"):
        await viewer.next()
    with pytest.raises(CannotGoOn):
        await table.submit(0, legal(table, 0)[0], "b")
    await store.log.append(Move("u", 2, 0, "stay", 5, "x"))
    with pytest.raises(CannotGoOn, match="move 1 is missing"):
        await tables.get("u")
    with pytest.raises(Refused, match="no such table"):
        await tables.get("nowhere")
    await store.close()


# Viewers.


@awaited
async def test_a_slow_viewer_gets_the_present_not_the_past(database: str) -> None:
    store = await Store.open(database)
    table = await Book(opening("t")).tables(store.log).get("t")
    slow, quick = table.watch(0), table.watch(0)
    got = []
    for _ in range(12):
        await play_on(table, Random(table.version), 1)
        got.append((await quick.next()).version)
    assert got == list(range(1, 13))
    shown = await slow.next()
    assert shown.version == 12
    assert shown.view is table.present(0).view, "viewers of one seat share the bytes"
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(slow.next(), 0.02)
    slow.close()
    quick.close()
    assert not table.viewers
    await store.close()


@awaited
async def test_spectators_see_it_later_or_not_at_all(database: str) -> None:
    store = await Store.open(database)
    time = 100_000
    book = Book(opening("late", delay=60_000), opening("never", delay=None))
    tables = book.tables(store.log, clock=lambda: time)
    table = await tables.get("late")
    spectator = table.watch(None)
    shown = []
    for _ in range(4):
        await play_on(table, Random(table.version), 1)
        time += 25_000
        course, pause = table.shown_to(None)
        shown.append((course.version, pause))
    assert shown == [(0, 35_000), (0, 10_000), (1, 10_000), (2, 10_000)]
    assert (await spectator.next()).version == 2
    later = await book.tables(store.log, clock=lambda: time).get("late")
    assert later.shown_to(None) == (later.course, None) or later.shown_to(None)[0].version == 2
    time += 9_995
    waiting = asyncio.create_task(spectator.next())
    await asyncio.sleep(0.001)
    time += 5
    assert (await waiting).version == 3, "it comes of itself when its time has come"
    await table.abort(HOUSE, "stop")
    assert (await spectator.next()).over, "of a game that is over nothing is kept back"
    with pytest.raises(Refused) as refused:
        (await tables.get("never")).watch(None)
    assert refused.value.code == "no_spectators"
    with pytest.raises(backroom.BadSeats):
        table.watch(3)
    await store.close()


@awaited
async def test_tables_nobody_looks_at_leave_memory_and_come_back(database: str) -> None:
    store = await Store.open(database)
    book = Book(*(opening(f"t{number}") for number in range(6)))
    tables = book.tables(store.log, room=3)
    first = await tables.get("t0")
    watched = await tables.get("t1")
    viewer = watched.watch(None)
    await play_on(first, Random(1), 5)
    for name in book.openings:
        await tables.get(name)
    assert await tables.get("t1") is watched
    again = await tables.get("t0")
    assert again is not first
    assert again.course.state.dump() == first.course.state.dump()
    viewer.close()
    same = await asyncio.gather(*(tables.get("t5") for _ in range(5)))
    assert len(set(map(id, same))) == 1
    await store.close()


# Between processes.


@pytest.mark.postgres
@awaited
async def test_viewers_at_one_process_see_what_is_moved_at_another(postgres: str) -> None:
    ours, theirs = await PostgresLog.open(postgres), await PostgresLog.open(postgres)
    book = Book(opening("t", "omerta", seats=4))
    here, there = book.tables(ours), book.tables(theirs)
    await here.listen()
    await there.listen()
    table, elsewhere = await here.get("t"), await there.get("t")
    viewers = [elsewhere.watch(seat) for seat in range(4)]

    async def move(at: Table, seats: tuple[int, int]) -> None:
        for turn in range(2):
            for seat in seats:
                await at.submit(seat, legal(at, seat)[0], f"{seat} {turn}")

    await asyncio.gather(move(table, (0, 1)), move(elsewhere, (2, 3)))
    await until(lambda: table.version == elsewhere.version == 8)
    assert seen(table) == seen(elsewhere)
    assert [(await viewer.next()).view for viewer in viewers] == seen(table)[:4]
    await ours.close()
    await theirs.close()


@pytest.mark.postgres
@awaited
async def test_after_a_gap_the_log_is_read_where_somebody_looks(postgres: str) -> None:
    ours, theirs = await PostgresLog.open(postgres), await PostgresLog.open(postgres)
    book = Book(opening("t"), opening("u"))
    here = book.tables(ours)  # hears nothing
    watched, unwatched = await here.get("t"), await here.get("u")
    viewer: Viewer = watched.watch(0)
    await viewer.next()
    for name in ("t", "u"):
        await play_on(await book.tables(theirs).get(name), Random(1), 3)
    watched.doubt()
    unwatched.doubt()
    assert (await viewer.next()).version == 3
    assert unwatched.version == 0
    assert (await here.get("u")).version == 3
    await play_on(await book.tables(theirs).get("t"), Random(1), 2)
    last = (await theirs.read("t"))[-1]
    watched.hear(last)  # the one before it was never heard
    await until(lambda: watched.version == 5)
    await ours.close()
    await theirs.close()


@awaited
async def test_whole_games_through_two_processes_end_alike(database: str) -> None:
    ours, theirs = await Store.open(database), await Store.open(database)
    book = Book(opening("t", "omerta", seats=3))
    here, there = await book.tables(ours.log).get("t"), await book.tables(theirs.log).get("t")

    async def player(table: Table, seats: tuple[int, ...], chooser: Random) -> None:
        while not table.course.over:
            mine = [choice for choice in choices(table.course.state) if choice[0] in seats]
            if not mine:
                await asyncio.sleep(0.001)
                await table.refresh()
                continue
            seat, token = chooser.choice(mine)
            try:
                await table.submit(seat, token, f"{seat}-{chooser.random()}")
            except (Stale, backroom.IllegalMove):
                continue

    await asyncio.gather(player(here, (0, 1), Random(1)), player(there, (2, HOUSE), Random(2)))
    await here.refresh()
    await there.refresh()
    assert here.course.state.over
    assert seen(here) == seen(there)
    assert here.course.clock == there.course.clock
    rows = await ours.log.read("t")
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    record = backroom.Record.of(here.course.state)
    assert [(row.seat, row.tokens) for row in rows] == list(record.moves)
    record.verify()
    await ours.close()
    await theirs.close()


def test_the_opening_has_everything_a_process_needs() -> None:
    begun = opening("t")
    assert msgspec.json.decode(msgspec.json.encode(begun), type=Opening) == begun
