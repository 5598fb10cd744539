"""Omerta in the terminal: the end of a round and of the game, every score with its reason."""

from __future__ import annotations

from rich.box import Box
from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from backroom.cli.screen import Framed
from backroom.cli.tables import seat_text
from backroom.cli.tongue import _, joined, ngettext, numeral
from backroom.games.omerta.reading import by_rank, reason, verdict
from backroom.games.omerta.view import Ended, OmertaView
from backroom.kernel.words import Speaker


def count(view: OmertaView, number: int, speaker: Speaker) -> list[RenderableType]:
    """O-50: every row opened, and why each scores what it does."""
    ended = view.past[number]
    name = "" if ended.caller is None else speaker.seat(ended.caller)
    title = _(verdict(ended)).format(round=number + 1, name=name)
    return [Text(title, style="bold"), Framed(lambda box: counted(view, ended, speaker, box))]


def counted(view: OmertaView, ended: Ended, speaker: Speaker, box: Box | None) -> Grid:
    """A line for each row; bottles by their numbers."""
    grid = Grid(box=box, pad_edge=False, show_edge=False, collapse_padding=True)
    grid.add_column(_("Player"), no_wrap=True, max_width=12)
    grid.add_column(_("Cards"), max_width=30)
    grid.add_column(_("Sum"), justify="right")
    grid.add_column(_("Points"), justify="right")
    grid.add_column(_("Why"))
    for seat, row in enumerate(ended.rows):
        cards = joined(face(card, speaker) for card in row) or _("no cards")
        told, rule = why(view, ended, seat, speaker)
        grid.add_row(
            seat_text(seat, speaker, view.seat),
            cards,
            numeral(ended.sums[seat]),
            Text(numeral(ended.points[seat]), style="bold"),
            f"{told} [{rule}]",
        )
    return grid


def face(card: str, speaker: Speaker) -> str:
    """A bottle by its number, a character by its name."""
    return card.removeprefix("bottle_") if card.startswith("bottle_") else speaker.name(card)


def why(view: OmertaView, ended: Ended, seat: int, speaker: Speaker) -> tuple[str, str]:
    """O-51 to O-56, O-64: the reason for one score, and its paragraph."""
    told, gaps, rule = reason(view, ended, seat)
    names = {key: speaker.seat(value) if key == "name" else value for key, value in gaps.items()}
    return _(told).format(**names), rule


def standing(view: OmertaView, speaker: Speaker, box: Box | None) -> Grid:
    """Everybody by rank, with the points of each round."""
    grid = Grid(box=box, pad_edge=False, show_edge=False)
    grid.add_column(_("Rank"), justify="right")
    grid.add_column(_("Player"), no_wrap=True, max_width=14)
    for number in range(len(view.past)):
        grid.add_column(_("Round {round}").format(round=number + 1), justify="right")
    grid.add_column(_("In all"), justify="right")
    for seat in by_rank(view):
        points = [numeral(ended.points[seat]) for ended in view.past]
        total = Text(numeral(view.scores[seat]), style="bold")
        grid.add_row(f"{numeral(view.ranks[seat])}.", seat_text(seat, speaker, view.seat), *points, total)
    return grid


def winners(view: OmertaView, speaker: Speaker) -> str:
    """O-57: who has won, and what decided it."""
    first = [seat for seat in by_rank(view) if view.ranks[seat] == 1]
    names = joined(speaker.seat(seat) for seat in first)
    tied = [seat for seat in range(view.seats) if view.scores[seat] == view.scores[first[0]]]
    told = ngettext("{names} wins with the fewest points. [O-57]", "{names} share the win. [O-57]", len(first))
    if len(tied) > len(first):
        told = _("{names} wins: equal in all, but fewer points in the last round. [O-57]")
    return told.format(names=names)
