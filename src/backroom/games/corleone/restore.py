"""Corleone's Empire: a position by name laid out again, and what is wrong with one that cannot be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from backroom.games.corleone.business import paying_choices
from backroom.games.corleone.dreams import FIGURE_NUMBERS, HOW_NUMBERS, ICON_NUMBERS, PHASES, WHAT, know_free_spaces
from backroom.games.corleone.numbers import (
    ACTS,
    ALLIES,
    DISTRICTS,
    FIRST_ALLY,
    FIRST_JOB,
    GOODS,
    HEIGHT,
    JOBS,
    KINDS,
    MARKERS,
    MAYOR,
    NOBODY,
    PLACES,
    PLAIN,
    POLICE_CHIEF,
    UNION_BOSS,
    VALUES,
)
from backroom.games.corleone.table import (
    BRIBERY,
    CHOICE,
    DISCARDING,
    FAMILY,
    FRONTS,
    HIRING,
    LEVYING,
    LIFT,
    LOOKING,
    MENU,
    MOVE,
    MOVE_TO,
    OVER,
    PAYING,
    REWARD,
    SHARE,
    STEAL,
    STEALS,
    STEPS,
    SWAP,
    TAKES,
    TRIBUTE,
    UNSEEN,
    WARRING,
    WARS,
    Table,
    controller,
    pick_up,
)
from backroom.games.corleone.tribute import NEW_MEMBERS, PER_ACT, bare_table
from backroom.games.corleone.view import Pending, Position
from backroom.kernel.errors import BadPosition
from backroom.kernel.game import tidy

MOST_PENDING: Final = 60


def restore(table: Table, plain: dict[str, Any]) -> None:
    """Lay out a position; BadPosition for one that cannot be, naming the place."""
    try:
        given = msgspec.convert(plain, Position)
    except msgspec.ValidationError as error:
        raise BadPosition(f"position: {tidy(error)}") from None
    bare_table(table)
    _phase(table, given)
    _tiles(table, given)
    _figures(table, given)
    _markers(table, given)
    _jobs_and_hands(table, given)
    _allies(table, given)
    _money(table, given)
    _trail(table, given)
    for at, told in enumerate(given.pending):
        table.stack.append(_frame(table, f"pending[{at}]", told))
    _answers(table, given)


def _seat(where: str, seat: int, seats: int) -> int:
    if not 0 <= seat < seats:
        raise BadPosition(f"{where}: expected a seat from 0 to {seats - 1}, found {seat}")
    return seat


def _by_seat(name: str, given: Sequence[Any], seats: int) -> Sequence[Any]:
    """One entry a seat; nothing for all if left out."""
    if given and len(given) != seats:
        raise BadPosition(f"{name}: expected {seats} entries, one a seat, found {len(given)}")
    return given or [[] for _ in range(seats)]


def _card(table: Table, where: str, name: str, first: int, last: int) -> int:
    card = table.rules.card_numbers.get(name, NOBODY)
    if not first <= card < last:
        raise BadPosition(f"{where}: there is no such card here: {name!r}")
    return card


def _phase(table: Table, given: Position) -> None:
    seats = table.rules.seats
    if not 1 <= given.act <= ACTS:
        raise BadPosition(f"act: expected 1 to {ACTS}, found {given.act}")
    if given.phase not in PHASES:
        raise BadPosition(f"phase: expected one of {', '.join(PHASES)}, found {given.phase!r}")
    table.act, table.phase = given.act, PHASES[given.phase]
    if table.phase == BRIBERY and table.act == ACTS:
        raise BadPosition("phase: there is no bribery in act IV")
    if table.phase == OVER and table.act < ACTS:
        raise BadPosition("phase: the game ends in act IV")
    table.over = table.phase == OVER
    table.horse = _seat("horse", given.horse, seats)
    table.mover = _seat("mover", given.mover, seats)
    for district in given.here:
        if not 0 <= district < DISTRICTS:
            raise BadPosition(f"here: expected districts 0 to {DISTRICTS - 1}")
        table.here |= 1 << district
    if len(set(given.here)) != len(given.here):
        raise BadPosition("here: a district stands here twice")


def _tiles(table: Table, given: Position) -> None:
    rules = table.rules
    plots = given.plots or [None] * DISTRICTS
    if len(plots) != DISTRICTS:
        raise BadPosition(f"plots: expected {DISTRICTS} entries, one a district")
    used: list[int] = []
    table.plots = [NOBODY if name is None else _tile(table, "plots", name, used) for name in plots]
    for district, tile in enumerate(table.plots):
        if tile != NOBODY:
            table.where[tile] = district
    for name, names, colour in (("blue", given.blue, rules.blue), ("red", given.red, rules.red)):
        stack = [_tile(table, name, tile, used) for tile in names]
        if any(tile not in colour for tile in stack):
            raise BadPosition(f"{name}: a tile of the other colour is among these")
        under = [tile for tile in colour if tile not in used]
        used += under
        if name == "blue":
            table.blue = [*reversed(under), *reversed(stack)]
        else:
            table.red = [*reversed(under), *reversed(stack)]


def _tile(table: Table, where: str, name: str, used: list[int]) -> int:
    tile = table.rules.place_numbers.get(name, NOBODY)
    if not DISTRICTS <= tile < PLACES:
        raise BadPosition(f"{where}: there is no tile {name!r}")
    if tile in used:
        raise BadPosition(f"{where}: {name} lies in two places")
    used.append(tile)
    return tile


def _figures(table: Table, given: Position) -> None:
    """Who stands on the board or lies in the river; the others stand in their owners' supplies."""
    rules = table.rules
    seats = rules.seats
    used: list[int] = []
    for name, told in given.thugs.items():
        place = rules.place_numbers.get(name, NOBODY)
        if not 0 <= place < PLACES or table.where[place] == NOBODY:
            raise BadPosition(f"thugs: there is no business {name!r} on the board")
        figure = _figure(f"thugs.{name}", told, seats)
        if figure != UNION_BOSS and (figure >= MAYOR or figure % KINDS):
            raise BadPosition(f"thugs.{name}: {told} does not stand on a thug space")
        table.thug_at[place] = figure
        used.append(figure)
    for name, told in given.members.items():
        space = rules.space_numbers.get(name, NOBODY)
        if space not in rules.spaces:
            raise BadPosition(f"members: there is no open family space {name!r}")
        figure = _figure(f"members.{name}", told, seats)
        if figure != MAYOR and (figure > MAYOR or figure % KINDS == 0):
            raise BadPosition(f"members.{name}: {told} does not stand on a family space")
        table.family_at[space] = figure
        used.append(figure)
    if given.chief is not None:
        if given.chief not in rules.areas[:DISTRICTS]:
            raise BadPosition(f"chief: there is no district {given.chief!r}")
        table.chief = rules.areas.index(given.chief)
        used.append(POLICE_CHIEF)
    table.river = sorted([_figure("river", told, seats) for told in given.river])
    used += table.river
    mask = sum(NEW_MEMBERS[: table.act + 1])
    for figure in used:
        if used.count(figure) > 1 and (figure >= MAYOR or figure % KINDS):
            raise BadPosition(f"figures: {_told(figure)} is in two places")
        if figure < MAYOR and figure % KINDS and not mask >> figure % KINDS - 1 & 1:
            raise BadPosition(f"figures: {_told(figure)} has not entered the game by act {table.act}")
    for seat in range(seats):
        table.thugs[seat] = rules.thugs - used.count(seat * KINDS)
        if table.thugs[seat] < 0:
            raise BadPosition(f"thugs: seat {seat} has only {rules.thugs}")
        table.members[seat] = mask & ~sum(
            1 << figure % KINDS - 1 for figure in used if figure // KINDS == seat and figure % KINDS
        )
    know_free_spaces(table)
    if len(table.free_places) < sum(table.thugs) + (UNION_BOSS not in used):
        raise BadPosition("plots: with so few businesses there is no room for all thugs")


