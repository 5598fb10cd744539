"""Corleone's Empire in the terminal: everything beside the map."""

from __future__ import annotations

from rich.box import Box
from rich.console import Group as Stack
from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from backroom.cli.screen import Framed
from backroom.cli.tables import seat_text
from backroom.cli.tongue import _, dollars, joined, ngettext, numeral, roman
from backroom.games.corleone.numbers import ACTS
from backroom.games.corleone.reading import (
    BILLS,
    PLAIN,
    Printing,
    card_order,
    counted,
    job_line,
    money,
    payable,
    printing,
    sentences,
)
from backroom.games.corleone.view import CorleoneView
from backroom.kernel.words import Speaker


def heading(view: CorleoneView, speaker: Speaker) -> Text:
    """Act, phase, Horse Head, whose turn."""
    text = Text()
    text.append(
        _("Act {act} of {acts}, {phase}").format(act=roman(view.act), acts=roman(ACTS), phase=speaker.name(view.phase)),
        style="bold",
    )
    text.append("   " + _("Horse Head: ")).append_text(seat_text(view.horse, speaker, view.seat))
    if view.phase == "family_business":
        text.append("   " + _("Turn: ")).append_text(seat_text(view.mover, speaker, view.seat))
    others = [seat for seat in view.waiting if view.phase != "family_business" or seat != view.mover]
    if others:
        names = joined(speaker.seat(seat) for seat in others)
        text.append("   " + _("To decide: {names}").format(names=names))
    limit = printing(view, speaker).printed.limits.hand[view.act - 1]
    text.append("   " + _("Hand limit at the tribute: {limit}").format(limit=limit))
    return text


def the_cards(view: CorleoneView, speaker: Speaker) -> RenderableType:
    """Public jobs, allies, the supply."""
    printed = printing(view, speaker)
    grid = card_grid()
    for job in view.public:
        if job is None:
            grid.add_row("", "", Text(_("(an empty place until the entr’acte)"), style="dim"))
        else:
            add_job(grid, job, view, printed, speaker)
    lines: list[RenderableType] = [Text(_("Public jobs"), style="bold"), grid]
    if view.phase in ("family_business", "turf_wars", "bribery") and view.act < ACTS:
        grid = card_grid()
        for ally in view.allies:
            add_ally(grid, ally, printed, speaker)
        lines += [Text(_("Allies, to be won in the bribery"), style="bold"), grid]
        if not view.allies:
            lines.append(Text("  " + _("none left"), style="dim"))
    lines.append(supply(view, speaker))
    return Stack(*lines)


def card_grid() -> Grid:
    """Marks, names, and what cards do, below each other."""
    grid = Grid.grid(padding=(0, 1))
    grid.add_column(style="cyan", no_wrap=True)
    grid.add_column(max_width=32)
    grid.add_column()
    return grid


def add_job(grid: Grid, job: str, view: CorleoneView, printed: Printing, speaker: Speaker) -> None:
    """A job in one line."""
    card = printed.jobs[job]
    name = Text(speaker.name(job), style="bold").append(f" ({speaker.name(card.colour)})", style="not bold")
    told = Text(job_line(card, speaker))
    if view.hand and payable(card, view.hand):
        told.append("  " + _("(you have the goods)"), style="green")
    grid.add_row(f" {printed.marks[job]}", name, told)


def add_ally(grid: Grid, ally: str, printed: Printing, speaker: Speaker) -> None:
    """An ally in one line."""
    told = sentences(printed.allies[ally].effect, speaker)
    grid.add_row(f" {printed.marks[ally]}", Text(speaker.name(ally), style="bold"), Text(told))


def supply(view: CorleoneView, speaker: Speaker) -> Text:
    """The stacks beside the board."""
    stacks = [f"{speaker.name(card)} ×{numeral(count)}" for card, count in zip(PLAIN, view.supply, strict=True)]
    text = Text(_("Supply: "), style="bold").append(joined(stacks), style="not bold")
    blue, red = view.tiles
    told = _("job deck {deck}, discarded {discard}; tiles to come: blue {blue}, red {red}").format(
        deck=view.deck, discard=len(view.discard), blue=blue, red=red
    )
    return text.append(f"{speaker.tongue.semicolon}{told}", style="not bold")


