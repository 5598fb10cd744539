"""Advice and looking back: the don's best moves with chances and reasons, and where a game turned."""

from __future__ import annotations

from random import Random

import pytest

import backroom
from backroom.bots.advice import LEAST, advise
from backroom.bots.analysis import Moment, analyse, chances, would_play
from backroom.kernel.errors import BadRecord
from backroom.kernel.record import Record
from backroom.kernel.state import HOUSE, State
from backroom.kernel.words import Speaker

ALL = backroom.games()


def played(name: str, moves: int, seed: int = 3, seats: int | None = None) -> State:
    """A game after so many sensible moves, or at its end."""
    game = backroom.game(name)
    state = game.new(seats, seed, game.clockless)
    rng = Random(seed)
    for _ in range(moves):
        if state.over:
            break
        seat = rng.choice(state.waiting)
        state.play(seat, state.quick(seat, rng.getrandbits(30)))
    return state


@pytest.mark.parametrize("name", ALL)
def test_advice_is_a_few_legal_moves_the_best_first_with_chances_and_reasons_in_words(name: str) -> None:
    game = backroom.game(name)
    speaker = Speaker(game)
    asked = 0
    for moves in (0, 9, 21, 40):
        state = played(name, moves)
        if state.over:
            continue
        seat = state.waiting[0]
        view, legal = state.view(seat), state.legal(seat)
        found = advise(view, legal, Random(5), 80)
        assert 1 <= len(found) <= 3
        assert [each.action for each in found] == [game.action(each.token) for each in found]
        assert all(each.action in legal for each in found)
        assert all(0.0 <= each.chance <= 1.0 for each in found)
        assert sum(each.share for each in found) <= 1.0 + 1e-9
        for each in found:
            told = speaker.advice(each.reason)
            assert told[0].isupper()
            assert told.endswith(".")
            assert "{" not in told
        assert advise(view, legal, Random(5), 80) == found
        asked += 1
    assert asked


def test_a_lone_move_is_advised_with_its_chance_too() -> None:
    state = played("boss", 0)
    while len(state.legal(state.waiting[0])) > 1:
        state.play(state.waiting[0], state.legal(state.waiting[0])[-1])
    seat = state.waiting[0]
    (only,) = advise(state.view(seat), state.legal(seat), Random(1), 1000)
    assert only.share == 1.0
    assert 0.0 < only.chance < 1.0
    assert only.reason.code == "only"


@pytest.mark.parametrize("name", ALL)
def test_chances_are_shares_of_one_and_a_finished_game_is_decided(name: str) -> None:
    state = played(name, 30)
    found = chances(state, Random(2), 20)
    assert len(found) == state.setup.seats
    assert sum(found) == pytest.approx(1.0)
    assert found == chances(state, Random(2), 20)
    before = state.dump()
    chances(state, Random(2), 5)
    assert state.dump() == before
    while not state.over:
        state.play(state.waiting[0], state.quick(state.waiting[0], 77))
    winners = [rank == 1 for rank in state.ranks()]
    assert chances(state, Random(2), 5) == tuple(won / sum(winners) for won in winners)


@pytest.fixture(scope="module")
def lost() -> Record:
    """A whole game of Boss for two."""
    return Record.of(played("boss", 10_000, seats=2))


