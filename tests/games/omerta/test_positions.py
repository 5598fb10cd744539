"""Positions that cannot be on the table are refused, and the refusal names the place."""

from __future__ import annotations

from typing import Any

import pytest

import backroom
from backroom.games.omerta import GAME
from tests.games.omerta.tables import lay_out, play, records
from tests.rules import rule

MAMA = {"card": "la_mama", "layer": 1, "holder": 0, "handle": None, "left": 1}
PATROL = {"card": "patrol", "layer": 1, "holder": 0, "handle": 0, "left": 2}
ODD_TRY = {"race": 1, "seat": 0, "slot": 1, "handle": 0, "result": "odd", "card": "", "penalty": False}
ROWS = ("B1 KIL", "B2 B3", "B4")


def refused(says: str, *rows: str, **more: Any) -> None:
    with pytest.raises(backroom.BackroomError, match=says):
        lay_out(*(rows or ROWS), **more)


@pytest.mark.parametrize(
    ("says", "more"),
    [
        ("phase", {"phase": "lunch"}),
        ("round", {"round": 4}),
        ("starter", {"starter": 3}),
        ("totals", {"totals": [1, 2]}),
        ("totals", {"totals": [1, 2, -3]}),
        ("famous", {"famous": [["al_capone", "nobody", "bugs_moran"]]}),
        ("past", {"past": [{"caller": 0, "rows": [], "sums": [], "points": []}], "round": 2}),
        ("past", {"round": 3, "past": [{"caller": 0, "rows": [[]] * 3, "sums": [0] * 3, "points": [0] * 3}]}),
        ("active", {"active": 3}),
        ("turns", {"turns": 30, "options": {"turn_cap": 10}}),
        ("taken_from", {"phase": "taken", "taken": "bottle_9", "taken_from": "sleeve"}),
        ("taken", {"phase": "begin", "taken": "bottle_9", "taken_from": "deck"}),
        ("taken", {"phase": "taken"}),
        ("drops", {"drops": ["lady"]}),
        ("drops", {"drops": ["bottle_9"]}),
        ("acting", {"acting": "mole"}),
        ("acting", {"phase": "act", "acting": "witness"}),
        ("acting", {"phase": "react", "acting": "driver"}),
        ("named", {"phase": "react", "acting": "snitch", "named": ["snitch:S2"], "asked": [1], "pending": [1]}),
        ("named", {"phase": "act", "acting": "gangster", "named": ["lady:S2"]}),
        ("named", {"named": ["lady:S2"]}),
        ("asked", {"phase": "react", "acting": "lady", "named": ["lady:S2"], "asked": [1, 2], "pending": [1]}),
        ("pending", {"phase": "react", "acting": "lady", "named": ["lady:S2"], "asked": [1], "pending": []}),
        ("fastest", {"fastest": 3}),
        ("looking", {"looking": [[0, 99]]}),
        ("has not seen", {"looking": [[0, 0]]}),
        ("race", {"race": {"number": 3}}),
        ("race", {"phase": "race"}),
        ("number", {"phase": "race", "race": {"number": 11}, "asked": [0], "pending": [0]}),
        ("bucket", {"phase": "race", "race": {"number": 3, "bucket": "open"}, "asked": [0], "pending": [0]}),
        ("bucket", {"phase": "race", "race": {"number": 3, "bucket": "leaking"}, "asked": [0], "pending": [0]}),
        ("kind", {"phase": "sealed_race", "race": {"number": 3}, "asked": [0], "pending": [0]}),
        ("won", {"phase": "race", "race": {"number": 3}, "asked": [0], "pending": [0], "fastest": 1}),
        ("pending", {"phase": "race", "race": {"number": 3}, "asked": [0], "pending": [1]}),
        ("asked", {"phase": "race", "race": {"number": 3}, "asked": [1, 0], "pending": [1]}),
        (
            "could not answer",
            {"phase": "race", "race": {"number": 3}, "asked": [0], "pending": [0], "lasting": [MAMA], "active": 1},
        ),
        ("answers", {"answers": ["pass", "", ""]}),
        ("answers", {"answers": ["pass"]}),
        ("queue", {"queue": [0, 1, 1]}),
        ("lasting", {"lasting": [{**MAMA, "layer": 0}]}),
        ("lasting", {"lasting": [{**MAMA, "card": "mole"}]}),
        ("left", {"lasting": [{**MAMA, "left": 2}]}),
        ("La Mama", {"lasting": [{**MAMA, "handle": 0}]}),
        ("handle", {"lasting": [{**PATROL, "handle": 2}]}),
        ("no turn", {"lasting": [MAMA]}),
        ("records", {"records": [[]]}),
        ("no back", {"records": [records(("B1", (0, 99))), [], [], []]}),
        ("in order", {"records": [records(("B1", (1, 0))), [], [], []]}),
        ("different backs", {"records": [records(("B9", (0, 1))), [], [], []]}),
        ("different backs", {"records": [records(("B1", (0, 1)), ("B1", (0, 1))), [], [], []]}),
        ("known by itself", {"records": [records(("B1", (0, 1))), [], [], []], "seen": {"A": [("A", 1)]}}),
        ("tries", {"tries": [ODD_TRY]}),
        ("handles", {"handles": 3}),
        ("spoon", {"spoon": 1}),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_is_refused(says: str, more: dict[str, Any]) -> None:
    refused(says, **more)


@rule("O-4", "O-5")
def test_all_sixty_cards_must_be_there() -> None:
    whole = lay_out(*ROWS).dump()
    whole["position"]["deck"].pop()
    with pytest.raises(backroom.BadPosition, match=r"in all, here"):
        GAME.load(whole)
    whole = lay_out(*ROWS).dump()
    whole["position"]["safe"].pop()
    with pytest.raises(backroom.BadPosition, match="safe"):
        GAME.load(whole)
    whole = lay_out(*ROWS).dump()
    whole["position"]["rows"].pop()
    with pytest.raises(backroom.BadPosition, match="rows"):
        GAME.load(whole)
    whole["position"]["rows"].append([{"card": "bottle_1", "handle": 0}])
    with pytest.raises(backroom.BadPosition, match="two backs"):
        GAME.load(whole)
    whole = lay_out(*ROWS).dump()
    whole["position"]["deck"][0] = "bottle_11"
    with pytest.raises(backroom.BadPosition, match="bottle_11"):
        GAME.load(whole)


@rule("O-7")
def test_positions_of_the_first_looks() -> None:
    rows = ("B1 B2 B3 B4", "B1 B2 B3 B4", "B1 B2 B3 B4")
    state = lay_out(*rows, phase="peek", seen={"A": [("A", 1)], "B": [("B", 1), ("B", 2)]})
    assert state.waiting == (0, 2)
    play(state, "A peek:2")
    refused("at most 2", *rows, phase="peek", seen={"A": [("A", 1), ("A", 2), ("A", 3)]})
    refused("nobody else", *rows, phase="peek", seen={"A": [("B", 1)]})
    refused("nobody has seen", *rows, phase="peek", seen={"A": [("SAFE", 1)]})
    refused("nothing else has happened", *rows, phase="peek", turns=1)
    refused("as they were dealt", *rows, phase="peek", pile="B9")
    everything = {who: [(who, 1), (who, 2)] for who in ("A", "B", "C")}
    refused("has begun", *rows, phase="peek", seen=everything)


def test_positions_at_the_end() -> None:
    refused("past", phase="over", round=3)
    past = [{"caller": 0, "rows": [[]] * 3, "sums": [0] * 3, "points": [0] * 3}] * 3
    refused("no cards are left", phase="over", round=3, past=past)
    whole = lay_out("B1", "B2", "B3").dump()
    over = {"rows": [], "safe": [], "phase": "over", "round": 3, "past": past, "totals": [9, 3, 3]}
    assert GAME.load({**whole, "position": over}).ranks() == [3, 1, 1]
    with pytest.raises(backroom.BadPosition, match="after the last round"):
        GAME.load({**whole, "position": {**over, "round": 2}})


@rule("O-10", "O-58")
def test_a_position_has_something_to_decide() -> None:
    refused("nothing to decide", "B1", "B2", "B3", rest_to="B", lasting=[PATROL])
    refused("free card", "", "B2", "B3", phase="taken", taken="bottle_9", taken_from="pile")


def test_what_is_left_out_is_filled_in() -> None:
    state = lay_out(*ROWS)
    view = state.view(0)
    assert view.queue == (0, 1, 2)
    assert view.scores == (0, 0, 0)
    assert [back.handle for line in (*view.rows, view.safe) for back in line] == list(range(9))
    assert view.handles == 9
    assert GAME.load(state.dump()).dump() == state.dump()
