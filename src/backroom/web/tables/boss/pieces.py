"""Boss: its pieces as HTML. Every piece that travels carries a name of its own (`data-piece`) and its place."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup, escape

from backroom.games.boss.cards import COLOURS
from backroom.games.boss.reading import sent
from backroom.games.boss.view import BossView
from backroom.web.art import icon
from backroom.web.scene import Scene
from backroom.web.statics import address

SIGNS: Final = {"hospital": "cross", "prison": "prison", "gun": "gun", "ban": "ban"}
CITY_SIGNS: Final = {
    "new_york": "city-ny", "boston": "city-bo", "detroit": "city-de", "kansas_city": "city-kc",
    "cincinnati": "city-ci", "memphis": "city-me", "philadelphia": "city-ph", "chicago": "city-ch",
}  # fmt: skip


def colour(seat: int) -> str:
    """The class of a seat's colour; a pattern goes with it."""
    return f"pl-{COLOURS[seat]}"


def swatch(seat: int) -> str:
    """A seat's colour and pattern, beside its name."""
    return f'<span class="swatch {colour(seat)}" aria-hidden="true"></span>'


def sign(place: str) -> str:
    """A place's sign."""
    return str(icon(CITY_SIGNS[place]))


def cube(seat: int, veteran: bool, number: int | None = None, place: str = "", ghost: bool = False) -> str:
    """A gangster. With a number he is one of the seat's own, and travels."""
    kind = "q vet" if veteran else "q rook"
    piece = "" if number is None else f' data-piece="{"v" if veteran else "r"}{seat}-{number}" data-at="{place}"'
    shape = f"{'q' if veteran else 'r'}-{COLOURS[seat]}"
    return (
        f'<svg class="{kind}{" ghost" if ghost else ""}" viewBox="0 0 24 24" aria-hidden="true"{piece}>'
        f'<use href="{address("boss.svg")}#{shape}"/></svg>'
    )


def cubes(seat: int, veterans: int, rookies: int, ghost: bool = False) -> str:
    """Some gangsters that stay where they are."""
    return cube(seat, True, ghost=ghost) * veterans + cube(seat, False, ghost=ghost) * rookies


def standing(view: BossView) -> tuple[dict[tuple[str, int], str], list[str]]:
    """The gangsters in every place by (place, seat), and in every supply by seat: each keeps its number for the round."""
    there: dict[tuple[str, int], str] = {}
    gone = [[0, 0] for _ in range(view.seats)]
    for seat, token in view.moves:
        found = sent(token)
        if found is None:
            continue
        place, *group = found
        for kind, count in enumerate(group):
            first = gone[seat][kind]
            shown = "".join(cube(seat, kind == 0, first + each, place) for each in range(count))
            there[place, seat] = there.get((place, seat), "") + shown
            gone[seat][kind] += count
    home = []
    for seat, player in enumerate(view.players):
        shown = ""
        for kind, count in enumerate((player.veterans, player.rookies)):
            first = gone[seat][kind]
            shown += "".join(cube(seat, kind == 0, first + each, "home") for each in range(count))
        home.append(shown)
    return there, home


def group_words(scene: Scene, veterans: int, rookies: int) -> Markup:
    """A group in words: "2 veterans and 1 rookie"."""
    speaker = scene.speaker
    many = speaker.phrase("group.veterans", {"n": veterans}) or ""
    few = speaker.phrase("group.rookies", {"n": rookies}) or ""
    if veterans and rookies:
        return escape(speaker.phrase("group.both", {"veterans": many, "rookies": few}) or scene.joined((many, few)))
    return escape(many if veterans else few if rookies else "")


def face_words(scene: Scene, card: str) -> str:
    """A card without its city: "3", or the penalty."""
    label = card.partition(":")[2]
    return label if label.isdecimal() else scene.label(label)


def mini(scene: Scene, card: str, where: str = "") -> str:
    """A card as a small square in a list: its figure or its sign."""
    label = card.partition(":")[2]
    shown = label if label.isdecimal() else f'{icon(SIGNS[label])}<span class="sr">{scene.label(label)}</span>'
    told = {
        "open": scene.text("lies open"), "held": scene.text("in your hand"),
    }.get(where, "")  # fmt: skip
    kind = {"open": "gone", "held": "held"}.get(where, "")
    return f'<li class="{kind}" translate="no">{shown}{told and f"<span class=sr>, {told}</span>"}</li>'


def face(scene: Scene, card: str, kind: str = "", piece: str = "") -> str:
    """A card's front as an inner drawing: what stands on it."""
    city, _, label = card.partition(":")
    if label.isdecimal():
        corner, middle, penalty = label, f'<b class="val">{label}</b>', ""
    else:
        mark = icon(SIGNS[label])
        corner, middle, penalty = str(mark), str(icon(SIGNS[label], "pen")), " penalty"
    at = f' data-piece="{piece}" data-at="{city}"' if piece else ""
    return (
        f'<span class="card cc c-{city}{penalty} {kind}" role="img" aria-label="{scene.label(card)}"{at}>'
        f'<span class="corner">{corner}</span>{middle}<span class="foot">{sign(city)}</span></span>'
    )


def back(scene: Scene, city: str, piece: str = "", at: str = "") -> str:
    """A card's back."""
    told = scene.text("{city}, face down").format(city=scene.label(city))
    moving = f' data-piece="{piece}" data-at="{at}"' if piece else ""
    return f'<span class="card cb c-{city}" role="img" aria-label="{told}"{moving}>{sign(city)}</span>'


def laid_before(view: BossView) -> dict[int, dict[str, int]]:
    """How many cards of each city each seat has laid this round: so many backs have left its hand."""
    count: dict[int, dict[str, int]] = {seat: {} for seat in range(view.seats)}
    for seat, token in view.moves:
        if token.startswith("lay:"):
            city = token.split(":")[1]
            count[seat][city] = count[seat].get(city, 0) + 1
    return count
