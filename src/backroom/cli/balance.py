"""`backroom balance`: thousands of games by bots, and what they say about seats and printed data."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.box import Box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from backroom.arena.balance import AtTable, Balance, Row
from backroom.arena.balance import balance as weighed
from backroom.arena.entrants import budget_of
from backroom.arena.games import Plan, Result, edition_of
from backroom.arena.intervals import Share
from backroom.arena.local import play_games
from backroom.arena.results import Results
from backroom.arena.schedule import schedule
from backroom.bots.budget import Budget
from backroom.cli.books import AS_JSON, EDITION
from backroom.cli.records import OPTION, chosen
from backroom.cli.screen import Framed, Misused, complain, console, say, say_json, say_text
from backroom.cli.tongue import Tongue, _
from backroom.kernel.edition import Edition
from backroom.kernel.game import Game
from backroom.kernel.registry import game as find_game
from backroom.kernel.words import Speaker, titled

BUDGET = Annotated[
    str | None,
    typer.Option(metavar="N|SECONDS", help=_("How long to think: iterations, which repeat exactly, or e.g. 0.5s.")),
]


def balance(
    game: Annotated[str, typer.Argument(help=_("The game, e.g. corleone."))],
    seats: Annotated[
        str | None, typer.Option(metavar="N,…", help=_("How many play, e.g. 3,4,5; else every number the game takes."))
    ] = None,
    games: Annotated[int, typer.Option(min=1, max=10_000_000, help=_("Games for each number of seats."))] = 1000,
    first: Annotated[
        int, typer.Option(min=0, max=10**15, help=_("The first game's number, which is its seed; the others follow."))
    ] = 1,
    bot: Annotated[
        str, typer.Option("--bots", metavar="BOT", help=_("Who sits at all seats: a bot, a level, don@400."))
    ] = "sensible",
    budget: BUDGET = None,
    option: OPTION = None,
    edition: EDITION = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help=_("Keep every result here; the same command goes on where it stopped.")),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, max=512, help=_("Processes that play; else one for each processor."))
    ] = None,
    as_json: AS_JSON = False,
) -> None:
    """Play many games and report on the balance."""
    found = find_game(game)
    printed = None if edition is None else Edition.read(edition)
    options = found.settle(chosen(option or ()))
    plan = Plan(game, (bot,), options, *printed_text(printed), budget=thinking(budget), tally=True)
    plan.entrants()
    edition_of(plan)
    asked = [fixture for many in counts(found, seats) for fixture in schedule(1, many, games, first)]
    with Results(plan, "balance 2", out) as results:
        left = [fixture for fixture in asked if fixture not in results.found]
        try:
            for result in watched(play_games(plan, left, workers or processors()), len(asked) - len(left), len(asked)):
                results.add(result)
        except KeyboardInterrupt:
            if out is not None:
                done = sum(fixture in results.found for fixture in asked)
                told = _("{done} of {games} games are in {file}; the same command goes on with them.")
                complain(told.format(done=done, games=len(asked), file=out))
            raise
        report = weighed(plan, [results.found[fixture] for fixture in asked])
    if as_json:
        say_json(report)
        return
    show(report, Speaker(found, Tongue.language))


def printed_text(edition: Edition | None) -> tuple[str, str]:
    """What workers are told of an edition: its text, and where it comes from."""
    return ("", "") if edition is None else (edition.text, edition.source)


def thinking(budget: str | None) -> Budget | None:
    """`--budget` as it is meant."""
    return None if budget is None else budget_of(budget)


def counts(game: Game, seats: str | None) -> list[int]:
    """The numbers of players asked for."""
    if seats is None:
        return list(game.seats)
    found = []
    for part in seats.split(","):
        if not (part.strip().isascii() and part.strip().isdecimal()):
            raise Misused(_("--seats wants numbers with commas, such as 3,4,5, not {seats}.").format(seats=repr(seats)))
        found.append(game.check_seats(int(part)))
    return sorted(set(found))


def processors() -> int:
    """How many this program may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def watched(results: Iterator[Result], done: int, games: int) -> Iterator[Result]:
    """The same with a bar on a terminal's standard error."""
    screen = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        bar = progress.add_task(_("Games"), total=games, completed=done)
        for result in results:
            progress.advance(bar)
            yield result


