"""Corleone's Empire: why a move is not allowed, with the paragraph. Only for moves that `legal` does not list."""

# compiled by mypyc
from __future__ import annotations

from typing import Final

from backroom.games.corleone.business import open_for_anybody
from backroom.games.corleone.numbers import (
    ACTIONS,
    AT_FAMILY,
    AT_THUG,
    BID,
    CHOOSE_DISTRICT,
    CHOOSE_OPTION,
    CHOOSE_RIVAL,
    COMPLETE,
    DISCARD,
    DO_LAUNDER,
    DONE,
    FIRST_ALLY,
    FIRST_JOB,
    FIRST_ME,
    GOOD,
    HEIGHT,
    HIRE,
    HORSE_HEAD,
    KEEP,
    LAUNDER,
    LIFT_MARKER,
    LOOK_AT_JOBS,
    NOBODY,
    PAY,
    PLAY_ALLY,
    PLAY_FAMILY,
    SEAL,
    SHOW_BILL,
    SHOW_NONE,
    SWAP_GOOD,
    SWAPPED,
    TAKE,
    TO_FAMILY,
    TO_THUG,
    USE_FRONT,
    USE_STEP,
    VALUES,
)
from backroom.games.corleone.table import (
    BIDDING,
    CHOICE,
    DECISIONS,
    GIVING,
    LEVYING,
    LOOKING,
    MENU,
    PAYING,
    TURN,
    Table,
)
from backroom.kernel.errors import Reason
from backroom.kernel.state import HOUSE

RULES: Final = {
    "menu": "C-37",
    "share": "C-29",
    "looking": "C-39",
    "discarding": "CC-13",
    "choice": "CC-8",
    "paying": "C-49",
    "swap": "CC-2",
    "kill": "CC-27",
    "kill_all": "CC-27",
    "move": "CC-6",
    "move_to": "CC-6",
    "take_back": "CC-36",
    "place_neutral": "C-65",
    "fronts": "C-55",
    "backs": "CC-6",
    "steal": "CC-49",
    "levy": "CC-2",
    "levying": "CC-50",
    "option": "CC-6",
    "look": "CC-2",
    "lift": "CC-25",
    "hiring": "C-80",
    "turn": "C-21",
    "bidding": "C-79",
    "giving": "C-86",
}
"""The paragraph of every decision."""
MOMENTS: Final = {"turn": "C-20", "bidding": "C-79", "giving": "C-86", "levying": "CC-50"}


def why_not(table: Table, decision: int, seat: int, action: int) -> Reason:
    """The first rule that stands against an action that is not legal."""
    if action < 0 or action >= ACTIONS:
        return Reason("unknown_action", {"action": action})
    if table.over:
        return Reason("game_over", {}, "C-17")
    if seat == HOUSE or seat >= table.rules.seats or seat < HOUSE:
        return Reason("no_such_seat", {"number": seat + 1}, "C-1")
    name = DECISIONS[decision]
    if seat not in table.waiting:
        if table.asked:
            code = "answered_already" if table.asked >> seat & 1 else "not_asked"
            return Reason(code, {"decision": name}, MOMENTS.get(name, "CC-14"))
        return Reason("not_your_turn", {"mover": table.waiting[0]}, "C-20")
    if decision == TURN:
        return turn(table, seat, action)
    if decision == MENU and DO_LAUNDER <= action < USE_STEP:
        return icon(table, seat, table.stack[-1], action)
    if decision == CHOICE and TAKE <= action < USE_STEP:
        return choice(table, action)
    if decision == PAYING and PAY <= action < FIRST_ME:
        return Reason("wrong_payment", {}, "C-49")
    if decision == BIDDING and BID <= action < SEAL:
        return Reason("not_in_suitcase", {"money": VALUES[action - BID]}, "C-47")
    if decision == LEVYING and SHOW_BILL <= action <= SHOW_NONE:
        if action == SHOW_NONE:
            return Reason("must_show", {}, "CC-50")
        return Reason("no_such_bill", {"money": VALUES[action - SHOW_BILL]}, "CC-50")
    if DISCARD <= action < AT_THUG and RULES[name] in ("CC-13", "C-86"):
        return Reason("not_in_hand", {"card": table.rules.cards[action - DISCARD]}, RULES[name])
    if decision == LOOKING and KEEP <= action < DISCARD:
        return Reason("not_looked_at", {"card": table.rules.cards[FIRST_JOB + action - KEEP]}, "C-39")
    if action == DONE:
        if decision == GIVING:
            return Reason("down_to_limit", {"limit": table.rules.limits[table.act - 1]}, "CC-15")
        return Reason("carry_through", {"decision": name}, "CC-2")
    if belongs(action) in belonging(decision):
        return target(table, name, action)
    return Reason("not_now", {"decision": name}, RULES[name])


def turn(table: Table, seat: int, action: int) -> Reason:
    """C-21 to C-23, C-26, C-32, C-48, C-59 for an action of a turn."""
    rules = table.rules
    if action < PLAY_FAMILY:
        if table.where[action] == NOBODY:
            return Reason("not_on_board", {"place": rules.businesses[action]}, "C-18")
        if table.thug_at[action] != NOBODY:
            return Reason("occupied", {"place": rules.businesses[action]}, "C-26")
        return Reason("no_thug", {}, "C-26")
    if action < COMPLETE:
        space = action - PLAY_FAMILY
        if space >= len(rules.touches):
            return Reason("no_such_space", {}, "C-14")
        if space not in rules.spaces:
            return Reason("three_plus", {"space": rules.space_names[space]}, "C-16")
        if table.family_at[space] != NOBODY:
            return Reason("space_occupied", {"space": rules.space_names[space]}, "C-32")
        return Reason("no_family_member", {}, "C-32")
    if action < PLAY_ALLY:
        job = action - COMPLETE
        if job not in table.public and FIRST_JOB + job not in table.cards[seat]:
            return Reason("no_such_job", {"job": rules.cards[FIRST_JOB + job]}, "C-48")
        return Reason("cannot_pay", {"job": rules.cards[FIRST_JOB + job]}, "C-49")
    if action < DO_LAUNDER:
        ally = action - PLAY_ALLY
        if ally in table.played[seat]:
            return Reason("played_already", {"ally": rules.cards[FIRST_ALLY + ally]}, "C-59")
        return Reason("no_such_ally", {"ally": rules.cards[FIRST_ALLY + ally]}, "C-58")
    if action == DONE:
        return Reason("no_passing", {}, "C-22")
    return Reason("not_now", {"decision": DECISIONS[TURN]}, "C-21")


