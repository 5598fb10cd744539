"""Omerta's drawing: what only a memory holds stays off the page, choices are made of presses, races have a ring."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

import backroom
from backroom.games.omerta.view import OmertaView
from backroom.kernel.events import Event
from backroom.kernel.state import HOUSE, State
from backroom.web.scene import Scene
from backroom.web.tables import drawing_of
from tests.web.scenes import scene_of

DRAWING = drawing_of("omerta")
Told = list[tuple[int, Event]]


def moments(seed: int, seats: int = 4, **options: str | int) -> Iterator[tuple[State, Told, dict[int, int]]]:
    """Every moment of a random game in which nobody calls early; what happened; when each seat moved last."""
    rng = Random(seed)
    state = backroom.game("omerta").new(seats=seats, seed=seed, options=options)
    state.listen()
    events: Told = []
    acted = dict.fromkeys(range(seats), 0)
    while not state.over:
        events += [(state.made, event) for event in state.events()]
        yield state, events, acted
        seat = rng.choice([each for each in (*state.waiting, HOUSE) if state.legal(each)])
        legal = state.legal(seat)
        action = rng.choice(legal[1:] if legal[0] == 0 and len(legal) > 1 and rng.random() < 0.97 else legal)
        state.play(seat, action)
        if seat >= 0:
            acted[seat] = state.made


def seen(state: State, seat: int | None) -> OmertaView:
    view = state.view(seat)
    assert isinstance(view, OmertaView)
    return view


def scene(view: OmertaView, like: Scene, events: Sequence[tuple[int, Event]], since: int) -> Scene:
    """The same moment with another view and other news."""
    return Scene(
        view, like.speaker, legal=like.legal, events=events, version=like.version, since=since,
        bots=like.bots, deadlines=like.deadlines,
    )  # fmt: skip


def forgotten(view: OmertaView, records: bool = True) -> OmertaView:
    """The view of somebody who remembers nothing: no records, the pile below its top in another order."""
    pile = (*reversed(view.pile[:-1]), *view.pile[-1:])
    kept = view.records if not records else ()
    return msgspec.structs.replace(view, pile=pile, records=kept)


def muddled(events: Told, since: int, seat: int | None) -> Told:
    """The events with other faces wherever this seat would need its memory: in this round, before its own last move,
    in turns that are over."""
    begun = max((at for at, (_version, event) in enumerate(events) if event.kind == "round"), default=-1)
    turn = max((at for at, (_version, event) in enumerate(events) if event.kind.startswith("took")), default=0)
    found: Told = []
    for at, (version, event) in enumerate(events):
        private = {} if event.kind == "looked" or at < turn else event.private
        private = event.private if at < begun else private
        public = event.public
        old = begun <= at < turn and (seat is None or version <= since)
        if old and event.kind in (
            "thrown",
            "swapped",
            "snap_wrong",
            "snap_won",
            "killer_wrong",
            "took_pile",
            "dropped",
        ):
            public = {**public, "card": "bottle_1" if public["card"] != "bottle_1" else "bottle_2"}
        if old and event.kind in ("drove", "drove_wrong"):
            public = {**public, "cards": ["witness" for _ in public["cards"]]}
        found.append((version, Event(event.kind, public, private)))
    return found


def test_without_an_aid_a_page_shows_only_what_lies_there() -> None:
    checked = 0
    for state, events, acted in moments(seed=4, memory_aid="off"):
        if state.made % 7:
            continue
        for seat in (*range(4), None):
            view = seen(state, seat)
            since = acted[seat] if seat is not None else state.made
            like = scene_of(state, seat)
            shown = DRAWING.private(scene(view, like, events[-60:], since))
            plain = DRAWING.private(scene(forgotten(view), like, muddled(events, since, seat)[-60:], since))
            assert shown == plain
            checked += len(view.records) > 2
    assert checked > 40


def test_the_aid_reminds_of_what_it_says_and_no_more() -> None:
    pencilled: Counter[str] = Counter()
    for aid in ("own_looks", "full"):
        for state, events, acted in moments(seed=6, memory_aid=aid):
            if state.made % 11:
                continue
            for seat in range(4):
                view = seen(state, seat)
                zones = DRAWING.private(scene(view, scene_of(state, seat), events[-120:], acted[seat]))
                assert len(gzip.compress("".join(zones.values()).encode())) < 15_000, "a move is light on the line"
                html = zones["board"]
                looking = dict(view.look)
                lying = [back.handle for line in (*view.rows, view.safe) for back in line]
                wanted = [one for one in view.records if aid == "full" or one.own]
                known = {handle for one in wanted for handle in one.backs if handle in lying and handle not in looking}
                sure = {one.backs[0] for one in wanted if len(one.backs) == 1}
                in_safe = {back.handle for back in view.safe} - sure
                assert (html.count('class="pencil') > 0) == bool(known - in_safe)
                pencilled[aid] += html.count('class="pencil')
    assert pencilled["full"] > 0 < pencilled["own_looks"]


def test_faces_are_seen_while_one_looks_and_gone_afterwards() -> None:
    state = backroom.game("omerta").new(seats=3, seed=2)
    for seat in range(3):
        for token in ("peek:1", "peek:3"):
            state.play(seat, state.setup.game.action(token))
    mine, other = state.active, (state.active + 1) % 3  # type: ignore[attr-defined]  # Omerta's
    for token in ("take:deck", "swap:2"):
        for seat in range(3):
            board = DRAWING.private(scene_of(state, seat))["board"]
            assert board.count("card om seen") + board.count(" seen") >= 2
            assert len(seen(state, seat).look) == 2
        state.play(mine, state.setup.game.action(token))
    assert " seen" not in DRAWING.private(scene_of(state, other))["board"]


PRESSED = re.compile(r'<button form="moves" name="(play|draft)" value="([^"]*)"[^>]*class="([^"]*)"')


@pytest.mark.parametrize("options", [{}, {"snap_mode": "commit", "gangster_same_row": True, "safe_swap": "optional"}])
def test_whatever_is_pressed_can_be_confirmed(options: dict[str, Any]) -> None:
    """From every choice of several steps: presses on the table at random, until one button sends it all."""
    rng = Random(1)
    made: Counter[str] = Counter()
    for seed in range(4):
        for state, _events, _acted in moments(seed, **options):
            for seat in state.waiting:
                tokens = [state.setup.game.token(action) for action in state.legal(seat)]
                verbs = {token.partition(":")[0] for token in tokens}
                steps = verbs & {"gangster", "lady", "snitch", "la_mama", "patrol", "drive", "trade", "killer"}
                if not steps or rng.random() < 0.6:
                    continue
                draft: list[str] = []
                for _ in range(5):
                    drawn = scene_of(state, seat, draft=draft)
                    pressed = PRESSED.findall(DRAWING.private(drawn)["board"] + DRAWING.private(drawn)["prompt"])
                    ready = [value.split() for kind, value, style in pressed if kind == "play" and " go" in style]
                    picks = [value.split() for kind, value, _style in pressed if kind == "draft"]
                    if ready and rng.random() < 0.6:
                        copy = state.copy()
                        for token in ready[0]:
                            copy.play(seat, copy.setup.game.action(token))
                        made[ready[0][0].partition(":")[0]] += 1
                        break
                    assert picks, (tokens, draft)
                    draft = rng.choice(picks)
    assert {"gangster", "lady", "snitch", "la_mama", "patrol", "drive", "trade", "killer"} <= made.keys(), made


def test_a_card_from_the_pile_is_taken_and_swapped_in_one_go() -> None:
    for state, _events, _acted in moments(seed=3):
        if not state.waiting:
            continue
        seat = state.waiting[0]
        if "take:pile" in [state.setup.game.token(action) for action in state.legal(seat)]:
            board = DRAWING.private(scene_of(state, seat, draft=["take:pile"]))["board"]
            values = [value for kind, value, _style in PRESSED.findall(board) if kind == "play"]
            assert "take:pile swap:1" in values
            assert all(value.startswith("take:pile swap:") for value in values)
            return
    raise AssertionError("nobody could take from the pile")


def test_a_race_shows_its_number_and_its_time() -> None:
    for state, events, _acted in moments(seed=1):
        view = seen(state, 0)
        if view.phase == "race" and 0 in view.waiting:
            like = scene_of(state, 0)
            at = Scene(view, like.speaker, legal=like.legal, events=events, closing=(5_000, 8_000), version=state.made)
            zones = DRAWING.private(at)
            assert view.race is not None
            assert 'data-closes="5000 8000"' in zones["board"]
            assert f'<b class="num">{view.race.number}</b><span class="left num">3 s</span>' in zones["board"]
            assert {f"snap:{slot}" for slot in range(1, 5)} <= {
                value for _k, value, _s in PRESSED.findall(zones["board"])
            }
            assert "pass" in {value for _kind, value, _style in PRESSED.findall(zones["prompt"])}
            return
    raise AssertionError("there was no race")


def test_who_may_not_race_is_told_why() -> None:
    for seed in range(40):
        for state, _events, _acted in moments(seed):
            view = seen(state, 0)
            barred = [one for one in view.lasting if one.handle is None and one.holder == 0]
            if view.phase == "race" and barred:
                prompt = DRAWING.private(scene_of(state, 0))["prompt"]
                assert "#O-41" in prompt
                return
    raise AssertionError("La Mama never lay there")
