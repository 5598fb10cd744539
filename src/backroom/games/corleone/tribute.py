"""Corleone's Empire: set-up, new businesses, the tribute, the entr'acte and the end. C-1 to C-19, C-85 to C-99."""

# compiled by mypyc
from __future__ import annotations

from backroom.games.corleone.business import start_family_business
from backroom.games.corleone.numbers import (
    ACTS,
    COLOURS,
    DISCARD,
    DISTRICTS,
    FIRST_ALLY,
    FIRST_JOB,
    FORGOTTEN,
    JOBS,
    KINDS,
    MARKERS,
    MAYOR,
    NOBODY,
    PLACES,
    PLAIN,
    PLAY_FAMILY,
    VALUES,
)
from backroom.games.corleone.table import (
    BRIBERY,
    FAMILY,
    GIVES,
    OVER,
    TRIBUTE,
    Table,
    all_held,
    batch_of,
    discard,
    draw_job,
    drop,
    follow,
    gain,
    held,
    lose,
    put_down,
)

NEW_MEMBERS = [0, 1, 2, 0, 4]
"""By act: the family member that enters it (C-8, C-91), as a bit."""
PER_ACT = 6


# Set-up.


def set_up(table: Table) -> None:
    """C-3 to C-11."""
    rules = table.rules
    seats = rules.seats
    bare_table(table)
    table.blue, table.red = rules.blue[:], rules.red[:]
    table.shuffle(table.blue)
    table.shuffle(table.red)
    for _ in range(rules.first_tiles):
        open_business(table, table.blue)  # C-5
    table.deck = list(range(JOBS))
    table.shuffle(table.deck)
    table.left = JOBS
    table.public = [draw_job(table) for _ in range(rules.public)]  # C-6
    deal_allies(table)
    for seat in range(seats):
        table.thugs[seat] = rules.thugs  # C-8
        table.members[seat] = NEW_MEMBERS[1]
        for value in range(3):  # C-10
            table.stock[value] -= 1
            gain(table, seat, value)
        for _ in range(2):
            gain(table, seat, FIRST_JOB + draw_job(table))
    table.horse = table.below(seats) if rules.first == NOBODY else rules.first  # C-11
    if table.heard is not None:
        table.tell("first_player", {"holder": table.horse})
    start_act(table)


def bare_table(table: Table) -> None:
    """Every box open, nothing dealt."""
    rules = table.rules
    seats = rules.seats
    table.act, table.phase, table.horse, table.mover, table.here = 1, FAMILY, 0, 0, 0
    table.stack, table.answered, table.asked, table.known, table.knower = [], 0, 0, [], FORGOTTEN
    table.purse = [0] * (seats * PLAIN)
    table.cards = [[] for _ in range(seats)]
    table.sizes = [0] * seats
    table.case = [0] * (seats * 4)
    table.finished = [[] for _ in range(seats)]
    table.played = [[] for _ in range(seats)]
    table.thugs = [0] * seats
    table.members = [0] * seats
    table.markers = [MARKERS] * seats
    table.laid = [[] for _ in range(seats)]
    table.stock = rules.supply[:]
    table.deck, table.left, table.pile = [], 0, []
    table.batch, table.shuffles = [0] * JOBS, 0
    table.public, table.row, table.gone = [NOBODY] * rules.public, [], []
    table.blue, table.red = [], []
    table.plots = [NOBODY] * DISTRICTS
    table.where = [*range(DISTRICTS), *[NOBODY] * (PLACES - DISTRICTS)]
    table.stacks = [[] for _ in range(DISTRICTS)]
    table.river = []
    table.opening, table.opening_jobs, table.trail, table.trailed = [], [], [], 0
    table.revealed, table.given = [], []
    clear_board(table)


def clear_board(table: Table) -> None:
    """No figure anywhere; every space on the board is free."""
    table.thug_at = [NOBODY] * PLACES
    table.family_at = [NOBODY] * len(table.rules.touches)
    table.free_places = [place for place, district in enumerate(table.where) if district != NOBODY]
    table.free_spaces = [PLAY_FAMILY + space for space in table.rules.spaces]
    table.chief = NOBODY


