"""Corleone's Empire: the prompt. What is asked, the plan so far, the choices, one press that sends it all."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup, escape

from backroom.games.corleone.reading import card_of, counted, money, plain_icons
from backroom.games.corleone.view import CorleoneView
from backroom.kernel.words import N_
from backroom.web.art import icon
from backroom.web.controls import Words, all_moves, pick, play, why
from backroom.web.scene import Scene
from backroom.web.tables.corleone.draft import Moment, Plan, needed
from backroom.web.tables.corleone.houses import icon_sign
from backroom.web.tables.corleone.wording import CARDS, PLACES, Told, explained, question, told
from backroom.web.tables.plain import waiting_for

FEW = 6
"""So many places stand in the prompt as well; of more the map, the list and the keyboard know."""
TITLES = {
    "thug": N_("Play a thug"), "family": N_("Play a family member"), "job": N_("Complete a job"),
    "ally": N_("Play an ally"), "launder": N_("Launder"), "discard": N_("Cards"), "bid": N_("Bid"),
}  # fmt: skip
ONCE_SEEN = frozenset({"look", "keep"})
"""What shows something: there is no way back from it."""


def prompt(scene: Scene, view: CorleoneView) -> Markup:
    """The zone that says what is asked."""
    if view.over or scene.aborted:
        return Markup("")
    if not scene.legal:
        return waiting(scene, view)
    plan = Plan(scene, view)
    _ = scene.text
    asked = _("Do this?") if plan.last and plan.asked not in ("bidding", "giving") else question(plan)
    return Markup(
        f'<section class="prompt asks k-{plan.asked}" aria-labelledby="asked"><p class="kick">{icon("lamp", "i16")} {kick(scene, view)}</p>'
        f'<h2 id="asked">{asked}</h2><p class="say">{explained(plan)}</p>{considered(plan)}{choices(plan)}{sums(plan)}{acts(plan)}'
        f"{barred_lines(plan)}{every_move(plan)}</section>"
    )


def kick(scene: Scene, view: CorleoneView) -> Markup:
    """Whose turn it is, and where the game is."""
    told = (
        scene.text("Your turn · act {act}, {phase}")
        if view.mover == view.seat or view.phase != "family_business"
        else scene.text("You decide · act {act}, {phase}")
    )
    return scene.fill(told, act=scene.speaker.tongue.roman(view.act), phase=scene.label(view.phase))


def waiting(scene: Scene, view: CorleoneView) -> Markup:
    """The prompt of who owes nothing; what he has laid out in secret he may still see."""
    shown = waiting_for(scene)
    if view.seat is not None and view.seat in view.asked and view.phase in ("bribery", "tribute"):
        laid = escape(counted(view.laid, scene.speaker)) or scene.text("nothing")
        line = scene.text("Your sealed bid: {cards}.") if view.phase == "bribery" else scene.text("You give: {cards}.")
        shown += Markup('<p class="sealed small">{} {}</p>').format(icon("mail", "i16"), scene.fill(line, cards=laid))
    return shown


# The plan.


def considered(plan: Plan) -> str:
    """What is chosen so far, numbered; each can be left again."""
    if not plan.chosen or plan.asked == "giving" and not plan.view.pending:
        return ""
    scene = plan.scene
    rows = ""
    for at, (token, moment) in enumerate(plan.moments()):
        if token.startswith("pay:"):
            moment = Plan(scene, plan.before[0]) if moment.pending is None else moment
        line = told(moment, token)
        name = scene.fill(scene.text("Leave this: {move}"), move=line.title)
        drop = pick(plan.without(at), icon("close"), "drop", name=name, extra=f'data-focus="drop{at}"')
        rows += f'<li><span class="od num">{at + 1}</span><span class="oi">{thumb(token, line)}</span><span class="ot">{line.title}</span>{drop}</li>'
    return f'<ol class="plan" aria-label="{scene.text("Chosen so far")}">{rows}</ol>'


def thumb(token: str, line: Told) -> str:
    """A choice's sign, small: whole cards have no room."""
    return (
        str(
            icon(
                "jobs"
                if token.startswith("keep")
                else "hand"
                if token.startswith("discard")
                else "person"
                if token.startswith("hire")
                else "mail"
            )
        )
        if token.partition(":")[0] in CARDS
        else line.sign
    )


