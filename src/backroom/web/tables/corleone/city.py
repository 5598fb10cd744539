"""Corleone's Empire: what stands on the map: tiles, control stacks, figures, the river. Everybody sees it alike."""

from __future__ import annotations

from markupsafe import Markup

from backroom.games.corleone.numbers import FIGURE_NAMES
from backroom.games.corleone.reading import NEUTRAL, Printing, owner, printing
from backroom.games.corleone.view import CorleoneView
from backroom.web.art import icon
from backroom.web.scene import Scene
from backroom.web.tables.corleone.houses import DOOR, house
from backroom.web.tables.corleone.land import Land, Point, land_of
from backroom.web.tables.corleone.pieces import emblem, family, figure

MOST_DROWNED = 8
"""So many of those in the river are drawn; the number is printed anyway."""


def city(scene: Scene, view: CorleoneView) -> Markup:
    """The zone over the ground."""
    printed = printing(view, scene.speaker)
    land = land_of(printed)
    names = PieceNames(scene, view)
    shown = [
        *tiles(scene, view, printed, land),
        *stacks(scene, view, printed, land),
        *standing(scene, view, land, names),
        river(scene, view, land, names),
        *beside(scene, view, land),
    ]
    return Markup(f'<div class="layer">{"".join(shown)}</div>')


class PieceNames:
    """What each thug is called as a piece that travels: the how-manieth of his seat who was sent this act.

    Views do not tell thugs of a seat apart, events do; where the act's beginning is forgotten they go by their places.
    """

    def __init__(self, scene: Scene, view: CorleoneView) -> None:
        self.standing: dict[str, str] = {}
        self.river: list[str] = []
        self.sent = [0] * view.seats
        self.told = False
        now = {place: who for place, who in view.thugs.items() if owner(who) is not None}
        for _version, event in scene.events:
            public = event.public
            if event.kind == "act":
                self.standing, self.river, self.sent, self.told = {}, [], [0] * view.seats, True
            elif event.kind == "thug":
                self.standing[public["place"]] = f"t{public['seat']}-{self.sent[public['seat']]}"
                self.sent[public["seat"]] += 1
            elif event.kind in ("killed", "moved", "taken_back") and public.get("figure") == "thug":
                self.follow(event.kind, int(public.get("owner", public.get("seat", 0))), public.get("place", ""), now)
        if not self.told or self.standing.keys() != now.keys():
            self.told = False
            self.standing = {place: f"t{owner(who)}-{place}" for place, who in now.items()}
            self.river = []

    def follow(self, kind: str, seat: int, to: str, now: dict[str, str]) -> None:
        """One thug goes: of several alike, the one where none of them stands any more."""
        places = [place for place, piece in self.standing.items() if piece.startswith(f"t{seat}-")]
        gone = [place for place in places if now.get(place) != f"{seat} thug"] or places
        if not gone:
            return
        piece = self.standing.pop(gone[0])
        if kind == "moved":
            self.standing[to] = piece
        elif kind == "killed":
            self.river.append(piece)
        # who was taken back is at home again under his own name

    def at_home(self, seat: int, count: int) -> list[str]:
        """The names of a seat's thugs that are still to be sent."""
        taken = {*self.standing.values(), *self.river}
        free = [f"t{seat}-{number}" for number in range(4) if f"t{seat}-{number}" not in taken]
        return free[:count] if self.told else [f"t{seat}-home-{number}" for number in range(count)]


def piece_of(who: str, place: str, names: PieceNames) -> str:
    """A figure's name as a piece."""
    seat = owner(who)
    if seat is None:
        return f"n-{who}"
    kind = who.partition(" ")[2]
    return names.standing.get(place, f"t{seat}-{place}") if kind == FIGURE_NAMES[0] else f"m{seat}-{kind}"


def tiles(scene: Scene, view: CorleoneView, printed: Printing, land: Land) -> list[str]:
    """The businesses opened since the beginning."""
    shown = []
    for tile in view.plots:
        if tile is None:
            continue
        at = land.of_business(tile, view)
        if at is not None:
            drawn = house(printed.businesses[tile], 0, 0, scene.label(tile))
            shown.append(
                f'<svg class="tile {land.spot(at)}" viewBox="-46 -57 92 118" role="img" aria-label="{scene.label(tile)}"'
                f' data-piece="tile-{tile}" data-at="plot">{drawn}</svg>'
            )
    return shown


