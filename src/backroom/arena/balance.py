"""What many games say about a game: whether seats are equal, how long it lasts, what its printed data are worth.

Every share stands with its 95 % interval: Wilson's for wins, the normal one for how often owners win.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

import msgspec

from backroom.arena.games import Plan, Result, edition_of
from backroom.arena.intervals import Share, Z, wilson
from backroom.kernel.game import Counts
from backroom.kernel.options import Value
from backroom.kernel.registry import game as find_game


class Row(msgspec.Struct, frozen=True):
    """One thing that a game counts."""

    name: str
    per_game: float
    """By all seats together."""
    in_games: float
    """In which part of the games it occurs at all."""
    winners: float | None = None
    """How much of it a winner has; None for what belongs to nobody."""
    others: float | None = None
    owners_win: float | None = None
    """How often those win who have any of it, where 1 is as often as everybody."""
    uncertain: float | None = None
    """Half the interval around that."""


class AtTable(msgspec.Struct, frozen=True):
    """The games of so many players."""

    seats: int
    games: int
    by_seat: list[Share]
    by_order: list[Share]
    """From the first player on; empty where everybody decides first."""
    shared: float
    """Wins that several share, of all games."""
    decisions: float
    shortest: int
    longest: int
    score: float
    winning_score: float
    margin: float
    """From the winner to the second."""
    tally: dict[str, list[Row]]

    def furthest(self) -> float:
        """How far the wins of a seat are from equal, at most."""
        return max(abs(share.share - 1 / self.seats) for share in self.by_seat)

    def furthest_in_order(self) -> float | None:
        """The same for the order from the first player on."""
        return max((abs(share.share - 1 / self.seats) for share in self.by_order), default=None)


class Balance(msgspec.Struct, frozen=True):
    """What a run has found."""

    game: str
    rules: str
    edition: str
    options: dict[str, Value]
    bots: str
    tables: list[AtTable]
    tally: dict[str, list[Row]]
    """All tables together."""


def balance(plan: Plan, results: Iterable[Result]) -> Balance:
    """The report on a run. The order in which the games ended makes no difference."""
    ordered = sorted(results, key=lambda result: (result.seats, result.number))
    game = find_game(plan.game)
    edition = edition_of(plan)
    tables = []
    for seats in sorted({result.seats for result in ordered}):
        games = [result for result in ordered if result.seats == seats]
        start = game.new(seats, 0, plan.options, edition).view(None)
        tables.append(_at_table(seats, games, game.tally(start, ())))
    rows: dict[str, dict[str, None]] = {}
    for table in tables:
        for chapter, counted in table.tally.items():
            rows.setdefault(chapter, {}).update((row.name, None) for row in counted)
    return Balance(
        game=game.name,
        rules=game.rules,
        edition=edition.label,
        options=game.settle(plan.options),
        bots=", ".join(plan.bots),
        tables=tables,
        tally={chapter: [_row(chapter, name, ordered) for name in names] for chapter, names in rows.items()},
    )


def _at_table(seats: int, games: Sequence[Result], all_rows: Counts) -> AtTable:
    wins = [0.0] * seats
    order = [0.0] * seats
    ordered = 0
    for result in games:
        ordered += result.first is not None
        for seat, part in enumerate(result.wins()):
            wins[seat] += part
            if result.first is not None:
                order[(seat - result.first) % seats] += part
    ranked = [[score for _, score in sorted(zip(result.ranks, result.scores, strict=True))] for result in games]
    names: dict[str, dict[str, None]] = {chapter: dict.fromkeys(rows) for chapter, rows in all_rows.items()}
    for result in games:
        for chapter, rows in result.tally.items():
            names.setdefault(chapter, {}).update(dict.fromkeys(rows))
    return AtTable(
        seats=seats,
        games=len(games),
        by_seat=[wilson(won, len(games)) for won in wins],
        by_order=[wilson(won, ordered) for won in order] if ordered else [],
        shared=_mean([float(result.ranks.count(1) > 1) for result in games]),
        decisions=_mean([result.decisions for result in games]),
        shortest=min(result.decisions for result in games),
        longest=max(result.decisions for result in games),
        score=_mean([score for result in games for score in result.scores]),
        winning_score=_mean([scores[0] for scores in ranked]),
        margin=_mean([abs(scores[0] - scores[min(1, seats - 1)]) for scores in ranked]),
        tally={chapter: [_row(chapter, name, games) for name in rows] for chapter, rows in names.items()},
    )


def _row(chapter: str, name: str, games: Sequence[Result]) -> Row:
    """One thing over many games. What nobody has is counted with a single number."""
    total = 0.0
    occurs = 0
    owned = False
    winners = others = won = lost = 0.0
    times: list[float] = []
    for result in games:
        wins = result.wins()
        won += sum(wins)
        lost += result.seats - sum(wins)
        counted = result.tally.get(chapter, {}).get(name)
        if counted is None:
            continue
        total += sum(counted)
        occurs += 1
        if len(counted) != result.seats:
            continue
        owned = True
        for part, amount in zip(wins, counted, strict=True):
            winners += part * amount
            others += (1 - part) * amount
            if amount > 0:
                times.append(part * result.seats)
    if not owned:
        return Row(name, total / len(games), occurs / len(games))
    mean = _mean(times)
    spread = sqrt(sum((time - mean) ** 2 for time in times) / (len(times) - 1) / len(times)) if len(times) > 1 else 0.0
    return Row(
        name=name,
        per_game=total / len(games),
        in_games=occurs / len(games),
        winners=winners / won,
        others=others / lost if lost else None,
        owners_win=mean if times else None,
        uncertain=Z * spread if len(times) > 1 else None,
    )


def _mean(figures: Sequence[float]) -> float:
    return sum(figures) / len(figures) if figures else 0.0