def icon(table: Table, seat: int, frame: tuple[int, ...], action: int) -> Reason:
    """C-37 to C-46, C-67, C-68 for an icon of a menu."""
    wanted = LAUNDER if action < TAKE else action - TAKE + 1
    if wanted not in frame[3:]:
        return Reason("no_such_icon", {}, "C-37")
    if wanted == LAUNDER:
        return Reason("no_such_bill", {"money": VALUES[action - DO_LAUNDER]}, "C-38")
    if wanted < GOOD:
        return Reason("no_bills_left", {"money": VALUES[wanted - 1]}, "C-68")
    if wanted < LOOK_AT_JOBS:
        return Reason("stack_empty", {"good": table.rules.cards[wanted - 1]}, "C-67")
    if wanted == LOOK_AT_JOBS:
        return Reason("no_jobs_left", {}, "C-69")
    if wanted == HORSE_HEAD:
        return Reason("has_horse_head", {}, "C-46")
    assert not open_for_anybody(table, seat, wanted)
    return Reason("too_few_cards", {"n": SWAPPED[wanted - SWAP_GOOD]}, "CC-13")


def choice(table: Table, action: int) -> Reason:
    """CC-8 for a good of one's choice."""
    wanted = action - TAKE + 1
    if GOOD <= wanted < GOOD + 3:
        return Reason("stack_empty", {"good": table.rules.cards[wanted - 1]}, "C-67")
    return Reason("not_to_choose", {}, "C-42")


BELONGS: Final = [
    (COMPLETE, "turn"),
    (DO_LAUNDER, "turn"),
    (USE_STEP, "menu"),
    (PAY, "step"),
    (FIRST_ME, "paying"),
    (KEEP, "share"),
    (DISCARD, "looking"),
    (AT_THUG, "discarding"),
    (TO_THUG, "at"),
    (USE_FRONT, "to"),
    (CHOOSE_DISTRICT, "fronts"),
    (CHOOSE_RIVAL, "district"),
    (SHOW_BILL, "steal"),
    (CHOOSE_OPTION, "levying"),
    (LIFT_MARKER, "option"),
    (BID, "lift"),
    (HIRE, "bidding"),
    (DONE, "hiring"),
    (ACTIONS, "done"),
]
"""Where the actions of a kind end."""
AIMS: Final = {
    "kill": ["at"],
    "move": ["at"],
    "take_back": ["at"],
    "move_to": ["to"],
    "place_neutral": ["to", "district"],
    "fronts": ["fronts"],
    "kill_all": ["district"],
    "backs": ["district"],
    "steal": ["steal"],
    "option": ["option"],
    "lift": ["lift"],
    "hiring": ["hiring"],
}


def belongs(action: int) -> str:
    """Which kind of decision an action answers."""
    for end, kind in BELONGS:
        if action < end:
            return kind
    return ""


def belonging(decision: int) -> list[str]:
    """The kinds of answers a decision takes, where a wrong target deserves a word."""
    return AIMS.get(DECISIONS[decision], [])


def target(table: Table, name: str, action: int) -> Reason:
    """The right kind of answer, but not one of those that the card or the rule allows."""
    rules = table.rules
    if action < TO_THUG:
        figure = table.thug_at[action - AT_THUG] if action < AT_FAMILY else figure_at(table, action - AT_FAMILY)
        if figure == NOBODY:
            return Reason("nobody_there", {}, RULES[name])
        return Reason("not_that_figure", {}, RULES[name])
    if action < USE_FRONT:
        if action < TO_FAMILY:
            at = action - TO_THUG
            taken = table.where[at] == NOBODY or table.thug_at[at] != NOBODY
        else:
            at = action - TO_FAMILY
            if at < len(rules.touches) and at not in rules.spaces:
                return Reason("three_plus", {"space": rules.space_names[at]}, "C-16")
            taken = figure_at(table, at) != NOBODY
        return Reason("not_free" if taken else "not_there", {}, RULES[name])
    if action < CHOOSE_DISTRICT:
        return Reason("no_such_front", {"place": rules.businesses[action - USE_FRONT]}, "C-55")
    if action < CHOOSE_RIVAL:
        return Reason("nothing_there", {"district": rules.areas[action - CHOOSE_DISTRICT]}, RULES[name])
    if action < SHOW_BILL:
        return Reason("not_that_rival", {"number": action - CHOOSE_RIVAL + 1}, "CC-49")
    if action < LIFT_MARKER:
        return Reason("no_such_option", {}, "CC-6")
    if action < BID:
        return Reason("not_your_marker", {"district": rules.areas[(action - LIFT_MARKER) // HEIGHT]}, "CC-25")
    return Reason("not_in_row", {"ally": rules.cards[FIRST_ALLY + action - HIRE]}, "C-80")


def figure_at(table: Table, space: int) -> int:
    """Who stands on a family space; nobody where there is none."""
    return table.family_at[space] if space < len(table.family_at) else NOBODY
