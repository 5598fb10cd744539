"""Boss on a page: the row from left to right (on a phone from top to bottom), a turn as one choice, payouts told."""

from __future__ import annotations

from markupsafe import Markup

from backroom.games.boss.reading import card_name
from backroom.games.boss.view import BossView
from backroom.kernel.events import Event
from backroom.kernel.words import N_, Speaker
from backroom.web.scene import Scene
from backroom.web.tables.boss.ending import ending
from backroom.web.tables.boss.people import people
from backroom.web.tables.boss.row import row
from backroom.web.tables.boss.telling import log, sending_alone
from backroom.web.tables.boss.turn import hand, prompt
from backroom.web.tables.plain import Plain


class BossDrawing(Plain):
    """Draws Boss."""

    zones = ("people", "board", "hand", "prompt", "log")
    tabs = (
        ("board", "city-ch", N_("Cities")),
        ("prompt", "move", N_("My turn")),
        ("people", "person", N_("Players")),
        ("log", "log", N_("Log")),
    )

    sign = "city-ch"
    blurb = N_(
        "Seven cities, five laps, one hidden card each. Send your men where the money is, and guess who is lying about Detroit."
    )
    minutes = "20–60"
    figures = (
        ("round", N_("Round"), "number"),
        ("marker", N_("First-player marker"), "seat"),
        ("money", N_("Millions"), "each"),
        ("hospital", N_("In hospital"), "each"),
        ("dead", N_("Dead veterans"), "each"),
        ("spent", N_("Rookies gone"), "each"),
    )

    def name(self, identity: str, speaker: Speaker) -> str | None:
        return card_name(identity, speaker)

    def where(self, scene: Scene) -> str:
        view = scene.view
        if not isinstance(view, BossView) or view.over:
            return super().where(scene)
        told = scene.text("Round {round}, lap {lap} of {laps}")
        return told.format(round=view.round, lap=view.lap, laps=view.laps)

    def public(self, scene: Scene) -> dict[str, Markup]:
        if not isinstance(scene.view, BossView):
            return super().public(scene)
        return {"people": people(scene, scene.view)}

    def private(self, scene: Scene) -> dict[str, Markup]:
        view = scene.view
        if not isinstance(view, BossView):
            return super().private(scene)
        return {
            "board": row(scene, view),
            "hand": hand(scene, view),
            "prompt": prompt(scene, view),
            "log": log(scene, view),
        }

    def told(self, scene: Scene, event: Event) -> Markup | None:
        return sending_alone(scene, event) if event.kind == "sent" else super().told(scene, event)

    def ending(self, scene: Scene) -> Markup:
        if not isinstance(scene.view, BossView):
            return super().ending(scene)
        return ending(scene, scene.view)


DRAWING = BossDrawing()
