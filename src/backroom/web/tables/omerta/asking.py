"""Omerta: the prompt. What is asked, in a few words; the same choices as on the table, under the thumb."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from markupsafe import Markup

from backroom.games.omerta.reading import target_of
from backroom.games.omerta.view import OmertaView
from backroom.web.art import icon
from backroom.web.controls import Words, all_moves, pick, play, waiting_dots, why
from backroom.web.scene import Scene
from backroom.web.tables.omerta.cards import ABILITIES, chip, number_of
from backroom.web.tables.omerta.plan import Plan, Press
from backroom.web.tables.omerta.scores import verdict_of
from backroom.web.tables.omerta.words import done, plain

OWN_ROW: Final = ("peek", "taken", "race", "sealed_race", "react")
"""Phases in which a card of one's own row is chosen."""
FEW: Final = 12


def prompt(scene: Scene, view: OmertaView) -> Markup:
    """The zone."""
    if view.over or scene.aborted:
        return Markup("")
    plan = Plan(scene, view)
    if not plan.asked:
        return idle(scene, view)
    sign, kick = occasion(scene, view)
    question, more = asked(scene, view, plan)
    note = f'<p class="told">{more}</p>' if more else ""
    return Markup(
        f'<section class="prompt asks ph-{plan.phase}" aria-labelledby="asked"><p class="kick">{icon(sign, "i16")} {kick}</p>'
        f'<h2 id="asked">{question}</h2>{note}<div class="acts">{acts(scene, view, plan)}</div>{refusals(scene, view, plan)}'
        f"{all_moves(scene, move_groups(scene, view))}</section>"
    )


def occasion(scene: Scene, view: OmertaView) -> tuple[str, Markup]:
    """The small line: what is going on."""
    _ = scene.text
    if view.race is not None:
        return "clock", _("Race for bottle {n}").format(n=view.race.number)
    if view.phase == "react":
        return ABILITIES[view.acting], _("{card} against you").format(card=scene.label(view.acting))
    if view.phase == "act":
        return ABILITIES[view.acting], _("You discarded: {card}").format(card=scene.label(view.acting))
    if view.phase == "peek" and view.past:
        return "call", verdict_of(scene, view.past[-1], len(view.past) - 1)
    if view.phase == "peek":
        return "peek", _("Before the round")
    return "lamp", _("Your turn · round {round} of {rounds}").format(round=view.round, rounds=view.seats)


def asked(scene: Scene, view: OmertaView, plan: Plan) -> tuple[Markup, Markup]:
    """A question of a few words, and a sentence with what follows."""
    _ = scene.text
    phase = plan.phase
    if phase == "peek":
        told = _("They stay where they are. The others see which ones you lift, never their faces.")
        return (_("Look at one more card") if view.look else _("Look at two of your cards")), told
    if phase == "begin":
        if plan.draft == ("call",):
            told = _(
                "All rows are opened. With 7 or less, and nobody below you, you score 0; otherwise your sum and 20 more."
            )
            return _("Call Omerta?"), told
        return _("Take a card, or call?"), _("From the deck only you see it; from the pile everybody has.")
    if phase == "taken":
        held = scene.label(plan.now.taken)
        if plan.now.taken_from == "pile":
            return _("Where do you put it?"), scene.fill(
                _("{card} must be swapped in; the card it replaces is discarded, unseen until then."), card=held
            )
        told = _("Swap it for a card of your row, or throw it away.")
        return scene.fill(_("You drew {card}"), card=Markup(held)), told
    if phase in ("race", "sealed_race"):
        return racing(scene, view, plan)
    if phase == "react":
        who = scene.who(view.active if view.active is not None else 0)
        told = scene.fill(
            _("{name} uses it on you. A Killer of yours stops it; any other card goes back, with a penalty card."),
            name=who,
        )
        return _("Show a Killer?"), told
    return acting(scene, view, plan)


