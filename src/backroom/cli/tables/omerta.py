"""Omerta in the terminal: rows of backs with their slots, races and Killers as questions, every score with its reason.

A page shows what lies open and what its reader is looking at just now. What only a memory holds is left out, unless
the table's `memory_aid` allows more (O-60): earlier looks, earlier cards of the pile, the faces in the log.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rich.box import Box
from rich.console import Group as Stack
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from backroom.cli.screen import Framed
from backroom.cli.tables import Choice, Group, Table, Unclear, seat_text
from backroom.cli.tongue import _, ngettext
from backroom.games.omerta.cards import (
    BLOCK,
    CALL,
    CRACK,
    DEAL,
    DECLINE,
    DONE,
    DRIVE,
    GIVE,
    LOOK,
    MOVE,
    PASS,
    PEEK,
    REACT,
    ROW,
    SAFE,
    SHUFFLE,
    SLOTS,
    SNAP,
    SWAP,
    TAKE_DECK,
    TAKE_PILE,
    THROW,
    TIME_UP,
    TOKENS,
    TRADE,
)
from backroom.games.omerta.edition import CALL_LIMIT, CALL_PENALTY
from backroom.games.omerta.view import Back, Ended, Lasting, OmertaView
from backroom.kernel.events import Event
from backroom.kernel.view import View
from backroom.kernel.words import Speaker

WIDE: Final = 54
"""A longer row of backs goes on in the next line."""
RULES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "peek": ("O-7", "O-15"),
        "begin": ("O-9", "O-10", "O-11", "O-48", "O-49"),
        "taken": ("O-12", "O-13", "O-14", "O-17", "O-24"),
        "race": ("O-18", "O-19", "O-20", "O-21", "O-23", "O-61"),
        "sealed_race": ("O-18", "O-19", "O-20", "O-21", "O-62"),
        "act": ("O-24", "O-25"),
        "react": ("O-35", "O-36", "O-37"),
        "over": ("O-57",),
    }
)
"""By phase, the paragraphs that matter."""
CHARACTER_RULES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "gangster": ("O-28",),
        "lady": ("O-29",),
        "mole": ("O-30",),
        "snitch": ("O-31",),
        "driver": ("O-32", "O-33"),
        "safecracker": ("O-34",),
        "la_mama": ("O-40", "O-41"),
        "patrol": ("O-42", "O-43"),
    }
)


class OmertaTable(Table):
    """Draws Omerta."""

    redraws = False
    hot_seat_options: Mapping[str, str] = MappingProxyType({"snap_mode": "commit"})

    def draw(self, view: View, speaker: Speaker) -> RenderableType:
        if not isinstance(view, OmertaView):
            return super().draw(view, speaker)
        if view.over:
            return Text(_("The game is over."), style="bold")
        return Stack(
            heading(view, speaker),
            Framed(lambda box: the_rows(view, speaker, box)),
            *(Text(line) for line in beside(view, speaker)),
        )

    def choices(self, view: View, legal: Sequence[int], speaker: Speaker) -> list[Group]:
        if not isinstance(view, OmertaView) or not legal or view.seat is None:
            return super().choices(view, legal, speaker)
        return asked(view, view.seat, legal, speaker)

    def story(self, events: Sequence[Event], before: View | None, view: View, speaker: Speaker) -> RenderableType:
        if not isinstance(view, OmertaView):
            return super().story(events, before, view, speaker)
        return Stack(*Teller(view, speaker).told(events))

    def log(self, events: Sequence[Event], view: View, speaker: Speaker) -> RenderableType:
        if not isinstance(view, OmertaView):
            return super().log(events, view, speaker)
        aid = dict(view.options)["memory_aid"]
        if aid == "full" or view.over:
            return self.story(events, None, view, speaker)
        last = max([at for at, event in enumerate(events) if event.kind == "round"], default=-1) + 1
        note = _("The faces of this round are left out: remembering them is the game. [O-60]")
        now = Teller(view, speaker, open_faces=False, own_faces=aid == "own_looks")
        earlier = Teller(view, speaker).told(events[:last])
        return Stack(*earlier, *now.told(events[last:]), Text(f"  {note}", style="dim"))

    def lingers(self, view: View) -> bool:
        return isinstance(view, OmertaView) and bool(view.look) and dict(view.options)["memory_aid"] == "off"

    def pages(self, view: View) -> bool:
        return isinstance(view, OmertaView) and dict(view.options)["memory_aid"] != "full"

    def ending(self, view: View, speaker: Speaker) -> RenderableType:
        if not isinstance(view, OmertaView):
            return super().ending(view, speaker)
        return Stack(
            Text(),
            Text(_("The final standing"), style="bold"),
            Framed(lambda box: standing(view, speaker, box)),
            Text(winners(view, speaker), style="bold"),
        )

    def read(self, text: str, view: View, legal: Sequence[int], speaker: Speaker) -> Choice | None:
        if not isinstance(view, OmertaView) or view.seat is None:
            return None
        return shorthand(text, view, view.seat, legal, speaker)

    def paragraphs(self, view: View) -> Sequence[str]:
        if not isinstance(view, OmertaView):
            return ()
        more = CHARACTER_RULES.get(view.acting, ())
        if any(lasting.holder == view.seat for lasting in view.lasting):
            more += ("O-45",)
        return (*more, *RULES[view.phase])


TABLE = OmertaTable()


# The table.


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
            Text(str(view.scores[seat]), style="bold"),
            Text(wrapped(cells) or _("no cards")),
        )
    safe = [back_text(slot, back, known, speaker) for slot, back in enumerate(view.safe, 1)]
    grid.add_row("", Text(_("The safe"), style="dim"), "", Text(wrapped(safe)))
    return grid


def back_text(slot: int, back: Back, known: Mapping[int, str], speaker: Speaker) -> str:
    """A card lying face down: its slot, its face if the page may show it, and the Patrol on it."""
    parts = [str(slot)]
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


def faces_known(view: OmertaView) -> dict[int, str]:
    """The faces a page shows: what one is looking at, and what the memory aid tells for sure."""
    found = {record.backs[0]: record.card for record in view.reminder() if len(record.backs) == 1}
    return {**found, **dict(view.look)}


def places(view: OmertaView) -> dict[int, tuple[int | None, int]]:
    """Where every back lies: whose row (nobody's is the safe), which slot."""
    lines: list[tuple[int | None, tuple[Back, ...]]] = [*enumerate(view.rows), (None, view.safe)]
    return {back.handle: (seat, slot) for seat, line in lines for slot, back in enumerate(line, 1)}


def beside(view: OmertaView, speaker: Speaker) -> Iterable[str]:
    """What lies beside the rows, and what is at stake, a line each."""
    yield deck_and_pile(view, speaker)
    if dict(view.options)["memory_aid"] == "full" and len(view.pile) > 1:
        cards = ", ".join(speaker.name(card) for card in reversed(view.open_pile()))
        yield _("The whole pile, the top first: {cards}").format(cards=cards)
    for lasting in view.lasting:
        yield lasting_line(view, lasting, speaker)
    if view.look:
        yield _("You are looking at: {cards}").format(cards=looked_at(view, speaker))
    for record in view.reminder():
        if len(record.backs) > 1:
            where = ", ".join(place_text(view, handle, speaker) for handle in record.backs)
            yield _("{card} is one of: {places}").format(card=speaker.name(record.card), places=where)
    if view.taken_from and view.active is not None:
        yield taken_line(view, view.active, speaker)
    if view.named and view.acting != "safecracker":
        named = ", ".join(named_text(token, speaker) for token in view.named)
        yield _("Named: {targets}").format(targets=named)
    if view.race is not None and (view.phase == "sealed_race" or view.race.bucket != "none"):
        yield queue_line(view, speaker)
    if view.drops:
        cards = ", ".join(speaker.name(card) for card in view.drops)
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
    return ", ".join(shown)


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


def target_of(token: str) -> tuple[int | None, int]:
    """Seat and slot of a move; 0 for no slot."""
    seat: int | None = None
    slot = 0
    for part in token.split(":")[1:]:
        if part.startswith("S"):
            seat = int(part[1:]) - 1
        elif part.isdecimal():
            slot = int(part)
    return seat, slot


def move_text(token: str, speaker: Speaker) -> str:
    """An answer: pass, or the card tried."""
    _seat, slot = target_of(token)
    return _("slot {slot}").format(slot=slot) if slot else _("pass")


def queue_line(view: OmertaView, speaker: Speaker) -> str:
    """In which order sealed answers will be opened."""
    names = ", ".join(speaker.seat(seat) for seat in view.queue)
    return _("Snap queue, first to last: {names}").format(names=names)


# Choosing.


def asked(view: OmertaView, seat: int, legal: Sequence[int], speaker: Speaker) -> list[Group]:
    """What the viewer is asked now: one group, with the question as its title. A slot's number is its choice's."""
    phase = view.phase
    if phase == "peek":
        looked = len(view.look)
        title = _("Look at two of your cards (e.g. 1, 3)")
        if looked:
            title = _("You see {cards}. Look at one more card").format(cards=looked_at(view, speaker))
        return [Group(title, slots_of(legal, PEEK, ROW, view, seat, speaker))]
    if phase == "begin":
        return [Group(_("Your turn: deck, pile or call"), beginning(view, legal, speaker))]
    if phase == "taken":
        held = speaker.name(view.taken)
        title = _("You hold {card}. Swap it with a slot (swap 2), or throw it away (throw)")
        if view.taken_from == "pile":
            title = _("You hold {card} from the pile. Swap it with a slot (swap 2)")
        choices = slots_of(legal, SWAP, SLOTS, view, seat, speaker)
        if THROW in legal:
            choices += (Choice(_("throw away"), (THROW,), keys=("throw",), number=0),)
        return [Group(title.format(card=held), choices)]
    if phase in ("race", "sealed_race"):
        return [Group(race_title(view, speaker), answers_of(legal, SNAP, view, seat, speaker, _("pass")))]
    if phase == "react":
        return [Group(attack_title(view, seat, speaker), answers_of(legal, REACT, view, seat, speaker, _("let it be")))]
    return [acting(view, seat, legal, speaker)]


def slots_of(
    legal: Sequence[int], first: int, many: int, view: OmertaView, seat: int, speaker: Speaker
) -> tuple[Choice, ...]:
    """A choice for each slot of one's own row that may be named."""
    known = faces_known(view)
    choices = []
    for action in legal:
        if first <= action < first + many:
            slot = action - first + 1
            card = known.get(view.rows[seat][slot - 1].handle)
            label = _("slot {slot}").format(slot=slot)
            told = label if card is None else _("slot {slot} ({card})").format(slot=slot, card=speaker.name(card))
            choices.append(Choice(told, (action,), keys=(TOKENS[action].replace(":", " "),), number=slot))
    return tuple(choices)


def beginning(view: OmertaView, legal: Sequence[int], speaker: Speaker) -> tuple[Choice, ...]:
    """O-9: the same numbers whatever is allowed, so that nobody calls by mistake."""
    told = {
        TAKE_DECK: (1, _("take from the deck"), ("deck", "take")),
        TAKE_PILE: (2, _("take {card} from the pile").format(card=top(view, speaker)), ("pile",)),
        CALL: (3, _("call Omerta"), ("call", "omerta")),
        PASS: (0, _("pass: there is no card to take"), ("pass",)),
    }
    listed = sorted((told[action][0], action) for action in legal if action in told)
    return tuple(Choice(told[action][1], (action,), keys=told[action][2], number=number) for number, action in listed)


def top(view: OmertaView, speaker: Speaker) -> str:
    """The top card of the pile."""
    return speaker.name(view.pile[-1]) if view.pile else ""


def answers_of(
    legal: Sequence[int], first: int, view: OmertaView, seat: int, speaker: Speaker, no: str
) -> tuple[Choice, ...]:
    """A slot to be turned over, or nothing."""
    choices = slots_of(legal, first, SLOTS, view, seat, speaker)
    return (*choices, Choice(no, (PASS,), keys=("pass", "no"), number=0))


def race_title(view: OmertaView, speaker: Speaker) -> str:
    """What may be tried, and what it costs."""
    if view.race is None:
        return ""
    if view.phase == "sealed_race":
        told = _("Sealed race for bottle {n}: which slot? A wrong card costs a penalty (snap 3)")
    elif view.fastest is not None:
        told = _("Race for bottle {n}, won already: a late card is shown, without a penalty")
    else:
        told = _("Race for bottle {n}: which slot? A wrong card costs a penalty (snap 3)")
    return told.format(n=view.race.number)


def attack_title(view: OmertaView, seat: int, speaker: Speaker) -> str:
    """Who uses what against the viewer."""
    mine = [target_of(token)[1] for token in view.named if target_of(token)[0] == seat]
    told = _("{card} against you, from {name}: show a Killer (killer 2)?")
    if any(mine):
        told = _("{card} against your slot {slot}, from {name}: show a Killer (killer 2)?")
    name = "" if view.active is None else speaker.seat(view.active)
    return told.format(name=name, card=speaker.name(view.acting), slot=max(mine, default=0))


def acting(view: OmertaView, seat: int, legal: Sequence[int], speaker: Speaker) -> Group:
    """O-28 to O-34, O-40, O-42: whom or what the character is used on."""
    face = view.acting
    if face == "mole":
        title, choices = (
            _("Mole: look at one of your cards (mole 2)"),
            slots_of(legal, LOOK, SLOTS, view, seat, speaker),
        )
    elif face == "driver":
        title, choices = driving(view, seat, legal, speaker)
    elif face == "safecracker":
        title, choices = cracking(view, seat, legal, speaker)
    elif face == "snitch":
        title, choices = _("Snitch: who gets two unseen cards?"), dealing(view, legal, speaker)
    elif face == "lady":
        title = _("Lady: whose row is shuffled?")
        choices = tuple(rivals_of(legal, SHUFFLE, speaker))
    elif face == "la_mama":
        title = _("La Mama: who misses a turn?")
        choices = tuple(rivals_of(legal, GIVE, speaker))
    elif face == "patrol":
        title = _("Police Patrol: on whose card? (e.g. patrol {name} 2)").format(name=example(view, seat, speaker))
        choices = tuple(holders_of(legal, BLOCK, view, speaker))
    else:
        title, choices = moving(view, seat, legal, speaker)
    if DECLINE in legal:
        number = 0 if any(choice.number is not None for choice in choices) else None
        choices = (*choices, Choice(_("do without"), (DECLINE,), keys=("no", "decline"), number=number))
    return Group(title, choices)


def driving(view: OmertaView, seat: int, legal: Sequence[int], speaker: Speaker) -> tuple[str, tuple[Choice, ...]]:
    """O-32: one card after the other, or no more."""
    done = _("no more") if view.named else _("drop nothing")
    choices = slots_of(legal, DRIVE, SLOTS, view, seat, speaker)
    title = _("Driver: drop up to two bottles; a character costs a penalty (drive 1 3)")
    if view.named:
        title = _("Driver: {first}, and which other bottle?").format(first=named_text(view.named[0], speaker))
    return title, (*choices, Choice(done, (DONE,), keys=("done", "no"), number=0))


def cracking(view: OmertaView, seat: int, legal: Sequence[int], speaker: Speaker) -> tuple[str, tuple[Choice, ...]]:
    """O-34: look or not; then a card of the safe for an own one."""
    if CRACK in legal:
        title = _("Safecracker: look into the safe? Then you must exchange a card")
        if dict(view.options)["safe_swap"] == "optional":
            title = _("Safecracker: look into the safe?")
        return title, (Choice(_("look into the safe"), (CRACK,), keys=("crack", "safe"), number=1),)
    known = faces_known(view)
    found: dict[int, list[Choice]] = {}
    for action in legal:
        if TRADE <= action < TRADE + SAFE * SLOTS:
            safe, slot = divmod(action - TRADE, SLOTS)
            found.setdefault(safe, []).append(Choice(TOKENS[action], (action,), keys=(str(slot + 1),)))
    choices = []
    for safe, then in found.items():
        card = known.get(view.safe[safe].handle)
        name = _("safe {slot}").format(slot=safe + 1) if card is None else speaker.name(card)
        label = _("{card}: into which of your slots?").format(card=name) if card else name
        choices.append(Choice(label, then=tuple(then), number=safe + 1))
    return _("Which card of the safe, and for which of yours? (trade 1 3)"), tuple(choices)


def dealing(view: OmertaView, legal: Sequence[int], speaker: Speaker) -> tuple[Choice, ...]:
    """O-31: two cards to one, or one each to two; the rest of it if one was named."""
    rivals = [action - DEAL for action in legal if action >= DEAL]
    if view.named:
        return tuple(
            Choice(_("the other one to {name}").format(name=speaker.seat(one)), (DEAL + one,)) for one in rivals
        )
    both = [Choice(_("both to {name}").format(name=speaker.seat(one)), (DEAL + one,) * 2) for one in rivals]
    each = [
        Choice(
            _("one each to {name} and {other}").format(name=speaker.seat(one), other=speaker.seat(other)),
            (DEAL + one, DEAL + other),
        )
        for at, one in enumerate(rivals)
        for other in rivals[at + 1 :]
    ]
    return (*both, *each)


def rivals_of(legal: Sequence[int], first: int, speaker: Speaker) -> Iterable[Choice]:
    """A choice for each rival who may be named."""
    for action in legal:
        if action >= first:
            yield Choice(speaker.seat(action - first), (action,), keys=(speaker.seat(action - first).lower(),))


def holders_of(legal: Sequence[int], first: int, view: OmertaView, speaker: Speaker) -> Iterable[Choice]:
    """A choice for each row with cards that may be named, opening into the slots."""
    found: dict[int, list[Choice]] = {}
    for action in legal:
        if first <= action < first + view.seats * SLOTS:
            seat, slot = divmod(action - first, SLOTS)
            found.setdefault(seat, []).append(Choice(TOKENS[action], (action,), keys=(str(slot + 1),)))
    for seat, then in found.items():
        name = speaker.seat(seat)
        label = _("your own card") if seat == view.seat else _("a card of {name}").format(name=name)
        yield Choice(label, then=tuple(then), keys=(name.lower(),))


def moving(view: OmertaView, seat: int, legal: Sequence[int], speaker: Speaker) -> tuple[str, tuple[Choice, ...]]:
    """O-28: a card, then the other."""
    choices = tuple(holders_of(legal, MOVE, view, speaker))
    if view.named:
        first = named_text(view.named[0], speaker)
        return _("Gangster: {first} changes places with which card?").format(first=first), choices
    names = {"name": speaker.seat(seat).lower(), "other": example(view, seat, speaker)}
    return _("Gangster: which two cards change places? (e.g. {name} 2 {other} 1)").format(**names), choices


def example(view: OmertaView, seat: int, speaker: Speaker) -> str:
    """A rival's name, as it may be typed."""
    return speaker.seat((seat + 1) % view.seats).lower()


# What is typed.

WORDS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "call": CALL,
        "omerta": CALL,
        "call omerta": CALL,
        "deck": TAKE_DECK,
        "draw": TAKE_DECK,
        "take": TAKE_DECK,
        "take deck": TAKE_DECK,
        "pile": TAKE_PILE,
        "take pile": TAKE_PILE,
        "throw": THROW,
        "throw away": THROW,
        "discard": THROW,
        "pass": PASS,
        "decline": DECLINE,
        "done": DONE,
        "no more": DONE,
        "crack": CRACK,
        "safe": CRACK,
        "time up": TIME_UP,
    }
)
SLOT_WORDS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "swap": SWAP,
        "snap": SNAP,
        "try": SNAP,
        "race": SNAP,
        "killer": REACT,
        "kill": REACT,
        "mole": LOOK,
        "drive": DRIVE,
        "drop": DRIVE,
    }
)
PERSON_WORDS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "lady": SHUFFLE,
        "shuffle": SHUFFLE,
        "snitch": DEAL,
        "deal": DEAL,
        "la mama": GIVE,
        "mama": GIVE,
        "la_mama": GIVE,
        "gangster": MOVE,
        "patrol": BLOCK,
    }
)
STARTS: Final[Mapping[int, int]] = MappingProxyType({1: TAKE_DECK, 2: TAKE_PILE, 3: CALL})
"""The numbers at the start of a turn."""
NOTHING: Final[Mapping[str, int]] = MappingProxyType(
    {"begin": PASS, "taken": THROW, "race": PASS, "sealed_race": PASS, "act": DECLINE, "react": PASS}
)
"""By phase, what 0 means."""
ACTING_FIRST: Final[Mapping[str, int]] = MappingProxyType(
    {"lady": SHUFFLE, "snitch": DEAL, "la_mama": GIVE, "gangster": MOVE, "patrol": BLOCK}
)


