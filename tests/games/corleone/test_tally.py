"""What `backroom balance` counts is what happened: every dollar, card and stack."""

from __future__ import annotations

from random import Random

import pytest

import backroom
from backroom.games.corleone.view import CorleoneView
from backroom.kernel.errors import BadView
from backroom.kernel.events import Event
from backroom.kernel.game import Counts

GAME = backroom.game("corleone")


def played(seats: int, seed: int) -> tuple[CorleoneView, list[Event], backroom.State]:
    state, chooser = GAME.new(seats, seed), Random(seed)
    start = state.view(None)
    assert isinstance(start, CorleoneView)
    state.listen()
    while not state.over:
        seat = chooser.choice(state.waiting)
        state.play(seat, chooser.choice(state.legal(seat)))
    return start, state.events(), state


def total(counts: Counts, chapter: str) -> list[float]:
    """A chapter's sum, seat by seat."""
    return [sum(seat) for seat in zip(*counts[chapter].values(), strict=True)]


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_final_count_is_the_sum_of_its_sources(seats: int) -> None:
    for seed in range(5):
        start, events, state = played(seats, seed)
        assert total(GAME.tally(start, events), "final") == state.scores()


@pytest.mark.parametrize("seats", GAME.seats)
def test_jobs_and_markers_are_those_on_the_table(seats: int) -> None:
    start, events, state = played(seats, 7)
    counts, end = GAME.tally(start, events), state.view(None)
    assert isinstance(end, CorleoneView)
    assert total(counts, "jobs") == total(counts, "colours") == [len(jobs) for jobs in end.memory.completed]
    lifted = [sum(event.kind == "lifted" and event.public["seat"] == seat for event in events) for seat in range(seats)]
    lying = [sum(stack.count(seat) for stack in end.stacks) for seat in range(seats)]
    assert [placed - moved for placed, moved in zip(total(counts, "wars"), lifted, strict=True)] == lying


def test_every_bill_taken_is_income() -> None:
    start, events, _state = played(4, 3)
    counts = GAME.tally(start, events)
    for seat in range(4):
        taken = [
            event.public["money"]
            for event in events
            if event.kind in ("took_bill", "levied") and event.public["seat"] == seat
        ]
        assert sum(counts["income"][name][seat] for name in counts["income"]) == sum(taken)
    assert all(sum(amounts) for amounts in counts["income"].values())


def event(kind: str, **told: object) -> Event:
    return Event(kind, told)


def test_a_share_is_a_use_of_the_front_and_its_money_the_controllers() -> None:
    start = GAME.new(3, 1).view(None)
    happened = [
        event("thug", seat=0, place="biz-p1"),
        event("share", seat=2, other=0, place="biz-p1"),
        event("took_bill", seat=2, money=3),
        event("took_bill", seat=0, money=3),
    ]
    counts = GAME.tally(start, happened)
    assert counts["fronts"]["biz-p1"] == [1, 0, 1]
    assert counts["income"]["from_thugs"] == [3, 0, 0]
    assert counts["income"]["from_shares"] == [0, 0, 3]
    assert counts["other"]["shares"] == [0, 0, 1]


def test_a_family_member_uses_all_backs_around_it_and_tiles_from_when_they_open() -> None:
    start = GAME.new(2, 1).view(None)
    assert isinstance(start, CorleoneView)
    opened = start.plots[0]
    happened = [
        event("family", seat=0, figure="don", space="ws_mt_ch"),
        event("opens", place="tile-r1", district="midtown"),
        event("neutral", seat=1, figure="mayor", place="ws_mt_ch"),
        event("backs", seat=1, district="midtown"),
    ]
    backs = GAME.tally(start, happened)["backs"]
    assert {name: used for name, used in backs.items() if any(used)} == {
        "biz-p1": [1, 1], str(opened): [1, 1], "biz-p6": [1, 2], "biz-p7": [1, 1], "tile-r1": [0, 2],
    }  # fmt: skip


def test_a_stack_runs_out_as_often_as_its_last_card_is_taken() -> None:
    start = GAME.new(2, 1).view(None)
    narcotics = [event("took_good", seat=0, good="narcotics")] * 6
    back = event("paid_goods", seat=0, goods=["narcotics", "narcotics"])
    out = GAME.tally(start, [*narcotics, back, *narcotics[:2], event("no_bill", seat=0)])["out"]
    assert {name: count for name, count in out.items() if any(count)} == {"narcotics": [2], "lower_bills": [1]}


def test_a_good_that_is_printed_but_gone_is_counted() -> None:
    start = GAME.new(2, 1).view(None)
    assert isinstance(start, CorleoneView)
    guns = [event("took_good", seat=0, good="gun")] * start.supply[4]
    used = [event("thug", seat=0, place="biz-p2"), *guns, event("thug", seat=1, place="biz-p2")]
    out = GAME.tally(start, used)["out"]
    assert (out["goods_printed"], out["goods_missing"], out["gun"]) == ([2], [1], [1])


@pytest.mark.parametrize("seats", GAME.seats)
def test_stacks_are_followed_to_the_end(seats: int) -> None:
    from backroom.games.corleone.edition import read
    from backroom.games.corleone.tally import Counting

    for seed in range(5):
        start, events, state = played(seats, seed)
        counting = Counting(read(state.setup.edition), start)
        for told in events:
            counting.hear(told.kind, told.public)
        end = state.view(None)
        assert isinstance(end, CorleoneView)
        assert list(counting.stock.values())[:4] == list(end.supply[:4])


def test_everything_is_named_before_anything_happened() -> None:
    start = GAME.new(3, 1).view(None)
    counts = GAME.tally(start, ())
    assert [len(counts[chapter]) for chapter in ("colours", "jobs", "allies", "hired", "fronts", "backs", "wars")] == [
        4, 44, 18, 18, 19, 20, 7,
    ]  # fmt: skip
    assert {f"tally.{chapter}" for chapter in counts} <= set(GAME.phrases)
    for chapter, rows in counts.items():
        for name in rows:
            assert f"name.{name}" in GAME.phrases or f"tally.row.{name}" in GAME.phrases, chapter


def test_another_games_view_is_refused() -> None:
    with pytest.raises(BadView):
        GAME.tally(backroom.game("boss").new(3).view(None), ())
