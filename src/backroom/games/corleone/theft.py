"""Corleone's Empire: what cards take from rivals: unseen cards (CC-49), and a levy (CC-50)."""

# compiled by mypyc
from __future__ import annotations

from backroom.games.corleone.numbers import (
    CHOOSE_RIVAL,
    DONE,
    FIRST_ALLY,
    NOBODY,
    PLAIN,
    SEATS_OF,
    SHOW_BILL,
    SHOW_NONE,
    VALUES,
)
from backroom.games.corleone.table import (
    LEVYING,
    NO_BILLS,
    STEAL,
    STEALS,
    Table,
    all_held,
    batch_of,
    drop,
    follow,
    gain,
    lose,
    pick_up,
)


def steal_choices(table: Table, frame: tuple[int, ...]) -> list[int]:
    """CC-49: rivals who hold cards, each once."""
    seat, chosen = frame[1], frame[4]
    if chosen.bit_count() >= table.rules.steps[frame[2]][2]:
        return []
    return [
        CHOOSE_RIVAL + rival
        for rival, size in enumerate(table.sizes)
        if rival != seat and size and not chosen >> rival & 1
    ]


def choose_victim(table: Table, seat: int, frame: tuple[int, ...], action: int) -> None:
    """CC-49: all rivals are chosen before the first card is taken."""
    table.stack.pop()
    chosen = frame[4]
    if action != DONE:
        chosen |= 1 << action - CHOOSE_RIVAL
        after = (STEAL, seat, frame[2], frame[3], chosen)
        if steal_choices(table, after):
            table.stack.append(after)
            return
    for rival in SEATS_OF[chosen]:
        steal(table, seat, rival, table.rules.steps[frame[2]][1])


def steal(table: Table, seat: int, rival: int, count: int) -> None:
    """CC-49: so many cards at random, each with the same chance; the two of them see which."""
    if not table.opening:
        open_trail(table)
    taken: list[int] = []
    for _ in range(min(count, table.sizes[rival])):
        cards = all_held(table, rival)
        card = cards[table.below(len(cards))]
        drop(table, rival, card)
        pick_up(table, seat, card)
        follow(table, STEALS, seat, rival, card, batch_of(table, card))
        taken.append(card)
    if table.heard is not None:
        seen = {"cards": [table.rules.cards[card] for card in taken]}
        table.tell("stolen", {"seat": seat, "rival": rival, "n": len(taken)}, {seat: seen, rival: seen})


def open_trail(table: Table) -> None:
    """From the first unseen card on, what everybody can know of a hand hangs on how things went on."""
    table.opening = []
    table.opening_jobs = []
    for seat in range(table.rules.seats):
        cards = all_held(table, seat)
        table.opening.append([card for card in cards if card < PLAIN or card >= FIRST_ALLY])
        table.opening_jobs.append(sorted([batch_of(table, card) for card in cards if PLAIN <= card < FIRST_ALLY]))


def levy(table: Table, seat: int) -> None:
    """CC-50: everybody else shows a bill, or that he has none, secretly and together."""
    asked = 0
    for rival, size in enumerate(table.sizes):
        if rival != seat and size:
            asked |= 1 << rival
    table.asked, table.answered = asked, 0
    table.laid = [[] for _ in table.laid]
    table.stack.append((LEVYING, seat))


def levying_choices(table: Table, seat: int) -> list[int]:
    """CC-50: a bill in hand; only without any, none."""
    start = seat * PLAIN
    actions = [SHOW_BILL + value for value, count in enumerate(table.purse[start : start + 4]) if count]
    return actions or [SHOW_NONE]


def show_bill(table: Table, seat: int, action: int) -> None:
    """CC-50: when all have chosen, all is shown: the highest bill is taken, the others go to the supply."""
    if action != SHOW_NONE:
        table.laid[seat] = [action - SHOW_BILL]
    table.answered |= 1 << seat
    if table.answered != table.asked:
        return
    thief = table.stack.pop()[1]
    asked = SEATS_OF[table.asked]
    shown = table.laid
    table.laid = [[] for _ in shown]
    table.asked = table.answered = 0
    highest = max([shown[rival][0] if shown[rival] else NOBODY for rival in asked])
    for rival in asked:
        for value in shown[rival]:
            lose(table, rival, value)
            table.stock[value] += 1
        if not shown[rival] and table.opening:
            follow(table, NO_BILLS, rival, 0, 0, 0)
    if highest != NOBODY:
        table.stock[highest] -= 1
        gain(table, thief, highest)
    if table.heard is not None:
        for rival in asked:
            table.tell("shown", {"seat": rival, "money": VALUES[shown[rival][0]] if shown[rival] else 0})
        if highest != NOBODY:
            table.tell("levied", {"seat": thief, "money": VALUES[highest]})
