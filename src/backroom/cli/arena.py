"""`backroom arena`: bots against each other, rated, with a report."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.box import Box
from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from backroom.arena.entrants import Limits, short_names
from backroom.arena.games import Plan, Result, edition_of
from backroom.arena.local import play_games
from backroom.arena.results import Results
from backroom.arena.schedule import Fixture, schedule
from backroom.cli.balance import BUDGET, heading, printed_text, processors, thinking
from backroom.cli.books import AS_JSON, EDITION
from backroom.cli.folder import write
from backroom.cli.records import OPTION, chosen
from backroom.cli.screen import Failed, Framed, Misused, complain, console, say, say_json
from backroom.cli.tongue import Tongue, _, ngettext
from backroom.kernel.edition import Edition
from backroom.kernel.game import Game
from backroom.kernel.registry import game as find_game
from backroom.kernel.words import titled

if TYPE_CHECKING:
    from backroom.arena.standing import Standing, Thinking

NEEDED: Final = ("numpy", "matplotlib")
Play = Callable[[Plan, Sequence[Fixture]], Iterator[Result]]
GLANCES: Final = 10
"""So many lines about the standing where there is no terminal."""


def arena(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help=_("The game, e.g. boss."))],
    bots: Annotated[
        str, typer.Option(metavar="BOTS", help=_("Who plays, e.g. don,capo,random,my_bot.py,'cmd:./mybot'."))
    ],
    games: Annotated[
        int, typer.Option(min=1, max=10_000_000, help=_("At least so many games, in whole deals."))
    ] = 1000,
    seats: Annotated[int | None, typer.Option(help=_("How many play; else as many as there are bots."))] = None,
    budget: BUDGET = None,
    seed: Annotated[
        int, typer.Option(min=0, max=10**15, help=_("The first deal's number, which is its seed; the others follow."))
    ] = 1,
    option: OPTION = None,
    edition: EDITION = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help=_("Keep results and report here; else in your data folder."))
    ] = None,
    on: Annotated[
        str, typer.Option(metavar="WHERE", help=_("local, ray for a Ray cluster, or ray:HOST:PORT."))
    ] = "local",
    workers: Annotated[
        int | None, typer.Option(min=1, max=512, help=_("Processes that play; else one for each processor."))
    ] = None,
    seconds: Annotated[
        float, typer.Option(min=0.01, max=3600, help=_("For each decision of a bot that is a file or a program."))
    ] = Limits().seconds,
    memory: Annotated[
        int, typer.Option(min=16, max=1 << 20, metavar="MIB", help=_("Memory for each process of such a bot."))
    ] = Limits().memory,
    as_json: AS_JSON = False,
) -> None:
    """Play bots against each other and rate them."""
    found = find_game(game)
    names = labels(bots)
    many = found.check_seats(seats if seats is not None else usual_seats(found, len(names)))
    printed = None if edition is None else Edition.read(edition)
    plan = Plan(
        game,
        names,
        found.settle(chosen(option or ())),
        *printed_text(printed),
        budget=thinking(budget),
        limits=Limits(seconds, memory),
        timed=True,
    )
    plan.entrants()
    edition_of(plan)
    play = player(on, workers)
    for module in NEEDED:
        needed(module, "arena")
    from backroom.arena.folder import JOURNAL, KIND, usual_name

    folder = out or context.obj / "arena" / usual_name(plan, many, seed)
    asked = schedule(len(names), many, games, seed)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Failed(f"{folder}: {(error.strerror or str(error)).lower()}.") from None
    with Results(plan, KIND, folder / JOURNAL) as results:
        left = [fixture for fixture in asked if fixture not in results.found]
        there = [results.found[fixture] for fixture in asked if fixture in results.found]
        try:
            for result in watched(plan, play(plan, left), there, len(asked)):
                results.add(result)
        except KeyboardInterrupt:
            done = sum(fixture in results.found for fixture in asked)
            told = _("{done} of {games} games are in {file}; the same command goes on with them.")
            complain(told.format(done=done, games=len(asked), file=folder))
            raise
        finish(plan, folder, [results.found[fixture] for fixture in asked], as_json)


def labels(bots: str) -> tuple[str, ...]:
    """Who plays, as it was written."""
    names = [name.strip() for name in bots.split(",") if name.strip()]
    if not names:
        raise Misused(_("--bots wants one bot or more, with commas between."))
    for name in names:
        if names.count(name) > 1:
            raise Misused(_("{bot} is named twice; one is enough, it sits wherever there is room.").format(bot=name))
    return tuple(names)


def usual_seats(game: Game, bots: int) -> int:
    """As many as there are bots, where the game takes so many."""
    return bots if bots in game.seats else game.usual_seats()


def needed(module: str, extra: str) -> None:
    """A library that only this needs."""
    try:
        import_module(module)
    except ImportError:
        told = _("This needs {module}; install it with: pip install 'backroom[{extra}]'")
        raise Failed(told.format(module=module, extra=extra)) from None


def player(on: str, workers: int | None) -> Play:
    """What plays games, wherever that is."""
    where, colon, address = on.partition(":")
    if where == "local" and not colon:
        return partial(play_games, workers=workers or processors())
    if where == "ray":
        if workers is not None:
            raise Misused(_("--workers is for this machine; a Ray cluster says itself how many processors it has."))
        needed("ray", "ray")
        from backroom.arena.cluster import play_on_ray

        return partial(play_on_ray, address=address or None)
    raise Misused(_("--on is local, ray or ray:HOST:PORT, not {where}.").format(where=repr(on)))


def watched(plan: Plan, results: Iterator[Result], there: Sequence[Result], games: int) -> Iterator[Result]:
    """The same with a bar and the standing on a terminal's standard error; elsewhere a line now and then."""
    screen = Console(stderr=True)
    glance = Glance(plan)
    for result in there:
        glance.add(result)
    if not screen.is_terminal:
        yield from told_now_and_then(glance, results, len(there), games)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=screen)
    task = bar.add_task(_("Games"), total=games, completed=len(there))
    with Live(Group(glance.table(), bar), console=screen, transient=True, auto_refresh=False) as live:
        shown = 0.0
        for result in results:
            glance.add(result)
            bar.advance(task)
            if time.monotonic() - shown > 0.2:
                shown = time.monotonic()
                live.update(Group(glance.table(), bar), refresh=True)
            yield result


