"""Corleone's Empire: cards, places, icons and actions as numbers, and their names.

The action space is the same for every edition: businesses, spaces, jobs and allies go by their place in the
edition file (`thug:p6`, `family:s07`, `job:17`, `ally:2-4`), never by an id that an edition invents.
"""

# compiled by mypyc
from __future__ import annotations

from typing import Final

NOBODY: Final = -1
FORGOTTEN: Final = -99
"""In place of the seat whose legal actions are known; no seat, nor the house's, is numbered so."""
SEATS: Final = 5
ACTS: Final = 4

# Cards of a hand: the four values of bills, the four goods, 44 jobs, 18 allies.
VALUES: Final = [1, 2, 3, 5]
GOODS: Final = ["gun", "booze", "blood_money", "narcotics"]
GUN: Final = 4
NARCOTICS: Final = 7
PLAIN: Final = 8
"""Bills and goods, of which there are many alike; from here on every card is the only one of its kind."""
JOBS: Final = 44
ALLIES: Final = 18
FIRST_JOB: Final = PLAIN
FIRST_ALLY: Final = FIRST_JOB + JOBS
CARDS: Final = FIRST_ALLY + ALLIES
ALLY_MARKS: Final = [f"{act}-{number}" for act in (1, 2, 3) for number in range(1, 7)]
CARD_MARKS: Final = [
    *[f"bill-{value}" for value in VALUES],
    *GOODS,
    *[f"job-{number:02}" for number in range(1, JOBS + 1)],
    *[f"ally-{mark}" for mark in ALLY_MARKS],
]
COLOURS: Final = ["yellow", "blue", "green", "grey"]

# Places of thugs: the printed businesses of districts 1 to 7, then the twelve tiles. Central Park has none.
DISTRICTS: Final = 7
PARK: Final = 7
TILES: Final = 12
PLACES: Final = DISTRICTS + TILES
PARK_BUSINESS: Final = PLACES
PLACE_MARKS: Final = [
    *[f"p{number}" for number in range(1, DISTRICTS + 1)],
    *[f"t{number:02}" for number in range(1, TILES + 1)],
]

# Places of family members: the edition says how many there are.
SPACES: Final = 24
THREE_PLUS: Final = 6
SPACE_MARKS: Final = [f"s{number:02}" for number in range(1, SPACES + 1)]

# Figures: four kinds for each seat, and the three neutral ones.
KINDS: Final = 4
FIGURE_NAMES: Final = ["thug", "don", "consigliere", "heir"]
MAYOR: Final = SEATS * KINDS
UNION_BOSS: Final = MAYOR + 1
POLICE_CHIEF: Final = MAYOR + 2
NEUTRAL_NAMES: Final = ["mayor", "union_boss", "police_chief"]
MARKERS: Final = 9
HEIGHT: Final = 9
"""Markers that may lie in one stack; play itself never makes it higher than one an act."""

# Icons (C-37 to C-46), in the order of their actions. `launder` stands for choosing the bill at once.
LAUNDER: Final = 0
BILL: Final = 1
GOOD: Final = 5
LOOK_AT_JOBS: Final = 9
SWAP_GOOD: Final = 10
HORSE_HEAD: Final = 14
ICONS: Final = 15
SWAPPED: Final = [1, 1, 2, 3]
"""How many cards the four swaps take, from SWAP_GOOD on."""
ICON_NAMES: Final = [
    "launder",
    *[f"bill-{value}" for value in VALUES],
    *GOODS,
    "jobs",
    "swap-good",
    "swap-5",
    "swap-two-5",
    "swap-three-8",
    "horse_head",
]

# Ways to pay for a job: how many narcotics stand in for guns, booze and blood money (C-50).
MOST_GOODS: Final = 4
WAYS: Final = [
    (guns, booze, blood)
    for guns in range(MOST_GOODS + 1)
    for booze in range(MOST_GOODS + 1 - guns)
    for blood in range(MOST_GOODS + 1 - guns - booze)
]

