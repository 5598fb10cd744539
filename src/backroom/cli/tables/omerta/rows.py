"""Omerta in the terminal: rows of backs with their slots, and what lies beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from rich.box import Box
from rich.table import Table as Grid
from rich.text import Text

from backroom.cli.tables import seat_text
from backroom.cli.tongue import _, joined, ngettext, numeral
from backroom.games.omerta.reading import aid, faces_known, places, target_of
from backroom.games.omerta.view import Back, Lasting, OmertaView
from backroom.kernel.words import Speaker

WIDE: Final = 54
"""A longer row of backs goes on in the next line."""


def heading(view: OmertaView, speaker: Speaker) -> Text:
    """Which round it is, who has started it, and what is going on."""
    names = {"round": view.round, "rounds": view.seats, "name": speaker.seat(view.starter)}
    if view.phase != "peek":
        told = _("Round {round} of {rounds}, started by {name}")
    elif view.round == 1:
        told = _("Round {round} of {rounds}: {name} has Al Capone and starts")
    else:
        told = _("Round {round} of {rounds}: {name} has the most points and starts")
    text = Text(told.format(**names), style="bold")
    number = 0 if view.race is None else view.race.number
    code = {"act": "event.acts"}.get(view.phase, f"phase.{view.phase}")
    now = speaker.phrase(code, {"seat": view.active, "n": number, "card": view.acting})
    if view.phase == "react" and view.active is not None:
        now = _("{card} at work for {name}; a Killer could still stop it.")
        now = now.format(card=speaker.name(view.acting), name=speaker.seat(view.active))
    return text.append(f"\n{now}", style="not bold")


def the_rows(view: OmertaView, speaker: Speaker, box: Box | None) -> Grid:
    """Every row, and the safe; a mark before whose turn it is."""
    grid = Grid(box=box, pad_edge=False, show_edge=False, collapse_padding=True)
    grid.add_column("", width=1)
    grid.add_column(_("Player"), no_wrap=True, max_width=14)
    grid.add_column(_("Points"), justify="right")
    grid.add_column(_("Row, each card with its slot"))
    known = faces_known(view)
    for seat, row in enumerate(view.rows):
        mama = any(lasting.holder == seat and lasting.handle is None for lasting in view.lasting)
        after = [_("La Mama by the row")] if mama else []
        mark = ">" if seat == view.active and view.phase != "peek" else ""
        cells = [*(back_text(slot, back, known, speaker) for slot, back in enumerate(row, 1)), *after]
        grid.add_row(
            mark,
            seat_text(seat, speaker, view.seat),
            Text(numeral(view.scores[seat]), style="bold"),
            Text(wrapped(cells) or _("no cards")),
        )
    safe = [back_text(slot, back, known, speaker) for slot, back in enumerate(view.safe, 1)]
    grid.add_row("", Text(_("The safe"), style="dim"), "", Text(wrapped(safe)))
    return grid


def back_text(slot: int, back: Back, known: Mapping[int, str], speaker: Speaker) -> str:
    """A card lying face down: its slot, its face if the page may show it, and the Patrol on it."""
    parts = [numeral(slot)]
    if back.handle in known:
        parts.append(speaker.name(known[back.handle]))
    if back.patrolled:
        parts.append(_("(Patrol)"))
    return f"[{' '.join(parts)}]"


def wrapped(cells: Iterable[str]) -> str:
    """The cells beside each other, in as many lines as they need."""
    lines = [""]
    for cell in cells:
        if lines[-1] and len(lines[-1]) + 1 + len(cell) > WIDE:
            lines.append("")
        lines[-1] += f" {cell}" if lines[-1] else cell
    return "\n".join(lines)


def beside(view: OmertaView, speaker: Speaker) -> Iterable[str]:
    """What lies beside the rows, and what is at stake, a line each."""
    yield deck_and_pile(view, speaker)
    if aid(view) == "full" and len(view.pile) > 1:
        cards = joined(speaker.name(card) for card in reversed(view.open_pile()))
        yield _("The whole pile, the top first: {cards}").format(cards=cards)
    for lasting in view.lasting:
        yield lasting_line(view, lasting, speaker)
    if view.look:
        yield _("You are looking at: {cards}").format(cards=looked_at(view, speaker))
    for record in view.reminder():
        if len(record.backs) > 1:
            where = joined(place_text(view, handle, speaker) for handle in record.backs)
            yield _("{card} is one of: {places}").format(card=speaker.name(record.card), places=where)
    if view.taken_from and view.active is not None:
        yield taken_line(view, view.active, speaker)
    if view.named and view.acting != "safecracker":
        named = joined(named_text(token, speaker) for token in view.named)
        yield _("Named: {targets}").format(targets=named)
    if view.race is not None and (view.phase == "sealed_race" or view.race.bucket != "none"):
        yield queue_line(view, speaker)
    if view.drops:
        cards = joined(speaker.name(card) for card in view.drops)
        yield _("The Driver still has to drop: {cards}").format(cards=cards)
    if view.answer:
        yield _("Your answer, still sealed: {move}").format(move=move_text(view.answer, speaker))


def deck_and_pile(view: OmertaView, speaker: Speaker) -> str:
    """How many cards there are, and the one on top."""
    deck = ngettext("Deck: {n} card", "Deck: {n} cards", view.deck).format(n=view.deck)
    if not view.pile:
        return f"{deck}   {_('Discard pile: empty')}"
    count = len(view.pile)
    pile = ngettext("Discard pile: {n} card, on top {card}", "Discard pile: {n} cards, on top {card}", count)
    return f"{deck}   {pile.format(n=count, card=speaker.name(view.pile[-1]))}"


def lasting_line(view: OmertaView, lasting: Lasting, speaker: Speaker) -> str:
    """La Mama or a Patrol: where she lies, and when she leaves."""
    names = {"holder": speaker.seat(lasting.holder), "layer": speaker.seat(lasting.layer), "n": lasting.left}
    if lasting.handle is None:
        return _("La Mama by the row of {holder}, until {layer} takes a card.").format(**names)
    slot = places(view)[lasting.handle][1]
    told = ngettext(
        "Police Patrol on slot {slot} of {holder}, until {layer} takes a card.",
        "Police Patrol on slot {slot} of {holder}, until {layer} has taken {n} more cards.",
        lasting.left,
    )
    return told.format(slot=slot, **names)


def looked_at(view: OmertaView, speaker: Speaker) -> str:
    """The faces of the current look."""
    where = places(view)
    shown = []
    for handle, card in view.look:
        seat, slot = where[handle]
        told = _("safe {slot} {card}") if seat is None else _("slot {slot} {card}")
        shown.append(told.format(slot=slot, card=speaker.name(card)))
    return joined(shown)


def place_text(view: OmertaView, handle: int, speaker: Speaker) -> str:
    """Where a back lies, in words."""
    seat, slot = places(view)[handle]
    if seat is None:
        return _("safe {slot}").format(slot=slot)
    return _("{name} {slot}").format(name=speaker.seat(seat), slot=slot)


def taken_line(view: OmertaView, active: int, speaker: Speaker) -> str:
    """The card that has been taken and not put down."""
    if active == view.seat:
        told = (
            _("You hold {card}, from the deck.") if view.taken_from == "deck" else _("You hold {card}, from the pile.")
        )
    elif view.taken_from == "deck":
        told = _("{name} holds a card from the deck.")
    else:
        told = _("{name} holds {card}, from the pile.")
    return told.format(name=speaker.seat(active), card=speaker.name(view.taken))


def named_text(token: str, speaker: Speaker) -> str:
    """A target by its token, `gangster:S2:3`, `lady:S2` or `drive:1`."""
    seat, slot = target_of(token)
    if seat is None:
        return _("slot {slot}").format(slot=slot)
    return speaker.seat(seat) if not slot else _("{name} {slot}").format(name=speaker.seat(seat), slot=slot)


def move_text(token: str, speaker: Speaker) -> str:
    """An answer: pass, or the card tried."""
    _seat, slot = target_of(token)
    return _("slot {slot}").format(slot=slot) if slot else _("pass")


def queue_line(view: OmertaView, speaker: Speaker) -> str:
    """In which order sealed answers will be opened."""
    names = joined(speaker.seat(seat) for seat in view.queue)
    return _("Snap queue, first to last: {names}").format(names=names)
