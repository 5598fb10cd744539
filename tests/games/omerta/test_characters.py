"""O-24 to O-39: what every character does, and what a Killer stops."""

from __future__ import annotations

from typing import Any

import pytest

from backroom.games.omerta import GAME
from tests.games.omerta.tables import all_cards, handle, kinds, known, lay_out, may, pile, play, refused, row, told
from tests.rules import rule

DECLINE = {"character_use": "may_decline"}


@rule("O-24", "O-25", "O-30")
def test_ot_11_a_swapped_out_character_acts_even_if_nobody_knew_it() -> None:
    state = lay_out("B3 B4 MOL B5", "B6", "B7", deck="B1")
    play(state, "A take:deck swap:3")
    assert state.view(1).acting == "mole"
    assert may(state, "A") == ["mole:1", "mole:2", "mole:3", "mole:4"]
    assert refused(state, "A decline").rule == "O-25"
    assert refused(state, "A mole:5").rule == "O-30"
    others = [state.view(1).records, state.view(None).records]
    play(state, "A mole:1")
    assert ("B3", (handle(state, "A", 1),)) in known(state, "A")
    assert [state.view(1).records, state.view(None).records] == others
    assert state.view(1).rows[0][0].seen == (0,)
    assert state.view(0).look == ((handle(state, "A", 1), "bottle_3"),)
    assert state.view(1).look == ()
    assert state.active == 1
    assert "race" not in kinds(state)


@rule("O-24")
@pytest.mark.parametrize("short", ["WIT", "ALI", "KIL"])
def test_a_character_opens_no_race_and_three_of_them_do_nothing(short: str) -> None:
    state = lay_out("B3", "B6", "B7", deck=short)
    play(state, "A take:deck throw")
    assert (state.active, pile(state)) == (1, short)


@rule("O-24")
def test_a_character_shown_by_mistake_does_not_act() -> None:
    state = lay_out("B3", "GAN", "LAD", deck="B1 SNI")
    play(state, "A take:deck throw", "B snap:1")
    assert state.view(1).phase == "race"
    play(state, "A pass", "C snap:1")
    assert state.view(1).phase == "begin"


@rule("O-28", "O-60")
def test_ot_12_the_gangster_swaps_two_cards_of_two_rows_and_knowledge_travels_along() -> None:
    seen: dict[str, Any] = {"A": [("A", 2)], "C": [("C", 1)]}
    state = lay_out("? B1", "? ? ?", "B10 ?", deck="GAN", seen=seen)
    play(state, "A take:deck throw")
    assert refused(state, "A gangster:S1:3").rule == "O-28"
    assert refused(state, "A gangster:S4:1").rule == "O-1"
    both_rivals = play(state.copy(), "A gangster:S2:3 gangster:S3:1")
    assert both_rivals.waiting == (1, 2)
    one_row = play(state.copy(), "A gangster:S3:1")
    assert refused(one_row, "A gangster:S3:2").rule == "O-28"
    play(state, "A gangster:S1:2")
    assert state.view(2).named == ("gangster:S1:2",)
    assert refused(state, "A gangster:S1:1").code == "same_row"
    assert refused(state, "A gangster:S1:2").code == "chosen_already"
    play(state, "A gangster:S3:1")
    assert state.waiting == (2,), "only the rival is attacked"
    play(state, "C pass")
    assert (row(state, "A").split()[1], row(state, "C").split()[0]) == ("B10", "B1")
    assert known(state, "A") == {("B1", (handle(state, "C", 1),))}
    assert known(state, "C") == {("B10", (handle(state, "A", 2),))}
    assert known(state, "B") == set()


@rule("O-28", "O-43")
def test_the_gangster_needs_two_rows_and_free_cards() -> None:
    patrol = [{"card": "patrol", "layer": 0, "holder": 2, "handle": 3, "left": 2}]
    state = lay_out("B1 B2", "B3", "B4", deck="GAN", lasting=patrol)
    play(state, "A take:deck throw")
    assert refused(state, "A gangster:S3:1").rule == "O-43"
    play(state, "A gangster:S2:1")
    assert may(state, "A") == ["gangster:S1:1", "gangster:S1:2"]
    alone = lay_out("", "B3 B5", "", deck="GAN")
    play(alone, "A take:deck throw")
    assert alone.active == 1
    assert "lost" in kinds(alone)


@rule("O-28")
def test_with_gangster_same_row_two_cards_of_one_rival_may_be_named_but_not_two_own() -> None:
    state = lay_out("B1 B2", "B3 B5", "B4", deck="GAN", options={"gangster_same_row": True})
    play(state, "A take:deck throw")
    own = play(state.copy(), "A gangster:S1:1")
    assert refused(own, "A gangster:S1:2").rule == "O-28"
    play(state, "A gangster:S2:1 gangster:S2:2", "B pass")
    assert row(state, "B") == "B5 B3"


