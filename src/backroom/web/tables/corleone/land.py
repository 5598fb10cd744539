"""Corleone's Empire: New York as it is printed, computed from the edition: coast, streets, borders, names, printed
businesses, family spaces. It is drawn once for each edition and language, and a browser gets it once a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, dist, hypot, sin
from random import Random
from typing import Final

from markupsafe import escape

from backroom.games.corleone.edition import District
from backroom.games.corleone.numbers import DISTRICTS
from backroom.games.corleone.reading import Printing, printing
from backroom.games.corleone.view import CorleoneView
from backroom.kernel.registry import game
from backroom.kernel.words import Speaker
from backroom.web.scene import Scene
from backroom.web.tables.corleone.houses import house, vacant

WIDE: Final = 1000
"""Units of the drawing from west to east, whatever the edition's own."""
STEPS: Final = 200
"""Positions of what stands on the map come in so many steps across and down (`x0` to `x200` in the style)."""
BOROUGHS: Final = frozenset({"brooklyn", "queens"})
"""What lies across the East River."""
LETTER: Final = 14.6
"""Width of a letter of a district's name."""
TILTS: Final = (18, -14, -12, 8, 14, -8, 10, 40)
"""How the streets of the areas lie."""

Point = tuple[float, float]
Edge = tuple[Point, Point]


