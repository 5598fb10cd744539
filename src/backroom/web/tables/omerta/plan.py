"""Omerta: what is being chosen. Each target of the table says what a press on it does: a move at once, or a change of
the draft, which one press in the prompt then sends."""

from __future__ import annotations

from typing import Final, NamedTuple

from backroom.games.omerta.reading import target_of
from backroom.games.omerta.view import OmertaView
from backroom.web.scene import Scene

AT_ONCE: Final = {"peek": "peek", "race": "snap", "taken": "swap"}
"""By phase: moves made by one press."""
WEIGHED: Final = {"sealed_race": "snap", "react": "killer"}
"""By phase: moves chosen first, then confirmed."""
RIVALS: Final = ("lady", "snitch", "la_mama")
TWO: Final = 2


class Press(NamedTuple):
    """What pressing a target does."""

    token: str
    """The move it is about."""
    draft: tuple[str, ...] | None = None
    """The draft as it will be; None makes the move at once."""
    chosen: bool = False


class Plan:
    """What may be chosen at this moment, and what has been."""

    def __init__(self, scene: Scene, view: OmertaView) -> None:
        self.scene = scene
        self.view = view
        ahead = scene.ahead
        self.now = ahead if isinstance(ahead, OmertaView) else view
        """The table as it would be after the draft."""
        self.asked = bool(scene.legal)
        self.draft = tuple(scene.draft)
        self.legal = scene.legal
        self.from_pile = self.draft[:1] == ("take:pile",)
        self.phase = ("taken" if self.from_pile else view.phase) if self.asked else ""
        self.acting = view.acting if self.phase == "act" else ""
        self.first = view.named if self.acting in ("gangster", "snitch", "driver") else ()
        """Targets that have been named for good."""
        self.wanted = TWO - len(self.first)
        """How many more may be named."""

    # What a press does.

    def own(self, slot: int) -> Press | None:
        """A card of the viewer's own row."""
        phase, acting = self.phase, self.acting
        if phase in AT_ONCE:
            token = f"{AT_ONCE[phase]}:{slot}"
            return Press(token) if token in (self.scene.options if self.from_pile else self.legal) else None
        if phase in WEIGHED:
            return self._one(f"{WEIGHED[phase]}:{slot}")
        if acting == "mole":
            token = f"mole:{slot}"
            return Press(token) if token in self.legal else None
        if acting == "driver":
            return self._several(f"drive:{slot}")
        if acting == "gangster" and self.view.seat is not None:
            return self._moved(f"gangster:S{self.view.seat + 1}:{slot}")
        if acting == "safecracker" and self.draft:
            return self._one(f"trade:{self.trade()[0]}:{slot}", again=False)
        return None

    def rival_card(self, seat: int, slot: int) -> Press | None:
        """A card of somebody else's row."""
        if self.acting == "gangster":
            return self._moved(f"gangster:S{seat + 1}:{slot}")
        return self._one(f"patrol:S{seat + 1}:{slot}") if self.acting == "patrol" else None

    def rival(self, seat: int) -> Press | None:
        """Somebody else's whole row."""
        if self.acting not in RIVALS:
            return None
        token = f"{self.acting}:S{seat + 1}"
        return self._dealt(token) if self.acting == "snitch" else self._one(token)

    def safe(self, slot: int) -> Press | None:
        """A card of the safe."""
        found = [token for token in self.legal if token.startswith(f"trade:{slot}:")]
        if not found:
            return None
        if self.trade()[0] == slot:
            return Press(self.draft[0], (), True)
        wanted = f"trade:{slot}:{self.trade()[1]}"
        token = wanted if wanted in found else found[0]
        return Press(token, (token,))

    # What has been chosen.

    def trade(self) -> tuple[int, int]:
        """The safe's slot and the own one of an exchange that is considered; 0 for none."""
        if not self.draft or not self.draft[0].startswith("trade:"):
            return 0, 0
        _verb, safe, slot = self.draft[0].split(":")
        return int(safe), int(slot)

    def named(self) -> tuple[str, ...]:
        """All targets named: for good, and in the draft."""
        held = self.view.named if self.view.acting != "safecracker" else ()
        return (*held, *(token for token in self.draft if ":" in token and not token.startswith("take:")))

    def aims(self) -> set[tuple[int, int]]:
        """The cards (seat, slot) that are named; slot 0 for whole rows."""
        found = set()
        for token in self.named():
            seat, slot = target_of(token)
            if token.startswith("trade:"):
                seat, slot = self.view.seat, self.trade()[1]
            if seat is None:
                seat = self.view.active if self.view.phase in ("act", "react") and not self.asked else self.view.seat
            if seat is not None:
                found.add((seat, slot))
        return found

    def ready(self) -> tuple[str, ...]:
        """The moves that one press sends, if enough has been chosen; else none."""
        if not self.draft or self.from_pile:
            return ()
        if self.acting in ("gangster", "snitch") and len(self.draft) < self.wanted:
            return ()
        if self.acting == "driver" and len(self.draft) < self.wanted and "drive:done" in self.scene.options:
            return (*self.draft, "drive:done")
        return self.draft

    # Inside.

    def _one(self, token: str, again: bool = True) -> Press | None:
        if token not in self.legal:
            return None
        chosen = self.draft[:1] == (token,)
        return Press(token, () if chosen and again else (token,), chosen)

    def _several(self, token: str) -> Press | None:
        if token in self.draft:
            return Press(token, tuple(each for each in self.draft if each != token), True)
        if token not in self.legal:
            return None
        kept = self.draft[: self.wanted - 1]
        return Press(token, (*kept, token))

    def _dealt(self, token: str) -> Press | None:
        if token not in self.legal:
            return None
        chosen = token in self.draft
        if len(self.draft) < self.wanted:
            return Press(token, (*self.draft, token), chosen)
        if chosen:
            at = self.draft.index(token)
            return Press(token, self.draft[:at] + self.draft[at + 1 :], True)
        return Press(token, (*self.draft[:-1], token))

    def _moved(self, token: str) -> Press | None:
        draft = self.draft
        if token in draft:
            return Press(token, tuple(each for each in draft if each != token), True)
        if len(draft) >= self.wanted and self.wanted == TWO:  # another one in the place of the one in its row
            kept = draft[1] if target_of(draft[0])[0] == target_of(token)[0] else draft[0]
            return Press(token, (kept, token)) if token in self.legal else None
        if draft and token in self.scene.options:
            return Press(token, (*draft, token))
        return Press(token, (token,)) if token in self.legal else None
