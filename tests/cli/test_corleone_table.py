"""Corleone's Empire in the terminal: the map, the choices, the story, the last count, and that no secret is drawn."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator
from io import StringIO
from itertools import cycle, islice
from pathlib import Path
from random import Random

import msgspec
import pytest
from rich.console import Console, RenderableType

from backroom.cli.tables import Choice, Unclear, Voice, table_of
from backroom.cli.tables.corleone import CorleoneTable
from backroom.cli.tongue import Tongue, speak
from backroom.games.corleone.numbers import TOKENS
from backroom.games.corleone.view import CorleoneView
from backroom.kernel import words
from backroom.kernel.edition import Edition
from backroom.kernel.events import Event
from backroom.kernel.record import Record
from backroom.kernel.state import State
from tests.cli.terminal import Keyboard, run
from tests.games.corleone.table import GAME, laid_out

TABLE = table_of("corleone")
NAMES = ["Anna", "Boris", "Clara", "Dan", "Eve"]
VOICE = Voice(GAME, TABLE, "en", NAMES)
NUMBERS = [1, 2, 3, 4, 5, 6, 1, 7, 8, 1, 9]
"""Somebody types numbers and looks nowhere."""


def drawn(what: RenderableType, width: int = 100) -> str:
    """The text of it, without spaces at the ends of lines."""
    text = StringIO()
    Console(file=text, width=width).print(what)
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines())


def seen(state: State, seat: int | None = 0) -> CorleoneView:
    view = state.view(seat)
    assert isinstance(view, CorleoneView)
    return view


def table_text(state: State, seat: int | None = 0, width: int = 100) -> str:
    return drawn(TABLE.draw(seen(state, seat), VOICE), width)


def labels(state: State, seat: int = 0) -> list[str]:
    groups = TABLE.choices(seen(state, seat), state.legal(seat), VOICE)
    return [line for group in groups for line in (group.title, *(choice.label for choice in group.choices))]


def read(state: State, typed: str, seat: int = 0) -> list[str]:
    """The moves that something typed stands for; of several ways to pay, the first."""
    choice = TABLE.read(typed, seen(state, seat), state.legal(seat), VOICE)
    if choice is None:
        return []
    moves = choice.moves or choice.then[0].moves
    return [TOKENS[action] for action in moves]


def told(events: list[Event], state: State, before: CorleoneView | None = None, seat: int | None = 0) -> str:
    return drawn(TABLE.story(events, before, seen(state, seat), VOICE))


def played(seats: int, seed: int) -> Iterator[tuple[State, int]]:
    """A game by chance, with a liking for jobs and allies: every position, and whom it waits for."""
    state = GAME.new(seats, seed)
    rng = Random(seed)
    while not state.over:
        seat = rng.choice(state.waiting)
        yield state, seat
        legal = state.legal(seat)
        liked = [action for action in legal if TOKENS[action].startswith(("job:", "ally:", "use:", "kill"))]
        state.play(seat, rng.choice(liked or legal))
    yield state, 0


# The drawing.


def test_corleone_has_a_drawing_of_its_own() -> None:
    assert isinstance(TABLE, CorleoneTable)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_map_fits_into_a_hundred_columns_with_everything_on_it(seats: int) -> None:
    for number, (state, seat) in enumerate(played(seats, seats)):
        if number % 40:
            continue
        text = table_text(state, seat)
        assert max(map(len, text.splitlines())) <= 100
        map_text = text[: text.index("[p1] thug space")]
        assert "~" in map_text
        for mark in [f"p{at}" for at in range(1, 8)] + [f"s{at:02}" for at in range(1, 19)]:
            assert re.search(rf"[\[(]{mark}\+?[ \])]", map_text), mark
        for tile in filter(None, seen(state).plots):
            assert VOICE.name(tile).split()[0] in map_text


def test_figures_markers_and_the_river_are_on_the_map_and_in_the_list() -> None:
    state = laid_out(
        3,
        tiles={"midtown": "tile-b3"},
        stacks={"chelsea": [0, 1]},
        thugs={"biz-p6": "1 thug", "tile-b3": "union_boss"},
        members={"ch_mt_cp": "0 don", "qn_mt": "mayor"},
        chief="queens",
        river=["2 thug"],
    )
    for width in (100, 80):
        text = table_text(state, width=width)
        assert re.search(r"\[p6 Bori?s?\] Penn Central", text)
        assert re.search(r"\[t03 Union\] Canal", text)
        assert "[s03 Anna]" in text
        assert "[s13 Mayor]" in text
        assert "[Police Chief]" in text
        assert re.search(r"control: Anna Bori?s?\*", text)
        assert "In the Hudson: thug of Clara" in text
    assert "Family spaces, and the backs there" in table_text(state, width=80)


def test_two_players_find_the_marked_spaces_closed() -> None:
    two, three = table_text(GAME.new(2, 1)), table_text(GAME.new(3, 1))
    assert len(re.findall(r"\(s\d\d\+\)", two)) == 7  # six, and the line that explains them
    assert "(s04+): closed." in two
    assert not re.search(r"\(s\d\d\+\)", three)
    assert "[s04+]" in three


def test_the_hand_and_the_open_side_of_everybody_are_shown() -> None:
    state = laid_out(
        3,
        hands={0: ["bill-5", "bill-2", "bill-2", "gun", "narcotics", "job-y03", "ally-1-1"]},
        suitcases={0: (1, 0, 1, 0), 1: (0, 2, 0, 0)},
        completed={1: ["job-g01"]},
        played={1: ["ally-1-4"]},
        public=["job-b06", None, "job-g04"],
        allies=["ally-1-2"],
    )
    text = table_text(state)
    assert "Your hand, 7 cards: $2\u00a0×2, $5, gun, narcotics  ($9 in bills)" in text
    told_job = r"j03 +Kerbside Ambush \(yellow\) +costs gun\s×2: kill: thug, anywhere; pays \$3  \(you have the goods\)"
    assert re.search(told_job, text)
    assert re.search("a1-1 +Family Accountant", text)
    assert "Your suitcase: $4 ($1, $3)" in text
    assert re.search(r"Boris +Matarazzo +0 +2 bills, 1 job +2 thugs, Don +9 +Mayor on the", text)
    assert "(an empty place until" in text
    assert "(you have the goods)" in text
    assert "Small-Time Bookie" in text
    assert re.search(r"Act I of IV, family business +Horse Head: Anna +Turn: Anna +Hand limit at the tribute: 5", text)


def test_names_come_from_the_edition() -> None:
    text = GAME.house_edition().text.replace("Penn Central Railroad", "Grand Depot").replace('"Past Due"', '"Overdue"')
    edition = Edition(text, "mine.toml")
    GAME.with_edition(edition)
    state = GAME.new(3, 7, edition=edition)
    voice = Voice(GAME, TABLE, "en", NAMES, edition)
    assert "Grand Depot" in drawn(TABLE.draw(seen(state), voice))
    assert "Penn Central" not in drawn(TABLE.draw(seen(state), voice))
    assert voice.name("job-b06") == "Overdue"
    reason = state.why_not(state.waiting[0], GAME.action("job:17"))
    assert reason is not None
    assert "Overdue" in voice.reason(reason)
    assert VOICE.name("job-b06") == "Past Due"


# Choices.


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_legal_move_is_offered_and_every_choice_can_be_made(seats: int) -> None:
    kinds = set()
    for seed in range(6):
        for state, seat in played(seats, 100 * seats + seed):
            if state.over:
                continue
            view = seen(state, seat)
            kinds.add(view.pending[-1].what if view.pending else view.phase)
            groups = TABLE.choices(view, state.legal(seat), VOICE)
            listed = [choice for group in groups for choice in group.choices]
            ways = [way for choice in listed for way in (choice.then or (choice,))]
            assert sorted({way.moves[0] for way in ways}) == state.legal(seat)
            for way in ways:
                trial = state.copy()
                for action in way.moves:
                    assert trial.may(seat, action), way
                    trial.play(seat, action)
    assert {"menu", "looking", "share", "family_business", "bribery", "tribute"} <= kinds


def test_a_turn_says_what_every_place_gives() -> None:
    state = laid_out(
        3,
        hands={0: ["gun", "booze", "narcotics", "ally-1-1"]},
        stacks={"chelsea": [1]},
        public=["job-b06", None, None],
    )
    told_now = labels(state)
    assert "p6 Penn Central Railroad (6 Midtown): jobs, $2" in told_now
    assert "p7 Gansevoort Hiring Hall (7 Chelsea): booze, launder; Boris controls it and may use it too" in told_now
    assert "s13 Queens, Midtown: 1>good, gun" in told_now
    assert "a1-1 Family Accountant: launder up to 2 bills" in told_now
    assert "j17 Past Due (public): costs gun, booze, blood money: use a front; pays $5" in told_now
    groups = TABLE.choices(seen(state), state.legal(0), VOICE)
    (job,) = next(group for group in groups if group.title.startswith("Complete")).choices
    assert [way.label for way in job.then] == [
        "pay gun, booze, narcotics; first $5, then the ability",
        "pay gun, booze, narcotics; first the ability, then $5",
    ]


def test_what_only_gives_can_be_taken_at_once() -> None:
    state = laid_out(3, hands={0: ["bill-1"]}, tiles={"wall_street": "tile-b7"})
    state.play(0, GAME.action("family:s07"))
    first = TABLE.choices(seen(state), state.legal(0), VOICE)[0].choices[0]
    assert first.label == "take $2, $2, gun, blood money"
    for action in first.moves:
        state.play(0, action)
    assert sorted(seen(state).hand) == ["bill-1", "bill-2", "bill-2", "blood_money", "gun"]


@pytest.mark.parametrize(
    ("typed", "moves"),
    [
        ("thug p3", ["thug:p3"]),
        ("p3", ["thug:p3"]),
        ("penn central", ["thug:p6"]),
        ("thug lexington", ["thug:p3"]),
        ("play p6", ["thug:p6"]),
        ("family s7", ["family:s07"]),
        ("don 13", ["family:s13"]),
        ("s13", ["family:s13"]),
        ("family 13", ["family:s13"]),
        ("thug t09", ["thug:t09"]),
        ("job 17", ["job:17", "pay:g0b0m1:money-first"]),
        ("j17", ["job:17", "pay:g0b0m1:money-first"]),
        ("complete past due", ["job:17", "pay:g0b0m1:money-first"]),
        ("job 3", ["job:03"]),
        ("ally 1-1", ["ally:1-1"]),
        ("family accountant", ["ally:1-1"]),
        ("ally 2-4", ["ally:2-4"]),
        ("zork", []),
        ("", []),
    ],
)
def test_short_ways_to_say_an_action(typed: str, moves: list[str]) -> None:
    state = laid_out(3, hands={0: ["gun", "booze", "narcotics", "ally-1-1"]}, public=["job-b06", None, None])
    assert read(state, typed) == moves


@pytest.mark.parametrize("typed", ["midtown", "gun", "Boris", "jobs", "mayor", "union boss of", "1>$5"])
def test_what_is_no_action_says_so(typed: str) -> None:
    state = laid_out(3, hands={0: ["bill-5", "gun"]})
    with pytest.raises(Unclear, match=r"choose now|could be"):
        read(state, typed)


def test_short_ways_for_icons_and_cards() -> None:
    state = laid_out(3, hands={0: ["bill-5", "bill-1"]}, tiles={"wall_street": "tile-b6"})
    state.play(0, GAME.action("thug:p1"))
    assert read(state, "launder $5") == ["launder:5"]
    assert read(state, "take 3") == ["take:bill-3"]
    state = laid_out(3, hands={0: ["bill-5", "gun"]}, tiles={"wall_street": "tile-b6"})
    state.play(0, GAME.action("thug:t06"))
    assert read(state, "1>$5") == ["use:swap-5"]
    state.play(0, GAME.action("use:swap-5"))
    assert read(state, "gun") == read(state, "discard gun") == ["discard:gun"]
    assert labels(state)[0] == "Discard 1 card, for: take $5"


def in_bribery() -> State:
    state = laid_out(
        3,
        hands={},
        suitcases={0: (0, 2, 0, 1), 1: (1, 0, 0, 0)},
        allies=["ally-1-1", "ally-1-4"],
        phase="bribery",
        horse=1,
    )
    assert seen(state).phase == "bribery"
    return state


def test_a_bid_is_laid_out_in_one_go_and_seen_before_it_is_sealed() -> None:
    state = in_bribery()
    assert labels(state) == [
        "Your bid so far: $0. In your suitcase: $2\u00a0×2, $5. All at once: bid 5 2",
        "add $2: a bid of $2",
        "add $5: a bid of $5",
        "seal a bid of nothing: no ally",
    ]
    assert read(state, "bid 5 2") == ["bid:5", "bid:2"]
    assert read(state, "bid $5 seal") == ["bid:5", "seal"]
    assert read(state, "bid nothing") == ["seal"]
    with pytest.raises(Unclear):
        read(state, "bid 4")
    state.play(0, GAME.action("bid:5"))
    assert "seal the bid of $5 ($5)" in labels(state)
    assert "add $2: a bid of $7" in labels(state)
    assert "Laid out, still secret: $5" in table_text(state)
    assert "Laid out" not in table_text(state, 1)


def in_tribute() -> State:
    hands = {0: ["bill-1", "bill-1", "bill-5", "gun", "booze", "job-b06", "ally-1-1"], 1: ["gun"] * 6}
    state = laid_out(3, hands=hands, phase="tribute")
    assert seen(state).phase == "tribute"
    return state


def test_the_tribute_is_given_in_one_go_and_numbers_stay() -> None:
    state = in_tribute()
    assert labels(state)[0] == "Give the Don 2 cards of 7. All at once: give gun 5 j17, or: keep gun 5"
    assert read(state, "give gun 1") == ["discard:gun", "discard:bill-1"]
    assert read(state, "give j17 a1-1") == ["discard:job-17", "discard:ally-1-1"]
    kept = read(state, "keep $1 $1 5 past accountant")
    assert sorted(kept) == ["discard:booze", "discard:gun"]
    for typed in ("give", "keep gun", "keep gun gun 5 1 1", "give zork"):
        with pytest.raises(Unclear):
            read(state, typed)
    (group,) = TABLE.choices(seen(state), state.legal(0), VOICE)
    assert [choice.number for choice in group.choices] == [1, 2, 3, 4, 5, 6]
    state.play(0, GAME.action("discard:gun"))
    (group,) = TABLE.choices(seen(state), state.legal(0), VOICE)
    assert "given so far: gun" in group.title
    assert [choice.number for choice in group.choices] == [1, 2, 4, 5, 6]


# What happened.


def test_wars_are_told_with_influence_and_outcome() -> None:
    """As in the rulebook's example of turf wars (T-30, T-31)."""
    state = laid_out(3)
    events = [
        Event("war", {"district": "midtown", "influence": [0, 2, 3], "neutral": 1}),
        Event("war_won", {"winner": 2, "district": "midtown"}),
        Event("war", {"district": "chelsea", "influence": [1, 2, 1], "neutral": 2}),
        Event("war_tied", {"district": "chelsea"}),
        Event("war", {"district": "queens", "influence": [0, 1, 1], "neutral": 0}),
        Event("war_tied", {"district": "queens"}),
        Event("war", {"district": "brooklyn", "influence": [0, 0, 0], "neutral": 0}),
        Event("war_tied", {"district": "brooklyn"}),
    ]
    text = told(events, state)
    assert "6 Midtown: Boris 2, Clara 3, neutral 1. Clara puts a marker on top and controls it." in text
    assert "7 Chelsea: Anna 1, Boris 2, Clara 1, neutral 2. The neutral side has the most or as many" in text
    assert "[C-74]" in text
    assert "4 Queens: Boris 1, Clara 1. A tie (Boris, Clara): no marker. [C-73]" in text
    assert "2 Brooklyn: nobody is there. No marker." in text