def sums(plan: Plan) -> str:
    """Suitcase and hand before and after."""
    if not plan.chosen or plan.asked in ("bidding", "giving"):
        return ""
    scene = plan.scene
    case, case_then, hand, hand_then = plan.sums()
    shown = ""
    if case != case_then:
        shown += f'<span>{icon("suitcase")} {scene.text("Suitcase")} <b class="num">{scene.dollars(case)}</b> {icon("next", "ar")} <b class="num">{scene.dollars(case_then)}</b></span>'
    if hand != hand_then:
        shown += f'<span>{icon("hand")} {scene.text("Hand")} <b class="num">{hand}</b> {icon("next", "ar")} <b class="num">{hand_then}</b></span>'
    return f'<p class="sums">{shown}</p>' if shown else ""


# The choices.


def choices(plan: Plan) -> str:
    """What may be chosen next, but for what stands on the map."""
    scene = plan.scene
    shown, faces = "", ""
    places = [token for token in plan.tokens if token.partition(":")[0] in PLACES]
    if plan.last and plan.asked not in ("bidding", "giving", "discarding"):
        return ""
    if plan.asked == "menu":
        shown += take_all(plan)
    if plan.asked == "giving":
        faces += "".join(given(plan, token, moment) for token, moment in plan.moments())
    for token in plan.tokens:
        kind = token.partition(":")[0]
        if kind == "done" or token == "seal" or (kind in PLACES and len(places) > FEW):
            continue
        if kind in CARDS:
            faces += face(plan, token)
        else:
            third = ' class="third"' if kind == "launder" else ""
            shown += f"<li{third}>{choice(plan, token)}</li>"
    if len(places) > FEW:
        hint = scene.text("Every glowing place on the map is a choice; the list below has them too.")
        shown = f'<li class="hint wide">{icon("lamp", "i16")} {hint}</li>{shown}'
    listed = f'<ul class="choices">{shown}</ul>' if shown else ""
    return listed + (
        f'<div class="faces" role="group" aria-label="{scene.text("Cards")}">{faces}</div>' if faces else ""
    )


def choice(plan: Plan, token: str) -> str:
    """One choice as a wide button."""
    line = told(plan, token)
    draft = plan.with_payment(token) if token.startswith("job:") else plan.adding(token)
    small = Markup("<small>{}</small>").format(line.small) if line.small else ""
    label = Markup(f'<span class="oi">{line.sign}</span><span class="ot"><b>{line.title}</b>{small}</span>')
    return str(pick(draft, label, "choice", action=token))


def face(plan: Plan, token: str) -> str:
    """A card as a choice; with how often it is chosen already."""
    line = told(plan, token)
    if plan.asked == "giving":  # those laid out stand beside, each on its own
        held = plan.view.hand.count(card_of(token.partition(":")[2], plan.printed))
        if held <= plan.last.count(token):
            return ""
    times = 0 if plan.asked == "giving" else plan.chosen.count(token)
    count = f'<b class="times num" aria-hidden="true">{times}</b>' if times else ""
    kind = "facebtn sel" if token in plan.last and plan.asked != "giving" else "facebtn"
    return str(pick(plan.adding(token), Markup(line.sign + count), kind, action=token, name=line.line()))


def given(plan: Plan, token: str, moment: Moment) -> str:
    """A card already laid out for the Don, to be taken back."""
    line = told(moment, token)
    name = plan.scene.fill(plan.scene.text("{move}, chosen; press to leave it"), move=line.title)
    label = Markup(line.sign + str(icon("check", "took")))
    return str(pick(plan.dropping(token), label, "facebtn sel", action=token, name=name))


def take_all(plan: Plan) -> str:
    """Every icon that only gives something, in one press."""
    scene = plan.scene
    plain = plain_icons(plan.view, plan.tokens)
    if len(plain) < 2:
        return ""
    tokens = [f"take:{each}" for each in plain]
    signs = "".join(str(icon(icon_sign(each))) for each in plain)
    names = escape(counted([each for each in plain if each != "horse_head"], scene.speaker))
    title = scene.fill(scene.text("Take all: {things}"), things=names)
    label = Markup(f'<span class="oi">{signs}</span><span class="ot"><b>{title}</b></span>')
    return f'<li class="wide">{pick(plan.adding(*tokens), label, "choice all-of-it", action="take:all")}</li>'


# Sending it.


