from __future__ import annotations

import pytest

import backroom
from tests.games.corleone.table import GAME, A, B, C, D, cards, case, choices, frame, hand, laid_out, opened, play, why
from tests.rules import rule


@rule("C-1", "C-3", "C-4", "C-5", "C-6", "C-7", "C-9", "C-10", "C-11")
def test_five_players_are_set_up() -> None:  # T-1
    state = opened(5, 3)
    view = state.view(None)
    assert [plot is not None for plot in view.plots] == [True] * 4 + [False] * 3  # the fourth by act I's phase 1
    assert view.tiles == (4, 4)  # one blue tile fewer after phase 1
    assert len(view.public) == 4
    assert view.deck == 30
    assert len(view.allies) == 4
    assert len(view.gone) == 2
    assert all(ally.startswith("ally-1-") for ally in (*view.allies, *view.gone))
    for seat in range(5):
        own = hand(state, seat)
        assert own[:3] == cards(1, 2, 3)
        assert len(own) == 5
        assert all(name.startswith("job-") for name in own[3:])
        side = view.players[seat]
        assert (side.thugs, side.members, side.markers) == (2, ("don",), 9)
    assert view.supply == (10, 30, 35, 30, 11, 7, 8, 6)
    assert view.chief is None
    assert view.thugs == view.members == {}
    assert 0 <= view.horse < 5
    assert (view.act, view.phase) == (1, "family_business")


@rule("C-5", "C-8", "C-12", "C-16")
def test_two_players_are_set_up() -> None:  # T-2
    state = opened(2, 3)
    view = state.view(None)
    assert sum(plot is not None for plot in view.plots) == 1  # act I's own tile; none in the set-up
    assert [(side.thugs, side.members, side.markers) for side in view.players] == [(3, ("don",), 9)] * 2
    assert len(view.public) == 2
    assert view.deck == 38
    assert len(view.allies) == 1
    assert len(state.rules.spaces) == 12
    assert len(state.rules.touches) == 18


@rule("C-5", "C-8")
@pytest.mark.parametrize(
    ("seats", "tiles", "thugs", "public"), [(2, 1, 3, 2), (3, 1, 2, 3), (4, 2, 2, 3), (5, 4, 2, 4)]
)
def test_numbers_by_players(seats: int, tiles: int, thugs: int, public: int) -> None:
    view = opened(seats).view(None)
    assert sum(plot is not None for plot in view.plots) == tiles
    assert len(view.public) == public
    assert len(view.allies) == seats - 1
    assert all(side.thugs == thugs for side in view.players)


@rule("C-8")
def test_a_family_has_a_don_a_consigliere_and_an_heir_of_its_own() -> None:
    families = GAME.house_edition().data["family"]
    assert len(families) == 5
    assert len({family[figure] for family in families for figure in ("don", "consigliere", "heir")}) == 15
    assert [side.family for side in opened(3).view(None).players] == ["marzullo", "matarazzo", "vitale"]


@rule("C-11")
def test_the_horse_head_is_drawn_or_given_by_the_host() -> None:
    assert {opened(4, seed).horse for seed in range(40)} == {0, 1, 2, 3}
    for seed in range(5):
        state = opened(4, seed, first_player="host_choice", first_seat=3)
        assert state.horse == 2
        assert state.waiting == (2,)
    assert opened(2, 1, first_player="host_choice", first_seat=5).horse == 0


@rule("C-17", "C-18", "C-19")
def test_act_one_with_five_players_opens_in_queens_at_once() -> None:  # T-3
    state = opened(5, 4)
    tile = state.plots[3]
    assert tile != -1
    assert state.rules.businesses[tile].startswith("tile-b")
    assert state.where[tile] == 3
    seat = state.waiting[0]
    assert f"thug:t{tile - 6:02}" in choices(state, seat)


@rule("C-18", "C-17", "C-90")
def test_act_four_with_four_players_opens_a_red_tile_on_the_upper_west_side() -> None:  # T-4
    tiles = {"wall_street": "tile-b1", "brooklyn": "tile-b2", "upper_east_side": "tile-b3", "queens": "tile-r1"}
    hands = {seat: cards("gun", "gun", "gun", "gun") for seat in (A, B)}
    state = laid_out(4, hands, phase="tribute", act=3, tiles=tiles, red=["tile-r3"])
    play(state, A, "discard:gun")
    play(state, B, "discard:gun")
    assert state.act == 4
    assert state.view(None).plots == ("tile-b1", "tile-b2", "tile-b3", "tile-r1", "tile-r3", None, None)


@rule("C-18")
def test_tiles_are_shuffled() -> None:
    assert len({opened(3, seed).view(None).plots[0] for seed in range(60)}) == 8


@rule("C-16")
def test_spaces_marked_three_plus_are_closed_to_two() -> None:  # T-14
    two = laid_out(2, {A: ["ally-1-4"]}, mover=A)
    for space in ("ws_ch", "mt_ch"):
        assert why(two, A, f"family:{space}") == ("three_plus", "C-16")
    play(two, A, "ally:ally-1-4")
    for space in ("ws_ch", "mt_ch"):
        assert why(two, A, f"to:{space}") == ("three_plus", "C-16")
    play(two, A, "to:ws_mt_ch")
    three = laid_out(3, mover=A)
    for space in ("ws_ch", "mt_ch"):
        play(three.copy(), A, f"family:{space}")