@rule("O-29")
def test_the_lady_shuffles_a_rivals_row() -> None:
    orders = set()
    for seed in range(80):
        state = lay_out("B1", "B3 B5 B7", "B4", deck="LAD", seed=seed)
        play(state, "A take:deck throw")
        assert may(state, "A") == ["lady:S2", "lady:S3"]
        assert refused(state, "A lady:S1").rule == "O-29"
        assert refused(state, "A lady:S5").rule == "O-1"
        before = {handle(state, "B", slot) for slot in (1, 2, 3)}
        play(state, "A lady:S2", "B pass")
        assert before.isdisjoint({handle(state, "B", slot) for slot in (1, 2, 3)})
        orders.add(row(state, "B"))
    assert len(orders) == 6


@rule("O-31", "O-35", "O-36")
def test_ot_14_a_killer_stops_all_of_the_snitch() -> None:
    state = lay_out("B1", "B2", "B3 B4 B5 KIL", deck="SNI B9 B10")
    play(state, "A take:deck throw")
    assert may(state, "A") == ["snitch:S2", "snitch:S3"]
    assert refused(state, "A snitch:S1").rule == "O-31"
    cards = len(state.deck)
    dealt = play(state.copy(), "A snitch:S2 snitch:S3", "B pass", "C pass")
    assert [row(dealt, who) for who in "ABC"] == ["B1", "B2 B9", "B3 B4 B5 KIL B10"]
    assert len(dealt.deck) == cards - 2
    assert [known(dealt, who) for who in "ABC"] == [set()] * 3
    both = play(state.copy(), "A snitch:S2 snitch:S2", "B pass")
    assert row(both, "B") == "B2 B9 B10"
    play(state, "A snitch:S2 snitch:S3", "B pass")
    assert refused(state, "B killer:1").rule == "O-36"
    assert refused(state, "A killer:1").rule == "O-35"
    assert refused(state, "A take:deck").rule == "O-36"
    play(state, "C killer:4")
    assert (len(state.deck), pile(state), row(state, "C")) == (cards, "KIL SNI", "B3 B4 B5")
    assert kinds(state)[-1] == "killer"
    assert state.active == 1
    play(state, "B take:pile")
    assert state.view(0).taken == "killer"


@rule("O-36", "O-37", "O-63")
def test_ot_15_answers_are_opened_clockwise_until_a_killer_appears() -> None:
    state = lay_out("B1", "B2 B3 B6", "B4 KIL", deck="GAN B10")
    play(state, "A take:deck throw", "A gangster:S2:1 gangster:S3:1")
    wrong = play(state.copy(), "C killer:2")
    assert wrong.view(1).answer == ""
    assert wrong.view(1).waiting == (1,)
    play(wrong, "B killer:3")
    assert row(wrong, "B") == "B2 B3 B6 B10"
    assert known(wrong, "A") == {("B6", (handle(wrong, "B", 3),))}
    assert (row(wrong, "C"), pile(wrong)) == ("B4", "KIL GAN")
    opened = [(one.race, one.seat, one.slot, one.result, one.card, one.penalty) for one in wrong.view(0).tries]
    assert opened == [(0, 1, 3, "wrong", "bottle_6", True), (0, 2, 2, "won", "killer", False)]
    first = lay_out("B1", "B2 KIL", "B4 KIL", deck="GAN B10")
    play(first, "A take:deck throw", "A gangster:S2:1 gangster:S3:1", "C killer:2", "B killer:2")
    assert (row(first, "B"), row(first, "C")) == ("B2", "B4 KIL")
    assert known(first, "A") == set()


@rule("O-37")
def test_after_a_wrong_killer_the_effect_goes_on() -> None:
    state = lay_out("B1", "B2 B3", "B4", deck="SNI B9 B10 B8")
    play(state, "A take:deck throw", "A snitch:S2 snitch:S2", "B killer:2")
    assert row(state, "B") == "B2 B3 B9 B10 B8"
    free = lay_out("B1", "B2 B3", "B4", deck="SNI B9 B10 B8", options={"killer_mistake": "free"})
    play(free, "A take:deck throw", "A snitch:S2 snitch:S2", "B killer:2")
    assert row(free, "B") == "B2 B3 B9 B10"
    assert known(free, "A") == {("B3", (handle(free, "B", 2),))}


