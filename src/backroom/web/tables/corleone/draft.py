"""Corleone's Empire: what is being considered. A decision made of several small ones stands in the draft as one plan."""

from __future__ import annotations

from collections.abc import Iterator

from backroom.games.corleone.reading import Printing, printing, ways_to_pay
from backroom.games.corleone.steps import Step
from backroom.games.corleone.view import CorleoneView, Pending
from backroom.web.scene import Scene
from backroom.web.tables.corleone.land import land_of
from backroom.web.tables.corleone.pieces import case_values


class Moment:
    """A decision with all that is needed to put it into words and to show it."""

    def __init__(self, scene: Scene, view: CorleoneView, tokens: tuple[str, ...]) -> None:
        self.scene = scene
        self.view = view
        self.tokens = tokens
        self.printed: Printing = printing(view, scene.speaker)
        self.land = land_of(self.printed)
        self.pending: Pending | None = view.pending[-1] if view.pending else None

    @property
    def asked(self) -> str:
        """Which decision it is."""
        if self.pending is not None:
            return self.pending.what
        return {"bribery": "bidding", "tribute": "giving"}.get(self.view.phase, "turn")

    def step(self) -> Step | None:
        """The sentence of a card that is being carried out."""
        if self.pending is None or not self.pending.numbers:
            return None
        return self.printed.steps.get(self.pending.numbers[0])

    def listed(self, prefix: str) -> list[str]:
        """What stands behind the colon in the moves of a kind."""
        return [token.partition(":")[2] for token in self.tokens if token.startswith(f"{prefix}:")]

    def job(self, mark: str) -> str:
        """A job by the number in a move."""
        return self.printed.ids[f"j{int(mark):02}"]


class Plan(Moment):
    """The draft as one plan: what is settled in it, what ends it, and what may come next."""

    def __init__(self, scene: Scene, view: CorleoneView) -> None:
        steps = [(seen, legal) for seen, legal in scene.steps if isinstance(seen, CorleoneView)]
        cut = next((at for at, (seen, _legal) in enumerate(steps) if self.over(view, seen)), len(steps))
        self.base = scene.draft[:cut]
        """The choices that leave something to choose."""
        self.last = scene.draft[cut : cut + 1]
        """The one that ends the decision, or shows something."""
        self.chosen = self.base + self.last
        self.before: list[CorleoneView] = [view, *(seen for seen, _legal in steps[:cut])]
        """The view before each of the chosen."""
        self.after = steps[cut][0] if cut < len(steps) else None
        legal = steps[cut - 1][1] if cut else scene.legal
        super().__init__(scene, self.before[-1], tuple(legal))

    @staticmethod
    def over(view: CorleoneView, seen: CorleoneView) -> bool:
        """Whether a decision that began with one view is behind its maker in the other."""
        if (view.phase, view.act) != (seen.phase, seen.act):
            return True
        return seen.phase == "family_business" and not seen.pending

    def adding(self, *tokens: str) -> list[str]:
        """The draft with more; in place of what would end it."""
        return [*self.base, *tokens]

    def without(self, at: int) -> list[str]:
        """The draft less one choice, and with whatever of the rest still fits."""
        return [*self.chosen[:at], *self.chosen[at + 1 :]]

    def dropping(self, token: str) -> list[str]:
        """The draft less the last choice of a kind."""
        return self.without(max(at for at, each in enumerate(self.chosen) if each == token))

    def moments(self) -> Iterator[tuple[str, Moment]]:
        """Everything chosen, each with the moment it was chosen in."""
        for token, view in zip(self.chosen, self.before, strict=False):
            yield token, Moment(self.scene, view, ())

    def with_payment(self, token: str) -> list[str]:
        """A job with its payment, where there is one way only."""
        ways = ways_to_pay(self.job(token.partition(":")[2]), self.view, self.printed)
        return self.adding(token, *([f"pay:{ways[0]}"] if len(ways) == 1 else []))

    def sums(self) -> tuple[int, int, int, int]:
        """Money in the suitcase and cards in hand, now and after what was chosen."""
        now = self.before[0]
        then = self.after or self.view
        case, hand = sum(case_values(then)), len(then.hand)
        if self.after is None:
            for token in self.last:
                kind, _colon, what = token.partition(":")
                if kind == "launder":
                    case, hand = case + int(what), hand - 1
                elif kind == "take" and what != "horse_head":
                    hand += 1
                elif kind == "discard":
                    hand -= 1
        return sum(case_values(now)), case, len(now.hand), hand

    def bid(self) -> list[str]:
        """The bills laid into a bid, those of the draft with them."""
        return [*self.view.laid, *(f"bill-{token[4:]}" for token in self.last if token.startswith("bid:"))]


def needed(view: CorleoneView, printed: Printing) -> int:
    """How many cards the Don still gets (C-86)."""
    return len(view.hand) - printed.printed.limits.hand[view.act - 1]