def the_players(view: CorleoneView, speaker: Speaker, box: Box | None) -> Grid:
    """What lies openly before everybody."""
    grid = Grid(box=box, pad_edge=False, show_edge=False, collapse_padding=True)
    grid.add_column(_("Player"), no_wrap=True, max_width=18)
    for title in (_("Family"), _("Hand"), _("Suitcase"), _("To be played"), _("Markers left"), _("Allies played")):
        grid.add_column(title)
    for seat, player in enumerate(view.players):
        name = seat_text(seat, speaker, view.seat)
        bills, jobs = sum(view.memory.suitcases[seat]), len(view.memory.completed[seat])
        case = ngettext("{n} bill", "{n} bills", bills).format(n=bills)
        case += speaker.tongue.comma + ngettext("{n} job", "{n} jobs", jobs).format(n=jobs)
        figures = [speaker.name(member) for member in player.members]
        if player.thugs:
            figures.insert(0, ngettext("{n} thug", "{n} thugs", player.thugs).format(n=player.thugs))
        grid.add_row(
            name,
            speaker.name(player.family),
            numeral(player.cards),
            case,
            joined(figures) or _("out for this act"),
            numeral(player.markers),
            joined(speaker.name(ally) for ally in player.played),
        )
    return grid


def the_hand(view: CorleoneView, speaker: Speaker) -> RenderableType:
    """The viewer's own cards, sorted, and the own suitcase."""
    printed = printing(view, speaker)
    cards = card_order(view.hand, printed)
    plain = [card for card in cards if card in PLAIN]
    title = ngettext("Your hand, {n} card", "Your hand, {n} cards", len(cards)).format(n=len(cards))
    text = Text(f"{title}: ", style="bold").append(counted(plain, speaker) or _("no money, no goods"), style="not bold")
    if money(plain):
        text.append("  " + _("(${money} in bills)").format(money=money(plain)), style="dim not bold")
    grid = card_grid()
    for card in cards:
        if card in printed.jobs:
            add_job(grid, card, view, printed, speaker)
        elif card in printed.allies:
            add_ally(grid, card, printed, speaker)
    lines: list[RenderableType] = [text, grid] if len(plain) < len(cards) else [text]
    if view.laid:
        laid = counted(card_order(view.laid, printed), speaker)
        lines.append(Text(_("Laid out, still secret: {cards}").format(cards=laid)))
    lines.append(suitcase(view, speaker))
    return Stack(*lines)


def case_cards(view: CorleoneView) -> list[str]:
    """The bills in the viewer's suitcase."""
    case = view.players[view.seat].suitcase if view.seat is not None else None
    return [bill for bill, count in zip(BILLS, case or (), strict=False) for _each in range(count)]


def suitcase(view: CorleoneView, speaker: Speaker) -> Text:
    """The viewer's suitcase."""
    bills = case_cards(view)
    text = Text(_("Your suitcase: "), style="bold")
    text.append(dollars(money(bills)) + (f" ({counted(bills, speaker)})" if bills else ""), style="not bold")
    done = view.memory.completed[view.seat or 0]
    if done:
        printed = printing(view, speaker)
        jobs = joined(f"{speaker.name(job)} ({speaker.name(printed.jobs[job].colour)})" for job in done)
        text.append(speaker.tongue.semicolon + _("jobs: {jobs}").format(jobs=jobs), style="not bold")
    return text


def desk(view: CorleoneView, speaker: Speaker) -> list[RenderableType]:
    """All of it."""
    parts: list[RenderableType] = [the_cards(view, speaker), Framed(lambda box: the_players(view, speaker, box))]
    if view.seat is not None:
        parts += [Text(), the_hand(view, speaker)]
    return parts
