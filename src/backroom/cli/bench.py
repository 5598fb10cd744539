"""How fast the engines are here: random play-outs, copies, views, imagined worlds."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time as clock
from typing import Annotated

import msgspec
import typer
from rich.table import Table

import backroom
from backroom.cli.screen import console, say
from backroom.cli.tongue import _
from backroom.kernel.registry import game as find_game
from backroom.kernel.state import State, play_out

MODULUS = 65537
MULTIPLIER = 75


class Speed(msgspec.Struct):
    """What one game does in a second of processor time on this machine."""

    game: str
    seats: int
    compiled: bool
    from_python: float
    """Decisions: a legal list, a choice and a checked move, driven from an interpreted loop, dealing included."""
    inside: float
    """Decisions in the engines' own loop, dealing included."""
    inside_dealt: float
    """Decisions in the engines' own loop, from copies of a dealt position."""
    decisions: float
    """Decisions in a game."""
    legal: float
    """Legal actions a decision."""
    copies: float
    views: float
    imagined: float


def drive(game: backroom.Game, seats: int, seconds: float) -> float:
    """Random games from Python: the loop that `bench/peers.py` runs on others too. Decisions a second."""
    decisions, seed, draw = 0, 0, 1
    start = clock()
    while clock() - start < seconds:
        seed += 1
        state = game.new(seats, seed)
        while waiting := state.waiting:
            seat = waiting[0]
            actions = state.legal(seat)
            draw = draw * MULTIPLIER % MODULUS
            state.play(seat, actions[draw % len(actions)])
            decisions += 1
    return decisions / (clock() - start)


def inside(game: backroom.Game, seats: int, seconds: float, dealt: bool) -> float:
    """Random games in the engines' own loop. Decisions a second."""
    root = game.new(seats, 7)
    decisions, seed = 0, 0
    start = clock()
    while clock() - start < seconds:
        seed += 1
        state = root.copy() if dealt else game.new(seats, seed)
        if dealt:
            state.luck = seed
        decisions += play_out(state, seed)
    return decisions / (clock() - start)


def rate(work: Callable[[], object], seconds: float) -> float:
    """How often something can be done in a second."""
    done, step = 0, 1
    start = clock()
    while (spent := clock() - start) < seconds:
        left = step
        while left:
            work()
            left -= 1
        done += step
        step = min(step * 2, 1024)
    return done / spent


def middle(game: backroom.Game, seats: int) -> tuple[State, float, float]:
    """A position in the middle of a random game; decisions in a game and legal actions a decision."""
    chooser = Random(1)
    lengths: list[int] = []
    offered = 0
    for seed in range(20):
        state = game.new(seats, seed)
        while not state.over:
            actions = state.legal(state.waiting[0])
            offered += len(actions)
            state.play(state.waiting[0], chooser.choice(actions))
        lengths.append(len(state.history()))
    state = game.new(seats, 0)
    while len(state.history()) < sum(lengths) // len(lengths) // 2:
        state.play(state.waiting[0], chooser.choice(state.legal(state.waiting[0])))
    return state, sum(lengths) / len(lengths), offered / sum(lengths)


def measure(name: str, seats: int | None = None, seconds: float = 1.0) -> Speed:
    """Everything about one game; each figure takes so many seconds."""
    game = backroom.game(name)
    seats = game.check_seats(seats or game.usual_seats())
    state, decisions, legal = middle(game, seats)
    seat = state.waiting[0]
    view, rng = state.view(seat), Random(1)
    return Speed(
        game=name,
        seats=seats,
        compiled=backroom.COMPILED,
        from_python=drive(game, seats, seconds),
        inside=inside(game, seats, seconds, dealt=False),
        inside_dealt=inside(game, seats, seconds, dealt=True),
        decisions=decisions,
        legal=legal,
        copies=rate(state.copy, seconds),
        views=rate(lambda: state.view(seat), seconds),
        imagined=rate(lambda: game.imagine(view, rng), seconds),
    )


def bench(
    game: Annotated[list[str] | None, typer.Argument(help=_("The games; all of them if you name none."))] = None,
    seats: Annotated[int | None, typer.Option(help=_("How many play."))] = None,
    seconds: Annotated[float, typer.Option(min=0.05, max=600, help=_("Time for each figure."))] = 1.0,
    as_json: Annotated[bool, typer.Option("--json", help=_("Print JSON."))] = False,
) -> None:
    """Measure the engines on this machine."""
    names = [find_game(name).name for name in game or backroom.games()]
    speeds = [measure(name, seats, seconds) for name in names]
    if as_json:
        say(msgspec.json.format(msgspec.json.encode(speeds)).decode())
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for speed in speeds:
        how = _("compiled") if speed.compiled else _("plain")
        table.add_column(f"{speed.game}, {speed.seats}, {how}", justify="right")
    rows = [
        (_("decisions a second, driven from Python"), [speed.from_python for speed in speeds]),
        (_("the same in the engine's own loop"), [speed.inside for speed in speeds]),
        (_("the same from copies, without the first deal"), [speed.inside_dealt for speed in speeds]),
        (_("copies a second"), [speed.copies for speed in speeds]),
        (_("views a second"), [speed.views for speed in speeds]),
        (_("imagined worlds a second"), [speed.imagined for speed in speeds]),
        (_("decisions in a game"), [speed.decisions for speed in speeds]),
    ]
    for label, figures in rows:
        table.add_row(label, *[f"{figure:,.0f}" for figure in figures])
    table.add_row(_("legal actions a decision"), *[f"{speed.legal:.1f}" for speed in speeds])
    console().print(table)
