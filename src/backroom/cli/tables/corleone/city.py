"""Corleone's Empire in the terminal: New York, as a map where there is room for it, else as a list."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import groupby
from typing import Final

import msgspec
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.console import Group as Stack
from rich.text import Text

from backroom.cli.tables import COLOURS
from backroom.cli.tables.corleone.printed import figure_tag, icon_words, tags
from backroom.cli.tongue import _, joined, numeral
from backroom.games.corleone.edition import Business
from backroom.games.corleone.reading import Printing, figure_text, owner, printing
from backroom.games.corleone.view import CorleoneView, Figure
from backroom.kernel.words import Speaker

WIDTH: Final = 100
HEIGHTS: Final = (40, 44, 48)
"""Rows of the map: the fewest into which all names fit."""
NARROWEST: Final = 7
"""Columns that a piece of text needs beside a border."""
WATER: Final = -1
LINES: Final = " ╷╶┌╵│└├╴┐─┬┘┤┴┼"
"""Borders by where they go on: down 1, right 2, up 4, left 8."""
KEPT: Final = "\u00a0"
"""Between words that stay on one line."""
PLAIN_LINES: Final = " ||+||++-+-+++++"

Point = tuple[int, int]
Words = list[tuple[str, str]]
"""Words with their styles; they may be wrapped between two of them."""


class City:
    """The board."""

    def __init__(self, view: CorleoneView, speaker: Speaker) -> None:
        self.view = view
        self.speaker = speaker

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        drawn = None
        if options.max_width >= WIDTH:
            lines = LINES if console.is_terminal and options.encoding.startswith("utf") else PLAIN_LINES
            drawn = the_map(self.view, self.speaker, lines)
        yield the_list(self.view, self.speaker) if drawn is None else drawn


# The land.


class Land(msgspec.Struct, frozen=True):
    """The map without anything on it."""

    samples: tuple[tuple[int, ...], ...]
    """Which area each corner between four characters belongs to."""
    left: int
    top: int
    across: float
    down: float

    def at(self, point: Point) -> tuple[int, int]:
        """Row and column of a point of the edition."""
        return round((point[1] - self.top) / self.down - 0.5), round((point[0] - self.left) / self.across - 0.5)


@cache
def land(outlines: tuple[tuple[Point, ...], ...], height: int) -> Land:
    """The outlines of the areas on a grid of characters."""
    corners = [corner for outline in outlines for corner in outline]
    left, right = min(x for x, _y in corners), max(x for x, _y in corners)
    top, bottom = min(y for _x, y in corners), max(y for _x, y in corners)
    across, down = (right - left) / (WIDTH - 1), (bottom - top) / (height - 1)
    samples = tuple(
        tuple(
            area_at(outlines, left + (column - 0.5) * across, top + (row - 0.5) * down) for column in range(WIDTH + 1)
        )
        for row in range(height + 1)
    )
    return Land(samples, left, top, across, down)


def area_at(outlines: tuple[tuple[Point, ...], ...], x: float, y: float) -> int:
    """The area that a point lies in."""
    for area, outline in enumerate(outlines):
        inside = False
        for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True):
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                inside = not inside
        if inside:
            return area
    return WATER


class Sheet:
    """Characters being drawn on."""

    def __init__(self, ground: Land, lines: str) -> None:
        samples = ground.samples
        self.height, self.width = len(samples) - 1, len(samples[0]) - 1
        self.signs = [[" "] * self.width for _row in range(self.height)]
        self.styles = [[""] * self.width for _row in range(self.height)]
        self.areas = [[WATER] * self.width for _row in range(self.height)]
        """The area of characters that are free to be written on."""
        for row in range(self.height):
            for column in range(self.width):
                above, below = samples[row], samples[row + 1]
                four = above[column], above[column + 1], below[column], below[column + 1]
                goes_on = (four[2] != four[3]) + 2 * (four[1] != four[3])
                goes_on += 4 * (four[0] != four[1]) + 8 * (four[0] != four[2])
                if goes_on:
                    self.signs[row][column], self.styles[row][column] = lines[goes_on], "dim"
                else:
                    self.areas[row][column] = four[0]

    def write(self, row: int, column: int, words: Words) -> None:
        """Words, with spaces between."""
        for at, (word, style) in enumerate(words):
            for sign in (" " if at else "") + word.replace(KEPT, " "):
                self.signs[row][column], self.styles[row][column] = sign, style
                self.areas[row][column] = WATER
                column += 1

    def span(self, row: int, area: int) -> tuple[int, int]:
        """The widest free stretch of an area in a row: its first column and its width, without what touches lines."""
        best, start = (0, 0), None
        for column in range(self.width + 1):
            free = column < self.width and self.areas[row][column] == area
            if free and start is None:
                start = column
            elif not free and start is not None:
                if column - start - 2 > best[1]:
                    best = start + 1, column - start - 2
                start = None
        return best

    def flow(self, area: int, paragraphs: Sequence[Words]) -> bool:
        """Write lines into an area where they fit best; False if they do not."""
        spans = [self.span(row, area) for row in range(self.height)]
        rows = [row for row, (_column, width) in enumerate(spans) if width >= NARROWEST]
        if not rows:
            return False
        best: tuple[float, list[tuple[int, Words]]] | None = None
        for start in rows:
            laid = lay_out(paragraphs, spans, start)
            if laid is None:
                continue
            first, last = laid[0][0], laid[-1][0]
            cost = 3 * (last - first) + abs(first + last - rows[0] - rows[-1]) / 2
            if best is None or cost < best[0]:
                best = cost, laid
        if best is None:
            return False
        for row, words in best[1]:
            self.write(row, spans[row][0], words)
        return True

    def sea(self, sign: str) -> None:
        """Waves on the left, where the river is."""
        for row in range(self.height):
            for column in range(self.width):
                if self.areas[row][column] != WATER or self.signs[row][column] != " ":
                    break
                self.signs[row][column], self.styles[row][column] = sign, "blue"

    def text(self) -> Text:
        """All of it."""
        text = Text(no_wrap=True)
        for row in range(self.height):
            pairs = zip(self.styles[row], self.signs[row], strict=True)
            for style, run in groupby(pairs, key=lambda pair: pair[0]):
                text.append("".join(sign for _style, sign in run), style=style or None)
            text.append("\n" if row + 1 < self.height else "")
        return text


def lay_out(
    paragraphs: Sequence[Words], spans: Sequence[tuple[int, int]], start: int
) -> list[tuple[int, Words]] | None:
    """Words row by row from a row on; None if there is too little room."""
    laid: list[tuple[int, Words]] = []
    row = start
    for paragraph in paragraphs:
        left = list(paragraph)
        while left:
            if row >= len(spans):
                return None
            line: Words = []
            room = spans[row][1] if spans[row][1] >= NARROWEST else 0
            while left and len(left[0][0]) + bool(line) <= room:
                room -= len(left[0][0]) + bool(line)
                line.append(left.pop(0))
            if line:
                laid.append((row, line))
            row += 1
    return laid


# What stands on it.


def the_map(view: CorleoneView, speaker: Speaker, lines: str) -> RenderableType | None:
    """The map with everything on it; None if the names do not fit."""
    printed = printing(view, speaker)
    outlines = tuple(tuple(area.outline) for area in printed.areas.values())
    letters = tags(view, speaker)
    for height in HEIGHTS:
        ground = land(outlines, height)
        sheet = Sheet(ground, lines)
        sheet.sea("~")
        for space in printed.spaces:
            put_space(sheet, ground.at(printed.spaces[space].place), space_mark(space, view, printed, letters))
        if all(
            sheet.flow(at, area_lines(area, view, printed, speaker, letters)) for at, area in enumerate(printed.areas)
        ):
            return Stack(sheet.text(), *legend(view, speaker))
    return None


def put_space(sheet: Sheet, place: tuple[int, int], mark: tuple[str, str]) -> None:
    """A family space in the middle of its place, or beside it if another one is there."""
    word, style = mark
    column = max(0, min(sheet.width - len(word), place[1] - len(word) // 2))
    for row in (place[0], place[0] + 1, place[0] - 1):
        if 0 <= row < sheet.height and "[" not in sheet.signs[row][column : column + len(word)]:
            break
    sheet.write(row, column, [(word, style)])


def space_mark(space: str, view: CorleoneView, printed: Printing, letters: Sequence[str]) -> tuple[str, str]:
    """`[s07]`, `[s07 Anna]`; a plus for those marked 3+, which two players find closed."""
    mark = printed.marks[space] + ("+" if printed.spaces[space].three_plus else "")
    if printed.closed(space, view):
        return f"({mark})", "dim"
    return bracket(mark, view.members.get(space), letters)


def bracket(mark: str, figure: Figure | None, letters: Sequence[str]) -> tuple[str, str]:
    """A place and who stands there."""
    if figure is None:
        return f"[{mark}]", "bold"
    return f"[{mark} {figure_tag(figure, letters)}]", figure_style(figure)


def figure_style(figure: Figure) -> str:
    """The owner's colour; neutral figures stand out otherwise."""
    seat = owner(figure)
    return "reverse" if seat is None else f"bold {COLOURS[seat % len(COLOURS)]}"


