"""Omerta: the log. A turn is one sentence; faces stand in it as long as the table's memory aid allows."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from backroom.games.omerta import story
from backroom.games.omerta.story import Line
from backroom.games.omerta.view import OmertaView
from backroom.kernel.events import Event
from backroom.web.art import icon
from backroom.web.controls import Words, log_lines
from backroom.web.scene import Scene
from backroom.web.tables.omerta.cards import chip
from backroom.web.tables.omerta.news import Memory

UNTOLD: Final = frozenset({"acts", "penalty", "race", "race_won", "opened"})
"""Events that other lines tell."""
SIGNED: Final = {
    "round": "first", "called": "call", "call_stands": "check", "call_fails": "close", "scored": "chart", "over": "winner",
    "turn_cap": "flag", "snap_won": "clock", "snap_wrong": "clock", "snap_wrong_free": "clock", "snap_late": "clock",
    "snap_late_shown": "clock", "race_over": "clock", "killer": "ab-stop", "killer_wrong": "ab-stop", "moved": "ab-swap",
    "shuffled": "ab-shuffle", "dealt": "ab-deal2", "drove": "ab-wheel", "drove_wrong": "ab-wheel", "cracked": "ab-dial",
    "traded": "ab-dial", "traded_unseen": "ab-dial", "mama": "ab-pot", "skipped": "ab-pot", "patrol": "ab-car", "looked": "eye",
}  # fmt: skip
"""The sign before a line."""


def log(scene: Scene, view: OmertaView) -> Markup:
    """The zone."""
    title = scene.text("What happened")
    told = lines(scene, view)
    note = ""
    if not view.over and Memory(scene, view).aid != "full":
        note = f'<p class="hush">{icon("lock", "i16")} {scene.text("Faces you have seen go by are not told again: remembering them is the game.")}</p>'
    return Markup(
        f'<section class="panel logp" aria-label="{title}"><h2>{icon("log")} {title}</h2>{log_lines(scene, told)}{note}</section>'
    )


def lines(scene: Scene, view: OmertaView) -> list[tuple[int, Words]]:
    """What happened, oldest first."""
    memory = Memory(scene, view)
    told: list[tuple[int, Words]] = []
    taking: tuple[int, int, Event] | None = None
    for at, (version, event) in enumerate(scene.events):
        kind = event.kind
        if kind in story.TAKINGS:
            taking = (at, version, event)
            continue
        if kind in UNTOLD:
            continue
        line: Line | None
        if kind in story.DISCARDS:
            line = story.turn(taking[2] if taking else None, event, view.seat, memory.own(at))
            taking = None
        elif kind in ("looked", "cracked"):
            line = story.looked(event, view.seat, memory.own(at))
        else:
            line = story.follows(event)
        words = scene.told(event) if line is None else fill(scene, line, memory.open(at, version))
        if words is not None:
            mark = SIGNED.get(kind)
            told.append((version, Markup("{} {}").format(icon(mark), words) if mark else words))
    if taking is not None:
        at, version, event = taking
        told.append((version, fill(scene, story.taken(event, view.seat, True), True)))
    return told


def fill(scene: Scene, line: Line, open_faces: bool) -> Markup:
    """A sentence with everybody and everything called by name, as far as it may be told."""
    told = scene.text(line.text) if isinstance(line.text, str) else scene.texts(*line.text, line.number())
    names: dict[str, Markup] = {key: Markup("<b>{}</b>").format(scene.who(seat)) for key, seat in line.seats.items()}
    for key, cards in line.cards.items():
        hidden = scene.text("a twin") if key == "raced" else scene.text("a card")
        shown = key == "acts" or open_faces
        names[key] = scene.joined(card_words(scene, card) if shown else hidden for card in cards)
    for key, cards in line.own.items():
        names[key] = scene.joined(card_words(scene, card) for card in cards)
    names |= {key: scene.joined(map(str, slots)) for key, slots in line.slots.items()}
    return scene.fill(told, **names)


def card_words(scene: Scene, card: str) -> Markup:
    """A card in a sentence: a bottle as its small square, a character by name."""
    return Markup(chip(scene, card)) if card.startswith("bottle_") else scene.label(card)
