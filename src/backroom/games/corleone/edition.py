"""Corleone's Empire: what an edition file must hold, and the error, with its line, for what it does not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from backroom.games.corleone.numbers import (
    ACTS,
    ALLIES,
    COLOURS,
    DISTRICTS,
    GOODS,
    JOBS,
    MOST_GOODS,
    MOST_OPTIONS,
    SPACES,
    THREE_PLUS,
    TILES,
    VALUES,
)
from backroom.games.corleone.steps import (
    Bill,
    ChooseOne,
    Good,
    GoodChoice,
    HorseHead,
    Jobs,
    Kill,
    Launder,
    Move,
    PlaceNeutral,
    Step,
    Swap,
    TakeGood,
)
from backroom.kernel.edition import Edition, Path, Source

BILLS_IN_ALL: Final = 120
GOODS_IN_ALL: Final = 32
BLUE_NEEDED: Final = 5
"""C-5, C-18: three in the set-up with five players, and one in each of acts I and II."""
RED_NEEDED: Final = 2
FAMILY_NEEDED: Final = {2: 7, 3: 10, 4: 13, 5: 16}
"""By players: three family members each, and the Mayor."""
FAMILY_COLOURS: Final = ("yellow", "blue", "red", "purple", "green")
FAMILIES: Final = len(FAMILY_COLOURS)
MOST_ICONS: Final = 6
"""On one half of a business, a launder icon counted as often as it is printed."""

Point = tuple[int, int]


class Meta(msgspec.Struct, forbid_unknown_fields=True):
    """[meta]: which game this is for, and the edition's own name."""

    game: str
    edition: str


class Limits(msgspec.Struct, forbid_unknown_fields=True):
    """[limits]: the hand limits of the four acts (C-88)."""

    hand: list[int]
    source: Source
    last_source: Source


class Counts(msgspec.Struct, forbid_unknown_fields=True):
    """[bills] and [goods]: how many cards of each kind."""

    counts: dict[str, int]
    source: Source


class Family(msgspec.Struct, forbid_unknown_fields=True):
    """[[family]]: names and colour (C-8)."""

    id: str
    name: str
    colour: str
    colour_source: Source
    don: str
    consigliere: str
    heir: str
    source: Source


class Map(msgspec.Struct, forbid_unknown_fields=True):
    """[map]: the size of the drawing."""

    width: int
    height: int
    river: Point
    source: Source


class District(msgspec.Struct, forbid_unknown_fields=True):
    """[[district]]: an area of the board (C-12, C-15)."""

    id: str
    number: int
    name: str
    label: Point
    printed: Point
    outline: list[Point]
    source: Source
    place_source: Source
    tile: Point | None = None
    control: Point | None = None
    police: Point | None = None


class Space(msgspec.Struct, forbid_unknown_fields=True):
    """[[family_space]] (C-14, C-16)."""

    id: str
    place: Point
    touches: list[str]
    three_plus: bool
    source: Source


class Business(msgspec.Struct, forbid_unknown_fields=True):
    """[[business]] (C-13)."""

    id: str
    name: str
    kind: Literal["printed", "park", "blue", "red"]
    front: list[Step]
    back: list[Step]
    front_source: Source
    back_source: Source
    kind_source: Source
    source: Source
    district: str = ""


class Job(msgspec.Struct, forbid_unknown_fields=True):
    """[[job]] (C-48 to C-52)."""

    id: str
    name: str
    colour: Literal["yellow", "blue", "green", "grey"]
    cost: list[Good]
    effect: list[Step]
    reward: list[Literal[1, 2, 3, 5]]
    source: Source


class Ally(msgspec.Struct, forbid_unknown_fields=True):
    """[[ally]] (C-58 to C-60)."""

    id: str
    act: int
    name: str
    effect: list[Step]
    name_source: Source
    source: Source


class Printed(msgspec.Struct, forbid_unknown_fields=True):
    """The whole file."""

    meta: Meta
    limits: Limits
    bills: Counts
    goods: Counts
    family: list[Family]
    map: Map
    district: list[District]
    family_space: list[Space]
    business: list[Business]
    job: list[Job]
    ally: list[Ally]


def read(edition: Edition) -> Printed:
    """The file as data; BadEdition with the line for what does not fit the rulebook."""
    printed = edition.shaped(Printed, "corleone")
    _check_numbers(edition, printed)
    _check_ids(edition, printed)
    _check_map(edition, printed)
    _check_businesses(edition, printed)
    _check_jobs(edition, printed)
    _check_allies(edition, printed)
    return printed