def test_bids_are_told_together_and_gains_in_one_line() -> None:
    state = in_bribery()
    state.listen()
    for seat, moves in ((0, ("bid:5", "bid:2", "seal")), (1, ("bid:1", "seal")), (2, ("seal",))):
        for move in moves:
            state.play(seat, GAME.action(move))
    assert "The bids: Anna $7 ($2 + $5); Boris $1; Clara nothing." in told(state.events(), state)
    state = laid_out(3, tiles={"wall_street": "tile-b2"})
    state.listen()
    for move in ("thug:t02", "take:booze", "take:booze"):
        state.play(0, GAME.action(move))
    text = told(state.events(), state)
    assert "Anna sends a thug to Arthur Avenue Wine Cellar." in text
    assert "Anna takes booze\u00a0×2." in text


def test_where_somebody_was_killed_is_told() -> None:
    state = laid_out(3, hands={0: ["gun", "gun", "job-y03"]}, thugs={"biz-p6": "1 thug", "biz-p2": "1 thug"})
    before = seen(state)
    state.listen()
    for move in ("job:03", "pay:g0b0m0:money-first", "at:p6"):
        state.play(0, GAME.action(move))
    text = told(state.events(), state, before)
    assert "The thug of Boris goes into the Hudson. It stood at Penn Central Railroad." in text


