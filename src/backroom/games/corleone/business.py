"""Corleone's Empire: the four actions of the family business, fronts, backs and icons. C-20 to C-60, C-67 to C-69."""

# compiled by mypyc
from __future__ import annotations

from backroom.games.corleone.numbers import (
    BILL,
    CHOOSE_DISTRICT,
    COMPLETE,
    DISCARD,
    DISTRICTS,
    DO_LAUNDER,
    DONE,
    FIRST_ALLY,
    FIRST_JOB,
    FIRST_ME,
    FIRST_THEM,
    GOOD,
    GUN,
    HORSE_HEAD,
    KEEP,
    LAUNDER,
    LOOK_AT_JOBS,
    NARCOTICS,
    NOBODY,
    PARK,
    PARK_BUSINESS,
    PAY,
    PLAIN,
    PLAY_ALLY,
    SWAP_GOOD,
    SWAPPED,
    TAKE,
    VALUES,
    WAYS,
)
from backroom.games.corleone.table import (
    CHOICE,
    DISCARDING,
    LOOKING,
    MENU,
    PAYING,
    REWARD,
    SHARE,
    STEPS,
    Table,
    controller,
    discard,
    draw_job,
    gain,
    held,
    lose,
    occupy,
    occupy_space,
    put_down,
    take_bill,
    take_good,
)

# A turn.


def turn_choices(table: Table, seat: int) -> list[int]:
    """C-21: thugs, family members, jobs, allies; C-22: nothing else, and no passing."""
    actions: list[int] = []
    if table.thugs[seat]:
        actions += table.free_places
    if table.members[seat]:
        actions += table.free_spaces
    start = seat * PLAIN + GUN
    guns, booze, blood, narcotics = table.purse[start : start + 4]
    reach = table.rules.payable[
        (guns if guns < 4 else 4) * 125
        + (booze if booze < 4 else 4) * 25
        + (blood if blood < 4 else 4) * 5
        + (narcotics if narcotics < 4 else 4)
    ]
    cards = table.cards[seat]
    if reach:
        jobs = [COMPLETE + job for job in table.public if job != NOBODY and reach >> job & 1]
        for card in cards:
            if card < FIRST_ALLY and reach >> card - FIRST_JOB & 1:
                jobs.append(COMPLETE - FIRST_JOB + card)
        jobs.sort()
        actions += jobs
    for card in cards:
        if card >= FIRST_ALLY:
            actions.append(PLAY_ALLY - FIRST_ALLY + card)
    return actions


def start_family_business(table: Table) -> None:
    """C-20: the holder of the Horse Head begins."""
    table.mover = (table.horse - 1) % table.rules.seats
    if table.heard is not None:
        table.tell("family_business", {"holder": table.horse})


def next_turn(table: Table) -> bool:
    """C-20, C-23: the next clockwise who has a figure in the own supply; False if nobody has. There is always room
    for a figure (the loader sees to it), so nobody is ever skipped for want of a move (CC-1)."""
    thugs, members = table.thugs, table.members
    seat = table.mover
    for _ in thugs:
        seat += 1
        if seat == len(thugs):
            seat = 0
        if thugs[seat] or members[seat]:
            table.mover = seat
            return True
    return False


def play_thug(table: Table, seat: int, place: int) -> None:
    """C-26, C-27."""
    table.thugs[seat] -= 1
    occupy(table, place, seat * 4)
    if table.heard is not None:
        table.tell("thug", {"seat": seat, "place": table.rules.businesses[place]})
    use_front(table, seat, place)


def play_family(table: Table, seat: int, space: int) -> None:
    """C-32, C-33: Don, Consigliere and Heir work alike, so the first of them in the supply goes."""
    members = table.members[seat]
    lowest = members & -members
    table.members[seat] = members - lowest
    figure = seat * 4 + (1 if lowest == 1 else 2 if lowest == 2 else 3)
    occupy_space(table, space, figure)
    if table.heard is not None:
        table.tell("family", {"seat": seat, "figure": FIGURES[figure & 3], "space": table.rules.space_names[space]})
    use_space(table, seat, space)


FIGURES = ["thug", "don", "consigliere", "heir"]


# Fronts and backs.