def racing(scene: Scene, view: OmertaView, plan: Plan) -> tuple[Markup, Markup]:
    """O-18 to O-21."""
    _ = scene.text
    assert view.race is not None
    number = view.race.number
    if view.fastest is not None:
        return _("Already won: show yours?"), _("A late card is shown and goes back. There is no penalty.")
    if view.race.opener == view.seat:
        question = _("Have you another {n}?").format(n=number)
    else:
        question = scene.fill(_("{name} threw a {n}. Have you one?"), name=scene.who(view.race.opener), n=number)
    if plan.phase == "sealed_race":
        names = scene.joined(scene.who(seat) for seat in view.queue)
        told = scene.fill(
            _(
                "Answers are opened in this order: {names}. The first right card goes; a wrong one before it costs a penalty card."
            ),
            names=names,
        )
        return question, told
    return question, _("Open a card of yours. The first right one goes; a wrong one comes back with a penalty card.")


def acting(scene: Scene, view: OmertaView, plan: Plan) -> tuple[Markup, Markup]:
    """O-28 to O-34, O-40, O-42."""
    _ = scene.text
    if plan.acting == "safecracker":
        if "crack" in plan.legal:
            return _("Look into the safe?"), _(
                "If you look, one of its cards must be exchanged for one of yours, unseen."
            )
        if plan.trade()[0]:
            return _("Exchange these two?"), _("Press another card of the safe or of your row to change your mind.")
        return _("Which card do you take?"), _("Press a card of the safe.")
    told = {
        "gangster": (_("Swap which two cards?"), _("Of two different rows, at least one a rival's. Nobody sees them.")),
        "lady": (_("Whose row is shuffled?"), _("Nobody sees the cards. Patrolled cards stay where they are.")),
        "mole": (_("Look at which card?"), _("Only you see it. It stays where it is.")),
        "snitch": (_("Who gets two cards?"), _("Both to one rival, or one each to two. Nobody sees them.")),
        "driver": (_("Drop up to two bottles?"), _("If a character is among them, all go back and you take a penalty card.")),
        "la_mama": (_("Who misses a turn?"), _("While she lies there nobody races, calls, or is given cards in that row.")),
        "patrol": (_("Block which card?"), _("It cannot be moved, seen or discarded for two turns, and its owner cannot call.")),
    }  # fmt: skip
    return told[plan.acting]


def acts(scene: Scene, view: OmertaView, plan: Plan) -> str:
    """The buttons."""
    _ = scene.text
    buttons = ""
    ready = plan.ready()
    if ready:
        buttons += str(
            play(
                ready, Markup(f"{icon(confirming(view, plan))} <span>{confirm(scene, view, plan)}</span>"), "btn ox go"
            )
        )
    elif plan.phase == "act" and plan.acting in ("gangster", "snitch") and plan.draft:
        told = _("Choose the second card") if plan.acting == "gangster" else _("Choose who gets the other")
        buttons += f'<span class="btn go wanting" aria-disabled="true">{icon("hand")} <span>{told}</span></span>'
    if plan.phase == "begin" and not plan.draft:
        buttons += beginning(scene, view, plan)
    buttons += chosen_of_row(scene, view, plan) + chosen_of_rivals(scene, view, plan)
    if plan.phase == "taken" and "throw" in plan.legal and not plan.draft:
        buttons += str(play(["throw"], _("Throw it away"), "btn line"))
    if "pass" in plan.legal:
        told = _("Keep still") if view.race is not None else _("Let it happen") if view.phase == "react" else _("Pass")
        buttons += str(play(["pass"], told, "btn ghost"))
    if "crack" in plan.legal:
        buttons += str(play(["crack"], Markup(f"{icon('ab-dial')} <span>{_('Look into the safe')}</span>"), "btn ox"))
    if "drive:done" in plan.legal and not plan.draft:
        buttons += str(play(["drive:done"], _("Drop no more") if plan.first else _("Drop nothing"), "btn ghost"))
    if "decline" in plan.legal:
        buttons += str(play(["decline"], _("Do without"), "btn ghost"))
    if plan.draft:
        buttons += str(pick([], _("Start over"), "btn line"))
    return buttons


