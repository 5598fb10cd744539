"""Edition files: what is wrong is said with its line, and an owner's own cards can be played."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import backroom
from backroom.games.boss.edition import read
from backroom.kernel.edition import Edition
from tests.games.boss.table import GAME, A, finish_round, lay_any, money, play, seen, table

HOUSE = (Path(backroom.__file__).parent / "games" / "boss" / "edition.toml").read_text(encoding="utf-8")
Spoil = Callable[[str], str]


def instead(old: str, new: str, nth: int = 1) -> Spoil:
    """The file with the n-th `old` replaced."""

    def spoil(text: str) -> str:
        parts = text.split(old)
        assert len(parts) > nth, f"{old!r} does not stand there so often"
        return old.join(parts[:nth]) + new + old.join(parts[nth:])

    return spoil


def line_of(text: str, old: str, nth: int = 1) -> int:
    """The line where the n-th `old` begins."""
    at = -1
    for _ in range(nth):
        at = text.index(old, at + 1)
    return text.count("\n", 0, at) + 1


DETROIT_GUN = '  { kind = "gun", source = "rulebook" },\n'
PRISON = '{ kind = "prison", source = "ours" }'
NY_EMPTY = '{ kind = "money", value = 0, source = "public" }'
POLICE = "count = 2\ngold = 1\nsilver = 0"


@pytest.mark.parametrize(
    ("spoil", "where", "says"),
    [
        pytest.param(
            instead('game = "boss"', 'game = "omerta"'),
            ('game = "omerta"', 1),
            "expected game = \"boss\", found 'omerta'",
            id="another game",
        ),
        pytest.param(
            instead("veterans = 6", "veterans = 7"),
            ("[kit]", 1),
            "expected 6 veterans and 3 rookies for each player",
            id="another kit",
        ),
        pytest.param(
            instead("count = 5", "count = 6"),
            ("count = 6", 1),
            "detroit has 5 cards in the box, not 6",
            id="wrong count",
        ),
        pytest.param(
            instead(DETROIT_GUN, ""), ("cards = [", 3), "detroit: expected 5 cards, found 4", id="a card too few"
        ),
        pytest.param(
            instead(DETROIT_GUN, DETROIT_GUN * 2),
            ("cards = [", 3),
            "detroit: expected 5 cards, found 6",
            id="a card too many",
        ),
        pytest.param(
            instead('id = "boston"', 'id = "detroit"'),
            ("[[city]]", 2),
            "expected the cities in this order: new_york, boston, detroit",
            id="wrong order",
        ),
        pytest.param(
            lambda text: text[: text.index('[[city]]\nid = "philadelphia"')] + text[text.index("# Police:") :],
            ("[[city]]", 1),
            "expected the cities in this order: new_york, boston, detroit",
            id="a city too few",
        ),
        pytest.param(
            instead("min_players = 3", "min_players = 2"),
            ("min_players = 2", 4),
            "kansas_city is in play from 3 players",
            id="in play too early",
        ),
        pytest.param(instead(PRISON, PRISON.replace("prison", "bomb")), ("bomb", 1), "kind 'bomb'", id="unknown kind"),
        pytest.param(
            instead(PRISON, '{ kind = "prison" }'),
            ('{ kind = "prison" }', 1),
            "source is missing here",
            id="no source",
        ),
        pytest.param(
            instead(PRISON, PRISON.replace("ours", "rumour")), ("rumour", 1), "source 'rumour'", id="unknown source"
        ),
        pytest.param(
            instead("rookies = 3", 'rookies = 3\ncolour = "red"'),
            ("colour", 1),
            "unknown name 'colour'; this program would not use it",
            id="unknown key",
        ),
        pytest.param(
            instead(PRISON, PRISON.replace(" }", ", years = 3 }")),
            ("years", 1),
            "unknown name 'years'",
            id="unknown key in a card",
        ),
        pytest.param(
            lambda text: text + "\n[weather]\nrain = true\n",
            ("[weather]", 1),
            "unknown name 'weather'",
            id="unknown table",
        ),
        pytest.param(
            instead(NY_EMPTY, NY_EMPTY.replace("0", "10")),
            ("value = 10", 1),
            "new_york: a money card needs a value from 0 to 9",
            id="too much money",
        ),
        pytest.param(
            instead(NY_EMPTY, NY_EMPTY.replace("0", "-1")),
            ("value = -1", 1),
            "new_york: a money card needs a value from 0 to 9",
            id="less than nothing",
        ),
        pytest.param(
            instead(NY_EMPTY, '{ kind = "money", source = "public" }'),
            ('{ kind = "money", source', 1),
            "new_york: a money card needs a value from 0 to 9",
            id="money without a value",
        ),
        pytest.param(
            instead(PRISON, PRISON.replace(" }", ", value = 2 }")),
            ("value = 2 }", 1),
            "boston: a prison card has no value",
            id="a penalty with a value",
        ),
        pytest.param(
            instead(NY_EMPTY, NY_EMPTY.replace("0", '"none"')),
            ('value = "none"', 1),
            "expected a whole number or nothing, got text",
            id="words for a number",
        ),
        pytest.param(
            instead(POLICE, POLICE.replace("count = 2", "count = 3")),
            ("[[police]]", 1),
            "expected 5 police cards in all",
            id="six police cards",
        ),
        pytest.param(
            instead(POLICE, POLICE.replace("gold = 1", "gold = 3")),
            ("[[police]]", 1),
            "expected a count of at least 1, and 0 to 2 tokens of each colour",
            id="three tokens on a card",
        ),
        pytest.param(
            instead(POLICE, POLICE.replace("gold = 1", "gold = 2")),
            ("[[police]]", 1),
            "a game must last 3 to 5 rounds in every order of the police cards",
            id="police that can end round 2",
        ),
        pytest.param(
            instead("[variant.three_two]", "[variant.four_one]"),
            ("[variant.four_one]", 1),
            "unknown variant 'four_one'",
            id="unknown variant",
        ),
        pytest.param(
            lambda text: text[: text.index("[variant.listing_order")],
            ("#", 1),
            "expected [variant.listing_order], which the table's options offer",
            id="a variant missing",
        ),
        pytest.param(
            instead("memphis = [", "miami = ["), ("miami", 1), "unknown city 'miami'", id="a variant of no city"
        ),
        pytest.param(
            instead("{ count = 3, gold = 1", "{ count = 2, gold = 1"),
            ("police = [", 1),
            "expected 5 police cards in all",
            id="a variant with four police cards",
        ),
        pytest.param(
            instead('edition = "house-1"', 'edition = "My Cards!"'),
            ('edition = "My Cards!"', 1),
            'expected edition = "a-short-name"',
            id="a name that is none",
        ),
        pytest.param(
            instead('edition = "house-1"\n', ""), ("[meta]", 1), 'expected edition = "a-short-name"', id="no name"
        ),
        pytest.param(instead("[kit] ", "[kit "), ("[kit ", 1), "this is not TOML: ", id="not TOML"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(spoil: Spoil, where: tuple[str, int], says: str) -> None:
    text = spoil(HOUSE)
    with pytest.raises(backroom.BadEdition) as refused:
        GAME.with_edition(Edition(text, "mine.toml"))
    assert says in refused.value.problem
    assert refused.value.line == line_of(text, *where), refused.value
    assert str(refused.value) == f"mine.toml, line {refused.value.line}: {refused.value.problem}"


def test_a_file_that_is_not_there_is_said_to_be_so(tmp_path: Path) -> None:
    missing = tmp_path / "nothing.toml"
    with pytest.raises(backroom.BadEdition) as refused:
        Edition.read(missing)
    assert str(refused.value) == f"{missing}: cannot be read: no such file or directory"


def test_a_folder_is_no_edition(tmp_path: Path) -> None:
    with pytest.raises(backroom.BadEdition, match="cannot be read: is a directory"):
        Edition.read(tmp_path)


def test_a_file_in_another_encoding_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(HOUSE.encode("utf-16"))
    with pytest.raises(backroom.BadEdition, match="is not UTF-8 text"):
        Edition.read(file)


def owners(tmp_path: Path) -> Path:
    """An owner's file: Detroit pays 9 instead of 4, and New York's 3 is an 8."""
    file = tmp_path / "mine.toml"
    text = instead('edition = "house-1"', 'edition = "mine-2"')(HOUSE)
    text = instead("value = 4", "value = 9")(text)
    file.write_text(instead("value = 3", "value = 8")(text), encoding="utf-8")
    return file


def test_an_owners_cards_are_played_with(tmp_path: Path) -> None:
    edition = Edition.read(owners(tmp_path))
    state = table(2, edition=edition, hidden={"detroit": "detroit:9"})
    assert "new_york:8" in seen(state).row[0].cards
    assert seen(state).edition == f"mine-2 {edition.sha256}"
    play(state, "send:detroit:1v")
    lay_any(state)
    finish_round(state)
    assert money(state)[A] == 9
    world = GAME.imagine(state.view(A), Random(1))
    assert world.view(A) == state.view(A)


def test_house_and_owners_tables_do_not_mix(tmp_path: Path) -> None:
    GAME.new(2, seed=1, edition=Edition.read(owners(tmp_path)))
    assert "detroit:9" not in seen(GAME.new(2, seed=1)).row[3].cards


REPLAY = """
import sys
import backroom
from backroom.games.boss.edition import read
from backroom.kernel.edition import Edition
record = backroom.Record.parse(sys.stdin.read())
for edition in sys.argv[1:]:
    backroom.game("boss").with_edition(Edition.read(edition))
