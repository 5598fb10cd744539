"""Omerta: the felt. Everybody's row around the deck, the pile and the safe; what may be done stands on its target."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from markupsafe import Markup, escape

from backroom.games.omerta.view import Answer, Back, Lasting, OmertaView
from backroom.web.art import icon
from backroom.web.controls import barred, clock, kind_of, pick, play, waiting_dots
from backroom.web.scene import Scene
from backroom.web.tables.omerta.cards import ABILITIES, back, back_name, chip, face, number_of, piece
from backroom.web.tables.omerta.middle import middle
from backroom.web.tables.omerta.news import News
from backroom.web.tables.omerta.plan import RIVALS, Plan, Press
from backroom.web.tables.omerta.scores import why_so
from backroom.web.tables.omerta.words import done, plain

PLACES: Final = {
    3: ("me", "left", "right"), 4: ("me", "left", "top", "right"), 5: ("me", "left", "topl", "topr", "right"),
}  # fmt: skip
"""Where everybody sits, clockwise from the viewer."""
MOST: Final = 20
"""Rows of more cards are laid out as of so many."""


class Felt:
    """All that the parts of the felt need to know."""

    def __init__(self, scene: Scene, view: OmertaView) -> None:
        self.scene = scene
        self.view = view
        self.plan = Plan(scene, view)
        self.news = News(scene, view)
        self.aims = self.plan.aims()
        self.looks = dict(view.look)
        self.tried = {each.handle: each for each in view.tries if each.handle is not None and each.result != "won"}
        """The latest try with each back, since a card was taken: it lies open until the next one is."""
        self.patrols = {each.handle: each for each in view.lasting if each.handle is not None}
        self.mamas = {each.holder: each for each in view.lasting if each.handle is None}
        self.notes = notes(view)

    @property
    def bottom(self) -> int:
        """Whose row lies nearest."""
        return self.view.seat if self.view.seat is not None else 0


def felt(scene: Scene, view: OmertaView) -> Markup:
    """The zone."""
    if view.over:  # the cards are put away; the counts tell of them
        return Markup("")
    on = Felt(scene, view)
    order = [*range(on.bottom + 1, view.seats), *range(on.bottom)]
    places = PLACES[view.seats]
    rivals = "".join(sitter(on, seat, places[at]) for at, seat in enumerate(order, 1))
    title = scene.text("The table")
    return Markup(
        f'<section class="felt om-table n{view.seats}" aria-label="{title}">{rivals}'
        f"{middle(scene, view, on.plan, on.news, on.looks)}{sitter(on, on.bottom, 'me')}</section>"
    )


def notes(view: OmertaView) -> dict[int, list[tuple[str, bool]]]:
    """What the table's memory aid lets a page remind its reader of: by back, the cards it is, or (True) may be."""
    found: dict[int, list[tuple[str, bool]]] = {}
    looking = dict(view.look)
    for record in view.reminder():
        for handle in record.backs:
            if handle not in looking:
                found.setdefault(handle, []).append((record.card, len(record.backs) > 1))
    return found


def sitter(on: Felt, seat: int, place: str) -> str:
    """One player: name, points, what holds him up, his row."""
    scene, view = on.scene, on.view
    mine = seat == view.seat
    row = view.rows[seat]
    cards = "".join(slot(on, seat, at, each) for at, each in enumerate(row, 1))
    held = in_hand(on, seat)
    mama = on.mamas.get(seat)
    beside = ""
    if mama is not None:
        told = scene.fill(scene.text("La Mama, until {name} takes a card"), name=scene.who(mama.layer))
        lying = face(
            scene, "la_mama", moving=piece(f"m{view.round}-{view.turns}", f"mama-{seat}", f"hand-{mama.layer} pile")
        )
        beside = f'<span class="mama" title="{escape(told.striptags())}">{lying}<span class="sr">{told}</span></span>'
    if not row:
        cards = f'<li class="none">{scene.text("no cards")}</li>'
    count = min(len(row) + bool(held and mine), MOST)
    kind = f"pl {place}{' mine' if mine else ''}{' now' if seat in view.waiting else ''} k{max(count, 4)}"
    return (
        f'<section class="{kind}" aria-label="{escape(scene.called(seat))}"><div class="in">{header(on, seat)}'
        f'<div class="rw">{held}<ol class="cards" aria-label="{scene.text("Row")}">{cards}</ol>{beside}{whole(on, seat)}</div>'
        f"{last_round(on, seat)}</div></section>"
    )