def shorthand(text: str, view: OmertaView, seat: int, legal: Sequence[int], speaker: Speaker) -> Choice | None:
    """`swap 2`, `snap 3`, `peek 1 3`, `drive 1 3`, `trade 1 3`, `lady rocco`, `gangster anna 2 rocco 1`, `rocco 1`."""
    said = (
        " ".join(word for word in re.split(r"[\s:]+", text.strip().lower()) if word != "and")
        .removeprefix("la mama ")
        .strip()
    )
    if text.strip().lower().startswith("la mama "):
        said = f"mama {said}"
    if said in WORDS:
        return Choice(text, (WORDS[said],))
    if said in ("no", "nothing"):
        return Choice(text, (DONE if view.acting == "driver" else DECLINE if view.phase == "act" else PASS,))
    verb, _space, rest = said.partition(" ")
    rest = re.sub(r"\bslots?\b ?", "", rest).strip()
    if verb in ("look", "peek"):
        verb = "peek" if view.phase == "peek" else "mole"
    numbers = [int(word) for word in rest.split()] if re.fullmatch(r"[\d ]+", rest) else []
    if re.fullmatch(r"[\d ]+", said):
        return bare_numbers([int(word) for word in said.split()], view)
    if verb == "peek" or verb in SLOT_WORDS:
        if not numbers:
            raise Unclear(_("Which slot? Say e.g. {verb} 2.").format(verb=verb))
        return several(verb, numbers)
    if verb == "trade":
        if len(numbers) != 2:
            raise Unclear(_("Say the slot of the safe, then yours: trade 1 3."))
        return Choice(text, (trade(*numbers),))
    first = PERSON_WORDS.get(verb)
    if first is None:
        first, rest = ACTING_FIRST.get(view.acting), said
        if first is None or view.phase != "act":
            return None
        verb = view.acting
    return aimed(first, verb, rest, view, seat, legal, speaker)


