"""How games are drawn: Boss by its own drawing, any other game plainly; decisions made at the same time; the house."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console, RenderableType

import backroom
from backroom.cli.tables import Table, Unclear, Voice, table_of
from backroom.cli.tables.boss import BossTable
from backroom.games.boss.view import BossView
from backroom.kernel.state import State
from tests.cli.terminal import SOURCE, program
from tests.games.boss.table import table

ROOT = Path(__file__).parents[2]
GAME = backroom.game("boss")
TABLE = table_of("boss")
VOICE = Voice(GAME, TABLE, "en", ["Anna", "Boris", "Clara", "Dan"])


def drawn(what: RenderableType) -> str:
    """The text of it, without spaces at the ends of lines."""
    text = StringIO()
    Console(file=text, width=100).print(what)
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines())


def seen(state: State, seat: int = 0) -> BossView:
    view = state.view(seat)
    assert isinstance(view, BossView)
    return view


def test_boss_has_a_drawing_of_its_own() -> None:
    assert isinstance(TABLE, BossTable)


def test_the_row_shows_cubes_open_cards_and_what_can_be_hidden() -> None:
    state = table(
        2,
        turns="S1 send:boston:1v1r lay:boston:2\nS2 send:boston:3v lay:boston:prison",
        hands={0: "detroit:gun boston:1"},
        hidden={"boston": "boston:3"},
    )
    text = drawn(TABLE.draw(seen(state), VOICE))
    assert re.search(r"Boston +1v1r +3v\* +\$2 prison +\$3\n", text)
    assert re.search(r"Detroit .*\$1 \$2 \$3 \$4\n", text)
    assert "Round 1, lap 2 of 5" in text
    assert "Order: Anna (now), Boris" in text


def test_chicago_counts_the_last_open_cards_above_it() -> None:
    turns = "S1 stay lay:new_york:3\nS2 stay lay"
    text = drawn(TABLE.draw(seen(table(2, turns=turns, hands={0: "new_york:2"})), VOICE))
    assert "half of $3: $1M" in text


def test_bans_hospital_prison_and_the_dead_are_shown() -> None:
    state = table(
        4,
        in_round=2,
        bans=[["boston"], [], [], []],
        hospital=[0, 1, 0, 0],
        prison=[(0, 0)] * 3 + [(1, 2)],
        dead=[0, 0, 2, 0],
    )
    text = drawn(TABLE.draw(seen(state), VOICE))
    assert re.search(r"Boston +ban", text)
    assert "Prison 1+2: one is back after this round" in text
    assert re.search(r"Boris +\$0M +5v 3r +1", text)
    assert re.search(r"Dan +\$0M +3v 3r +1\+2", text)
    assert re.search(r"Clara +\$0M +4v 3r +2", text)


def test_a_turn_is_one_choice_and_sendings_are_grouped_by_place() -> None:
    state = table(2, turns="S1 send:boston:2v lay\nS2 stay lay\nS1 stay lay")
    view = seen(state, 1)
    cards, places = TABLE.choices(view, state.legal(1), VOICE)
    assert [GAME.token(choice.moves[0]) for choice in cards.choices] == ["stay"] * 4
    labels = [choice.label for choice in places.choices]
    assert labels == [
        "New York: 1 or more (nobody)",
        "Boston: 3 or more (Anna 2v)",
        "Detroit: 1 or more (nobody)",
    ]
    assert sorted(choice.moves[0] for place in places.choices for choice in place.then) == state.legal(1)[:-1]
    state.play(1, GAME.action("stay"))
    (laying,) = TABLE.choices(seen(state, 1), state.legal(1), VOICE)
    assert [choice.moves for choice in laying.choices] == [(action,) for action in state.legal(1)]


@pytest.mark.parametrize(
    ("typed", "token"),
    [
        ("ny 1v", "send:new_york:1v"),
        ("new york 2v1r", "send:new_york:2v1r"),
        ("DETROIT 3R 1V", None),
        ("det 1v 3r", "send:detroit:1v3r"),
        ("send boston 2", "send:boston:2v"),
        ("ch 1v", "send:chicago:1v"),
        ("boston prison", "lay:boston:prison"),
        ("detroit revolver", "lay:detroit:gun"),
    ],
)
def test_short_ways_to_say_a_move(typed: str, token: str | None) -> None:
    state = table(2)
    if token is None:
        with pytest.raises(Unclear):
            TABLE.read(typed, seen(state), state.legal(0), VOICE)
        return
    choice = TABLE.read(typed, seen(state), state.legal(0), VOICE)
    assert choice is not None
    assert GAME.token(choice.moves[-1]) == token


@pytest.mark.parametrize("typed", ["boston 9v", "boston many", "boston 7v1r", "boston 1v4r"])
def test_what_is_no_move_says_so(typed: str) -> None:
    state = table(2)
    with pytest.raises(Unclear):
        TABLE.read(typed, seen(state), state.legal(0), VOICE)


@pytest.mark.parametrize(
    ("gained", "dead", "told"),
    [
        ([5, 6], [0, 0], "Boris and Anna have the same money; Boris gained more in the last round. [B-46]"),
        (
            [5, 5],
            [0, 1],
            "Anna and Boris are equal in money and in the last round; Anna has more gangsters left. [B-47]",
        ),
        ([5, 5], [1, 1], "Anna and Boris are equal in everything and share their rank. [B-48]"),
    ],
)
def test_the_ending_tells_every_tie_break(gained: list[int], dead: list[int], told: str) -> None:
    over = backroom.game("boss").new(2, 7)
    position = over.dump()
    position["position"] |= {
        "hidden": {}, "hands": [[], []], "moves": [], "over": True, "round": 3, "money": [14, 14], "gained": gained,
        "dead": dead, "police": [[1, 0], [1, 1], [1, 0], [0, 1], [0, 1]],
    }  # fmt: skip
    text = drawn(TABLE.ending(seen(GAME.load(position)), VOICE))
    assert told in text
    assert ("share the win" in text) == ("[B-48]" in told)


def test_the_payout_is_told_line_by_line() -> None:
    """The rulebook's example X8b: Chicago's half of 4 from Detroit and 3 from New York is 3."""
    record = backroom.Record.parse((ROOT / "tests/golden/boss/three-seats.txt").read_text())
    before: BossView | None = None
    text = ""
    for state in record.steps():
        state.listen()
        view = seen(state)
        if before is not None and len(view.rounds) > len(before.rounds):
            text = drawn(TABLE.story(state.events(), before, view, VOICE))
            payout = view.rounds[-1]
            assert "Chicago" in text
            for city, card in payout.opened.items():
                face = VOICE.name(card).removeprefix(VOICE.name(city)).strip().replace("M", "").replace("nothing", "$0")
                assert re.search(rf"{VOICE.name(city)} +{re.escape(face)} ", text)
            assert f"half of ${payout.last_open} is ${payout.last_open // 2}M" in text
            for seat, gain in enumerate(payout.gains):
                assert f"{VOICE.seat(seat)} +${gain}M" in text
        before = view
        state.events()
    assert text


# Games that nobody here knows.

TIMED = """
import higher
import msgspec
from backroom import HOUSE
from backroom.kernel.errors import Reason


