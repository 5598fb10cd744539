"""Our engines beside others in one run: `PYTHONPATH=src python -m bench.peers [--seconds 2] [--rounds 3]`.

Only what is installed is measured (`pip install backroom[peers]`, `[peers-catanatron]`); a peer that is missing is
named. Every figure is the median of several interleaved rounds, by processor time; ratios count, not the figures
themselves. A decision is one choice of a player: a list of what is legal, a choice by the same small generator, and
the move; dealing is included in the time and not counted. Hearts is OpenSpiel's (C++, driven from Python), with chance
drawn in three ways. `bench.figures` has the plain and the compiled engines in one run.
"""

from __future__ import annotations

import argparse
import importlib
import json
import statistics
import sys
from collections.abc import Callable
from functools import partial
from time import process_time as clock
from typing import Any

import backroom
from backroom.cli.bench import MODULUS, MULTIPLIER, drive, inside

Measured = Callable[[float], float]


CHANCE = ("as documented", "outcomes", "legal list")


def openspiel(name: str, chance: str) -> Measured:
    """OpenSpiel from Python, with chance drawn in one of three ways: as its documentation does it (an outcome by its
    probability); any of the outcomes; any action of the legal list. The last two fit only where all are as likely."""
    pyspiel: Any = importlib.import_module("pyspiel")
    random: Any = importlib.import_module("random").Random(1)
    game = pyspiel.load_game(name)

    def run(seconds: float) -> float:
        decisions, draw = 0, 1
        start = clock()
        while clock() - start < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                draw = draw * MULTIPLIER % MODULUS
                if not state.is_chance_node():
                    actions = state.legal_actions(state.current_player())
                    state.apply_action(actions[draw % len(actions)])
                    decisions += 1
                elif chance == "as documented":
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(random.choices(outcomes, chances)[0])
                elif chance == "outcomes":
                    pairs = state.chance_outcomes()
                    state.apply_action(pairs[draw % len(pairs)][0])
                else:
                    actions = state.legal_actions()
                    state.apply_action(actions[draw % len(actions)])
        return decisions / (clock() - start)

    return run


def openspiel_inside(name: str, count_chance: bool) -> Measured:
    """OpenSpiel's own C++ loop: uniformly random bots; decisions, or with the deals' single cards counted too."""
    pyspiel: Any = importlib.import_module("pyspiel")
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(game.num_players())]
    made = 0
    for seed in range(50):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        replayed = game.new_initial_state()
        for action in state.history():
            made += count_chance or not replayed.is_chance_node()
            replayed.apply_action(action)

    def run(seconds: float) -> float:
        games = 0
        start = clock()
        while clock() - start < seconds:
            games += 1
            pyspiel.evaluate_bots(game.new_initial_state(), bots, games)
        return games * made / 50 / (clock() - start)

    return run


def rlcard(name: str) -> Measured:
    """RLCard's games without its agents' interface: legal actions, choice, step."""
    library: Any = importlib.import_module("rlcard")
    environment = library.make(name, config={"seed": 1})

    def run(seconds: float) -> float:
        decisions, draw = 0, 1
        start = clock()
        while clock() - start < seconds:
            state, _ = environment.reset()
            while not environment.is_over():
                actions = list(state["legal_actions"])
                draw = draw * MULTIPLIER % MODULUS
                state, _ = environment.step(actions[draw % len(actions)])
                decisions += 1
        return decisions / (clock() - start)

    return run


def pettingzoo(name: str) -> Measured:
    """PettingZoo's classic games: the mask, a choice, a step."""
    numpy: Any = importlib.import_module("numpy")
    environment = importlib.import_module(f"pettingzoo.classic.{name}").env()

    def run(seconds: float) -> float:
        decisions, draw = 0, 1
        start = clock()
        while clock() - start < seconds:
            environment.reset(seed=draw)
            for _ in environment.agent_iter():
                observation, _, ended, cut, _ = environment.last()
                if ended or cut:
                    environment.step(None)
                    continue
                actions = numpy.flatnonzero(observation["action_mask"])
                draw = draw * MULTIPLIER % MODULUS
                environment.step(int(actions[draw % len(actions)]))
                decisions += 1
        return decisions / (clock() - start)

    return run


