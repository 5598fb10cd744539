"""`backroom analyse`: everybody's chances through a game, where they turned, and what the don would have done."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Annotated, Final

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from backroom.arena.entrants import budget_of
from backroom.bots.analysis import PLAYOUTS, Analysis, Hindsight, TurningPoint, analyse, would_play
from backroom.bots.budget import Budget
from backroom.cli.advice import chance, labels, suggested
from backroom.cli.balance import heading
from backroom.cli.books import AS_JSON, EDITION
from backroom.cli.charts import chart
from backroom.cli.folder import Shelf, read
from backroom.cli.records import RECORD, Reel
from backroom.cli.screen import Misused, console, say, say_json
from backroom.cli.tables import seat_text
from backroom.cli.tongue import Tongue, _, ngettext
from backroom.kernel.record import Record
from backroom.kernel.state import HOUSE
from backroom.kernel.words import titled

WIDEST: Final = 72
"""A chart has at most so many columns."""
HEIGHT: Final = 4
"""And for each player so many lines."""


class Looked(msgspec.Struct, frozen=True):
    """All there is to tell, for programs."""

    analysis: Analysis | None
    hindsight: list[Hindsight]
    """What the don would have done: at each turning point that was somebody's move, or at the move asked for."""


def look_back(
    context: typer.Context,
    file: RECORD,
    at: Annotated[
        int | None, typer.Option(min=1, metavar="N", help=_("Only what the don would have done instead of move N."))
    ] = None,
    budget: Annotated[
        int, typer.Option(min=1, max=1_000_000, metavar="N", help=_("How often each position is played out."))
    ] = PLAYOUTS,
    think: Annotated[
        str,
        typer.Option(metavar="N|SECONDS", help=_("How long the don thinks: iterations, which repeat, or e.g. 0.5s.")),
    ] = "2000",
    edition: EDITION = None,
    as_json: AS_JSON = False,
) -> None:
    """Look back on a game."""
    record = Record.parse(read(file))
    reel = Reel(record, Shelf(context.obj), edition)
    thought = budget_of(think)
    if at is not None:
        check_move(record, at)
        hindsight = opinions(record, [at - 1], thought)
        if as_json:
            say_json(Looked(None, hindsight))
        else:
            show_hindsight(reel, hindsight[0])
        return
    found = watched(record, budget)
    hindsight = opinions(record, [point.at for point in found.turning_points if not point.luck], thought)
    if as_json:
        say_json(Looked(found, hindsight))
        return
    show(reel, found, hindsight)


def check_move(record: Record, at: int) -> None:
    """Whether there is such a move, and a player made it."""
    count = len(record.moves)
    if at > count:
        told = ngettext(
            "The record has {n} move, none of number {at}.", "The record has {n} moves, none of number {at}.", count
        )
        raise Misused(told.format(n=count, at=at))
    if record.moves[at - 1][0] == HOUSE:
        raise Misused(_("Move {at} was the house's, not a player's.").format(at=at))


def progress_bar() -> Progress:
    """On a terminal's standard error, and gone when it is done."""
    screen = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal)


def watched(record: Record, budget: int) -> Analysis:
    """The analysis, with a bar. It repeats exactly."""
    with progress_bar() as progress:
        task = progress.add_task(_("Moves looked at"), total=len(record.moves))
        return analyse(
            record, Random(1), budget, lambda done, whole: progress.update(task, completed=done, total=whole)
        )


def opinions(record: Record, moves: Sequence[int], thought: Budget) -> list[Hindsight]:
    """What the don would have done at each of these moves, with a bar."""
    with progress_bar() as progress:
        return [
            would_play(record, at, Random(at), thought) for at in progress.track(moves, description=_("The don thinks"))
        ]


def show(reel: Reel, found: Analysis, hindsight: Sequence[Hindsight]) -> None:
    """The chart, the turning points and the don's opinions."""
    count = found.moves
    told = ngettext("{title}: {n} move.", "{title}: {n} moves.", count)
    say(told.format(title=titled(reel.voice.game, Tongue.language), n=count))
    heading(_("Chances of winning, from the first move to the last"))
    for seat in range(found.seats):
        console().print(line_of(reel, found, seat))
    heading(_("Turning points"))
    if not found.turning_points:
        say(_("None: nobody's chances changed by much at once."))
    opinion = {one.at: one for one in hindsight}
    for point in found.turning_points:
        say(turned(reel, point))
        if point.at in opinion:
            show_suggestions(reel, opinion[point.at])


def line_of(reel: Reel, found: Analysis, seat: int) -> Text:
    """One player's chances as a chart, with the first and the last figure beside it."""
    values = [moment.chances[seat] for moment in found.moments]
    width = min(WIDEST, max(console().width - 16, 10))
    lines = chart(values, width, HEIGHT)
    shown = Text()
    shown.append_text(seat_text(seat, reel.voice, None))
    shown.append(f"  {chance(values[0])} … {chance(values[-1])}\n", style="dim")
    for at, line in enumerate(lines):
        scale = "100 %" if at == 0 else "0 %" if at == len(lines) - 1 else ""
        shown.append(f"{scale:>5} ", style="dim").append(line.rstrip() + "\n")
    return shown


def turned(reel: Reel, point: TurningPoint) -> str:
    """A turning point in a sentence."""
    params = {
        "at": point.at + 1,
        "name": reel.voice.seat(point.seat),
        "mover": reel.voice.seat(point.mover),
        "token": point.token,
        "before": chance(point.before),
        "after": chance(point.after),
    }
    if point.luck:
        return _("Move {at}: after {token} luck took {name} from {before} to {after}.").format(**params)
    return _("Move {at}: {token} took {name} from {before} to {after}.").format(**params)


def show_hindsight(reel: Reel, one: Hindsight) -> None:
    """A single move looked at."""
    name = reel.voice.seat(one.seat)
    if one.chance is None:
        told = _("Move {at}: {name} played {token}, which the don did not think of.")
        say(told.format(at=one.at + 1, name=name, token=one.played))
    else:
        told = _("Move {at}: {name} played {token}; the don thinks that wins {chance}.")
        say(told.format(at=one.at + 1, name=name, token=one.played, chance=chance(one.chance)))
    show_suggestions(reel, one)


def show_suggestions(reel: Reel, one: Hindsight) -> None:
    """What the don would have done."""
    if one.suggestions and one.suggestions[0].token == one.played:
        say("  " + _("The don would have done the same."))
        return
    say("  " + _("The don would have played:"))
    state = reel.record.replay(one.at)
    named = labels(state.view(one.seat), state.legal(one.seat), reel.table, reel.voice)
    console().print(suggested(one.suggestions, named, reel.voice))
