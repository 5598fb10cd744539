"""Bots think in processes of their own: what these do to themselves costs the house nothing, and no move."""

from __future__ import annotations

import asyncio
import os
import signal
from random import Random

import pytest

import backroom
from backroom.house.clerk import AGAIN, Clerk
from backroom.house.questions import Question
from backroom.house.thinker import answer
from backroom.house.thinkers import NoAnswer, Thinker, Thinkers
from backroom.kernel.edition import Edition
from backroom.kernel.state import State
from tests.house.loop import awaited, until
from tests.house.people import guests, wanted


def question(state: State, bot: str = "sensible") -> Question:
    seat = state.waiting[0]
    text = state.setup.game.house_edition().text
    return Question(bot, state.view(seat), state.legal(seat), 1, text)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@awaited
async def test_every_bot_answers_with_what_it_would_choose_here() -> None:
    thinkers = Thinkers(1)
    for game, seats in (("boss", 3), ("omerta", 3), ("corleone", 3)):
        state = backroom.game(game).new(seats, 7, {"first_player": "seat_1"} if game == "boss" else None)
        asked = question(state)
        got = await thinkers.choose("sensible", asked.view, asked.legal, 5, asked.edition)
        assert got == backroom.bots.make("sensible", game).choose(asked.view, asked.legal, Random(5), None)
        assert await thinkers.choose("rookie", asked.view, asked.legal, 5, asked.edition) in asked.legal
        best, *others = await thinkers.advise(asked.view, asked.legal, 5, asked.edition)
        assert best.action in asked.legal
        assert all(0.0 <= each.chance <= 1.0 for each in (best, *others))
    pids = [each.pid for each in thinkers.all]
    assert None not in pids
    await thinkers.close()
    assert not any(alive(pid) for pid in pids if pid)


@awaited
async def test_a_process_that_is_killed_is_replaced() -> None:
    thinkers = Thinkers(1)
    asked = question(backroom.game("boss").new(3, 7, {"first_player": "seat_1"}))

    async def choose(bot: str) -> int:
        return await thinkers.choose(bot, asked.view, asked.legal, 1, asked.edition)

    await choose("rookie")
    first = thinkers.all[1].pid
    assert first is not None
    thinking = asyncio.create_task(choose("don"))
    await asyncio.sleep(0.3)
    os.kill(first, signal.SIGKILL)
    with pytest.raises(NoAnswer):
        await thinking
    assert await choose("rookie") in asked.legal
    assert thinkers.all[1].pid != first
    await thinkers.close()


@awaited
async def test_a_process_that_died_between_two_questions_costs_nobody_an_answer() -> None:
    thinkers = Thinkers(1)
    asked = question(backroom.game("boss").new(3, 7, {"first_player": "seat_1"}))
    for pause in (0.0, 0.5):  # before the house can know of it, and after
        assert await thinkers.choose("rookie", asked.view, asked.legal, 1, asked.edition) in asked.legal
        pid = thinkers.all[1].pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        await asyncio.sleep(pause)
        try:
            assert await thinkers.choose("rookie", asked.view, asked.legal, 1, asked.edition) in asked.legal
        except NoAnswer:
            assert not pause
    await thinkers.close()


@awaited
async def test_advice_is_given_even_if_the_adviser_is_killed() -> None:
    thinkers = Thinkers(1)
    asked = question(backroom.game("boss").new(3, 7, {"first_player": "seat_1"}))
    await thinkers.advise(asked.view, asked.legal, 1, asked.edition)
    first = thinkers.all[-1].pid
    assert first is not None
    told = asyncio.create_task(thinkers.advise(asked.view, asked.legal, 1, asked.edition))
    await asyncio.sleep(0.3)
    os.kill(first, signal.SIGKILL)
    assert {each.action for each in await told} <= set(asked.legal)
    assert thinkers.all[-1].pid != first
    await thinkers.close()


@awaited
async def test_who_takes_too_long_is_ended() -> None:
    thinker = Thinker(patience=0.5, memory=1_024)
    asked = question(backroom.game("boss").new(3, 7, {"first_player": "seat_1"}))
    await thinker.ask(asked)
    slow = thinker.pid
    assert slow is not None
    os.kill(slow, signal.SIGSTOP)  # it hangs
    with pytest.raises(NoAnswer):
        await thinker.ask(asked)
    assert not alive(slow)
    assert await thinker.ask(asked) in asked.legal
    await thinker.end()


@awaited
async def test_who_wants_too_much_memory_gets_none() -> None:
    thinker = Thinker(patience=20, memory=1)
    with pytest.raises(NoAnswer):
        await thinker.ask(question(backroom.game("boss").new(3, 7, {"first_player": "seat_1"})))


@awaited
async def test_who_is_no_longer_waited_for_does_not_answer_the_next_question() -> None:
    thinker = Thinker(patience=20, memory=1_024)
    state = backroom.game("boss").new(3, 7, {"first_player": "seat_1"})
    await thinker.ask(question(state))
    gone = asyncio.create_task(thinker.ask(question(state, "don")))
    await asyncio.sleep(0.1)
    gone.cancel()
    await asyncio.wait([gone])
    assert await thinker.ask(question(state)) == answer(question(state))
    await thinker.end()


def test_a_table_s_own_edition_is_known_where_its_bots_think() -> None:
    game = backroom.game("boss")
    text = game.house_edition().text + "\n# another box\n"
    edition = Edition(text)
    state = game.new(3, 7, {"first_player": "seat_1"}, game.with_edition(edition))
    asked = question(state)
    assert asked.view.edition.endswith(edition.sha256)
    assert answer(Question(asked.bot, asked.view, asked.legal, 1, text)) in asked.legal


@awaited
async def test_a_bot_that_never_answers_is_asked_twice_and_then_the_stand_in_moves(database: str) -> None:
    asked: list[str] = []

    async def think(bot: str, view: object, legal: list[int], luck: int, edition: str) -> int:
        asked.append(bot)
        if bot != "sensible":
            raise NoAnswer("dead")
        return legal[0]

    async with guests(database) as at:
        clerk = Clerk(at.hall, "p", at.time, think)  # type: ignore[arg-type]  # a list is a sequence
        table = await at.hall.create(at.ann, wanted("boss", ("random", "host", "open")))
        await at.hall.join(at.bob, table)
        found = await at.hall.start(at.ann, table)
        for _ in range(3):
            await clerk.idle()
            at.time.at += AGAIN
            clerk.look_after(table)
        await until(lambda: found.version >= 1)
        assert asked[:3] == ["random", "random", "sensible"]
        assert found.course.acted == {0: found.version}
        await clerk.close()
