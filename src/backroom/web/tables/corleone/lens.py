"""Corleone's Empire: on a small window, the whole city at a glance or near, and a way to each district."""

from __future__ import annotations

from markupsafe import Markup

from backroom.games.corleone.reading import printing
from backroom.games.corleone.view import CorleoneView
from backroom.web.art import icon
from backroom.web.scene import Scene


def lens(scene: Scene, view: CorleoneView) -> Markup:
    """The zone. It is the same for a whole game; it works without a script."""
    printed = printing(view, scene.speaker)
    told = scene.text("The whole city")
    chips = "".join(
        f'<a class="dch d{district.number}" href="#a-{district.number}" data-goto="a-{district.number}"><b class="num">{district.number}</b><span class="sr">{scene.label(district.id)}</span></a>'
        for district in printed.districts
    )
    return Markup(
        f'<div class="jump"><label class="lens"><input type="checkbox" data-lens aria-label="{told}">{icon("zoom")}</label>'
        f'<nav aria-label="{scene.text("Districts")}">{chips}</nav></div>'
    )