def test_the_last_count_explains_every_figure() -> None:
    """The rulebook's case T-39, after the tribute."""
    state = laid_out(
        3,
        hands={0: ["bill-5", "gun"], 1: ["bill-3", "bill-5", "bill-1"], 2: ["bill-2", "ally-1-1"]},
        suitcases={0: (0, 0, 1, 2), 1: (0, 1, 0, 1), 2: (0, 0, 1, 0)},
        stacks={"wall_street": [0, 1, 1, 0], "queens": [0, 0, 1, 1, 2], "chelsea": [2]},
        completed={0: ["job-y01", "job-b01"], 1: ["job-y02", "job-g01", "job-g02"], 2: ["job-g03"]},
        act=4,
        phase="tribute",
    )
    state.play(1, GAME.action("discard:bill-1"))
    assert state.over
    text = drawn(TABLE.ending(seen(state, None), VOICE))
    assert re.search(r"1\. +Anna +\$18 +\$5 +\$10 +\$33", text)
    assert re.search(r"2\. +Boris +\$15 +\$5 +\$10 +\$30", text)
    assert re.search(r"3\. +Clara +\$5 +\$5 +\$0 +\$10", text)
    assert "1 Wall Street: Anna 2, Boris 2; of those tied, Anna’s lies higher: $5" in text
    assert "4 Queens: Anna 2, Boris 2, Clara 1; of those tied, Boris’s lies higher: $5" in text
    assert "7 Chelsea: Clara 1: $5 to Clara" in text
    assert "yellow: Anna 1, Boris 1; $5 to Anna, Boris" in text
    assert "grey: nobody" in text
    assert "Anna wins." in text


