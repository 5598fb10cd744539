"""Boss: the end of a round and of the game. B-29 to B-48."""

# compiled by mypyc
from __future__ import annotations

from backroom.games.boss.cards import (
    BAN,
    CARD_NAMES,
    CHICAGO,
    CITIES,
    FACES,
    GUN,
    HOSPITAL,
    LAY,
    NUMBERS,
    PRISON,
    SIZES,
    VETERANS,
)
from backroom.games.boss.rounds import from_marker, set_up_game, set_up_round
from backroom.games.boss.table import NOBODY, Ended, Ledger, Table, clear_places


def end_round(table: Table) -> None:
    """B-29: everything between the last card of a round and the first turn of the next."""
    rules, before = table.rules, table.ledger
    gains = [0] * rules.seats
    after = Ledger()
    after.hospital = gains[:]
    after.prison = before.prison_next  # B-39
    after.prison_next = gains[:]
    after.dead = before.dead[:]
    after.banned = before.banned
    for city in range(rules.cities):
        settle_city(table, after, city, gains)
    last_open = chicago_sum(table)
    pay_chicago(table, last_open, gains)
    after.money = [had + gain for had, gain in zip(before.money, gains, strict=True)]
    after.gained = gains
    after.rounds = (*before.rounds, Ended(table, last_open, gains))  # B-8: what all saw stays known
    bring_home(table, after)
    after.replays = before.replays
    if table.last_round:
        end_game(table, after)
        return
    after.police = before.police
    after.told = ()
    after.round = before.round + 1
    after.chicago = min(before.chicago + 1, rules.cities)  # B-41
    after.marker = (before.marker + 1) % rules.seats  # B-42
    set_up_round(table, after)  # B-43


def settle_city(table: Table, after: Ledger, city: int, gains: list[int]) -> None:
    """B-30 to B-36: the hidden card falls to the leader; without one it has no effect."""
    leader = table.leader[city]
    card = table.ledger.hidden[city]
    face = card % FACES
    heard = table.heard is not None
    if heard and (leader != NOBODY or table.rules.show_unclaimed):
        table.tell("opened", {"city": CITIES[city], "card": CARD_NAMES[card]})
    if leader == NOBODY:
        if heard:
            table.tell("unclaimed", {"city": CITIES[city]})
        return
    if face < HOSPITAL:
        gains[leader] += face  # B-31; B-36: an empty card is worth 0
        if heard:
            table.tell("paid", {"seat": leader, "city": CITIES[city], "n": face})
        return
    if face == BAN:
        after.banned = after.banned[:]
        after.banned[leader] |= 1 << city  # B-35
    elif table.cubes[city * table.rules.seats + leader] < 4:
        return  # B-40: no veteran to lose; cannot happen by the rules as they stand
    elif face == HOSPITAL:
        after.hospital[leader] += 1  # B-32
    elif face == PRISON:
        after.prison_next[leader] += 1  # B-33
    elif face == GUN:
        after.dead[leader] += 1  # B-34
    if heard:
        table.tell(PENALTY_EVENTS[face - HOSPITAL], {"seat": leader, "city": CITIES[city]})


PENALTY_EVENTS = ["wounded", "jailed", "killed", "banned"]


def chicago_sum(table: Table) -> int:
    """B-37: the last open cards of the cities to the left of Chicago; a penalty counts nothing."""
    total = 0
    for city in range(table.ledger.chicago):
        card = table.last_open[city]
        if card == NOBODY:
            continue
        face = card % FACES
        if face < HOSPITAL:
            total += face
        elif table.rules.money_below:  # option chicago_last_penalty = "last_money_below", BC-11
            total += last_money(table, city)
    return total


def last_money(table: Table, city: int) -> int:
    """The value of the newest open money card of a city, 0 if there is none."""
    for card in reversed(laid(table)):
        if card // FACES == city and card % FACES < HOSPITAL:
            return card % FACES
    return 0


def laid(table: Table) -> list[int]:
    """The cards laid this round, in order (B-21)."""
    actions = [NUMBERS[token] for _, token in table.ledger.told]
    actions += [action for _, action in table.history(table.mark)]
    return [action - LAY for action in actions if action >= LAY]


def pay_chicago(table: Table, total: int, gains: list[int]) -> None:
    """B-37: the leader of Chicago gets half of the sum, rounded down, from the bank."""
    leader = table.leader[CHICAGO]
    if leader != NOBODY:
        gains[leader] += total // 2
    if table.heard is None:
        return
    if leader == NOBODY:
        table.tell("chicago_unclaimed", {"sum": total})
    else:
        table.tell("chicago", {"seat": leader, "sum": total, "n": total // 2})


def bring_home(table: Table, after: Ledger) -> None:
    """B-38, B-39: every veteran is back who is not in hospital, in prison or dead; rookies that were sent are gone."""
    before = table.ledger
    for seat in range(table.rules.seats):
        away = after.hospital[seat] + after.prison[seat] + after.prison_next[seat] + after.dead[seat]
        table.supply[seat] = (VETERANS - away) * 4 + (table.supply[seat] & 3)
        if table.heard is not None and before.hospital[seat] + before.prison[seat]:
            table.tell("freed", {"seat": seat, "n": before.hospital[seat] + before.prison[seat]})


def end_game(table: Table, after: Ledger) -> None:
    """B-44 to B-48; with `final_tie = "play_again"` a full tie for the win is played off (BC-17)."""
    before = table.ledger
    after.police, after.marker, after.chicago = before.police, before.marker, before.chicago
    after.round, after.hidden, after.told = before.round, [], ()  # the cards are put away; the payouts tell of them
    table.ledger = after
    standings = [standing(table, seat) for seat in range(table.rules.seats)]
    winners = [seat for seat, reached in enumerate(standings) if reached == max(standings)]
    if len(winners) > 1 and table.rules.play_again:
        if table.heard is not None:
            table.tell("play_again", {"winner": winners})
        set_up_game(table, after.replays + 1, after.rounds)
        return
    table.over = True
    table.waiting = ()
    put_away(table)
    if table.heard is not None:
        table.tell("over", {"winner": winners, "n": len(winners)})


def put_away(table: Table) -> None:
    """What is left on the table when the game is over: nothing but the open sides of the players."""
    table.mark = table.made
    table.lap, table.turn, table.mover = table.rules.laps, table.rules.seats, NOBODY
    table.order = from_marker(table)
    clear_places(table)


def standing(table: Table, seat: int) -> tuple[int, int, int]:
    """B-45 to B-47: money; money of the last round; gangsters left."""
    return (table.ledger.money[seat], table.ledger.gained[seat], SIZES[table.supply[seat]])
