"""Corleone's Empire: what jobs and allies can do beyond icons, one function an effect. C-55 to C-66."""

# compiled by mypyc
from __future__ import annotations

from backroom.games.corleone.business import backs_choices, look, run_icon, use_backs, use_front, use_space
from backroom.games.corleone.numbers import (
    AT_FAMILY,
    AT_THUG,
    CHOOSE_DISTRICT,
    CHOOSE_OPTION,
    DISTRICTS,
    DONE,
    FIGURE_NAMES,
    HORSE_HEAD,
    LAUNDER,
    LOOK_AT_JOBS,
    MAYOR,
    NEUTRAL_NAMES,
    NOBODY,
    PLACES,
    PLAY_FAMILY,
    POLICE_CHIEF,
    TO_FAMILY,
    TO_THUG,
    UNION_BOSS,
    USE_FRONT,
    USE_STEP,
)
from backroom.games.corleone.table import (
    ANYWHERE,
    BACKS,
    CHOICE,
    DISCARDING,
    FRONTS,
    KILL,
    KILL_ALL,
    LOOK,
    MENU,
    MOVE,
    MOVE_TO,
    ON_CHOICE,
    ON_ICONS,
    OPTION,
    OWN,
    PLACE_NEUTRAL,
    STEAL,
    STEPS,
    SWAP,
    TAKE_BACK,
    WITH_ME,
    Table,
    occupy,
    occupy_space,
    presence,
    vacate,
    vacate_space,
)
from backroom.games.corleone.theft import choose_victim, levy, steal_choices

EVERYWHERE = (1 << DISTRICTS) - 1


def run_steps(table: Table, frame: tuple[int, ...]) -> None:
    """CC-6: the sentences of a card as written; each may be skipped (CC-2), but not what a discard has paid for."""
    table.stack.pop()
    seat, at, bound = frame[1], frame[3], frame[4]
    steps = table.rules.programs[frame[2]]
    if at + 1 < len(steps):
        table.stack.append((STEPS, seat, frame[2], at + 1, bound))
    number = steps[at]
    what, first, second, _ = table.rules.steps[number]
    if what == ON_ICONS:
        if bound and (LAUNDER < first < LOOK_AT_JOBS or first == HORSE_HEAD):
            run_icon(table, seat, first)
        else:
            menu: tuple[int, ...] = (MENU, seat, bound)
            table.stack.append(menu + (first,) * second)
    elif what == ON_CHOICE:
        table.stack.append((CHOICE, seat, first, bound))
    elif what == FRONTS:
        table.stack.append((FRONTS, seat, first, bound, 0))
    elif what == STEAL:
        table.stack.append((STEAL, seat, number, bound, 0))
    else:
        table.stack.append((what, seat, number, bound))


def effect_choices(table: Table, frame: tuple[int, ...]) -> list[int]:
    """What can be chosen for the effect on top; empty if it can do nothing, and it lapses. All of it is open to
    everybody: what is hidden in a hand decides nothing here."""
    what = frame[0]
    if what == KILL:
        actions = kill_choices(table, frame)
    elif what == KILL_ALL:
        actions = kill_all_choices(table, frame)
    elif what == MOVE:
        actions = move_choices(table, frame)
    elif what == TAKE_BACK:
        actions = take_back_choices(table, frame)
    elif what == PLACE_NEUTRAL:
        actions = neutral_choices(table, frame)
    elif what == FRONTS:
        actions = front_choices(table, frame)
    elif what == BACKS:
        actions = backs_choices(table)
    elif what == STEAL:
        actions = steal_choices(table, frame)
    elif what == OPTION:
        actions = [CHOOSE_OPTION + at for at in range(table.rules.steps[frame[2]][2])]
    else:
        actions = [USE_STEP] if whole_step_possible(table, frame) else []
    if actions and (not frame[3] or (what == STEAL and frame[4])):
        actions.append(DONE)
    return actions