@pytest.mark.parametrize(
    ("stacks", "line", "winners"),
    [
        (
            {"brooklyn": [1]},
            "Boris and Anna have the same money; Boris has more of it from districts. [C-99]",
            "Boris wins.",
        ),
        ({}, "as much from districts, and share their rank. [C-99]", "Anna, Boris share the win."),
    ],
)
def test_tie_breaks_are_explained(stacks: dict[str, list[int]], line: str, winners: str) -> None:
    mine = (0, 0, 0, 3 if stacks else 2)
    state = laid_out(
        2, hands={0: ["gun"] * 3}, suitcases={0: mine, 1: (0, 0, 0, 2)}, stacks=stacks, act=4, phase="tribute"
    )
    state.play(0, GAME.action("discard:gun"))
    text = " ".join(drawn(TABLE.ending(seen(state, None), VOICE)).split())
    assert line in text
    assert winners in text


# Explanations.


def test_everything_on_the_table_is_explained() -> None:
    state = laid_out(
        3, hands={0: ["job-y03", "gun"]}, thugs={"biz-p6": "1 thug"}, members={"qn_mt": "mayor"},
        stacks={"midtown": [1]}, public=["job-b06", None, None],
    )  # fmt: skip
    view = seen(state)

    def about(text: str) -> str:
        found = TABLE.about(text, view, VOICE)
        return "" if found is None else drawn(found)

    for text in ("p6", "thug:p6", "thug p6", "penn", "biz-p6"):
        assert "On its thug space: thug of Boris." in about(text)
        assert "Front, for a thug there: look at 2 jobs, keep 1; take $2." in about(text)
        assert "Boris controls the district" in about(text)
    assert "You lack: gun." in about("j03")
    assert "It is public" in about("past due")
    assert "Costs: gun, booze, blood money" in about("job 17")
    assert "It may come up in act 2." in about("a2-4")
    assert "has left the game" in about("a1-2")
    assert "Here stands: Mayor." in about("s13")
    assert "closed in a game of two" in about("s04")
    assert about("s04+") == about("s04")
    assert "Markers from the bottom up: Boris." in about("d6")
    assert "Here stand: thug of Boris, Mayor." in about("midtown")
    assert "back: launder" in about("central park")
    assert "? C-46" in about("horse")
    assert "On the back of: Penn Central Railroad (p6)." in about("gun")
    assert "On the front of: Gansevoort Hiring Hall (p7)." in about("booze")
    assert "? C-38" in about("launder")
    assert "Stands: Queens, Midtown." in about("mayor")
    assert "Penn Central Railroad" in about("boris")
    assert "That could be" in about("union boss of")
    assert about("3") == about("C-26") == about("zork") == ""
    printed = [
        *GAME.house_edition().data["business"],
        *GAME.house_edition().data["job"],
        *GAME.house_edition().data["ally"],
    ]
    for thing in printed:
        assert VOICE.name(thing["id"]).split()[0] in about(thing["id"])


