"""Corleone's Empire in the terminal: what can be done now, in groups."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from backroom.cli.tables import Choice, Group
from backroom.cli.tables.corleone.desk import case_cards
from backroom.cli.tables.corleone.printed import icon_words
from backroom.cli.tongue import _, joined, ngettext
from backroom.games.corleone.numbers import NUMBERS, TOKENS
from backroom.games.corleone.reading import (
    BILLS,
    ORDER,
    PLAIN,
    Printing,
    card_of,
    card_order,
    cost_text,
    counted,
    figure_text,
    figures_in,
    job_line,
    money,
    pays,
    plain_icons,
    printing,
    sentence,
    sentences,
    ways_to_pay,
)
from backroom.games.corleone.steps import ChooseOne, KillAll, Move, PlaceNeutral, Step
from backroom.games.corleone.view import CorleoneView, Pending
from backroom.kernel.words import Speaker


class Moment:
    """A decision, with all that is needed to put it into words."""

    def __init__(self, view: CorleoneView, legal: Sequence[int], speaker: Speaker) -> None:
        self.view = view
        self.speaker = speaker
        self.printed: Printing = printing(view, speaker)
        self.tokens = [TOKENS[action] for action in legal]
        self.pending: Pending | None = view.pending[-1] if view.pending else None

    def step(self) -> Step | None:
        """The sentence of a card that is being carried out."""
        if self.pending is None or not self.pending.numbers:
            return None
        return self.printed.steps.get(self.pending.numbers[0])


def grouped(view: CorleoneView, legal: Sequence[int], speaker: Speaker) -> list[Group]:
    """The choices of a decision."""
    moment = Moment(view, legal, speaker)
    if moment.pending is not None:
        return list(ASKED[moment.pending.what](moment))
    if view.phase == "bribery":
        return list(bidding(moment))
    if view.phase == "tribute":
        return list(giving(moment))
    return list(turn(moment))


def what_now(moment: Moment) -> str:
    """The decision's name, as a title, with the sentence of the card."""
    assert moment.pending is not None
    title = moment.speaker.phrase(f"decision.{moment.pending.what}") or ""
    title = title[:1].upper() + title[1:]
    step = moment.step()
    return f"{title} ({sentence(step, moment.speaker)})" if step is not None else title


def choice(token: str, label: str, *keys: str) -> Choice:
    """One move."""
    return Choice(label, (NUMBERS[token],), keys=keys)


def leave(moment: Moment, label: str) -> list[Choice]:
    """What is left undone, where it may be."""
    return [choice("done", label, "done", "stop", "-")] if "done" in moment.tokens else []


def listed(moment: Moment, prefix: str) -> list[str]:
    """What stands behind the colon in the moves of a kind."""
    return [token.partition(":")[2] for token in moment.tokens if token.startswith(f"{prefix}:")]


# A turn.


def turn(moment: Moment) -> Iterable[Group]:
    """C-21: thugs, family members, jobs, allies."""
    view, printed, speaker = moment.view, moment.printed, moment.speaker
    thugs = [
        choice(f"thug:{mark}", f"{mark} {place_text(printed.ids[mark], moment)}", mark)
        for mark in in_districts(listed(moment, "thug"), moment)
    ]
    members = [
        choice(f"family:{mark}", f"{mark} {space_text(printed.ids[mark], moment)}", mark)
        for mark in listed(moment, "family")
    ]
    jobs = [job_choice(list(printed.jobs)[int(mark) - 1], moment) for mark in listed(moment, "job")]
    allies = [
        choice(f"ally:{mark}", f"a{mark} {ally_told(printed.ids[f'a{mark}'], moment)}", f"a{mark}")
        for mark in listed(moment, "ally")
    ]
    left = view.players[view.mover]
    who = joined(speaker.name(member) for member in left.members)
    if thugs:
        yield Group(_("Play a thug ({n} left): the front, at once").format(n=left.thugs), tuple(thugs))
    if members:
        yield Group(_("Play a family member ({who}): the backs all around").format(who=who), tuple(members))
    if jobs:
        yield Group(_("Complete a job; it uses no figure"), tuple(jobs))
    if allies:
        yield Group(_("Play an ally; it uses no figure"), tuple(allies))


def in_districts(marks: Sequence[str], moment: Moment) -> list[str]:
    """Businesses by the number of their district."""
    order = [moment.printed.marks[business.id] for business in moment.printed.on_board(moment.view)]
    return sorted(marks, key=order.index)