def whole_step_possible(table: Table, frame: tuple[int, ...]) -> bool:
    """For the sentences that are only taken or left: a swap, a look at jobs, a levy."""
    what, seat, number = frame[0], frame[1], frame[2]
    if what == SWAP:
        return table.sizes[seat] >= table.rules.steps[number][1]  # CC-13
    if what == LOOK:
        return table.left > 0 or len(table.pile) > 0
    return sum(table.sizes) > table.sizes[seat]


def use_effect(table: Table, seat: int, frame: tuple[int, ...], action: int) -> None:
    """Carry out the choice for the effect on top."""
    what = frame[0]
    if what == FRONTS:
        use_chosen_front(table, seat, frame, action)
        return
    if what == STEAL:
        choose_victim(table, seat, frame, action)
        return
    if what == BACKS and action != DONE:
        use_backs(table, seat, frame, action)
        return
    table.stack.pop()
    if action == DONE:
        if table.heard is not None:
            table.tell("done", {"seat": seat})
    elif what == KILL:
        kill_chosen(table, seat, action)
    elif what == KILL_ALL:
        kill_all(table, seat, frame, action - CHOOSE_DISTRICT)
    elif what == MOVE:
        table.stack.append((MOVE_TO, seat, frame[2], action - AT_THUG))
    elif what == TAKE_BACK:
        take_back(table, seat, action)
    elif what == PLACE_NEUTRAL:
        place_neutral(table, seat, frame, action)
    elif what == OPTION:
        programs = table.rules.options[table.rules.steps[frame[2]][1]]
        table.stack.append((STEPS, seat, programs[action - CHOOSE_OPTION], 0, frame[3]))
    else:
        _, first, second, _ = table.rules.steps[frame[2]]
        if what == SWAP:
            table.stack.append((DISCARDING, seat, first, second))
        elif what == LOOK:
            look(table, seat, first, second)
        else:
            levy(table, seat)


# Killing (C-56, C-57, CC-26, CC-27).


def kill_choices(table: Table, frame: tuple[int, ...]) -> list[int]:
    """CC-27: figures of other players, where the card says."""
    seat = frame[1]
    _, kind, where, _ = table.rules.steps[frame[2]]
    mask = EVERYWHERE if where == ANYWHERE else presence(table, seat) if where == WITH_ME else table.here
    if kind == 0:
        return [
            AT_THUG + place
            for place, figure in enumerate(table.thug_at)
            if NOBODY < figure < MAYOR and figure >> 2 != seat and mask >> table.where[place] & 1
        ]
    return [
        AT_FAMILY + space
        for space, figure in enumerate(table.family_at)
        if NOBODY < figure < MAYOR and figure >> 2 != seat and mask & table.rules.districts[space]
    ]


def kill_chosen(table: Table, seat: int, action: int) -> None:
    """C-56: into the Hudson."""
    if action < AT_FAMILY:
        kill_thug(table, action - AT_THUG)
    else:
        kill_member(table, action - AT_FAMILY)


def kill_thug(table: Table, place: int) -> None:
    """C-57: its place is free again."""
    figure = table.thug_at[place]
    vacate(table, place)
    drown(table, figure)


def kill_member(table: Table, space: int) -> None:
    """C-57: its place is free again."""
    figure = table.family_at[space]
    vacate_space(table, space)
    drown(table, figure)


def drown(table: Table, figure: int) -> None:
    """C-56: it lies in the river until the entr'acte."""
    table.river = sorted([*table.river, figure])
    if table.heard is not None:
        if figure >= MAYOR:
            table.tell("killed_neutral", {"figure": NEUTRAL_NAMES[figure - MAYOR]})
        else:
            table.tell("killed", {"owner": figure >> 2, "figure": FIGURE_NAMES[figure & 3]})


def victims(table: Table, district: int, everybody: bool) -> int:
    """How many figures a massacre in this district would hit."""
    count = 0
    for place, figure in enumerate(table.thug_at):
        if figure != NOBODY and table.where[place] == district and (figure < MAYOR or everybody):
            count += 1
    if everybody:
        for space, figure in enumerate(table.family_at):
            if figure != NOBODY and table.rules.districts[space] >> district & 1:
                count += 1
        if table.chief == district:
            count += 1
    return count