# Actions. The order matters: lists of legal actions are put together from left to right and come out sorted.
PLAY_THUG: Final = 0
PLAY_FAMILY: Final = PLAY_THUG + PLACES
COMPLETE: Final = PLAY_FAMILY + SPACES
PLAY_ALLY: Final = COMPLETE + JOBS
DO_LAUNDER: Final = PLAY_ALLY + ALLIES
TAKE: Final = DO_LAUNDER + 4
"""Icons 1 to 14, one action each: bills, goods, jobs, swaps, the Horse Head."""
USE_STEP: Final = TAKE + ICONS - 1
PAY: Final = USE_STEP + 1
"""way * 2, and one more if the money comes last (C-51)."""
FIRST_ME: Final = PAY + 2 * len(WAYS)
FIRST_THEM: Final = FIRST_ME + 1
KEEP: Final = FIRST_THEM + 1
DISCARD: Final = KEEP + JOBS
AT_THUG: Final = DISCARD + CARDS
AT_FAMILY: Final = AT_THUG + PLACES
TO_THUG: Final = AT_FAMILY + SPACES
TO_FAMILY: Final = TO_THUG + PLACES
USE_FRONT: Final = TO_FAMILY + SPACES
CHOOSE_DISTRICT: Final = USE_FRONT + PLACES
CHOOSE_RIVAL: Final = CHOOSE_DISTRICT + DISTRICTS
SHOW_BILL: Final = CHOOSE_RIVAL + SEATS
SHOW_NONE: Final = SHOW_BILL + 4
CHOOSE_OPTION: Final = SHOW_NONE + 1
MOST_OPTIONS: Final = 4
LIFT_MARKER: Final = CHOOSE_OPTION + MOST_OPTIONS
BID: Final = LIFT_MARKER + DISTRICTS * HEIGHT
SEAL: Final = BID + 4
HIRE: Final = SEAL + 1
DONE: Final = HIRE + ALLIES
ACTIONS: Final = DONE + 1

TOKENS: Final = [
    *[f"thug:{mark}" for mark in PLACE_MARKS],
    *[f"family:{mark}" for mark in SPACE_MARKS],
    *[f"job:{number:02}" for number in range(1, JOBS + 1)],
    *[f"ally:{mark}" for mark in ALLY_MARKS],
    *[f"launder:{value}" for value in VALUES],
    *[f"take:{name}" for name in ICON_NAMES[BILL:LOOK_AT_JOBS]],
    "look:jobs",
    *[f"use:{name}" for name in ICON_NAMES[SWAP_GOOD:HORSE_HEAD]],
    "take:horse_head",
    "use:step",
    *[f"pay:g{guns}b{booze}m{blood}:money-{when}" for guns, booze, blood in WAYS for when in ("first", "last")],
    "first:me",
    "first:controller",
    *[f"keep:{number:02}" for number in range(1, JOBS + 1)],
    *[f"discard:{mark}" for mark in CARD_MARKS],
    *[f"at:{mark}" for mark in (*PLACE_MARKS, *SPACE_MARKS)],
    *[f"to:{mark}" for mark in (*PLACE_MARKS, *SPACE_MARKS)],
    *[f"front:{mark}" for mark in PLACE_MARKS],
    *[f"district:{number}" for number in range(1, DISTRICTS + 1)],
    *[f"rival:{number}" for number in range(1, SEATS + 1)],
    *[f"show:{value}" for value in VALUES],
    "show:none",
    *[f"option:{number}" for number in range(1, MOST_OPTIONS + 1)],
    *[f"marker:{number}-{height}" for number in range(1, DISTRICTS + 1) for height in range(1, HEIGHT + 1)],
    *[f"bid:{value}" for value in VALUES],
    "seal",
    *[f"hire:{mark}" for mark in ALLY_MARKS],
    "done",
]
NUMBERS: Final = {token: action for action, token in enumerate(TOKENS)}

ALONE: Final[list[tuple[int, ...]]] = [(seat,) for seat in range(SEATS)]
SEATS_OF: Final[list[tuple[int, ...]]] = [
    tuple([seat for seat in range(SEATS) if mask >> seat & 1]) for mask in range(1 << SEATS)
]
"""The seats of a mask with a bit for each."""