def place_text(business: str, moment: Moment) -> str:
    """A business, where it lies, its front, and who has a share."""
    printed, speaker = moment.printed, moment.speaker
    area = printed.area_of(business, moment.view)
    told = _("{place} ({number} {district}): {icons}").format(
        place=speaker.name(business),
        number=printed.areas[area].number if area else "",
        district=speaker.name(area) if area else "",
        icons=icon_words(printed.businesses[business].front),
    )
    return told + share_told(area, moment)


def share_told(area: str | None, moment: Moment) -> str:
    """C-28: who else may use a front there."""
    other = moment.printed.controller(area, moment.view)
    if other is None or other == moment.view.seat:
        return ""
    return _("; {name} controls it and may use it too").format(name=moment.speaker.seat(other))


def space_text(space: str, moment: Moment) -> str:
    """A family space and the backs that it reaches."""
    icons = icon_words(moment.printed.backs_at(space, moment.view))
    return _("{space}: {icons}").format(space=moment.printed.around(space, moment.speaker), icons=icons)


def ally_told(ally: str, moment: Moment) -> str:
    """An ally and what it does."""
    effect = sentences(moment.printed.allies[ally].effect, moment.speaker)
    return f"{moment.speaker.name(ally)}: {effect}"


def job_choice(job: str, moment: Moment) -> Choice:
    """C-49 to C-51: a job with the ways to pay for it."""
    printed, speaker = moment.printed, moment.speaker
    card = printed.jobs[job]
    mark = printed.marks[job]
    action = NUMBERS[f"job:{mark[1:]}"]
    source = _("public") if job in moment.view.public else _("in your hand")
    label = f"{mark} {speaker.name(job)} ({source}): {job_line(card, speaker)}"
    ways = [f"pay:{way}" for way in ways_to_pay(job, moment.view, moment.printed)]
    then = tuple(Choice(pay_text(way, job, moment), (action, NUMBERS[way])) for way in ways)
    if len(then) == 1:
        return Choice(label, then[0].moves, keys=(mark,))
    return Choice(label, then=then, keys=(mark,))


def pay_text(token: str, job: str, moment: Moment) -> str:
    """What is paid, and when the bills come."""
    card, speaker = moment.printed.jobs[job], moment.speaker
    instead = [int(number) for number in re.findall(r"\d", token)]
    paid = [good for good, count in zip(ORDER, instead, strict=True) for _each in range(card.cost.count(good) - count)]
    paid += ["narcotics"] * sum(instead)
    told = _("pay {goods}").format(goods=counted(paid, speaker))
    if not card.effect or not card.reward:
        return told
    if token.endswith("first"):
        return _("{pay}; first {money}, then the ability").format(pay=told, money=pays(card, speaker))
    return _("{pay}; first the ability, then {money}").format(pay=told, money=pays(card, speaker))


# Icons.


def menu(moment: Moment) -> Iterable[Group]:
    """C-37: the icons that are left."""
    assert moment.pending is not None
    choices = [one_icon(token, moment) for token in moment.tokens if token != "done"]
    plain = plain_icons(moment.view, moment.tokens)
    if plain:
        things = joined(icon_name(icon, moment) for icon in plain)
        moves = tuple(NUMBERS[f"take:{icon}"] for icon in plain)
        whole = Choice(_("take {things}").format(things=things), moves, keys=("all", "take all"))
        choices = [whole, *(each for each in choices if each.moves != moves)]
    choices += leave(moment, _("leave the rest"))
    icons = joined(icon_name(icon, moment) for icon in moment.pending.names)
    yield Group(_("Icons to use, in any order: {icons}").format(icons=icons), tuple(choices))


def icon_name(icon: str, moment: Moment) -> str:
    """An icon of a menu in words."""
    names = {
        "launder": _("launder"),
        "jobs": _("jobs"),
        "swap-good": _("1>good"),
        "swap-5": "1>$5",
        "swap-two-5": "2>$5",
        "swap-three-8": "3>$3+$5",
    }
    if icon == "horse_head":
        return moment.speaker.phrase("effect.horse_head") or icon
    return names.get(icon) or moment.speaker.name(icon)


