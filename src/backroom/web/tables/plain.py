"""A drawing for every game: the view as a tree, the moves by their tokens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec
from markupsafe import Markup, escape

from backroom.kernel.events import Event
from backroom.kernel.words import N_, Speaker
from backroom.web.controls import all_moves, clock, kind_of, log_lines, play, waiting_dots
from backroom.web.scene import Scene
from backroom.web.tables import Named

SAID_ABOVE: Final = frozenset(
    {"game", "rules", "edition", "options", "seats", "seat", "over", "waiting", "scores", "ranks"}
)
"""Fields of every view, which the people's zone tells."""
FEW: Final = 12
"""So many moves stand openly in the prompt."""


class Plain:
    """Draws any game."""

    zones: tuple[str, ...] = ("people", "board", "prompt", "log")
    groups: tuple[tuple[str, tuple[str, ...]], ...] = ()
    tabs: tuple[tuple[str, str, str], ...] = (
        ("board", "hand", N_("Table")),
        ("prompt", "move", N_("My turn")),
        ("people", "person", N_("Players")),
        ("log", "log", N_("Log")),
    )

    sign = "hand"
    blurb = N_("A game of another house, drawn plainly.")
    minutes = ""
    figures: tuple[Named, ...] | None = None

    def name(self, identity: str, speaker: Speaker) -> str | None:
        return None

    def where(self, scene: Scene) -> str:
        return ""

    def public(self, scene: Scene) -> dict[str, Markup]:
        return {"people": self.people(scene)}

    def private(self, scene: Scene) -> dict[str, Markup]:
        return {"board": self.board(scene), "prompt": self.prompt(scene), "log": self.log(scene)}

    def held(self, scene: Scene, position: Mapping[str, Any]) -> Markup:
        return self.private(scene)["hand"] if "hand" in self.zones else Markup("")

    def people(self, scene: Scene) -> Markup:
        """Everybody with a score, and whose decision it is."""
        view = scene.view
        rows = []
        for seat in range(view.seats):
            now = seat in view.waiting
            rows.append(
                Markup('<li class="seat-{}{}"><b>{}</b>{}{}{}<span class="m num">{}</span></li>').format(
                    seat, " now" if now else "", scene.who(seat), kind_of(scene, seat),
                    waiting_dots() if now else "", clock(scene, seat), view.scores[seat],
                )
            )  # fmt: skip
        return Markup('<ul class="panel sitters" aria-label="{}">{}</ul>').format(
            scene.text("Players"), Markup("").join(rows)
        )

    def board(self, scene: Scene) -> Markup:
        """Everything on the table, as a tree."""
        told = {name: value for name, value in msgspec.to_builtins(scene.ahead).items() if name not in SAID_ABOVE}
        return Markup('<div class="felt plain"><dl>{}</dl></div>').format(branches(told, scene))

    def prompt(self, scene: Scene) -> Markup:
        """What is asked, and the moves."""
        if scene.view.over or scene.aborted:
            return Markup("")
        if not scene.legal:
            return waiting_for(scene)
        openly = Markup("").join(play([token], token) for token in scene.legal[:FEW])
        return Markup(
            '<section class="prompt asks" aria-labelledby="asked"><p class="kick">{}</p><h2 id="asked">{}</h2>'
            '<div class="acts">{}</div>{}</section>'
        ).format(
            scene.text("Your turn"),
            scene.text("Choose a move"),
            openly,
            all_moves(scene, [("", [([token], token) for token in scene.legal])]),
        )

    def log(self, scene: Scene) -> Markup:
        """What happened, event by event."""
        told = [(version, scene.told(event)) for version, event in scene.events]
        return Markup('<section class="panel logp" aria-label="{}"><h2>{}</h2>{}</section>').format(
            scene.text("What happened"),
            scene.text("What happened"),
            log_lines(scene, [(version, line) for version, line in told if line]),
        )

    def told(self, scene: Scene, event: Event) -> Markup | None:
        return scene.told(event)

    def ending(self, scene: Scene) -> Markup:
        return standing(scene)


def waiting_for(scene: Scene) -> Markup:
    """The prompt of who owes nothing: whose decision it is."""
    names = scene.joined(scene.who(seat) for seat in scene.view.waiting)
    line = scene.fill(scene.text("Waiting for {names}"), names=names) if names else scene.text("One moment")
    return Markup('<section class="prompt idle" aria-label="{}"><h2>{} {}</h2></section>').format(
        scene.text("Your turn"), line, waiting_dots()
    )


def standing(scene: Scene, figures: Iterable[Markup] = ()) -> Markup:
    """The final standing: everybody by rank, with his score and, where given, how it came about."""
    view = scene.view
    explained = list(figures) or [Markup("")] * view.seats
    rows = []
    for seat in sorted(range(view.seats), key=lambda each: (view.ranks[each], each)):
        rows.append(
            Markup('<li class="seat-{}{}"><span class="pos num">{}</span><b>{}</b>{}<span class="tot num">{}</span></li>').format(
                seat, " win" if view.ranks[seat] == 1 else "", view.ranks[seat], scene.who(seat),
                explained[seat], view.scores[seat],
            )
        )  # fmt: skip
    return Markup('<section class="panel rank"><h2>{}</h2><ol>{}</ol></section>').format(
        scene.text("The final standing"), Markup("").join(rows)
    )


def branches(data: Any, scene: Scene) -> Markup:
    """Plain data as nested lists; what is empty is left out."""
    pairs = data.items() if isinstance(data, dict) else enumerate(data, 1)
    parts = []
    for name, value in pairs:
        if value is None or value is False or value == "" or value == [] or value == {}:
            continue
        if isinstance(value, (dict, list, tuple)):
            inner = Markup("<dl>{}</dl>").format(branches(value, scene))
        else:
            inner = escape(scene.label(value) if isinstance(value, str) else "yes" if value is True else value)
        parts.append(Markup("<dt>{}</dt><dd>{}</dd>").format(str(name).replace("_", " "), inner))
    return Markup("").join(parts)
