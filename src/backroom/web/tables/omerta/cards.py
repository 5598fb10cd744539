"""Omerta: its cards as HTML, faces and backs. Every back that travels carries its handle's name (`data-piece`)."""

from __future__ import annotations

from typing import Final

from backroom.games.omerta.cards import FACE_NUMBERS, POINTS
from backroom.games.omerta.view import OmertaView
from backroom.web.art import icon, symbol
from backroom.web.scene import Scene

PORTRAITS: Final = {
    "gangster": "GAN", "lady": "LAD", "mole": "MOL", "snitch": "SNI", "driver": "DRI", "safecracker": "SAF",
    "killer": "KIL", "witness": "WIT", "alibi": "ALI", "la_mama": "MAM", "patrol": "PAT",
}  # fmt: skip
ABILITIES: Final = {
    "gangster": "ab-swap", "lady": "ab-shuffle", "mole": "eye", "snitch": "ab-deal2", "driver": "ab-wheel",
    "safecracker": "ab-dial", "killer": "ab-stop", "witness": "ab-none", "alibi": "ab-none", "la_mama": "ab-pot",
    "patrol": "ab-car",
}  # fmt: skip
BOX: Final = "0 0 56 80"


def piece(name: str, at: str, start: str = "") -> str:
    """What makes an element a piece: its name, where it is, where it came from if it was not there before."""
    return f' data-piece="{name}" data-at="{at}"' + (f' data-from="{start}"' if start else "")


def back_name(view: OmertaView, handle: int) -> str:
    """A back's name as a piece: everybody can follow its handle; each round has its own."""
    return f"c{view.round}-{handle}"


def number_of(card: str) -> str:
    """A bottle's number; empty for a character."""
    return card.removeprefix("bottle_") if card.startswith("bottle_") else ""


def face(scene: Scene, card: str, kind: str = "", moving: str = "") -> str:
    """A card's front."""
    number, name = number_of(card), scene.label(card)
    points = POINTS[FACE_NUMBERS[card]]
    if number:
        inner, told = symbol("cards.svg", f"c-b{number}", BOX, "print"), name
        rest = ""
    else:
        inner = symbol("cards.svg", f"c-{PORTRAITS[card]}", BOX, "print")
        told = scene.texts("{card}, {n} point", "{card}, {n} points", points).format(card=name, n=points)
        rest = f'<span class="ab">{icon(ABILITIES[card])}</span><span class="nm">{name}</span>'
    character = "" if number else " ch"
    return (
        f'<span class="card om{character}{kind and " " + kind}" role="img" aria-label="{told}"{moving}>'
        f'{inner}<b class="v num">{points}</b>{rest}</span>'
    )


def back(kind: str = "", moving: str = "") -> str:
    """A card's back; what it is called stands beside it."""
    return f'<span class="card back{kind and " " + kind}"{moving}>{symbol("cards.svg", "c-back", BOX)}</span>'


def chip(scene: Scene, card: str) -> str:
    """A card as a small square in a line: a bottle's number, a character's sign and points."""
    number, name = number_of(card), scene.label(card)
    shown = number or f"{icon(ABILITIES[card])}{POINTS[FACE_NUMBERS[card]]}"
    kind = "chipcard" if number else "chipcard ch"
    return f'<span class="{kind} num" title="{name}"><span aria-hidden="true" translate="no">{shown}</span><span class="sr">{name}</span></span>'