def bare_numbers(numbers: list[int], view: OmertaView) -> Choice | None:
    """`1 3` where two slots are asked for; also one number that is no choice now, so that it is refused with its
    reason: a patrolled slot, an empty pile."""
    phase, acting = view.phase, view.acting
    if numbers == [0]:
        return Choice("0", (NOTHING[phase],)) if phase in NOTHING else None
    if phase == "begin":
        return Choice("", (STARTS[numbers[0]],)) if len(numbers) == 1 and numbers[0] in STARTS else None
    if phase == "act" and acting == "safecracker":
        return Choice("trade", (trade(*numbers),)) if len(numbers) == 2 else None
    verb = {"peek": "peek", "taken": "swap", "race": "snap", "sealed_race": "snap", "react": "killer"}.get(phase)
    verb = verb or {"mole": "mole", "driver": "drive"}.get(acting if phase == "act" else "")
    return several(verb, numbers) if verb else None


def several(verb: str, numbers: list[int]) -> Choice:
    """One slot after the other."""
    first, many = (PEEK, ROW) if verb == "peek" else (SLOT_WORDS[verb], SLOTS)
    for number in numbers:
        if not 1 <= number <= many:
            raise Unclear(_("There is no slot {slot}.").format(slot=number))
    return Choice(verb, tuple(first + number - 1 for number in numbers))