def kill_all_choices(table: Table, frame: tuple[int, ...]) -> list[int]:
    """CC-27: districts where it would hit somebody."""
    everybody = table.rules.steps[frame[2]][1] == 1
    return [CHOOSE_DISTRICT + district for district in range(DISTRICTS) if victims(table, district, everybody)]


def kill_all(table: Table, seat: int, frame: tuple[int, ...], district: int) -> None:
    """CC-27: everybody's thugs; if it says all, whoever stands in the district. Own figures are not spared."""
    everybody = table.rules.steps[frame[2]][1] == 1
    for place, figure in enumerate(table.thug_at):
        if figure != NOBODY and table.where[place] == district and (figure < MAYOR or everybody):
            kill_thug(table, place)
    if not everybody:
        return
    for space, figure in enumerate(table.family_at):
        if figure != NOBODY and table.rules.districts[space] >> district & 1:
            kill_member(table, space)
    if table.chief == district:
        table.chief = NOBODY
        drown(table, POLICE_CHIEF)


# Moving figures, taking them back.


def move_choices(table: Table, frame: tuple[int, ...]) -> list[int]:
    """Figures of the kind and side on the card that have somewhere to go."""
    seat = frame[1]
    _, kind, whose, how = table.rules.steps[frame[2]]
    mask = table.here if how & 2 else EVERYWHERE
    away = table.here if how & 2 else 0
    actions: list[int] = []
    if kind == 0:
        if not any([not away >> table.where[place] & 1 for place in table.free_places]):
            return actions
        for place, figure in enumerate(table.thug_at):
            if NOBODY < figure < MAYOR and (figure >> 2 == seat) == (whose == OWN) and mask >> table.where[place] & 1:
                actions.append(AT_THUG + place)
        return actions
    districts = table.rules.districts
    if not any([not away & districts[action - PLAY_FAMILY] for action in table.free_spaces]):
        return actions
    for space, figure in enumerate(table.family_at):
        if NOBODY < figure < MAYOR and (figure >> 2 == seat) == (whose == OWN) and mask & districts[space]:
            actions.append(AT_FAMILY + space)
    return actions


def move_to_choices(table: Table, frame: tuple[int, ...]) -> list[int]:
    """Another free space of its kind; with `here` outside that district."""
    away = table.here if table.rules.steps[frame[2]][3] & 2 else 0
    if frame[3] < PLACES:
        return [TO_THUG + place for place in table.free_places if not away >> table.where[place] & 1]
    districts = table.rules.districts
    return [
        TO_FAMILY - PLAY_FAMILY + action for action in table.free_spaces if not away & districts[action - PLAY_FAMILY]
    ]


def move_to(table: Table, seat: int, frame: tuple[int, ...], action: int) -> None:
    """The figure goes there; if the card says so, the new place is used (CC-5)."""
    table.stack.pop()
    use = table.rules.steps[frame[2]][3] & 1
    if frame[3] < PLACES:
        place = action - TO_THUG
        figure = table.thug_at[frame[3]]
        vacate(table, frame[3])
        occupy(table, place, figure)
        tell_moved(table, seat, figure, table.rules.businesses[place])
        if use:
            use_front(table, seat, place)
        return
    space = action - TO_FAMILY
    figure = table.family_at[frame[3] - PLACES]
    vacate_space(table, frame[3] - PLACES)
    occupy_space(table, space, figure)
    tell_moved(table, seat, figure, table.rules.space_names[space])
    if use:
        use_space(table, seat, space)


def tell_moved(table: Table, seat: int, figure: int, place: str) -> None:
    """What all saw of a move."""
    if table.heard is not None:
        told = {"seat": seat, "owner": figure >> 2, "figure": FIGURE_NAMES[figure & 3], "place": place}
        table.tell("moved", told)