def opened(scene: Scene, position: Mapping[str, Any]) -> Markup:
    """A row with its cards open, and what its owner has in hand: for looking back, when nothing is secret any more."""
    seat = scene.view.seat
    assert seat is not None
    row: list[Mapping[str, Any]] = position["rows"][seat]
    cards = "".join(
        f'<li>{face(scene, each["card"])}<span class="sn num" aria-hidden="true">{at}</span></li>'
        for at, each in enumerate(row, 1)
    )
    taken = str(position["taken"]) if seat == position["active"] else ""
    if taken:
        cards += f'<li class="apart">{face(scene, taken)}<span class="sn">{scene.text("in hand")}</span></li>'
    if not cards:
        cards = f'<li class="none">{scene.text("no cards")}</li>'
    return Markup(f'<ol class="cards openrow">{cards}</ol>')


def header(on: Felt, seat: int) -> str:
    """The name, the points, and how things stand with this player."""
    scene, view = on.scene, on.view
    _ = scene.text
    name = scene.who(seat)
    chips = ""
    if seat in on.mamas:
        chips += f'<span class="chip ox">{icon("ab-pot")} {_("misses a turn")}</span>'
    answer = answer_of(view, seat)
    if seat == view.active and view.phase != "peek":
        chips += f'<span class="chip turn">{_("your turn") if seat == view.seat else _("on turn")}</span>'
    if answer is not None:
        chips += answered(on, answer)
    elif seat in view.waiting and seat != view.seat:
        timer = "" if view.race is not None else clock(scene, seat)
        chips += f'<span class="chip busy">{waiting_dots()}{timer}<span class="sr">{_("is choosing")}</span></span>'
    if (seat, 0) in on.aims:
        times = len([token for token in on.plan.named() if token.endswith(f":S{seat + 1}")])
        count = f" ×{times}" if times > 1 else ""
        chips += f'<span class="chip aimed">{icon(ABILITIES[view.acting])} {scene.label(view.acting)}{count}</span>'
    points = scene.texts("{n} point", "{n} points", view.scores[seat]).format(n=view.scores[seat])
    return (
        f'<header><span class="coin" aria-hidden="true">{initial(scene, seat)}</span>'
        f'<b class="nm" title="{escape(scene.called(seat))}">{name}</b>{kind_of(scene, seat)}'
        f'<span class="pts num">{points}</span><span class="chips">{chips}</span></header>'
    )


def initial(scene: Scene, seat: int) -> Markup:
    """The first letter of a name."""
    return Markup("{}").format(scene.speaker.seat(seat)[:1].upper())


def answer_of(view: OmertaView, seat: int) -> Answer | None:
    """What this player has last tried or shown, while it is news."""
    found = [each for each in view.tries if each.seat == seat and each.race in (0, view.races)]
    return found[-1] if found else None


def answered(on: Felt, answer: Answer) -> str:
    """What came of it."""
    scene = on.scene
    _ = scene.text
    label = {
        "pass": _("keeps still"), "late": _("too late"), "wrong": _("wrong, penalty card") if answer.penalty else _("wrong"),
        "won": _("a Killer") if not answer.race else _("the fastest"),
    }[answer.result]  # fmt: skip
    sign = {"pass": "wait", "late": "clock", "wrong": "close", "won": "check"}[answer.result]
    return f'<span class="chip {answer.result}">{icon(sign)} {label}</span>'


