"""Omerta in the terminal: the rows, the questions, what is typed, what is told, and whole games by script."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from rich.console import Console, RenderableType

import backroom
from backroom.cli import session as sessions
from backroom.cli.folder import Sitter
from backroom.cli.session import Session, numbered
from backroom.cli.tables import Voice, table_of
from backroom.games.omerta.cards import CALL

GAME = backroom.game("omerta")
TABLE = table_of("omerta")
NAMES = ["Anna", "Boris", "Clara", "Dan", "Eva"]
VOICE = Voice(GAME, TABLE, "en", NAMES)


def drawn(what: RenderableType, width: int = 80) -> str:
    """The text of it, without spaces at the ends of lines."""
    text = StringIO()
    Console(file=text, width=width).print(what)
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines())


class Typist:
    """Somebody at the keyboard, who types what the session would take: numbers, words, sometimes nonsense."""

    def __init__(self, luck: Random, wild: bool) -> None:
        self.luck = luck
        self.wild = wild
        self.session: Session | None = None
        self.asked: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.asked.append(prompt)
        session = self.session
        assert session is not None
        if "Which?" in prompt:
            return self.luck.choice(["1", "2", "3", "4", ""])
        if "Enter when" in prompt or "press Enter" in prompt:
            return ""
        seat = next(at for at, sitter in enumerate(session.sitters) if prompt.startswith(sitter.name))
        if self.wild and self.luck.random() < 0.2:
            return self.luck.choice(
                ["zork", "99", "snap 1", "swap 77", "?", "? call", "log", "t", "u", "trade 1", "gangster", "lady", "0"]
            )
        listed = numbered(session.groups(seat)).items()
        calm = [(number, choice) for number, choice in listed if choice.moves != (CALL,)]
        if self.luck.random() < 0.01 or not calm:
            return "call"
        number, choice = self.luck.choice(calm)
        return self.luck.choice([str(number), *choice.keys[:1]])


def played(
    people: int, bots: Sequence[str], seed: int, file: Path, monkeypatch: pytest.MonkeyPatch, **options: object
) -> Session:
    """A whole game by script."""
    sitters = [Sitter(name) for name in NAMES[:people]] + [Sitter(f"Bot{at}", kind) for at, kind in enumerate(bots)]
    typist = Typist(Random(seed), wild=bool(options.pop("wild", False)))
    session = Session(GAME.new(len(sitters), seed, {"turn_cap": 6, **options}), sitters, file)
    typist.session = session
    monkeypatch.setattr(sessions, "ask", typist)
    session.run()
    return session


@pytest.mark.parametrize(
    ("people", "bots", "options"),
    [
        (1, ["random"] * 2, {}),
        (1, ["sensible"] * 3, {"wild": True}),
        (1, ["random", "sensible", "random", "sensible"], {"memory_aid": "full"}),
        (1, ["random"] * 3, {"snap_tie_bucket_ms": 50, "snap_show_late": True, "wild": True}),
        (1, ["sensible"] * 3, {"snap_mode": "commit", "snap_attempts": "many", "memory_aid": "own_looks"}),
        (3, [], {"snap_mode": "commit"}),
        (2, ["random"] * 3, {"snap_mode": "commit", "character_use": "may_decline", "wild": True}),
        (2, ["sensible"] * 2, {"safe_slots_public": False, "killer_scope": "own_part", "start_discard": "one_open"}),
    ],
)
def test_whole_games_by_script(
    people: int,
    bots: list[str],
    options: dict[str, object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    session = played(people, bots, 1, tmp_path / "game.txt", monkeypatch, **options)
    told = capsys.readouterr().out
    assert session.state.over
    assert "The final standing" in told
    assert "[O-57]" in told
    seats = people + len(bots)
    assert len(re.findall(r"^Round \d: ", told, re.MULTILINE)) >= seats
    assert backroom.Record.parse((tmp_path / "game.txt").read_text()).verify().over
    assert "{" not in told
    assert "\x1b" not in told
    said_whole = re.compile("^Omerta: |Every move|The whole game|--resume")
    if not options.get("wild"):  # what answers a command is said on one line to a pipe
        assert [line for line in told.splitlines() if len(line) > 80 and not said_whole.search(line)] == []
