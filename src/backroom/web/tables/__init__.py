"""How games are drawn on a page: one folder here for each game, found by the game's name.

A folder `tables/<game>/` exports `DRAWING`, an object with the methods of `Drawing`; most derive it from `Plain`, which
draws any game at all, if plainly. Its style lies beside it as `<game>.css`, its own signs as `<game>.svg`. Another
package brings a drawing for its game by an entry point in the group `backroom.pages`. A drawing gets a `Scene`,
never a state, and gives HTML by zones; docs/architecture.md, "The pages", has the whole contract.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Final, Protocol, runtime_checkable

from markupsafe import Markup

from backroom.kernel.edition import Edition
from backroom.kernel.events import Event
from backroom.kernel.game import Game
from backroom.kernel.registry import game as find_game
from backroom.kernel.words import Speaker
from backroom.web.scene import Scene

GROUP: Final = "backroom.pages"
"""The entry-point group of other packages: `tictac = "tictac.page:DRAWING"`."""

Named = tuple[str, str, str]
"""A figure of a position: its name there, what it is called (marked with `N_`), and what it is: a "number", a "seat", or
a number of "each" seat."""

Zones = dict[str, Markup]
"""HTML by the zone's name. A live update carries only the zones whose bytes have changed."""


@runtime_checkable
class Drawing(Protocol):
    """What a game's folder offers."""

    zones: tuple[str, ...]
    """The zones in the order in which they are read. Each is an element of its own, `<div class="z z-board">`."""
    groups: tuple[tuple[str, tuple[str, ...]], ...]
    """Neighbouring zones that lie in one element of their own, `<div class="g g-board" id="z-board">`: layers of one
    picture in one window, or a column."""
    tabs: tuple[tuple[str, str, str], ...]
    """The phone's tabs: a zone or a group, a sign, and a word for it (marked with `N_`)."""

    sign: str
    """The icon that stands for the game."""
    blurb: str
    """What it is, in two sentences (marked with `N_`)."""
    minutes: str
    """How long it takes: "20–60"."""
    figures: tuple[Named, ...] | None
    """The figures of a position that can be changed without its text; None: whatever looks like one."""

    def name(self, identity: str, speaker: Speaker) -> str | None:
        """What an id is called that the game's phrases do not name by themselves, or not as this edition does."""

    def where(self, scene: Scene) -> str:
        """How far the game has come, in a few words: "Round 3, lap 4 of 5"."""

    def public(self, scene: Scene) -> Zones:
        """What all see alike. It is drawn from a spectator's scene, once for each version and language."""

    def private(self, scene: Scene) -> Zones:
        """What is drawn for one seat (or, without a seat, for spectators): its hand, its choices, what it may do."""

    def held(self, scene: Scene, position: Mapping[str, Any]) -> Markup:
        """Everything the scene's seat holds, open, for looking back when the game is over; empty if it holds nothing of
        its own. `position` is all there is on the table."""

    def told(self, scene: Scene, event: Event) -> Markup | None:
        """An event in a sentence that stands by itself; None for what needs none."""

    def ending(self, scene: Scene) -> Markup:
        """The result with every figure explained, when the game is over."""


@cache
def drawing_of(game: str) -> Drawing:
    """The drawing of a game: ours, another package's, or the plain one."""
    from backroom.web.tables.plain import Plain

    find_game(game)  # an unknown name goes no further
    module = f"{__name__}.{game}"
    if importlib.util.find_spec(module) is not None:
        found: object = importlib.import_module(module).DRAWING
    else:
        found = next((point.load() for point in entry_points(group=GROUP, name=game)), None)
    return found if isinstance(found, Drawing) else Plain()


class Voice(Speaker):
    """A speaker that also knows the names its game's drawing makes up, and those that the edition prints."""

    def __init__(
        self,
        drawing: Drawing,
        game: Game,
        language: str = "en",
        people: Sequence[str] = (),
        edition: Edition | None = None,
    ) -> None:
        super().__init__(game, language, people)
        self.drawing = drawing
        self.edition = edition
        """The one that is played with; None for the house edition."""

    def name(self, identity: str) -> str:
        return self.drawing.name(identity, self) or super().name(identity)