def _check_numbers(edition: Edition, printed: Printed) -> None:
    limits = printed.limits.hand
    if len(limits) != ACTS or any(not 1 <= limit <= 20 for limit in limits) or limits[-1] != 2:
        edition.fail(("limits", "hand"), "expected a hand limit for each of the four acts, the last one 2")
    _check_counts(edition, "bills", printed.bills, [str(value) for value in VALUES], BILLS_IN_ALL)
    _check_counts(edition, "goods", printed.goods, GOODS, GOODS_IN_ALL)
    for name, value in (("1", 5), ("2", 5), ("3", 5)):
        if printed.bills.counts[name] < value:
            edition.fail(("bills", "counts"), f"five players begin with a ${name} each: expected at least {value}")
    if len(printed.family) != FAMILIES:
        edition.fail(("family",), f"expected {FAMILIES} families, found {len(printed.family)}")
    colours = [family.colour for family in printed.family]
    for at, colour in enumerate(colours):
        if colour not in FAMILY_COLOURS or colour in colours[:at]:
            edition.fail(
                ("family", at, "colour"), f"expected each of {', '.join(FAMILY_COLOURS)} once, found {colour!r}"
            )


def _check_counts(edition: Edition, name: str, counts: Counts, kinds: Sequence[str], total: int) -> None:
    if sorted(counts.counts) != sorted(kinds) or any(count < 0 for count in counts.counts.values()):
        edition.fail((name, "counts"), f"expected a number for each of {', '.join(kinds)}")
    found = sum(counts.counts.values())
    if found != total:
        edition.fail((name, "counts"), f"expected {total} {name} in all, found {found}")


def _check_ids(edition: Edition, printed: Printed) -> None:
    """Every id once, and fit to be written in records and links."""
    lists: dict[str, Sequence[Family | District | Space | Business | Job | Ally]] = {
        "family": printed.family,
        "district": printed.district,
        "family_space": printed.family_space,
        "business": printed.business,
        "job": printed.job,
        "ally": printed.ally,
    }
    for section, things in lists.items():
        seen: set[str] = set()
        for at, thing in enumerate(things):
            if not re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,39}", thing.id):
                edition.fail((section, at, "id"), "expected an id of small letters, digits, - and _")
            if thing.id in seen:
                edition.fail((section, at, "id"), f"{thing.id} stands here twice")
            seen.add(thing.id)
            for field in ("name", "don", "consigliere", "heir"):
                if not getattr(thing, field, thing.id).strip():
                    edition.fail((section, at, field), f"{thing.id}: expected a name people can read")


def _check_map(edition: Edition, printed: Printed) -> None:
    numbers = [district.number for district in printed.district]
    if numbers != [*range(1, DISTRICTS + 1), 0]:
        edition.fail(("district",), "expected the districts 1 to 7 in this order, then Central Park with number 0")
    for at, district in enumerate(printed.district):
        placed = (district.tile, district.control, district.police)
        if district.number and None in placed:
            edition.fail(("district", at), f"{district.id}: expected tile, control and police")
        if not district.number and placed != (None, None, None):
            edition.fail(("district", at), f"{district.id}: the park has no tile, control or police (C-15)")
    areas = {district.id for district in printed.district}
    spaces = printed.family_space
    for at, space in enumerate(spaces):
        for name in space.touches:
            if name not in areas:
                edition.fail(("family_space", at, "touches"), f"{space.id}: there is no district {name!r}")
        if not 2 <= len(set(space.touches)) == len(space.touches) <= 3:
            edition.fail(
                ("family_space", at, "touches"),
                f"{space.id}: expected two or three different areas, found {len(space.touches)}",
            )
    if len(spaces) > SPACES:
        edition.fail(("family_space", SPACES), f"expected at most {SPACES} family spaces")
    marked = sum(space.three_plus for space in spaces)
    if marked != THREE_PLUS:
        edition.fail(("family_space",), f"expected {THREE_PLUS} spaces marked three_plus, found {marked}")
    for players, needed in FAMILY_NEEDED.items():
        room = len(spaces) - (THREE_PLUS if players == 2 else 0)
        if room < needed:
            edition.fail(
                ("family_space",),
                f"no room for everybody: {players} players need {needed} family spaces, here are {room}",
            )


