"""Every command does what it says, for people and for programs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.core import TyperGroup
from typer.main import get_command

import backroom
from backroom.cli import app
from backroom.cli.tongue import Tongue
from backroom.kernel.rulebook import rulebook
from tests.cli.terminal import program, run

GOLDEN = Path(__file__).parent.parent / "golden" / "boss"
FINISHED = GOLDEN / "three-seats.txt"


def test_backroom_alone_shows_help() -> None:
    result = run()
    assert result.exit_code == 0
    assert "play" in result.stdout
    assert "verify" in result.stdout


def commands(group: TyperGroup, path: tuple[str, ...] = ()) -> Iterator[list[str]]:
    """Every command there is, `backroom` itself first."""
    yield list(path)
    for name, command in group.commands.items():
        if isinstance(command, TyperGroup):
            yield from commands(command, (*path, name))
        else:
            yield [*path, name]


GROUP = get_command(app)
assert isinstance(GROUP, TyperGroup)
COMMANDS = list(commands(GROUP))


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_has_an_example(command: list[str]) -> None:
    result = run(*command, "--help")
    assert result.exit_code == 0
    assert re.search(r"Examples?: backroom", result.stdout)


def test_games_lists_names_seats_and_options() -> None:
    result = run("games")
    assert "Boss, 2–5 players" in result.stdout
    assert "--option rookie_rule=veteran_present" in result.stdout
    listed = json.loads(run("games", "--json").stdout)
    assert [game["name"] for game in listed] == backroom.games()
    boss = next(game for game in listed if game["name"] == "boss")
    assert boss["seats"] == [2, 3, 4, 5]
    assert {"name": "first_seat", "default": 1, "choices": [], "least": 1, "most": 5, "ruling": "BC-26"} in boss[
        "options"
    ]


def test_rules_reads_the_whole_book() -> None:
    assert run("rules", "boss").stdout.strip() == rulebook("boss").strip()


def test_rules_reads_paragraphs_whatever_their_case() -> None:
    result = run("rules", "boss", "b-14", "BC-3")
    assert result.stdout.startswith(
        "B-14  Sending gangsters (the printed rules, public pages, house edition BC-2, house edition BC-4)\n"
    )
    assert "Must end up ahead" in result.stdout
    assert "BC-3" in result.stdout
    assert "**Players" not in result.stdout
    found = json.loads(run("rules", "boss", "B-14", "--json").stdout)
    assert [each["number"] for each in found] == ["B-14"]
    assert found[0]["sources"] == ["rulebook", "public", "house BC-2", "house BC-4"]


def test_rules_are_read_in_the_language_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("language", "catalogue"):
        monkeypatch.setattr(Tongue, name, getattr(Tongue, name))  # which the command changes for this whole process
    asked = ["--language", "uk", "rules", "boss"]
    assert "Посилання гангстерів" in run(*asked, "B-14").stdout
    assert json.loads(run(*asked, "B-14", "--json").stdout)[0]["chapter"] == "Посилання гангстерів"
    assert run(*asked).stdout.strip() == rulebook("boss", "uk").strip()


def test_rules_lists_every_card_with_its_source() -> None:
    result = run("rules", "boss", "--cards")
    assert re.search(r"cincinnati:ban +Cincinnati +ban +the printed rules", result.stdout)
    rows = json.loads(run("rules", "boss", "--cards", "--json").stdout)
    assert len([row for row in rows if row[0] == "city_cards"]) == 27
    assert all(row[4] for row in rows)


def test_new_writes_a_record_that_play_replay_and_verify_take(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    args = ["new", "boss", "--seats", "4", "--seed", "7", "--option", "rookie_rule=veteran_in_group"]
    assert run(*args, "--out", str(file)).exit_code == 0
    record = backroom.Record.parse(file.read_text())
    assert (record.seats, record.seed, record.options["rookie_rule"]) == (4, 7, "veteran_in_group")
    assert run("verify", str(file)).exit_code == 0
    assert run("replay", str(file)).exit_code == 0
    assert run(*args).stdout == file.read_text()
    told = json.loads(run(*args, "--json").stdout)
    assert told["record"] == file.read_text()
    assert told["seed_sha256"] == record.seed_sha256


def test_new_draws_a_seed_when_none_is_given() -> None:
    seeds = {json.loads(run("new", "boss", "--json").stdout)["seed"] for _ in range(3)}
    assert len(seeds) == 3


def test_new_keeps_an_owners_edition_for_replay(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    house = backroom.game("boss").house_edition().text
    mine.write_text(house.replace('edition = "house-1"', 'edition = "mine-1"'))
    file = tmp_path / "game.txt"
    made = program("new", "boss", "--edition", str(mine), "--out", str(file), data=tmp_path / "data")
    assert made.returncode == 0, made.stderr
    mine.rename(tmp_path / "elsewhere.toml")
    assert program("verify", str(file), data=tmp_path / "data").returncode == 0
    lost = program("verify", str(file), data=tmp_path / "other")
    assert lost.returncode == 1
    assert "give its file with --edition" in lost.stderr
    named = program("verify", str(file), "--edition", str(tmp_path / "elsewhere.toml"), data=tmp_path / "other")
    assert named.returncode == 0


def test_replay_draws_any_position() -> None:
    start = run("replay", str(FINISHED), "--at", "0").stdout
    assert start.startswith("After 0 of ")
    assert "Round 1, lap 1 of 5" in start
    one = run("replay", str(FINISHED), "--at", "1").stdout
    assert "seat 2, send:detroit:4v" in one
    assert re.search(r"Detroit +4v\*", one)
    end = run("replay", str(FINISHED)).stdout
    assert "The final standing" in end
    assert re.search(r"1\.  seat 1 +\$18M", end)


def test_replay_as_a_seat_shows_its_hand_and_nobody_elses() -> None:
    state = backroom.Record.parse(FINISHED.read_text()).replay(1)
    data = json.loads(run("replay", str(FINISHED), "--at", "1", "--seat", "1", "--json").stdout)
    view = state.view(0)
    assert data["view"]["hand"] == list(getattr(view, "hand", ()))
    assert "In your hand" in run("replay", str(FINISHED), "--at", "1", "--seat", "1").stdout
    spectator = json.loads(run("replay", str(FINISHED), "--at", "1", "--json").stdout)
    assert spectator["view"]["hand"] == []
    assert spectator["move"] == {"seat": "S2", "token": "send:detroit:4v"}


def test_replay_tells_the_whole_log() -> None:
    told = run("replay", str(FINISHED), "--log").stdout
    assert "seat 2 sends 4v to Detroit, lays Kansas City $2M." in told
    assert "The payout of round 1" in told
    assert "The police open a card" in told


def test_verify_reads_from_a_pipe_and_tells_the_result() -> None:
    result = run("verify", "-", typed=FINISHED.read_text())
    assert result.exit_code == 0
    assert "Verified" in result.stdout
    assert "1. seat 1  18" in result.stdout
    found = json.loads(run("verify", str(FINISHED), "--json").stdout)
    assert (found["ok"], found["over"], found["scores"], found["ranks"]) == (True, True, [18, 14, 9], [1, 2, 3])


def test_edition_new_writes_a_template_that_check_accepts(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    assert run("edition", "new", "boss", "--out", str(file)).exit_code == 0
    assert file.read_text() == backroom.game("boss").house_edition().text
    assert "is a good edition of Boss" in run("edition", "check", str(file)).stdout
    found = json.loads(run("edition", "check", str(file), "--game", "boss", "--json").stdout)
    assert (found["ok"], found["game"], found["name"]) == (True, "boss", "house-1")
    assert run("edition", "new", "boss").stdout == file.read_text()


def test_the_options_of_backroom_may_stand_after_the_command(tmp_path: Path) -> None:
    after = run("play", "boss", "--watch", "--bots", "random", "--seats", "2", "--data", str(tmp_path), "--language=xx")
    assert after.exit_code == 0
    assert len(list((tmp_path / "games").glob("boss-*.txt"))) == 1


@pytest.mark.parametrize(
    "args",
    [["games"], ["rules", "boss"], ["rules", "boss", "--cards"], ["replay", str(FINISHED), "--log"], ["--help"]],
    ids=lambda args: args[0],
)
def test_output_is_plain_in_a_pipe(args: list[str], tmp_path: Path) -> None:
    told = program(*args, data=tmp_path)
    assert told.returncode == 0
    assert "\x1b" not in told.stdout
    assert not re.search(r"[─│┌┐└┘━┃╭╮╰╯═║]", told.stdout)
    assert not re.search(r" \n", told.stdout)
