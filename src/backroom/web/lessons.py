"""Learning a game by playing it: a game settled beforehand, and what is said at every step.

A game's lesson lies beside its drawing, in `tables/<game>/lesson.py`, as `LESSON`. Everybody who learns plays the same
game: what is wanted at a step is the only thing that leads on, so that the number of the step is all that has to be
remembered of a learner. Whoever does something else is told why it is not that now.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
from collections import Counter
from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase
from functools import cache
from typing import Final, NamedTuple

import msgspec
from markupsafe import Markup

from backroom.kernel.errors import BackroomError
from backroom.kernel.state import State
from backroom.kernel.words import N_
from backroom.web import tables
from backroom.web.moment import Heard, Moment, moves
from backroom.web.scene import Scene

OTHERWISE: Final = N_("That is allowed too, but this lesson goes another way. Try what is marked.")
LEARNER: Final = 0
"""Who learns sits in the first seat."""
_LIST: Final = re.compile(r'<details class="all".*?</details>', re.DOTALL)
_BUTTON: Final = re.compile(r'name="(?:play|draft)" value="([^"]*)" data-action="([^"]*)"')


class Step(msgspec.Struct, frozen=True):
    """What is said, what is pointed at, what is wanted, and what happens then."""

    told: str
    """Two sentences or three (marked with `N_`): what there is to see, and what to do."""
    wanted: str = ""
    """The tokens that lead on, sent in one go; nothing where there is only something to read."""
    then: str = ""
    """What the others do after that; tokens as in a `Moment`."""
    points: tuple[str, ...] = ()
    """The zones to look at; where something is wanted, its buttons are pointed at by themselves."""
    others: tuple[tuple[str, str], ...] = ()
    """What is said (marked with `N_`) about other choices, by patterns of tokens: `send:chicago:*`."""
    near: str = ""
    """The pattern of choices on the way to what is wanted, where only how many is still to be chosen."""
    rule: str = ""
    """The paragraph that tells more."""


class Lesson(msgspec.Struct, frozen=True):
    """A first game."""

    moment: Moment
    steps: tuple[Step, ...]
    minutes: int = 10


class Act(NamedTuple):
    """A step with the table as it is then."""

    step: Step
    state: State
    events: Heard
    since: int


@cache
def lesson_of(game: str) -> Lesson | None:
    """A game's lesson, if somebody has written one."""
    name = f"{tables.__name__}.{game}.lesson"
    if importlib.util.find_spec(f"{tables.__name__}.{game}") is None or importlib.util.find_spec(name) is None:
        return None
    found: Lesson = importlib.import_module(name).LESSON
    return found


@cache
def acts(game: str) -> tuple[Act, ...]:
    """The whole lesson played through."""
    lesson = lesson_of(game)
    assert lesson is not None
    state = lesson.moment.state(game)
    events: Heard = [(0, event) for event in state.events()]
    found: list[Act] = []
    since = 0
    for number, step in enumerate(lesson.steps):
        found.append(Act(step, state, list(events), since))
        state = state.copy()
        state.listen()
        version = 2 * number + 1
        for token in step.wanted.split():
            state.play(LEARNER, state.setup.game.action(token))
        events += [(version, event) for event in state.events()]
        for seat, token in moves(state, step.then):
            state.play(seat, state.setup.game.action(token))
        events += [(version + 1, event) for event in state.events()]
        since = version if step.wanted else since
    return tuple(found)


def on_the_way(step: Step, tokens: Sequence[str]) -> bool:
    """Whether these belong to what is wanted, in whatever order they were chosen."""
    return bool(tokens) and not Counter(tokens) - Counter(step.wanted.split())


def complete(step: Step, tokens: Sequence[str]) -> bool:
    """Whether these are all that is wanted."""
    return bool(tokens) and Counter(tokens) == Counter(step.wanted.split())


def remark(scene: Scene, step: Step, tokens: Sequence[str]) -> tuple[Markup, str]:
    """What is said about a choice that is not what is wanted, and the paragraph if it is against the rules."""
    wanted = step.wanted.split()
    for at, token in enumerate(tokens):
        if token in wanted or fnmatchcase(token, step.near):
            continue
        refused = scene.why_not(token) if at == 0 else None
        if refused is not None:
            return scene.fill(scene.text("That is not possible now: {why}"), why=refused[0]), refused[1]
        said = next((said for pattern, said in step.others if fnmatchcase(token, pattern)), OTHERWISE)
        return scene.text(said), ""
    return Markup(""), ""


def known(scene: Scene, tokens: Sequence[str]) -> list[str]:
    """Those of these tokens that the game has, up to the first it has not."""
    found: list[str] = []
    for token in tokens:
        try:
            scene.game.action(token)
        except BackroomError:
            break
        found.append(token)
    return found


def pointed(zones: dict[str, Markup], step: Step, draft: Sequence[str]) -> dict[str, Markup]:
    """The zones with a mark (`data-pointed`) on what is to be pressed next."""
    targets = targets_of(zones, step, draft)
    if not targets:
        return zones

    def mark(found: re.Match[str]) -> str:
        return f'{found[0]} data-pointed=""' if found[2] in targets and adds(found, draft) else found[0]

    return {
        name: Markup(outside_lists(str(zone), lambda html: _BUTTON.sub(mark, html))) for name, zone in zones.items()
    }


def targets_of(zones: dict[str, Markup], step: Step, draft: Sequence[str]) -> set[str]:
    """The `data-action` of the buttons to press next: the first of what is wanted that is still open, or all of it."""
    shown: set[str] = set()
    for zone in zones.values():
        buttons = _BUTTON.finditer(_LIST.sub("", str(zone)))
        shown |= {button[2] for button in buttons if adds(button, draft)}
    if complete(step, draft):
        return {" ".join(draft)} & shown
    held = Counter(draft)
    for token in step.wanted.split():
        if held[token]:
            held[token] -= 1
        elif token in shown:
            return {token}
        elif fnmatchcase(token, step.near):
            return {each for each in shown - set(draft) if fnmatchcase(each, step.near)}
    return {step.wanted} & shown


def adds(button: re.Match[str], draft: Sequence[str]) -> bool:
    """Whether a button does not take a choice back."""
    return len(button[1].split()) >= len(draft)


def outside_lists(html: str, change: Callable[[str], str]) -> str:
    """A change made everywhere but in the lists of all moves."""
    parts: list[str] = []
    last = 0
    for found in _LIST.finditer(html):
        parts += [change(html[last : found.start()]), found[0]]
        last = found.end()
    return "".join([*parts, change(html[last:])])
