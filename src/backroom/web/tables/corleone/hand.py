"""Corleone's Empire: the viewer's cards, grouped as money, goods, jobs and allies, and the suitcase. What may be done
with a card now stands on it as a button."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from backroom.games.corleone.numbers import COLOURS, GOODS
from backroom.games.corleone.reading import BILLS, card_mark, card_order, job_counts, money
from backroom.games.corleone.view import CorleoneView
from backroom.web.art import icon
from backroom.web.controls import barred, pick
from backroom.web.scene import Scene
from backroom.web.tables.corleone.draft import Plan
from backroom.web.tables.corleone.pieces import bill, card, case_values, family, shape
from backroom.web.tables.corleone.wording import told

MANY: Final = 14
"""So many cards lie in one row; more take a second."""


def hand(scene: Scene, view: CorleoneView) -> Markup:
    """The zone."""
    if view.seat is None or view.over:
        return Markup("")
    _ = scene.text
    plan = Plan(scene, view)
    held = card_order(plan.view.hand, plan.printed)
    out = leaving(plan)
    groups = [
        (_("Money"), [each for each in held if each in BILLS], scene.dollars(money(held))),
        (_("Goods"), [each for each in held if each in GOODS], ""),
        (_("Jobs"), [each for each in held if each in plan.printed.jobs], ""),
        (_("Allies"), [each for each in held if each in plan.printed.allies], ""),
    ]
    kinds = (frozenset(BILLS), frozenset(GOODS), plan.printed.jobs.keys(), plan.printed.allies.keys())
    shown = ""
    for at, (title, cards, note) in enumerate(groups):
        gone = [each for each in out if each in kinds[at]]
        if cards or gone:
            count = note or str(len(cards))
            shown += (
                f'<div class="hg g{at} c{min(len(cards) + len(gone), 12)}"><h3>{title} <small class="num">{count}</small></h3>'
                f'<ul class="fan">{fan(plan, cards, gone)}</ul></div>'
            )
    if not shown:
        shown = f'<p class="dim small">{_("No cards in hand.")}</p>'
    limit = plan.printed.printed.limits.hand[view.act - 1]
    size = len(view.hand) + len(view.laid) * (view.phase == "tribute")
    note = scene.texts(
        "{n} card; {limit} may stay after the tribute", "{n} cards; {limit} may stay after the tribute", size
    )
    return Markup(
        f'<section class="panel handp {family(view.seat)}" aria-labelledby="hand-title"><div class="mine"><h2 id="hand-title">{icon("hand")} {_("My hand")}</h2>'
        f'<p class="small{" over" if size > limit else ""}">{note.format(n=size, limit=limit)}</p>{suitcase(plan)}</div>'
        f'<div class="hgs{" many" if len(held) > MANY else ""}" tabindex="0" role="group" aria-labelledby="hand-title">{shown}</div></section>'
    )


def leaving(plan: Plan) -> list[str]:
    """Cards that the draft, or a decision already sent, has taken out of the hand and laid out."""
    found = list(plan.view.laid) if plan.view.phase == "tribute" or plan.asked == "levying" else []
    for token in plan.base:
        kind, _colon, what = token.partition(":")
        if kind == "discard" and plan.asked != "giving":
            found.append(mark_to_card(plan, what))
    return found


def mark_to_card(plan: Plan, mark: str) -> str:
    """A card by its name in moves."""
    for start, short in (("job-", "j"), ("ally-", "a")):
        if mark.startswith(start):
            return plan.printed.ids[short + mark.removeprefix(start)]
    return mark


def fan(plan: Plan, cards: list[str], gone: Sequence[str]) -> str:
    """Cards side by side; those laid out are lifted."""
    shown = ""
    last = plan.last[0] if plan.last else ""
    for each in gone:
        token = f"discard:{card_mark(each, plan.printed)}"
        face = Markup(card(plan.scene, plan.printed, each))
        if token in plan.chosen:
            name = plan.scene.fill(
                plan.scene.text("{card}, laid out; press to take it back"), card=plan.scene.label(each)
            )
            button = pick(plan.dropping(token), face, "cardb sel", action=token, name=name)
            shown += f"<li class=out>{button}</li>"
        else:
            shown += f'<li class="out"><span class="cardb sel">{face}</span></li>'
    seen: Counter[str] = Counter()
    for at, each in enumerate(cards):
        seen[each] += 1
        twin = " class=twin" if cards[at + 1 : at + 2] == [each] else ""  # lies nearly hidden below its like
        token = token_for(plan, each)
        shown += f"<li{twin}>{one(plan, each, token, token == last and seen[each] == 1)}</li>"
    return shown


def token_for(plan: Plan, held: str) -> str:
    """What may be done with a card now; nothing if nothing."""
    mark = card_mark(held, plan.printed)
    value = held.partition("-")[2]
    wanted = {
        "discard": f"discard:{mark}", "launder": f"launder:{value}", "show": f"show:{value}",
        "job": f"job:{mark[4:]}", "ally": f"ally:{mark[5:]}",
    }  # fmt: skip
    for token in wanted.values():
        if token in plan.tokens:
            return token
    return ""


def one(plan: Plan, held: str, token: str, chosen: bool) -> str:
    """A card, and what pressing it does."""
    scene = plan.scene
    kind = "can" if token.startswith("job:") else ""
    face = Markup(card(scene, plan.printed, held, kind, at="hand"))
    if token and chosen:
        name = scene.fill(scene.text("{card}, chosen; press to leave it"), card=scene.label(held))
        return str(pick(list(plan.base), face, "cardb sel st-sel", action=token, name=name))
    if token:
        draft = plan.with_payment(token) if token.startswith("job:") else plan.adding(token)
        return str(pick(draft, face, "cardb legal", action=token, name=told(plan, token).line()))
    if plan.asked == "turn" and scene.mine and not plan.chosen:
        mark = card_mark(held, plan.printed)
        if held in plan.printed.jobs:
            return str(barred(scene, face, f"job:{mark[4:]}", "cardb"))
        if held in plan.printed.allies:
            return str(barred(scene, face, f"ally:{mark[5:]}", "cardb"))
    return f'<span class="cardb">{face}</span>'


def suitcase(plan: Plan) -> str:
    """What the Don cannot reach: the viewer's own bills, and the jobs he has completed. In the bribery it is open."""
    scene, view = plan.scene, plan.view
    _ = scene.text
    values = case_values(view)
    laid = Counter(int(each[5:]) for each in plan.bid()) if plan.asked == "bidding" else Counter[int]()
    shown = ""
    for value in sorted({*values, *laid}, reverse=True):
        held = values.count(value)
        token = f"bid:{value}"
        label = Markup(f'{bill(scene, value, "small")}<b class="num">×{held}</b>')
        if plan.asked == "bidding" and token in plan.tokens:
            shown += str(pick(plan.adding(token), label, "casebill", action=token, name=told(plan, token).line()))
        else:
            shown += f'<span class="casebill">{label}</span>'
    counts = job_counts(view, scene.speaker)
    jobs = "".join(
        f'<span class="jc {"s" if colour == "grey" else colour[0]}" title="{scene.label(colour)}">{shape(colour)}{counts[colour][view.seat or 0]}<span class="sr"> {scene.label(colour)}</span></span>'
        for colour in COLOURS
        if counts[colour][view.seat or 0]
    )
    total = sum(values)
    return (
        f'<div class="suit"><span class="sic">{icon("suitcase")}</span><span class="st"><b>{_("My suitcase")} <span class="num">{scene.dollars(total)}</span></b>'
        f'<small>{_("safe from the Don; nobody looks in")}</small></span><span class="sb">{shown}{jobs}</span></div>'
    )
