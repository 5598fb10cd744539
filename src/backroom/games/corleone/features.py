"""Corleone's Empire: a view in numbers, for programs that learn. Seats are counted from the viewer on, clockwise.

Cards and places go by their numbers in the edition's order, as in the moves' tokens.
"""

# compiled by mypyc
from __future__ import annotations

from typing import Final

from backroom.games.corleone.numbers import (
    ACTS,
    ALLIES,
    CARDS,
    DISTRICTS,
    FIGURE_NAMES,
    FIRST_ALLY,
    FIRST_JOB,
    JOBS,
    NEUTRAL_NAMES,
    PARK,
    PLACES,
    PLAIN,
    SPACES,
    TILES,
    VALUES,
)
from backroom.games.corleone.table import DECISIONS, PHASE_NAMES, Rules
from backroom.games.corleone.view import CorleoneView
from backroom.kernel.features import Feature

MANY: Final = 40
FEW: Final = 10
MOST_MONEY: Final = 100
NEUTRALS: Final = 3
PHASE_NUMBERS = {phase: number for number, phase in enumerate(PHASE_NAMES)}
DECISION_NUMBERS = {decision: number for number, decision in enumerate(DECISIONS)}
FAMILY_NUMBERS = {name: number for number, name in enumerate(FIGURE_NAMES[1:])}
NEUTRAL_NUMBERS = {name: number for number, name in enumerate(NEUTRAL_NAMES)}


def layout(seats: int) -> list[Feature]:
    """What `numbers` gives, in its order."""
    members = len(FIGURE_NAMES) - 1
    figures = seats + NEUTRALS
    cards = "bills of 1, 2, 3, 5, guns, booze, blood money, narcotics, then jobs and allies in the edition's order"
    return [
        Feature("seat", (seats,), "one for the viewer's seat"),
        Feature("waiting", (seats,), "one for each seat that owes a decision"),
        Feature("asked", (seats,), "one for each seat that is asked together with others"),
        Feature("act", (ACTS,), "one for the act"),
        Feature("phase", (len(PHASE_NAMES),), "one for the phase: " + ", ".join(PHASE_NAMES)),
        Feature("money", (seats,), "money from districts; at the end all of it", MOST_MONEY),
        Feature("horse", (seats,), "one for the seat with the Horse Head"),
        Feature("mover", (seats,), "one for whose turn it is in the family business"),
        Feature("deciding", (len(DECISIONS),), "one for what is being decided: " + ", ".join(DECISIONS)),
        Feature("decider", (seats,), "one for who decides it"),
        Feature("begun", (1,), "how many things are begun and not over", FEW),
        Feature("cards", (seats,), "cards in each hand", MANY),
        Feature("thugs", (seats,), "thugs in the supply", FEW),
        Feature("family", (seats, members), "one for each of Don, Consigliere and Heir in the supply"),
        Feature("markers", (seats,), "control markers in the supply", FEW),
        Feature("played", (seats, ALLIES), "one for each ally face up before the seat"),
        Feature("completed", (seats, JOBS), "one for each job completed"),
        Feature("laundered", (seats, len(VALUES)), "bills laundered and not paid since, as all could count them", MANY),
        Feature("followed", (seats, PLAIN), "bills and goods in each hand, as all could follow them", MANY),
        Feature("jobs_held", (seats,), "jobs in each hand, as all could follow them", MANY),
        Feature("taken_unseen", (1,), "cards that changed hands since somebody took one unseen", 200),
        Feature("suitcase", (len(VALUES),), "the viewer's own suitcase", MANY),
        Feature("hand", (CARDS,), "the viewer's cards: " + cards, MANY),
        Feature("laid", (CARDS,), "what the viewer has laid out in secret, in the same order", MANY),
        Feature("looking", (JOBS,), "jobs the viewer is just looking at"),
        Feature("supply", (PLAIN,), "bills and goods in the supply", MANY),
        Feature("deck", (1,), "jobs in the deck", JOBS),
        Feature("discard", (JOBS,), "jobs on the discard"),
        Feature("public", (JOBS,), "public jobs"),
        Feature("allies", (ALLIES,), "allies face up"),
        Feature("gone", (ALLIES,), "allies that have left the game"),
        Feature("tiles", (2,), "blue and red tiles still face down", TILES),
        Feature("plots", (DISTRICTS, TILES), "one for the tile in each district"),
        Feature("thug_at", (PLACES, seats), "one for whose thug stands on each business"),
        Feature("member_at", (SPACES, figures), "one for whose figure, or which neutral one, stands on each space"),
        Feature("member_kind", (SPACES, members), "one for which family member it is"),
        Feature("chief", (DISTRICTS + 1,), "one for the district of the Police Chief, Central Park last"),
        Feature("river", (figures,), "figures in the river by seat, then the neutral ones", FEW),
        Feature("stacks", (DISTRICTS, seats), "control markers in each district", FEW),
        Feature("on_top", (DISTRICTS, seats), "one for whose marker lies on top"),
    ]


def one(at: int, size: int) -> list[int]:
    """A one among zeros; nothing but zeros for a place below 0."""
    out = [0] * size
    if at >= 0:
        out[at] = 1
    return out


