"""How games are drawn in the terminal: one module here for each game, found by the game's name.

A module `tables/<game>.py` exports `TABLE`, an object with the methods of `Drawing`; most derive it from
`Table`, which draws any game at all from its view, if plainly. Another package brings a drawing for its game
by an entry point in the group `backroom.tables`. A drawing gets views, never states.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import Any, Final, Protocol, runtime_checkable

import msgspec
from rich.console import Group as Stack
from rich.console import RenderableType
from rich.text import Text

from backroom.cli.tongue import _, joined, numeral, own
from backroom.kernel.edition import Edition
from backroom.kernel.events import Event
from backroom.kernel.game import Game
from backroom.kernel.registry import game as find_game
from backroom.kernel.view import View
from backroom.kernel.words import Speaker, titled

GROUP: Final = "backroom.tables"
"""The entry-point group of other packages: `tictac = "tictac.table:TABLE"`."""
COLOURS: Final = ("bright_white", "red", "bright_blue", "yellow", "green", "magenta")
"""Each seat's colour; names always stand beside it."""


class Choice(msgspec.Struct, frozen=True):
    """One thing to choose: the moves it makes one after the other, or the choices it opens."""

    label: str
    moves: tuple[int, ...] = ()
    then: tuple[Choice, ...] = ()
    keys: tuple[str, ...] = ()
    """What may be typed for it besides its number; the first is shown."""
    number: int | None = None
    """A number of its own, such as the slot it is about. Where one choice has such a number, those without any
    have none, so that no number means one thing now and another thing a moment later."""


class Group(msgspec.Struct, frozen=True):
    """Choices that belong together."""

    title: str
    choices: tuple[Choice, ...]


class Unclear(Exception):
    """What was typed can be read in two ways, or in none: one sentence says how to say it."""


@runtime_checkable
class Drawing(Protocol):
    """What a game's module offers."""

    redraws: bool
    """Whether the table is drawn again after each decision of a turn, and not only the log told."""
    hot_seat_options: Mapping[str, str]
    """Table options for several people at one keyboard, where the command line does not give them."""

    def draw(self, view: View, speaker: Speaker) -> RenderableType:
        """The table as this view shows it."""

    def choices(self, view: View, legal: Sequence[int], speaker: Speaker) -> list[Group]:
        """What can be done now, in groups; a turn is one choice where it can be."""

    def ending(self, view: View, speaker: Speaker) -> RenderableType:
        """Who won, and why."""

    def story(self, events: Sequence[Event], before: View | None, view: View, speaker: Speaker) -> RenderableType:
        """What happened between two views of one seat."""

    def log(self, events: Sequence[Event], view: View, speaker: Speaker) -> RenderableType:
        """Everything that has happened, as far as this seat may look it up."""

    def lingers(self, view: View) -> bool:
        """Whether the viewer sees something just now that must not be wiped off before it was looked at."""

    def pages(self, view: View) -> bool:
        """Whether every turn begins on an empty screen, so that what was on it has to be remembered."""

    def read(self, text: str, view: View, legal: Sequence[int], speaker: Speaker) -> Choice | None:
        """A short way of saying a move; None if it is none, Unclear if it could be several."""

    def paragraphs(self, view: View) -> Sequence[str]:
        """The paragraphs of the rulebook that matter now."""

    def name(self, identity: str, speaker: Speaker) -> str | None:
        """What an id is called that the game's phrases do not name by itself, or not as this edition does."""

    def about(self, text: str, view: View, speaker: Speaker) -> RenderableType | None:
        """What there is to say about something on the table; None if the text names nothing there."""


