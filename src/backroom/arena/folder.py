"""The folder a run is kept in: its journal, and what is written for programs when it has ended."""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

from backroom.arena.games import Plan, Result
from backroom.arena.standing import Standing, Thinking

KIND: Final = "arena 1"
"""The first words of a journal."""
JOURNAL: Final = "games.jsonl"
"""Every game as it ended, in the order and with the times that came about."""
TABLE: Final = "games.csv"
"""A line for each seat of each game, in order, with nothing that differs from run to run."""
STANDING: Final = "standing.json"
"""Ratings, wins and who beats whom; nor does this differ."""
THINKING: Final = "thinking.json"
"""How long everybody thought."""
REPORT: Final = "report.html"


def usual_name(plan: Plan, seats: int, first: int) -> str:
    """A name for the folder of a run: the same command finds it again."""
    header = msgspec.json.encode([plan.header(), seats, first])
    names = "-".join([plan.game, str(seats), *(Path(bot).name for bot in plan.bots)])
    return re.sub(r"[^\w@.-]+", "_", names)[:60] + "-" + hashlib.sha256(header).hexdigest()[:8]


def data_files(plan: Plan, standing: Standing, thinking: list[Thinking], results: Iterable[Result]) -> dict[str, str]:
    """The texts of the files for programs, by name."""
    return {TABLE: table(plan, results), STANDING: indented(standing), THINKING: indented(thinking)}


def table(plan: Plan, results: Iterable[Result]) -> str:
    """All games as CSV, for a spreadsheet or a data frame."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(["game", "deal", "seat", "bot", "score", "rank", "win", "decisions", "faults"])
    ordered = sorted(results, key=lambda result: result.fixture)
    for number, result in enumerate(ordered, 1):
        for seat, bot in enumerate(result.order):
            faults = sum(result.faults[seat].values()) if result.faults else 0
            told = [result.scores[seat], result.ranks[seat], f"{result.wins()[seat]:.3g}", result.decisions, faults]
            lines.writerow([number, result.number, seat + 1, plan.bots[bot], *told])
    return text.getvalue()


def indented(data: object) -> str:
    """JSON that people can read too."""
    return msgspec.json.format(msgspec.json.encode(data), indent=2).decode("utf-8") + "\n"
