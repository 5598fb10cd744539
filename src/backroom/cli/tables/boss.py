"""Boss in the terminal: the row from top to bottom, the players, a turn as one choice, the payout line by line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from rich.box import Box
from rich.console import Group as Stack
from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from backroom.cli.screen import Framed
from backroom.cli.tables import COLOURS, Choice, Group, Table, Unclear, seat_text
from backroom.cli.tongue import _, joined, million_dollars, ngettext, numeral
from backroom.games.boss.cards import FACE_NAMES, GROUPS, NUMBERS, PENALTIES, PLACES, STAY, group_name
from backroom.games.boss.reading import by_rank, card_name, chicago_sum, counted, hidden, row_cities, ties
from backroom.games.boss.view import BossView, Payout, Place
from backroom.kernel.events import Event
from backroom.kernel.view import View
from backroom.kernel.words import Speaker

PAID: Final = frozenset(
    {
        "opened", "unclaimed", "paid", "wounded", "jailed", "killed", "banned", "chicago", "chicago_unclaimed",
        "freed",
    }
)  # fmt: skip
"""Events of a payout: they are told in one block."""
NEWS: Final = frozenset({"round", "police", "last_round", "last_lap", "over", "play_again"})
"""Events that stand out in the log."""
SENDING_RULES: Final = ("B-11", "B-12", "B-13", "B-14", "B-15", "B-17", "B-18", "B-20")
LAYING_RULES: Final = ("B-20", "B-21", "B-22")
GOLD_AND_SILVER: Final = 3
"""Tokens of one colour that make the round the last (B-24)."""


class BossTable(Table):
    """Draws Boss."""

    redraws = False

    def draw(self, view: View, speaker: Speaker) -> RenderableType:
        if not isinstance(view, BossView):
            return super().draw(view, speaker)
        parts: list[RenderableType] = []
        if not view.over:
            parts += [heading(view, speaker), Framed(lambda box: the_row(view, speaker, box)), Text()]
        parts.append(Framed(lambda box: the_players(view, speaker, box)))
        if any(later for player in view.players for later in player.prison[1:]):
            parts.append(Text(_("Prison 1+2: one is back after this round, two after the next."), style="dim"))
        if view.seat is not None and view.hand and view.seat not in view.waiting:
            hand = joined(speaker.name(card) for card in view.hand)
            parts.append(Text(_("In your hand: {cards}").format(cards=hand)))
        return Stack(*parts)

    def choices(self, view: View, legal: Sequence[int], speaker: Speaker) -> list[Group]:
        if not isinstance(view, BossView) or not legal:
            return super().choices(view, legal, speaker)
        if view.laying:
            return [Group(_("Lay a card"), tuple(laying(legal, (), speaker)))]
        cards = [NUMBERS[f"lay:{card}"] for card in dict.fromkeys(view.hand)]
        return [
            Group(_("Send nobody, and lay a card"), tuple(laying(cards, (STAY,), speaker))),
            Group(_("Or first send gangsters to one place, e.g. boston 1v2r"), tuple(sendings(view, legal, speaker))),
        ]

    def story(self, events: Sequence[Event], before: View | None, view: View, speaker: Speaker) -> RenderableType:
        if not isinstance(view, BossView):
            return super().story(events, before, view, speaker)
        lines: list[RenderableType] = []
        told = len(before.rounds) if isinstance(before, BossView) else 0
        sending: Event | None = None
        paying = False
        for event in events:
            if event.kind in PAID and event.kind != "freed":
                if not paying and told < len(view.rounds):
                    lines += [Text(), *payout_block(view, told, speaker)]
                    told += 1
                paying = True
                continue
            paying = paying and event.kind == "freed"
            if event.kind in ("sent", "stayed"):
                sending = event
                continue
            if event.kind == "laid":
                lines.append(Text(f"  {turn_line(sending, event, speaker)}"))
                sending = None
                continue
            line = speaker.event(event, view.seat)
            if line:
                lines.append(Text(f"  {line}", style="bold" if event.kind in NEWS else ""))
            if event.kind == "last_lap":
                lines.append(Text("  " + last_lap(event, speaker)))
        if sending is not None:
            lines.append(Text(f"  {turn_line(sending, None, speaker)}"))
        return Stack(*lines)

    def ending(self, view: View, speaker: Speaker) -> RenderableType:
        if not isinstance(view, BossView):
            return super().ending(view, speaker)
        return Stack(
            Text(),
            Text(_("The final standing"), style="bold"),
            Framed(lambda box: standing(view, speaker, box)),
            *(Text(line) for line in tie_breaks(view, speaker)),
        )

    def read(self, text: str, view: View, legal: Sequence[int], speaker: Speaker) -> Choice | None:
        if not isinstance(view, BossView):
            return None
        return shorthand(text, view, legal, speaker)

    def paragraphs(self, view: View) -> Sequence[str]:
        return LAYING_RULES if isinstance(view, BossView) and view.laying else SENDING_RULES

    def name(self, identity: str, speaker: Speaker) -> str | None:
        return card_name(identity, speaker)


TABLE = BossTable()


# The table.


def heading(view: BossView, speaker: Speaker) -> Text:
    """Where the game stands: round, lap, order, police."""
    text = Text()
    text.append(
        _("Round {round}, lap {lap} of {laps}").format(round=view.round, lap=view.lap, laps=view.laps), style="bold"
    )
    text.append("  " + _("{name} has the first-player marker").format(name=speaker.seat(view.marker)))
    if view.replays:
        text.append("  " + _("(game {number}: the one before was a tie)").format(number=view.replays + 1))
    text.append("\n" + (_("Order of the last lap: ") if view.lap == view.laps else _("Order: ")))
    for at, seat in enumerate(view.order):
        text.append(speaker.tongue.comma if at else "")
        text.append_text(seat_text(seat, speaker, view.seat))
        if at == view.turn:
            text.append(" " + _("(now)"))
    golds, silvers = (sum(card[colour] for card in view.police) for colour in (0, 1))
    text.append("\n")
    text.append(
        _("Police: gold {golds} of {three}, silver {silvers} of {three}, face down {left}").format(
            golds=golds, silvers=silvers, three=GOLD_AND_SILVER, left=view.police_left
        )
    )
    if view.last_round:
        text.append("  " + _("This round is the last!"), style="bold red")
    return text


def the_row(view: BossView, speaker: Speaker, box: Box | None) -> Grid:
    """Every place of the row, from left to right as from top to bottom."""
    grid = Grid(box=box, pad_edge=False, show_edge=False, collapse_padding=True)
    grid.add_column(_("Place"), no_wrap=True)
    narrow = 9 if view.seats < 4 else 7
    for seat in range(view.seats):
        style = COLOURS[seat % len(COLOURS)]
        grid.add_column(Text(speaker.seat(seat), style=style), no_wrap=True, min_width=5, max_width=narrow, style=style)
    grid.add_column(_("Open cards"))
    grid.add_column(_("Can still hide"))
    for place in view.row:
        cells = [Text(speaker.name(place.id), style="bold" if place.id == "chicago" else "")]
        for seat, (veterans, rookies) in enumerate(place.cubes):
            shown = group_name(veterans * 4 + rookies) if veterans + rookies else ""
            if place.leader == seat:
                cells.append(Text(f"{shown}*", style="bold"))
            elif place.id in view.players[seat].bans:
                cells.append(Text(_("ban"), style="dim strike" if box else ""))
            else:
                cells.append(Text(shown))
        if place.id == "chicago":
            total = chicago_sum(view)
            cells.append(Text(_("half of ${sum}: ${half}M").format(sum=total, half=total // 2)))
            cells.append(Text(_("from cities above"), style="dim"))
        else:
            cells += [faces(place.open, speaker, last=True), faces(hidden(view, place), speaker)]
        grid.add_row(*cells)
    return grid


def the_players(view: BossView, speaker: Speaker, box: Box | None) -> Grid:
    """What lies openly before everybody."""
    grid = Grid(box=box, pad_edge=False, show_edge=False, collapse_padding=True)
    grid.add_column(_("Player"), no_wrap=True, max_width=14)
    grid.add_column(_("Money"), justify="right")
    grid.add_column(_("Supply"))
    for title in (_("Hosp."), _("Prison"), _("Dead")):
        grid.add_column(title, justify="center")
    cities = [place.id for place in view.row if place.id != "chicago"]
    if not view.over:
        for city in cities:
            grid.add_column(Text(letters(speaker.name(city)), style="not bold dim" if box else ""), justify="center")
    for seat, player in enumerate(view.players):
        first, second = player.prison
        prison = f"{numeral(first)}+{numeral(second)}" if second else some(first)
        row = [
            seat_text(seat, speaker, view.seat),
            Text(million_dollars(player.money), style="bold"),
            Text(f"{player.veterans}v {player.rookies}r"),
            *(Text(shown) for shown in (some(player.hospital), prison, some(player.dead))),
        ]
        if not view.over:
            row += [Text(some(player.backs.get(city, 0)) or "·") for city in cities]
        grid.add_row(*row)
    if not view.over:
        grid.caption = _("{cities}: cards in hand, by their backs.").format(
            cities=" ".join(letters(speaker.name(city)) for city in cities)
        )
        grid.caption_justify = "left"
    return grid


def some(count: int) -> str:
    """A number in a table; nothing for none."""
    return numeral(count) if count else ""


def letters(name: str) -> str:
    """Two letters for a city: the initials of two words, or the beginning of one."""
    words = name.split()
    return (words[0][0] + words[1][0] if len(words) > 1 else name[:2]).upper()


def face(card: str, speaker: Speaker) -> str:
    """A card without its city: `$3`, or the penalty."""
    label = card.partition(":")[2]
    return speaker.name(label) if label in PENALTIES else f"${label}"


def faces(cards: Iterable[str], speaker: Speaker, last: bool = False) -> Text:
    """Cards of one city beside each other; the last open one stands out."""
    shown = [Text(face(card, speaker), style="red" if card.partition(":")[2] in PENALTIES else "") for card in cards]
    if last and shown:
        shown[-1].stylize("bold underline")
    return Text(" ").join(shown)


# Choosing.


def laying(actions: Iterable[int], before: tuple[int, ...], speaker: Speaker) -> Iterable[Choice]:
    """One choice for each card."""
    for action in actions:
        card = speaker.game.token(action).removeprefix("lay:")
        yield Choice(speaker.name(card), (*before, action), keys=(card,))


def sendings(view: BossView, legal: Sequence[int], speaker: Speaker) -> Iterable[Choice]:
    """One choice for each place that can be reached, opening into the groups that may go there."""
    for place in view.row:
        first = PLACES.index(place.id) * GROUPS
        groups = [action for action in legal if first <= action < first + GROUPS]
        if not groups:
            continue
        groups.sort(key=lambda action: (sum(divmod(action % GROUPS, 4)), action % 4))
        least = sum(divmod(groups[0] % GROUPS, 4))
        then = tuple(
            Choice(group_name(action % GROUPS), (action,), keys=group_keys(action % GROUPS)) for action in groups
        )
        label = _("{place}: {least} or more").format(place=speaker.name(place.id), least=least)
        yield Choice(f"{label} ({presence(view, place, speaker)})", then=then, keys=(place.id,))


def group_keys(group: int) -> tuple[str, ...]:
    """`2v`, and a bare 2 for veterans alone."""
    name = group_name(group)
    return (name,) if group % 4 else (name, str(group // 4))


def presence(view: BossView, place: Place, speaker: Speaker) -> str:
    """Who is ahead in a place."""
    if place.leader is None:
        return _("nobody")
    veterans, rookies = place.cubes[place.leader]
    who = _("you") if place.leader == view.seat else speaker.seat(place.leader)
    return f"{who} {group_name(veterans * 4 + rookies)}"


_GROUP: Final = re.compile(r"(?:(\d)\s*v)?\s*(?:(\d)\s*r)?", re.IGNORECASE)


def shorthand(text: str, view: BossView, legal: Sequence[int], speaker: Speaker) -> Choice | None:
    """`boston 1v2r`, `bo 2v`, `ny`, `boston prison`, `lay boston 3`; a bare number of gangsters only after `send`."""
    words = re.split(r"[\s:]+", text.strip().lower())
    asked = words.pop(0) if words and words[0] in ("send", "lay", "to") else ""
    found, rest = find_place(words, speaker)
    if found is None:
        return None
    sending = asked in ("send", "to")
    if not rest:
        return opened_place(found, view, legal, speaker)
    what = " ".join(rest)
    if not sending and (what in FACE_NAMES or penalty(what, speaker)) and found != "chicago":
        card = what if what in FACE_NAMES else penalty(what, speaker)
        gangsters = what.isdecimal() and asked != "lay" and ":" not in text and not view.laying
        if gangsters and f"{found}:{card}" in view.hand:
            raise Unclear(
                _("Say {place} {what}v to send gangsters, or {card} to lay the card.").format(
                    place=found, what=what, card=f"{found}:{what}"
                )
            )
        if not gangsters:
            return as_card(NUMBERS[f"lay:{found}:{card}"], view)
    match = _GROUP.fullmatch(what.replace("+", " "))
    if what.isdecimal():
        veterans, rookies = int(what), 0
    elif match and (match[1] or match[2]):
        veterans, rookies = int(match[1] or 0), int(match[2] or 0)
    else:
        raise Unclear(_("How many gangsters, or which card? Say e.g. boston 1v2r, or boston:3 for the card."))
    token = f"send:{found}:{group_name(veterans * 4 + rookies)}"
    if token not in NUMBERS or rookies > 3 or veterans > 6:
        raise Unclear(_("Nobody has so many gangsters: 6 veterans and 3 rookies are all."))
    return Choice(token, (NUMBERS[token],))


def find_place(words: list[str], speaker: Speaker) -> tuple[str | None, list[str]]:
    """The place that the first words mean, and the words after it; Unclear if it could be several."""
    for count in (2, 1):
        said = " ".join(words[:count])
        if len(words) < count or not said:
            continue
        names = {place: (place, place.replace("_", " "), speaker.name(place).lower()) for place in PLACES}
        exact = [place for place, forms in names.items() if said in forms]
        short = [place for place, forms in names.items() if said == letters(forms[2]).lower()]
        begun = [place for place, forms in names.items() if any(form.startswith(said) for form in forms)]
        found = exact or short or begun
        if len(found) == 1:
            return found[0], words[count:]
        if len(found) > 1 and count == 1:
            listed = joined(speaker.name(place) for place in found)
            raise Unclear(_("That could be {places}.").format(places=listed))
    return None, words


def penalty(what: str, speaker: Speaker) -> str:
    """The penalty of that name, in the language spoken."""
    return next((face for face in PENALTIES if what == speaker.name(face).lower()), "")


def opened_place(place: str, view: BossView, legal: Sequence[int], speaker: Speaker) -> Choice:
    """The groups that may go to a place; where none may, the smallest, which will be refused with its reason."""
    for choice in sendings(view, legal, speaker):
        if place in choice.keys:
            return choice
    return Choice(place, (NUMBERS[f"send:{place}:1v"],))


def as_card(action: int, view: BossView) -> Choice:
    """Laying a card; when it is still time to send, sending nobody first."""
    return Choice("", (action,) if view.laying else (STAY, action))


# What happened.


def turn_line(sending: Event | None, lay: Event | None, speaker: Speaker) -> str:
    """A turn in one line: where gangsters went, and the card."""
    card = None if lay is None else speaker.name(lay.public["card"])
    if sending is None or sending.kind == "stayed":
        acted = sending or lay
        name = "" if acted is None else speaker.seat(acted.public["seat"])
        told = _("{name} sends nobody.") if card is None else _("{name} lays {card}.")
        return told.format(name=name, card=card)
    sent = sending.public
    told = _("{name} sends {group} to {place}.") if card is None else _("{name} sends {group} to {place}, lays {card}.")
    group = group_name(sent["veterans"] * 4 + sent["rookies"])
    return told.format(name=speaker.seat(sent["seat"]), group=group, place=speaker.name(sent["place"]), card=card)


def last_lap(event: Event, speaker: Speaker) -> str:
    """B-26: the order of the last lap."""
    order = joined(speaker.seat(seat) for seat in event.public.get("order", ()))
    return _("Most gangsters not sent go first: {order}.").format(order=order)


def payout_block(view: BossView, number: int, speaker: Speaker) -> list[RenderableType]:
    """B-29 to B-37, one line for each place, and what everybody gained."""
    payout = view.rounds[number]
    title = _("The payout of round {round}").format(round=number + 1) if not view.replays else _("The payout")
    gains = [
        _("{name} +${n}M").format(name=speaker.seat(seat), n=gain)
        for seat, gain in sorted(enumerate(payout.gains), key=lambda each: -each[1])
    ]
    return [
        Text(title, style="bold"),
        Framed(lambda box: payout_lines(view, payout, speaker, box)),
        Text(_("Gained: {gains}").format(gains=joined(gains)), style="bold"),
        Text(),
    ]


def payout_lines(view: BossView, payout: Payout, speaker: Speaker, box: Box | None) -> Grid:
    """The hidden card of every city, who was ahead, and what came of it; Chicago where it lay."""
    grid = Grid(box=box, pad_edge=False, show_edge=False, show_header=False)
    for _column in range(4):
        grid.add_column()
    groups, tops = counted(payout)
    for place in [*row_cities(view)[: payout.chicago], "chicago", *row_cities(view)[payout.chicago :]]:
        leader = payout.leaders.get(place)
        who = Text(_("nobody"), style="dim")
        if leader is not None:
            who = seat_text(leader, speaker, view.seat)
            who.append(f" {group_name(groups[place, leader])}", style="not bold not underline")
        if place == "chicago":
            card, result = Text(), chicago_line(view, payout, tops, speaker)
        else:
            shown = payout.opened.get(place)
            card = Text(_("stays hidden"), style="dim") if shown is None else faces([shown], speaker)
            result = Text(_("no effect"), style="dim")
            if leader is not None and shown is not None:
                result = Text(effect(shown))
        grid.add_row(Text(speaker.name(place)), card, who, result)
    return grid


def effect(card: str) -> str:
    """What a hidden card does to who leads there."""
    label = card.partition(":")[2]
    told = {
        "hospital": _("a veteran is wounded: misses the next round"),
        "prison": _("a veteran is arrested: misses the next two rounds"),
        "gun": _("a veteran is killed"),
        "ban": _("banned from here until the game ends"),
        "0": _("nothing"),
    }
    return told.get(label) or _("gains ${n}M").format(n=label)


def chicago_line(view: BossView, payout: Payout, tops: dict[str, list[str]], speaker: Speaker) -> Text:
    """B-37 spelled out: each city's last open card, the sum, half of it."""
    shown = []
    for city in row_cities(view)[: payout.chicago]:
        last = tops.get(city, [])[-1:]
        shown.append(f"{letters(speaker.name(city))} " + (face(last[0], speaker) if last else "–"))
    half = payout.last_open // 2
    line = _("{cards}: half of ${sum} is ${half}M").format(cards=" + ".join(shown), sum=payout.last_open, half=half)
    return Text(line, style="" if "chicago" in payout.leaders else "dim")


# The end.


def standing(view: BossView, speaker: Speaker, box: Box | None) -> Grid:
    """Everybody by rank, with what decides ties."""
    grid = Grid(box=box, pad_edge=False, show_edge=False)
    for title in (_("Rank"), _("Player"), _("Money"), _("Last round"), _("Gangsters left")):
        grid.add_column(title, justify="left" if title == _("Player") else "right")
    for seat in by_rank(view):
        player = view.players[seat]
        grid.add_row(
            f"{numeral(view.ranks[seat])}.",
            seat_text(seat, speaker, view.seat),
            Text(million_dollars(player.money), style="bold"),
            million_dollars(player.gained),
            numeral(player.veterans + player.rookies),
        )
    return grid


def tie_breaks(view: BossView, speaker: Speaker) -> list[str]:
    """B-45 to B-48: why each is before the next; only what is closer than money needs a sentence."""
    lines = [_(line).format(one=speaker.seat(first), other=speaker.seat(second)) for line, first, second in ties(view)]
    winners = [speaker.seat(seat) for seat in by_rank(view) if view.ranks[seat] == 1]
    told = ngettext("{names} wins.", "{names} share the win.", len(winners)).format(names=joined(winners))
    return [*lines, told]