def use_front(table: Table, seat: int, place: int) -> None:
    """C-27 to C-31: the whole front; if another player controls the district, the active one says who is first."""
    icons = table.rules.fronts[place]
    if not icons:
        return
    other = controller(table, table.where[place])
    if other in (NOBODY, seat):
        open_menu(table, seat, icons)
    else:
        table.stack.append((SHARE, seat, place))


def share(table: Table, seat: int, frame: tuple[int, ...], action: int) -> None:
    """C-29: the first carries out the whole front before the second begins."""
    table.stack.pop()
    other = controller(table, table.where[frame[2]])
    first, second = (seat, other) if action == FIRST_ME else (other, seat)
    if table.heard is not None:
        table.tell("share", {"seat": first, "other": second, "place": table.rules.businesses[frame[2]]})
    icons = table.rules.fronts[frame[2]]
    open_menu(table, second, icons)
    open_menu(table, first, icons)


def share_choices(table: Table) -> list[int]:
    """C-29."""
    return [FIRST_ME, FIRST_THEM]


def use_space(table: Table, seat: int, space: int) -> None:
    """C-33, C-34, C-36: the backs of all businesses in all areas touched, in one free order."""
    icons: tuple[int, ...] = ()
    for area in table.rules.touches[space]:
        icons += backs_of(table, area)
    open_menu(table, seat, tuple(sorted(icons)))


def backs_of(table: Table, area: int) -> tuple[int, ...]:
    """The icons on the backs of an area: the printed business and the tile, or the park's one (C-15)."""
    if area == PARK:
        return table.rules.backs[PARK_BUSINESS]
    icons = table.rules.backs[area]
    tile = table.plots[area]
    return icons if tile == NOBODY else icons + table.rules.backs[tile]


def use_backs(table: Table, seat: int, frame: tuple[int, ...], action: int) -> None:
    """The backs of a district, by a card: no share (C-35)."""
    table.stack.pop()
    district = action - CHOOSE_DISTRICT
    if table.heard is not None:
        table.tell("backs", {"seat": seat, "district": table.rules.areas[district]})
    open_menu(table, seat, tuple(sorted(backs_of(table, district))))


def backs_choices(table: Table) -> list[int]:
    """Districts whose businesses have something on their backs."""
    return [CHOOSE_DISTRICT + district for district in range(DISTRICTS) if backs_of(table, district)]


# Icons.


def open_menu(table: Table, seat: int, icons: tuple[int, ...]) -> None:
    """C-27, C-34, C-37: icons to be used in any order, each as often as printed, or not (CC-2)."""
    if icons:
        table.stack.append((MENU, seat, 0, *icons))


def open_for_anybody(table: Table, seat: int, icon: int) -> bool:
    """Whether an icon could bring something, as far as all can see: what is in a hand stays hidden."""
    stock = table.stock
    if icon == LAUNDER:
        return table.sizes[seat] > 0
    if icon < GOOD:
        return max(stock[: icon - BILL + 1]) > 0
    if icon < LOOK_AT_JOBS:
        return stock[icon - GOOD + GUN] > 0
    if icon == LOOK_AT_JOBS:
        return table.left > 0 or len(table.pile) > 0
    if icon == HORSE_HEAD:
        return table.horse != seat
    return table.sizes[seat] >= SWAPPED[icon - SWAP_GOOD]


def menu_lives(table: Table, frame: tuple[int, ...]) -> bool:
    """Whether there is anything left to ask about."""
    seat = frame[1]
    return open_for_anybody(table, seat, frame[3]) or any([open_for_anybody(table, seat, icon) for icon in frame[4:]])


def menu_choices(table: Table, seat: int, frame: tuple[int, ...]) -> list[int]:
    """The icons that can be used now, and `done`, which leaves the rest (CC-2)."""
    actions: list[int] = []
    stock = table.stock
    last = NOBODY
    for icon in frame[3:]:
        if icon == last:
            continue
        last = icon
        if icon == LAUNDER:
            start = seat * PLAIN
            purse = table.purse
            for value in range(4):
                if purse[start + value]:
                    actions.append(DO_LAUNDER + value)
        elif icon < GOOD and stock[icon - BILL] or open_for_anybody(table, seat, icon):
            actions.append(TAKE - 1 + icon)
    if frame[2] == 0 or not actions:
        actions.append(DONE)
    return actions