def test_a_question_is_answered_with_the_reason_and_its_paragraph(tmp_path: Path) -> None:
    typed = "? p3\n? thug t09\n? job 17\n? C-26\n? midtown\n?\nmidtown\nthug t09\nq\n"
    text = run(
        "play", "corleone", "--people", "Anna", "--bots", "random", "--seed", "3", data=tmp_path, typed=typed
    ).stdout
    assert "Lexington Private Bank (p3)" in text
    assert "Idlewild Freight Shed is not on the board. [C-18]" in text
    assert "C-18  Phase 1" in text
    assert "Midtown is nothing that you can choose now; ? midtown tells about it." in text
    assert "C-20  Phase 2" in text
    assert "? C-20 reads a paragraph" in text


# Secrets.


@pytest.mark.parametrize("seats", [2, 4])
def test_no_secret_of_another_seat_is_drawn(seats: int) -> None:
    """Whatever a seat cannot know looks the same in every world it can imagine."""
    rng = Random(seats)
    for number, (state, mover) in enumerate(played(seats, 7 + seats)):
        if number % 25:
            continue
        for seat in range(seats):
            view = state.view(seat)
            world = GAME.imagine(view, rng)
            for width in (100, 80):
                assert table_text(state, seat, width) == table_text(world, seat, width)
            assert labels(state, seat) == labels(world, seat) or seat != mover
        assert "Your hand" not in table_text(state, None)


