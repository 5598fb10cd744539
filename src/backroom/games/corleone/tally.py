"""Corleone's Empire: what a whole game says about the printed data, for `backroom balance`.

Money is counted where it enters a hand: from jobs (rewards and what they let you do), allies, thugs, family members,
shares; and where it enters the final count: laundered, the bills of the last two cards, less bribes; districts,
colours. Fronts count for everybody who used them, whoever was asked; a front used by a moved thug is not told apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from backroom.games.corleone.edition import Printed
from backroom.games.corleone.numbers import COLOURS, GOODS, VALUES
from backroom.games.corleone.steps import TakeGood
from backroom.games.corleone.view import CorleoneView
from backroom.kernel.events import Event
from backroom.kernel.game import Counts
from backroom.kernel.words import N_

HEADINGS: dict[str, str | tuple[str, str]] = {
    "tally.income": N_("Dollars taken into the hand, by where they come from"),
    "tally.final": N_("Dollars in the final count"),
    "tally.colours": N_("Jobs completed, by colour"),
    "tally.jobs": N_("Jobs completed"),
    "tally.hired": N_("Allies bribed"),
    "tally.allies": N_("Allies played"),
    "tally.fronts": N_("Fronts used"),
    "tally.backs": N_("Backs used by family members"),
    "tally.wars": N_("Control markers placed"),
    "tally.other": N_("What else happened"),
    "tally.out": N_("Stacks that ran out, how often"),
    "tally.row.from_jobs": N_("jobs"),
    "tally.row.from_allies": N_("allies"),
    "tally.row.from_thugs": N_("thugs"),
    "tally.row.from_family": N_("family members"),
    "tally.row.from_shares": N_("shares of the controller"),
    "tally.row.laundered": N_("laundered"),
    "tally.row.last_bills": N_("bills among the last two cards"),
    "tally.row.bribes": N_("paid in briberies"),
    "tally.row.districts": N_("bonuses for districts"),
    "tally.row.colours": N_("bonuses for jobs"),
    "tally.row.thugs_lost": N_("thugs killed"),
    "tally.row.family_lost": N_("family members killed"),
    "tally.row.shares": N_("shares used"),
    "tally.row.horse_heads": N_("times the Horse Head was taken"),
    "tally.row.given": N_("cards given to the Don"),
    "tally.row.stolen": N_("cards taken unseen"),
    "tally.row.goods_printed": N_("goods printed on what was used"),
    "tally.row.goods_missing": N_("of these, without a card left"),
    "tally.row.job_deck": N_("the job deck"),
    "tally.row.lower_bills": N_("a bill wanted, but none left"),
}

SOURCES = {"job": "from_jobs", "ally": "from_allies", "thug": "from_thugs", "family": "from_family"}
"""Where money comes from by the kind of action."""
OTHER_STACKS = ("lower_bills", "job_deck", "goods_printed", "goods_missing")
"""What is counted beside each stack's end."""


def tally(printed: Printed, start: CorleoneView, events: Sequence[Event]) -> Counts:
    """Everything that is counted, in one walk over the events."""
    counting = Counting(printed, start)
    for event in events:
        counting.hear(event.kind, event.public)
    return counting.counts


