"""Information-set Monte Carlo tree search: worlds that fit a view are played on, and what does well counts."""

# compiled by mypyc
# Every iteration imagines a world, walks down what is known of it, adds one decision and plays on. Each seat walks a
# tree of its own, by what it has seen itself: decisions made in secret at the same time do not show in the others'
# trees, and what a seat drew unseen shows in its own alone. A choice weighs how well it did, how often it could have
# been made at all (another world deals other cards), and what the game's `prior` thinks of it.
from __future__ import annotations

import time
from collections.abc import Callable
from math import sqrt
from typing import Final

from backroom.kernel.chance import SMALL, SPREAD
from backroom.kernel.state import State

LANE: Final = 1073741789
"""Keys of decisions are two numbers below this prime, side by side: small enough for a machine word."""
LOW: Final = 692893213
HIGH: Final = 377803181
LONGEST: Final = 3000
"""A play-out that has not ended after so many decisions is judged as it stands."""
ROUND: Final = 16
"""After so many iterations it is looked at whether the choice is made."""
HASTE: Final = 1.3
"""How many times as many iterations as so far a second might still come, where the clock is the limit."""
WIN: Final = 0.9
"""How much of a finished game's worth is the win; the rest is the place."""


class Manner:
    """How a search goes about it."""

    def __init__(
        self,
        curiosity: float = 1.2,
        trust: float = 0.9,
        chapters: int = 1,
        guided: bool = True,
        reuse: int = 1,
        deepest: int = 1000,
        candidates: int = 6,
        eager: bool = True,
    ) -> None:
        self.curiosity = curiosity
        """How much a choice is tried because of its prior and for want of trials."""
        self.trust = trust
        """The share of the prior in that; the rest goes to all choices alike."""
        self.chapters = chapters
        """After how many chapters a play-out stops and the game's outlook is taken; 0 plays to the end."""
        self.guided = guided
        """Whether play-outs choose by the game's `quick`; else at random."""
        self.reuse = reuse
        """How many iterations start from the same imagined world, each with other luck."""
        self.deepest = deepest
        """A tree is walked and grown no deeper than so many decisions."""
        self.candidates = candidates
        """Of so many imagined worlds one is taken, by how well each explains what the rivals did, where the game can
        tell."""
        self.eager = eager
        """Whether a decision is weighed when it is come to for the first time; else play-outs begin there, and it is
        weighed when it is come to again. That takes less time for an iteration, and looks less far."""


