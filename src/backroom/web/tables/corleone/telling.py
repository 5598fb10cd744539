"""Corleone's Empire: the log. What comes of one thing is told in one line, the newest first."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import Any, Final

from markupsafe import Markup

from backroom.games.corleone.view import CorleoneView
from backroom.kernel.events import Event
from backroom.kernel.words import N_
from backroom.web.art import icon
from backroom.web.controls import Words, log_lines
from backroom.web.scene import Scene
from backroom.web.tables.corleone.pieces import seal

SIGNED: Final = {
    "act": "flag", "opens": "front", "family_business": "person", "thug": "person", "family": "person", "job": "jobs",
    "ally": "person", "killed": "river", "killed_neutral": "river", "moved": "move", "taken_back": "takeback",
    "neutral": "person", "stolen": "steal", "horse_head": "horse", "entracte": "flag", "bribery": "mail", "bid": "mail",
    "hired": "person", "tribute": "hand", "gave": "hand", "over": "winner", "share": "control", "looks": "jobs",
    "kept": "jobs", "shuffled": "jobs", "war": "influence", "lifted": "control", "levied": "money", "shown": "money",
}  # fmt: skip
"""The sign before a line."""
LAST: Final = 64
"""So many events are told; they make as many lines as a log shows, or nearly."""
GAINS: Final = frozenset({"took_bill", "took_good", "laundered"})
TAKEN: Final = {"gun": N_("a gun"), "blood_money": N_("some blood money")}
"""Goods as a sentence has them that says who takes one, where they are not called just so."""
HEADS: Final = frozenset({"act", "family_business", "bribery", "tribute", "entracte", "over"})
"""What begins something new."""


def log(scene: Scene, view: CorleoneView) -> Markup:
    """The zone."""
    title = scene.text("What happened")
    return Markup(
        f'<section class="panel logp" aria-label="{title}"><h2>{icon("log")} {title}</h2>{log_lines(scene, Teller(scene, view).lines)}</section>'
    )


class Teller:
    """Makes lines of events; what is gained one by one is told in one line."""

    def __init__(self, scene: Scene, view: CorleoneView) -> None:
        self.scene = scene
        self.view = view
        self.lines: list[tuple[int, Words]] = []
        self.gains: list[tuple[int, int, str, str]] = []
        self.war: tuple[int, dict[str, Any]] | None = None
        for version, event in scene.events[-LAST:]:
            if event.kind not in GAINS:
                self.tell_gains()
            self.one(version, event)
        self.tell_gains()
        self.tell_war()

    def one(self, version: int, event: Event) -> None:
        """One event, or a part of what is told together."""
        told = event.public
        if event.kind in GAINS:
            card = told["good"] if event.kind == "took_good" else f"bill-{told['money']}"
            self.gains.append((version, told["seat"], "launders" if event.kind == "laundered" else "takes", card))
            return
        if event.kind == "war":
            self.tell_war()
            self.war = version, told
            return
        line = self.scene.told(event)
        if event.kind in ("war_won", "war_tied") and self.war is not None:
            line = Markup("{} {}").format(self.strengths(self.war[1]), self.outcome(event))
            self.war = None
        elif event.kind != "lifted":
            self.tell_war()
        if line is None:
            return
        sign = SIGNED.get(event.kind)
        shown = Markup("{} {}").format(icon(sign), line) if sign else line
        self.lines.append((version, Markup('<b class="lh">{}</b>').format(shown) if event.kind in HEADS else shown))

    def tell_gains(self) -> None:
        """`Anna takes $2, a gun, launders $5.`"""
        scene = self.scene
        for (version, seat), gains in groupby(self.gains, key=lambda gain: gain[:2]):
            parts = []
            for verb, cards in groupby(gains, key=lambda gain: gain[2]):
                things = self.things([each[3] for each in cards])
                line = scene.text("takes {things}") if verb == "takes" else scene.text("launders {things}")
                parts.append(scene.fill(line, things=things))
            name = Markup("{}<b>{}</b>").format(Markup(seal(seat, "tiny")), scene.who(seat))
            self.lines.append((version, Markup('<span class="sub">{} {}.</span>').format(name, scene.joined(parts))))
        self.gains.clear()

    def things(self, cards: list[str]) -> Markup:
        """What is taken or laundered, as it stands in a sentence: `$2 ×2, a gun`."""
        scene = self.scene
        told = []
        for card, count in Counter(cards).items():
            name = scene.text(TAKEN[card]) if card in TAKEN and count == 1 else scene.label(card)
            told.append(name if count == 1 else Markup("{} ×{}").format(name, count))
        return Markup(", ").join(told)

    def tell_war(self) -> None:
        """A turf war without an outcome yet: its winner has to say which marker moves."""
        if self.war is not None:
            version, told = self.war
            self.war = None
            self.lines.append((version, self.strengths(told)))

    def strengths(self, told: dict[str, Any]) -> Markup:
        """C-71: `Midtown: Anna 2, Boris 1, neutral 1.`"""
        scene = self.scene
        shown = [
            Markup("{}{} <b>{}</b>").format(Markup(seal(seat, "tiny")), scene.who(seat), count)
            for seat, count in enumerate(told["influence"])
            if count
        ]
        if told["neutral"]:
            shown.append(Markup("{} <b>{}</b>").format(scene.text("neutral"), told["neutral"]))
        sides = scene.joined(shown) or scene.text("nobody is there")
        return Markup("{} <b>{}:</b> {}.").format(icon("influence"), scene.label(told["district"]), sides)

    def outcome(self, event: Event) -> Markup:
        """C-72 to C-74."""
        scene = self.scene
        if event.kind == "war_won":
            return scene.fill(
                scene.text("Control goes to {name}."),
                name=Markup("<b>{}</b>").format(scene.who(event.public["winner"])),
            )
        return scene.text("No marker.")