def test_the_story_tells_no_secret_of_another_seat() -> None:
    state = GAME.new(3, 5)
    state.listen()
    rng = Random(5)
    private = 0
    while not state.over:
        seat = rng.choice(state.waiting)
        state.play(seat, rng.choice(state.legal(seat)))
        events = state.events()
        for viewer in (0, 1, None):
            stripped = [
                msgspec.structs.replace(event, private={at: told for at, told in event.private.items() if at == viewer})
                for event in events
            ]
            assert told(events, state, None, viewer) == told(stripped, state, None, viewer)
            private += stripped != events
    assert private


def test_a_number_alone_is_a_choice_and_never_a_bill() -> None:
    state = laid_out(3, {0: ["bill-1", "gun", "gun", "gun", "gun"]}, phase="tribute", act=3)
    state.play(0, GAME.action("discard:bill-1"))
    assert read(state, "1") == []  # the bill's number, which nothing has now
    assert read(state, "$1") == ["discard:bill-1"]  # which is refused with its reason


# Whole games.


def only_record(folder: Path) -> Record:
    (file,) = (folder / "games").glob("*.txt")
    return Record.parse(file.read_text())


@pytest.mark.parametrize(
    "who",
    [
        ("--people", "Anna", "--bots", "random"),
        ("--people", "Anna", "--bots", "sensible,random,random"),
        ("--people", "Anna,Boris,Clara,Dan"),
    ],
)
def test_a_whole_game_is_played_through_the_session(who: tuple[str, ...], tmp_path: Path) -> None:
    several = "," in who[1]
    typed = [line for number in NUMBERS for line in ([f"{number}", ""] if several else [f"{number}"])]
    text = "\n".join(islice(cycle(typed), 6000))
    told_all = run("play", "corleone", *who, "--seed", "11", data=tmp_path, typed=f"{text}\nq\n")
    assert told_all.exit_code == 0, told_all.output
    for line in ("Turf wars", "The bids: ", "gives the Don ", "Entr’acte.", "The last count", "[C-97]", "[C-98]"):
        assert line in told_all.stdout, line
    assert not re.search(r"\x1b|[│┌─]", told_all.stdout)
    only_record(tmp_path).verify()
    (file,) = (tmp_path / "games").glob("*.txt")
    replayed = run("replay", str(file), "--log", data=tmp_path).stdout
    assert "Turf wars" in replayed