def trade(safe: int, slot: int) -> int:
    """An exchange with the safe."""
    if not 1 <= safe <= SAFE or not 1 <= slot <= SLOTS:
        raise Unclear(_("There is no slot {slot}.").format(slot=slot if 1 <= safe <= SAFE else safe))
    return TRADE + (safe - 1) * SLOTS + slot - 1


def aimed(
    first: int, verb: str, rest: str, view: OmertaView, seat: int, legal: Sequence[int], speaker: Speaker
) -> Choice | None:
    """A character and whom or what it is used on."""
    people = named_people(rest, view, seat, speaker)
    if people is None:
        if verb != view.acting:
            raise Unclear(
                _("Whom do you mean? Say e.g. {verb} {name}.").format(verb=verb, name=example(view, seat, speaker))
            )
        return None
    if first in (MOVE, BLOCK):
        if len(people) == 1 and not people[0][1]:
            for choice in holders_of(legal, first, view, speaker):
                if speaker.seat(people[0][0]).lower() in choice.keys:
                    return choice
        if not all(slot for _seat, slot in people):
            raise Unclear(_("Say the slot too, e.g. {name} 2.").format(name=speaker.seat(people[0][0]).lower()))
        return Choice(rest, tuple(first + holder * SLOTS + slot - 1 for holder, slot in people))
    if first == DEAL and len(people) == 1 and not view.named:
        name = speaker.seat(people[0][0]).lower()
        raise Unclear(_("Two cards: say {name} {name} for both, or two names for one each.").format(name=name))
    return Choice(rest, tuple(first + rival for rival, _slot in people))