def in_hand(on: Felt, seat: int) -> str:
    """The card that has been taken and not put down; La Mama or a Patrol on the way to its target."""
    scene, view = on.scene, on.plan.now
    name = f"t{view.round}-{view.turns}"
    if view.phase in ("act", "react") and view.acting in ("la_mama", "patrol") and seat == view.active:
        shown = face(scene, view.acting, moving=piece(name, f"hand-{seat}", "deck pile"))
        return f'<span class="held">{shown}</span>'
    if not view.taken_from or seat != view.active:
        return ""
    moving = piece(name, f"hand-{seat}", "deck" if view.taken_from == "deck" else "pile")
    told = scene.text("in hand")
    if view.taken:
        return f'<span class="held">{face(scene, view.taken, moving=moving)}<span class="sn">{told}</span></span>'
    return f'<span class="held" role="img" aria-label="{scene.text("a card in hand")}">{back(moving=moving)}</span>'


def slot(on: Felt, seat: int, at: int, lying: Back) -> str:
    """One card of a row, with whatever lies on it, and what may be done with it."""
    scene, view = on.scene, on.view
    own = seat == view.seat
    press = on.plan.own(at) if own else on.plan.rival_card(seat, at)
    inner, told = card(on, seat, at, lying)
    number = f'<span class="sn num" aria-hidden="true">{at}</span>'
    fresh = " last" if lying.handle in on.news.backs else ""
    if press is not None:
        return f"<li>{button(on, press, inner, told, f'slot{fresh}')}{number}</li>"
    token = barred_token(on, seat, at, lying)
    if token:
        return f"<li>{barred(scene, Markup(f'{inner}<span class=sr>{told}</span>'), token, 'slot')}{number}</li>"
    return f'<li><span class="slot{fresh}">{inner}<span class="sr">{told}</span></span>{number}</li>'


def button(on: Felt, press: Press, inner: str, told: str, kind: str) -> str:
    """A target that can be pressed."""
    scene = on.scene
    name = done(scene, on.view, press.token, on.plan.now)
    if press.draft is None:
        tokens = (*on.plan.draft, press.token) if on.plan.from_pile else (press.token,)
        return str(play(tokens, Markup(inner), f"{kind} legal", name=f"{name} ({told})"))
    if press.chosen:
        name = plain(scene.text("{what}: chosen"), what=name)
    state = "sel" if press.chosen else "legal"
    pressed = ' aria-pressed="true"' if press.chosen else ""
    return str(
        pick(
            press.draft,
            Markup(inner),
            f"{kind} {state}",
            action=press.token,
            name=f"{name} ({told})",
            extra=pressed.strip(),
        )
    )


def barred_token(on: Felt, seat: int, at: int, lying: Back) -> str:
    """The move that a patrolled card stands in the way of, if one like it is asked for."""
    plan, own = on.plan, seat == on.view.seat
    if not lying.patrolled or not plan.asked:
        return ""
    if own:
        verb = {"taken": "swap", "race": "snap", "sealed_race": "snap", "react": "killer"}.get(plan.phase)
        verb = verb or {"mole": "mole", "driver": "drive"}.get(plan.acting)
        if verb:
            return f"{verb}:{at}"
        if plan.acting == "safecracker" and any(token.startswith("trade:") for token in plan.legal):
            return f"trade:1:{at}"
    if plan.acting == "gangster" or (plan.acting == "patrol" and not own):
        return f"{plan.acting}:S{seat + 1}:{at}"
    return ""


