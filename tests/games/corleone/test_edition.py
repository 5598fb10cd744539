from __future__ import annotations

import re
from random import Random

import pytest

import backroom
from backroom.kernel.edition import Edition
from backroom.kernel.rulebook import rulebook
from backroom.kernel.words import Speaker
from tests.games.corleone.table import GAME, choices, laid_out, play

TEXT = GAME.house_edition().text
PAST_DUE = "blue; costs gun, booze, blood money: use a front; pays $5"


def changed(*pairs: tuple[str, str]) -> Edition:
    """The house edition with something else in the place where that text first stands."""
    text = TEXT
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new, 1)
    return Edition(text, "mine.toml")


def line_of(text: str, marked: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if marked in line)


ERRORS = [
    ('game = "corleone"', 'game = "boss"', 'game = "boss"', 'expected game = "corleone"'),
    ("hand = [5, 4, 3, 2]", "hand = [5, 4, 3]", "hand = [5, 4, 3]", "each of the four acts"),
    ("hand = [5, 4, 3, 2]", "hand = [5, 4, 3, 3]", "hand = [5, 4, 3, 3]", "the last one 2"),
    ("{ 1 = 15, 2 = 35", "{ 1 = 16, 2 = 35", "{ 1 = 16", "expected 120 bills in all, found 121"),
    ("{ 1 = 15, 2 = 35, 3 = 40", "{ 1 = 4, 2 = 46, 3 = 40", "{ 1 = 4", "five players begin with a $1 each"),
    ("{ 1 = 15, 2 = 35", "{ 1 = 15, 4 = 35", "{ 1 = 15, 4", "expected a number for each of 1, 2, 3, 5"),
    ("gun = 11", "gun = 10", "gun = 10", "expected 32 goods in all, found 31"),
    (
        'colour = "blue"',
        'colour = "pink"',
        'colour = "pink"',
        "each of yellow, blue, red, purple, green once, found 'pink'",
    ),
    ('colour = "blue"', 'colour = "yellow"', None, "found 'yellow'"),
    ('name = "Marzullo"', 'name = " "', 'name = " "', "marzullo: expected a name people can read"),
    ('id = "matarazzo"', 'id = "marzullo"', None, "marzullo stands here twice"),
    ('id = "queens"', 'id = "Queens!"', 'id = "Queens!"', "expected an id of small letters"),
    ("number = 4", "number = 5", None, "expected the districts 1 to 7 in this order"),
    ('touches = ["queens", "midtown"]', 'touches = ["queens"]', 'touches = ["queens"]', "two or three different areas"),
    (
        'touches = ["queens", "midtown"]',
        'touches = ["queens", "queens"]',
        'touches = ["queens", "queens"]',
        "different",
    ),
    ('touches = ["queens", "midtown"]', 'touches = ["queens", "bronx"]', '"bronx"', "there is no district 'bronx'"),
    ("three_plus = false", "three_plus = true", None, "expected 6 spaces marked three_plus, found 7"),
    ('kind = "red"', 'kind = "pink"', 'kind = "pink"', "unknown kind 'pink'; expected one of blue, park, printed, red"),
    (
        '{ do = "levy" }',
        '{ do = "lavish" }',
        '{ do = "lavish" }',
        "unknown do 'lavish'; expected one of launder, bill,",
    ),
    ('district = "brooklyn"', 'district = "queens"', None, "queens has a printed business already"),
    ('district = "brooklyn"', 'district = "bronx"', 'district = "bronx"', "there is no district 'bronx'"),
    (
        'front = [{ do = "bill", value = 5 }]',
        'front = [{ do = "levy" }]',
        'front = [{ do = "levy" }]',
        "none of the nine icons: levy",
    ),
    (
        'front = [{ do = "bill", value = 5 }]',
        'front = [{ do = "jobs", draw = 3, keep = 1 }]',
        'front = [{ do = "jobs", draw = 3',
        "none of the nine icons",
    ),
    ('front = [{ do = "bill", value = 5 }]', 'front = [{ do = "bill", value = 4 }]', "value = 4", "unknown value 4"),
    (
        'front = [{ do = "bill", value = 5 }]',
        'front = [{ do = "launder", n = 3 }, { do = "launder", n = 3 }, { do = "launder" }]',
        '{ do = "launder", n = 3 }, {',
        "at most 6 icons on the front",
    ),
    ("front = []", 'front = [{ do = "horse_head" }]', None, "the park has no front"),
    ('cost = ["gun"]', 'cost = ["narcotics"]', 'cost = ["narcotics"]', "one to 4 guns, booze or blood money"),
    ('cost = ["gun"]', "cost = []", "cost = []", "one to 4 guns"),
    ('cost = ["gun"]', 'cost = ["cannon"]', 'cost = ["cannon"]', "unknown cost 'cannon'; expected one of"),
    ("reward = [5, 3]", "reward = [8]", "reward = [8]", "unknown reward 8; expected one of 1, 2, 3, 5"),
    ('colour = "grey"', 'colour = "mauve"', 'colour = "mauve"', "unknown colour 'mauve'"),
    ("act = 1", "act = 2", "act = 2", "six of act 1, then of 2"),
    (
        '{ do = "jobs", draw = 3, keep = 2 }',
        '{ do = "jobs", draw = 2, keep = 2 }',
        "keep = 2 }, {",
        "of 2 jobs fewer than 2 are kept",
    ),
    (
        'where = "with_me" }]\nreward = [1]',
        'where = "here" }]\nreward = [1]',
        'where = "here" }]',
        "needs a place_neutral before it",
    ),
    (
        '{ do = "place_neutral", figure = "police_chief", use = false }',
        '{ do = "place_neutral", figure = "police_chief", use = true }',
        'figure = "police_chief", use = true',
        "the Police Chief uses no business",
    ),
    ("place = [450, 140]", "place = [450]", "place = [450]", "expected a list of length 2, got 1"),
    ("three_plus = false", 'three_plus = "no"', 'three_plus = "no"', "expected true or false, got text"),
    ('kind = "thug"', 'kind = "cat"', 'kind = "cat"', "unknown kind 'cat'; expected family or thug"),
    ('source = "rulebook"\n\n[[family]]', 'source = "heaven"\n\n[[family]]', '"heaven"', "unknown source 'heaven'"),
]


