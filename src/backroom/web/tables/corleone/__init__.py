"""Corleone's Empire on a page: New York in layers, of which the printed one is sent once; a decision as one plan."""

from __future__ import annotations

from markupsafe import Markup

from backroom.games.corleone.numbers import ACTS
from backroom.games.corleone.reading import printing_for
from backroom.games.corleone.view import CorleoneView
from backroom.kernel.words import N_, Speaker
from backroom.web.scene import Scene
from backroom.web.tables.corleone.city import city
from backroom.web.tables.corleone.ending import ending
from backroom.web.tables.corleone.hand import hand
from backroom.web.tables.corleone.land import ground
from backroom.web.tables.corleone.lens import lens
from backroom.web.tables.corleone.offers import offers
from backroom.web.tables.corleone.people import bank, people
from backroom.web.tables.corleone.spots import spots
from backroom.web.tables.corleone.telling import log
from backroom.web.tables.corleone.turn import prompt
from backroom.web.tables.plain import Plain


class CorleoneDrawing(Plain):
    """Draws Corleone's Empire."""

    zones = ("people", "lens", "ground", "pieces", "spots", "prompt", "offers", "bank", "log", "hand")
    groups = (("board", ("ground", "pieces", "spots")), ("side", ("prompt", "offers", "bank", "log")))
    tabs = (
        ("board", "globe", N_("Map")),
        ("hand", "hand", N_("Hand")),
        ("offers", "jobs", N_("Jobs")),
        ("people", "person", N_("Players")),
        ("log", "log", N_("Log")),
    )

    sign = "suitcase"
    blurb = N_(
        "Four acts in old New York. Front of the shop by day, back room by night, and only the suitcase is safe from the Don."
    )
    minutes = "60–90"
    figures = (
        ("act", N_("Act"), "number"),
        ("horse", N_("Horse Head"), "seat"),
        ("mover", N_("Whose turn"), "seat"),
    )

    def name(self, identity: str, speaker: Speaker) -> str | None:
        return printing_for(speaker).name(identity, speaker)

    def where(self, scene: Scene) -> str:
        view = scene.view
        if not isinstance(view, CorleoneView) or view.over:
            return super().where(scene)
        told = scene.text("Act {act} of {acts}, {phase}")
        roman = scene.speaker.tongue.roman
        return told.format(act=roman(view.act), acts=roman(ACTS), phase=scene.label(view.phase))

    def public(self, scene: Scene) -> dict[str, Markup]:
        view = scene.view
        if not isinstance(view, CorleoneView):
            return super().public(scene)
        if view.over:
            empty = Markup("")
            return {
                "people": empty,
                "lens": lens(scene, view),
                "ground": Markup(ground(scene, view)),
                "pieces": city(scene, view),
                "bank": empty,
            }
        return {
            "people": people(scene, view),
            "lens": lens(scene, view),
            "ground": Markup(ground(scene, view)),
            "pieces": city(scene, view),
            "bank": bank(scene, view),
        }

    def private(self, scene: Scene) -> dict[str, Markup]:
        view = scene.view
        if not isinstance(view, CorleoneView):
            return super().private(scene)
        return {
            "spots": spots(scene, view),
            "prompt": prompt(scene, view),
            "offers": offers(scene, view),
            "log": log(scene, view),
            "hand": hand(scene, view),
        }

    def ending(self, scene: Scene) -> Markup:
        if not isinstance(scene.view, CorleoneView):
            return super().ending(scene)
        return ending(scene, scene.view)


DRAWING = CorleoneDrawing()