def one_icon(token: str, moment: Moment) -> Choice:
    """An icon as a choice."""
    kind, _colon, what = token.partition(":")
    speaker = moment.speaker
    if kind == "launder":
        held = moment.view.hand.count(f"bill-{what}")
        label = _("launder ${money} (you hold {n})").format(money=what, n=held)
        return choice(token, label, f"launder {what}", f"l{what}")
    if kind == "look":
        return choice(token, speaker.phrase("effect.jobs", {"draw": 2, "keep": 1}) or "", "jobs", "look")
    if kind == "use":
        return choice(token, speaker.phrase(f"move.use_{what}") or token, what)
    if what == "horse_head":
        return choice(token, speaker.phrase("move.take_horse_head") or token, "horse")
    key = f"${what.partition('-')[2]}" if what in BILLS else what.replace("_", " ")
    return choice(token, speaker.phrase("move.take", {"card": what}) or token, key)


# What a front or a card asks.


def share(moment: Moment) -> Iterable[Group]:
    """C-29."""
    assert moment.pending is not None
    business = moment.pending.names[0]
    area = moment.printed.area_of(business, moment.view)
    other = moment.printed.controller(area, moment.view)
    name = "" if other is None else moment.speaker.seat(other)
    title = _("{name} controls {district} and may use the front too ({icons}). Who goes first?").format(
        name=name,
        district=moment.speaker.name(area or ""),
        icons=icon_words(moment.printed.businesses[business].front),
    )
    you = choice("first:me", _("you, then {name}").format(name=name), "me")
    them = choice("first:controller", _("{name}, then you").format(name=name), "controller", name.lower())
    yield Group(title, (you, them))


def looking(moment: Moment) -> Iterable[Group]:
    """C-39."""
    assert moment.pending is not None
    printed = moment.printed
    ids = list(printed.jobs)
    choices = []
    for number in listed(moment, "keep"):
        job = ids[int(number) - 1]
        label = f"{printed.marks[job]} {moment.speaker.name(job)} ({moment.speaker.name(printed.jobs[job].colour)}): "
        choices.append(choice(f"keep:{number}", label + job_line(printed.jobs[job], moment.speaker), f"j{number}"))
    keep = moment.pending.numbers[0]
    title = ngettext("Keep {n} job; the rest are discarded", "Keep {n} jobs; the rest are discarded", keep)
    yield Group(title.format(n=keep), (*choices, *leave(moment, _("keep none of these"))))


def discarding(moment: Moment) -> Iterable[Group]:
    """CC-13."""
    assert moment.pending is not None
    left, program = moment.pending.numbers[:2]
    gain = sentences(moment.printed.programs.get(program, []), moment.speaker)
    title = ngettext("Discard {n} card, for: {gain}", "Discard {n} more cards, for: {gain}", left)
    yield Group(title.format(n=left, gain=gain), tuple(card_choices(moment)))


def card_choices(moment: Moment) -> Iterable[Choice]:
    """One choice for each kind of card."""
    printed, speaker, hand = moment.printed, moment.speaker, moment.view.hand
    for mark in listed(moment, "discard"):
        card = card_of(mark, printed)
        held = hand.count(card)
        label = speaker.name(card) + (_(" (you hold {n})").format(n=held) if held > 1 else "")
        if card in printed.jobs:
            label = f"{printed.marks[card]} {label}: {job_line(printed.jobs[card], speaker)}"
        elif card in printed.allies:
            label = f"{printed.marks[card]} {ally_told(card, moment)}"
        yield choice(f"discard:{mark}", label, *card_keys(card, printed))


def card_keys(card: str, printed: Printing) -> tuple[str, ...]:
    """What may be typed for a card."""
    if card in BILLS:
        return (f"${card.partition('-')[2]}",)
    return (printed.marks.get(card, card.replace("_", " ")),)


def goods(moment: Moment) -> Iterable[Group]:
    """CC-8."""
    assert moment.pending is not None
    n = moment.pending.numbers[0]
    stock = dict(zip(PLAIN, moment.view.supply, strict=True))
    choices = [
        choice(f"take:{good}", f"{moment.speaker.name(good)} ({stock[good]})", good.replace("_", " "))
        for good in listed(moment, "take")
    ]
    title = ngettext("Take a good of your choice (left in the supply)", "Take {n} goods of your choice, one by one", n)
    yield Group(title.format(n=n), (*choices, *leave(moment, _("leave the rest"))))


def paying(moment: Moment) -> Iterable[Group]:
    """C-49."""
    assert moment.pending is not None
    job = moment.pending.names[0]
    choices = [choice(token, pay_text(token, job, moment)) for token in moment.tokens]
    title = _("How to pay for {job} ({cost})").format(
        job=moment.speaker.name(job), cost=cost_text(moment.printed.jobs[job], moment.speaker)
    )
    yield Group(title, tuple(choices))