def counted(names: tuple[str, ...], rules: Rules, first: int, size: int) -> list[int]:
    """How often each card from the first one on is among these."""
    out = [0] * size
    for name in names:
        out[rules.card_numbers[name] - first] += 1
    return out


def numbers(rules: Rules, view: CorleoneView) -> list[int]:
    """The view as `layout` says."""
    seats = view.seats
    me = 0 if view.seat is None else view.seat
    deciding, decider = -1, -1
    if view.pending:
        deciding = DECISION_NUMBERS[view.pending[-1].what]
        decider = view.pending[-1].seat
    waiting, asked = [0] * seats, [0] * seats
    for seat in view.waiting:
        waiting[(seat - me) % seats] = 1
    for seat in view.asked:
        asked[(seat - me) % seats] = 1
    out: list[int] = [
        *one(-1 if view.seat is None else me, seats),
        *waiting,
        *asked,
        *one(view.act - 1, ACTS),
        *one(PHASE_NUMBERS[view.phase], len(PHASE_NAMES)),
        *view.scores[me:],
        *view.scores[:me],
        *one((view.horse - me) % seats, seats),
        *one((view.mover - me) % seats, seats),
        *one(deciding, len(DECISIONS)),
        *one(-1 if decider < 0 else (decider - me) % seats, seats),
        len(view.pending),
    ]
    out += sides(rules, view, me)
    looked: tuple[str, ...] = ()
    if view.pending and view.pending[-1].what == "looking":
        looked = view.pending[-1].names
    suitcase = None if view.seat is None else view.players[me].suitcase
    out += [0] * len(VALUES) if suitcase is None else suitcase
    out += counted(view.hand, rules, 0, CARDS)
    out += counted(view.laid, rules, 0, CARDS)
    out += counted(looked, rules, FIRST_JOB, JOBS)
    out += view.supply
    out.append(view.deck)
    out += counted(view.discard, rules, FIRST_JOB, JOBS)
    out += counted(tuple([job for job in view.public if job is not None]), rules, FIRST_JOB, JOBS)
    out += counted(view.allies, rules, FIRST_ALLY, ALLIES)
    out += counted(view.gone, rules, FIRST_ALLY, ALLIES)
    out += view.tiles
    return out + board(rules, view, me)


def sides(rules: Rules, view: CorleoneView, me: int) -> list[int]:
    """What lies before the seats, and what all remember of it."""
    seats = view.seats
    order = [*range(me, seats), *range(me)]
    players, memory = view.players, view.memory
    out: list[int] = [players[seat].cards for seat in order]
    out += [players[seat].thugs for seat in order]
    for seat in order:
        family = [0] * len(FAMILY_NUMBERS)
        for member in players[seat].members:
            family[FAMILY_NUMBERS[member]] = 1
        out += family
    out += [players[seat].markers for seat in order]
    for seat in order:
        out += counted(players[seat].played, rules, FIRST_ALLY, ALLIES)
    for seat in order:
        out += counted(memory.completed[seat], rules, FIRST_JOB, JOBS)
    for seat in order:
        out += memory.suitcases[seat]
    for seat in order:
        out += memory.hands[seat].bills
        out += memory.hands[seat].goods
    out += [len(memory.hands[seat].jobs) for seat in order]
    out.append(len(memory.trail))
    return out


def board(rules: Rules, view: CorleoneView, me: int) -> list[int]:
    """Districts, businesses, family spaces, the river."""
    seats = view.seats
    figures = seats + NEUTRALS
    kinds = len(FAMILY_NUMBERS)
    out: list[int] = []
    for tile in view.plots:
        out += one(-1 if tile is None else rules.place_numbers[tile] - DISTRICTS, TILES)
    thug_at = [0] * (PLACES * seats)
    for name, figure in view.thugs.items():
        thug_at[rules.place_numbers[name] * seats + whose(figure, me, seats)] = 1
    member_at, member_kind = [0] * (SPACES * figures), [0] * (SPACES * kinds)
    for name, figure in view.members.items():
        space = rules.space_numbers[name]
        member_at[space * figures + whose(figure, me, seats)] = 1
        kind = FAMILY_NUMBERS.get(figure.rpartition(" ")[2], -1)
        if kind >= 0:
            member_kind[space * kinds + kind] = 1
    river = [0] * figures
    for figure in view.river:
        river[whose(figure, me, seats)] += 1
    out += thug_at
    out += member_at
    out += member_kind
    out += one(-1 if view.chief is None else rules.areas.index(view.chief), PARK + 1)
    out += river
    stacks, on_top = [0] * (DISTRICTS * seats), [0] * (DISTRICTS * seats)
    for district, stack in enumerate(view.stacks):
        for owner in stack:
            stacks[district * seats + (owner - me) % seats] += 1
        if stack:
            on_top[district * seats + (stack[-1] - me) % seats] = 1
    return out + stacks + on_top


def whose(figure: str, me: int, seats: int) -> int:
    """Whose figure it is, counted from the viewer; after the seats the neutral ones."""
    neutral = NEUTRAL_NUMBERS.get(figure, -1)
    if neutral >= 0:
        return seats + neutral
    return (int(figure.partition(" ")[0]) - me) % seats
