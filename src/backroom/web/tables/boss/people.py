"""Boss: what lies openly before everybody, the police, the hospital and the prison. Everybody sees it alike."""

from __future__ import annotations

from markupsafe import Markup

from backroom.games.boss.view import BossView, Player
from backroom.web.art import icon
from backroom.web.controls import clock, kind_of, waiting_dots
from backroom.web.scene import Scene
from backroom.web.tables.boss.pieces import back, colour, cubes, group_words, laid_before, standing, swatch

THIRD = 3
"""Tokens of one colour that make the round the last (B-24)."""


def people(scene: Scene, view: BossView) -> Markup:
    """The zone."""
    _there, home = standing(view)
    laid = laid_before(view)
    sitters = "".join(sitter(scene, view, seat, home[seat], laid[seat]) for seat in range(view.seats))
    _ = scene.text
    return Markup(
        f'<div class="state"><ul class="opps n{view.seats}" aria-label="{_("Players")}">{sitters}</ul>'
        f"{police(scene, view)}{ward(scene, view)}</div>"
    )


def sitter(scene: Scene, view: BossView, seat: int, home: str, laid: dict[str, int]) -> str:
    """One player: name, money, cards in hand by their backs, gangsters left."""
    _ = scene.text
    player = view.players[seat]
    now = seat in view.waiting
    chips = ""
    if seat == view.marker and not view.over:
        chips += f'<span class="chip" title="{_("has the first-player marker")}">{icon("first")}<span class="sr">{_("has the first-player marker")}</span></span>'
    backs = ""
    for city, count in player.backs.items():
        first = laid.get(city, 0)
        backs += "".join(back(scene, city, f"k{seat}-{city}-{first + each}", "hand") for each in range(count))
    supply = group_words(scene, player.veterans, player.rookies) or _("nobody left")
    return (
        f'<li class="opp opp-{seat} {colour(seat)}{" now" if now else ""}">'
        f'<div class="who">{swatch(seat)}<b>{scene.who(seat)}</b>{kind_of(scene, seat)}{chips}'
        f'<span class="m num" title="{_("money")}"><span aria-hidden="true">{player.money}<small>{scene.speaker.tongue.million}</small></span><span class="sr">{player.money} {_("millions")}</span></span></div>'
        f'<div class="own"><span class="hb">{backs}</span><span class="qs" title="{_("can still be sent")}">{home}'
        f'<span class="sr">{supply}</span></span></div>{notes(scene, player, clock_of(scene, seat) if now else "")}</li>'
    )


def clock_of(scene: Scene, seat: int) -> str:
    """Who is choosing, and how long he may."""
    return f'<span class="choosing">{waiting_dots()}{clock(scene, seat)}<span class="sr">{scene.text("is choosing")}</span></span>'


def notes(scene: Scene, player: Player, now: str) -> str:
    """Whether a player is choosing, and where he stands worse than the others: the dead, and where he is banned."""
    told = []
    if player.dead:
        told.append(scene.texts("{n} veteran dead", "{n} veterans dead", player.dead).format(n=player.dead))
    if player.bans:
        cities = scene.joined(scene.label(city) for city in player.bans)
        told.append(scene.text("banned: {cities}").format(cities=Markup(cities)))
    return f'<p class="nt">{now}{" · ".join(told)}</p>'


def police(scene: Scene, view: BossView) -> str:
    """B-24: the open police cards, and what they add up to."""
    _ = scene.text
    golds, silvers = (sum(card[which] for card in view.police) for which in (0, 1))
    cards = "".join(
        f'<span class="pcard{" two" if gold and silver else ""}" data-piece="police-{at}" data-at="open">'
        f"{str(icon('police-gold', 'gold')) * gold}{str(icon('police-silver', 'silver')) * silver}</span>"
        for at, (gold, silver) in enumerate(view.police)
    )
    left = f'<span class="pcard dn" title="{_("face down")}">{view.police_left}</span>' if view.police_left else ""
    told = _("Gold {golds} of {three}, silver {silvers} of {three}.").format(golds=golds, silvers=silvers, three=THIRD)
    if view.last_round:
        told = Markup("<b>{}</b>").format(_("This round is the last."))
    elif max(golds, silvers) == THIRD - 1:
        told += Markup(" ") + _("One more of a colour, and the round is the last.")
    return (
        f'<section class="panel police" aria-label="{_("Police")}"><div class="pc" aria-hidden="true">{cards}{left}</div>'
        f"<p>{told}</p></section>"
    )


def ward(scene: Scene, view: BossView) -> str:
    """B-32, B-33: who is in hospital and who in prison, and when they are back."""
    _ = scene.text
    hospital = "".join(cubes(seat, each.hospital, 0) for seat, each in enumerate(view.players))
    soon = "".join(cubes(seat, each.prison[0], 0) for seat, each in enumerate(view.players))
    later = "".join(cubes(seat, each.prison[1], 0) for seat, each in enumerate(view.players))
    lines = [
        ("cross", _("Hospital"), hospital, _("back after this round")),
        ("prison", _("Prison"), soon, _("back after this round")),
        ("prison", _("Prison"), later, _("one more round")),
    ]
    if not (soon and later):  # one line for the prison will do
        del lines[2 if soon or not later else 1]
    rows = "".join(
        f'<div><span title="{title}">{icon(mark)}</span><span>{title}</span><span class="qs">{who or "–"}</span>'
        f"<small>{when if who else ''}</small></div>"
        for mark, title, who, when in lines
    )
    told = []
    for seat, each in enumerate(view.players):
        away = each.hospital + sum(each.prison)
        if away:
            told.append(f"{scene.who(seat)}: {each.hospital} {_('in hospital')}, {sum(each.prison)} {_('in prison')}")
    return (
        f'<section class="panel ward" aria-label="{_("Hospital and prison")}">{rows}'
        f'<p class="sr">{scene.speaker.tongue.semicolon.join(told) or _("Nobody is away.")}</p></section>'
    )
