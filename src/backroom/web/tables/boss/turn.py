"""Boss: the viewer's hand, and the prompt: a sending and a card, changed as often as one likes, sent as one."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from backroom.games.boss.reading import hidden, sending, sent
from backroom.games.boss.view import BossView
from backroom.web.art import icon
from backroom.web.controls import Words, all_moves, pick, play, why
from backroom.web.scene import Scene
from backroom.web.tables.boss.draft import Plan, plan_of
from backroom.web.tables.boss.pieces import colour, cubes, face, group_words, swatch
from backroom.web.tables.plain import waiting_for


def hand(scene: Scene, view: BossView) -> Markup:
    """The zone of the viewer's own cards."""
    _ = scene.text
    if view.seat is None or view.over:
        return Markup("")
    plan = plan_of(scene)
    cards = ""
    for card in view.hand:
        if scene.legal:
            chosen = plan.card == card
            draft = plan.without_card() if chosen else plan.with_card(card)
            told = (_("{card}, chosen; press to keep it") if chosen else _("Lay {card}")).format(card=scene.label(card))
            kind = "pickcard sel" if chosen else "pickcard legal"
            cards += str(pick(draft, Markup(face(scene, card)), kind, action=f"lay:{card}", name=told))
        else:
            cards += face(scene, card)
    player = view.players[view.seat]
    veterans, rookies = plan.group
    ready = (
        f'<span>{_("left to send")}</span><span class="qs">'
        f"{cubes(view.seat, player.veterans - veterans, player.rookies - rookies)}"
        f"{cubes(view.seat, veterans, rookies, ghost=True)}</span>"
    )
    if not player.veterans + player.rookies:
        ready = f"<span>{_('Nobody is left to send.')}</span>"
    left = f'<div class="supply {colour(view.seat)}">{ready}</div>'
    empty = "" if cards else f'<p class="dim small">{_("No cards left.")}</p>'
    return Markup(
        f'<section class="panel hand" aria-label="{_("My hand")}"><h2>{icon("hand")} {_("My hand")}'
        f'<small>{_("lay one each turn")}</small></h2><div class="hc">{cards}{empty}</div>{left}{hint(scene, view)}</section>'
    )


def hint(scene: Scene, view: BossView) -> str:
    """Where the viewer's own cards leave one card only that a city can hide."""
    for place in view.row:
        left = hidden(view, place)
        if len(set(left)) == 1 and place.cards:
            told = scene.text("{city} can only hide one card: {card}.").format(
                city=scene.label(place.id), card=scene.label(left[0])
            )
            return f'<p class="hint">{icon("lamp", "i16")} {told}</p>'
    return ""


def prompt(scene: Scene, view: BossView) -> Markup:
    """The zone that says what is asked."""
    _ = scene.text
    if view.over or scene.aborted:
        return Markup("")
    if not scene.legal:
        return waiting_for(scene)
    plan = plan_of(scene)
    kick = _("Your turn · round {round}, lap {lap} of {laps}").format(round=view.round, lap=view.lap, laps=view.laps)
    if view.last_round:
        kick += Markup(" · ") + _("the last round")
    return Markup(
        f'<section class="prompt asks" aria-labelledby="asked"><p class="kick">{icon("lamp", "i16")} {kick}</p>'
        f'<h2 id="asked">{asked(scene, plan)}</h2>{steppers(scene, view, plan)}{chooser(scene, view, plan)}'
        f"{acts(scene, plan)}{barred_lines(scene, view, plan)}{every_move(scene, view)}</section>"
    )


def asked(scene: Scene, plan: Plan) -> str:
    """A question or an imperative of a few words."""
    _ = scene.text
    if plan.laying:
        return _("Now a card") if plan.card is None else _("Lay this card?")
    if plan.place:
        return _("Send to {place}").format(place=scene.label(plan.place))
    if plan.stays or plan.card:
        return _("Send nobody?")
    return _("Where do you send?")


def steppers(scene: Scene, view: BossView, plan: Plan) -> str:
    """How many veterans and rookies, one step a press, and what that makes of the place."""
    _ = scene.text
    if plan.place is None or view.seat is None:
        if plan.laying:
            return f"<p>{_('It shows everybody what the city does not hide.')}</p>"
        return f"<p>{_('The city first, then how many; then a card from your hand. Everybody sees it.')}</p>"
    player = view.players[view.seat]
    return (
        '<div class="steps">'
        + stepper(scene, plan, 0, _("Veterans"), player.veterans)
        + stepper(scene, plan, 1, _("Rookies"), player.rookies)
        + duel(scene, view, plan)
        + "</div>"
    )


