"""B-29 to B-41: what a round brings, and who comes home."""

from __future__ import annotations

import pytest

from tests.games.boss.table import (
    GAME,
    A,
    B,
    C,
    cubes,
    finish_round,
    lay_any,
    leader,
    money,
    pass_to_lap,
    pass_turn,
    play,
    seen,
    supply,
    table,
)
from tests.rules import rule

YELLOW, BLACK, RED, BLUE = range(4)
EXAMPLE = """
S1 send:kansas_city:1v lay:new_york:1
S2 send:boston:1v lay:new_york:2
S3 send:cincinnati:1v lay:boston:2
S4 send:detroit:1v lay:kansas_city:3
S1 send:memphis:1v lay:detroit:2
S2 stay lay:boston:1
S3 send:chicago:1v lay:detroit:gun
S4 send:philadelphia:1v lay:cincinnati:4
S1 stay lay:kansas_city:2
S2 stay lay:detroit:3
S3 stay lay:cincinnati:3
S4 stay lay:memphis:hospital
S1 stay lay:memphis:2
S2 stay lay:cincinnati:2
S3 stay lay:philadelphia:gun
S4 stay lay:philadelphia:prison
"""
LAST_LAP = """
S2 stay lay:memphis:3
S1 stay lay:boston:prison
S3 stay lay:new_york:3
S4 stay lay:detroit:4
"""


@rule("B-10", "B-26", "B-27", "B-29", "B-30", "B-31", "B-34", "B-35", "B-37", "B-38")
def test_the_rulebooks_own_round_gives_the_rulebooks_payout() -> None:
    """BT-19."""
    before_last_lap = table(
        4,
        in_round=3,
        turns=EXAMPLE,
        hands={YELLOW: "boston:prison", BLACK: "memphis:3", RED: "new_york:3", BLUE: "detroit:4"},
    )
    assert before_last_lap.dump()["position"]["hidden"] == {
        "new_york": "new_york:0",
        "boston": "boston:3",
        "detroit": "detroit:1",
        "kansas_city": "kansas_city:gun",
        "cincinnati": "cincinnati:ban",
        "memphis": "memphis:1",
        "philadelphia": "philadelphia:3",
    }
    assert [place.id for place in seen(before_last_lap).row].index("chicago") == 3
    assert seen(before_last_lap).order == (BLACK, YELLOW, RED, BLUE)
    state = table(4, in_round=3, turns=EXAMPLE + LAST_LAP)
    payout = seen(state).rounds[-1]
    assert payout.gains == (1, 3, 3, 4)
    assert money(state) == (1, 3, 3, 4)
    assert payout.last_open == 3 + 0 + 4
    assert payout.leaders == {
        "boston": BLACK,
        "detroit": BLUE,
        "kansas_city": YELLOW,
        "cincinnati": RED,
        "memphis": YELLOW,
        "philadelphia": BLUE,
        "chicago": RED,
    }
    assert [supply(state, seat) for seat in range(4)] == ["5v3r", "6v3r", "6v3r", "6v3r"]
    assert [player.dead for player in seen(state).players] == [1, 0, 0, 0]
    assert [player.bans for player in seen(state).players] == [(), (), ("cincinnati",), ()]


def win(city: str, hidden: str, *, seats: int = 4, in_round: int = 1, group: str = "1v") -> tuple[int, str]:
    """What A gains for leading a city alone where this is hidden, and his supply afterwards."""
    state = table(seats, in_round=in_round, hidden={city: f"{city}:{hidden}"})
    play(state, f"send:{city}:{group}")
    lay_any(state)
    finish_round(state)
    return seen(state).rounds[-1].gains[A], supply(state, A)


@rule("B-31", "B-34")
@pytest.mark.parametrize("value", [1, 2, 3, 4])
def test_the_leader_gains_the_money_that_is_hidden(value: int) -> None:
    """BT-22."""
    assert win("detroit", str(value)) == (value, "6v3r")


@rule("B-34")
def test_a_revolver_kills_one_veteran_for_good() -> None:
    """BT-22."""
    state = table(4, hidden={"detroit": "detroit:gun"})
    play(state, "send:detroit:1v")
    lay_any(state)
    while not state.over:
        finish_round(state)
        assert money(state) == (0, 0, 0, 0)
        assert (supply(state, A), seen(state).players[A].dead) == ("5v3r", 1)


@rule("B-36")
def test_the_empty_card_does_nothing() -> None:
    assert win("new_york", "0") == (0, "6v3r")


@rule("B-32", "B-39")
def test_who_is_wounded_misses_one_round() -> None:
    """BT-23."""
    state = table(4, in_round=2, hidden={"memphis": "memphis:hospital"})
    play(state, "send:memphis:2v")
    lay_any(state)
    finish_round(state)
    assert seen(state).round == 3
    assert (supply(state, A), seen(state).players[A].hospital) == ("5v3r", 1)
    finish_round(state)
    assert (supply(state, A), seen(state).players[A].hospital) == ("6v3r", 0)