class Table:
    """A drawing for every game: the view as a tree, the choices by their tokens."""

    redraws: bool = True
    hot_seat_options: Mapping[str, str] = MappingProxyType({})

    def draw(self, view: View, speaker: Speaker) -> RenderableType:
        head = Text(titled(speaker.game, speaker.language), style="bold")
        for seat, score in enumerate(view.scores):
            head.append("   ").append_text(seat_text(seat, speaker, view.seat)).append(f" {numeral(score)}")
            if seat in view.waiting:
                head.append(" " + _("(now)"), style="not bold")
        told = {name: value for name, value in msgspec.to_builtins(view).items() if name not in SAID_ABOVE}
        return Stack(head, *branches(told, speaker, 1))

    def choices(self, view: View, legal: Sequence[int], speaker: Speaker) -> list[Group]:
        listed = tuple(Choice(speaker.game.token(action), (action,)) for action in legal)
        return [Group(_("Your choices"), listed)] if listed else []

    def ending(self, view: View, speaker: Speaker) -> RenderableType:
        lines = [Text(_("The game is over."), style="bold")]
        for seat in sorted(range(view.seats), key=lambda each: (view.ranks[each], each)):
            lines.append(Text(f"{numeral(view.ranks[seat])}. {speaker.seat(seat)}  {numeral(view.scores[seat])}"))
        return Stack(*lines)

    def story(self, events: Sequence[Event], before: View | None, view: View, speaker: Speaker) -> RenderableType:
        lines = [speaker.event(event, view.seat) for event in events]
        return Text("\n".join(f"  {line}" for line in lines if line))

    def log(self, events: Sequence[Event], view: View, speaker: Speaker) -> RenderableType:
        return self.story(events, None, view, speaker)

    def lingers(self, view: View) -> bool:
        return False

    def pages(self, view: View) -> bool:
        return False

    def read(self, text: str, view: View, legal: Sequence[int], speaker: Speaker) -> Choice | None:
        return None

    def paragraphs(self, view: View) -> Sequence[str]:
        return ()

    def name(self, identity: str, speaker: Speaker) -> str | None:
        return None

    def about(self, text: str, view: View, speaker: Speaker) -> RenderableType | None:
        return None


class Voice(Speaker):
    """A speaker that also knows the names its game's drawing makes up, and those that the edition prints."""

    def __init__(
        self,
        game: Game,
        table: Drawing,
        language: str = "en",
        people: Sequence[str] = (),
        edition: Edition | None = None,
    ) -> None:
        super().__init__(game, language, people)
        self.table = table
        self.edition = edition
        """The one that is played with; None for the house edition."""

    def name(self, identity: str) -> str:
        return self.table.name(identity, self) or super().name(identity)


@cache
def table_of(game: str) -> Drawing:
    """The drawing of a game: ours, another package's, or the plain one."""
    find_game(game)  # an unknown name goes no further
    module = f"{__name__}.{game}"
    if importlib.util.find_spec(module) is not None:
        found: object = importlib.import_module(module).TABLE
    else:
        found = next((point.load() for point in entry_points(group=GROUP, name=game)), None)
    return found if isinstance(found, Drawing) else Table()


WIDE: Final = 72
"""What is longer gets branches of its own."""
SAID_ABOVE: Final = frozenset(
    {"game", "rules", "edition", "options", "seats", "seat", "over", "waiting", "scores", "ranks"}
)
"""Fields of every view, which the first line tells."""


def branches(data: Any, speaker: Speaker, depth: int) -> Iterator[Text]:
    """Plain data as lines, further in the deeper it is; what is empty is left out, what is short stays on one line."""
    pairs = data.items() if isinstance(data, dict) else enumerate(data, 1)
    for name, value in pairs:
        line = inline(value, speaker)
        if not line:
            continue
        label = Text("  " * depth).append(str(name).replace("_", " ") + ":", style="cyan")
        if isinstance(value, (dict, list, tuple)) and len(line) > WIDE:
            yield label
            yield from branches(value, speaker, depth + 1)
        else:
            yield label.append(f" {line}", style="default")


def inline(value: Any, speaker: Speaker) -> str:
    """A value on one line, ids by their names; nothing for what is empty."""
    if isinstance(value, dict):
        parts = [(str(name).replace("_", " "), inline(each, speaker)) for name, each in value.items()]
        return joined(f"{name} {each}" for name, each in parts if each)
    if isinstance(value, (list, tuple)):
        nested = any(isinstance(each, (dict, list, tuple)) for each in value)
        shown = [inline(each, speaker) for each in value]
        if not any(shown):
            return ""
        return " ".join(f"({each})" for each in shown) if nested else " ".join(shown)
    if isinstance(value, bool) or value is None:
        return _("yes") if value else ""
    return speaker.name(value) if isinstance(value, str) else own().digits(str(value))


def seat_text(seat: int, speaker: Speaker, viewer: int | None = None) -> Text:
    """A name in its colour; the viewer's own is underlined too."""
    style = COLOURS[seat % len(COLOURS)] + (" bold underline" if seat == viewer else "")
    return Text(speaker.seat(seat), style=style)
