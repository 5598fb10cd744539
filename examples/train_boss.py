"""Boss learned by playing oneself, in minutes, with NumPy alone; docs/training.md walks through it.

    python examples/train_boss.py --games 8000 --curve docs/training.svg

One network sits at all seats of many tables. A decision is judged by what the rest of its round brought to its seat,
more than to the others on average, and half as much by each later round; what the network expected is taken off. Then
a few steps of policy gradient, clipped so that it does not run away (PPO). Now and then it plays against `random`,
greedily, with the seats rotated.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from backroom.arena.intervals import Share, wilson
from backroom.gyms.vector import Tables
from boss_net import WEIGHTS, Flags, Floats, Net

Whole = NDArray[np.int64]
LATER = 0.5
"""How much a later round counts for a decision."""
CLIP, ENTROPY, STEP = 0.2, 0.01, 1e-3


class Adam:
    """Steps downhill, each weight with its own pace."""

    def __init__(self, net: Net) -> None:
        self.first = {name: np.zeros_like(each) for name, each in net.weights.items()}
        self.second = {name: np.zeros_like(each) for name, each in net.weights.items()}
        self.steps = 0

    def step(self, net: Net, slopes: dict[str, Floats]) -> None:
        """One step."""
        self.steps += 1
        for name, slope in slopes.items():
            self.first[name] += np.float32(0.1) * (slope - self.first[name])
            self.second[name] += np.float32(0.001) * (slope * slope - self.second[name])
            first = self.first[name] / (1 - 0.9**self.steps)
            second = self.second[name] / (1 - 0.999**self.steps)
            net.weights[name] -= np.float32(STEP) * first / (np.sqrt(second) + np.float32(1e-8))


class Memory:
    """The decisions of games that are not over yet, table by table, and those that can be learned from."""

    def __init__(self, tables: int, seats: int) -> None:
        self.seats = seats
        self.running: list[list[tuple[Floats, Flags, int, int, float]]] = [[] for _ in range(tables)]
        self.paid: list[list[tuple[int, Floats]]] = [[] for _ in range(tables)]
        self.done: list[tuple[Floats, Flags, int, float, float]] = []

    def game_over(self, table: int) -> None:
        """Judge a game's decisions backwards."""
        worth = np.zeros(self.seats, np.float32)
        paid = self.paid[table]
        for at in range(len(self.running[table]) - 1, -1, -1):
            while paid and paid[-1][0] == at:
                gains = paid.pop()[1]
                edge = gains - (gains.sum() - gains) / (self.seats - 1)
                worth = LATER * worth + edge
            seen, may, seat, action, chance = self.running[table][at]
            self.done.append((seen, may, action, chance, float(worth[seat])))
        self.running[table], self.paid[table] = [], []


def play(net: Net, tables: Tables, memory: Memory, wanted: int, draw: np.random.Generator) -> int:
    """Play on until there is so much to learn from; how many games ended."""
    games = 0
    while len(memory.done) < wanted:
        chances = net.think(tables.observations, tables.masks)[1]
        actions = pick(chances, draw)
        for table, action in enumerate(actions):
            seat = int(tables.deciding[table])
            memory.running[table].append(
                (
                    tables.observations[table].copy(),
                    tables.masks[table].copy(),
                    seat,
                    int(action),
                    float(chances[table, action]),
                )
            )
        rewards, over = tables.step(actions)
        for table in np.flatnonzero(rewards.any(axis=1)).tolist():
            memory.paid[table].append((len(memory.running[table]) - 1, rewards[table].copy()))
        for table in np.flatnonzero(over).tolist():
            memory.game_over(table)
            games += 1
    return games


def pick(chances: Floats, draw: np.random.Generator) -> Whole:
    """An action for each row, by its chances."""
    bound = chances.cumsum(axis=1)
    picked: Whole = (bound < draw.random((len(chances), 1)) * bound[:, -1:]).sum(axis=1)
    return picked.clip(0, chances.shape[1] - 1)


def learn(net: Net, adam: Adam, memory: Memory, draw: np.random.Generator, times: int = 3, size: int = 512) -> None:
    """A few rounds of steps over what was played; then it is forgotten."""
    done = memory.done
    seen, may = np.stack([one[0] for one in done]), np.stack([one[1] for one in done])
    action, before = np.array([one[2] for one in done]), np.array([one[3] for one in done], np.float32)
    worth = np.array([one[4] for one in done], np.float32)
    edge = worth - net.think(seen, may)[2]
    edge = (edge - edge.mean()) / (edge.std() + 1e-6)
    for _ in range(times):
        order = draw.permutation(len(done))
        for start in range(0, len(done) - size + 1, size):
            part = order[start : start + size]
            adam.step(net, slopes(net, seen[part], may[part], action[part], before[part], edge[part], worth[part]))
    memory.done = []