@rule("C-12", "C-13", "C-14", "C-15")
def test_the_board_is_the_books() -> None:
    data = GAME.house_edition().data
    assert [district["number"] for district in data["district"]] == [1, 2, 3, 4, 5, 6, 7, 0]
    assert [district["name"] for district in data["district"]][:2] == ["Wall Street", "Brooklyn"]
    rules = opened(5).rules
    assert all(2 <= len(touched) <= 3 for touched in rules.touches)
    assert rules.fronts[19] == ()  # Central Park
    assert len(rules.backs[19]) == 1
    assert len(rules.fronts) == len(rules.backs) == 20


@rule("C-17")
def test_every_act_has_its_phases_and_act_four_no_bribery() -> None:
    state = opened(3, 5)
    seen: list[tuple[int, str]] = []
    while not state.over:
        if not seen or seen[-1] != (state.act, state.view(None).phase):
            seen.append((state.act, state.view(None).phase))
        seat = state.waiting[0]
        state.play(seat, state.legal(seat)[-1 if state.phase == 2 else 0])
    assert [act for act, phase in seen if phase == "family_business"] == [1, 2, 3, 4]
    assert [act for act, phase in seen if phase == "bribery"] == [1, 2, 3]
    assert state.view(None).phase == "over"


@rule("C-2")
def test_hands_and_suitcases_are_closed_and_the_rest_is_open() -> None:
    state = laid_out(3, {B: cards(5, "gun", "job-y01")}, suitcases={B: (0, 0, 0, 1)}, mover=A)
    seen = state.view(A)
    assert seen.hand == ()
    assert seen.players[B].cards == 3
    assert seen.players[B].suitcase is None
    assert state.view(B).players[B].suitcase == (0, 0, 0, 1)
    assert state.view(B).hand == ("bill-5", "gun", "job-y01")
    assert "job-y01" not in str(seen)
    assert case(state, B) == (0, 0, 0, 1)


@rule("C-90", "C-91", "C-92", "C-93", "C-94", "C-89", "C-17")
def test_the_entracte() -> None:  # T-38
    position = {
        "thugs": {"biz-p6": "0 thug"},
        "river": ["1 thug"],
        "chief": "queens",
        "public": ["job-y05", None, None],
        "deck": ["job-g01", "job-g02"],
        "discard": ["job-s01"],
        "horse": C,
    }
    hands = {A: cards("gun", "gun", "gun", "gun", "gun", "gun")}
    state = laid_out(3, hands, phase="tribute", tiles={"wall_street": "tile-b1"}, stacks={"queens": [B]}, **position)
    play(state, A, "discard:gun")
    view = state.view(None)
    assert (view.act, view.phase) == (2, "family_business")
    assert view.thugs == view.members == {}
    assert view.river == ()
    assert view.chief is None
    assert [(side.thugs, side.members) for side in view.players] == [(2, ("don", "consigliere"))] * 3
    assert view.public == ("job-y05", "job-g01", "job-g02")
    assert len(view.allies) == 2
    assert all(ally.startswith("ally-2-") for ally in view.allies)
    assert view.stacks[3] == (B,)
    assert view.discard == ("job-s01",)
    assert view.horse == C
    assert view.players[A].cards == 5
    assert state.waiting == (C,)


@rule("C-91", "C-93", "C-17")
def test_before_act_four_the_heir_comes_and_no_allies() -> None:  # T-38
    state = laid_out(
        3,
        {A: cards("gun", "gun", "gun", "gun")},
        phase="tribute",
        act=3,
        allies=["ally-3-1"],
        tiles={"wall_street": "tile-b1", "brooklyn": "tile-b2", "upper_east_side": "tile-r1"},
    )
    play(state, A, "discard:gun")
    view = state.view(None)
    assert view.act == 4
    assert [side.members for side in view.players] == [("don", "consigliere", "heir")] * 3
    assert view.allies == ()
    assert "ally-3-1" in view.gone  # CC-47


@rule("C-92")
def test_with_the_deck_out_public_jobs_are_filled_from_the_discard() -> None:
    state = laid_out(
        3, {A: cards(*["gun"] * 6)}, phase="tribute", discard=["job-y01"], rest_with=C, public=[None, None, None]
    )
    play(state, A, "discard:gun")
    assert state.view(None).public == ("job-y01", None, None)


@rule("C-17")
def test_nothing_moves_when_the_game_is_over() -> None:
    state = opened(2, 1)
    while not state.over:
        state.play(state.waiting[0], state.legal(state.waiting[0])[0])
    assert why(state, A, "done") == ("game_over", "C-17")
    with pytest.raises(backroom.IllegalMove):
        state.play(A, 0)


def test_pieces_are_where_a_position_puts_them() -> None:
    state = laid_out(3, pending=[frame("menu", B, 0, names=["launder", "gun"])], hands={B: cards(1)}, mover=A)
    assert state.waiting == (B,)
    assert choices(state, B) == ["launder:1", "take:gun", "done"]
    assert D == 3