class Timed(higher.Higher):
    def legal(self, seat):
        if seat == HOUSE:
            return [12] if 0 < len(self.waiting) < len(self.hands) else []
        return super().legal(seat)

    def may(self, seat, action):
        return action in self.legal(seat)

    def step(self, seat, action):
        if seat != HOUSE:
            super().step(seat, action)
            return
        self.note(seat, action)
        self.tell("time", {})
        for late in self.waiting:
            self.chosen[late] = self.hands[late].pop(0)
        self.waiting = ()
        self.laid += (tuple(self.chosen),)
        self.chosen = [0] * len(self.hands)
        self.over = not any(self.hands)
        self.waiting = () if self.over else tuple(range(len(self.hands)))

    def view(self, seat):
        return msgspec.structs.replace(super().view(seat), game="timed")

    def copy(self):
        new = Timed()
        new.share(self)
        new.hands, new.chosen, new.laid = [hand[:] for hand in self.hands], self.chosen[:], self.laid
        return new


class TimedGame(higher.HigherGame):
    name, title, actions = "timed", "Timed", 13
    phrases = {**higher.HigherGame.phrases, "event.time": "Time is up."}

    def empty(self, setup, luck=0):
        state = Timed()
        state.open(setup, luck)
        state.hands, state.chosen, state.laid = [], [0] * setup.seats, ()
        state.waiting = tuple(range(setup.seats))
        return state

    def token(self, action):
        return "time" if action == 12 else super().token(action)

    def action(self, token):
        return 12 if token == "time" else super().action(token)


