"""Ratings from who came before whom: Bradley and Terry's model on Elo's scale, a tie as half of each.

The best fit is the same whatever order the games ended in. Each bot also has one drawn game against an average
one, so that who never lost has a rating too. Its 95 % interval is the wider of two: that of the model, which takes
each comparison for itself, and the one that follows from how the deals differ from each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from backroom.arena.intervals import Z, student

ELO: Final = 400 / log(10)
MIDDLE: Final = 1500.0
"""The mean of all who played."""

Matrix = NDArray[np.float64]


class Rating(msgspec.Struct, frozen=True):
    """How strong a bot is among those it played, and within which bounds, 95 times of 100."""

    elo: float
    low: float
    high: float


def ratings(deals: Sequence[Matrix]) -> list[Rating]:
    """From one matrix for each deal: how often (or half often) the bot of the row came before that of the column."""
    each = np.stack(deals)
    won: Matrix = each.sum(axis=0)
    games = won + won.T
    skill = fit(won)
    chance = 1 / (1 + np.exp(skill[None, :] - skill[:, None]))
    information = _information(skill, games, chance)
    model = np.linalg.inv(information)
    pull = (each - (each + each.transpose(0, 2, 1)) * chance).sum(axis=2)
    many = len(deals)
    spread = pull.T @ pull * (many / max(many - 1, 1))
    centred = np.eye(len(won)) - 1 / len(won)
    by_model = np.diag(centred @ model @ centred)
    by_deals = np.diag(centred @ model @ spread @ model @ centred)
    half = np.maximum(Z * np.sqrt(by_model), (student(many - 1) if many > 1 else 0.0) * np.sqrt(by_deals.clip(0)))
    elo = MIDDLE + ELO * (skill - skill.mean())
    return [Rating(float(at), float(at - ELO * by), float(at + ELO * by)) for at, by in zip(elo, half, strict=True)]


def fit(won: Matrix) -> Matrix:
    """The skills that explain the wins best, by Newton's method."""
    games = won + won.T
    skill = np.zeros(len(won))
    for _ in range(200):
        chance = 1 / (1 + np.exp(skill[None, :] - skill[:, None]))
        slope = (won - games * chance).sum(axis=1) + 0.5 - 1 / (1 + np.exp(-skill))
        step = np.linalg.solve(_information(skill, games, chance), slope)
        skill = skill + step.clip(-1, 1)
        if np.abs(step).max() < 1e-10:
            break
    return skill


def _information(skill: Matrix, games: Matrix, chance: Matrix) -> Matrix:
    weight = games * chance * (1 - chance)
    own = 1 / (1 + np.exp(-skill))
    found: Matrix = np.diag(weight.sum(axis=1) + own * (1 - own)) - weight
    return found
