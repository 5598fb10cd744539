"""Omerta on a page: rows of backs around one pile, races with a closing ring, every choice on its target.

A page shows what lies open, what its reader is looking at just now, and the notes that the table's memory aid allows
(O-60); nothing else of what a view remembers. `felt` is the table with its `middle`, `plan` knows what a press on each
target does, `asking` is the prompt, `telling` the log, `news` what is new and what may still be told, `scores` the counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from backroom.games.omerta.view import OmertaView
from backroom.kernel.words import N_
from backroom.web.scene import Scene
from backroom.web.tables.omerta.asking import prompt
from backroom.web.tables.omerta.felt import felt, opened
from backroom.web.tables.omerta.scores import ending, scores
from backroom.web.tables.omerta.telling import log
from backroom.web.tables.plain import Plain


class OmertaDrawing(Plain):
    """Draws Omerta."""

    zones = ("board", "prompt", "scores", "log")
    tabs = (
        ("board", "hand", N_("Table")),
        ("prompt", "move", N_("My turn")),
        ("scores", "chart", N_("Scores")),
        ("log", "log", N_("Log")),
    )

    sign = "booze"
    blurb = N_(
        "Keep your warehouse light and your memory sharp. A matching bottle goes to whoever is fastest; the silent one wins."
    )
    minutes = "20–30"
    figures = (
        ("round", N_("Round"), "number"),
        ("starter", N_("Who began the round"), "seat"),
        ("active", N_("Whose turn"), "seat"),
        ("totals", N_("Points of the rounds before"), "each"),
    )

    def where(self, scene: Scene) -> str:
        view = scene.view
        if not isinstance(view, OmertaView) or view.over:
            return super().where(scene)
        return scene.text("Round {round} of {rounds}").format(round=view.round, rounds=view.seats)

    def public(self, scene: Scene) -> dict[str, Markup]:
        return {} if isinstance(scene.view, OmertaView) else super().public(scene)

    def private(self, scene: Scene) -> dict[str, Markup]:
        view = scene.view
        if not isinstance(view, OmertaView):
            return super().private(scene)
        return {
            "board": felt(scene, view),
            "prompt": prompt(scene, view),
            "scores": scores(scene, view),
            "log": log(scene, view),
        }

    def held(self, scene: Scene, position: Mapping[str, Any]) -> Markup:
        return opened(scene, position) if isinstance(scene.view, OmertaView) else super().held(scene, position)

    def ending(self, scene: Scene) -> Markup:
        if not isinstance(scene.view, OmertaView):
            return super().ending(scene)
        return ending(scene, scene.view)


DRAWING = OmertaDrawing()
