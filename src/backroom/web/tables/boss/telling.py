"""Boss: the log. A turn is one sentence; a payout is told line by line."""

from __future__ import annotations

from markupsafe import Markup

from backroom.games.boss.view import BossView
from backroom.kernel.events import Event
from backroom.web.art import icon
from backroom.web.controls import Words, log_lines
from backroom.web.scene import Scene
from backroom.web.tables.boss.pieces import group_words, swatch

SIGNED = {
    "police": "police", "opened": "peek", "wounded": "cross", "jailed": "prison", "killed": "gun", "banned": "ban",
    "paid": "money", "chicago": "money", "over": "winner", "round": "first", "last_round": "flag", "last_lap": "flag",
}  # fmt: skip
"""The sign before a line."""


def log(scene: Scene, view: BossView) -> Markup:
    """The zone."""
    title = scene.text("What happened")
    return Markup(
        f'<section class="panel logp" aria-label="{title}"><h2>{icon("log")} {title}</h2>{log_lines(scene, lines(scene))}</section>'
    )


def lines(scene: Scene) -> list[tuple[int, Words]]:
    """What happened, oldest first."""
    told: list[tuple[int, Words]] = []
    sending: tuple[int, Event] | None = None
    for version, event in scene.events:
        if event.kind in ("sent", "stayed"):
            sending = (version, event)
        elif event.kind == "laid":
            told.append((version, turn(scene, sending[1] if sending else None, event)))
            sending = None
        elif event.kind == "taken_back":
            sending = None
            told.append((version, taken_back(scene, event)))
        else:
            line = scene.told(event)
            if line is not None:
                mark = SIGNED.get(event.kind)
                told.append((version, Markup("{} {}").format(icon(mark), line) if mark else line))
    if sending is not None:
        told.append((sending[0], turn(scene, sending[1], None)))
    return told


def turn(scene: Scene, sending: Event | None, laid: Event | None) -> Markup:
    """A turn in one sentence: where gangsters went, and the card."""
    _ = scene.text
    acted = sending or laid
    seat = acted.public["seat"] if acted is not None else 0
    name = Markup(f"{swatch(seat)} <b>{scene.who(seat)}</b>")
    card = scene.label(laid.public["card"]) if laid is not None else ""
    if sending is None or sending.kind == "stayed":
        if laid is None:
            return scene.fill(_("{name} sends nobody."), name=name)
        if sending is None:
            return scene.fill(_("{name} lays {card}."), name=name, card=card)
        return scene.fill(_("{name} sends nobody and lays {card}."), name=name, card=card)
    told = sending.public
    group = group_words(scene, told["veterans"], told["rookies"])
    place = scene.label(told["place"])
    if laid is None:
        return scene.fill(_("{name} sends {group} to {place}."), name=name, group=group, place=place)
    return scene.fill(
        _("{name} sends {group} to {place} and lays {card}."), name=name, group=group, place=place, card=card
    )


def sending_alone(scene: Scene, sent: Event) -> Markup:
    """A sending by itself, before its card is laid."""
    return turn(scene, sent, None)


def taken_back(scene: Scene, event: Event) -> Markup:
    """The last decision does not count."""
    seat = event.public["seat"]
    name = Markup(f"{swatch(seat)} <b>{scene.who(seat)}</b>")
    return scene.fill(scene.text("{name} takes the last decision back."), name=name)
