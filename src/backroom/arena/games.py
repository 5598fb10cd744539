"""Many games by bots: each the same whenever it is played again, spread over all processors.

>>> from backroom.arena.games import Plan, play_game
>>> from backroom.arena.schedule import Fixture
>>> plan = Plan("boss", ("random",))
>>> play_game(plan, Fixture(1, (0, 0, 0))) == play_game(plan, Fixture(1, (0, 0, 0)))
True
"""

from __future__ import annotations

import hashlib
from contextlib import ExitStack
from functools import cache, lru_cache
from math import log2
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final

import msgspec

import backroom
from backroom.arena.entrants import Entrant, Limits, entrant
from backroom.arena.players import seated
from backroom.arena.schedule import Fixture, Order
from backroom.arena.seats import Seated
from backroom.bots.budget import Budget
from backroom.kernel.edition import Edition
from backroom.kernel.game import Counts
from backroom.kernel.options import Value
from backroom.kernel.registry import game as find_game

STEPS: Final = 8
"""Thinking times are counted in classes, so many to each doubling."""

Times = dict[int, int]
"""How many decisions took so long: by class, `STEPS * log2` of the microseconds."""


class Plan(msgspec.Struct, frozen=True):
    """What all the games have in common."""

    game: str
    bots: tuple[str, ...]
    options: dict[str, Value] = {}
    edition: str = ""
    """The text of the edition file, nothing for the house's."""
    source: str = ""
    """Where that text comes from, for errors."""
    budget: Budget | None = None
    """For bots that have none of their own."""
    limits: Limits = Limits()
    tally: bool = False
    """Whether to count what the game itself counts."""
    timed: bool = False
    """Whether to note how long everybody thinks, and what went wrong in words: the part that does not repeat."""

    def entrants(self) -> list[Entrant]:
        """Who plays, as things are now; UnknownBot or BadEntrant if somebody cannot."""
        return [entrant(name, self.game, self.budget) for name in self.bots]

    def header(self) -> dict[str, object]:
        """What results must share to be counted together."""
        game = find_game(self.game)
        entrants = self.entrants()
        shared: dict[str, object] = {
            "game": self.game,
            "rules": game.rules,
            "program": program(),
            "edition": edition_of(self).label,
            "options": game.settle(self.options),
            "bots": ", ".join(each.identity() for each in entrants),
        }
        if self.budget is not None:
            shared["budget"] = msgspec.to_builtins(self.budget)
        if any(each.outside for each in entrants):
            shared["limits"] = msgspec.to_builtins(self.limits)
        return shared


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one game came out."""

    number: int
    order: Order
    """Which of the plan's bots sat at each seat."""
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    decisions: int
    first: int | None = None
    """Who made the first decision; None where several do together."""
    tally: Counts = {}
    """What the game itself counts, without what nobody had."""
    faults: tuple[dict[str, int], ...] = ()
    """What bots from outside did not do right, by seat and kind; nothing if all was well."""
    times: tuple[Times, ...] = ()
    """How long each seat thought."""
    said: tuple[str, ...] = ()
    """The first fault of each seat in words."""

    @property
    def seats(self) -> int:
        return len(self.order)

    @property
    def fixture(self) -> Fixture:
        return Fixture(self.number, self.order)

    def wins(self) -> list[float]:
        """Each seat's part of the win."""
        winners = self.ranks.count(1)
        return [1 / winners if rank == 1 else 0.0 for rank in self.ranks]

    def repeatable(self) -> Result:
        """Without what is different each time it is played."""
        return msgspec.structs.replace(self, times=(), said=())


@lru_cache(maxsize=8)
def _read(text: str, source: str) -> Edition:
    return Edition(text, source)


@lru_cache(maxsize=256)
def _entrant(name: str, game: str, budget: Budget | None) -> Entrant:
    return entrant(name, game, budget)


@cache
def program() -> str:
    """The SHA-256 of all that decides how a game goes, so that results from before and after a change do not mix."""
    digest = hashlib.sha256()
    top = Path(backroom.__file__).parent
    for part in ("kernel", "games", "bots"):
        for file in sorted((top / part).rglob("*.py")):
            digest.update(file.relative_to(top).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def edition_of(plan: Plan) -> Edition:
    """The edition of a plan, checked."""
    return find_game(plan.game).with_edition(_read(plan.edition, plan.source) if plan.edition else None)


def play_game(plan: Plan, fixture: Fixture) -> Result:
    """One game. Its number is its seed; the chance of each seat hangs on it too, whoever sits there."""
    game = find_game(plan.game)
    seats = len(fixture.order)
    whole = f"{plan.game} {seats} {fixture.number}"
    race = Random(whole)
    chance = [Random(f"{whole} {seat}") for seat in range(seats)]
    state = game.new(seats, fixture.number, plan.options, edition_of(plan))
    start = state.view(None)
    first = state.waiting[0] if len(state.waiting) == 1 else None
    if plan.tally:
        state.listen()
    decisions = 0
    times: tuple[Times, ...] = tuple({} for _seat in range(seats))
    with ExitStack() as leaving:
        players: list[Seated] = []
        for bot in fixture.order:
            players.append(seated(_entrant(plan.bots[bot], plan.game, plan.budget), game, plan.limits))
            leaving.callback(players[-1].close)
        while waiting := state.waiting:
            # Who answers first in a race is nobody's right.
            seat = waiting[0] if len(waiting) == 1 else waiting[race.randrange(len(waiting))]
            legal = state.legal(seat)
            action = legal[0]
            if len(legal) > 1:
                begun = perf_counter()
                action = players[seat].move(state, seat, legal, chance[seat])
                if plan.timed:
                    took = round(STEPS * log2(max((perf_counter() - begun) * 1e6, 1.0)))
                    times[seat][took] = times[seat].get(took, 0) + 1
            state.play(seat, action)
            decisions += 1
    faults = [player.faults for player in players]
    tally = game.tally(start, state.events()) if plan.tally else {}
    return Result(
        number=fixture.number,
        order=fixture.order,
        scores=tuple(state.scores()),
        ranks=tuple(state.ranks()),
        decisions=decisions,
        first=first,
        tally={
            chapter: {name: counted for name, counted in rows.items() if any(counted)}
            for chapter, rows in tally.items()
        },
        faults=tuple(_counted([fault.kind for fault in each]) for each in faults) if any(faults) else (),
        times=times if plan.timed else (),
        said=tuple(str(each[0]) if each else "" for each in faults) if plan.timed and any(faults) else (),
    )


def _counted(kinds: list[str]) -> dict[str, int]:
    return {kind: kinds.count(kind) for kind in sorted(set(kinds))}
