"""PettingZoo's own tests hold for every game and number of seats; and what they do not ask."""

from __future__ import annotations

import warnings
import xml.etree.ElementTree as Xml
from collections.abc import Iterator
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

import backroom
from backroom.gyms.pettingzoo import Maker, Rounds, Turns, maker
from backroom.kernel.errors import BadOption, IllegalMove

TABLES = [(name, seats) for name in backroom.games() for seats in backroom.game(name).seats]


@pytest.fixture(params=TABLES, ids=lambda table: f"{table[0]}-{table[1]}")
def table(request: pytest.FixtureRequest) -> tuple[str, int]:
    asked: tuple[str, int] = request.param
    return asked


@pytest.fixture(autouse=True)
def without_warnings() -> Iterator[None]:
    """The tests of PettingZoo warn of what they find odd; here a warning fails, but for those that are meant so."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # An observation is a dict with the mask, as in PettingZoo's own card games, which its test knows by name.
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        # Who owes no decision has nothing he may do.
        warnings.filterwarnings("ignore", "Action mask numpy array is all zeros")
        # The parallel test hands out no observation to seats after the end; ours do.
        yield


def test_api(table: tuple[str, int]) -> None:
    api_test(maker(table[0]).env(seats=table[1]), num_cycles=300)


def test_api_with_named_pieces_and_scores(table: tuple[str, int]) -> None:
    api_test(maker(table[0]).env(seats=table[1], observe="dict", rewards="score"), num_cycles=60)


def test_seeds(table: tuple[str, int]) -> None:
    seed_test(lambda: maker(table[0]).env(seats=table[1]), num_cycles=60)


def test_parallel(table: tuple[str, int]) -> None:
    parallel_api_test(maker(table[0]).parallel_env(seats=table[1]), num_cycles=60)


@pytest.mark.parametrize("game", backroom.games())
def test_render(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    def drawn(text: str) -> bool:
        return Xml.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"

    for seats in backroom.game(game).seats:
        render_test(lambda seats=seats, **how: maker(game).env(seats=seats, **how), {"svg": drawn})
    assert f"game: {game}" in capsys.readouterr().out


def played_on(env: Any, decisions: int, chooser: np.random.Generator) -> None:
    """Random moves."""
    for _ in range(decisions):
        legal = np.flatnonzero(env.last()[0]["action_mask"])
        env.step(int(chooser.choice(legal)))


def test_a_whole_game_pays_by_rank(table: tuple[str, int]) -> None:
    env = maker(table[0]).raw_env(seats=table[1])
    env.reset(seed=5)
    chooser = np.random.default_rng(5)
    while not env.table.over:
        played_on(env, 1, chooser)
    assert sum(env.rewards.values()) == pytest.approx(0)
    ranks = env.table.ranks()
    assert env.rewards[f"seat_{ranks.index(1) + 1}"] == max(env.rewards.values()) > 0
    assert all(env.terminations.values())
    for _ in env.agent_iter():
        env.step(None)
    assert env.agents == []


def test_scores_add_up_to_the_final_score() -> None:
    for game in backroom.games():
        env = maker(game).raw_env(rewards="score")
        env.reset(seed=5)
        start, chooser = env.table.scores(), np.random.default_rng(5)
        earned = np.zeros(env.seats)
        while not env.table.over:
            played_on(env, 1, chooser)
            earned += list(env.rewards.values())
        sign = -1 if backroom.game(game).lowest_wins else 1
        assert (sign * earned).tolist() == [end - begin for end, begin in zip(env.table.scores(), start, strict=True)]


def test_answers_that_are_not_in_yet_show_in_no_observation(table: tuple[str, int]) -> None:
    """What one seat answers in secret changes nothing for those who are still to answer."""
    game, seats = table
    env = maker(game).raw_env(seats=seats)
    chooser = np.random.default_rng(1)
    met = 0
    for seed in range(40):
        env.reset(seed=seed)
        for _ in range(300):
            state = env.table
            if state.over:
                break
            if len(state.waiting) > 1:
                first, *others = state.waiting
                seen: dict[tuple[int, ...], set[bytes]] = {}
                for action in state.legal(first):
                    env.position = state.copy()
                    env.position.play(first, action)
                    if set(others) <= set(env.position.waiting):
                        each = [env.observation_of(other)["observation"].tobytes() for other in others]
                        seen.setdefault(env.position.waiting, set()).add(b"".join(each))
                env.position = state
                assert all(len(alike) == 1 for alike in seen.values())
                met += 1
            played_on(env, 1, chooser)
        if met > 20:
            break
    assert met > 20 or game == "boss"


def test_parallel_takes_all_answers_at_once() -> None:
    env = maker("omerta").parallel_env(seats=3)
    seen, _ = env.reset(seed=3)
    asked = env.table.waiting
    assert len(asked) == 3
    env.step({name: int(np.flatnonzero(each["action_mask"])[0]) for name, each in seen.items()})
    assert len(env.table.history()) == 3


def test_max_decisions_cuts_a_game_off() -> None:
    env = maker("boss").raw_env(max_decisions=10)
    env.reset(seed=1)
    played_on(env, 10, np.random.default_rng(1))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_options_editions_and_mistakes_are_sentences() -> None:
    boss = maker("boss")
    env = boss.raw_env(seats=3, options={"rookie_rule": "veteran_in_group"})
    env.reset(seed=1)
    assert dict(env.table.setup.options)["rookie_rule"] == "veteran_in_group"
    with pytest.raises(BadOption, match="no option 'rookies'"):
        boss.raw_env(options={"rookies": True})
    with pytest.raises(BadOption, match="rewards takes rank or score, not 'money'"):
        boss.raw_env(rewards="money")
    with pytest.raises(IllegalMove, match="B-18"):
        env.step(backroom.game("boss").action("send:chicago:1v"))
    with pytest.raises(RuntimeError, match="reset"):
        boss.raw_env().observe("seat_1")


def test_races_are_sealed_unless_said_otherwise() -> None:
    assert maker("omerta").raw_env().options["snap_mode"] == "commit"
    assert maker("omerta").raw_env(options={"snap_mode": "live"}).options["snap_mode"] == "live"


def test_modules_as_pettingzoo_has_them() -> None:
    from backroom.gyms import pettingzoo as ours
    from backroom.gyms.pettingzoo import boss_v0, corleone_v0, omerta_v0

    for made in (boss_v0, corleone_v0, omerta_v0):
        assert isinstance(made, Maker)
        assert isinstance(made.raw_env(), Turns)
        assert str(made.env()).endswith("_v0") or "OrderEnforcing" in str(made.env())
    assert "boss_v0" in dir(ours)
    with pytest.raises(AttributeError, match="no game 'chess'"):
        ours.chess_v0  # noqa: B018 - looking it up is the test


def test_pettingzoo_finds_them_in_its_registry() -> None:
    env = pettingzoo.make("aec", "backroom/corleone-v0", seats=3)
    env.reset(seed=1)
    assert str(env) == "corleone_v0"
    assert len(env.agents) == 3
    assert isinstance(pettingzoo.make("parallel", "backroom/omerta-v0"), Rounds)


def test_the_same_seed_gives_the_same_games_one_after_the_other() -> None:
    first, second = maker("boss").raw_env(), maker("boss").raw_env()
    for env in (first, second):
        env.reset(seed=9)
        env.reset()
    assert first.table.setup.seed == second.table.setup.seed
    first.reset()
    assert first.table.setup.seed != second.table.setup.seed
