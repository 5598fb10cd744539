"""A small network that plays Boss, and the bot made of it: `backroom arena boss --bots examples/boss_net.py,random`.

`examples/train_boss.py` trains it. NumPy is all it needs.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy looks when it is imported: matrices as small as these gain
# nothing by more threads, and in the arena every processor plays games of its own
import numpy as np
from numpy.typing import NDArray

import backroom
from backroom.gyms.observing import encoding
from backroom.kernel.view import View

WEIGHTS = Path(os.environ.get("BOSS_NET", Path(__file__).with_name("boss_net.npz")))
Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]
LARGE = np.float32(1e9)


class Net:
    """One hidden layer; from it the liking for every action, and what the round is worth."""

    def __init__(self, seats: int, hidden: int = 96, seed: int = 0) -> None:
        size, actions = encoding("boss", seats).size, backroom.game("boss").actions
        draw = np.random.default_rng(seed)
        self.seats = seats
        self.weights: dict[str, Floats] = {
            "in": (draw.standard_normal((size, hidden)) * np.sqrt(2 / 60)).astype(np.float32),
            "in_bias": np.zeros(hidden, np.float32),
            "act": (draw.standard_normal((hidden, actions)) * 0.01).astype(np.float32),
            "act_bias": np.zeros(actions, np.float32),
            "worth": np.zeros((hidden, 1), np.float32),
            "worth_bias": np.zeros(1, np.float32),
        }

    def think(self, seen: Floats, may: Flags) -> tuple[Floats, Floats, Floats]:
        """The hidden layer, the chance of every action, and what the round is worth."""
        weights = self.weights
        hidden = np.maximum(seen @ weights["in"] + weights["in_bias"], 0)
        liking = hidden @ weights["act"] + weights["act_bias"] - LARGE * ~may
        liking -= liking.max(axis=1, keepdims=True)
        chances = np.exp(liking)
        chances /= chances.sum(axis=1, keepdims=True)
        return hidden, chances, (hidden @ weights["worth"] + weights["worth_bias"])[:, 0]

    def save(self, file: Path) -> None:
        """Keep the weights."""
        kept: dict[str, Any] = {"seats": np.array(self.seats), **self.weights}
        with file.open("wb") as out:
            np.savez(out, **kept)

    @classmethod
    def load(cls, file: Path) -> Net:
        """Weights that were kept."""
        with np.load(file) as kept:
            net = cls(int(kept["seats"]))
            net.weights = {name: kept[name] for name in net.weights}
        return net


class Trained:
    """Plays what the network likes best."""

    def __init__(self, net: Net | None = None) -> None:
        self.net = net or Net.load(WEIGHTS)

    def choose(self, view: View, legal: Sequence[int], rng: Random, budget: int | None) -> int:
        """One of the legal actions. It has learned at a table of so many seats, and plays at no other."""
        if view.seats != self.net.seats:
            raise ValueError(f"this network has learned to play with {self.net.seats} seats, not {view.seats}")
        seen = encoding("boss", view.seats).vector(view)[None]
        may = np.zeros((1, self.net.weights["act_bias"].size), np.bool_)
        may[0, legal] = True
        return int(self.net.think(seen, may)[1].argmax())