GAME = TimedGame()
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The game of docs/own-game.md, and the same with a clock, as an installed package."""
    place = tmp_path_factory.mktemp("site")
    code = re.search(r"```python\n(# higher\.py\n.*?)```", (ROOT / "docs/own-game.md").read_text(), re.DOTALL)
    assert code
    (place / "higher.py").write_text(code[1])
    (place / "timed.py").write_text(TIMED)
    info = place / "higher-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: higher\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[backroom.games]\nhigher = higher:GAME\ntimed = timed:GAME\n")
    return {"PYTHONPATH": os.pathsep.join([str(place), SOURCE])}


def test_an_unknown_game_is_drawn_as_a_tree_and_played_by_numbers(package: dict[str, str], tmp_path: Path) -> None:
    told = program(
        "play",
        "higher",
        "--people",
        "Anna",
        "--bots",
        "random",
        "--seed",
        "3",
        data=tmp_path,
        typed="1\n" * 9,
        env=package,
    )
    assert told.returncode == 0, told.stderr
    assert "hand: " in told.stdout
    assert "   1  lay:" in told.stdout
    assert "The game is over." in told.stdout
    (file,) = (tmp_path / "games").glob("*.txt")
    assert program("verify", str(file), data=tmp_path, env=package).returncode == 0
    assert "laid" in program("replay", str(file), data=tmp_path, env=package).stdout
    assert "has no printed data" in program("rules", "higher", "--cards", data=tmp_path, env=package).stdout
    refused = program(
        "play", "higher", "--people", "Anna", data=tmp_path, typed="? lay:13\n? lay:12\n?\nlay:1\nq\n", env=package
    )
    assert refused.returncode == 0, refused.stderr


def test_a_sealed_answer_is_taken_back_until_the_next_one_sits_down(package: dict[str, str], tmp_path: Path) -> None:
    typed = "\n1\nu\n2\n\nu\n1\nq\n"
    told = program("play", "higher", "--people", "Anna,Boris", "--seed", "3", data=tmp_path, typed=typed, env=package)
    assert told.returncode == 0, told.stderr
    assert told.stdout.count("u: Anna takes back") == 2
    assert told.stdout.count("Taken back.") == 1
    assert "Nothing to take back" in told.stdout
    (file,) = (tmp_path / "games").glob("*.txt")
    assert [line.split()[0] for line in file.read_text().splitlines() if line.startswith("S")] == ["S1", "S2"]


def test_the_houses_moves_are_offered_to_people(package: dict[str, str], tmp_path: Path) -> None:
    typed = "\n1\n\n4\n\nq\n"
    told = program("play", "timed", "--people", "Anna,Boris", "--seed", "3", data=tmp_path, typed=typed, env=package)
    assert told.returncode == 0, told.stderr
    assert "The house may" in told.stdout
    (file,) = (tmp_path / "games").glob("*.txt")
    assert "HOUSE time" in file.read_text()
    assert "Time is up." in told.stdout


def test_a_drawing_may_come_from_another_package(package: dict[str, str], tmp_path: Path) -> None:
    script = f"""
import sys
sys.path.insert(0, {str(tmp_path)!r})
from backroom.cli.tables import table_of
print(table_of("higher").draw(None, None))
"""
    info = tmp_path / "drawing-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: drawing\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[backroom.tables]\nhigher = drawing:TABLE\n")
    (tmp_path / "drawing.py").write_text(
        "from backroom.cli.tables import Table\n\n\nclass Drawing(Table):\n"
        "    def draw(self, view, speaker):\n        return 'drawn'\n\n\nTABLE = Drawing()\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", script], env={**os.environ, **package}, capture_output=True, text=True, check=False
    )
    assert told.stdout == "drawn\n", told.stderr


def test_a_game_without_a_drawing_has_the_plain_one() -> None:
    state = GAME.new(2, 7)
    text = drawn(Table().draw(state.view(0), VOICE))
    assert "hand: " in text
    assert len(Table().choices(state.view(0), state.legal(0), VOICE)[0].choices) == len(state.legal(0))
