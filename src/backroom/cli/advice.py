"""What the consigliere says, in the terminal: the best few moves with their chances and reasons."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Final

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from backroom.arena.entrants import BadEntrant, budget_of
from backroom.bots.advice import Suggestion, advise
from backroom.bots.budget import Budget
from backroom.cli.screen import console
from backroom.cli.tables import Drawing
from backroom.cli.tongue import _
from backroom.kernel.view import View
from backroom.kernel.words import Speaker

ASKED: Final = re.compile(r"advice(?:\s+(\S+))?", re.IGNORECASE)


def asked_for_advice(typed: str) -> Budget | str | None:
    """`advice`, `advice 400` or `advice 0.5s`: how long to think, or in a sentence what is wrong with that."""
    found = ASKED.fullmatch(typed.strip())
    if found is None:
        return None
    try:
        return budget_of(found[1]) if found[1] else Budget()
    except BadEntrant as error:
        return str(error)


@contextmanager
def thinking() -> Iterator[None]:
    """Something that moves on a terminal while the don thinks."""
    if not console().is_terminal:
        yield
        return
    with console().status(_("The consigliere is thinking")):
        yield


def advice(view: View, legal: Sequence[int], rng: Random, budget: Budget, table: Drawing, speaker: Speaker) -> Table:
    """What the don would do in this seat, from its view alone."""
    with thinking():
        found = advise(view, legal, rng, budget)
    return suggested(found, labels(view, legal, table, speaker), speaker)


def labels(view: View, legal: Sequence[int], table: Drawing, speaker: Speaker) -> dict[int, str]:
    """What the choices on the screen are called that are one move each."""
    listed = [choice for group in table.choices(view, legal, speaker) for choice in group.choices]
    return {choice.moves[0]: choice.label for choice in listed if len(choice.moves) == 1}


def suggested(found: Sequence[Suggestion], named: dict[int, str], speaker: Speaker) -> Table:
    """A line for each move: what may be typed for it, the chance of winning with it, and why."""
    shown = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    shown.add_column(justify="right", no_wrap=True)
    shown.add_column(no_wrap=True, style="cyan")
    shown.add_column()
    for one in found:
        shown.add_row(_("wins {chance}").format(chance=chance(one.chance)), one.token, told(one, named, speaker))
    return shown


def told(one: Suggestion, named: dict[int, str], speaker: Speaker) -> RenderableType:
    """The move in words, where there are any, and the reason."""
    reason = Text(speaker.advice(one.reason))
    label = named.get(one.action)
    return reason if label is None else Text(f"{label}: ", style="bold").append_text(reason)


def chance(part: float) -> str:
    """A chance of winning in whole percent; never 0 or 100 where it is neither."""
    percent = round(part * 100)
    if percent == 0 and part > 0:
        return _("under 1 %")
    if percent == 100 and part < 1:
        return _("over 99 %")
    return f"{percent} %"