class Node:
    """A decision as one seat knows it: its choices, and what became of them."""

    seat: int
    actions: list[int]
    prior: list[float]
    visits: list[int]
    offered: list[int]
    sums: list[float]
    total: float
    count: int
    clear: int
    """The one action there is nothing to think about, or -1."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.actions = []
        self.prior = []
        self.visits = []
        self.offered = []
        self.sums = []
        self.total = 0.0
        self.count = 0
        self.clear = -1

    def admit(self, state: State, legal: list[int], trust: float) -> None:
        """Add the choices of this world that were not known yet, with their priors."""
        weights = state.prior(self.seat, legal)
        count = len(legal)
        each = (1.0 - trust) / count
        whole = sum(weights) if weights else 0.0
        if whole > 0.0:
            most = max(weights)
            self.clear = legal[weights.index(most)] if most == whole else -1
            scale = trust / whole
            shares = [weight * scale + each for weight in weights]
        else:
            shares = [1.0 / count] * count
        if not self.actions:
            self.actions = legal[:]
            self.prior = shares
            self.visits = [0] * count
            self.offered = [0] * count
            self.sums = [0.0] * count
            return
        for at, action in enumerate(legal):
            if action not in self.actions:
                self.actions.append(action)
                self.prior.append(shares[at])
                self.visits.append(0)
                self.offered.append(0)
                self.sums.append(0.0)

    def pick(self, state: State, legal: list[int], manner: Manner) -> int:
        """The place of the choice to try now."""
        actions = self.actions
        if legal == actions:
            return self.best(range_of(len(legal)), manner.curiosity)
        known = {action: at for at, action in enumerate(actions)}
        for action in legal:
            if action not in known:
                self.admit(state, legal, manner.trust)
                known = {action: at for at, action in enumerate(actions)}
                break
        return self.best([known[action] for action in legal], manner.curiosity)

    def best(self, places: list[int], curiosity: float) -> int:
        """Of these places the one with the highest bound."""
        prior, visits, offered, sums = self.prior, self.visits, self.offered, self.sums
        usual = self.total / self.count if self.count else 0.0
        chosen = places[0]
        highest = -1000.0
        for at in places:
            tried = visits[at]
            could = offered[at] + 1
            offered[at] = could
            value = sums[at] / tried if tried else usual
            bound = value + curiosity * prior[at] * sqrt(float(could)) / (1.0 + tried)
            if bound > highest:
                highest = bound
                chosen = at
        return chosen


RANGES: Final[list[list[int]]] = [list(range(count)) for count in range(64)]


def range_of(count: int) -> list[int]:
    """The places of so many choices."""
    return RANGES[count] if count < 64 else list(range(count))


def worth(state: State) -> list[float]:
    """What a finished game is worth to each seat: the win, shared if it is, and a little for the place."""
    ranks = state.ranks()
    seats = len(ranks)
    winners = 0
    for rank in ranks:
        if rank == 1:
            winners += 1
    found = []
    for rank in ranks:
        place = (1.0 - WIN) * (seats - rank) / (seats - 1) if seats > 1 else 0.0
        found.append(place + (WIN / winners if rank == 1 else 0.0))
    return found


def wins(state: State) -> list[float]:
    """Who has won a finished game: 1 for the winner, or equal parts."""
    ranks = state.ranks()
    winners = ranks.count(1)
    return [1.0 / winners if rank == 1 else 0.0 for rank in ranks]


def fortunes(state: State, luck: int, times: int, chapters: int) -> list[float]:
    """Each seat's chance of winning from here, cards lying as they lie, luck to come unknown: the mean of so many
    play-outs by `quick`, to the end or, with a number of chapters, to the outlook after so many.
    """
    luck = luck % (SMALL - 1) + 1
    found = [0.0] * len(state.ranks())
    for _ in range(times):
        world = state.copy()
        luck = luck * SPREAD % SMALL
        world.luck = luck
        chapter = state.chapter()
        left = chapters
        steps = 0
        while not world.over and steps < LONGEST:
            if chapters and world.chapter() != chapter:
                chapter = world.chapter()
                left -= 1
                if left == 0:
                    break
            steps += 1
            luck = luck * SPREAD % SMALL
            waiting = world.waiting
            seat = waiting[0] if len(waiting) == 1 else waiting[(luck >> 7) % len(waiting)]
            world.step(seat, world.quick(seat, luck))
        shares = wins(world) if world.over else world.outlook()
        for seat in range(len(found)):
            found[seat] += shares[seat]
    return [share / times for share in found]


class Search:
    """One decision of one seat, thought about for as long as one likes."""

    def __init__(self, imagine: Callable[[], State], seat: int, luck: int, manner: Manner) -> None:
        self.imagine = imagine
        self.seat = seat
        self.luck = luck % (SMALL - 1) + 1
        self.manner = manner
        self.world: State = self.likely_world()
        self.used = 0
        self.done = 0
        self.first_low = [1 + at for at in range(len(self.world.ranks()))]
        """By seat: half the key of a decision made now."""
        self.first_high = [101 + at for at in range(len(self.first_low))]
        self.low = self.first_low
        """The same further on in this iteration."""
        self.high = self.first_high
        self.legal: list[int] = []
        self.chapter = 0
        self.chapters = 0
        self.nodes: dict[int, Node] = {}
        self.root = Node(seat)
        self.only = self.world.legal(seat)
        """The choices at the root: the same in every world that fits."""
        self.root.admit(self.world, self.only, manner.trust)
        self.won = self.nothing_won()
        """By place at the root and by seat: the chances of winning found, added up."""

    def nothing_won(self) -> list[list[float]]:
        """`won` before anything is found."""
        return [[0.0] * len(self.first_low) for _ in self.root.actions]

    def run(self, iterations: int, until: float) -> None:
        """So many more iterations, or fewer if the clock (`time.monotonic`) passes `until`; 0.0 is no limit."""
        for _ in range(iterations):
            if until > 0.0 and self.done and time.monotonic() >= until:
                return
            self.iterate()

    def choose(self, iterations: int, until: float) -> None:
        """As `run`, but it ends as soon as what is left can make no other choice the most tried one."""
        if len(self.root.actions) == 1:
            return
        begun = time.monotonic()
        first = self.done
        left = iterations
        while left > 0 and self.lead() <= left:
            now = time.monotonic()
            if until > 0.0 and self.done > first:
                if now >= until:
                    return
                if self.lead() > (until - now) * (self.done - first) / max(now - begun, 1e-6) * HASTE:
                    return
            many = min(left, ROUND)
            self.run(many, until)
            left -= many

    def lead(self) -> int:
        """How many more times the most tried choice was tried than any other."""
        most = second = 0
        for tried in self.root.visits:
            if tried > most:
                most, second = tried, most
            elif tried > second:
                second = tried
        return most - second

    def narrow(self, places: list[int]) -> None:
        """Look at no other choices than those in these places of the root."""
        root = self.root
        self.only = [root.actions[at] for at in places]
        root.actions = self.only[:]
        root.prior = [root.prior[at] for at in places]
        root.visits = [0] * len(places)
        root.offered = [0] * len(places)
        root.sums = [0.0] * len(places)
        self.won = self.nothing_won()

    def draw(self) -> int:
        """The next number of the search's own small generator."""
        self.luck = self.luck * SPREAD % SMALL
        return self.luck

    def likely_world(self) -> State:
        """One of a few imagined worlds; the better it explains what the rivals have done, the more likely this one."""
        chosen: State = self.imagine()
        whole = chosen.likely(self.seat)
        if whole < 0.0:
            return chosen
        for _ in range(self.manner.candidates - 1):
            other: State = self.imagine()
            weight = other.likely(self.seat)
            whole += weight
            if weight * SMALL > self.draw() * whole:
                chosen = other
        return chosen

    def start(self) -> State:
        """The world of this iteration, to be played on."""
        reuse = self.manner.reuse
        if reuse <= 1:
            if self.done:
                return self.likely_world()
            return self.world.copy()
        if self.used == reuse:
            self.world = self.likely_world()
            self.used = 0
        self.used += 1
        state = self.world.copy()
        state.luck = self.draw()
        return state

    def iterate(self) -> None:
        """One world, from the decision at hand to where it is judged."""
        state = self.start()
        self.chapter = state.chapter()
        self.chapters = self.manner.chapters
        self.low = self.first_low[:]
        self.high = self.first_high[:]
        self.legal = self.only
        nodes: list[Node] = []
        taken: list[int] = []
        node: Node | None = self.root
        while node is not None:
            at = node.pick(state, self.legal, self.manner)
            nodes.append(node)
            taken.append(at)
            self.move(state, node.seat, node.actions[at])
            if (node.count == 0 and len(nodes) > 1) or len(nodes) >= self.manner.deepest:
                self.play_on(state)
                break
            node = self.descend(state)
        shares = worth(state) if state.over else state.outlook()
        won = self.won[taken[0]]
        chances = wins(state) if state.over else shares
        for seat in range(len(won)):
            won[seat] += chances[seat]
        for place, visited in enumerate(nodes):
            at = taken[place]
            share = shares[visited.seat]
            visited.visits[at] += 1
            visited.sums[at] += share
            visited.total += share
            visited.count += 1
        self.done += 1

    def descend(self, state: State) -> Node | None:
        """Play what nobody has to think about, up to the next decision; None where the position is to be judged."""
        while not self.ended(state):
            seat = self.next_seat(state)
            legal = state.legal(seat)
            if len(legal) == 1:
                self.move(state, seat, legal[0])
                continue
            glimpse = state.glimpse(seat)
            if glimpse:
                self.low[seat] = (self.low[seat] * LOW + glimpse) % LANE
                self.high[seat] = (self.high[seat] * HIGH + glimpse) % LANE
            key = self.low[seat] << 30 | self.high[seat]
            node = self.nodes.get(key)
            if node is None:
                node = Node(seat)
                self.nodes[key] = node
                if not self.manner.eager:
                    self.play_on(state)
                    return None
            if not node.actions:
                node.admit(state, legal, self.manner.trust)
            if node.clear >= 0 and node.clear in legal:
                self.move(state, seat, node.clear)
                continue
            self.legal = legal
            return node
        return None

    def ended(self, state: State) -> bool:
        """Whether the position is to be judged here: the game is over, or enough chapters are."""
        if state.over:
            return True
        if self.manner.chapters:
            chapter = state.chapter()
            if chapter != self.chapter:
                self.chapter = chapter
                self.chapters -= 1
                return self.chapters <= 0
        return False

    def next_seat(self, state: State) -> int:
        """Who decides next; of several any one, since nobody sees the others' answers before all are in."""
        waiting = state.waiting
        if len(waiting) == 1:
            return waiting[0]
        return waiting[self.draw() % len(waiting)]

    def move(self, state: State, mover: int, action: int) -> None:
        """Make a move; what everybody sees of it becomes part of what he knows."""
        shown = state.overt(mover, action) + 7
        low, high = self.low, self.high
        for seat in range(len(low)):
            code = action + 70001 if seat == mover else shown
            low[seat] = (low[seat] * LOW + code) % LANE
            high[seat] = (high[seat] * HIGH + code) % LANE
        state.step(mover, action)

    def play_on(self, state: State) -> None:
        """From where the tree ends to where the position is judged."""
        guided = self.manner.guided
        luck = self.luck
        steps = 0
        while steps < LONGEST and not self.ended(state):
            steps += 1
            luck = luck * SPREAD % SMALL
            waiting = state.waiting
            seat = waiting[0] if len(waiting) == 1 else waiting[(luck >> 7) % len(waiting)]
            if guided:
                state.step(seat, state.quick(seat, luck))
            else:
                actions = state.legal(seat)
                state.step(seat, actions[luck % len(actions)])
        self.luck = luck

    def standing(self) -> list[tuple[int, int, float]]:
        """What was found: each choice with how often it was tried and how well it did, the best first."""
        root = self.root
        found = []
        for at in range(len(root.actions)):
            tried = root.visits[at]
            value = root.sums[at] / tried if tried else 0.0
            found.append((tried, value, root.prior[at], -root.actions[at]))
        found.sort(reverse=True)
        return [(-action, tried, value) for tried, value, prior, action in found]