def show(report: Balance, speaker: Speaker) -> None:
    """The whole report."""
    title = titled(speaker.game, speaker.language)
    edition = report.edition.split(" ")
    told = _("{title}, edition {edition} ({sha256}…), bots: {bots}.")
    say(told.format(title=title, edition=edition[0], sha256=edition[1][:12], bots=report.bots))
    say("")
    console().print(Framed(partial(overview, report.tables)))
    heading(_("Wins, in percent, with 95 % intervals"))
    console().print(Framed(partial(wins, [(str(table.seats), table.by_seat) for table in report.tables])))
    ordered = [(str(table.seats), table.by_order) for table in report.tables if table.by_order]
    if ordered:
        heading(_("The same in the order of turns, from the first player on"))
        console().print(Framed(partial(wins, ordered)))
    for chapter, rows in report.tally.items():
        heading(speaker.phrase(f"tally.{chapter}") or chapter)
        by_seats = {table.seats: {row.name: row for row in table.tally.get(chapter, [])} for table in report.tables}
        console().print(Framed(partial(counted, speaker, rows, by_seats)))
    if report.tally:
        say("")
        say(_("Per game: by all players together. In: the part of the games in which it occurs."))
        say(_("Owners win: how often those win who have any of it, where 1 is as often as everybody."))


def heading(text: str) -> None:
    """A line above a table."""
    say("")
    say_text(Text(text, style="bold"))


def overview(tables: Sequence[AtTable], box: Box | None) -> Table:
    """Games, length and scores for each number of players."""
    shown = Table(box=box, pad_edge=False)
    shown.add_column(_("Players"))
    for table in tables:
        shown.add_column(str(table.seats), justify="right")
    rows = [
        (_("games"), [f"{table.games}" for table in tables]),
        (_("decisions in a game"), [f"{table.decisions:.0f}" for table in tables]),
        (_("shortest and longest"), [f"{table.shortest}–{table.longest}" for table in tables]),
        (_("score"), [f"{table.score:.1f}" for table in tables]),
        (_("the winner's"), [f"{table.winning_score:.1f}" for table in tables]),
        (_("from the winner to the second"), [f"{table.margin:.1f}" for table in tables]),
        (_("shared wins"), [percent(table.shared) for table in tables]),
        (_("furthest from equal, by seat"), [points(table.furthest()) for table in tables]),
        (_("furthest from equal, by turn order"), [points(table.furthest_in_order()) for table in tables]),
    ]
    for label, figures in rows:
        shown.add_row(label, *figures)
    return shown


def wins(lines: Sequence[tuple[str, Sequence[Share]]], box: Box | None) -> Table:
    """A line of shares for each number of players."""
    shown = Table(box=box, pad_edge=False)
    shown.add_column(_("Players"))
    for place in range(max(len(shares) for _name, shares in lines)):
        shown.add_column(str(place + 1), justify="right")
    for name, shares in lines:
        shown.add_row(name, *[f"{share.share * 100:.1f} ±{(share.high - share.low) * 50:.1f}" for share in shares])
    return shown


def counted(speaker: Speaker, rows: Sequence[Row], by_seats: Mapping[int, Mapping[str, Row]], box: Box | None) -> Table:
    """What a game counts, a line for each thing."""
    owned = any(row.winners is not None for row in rows)
    shown = Table(box=box, pad_edge=False)
    shown.add_column(_("Per game, of"))
    for seats in by_seats:
        shown.add_column(str(seats), justify="right")
    shown.add_column(_("in"), justify="right")
    if owned:
        shown.add_column(_("owners win"), justify="right")
        shown.add_column(_("winner"), justify="right")
        shown.add_column(_("others"), justify="right")
    for row in rows:
        of = [here[row.name].per_game if row.name in here else 0.0 for here in by_seats.values()]
        cells = [*map(amount, of), percent(row.in_games)]
        if owned:
            uncertain = "" if row.uncertain is None else f" ±{row.uncertain:.2f}"
            cells.append("" if row.owners_win is None else f"{row.owners_win:.2f}{uncertain}")
            cells += [amount(row.winners), amount(row.others)]
        shown.add_row(speaker.phrase(f"tally.row.{row.name}") or speaker.name(row.name), *cells)
    return shown


def amount(figure: float | None) -> str:
    """A number with about three digits."""
    if figure is None:
        return ""
    return f"{figure:.0f}" if abs(figure) >= 99.95 else f"{figure:.1f}" if abs(figure) >= 9.995 else f"{figure:.2f}"


def percent(part: float) -> str:
    """A part as people write it."""
    return f"{part * 100:.1f} %"


def points(part: float | None) -> str:
    """A distance between shares."""
    return "" if part is None else _("{points} points").format(points=f"{part * 100:.1f}")
