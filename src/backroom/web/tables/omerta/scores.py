"""Omerta: everybody's points, round by round, and how each round was counted; and the end."""

from __future__ import annotations

from markupsafe import Markup

from backroom.games.omerta.reading import by_rank, reason, stands, verdict
from backroom.games.omerta.view import Ended, OmertaView
from backroom.web.art import icon
from backroom.web.controls import rule_link
from backroom.web.scene import Scene
from backroom.web.tables.omerta.cards import chip


def scores(scene: Scene, view: OmertaView) -> Markup:
    """The zone: a line for each player, a column for each round, and the counts of the rounds before."""
    _ = scene.text
    if view.over:  # the end tells it all
        return Markup("")
    title = _("Scores")
    counts = "".join(
        count(scene, view, number, number == len(view.past) - 1 and view.phase == "peek")
        for number in range(len(view.past))
    )
    return Markup(
        f'<section class="panel scores" aria-label="{title}"><h2>{icon("chart")} {title} <small>{_("fewest wins")}</small></h2>'
        f'<div class="scroll" tabindex="0" role="group" aria-label="{title}">{grid(scene, view)}</div>{counts}</section>'
    )


def grid(scene: Scene, view: OmertaView) -> str:
    """All points. Who called has a mark beside his points of that round."""
    _ = scene.text
    heads = "".join(
        f'<th scope="col"{" aria-current=true" if number == view.round and not view.over else ""}>'
        f'<span class="sr">{_("Round {round}").format(round=number)}</span><span aria-hidden="true">{number}</span></th>'
        for number in range(1, view.seats + 1)
    )
    best = min(view.scores) if view.past else None
    rows = ""
    for seat in by_rank(view) if view.over else range(view.seats):
        cells = ""
        for number in range(view.seats):
            cells += (
                f'<td class="num">{points_of(scene, view.past[number], seat) if number < len(view.past) else "·"}</td>'
            )
        kind = ("best " if view.scores[seat] == best else "") + ("me" if seat == view.seat else "")
        rows += f'<tr class="{kind.strip()}"><th scope="row">{scene.who(seat)}</th>{cells}<td class="num tot">{view.scores[seat]}</td></tr>'
    return (
        f'<table><thead><tr><th scope="col"><span class="sr">{_("Player")}</span></th>{heads}<th scope="col">{_("in all")}</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )


def points_of(scene: Scene, ended: Ended, seat: int) -> str:
    """A player's points of one round; marked if he had called."""
    if ended.caller != seat:
        return str(ended.points[seat])
    told = scene.text("called Omerta")
    kind = "stood" if stands(ended) else "bad"
    return f'<span class="called {kind}" title="{told}">{icon("call")}{ended.points[seat]}<span class="sr"> ({told})</span></span>'


def verdict_of(scene: Scene, ended: Ended, number: int, plain: bool = False) -> Markup:
    """What came of a round's call; plain for an attribute."""
    who = scene.called if plain else scene.who
    name = "" if ended.caller is None else who(ended.caller)
    return scene.fill(scene.text(verdict(ended)), round=number + 1, name=name)


def count(scene: Scene, view: OmertaView, number: int, open_: bool) -> str:
    """O-50: every row opened, its sum, and why it scores what it does."""
    _ = scene.text
    ended = view.past[number]
    title = verdict_of(scene, ended, number)
    heads = "".join(
        f'<th scope="col">{head}</th>' for head in (_("Player"), _("Cards"), _("Sum"), _("Points"), _("Why"))
    )
    rows = ""
    for seat, row in enumerate(ended.rows):
        cards = "".join(chip(scene, each) for each in row) or f'<span class="dim">{_("no cards")}</span>'
        told, rule = why_so(scene, view, ended, seat)
        sign = f'{icon("call", "i16")}<span class="sr">{_("called Omerta")}</span> ' if ended.caller == seat else ""
        kind = ' class="best"' if ended.points[seat] == 0 else ""
        rows += (
            f'<tr{kind}><th scope="row">{sign}{scene.who(seat)}</th><td class="cc">{cards}</td><td class="num">{ended.sums[seat]}</td>'
            f'<td class="num tot">{ended.points[seat]}</td><td>{told} {rule_link(scene, rule)}</td></tr>'
        )
    keep = f' data-keep="count-{number}"' if not view.over else ""
    return (
        f'<details class="count payout"{" open" if open_ else ""}{keep}><summary><h3>{title}</h3></summary>'
        f'<div class="scroll" tabindex="0" role="group" aria-label="{verdict_of(scene, ended, number, plain=True)}"><table class="counted"><thead><tr>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div></details>"
    )


def why_so(scene: Scene, view: OmertaView, ended: Ended, seat: int) -> tuple[Markup, str]:
    """Why a player scores what he does in a round, and the paragraph."""
    told, gaps, rule = reason(view, ended, seat)
    names = {key: scene.who(value) if key == "name" else value for key, value in gaps.items()}
    return scene.fill(scene.text(told), **names), rule


def ending(scene: Scene, view: OmertaView) -> Markup:
    """The standing with the points of each round, what decided it, and each round's count."""
    _ = scene.text
    rows = ""
    for seat in by_rank(view):
        parts = " + ".join(points_of(scene, ended, seat) for ended in view.past)
        rows += (
            f'<li class="seat-{seat}{" win" if view.ranks[seat] == 1 else ""}"><span class="pos num">{view.ranks[seat]}</span>'
            f'<span class="nn"><b>{scene.who(seat)}</b><small class="num">{parts}</small></span><span class="tot num">{view.scores[seat]}</span></li>'
        )
    told = winning(scene, view)
    counts = "".join(count(scene, view, number, True) for number in range(len(view.past)))
    return Markup(
        f'<section class="panel rank"><h2>{icon("chart")} {_("The final standing")} <small>{_("fewest wins")}</small></h2><ol>{rows}</ol>'
        f'<p class="small">{told} {rule_link(scene, "O-57")}</p></section>'
        f'<section class="panel counts"><h2>{icon("book")} {_("Round by round")}</h2>{counts}</section>'
    )


def winning(scene: Scene, view: OmertaView) -> Markup:
    """O-57: who has won, and what decided it."""
    _ = scene.text
    first = [seat for seat in by_rank(view) if view.ranks[seat] == 1]
    names = scene.joined(scene.who(seat) for seat in first)
    tied = [seat for seat in range(view.seats) if view.scores[seat] == view.scores[first[0]]]
    if len(tied) > len(first):
        return scene.fill(_("{names} wins: equal in all, but fewer points in the last round."), names=names)
    told = scene.texts("{names} wins with the fewest points.", "{names} share the win.", len(first))
    return scene.fill(told, names=names)