@rule("O-36")
def test_with_killer_scope_own_part_only_its_owner_is_spared() -> None:
    own_part = {"killer_scope": "own_part"}
    state = lay_out("B1", "B2 KIL", "B4 KIL", deck="SNI B9 B10", options=own_part)
    play(state, "A take:deck throw", "A snitch:S2 snitch:S3", "B killer:2", "C pass")
    assert (row(state, "B"), row(state, "C"), pile(state)) == ("B2", "B4 KIL B9", "KIL SNI")
    both = lay_out("B1", "B2 KIL", "B4 KIL", deck="SNI B9 B10", options=own_part)
    play(both, "A take:deck throw", "A snitch:S2 snitch:S3", "B killer:2", "C killer:2")
    assert (row(both, "B"), row(both, "C"), pile(both)) == ("B2", "B4", "KIL KIL SNI")
    swap = lay_out("B1", "B2 KIL", "B4", deck="GAN", options=own_part)
    play(swap, "A take:deck throw", "A gangster:S2:1 gangster:S3:1", "B killer:2", "C pass")
    assert (row(swap, "B"), row(swap, "C")) == ("B2", "B4"), "a swap cannot be done by half"


@rule("O-35", "O-26", "O-36")
@pytest.mark.parametrize(
    ("short", "named"),
    [
        ("GAN", "gangster:S1:1 gangster:S2:1"),
        ("LAD", "lady:S2"),
        ("SNI", "snitch:S2 snitch:S2"),
        ("MAM", "la_mama:S2"),
        ("PAT", "patrol:S2:1"),
    ],
)
def test_what_a_killer_stops(short: str, named: str) -> None:
    state = lay_out("B1", "B2 KIL", "B4", deck=f"{short} B9")
    play(state, "A take:deck throw", f"A {named}")
    assert may(state, "B") == ["pass", "killer:1", "killer:2"]
    cards = all_cards(state)
    play(state, "B killer:2")
    assert (row(state, "A"), row(state, "B"), pile(state)) == ("B1", "B2", f"KIL {short}")
    assert (state.lasting, state.active) == ([], 1)
    assert all_cards(state) == cards


@rule("O-35", "O-25")
@pytest.mark.parametrize(("short", "move"), [("DRI", "drive:done"), ("MOL", "mole:1"), ("SAF", "decline")])
def test_ot_16_a_killer_cannot_answer_what_is_not_used_against_its_owner(short: str, move: str) -> None:
    state = lay_out("B1", "KIL", "B4", deck=short)
    play(state, "A take:deck throw")
    assert refused(state, "B killer:1").rule == "O-35"
    assert refused(state, "A lady:S2").rule == "O-24"
    play(state, f"A {move}")
    assert state.active == 1


@rule("O-35", "O-24")
def test_ot_16_a_discarded_killer_does_nothing() -> None:
    state = lay_out("KIL B2", "B1", "B4", deck="B3")
    play(state, "A take:deck swap:1")
    assert (state.active, pile(state)) == (1, "KIL")


@rule("O-35")
def test_a_patrol_being_laid_on_the_killer_itself_can_be_stopped() -> None:
    state = lay_out("B1", "KIL", "B4", deck="PAT")
    play(state, "A take:deck throw", "A patrol:S2:1", "B killer:1")
    assert pile(state) == "KIL PAT"
    assert row(state, "B") == ""


@rule("O-32", "O-17", "O-22")
def test_ot_17_the_drivers_bottles_go_one_by_one_each_with_its_race() -> None:
    state = lay_out("B10 B9 B9 SNI", "B10 B1", "B3", deck="DRI")
    play(state, "A take:deck throw")
    assert may(state, "A") == ["drive:done", "drive:1", "drive:2", "drive:3", "drive:4"]
    play(state, "A drive:1")
    assert refused(state, "A drive:1").rule == "O-32"
    assert refused(state, "A drive:5").rule == "O-32"
    assert refused(state, "A decline").rule == "O-32"
    assert state.view(1).named == ("drive:1",)
    assert known(state, "B") == set(), "shown together"
    play(state, "A drive:2")
    assert (pile(state), state.number, state.view(1).drops) == ("B10 DRI", 10, ("bottle_9",))
    play(state, "B snap:1")
    assert (pile(state), state.number) == ("B9 B10 B10 DRI", 9)
    play(state, "A snap:1")
    assert (row(state, "A"), row(state, "B"), state.active) == ("SNI", "B1", 1)


