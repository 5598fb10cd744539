"""What holds in every position that play reaches; records, words, bad positions; and the sensible player."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

import backroom
import backroom.bots
from backroom.games.corleone.numbers import CARDS, FIRST_ALLY, FIRST_JOB, PLAIN, TOKENS
from backroom.games.corleone.refusals import RULES
from backroom.games.corleone.state import Corleone
from backroom.games.corleone.table import BRIBERY, DECISIONS, LOOKING, TRIBUTE, all_held
from backroom.kernel.rulebook import paragraphs
from backroom.kernel.words import Speaker
from tests.games.corleone.table import GAME, A, B, C, cards, frame, laid_out, opened, play


def check_pieces(state: Corleone) -> None:
    """120 bills, 32 goods, 44 jobs, 18 allies, 45 markers and 34 figures, always."""
    seats = range(state.rules.seats)
    held = [card for seat in seats for card in all_held(state, seat)]
    laid = [card for cards_laid in state.laid for card in cards_laid]
    out = state.phase in (BRIBERY, TRIBUTE)
    for kind in range(PLAIN):
        found = state.stock[kind] + held.count(kind) + (laid.count(kind) if out else 0)
        found += sum(state.case[kind::4]) if kind < 4 else 0
        assert found == state.rules.supply[kind]
    assert sum(state.rules.supply) == 120 + 32
    jobs = [card - FIRST_JOB for card in held + laid if FIRST_JOB <= card < FIRST_ALLY]
    jobs += state.deck[: state.left] + state.pile + [job for job in state.public if job >= 0]
    jobs += [job for done in state.finished for job in done]
    jobs += [job for pending in state.stack if pending[0] == LOOKING for job in pending[4:]]
    assert sorted(jobs) == list(range(44))
    allies = [card - FIRST_ALLY for card in held + laid if card >= FIRST_ALLY] + state.row + state.gone
    allies += [ally for played in state.played for ally in played]
    assert sorted(allies) == list(range(6 * min(state.act, 3)))
    markers = [owner for stack in state.stacks for owner in stack]
    assert [state.markers[seat] + markers.count(seat) for seat in seats] == [9 for _ in seats]
    tiles = state.blue + state.red + [tile for tile in state.plots if tile >= 0]
    assert sorted(tiles) == list(range(7, 19))
    standing = [figure for figure in (*state.thug_at, *state.family_at, *state.river) if figure >= 0]
    standing += [22] if state.chief >= 0 else []
    assert max([standing.count(figure) for figure in standing if figure >= 20 or figure % 4], default=1) == 1
    entered = 1 if state.act == 1 else 2 if state.act < 4 else 3
    for seat in seats:
        assert state.thugs[seat] + standing.count(seat * 4) == state.rules.thugs
        mine = [figure for figure in standing if figure // 4 == seat and figure % 4]
        assert state.members[seat].bit_count() + len(mine) == entered
        assert state.sizes[seat] == len(all_held(state, seat))
    assert 1 + 3 + 5 * (3 + 3) == 34


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_nothing_is_lost_and_nobody_is_stuck(seats: int) -> None:
    for seed in range(6):
        chooser = Random(seed)
        state = opened(seats, seed)
        while not state.over:
            check_pieces(state)
            assert all(state.legal(seat) for seat in state.waiting)
            seat = chooser.choice(state.waiting)
            state.play(seat, chooser.choice(state.legal(seat)))
        check_pieces(state)


def test_there_is_always_room_for_a_figure() -> None:  # CC-1
    for seats in (2, 5):
        for seed in range(6):
            chooser = Random(seed)
            state = opened(seats, seed)
            while not state.over:
                if state.view(None).phase == "family_business":
                    assert state.free_places or not sum(state.thugs)
                    assert state.free_spaces or not sum(state.members)
                seat = chooser.choice(state.waiting)
                state.play(seat, chooser.choice(state.legal(seat)))


def test_every_refusal_names_a_paragraph_of_the_rulebook() -> None:
    known = paragraphs("corleone")
    assert set(RULES.values()) <= set(known)
    chooser = Random(5)
    codes: set[str] = set()
    for seed in range(12):
        state = opened(chooser.randint(2, 5), seed)
        while not state.over:
            if chooser.random() < 0.05:
                for action in range(GAME.actions):
                    for seat in range(state.rules.seats):
                        reason = state.why_not(seat, action)
                        if reason is not None:
                            assert reason.rule in known, reason
                            assert Speaker(GAME).phrase(f"reason.{reason.code}", reason.params), reason
                            codes.add(reason.code)
            seat = chooser.choice(state.waiting)
            state.play(seat, chooser.choice(state.legal(seat)))
    assert len(codes) >= 25


def test_every_event_has_its_sentence_and_can_be_said() -> None:
    speaker = Speaker(GAME)
    chooser = Random(9)
    kinds: set[str] = set()
    for seed in range(25):
        state = opened(4, seed)
        state.listen()
        while not state.over:
            seat = chooser.choice(state.waiting)
            legal = state.legal(seat)
            eager = [
                action for action in legal if TOKENS[action].startswith(("job", "ally", "use", "rival", "at", "to"))
            ]
            state.play(seat, chooser.choice(eager if eager and chooser.random() < 0.6 else legal))
            for event in state.events():
                kinds.add(event.kind)
                for viewer in (None, *range(4)):
                    said = speaker.event(event, viewer)
                    assert said
                    assert "{" not in said
    assert len(kinds) >= 40


def test_every_decision_has_a_name() -> None:
    asked = set(DECISIONS) - {"steps", "reward", "warring", "nothing"}
    assert {f"decision.{name}" for name in asked} <= set(GAME.phrases)
    assert asked == set(RULES)


BAD: list[tuple[dict[str, Any], str]] = [
    ({"act": 5}, "act: expected 1 to 4"),
    ({"phase": "lunch"}, "phase: expected one of"),
    ({"phase": "bribery", "act": 4}, "no bribery in act IV"),
    ({"phase": "over"}, "the game ends in act IV"),
    ({"horse": 3}, "horse: expected a seat from 0 to 2"),
    ({"plots": ["tile-b1", "tile-b1", None, None, None, None, None]}, "tile-b1 lies in two places"),
    ({"plots": ["biz-p1", None, None, None, None, None, None]}, "there is no tile 'biz-p1'"),
    ({"blue": ["tile-r1"]}, "a tile of the other colour"),
    ({"thugs": {"tile-b1": "0 thug"}}, "no business 'tile-b1' on the board"),
    ({"thugs": {"biz-p1": "0 don"}}, "does not stand on a thug space"),
    ({"thugs": {"biz-p1": "4 thug"}}, "there is no figure '4 thug'"),
    ({"thugs": {"biz-p1": "0 thug", "biz-p2": "0 thug", "biz-p3": "0 thug"}}, "seat 0 has only 2"),
    ({"members": {"qn_mt": "0 don", "bk_qn": "0 don"}}, "0 don is in two places"),
    ({"members": {"qn_mt": "0 heir"}}, "has not entered the game by act 1"),
    ({"members": {"nowhere": "0 don"}}, "no open family space 'nowhere'"),
    ({"chief": "central_park"}, "there is no district 'central_park'"),
    ({"stacks": [[0] * 5, [0] * 5, [], [], [], [], []]}, "nobody has more than 9 markers"),
    ({"deck": ["job-y01"]}, "nowhere"),
    ({"discard": ["job-y01"], "public": ["job-y01", None, None]}, "job-y01 in two places"),
    ({"allies": ["ally-2-1"]}, "these are not allies of act 1"),
    ({"allies": ["ally-1-1", "ally-1-2", "ally-1-3"]}, "at most 2"),
    ({"suitcases": [[0, 0, 0, 31], [0, 0, 0, 0], [0, 0, 0, 0]]}, "there are only 30 cards of $5"),
    ({"pending": [frame("menu", 0, 0, names=["nonsense"])]}, "expected icons in the order"),
    ({"pending": [frame("hiring", 0)]}, "does not belong to this phase"),
    ({"pending": [frame("kill", 0, 0, 0)]}, "is another effect"),
    ({"pending": [frame("share", 0, names=["biz-p1"])]}, "nobody else controls that district"),
    ({"pending": [frame("steps", 0, 999, 0, 0)]}, "expected a number from 0 to"),
    ({"laid": [["bill-1"], [], []]}, "nothing is laid out in secret now"),
    ({"answered": [0]}, "expected seats that were asked"),
    ({"hands": [["bill-4"], [], []]}, "no such card here: 'bill-4'"),
    ({"hands": [[], []]}, "expected 3 lists"),
    ({"trail": [{"how": "takes", "seat": 0}]}, "expected 3 hands and a trail"),
    ({"batches": [7] * 44}, "expected numbers from 0 to shuffles"),
]


@pytest.mark.parametrize(("change", "problem"), BAD)
def test_a_position_that_cannot_be_is_refused_with_the_place(change: dict[str, Any], problem: str) -> None:
    good = laid_out(3).dump()
    if "deck" not in change:
        used = {str(name) for part in (change.get("discard", []), change.get("public", [])) for name in part}
        good["position"]["deck"] = [name for name in good["position"]["deck"] if name not in used]
    good["position"].update(change)
    with pytest.raises(backroom.BadPosition) as refused:
        GAME.load(good)
    assert problem in str(refused.value)


def test_with_too_few_businesses_there_is_no_room() -> None:
    with pytest.raises(backroom.BadPosition, match="no room for all thugs"):
        laid_out(5)


def test_five_bills_are_no_other_bill() -> None:
    state = laid_out(3, {A: cards(1, 1, 1, 1, 1)}, mover=A)
    play(state, A, "thug:biz-p3")
    assert not state.may(A, GAME.action("launder:5"))


def test_the_sensible_player_beats_random_clearly() -> None:
    sensible, random = backroom.bots.make("sensible", "corleone"), backroom.bots.make("random", "corleone")
    won = 0
    for seed in range(16):
        chooser = Random(seed)
        place = seed % 4
        state = opened(4, seed)
        while not state.over:
            seat = state.waiting[0]
            bot = sensible if seat == place else random
            state.play(seat, bot.choose(state.view(seat), state.legal(seat), chooser, None))
        won += state.ranks()[place] == 1
    assert won >= 15


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_sensible_player_is_never_stuck(seats: int) -> None:
    bot = backroom.bots.make("sensible", "corleone")
    chooser = Random(seats)
    state = opened(seats, seats)
    jobs = 0
    while not state.over:
        seat = state.waiting[0]
        action = bot.choose(state.view(seat), state.legal(seat), chooser, None)
        jobs += GAME.token(action).startswith("job:")
        state.play(seat, action)
    assert jobs >= 2 * seats
    assert min(state.scores()) >= 20


def test_a_spectator_weighs_nothing() -> None:
    state = opened(3, 1)
    assert GAME.weigh(state.view(None), [0, 1]) == [0.0, 0.0]
    with pytest.raises(backroom.BackroomError):
        GAME.weigh(backroom.game("boss").new(3, 1).view(0), [0])


def test_cards_and_seats() -> None:
    assert CARDS == 70
    assert (A, B, C) == (0, 1, 2)


def test_no_answer_shows_before_all_are_in() -> None:
    """Bids, tributes and levies: whatever one lays out, nobody else's view changes but for who is waited for."""
    chooser = Random(11)
    looked: set[str] = set()
    for seed in range(30):
        state = opened(4, seed)
        state.listen()
        while not state.over:
            seat = chooser.choice(state.waiting)
            legal = state.legal(seat)
            eager = [action for action in legal if TOKENS[action].startswith(("job", "use", "bid"))]
            action = chooser.choice(eager if eager and chooser.random() < 0.6 else legal)
            asked, decision = state.asked, state.decision()
            before = [state.view(other) for other in (*range(4), None)]
            state.events()
            state.play(seat, action)
            if not asked or state.asked != asked or state.decision() != decision:
                continue
            looked.add(DECISIONS[state.decision()])
            assert not state.events()
            for other, then in zip((*range(4), None), before, strict=True):
                if other != seat:
                    assert msgspec.structs.replace(state.view(other), waiting=()) == msgspec.structs.replace(
                        then, waiting=()
                    )
    assert looked == {"bidding", "giving", "levying"}
