"""Omerta: the middle of the table. The deck, the pile everybody looks at with the race around it, and the safe."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from backroom.games.omerta.reading import aid
from backroom.games.omerta.view import OmertaView
from backroom.web.art import icon
from backroom.web.controls import barred, pick, play
from backroom.web.scene import Scene
from backroom.web.tables.omerta.cards import back, back_name, chip, face, piece
from backroom.web.tables.omerta.news import News, round_began
from backroom.web.tables.omerta.plan import Plan
from backroom.web.tables.omerta.words import done, plain

DISCARDED: Final = {
    "thrown": "hand-{seat}",
    "swapped": "s{seat}-{slot}",
    "snap_won": "s{seat}-{slot}",
    "killer": "s{seat}-{slot}",
}
"""By event: where the pile's top card has come from."""


def middle(scene: Scene, view: OmertaView, plan: Plan, news: News, looks: dict[int, str]) -> str:
    """Deck, pile, safe."""
    title = scene.text("The middle of the table")
    return (
        f'<section class="mid" aria-label="{title}">{deck(scene, view, plan)}{pile(scene, view, plan, news)}'
        f"{safe(scene, view, plan, looks)}</section>"
    )


def deck(scene: Scene, view: OmertaView, plan: Plan) -> str:
    """The deck; pressing it takes its top card."""
    _ = scene.text
    count = plan.now.deck
    cards = back() * min(2, max(0, count - 1)) + (back(moving=' data-at="deck"') if count else "")
    stack = f'<span class="st">{cards or empty(_("empty"))}</span>'
    told = scene.texts("{n} card", "{n} cards", count).format(n=count)
    label = f'<span class="lab"><b>{_("Deck")}</b> <span class="num">{told}</span></span>'
    if plan.phase == "begin" and not plan.draft:
        if "take:deck" in plan.legal:
            body = str(play(["take:deck"], Markup(stack), "stack legal", name=done(scene, view, "take:deck")))
        else:
            body = str(barred(scene, Markup(stack), "take:deck", "stack"))
        return f'<div class="pile deck">{body}{label}</div>'
    return f'<div class="pile deck"><span class="stack">{stack}</span>{label}</div>'


def empty(told: Markup) -> str:
    """A place where no card lies."""
    return f'<span class="card place"><span>{told}</span></span>'


def pile(scene: Scene, view: OmertaView, plan: Plan, news: News) -> str:
    """The discard pile: its top card, and the race for its twin around it."""
    _ = scene.text
    cards = plan.now.pile
    below = '<span class="card edge" aria-hidden="true"></span>' * min(2, max(0, len(cards) - 1))
    if cards:
        kind = "last" if news.pile and view.race is None else ""
        top = face(scene, cards[-1], kind, piece(f"d{view.round}-{view.turns}-{len(cards)}", "pile", came_from(scene)))
    else:
        top = empty(_("nothing yet"))
    stack = f'<span class="st">{below}{top}</span>'
    body = f'<span class="stack">{stack}</span>'
    if plan.phase == "taken" and not plan.draft:
        if "throw" in plan.legal:
            name = done(scene, view, "throw")
            body = str(play(["throw"], Markup(stack), "stack legal", name=name))
        else:
            body = str(barred(scene, Markup(stack), "throw", "stack"))
    elif plan.phase == "begin" and not plan.draft:
        if "take:pile" in plan.legal:
            name = done(scene, view, "take:pile")
            body = str(pick(["take:pile"], Markup(stack), "stack legal", action="take:pile", name=name))
        else:
            body = str(barred(scene, Markup(stack), "take:pile", "stack"))
    race, closes = (
        (racing(scene, view), closing(scene, view)) if view.race is not None else (resting(scene, view, plan), "")
    )
    return f'<div class="pile disc{" on" if view.race is not None else ""}"{closes}>{race[0]}{body}{race[1]}{drops(scene, view)}</div>'