@rule("O-32")
def test_the_driver_drops_in_the_order_chosen_and_one_is_allowed() -> None:
    state = lay_out("B1 B2 B3", "B5", "B6", deck="DRI")
    one = play(state.copy(), "A take:deck throw drive:3 drive:done")
    assert (pile(one), row(one, "A")) == ("B3 DRI", "B1 B2")
    play(state, "A take:deck throw drive:3 drive:1", "HOUSE time_up", "HOUSE time_up")
    assert (pile(state), row(state, "A")) == ("B1 B3 DRI", "B2")


@rule("O-33", "O-32", "O-25")
def test_ot_18_with_a_character_among_them_all_cards_go_back() -> None:
    state = lay_out("B10 WIT B3 B4", "B5", "B6", deck="DRI ALI")
    play(state, "A take:deck throw")
    none = play(state.copy(), "A drive:done")
    assert (row(none, "A"), none.active) == ("B10 WIT B3 B4", 1)
    single = play(state.copy(), "A drive:2 drive:done")
    assert row(single, "A") == "B10 WIT B3 B4 ALI"
    play(state, "A drive:1 drive:2")
    assert (row(state, "A"), pile(state), state.active) == ("B10 WIT B3 B4 ALI", "DRI", 1)
    assert known(state, "C") == {("B10", (handle(state, "A", 1),)), ("WIT", (handle(state, "A", 2),))}


@rule("O-32", "O-17")
def test_with_driver_windows_false_the_drivers_bottles_start_no_race() -> None:
    state = lay_out("B1 B2 B3", "B1", "B6", deck="DRI", options={"driver_windows": False})
    play(state, "A take:deck throw drive:1 drive:2")
    assert (pile(state), state.active, row(state, "B")) == ("B2 B1 DRI", 1, "B1")
    assert "race" not in kinds(state)


@rule("O-34", "O-5", "O-24")
def test_ot_19_the_safecracker_looks_and_exchanges() -> None:
    state = lay_out("B1 B2 B3 SNI", "B4", "B5", "B6", deck="SAF B10 B10 B10", safe="B2 KIL B9 GAN")
    play(state, "A take:deck throw")
    assert may(state, "A") == ["decline", "crack"]
    assert refused(state, "A trade:1:4").rule == "O-34"
    away = play(state.copy(), "A decline")
    assert (away.active, known(away, "A")) == (1, set())
    play(state, "A crack")
    assert [card for _, card in state.view(0).look] == ["bottle_2", "killer", "bottle_9", "gangster"]
    assert state.view(1).look == ()
    assert refused(state, "A decline").rule == "O-34"
    assert refused(state, "A crack").rule == "O-34"
    assert refused(state, "A trade:1:5").rule == "O-34"
    play(state, "A trade:1:4")
    assert (row(state, "A"), row(state, "SAFE"), state.active) == ("B1 B2 B3 B2", "SNI KIL B9 GAN", 1)
    safe = [handle(state, "SAFE", slot) for slot in (1, 2, 3, 4)]
    assert known(state, "A") == {
        ("B2", (handle(state, "A", 4),)),
        ("KIL", (safe[1],)),
        ("B9", (safe[2],)),
        ("GAN", (safe[3],)),
    }
    assert known(state, "B") == set()
    exchanged = told(state)[-1]
    assert (exchanged["kind"], exchanged["safe"], exchanged["slot"]) == ("traded", 1, 4)


@rule("O-34")
def test_ot_19_whoever_cracks_the_safe_later_knows_all_four() -> None:
    state = lay_out("SNI", "B4", "B5", deck="SAF SAF", safe="B2 KIL B9 GAN")
    play(state, "A take:deck throw crack trade:1:1", "B take:deck throw crack")
    safe = [handle(state, "SAFE", slot) for slot in (1, 2, 3, 4)]
    assert known(state, "B") == {("SNI", (safe[0],)), ("KIL", (safe[1],)), ("B9", (safe[2],)), ("GAN", (safe[3],))}
    assert ("SNI", (safe[0],)) not in known(state, "A"), "nobody looked at the card that went in"


@rule("O-34")
def test_without_a_free_card_the_safecracker_only_looks() -> None:
    state = lay_out("", "B4", "B5", deck="SAF", safe="B2 KIL B9 GAN")
    play(state, "A take:deck throw", "A crack")
    assert len(known(state, "A")) == 4
    assert state.active == 1


@rule("O-34")
def test_with_safe_swap_optional_a_look_is_enough() -> None:
    state = lay_out("B1", "B4", "B5", deck="SAF", safe="B2 KIL B9 GAN", options={"safe_swap": "optional"})
    play(state, "A take:deck throw crack decline")
    assert (row(state, "A"), state.active, len(known(state, "A"))) == ("B1", 1, 4)


