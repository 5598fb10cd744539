"""OpenSpiel's own tests hold for our games; and what they do not ask: perfect recall, resampling, secrets."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl.testing import absltest
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

import backroom
import backroom.gyms.openspiel as adapter
from backroom.gyms.observing import encoding
from backroom.kernel.errors import BadSeats, IllegalMove

NAMES = [adapter.PREFIX + name for name in backroom.games()]
TABLES = [(adapter.PREFIX + name, seats) for name in backroom.games() for seats in backroom.game(name).seats]


def partial_tree(name: str) -> type[absltest.TestCase]:
    """OpenSpiel's `api_test` for one of our games, made as its own loader makes it for the games it knows."""
    base: Any = api_test.EnforceAPIOnPartialTreeBase
    return type(f"Test_{name}", (base,), {"game_name": name, "game": pyspiel.load_game(name)})


class TestBossApi(partial_tree("backroom_boss")):  # type: ignore[misc] # a class made at run time
    pass


class TestOmertaApi(partial_tree("backroom_omerta")):  # type: ignore[misc] # a class made at run time
    pass


class TestCorleoneApi(partial_tree("backroom_corleone")):  # type: ignore[misc] # a class made at run time
    pass


def test_all_games_are_registered() -> None:
    known = {game.short_name for game in pyspiel.registered_games()}
    assert set(NAMES) <= known
    assert len(NAMES) == 3


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_random_games_with_serialisation(name: str, players: int) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name, {"players": players}), 1, True, False)


def some_state(name: str, decisions: int, seed: int = 1) -> adapter.Position:
    """A position in a random game."""
    rng = Random(seed)
    state = pyspiel.load_game(name).new_initial_state()
    while decisions and not state.is_terminal():
        decisions -= not state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()))
    assert isinstance(state, adapter.Position)
    return state


@pytest.mark.parametrize("name", NAMES)
def test_a_resampled_state_looks_the_same_and_can_be_played(name: str) -> None:
    rng, met = Random(5), 0
    for decisions in range(1, 40, 6):
        state = some_state(name, decisions, decisions)
        if state.is_terminal():
            continue
        met += 1
        player = state.current_player()
        world = state.resample_from_infostate(player, rng.random)
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.information_state_tensor(player) == state.information_state_tensor(player)
        assert world.legal_actions() == state.legal_actions()
        again = pickled(world)
        while not world.is_terminal():
            action = rng.choice(world.legal_actions())
            world.apply_action(action)
            again.apply_action(action)
        assert str(again) == str(world)
        assert sum(world.returns()) == pytest.approx(0)
    assert met >= 4


def pickled(state: Any) -> Any:
    """There and back through OpenSpiel's own serialisation."""
    return pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))[1]


def test_resampled_worlds_differ_in_what_is_hidden() -> None:
    state = some_state("backroom_boss", 9)
    player, rng = state.current_player(), Random(1)
    hidden = {str(state.resample_from_infostate(player, rng.random)) for _ in range(10)}
    assert len(hidden) == 10
    assert str(state) not in hidden


@pytest.mark.parametrize("name", NAMES)
def test_recall_is_perfect(name: str) -> None:
    """Along one game no information state comes twice, and it tells every earlier one: the digest is a chain."""
    rng, seen = Random(3), set()
    state = pyspiel.load_game(name, {"players": 3}).new_initial_state()
    own = 0
    while not state.is_terminal() and own < 200:
        if not state.is_chance_node():
            own += 1
            told = state.information_state_string()
            assert told not in seen
            seen.add(told)
        state.apply_action(rng.choice(state.legal_actions()))


def test_recall_tells_apart_what_views_alone_do_not() -> None:
    """Two ways to the same view: different information states for who went them, the same for who only looked on."""
    game = pyspiel.load_game("backroom_boss(players=2)")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(7)
    player = state.current_player()
    first = state.clone()
    first.apply_action(first.legal_actions()[0])
    other = state.clone()
    other.apply_action(other.legal_actions()[1])
    assert first.information_state_string(player)[:32] != other.information_state_string(player)[:32]
    assert first.information_state_string(1 - player)[:32] == other.information_state_string(1 - player)[:32]


@pytest.mark.parametrize("name", NAMES)
def test_copies_and_serialised_states_remember_the_same(name: str) -> None:
    state = some_state(name, 30)
    for twin in (state.clone(), pickled(state)):
        for player in range(state.num_players()):
            assert twin.information_state_string(player) == state.information_state_string(player)
        assert twin.history() == state.history()
        action = state.legal_actions()[-1]
        twin.apply_action(action)
    assert len(state.history()) == 30 + 4


