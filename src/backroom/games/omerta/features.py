"""Omerta: a view in numbers, for programs that learn. Seats are counted from the viewer on, clockwise."""

# compiled by mypyc
from __future__ import annotations

from typing import Final

from backroom.games.omerta.cards import FACE_NUMBERS, FACES, LA_MAMA, PATROL, SAFE
from backroom.games.omerta.table import PHASES
from backroom.games.omerta.view import Back, OmertaView
from backroom.kernel.features import Feature

SLOTS: Final = 10
"""How many cards of a row have numbers of their own. Longer rows are rare; their length still stands in `held`."""
MOST_POINTS: Final = 600
MOST_ROUNDS: Final = 20
MOST_TURNS: Final = 100
FEW: Final = 8
BOTTLES: Final = 11
PHASE_NUMBERS = {phase: number for number, phase in enumerate(PHASES)}


def layout(seats: int) -> list[Feature]:
    """What `numbers` gives, in its order."""
    slots = seats * SLOTS + SAFE
    where = f"every seat's first {SLOTS} slots, then the {SAFE} cards of the safe"
    return [
        Feature("seat", (seats,), "one for the viewer's seat"),
        Feature("waiting", (seats,), "one for each seat that owes a decision, as far as the viewer can tell"),
        Feature("phase", (len(PHASES),), "one for the phase: " + ", ".join(PHASES)),
        Feature("round", (1,), "the round, from 1", MOST_ROUNDS),
        Feature("turns", (1,), "turns of this round that are over", MOST_TURNS),
        Feature("points", (seats,), "each seat's points; few are good", MOST_POINTS),
        Feature("starter", (seats,), "one for who began the round"),
        Feature("active", (seats,), "one for whose turn it is"),
        Feature("held", (seats,), "cards in each row", 56),
        Feature("deck", (1,), "cards in the deck", 60),
        Feature("top", (FACES,), "one for the face on top of the pile: bottles 1 to 10, then the characters"),
        Feature("pile", (FACES,), "how many of each face lie on the pile", FEW),
        Feature("taken", (FACES,), "one for the card just taken, if the viewer knows it"),
        Feature("taken_from", (2,), "one for where it was taken: deck, pile"),
        Feature("acting", (FACES,), "one for the character at work"),
        Feature("named", (1,), "how many targets have been named for it", FEW),
        Feature("asked", (seats,), "one for each seat that is asked together with others"),
        Feature("answered", (1,), "1 when the viewer's own answer lies sealed"),
        Feature("fastest", (seats,), "one for who won the latest race since the last card was taken"),
        Feature("race", (BOTTLES,), "one for the bottle that is raced for"),
        Feature("drops", (FACES,), "the Driver's open bottles that still go onto the pile", FEW),
        Feature("queue", (seats,), "each seat's place in the snap queue, from 1", seats),
        Feature("la_mama", (seats,), "turns La Mama still lasts for the seat", MOST_TURNS),
        Feature("patrols", (seats,), "Patrols in force that the seat holds", FEW),
        Feature("there", (slots,), f"one for each card there is: {where}"),
        Feature("shown", (slots,), "one for each of them that was shown to all"),
        Feature("patrolled", (slots,), "one for each of them under a Patrol"),
        Feature("seen", (slots, seats), "one for each seat that has looked at it"),
        Feature("surely", (slots,), "one for each of them whose face the viewer knows for certain"),
        Feature("face", (slots, FACES), "one for its face, or for every face that a memory leaves open for it"),
    ]


def numbers(view: OmertaView) -> list[int]:
    """The view as `layout` says."""
    seats = view.seats
    me = 0 if view.seat is None else view.seat
    seat = [0] * seats
    if view.seat is not None:
        seat[me] = 1
    phase, taken_from, queue = [0] * len(PHASES), [0, 0], [0] * seats
    phase[PHASE_NUMBERS[view.phase]] = 1
    if view.taken_from:
        taken_from[1 if view.taken_from == "pile" else 0] = 1
    for at, other in enumerate(view.queue):
        queue[(other - me) % seats] = at + 1
    race = [0] * BOTTLES
    if view.race is not None:
        race[view.race.number] = 1
    mama, patrols = [0] * seats, [0] * seats
    for lasting in view.lasting:
        if FACE_NUMBERS[lasting.card] == LA_MAMA:
            mama[(lasting.holder - me) % seats] = lasting.left
        elif FACE_NUMBERS[lasting.card] == PATROL:
            patrols[(lasting.holder - me) % seats] += 1
    rows = [*view.rows[me:], *view.rows[:me]]
    out: list[int] = [
        *seat,
        *seats_of(view.waiting, me, seats),
        *phase,
        view.round,
        view.turns,
        *view.scores[me:],
        *view.scores[:me],
        *seats_of((view.starter,), me, seats),
        *seats_of(() if view.active is None else (view.active,), me, seats),
        *[len(row) for row in rows],
        view.deck,
        *faces(view.pile[-1:]),
        *faces(view.pile),
        *faces((view.taken,)),
        *taken_from,
        *faces((view.acting,)),
        len(view.named),
        *seats_of(view.asked, me, seats),
        1 if view.answer else 0,
        *seats_of(() if view.fastest is None else (view.fastest,), me, seats),
        *race,
        *faces(view.drops),
        *queue,
        *mama,
        *patrols,
    ]
    return out + backs(view, rows, me)


def seats_of(some: tuple[int, ...], me: int, seats: int) -> list[int]:
    """A one for each of these seats."""
    out = [0] * seats
    for seat in some:
        out[(seat - me) % seats] = 1
    return out


def faces(cards: tuple[str, ...]) -> list[int]:
    """How many of each face."""
    out = [0] * FACES
    for card in cards:
        if card:
            out[FACE_NUMBERS[card]] += 1
    return out


def backs(view: OmertaView, rows: list[tuple[Back, ...]], me: int) -> list[int]:
    """What the viewer knows of every card that lies face down."""
    seats = view.seats
    slots = seats * SLOTS + SAFE
    there, shown, patrolled = [0] * slots, [0] * slots, [0] * slots
    seen, surely, face = [0] * (slots * seats), [0] * slots, [0] * (slots * FACES)
    place_of: dict[int, int] = {}
    for at, row in enumerate([*rows, view.safe]):
        start = at * SLOTS
        for slot, back in enumerate(row[:SLOTS]):
            place = start + slot
            place_of[back.handle] = place
            there[place] = 1
            if back.shown:
                shown[place] = 1
            if back.patrolled:
                patrolled[place] = 1
            for seat in back.seen:
                seen[place * seats + (seat - me) % seats] = 1
    for record in view.records:
        number = FACE_NUMBERS[record.card]
        for handle in record.backs:
            place = place_of.get(handle, -1)
            if place >= 0:
                face[place * FACES + number] = 1
                if len(record.backs) == 1:
                    surely[place] = 1
    for handle, card in view.look:
        place = place_of.get(handle, -1)
        if place >= 0:
            face[place * FACES + FACE_NUMBERS[card]] = 1
            surely[place] = 1
    return there + shown + patrolled + seen + surely + face
