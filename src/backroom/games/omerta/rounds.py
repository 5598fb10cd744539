"""Omerta: setting up the game and its rounds, drawing cards, counting points. O-1 to O-8, O-48 to O-58, O-64."""

# compiled by mypyc
from __future__ import annotations

from backroom.games.omerta.cards import FACE, FACE_NAMES, HANDLE, NO_CARD, POINTS, SEATS_OF
from backroom.games.omerta.memory import forget_all
from backroom.games.omerta.table import NO_ANSWER, NOBODY, OVER, PEEKING, STRAIGHT, Ended, Ledger, Table


def set_up_game(table: Table) -> None:
    """O-2: famous gangsters are drawn, each time from all of them, until somebody has Al Capone."""
    rules = table.rules
    ledger = Ledger()
    draws: list[tuple[int, ...]] = []
    while not draws or rules.capone not in draws[-1]:
        famous = list(range(len(rules.famous)))
        table.shuffle(famous)
        draws.append(tuple(famous[: rules.seats]))
    ledger.famous = tuple(draws)
    ledger.starter = draws[-1].index(rules.capone)
    ledger.round = 1
    ledger.totals = [0] * rules.seats
    ledger.rounds = ()
    set_up_round(table, ledger)


def set_up_round(table: Table, ledger: Ledger) -> None:
    """O-4 to O-7: rows, the safe, the deck, perhaps an open card; then everybody looks at two of his own cards."""
    rules = table.rules
    clear(table)
    table.ledger = ledger
    table.active = ledger.starter
    deck = rules.cards[:]
    left = len(deck)
    backs: list[int] = []
    for handle in range(rules.row * rules.seats + rules.safe):
        at = table.below(left)
        left -= 1
        backs.append(handle << HANDLE | deck[at])
        deck[at] = deck[left]
        deck.pop()
    row = rules.row
    table.rows = [backs[seat * row : seat * row + row] for seat in range(rules.seats)]
    table.safe = backs[rules.seats * row :]
    table.handles = len(backs)
    table.deck = deck
    table.loose = left
    table.queue = list(range(rules.seats))
    table.shuffle(table.queue)  # O-62
    if rules.open_card:
        table.pile.append(draw(table))
    table.phase = PEEKING
    table.asked = table.pending = rules.everybody
    table.waiting = SEATS_OF[rules.everybody]
    if table.heard is not None:
        table.tell("round", {"round": ledger.round, "holder": ledger.starter, "queue": table.queue})


def clear(table: Table) -> None:
    """A table with nothing on it, between rounds."""
    seats = table.rules.seats
    table.turns = 0
    table.rows = [[] for _ in range(seats)]
    table.safe = []
    table.deck = []
    table.loose = 0
    table.pile = []
    table.handles = 0
    table.taken = NO_CARD
    table.taken_open = False
    table.acting = NO_CARD
    table.chosen = []
    table.asked = table.pending = 0
    table.answers = [NO_ANSWER] * seats
    table.race = 0
    table.number = NO_CARD
    table.winner = NOBODY
    table.bucket = STRAIGHT
    table.drops = []
    table.queue = []
    table.lasting = []
    table.mama = table.patrols = 0
    table.looking = []
    forget_all(table)


# The deck.


def draw(table: Table) -> int:
    """The top card of the deck, unseen; NO_CARD if there is none and nothing to shuffle (O-58)."""
    deck = table.deck
    left = len(deck)
    if left == 0:
        if not reshuffle(table):
            return NO_CARD
        deck = table.deck
        left = len(deck)
    if left == table.loose:
        at = table.below(left)
        card = deck[at]
        deck[at] = deck[left - 1]
        deck.pop()
        table.loose = left - 1
    else:
        card = deck.pop()
    if left == 1 and table.rules.at_once:
        reshuffle(table)
    return card


