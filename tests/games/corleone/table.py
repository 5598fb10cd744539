"""Positions for the tests of Corleone's Empire, with the edition's own ids in the moves."""

from __future__ import annotations

from typing import Any

import backroom
from backroom.games.corleone.numbers import CARD_MARKS, PLACE_MARKS, SPACE_MARKS
from backroom.games.corleone.state import Corleone
from backroom.kernel.state import State

GAME = backroom.game("corleone")
A, B, C, D, E = range(5)
DISTRICTS = ["wall_street", "brooklyn", "upper_east_side", "queens", "upper_west_side", "midtown", "chelsea"]
EDITION = GAME.house_edition().data
JOBS: list[str] = [job["id"] for job in EDITION["job"]]
BILLS = {1: "bill-1", 2: "bill-2", 3: "bill-3", 5: "bill-5"}


def opened(seats: int, seed: int = 1, **options: object) -> Corleone:
    state = GAME.new(seats, seed, options)
    assert isinstance(state, Corleone)
    return state


def cards(*names: str | int) -> list[str]:
    """`5` is a $5 bill; other cards stand for themselves."""
    return [BILLS[name] if isinstance(name, int) else name for name in names]


def laid_out(
    seats: Any = 3,
    hands: Any = None,
    deck: Any = None,
    tiles: Any = None,
    stacks: Any = None,
    suitcases: Any = None,
    completed: Any = None,
    played: Any = None,
    rest_with: Any = None,
    **position: Any,
) -> Corleone:
    """A position: hands, suitcases, completed and played cards by seat, tiles and control stacks by district.

    Jobs named nowhere lie under the deck, or among the completed ones of `rest_with`.
    """
    used: list[str] = [*(deck or []), *position.get("discard", []), *filter(None, position.get("public", []))]
    for names in (hands or {}).values():
        used += names
    for names in (completed or {}).values():
        used += names
    for pending in position.get("pending", []):
        used += pending["names"] if pending["what"] == "looking" else []
    rest = [job for job in JOBS if job not in used]
    done = {seat: list(names) for seat, names in (completed or {}).items()}
    if rest_with is not None:
        done[rest_with] = done.get(rest_with, []) + rest
        rest = []
    plots: list[str | None] = [None] * 7
    for district, tile in (tiles or {}).items():
        plots[DISTRICTS.index(district)] = tile
    whole = {
        "hands": [list((hands or {}).get(seat, [])) for seat in range(seats)],
        "deck": [*(deck or []), *rest],
        "plots": plots,
        "stacks": [list((stacks or {}).get(district, [])) for district in DISTRICTS],
        "suitcases": [list((suitcases or {}).get(seat, (0, 0, 0, 0))) for seat in range(seats)],
        "completed": [done.get(seat, []) for seat in range(seats)],
        "played": [list((played or {}).get(seat, [])) for seat in range(seats)],
        **position,
    }
    state = GAME.load({"game": "corleone", "seats": seats, "seed": "7", "position": whole})
    assert isinstance(state, Corleone)
    return state


def token(state: Corleone, told: str) -> str:
    """`thug:tile-b2` as the move's token `thug:t02`."""
    kind, _, name = told.partition(":")
    rules = state.rules
    if kind in ("thug", "front", "at", "to") and name in rules.place_numbers:
        return f"{kind}:{PLACE_MARKS[rules.place_numbers[name]]}"
    if kind in ("family", "at", "to") and name in rules.space_numbers:
        return f"{kind}:{SPACE_MARKS[rules.space_numbers[name]]}"
    if name in rules.card_numbers and kind != "take":
        mark = CARD_MARKS[rules.card_numbers[name]]
        return f"{kind}:{mark if kind == 'discard' else mark.partition('-')[2]}"
    if name in DISTRICTS:
        return f"{kind}:{DISTRICTS.index(name) + 1}"
    return told


def play(state: Corleone, seat: int, *told: str) -> None:
    """Moves of one seat."""
    for move in told:
        state.play(seat, GAME.action(token(state, move)))


def may(state: Corleone, seat: int, told: str) -> bool:
    return state.may(seat, GAME.action(token(state, told)))


def why(state: Corleone, seat: int, told: str) -> tuple[str, str]:
    """The code and the paragraph of a refusal."""
    reason = state.why_not(seat, GAME.action(token(state, told)))
    assert reason is not None
    return reason.code, reason.rule


def choices(state: Corleone, seat: int) -> list[str]:
    return [GAME.token(action) for action in state.legal(seat)]


def waiting(state: State) -> tuple[int, ...]:
    return state.waiting


def hand(state: Corleone, seat: int) -> list[str]:
    return list(state.view(seat).hand)


def case(state: Corleone, seat: int) -> tuple[int, ...]:
    return tuple(state.case[seat * 4 : seat * 4 + 4])


def done_jobs(state: Corleone, seat: int) -> tuple[str, ...]:
    return state.view(None).memory.completed[seat]


def frame(what: str, seat: int = -1, *numbers: int, names: list[str] | None = None) -> dict[str, Any]:
    """Something pending, for a position."""
    return {"what": what, "seat": seat, "numbers": list(numbers), "names": names or []}


def turf_wars(**position: Any) -> Corleone:
    """A position from which the turf wars run by themselves."""
    return laid_out(phase="turf_wars", pending=[frame("warring", -1, 0)], **position)
