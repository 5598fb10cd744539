"""Omerta in the terminal: the end of a round and of the game, every score with its reason."""

from __future__ import annotations

from rich.box import Box
from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from backroom.cli.screen import Framed
from backroom.cli.tables import seat_text
from backroom.cli.tongue import _, ngettext
from backroom.games.omerta.edition import CALL_LIMIT, CALL_PENALTY
from backroom.games.omerta.view import Ended, OmertaView
from backroom.kernel.words import Speaker


def count(view: OmertaView, number: int, speaker: Speaker) -> list[RenderableType]:
    """O-50: every row opened, and why each scores what it does."""
    ended = view.past[number]
    if ended.caller is None:
        title = _("Round {round}: nobody has called").format(round=number + 1)
    elif ended.points[ended.caller] == 0 and ended.sums[ended.caller] <= CALL_LIMIT:
        title = _("Round {round}: the call of {name} stands")
        title = title.format(round=number + 1, name=speaker.seat(ended.caller))
    else:
        title = _("Round {round}: the call of {name} fails")
        title = title.format(round=number + 1, name=speaker.seat(ended.caller))
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
        cards = ", ".join(face(card, speaker) for card in row) or _("no cards")
        reason, rule = why(view, ended, seat, speaker)
        grid.add_row(
            seat_text(seat, speaker, view.seat),
            cards,
            str(ended.sums[seat]),
            Text(str(ended.points[seat]), style="bold"),
            f"{reason} [{rule}]",
        )
    return grid


def face(card: str, speaker: Speaker) -> str:
    """A bottle by its number, a character by its name."""
    return card.removeprefix("bottle_") if card.startswith("bottle_") else speaker.name(card)


def why(view: OmertaView, ended: Ended, seat: int, speaker: Speaker) -> tuple[str, str]:
    """O-51 to O-56, O-64: the reason for one score, and its paragraph."""
    caller, sums, mine = ended.caller, ended.sums, ended.sums[seat]
    if caller is None:
        return (_("the fewest"), "O-64") if ended.points[seat] == 0 else (_("own sum"), "O-64")
    called = sums[caller]
    least = min(each for other, each in enumerate(sums) if other != caller)
    stands = called <= CALL_LIMIT and called <= least
    if seat == caller:
        names = {"limit": CALL_LIMIT, "more": CALL_PENALTY}
        if stands and called == least:
            return _("a tie is fine for the caller"), "O-53"
        if stands:
            return _("{limit} or less, nobody has fewer").format(**names), "O-51"
        if called > CALL_LIMIT:
            return _("more than {limit}: {more} more").format(**names), "O-55"
        lower = speaker.seat(min((other for other in range(len(sums)) if sums[other] < called), key=sums.__getitem__))
        return _("{name} has fewer: {more} more").format(name=lower, **names), "O-52"
    if stands:
        return (_("own sum, a tie with the caller"), "O-53") if mine == called else (_("own sum"), "O-54")
    if mine > least:
        return _("own sum"), "O-54"
    if ended.points[seat]:
        if dict(view.options)["over7_lowest"] == "nobody_wins" and called > CALL_LIMIT and called <= least:
            return _("own sum, nobody wins"), "O-55"
        return _("own sum, another comes first"), "O-56"
    if sums.count(least) - (called == least) > 1:
        return _("shares the fewest of the others"), "O-56"
    return _("the fewest of the others"), "O-55" if called <= least else "O-52"


def standing(view: OmertaView, speaker: Speaker, box: Box | None) -> Grid:
    """Everybody by rank, with the points of each round."""
    grid = Grid(box=box, pad_edge=False, show_edge=False)
    grid.add_column(_("Rank"), justify="right")
    grid.add_column(_("Player"), no_wrap=True, max_width=14)
    for number in range(len(view.past)):
        grid.add_column(_("Round {round}").format(round=number + 1), justify="right")
    grid.add_column(_("In all"), justify="right")
    for seat in by_rank(view):
        points = [str(ended.points[seat]) for ended in view.past]
        total = Text(str(view.scores[seat]), style="bold")
        grid.add_row(f"{view.ranks[seat]}.", seat_text(seat, speaker, view.seat), *points, total)
    return grid


def by_rank(view: OmertaView) -> list[int]:
    """The seats, the winner first."""
    return sorted(range(view.seats), key=lambda seat: (view.ranks[seat], seat))


def winners(view: OmertaView, speaker: Speaker) -> str:
    """O-57: who has won, and what decided it."""
    first = [seat for seat in by_rank(view) if view.ranks[seat] == 1]
    names = ", ".join(speaker.seat(seat) for seat in first)
    tied = [seat for seat in range(view.seats) if view.scores[seat] == view.scores[first[0]]]
    told = ngettext("{names} wins with the fewest points. [O-57]", "{names} share the win. [O-57]", len(first))
    if len(tied) > len(first):
        told = _("{names} wins: equal in all, but fewer points in the last round. [O-57]")
    return told.format(names=names)