def reshuffle(table: Table) -> bool:
    """O-58: the pile becomes the deck; False if there is nothing to shuffle."""
    keep = table.rules.keep_top
    count = len(table.pile) - keep
    if count <= 0:
        return False
    table.deck = table.pile[:count]
    table.loose = count
    table.pile = table.pile[count:]
    if table.heard is not None:
        table.tell("reshuffled", {"n": count})
    return True


def can_draw(table: Table) -> bool:
    """Whether the deck has a card or can get one."""
    return len(table.deck) > 0 or len(table.pile) > table.rules.keep_top


# The end of a round.


def end_round(table: Table, caller: int) -> None:
    """O-50, O-64: all rows are opened and counted; then the next round, or the end."""
    rules, before = table.rules, table.ledger
    faces = [[back & FACE for back in row] for row in table.rows]
    sums = [sum([POINTS[face] for face in row]) for row in faces]
    points = scored(table, sums, caller)
    after = Ledger()
    after.famous = before.famous
    after.totals = [had + more for had, more in zip(before.totals, points)]
    after.rounds = (*before.rounds, Ended(caller, faces, sums, points))
    if table.heard is not None:
        tell_end(table, after, faces)
    if before.round == rules.seats:  # O-3
        after.round, after.starter = before.round, before.starter
        end_game(table, after)
        return
    after.round = before.round + 1
    after.starter = next_starter(after.totals, before.starter)
    set_up_round(table, after)


def scored(table: Table, sums: list[int], caller: int) -> list[int]:
    """O-51 to O-56, O-64: everybody's points of this round."""
    rules = table.rules
    points = sums[:]
    if caller == NOBODY:  # O-64
        least = min(sums)
        return [0 if count == least else count for count in sums]
    mine = sums[caller]
    least = min([count for seat, count in enumerate(sums) if seat != caller])
    if mine <= rules.call_limit and mine <= least:  # O-51, O-53
        points[caller] = 0
        return points
    points[caller] += rules.call_penalty  # O-52
    if mine > rules.call_limit and mine <= least and rules.nobody_over_7:  # O-55, OC-30
        return points
    for step in range(1, rules.seats):
        seat = (caller + step) % rules.seats
        if sums[seat] == least:
            points[seat] = 0
            if rules.first_lowest:  # OC-32
                break
    return points


def next_starter(totals: list[int], before: int) -> int:
    """O-8: the most points in all; of several, the first clockwise after the one who started before."""
    most = max(totals)
    seats = len(totals)
    for step in range(1, seats + 1):
        seat = (before + step) % seats
        if totals[seat] == most:
            return seat
    return before


def end_game(table: Table, after: Ledger) -> None:
    """O-57: the cards are put away; the rounds tell of them."""
    clear(table)
    table.ledger = after
    table.active = NOBODY
    table.phase = OVER
    table.over = True
    table.waiting = ()
    if table.heard is not None:
        standings = [standing(table, seat) for seat in range(table.rules.seats)]
        winners = [seat for seat, reached in enumerate(standings) if reached == min(standings)]
        table.tell("over", {"winner": winners, "n": len(winners)})


def standing(table: Table, seat: int) -> tuple[int, int]:
    """O-57: all points; with `final_tie = "last_round"` then those of the last round. Fewer is better."""
    ledger = table.ledger
    last = 0
    if table.rules.last_round_decides and table.over:
        last = ledger.rounds[-1].points[seat]
    return (ledger.totals[seat], last)


def tell_end(table: Table, after: Ledger, faces: list[list[int]]) -> None:
    """What all see when a round ends."""
    ended = after.rounds[-1]
    caller, sums, points = ended.caller, ended.sums, ended.points
    for seat, row in enumerate(faces):
        table.tell("opened", {"seat": seat, "cards": [FACE_NAMES[face] for face in row], "n": sums[seat]})
    if caller != NOBODY:
        stands = points[caller] == 0 and sums[caller] <= table.rules.call_limit
        params = {"seat": caller, "n": sums[caller]}
        table.tell("call_stands" if stands else "call_fails", params)
    for seat, count in enumerate(points):
        table.tell("scored", {"seat": seat, "n": count, "total": after.totals[seat]})