def area_lines(
    area: str, view: CorleoneView, printed: Printing, speaker: Speaker, letters: Sequence[str]
) -> list[Words]:
    """An area: its name, who controls it, its businesses."""
    district = printed.areas[area]
    head = [district.number or "", *speaker.name(area).split()]
    lines: list[Words] = [[(str(word), "bold underline") for word in head if word]]
    if not district.number:
        lines.append(half(_("back:"), icon_words(printed.park.back)))
        return lines
    lines.append(control(printed, area, view, letters))
    if view.chief == area:
        lines.append([(f"[{speaker.name('police_chief')}]".replace(" ", KEPT), "reverse")])
    businesses = printed.lying_in(area, view)
    for business in businesses:
        lines += business_lines(business, view, printed, speaker, letters)
    if len(businesses) == 1:
        lines.append([(word, "dim") for word in _("(vacant plot)").split()])
    return lines


def control(printed: Printing, area: str, view: CorleoneView, letters: Sequence[str]) -> Words:
    """The stack from the bottom up; the last one controls."""
    stack = view.stacks[list(printed.areas).index(area)]
    if not stack:
        return [(word, "dim") for word in _("control: nobody").split()]
    words: Words = [(_("control:"), "")]
    for at, seat in enumerate(stack):
        top = at + 1 == len(stack)
        words.append((letters[seat] + ("*" if top else ""), COLOURS[seat % len(COLOURS)] + (" bold" if top else "")))
    return words