def _check_businesses(edition: Edition, printed: Printed) -> None:
    districts = [district.id for district in printed.district]
    homes: dict[str, int] = {}
    colours = {"blue": 0, "red": 0}
    for at, business in enumerate(printed.business):
        path: Path = ("business", at)
        for half, steps in (("front", business.front), ("back", business.back)):
            _check_half(edition, (*path, half), business.id, half, steps)
        if business.kind in colours:
            colours[business.kind] += 1
            if business.district:
                edition.fail((*path, "district"), f"{business.id}: a tile is drawn, so it has no district of its own")
            continue
        if business.district not in districts:
            edition.fail((*path, "district"), f"{business.id}: there is no district {business.district!r}")
        if (business.kind == "park") != (business.district == districts[-1]):
            edition.fail((*path, "kind"), f"{business.id}: kind park belongs to the area with number 0, and only there")
        if business.district in homes:
            edition.fail((*path, "district"), f"{business.district} has a printed business already")
        homes[business.district] = at
    for district in districts:
        if district not in homes:
            edition.fail(("business",), f"expected a printed business in {district}")
    park = homes[districts[-1]]
    if printed.business[park].front:
        edition.fail(("business", park, "front"), "the park has no front (C-15): expected front = []")
    if printed.business[park].back != [Launder(1)]:
        edition.fail(("business", park, "back"), "the park's back is one launder icon (C-15)")
    if sum(colours.values()) != TILES:
        edition.fail(("business",), f"expected {TILES} tiles, blue and red, found {sum(colours.values())}")
    if colours["blue"] < BLUE_NEEDED or colours["red"] < RED_NEEDED:
        edition.fail(("business",), f"expected at least {BLUE_NEEDED} blue and {RED_NEEDED} red tiles")


def _check_half(edition: Edition, path: Path, name: str, half: str, steps: list[Step]) -> None:
    icons = 0
    for step in steps:
        if not printable(step):
            edition.fail(path, f"{name}: this is none of the nine icons: {step.__struct_config__.tag}")
        icons += step.n if isinstance(step, Launder) else 1
    if icons > MOST_ICONS:
        edition.fail(path, f"{name}: expected at most {MOST_ICONS} icons on the {half}")


def printable(step: Step) -> bool:
    """Whether this is one of the nine icons (C-38 to C-46)."""
    match step:
        case Launder() | Bill() | TakeGood() | HorseHead():
            return True
        case Jobs(draw, keep):
            return (draw, keep) == (2, 1)
        case Swap():
            return swap_icon(step) is not None
        case _:
            return False


def swap_icon(step: Swap) -> int | None:
    """Which of the four printed swaps it is."""
    match step:
        case Swap(1, [GoodChoice(1)]):
            return 0
        case Swap(1, [Bill(5)]):
            return 1
        case Swap(2, [Bill(5)]):
            return 2
        case Swap(3, [Bill(3), Bill(5)]):
            return 3
        case _:
            return None


def _check_jobs(edition: Edition, printed: Printed) -> None:
    if len(printed.job) != JOBS:
        edition.fail(("job",), f"expected {JOBS} jobs, found {len(printed.job)}")
    for at, job in enumerate(printed.job):
        if not 1 <= len(job.cost) <= MOST_GOODS or "narcotics" in job.cost:
            edition.fail(("job", at, "cost"), f"{job.id}: expected one to {MOST_GOODS} guns, booze or blood money")
        _check_steps(edition, ("job", at, "effect"), job.id, job.effect)
    for colour in COLOURS:
        if all(job.colour != colour for job in printed.job):
            edition.fail(("job",), f"expected jobs of every colour; there is no {colour} one")


def _check_allies(edition: Edition, printed: Printed) -> None:
    acts = [ally.act for ally in printed.ally]
    if acts != [act for act in (1, 2, 3) for _ in range(6)]:
        wrong = next((at for at, act in enumerate(acts) if act != at // 6 + 1), len(acts))
        edition.fail(
            ("ally", min(wrong, len(acts) - 1)), f"expected {ALLIES} allies: six of act 1, then of 2, then of 3"
        )
    for at, ally in enumerate(printed.ally):
        _check_steps(edition, ("ally", at, "effect"), ally.id, ally.effect)


def _check_steps(edition: Edition, path: Path, name: str, steps: list[Step], placed: bool = False) -> None:
    """C-51, C-59: steps that mean something where they stand."""
    for step in steps:
        match step:
            case Jobs(draw, keep) if keep >= draw:
                edition.fail(path, f"{name}: of {draw} jobs fewer than {draw} are kept")
            case Kill(where="here") | Move(where="here") if not placed:
                edition.fail(path, f'{name}: where = "here" needs a place_neutral before it on the same card')
            case PlaceNeutral("police_chief", True):
                edition.fail(path, f"{name}: the Police Chief uses no business (C-64): expected use = false")
            case PlaceNeutral():
                placed = True
            case Swap(_, gain):
                if not gain:
                    edition.fail(path, f"{name}: a swap needs something in gain")
                _check_steps(edition, path, name, gain, placed)
            case ChooseOne(options):
                if not 2 <= len(options) <= MOST_OPTIONS or not all(options):
                    edition.fail(path, f"{name}: expected two to {MOST_OPTIONS} options, each with a step")
                for option in options:
                    _check_steps(edition, path, name, option, placed)
            case _:
                continue
