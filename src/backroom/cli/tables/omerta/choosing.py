"""Omerta in the terminal: what the one whose decision it is may do, as numbered choices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from backroom.cli.tables import Choice, Group
from backroom.cli.tables.omerta.rows import looked_at, named_text
from backroom.cli.tongue import _
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
    TOKENS,
    TRADE,
)
from backroom.games.omerta.reading import faces_known, target_of
from backroom.games.omerta.view import OmertaView
from backroom.kernel.words import Speaker


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