def test_an_analysis_goes_from_the_first_move_to_the_result_and_repeats(lost: Record) -> None:
    told: list[tuple[int, int]] = []
    found = analyse(lost, Random(4), 8, lambda done, whole: told.append((done, whole)))
    assert [each.at for each in found.moments] == sorted({each.at for each in found.moments})
    assert found.moments[0].at == 0
    assert found.moments[-1].at == len(lost.moves)
    assert found.moments[-1].scores == lost.scores
    assert lost.ranks is not None
    assert [chance > 0.0 for chance in found.moments[-1].chances] == [rank == 1 for rank in lost.ranks]
    assert told[-1] == (len(lost.moves), len(lost.moves))
    for point in found.turning_points:
        assert point.token.split() == [token for _seat, token in lost.moves[point.at :]][: len(point.token.split())]
        assert lost.moves[point.at][0] == point.mover
        assert abs(point.after - point.before) > 0.08
    half: list[Moment] = list(found.moments[: len(found.moments) // 2])
    assert analyse(lost, Random(4), 8, known=half) == found


def worst_move(state: State, rng: Random) -> tuple[int, float]:
    """The mover's worst action, and what it costs him of his chance of winning."""
    seat = state.waiting[0]
    after: dict[int, float] = {}
    for action in state.legal(seat):
        trial = state.copy()
        trial.luck = 1 + rng.getrandbits(29)
        trial.step(seat, action)
        after[action] = chances(trial, rng, 60)[seat]
    worst = min(after, key=lambda action: after[action])
    return worst, chances(state, rng, 60)[seat] - after[worst]


def blundered(seed: int) -> tuple[Record, int] | None:
    """A game of Boss for two that somebody loses by one move near the end, and which; None if nobody can."""
    state = played("boss", 62, seed, seats=2)
    rng = Random(seed)
    at = -1
    while not state.over:
        seat = state.waiting[0]
        action, cost = worst_move(state, rng) if at < 0 else (-1, 0.0)
        if cost > 0.4:
            at = state.made
            state.play(seat, action)
        else:
            state.play(seat, state.quick(seat, rng.getrandbits(30)))
    return None if at < 0 else (Record.of(state), at)


def test_a_blunder_is_a_turning_point() -> None:
    record, at = next(filter(None, map(blundered, range(20))))
    points = analyse(record, Random(1), 20).turning_points
    (point,) = [each for each in points if each.at <= at < each.at + len(each.token.split())]
    assert point.seat == point.mover == record.moves[at][0]
    assert point.before - point.after > 0.2
    assert not point.luck


def test_a_move_that_makes_somebody_else_win_is_a_turning_point() -> None:
    """In this game who cannot win any more ends it by a call that the second profits by, not the first."""
    record = Record.of(played("omerta", 10_000, 1335, 3))
    mover, token = record.moves[-1]
    assert token == "call"
    point = analyse(record, Random(1), 20).turning_points[-1]
    assert point.at + len(point.token.split()) == len(record.moves)
    assert point.mover == mover
    assert point.seat != mover
    assert not point.luck


def test_hindsight_is_the_advice_from_that_seats_view(lost: Record) -> None:
    state = lost.replay(4)
    seat, token = lost.moves[4]
    found = would_play(lost, 4, Random(9), 100)
    assert (found.seat, found.played) == (seat, token)
    assert list(found.suggestions) == advise(state.view(seat), state.legal(seat), Random(9), 100)
    with pytest.raises(BadRecord):
        would_play(lost, len(lost.moves), Random(9), 100)


def test_the_don_in_hindsight_cannot_look_into_other_hands() -> None:
    """The same view, other cards elsewhere: the same answer."""
    state = played("boss", 12)
    seat = state.waiting[0]
    view = state.view(seat)
    other = backroom.game("boss").imagine(view, Random(77))
    assert other.view(seat) == view
    assert advise(view, state.legal(seat), Random(3), LEAST) == advise(
        other.view(seat), other.legal(seat), Random(3), LEAST
    )


def test_moves_of_the_house_are_no_players() -> None:
    state = backroom.game("omerta").new(3, 2, {"snap_mode": "live"})
    rng = Random(1)
    while not state.legal(HOUSE) and not state.over:
        seat = rng.choice(state.waiting)
        state.play(seat, state.quick(seat, rng.getrandbits(30)))
    assert state.legal(HOUSE)
    state.play(HOUSE, state.legal(HOUSE)[0])
    with pytest.raises(BadRecord):
        would_play(Record.of(state), state.made - 1, Random(1), 10)