def told_now_and_then(glance: Glance, results: Iterator[Result], done: int, games: int) -> Iterator[Result]:
    """Plain lines."""
    told = GLANCES * done // games
    for result in results:
        glance.add(result)
        done += 1
        if GLANCES * done // games > told:
            told = GLANCES * done // games
            sys.stderr.write(_("{done} of {games} games: {standing}").format(done=done, games=games, standing=glance))
            sys.stderr.write("\n")
            sys.stderr.flush()
        yield result


class Glance:
    """The standing so far, as far as it can be counted while games come in."""

    def __init__(self, plan: Plan) -> None:
        self.bots = plan.bots
        self.seats = [0] * len(self.bots)
        self.wins = [0.0] * len(self.bots)
        self.faults = [0] * len(self.bots)

    def add(self, result: Result) -> None:
        """One more game."""
        for seat, (bot, part) in enumerate(zip(result.order, result.wins(), strict=True)):
            self.seats[bot] += 1
            self.wins[bot] += part
            self.faults[bot] += sum(result.faults[seat].values()) if result.faults else 0

    def lines(self) -> list[tuple[str, float, int, int]]:
        """Each bot with its part of the wins, the best first."""
        found = [
            (bot, won / (seats or 1), seats, faults)
            for bot, won, seats, faults in zip(self.bots, self.wins, self.seats, self.faults, strict=True)
        ]
        return sorted(found, key=lambda line: -line[1])

    def table(self) -> Table:
        """For a terminal."""
        shown = Table(box=None, pad_edge=False)
        for name in (_("bot"), _("wins"), _("seats played"), _("faults")):
            shown.add_column(name, justify="left" if not shown.columns else "right")
        lines = self.lines()
        for name, (_bot, part, seats, faults) in zip(short_names([line[0] for line in lines]), lines, strict=True):
            shown.add_row(name, f"{part:.1%}", str(seats), str(faults or ""))
        return shown

    def __str__(self) -> str:
        lines = self.lines()
        return ", ".join(
            f"{name} {part:.1%}" + (" " + _("({n} faults)").format(n=faults) if faults else "")
            for name, (_bot, part, _seats, faults) in zip(short_names([line[0] for line in lines]), lines, strict=True)
        )


