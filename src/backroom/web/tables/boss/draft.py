"""Boss: a turn being considered. Where to send, how many, and which card stand in the draft; one press sends it all."""

from __future__ import annotations

from backroom.games.boss.reading import groups_to, sent
from backroom.games.boss.view import BossView
from backroom.web.scene import Scene


class Plan:
    """What the draft says so far."""

    def __init__(self, scene: Scene) -> None:
        view = scene.view
        self.tokens = scene.draft
        self.laying = isinstance(view, BossView) and view.laying
        """Whether the sending is done already, and only a card is asked for."""
        self.sends = bool(scene.legal) and not self.laying
        self.sending = next((token for token in self.tokens if token.startswith("send:")), None)
        self.stays = "stay" in self.tokens
        self.card = next((token[4:] for token in self.tokens if token.startswith("lay:")), None)
        found = sent(self.sending) if self.sending else None
        self.place = found[0] if found else None
        self.group = (found[1], found[2]) if found else (0, 0)
        self.legal = scene.legal

    def with_sending(self, token: str) -> list[str]:
        """The draft with this sending in place of another."""
        return [token, *self._card()]

    def without_sending(self) -> list[str]:
        """The draft with no place chosen."""
        return ["stay", *self._card()] if self.card else []

    def with_card(self, card: str) -> list[str]:
        """The draft with this card in place of another; without a place chosen nobody is sent."""
        return [*self._before(), f"lay:{card}"]

    def without_card(self) -> list[str]:
        """The draft with no card chosen."""
        return [self.sending] if self.sending else []

    def groups(self) -> list[tuple[int, int]]:
        """The groups that may go to the chosen place."""
        return groups_to(self.place, self.legal) if self.place else []

    def _card(self) -> list[str]:
        return [f"lay:{self.card}"] if self.card else []

    def _before(self) -> list[str]:
        return [] if self.laying else [self.sending or "stay"]


def plan_of(scene: Scene) -> Plan:
    """The plan of this scene's seat."""
    return Plan(scene)