def beginning(scene: Scene, view: OmertaView, plan: Plan) -> str:
    """O-9: deck, pile, or the call, which asks once more."""
    _ = scene.text
    buttons = ""
    if "take:deck" in plan.legal:
        buttons += str(play(["take:deck"], _("Draw from the deck"), "btn ox"))
    if "take:pile" in plan.legal:
        top = view.pile[-1]
        label = scene.fill(_("Take {card}"), card=Markup(chip(scene, top)) if number_of(top) else scene.label(top))
        buttons += str(pick(["take:pile"], label, "btn line", action="take:pile"))
    if "call" in plan.legal:
        buttons += str(
            pick(["call"], Markup(f"{icon('call')} <span>{_('Call Omerta')}</span>"), "btn line call", action="call")
        )
    return buttons


def confirming(view: OmertaView, plan: Plan) -> str:
    """The sign on the button that sends the draft."""
    if plan.draft == ("call",):
        return "call"
    return ABILITIES.get(view.acting, "mail") if view.phase != "react" else "ab-stop"


def confirm(scene: Scene, view: OmertaView, plan: Plan) -> str:
    """The whole choice as the words on its button."""
    _ = scene.text
    tokens = [*plan.first, *plan.draft]
    spots = [target_of(token) for token in tokens]
    if plan.draft == ("call",):
        return _("Call Omerta now")
    if plan.acting == "gangster":
        (one, slot), (other, second) = ((seat if seat is not None else 0, at) for seat, at in spots[:2])
        if view.seat in (one, other):
            mine, theirs, rival = (slot, second, other) if one == view.seat else (second, slot, one)
            told = _("Swap my slot {slot} with slot {second} of {name}")
            return scene.fill(told, slot=mine, second=theirs, name=scene.who(rival))
        told = _("Swap slot {slot} of {name} with slot {second} of {other}")
        return scene.fill(told, slot=slot, second=second, name=scene.who(one), other=scene.who(other))
    if plan.acting == "snitch":
        one, other = (seat if seat is not None else 0 for seat, _slot in spots[:2])
        if one == other:
            return scene.fill(_("Both cards to {name}"), name=scene.who(one))
        return scene.fill(_("A card each to {name} and {other}"), name=scene.who(one), other=scene.who(other))
    if plan.acting == "driver":
        slots = [slot for _seat, slot in spots]
        told = scene.texts("Drop slot {slots}", "Drop slots {slots}", len(slots))
        return told.format(slots=scene.joined(map(str, slots)))
    if plan.phase == "sealed_race":
        return _("Seal slot {slot}").format(slot=spots[0][1])
    return str(Markup("{}").format(done(scene, view, plan.draft[0])))


def chosen_of_row(scene: Scene, view: OmertaView, plan: Plan) -> str:
    """The viewer's own cards by their slots."""
    if view.seat is None or not (plan.phase in OWN_ROW or plan.acting in ("mole", "driver")):
        return ""
    buttons = ""
    for at in range(1, len(view.rows[view.seat]) + 1):
        press = plan.own(at)
        if press is not None:
            buttons += small(scene, view, plan, press, Markup(f'<span class="w">{scene.text("slot")} </span>{at}'))
    return (
        f'<span class="picks row" role="group" aria-label="{scene.text("My row")}">{buttons}</span>' if buttons else ""
    )