def stepper(scene: Scene, plan: Plan, which: int, title: str, supply: int) -> str:
    """How many of one kind: one fewer, one more."""
    _ = scene.text
    left = scene.texts("{n} left", "{n} left", supply - plan.group[which]).format(n=supply - plan.group[which])

    def step(by: int, sign: str, told: str) -> str:
        group = (plan.group[0] + by, plan.group[1]) if which == 0 else (plan.group[0], plan.group[1] + by)
        label = icon(sign)
        if group not in plan.groups():
            return f'<button type="button" disabled aria-label="{told}">{label}</button>'
        token = sending(plan.place or "", *group)
        return str(
            pick(plan.with_sending(token), label, "", action=token, name=told, extra=f'data-focus="{sign}{which}"')
        )

    return (
        f'<div role="group" aria-label="{title}"><span>{title} <small>{left}</small></span><div class="seg">'
        f'{step(-1, "minus", _("one fewer"))}<output class="num">{plan.group[which]}</output>'
        f"{step(1, 'plus', _('one more'))}</div></div>"
    )


def duel(scene: Scene, view: BossView, plan: Plan) -> str:
    """The viewer's gangsters there against the strongest rival's."""
    _ = scene.text
    seat = view.seat
    at = next((place for place in view.row if place.id == plan.place), None)
    if seat is None or at is None:
        return ""
    mine = sum(at.cubes[seat]) + sum(plan.group)
    rivals = [(sum(group), -other, other) for other, group in enumerate(at.cubes) if other != seat and any(group)]
    shown = f'<span class="side">{swatch(seat)}<b class="num">{mine}</b></span>'
    if rivals:
        theirs, _order, other = max(rivals)
        shown += f'<span>{_("against")}</span><span class="side">{swatch(other)}<b class="num">{theirs}</b></span>'
    return f'<div class="duel">{shown}<strong>{_("you would lead")}</strong></div>'


def chooser(scene: Scene, view: BossView, plan: Plan) -> str:
    """The cards again, small, under the thumb; on a wide screen the hand beside the prompt is enough."""
    _ = scene.text
    chips = []
    for card in view.hand:
        chosen = plan.card == card
        draft = plan.without_card() if chosen else plan.with_card(card)
        told = (_("{card}, chosen; press to keep it") if chosen else _("Lay {card}")).format(card=scene.label(card))
        kind = "pickcard sel" if chosen else "pickcard"
        chips.append(str(pick(draft, Markup(face(scene, card)), kind, action=f"lay:{card}", name=told)))
    return f'<div class="chips" role="group" aria-label="{_("The card to lay")}">{"".join(chips)}</div>'


def acts(scene: Scene, plan: Plan) -> str:
    """The one press that sends the turn; and the ways back."""
    _ = scene.text
    buttons = ""
    ready = plan.card is not None and scene.draft
    if ready and plan.card is not None:
        buttons += str(play(scene.draft, Markup(f"{icon('move')} <span>{told(scene, plan)}</span>"), "btn ox go"))
    elif plan.sending or plan.stays or plan.laying:
        buttons += f'<span class="btn go wanting" aria-disabled="true">{icon("hand")} <span>{_("Choose a card to lay")}</span></span>'
    if not (plan.laying or plan.stays):
        buttons += str(
            pick(
                ["stay", *plan.with_card(plan.card)[1:]] if plan.card else ["stay"],
                _("Send nobody"),
                "btn line nobody",
                action="stay",
            )
        )
    if plan.tokens:
        anew = Markup(f"{icon('close')}<span>{_('Start over')}</span>")
        buttons += str(pick([], anew, "btn line anew", name=_("Start over")))
    return f'<div class="acts">{buttons}</div>'


def told(scene: Scene, plan: Plan) -> str:
    """The whole turn as the words on its button."""
    _ = scene.text
    card = scene.label(plan.card or "")
    if plan.sending is None:
        words = _("Lay {card}") if plan.laying else _("Send nobody, lay {card}")
        return words.format(card=card)
    return _("Send {group}, lay {card}").format(group=group_words(scene, *plan.group), card=card)


def barred_lines(scene: Scene, view: BossView, plan: Plan) -> str:
    """Where the viewer may not send at all, and why, one line each."""
    if plan.laying or view.seat is None or plan.place:
        return ""
    player = view.players[view.seat]
    lines = ""
    for place in view.row:
        if any(token.startswith(f"send:{place.id}:") for token in scene.legal):
            continue
        token = (
            sending(place.id, player.veterans, player.rookies)
            if player.veterans + player.rookies
            else f"send:{place.id}:1v"
        )
        found = scene.why_not(token)
        if found is not None:
            lines += str(why(scene, *found, subject=scene.label(place.id) + ":"))
    return f'<div class="whys">{lines}</div>' if lines else ""


def every_move(scene: Scene, view: BossView) -> Markup:
    """All moves by what they do."""
    return all_moves(scene, move_groups(scene, view))


def move_groups(scene: Scene, view: BossView) -> Iterator[tuple[str, list[tuple[list[str], Words]]]]:
    """Sendings by place, then staying, then cards."""
    _ = scene.text
    for place in view.row:
        moves: list[tuple[list[str], Words]] = []
        for token in scene.legal:
            found = sent(token)
            if found is not None and found[0] == place.id:
                moves.append(([token], group_words(scene, found[1], found[2])))
        yield _("Send to {place}").format(place=scene.label(place.id)), moves
    if "stay" in scene.legal:
        yield _("Send nobody"), [(["stay"], _("Send nobody"))]
    yield _("Lay a card"), [([token], scene.label(token[4:])) for token in scene.legal if token.startswith("lay:")]