def card(on: Felt, seat: int, at: int, lying: Back) -> tuple[str, str]:
    """A card of a row, and in words what lies there."""
    scene, view = on.scene, on.view
    _ = scene.text
    start = f"hand-{seat} deck"
    if seat in on.news.rows and at < len(view.rows[seat]):
        start = f"s{seat}-{at + 1}"
    elif seat in on.news.rows:
        start = f"s{seat}-1"
    moving = piece(back_name(view, lying.handle), f"s{seat}-{at}", start)
    attempt = on.tried.get(lying.handle)
    seen = on.looks.get(lying.handle)
    words = [plain(_("slot {slot}"), slot=at)]
    if seen:
        shown = face(scene, seen, "seen", moving)
        words.append(str(scene.label(seen)))
    elif attempt is not None and attempt.card:
        shown = face(scene, attempt.card, f"tried {attempt.result}", moving)
        words.append(str(scene.label(attempt.card)))
    else:
        shown = back(moving=moving)
    if attempt is not None:
        sign = "close" if attempt.result == "wrong" else "clock"
        shown += f'<span class="mark {attempt.result}" aria-hidden="true">{icon(sign)}</span>'
        words.append(str(_("wrong card") if attempt.result == "wrong" else _("too late")))
    for one, maybe in on.notes.get(lying.handle, [])[:2]:
        shown += pencil(scene, one, maybe)
        words.append(plain(_("perhaps {card}") if maybe else _("as you know, {card}"), card=scene.label(one)))
    patrol = on.patrols.get(lying.handle)
    if patrol is not None:
        shown += patrolling(on, patrol)
        told = scene.texts(
            "a Patrol on it, until {name} takes a card",
            "a Patrol on it, until {name} has taken {n} more cards",
            patrol.left,
        )
        words.append(plain(told, name=scene.called(patrol.layer), n=patrol.left))
    if (seat, at) in on.aims:
        sign = ABILITIES.get(view.acting, "check")
        shown += f'<span class="mark aim" aria-hidden="true">{icon(sign)}</span>'
        words.append(str(_("named")))
    return shown, scene.joined(words)


def pencil(scene: Scene, one: str, maybe: bool) -> str:
    """A note on a back: what the memory aid reminds of."""
    number = number_of(one)
    shown = number or icon(ABILITIES[one])
    return (
        f'<span class="pencil num" aria-hidden="true" title="{scene.label(one)}">{shown}{"?" if maybe else ""}</span>'
    )


def patrolling(on: Felt, patrol: Lasting) -> str:
    """A Police Patrol on a card, with how long it stays."""
    view = on.view
    moving = piece(f"p{view.round}-{patrol.handle}", f"on-{patrol.handle}", f"hand-{patrol.layer} pile")
    return f'<span class="pat" aria-hidden="true">{face(on.scene, "patrol", moving=moving)}<span class="left num">{patrol.left}</span></span>'


def whole(on: Felt, seat: int) -> str:
    """The button on a whole row, for the characters that are used on one."""
    scene, plan = on.scene, on.plan
    if plan.acting not in RIVALS or seat == on.view.seat:
        return ""
    press = plan.rival(seat)
    sign = icon(ABILITIES[plan.acting])
    if press is None:
        token = f"{plan.acting}:S{seat + 1}"
        return str(barred(scene, Markup(f"{icon('lock')}<span>{scene.text('protected')}</span>"), token, "aimbtn off2"))
    label = scene.text("chosen") if press.chosen else scene.text("choose")
    return button(
        on,
        press,
        f"{icon('check') if press.chosen else sign}<span>{label}</span>",
        scene.speaker.seat(seat),
        "aimbtn",
    )


def last_round(on: Felt, seat: int) -> str:
    """How the round before ended for this player, until the next one has begun."""
    view, scene = on.view, on.scene
    if view.phase != "peek" or not view.past:
        return ""
    ended = view.past[-1]
    cards = "".join(chip(scene, each) for each in ended.rows[seat]) or scene.text("no cards")
    why = why_so(scene, view, ended, seat)[0]
    sign = icon("call", "i16") if ended.caller == seat else ""
    return f'<p class="was" title="{escape(why.striptags())}">{sign}{cards}<b class="num">+{ended.points[seat]}</b><small>{why}</small></p>'
