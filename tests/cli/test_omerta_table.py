"""Omerta in the terminal: the rows, the questions, what is typed, what is told, and whole games by script."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console, RenderableType

import backroom
from backroom.cli import session as sessions
from backroom.cli.folder import Sitter
from backroom.cli.session import Session, numbered
from backroom.cli.tables import Choice, Unclear, Voice, table_of
from backroom.cli.tables.omerta import CHARACTER_RULES, RULES, OmertaTable
from backroom.cli.tongue import Tongue, speak
from backroom.games.omerta.cards import CALL, FACE_NAMES
from backroom.games.omerta.state import Omerta
from backroom.games.omerta.view import OmertaView
from backroom.kernel import words
from backroom.kernel.events import Event
from backroom.kernel.rulebook import paragraph
from backroom.kernel.state import HOUSE, State
from tests.cli.terminal import Keyboard, run
from tests.games.omerta.tables import lay_out, play

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


# What is drawn.


def seen(state: State, seat: int | None = 0) -> OmertaView:
    view = state.view(seat)
    assert isinstance(view, OmertaView)
    return view


def page(state: State, seat: int | None = 0) -> str:
    return drawn(TABLE.draw(seen(state, seat), VOICE), 100)


def question(state: State, seat: int) -> tuple[str, dict[int, Choice]]:
    """The title and the numbered choices."""
    groups = TABLE.choices(seen(state, seat), state.legal(seat), VOICE)
    return groups[0].title, numbered(groups)


def tokens(choice: Choice | None) -> list[str]:
    assert choice is not None
    return [GAME.token(action) for action in choice.moves]


def story(state: State, seat: int | None = 0) -> str:
    return drawn(TABLE.story(state.events(), None, seen(state, seat), VOICE), 100)


def test_omerta_has_a_drawing_of_its_own() -> None:
    assert isinstance(TABLE, OmertaTable)
    assert drawn(TABLE.draw(backroom.game("boss").new(3, 1).view(0), VOICE))  # any other view is drawn plainly


def test_rows_lie_with_their_slots_and_what_lies_beside_them() -> None:
    state = lay_out(
        "B5 KIL B2",
        "B1 B1 ? ? ?",
        "",
        pile="B3 B7",
        active=2,
        round=2,
        totals=[12, 0, 31],
        starter=2,
        handles=100,
        lasting=[
            {"card": "la_mama", "layer": 0, "holder": 1, "handle": None, "left": 1},
            {"card": "patrol", "layer": 1, "holder": 0, "handle": 1, "left": 2},
        ],
    )
    text = page(state, None)
    assert text.startswith("Round 2 of 3, started by Clara\n")
    assert re.search(r"^  Anna +12 \[1\] \[2 \(Patrol\)\] \[3\]$", text, re.MULTILINE)
    assert re.search(r"^  Boris +0 \[1\] \[2\] \[3\] \[4\] \[5\] La Mama by the row$", text, re.MULTILINE)
    assert re.search(r"^> Clara +31 no cards$", text, re.MULTILINE)
    assert re.search(r"^  The safe +\[1\] \[2\] \[3\] \[4\]$", text, re.MULTILINE)
    assert re.search(r"Deck: \d+ cards   Discard pile: 2 cards, on top bottle 7", text)
    assert "Police Patrol on slot 2 of Anna, until Boris has taken 2 more cards." in text
    assert "La Mama by the row of Boris, until Anna takes a card." in text
    assert "bottle 3" not in text


def test_a_face_is_shown_only_while_one_looks() -> None:
    state = GAME.new(3, 5, {"snap_mode": "commit"})
    state.play(1, GAME.action("peek:2"))
    face = VOICE.name(seen(state, 1).look[0][1])
    assert f"[2 {face}]" in page(state, 1)
    title, choices = question(state, 1)
    assert title == f"You see slot 2 {face}. Look at one more card"
    assert sorted(choices) == [1, 3, 4]
    assert "[2]" in page(state, 0)
    assert face not in page(state, 0)
    for seat, slots in ((1, "4"), (0, "12"), (2, "12")):
        for slot in slots:
            state.play(seat, GAME.action(f"peek:{slot}"))
    assert f"[2 {face}]" in page(state, 1)
    mover = state.waiting[0]
    state.play(mover, GAME.action("take:deck"))
    state.play(mover, GAME.action("throw"))
    assert "[2]" in page(state, 1)


@pytest.mark.parametrize(
    ("aid", "own", "shown"), [("off", False, False), ("own_looks", True, False), ("full", True, True)]
)
def test_the_memory_aid_decides_what_a_page_reminds_of(aid: str, own: bool, shown: bool) -> None:
    state = lay_out(
        "B5 KIL B2 B9",
        "B1 MOL B8 ?",
        "? ? ? ?",
        pile="ALI B7",
        seen={"A": [("A", 1)], "ALL": [("B", 2)]},
        records=[
            [{"card": "bottle_9", "backs": [2, 3], "own": True}],
            [],
            [],
            [],
        ],
        options={"memory_aid": aid},
    )
    text = page(state)
    assert ("[1 bottle 5]" in text) == own
    assert ("bottle 9 is one of: Anna 3, Anna 4" in text) == own
    assert ("[2 Mole]" in text) == shown
    assert ("The whole pile, the top first: bottle 7, Alibi" in text) == shown
    assert TABLE.pages(seen(state)) != shown


def test_long_rows_go_on_in_the_next_line_of_80_columns() -> None:
    state = lay_out(" ".join(["?"] * 25), "B1", "B2")
    lines = drawn(TABLE.draw(seen(state), VOICE)).splitlines()
    assert max(len(line) for line in lines) <= 80
    assert "[25]" in next(line for line in lines if "[14]" not in line and "[25]" in line)


def allowed(view: OmertaView) -> set[str]:
    """The cards that lie open or are looked at."""
    cards = {view.acting, view.taken, *view.pile[-1:], *view.drops, *(card for _handle, card in view.look)}
    cards |= {lasting.card for lasting in view.lasting} | ({f"bottle_{view.race.number}"} if view.race else set())
    return {VOICE.name(card) for card in cards if card} | {"Killer", "Driver"}


@pytest.mark.parametrize("aid", ["off", "own_looks", "full"])
@pytest.mark.parametrize("mode", ["live", "commit"])
def test_nobody_sees_what_is_not_his_to_see(aid: str, mode: str) -> None:
    """A page and its question are the same in every world that its reader could imagine."""
    luck = Random(7)
    faces = {VOICE.name(card) for card in FACE_NAMES[1:]}
    for seats in (3, 4, 5):
        state = GAME.new(seats, seats, {"memory_aid": aid, "snap_mode": mode, "turn_cap": 4})
        state.listen()
        while not state.over:
            for seat in (*range(seats), None) if luck.random() < 0.1 else ():
                view = seen(state, seat)
                world = GAME.imagine(view, luck)
                text = page(state, seat)
                assert text == page(world, seat)
                if seat is not None:
                    groups = TABLE.choices(view, state.legal(seat), VOICE)
                    assert groups == TABLE.choices(seen(world, seat), world.legal(seat), VOICE)
                if aid == "off":
                    told = set(
                        re.findall("|".join(sorted(faces, key=len, reverse=True)), text.replace("La Mama by", ""))
                    )
                    assert told <= allowed(view), text
            seat = luck.choice(state.waiting)
            calm = [action for action in state.legal(seat) if action != CALL] or [CALL]
            state.play(seat, luck.choice(calm))
            for viewer in range(seats) if luck.random() < 0.1 else ():
                view = seen(state, viewer)
                events = state.heard or []
                bare = [Event(e.kind, e.public, {s: p for s, p in e.private.items() if s == viewer}) for e in events]
                assert drawn(TABLE.story(events, None, view, VOICE)) == drawn(TABLE.story(bare, None, view, VOICE))
            state.events()


# What is asked, and what may be typed.


def test_a_slots_number_is_its_choices_number_and_call_is_always_3() -> None:
    patrol = [{"card": "patrol", "layer": 1, "holder": 0, "handle": 1, "left": 2}]
    state = lay_out("B5 KIL B2 B9", "? ? ? ?", "? ? ? ?", deck="B6", pile="B1", handles=100, lasting=patrol)
    title, choices = question(state, 0)
    assert title == "Your turn: deck, pile or call"
    assert {number: tokens(choice) for number, choice in choices.items()} == {1: ["take:deck"], 2: ["take:pile"]}
    play(state, "A take:deck")
    title, choices = question(state, 0)
    assert title == "You hold bottle 6. Swap it with a slot (swap 2), or throw it away (throw)"
    assert {number: tokens(choice)[0] for number, choice in choices.items()} == {
        1: "swap:1",
        3: "swap:3",
        4: "swap:4",
        0: "throw",
    }
    play(state, "A throw")
    title, choices = question(state, 0)
    assert "Race for bottle 6: which slot?" in title
    assert [tokens(choice)[0] for choice in choices.values()] == ["snap:1", "snap:3", "snap:4", "pass"]
    assert tokens(TABLE.read("2", seen(state), state.legal(0), VOICE)) == ["snap:2"]  # to be refused with its reason


def test_a_sealed_race_shows_the_queue_and_ones_own_answer() -> None:
    state = lay_out("B5 ?", "? ?", "? ?", deck="B6", options={"snap_mode": "commit"}, queue=[2, 0, 1])
    play(state, "A take:deck throw", "B snap:2")
    assert "Snap queue, first to last: Clara, Anna, Boris" in page(state)
    assert question(state, 0)[0].startswith("Sealed race for bottle 6: which slot?")
    assert "Your answer, still sealed: slot 2" in page(state, 1)
    assert "sealed: slot" not in page(state, 0)


def acting(card: str, **more: Any) -> Omerta:
    """Anna is to use a character."""
    return lay_out("B5 KIL B2", "B1 B3", "B4 ALI B9", phase="act", acting=card, **more)


def test_each_character_asks_for_what_it_needs() -> None:
    assert [tokens(each) for each in question(acting("mole"), 0)[1].values()] == [["mole:1"], ["mole:2"], ["mole:3"]]
    assert [each.label for each in question(acting("lady"), 0)[1].values()] == ["Boris", "Clara"]
    snitch = question(acting("snitch"), 0)[1]
    assert [each.label for each in snitch.values()] == ["both to Boris", "both to Clara", "one each to Boris and Clara"]
    assert tokens(snitch[3]) == ["snitch:S2", "snitch:S3"]
    gangster = acting("gangster")
    assert [each.label for each in question(gangster, 0)[1].values()] == [
        "your own card",
        "a card of Boris",
        "a card of Clara",
    ]
    play(gangster, "A gangster:S1:2")
    title, choices = question(gangster, 0)
    assert title == "Gangster: Anna 2 changes places with which card?"
    assert [each.keys for each in choices[1].then] == [("1",), ("2",)]
    driver = acting("driver")
    assert tokens(question(driver, 0)[1][0]) == ["drive:done"]
    play(driver, "A drive:3")
    assert question(driver, 0)[0] == "Driver: slot 3, and which other bottle?"
    safe = acting("safecracker", safe="KIL B8 B10 WIT")
    assert {number: tokens(each) for number, each in question(safe, 0)[1].items()} == {1: ["crack"], 0: ["decline"]}
    play(safe, "A crack")
    assert next(each.label for each in question(safe, 0)[1].values()) == "Killer: into which of your slots?"
    assert "safe 4 Witness" in page(safe)
    assert "Killer" not in page(safe, 1)
    declined = acting("lady", options={"character_use": "may_decline"})
    assert question(declined, 0)[1][3].label == "do without"


def test_whoever_is_attacked_is_asked_for_a_killer() -> None:
    state = acting("gangster")
    play(state, "A gangster:S2:2 gangster:S3:1")
    title, choices = question(state, 1)
    assert title == "Gangster against your slot 2, from Anna: show a Killer (killer 2)?"
    assert {number: tokens(each)[0] for number, each in choices.items()} == {1: "killer:1", 2: "killer:2", 0: "pass"}
    play(state, "C killer:2", "B pass")
    text = story(state)
    assert "Gangster: slot 2 of Boris for slot 1 of Clara." in text
    assert "Clara shows slot 2 as a Killer, but it is Alibi: back, with a penalty card." in text
    assert "They change places." in text


@pytest.mark.parametrize(
    ("position", "typed", "said"),
    [
        ({}, "deck", "take:deck"),
        ({}, "Take deck", "take:deck"),
        ({}, "pile", "take:pile"),
        ({}, "omerta", "call"),
        ({}, "swap 2", "swap:2"),
        ({}, "swap slot 2", "swap:2"),
        ({}, "snap 3", "snap:3"),
        ({}, "kill 1", "killer:1"),
        ({}, "look 2", "mole:2"),
        ({}, "no", "pass"),
        ({}, "2", "take:pile"),
        ({"phase": "peek"}, "1 3", "peek:1 peek:3"),
        ({"phase": "peek"}, "look 1 and 3", "peek:1 peek:3"),
        ({"phase": "peek"}, "4", "peek:4"),
        ({"phase": "taken", "taken": "bottle_6"}, "throw away", "throw"),
        ({"phase": "taken", "taken": "bottle_6"}, "9", "swap:9"),
        ({"phase": "taken", "taken": "bottle_6"}, "0", "throw"),
        ({"phase": "act", "acting": "mole"}, "2", "mole:2"),
        ({"phase": "act", "acting": "driver"}, "1 3", "drive:1 drive:3"),
        ({"phase": "act", "acting": "driver"}, "no", "drive:done"),
        ({"phase": "act", "acting": "safecracker"}, "trade 1 3", "trade:1:3"),
        ({"phase": "act", "acting": "safecracker"}, "1 3", "trade:1:3"),
        ({"phase": "act", "acting": "lady"}, "lady boris", "lady:S2"),
        ({"phase": "act", "acting": "lady"}, "bo", "lady:S2"),
        ({"phase": "act", "acting": "lady"}, "0", "decline"),
        ({"phase": "act", "acting": "snitch"}, "clara clara", "snitch:S3 snitch:S3"),
        ({"phase": "act", "acting": "snitch"}, "snitch b c", "snitch:S2 snitch:S3"),
        ({"phase": "act", "acting": "la_mama"}, "la mama clara", "la_mama:S3"),
        ({"phase": "act", "acting": "la_mama"}, "mama s3", "la_mama:S3"),
        ({"phase": "act", "acting": "gangster"}, "gangster anna 2 clara 1", "gangster:S1:2 gangster:S3:1"),
        ({"phase": "act", "acting": "gangster"}, "my 2 and clara 1", "gangster:S1:2 gangster:S3:1"),
        ({"phase": "act", "acting": "gangster"}, "boris 2", "gangster:S2:2"),
        ({"phase": "act", "acting": "patrol"}, "patrol boris 1", "patrol:S2:1"),
    ],
)
def test_short_ways_to_say_a_move(position: dict[str, Any], typed: str, said: str) -> None:
    pile = "" if position.get("phase") == "peek" else "B8"
    state = lay_out("B5 KIL B2 B4", "B1 B3 ? ?", "B4 ALI B9 ?", pile=pile, **position)
    assert " ".join(tokens(TABLE.read(typed, seen(state), state.legal(0), VOICE))) == said


@pytest.mark.parametrize(
    ("card", "typed"),
    [
        ("mole", "mole"),
        ("mole", "mole 77"),
        ("safecracker", "trade 1"),
        ("safecracker", "trade 9 1"),
        ("snitch", "boris"),
        ("gangster", "anna 2 clara"),
        ("gangster", "anna 99 clara 1"),
        ("lady", "snitch zork"),
    ],
)
def test_what_is_not_clear_says_so(card: str, typed: str) -> None:
    state = acting(card)
    with pytest.raises(Unclear):
        TABLE.read(typed, seen(state), state.legal(0), VOICE)


def test_nonsense_is_no_move() -> None:
    state = acting("lady")
    assert TABLE.read("zork", seen(state), state.legal(0), VOICE) is None
    begun = lay_out("B5", "B1", "B4")
    assert TABLE.read("boris 2", seen(begun), begun.legal(0), VOICE) is None
    assert TABLE.read("7", seen(begun), begun.legal(0), VOICE) is None


def test_a_name_alone_opens_the_slots() -> None:
    state = acting("patrol")
    choice = TABLE.read("clara", seen(state), state.legal(0), VOICE)
    assert choice is not None
    assert [tokens(inner) for inner in choice.then] == [["patrol:S3:1"], ["patrol:S3:2"], ["patrol:S3:3"]]


def test_the_paragraphs_that_matter_now() -> None:
    assert TABLE.paragraphs(seen(acting("driver")))[:2] == ("O-32", "O-33")
    assert "O-48" in TABLE.paragraphs(seen(lay_out("B5", "B1", "B4")))
    numbers = {number for phase in RULES.values() for number in phase}
    numbers |= {number for card in CHARACTER_RULES.values() for number in card}
    assert all(paragraph("omerta", number) for number in numbers)


# What is told.


def test_a_race_is_told_with_who_won_and_who_was_wrong_and_late_cards_stay_unseen() -> None:
    state = lay_out(
        "B4 ? ?", "B9 B6 ?", "B10 ? B6", "? ? B7", deck="B6", options={"snap_mode": "commit"}, queue=[2, 0, 1, 3]
    )
    play(state, "A take:deck throw", "C snap:1", "A pass", "B snap:2", "D snap:3")
    text = story(state, 3)
    assert "Anna draws and throws away bottle 6." in text
    assert "Race: Clara shows slot 1, bottle 10: wrong; back, with a penalty card." in text
    assert "Race: Boris is fastest with slot 2, bottle 6." in text
    assert "Race: Dan is too late; slot 3 stays unseen, no penalty." in text
    assert "bottle 7" not in text
    play(state, "B take:pile swap:1", "A pass", "B pass", "C pass", "D pass")
    assert "Boris takes bottle 6 from the pile, swaps slot 1 and discards bottle 9." in (text := story(state))
    assert "Race for bottle 9: nobody tries." in text


def test_ones_own_card_is_told_to_oneself_alone() -> None:
    state = lay_out("B5 KIL", "? ?", "? ?", deck="B6")
    play(state, "A take:deck")
    events = state.events()
    mine, others = (drawn(TABLE.story(events, None, seen(state, seat), VOICE)) for seat in (0, 1))
    assert (mine, others) == ("  Anna draws bottle 6.", "  Anna draws a card.")


def test_the_driver_is_told() -> None:
    state = lay_out("B10 B9 B2 WIT", "? ?", "? ?", phase="act", acting="driver", pile="DRI")
    play(state, "A drive:1 drive:2", "A pass", "B pass", "C pass", "A pass", "B pass", "C pass")
    text = story(state)
    assert "The Driver drops slots 1, 2: bottle 10, bottle 9." in text
    assert text.count("nobody tries") == 2
    state = lay_out("B10 B9 B2 WIT", "? ?", "? ?", phase="act", acting="driver", pile="DRI")
    play(state, "A drive:1 drive:4")
    assert "The Driver shows bottle 10, Witness (slots 1, 4): back, with a penalty card." in story(state)


CALLS = [
    # The rulebook's examples: the caller's row and the others', and each reason.
    ("B1 B3 B2 ALI", ["B9", "B6", "B10 LAD"], ["O-53", "O-54", "O-53", "O-54"]),
    ("", ["ALI", "B3"], ["O-53", "O-53", "O-54"]),
    ("", ["B1", "B3"], ["O-51", "O-54", "O-54"]),
    ("B2 B5", ["B5", "B3 SNI"], ["O-52", "O-52", "O-54"]),
    ("B1 B4", ["B5", "B4", "B10 B2"], ["O-52", "O-54", "O-52", "O-54"]),
    ("B8", ["B8", "B10 SNI"], ["O-55", "O-55", "O-54"]),
    ("B8", ["B10 SNI", "B9"], ["O-55", "O-54", "O-55"]),
    ("B1 B4 KIL", ["B4 SNI", "B1 LAD GAN", "B4 SNI"], ["O-55", "O-56", "O-54", "O-56"]),
    ("B6", ["B4", "B4"], ["O-52", "O-56", "O-56"]),
]


@pytest.mark.parametrize(("caller", "others", "reasons"), CALLS)
def test_every_score_has_its_reason(caller: str, others: list[str], reasons: list[str]) -> None:
    state = lay_out(caller, *others)
    play(state, "A call")
    ended = seen(state).past[0]
    text = story(state)
    stands = ended.points[0] == 0
    assert f"Round 1: the call of Anna {'stands' if stands else 'fails'}" in text
    for seat, reason in enumerate(reasons):
        line = next(line for line in text.splitlines() if line.startswith(NAMES[seat] + " "))
        assert line.endswith(f"[{reason}]")
        assert re.search(rf" {ended.sums[seat]} +{ended.points[seat]} ", line)


def test_options_change_the_reasons() -> None:
    state = play(lay_out("B8", "B9", "B10", options={"over7_lowest": "nobody_wins"}), "A call")
    assert "own sum, nobody wins [O-55]" in story(state)
    state = play(lay_out("B6", "B4", "B4", options={"several_lowest": "first_clockwise"}), "A call")
    assert "own sum, another comes first [O-56]" in story(state)
    state = lay_out("B6", "B4", "B4", deck="WIT", turns=2, options={"turn_cap": 1})
    play(state, "A take:deck throw")
    text = story(state)
    assert "Round 1: nobody has called" in text
    assert text.count("the fewest [O-64]") == 2


def test_the_end_shows_the_points_of_each_round() -> None:
    past = [
        {"caller": 0, "rows": [["bottle_9"], ["bottle_3"], ["bottle_4"]], "sums": [9, 3, 4], "points": [29, 0, 4]},
        {"caller": 1, "rows": [["bottle_9"], ["bottle_1"], ["bottle_4"]], "sums": [9, 1, 4], "points": [9, 0, 4]},
    ]
    state = lay_out("B1", "B8", "B2", round=3, totals=[38, 0, 8], past=past, options={"final_tie": "last_round"})
    play(state, "A call")
    text = drawn(TABLE.ending(seen(state), VOICE))
    assert re.search(r"1\. +Clara +4 +4 +2 +10\n +2\. +Boris +0 +0 +8 +8\b", text) is None
    assert re.search(r"1\. +Boris +0 +0 +8 +8$", text, re.MULTILINE)
    assert re.search(r"2\. +Clara +4 +4 +2 +10$", text, re.MULTILINE)
    assert "Boris wins with the fewest points. [O-57]" in text
    tied = lay_out("B1", "B8", "B2", round=3, totals=[38, 0, 6], past=past, options={"final_tie": "last_round"})
    play(tied, "A call")
    text = drawn(TABLE.ending(seen(tied), VOICE))
    assert "Clara wins: equal in all, but fewer points in the last round. [O-57]" in text
    shared = lay_out("B1", "B8", "B2", round=3, totals=[38, 0, 6], past=past)
    play(shared, "A call")
    assert "Boris, Clara share the win. [O-57]" in drawn(TABLE.ending(seen(shared), VOICE))
    assert page(shared) == "The game is over."


@pytest.mark.parametrize("aid", ["off", "own_looks", "full"])
def test_the_log_leaves_to_the_memory_what_is_its_own(aid: str) -> None:
    state = lay_out("B5 KIL", "B9 B9", "B10 ALI", deck="B6 B7", options={"memory_aid": aid})
    play(state, "A take:deck swap:1", "A pass", "B snap:1", "C pass", "B take:deck throw")
    events = state.events()
    text = drawn(TABLE.log(events, seen(state), VOICE))
    assert ("draws bottle 6, swaps slot 1" in text) == (aid != "off")
    assert ("discards bottle 5" in text) == (aid == "full")
    assert ("Boris shows slot 1, bottle 9" in text) == (aid == "full")
    assert ("remembering them is the game" in text) == (aid != "full")
    assert "bottle 6" not in drawn(TABLE.log(events, seen(state, 1), VOICE))
    play(state, "A pass", "B pass", "C pass", "C call")
    events += state.events()
    text = drawn(TABLE.log(events, seen(state), VOICE))
    assert "discards bottle 5" in text  # that round is over


# At the keyboard.


def options_of(data: Path) -> Mapping[str, object]:
    (file,) = (data / "games").glob("*.txt")
    return backroom.Record.parse(file.read_text()).options


def test_several_people_at_one_keyboard_race_sealed(tmp_path: Path) -> None:
    run("play", "omerta", "--people", "Anna,Boris,Clara", data=tmp_path / "many", typed="q\n")
    assert options_of(tmp_path / "many")["snap_mode"] == "commit"
    run("play", "omerta", "--people", "Anna", "--bots", "2", data=tmp_path / "one", typed="q\n")
    assert options_of(tmp_path / "one").get("snap_mode", "live") == "live"
    asked = ["--option", "snap_mode=live", "--option", "turn_cap=9"]
    run("play", "omerta", "--people", "Anna,Boris,Clara", *asked, data=tmp_path / "asked", typed="q\n")
    assert options_of(tmp_path / "asked").get("snap_mode", "live") == "live"


def test_every_refusal_says_why(tmp_path: Path) -> None:
    typed = "swap 1\n1\n1\n3\nsnap 1\npile\n2\nthrow\n0\ndeck\ncall\n7\n? killer 1\nlady rocco\nq\n"
    args = ("--people", "Anna", "--bots", "random,random,random", "--seed", "5")
    told = run("play", "omerta", *args, data=tmp_path, typed=typed).stdout
    for sentence in (
        "First everybody looks at two of their own cards. [O-7]",
        "You have looked at slot 1; choose another. [O-7]",
        "No race is on. [O-17]",
        "The discard pile is empty. [O-10]",
        "First take a card. [O-9]",
        "You must take a card, unless you call Omerta. [O-9]",
        "Omerta is called before a card is taken. [O-48]",
        "The row of Anna has no slot 7. [O-12]",
        "Nothing a Killer could stop is being used against you. [O-35]",
        "The Lady is not at work for you now. [O-24]",
    ):
        assert sentence in told, told


def test_the_house_closes_a_race(tmp_path: Path) -> None:
    state = lay_out("B5 KIL", "B9 B9", "B10 ALI", deck="B6 B7")
    play(state, "A take:deck throw")
    session = Session(state, [Sitter("Anna"), Sitter("Boris"), Sitter("Clara")], tmp_path / "game.txt")
    house = session.groups(0)[-1]
    assert (house.title, [choice.label for choice in house.choices]) == ("The house may", ["time_up"])
    assert 3 not in numbered(session.groups(0))
    assert session.choose(0, "time up")
    assert session.state.history()[-1] == (HOUSE, GAME.action("time_up"))


def test_what_is_looked_at_waits_before_the_next_one_sits_down(tmp_path: Path) -> None:
    with Keyboard(
        "play", "omerta", "--people", "Anna,Boris,Clara", "--seed", "9", data=tmp_path, columns=80
    ) as keyboard:
        whole = keyboard.wait_for("when only you are looking")
        keyboard.type("")
        whole += keyboard.wait_for("Anna >")
        keyboard.type("1 3")
        told = keyboard.wait_for("Press Enter when you have seen it")
        assert re.search(r"You are looking at: slot 1 .*, slot 3 ", told)
        keyboard.type("")
        whole += told + keyboard.wait_for("Boris, press Enter when only you are looking")
        keyboard.type("")
        whole += keyboard.wait_for("Boris >")
        keyboard.type("q")
        keyboard.wait_for("--resume")
        assert keyboard.leave() == 0
    assert max(len(line) for line in whole.splitlines() if "/" not in line) <= 80


def test_a_turn_begins_on_an_empty_screen_unless_the_table_remembers_all(tmp_path: Path) -> None:
    for aid, pages in (("off", True), ("full", False)):
        args = ("--people", "Anna", "--bots", "2", "--seed", "9", "--option", f"memory_aid={aid}")
        with Keyboard("play", "omerta", *args, data=tmp_path / aid, columns=80) as keyboard:
            lines = iter(["1,2", *["deck,0,0"] * 5])
            for _prompt in range(5):
                _new, prompt = keyboard.wait_for_one(["Anna >", "when you have seen it"])
                keyboard.type(next(lines) if prompt == "Anna >" else "")
            keyboard.wait_for("Anna >")
            assert ("\x1b[2J" in keyboard.raw) == pages
            assert "\x1b[3J" not in keyboard.raw


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
def test_everything_said_can_be_translated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    typed = "1,3\nzork\n99\nlog\n" + "deck\n2\n1\n0\n" * 40 + "call\n1,2\ncall\n" * 4
    args = ("--people", "Anna", "--bots", "random,sensible,random", "--seed", "3", "--option", "turn_cap=9")
    told = run("play", "omerta", *args, data=tmp_path, typed=typed).stdout
    assert "⟨Why⟩" in told
    names = re.compile("Anna|Rocco|Sal|Nino|Omerta|zork|deck|call|random|sensible|time_up|omerta-.*txt")
    plain = [line for line in told.splitlines() if "⟨" not in line]
    assert [line for line in plain if re.search("[a-z]{4}", names.sub("", line))] == []