def slopes(
    net: Net, seen: Floats, may: Flags, action: Whole, before: Floats, edge: Floats, worth: Floats
) -> dict[str, Floats]:
    """Which way is down: the clipped policy gradient, a little for staying curious, and the error of the guess."""
    rows, count = np.arange(len(action)), np.float32(len(action))
    hidden, chances, guess = net.think(seen, may)
    ratio = chances[rows, action] / before
    moving = np.where(edge > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
    pull = (edge * ratio * moving)[:, None].astype(np.float32)
    chosen = np.zeros_like(chances)
    chosen[rows, action] = 1
    surprise = np.log(chances + np.float32(1e-9))
    curious = chances * (surprise - (chances * surprise).sum(axis=1, keepdims=True))
    liking = (pull * (chances - chosen) + np.float32(ENTROPY) * curious) / count
    error = ((guess - worth) * np.float32(0.05) / count)[:, None]
    back = liking @ net.weights["act"].T + error @ net.weights["worth"].T
    back *= hidden > 0
    return {
        "in": seen.T @ back,
        "in_bias": back.sum(axis=0),
        "act": hidden.T @ liking,
        "act_bias": liking.sum(axis=0),
        "worth": hidden.T @ error,
        "worth_bias": error.sum(axis=0),
    }


def against_random(net: Net, games: int, seed: int) -> Share:
    """The share of games won against `random` at all other seats, the seat changing from game to game; ties count in
    part. The first game of every table counts, so long games are not left out."""
    tables = Tables("boss", games, seats=net.seats, seed=seed)
    mine = np.arange(games) % net.seats
    draw, won, going = np.random.default_rng(seed), 0.0, np.ones(games, np.bool_)
    while going.any():
        actions = net.think(tables.observations, tables.masks)[1].argmax(axis=1)
        random = pick(tables.masks.astype(np.float32), draw)
        rewards, over = tables.step(np.where(tables.deciding == mine, actions, random))
        for table in np.flatnonzero(over & going):
            best = rewards[table].max()
            won += float(rewards[table, mine[table]] == best) / float((rewards[table] == best).sum())
            going[table] = False
    return wilson(won, games)


def draw_curve(curve: list[tuple[int, Share]], file: Path) -> None:
    """The learning curve as SVG."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "backroom"
    import matplotlib.pyplot as plt

    played = [games for games, _ in curve]
    figure, axes = plt.subplots(figsize=(7, 3.6), layout="constrained")
    axes.fill_between(played, [one.low for _, one in curve], [one.high for _, one in curve], alpha=0.25, lw=0)
    axes.plot(played, [one.share for _, one in curve], marker="o", ms=3)
    axes.axhline(curve[0][1].share, ls=":", c="grey", lw=1)
    axes.set(xlabel="games played against itself", ylabel="won against random", ylim=(0, 1))
    axes.set_title("Boss learned by self-play (shaded: 95 % interval)")
    figure.savefig(file, metadata={"Date": None})
    plt.close(figure)


def main(given: list[str] | None = None) -> Share:
    """Train, say how it goes, keep the weights and draw the curve."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=8000, help="to learn from; about 40 a second")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--batch", type=int, default=8192, help="decisions before each lesson")
    parser.add_argument("--trial", type=int, default=400, help="games against random for each point of the curve")
    parser.add_argument("--points", type=int, default=12, help="points of the curve")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    parser.add_argument("--curve", type=Path)
    chosen = parser.parse_args(given)

    net = Net(chosen.seats, seed=chosen.seed)
    adam, draw = Adam(net), np.random.default_rng(chosen.seed)
    tables = Tables("boss", chosen.tables, seats=chosen.seats, rewards="score", seed=chosen.seed)
    memory = Memory(chosen.tables, chosen.seats)
    games = 0
    curve: list[tuple[int, Share]] = []
    while len(curve) <= chosen.points:
        if games >= chosen.games * len(curve) / chosen.points:
            share = against_random(net, chosen.trial, seed=10_000 + len(curve))
            curve.append((games, share))
            print(f"{games:6} games: won {share.share:.3f} ({share.low:.3f} to {share.high:.3f})", flush=True)
        else:
            games += play(net, tables, memory, chosen.batch, draw)
            learn(net, adam, memory, draw)
    net.save(chosen.out)
    if chosen.curve:
        draw_curve(curve, chosen.curve)
    return curve[-1][1]


if __name__ == "__main__":
    main()