@rule("O-34", "O-60")
def test_with_safe_slots_hidden_only_the_safecracker_can_follow_the_cards() -> None:
    hidden = {"safe_slots_public": False}
    seen: dict[str, Any] = {"A": [("A", 1)], "B": [("B", 1), ("SAFE", 2)], "ALL": [("A", 2)]}
    state = lay_out("B1 B7", "B4", "B5", deck="SAF", safe="B2 KIL B9 GAN", options=hidden, seen=seen)
    play(state, "A take:deck throw crack")
    twin = state.copy()
    play(state, "A trade:1:1")
    play(twin, "A trade:4:2")
    assert (row(state, "A"), row(state, "SAFE")) == ("B2 B7", "B1 KIL B9 GAN")
    for who in (1, 2, None):
        assert state.view(who) == twin.view(who)
    mine = [handle(state, "A", slot) for slot in (1, 2)]
    safe = [handle(state, "SAFE", slot) for slot in (1, 2, 3, 4)]
    assert known(state, "A") == {
        ("B2", (mine[0],)), ("B7", (mine[1],)), ("B1", (safe[0],)),
        ("KIL", (safe[1],)), ("B9", (safe[2],)), ("GAN", (safe[3],)),
    }  # fmt: skip
    assert known(state, "B") == {
        ("B4", (handle(state, "B", 1),)),
        ("KIL", (*mine, safe[1])),
        ("B7", (mine[1], *safe)),
    }
    events = state.events()
    assert events[-1].seen_by(0)["slot"] == 1
    assert "slot" not in events[-1].seen_by(1)


@rule("O-25")
@pytest.mark.parametrize("short", ["GAN", "LAD", "MOL", "SNI", "SAF", "MAM", "PAT"])
def test_with_may_decline_one_may_do_without_any_character(short: str) -> None:
    state = lay_out("B1", "B4", "B5", deck=short, options=DECLINE)
    play(state, "A take:deck throw")
    assert "decline" in may(state, "A")
    play(state, "A decline")
    assert (state.active, pile(state), state.lasting) == (1, short, [])
    must = lay_out("B1", "B4", "B5", deck=short)
    play(must, "A take:deck throw")
    if short != "SAF":
        assert refused(must, "A decline").code == "must_act"


@rule("O-25")
def test_once_a_target_is_named_the_action_goes_on() -> None:
    state = lay_out("B1", "B4", "B5", deck="SNI", options=DECLINE)
    play(state, "A take:deck throw snitch:S2")
    assert refused(state, "A decline").code == "named_already"
    assert refused(state, "B decline").rule == "O-9"
    assert refused(state, "A throw").rule == "O-24"


@rule("O-25", "O-26")
def test_without_a_target_a_character_is_lost() -> None:
    alone = lay_out("B1", "", "", deck="PAT")
    play(alone, "A take:deck throw")
    assert (alone.active, pile(alone)) == (1, "PAT")
    mole = lay_out("", "B1", "B2", deck="MOL")
    play(mole, "A take:deck throw")
    assert (mole.active, pile(mole)) == (1, "MOL")
    assert refused(mole, "B decline").rule == "O-25"


@rule("O-26")
def test_a_character_lies_on_the_pile_while_it_acts_but_for_lasting_cards() -> None:
    for short, expected in (("LAD", "LAD B9"), ("MAM", "B9"), ("PAT", "B9")):
        state = lay_out("B1", "B2", "B3", deck=short, pile="B9")
        play(state, "A take:deck throw")
        assert pile(state) == expected


@rule("O-27", "O-39")
def test_ot_20_what_cards_cost() -> None:
    sums = {
        "ALI WIT B3 KIL": 28,
        "SNI DRI": 40,
        "GAN LAD MOL SAF": 60,
        "MAM PAT": 30,
    }
    for cards, expected in sums.items():
        state = lay_out("B10", cards, "B10")
        play(state, "A call")
        assert state.view(0).past[0].sums[1] == expected
    thrown = lay_out("B10", "B1", "B10", deck="ALI")
    play(thrown, "A take:deck throw")
    assert (thrown.active, kinds(thrown)) == (1, ["took_deck", "thrown"])


@rule("O-38", "O-39")
def test_witness_and_alibi_have_no_ability() -> None:
    for short in ("WIT", "ALI"):
        state = lay_out("B10", f"B1 {short}", "B10", deck=f"{short} LAD")
        play(state, "A take:deck throw")
        assert state.view(0).phase == "begin"
        play(state, "B take:deck throw lady:S1", "A pass")
        assert not [token for token in map(GAME.token, range(GAME.actions)) if token.startswith(("witness", "alibi"))]