@rule("B-33", "B-39")
def test_who_is_jailed_misses_two_rounds() -> None:
    """BT-24."""
    state = table(4, hidden={"philadelphia": "philadelphia:prison"})
    play(state, "send:philadelphia:1v")
    lay_any(state)
    terms = []
    for _ in range(3):
        finish_round(state)
        terms.append((seen(state).round, supply(state, A), seen(state).players[A].prison))
    assert terms == [(2, "5v3r", (0, 1)), (3, "5v3r", (1, 0)), (4, "6v3r", (0, 0))]


@rule("B-39")
def test_those_whose_time_is_over_are_released_before_new_ones_are_put_in() -> None:
    state = table(4, in_round=2, hidden={"memphis": "memphis:hospital"}, hospital=[1, 0, 0, 0])
    assert supply(state, A) == "5v3r"
    play(state, "send:memphis:1v")
    lay_any(state)
    finish_round(state)
    assert (supply(state, A), seen(state).players[A].hospital) == ("5v3r", 1)


@rule("B-33", "B-34", "B-38", "B-40")
def test_rookies_are_spent_whoever_won_and_each_penalty_takes_another_veteran() -> None:
    """BT-25."""
    state = table(
        4,
        turns="""
        S1 stay lay
        S2 send:kansas_city:1v1r lay
        S3 stay lay
        S4 stay lay
        S1 send:kansas_city:1v2r lay
        S2 stay lay
        S3 stay lay
        S4 stay lay
        S1 send:philadelphia:1v lay
        """,
        hidden={"kansas_city": "kansas_city:gun", "philadelphia": "philadelphia:prison"},
    )
    finish_round(state)
    mine, theirs = seen(state).players[A], seen(state).players[B]
    assert (supply(state, A), sum(mine.prison), mine.dead, mine.spent) == ("4v1r", 1, 1, 2)
    assert (supply(state, B), sum(theirs.prison), theirs.dead, theirs.spent) == ("6v2r", 0, 0, 1)


@rule("B-35")
def test_a_ban_lasts_until_the_game_ends_and_the_gangsters_come_home() -> None:
    state = table(3, hidden={"cincinnati": "cincinnati:ban"})
    play(state, "send:cincinnati:2v")
    lay_any(state)
    while not state.over:
        finish_round(state)
        assert seen(state).players[A].bans == ("cincinnati",)
        assert supply(state, A) == "6v3r"
        while not state.over and state.waiting != (A,):
            pass_turn(state)
        if not state.over:
            reason = state.why_not(A, GAME.action("send:cincinnati:1v"))
            assert reason is not None
            assert reason.code == "banned"


@rule("B-30")
def test_without_gangsters_a_city_is_shown_and_pays_nobody() -> None:
    """BT-26."""
    state = table(2, hidden={"boston": "boston:3"})
    finish_round(state)
    assert seen(state).rounds[-1].opened["boston"] == "boston:3"
    assert seen(state).rounds[-1].leaders == {}
    assert money(state) == (0, 0)


@rule("B-30", "B-31")
def test_the_leader_is_whoever_sent_there_last_and_the_others_get_nothing() -> None:
    state = table(
        3,
        turns="S1 send:detroit:1v lay\nS2 send:detroit:2v lay\nS3 send:detroit:2v1r lay",
        hidden={"detroit": "detroit:4"},
    )
    assert leader(state, "detroit") == C
    finish_round(state)
    assert money(state) == (0, 0, 4)


@rule("B-38")
def test_all_places_are_empty_afterwards_and_veterans_are_back() -> None:
    state = table(
        2,
        turns="S1 send:boston:2v3r lay\nS2 send:detroit:4v lay",
        hidden={"boston": "boston:1", "detroit": "detroit:1"},
    )
    finish_round(state)
    assert [supply(state, seat) for seat in (A, B)] == ["6v", "6v3r"]
    assert all(cubes(state, place.id) == ("0", "0") for place in seen(state).row)
    assert seen(state).players[A].spent == 3


def chicago_share(
    in_round: int,
    last: dict[str, str],
    *,
    sent: bool = True,
    options: dict[str, object] | None = None,
    hidden: dict[str, str] | None = None,
) -> tuple[int, ...]:
    """The gains when A leads Chicago, and Detroit where a revolver waits, and these cards are laid last."""
    names = [f"{city}:{face}" for city, face in last.items()]
    keep = {A: " ".join(names[0:1] + names[2:3]), B: " ".join(names[1:2])}
    hidden = {"detroit": "detroit:gun", **(hidden or {})}
    state = table(2, in_round=in_round, hidden=hidden, hands=keep, options=options)
    while seen(state).round == in_round and not state.over:
        mover, lap = state.waiting[0], seen(state).lap
        if sent and mover == A and lap <= 2:
            play(state, "send:detroit:1v" if lap == 1 else "send:chicago:1v")
            kept = keep[A].split()
            play(state, next(f"lay:{card}" for card in seen(state, A).hand if card not in kept))
        else:
            pass_turn(state, keep)
    return seen(state).rounds[-1].gains