def resting(scene: Scene, view: OmertaView, plan: Plan) -> tuple[str, str]:
    """The pile when no race is on: how many cards; with the full memory aid which."""
    count = len(plan.now.pile)
    told = scene.texts("{n} card", "{n} cards", count).format(n=count)
    label = f'<span class="lab"><b>{scene.text("Pile")}</b> <span class="num">{told}</span></span>'
    if aid(view) == "full" and count > 1:
        all_of_it = "".join(chip(scene, each) for each in reversed(plan.now.open_pile()))
        label += (
            f'<details class="below" data-keep="below"><summary>{scene.text("look through")}</summary>'
            f'<span class="fanned">{all_of_it}</span></details>'
        )
    return "", label


def racing(scene: Scene, view: OmertaView) -> tuple[str, str]:
    """The ring around the pile, and the number that is raced for with what is left of the time."""
    assert view.race is not None
    number = view.race.number
    ring = (
        '<svg class="ring" viewBox="0 0 200 200" aria-hidden="true"><circle class="base" cx="100" cy="100" r="92"/>'
        '<circle class="run" cx="100" cy="100" r="92" pathLength="100"/></svg>'
    )
    if view.phase == "sealed_race":
        rest = f'<span class="sealed">{icon("mail")} {scene.text("sealed")}</span>'
    elif scene.closing is not None:
        seconds = -(-(scene.closing[1] - scene.closing[0]) // 1000)
        rest = f'<span class="left num">{scene.text("{n} s").format(n=seconds)}</span>'
    else:
        rest = ""
    label = f'<span class="lab big"><b class="num">{number}</b>{rest}</span>'
    return ring, label


def closing(scene: Scene, view: OmertaView) -> str:
    """Since when and until when a live race is open, for the script that lets its ring close."""
    if view.phase != "race" or scene.closing is None:
        return ""
    return f' data-closes="{scene.closing[0]} {scene.closing[1]}"'


def came_from(scene: Scene) -> str:
    """Where the top card of the pile has come from."""
    start = ""
    last = round_began(scene)
    for at, (version, event) in enumerate(scene.events):
        if at < last or version < min(scene.since, scene.version - 1):
            continue
        pattern = DISCARDED.get(event.kind)
        if pattern:
            start = pattern.format(**event.public)
        elif event.kind == "came_off":
            start = f"mama-{event.public['holder']}"
    return start


def drops(scene: Scene, view: OmertaView) -> str:
    """The Driver's bottles that still have to go onto the pile."""
    if not view.drops:
        return ""
    shown = "".join(chip(scene, each) for each in view.drops)
    return f'<span class="drops">{icon("ab-wheel", "i16")}<span class="sr">{scene.text("still to be dropped:")}</span>{shown}</span>'


def safe(scene: Scene, view: OmertaView, plan: Plan, looks: dict[int, str]) -> str:
    """The safe: four backs, open only to a Safecracker at work."""
    _ = scene.text
    shown = ""
    for at, lying in enumerate(view.safe, 1):
        moving = piece(back_name(view, lying.handle), f"safe-{at}", "deck")
        seen = looks.get(lying.handle)
        notes = [record.card for record in view.reminder() if record.backs == (lying.handle,)] if not seen else []
        inner = face(scene, seen, "seen", moving) if seen else back("gold", moving)
        if notes:
            inner += f'<span class="pencil num" title="{scene.label(notes[0])}">{chip(scene, notes[0])}</span>'
        press = plan.safe(at)
        told = plain(_("safe, slot {slot}"), slot=at)
        if press is not None and press.draft is not None:
            name = f"{told}: {plain(scene.label(seen))}" if seen else told
            kind = "slot sel" if press.chosen else "slot legal"
            inner = str(pick(press.draft, Markup(inner), kind, action=press.token, name=name))
        else:
            inner = f'<span class="slot">{inner}<span class="sr">{told}</span></span>'
        shown += f"<li>{inner}</li>"
    body = f'<ol class="sg{" open" if looks and plan.phase == "act" else ""}">{shown}</ol>'
    label = f'<span class="lab">{icon("ab-dial")} <b>{_("Safe")}</b></span>'
    crack = ""
    if "crack" in plan.legal:
        crack = str(
            play(
                ["crack"],
                Markup(f"{icon('ab-dial')}<span>{_('look')}</span>"),
                "aimbtn legal",
                name=done(scene, view, "crack"),
            )
        )
    return f'<div class="pile safe">{body}{label}{crack}</div>'