def deal_allies(table: Table) -> None:
    """C-7, C-93: shuffle the six of the act, turn up one fewer than there are players; the rest leave the game."""
    first = (table.act - 1) * PER_ACT
    six = list(range(first, first + PER_ACT))
    table.shuffle(six)
    shown = table.rules.shown
    table.row = sorted(six[:shown])
    table.gone = table.gone + sorted(six[shown:])


# Phase 1.


def start_act(table: Table) -> None:
    """C-17: open a business, then the family business."""
    table.phase = FAMILY
    if table.heard is not None:
        table.tell("act", {"act": table.act, "limit": table.rules.limits[table.act - 1]})
    open_business(table, table.blue if table.act <= 2 else table.red)
    start_family_business(table)


def open_business(table: Table, tiles: list[int]) -> None:
    """C-18, C-19: the top tile to the lowest-numbered district with a vacant plot; CC-52: none if there is none."""
    if not tiles or NOBODY not in table.plots:
        return
    tile = tiles[-1]
    if tiles is table.blue:
        table.blue = tiles[:-1]
    else:
        table.red = tiles[:-1]
    district = table.plots.index(NOBODY)
    table.plots = [tile if at == district else other for at, other in enumerate(table.plots)]
    table.where = [district if place == tile else other for place, other in enumerate(table.where)]
    table.free_places = sorted([*table.free_places, tile])
    if table.heard is not None:
        table.tell("opens", {"place": table.rules.businesses[tile], "district": table.rules.areas[district]})


# Phase 5.


def start_tribute(table: Table) -> None:
    """C-85, C-86: played allies return to the hand; then all who hold too much are asked together (CC-14)."""
    table.phase = TRIBUTE
    for seat, allies in enumerate(table.played):
        for ally in allies:
            gain(table, seat, FIRST_ALLY + ally)
        if allies and table.heard is not None:
            names = [table.rules.cards[FIRST_ALLY + ally] for ally in allies]
            table.tell("allies_back", {"seat": seat, "allies": names})
    table.played = [[] for _ in table.played]
    table.laid = [[] for _ in table.laid]
    table.asked = table.answered = 0
    limit = table.rules.limits[table.act - 1]
    for seat, size in enumerate(table.sizes):
        if size > limit:
            table.asked |= 1 << seat
    if table.heard is not None:
        table.tell("tribute", {"limit": limit})


def giving_choices(table: Table, seat: int) -> list[int]:
    """C-86: any card still in hand."""
    return [DISCARD + card for card in held(table, seat)]


def give(table: Table, seat: int, action: int) -> None:
    """C-86, CC-15: one card face down, exactly down to the limit; when all have laid theirs, all is shown."""
    card = action - DISCARD
    drop(table, seat, card)
    table.laid[seat] = sorted([*table.laid[seat], card])
    if table.sizes[seat] == table.rules.limits[table.act - 1]:
        table.answered |= 1 << seat


def end_tribute(table: Table) -> None:
    """C-87: what was laid is shown and goes where discarded cards go."""
    laid = table.laid
    table.given = laid
    table.laid = [[] for _ in laid]
    table.asked = table.answered = 0
    for seat, cards in enumerate(laid):
        for card in cards:
            if table.opening:  # it leaves the hand for everybody only now
                follow(table, GIVES, seat, 0, card, batch_of(table, card))
            put_down(table, card)
        if cards and table.heard is not None:
            table.tell("gave", {"seat": seat, "cards": [table.rules.cards[card] for card in cards]})
    if table.act == ACTS:
        end_game(table)
    else:
        entracte(table)


# The entr'acte.