def test_the_seed_is_drawn_in_bytes_that_nobody_sees() -> None:
    game = pyspiel.load_game("backroom_boss(players=2,seed_bytes=6)")
    state = game.new_initial_state()
    for byte in (1, 2, 3, 4, 5, 6):
        assert state.is_chance_node()
        assert len(state.chance_outcomes()) == 256
        state.apply_action(byte)
    assert state.table.setup.seed == int.from_bytes(bytes([1, 2, 3, 4, 5, 6]), "big")
    assert str(state.table.setup.seed) not in state.information_state_string(0)
    assert game.max_chance_nodes_in_history() == 6


@pytest.mark.parametrize("name", NAMES)
def test_observers_show_the_view_and_no_more(name: str) -> None:
    game = pyspiel.load_game(name)
    state = some_state(name, 20)
    table = state.table
    assert table is not None
    made = encoding(name.removeprefix(adapter.PREFIX), game.num_players())
    now, ever = make_observation(game), make_observation(game, INFO_STATE_OBS_TYPE)
    for player in range(game.num_players()):
        now.set_from(state, player)
        ever.set_from(state, player)
        vector = made.vector(table.view(player))
        assert now.tensor.tobytes() == vector.tobytes() == ever.tensor[: made.size].tobytes()
        assert np.array_equal(np.asarray(state.observation_tensor(player), np.float32), vector)
        assert set(ever.dict) == {*now.dict, "recall"} == {*made.slices, "recall"}
        assert now.string_from(state, player) == adapter.plain(table.view(player)).decode()
    everybody = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    public = make_observation(game, everybody)
    public.set_from(state, 0)
    assert public.tensor.tobytes() == made.vector(table.view(None)).tobytes()
    assert public.string_from(state, 0) == adapter.plain(table.view(None)).decode()


def test_simultaneous_answers_are_asked_one_by_one_and_stay_secret() -> None:
    state = some_state("backroom_omerta", 0)
    while state.is_chance_node():
        state.apply_action(3)
    assert state.table is not None
    waiting = state.table.waiting
    assert len(waiting) == 4
    seen, ways = set(), set()
    for seed in range(8):
        branch, rng = state.clone(), Random(seed)
        while branch.current_player() == waiting[0]:
            branch.apply_action(rng.choice(branch.legal_actions()))
        assert branch.current_player() == waiting[1]
        ways.add(tuple(branch.history()))
        seen.add(branch.information_state_string(waiting[1]))
    assert len(ways) > 1
    assert len(seen) == 1


def test_ismcts_of_openspiel_plays_boss() -> None:
    game = pyspiel.load_game("backroom_boss(players=2)")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 12, random_state=np.random.RandomState(2))
    rng, state, searched = Random(4), game.new_initial_state(), 0
    while not state.is_terminal() and searched < 6:
        if state.is_chance_node() or state.current_player() == 1:
            state.apply_action(rng.choice(state.legal_actions()))
        else:
            searched += 1
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
    assert searched == 6


EXAMPLE = """
import sys
import backroom.gyms.openspiel
from absl import app
from open_spiel.python.examples import independent_tabular_qlearning as example
sys.argv[1:] = ["--game=backroom_boss(players=2)", "--num_train_episodes=3", "--eval_freq=2", "--num_eval_episodes=2"]
app.run(example.main)
"""


def test_an_example_of_openspiel_learns_boss() -> None:
    """Its independent tabular Q-learners, as they stand, with our game's name."""
    done = subprocess.run([sys.executable, "-c", EXAMPLE], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "Training episodes: 2, Avg rewards: [" in done.stdout


def test_rl_environments_run_every_game() -> None:
    for name in NAMES:
        env = rl_environment.Environment(name)
        step, rng = env.reset(), Random(1)
        for _ in range(12):
            player = step.observations["current_player"]
            assert len(step.observations["info_state"][player]) == env.observation_spec()["info_state"][0]
            step = env.step([rng.choice(step.observations["legal_actions"][player])])


def test_a_game_that_goes_on_too_long_is_cut_off() -> None:
    state = pyspiel.load_game("backroom_omerta(max_decisions=7)").new_initial_state()
    made = 0
    while not state.is_terminal():
        made += not state.is_chance_node()
        state.apply_action(state.legal_actions()[-1])
    assert made == 7
    assert sum(state.returns()) == pytest.approx(0)


def test_mistakes_are_sentences() -> None:
    with pytest.raises(BadSeats, match="Boss takes 2 to 5 seats, not 9"):
        pyspiel.load_game("backroom_boss(players=9)")
    state = some_state("backroom_boss", 1)
    with pytest.raises(IllegalMove):
        state.apply_action(0 if 0 not in state.legal_actions() else 322)
