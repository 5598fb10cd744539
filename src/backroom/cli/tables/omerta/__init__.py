"""Omerta in the terminal: rows of backs with their slots, races and Killers as questions, every score with its reason.

A page shows what lies open and what its reader is looking at just now. What only a memory holds is left out, unless
the table's `memory_aid` allows more (O-60): earlier looks, earlier cards of the pile, the faces in the log.

What lies on the table is in `rows`, the choices in `choosing` and `saying`, the story in `telling`, the counts in
`counting`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rich.console import Group as Stack
from rich.console import RenderableType
from rich.text import Text

from backroom.cli.screen import Framed
from backroom.cli.tables import Choice, Group, Table
from backroom.cli.tables.omerta.choosing import (
    asked,
)
from backroom.cli.tables.omerta.counting import (
    standing,
    winners,
)
from backroom.cli.tables.omerta.rows import (
    beside,
    heading,
    the_rows,
)
from backroom.cli.tables.omerta.saying import (
    shorthand,
)
from backroom.cli.tables.omerta.telling import (
    Teller,
)
from backroom.cli.tongue import _
from backroom.games.omerta.reading import aid
from backroom.games.omerta.view import OmertaView
from backroom.kernel.events import Event
from backroom.kernel.view import View
from backroom.kernel.words import Speaker

RULES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "peek": ("O-7", "O-15"),
        "begin": ("O-9", "O-10", "O-11", "O-48", "O-49"),
        "taken": ("O-12", "O-13", "O-14", "O-17", "O-24"),
        "race": ("O-18", "O-19", "O-20", "O-21", "O-23", "O-61"),
        "sealed_race": ("O-18", "O-19", "O-20", "O-21", "O-62"),
        "act": ("O-24", "O-25"),
        "react": ("O-35", "O-36", "O-37"),
        "over": ("O-57",),
    }
)
"""By phase, the paragraphs that matter."""
CHARACTER_RULES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "gangster": ("O-28",),
        "lady": ("O-29",),
        "mole": ("O-30",),
        "snitch": ("O-31",),
        "driver": ("O-32", "O-33"),
        "safecracker": ("O-34",),
        "la_mama": ("O-40", "O-41"),
        "patrol": ("O-42", "O-43"),
    }
)


class OmertaTable(Table):
    """Draws Omerta."""

    redraws = False
    hot_seat_options: Mapping[str, str] = MappingProxyType({"snap_mode": "commit"})

    def draw(self, view: View, speaker: Speaker) -> RenderableType:
        if not isinstance(view, OmertaView):
            return super().draw(view, speaker)
        if view.over:
            return Text(_("The game is over."), style="bold")
        return Stack(
            heading(view, speaker),
            Framed(lambda box: the_rows(view, speaker, box)),
            *(Text(line) for line in beside(view, speaker)),
        )

    def choices(self, view: View, legal: Sequence[int], speaker: Speaker) -> list[Group]:
        if not isinstance(view, OmertaView) or not legal or view.seat is None:
            return super().choices(view, legal, speaker)
        return asked(view, view.seat, legal, speaker)

    def story(self, events: Sequence[Event], before: View | None, view: View, speaker: Speaker) -> RenderableType:
        if not isinstance(view, OmertaView):
            return super().story(events, before, view, speaker)
        return Stack(*Teller(view, speaker).told(events))

    def log(self, events: Sequence[Event], view: View, speaker: Speaker) -> RenderableType:
        if not isinstance(view, OmertaView):
            return super().log(events, view, speaker)
        reminder = aid(view)
        if reminder == "full" or view.over:
            return self.story(events, None, view, speaker)
        last = max([at for at, event in enumerate(events) if event.kind == "round"], default=-1) + 1
        note = _("The faces of this round are left out: remembering them is the game. [O-60]")
        now = Teller(view, speaker, open_faces=False, own_faces=reminder == "own_looks")
        earlier = Teller(view, speaker).told(events[:last])
        return Stack(*earlier, *now.told(events[last:]), Text(f"  {note}", style="dim"))

    def lingers(self, view: View) -> bool:
        return isinstance(view, OmertaView) and bool(view.look) and aid(view) == "off"

    def pages(self, view: View) -> bool:
        return isinstance(view, OmertaView) and aid(view) != "full"

    def ending(self, view: View, speaker: Speaker) -> RenderableType:
        if not isinstance(view, OmertaView):
            return super().ending(view, speaker)
        return Stack(
            Text(),
            Text(_("The final standing"), style="bold"),
            Framed(lambda box: standing(view, speaker, box)),
            Text(winners(view, speaker), style="bold"),
        )

    def read(self, text: str, view: View, legal: Sequence[int], speaker: Speaker) -> Choice | None:
        if not isinstance(view, OmertaView) or view.seat is None:
            return None
        return shorthand(text, view, view.seat, legal, speaker)

    def paragraphs(self, view: View) -> Sequence[str]:
        if not isinstance(view, OmertaView):
            return ()
        more = CHARACTER_RULES.get(view.acting, ())
        if any(lasting.holder == view.seat for lasting in view.lasting):
            more += ("O-45",)
        return (*more, *RULES[view.phase])


TABLE = OmertaTable()
