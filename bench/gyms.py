"""The environments for researchers, beside others in one run: `PYTHONPATH=src python -m bench.gyms`.

Decisions a second, each with an observation for the seat that decides; medians of interleaved rounds, by processor
time. *Bare* is the engine itself with observation on: the legal list, a choice, the move, and the deciding seat's
view as a vector. What an adapter costs is how many times as long it takes as that. The peers are RLCard's and
PettingZoo's card games and OpenSpiel's games written in Python, as they come, with their own observations.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Callable
from functools import partial
from random import Random
from time import process_time as clock
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import games as python_games
from open_spiel.python.observation import make_observation

import backroom
import backroom.gyms.openspiel as registered
from backroom.cli.bench import MODULUS, MULTIPLIER
from backroom.gyms.observing import encoding
from backroom.gyms.pettingzoo import maker
from backroom.gyms.vector import Tables
from bench.peers import Measured, pettingzoo, rlcard

AT_MOST = 2.0
"""What an adapter may cost."""
AS_A_LIST = "OpenSpiel, observation_tensor"
"""Told, and not held to that: on top of our observer pyspiel copies the vector and makes a list of Python's numbers."""
assert registered is not None
assert python_games is not None
TABLES = 64


def bare(name: str, seconds: float) -> float:
    """The engine, and the deciding seat's view as a vector."""
    game = backroom.game(name)
    seats = game.usual_seats()
    made = encoding(name, seats)
    decisions, seed, draw = 0, 0, 1
    start = clock()
    while clock() - start < seconds:
        seed += 1
        state = game.new(seats, seed, game.clockless)
        while waiting := state.waiting:
            seat = waiting[0]
            made.vector(state.view(seat))
            actions = state.legal(seat)
            draw = draw * MULTIPLIER % MODULUS
            state.play(seat, actions[draw % len(actions)])
            decisions += 1
    return decisions / (clock() - start)


def zoo(env: Any, seconds: float) -> float:
    """An AEC environment: look, choose by the mask, step."""
    decisions, draw = 0, 1
    start = clock()
    while clock() - start < seconds:
        env.reset(seed=draw)
        for _ in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            actions = np.flatnonzero(seen["action_mask"])
            draw = draw * MULTIPLIER % MODULUS
            env.step(int(actions[draw % len(actions)]))
            decisions += 1
    return decisions / (clock() - start)


def many(tables: Tables, seconds: float) -> float:
    """The vectorised runner: a choice by the mask at every table, all by one call."""
    decisions = 0
    draw = np.random.default_rng(1)
    start = clock()
    while clock() - start < seconds:
        chosen = (tables.masks * draw.random(tables.masks.shape, np.float32)).argmax(axis=1)
        tables.step(chosen)
        decisions += len(chosen)
    return decisions / (clock() - start)


def spiel(name: str, tensor: bool, seconds: float) -> float:
    """A game of OpenSpiel: observed with its observers in Python, or as the list that `observation_tensor` makes."""
    game = pyspiel.load_game(name)
    observer, chance = make_observation(game), Random(1)
    decisions, draw = 0, 1
    start = clock()
    while clock() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[chance.randrange(len(outcomes))][0])
                continue
            player = state.current_player()
            if tensor:
                state.observation_tensor(player)
            else:
                observer.set_from(state, player)
            actions = state.legal_actions()
            draw = draw * MULTIPLIER % MODULUS
            state.apply_action(actions[draw % len(actions)])
            decisions += 1
    return decisions / (clock() - start)


def runs() -> dict[str, dict[str, Measured]]:
    """By game, what is measured; the peers under a heading of their own."""
    found: dict[str, dict[str, Measured]] = {}
    for name in backroom.games():
        found[name] = {
            "bare": partial(bare, name),
            "PettingZoo raw_env": partial(zoo, maker(name).raw_env()),
            "PettingZoo env": partial(zoo, maker(name).env()),
            f"{TABLES} tables in arrays": partial(many, Tables(name, TABLES, seed=1)),
            "OpenSpiel, observer": partial(spiel, registered.PREFIX + name, False),
            AS_A_LIST: partial(spiel, registered.PREFIX + name, True),
        }
    found["peers"] = {
        "RLCard uno": rlcard("uno"),
        "RLCard gin rummy": rlcard("gin-rummy"),
        "RLCard dou dizhu": rlcard("doudizhu"),
        "PettingZoo Leduc hold'em": pettingzoo("leduc_holdem_v4"),
        "PettingZoo Texas hold'em": pettingzoo("texas_holdem_v4"),
        "OpenSpiel python_kuhn_poker": partial(spiel, "python_kuhn_poker", False),
        "OpenSpiel python_team_dominoes": partial(spiel, "python_team_dominoes", False),
        "OpenSpiel python_liars_poker": partial(spiel, "python_liars_poker", False),
    }
    return found


def measure(
    wanted: dict[str, dict[str, Callable[[float], float]]], seconds: float, rounds: int
) -> dict[str, dict[str, float]]:
    """The median of each figure over interleaved rounds."""
    figures: dict[str, dict[str, list[float]]] = {
        chapter: {name: [] for name in each} for chapter, each in wanted.items()
    }
    for done in range(rounds):
        for chapter, each in wanted.items():
            for name, run in each.items():
                figures[chapter][name].append(run(seconds))
        sys.stderr.write(f"round {done + 1} of {rounds}\n")
    return {
        chapter: {name: statistics.median(found) for name, found in each.items()} for chapter, each in figures.items()
    }


def main() -> None:
    """Measure, print a table, or JSON; exit code 1 if an adapter costs more than it may."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each figure in each round")
    parser.add_argument("--rounds", type=int, default=5, help="interleaved rounds; the median counts")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", default="", help="only these chapters: a game, or peers; e.g. boss,peers")
    chosen = parser.parse_args()
    wanted = {name: each for name, each in runs().items() if not chosen.only or name in chosen.only.split(",")}
    medians = measure(wanted, chosen.seconds, chosen.rounds)
    costs = {
        f"{game}: {name}": each["bare"] / figure
        for game, each in medians.items()
        if "bare" in each
        for name, figure in each.items()
        if name != "bare"
    }
    how = "compiled" if backroom.COMPILED else "plain"
    if chosen.json:
        print(
            json.dumps({"engines": how, "decisions_per_second": medians, "cost": costs, "at_most": AT_MOST}, indent=1)
        )
    else:
        for chapter, each in medians.items():
            print(f"{chapter + ('' if chapter == 'peers' else f', {how}'):36}{'decisions/s':>12}{'cost':>8}")
            for name, figure in each.items():
                cost = costs.get(f"{chapter}: {name}")
                print(f"  {name:34}{figure:12,.0f}" + (f"{cost:8.2f}" if cost is not None else ""))
    dear = [name for name, cost in costs.items() if cost > AT_MOST and not name.endswith(AS_A_LIST)]
    if dear:
        sys.exit(f"more than {AT_MOST} times the bare engine: {', '.join(dear)}")


if __name__ == "__main__":
    main()