def yes_or_no(moment: Moment) -> Iterable[Group]:
    """A sentence that is taken or left."""
    step = moment.step()
    label = sentence(step, moment.speaker) if step is not None else _("do what the card says")
    doing = choice("use:step", label, "yes", "y")
    yield Group(what_now(moment), (doing, *leave(moment, _("leave it"))))


def figures(moment: Moment) -> Iterable[Group]:
    """Figures on the board: to be killed, moved, taken back."""
    choices = []
    for mark in listed(moment, "at"):
        place = moment.printed.ids[mark]
        figure = moment.view.thugs.get(place) or moment.view.members.get(place) or ""
        label = f"{mark} {figure_text(figure, moment.speaker)}, {whereabouts(place, moment)}"
        choices.append(choice(f"at:{mark}", label, mark))
    yield Group(what_now(moment), (*choices, *leave(moment, _("nobody"))))


def whereabouts(place: str, moment: Moment) -> str:
    """A business with its district, or the areas around a family space."""
    if place in moment.printed.spaces:
        return moment.printed.around(place, moment.speaker)
    area = moment.printed.area_of(place, moment.view) if place in moment.printed.businesses else None
    name = moment.speaker.name(place)
    return f"{name} ({moment.speaker.name(area)})" if area else name


def destinations(moment: Moment) -> Iterable[Group]:
    """C-62 to C-65: free places, or districts."""
    step = moment.step()
    used = isinstance(step, Move | PlaceNeutral) and step.use
    choices = []
    for mark in listed(moment, "to"):
        place = moment.printed.ids[mark]
        label = whereabouts(place, moment)
        if used:
            label = place_text(place, moment) if place in moment.printed.businesses else space_text(place, moment)
        choices.append(choice(f"to:{mark}", f"{mark} {label}", mark))
    choices += list(district_choices(moment))
    yield Group(what_now(moment), (*choices, *leave(moment, _("leave it"))))


def district_choices(moment: Moment) -> Iterable[Choice]:
    """Districts by number, with the stack of markers or the backs, whichever matters."""
    assert moment.pending is not None
    printed, view, speaker = moment.printed, moment.view, moment.speaker
    for number in listed(moment, "district"):
        district = printed.districts[int(number) - 1]
        label = f"d{number} {speaker.name(district.id)}"
        if moment.pending.what == "backs":
            steps = [step for business in printed.lying_in(district.id, view) for step in business.back]
            label += f": {icon_words(steps)}"
        else:
            there = figures_in(district.id, moment.view, moment.printed)
            if moment.step() == KillAll("thug"):
                there = [figure for figure in there if figure.endswith(" thug")]
            label += ": " + (joined(figure_text(figure, speaker) for figure in there) or _("nobody is there"))
        yield choice(f"district:{number}", label, f"d{number}")


def districts(moment: Moment) -> Iterable[Group]:
    """A district to act in."""
    yield Group(what_now(moment), (*district_choices(moment), *leave(moment, _("leave it"))))


def fronts(moment: Moment) -> Iterable[Group]:
    """C-55."""
    assert moment.pending is not None
    choices = [
        choice(f"front:{mark}", f"{mark} {place_text(moment.printed.ids[mark], moment)}", mark)
        for mark in in_districts(listed(moment, "front"), moment)
    ]
    n = moment.pending.numbers[0]
    title = ngettext("Use the front of a business, occupied or not", "Use the fronts of {n} different businesses", n)
    yield Group(title.format(n=n), (*choices, *leave(moment, _("leave it"))))


def rivals(moment: Moment) -> Iterable[Group]:
    """CC-49."""
    choices = []
    for number in listed(moment, "rival"):
        seat = int(number) - 1
        name = moment.speaker.seat(seat)
        cards = moment.view.players[seat].cards
        label = ngettext("{name} ({n} card)", "{name} ({n} cards)", cards).format(name=name, n=cards)
        choices.append(choice(f"rival:{number}", label, name.lower()))
    yield Group(what_now(moment), (*choices, *leave(moment, _("nobody else"))))


def showing(moment: Moment) -> Iterable[Group]:
    """CC-50."""
    assert moment.pending is not None
    choices = [
        choice(
            token,
            _("show that you have no bill") if token == "show:none" else _("show ${money}").format(money=token[5:]),
            token[5:] if token == "show:none" else f"${token[5:]}",
        )
        for token in moment.tokens
    ]
    thief = moment.speaker.seat(moment.pending.seat)
    title = _("{name} raises a levy: you lose the bill you show; {name} takes the highest of all that are shown")
    yield Group(title.format(name=thief), tuple(choices))


