"""How bots did against each other: ratings, wins, who beats whom, and how long each thought."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

import msgspec
import numpy as np

from backroom.arena.games import STEPS, Plan, Result, Times, edition_of
from backroom.arena.intervals import Share, mean, paired
from backroom.arena.ratings import Rating, ratings
from backroom.kernel.options import Value
from backroom.kernel.registry import game as find_game


class Row(msgspec.Struct, frozen=True):
    """One bot."""

    bot: str
    seats: int
    """How often it sat at a table."""
    rating: Rating
    wins: Share
    """Its part of the win at each seat where it sat; equal for all would be one divided by the seats."""
    score: float
    score_within: float
    """Half the 95 % interval."""
    rank: float
    faults: dict[str, int]
    """Answers that could not be played, by kind; only bots from outside have any."""


class Standing(msgspec.Struct, frozen=True):
    """What a run has found, the same whenever it is played again."""

    game: str
    rules: str
    edition: str
    options: dict[str, Value]
    seats: int
    games: int
    deals: int
    first: int
    """The first deal's number."""
    bots: list[Row]
    """The highest rating first."""
    beats: dict[str, dict[str, Share]]
    """How often the one comes before the other, a tie counting half."""


class Thinking(msgspec.Struct, frozen=True):
    """How long a bot thought about a decision, in milliseconds."""

    bot: str
    decisions: int
    mean: float
    median: float
    most: float
    """95 of 100 took no longer."""
    longest: float
    said: str = ""
    """Its first fault in words."""


def standing(plan: Plan, results: Iterable[Result]) -> Standing:
    """The standing after these games, which need not be in order."""
    ordered = sorted((result.repeatable() for result in results), key=lambda result: result.fixture)
    deals = [list(games) for _number, games in groupby(ordered, key=lambda result: result.number)]
    many = len(plan.bots)
    before = [ahead(deal, many) for deal in deals]
    rated = ratings(before) if many > 1 else [Rating(1500.0, 1500.0, 1500.0)]
    rows = [_row(plan.bots[bot], bot, deals, rated[bot]) for bot in range(many)]
    game = find_game(plan.game)
    return Standing(
        game=plan.game,
        rules=game.rules,
        edition=edition_of(plan).label,
        options=game.settle(plan.options),
        seats=ordered[0].seats,
        games=len(ordered),
        deals=len(deals),
        first=ordered[0].number,
        bots=sorted(rows, key=lambda row: (-row.rating.elo, row.bot)),
        beats={
            plan.bots[one]: {
                plan.bots[other]: paired(
                    [
                        (float(points[one, other]), round(float(points[one, other] + points[other, one])))
                        for points in before
                    ]
                )
                for other in range(many)
                if other != one
            }
            for one in range(many)
        },
    )


def ahead(deal: Sequence[Result], bots: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """How often each bot came before each other one in these games, seat against seat."""
    found = np.zeros((bots, bots))
    for result in deal:
        for seat, bot in enumerate(result.order):
            for rival, other in enumerate(result.order):
                if other != bot and result.ranks[seat] <= result.ranks[rival]:
                    found[bot, other] += 1.0 if result.ranks[seat] < result.ranks[rival] else 0.5
    return found


def _row(label: str, bot: int, deals: Sequence[Sequence[Result]], rating: Rating) -> Row:
    wins: list[tuple[float, int]] = []
    scores: list[tuple[float, int]] = []
    places: list[int] = []
    faults: dict[str, int] = {}
    for deal in deals:
        seated = [(result, seat) for result in deal for seat, who in enumerate(result.order) if who == bot]
        wins.append((sum(result.wins()[seat] for result, seat in seated), len(seated)))
        scores.append((sum(result.scores[seat] for result, seat in seated), len(seated)))
        places += [result.ranks[seat] for result, seat in seated]
        for result, seat in seated:
            for kind, count in result.faults[seat].items() if result.faults else ():
                faults[kind] = faults.get(kind, 0) + count
    score, within = mean(scores)
    return Row(
        bot=label,
        seats=len(places),
        rating=rating,
        wins=paired(wins),
        score=score,
        score_within=within,
        rank=sum(places) / len(places),
        faults=dict(sorted(faults.items())),
    )


def thinking(plan: Plan, results: Iterable[Result]) -> list[Thinking]:
    """How long everybody thought, as far as it was noted."""
    times: list[Times] = [{} for _bot in plan.bots]
    said = ["" for _bot in plan.bots]
    for result in results:
        for seat, bot in enumerate(result.order):
            for step, count in result.times[seat].items() if result.times else ():
                times[bot][step] = times[bot].get(step, 0) + count
            if result.said and not said[bot]:
                said[bot] = result.said[seat]
    return [_thinking(plan.bots[bot], found, said[bot]) for bot, found in enumerate(times)]


def _thinking(label: str, times: Times, said: str) -> Thinking:
    decisions = sum(times.values())
    total = sum(milliseconds(step) * count for step, count in times.items())
    return Thinking(
        bot=label,
        decisions=decisions,
        mean=total / decisions if decisions else 0.0,
        median=_quantile(times, 0.5),
        most=_quantile(times, 0.95),
        longest=milliseconds(max(times)) if times else 0.0,
        said=said,
    )


def milliseconds(step: float) -> float:
    """What a class of thinking times stands for."""
    return float(2 ** (step / STEPS) / 1000)


def _quantile(times: Times, part: float) -> float:
    wanted = part * sum(times.values())
    for step in sorted(times):
        wanted -= times[step]
        if wanted <= 0:
            return milliseconds(step)
    return 0.0