def test_at_a_terminal_the_map_has_lines_and_is_no_wider_than_the_screen(tmp_path: Path) -> None:
    args = ("play", "corleone", "--people", "Anna", "--bots", "random", "--seed", "7")
    with Keyboard(*args, data=tmp_path) as keyboard:
        text = keyboard.wait_for("Anna > ")
        assert "│ [p7] Gansevoort Hiring Hall" in text
        assert max(map(len, text.splitlines())) <= 100
        keyboard.type("q")
        assert keyboard.leave() == 0


class Marked(gettext.NullTranslations):
    """Every sentence in brackets, so that one that is not translated shows."""

    def gettext(self, message: str) -> str:
        return f"⟨{message}⟩"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A language in which every sentence is marked."""
    monkeypatch.setattr(words, "translations", lambda language: Marked())
    before = Tongue.language
    monkeypatch.setattr(Tongue, "catalogue", Marked())
    yield
    speak(before)


@pytest.mark.usefixtures("marked")
def test_everything_that_is_drawn_can_be_translated() -> None:
    voice = Voice(GAME, TABLE, "en", NAMES)
    strange = []
    for number, (state, seat) in enumerate(played(3, 21)):
        view = seen(state, seat)
        parts: list[RenderableType] = []
        if number % 30 == 0:
            parts += [
                TABLE.draw(view, voice),
                *(TABLE.about(text, view, voice) or "" for text in ("p6", "s03", "j10", "d6")),
            ]
        if state.over:
            parts.append(TABLE.ending(view, voice))
        elif number % 5 == 0:
            groups = TABLE.choices(view, state.legal(seat), voice)
            parts += ["\n".join([group.title, *(choice.label for choice in flat(group.choices))]) for group in groups]
        for part in parts:
            text = re.sub("|".join(NAMES), "", drawn(part, 400))
            strange += re.findall("[a-z]{4,}", without_marked(text))
    assert sorted(set(strange)) == []


def flat(choices: tuple[Choice, ...]) -> list[Choice]:
    """Choices and what they open."""
    return [each for choice in choices for each in (choice, *choice.then)]


def without_marked(text: str) -> str:
    """What stands outside all brackets."""
    while "⟨" in text:
        shorter = re.sub("⟨[^⟨⟩]*⟩", "", text)
        if shorter == text:
            break
        text = shorter
    return text
