"""Corleone's Empire: the end. Everybody's money as suitcase, districts and jobs, each figure explained."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Final

from markupsafe import Markup

from backroom.games.corleone.numbers import COLOURS, VALUES
from backroom.games.corleone.reading import best, bonuses, by_rank, dominant, job_counts, printing
from backroom.games.corleone.view import CorleoneView
from backroom.web.art import icon
from backroom.web.controls import rule_link
from backroom.web.scene import Scene
from backroom.web.tables.corleone.pieces import bill, family, job_words, name, seal, shape

BONUS: Final = 5


def ending(scene: Scene, view: CorleoneView) -> Markup:
    """The standing, then where each figure comes from."""
    return Markup(
        f'{standing(scene, view)}<div class="counts">{districts(scene, view)}{colours(scene, view)}{cases(scene, view)}</div>'
    )


def standing(scene: Scene, view: CorleoneView) -> str:
    """Everybody by rank: a bar of suitcase, districts and jobs, and what decided ties."""
    _ = scene.text
    won, best_of = bonuses(view, scene.speaker)
    most = max(*view.scores, 1)
    rows = ""
    for seat in by_rank(view):
        parts = (view.scores[seat] - BONUS * (won[seat] + best_of[seat]), BONUS * won[seat], BONUS * best_of[seat])
        bars, x = "", 0.0
        for at, part in enumerate(parts, 1):
            if part > 0:
                width = 100 * part / most
                bars += (
                    f'<svg x="{x:.2f}%" width="{width:.2f}%" height="28" class="z{at}"><rect width="100%" height="28" rx="3"/>'
                    f'<text x="50%" y="19" text-anchor="middle">{part}</text></svg>'
                )
                x += width
        told = _("suitcase ${case} + districts ${districts} + jobs ${jobs}").format(
            case=parts[0], districts=parts[1], jobs=parts[2]
        )
        rows += (
            f'<li class="{family(seat)}{" win" if view.ranks[seat] == 1 else ""}"><span class="pos num">{view.ranks[seat]}</span>'
            f'{seal(seat)}<span class="nn"><b>{scene.who(seat)}</b><small>{told}</small></span>'
            f'<svg class="barz" aria-hidden="true" width="100%" height="28">{bars}</svg><span class="tot num">{scene.dollars(view.scores[seat])}</span></li>'
        )
    keys = ((1, _("suitcase")), (2, _("districts")), (3, _("jobs")))
    key = "".join(f'<span class="keyed"><span class="key z{at}"></span>{word}</span> ' for at, word in keys)
    ties = "".join(f'<p class="small">{line}</p>' for line in tie_breaks(scene, view, won))
    return f'<section class="panel rank wide"><h2>{icon("chart")} {_("The last count")} <small>{key}</small></h2><ol>{rows}</ol>{ties}</section>'


def tie_breaks(scene: Scene, view: CorleoneView, won: list[int]) -> list[Markup]:
    """C-99, CC-45: what decides between equal money."""
    lines = []
    for one, other in pairwise(by_rank(view)):
        if view.scores[one] != view.scores[other]:
            continue
        if won[one] != won[other]:
            line = scene.text("{one} and {other} have the same money; {one} has more of it from districts.")
        else:
            line = scene.text("{one} and {other} have the same money, as much from districts, and share their rank.")
        told = scene.fill(line, one=scene.who(one), other=scene.who(other))
        lines.append(Markup("{} {}").format(told, rule_link(scene, "C-99")))
    return lines


def districts(scene: Scene, view: CorleoneView) -> str:
    """C-97: every stack from the bottom up, and whom it pays."""
    _ = scene.text
    rows = ""
    for district, stack in zip(printing(view, scene.speaker).districts, view.stacks, strict=True):
        winner = dominant(stack)
        shown = "".join(seal(seat, "tiny") + f'<span class="sr">{scene.who(seat)} </span>' for seat in stack)
        if winner is None:
            told = Markup('<span class="dim">{}</span>').format(_("no markers"))
        else:
            counts = Counter(stack)
            tied = sum(count == counts[winner] for count in counts.values()) > 1
            line = _("{name}, whose marker lies higher") if tied else _("{name}")
            told = Markup("{} <b class=num>{}</b>").format(
                scene.fill(line, name=name(scene, winner)), scene.dollars(BONUS, gain=True)
            )
        rows += f'<tr><th scope="row"><span class="dno num">{district.number}</span> {scene.label(district.id)}</th><td>{shown}</td><td>{told}</td></tr>'
    head = _("Districts: ${bonus} for most markers").format(bonus=BONUS)
    return section(scene, "control", head, "C-97", rows, (_("District"), _("Markers from the bottom up"), _("Paid to")))


def colours(scene: Scene, view: CorleoneView) -> str:
    """C-98: who completed how many of each colour."""
    _ = scene.text
    rows = ""
    for colour, counts in job_counts(view, scene.speaker).items():
        shown = scene.joined(Markup(f"{name(scene, seat)} {count}") for seat, count in enumerate(counts) if count)
        winners = scene.joined(name(scene, seat) for seat in best(counts))
        paid = (
            f"{winners} <b class=num>{scene.dollars(BONUS, gain=True)}</b>"
            if winners
            else f'<span class="dim">{_("nobody")}</span>'
        )
        mark = "s" if colour == "grey" else colour[0]
        rows += f'<tr><th scope="row"><span class="jc {mark}">{shape(colour)}</span> {scene.label(colour)}</th><td>{shown}</td><td>{paid}</td></tr>'
    head = _("Jobs: ${bonus} for the most of each colour").format(bonus=BONUS)
    return section(scene, "jobs", head, "C-98", rows, (_("Colour"), _("Jobs completed"), _("Paid to")))


def cases(scene: Scene, view: CorleoneView) -> str:
    """C-96: what everybody had laundered, and the jobs he completed."""
    _ = scene.text
    jobs = printing(view, scene.speaker).jobs
    won, best_of = bonuses(view, scene.speaker)
    rows = ""
    for seat in by_rank(view):
        bills = view.memory.suitcases[seat]
        shown = "".join(
            f'<span class="casebill">{bill(scene, value, "small")}<b class="num">×{count}</b></span>'
            for value, count in zip(VALUES[::-1], bills[::-1], strict=True)
            if count
        )
        done = "".join(
            f'<li title="{job_words(scene, jobs[each])}"><span class="jc {"s" if jobs[each].colour == "grey" else jobs[each].colour[0]}">{shape(jobs[each].colour)}</span> {scene.label(each)}</li>'
            for each in sorted(view.memory.completed[seat], key=lambda each: COLOURS.index(jobs[each].colour))
        )
        total = view.scores[seat] - BONUS * (won[seat] + best_of[seat])
        rows += f'<tr><th scope="row">{name(scene, seat)}</th><td><b>{scene.dollars(total)}</b> {shown}</td><td><ul class="donejobs">{done}</ul></td></tr>'
    return section(scene, "suitcase", _("Suitcases"), "C-96", rows, (_("Player"), _("Bills"), _("Jobs completed")))


def section(scene: Scene, sign: str, head: Markup, rule: str, rows: str, heads: tuple[Markup, ...]) -> str:
    """A table of the count."""
    columns = "".join(f'<th scope="col">{each}</th>' for each in heads)
    return (
        f'<section class="panel count"><h2>{icon(sign)} {head} <small>{rule_link(scene, rule)}</small></h2>'
        f'<div class="scroll" tabindex="0" role="group" aria-label="{head}"><table class="pay"><thead><tr>{columns}</tr></thead><tbody>{rows}</tbody></table></div></section>'
    )