def _figure(where: str, told: str, seats: int) -> int:
    figure = FIGURE_NUMBERS.get(told, NOBODY)
    if figure == NOBODY or (figure < MAYOR and figure // KINDS >= seats):
        raise BadPosition(f"{where}: there is no figure {told!r}")
    return figure


def _told(figure: int) -> str:
    return next(name for name, number in FIGURE_NUMBERS.items() if number == figure)


def _markers(table: Table, given: Position) -> None:
    stacks = given.stacks or [[] for _ in range(DISTRICTS)]
    if len(stacks) != DISTRICTS:
        raise BadPosition(f"stacks: expected {DISTRICTS} lists, one a district")
    for at, stack in enumerate(stacks):
        if len(stack) > HEIGHT:
            raise BadPosition(f"stacks[{at}]: expected at most {HEIGHT} markers")
        for owner in stack:
            table.markers[_seat(f"stacks[{at}]", owner, table.rules.seats)] -= 1
    if min(table.markers) < 0:
        raise BadPosition(f"stacks: nobody has more than {MARKERS} markers")
    table.stacks = [list(stack) for stack in stacks]


def _jobs_and_hands(table: Table, given: Position) -> None:
    """All 44 jobs, each in one place; and whatever else is in hands."""
    rules = table.rules
    seats = rules.seats
    batches = given.batches or [0] * JOBS
    if len(batches) != JOBS or not 0 <= given.shuffles < 10000:
        raise BadPosition(f"batches: expected {JOBS} numbers, and shuffles from 0 on")
    if any(not 0 <= batch <= given.shuffles for batch in batches):
        raise BadPosition("batches: expected numbers from 0 to shuffles")
    table.batch, table.shuffles = list(batches), given.shuffles
    table.deck = [_job(table, "deck", name) for name in reversed(given.deck)]
    table.left = len(table.deck)
    if any(table.batch[job] != table.shuffles for job in table.deck):
        raise BadPosition("batches: the deck is what was shuffled last")
    table.pile = [_job(table, "discard", name) for name in given.discard]
    public = given.public or [None] * rules.public
    if len(public) != rules.public:
        raise BadPosition(f"public: expected {rules.public} places")
    table.public = [NOBODY if name is None else _job(table, "public", name) for name in public]
    found = table.deck + table.pile + [job for job in table.public if job != NOBODY]
    for seat, names in enumerate(_by_seat("completed", given.completed, seats)):
        table.finished[seat] = [_job(table, f"completed[{seat}]", name) for name in names]
        found += table.finished[seat]
    if len(given.hands) != seats:
        raise BadPosition(f"hands: expected {seats} lists, one a seat")
    for seat, names in enumerate(given.hands):
        for name in names:
            pick_up(table, seat, _card(table, f"hands[{seat}]", name, 0, FIRST_ALLY + ALLIES))
        if len(set(table.cards[seat])) != len(table.cards[seat]):
            raise BadPosition(f"hands[{seat}]: there is only one of each job and ally")
        found += [card - FIRST_JOB for card in table.cards[seat] if card < FIRST_ALLY]
    for seat, names in enumerate(_by_seat("laid", given.laid, seats)):
        table.laid[seat] = sorted([_card(table, f"laid[{seat}]", name, 0, FIRST_ALLY + ALLIES) for name in names])
        found += [card - FIRST_JOB for card in table.laid[seat] if FIRST_JOB <= card < FIRST_ALLY]
    for told in given.pending:
        if told.what == "looking":
            found += [_job(table, "pending", name) for name in told.names]
    if sorted(found) != list(range(JOBS)):
        twice = sorted({job for job in found if found.count(job) > 1})
        missing = sorted(set(range(JOBS)) - set(found))
        names = [rules.cards[FIRST_JOB + job] for job in twice or missing]
        raise BadPosition(f"jobs: {', '.join(names)} {'in two places' if twice else 'nowhere'}")
    if table.over and any(table.sizes):
        raise BadPosition("hands: when the game is over, no cards are left in hand")


def _job(table: Table, where: str, name: str) -> int:
    return _card(table, where, name, FIRST_JOB, FIRST_ALLY) - FIRST_JOB


def _ally(table: Table, where: str, name: str) -> int:
    return _card(table, where, name, FIRST_ALLY, FIRST_ALLY + ALLIES) - FIRST_ALLY


def _allies(table: Table, given: Position) -> None:
    """Allies of the acts so far that are nowhere have left the game."""
    rules = table.rules
    table.row = sorted([_ally(table, "allies", name) for name in given.allies])
    if len(table.row) > rules.shown or (table.row and table.act == ACTS):
        raise BadPosition(f"allies: expected at most {rules.shown}, and none in act IV")
    if any(ally // PER_ACT + 1 != table.act for ally in table.row):
        raise BadPosition(f"allies: these are not allies of act {table.act}")
    found = table.row[:]
    for seat, names in enumerate(_by_seat("played", given.played, rules.seats)):
        table.played[seat] = [_ally(table, f"played[{seat}]", name) for name in names]
        found += table.played[seat]
    for cards in [*table.cards, *table.laid]:
        found += [card - FIRST_ALLY for card in cards if card >= FIRST_ALLY]
    if len(set(found)) != len(found):
        raise BadPosition("allies: one of them is in two places")
    if any(ally // PER_ACT + 1 > table.act for ally in found):
        raise BadPosition(f"allies: one of them cannot be in the game by act {table.act}")
    if any(table.played) and table.phase not in (FAMILY, WARS, BRIBERY):
        raise BadPosition("played: at the tribute the allies are back in hand")
    table.gone = [ally for ally in range(min(table.act, ACTS - 1) * PER_ACT) if ally not in found]


def _money(table: Table, given: Position) -> None:
    """Bills and goods: what is nowhere else lies in the supply."""
    rules = table.rules
    for seat, counts in enumerate(_by_seat("suitcases", given.suitcases, rules.seats)):
        for value, count in enumerate(counts):
            if count < 0:
                raise BadPosition(f"suitcases[{seat}]: expected no number below 0")
            table.case[seat * 4 + value] = count
    out = [0] * PLAIN
    for at, count in enumerate(table.purse):
        out[at % PLAIN] += count
    for at, count in enumerate(table.case):
        out[at % 4] += count
    lying = table.phase in (BRIBERY, TRIBUTE)
    for cards in table.laid if lying else []:
        for card in cards:
            if card < PLAIN:
                out[card] += 1
    table.stock = [had - gone for had, gone in zip(rules.supply, out, strict=True)]
    for kind, count in enumerate(table.stock):
        if count < 0:
            name = [*[f"${value}" for value in VALUES], *GOODS][kind]
            raise BadPosition(f"supply: there are only {rules.supply[kind]} cards of {name}")


def _trail(table: Table, given: Position) -> None:
    """What is known of hands since a card was taken unseen."""
    rules = table.rules
    seats = rules.seats
    if bool(given.opening) != bool(given.trail) or len(given.opening) not in (0, seats):
        raise BadPosition(f"opening: expected {seats} hands and a trail, or neither")
    for at, hand in enumerate(given.opening):
        counts = (*hand.bills, *hand.goods)
        if min(counts) < 0 or sum(counts) > 200 or any(not 0 <= batch <= table.shuffles for batch in hand.jobs):
            raise BadPosition(f"opening[{at}]: no such hand")
        cards: list[int] = []
        for kind, count in enumerate(counts):
            cards += [kind] * count
        cards += [FIRST_ALLY + _ally(table, f"opening[{at}]", name) for name in hand.allies]
        table.opening.append(cards)
        table.opening_jobs.append(list(hand.jobs))
    for at, passed in enumerate(given.trail):
        where = f"trail[{at}]"
        if passed.how not in HOW_NUMBERS or not 0 <= passed.batch <= table.shuffles:
            raise BadPosition(f"{where}: expected one of {', '.join(HOW_NUMBERS)}, and a shuffle there was")
        _seat(where, passed.seat, seats)
        _seat(where, passed.rival, seats)
        what = HOW_NUMBERS[passed.how]
        card = _card(table, where, passed.card, 0, FIRST_ALLY + ALLIES) if passed.card else UNSEEN
        if what == STEALS and (card == UNSEEN or passed.seat == passed.rival):
            raise BadPosition(f"{where}: expected a card and two different seats")
        if what == TAKES and FIRST_JOB <= card < FIRST_ALLY:
            raise BadPosition(f"{where}: nobody sees which job is taken")
        if passed.how == "gives" and card == UNSEEN:
            raise BadPosition(f"{where}: all see which card is given")
        if passed.how == "no_bills":
            card = 0
        table.trail.append(what | passed.seat << 2 | passed.rival << 5 | card << 8 | passed.batch << 15)
    table.trailed = len(table.trail)


def _ranged(where: str, numbers: Sequence[int], *limits: tuple[int, int]) -> None:
    """So many numbers, each within its limits."""
    if len(numbers) != len(limits):
        raise BadPosition(f"{where}: expected {len(limits)} numbers, found {len(numbers)}")
    for number, (least, most) in zip(numbers, limits, strict=True):
        if not least <= number <= most:
            raise BadPosition(f"{where}: expected a number from {least} to {most}, found {number}")


def _frame(table: Table, where: str, told: Pending) -> tuple[int, ...]:
    """Something pending; what cannot be pending now is refused."""
    rules = table.rules
    what = WHAT.get(told.what, NOBODY)
    if len(table.stack) >= MOST_PENDING or not MENU <= what <= HIRING:
        raise BadPosition(f"{where}: nothing of the kind {told.what!r} can be pending")
    at_war, hiring = what in (WARRING, LIFT), what == HIRING
    if table.phase != (WARS if at_war else BRIBERY if hiring else FAMILY):
        raise BadPosition(f"{where}: {told.what} does not belong to this phase")
    seat = told.seat if what == WARRING and told.seat == NOBODY else _seat(where, told.seat, rules.seats)
    numbers = told.numbers
    head: tuple[int, ...] = (what, seat)
    if what not in (MENU, LOOKING, PAYING, REWARD, SHARE) and told.names:
        raise BadPosition(f"{where}: names mean nothing here")
    if what == MENU:
        _ranged(where, numbers, (0, 1))
        icons = [ICON_NUMBERS.get(name, NOBODY) for name in told.names]
        if not icons or NOBODY in icons or icons != sorted(icons) or len(icons) > 40:
            raise BadPosition(f"{where}: expected icons in the order {', '.join(ICON_NUMBERS)}")
        return (*head, *numbers, *icons)
    if what in (PAYING, REWARD):
        _ranged(where, numbers)
        if len(told.names) != 1:
            raise BadPosition(f"{where}: expected one job")
        job = _job(table, where, told.names[0])
        if job not in table.finished[seat]:
            raise BadPosition(f"{where}: seat {seat} has not completed {told.names[0]}")
        if what == PAYING and not paying_choices(table, seat, (*head, job)):
            raise BadPosition(f"{where}: seat {seat} cannot pay for {told.names[0]}")
        return (*head, job)
    if what == LOOKING:
        _ranged(where, numbers, (1, 2), (0, 1))
        jobs = [_job(table, where, name) for name in told.names]
        if not numbers[1] < len(jobs) <= 3 or list(told.batches) != sorted([table.batch[job] for job in jobs]):
            raise BadPosition(f"{where}: expected the jobs looked at, and their batches sorted")
        return (*head, *numbers, *jobs)
    if what == SHARE:
        _ranged(where, numbers)
        place = rules.place_numbers.get(told.names[0], NOBODY) if len(told.names) == 1 else NOBODY
        if not 0 <= place < PLACES or table.where[place] == NOBODY:
            raise BadPosition(f"{where}: expected a business on the board")
        if controller(table, table.where[place]) in (NOBODY, seat):
            raise BadPosition(f"{where}: nobody else controls that district")
        return (*head, place)
    _numbers(table, where, what, seat, numbers)
    return (*head, *numbers)


def _numbers(table: Table, where: str, what: int, seat: int, numbers: Sequence[int]) -> None:
    """The parameters of what is pending, where they are plain numbers."""
    rules = table.rules
    last_step = len(rules.steps) - 1
    if what == STEPS:
        _ranged(where, numbers, (0, len(rules.programs) - 1), (0, 100), (0, 1))
        if numbers[1] >= len(rules.programs[numbers[0]]):
            raise BadPosition(f"{where}: the card has not so many sentences")
    elif what == DISCARDING:
        _ranged(where, numbers, (1, 3), (0, len(rules.programs) - 1))
        if table.sizes[seat] < numbers[0] or not rules.programs[numbers[1]]:
            raise BadPosition(f"{where}: seat {seat} has not so many cards")
    elif what == CHOICE:
        _ranged(where, numbers, (1, 3), (0, 1))
    elif what == FRONTS:
        _ranged(where, numbers, (1, 2), (0, 1), (0, (1 << PLACES) - 1))
    elif what == STEAL:
        _ranged(where, numbers, (0, last_step), (0, 1), (0, (1 << rules.seats) - 1))
        if numbers[2] >> seat & 1:
            raise BadPosition(f"{where}: nobody takes cards from himself")
    elif what == MOVE_TO:
        _ranged(where, numbers, (0, last_step), (0, PLACES + len(rules.touches) - 1))
        at = numbers[1]
        figure = table.thug_at[at] if at < PLACES else table.family_at[at - PLACES]
        if not 0 <= figure < MAYOR:
            raise BadPosition(f"{where}: there is no figure to move")
    elif what in (LIFT, WARRING):
        _ranged(where, numbers, (0, DISTRICTS - 1))
    elif what in (LEVYING, HIRING):
        _ranged(where, numbers)
    else:
        _ranged(where, numbers, (0, last_step), (0, 1))
    if what >= SWAP and what not in (FRONTS, LEVYING, LIFT, WARRING, HIRING):
        kind = MOVE if what == MOVE_TO else what
        if rules.steps[numbers[0]][0] != kind:
            raise BadPosition(f"{where}: sentence {numbers[0]} is another effect")


def _answers(table: Table, given: Position) -> None:
    """Who is asked at the same time as others, and has answered; then whose decision it is."""
    rules = table.rules
    seats = rules.seats
    for at, bid in enumerate(_by_seat("bids", given.bids, seats)):
        table.revealed.append([_card(table, f"bids[{at}]", name, 0, 4) for name in bid])
    if not given.bids:
        table.revealed = []
    for at, names in enumerate(_by_seat("gave", given.gave, seats) if given.gave else []):
        table.given.append([_card(table, f"gave[{at}]", name, 0, FIRST_ALLY + ALLIES) for name in names])
    answered = sum(1 << _seat("answered", seat, seats) for seat in set(given.answered))
    levying = any(frame[0] == LEVYING for frame in table.stack)
    hiring = [frame[1] for frame in table.stack if frame[0] == HIRING]
    asked = 0
    if levying:
        if table.stack[-1][0] != LEVYING or sum(frame[0] == LEVYING for frame in table.stack) > 1:
            raise BadPosition("pending: a levy is answered before all else")
        thief = table.stack[-1][1]
        asked = sum(1 << seat for seat in range(seats) if seat != thief and table.sizes[seat])
        for seat in range(seats):
            laid = table.laid[seat]
            if len(laid) > (answered >> seat & 1) or any(
                card > 3 or not table.purse[seat * PLAIN + card] for card in laid
            ):
                raise BadPosition(f"laid[{seat}]: expected the bill shown, if any")
            if answered >> seat & 1 and not laid and any(table.purse[seat * PLAIN : seat * PLAIN + 4]):
                raise BadPosition(f"laid[{seat}]: expected a bill")
    elif hiring:
        if len(hiring) > len(table.row) or len(set(hiring)) < len(hiring) or len(table.revealed) != seats:
            raise BadPosition("pending: there are not so many allies, or no bids")
        for seat in range(seats):
            if table.laid[seat] != (sorted(table.revealed[seat]) if seat in hiring else []):
                raise BadPosition(f"laid[{seat}]: expected the bid that is still to be paid")
    elif table.phase == BRIBERY:
        asked = (1 << seats) - 1
        for seat in range(seats):
            if any(card > 3 for card in table.laid[seat]):
                raise BadPosition(f"laid[{seat}]: a bid is made of bills")
    elif table.phase == TRIBUTE:
        limit = rules.limits[table.act - 1]
        for seat in range(seats):
            size, laid = table.sizes[seat], table.laid[seat]
            if (laid and size < limit) or (answered >> seat & 1) != (bool(laid) and size == limit):
                raise BadPosition(f"laid[{seat}]: expected cards down to the limit of {limit}")
            if size + len(laid) > limit:
                asked |= 1 << seat
    elif any(table.laid):
        raise BadPosition("laid: nothing is laid out in secret now")
    if answered & ~asked or (asked and answered == asked):
        raise BadPosition("answered: expected seats that were asked, and one still to answer")
    table.asked, table.answered = asked, answered