class Land:
    """The map of one edition in units of the drawing."""

    def __init__(self, printed: Printing) -> None:
        size = printed.printed.map
        self.scale = WIDE / size.width
        self.high = size.height * self.scale
        self.printed = printed
        self.areas: list[District] = list(printed.areas.values())
        self.outlines: list[list[Point]] = [[self.point(corner) for corner in area.outline] for area in self.areas]
        self.river: Point = self.point(size.river)
        self.edges: dict[Edge, list[int]] = {}
        for number, outline in enumerate(self.outlines):
            for edge in around(outline):
                self.edges.setdefault(key(edge), []).append(number)
        self.tray = self.at_sea(170, 130, (890, 103))

    def point(self, place: Sequence[float]) -> Point:
        """A point of the edition."""
        return place[0] * self.scale, place[1] * self.scale

    def spot(self, at: Point) -> str:
        """The classes that put something there."""
        x, y = (round(STEPS * max(0.0, min(1.0, part))) for part in (at[0] / WIDE, at[1] / self.high))
        return f"x{x} y{y}"

    def of_business(self, business: str, view: CorleoneView) -> Point | None:
        """The middle of a business that lies on the board."""
        area = self.printed.area_of(business, view)
        if area is None:
            return None
        district = self.printed.areas[area]
        lying = district.printed if self.printed.businesses[business].district else district.tile
        return None if lying is None else self.point(lying)

    def of_place(self, place: str, view: CorleoneView) -> Point | None:
        """The middle of a business, of a family space, or of the Police Chief's place in a district."""
        if place in self.printed.spaces:
            return self.point(self.printed.spaces[place].place)
        if place in self.printed.areas:
            chief = self.printed.areas[place].police
            return None if chief is None else self.point(chief)
        return self.of_business(place, view)

    def inside(self, at: Point, margin: float = 0) -> bool:
        """Whether a point is on land, or as near to it as that."""
        for outline in self.outlines:
            if within(outline, at) or (margin and any(away(edge, at) < margin for edge in around(outline))):
                return True
        return False

    def at_sea(self, width: float, height: float, wanted: Point) -> Point | None:
        """The middle of a stretch of water of that size, the nearest to where it is wanted; None if there is none."""
        tried: list[tuple[float, Point]] = []
        for row in range(int(height / 2) + 6, int(self.high - height / 2), 15):
            for column in range(int(width / 2) + 6, int(WIDE - width / 2), 15):
                tried.append((dist(wanted, (column, row)), (column, row)))
        for _far, (x, y) in sorted(tried):
            corners = [(x + dx * width / 2, y + dy * height / 2) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
            if not any(self.inside(corner, 14) for corner in corners):
                return x, y
        return None


@lru_cache(maxsize=64)
def land_of(printed: Printing) -> Land:
    """The map of an edition."""
    return Land(printed)


def key(edge: Edge) -> Edge:
    """An edge, whichever way it is walked."""
    return (edge[0], edge[1]) if edge[0] <= edge[1] else (edge[1], edge[0])


def around(outline: Sequence[Point]) -> Iterator[Edge]:
    """The edges of an outline."""
    yield from pairwise([*outline, outline[0]])


def within(outline: Sequence[Point], at: Point) -> bool:
    """Whether a point lies in an outline."""
    inside = False
    for (x1, y1), (x2, y2) in around(outline):
        if (y1 > at[1]) != (y2 > at[1]) and at[0] < (x2 - x1) * (at[1] - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def away(edge: Edge, at: Point) -> float:
    """How far a point is from an edge."""
    (x1, y1), (x2, y2) = edge
    length = (x2 - x1) ** 2 + (y2 - y1) ** 2 or 1.0
    along = max(0.0, min(1.0, ((at[0] - x1) * (x2 - x1) + (at[1] - y1) * (y2 - y1)) / length))
    return hypot(at[0] - x1 - along * (x2 - x1), at[1] - y1 - along * (y2 - y1))


def centre(outline: Sequence[Point]) -> Point:
    """The middle of an area's corners."""
    return sum(x for x, _y in outline) / len(outline), sum(y for _x, y in outline) / len(outline)


# The ground.


def ground(scene: Scene, view: CorleoneView) -> str:
    """The lowest layer of the map."""
    return drawn(printing(view, scene.speaker), scene.speaker.language, view.seats == 2)


class Names:
    """What stands on the map in words."""

    def __init__(self, printed: Printing, language: str) -> None:
        speaker = Speaker(game("corleone"), language)
        self.number = speaker.tongue.number
        self.more = self.number(3) + "+"
        """On a space for three players and more."""
        self.side = -1 if speaker.tongue.direction == "ltr" else 1
        """Where reading starts, seen from the middle of a name."""
        _ = speaker.catalogue.gettext
        self.areas = {area: str(escape(printed.name(area, speaker) or area)) for area in printed.areas}
        self.places = {each: str(escape(printed.name(each, speaker) or each)) for each in printed.businesses}
        self.river = str(escape(_("Hudson")))
        self.map = str(escape(_("Map of New York: seven districts, Central Park and the Hudson")))
        self.beside = str(escape(_("Beside the board")))


@lru_cache(maxsize=64)
def drawn(printed: Printing, language: str, two: bool) -> str:
    """The whole ground as SVG."""
    land, names = land_of(printed), Names(printed, language)
    shapes = [coast(land, number) for number in range(len(land.areas))]
    parts = [defs(land), water(land, shapes), piers(land)]
    for number, (area, shape) in enumerate(zip(land.areas, shapes, strict=True)):
        parts.append(
            f'<path id="d-{area.number}" d="{shape}" fill="var(--d{area.number})"/><path d="{shape}" fill="url(#st-{number})"/>'
        )
        if not area.number:
            x, y = centre(land.outlines[number])
            parts.append(
                f'<path d="{shape}" fill="url(#trees)"/><ellipse cx="{x + 8:.0f}" cy="{y - 40:.0f}" rx="19" ry="10" class="lake"/>'
            )
    parts += [borders(land), sea_things(land, names)]
    for space in printed.spaces.values():
        parts.append(seat(land, land.point(space.place), space.touches, names.more if space.three_plus else "", two))
    for district in land.areas:
        if district.tile is not None:
            parts.append(vacant(*land.point(district.tile)))
        if district.control is not None:
            x, y = land.point(district.control)
            parts.append(
                f'<g class="cs"><circle cx="{x:.0f}" cy="{y:.0f}" r="23"/><path d="M{x - 6:.0f} {y + 10:.0f}v-20h13l-3 5 3 5h-13"/></g>'
            )
    for business in (*printed.places[:DISTRICTS], printed.park):
        x, y = land.point(printed.areas[business.district].printed)
        parts.append(house(business, x, y, names.places[business.id]))
    parts += [label(land, area, names) for area in land.areas]
    parts.append(f'<rect x="-{WIDE}" width="{3 * WIDE}" height="{land.high:.0f}" fill="url(#mlamp)" class="vig"/>')
    anchors = "".join(
        f'<i id="a-{area.number}" class="anchor {land.spot(land.point(area.control))}"></i>'
        for area in land.areas
        if area.control is not None
    )
    drawing = "".join(parts)
    box = f'viewBox="0 0 {WIDE} {land.high:.0f}" role="img" aria-label="{names.map}"'
    return f'<svg class="map" {box}>{drawing}</svg>{anchors}'


def coast(land: Land, area: int) -> str:
    """An area's outline: where it meets the water it wanders a little, borders stay straight."""
    walked: list[Point] = []
    for edge in around(land.outlines[area]):
        walked += wander(land, edge)[:-1]
    return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in walked) + "z"


def wander(land: Land, edge: Edge) -> list[Point]:
    """The points from one end of an edge to the other."""
    sorted_edge = key(edge)
    (x1, y1), (x2, y2) = sorted_edge
    points = [sorted_edge[0]]
    if len(land.edges[sorted_edge]) == 1:
        length = dist(*sorted_edge)
        by = Random(str(sorted_edge))
        for step in range(1, max(2, int(length / 34))):
            along = step * 34 / length
            aside = by.uniform(-7, 7) / length
            points.append((x1 + (x2 - x1) * along - (y2 - y1) * aside, y1 + (y2 - y1) * along + (x2 - x1) * aside))
    points.append(sorted_edge[1])
    return points if edge == sorted_edge else points[::-1]


def defs(land: Land) -> str:
    """Patterns: streets, waves, trees, the lamp's light."""
    streets = "".join(
        f'<pattern id="st-{number}" width="26" height="17" patternUnits="userSpaceOnUse" patternTransform="rotate({TILTS[number]})">'
        '<path d="M0 0h26M0 0v17" stroke="var(--street)" stroke-width="2.6" fill="none"/></pattern>'
        for number in range(len(land.areas))
    )
    return (
        f"<defs>{streets}"
        '<pattern id="waves" width="64" height="30" patternUnits="userSpaceOnUse"><path d="M0 8c8-5 16-5 24 0M34 23c7-4 13-4 20 0" fill="none" stroke="var(--water-2)" stroke-width="2.4" stroke-linecap="round"/></pattern>'
        '<pattern id="trees" width="26" height="24" patternUnits="userSpaceOnUse"><circle cx="6" cy="7" r="4.5" fill="#35561f" opacity=".34"/><circle cx="19" cy="18" r="5" fill="#35561f" opacity=".28"/></pattern>'
        '<radialGradient id="mlamp" gradientUnits="userSpaceOnUse" cx="500" cy="460" r="780"><stop offset=".45" stop-color="#1a0f06" stop-opacity="0"/><stop offset="1" stop-color="#120a04" stop-opacity=".3"/></radialGradient></defs>'
    )


def water(land: Land, shapes: Sequence[str]) -> str:
    """The sea, and the shore around the land."""
    whole = "".join(shapes)
    size = f'x="-{WIDE}" y="-100" width="{3 * WIDE}" height="{land.high + 200:.0f}"'  # where there is room, the sea goes on
    return (
        f'<rect {size} fill="var(--water)"/><rect {size} fill="url(#waves)"/>'
        f'<g stroke-linejoin="round" fill="none"><path d="{whole}" stroke="var(--shore)" stroke-width="34" opacity=".5"/>'
        f'<path d="{whole}" stroke="var(--foam)" stroke-width="16" opacity=".55"/></g>'
        f'<path d="{whole}" fill="var(--shore)" stroke="#3a2a1a" stroke-width="7" stroke-linejoin="round"/>'
    )


def piers(land: Land) -> str:
    """Piers on the bank of the Hudson: the coast nearest to the river's place."""
    coasts = [(away(edge, land.river), edge, areas[0]) for edge, areas in land.edges.items() if len(areas) == 1]
    if not coasts:
        return ""
    _far, ((x1, y1), (x2, y2)), area = min(coasts)
    length = dist((x1, y1), (x2, y2)) or 1
    out = (y1 - y2) / length, (x2 - x1) / length
    middle = (x1 + x2) / 2, (y1 + y2) / 2
    if within(land.outlines[area], (middle[0] + out[0] * 8, middle[1] + out[1] * 8)):
        out = -out[0], -out[1]
    shown = ""
    for step in range(1, int(length / 26)):
        along = step * 26 / length
        x, y = x1 + (x2 - x1) * along, y1 + (y2 - y1) * along
        if dist((x, y), land.river) < 105 and abs(y - land.river[1]) < 34:
            continue
        long = 30 if step % 3 else 22
        shown += f"M{x:.0f} {y:.0f}l{out[0] * long:.0f} {out[1] * long:.0f}"
    return f'<path d="{shown}" stroke="#3a2a1a" stroke-width="9"/><path d="{shown}" stroke="var(--d{land.areas[area].number})" stroke-width="5"/>'


def borders(land: Land) -> str:
    """Streets between districts, and the East River where the boroughs begin."""
    street, river = "", ""
    for ((x1, y1), (x2, y2)), areas in land.edges.items():
        if len(areas) < 2:
            continue
        across = len({land.areas[area].id for area in areas} & BOROUGHS) == 1
        line = f"M{x1:.0f} {y1:.0f}L{x2:.0f} {y2:.0f}"
        if across:
            river += line
        else:
            street += line
    banks = "".join(
        f'<path d="{river}" stroke="{colour}" stroke-width="{width}"/>'
        for width, colour in ((25, "#3a2a1a"), (19, "var(--foam)"), (14, "var(--water)"))
    )
    return (
        f'<g fill="none" stroke-linecap="round"><path d="{street}" stroke="#fbf4e3" stroke-width="9" opacity=".75"/>'
        f'<path d="{street}" stroke="var(--map-line)" stroke-width="2" stroke-dasharray="9 7"/>{banks}</g>'
    )


def seat(land: Land, at: Point, touches: Sequence[str], more: str, two: bool) -> str:
    """A family space: a round brass seat with a tooth towards each area it touches (C-14)."""
    x, y = at
    ids = [area.id for area in land.areas]
    teeth = ""
    for area in touches:
        to = centre(land.outlines[ids.index(area)])
        angle = atan2(to[1] - y, to[0] - x)
        ux, uy = cos(angle), sin(angle)
        teeth += (
            f"M{x + ux * 37:.0f} {y + uy * 37:.0f}L{x + ux * 20 - uy * 9:.0f} {y + uy * 20 + ux * 9:.0f}"
            f"L{x + ux * 20 + uy * 9:.0f} {y + uy * 20 - ux * 9:.0f}z"
        )
    shut = bool(more) and two
    mark = f'<text class="tp" x="{x:.0f}" y="{y + 6:.0f}" text-anchor="middle">{more}</text>' if more else ""
    cross = f'<path class="shut" d="M{x - 13:.0f} {y - 13:.0f}l26 26"/>' if shut else ""
    return (
        f'<g class="fs{" closed" if shut else ""}"><path d="{teeth}" class="rim"/><circle cx="{x:.0f}" cy="{y:.0f}" r="23" class="rim"/>'
        f'<circle cx="{x:.0f}" cy="{y:.0f}" r="17.5" class="seat"/>{mark}{cross}</g>'
    )


# Names.


def label(land: Land, area: District, names: Names) -> str:
    """An area's name and number, where the plates leave room for it, near where the edition wants it."""
    name, side = names.areas[area.id], names.side
    lines = [name]
    if len(name) > 14 and " " in name:
        middle = min((at for at, sign in enumerate(name) if sign == " "), key=lambda at: abs(at - len(name) / 2))
        lines = [name[:middle], name[middle + 1 :]]
    x, y = best_place(land, area, lines)
    if not area.number:
        return f'<text class="dn park" x="{x:.0f}" y="{y + 5:.0f}" text-anchor="middle">{name}</text>'
    half = max(len(line) for line in lines) * LETTER / 2
    text = "".join(
        f'<tspan x="{x - 18 * side:.0f}" y="{y + 8 + 24 * (at - (len(lines) - 1) / 2):.0f}">{line}</tspan>'
        for at, line in enumerate(lines)
    )
    start = x + side * (half + 7)
    return (
        f'<g class="lab"><text class="dn" text-anchor="middle">{text}</text><circle cx="{start:.0f}" cy="{y:.0f}" r="15"/>'
        f'<text class="no" x="{start:.0f}" y="{y + 6.5:.0f}" text-anchor="middle">{names.number(area.number)}</text></g>'
    )


def best_place(land: Land, area: District, lines: Sequence[str]) -> Point:
    """The middle of the name: as near to the edition's own place as what stands around it allows."""
    wide = max(len(line) for line in lines) * LETTER + (38 if area.number else -len(lines[0]) * 4)
    tall = 26.0 * len(lines)
    taken: list[tuple[float, float, float, float]] = []
    for each in land.areas:
        for middle, half_wide, half_tall in (
            (each.printed, 47 if each.number else 24, 60 if each.number else 28), (each.tile, 46, 60),
            (each.control, 25, 25), (each.police, 24, 32),
        ):  # fmt: skip
            if middle is not None:
                x, y = land.point(middle)
                taken.append((x, y + 3, half_wide, half_tall))
    taken += [(*land.point(space.place), 30, 34) for space in land.printed.spaces.values()]
    wanted = land.point(area.label)
    outline = land.outlines[land.areas.index(area)]

    def cost(at: Point) -> float:
        x, y = at
        found = dist(at, wanted) * 0.4
        for tx, ty, half_wide, half_tall in taken:
            over = max(0.0, half_wide + wide / 2 - abs(tx - x)) * max(0.0, half_tall + tall / 2 - abs(ty - y))
            found += over * 0.35
        for dx in (-0.5, -0.25, 0, 0.25, 0.5):
            for dy in (-0.5, 0.5):
                found += 0 if within(outline, (x + dx * wide, y + dy * tall)) else 60
        return found

    found = wanted
    for reach, step in ((120, 30), (15, 5)):  # roughly, then nearer
        offsets = range(-reach, reach + 1, step)
        found = min(((found[0] + dx, found[1] + dy) for dx in offsets for dy in offsets), key=cost)
    return found


# At sea.


def sea_things(land: Land, names: Names) -> str:
    """The river's name, the tray for who stands beside the board, a compass, a ferry, where there is water for them."""
    shown = ""
    name = land.at_sea(40, 26 * max(6, len(names.river)), (land.river[0] + 18, land.river[1] - 130))
    if name is not None:
        shown += f'<text class="river" transform="translate({name[0] + 8:.0f} {name[1]:.0f}) rotate(-90)" text-anchor="middle">{names.river}</text>'
    x, y = land.river
    shown += (
        f'<g transform="translate({x:.0f} {y:.0f})" class="drink"><ellipse rx="50" ry="27"/>'
        '<path d="M-44 12c12-8 24-8 34 0s24 8 34 0 18-5 22-2M-40-8c12 8 22 8 32 0s20-8 30 0"/></g>'
    )
    if land.tray is not None:
        x, y = land.tray
        shown += (
            f'<g class="tray"><rect x="{x - 85:.0f}" y="{y - 65:.0f}" width="170" height="130" rx="12"/>'
            f'<text x="{x:.0f}" y="{y - 41:.0f}" text-anchor="middle">{names.beside}</text></g>'
        )
    compass = land.at_sea(116, 150, (84, 800))
    if compass is not None:
        shown += (
            f'<g transform="translate({compass[0]:.0f} {compass[1] + 10:.0f})" class="compass"><circle r="42"/>'
            '<path d="M0-54 9-9 0 0-9-9zM0 54 9 9 0 0-9 9zM-54 0-9-9 0 0-9 9zM54 0 9-9 0 0 9 9z"/><path d="M0-54 9-9 0 0z" class="dk"/>'
            '<path d="M-7-64v-14l14 14v-14" fill="none" stroke-width="3"/></g>'
        )
    ferry = land.at_sea(130, 70, (92, 945))
    if ferry is not None:
        shown += (
            f'<g transform="translate({ferry[0]:.0f} {ferry[1]:.0f})" class="ferry"><path d="M-46 6h92l-12 18h-68z"/>'
            '<path d="M-30-8h60V6h-60zM-16-20h32v12h-32z" class="lt"/><path d="M-4-34h10v14H-4z"/></g>'
        )
    return shown
