"""The edition file: what an owner may change, and what is refused, with the line."""

from __future__ import annotations

from collections import Counter

import pytest

import backroom
from backroom.games.omerta import GAME
from backroom.games.omerta.cards import FACE_NUMBERS
from backroom.games.omerta.edition import cards, read
from backroom.kernel.edition import Edition
from backroom.kernel.errors import BadEdition
from tests.games.omerta.tables import stress_edition
from tests.rules import rule

HOUSE = GAME.house_edition().text


def line_of(text: str, needle: str, nth: int = 1) -> int:
    found = [number for number, line in enumerate(text.splitlines(), 1) if line.startswith(needle)]
    return found[nth - 1]


def refusal(old: str, new: str, nth: int = 1) -> tuple[str, BadEdition]:
    parts = HOUSE.split(old)
    assert len(parts) > nth
    text = old.join(parts[:nth]) + new + old.join(parts[nth:])
    with pytest.raises(BadEdition) as caught:
        read(Edition(text))
    return text, caught.value


@rule("O-4", "O-27")
def test_the_house_edition_holds_sixty_cards() -> None:
    printed = Counter(cards(read(GAME.house_edition())))
    assert sum(printed.values()) == 60
    assert all(printed[number] == 4 for number in range(1, 11))
    assert printed[FACE_NUMBERS["la_mama"]] == printed[FACE_NUMBERS["patrol"]] == 1
    assert sum(character.points * character.count for character in read(GAME.house_edition()).character) == 280


@pytest.mark.parametrize(
    ("old", "new", "nth", "line", "says"),
    [
        ('game = "omerta"', 'game = "boss"', 1, ("game", 1), "omerta"),
        ("row = 4", "row = 5", 1, ("row", 1), "row = 4"),
        ("safe = 4", "safe = 3", 1, ("safe", 1), "safe = 4"),
        ("peek = 2", "peek = 1", 1, ("peek", 1), "peek = 2"),
        ("call_limit = 7", "call_limit = 8", 1, ("call_limit", 1), "7"),
        ("call_penalty = 20", "call_penalty = 10", 1, ("call_penalty", 1), "20"),
        ("value = 3", "value = 4", 1, ("value", 3), "in order"),
        ("count = 4", "count = -1", 2, ("count", 2), "below 0"),
        ("count = 4", "count = 5", 1, ("[[bottle]]", 1), "40 bottle cards"),
        ('id = "lady"', 'id = "duchess"', 1, ("[[character]]", 2), "this order"),
        ("points = 20", "points = 10", 1, ("points", 4), "snitch costs 20"),
        ("count = 2", "count = -2", 1, ("count = -2", 1), "below 0"),
        ("count = 2", "count = 3", 1, ("[[character]]", 1), "20 character cards"),
        ("killer_stops = true", "killer_stops = false", 1, ("killer_stops", 1), "stops the gangster"),
        ("killer_stops = false", "killer_stops = true", 1, ("killer_stops", 3), "does not stop the mole"),
        ("target_turns = 2", "target_turns = 3", 1, ("target_turns", 2), "lasts 2 turns"),
        ("starts = true", "starts = false", 1, ("[[famous]]", 1), "exactly one"),
        ('id = "bugs_moran"', 'id = "al_capone"', 1, ("[[famous]]", 1), "id of his own"),
        ('source = "rulebook"', 'source = "hearsay"', 1, ("source", 1), "source"),
        ("peek = 2", "peep = 2", 1, ("peep", 1), "unknown name"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_line(
    old: str, new: str, nth: int, line: tuple[str, int], says: str
) -> None:
    text, error = refusal(old, new, nth)
    assert says in error.problem
    assert error.line == line_of(text, *line), (error.line, error.problem)


def test_missing_tables_are_refused() -> None:
    head, _, _ = HOUSE.rpartition("[[famous]]")
    with pytest.raises(BadEdition, match="5 famous gangsters"):
        read(Edition(head))
    head, _, tail = HOUSE.partition("[[bottle]]\nvalue = 10")
    with pytest.raises(BadEdition, match="1 to 10"):
        read(Edition(head + tail.partition("\n\n")[2]))
    with pytest.raises(BadEdition, match="scores"):
        read(Edition(HOUSE.replace("[scoring]", "[scores]")))


def test_an_owners_counts_are_played_with() -> None:
    edition = stress_edition()
    state = GAME.new(4, 7, edition=edition)
    faces = Counter(state.setup.digest.cards)
    assert faces[FACE_NUMBERS["la_mama"]] == faces[FACE_NUMBERS["patrol"]] == 3
    record = backroom.Record.parse(str(backroom.Record.of(state)))
    assert record.replay().dump() == state.dump()
