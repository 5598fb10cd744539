"""Corleone's Empire: the public jobs and the row of allies. What may be done with them stands on them."""

from __future__ import annotations

from markupsafe import Markup

from backroom.games.corleone.numbers import ACTS
from backroom.games.corleone.reading import Printing, payable
from backroom.games.corleone.view import CorleoneView
from backroom.web.art import icon
from backroom.web.controls import barred, pick
from backroom.web.scene import Scene
from backroom.web.tables.corleone.draft import Plan
from backroom.web.tables.corleone.pieces import ally_card, ally_words, job_card, job_words
from backroom.web.tables.corleone.wording import told


def offers(scene: Scene, view: CorleoneView) -> Markup:
    """The zone."""
    if view.over:
        return Markup("")
    _ = scene.text
    plan = Plan(scene, view)
    jobs = "".join(job(plan, each, "row") if each else empty(scene) for each in view.public)
    within = sum(payable(plan.printed.jobs[each], view.hand) for each in view.public if each)
    note = scene.texts("you have the goods for {n}", "you have the goods for {n}", within).format(n=within)
    shown = (
        f'<section class="panel jobsp" aria-labelledby="jobs-title"><h2 id="jobs-title">{icon("jobs")} {_("Public jobs")}'
        f'<small>{note if view.seat is not None and within else _("for everybody with the goods")}</small></h2><div class="jr n{len(view.public)}" tabindex="0" role="group" aria-labelledby="jobs-title">{jobs}</div></section>'
    )
    if view.act < ACTS:
        row = "".join(ally(plan, each) for each in view.allies)
        gone = "" if row else f'<p class="dim small">{_("none left")}</p>'
        shown += (
            f'<section class="panel allyp" aria-labelledby="allies-title"><h2 id="allies-title">{icon("person")} {_("Allies")}'
            f'<small>{_("for the bribery")}</small></h2><div class="jr n{len(view.allies)}" tabindex="0" role="group" aria-labelledby="allies-title">{row}{gone}</div></section>'
        )
    return Markup(shown + in_words(scene, view, plan.printed))


def empty(scene: Scene) -> str:
    """C-53: the place of a completed job."""
    return f'<span class="job empty"><small>{scene.text("empty until the entr’acte")}</small></span>'


def job(plan: Plan, identity: str, at: str) -> str:
    """A job that may be completed, or why not."""
    scene = plan.scene
    mark = plan.printed.marks[identity][1:]
    token = f"job:{mark}"
    found = plan.printed.jobs[identity]
    if token in plan.chosen:
        chosen = scene.fill(scene.text("{card}, chosen; press to leave it"), card=scene.label(identity))
        return str(
            pick(
                plan.without(plan.chosen.index(token)),
                Markup(job_card(scene, found, "", at)),
                "cardb sel st-sel",
                action=token,
                name=chosen,
            )
        )
    if token in plan.tokens:
        can = Markup(job_card(scene, found, "can", at))
        line = told(plan, token).line()
        return str(pick(plan.with_payment(token), can, "cardb legal", action=token, name=line))
    if plan.asked == "turn" and scene.mine and not plan.chosen:
        return str(barred(scene, Markup(job_card(scene, found, "", at)), token, "cardb"))
    return f'<span class="cardb">{job_card(scene, found, "", at)}</span>'


def ally(plan: Plan, identity: str) -> str:
    """An ally of the row; in the bribery to be hired."""
    scene = plan.scene
    token = f"hire:{plan.printed.marks[identity][1:]}"
    face = Markup(ally_card(scene, plan.printed.allies[identity], "", "row"))
    if token in plan.chosen:
        chosen = scene.fill(scene.text("{card}, chosen; press to leave it"), card=scene.label(identity))
        return str(pick(plan.without(plan.chosen.index(token)), face, "cardb sel st-sel", action=token, name=chosen))
    if token in plan.tokens:
        return str(pick(plan.adding(token), face, "cardb legal", action=token, name=told(plan, token).line()))
    return f'<span class="cardb">{face}</span>'


def in_words(scene: Scene, view: CorleoneView, printed: Printing) -> str:
    """What the cards say, for who does not know the signs yet."""
    lines = [job_words(scene, printed.jobs[each]) for each in view.public if each]
    if view.act < ACTS:
        lines += [ally_words(scene, printed.allies[each]) for each in view.allies]
    lines += [job_words(scene, printed.jobs[each]) for each in view.hand if each in printed.jobs]
    lines += [ally_words(scene, printed.allies[each]) for each in view.hand if each in printed.allies]
    listed = "".join(f"<li>{line}</li>" for line in lines)
    return (
        f'<details class="inwords" data-keep="inwords"><summary>{icon("info", "i16")} {scene.text("The cards in words")}</summary>'
        f"<ul>{listed}</ul></details>"
    )