def stacks(scene: Scene, view: CorleoneView, printed: Printing, land: Land) -> list[str]:
    """Control markers as seals with the owner's emblem, the top one whole, with how many lie there."""
    shown = []
    for district, stack in zip(printed.districts, view.stacks, strict=True):
        if not stack or district.control is None:
            continue
        names = scene.joined(scene.called(seat) for seat in stack)
        told = scene.text("{district}: {name} controls it. Markers from the bottom up: {names}").format(
            district=scene.label(district.id), name=scene.called(stack[-1]), names=names
        )
        under = "".join(
            f'<span class="cm {family(seat)} h{min(height, 8)}" data-piece="c-{district.number}-{height}-{seat}" data-at="stack"></span>'
            for height, seat in enumerate(stack[:-1])
        )
        top = stack[-1]
        count = f'<span class="cn num" aria-hidden="true">{len(stack)}</span>' if len(stack) > 1 else ""
        shown.append(
            f'<span class="stack {land.spot(land.point(district.control))}" role="img" aria-label="{told}" title="{told}">{under}'
            f'<span class="cm top {family(top)} h{min(len(stack) - 1, 8)}" data-piece="c-{district.number}-{len(stack) - 1}-{top}" data-at="stack">'
            f"{icon(f'em-{emblem(top)}')}{count}</span></span>"
        )
    return shown


def standing(scene: Scene, view: CorleoneView, land: Land, names: PieceNames) -> list[str]:
    """Everybody on the board, north before south."""
    found: list[tuple[float, str]] = []
    for place, who in view.thugs.items():
        at = land.of_business(place, view)
        if at is not None:
            spot = at[0] + DOOR[0], at[1] + DOOR[1]
            found.append((spot[1], drawn_at(scene, land, who, place, spot, names, "th")))
    for space, who in view.members.items():
        x, y = land.point(land.printed.spaces[space].place)
        found.append((y, drawn_at(scene, land, who, space, (x, y - 14), names, "fm")))
    if view.chief is not None:
        at = land.of_place(view.chief, view)
        if at is not None:
            found.append((at[1], drawn_at(scene, land, "police_chief", view.chief, at, names, "pc")))
    return [each for _south, each in sorted(found)]


def drawn_at(
    scene: Scene, land: Land, who: str, place: str, at: Point, names: PieceNames, kind: str, where: str = ""
) -> str:
    """A figure in its place."""
    told = where or str(scene.label(place))
    return figure(scene, who, told, f"up {kind} {land.spot(at)}", piece_of(who, place, names), place)


def river(scene: Scene, view: CorleoneView, land: Land, names: PieceNames) -> str:
    """Who swims with the fish until the entr'acte (C-56)."""
    if not view.river:
        return ""
    x, y = land.river
    where = str(scene.text("in the Hudson"))
    drowned = list(names.river)
    shown = ""
    for at, who in enumerate(view.river[-MOST_DROWNED:]):
        seat = owner(who)
        piece = f"n-{who}" if seat is None else f"m{seat}-{who.partition(' ')[2]}"
        if who.endswith(" thug"):
            mine = next((each for each in drowned if each.startswith(f"t{seat}-")), None)
            if mine is not None:
                drowned.remove(mine)
            piece = mine or f"t{seat}-river-{at}"
        spot = x + (-16, 18)[at % 2], y - 6 + 34 * (at // 2) - 8 * min(3, len(view.river) // 3)
        shown += figure(scene, who, where, f"up drowned {land.spot(spot)}", piece, "river")
    return shown


def beside(scene: Scene, view: CorleoneView, land: Land) -> list[str]:
    """The neutral figures that wait beside the board (C-9)."""
    if land.tray is None:
        return []
    away = {*view.thugs.values(), *view.members.values(), *view.river, *(["police_chief"] if view.chief else [])}
    x, y = land.tray
    where = str(scene.text("beside the board"))
    return [
        figure(scene, who, where, f"up wait {land.spot((x + 52 * (at - 1), y + 14))}", f"n-{who}", "beside")
        for at, who in enumerate(NEUTRAL)
        if who not in away
    ]
