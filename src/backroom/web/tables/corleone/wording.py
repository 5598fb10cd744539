"""Corleone's Empire: what every choice is called on a page, with its sign and what it brings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from markupsafe import Markup, escape

from backroom.games.corleone.edition import Job
from backroom.games.corleone.numbers import GOODS
from backroom.games.corleone.reading import (
    ORDER,
    card_of,
    counted,
    figure_text,
    figures_in,
    money,
    pays,
    sentence,
    sentences,
)
from backroom.games.corleone.steps import ChooseOne, KillAll, Move, PlaceNeutral, Step
from backroom.kernel.words import N_
from backroom.web.art import icon
from backroom.web.tables.corleone.draft import Moment, Plan, needed
from backroom.web.tables.corleone.houses import icon_sign
from backroom.web.tables.corleone.pieces import bill, card, seal, small_figure

PLACES: Final = frozenset({"thug", "family", "at", "to", "front", "district", "marker"})
"""Moves that are made on the map."""
CARDS: Final = frozenset({"discard", "bid", "show", "keep", "hire"})
"""Moves that choose a card: drawn as the card itself."""
QUESTIONS: Final = {
    "turn": N_("What do you do?"), "menu": N_("What next?"), "share": N_("Who goes first?"),
    "looking": N_("Which job do you keep?"), "discarding": N_("What do you discard?"), "choice": N_("Take which good?"),
    "paying": N_("How do you pay?"), "swap": N_("Discard for it?"), "kill": N_("Whom do you kill?"),
    "kill_all": N_("In which district?"), "move": N_("Which figure moves?"), "move_to": N_("Where to?"),
    "take_back": N_("Whom do you take back?"), "place_neutral": N_("Where to with him?"), "fronts": N_("Which front?"),
    "backs": N_("The backs of which district?"), "steal": N_("From whom?"), "levy": N_("Raise the levy?"),
    "levying": N_("Which bill do you show?"), "option": N_("Which offer?"), "look": N_("Look at jobs?"),
    "lift": N_("Which marker moves here?"), "hiring": N_("Whom do you hire?"), "bidding": N_("How much is an ally worth?"),
    "giving": N_("What does the Don get?"),
}  # fmt: skip


class Told(NamedTuple):
    """A choice: a sign, its name, and what it brings."""

    sign: str
    title: Markup
    small: Markup = Markup("")

    def line(self) -> Markup:
        """Both in one line."""
        return Markup("{}: {}").format(self.title, self.small) if self.small else self.title


def first_up(text: str) -> Markup:
    """A phrase as the beginning of a sentence."""
    return escape(text[:1].upper() + text[1:])


def words(moment: Moment, steps: Iterable[Step]) -> Markup:
    """What steps do, in words."""
    return escape(sentences(steps, moment.scene.speaker))


def told(moment: Moment, token: str) -> Told:
    """A move in words."""
    kind, _colon, what = token.partition(":")
    return TELLERS[kind](moment, what)


def at_business(moment: Moment, mark: str) -> tuple[Markup, Markup]:
    """A business with its district, and what its front brings, with whoever has a share (C-28)."""
    scene, printed, view = moment.scene, moment.printed, moment.view
    business = printed.ids[mark]
    area = printed.area_of(business, view)
    small = words(moment, printed.businesses[business].front)
    other = printed.controller(area, view)
    if other is not None and other != view.seat:
        small = scene.fill(scene.text("{effect}; {name} controls it and may use it too"), effect=small, name=escape(scene.called(other)))  # fmt: skip
    place = scene.label(business)
    if area is not None:
        place = scene.fill(scene.text("{place} ({district})"), place=place, district=scene.label(area))
    return place, small


def at_space(moment: Moment, mark: str) -> tuple[Markup, Markup]:
    """A family space, and what the backs there bring."""
    space = moment.printed.ids[mark]
    return moment.scene.label(space), words(moment, moment.printed.backs_at(space, moment.view))


def thug(moment: Moment, mark: str) -> Told:
    """C-26."""
    place, small = at_business(moment, mark)
    return Told(small_figure("thug"), moment.scene.fill(moment.scene.text("A thug to {place}"), place=place), small)


def member(moment: Moment, mark: str) -> Told:
    """C-32."""
    place, small = at_space(moment, mark)
    left = moment.view.players[moment.view.mover].members
    who = left[0] if left else "don"
    title = moment.scene.fill(moment.scene.text("{figure} to {place}"), figure=moment.scene.label(who), place=place)
    return Told(small_figure(who), title, small)


def job(moment: Moment, mark: str) -> Told:
    """C-48."""
    scene, found = moment.scene, moment.printed.jobs[moment.job(mark)]
    title = scene.fill(scene.text("Complete {job}"), job=scene.label(found.id))
    small = scene.text("costs {cost}: {effect}; pays {money}")
    cost = escape(counted(found.cost, scene.speaker))
    return Told(
        str(icon("jobs")),
        title,
        scene.fill(small, cost=cost, effect=words(moment, found.effect), money=escape(pays(found, scene.speaker))),
    )


def ally(moment: Moment, mark: str) -> Told:
    """C-59."""
    scene, found = moment.scene, moment.printed.allies[moment.printed.ids[f"a{mark}"]]
    title = scene.fill(scene.text("Play {ally}"), ally=scene.label(found.id))
    return Told(str(icon("person")), title, words(moment, found.effect))


def launder(moment: Moment, value: str) -> Told:
    """C-38."""
    return Told(bill(moment.scene, int(value), "small"), moment.scene.text("Launder ${money}").format(money=value))


def take(moment: Moment, what: str) -> Told:
    """C-40, C-41, C-46."""
    scene = moment.scene
    if what == "horse_head":
        return Told(str(icon("horse")), scene.text("Take the Horse Head"), scene.text("first player from now on"))
    title = scene.fill(scene.text("Take {card}"), card=scene.label(what))
    left = moment.view.supply[(*[f"bill-{value}" for value in (1, 2, 3, 5)], *GOODS).index(what)]
    return Told(str(icon(icon_sign(what))), title, scene.texts("{n} left", "{n} left", left).format(n=left))


def look(moment: Moment, _what: str) -> Told:
    """C-39."""
    scene = moment.scene
    return Told(
        str(icon("jobs")), scene.text("Look at two jobs, keep one"), scene.text("what is seen is not taken back")
    )


def use(moment: Moment, what: str) -> Told:
    """A swap, or the sentence of a card."""
    speaker = moment.scene.speaker
    if what != "step":
        return Told(str(icon(icon_sign(what))), first_up(speaker.phrase(f"move.use_{what}") or what))
    step = moment.step()
    return Told(str(icon("check")), first_up(sentence(step, speaker) if step is not None else speaker.phrase("move.use_step") or ""))  # fmt: skip


def pay(moment: Moment, what: str) -> Told:
    """C-49 to C-51."""
    scene = moment.scene
    found = job_to_pay(moment)
    instead = [int(number) for number in re.findall(r"\d", what)]
    if found is None:
        return Told(str(icon("hand")), escape(what))
    paid = [good for good, count in zip(ORDER, instead, strict=True) for _each in range(found.cost.count(good) - count)]
    paid += ["narcotics"] * sum(instead)
    title = scene.fill(scene.text("Pay {goods}"), goods=escape(counted(paid, scene.speaker)))
    signs = "".join(str(icon(icon_sign(good))) for good in paid)
    if not found.effect or not found.reward:
        return Told(signs, title)
    cash = escape(pays(found, scene.speaker))
    line = (
        scene.text("first {money}, then the ability")
        if what.endswith("first")
        else scene.text("the ability, then {money}")
    )
    return Told(signs, title, scene.fill(line, money=cash))


def job_to_pay(moment: Moment) -> Job | None:
    """The job that is being paid for."""
    pending = moment.pending
    if pending is None or pending.what != "paying":
        return None
    return moment.printed.jobs.get(pending.names[0])


def first(moment: Moment, who: str) -> Told:
    """C-29."""
    scene = moment.scene
    other = controller(moment)
    named = scene.who(other) if other is not None else Markup("")
    if who == "me":
        return Told(str(icon("first")), scene.fill(scene.text("You, then {name}"), name=named))
    return Told(str(icon("control")), scene.fill(scene.text("{name}, then you"), name=named))


def controller(moment: Moment) -> int | None:
    """Who has a share in the front that is being used."""
    if moment.pending is None or not moment.pending.names:
        return None
    business = moment.pending.names[0]
    if business not in moment.printed.businesses:
        return None
    return moment.printed.controller(moment.printed.area_of(business, moment.view), moment.view)


def keep(moment: Moment, mark: str) -> Told:
    """C-39: one of the jobs looked at."""
    scene, found = moment.scene, moment.printed.jobs[moment.job(mark)]
    title = scene.fill(scene.text("Keep {job}"), job=scene.label(found.id))
    return Told(card(scene, moment.printed, found.id), title, words(moment, found.effect))


def discard(moment: Moment, mark: str) -> Told:
    """A card out of the hand."""
    scene, held = moment.scene, card_of(mark, moment.printed)
    verb = scene.text("Give {card}") if moment.asked == "giving" else scene.text("Discard {card}")
    return Told(card(scene, moment.printed, held), scene.fill(verb, card=scene.label(held)))


def figure_at(moment: Moment, mark: str) -> Told:
    """A figure on the board."""
    scene, place = moment.scene, moment.printed.ids[mark]
    who = moment.view.thugs.get(place) or moment.view.members.get(place) or ""
    kind = who.partition(" ")[2] or who or "thug"
    return Told(small_figure(kind), first_up(figure_text(who, scene.speaker)), scene.label(place))


def to(moment: Moment, mark: str) -> Told:
    """A free place for a figure."""
    scene, place, step = moment.scene, moment.printed.ids[mark], moment.step()
    used = isinstance(step, Move | PlaceNeutral) and step.use
    title, small = at_space(moment, mark) if place in moment.printed.spaces else at_business(moment, mark)
    return Told(str(icon("move")), scene.fill(scene.text("To {place}"), place=title), small if used else Markup(""))


def front(moment: Moment, mark: str) -> Told:
    """C-55."""
    place, small = at_business(moment, mark)
    return Told(str(icon("front")), place, small)


def district(moment: Moment, number: str) -> Told:
    """A district, with what matters there."""
    scene, printed, view = moment.scene, moment.printed, moment.view
    area = printed.districts[int(number) - 1]
    if moment.asked == "backs":
        small = words(moment, [step for business in printed.lying_in(area.id, view) for step in business.back])
    else:
        there = figures_in(area.id, view, printed)
        if moment.step() == KillAll("thug"):
            there = [who for who in there if who.endswith(" thug")]
        small = scene.joined(figure_text(who, scene.speaker) for who in there) or scene.text("nobody is there")
    return Told(f'<span class="dno num">{number}</span>', scene.label(area.id), small)


def rival(moment: Moment, number: str) -> Told:
    """CC-49."""
    scene, seat = moment.scene, int(number) - 1
    cards = moment.view.players[seat].cards
    small = scene.texts("{n} card in hand", "{n} cards in hand", cards).format(n=cards)
    return Told(seal(seat), scene.who(seat), small)


def show(moment: Moment, what: str) -> Told:
    """CC-50."""
    scene = moment.scene
    if what == "none":
        return Told(str(icon("hand")), scene.text("Show that you have no bill"))
    return Told(bill(scene, int(what)), scene.text("Show ${money}").format(money=what))


def option(moment: Moment, number: str) -> Told:
    """One of the offers on a card."""
    step = moment.step()
    offers = step.options if isinstance(step, ChooseOne) else []
    effect = sentences(offers[int(number) - 1], moment.scene.speaker) if offers else number
    return Told(str(icon("check")), first_up(effect))


def marker(moment: Moment, what: str) -> Told:
    """C-76."""
    scene = moment.scene
    number, _dash, height = what.partition("-")
    area = moment.printed.districts[int(number) - 1]
    seat = moment.view.seat or 0
    title = scene.fill(scene.text("Your marker from {district}"), district=scene.label(area.id))
    small = scene.text("number {n} from below of {all}").format(n=height, all=len(moment.view.stacks[int(number) - 1]))
    return Told(seal(seat), title, small)


def bid(moment: Moment, value: str) -> Told:
    """C-79: a bill for the bid."""
    return Told(bill(moment.scene, int(value)), moment.scene.text("Add ${money} to the bid").format(money=value))


def seal_it(moment: Moment, _what: str) -> Told:
    """C-79: the bid is made."""
    scene = moment.scene
    total = money(moment.view.laid)
    if not total:
        return Told(str(icon("mail")), scene.text("Bid nothing"), scene.text("and go without an ally"))
    return Told(str(icon("mail")), scene.text("Seal a bid of ${money}").format(money=total))


def hire(moment: Moment, mark: str) -> Told:
    """C-80."""
    scene, found = moment.scene, moment.printed.allies[moment.printed.ids[f"a{mark}"]]
    title = scene.fill(scene.text("Hire {ally}"), ally=scene.label(found.id))
    return Told(card(scene, moment.printed, found.id), title, words(moment, found.effect))


def done(moment: Moment, _what: str) -> Told:
    """What is left undone."""
    scene = moment.scene
    line = {
        "looking": scene.text("Keep none of these"), "lift": scene.text("Leave all where they are"),
        "kill": scene.text("Nobody"), "steal": scene.text("Nobody else"), "option": scene.text("None of them"),
    }.get(moment.asked, scene.text("Leave the rest"))  # fmt: skip
    return Told(str(icon("skip")), line)


TELLERS: Final[dict[str, Callable[[Moment, str], Told]]] = {
    "thug": thug, "family": member, "job": job, "ally": ally, "launder": launder, "take": take, "look": look,
    "use": use, "pay": pay, "first": first, "keep": keep, "discard": discard, "at": figure_at, "to": to, "front": front,
    "district": district, "rival": rival, "show": show, "option": option, "marker": marker, "bid": bid,
    "seal": seal_it, "hire": hire, "done": done,
}  # fmt: skip


# The question.


def question(moment: Moment) -> Markup:
    """What is asked, in a few words."""
    scene = moment.scene
    if moment.asked == "giving":
        n = needed(moment.view, moment.printed)
        return scene.texts("Give the Don {n} card", "Give the Don {n} cards", n).format(n=n)
    if moment.asked == "looking" and moment.pending is not None and moment.pending.numbers[0] > 1:
        n = moment.pending.numbers[0]
        return scene.texts("Keep {n} job", "Keep {n} jobs", n).format(n=n)
    return scene.text(QUESTIONS[moment.asked])


def explained(moment: Plan) -> Markup:
    """One sentence with what matters about it."""
    scene, pending, asked = moment.scene, moment.pending, moment.asked
    step = moment.step()
    if asked == "turn":
        return scene.text("A thug uses a front, a family member all backs around it. Jobs and allies use no figure.")
    if asked == "bidding":
        return scene.text("Bills from your suitcase, all secret until everybody has sealed. Whoever gets an ally pays.")
    if asked == "giving":
        limit = moment.printed.printed.limits.hand[moment.view.act - 1]
        told = scene.texts("Press the cards he gets. {n} card stays in your hand; the suitcase is safe.", "Press the cards he gets. {n} cards stay in your hand; the suitcase is safe.", limit)  # fmt: skip
        return told.format(n=limit)
    if asked == "menu":
        return scene.text("Use them in any order, or leave some.")
    if asked == "share":
        other = controller(moment)
        place = scene.label(pending.names[0]) if pending is not None else Markup("")
        named = scene.who(other) if other is not None else Markup("")
        return scene.fill(scene.text("{name} controls the district and may use the front too: {place}."), name=named, place=place)  # fmt: skip
    if asked == "discarding" and pending is not None:
        left, program = pending.numbers[:2]
        gain = words(moment, moment.printed.programs.get(program, []))
        told = scene.texts("{n} card from your hand, for: {gain}.", "{n} cards from your hand, for: {gain}.", left)
        return scene.fill(told, n=left, gain=gain)
    if asked == "paying" and pending is not None:
        found = moment.printed.jobs[pending.names[0]]
        line = scene.text("{job} costs {cost}.")
        return scene.fill(line, job=scene.label(found.id), cost=escape(counted(found.cost, scene.speaker)))
    if asked == "levying" and pending is not None:
        thief = scene.who(pending.seat)
        return scene.fill(scene.text("{name} raises a levy and takes the highest bill of all that are shown. Yours is lost either way."), name=thief)  # fmt: skip
    if asked == "lift" and pending is not None:
        won = scene.label(moment.printed.districts[pending.numbers[0]].id)
        return scene.fill(scene.text("You win {district}, and have no marker left: one from elsewhere may go there."), district=won)  # fmt: skip
    if asked == "hiring":
        return scene.text("Your bid of ${money} is paid; take one of the row.").format(money=money(moment.view.laid))
    if step is not None and asked not in ("levy", "look", "swap"):
        return Markup("{}.").format(first_up(sentence(step, scene.speaker)))
    return Markup("")