def named_people(said: str, view: OmertaView, seat: int, speaker: Speaker) -> list[tuple[int, int]] | None:
    """`rocco 2 sal 1`: whose card, which slot (0 if none is said); None if that names nobody."""
    found: list[tuple[int, int]] = []
    while said:
        match = next(
            (each for each in range(view.seats) if re.match(re.escape(speaker.seat(each).lower()) + r"(?!\w)", said)),
            None,
        )
        if match is not None:
            rest = said[len(speaker.seat(match)) :]
        else:
            word, _space, rest = said.partition(" ")
            begun = [each for each in range(view.seats) if speaker.seat(each).lower().startswith(word)]
            if word in ("me", "my", "mine", "own"):
                begun = [seat]
            elif re.fullmatch(r"s[1-5]", word) and int(word[1]) <= view.seats:
                begun = [int(word[1]) - 1]
            if len(begun) != 1:
                return None
            match = begun[0]
        slot = re.match(r" ?(\d+)(?: |$)", rest)
        if slot and not 1 <= int(slot[1]) <= SLOTS:
            raise Unclear(_("There is no slot {slot}.").format(slot=slot[1]))
        found.append((match, int(slot[1]) if slot else 0))
        said = (rest[slot.end() :] if slot else rest).strip()
    return found or None