def entracte(table: Table) -> None:
    """C-89 to C-93, in this order; C-94: all else stays."""
    for figure in [*table.thug_at, *table.family_at, *table.river]:  # C-89
        if NOBODY < figure < MAYOR:
            if figure % KINDS == 0:
                table.thugs[figure >> 2] += 1
            else:
                table.members[figure >> 2] |= 1 << (figure & 3) - 1
    table.river = []
    clear_board(table)
    table.act += 1  # C-90
    for seat in range(table.rules.seats):
        table.members[seat] |= NEW_MEMBERS[table.act]  # C-91
    table.public = [draw_job(table) if job == NOBODY else job for job in table.public]  # C-92
    table.gone = table.gone + table.row  # C-93
    table.row = []
    table.revealed = []
    if table.act < ACTS:
        deal_allies(table)
    if table.heard is not None:
        table.tell("entracte", {"act": table.act})
    start_act(table)


# The end.


def end_game(table: Table) -> None:
    """C-95 to C-99: bills of the last two cards go into the suitcase, the other cards are discarded."""
    for seat in range(table.rules.seats):
        for card in all_held(table, seat):
            if card < 4:
                lose(table, seat, card)
                table.case[seat * 4 + card] += 1
            else:
                discard(table, seat, card)
    table.phase = OVER
    table.over = True
    table.waiting = ()
    if table.heard is not None:
        tell_end(table)


def district_bonuses(table: Table) -> list[int]:
    """C-97: $5 for most markers in a stack, whoever controls it; tied, for the highest marker among those tied."""
    money = [0] * table.rules.seats
    for stack in table.stacks:
        winner = dominant(stack)
        if winner != NOBODY:
            money[winner] += 5
    return money


def dominant(stack: list[int]) -> int:
    """C-97, CC-43: who has most markers here, the higher one of those tied."""
    winner, most = NOBODY, 0
    for owner in reversed(stack):
        count = stack.count(owner)
        if count > most:
            winner, most = owner, count
    return winner


def job_bonuses(table: Table) -> list[int]:
    """C-98: $5 for each colour to all who completed the most of it."""
    money = [0] * table.rules.seats
    for colour in range(len(COLOURS)):
        counts = [sum([1 for job in jobs if table.rules.colours[job] == colour]) for jobs in table.finished]
        most = max(counts)
        if most:
            for seat, count in enumerate(counts):
                if count == most:
                    money[seat] += 5
    return money


def case_money(table: Table, seat: int) -> int:
    """C-96: the bills in the suitcase, with those laid out of it for a bid."""
    money = sum([count * value for count, value in zip(table.case[seat * 4 : seat * 4 + 4], VALUES)])
    if table.phase == BRIBERY:
        money += sum([VALUES[value] for value in table.laid[seat]])
    return money


def totals(table: Table) -> list[int]:
    """C-96 to C-98: bills and bonuses, as they stand."""
    districts, jobs = district_bonuses(table), job_bonuses(table)
    return [case_money(table, seat) + districts[seat] + jobs[seat] for seat in range(table.rules.seats)]


def places_of(money: list[int], districts: list[int]) -> list[int]:
    """C-99, CC-45: by money, then by money from districts; equal ranks are shared."""
    standings = [(total, bonus) for total, bonus in zip(money, districts)]
    return [1 + sum([1 for other in standings if other > mine]) for mine in standings]


def tell_end(table: Table) -> None:
    """The final count, as all see it."""
    for district, stack in enumerate(table.stacks):
        if stack:
            told = {"winner": dominant(stack), "district": table.rules.areas[district], "money": 5}
            table.tell("bonus_district", told)
    for colour, name in enumerate(COLOURS):
        counts = [sum([1 for job in jobs if table.rules.colours[job] == colour]) for jobs in table.finished]
        if max(counts):
            best = [seat for seat, count in enumerate(counts) if count == max(counts)]
            table.tell("bonus_jobs", {"winner": best, "colour": name, "money": 5})
    money = totals(table)
    for seat in range(table.rules.seats):
        table.tell("counted", {"seat": seat, "bills": case_money(table, seat), "money": money[seat]})
    ranks = places_of(money, district_bonuses(table))
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    table.tell("over", {"winner": winners, "n": len(winners)})