def business_lines(
    business: Business, view: CorleoneView, printed: Printing, speaker: Speaker, letters: Sequence[str]
) -> list[Words]:
    """A business: its thug space and name, its front, its back."""
    word, style = bracket(printed.marks[business.id], view.thugs.get(business.id), letters)
    name: Words = [(word, style), *((part, "") for part in speaker.name(business.id).split())]
    return [name, half(_("front:"), icon_words(business.front)), half(_("back:"), icon_words(business.back))]


def half(title: str, icons: str) -> Words:
    """One half of a business."""
    *before, last = icons.split(", ")
    return [
        (title, "dim"),
        *((f"{word},".replace(" ", KEPT), "") for word in before),
        (last.replace(" ", KEPT), ""),
    ]


def legend(view: CorleoneView, speaker: Speaker, tagged: bool = True) -> list[Text]:
    """How to read the map, and who lies in the river."""
    letters = tags(view, speaker)
    lines = [
        Text(
            _("[p1] thug space, [s01] family space, and who is there. control: markers from below, * the top."),
            style="dim",
        )
    ]
    shut = _("(s04+): closed.") if view.seats == 2 else _("s04+: marked 3+.")
    icons = _("1>good: discard a card for a good; jobs: look at 2, keep 1; horse: Horse Head.")
    lines.append(Text(f"{shut} {icons}", style="dim"))
    named = [f"{tag} = {speaker.seat(seat)}" for seat, tag in enumerate(letters) if tag != speaker.seat(seat)]
    if tagged and named:
        lines.append(Text(joined(named), style="dim"))
    if view.river:
        drowned = joined(figure_text(figure, speaker) for figure in view.river)
        lines.append(Text(_("~ In the Hudson: {figures}").format(figures=drowned)))
    return lines


# Where there is no room for a map.


def the_list(view: CorleoneView, speaker: Speaker) -> RenderableType:
    """The same, line by line."""
    printed = printing(view, speaker)
    letters = [speaker.seat(seat) for seat in range(view.seats)]
    lines: list[Text] = []
    for area in (district.id for district in printed.districts):
        line = Text(f"{numeral(printed.areas[area].number)} {speaker.name(area)}", style="bold").append(
            "  ", style="not bold"
        )
        append_words(line, control(printed, area, view, letters))
        if view.chief == area:
            line.append(f"  [{speaker.name('police_chief')}]", style="reverse not bold")
        lines.append(line)
        for business in printed.lying_in(area, view):
            for indent, words in zip(
                ("  ", "      "), two_lines(business, view, printed, speaker, letters), strict=True
            ):
                line = Text(indent)
                append_words(line, words)
                lines.append(line)
    park = Text(speaker.name(printed.park.district), style="bold").append("  ", style="not bold")
    append_words(park, half(_("back:"), icon_words(printed.park.back)))
    lines += [park, Text(_("Family spaces, and the backs there"), style="bold")]
    for space in printed.spaces:
        word, style = space_mark(space, view, printed, letters)
        line = Text("  ").append(word, style=style)
        lines.append(
            line.append(
                f" {printed.around(space, speaker)}: {icon_words(printed.backs_at(space, view))}", style="not bold"
            )
        )
    return Stack(*lines, *legend(view, speaker, tagged=False))


def two_lines(
    business: Business, view: CorleoneView, printed: Printing, speaker: Speaker, letters: Sequence[str]
) -> list[Words]:
    """A business with its name, then both halves."""
    name, front, back = business_lines(business, view, printed, speaker, letters)
    return [name, [*front, ("", ""), *back]]


def append_words(text: Text, words: Words) -> None:
    """Words with their styles."""
    for at, (word, style) in enumerate(words):
        text.append((" " if at else "") + word.replace(KEPT, " "), style=style or "not bold")