# What happened.


def indented(line: str, style: str = "") -> Padding:
    """A line as far in as it begins, also where it is wrapped."""
    text = line.lstrip()
    return Padding(Text(text, style=style), (0, 0, 0, len(line) - len(text)), expand=False)


DISCARDS: Final = ("thrown", "swapped")
COUNTED: Final = frozenset({"opened", "call_stands", "call_fails", "scored"})
"""Events of a round's end: they are told in one block."""
UNTOLD: Final = frozenset({"acts", "penalty", "race", "race_won"})
"""Events that other lines tell."""
NEWS: Final = frozenset({"round", "over", "called", "turn_cap", "reshuffled"})
"""Events that stand out."""


class Teller:
    """Tells what happened: a line for each turn, what came of it further in."""

    def __init__(self, view: OmertaView, speaker: Speaker, open_faces: bool = True, own_faces: bool = True) -> None:
        self.view = view
        self.speaker = speaker
        self.open_faces = open_faces
        """Whether cards that all were shown are named."""
        self.own_faces = own_faces
        """Whether what the viewer alone has looked at is named."""
        self.taking: Event | None = None
        """A card that was taken: it is told with what was done with it."""

    def told(self, events: Sequence[Event]) -> list[RenderableType]:
        """All lines."""
        ended = sum(event.kind == "opened" and event.public["seat"] == 0 for event in events)
        number = len(self.view.past) - ended
        lines: list[RenderableType] = []
        counting = False
        for event in events:
            if event.kind in COUNTED:
                if not counting:
                    lines += [Text(), *count(self.view, number, self.speaker), Text()]
                    number += 1
                counting = True
                continue
            counting = False
            if event.kind in ("took_deck", "took_pile"):
                self.taking = event
                continue
            line = self.line(event)
            if line:
                lines.append(indented(line, "bold" if event.kind in NEWS else ""))
        if self.taking is not None:
            lines.append(indented(self.took(self.taking)))
        return lines

    def line(self, event: Event) -> str:
        """One event, further in if it follows from a discard; nothing for what is told elsewhere."""
        if event.kind in UNTOLD:
            return ""
        if event.kind in DISCARDS:
            return self.discard(event)
        if event.kind == "called":
            return "  " + _("{name} calls Omerta.").format(name=self.speaker.seat(event.public["seat"]))
        known = self.short(event)
        if known is not None:
            return f"    {known}" if known else ""
        if event.kind in ("looked", "cracked"):
            inner = self.view.phase != "peek" and len(event.public.get("slots", ())) < 2
            return ("    " if inner else "  ") + self.looked(event)
        told = self.speaker.event(event, self.view.seat) or ""
        flush = event.kind in NEWS or event.kind in ("skipped", "no_card", "came_off")
        return ("  " if flush else "    ") + told

    def card(self, identity: str) -> str:
        """An open card's name, where it may be told."""
        return self.speaker.name(identity) if self.open_faces else _("a card")

    def cards(self, identities: Iterable[str]) -> str:
        """The same for several."""
        return ", ".join(self.card(each) for each in identities)

    def took(self, event: Event) -> str:
        """A card taken, and not put down yet."""
        seat = event.public["seat"]
        if event.kind == "took_pile":
            told = _("{name} takes {card} from the pile.")
            return "  " + told.format(name=self.speaker.seat(seat), card=self.card(event.public["card"]))
        mine = event.private.get(seat, {}).get("card", "") if seat == self.view.seat and self.own_faces else ""
        told = _("{name} draws {card}.") if mine else _("{name} draws a card.")
        return "  " + told.format(name=self.speaker.seat(seat), card=self.speaker.name(mine))

    def discard(self, event: Event) -> str:
        """O-10 to O-13 in a line: what was taken, where it went, what was discarded."""
        taking, self.taking = self.taking, None
        public = event.public
        names = {"name": self.speaker.seat(public["seat"]), "card": self.card(public["card"])}
        names["slot"] = str(public.get("slot", ""))
        if event.kind == "thrown":
            told = _("{name} draws and throws away {card}.") if taking else _("{name} throws away {card}.")
        elif taking is None:
            told = _("{name} swaps slot {slot} and discards {card}.")
        elif taking.kind == "took_deck":
            mine = taking.private.get(public["seat"], {}).get("card", "") if public["seat"] == self.view.seat else ""
            told = _("{name} draws a card, swaps slot {slot} and discards {card}.")
            if mine and self.own_faces:
                names["taken"] = self.speaker.name(mine)
                told = _("{name} draws {taken}, swaps slot {slot} and discards {card}.")
        else:
            names["taken"] = self.card(taking.public["card"])
            told = _("{name} takes {taken} from the pile, swaps slot {slot} and discards {card}.")
        return "  " + told.format(**names)

    def looked(self, event: Event) -> str:
        """O-7, O-30, O-34: a look; the faces for the one who looks."""
        public, speaker = event.public, self.speaker
        name = speaker.seat(public["seat"])
        slots = ", ".join(str(slot) for slot in public.get("slots", ()))
        seen = event.private.get(public["seat"], {}).get("cards", []) if public["seat"] == self.view.seat else []
        cards = ", ".join(speaker.name(card) for card in seen) if self.own_faces else ""
        if event.kind == "cracked":
            told = _("{name} looks into the safe: {cards}.") if cards else _("{name} looks into the safe.")
        elif cards:
            told = ngettext(
                "{name} looks at slot {slots}: {cards}.", "{name} looks at slots {slots}: {cards}.", len(seen)
            )
        else:
            told = ngettext(
                "{name} looks at slot {slots}.", "{name} looks at slots {slots}.", len(public.get("slots", ()))
            )
        return told.format(name=name, slots=slots, cards=cards)

    def short(self, event: Event) -> str | None:
        """What follows from a discard, in our words; None if the game's own phrase serves."""
        public, speaker = event.public, self.speaker
        names = {
            "name": speaker.seat(public.get("seat", 0)),
            "rival": speaker.seat(public.get("rival", 0)),
            "other": speaker.seat(public.get("other", 0)),
            "holder": speaker.seat(public.get("holder", 0)),
            "slot": str(public.get("slot", "")),
            "other_slot": str(public.get("other_slot", "")),
            "card": self.card(public.get("card", "")),
            "raced": self.speaker.name(public.get("card", "")) if self.open_faces else _("a twin"),
            "cards": self.cards(public.get("cards", ())),
            "slots": ", ".join(str(slot) for slot in public.get("slots", ())),
        }
        told = self.race(event) if event.kind.startswith(("snap", "race")) else self.character(event)
        return None if told is None else told.format(**names)

    def race(self, event: Event) -> str:
        """O-19 to O-21, O-23."""
        public = event.public
        if event.kind == "snap_won":
            return _("Race: {name} is fastest with slot {slot}, {card}.")
        if event.kind == "snap_wrong":
            return _("Race: {name} shows slot {slot}, {card}: wrong; back, with a penalty card.")
        if event.kind == "snap_wrong_free":
            return _("Race: {name} shows slot {slot}, {card}: wrong; back. No penalty card is left.")
        if event.kind == "snap_late":
            return _("Race: {name} is too late; slot {slot} stays unseen, no penalty.")
        if event.kind == "snap_late_shown":
            return _("Race: {name} is too late with slot {slot}, {card}; no penalty.")
        if all(result == "pass" for _seat, _slot, _handle, result, _face in public["tries"]):
            return _("Race for {raced}: nobody tries.")
        return _("Race for {raced}: nobody has won it.")

    def character(self, event: Event) -> str | None:
        """O-28 to O-37: whom a character was used on, and what came of it."""
        public = event.public
        acts = self.speaker.name(public.get("card", ""))
        if event.kind == "names":
            return f"{acts}: {{rival}}."
        if event.kind == "names_two":
            return f"{acts}: {{rival}}, {{other}}."
        if event.kind == "names_card":
            return acts + ": " + _("slot {slot} of {rival}.")
        if event.kind == "names_two_cards":
            return acts + ": " + _("slot {slot} of {rival} for slot {other_slot} of {other}.")
        if event.kind == "killer":
            return _("{name} shows a Killer from slot {slot}: nothing comes of it.")
        if event.kind == "killer_wrong":
            if public["penalty"]:
                return _("{name} shows slot {slot} as a Killer, but it is {card}: back, with a penalty card.")
            return _("{name} shows slot {slot} as a Killer, but it is {card}: back it goes.")
        if event.kind == "moved":
            return _("They change places.")
        if event.kind == "shuffled":
            return _("The row of {rival} is shuffled.")
        if event.kind == "mama":
            return _("She lies by the row of {holder}, who misses a turn.")
        if event.kind == "patrol":
            return _("The Patrol lies on slot {slot} of {holder}.")
        if event.kind == "dealt":
            return _("{rival} gets an unseen card.")
        if event.kind == "drove":
            return ngettext(
                "The Driver drops slot {slots}: {cards}.",
                "The Driver drops slots {slots}: {cards}.",
                len(public["slots"]),
            )
        if event.kind == "drove_wrong":
            if public["penalty"]:
                return _("The Driver shows {cards} (slots {slots}): back, with a penalty card.")
            return _("The Driver shows {cards} (slots {slots}): back.")
        if event.kind == "dropped":
            return _("Onto the pile: {card}.")
        return None


# The end of a round, and of the game.


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
