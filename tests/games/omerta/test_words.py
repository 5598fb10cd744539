"""Everything that can be said has its sentence."""

from __future__ import annotations

import re
from pathlib import Path

from backroom.games.omerta import GAME
from backroom.games.omerta.cards import FACE_NAMES
from backroom.games.omerta.table import PHASES
from backroom.kernel.rulebook import paragraphs
from backroom.kernel.words import Speaker
from tests.games.omerta.tables import lay_out, play

FILES = {file.name: file.read_text(encoding="utf-8") for file in sorted((GAME.folder or Path()).glob("*.py"))}
ADVICE = FILES.pop("reasons.py")
"""What speaks for a move; all else are rules, and why they refuse one."""
SOURCE = "\n".join(FILES.values())
EVENTS = {
    *re.findall(r'tell\(\s*"(\w+)"', SOURCE),
    "call_stands", "call_fails", "snap_wrong", "snap_wrong_free",
}  # fmt: skip


def test_every_event_has_a_sentence_and_every_sentence_an_event() -> None:
    phrases = {code.split(".")[1] for code in GAME.phrases if code.startswith("event.")}
    assert phrases == EVENTS


def test_every_reason_has_a_sentence_and_every_sentence_a_reason() -> None:
    given = set(re.findall(r'Reason\(\s*"(\w+)"', SOURCE)) | {"bucket_open", "no_bucket"}
    assert {code.removeprefix("reason.") for code in GAME.phrases if code.startswith("reason.")} == given


def test_all_that_speaks_for_a_move_has_a_sentence_and_every_sentence_speaks_for_one() -> None:
    given = set(re.findall(r'Reason\(\s*"(\w+)"', ADVICE))
    assert given
    assert {code.removeprefix("advice.") for code in GAME.phrases if code.startswith("advice.")} == given


def test_every_reason_names_a_paragraph_that_is_there() -> None:
    known = paragraphs("omerta")
    named = set(re.findall(r'"(O-\d+)"', SOURCE))
    assert named <= set(known)
    assert len(named) > 25


def test_cards_phases_options_and_famous_gangsters_have_names() -> None:
    wanted = {f"name.{name}" for name in FACE_NAMES if name} | {f"phase.{phase}" for phase in PHASES}
    wanted |= {f"option.{option.name}" for option in GAME.offers}
    wanted |= {f"name.{name}" for name in GAME.new(3, 1).setup.digest.famous}
    assert wanted <= set(GAME.phrases)


def test_log_lines_read_well_and_keep_secrets() -> None:
    state = lay_out("B1 B2", "B3", "B4", deck="SAF B9", safe="B5 B6 B7 B8")
    play(state, "A take:deck throw crack trade:1:2")
    events = state.events()
    speaker = Speaker(GAME, people=("Ada", "Bruno", "Carla"))
    assert [speaker.event(event, 0) for event in events] == [
        "You take from the deck: Safecracker.",
        "Ada throws away: Safecracker.",
        "Safecracker at work: Ada.",
        "You look into the safe: bottle 5, bottle 6, bottle 7, bottle 8.",
        "Ada exchanges the safe's slot 1 for slot 2.",
    ]
    assert speaker.event(events[3], 1) == "Ada looks into the safe."
    assert speaker.event(events[0], None) == "Ada takes from the deck."
    reason = state.why_not(2, GAME.action("snap:1"))
    assert reason is not None
    assert speaker.reason(reason) == "No race is on."
