"""Records: a game as a text that replays exactly, and says where it is broken."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import backroom
from backroom.kernel.record import Record, seat_name

GAME = backroom.game("boss")


def played(seed: int, moves: int = 10_000, seats: int = 2, options: dict[str, object] | None = None) -> backroom.State:
    """A game of so many random moves, or to its end."""
    state, chooser = GAME.new(seats, seed, options), Random(seed)
    while moves and not state.over:
        state.play(state.waiting[0], chooser.choice(state.legal(state.waiting[0])))
        moves -= 1
    return state


def small() -> str:
    """The text of a game just begun: headings in lines 1 to 8, moves in 10 and 11."""
    state = GAME.new(2, seed=7)
    for token in ("send:boston:1v", "lay:boston:2", "stay", "lay:boston:1"):
        state.play(state.waiting[0], GAME.action(token))
    return str(Record.of(state))


def test_a_record_reads_like_this() -> None:
    edition = GAME.house_edition()
    assert small() == (
        "backroom: record 1\n"
        "game: boss\n"
        "rules: 1\n"
        f"edition: house-1 {edition.sha256}\n"
        "seats: 2\n"
        "options: rookie_rule=veteran_present chicago_last_penalty=zero police_deck=both_colours city_deck=house "
        "first_player=random first_seat=1 final_tie=shared reveal_unclaimed=true\n"
        "seed-sha256: 7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451\n"
        "seed: 7\n"
        "\n"
        "S1 send:boston:1v lay:boston:2\n"
        "S2 stay lay:boston:1\n"
    )


remarks = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=30).map(str.strip)


@given(
    seed=st.integers(0, 2**128 - 1),
    moves=st.integers(0, 200),
    seats=st.integers(2, 5),
    said=st.lists(st.tuples(st.integers(0, 200), remarks), max_size=4),
)
@settings(max_examples=40, deadline=None)
def test_whatever_is_printed_is_read_back(seed: int, moves: int, seats: int, said: list[tuple[int, str]]) -> None:
    state = played(seed, moves, seats)
    record = Record.of(state)
    comments = sorted(((min(at, len(record.moves)), text) for at, text in said), key=lambda remark: remark[0])
    record = replace(record, comments=tuple(comments))
    text = str(record)
    again = Record.parse(text)
    assert again == record
    assert str(again) == text
    assert again.replay().dump() == state.dump()
    assert max(len(line) for line in text.splitlines()[9:] if not line.startswith(";")) <= 100 if moves else True


def test_a_finished_game_has_its_result() -> None:
    state = played(5)
    record = Record.of(state)
    assert (record.scores, record.ranks) == (tuple(state.scores()), tuple(state.ranks()))
    assert record.verify().dump() == state.dump()
    assert Record.of(played(5, 3)).scores is None


def test_comments_may_stand_anywhere() -> None:
    text = small()
    lines = text.splitlines()
    lines.insert(0, "; before everything")
    lines.insert(4, ";")
    lines[-2] += " ; a bold start"
    lines.append("   ; the end")
    record = Record.parse("\n".join(lines))
    assert record.comments == ((0, "before everything"), (0, ""), (2, "a bold start"), (4, "the end"))
    assert record.moves == Record.parse(text).moves
    assert Record.parse(str(record)) == record


def test_a_comment_of_several_lines_cannot_bring_in_a_move() -> None:
    record = replace(Record.parse(small()), comments=((4, "so far\nS1 stay lay:boston:3"),))
    again = Record.parse(str(record))
    assert again.moves == record.moves
    assert again.comments == ((4, "so far"), (4, "S1 stay lay:boston:3"))


@pytest.mark.parametrize(
    "dressed",
    [
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\n\n"),
        lambda text: text.replace(": ", ":   "),
        lambda text: text.replace("S1 send:boston:1v lay:boston:2", "S1 send:boston:1v\nS1 lay:boston:2"),
        lambda text: text.replace("S1 ", "  S1\t").replace("S2 ", "\tS2  "),
        lambda text: text.rstrip("\n"),
    ],
)
def test_layout_does_not_matter(dressed: Callable[[str], str]) -> None:
    assert Record.parse(dressed(small())) == Record.parse(small())


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "says"),
    [
        ("backroom: record 1", "backroom: record 2", 1, 11, "expected `record 1`: this program reads no other format"),
        ("backroom: record 1\n", "", 1, 1, "expected `backroom: record 1` as the first heading"),
        ("game: boss", "game: chess", 2, 7, "no game 'chess'; there are: "),
        ("game: boss\n", "", 1, 1, "expected a line `game: …` before the moves"),
        ("rules: 1\n", "", 10, 1, "expected a line `rules: …` before the moves; there is none"),
        ("rules: 1\n", "rules: 1\nrules: 1\n", 4, 1, "`rules` was already given in line 3"),
        ("edition: house-1 39", "edition: 39", 4, 10, "expected the edition's name and its SHA-256, 64 hexadecimal"),
        ("seats: 2", "seats: 6", 5, 8, "expected 2 to 5 seats, found '6'"),
        ("seats: 2", "seats: two", 5, 8, "expected 2 to 5 seats, found 'two'"),
        ("seats: 2", "seats: " + "2" * 5000, 5, 8, "expected 2 to 5 seats, found '2222"),
        ("seats: 2\n", "", 1, 1, "expected a line `seats: …` before the moves"),
        ("city_deck=house", "city_deck", 6, 89, "expected options as name=value, each once"),
        ("city_deck=house", "rookie_rule=x", 6, 89, "expected options as name=value, each once"),
        ("city_deck=house", "city_deck=mine", 6, 10, "option city_deck takes house or listing_order or no_empty_card"),
        ("city_deck=house", "weather=rain", 6, 10, "no option 'weather'; there are: rookie_rule, "),
        ("seed-sha256: 79", "seed-sha256: 7", 7, 14, "expected 64 hexadecimal digits"),
        ("seed: 7", "seed: seven", 8, 7, "expected the seed as a whole number below 2**256"),
        ("seed: 7", "seed: -7", 8, 7, "expected the seed as a whole number below 2**256"),
        ("seed: 7", "seed: " + "9" * 78, 8, 7, "expected the seed as a whole number below 2**256"),
        ("seed: 7", "seed: 7\nposition: {", 9, 11, "expected the position as JSON: "),
        ("seed: 7", "seed: 7\nposition: [1]", 9, 11, "expected the position as a JSON object"),
        ("seed: 7", "seed: 7\nscores: 1 2", 9, 1, "expected both `scores` and `ranks`, or neither"),
        ("seed: 7", "seed: 7\nscores: 1 2\nranks: 1", 10, 8, "expected 2 whole numbers, one a seat"),
        ("seed: 7", "seed: 7\nscores: 1 x\nranks: 1 2", 9, 9, "expected 2 whole numbers, one a seat"),
        ("seed: 7", "seed: 7\nscores: 1 " + "2" * 5000 + "\nranks: 1 2", 9, 9, "expected 2 whole numbers, one a seat"),
        ("seed: 7", "seed: 7\nweather: rain", 9, 1, "expected one of the headings backroom, game, rules, edition, "),
        ("seed: 7", "seed: 7\nnonsense", 9, 1, "expected one of the headings backroom, game, rules, edition, "),
        ("S1 send", "S3 send", 10, 1, "expected a seat from S1 to S2, or HOUSE"),
        ("S1 send", "  S3 send", 10, 3, "expected a seat from S1 to S2, or HOUSE"),
        ("S1 send", "S0 send", 10, 1, "expected a seat from S1 to S2, or HOUSE"),
        ("S1 send", "S1x send", 10, 1, "expected who moves: S1, S2, … or HOUSE"),
        ("S2 stay", "s2 stay", 11, 1, "expected who moves: S1, S2, … or HOUSE"),
        ("S2 stay", "seats: 3 stay", 11, 1, "expected who moves: S1, S2, … or HOUSE"),
        ("S2 stay lay:boston:1", "S2", 11, 3, "expected a move's token after the seat"),
        ("S2 stay lay:boston:1", "S2 ; asleep", 11, 3, "expected a move's token after the seat"),
        ("send:boston:1v", "send:boston:9v", 10, 4, "expected a move of Boss: Boss has no move 'send:boston:9v'"),
        ("lay:boston:1", "lay:boston:1 dance", 11, 22, "expected a move of Boss: Boss has no move 'dance'"),
    ],
)
def test_a_broken_record_is_refused_at_its_place(old: str, new: str, line: int, column: int, says: str) -> None:
    text = small()
    assert old in text
    with pytest.raises(backroom.BadRecord) as refused:
        Record.parse(text.replace(old, new, 1))
    found = refused.value
    assert found.problem.startswith(says), found
    assert (found.line, found.column) == (line, column), found
    place = f"line {line}, column {column}: "
    assert str(found).startswith(place + says)
    assert str(found) == place + found.problem or len(found.problem) > len(str(found)) < 300  # no page of it


@pytest.mark.parametrize("text", ["", "\n\n", "; only a remark\n", "[Event]", "S1 stay", "{}"])
def test_what_is_no_record_at_all_is_refused(text: str) -> None:
    with pytest.raises(backroom.BadRecord, match=r"^line \d+, column \d+: expected "):
        Record.parse(text)


@given(seed=st.integers(0, 2**32), data=st.data())
@settings(max_examples=150, deadline=None)
def test_a_spoilt_text_is_refused_or_read(seed: int, data: st.DataObject) -> None:
    """Whatever one changes in a record, there is a BadRecord (or kin) or a record, never a crash."""
    text = small()
    at = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(at, min(len(text), at + 12)))
    spoilt = text[:at] + data.draw(st.text(max_size=8)) + text[end:]
    try:
        record = Record.parse(spoilt)
        assert Record.parse(str(record)) == record
        record.verify()
    except backroom.BackroomError:
        pass


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "says"),
    [
        ("S1 send:boston:1v", "S1 send:chicago:1v", 10, 4,
         "move 1, send:chicago:1v by S1, is not allowed here: chicago_not_yet() [B-18]"),
        ("S2 stay", "S1 stay", 11, 4, "move 3, stay by S1, is not allowed here: not_your_turn(mover=1) [B-10]"),
        ("S2 stay", "HOUSE stay", 11, 7, "move 3, stay by HOUSE, is not allowed here: no_such_seat(number=0) [B-1]"),
        ("stay lay:boston:1", "stay lay:boston:2", 11, 9,
         "move 4, lay:boston:2 by S2, is not allowed here: not_in_hand(card=boston:2) [B-20]"),
    ],
)  # fmt: skip
def test_a_move_against_the_rules_is_told_with_its_place(old: str, new: str, line: int, column: int, says: str) -> None:
    record = Record.parse(small().replace(old, new))
    with pytest.raises(backroom.BadRecord) as refused:
        record.replay()
    assert (refused.value.line, refused.value.column, refused.value.problem) == (line, column, says)


def test_a_sealed_record_tells_no_seed_and_waits_for_it() -> None:
    record = Record.of(played(2**100 + 1, 30))
    sealed = record.sealed()
    text = str(sealed)
    assert str(2**100 + 1) not in text
    assert "seed:" not in text
    assert Record.parse(text) == sealed
    with pytest.raises(backroom.BadRecord, match="this record is sealed: it replays when its seed has been published"):
        sealed.replay()
    assert replace(sealed, seed=2**100 + 1).verify().dump() == record.replay().dump()


def test_a_wrong_seed_is_found_out() -> None:
    record = Record.parse(small().replace("seed: 7", "seed: 8"))
    with pytest.raises(backroom.BadRecord, match="the seed does not belong to this game: its SHA-256 is "):
        record.verify()


@pytest.mark.parametrize("wrong", [{"scores": (99, 0)}, {"ranks": (1, 1)}])
def test_a_wrong_result_is_found_out(wrong: dict[str, Any]) -> None:
    record = Record.of(played(5))
    assert record.verify().over
    with pytest.raises(backroom.BadRecord, match=r"the result is not what the moves give: .* the replay gives scores"):
        replace(record, **wrong).verify()


def test_a_result_before_the_end_is_found_out() -> None:
    record = replace(Record.of(played(5, 20)), scores=(0, 0), ranks=(1, 1))
    with pytest.raises(backroom.BadRecord, match="the replay gives a game that is not over"):
        record.verify()


def test_other_rules_are_not_replayed() -> None:
    record = Record.parse(small().replace("rules: 1", "rules: 0"))
    for ask in (record.replay, record.verify):
        with pytest.raises(backroom.BadRecord, match="made with rules '0' of boss; this program plays rules '1'"):
            ask()


def test_an_edition_that_is_not_loaded_is_asked_for() -> None:
    record = replace(Record.parse(small()), edition="mine-1 " + "0" * 64)
    with pytest.raises(backroom.BadEdition, match="is not loaded; give its file"):
        record.replay()


def test_every_position_on_the_way_can_be_had() -> None:
    state = GAME.new(3, seed=3)
    dumps = [state.dump()]
    chooser = Random(3)
    for _ in range(50):
        state.play(state.waiting[0], chooser.choice(state.legal(state.waiting[0])))
        dumps.append(state.dump())
    record = Record.of(state)
    assert [record.replay(moves).dump() for moves in range(51)] == dumps
    assert [step.dump() for step in record.steps()] == dumps
    for moves in (-1, 51):
        with pytest.raises(backroom.BadRecord, match=f"the record has 50 moves; there is no position after {moves}"):
            record.replay(moves)


def test_a_record_may_start_from_a_position() -> None:
    state = GAME.load(json.dumps(played(4, 33).dump()))
    chooser = Random(1)
    for _ in range(20):
        state.play(state.waiting[0], chooser.choice(state.legal(state.waiting[0])))
    record = Record.of(state)
    assert len(record.moves) == 20
    again = Record.parse(str(record))
    assert again.verify().dump() == state.dump()
    with pytest.raises(backroom.BadRecord, match="cannot be sealed: the position shows what is hidden"):
        record.sealed()


@pytest.mark.parametrize(
    "other", [{"seats": 3}, {"seed": 8}, {"options": {"rookie_rule": "veteran_in_group"}}, {"edition": "x " + "0" * 64}]
)
def test_a_position_must_be_of_the_same_game_as_the_record_around_it(other: dict[str, Any]) -> None:
    record = Record.of(GAME.load(GAME.new(2, seed=7).dump()))
    assert record.verify().setup.seed == 7
    with pytest.raises(backroom.BadRecord, match="the position it starts from has other"):
        replace(record, **other).replay()


@pytest.mark.parametrize(("seat", "name"), [(0, "S1"), (9, "S10"), (backroom.HOUSE, "HOUSE")])
def test_seats_are_written_as_people_count(seat: int, name: str) -> None:
    assert seat_name(seat) == name
