"""What the consigliere says: a few moves with chances and reasons, as buttons, and where they are on the board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape as plainly
from html import unescape
from typing import Final

from markupsafe import Markup

from backroom.bots.advice import Suggestion
from backroom.kernel.tongues import tongue
from backroom.kernel.view import View
from backroom.kernel.words import N_
from backroom.web.art import icon
from backroom.web.company import face
from backroom.web.controls import pick, play
from backroom.web.scene import Scene

_ACTION: Final = re.compile(r' data-action="([^"]+)"')
_PICKED: Final = re.compile(r'name="draft" value="[^"]*" data-action="([^"]+)"')


def asked_about(scene: Scene) -> tuple[View, list[int], tuple[str, ...]]:
    """What he is asked: the view and the choices after the draft, or before it if there is nothing to choose after it;
    and the draft that goes before his answer."""
    known, options, before = scene.ahead, scene.options, scene.draft[: len(scene.steps)]
    if not options:
        known, options, before = scene.view, scene.legal, ()
    return known, [scene.game.action(token) for token in options], before


def panel(scene: Scene, found: Sequence[Suggestion], before: Sequence[str], zones: Mapping[str, Markup]) -> Markup:
    """His answer. What he advises is a button: where choices are made step by step it is a choice, else the move."""
    whole = "".join(zones.values())
    chosen = {unescape(action) for action in _PICKED.findall(whole)}
    rows = []
    for rank, each in enumerate(found, 1):
        tokens = [*before, each.token]
        told = Markup('<span class="rankno num">{}</span><b>{}</b><span class="chance num">{}</span>{}').format(
            rank, name_of(scene, each.token), percent(scene, each.chance), bar(each.chance)
        )
        stepwise = each.token in chosen or len(scene.reckoned(tokens)) == len(tokens)
        button = pick(tokens, told, "btn hint", action=each.token) if stepwise else play(tokens, told, "btn hint")
        rows.append(Markup("<li>{}<p>{}</p></li>").format(button, scene.speaker.advice(each.reason)))
    head = scene.text(N_("I would do this"))
    foot = scene.text(N_("With your chance of winning after each. He knows no more than your seat sees."))
    return Markup(
        '<section class="panel counsel" tabindex="-1" aria-labelledby="counselled">{}<div><h2 id="counselled">{}</h2>'
        '<ol>{}</ol><p class="small dim">{}</p></div>'
        '<button class="tool js" type="button" data-do="dismiss" aria-label="{}" hidden>{}</button></section>'
    ).format(
        face("consigliere", extra="big"), head, Markup("").join(rows), foot, scene.text(N_("Thank you, that is all")),
        icon("close"),
    )  # fmt: skip


def percent(scene: Scene, chance: float) -> Markup:
    """A chance as people say it."""
    return scene.fill(scene.text(N_("{n} %")), n=round(100 * chance))


def bar(chance: float) -> Markup:
    """The same to look at."""
    return Markup(
        '<svg class="odds" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="all" width="100" height="4"/><rect width="{:.0f}" height="4"/></svg>'
    ).format(100 * chance)


def name_of(scene: Scene, token: str) -> Markup:
    """A move in words: as the list of all moves has it, under its heading."""
    title, label = scene.named.get(token, ("", token))
    if not title or title == label:
        return Markup("{}").format(label)
    return scene.fill(
        scene.text(N_("{what}: {which}")), what=Markup("{}").format(title), which=Markup("{}").format(label)
    )


def places(zones: Mapping[str, Markup], tokens: Iterable[str], language: str) -> dict[str, str]:
    """Where the advised moves are on the board: by the button's action, which piece of advice it is, as people read it.

    A move without a button of its own, one of several groups that might go to a city say, is where its kind is.
    """
    actions = [unescape(found) for zone in zones.values() for found in _ACTION.findall(zone)]
    marks: dict[str, str] = {}
    for rank, token in enumerate(tokens, 1):
        kind = ":".join(token.split(":")[:2]) + ":"
        on_board = [action for action in actions if action == token]
        near = [action for action in actions if action.startswith(kind)] if len(on_board) < 2 else []
        for action in (*on_board[:1], *near[:1]):
            marks.setdefault(action, tongue(language).number(rank))
    return marks


def marked(zones: Mapping[str, Markup], marks: Mapping[str, str]) -> dict[str, Markup]:
    """The zones with the advised buttons marked, for who has no script."""
    drawn = {name: str(zone) for name, zone in zones.items()}
    for action, rank in marks.items():
        mark = f' data-action="{plainly(action)}"'
        for name, zone in drawn.items():
            drawn[name] = zone.replace(mark, f'{mark} data-advised="{rank}"')
    return {name: Markup(zone) for name, zone in drawn.items()}