def take_back_choices(table: Table, frame: tuple[int, ...]) -> list[int]:
    """CC-36: own figures of the kind on the board."""
    seat = frame[1]
    if table.rules.steps[frame[2]][1] == 0:
        return [AT_THUG + place for place, figure in enumerate(table.thug_at) if figure == seat * 4]
    return [AT_FAMILY + space for space, figure in enumerate(table.family_at) if figure >> 2 == seat]


def take_back(table: Table, seat: int, action: int) -> None:
    """CC-36: it stands in the own supply again and may be played again."""
    if action < AT_FAMILY:
        figure = table.thug_at[action - AT_THUG]
        vacate(table, action - AT_THUG)
        table.thugs[seat] += 1
    else:
        figure = table.family_at[action - AT_FAMILY]
        vacate_space(table, action - AT_FAMILY)
        table.members[seat] |= 1 << (figure & 3) - 1
    if table.heard is not None:
        table.tell("taken_back", {"seat": seat, "figure": FIGURE_NAMES[figure & 3]})


# Neutral figures (C-61 to C-66).


def neutral_choices(table: Table, frame: tuple[int, ...]) -> list[int]:
    """C-62 to C-65: another free place of its kind, wherever it stands now; none while it is in the river (CC-28)."""
    figure = MAYOR + table.rules.steps[frame[2]][1]
    if figure in table.river:
        return []
    if figure == MAYOR:
        return [TO_FAMILY - PLAY_FAMILY + action for action in table.free_spaces]
    if figure == UNION_BOSS:
        return [TO_THUG + place for place in table.free_places]
    return [CHOOSE_DISTRICT + district for district in range(DISTRICTS) if district != table.chief]


def place_neutral(table: Table, seat: int, frame: tuple[int, ...], action: int) -> None:
    """C-61: it acts for the player whose turn it is, and belongs to nobody."""
    figure = MAYOR + table.rules.steps[frame[2]][1]
    use = table.rules.steps[frame[2]][2]
    if figure == MAYOR:
        space = action - TO_FAMILY
        if MAYOR in table.family_at:
            vacate_space(table, table.family_at.index(MAYOR))
        occupy_space(table, space, MAYOR)
        table.here = table.rules.districts[space]
        place = table.rules.space_names[space]
    elif figure == UNION_BOSS:
        at = action - TO_THUG
        if UNION_BOSS in table.thug_at:
            vacate(table, table.thug_at.index(UNION_BOSS))
        occupy(table, at, UNION_BOSS)
        table.here = 1 << table.where[at]
        place = table.rules.businesses[at]
    else:
        table.chief = action - CHOOSE_DISTRICT
        table.here = 1 << table.chief
        place = table.rules.areas[table.chief]
    if table.heard is not None:
        table.tell("neutral", {"seat": seat, "figure": NEUTRAL_NAMES[figure - MAYOR], "place": place})
    if use and figure == MAYOR:
        use_space(table, seat, action - TO_FAMILY)
    elif use and figure == UNION_BOSS:
        use_front(table, seat, action - TO_THUG)


# Fronts by a card (C-55, CC-51).


def front_choices(table: Table, frame: tuple[int, ...]) -> list[int]:
    """Any business on the board, occupied or not; the second time a different one."""
    fronts = table.rules.fronts
    return [
        USE_FRONT + place
        for place, district in enumerate(table.where)
        if district != NOBODY and fronts[place] and not frame[4] >> place & 1
    ]


def use_chosen_front(table: Table, seat: int, frame: tuple[int, ...], action: int) -> None:
    """C-55: a use like any other."""
    table.stack.pop()
    if action == DONE:
        return
    place = action - USE_FRONT
    if frame[2] > 1:
        table.stack.append((FRONTS, seat, frame[2] - 1, frame[3], frame[4] | 1 << place))
    if table.heard is not None:
        table.tell("front", {"seat": seat, "place": table.rules.businesses[place]})
    use_front(table, seat, place)