@rule("B-37", "B-36", "B-21")
def test_chicago_gets_half_of_the_last_open_cards_to_its_left() -> None:
    """BT-20."""
    rest = {"new_york": "new_york:1"}
    assert chicago_share(2, {"new_york": "3", "boston": "3"}, hidden=rest) == (3, 0), "not 1 + 1"
    assert chicago_share(2, {"new_york": "3", "boston": "prison"}, hidden=rest) == (1, 0)
    assert chicago_share(2, {"new_york": "0", "boston": "3"}, hidden=rest) == (1, 0), "the 3 below the 0 is covered"
    assert chicago_share(2, {"new_york": "3", "boston": "3"}, hidden=rest, sent=False) == (0, 0)


@rule("B-37")
def test_nobody_pays_for_chicago() -> None:
    state = table(
        3,
        in_round=2,
        turns="""
        S1 send:detroit:1v lay
        S2 send:boston:1v lay
        S3 send:new_york:1v lay
        S1 send:chicago:1v lay
        """,
        hidden={"detroit": "detroit:gun", "boston": "boston:2", "new_york": "new_york:1"},
        hands={A: "new_york:3", B: "boston:3"},
        money=[10, 10, 10],
    )
    finish_round(state, {A: "new_york:3", B: "boston:3"})
    assert seen(state).rounds[-1].gains == (3, 2, 1)
    assert money(state) == (13, 12, 11)


@rule("B-37", "B-41")
@pytest.mark.parametrize(("in_round", "share"), [(1, 1), (2, 2), (3, 4), (4, 4), (5, 4)])
def test_with_two_players_chicago_ends_at_the_right_and_stays(in_round: int, share: int) -> None:
    """BT-21."""
    last = {"detroit": "4", "boston": "2", "new_york": "3"}
    assert chicago_share(in_round, last, hidden={"boston": "boston:1"}) == (share, 0)


@rule("B-41")
@pytest.mark.parametrize(("seats", "places"), [(2, [1, 2, 3, 3, 3]), (3, [1, 2, 3, 4, 5]), (4, [1, 2, 3, 4, 5])])
def test_chicago_moves_one_place_to_the_right_each_round(seats: int, places: list[int]) -> None:
    state = table(seats)
    seen_at = []
    while not state.over:
        assert [place.id for place in seen(state).row].index("chicago") == seen(state).chicago
        seen_at.append(seen(state).chicago)
        finish_round(state)
    assert seen_at == places


@rule("B-40")
def test_a_leader_with_one_veteran_and_rookies_loses_that_veteran() -> None:
    assert win("detroit", "gun", group="1v3r") == (0, "5v")


@rule("B-29")
def test_the_payout_happens_in_its_order() -> None:
    turns = """
    S1 send:detroit:1v lay
    S2 send:boston:1v lay
    S1 send:chicago:1v lay
    """
    hidden = {"detroit": "detroit:gun", "boston": "boston:2", "new_york": "new_york:3"}
    state = table(2, turns=turns, hidden=hidden, hospital=[0, 1])
    state.listen()
    finish_round(state)
    events = [event for event in state.events() if event.kind not in ("stayed", "laid", "police", "last_lap")]
    assert [(event.kind, event.public.get("city")) for event in events] == [
        ("opened", "new_york"),
        ("unclaimed", "new_york"),
        ("opened", "boston"),
        ("paid", "boston"),
        ("opened", "detroit"),
        ("killed", "detroit"),
        ("chicago", None),
        ("freed", None),
        ("round", None),
    ]


@rule("B-21", "B-37")
def test_what_is_laid_in_a_copy_of_the_table_counts_for_nothing_in_the_original() -> None:
    turns = "S1 send:detroit:1v lay\nS2 send:boston:2v lay\nS1 send:chicago:1v lay"
    state = table(2, turns=turns, hands={A: "new_york:0 new_york:3"})
    pass_to_lap(state, 4, {A: "new_york:0 new_york:3"})
    copy = state.copy()
    for one, order in ((state, "new_york:0 new_york:3"), (copy, "new_york:3 new_york:0")):
        pass_to_lap(one, 5, {A: order})
        pass_turn(one)
        assert one.waiting == (B,)
    pass_turn(state)
    pass_turn(copy)
    assert [seen(one).rounds[0].last_open for one in (state, copy)] == [3, 0]