def options(moment: Moment) -> Iterable[Group]:
    """One of the offers on a card."""
    step = moment.step()
    offers = step.options if isinstance(step, ChooseOne) else []
    choices = [
        choice(f"option:{number}", sentences(offers[int(number) - 1], moment.speaker))
        for number in listed(moment, "option")
    ]
    title = moment.speaker.phrase("decision.option") or ""
    yield Group(title[:1].upper() + title[1:], (*choices, *leave(moment, _("none of them"))))


def lifting(moment: Moment) -> Iterable[Group]:
    """C-76."""
    assert moment.pending is not None
    view, printed, speaker = moment.view, moment.printed, moment.speaker
    won = printed.districts[moment.pending.numbers[0]]
    choices = []
    for mark in listed(moment, "marker"):
        number, _dash, height = mark.partition("-")
        stack = view.stacks[int(number) - 1]
        names = joined(speaker.seat(seat) for seat in stack)
        label = _("your marker from {district}, number {n} from below ({stack})").format(
            district=speaker.name(printed.districts[int(number) - 1].id), n=height, stack=names
        )
        choices.append(choice(f"marker:{mark}", label, mark))
    title = _("You win {district} but have no marker left: one from elsewhere may go there")
    choices += leave(moment, _("leave all where they are"))
    yield Group(title.format(district=speaker.name(won.id)), tuple(choices))


def hiring(moment: Moment) -> Iterable[Group]:
    """C-80."""
    choices = [
        choice(f"hire:{mark}", f"a{mark} {ally_told(moment.printed.ids[f'a{mark}'], moment)}", f"a{mark}")
        for mark in listed(moment, "hire")
    ]
    paid = money(moment.view.laid)
    yield Group(_("Your bid of ${money} wins an ally: which one?").format(money=paid), tuple(choices))


ASKED: Final[dict[str, Callable[[Moment], Iterable[Group]]]] = {
    "menu": menu,
    "share": share,
    "looking": looking,
    "discarding": discarding,
    "choice": goods,
    "paying": paying,
    "swap": yes_or_no,
    "levy": yes_or_no,
    "look": yes_or_no,
    "kill": figures,
    "move": figures,
    "take_back": figures,
    "kill_all": districts,
    "backs": districts,
    "move_to": destinations,
    "place_neutral": destinations,
    "fronts": fronts,
    "steal": rivals,
    "levying": showing,
    "option": options,
    "lift": lifting,
    "hiring": hiring,
}


# Bids and the tribute: many moves that are felt as one.


def bidding(moment: Moment) -> Iterable[Group]:
    """C-79: what is laid out, and what can be added."""
    laid = list(moment.view.laid)
    total = money(laid)
    case = case_cards(moment.view)
    choices = []
    for value in listed(moment, "bid"):
        label = _("add ${value}: a bid of ${money}").format(value=value, money=total + int(value))
        choices.append(choice(f"bid:{value}", label, f"${value}", f"+{value}"))
    seal = _("seal the bid of ${money} ({bills})").format(money=total, bills=counted(laid, moment.speaker))
    choices.append(choice("seal", seal if laid else _("seal a bid of nothing: no ally"), "seal"))
    title = _("Your bid so far: ${money}. In your suitcase: {bills}. All at once: bid 5 2").format(
        money=total, bills=counted(case, moment.speaker) or _("nothing")
    )
    yield Group(title, tuple(choices))


def giving(moment: Moment) -> Iterable[Group]:
    """C-86: how many, and which. A card keeps its number until all are given."""
    view, printed, speaker = moment.view, moment.printed, moment.speaker
    limit = printed.printed.limits.hand[view.act - 1]
    kinds = list(dict.fromkeys(card_order((*view.hand, *view.laid), printed)))
    choices = [
        Choice(each.label, each.moves, keys=each.keys, number=kinds.index(card_of(mark, printed)) + 1)
        for mark, each in zip(listed(moment, "discard"), card_choices(moment), strict=True)
    ]
    n = len(view.hand) - limit
    title = ngettext("Give the Don {n} card of {held}", "Give the Don {n} cards of {held}", n)
    title = title.format(n=n, held=len(view.hand))
    if view.laid:
        laid = counted(card_order(view.laid, printed), speaker)
        title += "; " + _("given so far: {cards}").format(cards=laid)
    yield Group(title + ". " + _("All at once: give gun 5 j17, or: keep gun 5"), tuple(choices))
