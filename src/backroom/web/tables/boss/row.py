"""Boss: the row of places with its money ruler. What may be sent where stands on the place as a button."""

from __future__ import annotations

from markupsafe import Markup, escape

from backroom.games.boss.cards import COLOURS
from backroom.games.boss.reading import chicago_sum, counting, groups_to, listed, sending
from backroom.games.boss.view import BossView, Payout, Place
from backroom.web.art import icon
from backroom.web.controls import barred, pick
from backroom.web.scene import Scene
from backroom.web.statics import address
from backroom.web.tables.boss.draft import Plan, plan_of
from backroom.web.tables.boss.pieces import SIGNS, back, colour, cubes, face, group_words, mini, sign, standing, swatch

RULER = 15
"""Millions on the ruler at least; it grows with the richest."""

BREAKS = [
    "Phila-delphia", "Cincin-nati", "Fila-delfia", "Філа-дельфія", "Цинцин-наті", "Дет-ройт", "Фила-дельфия",
    "Цинцин-нати",
]  # fmt: skip
"""Where long names may break."""


def row(scene: Scene, view: BossView) -> Markup:
    """The zone."""
    _ = scene.text
    if view.over:  # the cards are put away; the payouts tell of them
        return Markup("")
    plan = plan_of(scene)
    there, _home = standing(view)
    news = last_payout(view)
    laid = numbered(view)
    places = "".join(place(scene, view, each, plan, there, laid.get(each.id, []), news) for each in view.row)
    return Markup(
        f'<section class="felt table" aria-labelledby="row-title"><h2 class="sr" id="row-title">{_("The row of cities")}</h2>{ruler(scene, view)}'
        f'<div class="row n{len(view.row)}">{places}</div></section>'
    )