@pytest.mark.parametrize(("old", "new", "marked", "problem"), ERRORS)
def test_what_is_wrong_is_said_with_its_line(old: str, new: str, marked: str | None, problem: str) -> None:
    edition = changed((old, new))
    with pytest.raises(backroom.BadEdition, match=re.escape(problem)) as refused:
        GAME.check_edition(edition)
    assert refused.value.source == "mine.toml"
    assert refused.value.line >= 1
    if marked is not None:
        found = edition.text.splitlines()[refused.value.line - 1]
        assert marked in found or found.startswith("[["), (refused.value.line, found)


def test_a_name_twice_is_told_in_plain_words() -> None:
    with pytest.raises(backroom.BadEdition, match=r"line \d+: this is not TOML: a name stands twice in one table"):
        changed(('name = "Marzullo"', 'name = "Marzullo"\nname = "X"'))


def test_there_must_be_room_for_everybody() -> None:
    spaces = TEXT.split("[[family_space]]")
    few = "[[family_space]]".join(spaces[:1] + [part for part in spaces[1:-1] if "true" in part] + spaces[-1:])
    with pytest.raises(backroom.BadEdition, match=r"expected 6|no room for everybody"):
        GAME.check_edition(Edition(few))
    missing = TEXT.split("[[family_space]]")
    fifteen = "[[family_space]]".join([missing[0], *missing[4:]])
    with pytest.raises(
        backroom.BadEdition, match="no room for everybody: 5 players need 16 family spaces, here are 15"
    ):
        GAME.check_edition(Edition(fifteen))


@pytest.mark.parametrize("section", ["job", "ally", "business", "family"])
def test_a_card_too_few_is_noticed(section: str) -> None:
    parts = TEXT.split(f"[[{section}]]")
    with pytest.raises(backroom.BadEdition, match="expected"):
        GAME.check_edition(Edition(f"[[{section}]]".join([*parts[:2], *parts[3:]])))


def test_an_owners_edition_is_played_with_its_own_cards() -> None:
    edition = changed(
        ('edition = "house-1"', 'edition = "mine"'),
        (
            'front = [{ do = "jobs", draw = 2, keep = 1 }, { do = "bill", value = 2 }]',
            'front = [{ do = "good", type = "narcotics" }]',
        ),
    )
    state = GAME.new(3, 5, edition=edition)
    assert state.view(None).edition.startswith("mine ")
    seat = state.waiting[0]
    state.play(seat, GAME.action("thug:p6"))
    assert [GAME.token(action) for action in state.legal(seat)] == ["take:narcotics", "done"]
    assert GAME.imagine(state.view(0), Random(1)).view(0) == state.view(0)


def test_the_listing_names_every_datum_with_its_source() -> None:
    rows = GAME.listing(GAME.house_edition(), Speaker(GAME))
    data = GAME.house_edition().data
    for section in ("family", "district", "family_space", "business", "job", "ally"):
        assert {row[1] for row in rows if row[0] == section} == {thing["id"] for thing in data[section]}
    assert {row[4] for row in rows} == {"rulebook", "public", "ours"}
    assert ("job", "job-b06", "Past Due", PAST_DUE, "rulebook") in rows
    assert ("ally", "ally-1-1", "Family Accountant", "launder up to 2 bills", "rulebook") in rows
    assert ("limits", "act-4", "act IV", "hand limit 2", "rulebook") in rows
    assert all(isinstance(part, str) and part for row in rows for part in row)


def test_what_the_books_show_is_in_the_house_edition() -> None:
    spaces = {space["id"]: space for space in GAME.house_edition().data["family_space"]}
    assert spaces["ch_mt_cp"]["touches"] == ["midtown", "chelsea", "central_park"]
    assert spaces["qn_mt"]["touches"] == ["queens", "midtown"]
    assert spaces["ws_mt_ch"]["touches"] == ["wall_street", "midtown", "chelsea"]
    assert all(spaces[name]["source"] == "rulebook" for name in ("ch_mt_cp", "qn_mt", "ws_mt_ch"))


def test_no_card_is_named_in_the_rules() -> None:
    folder = GAME.folder
    assert folder is not None
    data = GAME.house_edition().data
    ids = [thing["id"] for section in ("business", "job", "ally") for thing in data[section]]
    for file in folder.glob("*.py"):
        if file.name != "words.py":
            text = file.read_text(encoding="utf-8")
            assert not [name for name in ids if name in text], file.name


def test_every_name_of_the_house_edition_can_be_said() -> None:
    data = GAME.house_edition().data
    for section in ("family", "district", "family_space", "business", "job", "ally"):
        for thing in data[section]:
            assert f"name.{thing['id']}" in GAME.phrases
    state = laid_out(3)
    play(state, 0, "thug:biz-p1", "done")
    assert choices(state, 1)


@pytest.mark.parametrize("language", ["en", "uk"])
def test_the_balance_told_in_the_rulebook_is_of_this_edition(language: str) -> None:
    """Who changes the edition plays the games again: `backroom balance corleone`."""
    assert GAME.house_edition().sha256[:12] in rulebook("corleone", language)