def acts(plan: Plan) -> str:
    """The one press that sends the plan; leaving the rest; beginning again."""
    scene = plan.scene
    _ = scene.text
    buttons = ""
    if plan.asked == "bidding":
        buttons += sealing(plan)
    elif plan.asked == "giving" and not plan.last:
        left = needed(plan.view, plan.printed)
        words = scene.texts("{n} card more", "{n} cards more", left).format(n=left)
        buttons += f'<span class="btn go wanting" aria-disabled="true">{icon("hand")} <span>{words}</span></span>'
    elif plan.chosen:
        kind = "btn ox go" if plan.last else "btn brass go"
        buttons += str(play(plan.chosen, Markup(f"{icon('move')} <span>{go_words(plan)}</span>"), kind))
    if "done" in plan.tokens and not plan.last:
        rest = told(plan, "done").title
        if plan.base:
            buttons += str(pick(plan.adding("done"), rest, "btn line", action="done"))
        else:
            buttons += str(play(["done"], rest, "btn line"))
    if plan.chosen:
        buttons += str(
            pick([], Markup(f"{icon('undo')} <span>{_('Start over')}</span>"), "btn line", name=_("Start over"))
        )
    warning = ""
    if plan.last and plan.last[0].partition(":")[0] in ONCE_SEEN:
        warning = str(why(scene, _("Once jobs are seen, nothing before it is taken back."), "C-39"))
    return f'<div class="acts">{buttons}</div>{warning}'


def go_words(plan: Plan) -> Markup:
    """What the press does, in a few words."""
    scene = plan.scene
    if plan.asked == "giving":
        return scene.text("Give these to the Don")
    if not plan.last:
        return scene.texts("Do this first", "Do these {n} first", len(plan.chosen)).format(n=len(plan.chosen))
    moments = list(plan.moments())
    if len(moments) == 1:
        return told(moments[0][1], moments[0][0]).title
    return scene.texts("Do {n} thing", "Do all {n}", len(moments)).format(n=len(moments))


def sealing(plan: Plan) -> str:
    """Seal what lies in the bid; nothing may be sealed too."""
    scene = plan.scene
    total = money(plan.view.laid)
    before = list(plan.chosen)
    words = scene.text("Seal a bid of ${money}").format(money=total) if total else scene.text("Bid nothing")
    if "seal" in before:
        return str(play(before, Markup(f"{icon('mail')} <span>{words}</span>"), "btn ox go"))
    kind = "btn ox go" if total else "btn line go"
    return str(play([*before, "seal"], Markup(f"{icon('mail')} <span>{words}</span>"), kind))


def barred_lines(plan: Plan) -> str:
    """What a whole kind of action is not possible for, and why."""
    if plan.asked != "turn" or plan.chosen or plan.view.seat is None:
        return ""
    scene, mine = plan.scene, plan.view.players[plan.view.seat]
    lines = ""
    if not mine.thugs:
        found = scene.why_not("thug:p1")
        free = next(
            (
                f"thug:{mark}"
                for mark in ("p1", "p2", "p3", "p4", "p5", "p6", "p7")
                if plan.printed.ids[mark] not in plan.view.thugs
            ),
            None,
        )
        found = scene.why_not(free) if free else found
        lines += str(why(scene, *found, subject=scene.text("Thugs:"))) if found else ""
    if not mine.members:
        free = next(
            (
                f"family:{plan.printed.marks[space]}"
                for space in plan.printed.spaces
                if space not in plan.view.members and not plan.printed.closed(space, plan.view)
            ),
            None,
        )
        found = scene.why_not(free) if free else None
        lines += str(why(scene, *found, subject=scene.text("Family:"))) if found else ""
    return f'<div class="whys">{lines}</div>' if lines else ""


# The list of everything.


def every_move(plan: Plan) -> Markup:
    """All that may be done now, by what it is; with a plan, what may come after it."""
    return all_moves(plan.scene, groups(plan))


def groups(plan: Plan) -> Iterator[tuple[Markup, list[tuple[list[str], Words]]]]:
    """Moves by their kind. What is chosen already is sent with each of them."""
    scene = plan.scene
    found: dict[str, list[tuple[list[str], Words]]] = {}
    for token in plan.tokens:
        kind = token.partition(":")[0]
        found.setdefault(kind, []).append(([*plan.base, token], told(plan, token).line()))
    for kind, moves in found.items():
        yield scene.text(TITLES[kind]) if kind in TITLES else question(plan), moves
