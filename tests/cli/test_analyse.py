"""`advice` while one plays, and `backroom analyse` afterwards: for people, for programs, asked for wrongly."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import backroom
from backroom.cli.advice import chance
from backroom.kernel.record import Record
from backroom.kernel.state import HOUSE
from tests.cli.terminal import Keyboard, run


def finished(file: Path, name: str, seats: int, **options: str) -> Record:
    """A game played in no time to its end, and written to a file."""
    state = backroom.game(name).new(seats, 5, options or None)
    rng = Random(5)
    while not state.over:
        seat = rng.choice(state.waiting)
        state.play(seat, state.quick(seat, rng.getrandbits(30)))
    record = Record.of(state)
    file.write_text(str(record))
    return record


@pytest.mark.parametrize("name", backroom.games())
def test_every_game_has_its_chart_and_its_turning_points(name: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    record = finished(file, name, backroom.game(name).seats[0])
    asked = ("analyse", str(file), "--budget", "2", "--think", "4")
    told = run(*asked, data=tmp_path)
    assert told.exit_code == 0, told.output
    assert told.stdout.startswith(f"{backroom.game(name).title}: {len(record.moves)} moves.")
    assert "Chances of winning" in told.stdout
    assert told.stdout.count("100 %") >= record.seats
    assert "█" in told.stdout
    assert "Turning points" in told.stdout
    assert "\x1b" not in told.stdout
    assert run(*asked, data=tmp_path).stdout == told.stdout


def test_the_same_for_programs(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    record = finished(file, "boss", 2)
    found = json.loads(run("analyse", str(file), "--budget", "8", "--think", "20", "--json", data=tmp_path).stdout)
    analysis = found["analysis"]
    assert (analysis["game"], analysis["seats"], analysis["budget"]) == ("boss", 2, 8)
    assert analysis["moments"][-1]["scores"] == list(record.scores or ())
    assert all(sum(moment["chances"]) == pytest.approx(1) for moment in analysis["moments"])
    moved = [point["at"] for point in analysis["turning_points"] if not point["luck"]]
    assert [one["at"] for one in found["hindsight"]] == moved
    for one in found["hindsight"]:
        assert one["played"] == record.moves[one["at"]][1]
        assert one["suggestions"]


def test_what_the_don_would_have_done_at_one_move(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    record = finished(file, "boss", 3)
    told = run("analyse", str(file), "--at", "5", "--think", "60", data=tmp_path)
    assert told.exit_code == 0, told.output
    assert f"Move 5: seat {record.moves[4][0] + 1} played {record.moves[4][1]}" in told.stdout
    assert "wins " in told.stdout or "would have done the same" in told.stdout
    found = json.loads(run("analyse", str(file), "--at", "5", "--think", "60", "--json", data=tmp_path).stdout)
    assert found["analysis"] is None
    (one,) = found["hindsight"]
    assert (one["at"], one["played"]) == (4, record.moves[4][1])


def test_moves_that_are_not_there_or_not_a_players_are_refused_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    record = finished(file, "boss", 2)
    told = run("analyse", str(file), "--at", str(len(record.moves) + 1), data=tmp_path)
    assert told.exit_code == 2
    assert f"{len(record.moves)} moves" in told.stderr
    assert run("analyse", str(file), "--think", "long", data=tmp_path).exit_code == 2
    assert run("analyse", str(tmp_path / "none.txt"), data=tmp_path).exit_code == 1
    state = backroom.game("omerta").new(3, 2, {"snap_mode": "live"})
    rng = Random(1)
    while not state.legal(HOUSE):
        seat = rng.choice(state.waiting)
        state.play(seat, state.quick(seat, rng.getrandbits(30)))
    state.play(HOUSE, state.legal(HOUSE)[0])
    file.write_text(str(Record.of(state)))
    told = run("analyse", str(file), "--at", str(state.made), data=tmp_path)
    assert told.exit_code == 2
    assert "the house's" in told.stderr


def test_advice_is_given_at_the_keyboard_and_can_be_played_as_it_is_told(tmp_path: Path) -> None:
    with Keyboard("play", "boss", "--people", "Anna", "--bots", "random", "--seed", "5", data=tmp_path) as keyboard:
        keyboard.wait_for("Anna >")
        keyboard.type("advice 40")
        told = keyboard.wait_for("Anna >")
        assert told.count("wins ") == 3
        best = next(line for line in told.splitlines() if "wins " in line).split("%")[1].split()[0]
        keyboard.type("advice soon")
        assert "0.5s" in keyboard.wait_for("Anna >")
        keyboard.type(best)
        keyboard.wait_for("Anna >")
        keyboard.type("q")
        assert keyboard.leave() == 0
    (file,) = (tmp_path / "games").glob("*.txt")
    assert best in [token for _seat, token in Record.parse(file.read_text()).moves]


def test_a_chance_is_never_rounded_to_certainty() -> None:
    assert [chance(part) for part in (0.0, 0.001, 0.5, 0.999, 1.0)] == [
        "0 %",
        "under 1 %",
        "50 %",
        "over 99 %",
        "100 %",
    ]