class Counting:
    """What has been counted so far, and what must be remembered for it."""

    def __init__(self, printed: Printed, start: CorleoneView) -> None:
        self.seats = start.seats
        self.touches = {space.id: space.touches for space in printed.family_space}
        self.houses = {one.district: one.id for one in printed.business if one.district}
        self.colours = {job.id: job.colour for job in printed.job}
        self.by_area = dict(zip([area.id for area in printed.district], start.plots))
        self.stock = dict(zip([*(f"bill-{value}" for value in VALUES), *GOODS], start.supply))
        self.bids: dict[int, list[int]] = {}
        self.source = ""
        self.mover = -1
        self.case = [0] * start.seats
        self.goods = {
            half: {one.id: [step.type for step in steps if isinstance(step, TakeGood)] for one, steps in sides}
            for half, sides in (
                ("fronts", [(one, one.front) for one in printed.business]),
                ("backs", [(one, one.back) for one in printed.business]),
            )
        }
        fronts = [one.id for one in printed.business if one.front]
        allies = [ally.id for ally in printed.ally]
        own: dict[str, Sequence[str]] = {
            "income": [*SOURCES.values(), "from_shares"],
            "final": ["laundered", "last_bills", "bribes", "districts", "colours"],
            "colours": COLOURS,
            "jobs": list(self.colours),
            "hired": allies,
            "allies": allies,
            "fronts": fronts,
            "backs": [one.id for one in printed.business if one.back],
            "wars": [area.id for area in printed.district if area.number],
            "other": ["thugs_lost", "family_lost", "shares", "horse_heads", "given", "stolen"],
        }
        self.counts: Counts = {chapter: {name: [0] * start.seats for name in names} for chapter, names in own.items()}
        self.counts["out"] = {name: [0] for name in (*self.stock, *OTHER_STACKS)}

    def add(self, chapter: str, name: str, seat: int, n: int = 1) -> None:
        """So much more for a seat."""
        self.counts[chapter][name][seat] += n

    def hear(self, kind: str, told: dict[str, Any]) -> None:
        """One event."""
        count = getattr(self, f"on_{kind}", None)
        if count is not None:
            count(told)

    # Actions.

    def begin(self, kind: str, seat: int) -> None:
        """An action of the family business: what money is taken from now on comes from it."""
        self.source, self.mover = SOURCES[kind], seat

    def use(self, half: str, business: str, seat: int) -> None:
        """A front or a back, with the goods printed there: which of them are still to be had?"""
        self.add(half, business, seat)
        for good in self.goods[half][business]:
            self.counts["out"]["goods_printed"][0] += 1
            self.counts["out"]["goods_missing"][0] += self.stock[good] == 0

    def on_thug(self, told: dict[str, Any]) -> None:
        self.begin("thug", told["seat"])
        self.use("fronts", told["place"], told["seat"])

    def on_family(self, told: dict[str, Any]) -> None:
        self.begin("family", told["seat"])
        self.use_backs(told["seat"], told["space"])

    def on_job(self, told: dict[str, Any]) -> None:
        self.begin("job", told["seat"])
        self.add("jobs", told["job"], told["seat"])
        self.add("colours", self.colours[told["job"]], told["seat"])

    def on_ally(self, told: dict[str, Any]) -> None:
        self.begin("ally", told["seat"])
        self.add("allies", told["ally"], told["seat"])

    # Fronts and backs.

    def on_front(self, told: dict[str, Any]) -> None:
        self.use("fronts", told["place"], told["seat"])

    def on_neutral(self, told: dict[str, Any]) -> None:
        if told["place"] in self.counts["fronts"]:
            self.use("fronts", told["place"], told["seat"])
        elif told["place"] in self.touches:
            self.use_backs(told["seat"], told["place"])

    def on_share(self, told: dict[str, Any]) -> None:
        sharer = told["other"] if told["seat"] == self.mover else told["seat"]
        self.use("fronts", told["place"], sharer)
        self.add("other", "shares", sharer)

    def on_backs(self, told: dict[str, Any]) -> None:
        self.use_area(told["seat"], told["district"])

    def use_backs(self, seat: int, space: str) -> None:
        """All backs in the areas that a family space touches."""
        for area in self.touches[space]:
            self.use_area(seat, area)

    def use_area(self, seat: int, area: str) -> None:
        """The printed business and the tile."""
        self.use("backs", self.houses[area], seat)
        tile = self.by_area.get(area)
        if tile is not None:
            self.use("backs", tile, seat)

    def on_opens(self, told: dict[str, Any]) -> None:
        self.by_area[told["district"]] = told["place"]

    # Bills and goods.

    def take(self, card: str, n: int = 1) -> None:
        """From the supply."""
        self.stock[card] -= n
        if self.stock[card] == 0:
            self.counts["out"][card][0] += 1

    def put(self, cards: Sequence[str]) -> None:
        """Into the supply; jobs and allies go elsewhere."""
        for card in cards:
            if card in self.stock:
                self.stock[card] += 1

    def on_took_bill(self, told: dict[str, Any]) -> None:
        self.add("income", self.source if told["seat"] == self.mover else "from_shares", told["seat"], told["money"])
        self.take(f"bill-{told['money']}")

    def on_took_good(self, told: dict[str, Any]) -> None:
        self.take(told["good"])

    def on_no_bill(self, told: dict[str, Any]) -> None:
        self.counts["out"]["lower_bills"][0] += 1

    def on_shown(self, told: dict[str, Any]) -> None:
        if told["money"]:
            self.put([f"bill-{told['money']}"])

    def on_levied(self, told: dict[str, Any]) -> None:
        self.add("income", self.source, told["seat"], told["money"])
        self.stock[f"bill-{told['money']}"] -= 1

    def on_discarded(self, told: dict[str, Any]) -> None:
        self.put(told["cards"])

    def on_paid_goods(self, told: dict[str, Any]) -> None:
        self.put(told["goods"])

    def on_gave(self, told: dict[str, Any]) -> None:
        self.put(told["cards"])
        self.add("other", "given", told["seat"], len(told["cards"]))

    def on_laundered(self, told: dict[str, Any]) -> None:
        self.add("final", "laundered", told["seat"], told["money"])
        self.case[told["seat"]] += told["money"]

    def on_shuffled(self, told: dict[str, Any]) -> None:
        self.counts["out"]["job_deck"][0] += 1

    # Figures, districts, bribery, the end.

    def on_killed(self, told: dict[str, Any]) -> None:
        self.add("other", "thugs_lost" if told["figure"] == "thug" else "family_lost", told["owner"])

    def on_horse_head(self, told: dict[str, Any]) -> None:
        self.add("other", "horse_heads", told["seat"])

    def on_stolen(self, told: dict[str, Any]) -> None:
        self.add("other", "stolen", told["seat"], told["n"])

    def on_war_won(self, told: dict[str, Any]) -> None:
        self.add("wars", told["district"], told["winner"])

    def on_bid(self, told: dict[str, Any]) -> None:
        self.bids[told["seat"]] = told["bills"]

    def on_hired(self, told: dict[str, Any]) -> None:
        self.add("hired", told["ally"], told["seat"])
        self.add("final", "bribes", told["seat"], -told["money"])
        self.case[told["seat"]] -= told["money"]
        self.put([f"bill-{value}" for value in self.bids[told["seat"]]])

    def on_bonus_district(self, told: dict[str, Any]) -> None:
        self.add("final", "districts", told["winner"], told["money"])

    def on_bonus_jobs(self, told: dict[str, Any]) -> None:
        for seat in told["winner"]:
            self.add("final", "colours", seat, told["money"])

    def on_counted(self, told: dict[str, Any]) -> None:
        self.add("final", "last_bills", told["seat"], told["bills"] - self.case[told["seat"]])