def chosen_of_rivals(scene: Scene, view: OmertaView, plan: Plan) -> str:
    """Rivals by name, for the characters that are used on one."""
    if plan.phase != "act":
        return ""
    buttons = ""
    for seat in range(view.seats):
        press = plan.rival(seat) if seat != view.seat else None
        if press is not None:
            buttons += small(scene, view, plan, press, Markup('<span class="cut">{}</span>').format(scene.who(seat)))
    return f'<span class="picks" role="group" aria-label="{scene.text("Players")}">{buttons}</span>' if buttons else ""


def small(scene: Scene, view: OmertaView, plan: Plan, press: Press, label: Markup) -> str:
    """The same choice as on the table, as a small button."""
    name = done(scene, view, press.token, plan.now)
    if press.draft is None:
        tokens = (*plan.draft, press.token) if plan.from_pile else (press.token,)
        return str(play(tokens, label, "btn line", name=name))
    if press.chosen:
        name = plain(scene.text("{what}: chosen"), what=name)
    pressed = 'aria-pressed="true"' if press.chosen else ""
    kind = "btn line on" if press.chosen else "btn line"
    return str(pick(press.draft, label, kind, action=press.token, name=name, extra=pressed))


def refusals(scene: Scene, view: OmertaView, plan: Plan) -> str:
    """What one would expect to be able to do and may not, and why."""
    tokens: list[str] = []
    if plan.phase == "begin":
        tokens = [token for token in ("call", "take:pile", "take:deck") if token not in plan.legal]
    elif view.phase == "taken" and "throw" not in plan.legal:
        tokens = ["throw"]
    lines = ""
    for token in tokens:
        found = scene.why_not(token)
        if found is not None:
            lines += str(why(scene, *found))
    return f'<div class="whys">{lines}</div>' if lines else ""


def idle(scene: Scene, view: OmertaView) -> Markup:
    """The prompt of who owes nothing: whose decision it is, what it is about, and why one is not asked."""
    _ = scene.text
    names = scene.joined(scene.who(seat) for seat in view.waiting)
    line = scene.fill(_("Waiting for {names}"), names=names) if names else _("One moment")
    told = going_on(scene, view)
    reason = ""
    if view.race is not None and view.seat is not None:
        found = scene.why_not("pass")
        if found is not None:
            reason = str(why(scene, *found))
    sealed = ""
    if view.answer:
        slot = target_of(view.answer)[1]
        answer = (
            _("You keep still.")
            if not slot
            else _("Your answer: slot {slot}. It is opened with the others.").format(slot=slot)
        )
        sealed = f'<p class="told">{icon("mail", "i16")} {answer}</p>'
    return Markup(
        f'<section class="prompt idle" aria-label="{_("Your turn")}"><div><p class="kick">{told}</p><h2>{line} {waiting_dots()}</h2>{sealed}{reason}</div></section>'
    )


def going_on(scene: Scene, view: OmertaView) -> Markup:
    """What the others are busy with."""
    _ = scene.text
    if view.phase == "peek":
        return _("Everybody looks at two of their own cards")
    if view.race is not None:
        return _("Race for bottle {n}").format(n=view.race.number)
    if view.active is None:
        return Markup("")
    name = scene.who(view.active)
    told = {
        "begin": _("{name} takes a card, or calls"),
        "taken": _("{name} has taken a card"),
        "act": _("{card} at work for {name}"),
        "react": _("{card} at work for {name}: will a Killer stop it?"),
    }.get(view.phase, Markup(""))
    return scene.fill(told, name=name, card=scene.label(view.acting))


def move_groups(scene: Scene, view: OmertaView) -> Iterator[tuple[Words, list[tuple[list[str], Words]]]]:
    """All moves: those on one's own row, those on each rival's, then the others."""
    groups: dict[int | None, list[tuple[list[str], Words]]] = {}
    for token in scene.legal:
        seat, _slot = target_of(token)
        groups.setdefault(seat, []).append(([token], done(scene, view, token)))
    for seat, moves in sorted(groups.items(), key=lambda each: (each[0] is not None, each[0] or 0)):
        yield ("" if seat is None else scene.who(seat)), moves