def finish(plan: Plan, folder: Path, results: Sequence[Result], as_json: bool) -> None:
    """Write everything and tell the standing."""
    from backroom.arena import standing as counting
    from backroom.arena.folder import REPORT, data_files
    from backroom.arena.report import report

    found = counting.standing(plan, results)
    times = counting.thinking(plan, results)
    for name, text in data_files(plan, found, times, results).items():
        write(folder / name, text)
    write(folder / REPORT, report(plan, found, times, results, _, Tongue.language))
    if as_json:
        say_json({"folder": str(folder), "standing": found, "thinking": times})
        return
    show(found, times)
    say("")
    say(_("The report: {file}").format(file=folder / REPORT))


def show(found: Standing, times: Sequence[Thinking]) -> None:
    """The standing for people."""
    games = ngettext("{n} game", "{n} games", found.games).format(n=found.games)
    deals = ngettext("{n} deal", "{n} deals", found.deals).format(n=found.deals)
    title = titled(find_game(found.game), Tongue.language)
    say(_("{title} for {seats}: {games}, {deals}.").format(title=title, seats=found.seats, games=games, deals=deals))
    heading(_("Ratings and wins, with 95 % intervals"))
    console().print(Framed(partial(rating_table, found, times)))
    if len(found.bots) > 1:
        heading(_("How often the bot of the line comes before the one of the column, in percent"))
        console().print(Framed(partial(pair_table, found)))
    for one in times:
        if one.said:
            say(_("{bot}: the first fault: {told}").format(bot=one.bot, told=one.said))


def rating_table(found: Standing, times: Sequence[Thinking], box: Box | None) -> Table:
    """A line for each bot."""
    took = {one.bot: one for one in times}
    shown = Table(box=box, pad_edge=False)
    shown.add_column(_("bot"))
    for name in (_("rating"), _("wins, %"), _("score"), _("ms a decision"), _("faults")):
        shown.add_column(name, justify="right")
    for name, row in zip(short_names([row.bot for row in found.bots]), found.bots, strict=True):
        shown.add_row(
            name,
            f"{row.rating.elo:.0f} ±{(row.rating.high - row.rating.low) / 2:.0f}",
            f"{row.wins.share * 100:.1f} ({row.wins.low * 100:.1f}–{row.wins.high * 100:.1f})",
            f"{row.score:.1f}",
            f"{took[row.bot].mean:.3g}" if row.bot in took else "",
            str(sum(row.faults.values()) or ""),
        )
    return shown


def pair_table(found: Standing, box: Box | None) -> Table:
    """Everybody against everybody."""
    shown = Table(box=box, pad_edge=False)
    shown.add_column("")
    names = short_names([row.bot for row in found.bots])
    for name in names:
        shown.add_column(name, justify="right")
    for name, row in zip(names, found.bots, strict=True):
        cells = []
        for other in found.bots:
            share = found.beats[row.bot].get(other.bot)
            cells.append(
                "" if share is None else f"{share.share * 100:.1f} ({share.low * 100:.1f}–{share.high * 100:.1f})"
            )
        shown.add_row(name, *cells)
    return shown