def catanatron() -> Measured:
    """Catanatron with four random players of ours."""
    game_module: Any = importlib.import_module("catanatron.game")
    players: Any = importlib.import_module("catanatron.models.player")

    def run(seconds: float) -> float:
        decisions, draw = 0, 1
        start = clock()
        while clock() - start < seconds:
            game = game_module.Game([players.SimplePlayer(colour) for colour in players.Color], seed=draw)
            while game.winning_color() is None and game.state.num_turns < 1000:
                actions = game.state.playable_actions
                draw = draw * MULTIPLIER % MODULUS
                game.execute(actions[draw % len(actions)], validate_action=False)
                decisions += 1
        return decisions / (clock() - start)

    return run


def ours() -> dict[str, Measured]:
    """Our engines, as they are installed here."""
    how = "compiled" if backroom.COMPILED else "plain"
    runs: dict[str, Measured] = {}
    for name in backroom.games():
        game = backroom.game(name)
        seats = game.usual_seats()
        runs[f"{name}, {seats} seats, {how}"] = partial(drive, game, seats)
        runs[f"{name}, {seats} seats, {how}, inside"] = partial(inside, game, seats, dealt=False)
    return runs


def others() -> tuple[dict[str, Measured], list[str]]:
    """The peers that can be measured here, and those that are missing."""
    wanted: dict[str, Callable[[], Measured]] = {
        "hearts, as documented": lambda: openspiel("hearts", "as documented"),
        "hearts, outcomes": lambda: openspiel("hearts", "outcomes"),
        "hearts, legal list": lambda: openspiel("hearts", "legal list"),
        "hearts, inside C++": lambda: openspiel_inside("hearts", count_chance=False),
        "hearts, inside C++, deals counted": lambda: openspiel_inside("hearts", count_chance=True),
        "OpenSpiel skat": lambda: openspiel("skat", "outcomes"),
        "OpenSpiel euchre": lambda: openspiel("euchre", "outcomes"),
        "OpenSpiel gin rummy": lambda: openspiel("gin_rummy", "outcomes"),
        "RLCard uno": lambda: rlcard("uno"),
        "RLCard gin rummy": lambda: rlcard("gin-rummy"),
        "PettingZoo Leduc hold'em": lambda: pettingzoo("leduc_holdem_v4"),
        "PettingZoo connect four": lambda: pettingzoo("connect_four_v3"),
        "Catanatron, 4 seats": catanatron,
    }
    runs: dict[str, Measured] = {}
    missing = []
    for name, make in wanted.items():
        try:
            runs[name] = make()
        except ImportError as error:
            missing.append(f"{name} (no {error.name or error})")
    return runs, missing


def main() -> None:
    """Measure, print a table, or JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each figure in each round")
    parser.add_argument("--rounds", type=int, default=5, help="interleaved rounds; the median counts")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", default="", help="only figures whose name holds one of these words, e.g. boss,hearts")
    chosen = parser.parse_args()
    peers, missing = others()
    runs = {**ours(), **peers}
    words = [word for word in chosen.only.lower().split(",") if word]
    if words:
        runs = {name: run for name, run in runs.items() if any(word in name.lower() for word in words)}
    figures: dict[str, list[float]] = {name: [] for name in runs}
    for done in range(chosen.rounds):
        for name, run in runs.items():
            figures[name].append(run(chosen.seconds))
        sys.stderr.write(f"round {done + 1} of {chosen.rounds}\n")
    medians = {name: statistics.median(found) for name, found in figures.items()}
    if chosen.json:
        print(json.dumps({"decisions_per_second": medians, "missing": missing}, indent=1))
        return
    base = [f"hearts, {chance}" for chance in CHANCE if f"hearts, {chance}" in medians]
    cpp = [name for name in medians if "inside C++" in name]
    print(f"{'decisions a second':44}{'median':>12}" + "".join(f"{'/ ' + name:>26}" for name in base))
    for name, figure in medians.items():
        print(f"{name:44}{figure:12,.0f}" + "".join(f"{figure / medians[other]:26.2f}" for other in base))
    for name, figure in medians.items():
        if name.endswith("inside"):
            for other in cpp:
                print(f"{name} / {other}: {figure / medians[other]:.2f}")
    for name in missing:
        print(f"not installed: {name}")


if __name__ == "__main__":
    main()