def use_icon(table: Table, seat: int, frame: tuple[int, ...], action: int) -> None:
    """One icon of a menu, or the end of it."""
    stack = table.stack
    stack.pop()
    if action == DONE:
        if table.heard is not None:
            table.tell("done", {"seat": seat})
        return
    icon = LAUNDER if action < TAKE else action - TAKE + 1
    if len(frame) > 4:
        at = 3
        while frame[at] != icon:
            at += 1
        stack.append(frame[:at] + frame[at + 1 :])
    if icon == LAUNDER:
        launder(table, seat, action - DO_LAUNDER)
    else:
        run_icon(table, seat, icon)


def run_icon(table: Table, seat: int, icon: int) -> None:
    """C-39 to C-46."""
    if icon < GOOD:
        take_bill(table, seat, icon - BILL)
    elif icon < LOOK_AT_JOBS:
        take_good(table, seat, icon - GOOD + GUN)
    elif icon == LOOK_AT_JOBS:
        look(table, seat, 2, 1)
    elif icon == HORSE_HEAD:
        take_horse_head(table, seat)
    else:
        swap = icon - SWAP_GOOD
        table.stack.append((DISCARDING, seat, SWAPPED[swap], swap))


def launder(table: Table, seat: int, value: int) -> None:
    """C-38: a bill from the hand, shown to all, into the suitcase."""
    lose(table, seat, value)
    table.case[seat * 4 + value] += 1
    if table.heard is not None:
        table.tell("laundered", {"seat": seat, "money": VALUES[value]})


def take_horse_head(table: Table, seat: int) -> None:
    """C-46: who holds it is called first from now on; the running phase just goes on."""
    table.horse = seat
    if table.heard is not None:
        table.tell("horse_head", {"seat": seat})


def look(table: Table, seat: int, draw: int, keep: int) -> None:
    """C-39, CC-34: look at so many jobs, if there are so many."""
    frame: tuple[int, ...] = (LOOKING, seat, keep, 0)
    for _ in range(draw):
        job = draw_job(table)
        if job == NOBODY:
            break
        frame += (job,)
    if len(frame) == 4:
        return
    table.stack.append(frame)
    if table.heard is not None:
        names = [table.rules.cards[FIRST_JOB + job] for job in frame[4:]]
        table.tell("looks", {"seat": seat, "n": len(names)}, {seat: {"jobs": names}})


def looking_choices(frame: tuple[int, ...]) -> list[int]:
    """C-39: the jobs not yet kept; if there are no more than one may keep, one may also stop (CC-34)."""
    actions = [KEEP + job for job in frame[4 + frame[3] :]]
    actions.sort()
    if len(actions) <= frame[2]:
        actions.append(DONE)
    return actions


def keep_job(table: Table, seat: int, frame: tuple[int, ...], action: int) -> None:
    """C-39: one is kept; when all are, the rest go face up on the discard."""
    table.stack.pop()
    keep, kept = frame[2], frame[3]
    jobs = list(frame[4:])
    if action != DONE:
        job = action - KEEP
        jobs.remove(job)
        jobs.insert(kept, job)
        kept += 1
        keep -= 1
    if action != DONE and keep and kept < len(jobs):
        table.stack.append((LOOKING, seat, keep, kept, *jobs))
        return
    for job in jobs[:kept]:
        gain(table, seat, FIRST_JOB + job)
    for job in jobs[kept:]:
        put_down(table, FIRST_JOB + job)
    if table.heard is not None:
        names = [table.rules.cards[FIRST_JOB + job] for job in jobs]
        table.tell("kept", {"seat": seat, "n": kept, "discarded": names[kept:]}, {seat: {"jobs": names[:kept]}})


def discarding_choices(table: Table, seat: int) -> list[int]:
    """CC-13: any card in hand."""
    return [DISCARD + card for card in held(table, seat)]


def discard_for(table: Table, seat: int, frame: tuple[int, ...], action: int) -> None:
    """C-42 to C-45: discard first, then take (CC-8)."""
    table.stack.pop()
    card = action - DISCARD
    discard(table, seat, card)
    if table.heard is not None:
        table.tell("discarded", {"seat": seat, "cards": [table.rules.cards[card]]})
    if frame[2] > 1:
        table.stack.append((DISCARDING, seat, frame[2] - 1, frame[3]))
    else:
        table.stack.append((STEPS, seat, frame[3], 0, 1))


