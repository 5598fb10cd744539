"""Games played through the command: through pipes, at a terminal, saved, killed and gone on with."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import backroom
from backroom.cli.folder import data_folder, sitters_of
from backroom.cli.tables import Voice, table_of
from tests.cli.terminal import Keyboard, program, run

GAME_OVER = "The final standing"
PROMPTS = ["Anna >", "Boris >", "when only you are looking", GAME_OVER]


def saved(data: Path) -> list[Path]:
    return sorted((data / "games").glob("*.txt"))


def test_a_whole_game_through_a_pipe(tmp_path: Path) -> None:
    typed = "1\n" * 500
    told = program(
        "play", "boss", "--people", "Anna", "--bots", "random,sensible", "--seed", "4", data=tmp_path, typed=typed
    )
    assert told.returncode == 0, told.stderr
    assert told.stderr == ""
    assert GAME_OVER in told.stdout
    assert "The payout of round 3" in told.stdout
    assert "\x1b" not in told.stdout
    assert not re.search(r"[─│┌┐└┘━┃]", told.stdout)
    record = backroom.Record.parse(saved(tmp_path)[0].read_text())
    assert record.verify().over
    assert [sitter.bot for sitter in sitters_of(record)] == ["", "random", "sensible"]


def test_the_same_seed_plays_the_same_game(tmp_path: Path) -> None:
    for name in ("one", "two"):
        run("play", "boss", "--watch", "--bots", "sensible,random", "--seed", "4", data=tmp_path / name)
    first, second = (saved(tmp_path / name)[0].read_text() for name in ("one", "two"))
    assert first == second


def test_a_whole_hot_seat_game_at_a_terminal(tmp_path: Path) -> None:
    with Keyboard("play", "boss", "--people", "Anna,Boris", "--seed", "9", data=tmp_path) as keyboard:
        shown = []
        for turn in range(400):
            new, prompt = keyboard.wait_for_one(PROMPTS)
            shown.append(new)
            if prompt == GAME_OVER:
                break
            keyboard.type("" if prompt == PROMPTS[2] else ("stay" if turn % 5 == 0 else "1"))
        assert keyboard.leave() == 0
        assert "\x1b[3J" in keyboard.raw  # what was scrolled off shows a hand no more
    record = backroom.Record.parse(saved(tmp_path)[0].read_text())
    assert record.verify().over
    for text in shown:  # between two people's screens nothing is left of the first
        assert not ("Anna >" in text and "Boris >" in text)


def test_a_turn_is_one_choice_and_everything_is_explained(tmp_path: Path) -> None:
    with Keyboard("play", "boss", "--people", "Anna", "--bots", "random", "--seed", "5", data=tmp_path) as keyboard:
        keyboard.wait_for("Anna >")
        keyboard.type("? send:chicago:1v")
        told = keyboard.wait_for("Anna >")
        assert "[B-18]" in told
        assert "So nobody can go to Chicago in lap 1" in " ".join(told.split())
        keyboard.type("? B-14")
        assert "Must end up ahead." in keyboard.wait_for("Anna >")
        keyboard.type("? prison")
        told = keyboard.wait_for("Anna >")
        assert "one veteran of the city’s leader goes to prison" in " ".join(told.split())
        assert "? B-39" in told
        for word, about in (("advice", "asks the consigliere"), ("u", "takes back"), ("log", "the whole game")):
            keyboard.type(f"? {word}")
            assert about in keyboard.wait_for("Anna >")
        keyboard.type("? zork")
        assert "I do not know zork" in keyboard.wait_for("Anna >")
        keyboard.type("? 1")
        assert "Possible: " in keyboard.wait_for("Anna >")
        keyboard.type("?")
        assert "B-11" in keyboard.wait_for("Anna >")
        keyboard.type("chicago 1v")
        assert "[B-18]" in keyboard.wait_for("Anna >")
        keyboard.type("zork")
        assert "I do not know zork" in keyboard.wait_for("Anna >")
        keyboard.type("99")
        assert "The choices are 1 to " in keyboard.wait_for("Anna >")
        keyboard.type("bo 2v1r")
        assert "Anna sends 2v1r to Boston." in keyboard.wait_for("Anna >")
        keyboard.type("ny 1v")
        assert "before you lay a card. [B-13]" in keyboard.wait_for("Anna >")
        keyboard.type("u")
        assert "Taken back." in keyboard.wait_for("Anna >")
        keyboard.type("detroit")
        assert "6v3r" in keyboard.wait_for("Which?")
        keyboard.type("2")
        assert "Anna sends 2v to Detroit." in keyboard.wait_for("Anna >")
        keyboard.type("1")
        assert "Since your last turn" in keyboard.wait_for("Anna >")
        keyboard.type("u")
        assert "Nothing to take back" in keyboard.wait_for("Anna >")
        keyboard.type("log")
        assert "Anna sends 2v to Detroit, lays" in keyboard.wait_for("Anna >")
        keyboard.type("q")
        assert "Saved. Go on with: backroom play --resume" in keyboard.wait_for("--resume")
        assert keyboard.leave() == 0


def test_several_moves_on_one_line(tmp_path: Path) -> None:
    result = run("play", "boss", "--people", "Anna,Boris", "--seed", "9", data=tmp_path, typed="\ndetroit 2v, 1\nq\n")
    assert result.exit_code == 0
    record = backroom.Record.parse(saved(tmp_path)[0].read_text())
    assert [token.partition(":")[0] for _seat, token in record.moves] == ["send", "lay"]


def test_a_card_before_sending_means_that_nobody_is_sent(tmp_path: Path) -> None:
    run("play", "boss", "--people", "Anna,Boris", "--seed", "9", data=tmp_path, typed="\nnew_york:3\nq\n")
    record = backroom.Record.parse(saved(tmp_path)[0].read_text())
    assert [token for _seat, token in record.moves] == ["stay", "lay:new_york:3"]


@pytest.mark.parametrize("typed", ["lay:new_york:3", "lay new york 3", "ny:3", "2"])
def test_many_ways_to_name_a_card(typed: str, tmp_path: Path) -> None:
    run("play", "boss", "--people", "Anna,Boris", "--seed", "9", data=tmp_path, typed=f"\n{typed}\nq\n")
    record = backroom.Record.parse(saved(tmp_path)[0].read_text())
    assert [token for _seat, token in record.moves] == ["stay", "lay:new_york:3"]


@pytest.mark.parametrize(
    "typed", ["send:detroit:2v1r", "detroit 2v1r", "de 2v 1r", "send detroit 2v1r", "d 2v1r", "8\n2v1r"]
)
def test_many_ways_to_send(typed: str, tmp_path: Path) -> None:
    run("play", "boss", "--people", "Anna,Boris", "--seed", "9", data=tmp_path, typed=f"\n{typed}\nq\n")
    record = backroom.Record.parse(saved(tmp_path)[0].read_text())
    assert [token for _seat, token in record.moves] == ["send:detroit:2v1r"]


def test_what_could_mean_two_things_is_asked_back(tmp_path: Path) -> None:
    result = run(
        "play", "boss", "--people", "Anna,Boris", "--seed", "9", data=tmp_path, typed="\nboston 3\nboston 2\nq\n"
    )
    assert "Say boston 3v to send gangsters, or boston:3 to lay the card." in result.stdout
    record = backroom.Record.parse(saved(tmp_path)[0].read_text())
    assert [token for _seat, token in record.moves] == ["send:boston:2v"]  # that card is not in hand


def test_a_kill_loses_nothing(tmp_path: Path) -> None:
    args = ("play", "boss", "--people", "Anna", "--bots", "random,random", "--seed", "5")
    with Keyboard(*args, data=tmp_path) as keyboard:
        keyboard.wait_for("Anna >")
        keyboard.type("1")
        keyboard.wait_for("Anna >")
        keyboard.type("kansas 3v")
        keyboard.wait_for("Anna >")
        keyboard.kill()
    file = saved(tmp_path)[0]
    record = backroom.Record.parse(file.read_text())
    assert record.moves[-1][1] == "send:kansas_city:3v"
    with Keyboard("play", "--resume", str(file), data=tmp_path) as keyboard:
        told = keyboard.wait_for("Anna >")
        assert "Anna sends 3v to Kansas City." in told
        assert "Lay a card" in told
        keyboard.type("u")
        assert "Taken back." in keyboard.wait_for("Anna >")
        assert keyboard.interrupt() == 0
        assert "Saved." in keyboard.raw
    assert len(backroom.Record.parse(file.read_text()).moves) == len(record.moves) - 1
    assert saved(tmp_path) == [file]


def test_a_game_gone_on_with_is_the_game_it_would_have_been(tmp_path: Path) -> None:
    args = ("play", "boss", "--people", "Anna", "--bots", "sensible", "--seed", "5")
    run(*args, data=tmp_path / "whole", typed="1\n" * 100)
    run(*args, data=tmp_path / "parts", typed="1\n" * 3)
    file = saved(tmp_path / "parts")[0]
    while backroom.Record.parse(file.read_text()).scores is None:
        assert run("play", "--resume", str(file), data=tmp_path / "parts", typed="1\n" * 4).exit_code == 0
    assert file.read_text() == saved(tmp_path / "whole")[0].read_text()


def test_the_picker_offers_games_and_saved_games(tmp_path: Path) -> None:
    run("play", "boss", "--people", "Anna,Boris", "--seed", "9", data=tmp_path, typed="\n1\nq\n")
    number = len(backroom.games()) + 1
    result = run("play", data=tmp_path, typed=f"nothing\n{number}\n\nq\n")
    assert "Boss, 2–5 players" in result.stdout
    assert "Type one of the numbers" in result.stdout
    assert "Boris, press Enter when only you are looking" in result.stdout
    assert "Anna lays" in result.stdout
    assert len(saved(tmp_path)) == 1
    (tmp_path / "games" / "broken.txt").write_text("nonsense")
    assert run("play", data=tmp_path, typed="q\n").exit_code == 1


def test_the_picker_asks_who_plays(tmp_path: Path) -> None:
    with Keyboard("play", data=tmp_path) as keyboard:
        keyboard.wait_for("Number or name >")
        keyboard.type("boss")
        keyboard.wait_for("Who plays here?")
        keyboard.type("Anna, Anna")
        assert "Two people are called Anna" in keyboard.wait_for("Who plays here?")
        keyboard.type("Anna")
        keyboard.wait_for("How many bots, 1 to 4 [3]")
        keyboard.type("2")
        keyboard.wait_for("How good: rookie, soldier, capo, don [soldier]")
        keyboard.type("godfather")
        assert "Type one of them." in keyboard.wait_for("[soldier]")
        keyboard.type("rook")
        assert "Rocco (bot, rookie), Sal (bot, rookie)" in keyboard.wait_for("Anna >")
        keyboard.type("exit")
        assert keyboard.leave() == 0


def test_a_record_from_new_can_be_played(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    run("new", "boss", "--seats", "2", "--seed", "9", "--out", str(file), data=tmp_path)
    result = run("play", "--resume", str(file), "--people", "Anna,Boris", data=tmp_path, typed="\n1\nq\n")
    assert result.exit_code == 0
    assert len(backroom.Record.parse(file.read_text()).moves) == 2


def test_a_hand_is_nowhere_on_another_ones_screen(tmp_path: Path) -> None:
    result = run("play", "boss", "--people", "Anna,Boris", "--seed", "9", data=tmp_path, typed="\n1\n\nq\n")
    _start, anna, boris = result.stdout.split("press Enter when only you are looking")
    game = backroom.game("boss")
    voice = Voice(game, table_of("boss"))
    hands = [[f"{voice.name(card)}\\b" for card in getattr(game.new(2, 9).view(seat), "hand", ())] for seat in (0, 1)]
    hands = [[card.replace("$", "[$]") for card in hand] for hand in hands]
    assert all(re.search(card, anna) for card in hands[0])
    assert not any(re.search(card, anna) for card in hands[1])
    assert [card for card in hands[0] if re.search(card, boris)] == hands[0][:1]  # the one that was laid


def test_no_color_is_respected_at_a_terminal(tmp_path: Path) -> None:
    args = ("play", "boss", "--people", "Anna", "--bots", "random", "--seed", "5")
    with Keyboard(*args, data=tmp_path, env={"NO_COLOR": "1"}) as keyboard:
        keyboard.wait_for("Anna >")
        assert not re.search(r"\x1b\[[0-9;]*3[0-9]", keyboard.raw)
    with Keyboard(*args, data=tmp_path) as keyboard:
        keyboard.wait_for("Anna >")
        assert re.search(r"\x1b\[[0-9;]*3[0-9]", keyboard.raw)


def test_nothing_is_wider_than_the_terminal(tmp_path: Path) -> None:
    args = ("play", "boss", "--people", "Bartholomew", "--bots", "sensible,sensible,sensible,random", "--seed", "5")
    with Keyboard(*args, data=tmp_path, columns=80) as keyboard:
        told = keyboard.wait_for("Bartholomew >")
        for _turn in range(8):
            keyboard.type("1")
            told += keyboard.wait_for_one(["Bartholomew >", GAME_OVER])[0]
        assert (
            max(len(line) for line in told.splitlines() if "Every move is saved" not in line and "/" not in line) <= 80
        )


def test_replay_steps_through_a_game_at_a_terminal(tmp_path: Path) -> None:
    run("play", "boss", "--watch", "--bots", "random,random", "--seed", "4", data=tmp_path)
    file = saved(tmp_path)[0]
    with Keyboard("replay", str(file), data=tmp_path) as keyboard:
        assert "After 0 of " in keyboard.wait_for("q: leave")
        keyboard.type("")
        assert "After 1 of " in keyboard.wait_for("q: leave")
        keyboard.type("b")
        assert "After 0 of " in keyboard.wait_for("q: leave")
        keyboard.type("10")
        assert "After 10 of " in keyboard.wait_for("q: leave")
        keyboard.type("end")
        assert GAME_OVER in keyboard.wait_for("q: leave")
        keyboard.type("q")
        assert keyboard.leave() == 0


@pytest.mark.parametrize(
    ("environment", "platform", "folder"),
    [
        ({"BACKROOM_DATA": "/x"}, "linux", "/x"),
        ({"XDG_DATA_HOME": "/y"}, "linux", "/y/backroom"),
        ({}, "linux", "~/.local/share/backroom"),
        ({}, "darwin", "~/Library/Application Support/backroom"),
        ({"LOCALAPPDATA": "/z"}, "win32", "/z/backroom"),
    ],
)
def test_the_data_folder_of_each_system(environment: dict[str, str], platform: str, folder: str) -> None:
    assert data_folder(environment, platform) == Path(folder).expanduser()


LAST = "def choose(view, legal, rng, budget):\n    return legal[-1]\n"


@pytest.mark.parametrize("game", backroom.games())
def test_every_level_plays_every_game(game: str, tmp_path: Path) -> None:
    levels = ("rookie", "soldier@2", "capo@2", "don@2")
    for at in range(0, 4, 2):
        kinds = ",".join([*levels[at : at + 2], "random"])
        done = run("play", game, "--watch", "--bots", kinds, "--seed", "4", data=tmp_path)
        assert done.exit_code == 0, done.output
        assert "The whole game: backroom replay" in done.stdout


def test_a_bot_of_ones_own_plays(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(LAST)
    done = run("play", "boss", "--watch", "--bots", "random", "--bot", str(mine), "--seed", "4", data=tmp_path)
    assert done.exit_code == 0, done.output
    record = backroom.Record.parse(saved(tmp_path)[0].read_text())
    assert [sitter.bot for sitter in sitters_of(record)] == ["random", str(mine)]
    state = record.replay(0)
    for seat, token in record.moves:
        assert seat == 0 or token == state.setup.game.token(state.legal(seat)[-1])
        state.play(seat, state.setup.game.action(token))


def test_what_a_bot_of_ones_own_does_wrong_is_told(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(LAST.replace("legal[-1]", "1 / 0"))
    done = run("play", "boss", "--watch", "--bots", "random", "--bot", str(mine), "--seed", "4", data=tmp_path)
    assert done.exit_code == 0, done.output
    told = "Sal ended with exit code 1: ZeroDivisionError: division by zero; a random move was played instead."
    assert done.stdout.count(told) == 3


def test_a_game_from_somebody_else_runs_no_program_by_itself(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    program = tmp_path / "mine.sh"
    program.write_text(f"#!/bin/sh\necho was here > {mark}\n")
    program.chmod(0o755)
    bot = f"cmd:{program}"
    run("play", "boss", "--people", "Anna", "--bot", bot, "--seed", "5", data=tmp_path, typed="q\n")
    (file,) = saved(tmp_path)
    mark.unlink(missing_ok=True)
    refused = run("play", "--resume", str(file), data=tmp_path, typed="1\nq\n")
    assert refused.exit_code == 1
    assert "a program that is not ours; if you want it to run, name it again with --bot." in refused.stderr
    assert not mark.exists()
    run("play", "--resume", str(file), "--bot", bot, data=tmp_path, typed="1\nq\n")
    assert mark.exists()
    assert [sitter.name for sitter in sitters_of(backroom.Record.parse(file.read_text()))] == ["Anna", "Rocco"]


def test_the_arenas_yardstick_plays_with_nobody(tmp_path: Path) -> None:
    refused = run("play", "boss", "--people", "Anna", "--bots", "wiretap", data=tmp_path)
    assert refused.exit_code == 2
    assert "No bot 'wiretap'" in refused.stderr