def ruler(scene: Scene, view: BossView) -> str:
    """Everybody's money on a line; tokens on the same figure stand side by side."""
    _ = scene.text
    richest = max(player.money for player in view.players)
    end = max(RULER, -(-richest // 5) * 5)
    ticks = ""
    for at in range(end + 1):
        x = 2 + 96 * at / end
        tall = at % 5 == 0
        ticks += f'<line x1="{x:.2f}%" x2="{x:.2f}%" y1="22" y2="{34 if tall else 29}"/>'
        if tall:
            ticks += f'<text x="{x:.2f}%" dx="5" y="34">{at}</text>'
    tokens = ""
    seen: dict[int, int] = {}
    told = []
    for seat, player in enumerate(view.players):
        beside = seen.get(player.money, 0)
        seen[player.money] = beside + 1
        x = 2 + 96 * player.money / end
        shape = f"t-{COLOURS[seat]}"
        tokens += (
            f'<svg class="tok {colour(seat)}" x="{x:.2f}%" y="{2 + 4 * (beside % 2)}" width="22" height="22" viewBox="0 0 24 24"'
            f' data-piece="money-{seat}" data-at="{player.money}-{beside}" transform="translate({beside * 14 - 11} 0)">'
            f'<use href="{address("boss.svg")}#{shape}"/></svg>'
        )
        told.append(Markup(f"{scene.who(seat)} {player.money}"))
    return (
        f'<div class="track"><span class="tl">{_("Millions")}</span><span class="sr">{scene.joined(told)}</span>'
        f'<svg class="line" aria-hidden="true" width="100%" height="38"><rect x="2%" width="96%" y="21" height="3" rx="1.5"/>'
        f"{ticks}{tokens}</svg></div>"
    )


def numbered(view: BossView) -> dict[str, list[tuple[str, str]]]:
    """The open cards of each city with the name of each as a piece: whose card it was, and which of his."""
    found: dict[str, list[tuple[str, str]]] = {}
    count: dict[tuple[int, str], int] = {}
    for seat, token in view.moves:
        if not token.startswith("lay:"):
            continue
        card = token[4:]
        city = card.partition(":")[0]
        number = count.get((seat, city), 0)
        count[seat, city] = number + 1
        found.setdefault(city, []).append((card, f"k{seat}-{city}-{number}"))
    return found


def last_payout(view: BossView) -> Payout | None:
    """The payout of the round before, while it is news: in the first lap, until the viewer has had his turn."""
    if not view.rounds or view.lap != 1 or any(seat == view.seat for seat, _ in view.moves):
        return None
    return view.rounds[-1]


def place(
    scene: Scene, view: BossView, at: Place, plan: Plan, there: dict[tuple[str, int], str],
    laid: list[tuple[str, str]], news: Payout | None,
) -> str:  # fmt: skip
    """One place: what it can hold, what lies open, who stands there, what may be done."""
    name = scene.label(at.id)
    foot, state = action(scene, at, plan)
    bans = "".join(
        f'<span class="banmark {colour(seat)}" title="{scene.text("banned here")}: {escape(scene.called(seat))}">{icon("ban")}</span>'
        for seat, player in enumerate(view.players)
        if at.id in player.bans
    )
    if at.id == "chicago":
        cards, possible = sums(scene, view), ""
    else:
        cards = table_cards(scene, at, plan, laid)
        possible = "".join(mini(scene, card, where) for card, where in listed(view, at))
        possible = f'<ul class="list" aria-label="{scene.text("Cards of this city")}">{possible}</ul>'
    return (
        f'<section class="city c-{at.id}{state}" aria-label="{name}"><header>{sign(at.id)}<h3>{soft(name)}</h3>{possible}</header>'
        f"{f'<div class=bans>{bans}</div>' if bans else ''}"
        f'{cards}<ul class="men">{men(scene, view, at, plan, there)}{was(scene, at.id, news)}</ul>{foot}</section>'
    )


def soft(name: str) -> str:
    """A long name with places where it may break."""
    told = str(name).replace("\u200c", "\u200c<wbr>")
    for long in BREAKS:
        told = told.replace(long.replace("-", ""), long.replace("-", "\u00ad"))
    return told


def table_cards(scene: Scene, at: Place, plan: Plan, laid: list[tuple[str, str]]) -> str:
    """The hidden card, and the open ones with the newest on top; a chosen card lies there as a ghost."""
    chosen = plan.card is not None and plan.card.partition(":")[0] == at.id
    fresh = news_of(scene)
    fan = ""
    for number, (card, piece) in enumerate(laid):
        kind = "top" if number == len(laid) - 1 and not chosen else ""
        fan += face(scene, card, f"{kind} last".strip() if ("laid", card) in fresh else kind, piece)
    if chosen and plan.card is not None:
        fan += face(scene, plan.card, "top ghost")
    return f'<div class="cards"><div class="hid">{back(scene, at.id)}</div><div class="open">{fan}</div></div>'


def news_of(scene: Scene) -> set[tuple[str, object]]:
    """What others did since this seat's own last move: cards laid, and who was sent where."""
    fresh: set[tuple[str, object]] = set()
    for version, event in scene.events:
        if version <= scene.since or event.public.get("seat") == scene.view.seat:
            continue
        if event.kind == "laid":
            fresh.add(("laid", event.public["card"]))
        elif event.kind == "sent":
            fresh.add(("sent", (event.public["place"], event.public["seat"])))
    return fresh


def sums(scene: Scene, view: BossView) -> str:
    """B-37: what Chicago would pay as the cards lie now."""
    _ = scene.text
    shown = " + ".join(str(value) for _city, value in counting(view)) or "0"
    return (
        f'<div class="sum"><span class="lbl">{_("half of")}</span><span class="eq num">{shown}</span>'
        f'<b class="num">{chicago_sum(view) // 2}</b><span class="lbl">{_("millions")}</span></div>'
    )


def men(scene: Scene, view: BossView, at: Place, plan: Plan, there: dict[tuple[str, int], str]) -> str:
    """Who stands there, the leader first; who would be sent stands there as ghosts."""
    ghost = plan.group if plan.place == at.id else (0, 0)
    seats = [seat for seat, group in enumerate(at.cubes) if sum(group) or (seat == view.seat and any(ghost))]
    seats.sort(key=lambda seat: (seat != at.leader, -sum(at.cubes[seat])))
    rows = ""
    fresh = news_of(scene)
    for seat in seats:
        veterans, rookies = at.cubes[seat]
        mine = seat == view.seat and any(ghost)
        plus = f"<em class=num>{scene.speaker.tongue.gain(scene.number(sum(ghost)))}</em>" if mine else ""
        ghosts = cubes(seat, *ghost, ghost=True) if mine else ""
        lead = seat == at.leader if not sum(ghost) else mine
        told = scene.fill(
            scene.text("{name}: {group}"), name=scene.who(seat), group=group_words(scene, veterans, rookies)
        )
        rows += (
            f'<li class="{colour(seat)}{" lead" if lead else ""}{" last" if ("sent", (at.id, seat)) in fresh else ""}"><span class="n num" aria-hidden="true">{veterans + rookies}{plus}</span>'
            f'<span class="qs">{there.get((at.id, seat), "")}{ghosts}</span><span class="sr">{told}</span></li>'
        )
    return rows or f'<li class="none">{scene.text("nobody yet")}</li>'


def was(scene: Scene, place: str, news: Payout | None) -> str:
    """What this place brought in the payout just over."""
    if news is None:
        return ""
    _ = scene.text
    leader = news.leaders.get(place)
    who = swatch(leader) + f'<span class="sr">{scene.who(leader)}</span>' if leader is not None else ""
    if place == "chicago":
        if leader is None:
            return f'<li class="was">{_("last round: nobody")}</li>'
        return f'<li class="was">{who}<b class="num">{scene.millions(news.last_open // 2, gain=True)}</b></li>'
    card = news.opened.get(place)
    if card is None:
        return f'<li class="was">{_("stayed hidden")}</li>'
    label = card.partition(":")[2]
    shown = f'<span class="chipcard" translate="no">{label if label.isdecimal() else icon(SIGNS[label])}</span>'
    if leader is None:
        told = f"<span>{_('nobody')}</span>"
    elif label.isdecimal():
        told = f'{who}<b class="num">{scene.millions(int(label), gain=True)}</b>'
    else:
        told = f"{who}<span>{scene.label(label)}</span>"
    return f'<li class="was" title="{_("the round before")}">{shown}{told}</li>'


def action(scene: Scene, at: Place, plan: Plan) -> tuple[str, str]:
    """What stands at a place's foot, and the state of the place: legal, chosen, or barred and why."""
    _ = scene.text
    view = scene.view
    if not isinstance(view, BossView) or not plan.sends:
        return '<div class="rest"></div>', ""
    name = scene.label(at.id)
    groups = groups_to(at.id, scene.legal)
    if not groups:
        player = view.players[view.seat or 0]
        if at.id in player.bans:
            label = f"{icon('ban')}<span>{_('banned')}</span>"
        elif at.id == "chicago" and not player.sent:
            label = f"{icon('lock')}<span>{_('not yet')}</span>"
        else:
            label = f"{icon('lock')}<span>{_('too few')}</span>"
        token = (
            sending(at.id, player.veterans, player.rookies) if player.veterans + player.rookies else f"send:{at.id}:1v"
        )
        return str(barred(scene, Markup(label), token)), " st-off"
    veterans, rookies = groups[0]
    if plan.place == at.id:
        label = Markup(f"{icon('check')}<span>{_('chosen')}</span>")
        told = _("{place} is chosen; press to choose again").format(place=name)
        return str(pick(plan.without_sending(), label, "send", action=plan.sending or "", name=told)), " st-sel"
    label = Markup(f"{icon('move')}<span>{_('send {n}+').format(n=scene.number(veterans + rookies))}</span>")
    told = _("Send gangsters to {place}, {n} or more").format(place=name, n=veterans + rookies)
    token = sending(at.id, veterans, rookies)
    return str(pick(plan.with_sending(token), label, "send", action=token, name=told)), " st-legal"