def goods_choices(table: Table, frame: tuple[int, ...]) -> list[int]:
    """C-42, CC-8: guns, booze and blood money that are there; narcotics cannot be chosen."""
    actions = [TAKE - 1 + GOOD + kind for kind in range(3) if table.stock[GUN + kind]]
    if actions and frame[3] == 0:
        actions.append(DONE)
    return actions


def choose_good(table: Table, seat: int, frame: tuple[int, ...], action: int) -> None:
    """One good of one's choice."""
    table.stack.pop()
    if action == DONE:
        return
    take_good(table, seat, action - TAKE + 1 - GOOD + GUN)
    if frame[2] > 1:
        table.stack.append((CHOICE, seat, frame[2] - 1, frame[3]))


# Jobs and allies.


def complete_job(table: Table, seat: int, job: int) -> None:
    """C-48: a public job or one from the hand; C-54: no figure is used. The card is shown and lies with the completed
    ones from now on (C-52, C-53); what to pay with is asked next."""
    if job in table.public:
        table.public = [NOBODY if other == job else other for other in table.public]
    else:
        lose(table, seat, FIRST_JOB + job)
    table.finished[seat] = [*table.finished[seat], job]
    if table.heard is not None:
        table.tell("job", {"seat": seat, "job": table.rules.cards[FIRST_JOB + job]})
    table.stack.append((PAYING, seat, job))


def paying_choices(table: Table, seat: int, frame: tuple[int, ...]) -> list[int]:
    """C-49, C-50: exactly the cost, with narcotics for any of it; C-51: the money first or last."""
    job = frame[2]
    costs = table.rules.costs[job]
    start = seat * PLAIN + GUN
    guns, booze, blood, narcotics = table.purse[start : start + 4]
    both = len(table.rules.rewards[job]) > 0 and len(table.rules.programs[table.rules.effects[job]]) > 0
    actions: list[int] = []
    for way, instead in enumerate(WAYS):
        if (
            instead[0] + instead[1] + instead[2] <= narcotics
            and costs[0] - guns <= instead[0] <= costs[0]
            and costs[1] - booze <= instead[1] <= costs[1]
            and costs[2] - blood <= instead[2] <= costs[2]
        ):
            actions.append(PAY + 2 * way)
            if both:
                actions.append(PAY + 2 * way + 1)
    return actions


def pay(table: Table, seat: int, frame: tuple[int, ...], action: int) -> None:
    """C-49, C-51: the goods go back to their stacks; then ability and bills."""
    table.stack.pop()
    job = frame[2]
    costs = table.rules.costs[job]
    instead = WAYS[(action - PAY) // 2]
    paid: list[int] = []
    for kind, (cost, other) in enumerate(zip(costs, instead)):
        paid += [GUN + kind] * (cost - other)
        paid += [NARCOTICS] * other
    for card in paid:
        discard(table, seat, card)
    if table.heard is not None:
        table.tell("paid_goods", {"seat": seat, "goods": [table.rules.cards[card] for card in paid]})
    table.here = 0
    first = (action - PAY) & 1 == 0
    if not first:
        table.stack.append((REWARD, seat, job))
    if table.rules.programs[table.rules.effects[job]]:
        table.stack.append((STEPS, seat, table.rules.effects[job], 0, 0))
    if first:
        table.stack.append((REWARD, seat, job))


def reward(table: Table, seat: int, job: int) -> None:
    """C-51: the printed bills, exactly those values."""
    table.stack.pop()
    for value in table.rules.rewards[job]:
        take_bill(table, seat, value)


def play_ally(table: Table, seat: int, ally: int) -> None:
    """C-59: face up before its player, once per act."""
    lose(table, seat, FIRST_ALLY + ally)
    table.played[seat] = [*table.played[seat], ally]
    table.here = 0
    if table.heard is not None:
        table.tell("ally", {"seat": seat, "ally": table.rules.cards[FIRST_ALLY + ally]})
    if table.rules.programs[table.rules.powers[ally]]:
        table.stack.append((STEPS, seat, table.rules.powers[ally], 0, 0))
