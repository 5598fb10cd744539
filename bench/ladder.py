"""Who is stronger, rung by rung, for a game and every number of players.

    PYTHONPATH=.cache/compiled:. python -m bench.ladder boss [--seats 2,3] [--games 200] [--budget 400] [--write]

Each rung is a run of the arena with two bots, so that every deal is played from every seat by both. Results are kept
in .cache/ladder: interrupted, the same command goes on, and more games add to it; `--kept` plays none and tells what is
there. `--budget` bounds the iterations of a decision, so nobody thinks by the clock and everything repeats.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Container, Sequence
from pathlib import Path
from typing import Final

import backroom
from backroom.arena.folder import JOURNAL, KIND, usual_name
from backroom.arena.games import Plan
from backroom.arena.intervals import Share
from backroom.arena.local import play_games
from backroom.arena.results import Results
from backroom.arena.schedule import Fixture, schedule
from backroom.arena.standing import Standing, standing
from backroom.bots.budget import Budget
from bench.figures import machine

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs" / "bots.md"
RUNGS: Final = {
    ("rookie", "random"): 0.6,
    ("soldier", "rookie"): 0.6,
    ("capo", "soldier"): 1.0,
    ("don", "capo"): 1.0,
    ("don", "sensible"): 0.6,
    ("wiretap", "don"): 0.6,
}
"""The stronger one first, as it ought to be, and which part of the games that were asked for it takes to show it."""


def climb(game: str, seats: int, bots: tuple[str, str], games: int, budget: int, workers: int) -> Standing | None:
    """One rung: what is kept already, and with workers what is left to play. None if there is too little to tell."""
    plan = Plan(game, bots, budget=Budget(iterations=budget))
    asked = schedule(len(bots), seats, games, 1)
    folder = ROOT / ".cache" / "ladder" / usual_name(plan, seats, 1)
    folder.mkdir(parents=True, exist_ok=True)
    with Results(plan, KIND, folder / JOURNAL) as results:
        left = [fixture for fixture in asked if fixture not in results.found]
        if workers:
            for result in play_games(plan, left, workers):
                results.add(result)
        played = whole_deals(asked, results.found)
    if len({fixture.number for fixture in played}) < FEWEST:
        return None
    return standing(plan, [results.found[fixture] for fixture in played])


def whole_deals(asked: Sequence[Fixture], found: Container[Fixture]) -> list[Fixture]:
    """Of the games asked for those of the deals that are played to the last game."""
    short = {fixture.number for fixture in asked if fixture not in found}
    return [fixture for fixture in asked if fixture.number not in short]


def line(bots: tuple[str, str], found: Standing) -> str:
    """A row of the table."""
    one, other = bots
    share = found.beats[one][other]
    wins = {row.bot: told(row.wins) for row in found.bots}
    verdict = "yes" if share.low > 0.5 else "no" if share.high < 0.5 else "open"
    return (
        f"| {found.seats} | {one} – {other} | {told(share)} | {wins[one]} – {wins[other]} | {verdict} | {found.games} |"
    )


def told(share: Share) -> str:
    """A share with its interval, in percent."""
    return f"{share.share:.1%} ({share.low * 100:.1f}–{share.high * 100:.1f})"


def blank(seats: int, bots: tuple[str, str]) -> str:
    """A row for what has not been played."""
    return f"| {seats} | {bots[0]} – {bots[1]} | | | not measured yet | |"


FEWEST: Final = 4
"""With fewer deals an interval says nothing."""
HEAD: Final = (
    "| players | | comes before | wins at a seat | stronger | games |",
    "| --- | --- | --- | --- | --- | --- |",
)


def write(game: str, text: str) -> None:
    """Put the table of a game between its two marks."""
    page = PAGE.read_text(encoding="utf-8")
    begin, end = f"<!-- ladder {game} -->", f"<!-- end of ladder {game} -->"
    if begin not in page or end not in page:
        raise SystemExit(f"{PAGE} has no lines {begin} and {end}")
    before, _begin, rest = page.partition(begin)
    PAGE.write_text(f"{before}{begin}\n{text}\n{end}{rest.partition(end)[2]}", encoding="utf-8")


def main() -> None:
    """Climb, and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seats", help="numbers of players with commas; else all")
    parser.add_argument("--games", type=int, default=200, help="for the closest rungs; clear ones take fewer")
    parser.add_argument("--kept", action="store_true", help="play nothing, tell what is kept")
    parser.add_argument("--budget", type=int, default=400, help="iterations of a decision, at most")
    parser.add_argument("--rungs", help="only these, e.g. don-capo,don-sensible")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", action="store_true", help="put the table into docs/bots.md")
    chosen = parser.parse_args()
    game = backroom.game(chosen.game)
    seats = [int(part) for part in chosen.seats.split(",")] if chosen.seats else list(game.seats)
    rungs = [rung for rung in RUNGS if not chosen.rungs or "-".join(rung) in chosen.rungs.split(",")]
    asked = " ".join(word for word in sys.argv[1:] if word not in ("--write", "--kept"))
    engines = "compiled" if backroom.COMPILED else "plain Python"
    lines = [f"`python -m bench.ladder {asked}`, engines {engines}, on {machine()}:", "", *HEAD]
    print("\n".join(lines), flush=True)
    for many in seats:
        for bots in rungs:
            games = max(round(chosen.games * RUNGS[bots]), 1)
            workers = 0 if chosen.kept else chosen.workers
            rung = climb(game.name, game.check_seats(many), bots, games, chosen.budget, workers)
            lines.append(blank(many, bots) if rung is None else line(bots, rung))
            print(lines[-1], flush=True)
    if chosen.write:
        write(game.name, "\n".join(lines))


if __name__ == "__main__":
    main()