try:
    print(record.verify().scores())
except backroom.BadEdition as error:
    print(error)
"""


def test_a_record_names_its_edition_and_replays_where_that_is_loaded(tmp_path: Path) -> None:
    file = owners(tmp_path)
    edition = Edition.read(file)
    state = GAME.new(2, seed=5, edition=edition)
    chooser = Random(5)
    while not state.over:
        seat = state.waiting[0]
        state.play(seat, chooser.choice(state.legal(seat)))
    text = str(backroom.Record.of(state))
    assert f"edition: mine-2 {edition.sha256}\n" in text

    def elsewhere(*editions: str) -> str:
        command = [sys.executable, "-c", REPLAY, *editions]
        return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout.strip()

    assert elsewhere(str(file)) == str(state.scores())
    assert elsewhere() == f"the edition with SHA-256 {edition.sha256[:12]}… is not loaded; give its file"


def test_every_datum_of_the_house_edition_says_where_it_comes_from() -> None:
    printed = read(GAME.house_edition())
    cards = [card for city in printed.city for card in city.cards]
    assert len(cards) == 27
    assert {card.source for card in cards} == {"rulebook", "public", "ours"}
    from_the_rulebook = {f"{city.id} {card.value or card.kind}" for city in printed.city for card in city.cards
                         if card.source == "rulebook"}  # fmt: skip
    assert {"detroit gun", "detroit 4", "boston 3", "cincinnati ban", "philadelphia 3"} <= from_the_rulebook
