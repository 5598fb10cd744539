"""Corleone's Empire in the terminal: what happened, in sentences, and the last count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from typing import Any, Final

from rich.box import Box
from rich.console import Group as Stack
from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from backroom.cli.screen import Framed
from backroom.cli.tables import seat_text
from backroom.cli.tongue import _, dollars, joined, ngettext, numeral
from backroom.games.corleone.reading import best, bonuses, by_rank, counted, dominant, job_counts, printing
from backroom.games.corleone.view import CorleoneView, Figure
from backroom.kernel.events import Event
from backroom.kernel.words import Speaker

NEWS: Final = frozenset({"act", "family_business", "entracte", "bribery", "tribute", "over"})
"""Events that stand out."""
FOLLOWS: Final = frozenset(
    {
        "share", "done", "no_bill", "horse_head", "shuffled", "looks", "kept", "discarded", "paid_goods", "killed",
        "killed_neutral", "moved", "taken_back", "neutral", "stolen", "shown", "levied", "front", "backs",
    }
)  # fmt: skip
"""What comes of an action, told further in than it."""
GAINS: Final = frozenset({"took_bill", "took_good", "laundered"})
COUNT: Final = frozenset({"bonus_district", "bonus_jobs", "counted"})
"""The last count has a table of its own."""
BONUS: Final = 5


class Teller:
    """Makes lines of events; what is gained one by one is told in one line."""

    def __init__(self, view: CorleoneView, speaker: Speaker, before: CorleoneView | None = None) -> None:
        self.view = view
        self.speaker = speaker
        self.standing: dict[str, Figure] = {**before.thugs, **before.members} if before is not None else {}
        """Who stands where, followed from event to event: nobody is told where the killed stood."""
        self.lines: list[Text] = []
        self.gains: list[tuple[int, str, str]] = []
        self.war: Event | None = None
        self.bids: list[Event] = []

    def tell(self, events: Iterable[Event]) -> None:
        """All of them, in order."""
        for event in events:
            if event.kind not in GAINS:
                self.tell_gains()
            if event.kind != "bid":
                self.tell_bids()
            self.one(event)
        self.tell_gains()
        self.tell_bids()
        if self.war is not None:
            self.add(_("{war}. The winner may move a marker there. [C-76]").format(war=self.influence(self.war)))

    def one(self, event: Event) -> None:
        """One event, or a part of what is told together."""
        told = event.public
        if event.kind in GAINS:
            card = told["good"] if event.kind == "took_good" else f"bill-{told['money']}"
            self.gains.append((told["seat"], "launders" if event.kind == "laundered" else "takes", card))
        elif event.kind == "bid":
            self.bids.append(event)
        elif event.kind == "war":
            if not any(line.plain == _("Turf wars") for line in self.lines[-8:]):
                self.add(_("Turf wars"), "bold", indent="")
            self.war = event
        elif event.kind in ("war_won", "war_tied", "kept_markers"):
            self.end_of_war(event)
        elif event.kind not in COUNT or not self.view.over:
            line = self.speaker.event(event, self.view.seat)
            place = self.follow(event)
            if line and place is not None:
                line += " " + _("It stood at {place}.").format(place=self.speaker.name(place))
            if line and event.kind in NEWS:
                self.add(line, "bold", indent="")
            elif line:
                self.add(line, indent="      " if event.kind in FOLLOWS else "  ")

    def follow(self, event: Event) -> str | None:
        """Keep `standing` as it is; the place that somebody was killed in, where that is clear."""
        told = event.public
        if event.kind in ("thug", "family"):
            place = told["place"] if event.kind == "thug" else told["space"]
            self.standing[place] = f"{told['seat']} {told.get('figure', 'thug')}"
        elif event.kind in ("killed", "moved", "taken_back"):
            figure = f"{told.get('owner', told.get('seat'))} {told['figure']}"
            left = self.left_by(figure)
            self.standing.pop(left or "", None)
            if event.kind == "moved":
                self.standing[told["place"]] = figure
            return left if event.kind == "killed" else None
        elif event.kind == "entracte":
            self.standing.clear()
        return None

    def left_by(self, figure: Figure) -> str | None:
        """The place that a figure has left: of several alike, the one where it stands no more."""
        places = [place for place, who in self.standing.items() if who == figure]
        now = {**self.view.thugs, **self.view.members}
        gone = [place for place in places if now.get(place) != figure]
        return places[0] if len(places) == 1 else gone[0] if len(gone) == 1 else None

    def add(self, line: str, style: str = "", indent: str = "  ") -> None:
        self.lines.append(Text(indent + line, style=style))

    def tell_gains(self) -> None:
        """`Anna takes $2, gun; launders $5.`"""
        for seat, gains in groupby(self.gains, key=lambda gain: gain[0]):
            parts = []
            for verb, cards in groupby(gains, key=lambda gain: gain[1]):
                things = counted([card for _seat, _verb, card in cards], self.speaker)
                parts.append((_("takes {things}") if verb == "takes" else _("launders {things}")).format(things=things))
            self.add(f"{self.speaker.seat(seat)} {joined(parts)}.", indent="      ")
        self.gains.clear()

    def tell_bids(self) -> None:
        """C-79: all bids in one line."""
        if not self.bids:
            return
        shown = []
        for event in self.bids:
            name = self.speaker.seat(event.public["seat"])
            bills = " + ".join(dollars(value) for value in event.public["bills"])
            if len(event.public["bills"]) > 1:
                shown.append(f"{name} {dollars(event.public['money'])} ({bills})")
            else:
                shown.append(f"{name} {bills or _('nothing')}")
        self.add(_("The bids: {bids}.").format(bids=self.speaker.tongue.semicolon.join(shown)))
        self.bids.clear()

    def influence(self, war: Event) -> str:
        """C-71: `6 Midtown: Anna 2, Boris 1, neutral 1`."""
        strengths, neutral = war.public["influence"], war.public["neutral"]
        shown = [f"{self.speaker.seat(seat)} {numeral(count)}" for seat, count in enumerate(strengths) if count]
        if neutral:
            shown.append(_("neutral {n}").format(n=neutral))
        area = war.public["district"]
        found = printing(self.view, self.speaker).areas[area].number
        return f"{numeral(found)} {self.speaker.name(area)}: " + (joined(shown) or _("nobody is there"))

    def end_of_war(self, event: Event) -> None:
        """C-72 to C-76: who controls a district now, or why nobody new does."""
        war, self.war = self.war, None
        if war is None or event.kind == "kept_markers":
            line = self.speaker.event(event, self.view.seat) or ""
            self.add(line if war is None else f"{self.influence(war)}. {line}")
            return
        self.add(f"{self.influence(war)}. {self.outcome(war.public, event)}")

    def outcome(self, war: dict[str, Any], event: Event) -> str:
        """What a turf war ends with, and the paragraph."""
        strengths, neutral = war["influence"], war["neutral"]
        most = max(*strengths, neutral)
        if event.kind == "war_won":
            return _("{name} puts a marker on top and controls it.").format(
                name=self.speaker.seat(event.public["winner"])
            )
        if most == 0:
            return _("No marker.")
        if neutral == most:
            return _("The neutral side has the most or as many: no marker. [C-74]")
        names = joined(self.speaker.seat(seat) for seat, count in enumerate(strengths) if count == most)
        return _("A tie ({names}): no marker. [C-73]").format(names=names)


def story(events: Sequence[Event], before: CorleoneView | None, view: CorleoneView, speaker: Speaker) -> RenderableType:
    """What happened."""
    teller = Teller(view, speaker, before)
    teller.tell(events)
    return Stack(*teller.lines)


# The end.


def last_count(view: CorleoneView, speaker: Speaker) -> RenderableType:
    """C-95 to C-99, with every figure explained."""
    return Stack(
        Text(),
        Text(_("The last count"), style="bold"),
        Framed(lambda box: standing(view, speaker, box)),
        Text(),
        Text(
            _(
                "Districts: ${bonus} each for most markers in the stack; of those tied, for the higher one. [C-97]"
            ).format(bonus=BONUS),
            style="bold",
        ),
        *district_lines(view, speaker),
        Text(
            _("Jobs: ${bonus} for each colour to all who completed the most of it. [C-98]").format(bonus=BONUS),
            style="bold",
        ),
        *job_lines(view, speaker),
        Text(),
        *(Text(line) for line in tie_breaks(view, speaker)),
    )


def standing(view: CorleoneView, speaker: Speaker, box: Box | None) -> Grid:
    """Everybody by rank."""
    grid = Grid(box=box, pad_edge=False, show_edge=False)
    for title in (_("Rank"), _("Player"), _("Suitcase"), _("Districts"), _("Jobs"), _("Money")):
        grid.add_column(title, justify="left" if title == _("Player") else "right")
    districts, colours = bonuses(view, speaker)
    for seat in by_rank(view):
        extra = BONUS * (districts[seat] + colours[seat])
        grid.add_row(
            f"{numeral(view.ranks[seat])}.",
            seat_text(seat, speaker, view.seat),
            dollars(view.scores[seat] - extra),
            dollars(BONUS * districts[seat]),
            dollars(BONUS * colours[seat]),
            Text(dollars(view.scores[seat]), style="bold"),
        )
    return grid


def district_lines(view: CorleoneView, speaker: Speaker) -> Iterable[Text]:
    """Every stack, and whom it pays."""
    for district, stack in zip(printing(view, speaker).districts, view.stacks, strict=True):
        line = f"  {numeral(district.number)} {speaker.name(district.id)}: "
        winner = dominant(stack)
        if winner is None:
            yield Text(line + _("no markers"), style="dim")
            continue
        counts = Counter(stack)
        shown = joined(f"{speaker.seat(seat)} {numeral(count)}" for seat, count in counts.most_common())
        tied = sum(count == counts[winner] for count in counts.values()) > 1
        told = (
            _("{markers}; of those tied, {name}’s lies higher: ${bonus}")
            if tied
            else _("{markers}: ${bonus} to {name}")
        )
        yield Text(line + told.format(markers=shown, name=speaker.seat(winner), bonus=BONUS))


def job_lines(view: CorleoneView, speaker: Speaker) -> Iterable[Text]:
    """Every colour, and whom it pays."""
    for colour, counts in job_counts(view, speaker).items():
        shown = joined(f"{speaker.seat(seat)} {numeral(count)}" for seat, count in enumerate(counts) if count)
        winners = joined(speaker.seat(seat) for seat in best(counts))
        if not winners:
            yield Text("  " + _("{colour}: nobody").format(colour=speaker.name(colour)), style="dim")
            continue
        told = _("{colour}: {jobs}; ${bonus} to {names}")
        yield Text("  " + told.format(colour=speaker.name(colour), jobs=shown, names=winners, bonus=BONUS))


def tie_breaks(view: CorleoneView, speaker: Speaker) -> list[str]:
    """C-99: what decides between equal money, and who wins."""
    districts, _colours = bonuses(view, speaker)
    lines = []
    for first, second in pairwise(by_rank(view)):
        if view.scores[first] != view.scores[second]:
            continue
        if districts[first] != districts[second]:
            line = _("{one} and {other} have the same money; {one} has more of it from districts. [C-99]")
        else:
            line = _("{one} and {other} have the same money, as much from districts, and share their rank. [C-99]")
        lines.append(line.format(one=speaker.seat(first), other=speaker.seat(second)))
    winners = [speaker.seat(seat) for seat in by_rank(view) if view.ranks[seat] == 1]
    return [*lines, ngettext("{names} wins.", "{names} share the win.", len(winners)).format(names=joined(winners))]
