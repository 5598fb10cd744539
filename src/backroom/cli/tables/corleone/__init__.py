"""Corleone's Empire in the terminal: the map, the cards, choices in groups, the story, the final count.

What is printed is in `printed`, the map in `city`, everything beside it in `desk`, the choices in `choosing` and
`saying`, the story and the end in `telling`, what `?` answers in `asking`, what a name means in `finding`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group as Stack
from rich.console import RenderableType
from rich.text import Text

from backroom.cli.tables import Choice, Group, Table
from backroom.cli.tables.corleone.asking import about, paragraphs_now
from backroom.cli.tables.corleone.choosing import grouped
from backroom.cli.tables.corleone.city import City
from backroom.cli.tables.corleone.desk import desk, heading
from backroom.cli.tables.corleone.saying import shorthand
from backroom.cli.tables.corleone.telling import last_count, story
from backroom.games.corleone.reading import printing_for
from backroom.games.corleone.view import CorleoneView
from backroom.kernel.events import Event
from backroom.kernel.view import View
from backroom.kernel.words import Speaker


class CorleoneTable(Table):
    """Draws Corleone's Empire."""

    redraws = False

    def draw(self, view: View, speaker: Speaker) -> RenderableType:
        if not isinstance(view, CorleoneView):
            return super().draw(view, speaker)
        return Stack(heading(view, speaker), Text(), City(view, speaker), Text(), *desk(view, speaker))

    def choices(self, view: View, legal: Sequence[int], speaker: Speaker) -> list[Group]:
        if not isinstance(view, CorleoneView) or not legal:
            return super().choices(view, legal, speaker)
        return grouped(view, legal, speaker)

    def ending(self, view: View, speaker: Speaker) -> RenderableType:
        if not isinstance(view, CorleoneView):
            return super().ending(view, speaker)
        return last_count(view, speaker)

    def story(self, events: Sequence[Event], before: View | None, view: View, speaker: Speaker) -> RenderableType:
        if not isinstance(view, CorleoneView):
            return super().story(events, before, view, speaker)
        return story(events, before if isinstance(before, CorleoneView) else None, view, speaker)

    def read(self, text: str, view: View, legal: Sequence[int], speaker: Speaker) -> Choice | None:
        if not isinstance(view, CorleoneView):
            return None
        return shorthand(text, view, legal, speaker)

    def paragraphs(self, view: View) -> Sequence[str]:
        return paragraphs_now(view) if isinstance(view, CorleoneView) else ()

    def name(self, identity: str, speaker: Speaker) -> str | None:
        return printing_for(speaker).name(identity, speaker)

    def about(self, text: str, view: View, speaker: Speaker) -> RenderableType | None:
        return about(text, view, speaker) if isinstance(view, CorleoneView) else None


TABLE = CorleoneTable()
