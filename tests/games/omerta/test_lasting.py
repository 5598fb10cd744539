"""O-40 to O-47: La Mama and the Police Patrol."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.omerta.tables import handle, kinds, lay_out, may, pile, play, refused, row, stress_edition
from tests.rules import rule


def mama(layer: int, holder: int, left: int = 1) -> dict[str, Any]:
    return {"card": "la_mama", "layer": layer, "holder": holder, "handle": None, "left": left}


def patrol(layer: int, holder: int, handle: int, left: int = 2) -> dict[str, Any]:
    return {"card": "patrol", "layer": layer, "holder": holder, "handle": handle, "left": left}


@rule("O-9", "O-16", "O-26", "O-40", "O-45", "O-46")
def test_ot_21_how_long_la_mama_lasts() -> None:
    state = lay_out("B1", "B2", "B3", "B4", deck="MAM WIT ALI WIT ALI KIL")
    play(state, "A take:deck throw", "A la_mama:S3")
    assert state.waiting == (2,), "the one who gets her may stop her"
    play(state, "C pass", "B take:deck throw")
    assert state.active == 3, "C misses the turn"
    assert kinds(state)[-1] == "skipped"
    play(state, "D take:deck throw")
    assert pile(state) == "ALI WIT"
    play(state, "A take:pile")
    assert pile(state) == "MAM WIT"
    assert (state.view(0).phase, state.lasting) == ("taken", [])
    play(state, "A swap:1", "HOUSE time_up", "B take:deck throw")
    assert state.active == 2
    assert may(state, "C") == ["call", "take:deck", "take:pile"]


@rule("O-41", "O-18", "O-42", "O-40", "O-49")
def test_ot_22_what_la_mama_forbids_and_what_she_protects_from() -> None:
    edition = stress_edition()

    def table(deck: str, **options: Any) -> Any:
        return lay_out("B1", "B2", "B3 KIL", "B4", deck=deck, lasting=[mama(1, 2)], edition=edition, options=options)

    for short, move in (("LAD", "lady:S3"), ("SNI", "snitch:S3"), ("MAM", "la_mama:S3"), ("PAT", "patrol:S3:1")):
        state = table(short)
        play(state, "A take:deck throw")
        assert refused(state, f"A {move}").rule == "O-41"
        assert not [token for token in may(state, "A") if ":S3" in token]
    state = table("GAN")
    play(state, "A take:deck throw", "A gangster:S3:1 gangster:S1:1")
    assert (row(state, "A"), row(state, "C")) == ("B3", "B1 KIL"), "and there was nothing C could answer"
    both = table("GAN")
    play(both, "A take:deck throw", "A gangster:S3:1 gangster:S2:1")
    assert both.waiting == (1,)
    assert refused(both, "C killer:2").rule == "O-41"
    race = table("B3")
    play(race, "A take:deck throw")
    assert refused(race, "C snap:1").rule == "O-41"


@rule("O-41", "O-42")
def test_with_mama_stops_patrol_false_a_patrol_may_be_laid_under_la_mama() -> None:
    state = lay_out("B1", "B2", "B3", deck="PAT", lasting=[mama(1, 2)], options={"mama_stops_patrol": False})
    play(state, "A take:deck throw", "A patrol:S3:1")
    assert [one.card for one in state.view(0).lasting] == ["la_mama", "patrol"]


@rule("O-42", "O-43", "O-45", "O-49", "O-16")
def test_ot_23_how_long_the_patrol_lasts() -> None:
    state = lay_out("B1", "B2", "B3 B4 B5", deck="PAT WIT MOL WIT ALI DRI ALI KIL KIL")
    play(state, "A take:deck throw")
    assert refused(state, "A patrol:S1:1").rule == "O-42"
    assert refused(state, "A patrol:S3:4").rule == "O-42"
    assert refused(state, "A patrol:S4:1").rule == "O-1"
    play(state, "A patrol:S3:2", "C pass", "B take:deck throw")
    assert refused(state, "C call").rule == "O-49"
    play(state, "C take:deck")
    assert may(state, "C") == ["throw", "swap:1", "swap:3"]
    assert refused(state, "C swap:2").rule == "O-43"
    play(state, "C throw")
    assert refused(state, "C mole:2").rule == "O-43"
    play(state, "C mole:1", "A take:deck")
    assert state.view(0).lasting[0].left == 1
    play(state, "A throw", "B take:deck throw", "C take:deck throw")
    assert refused(state, "C drive:2").rule == "O-43"
    assert may(state, "C") == ["drive:done", "drive:1", "drive:3"]
    assert refused(state, "C call").rule == "O-24"
    play(state, "C drive:done", "A take:deck")
    assert (state.lasting, pile(state).split()[0]) == ([], "PAT")
    play(state, "A throw", "B take:deck throw")
    assert "call" in may(state, "C")


@rule("O-43")
def test_a_patrolled_card_is_not_raced_cracked_swapped_or_shown() -> None:
    lasting = [patrol(1, 0, 0)]
    race = lay_out("B7 B2", "B3", "B4", deck="B7", lasting=lasting)
    play(race, "A take:deck throw")
    assert refused(race, "A snap:1").rule == "O-43"
    safe = lay_out("B7 B2", "B3", "B4", deck="SAF", lasting=lasting)
    play(safe, "A take:deck throw crack")
    assert refused(safe, "A trade:1:1").rule == "O-43"
    killer = lay_out("KIL B2", "B3", "B4", deck="LAD", lasting=[patrol(2, 0, 0)], active=1)
    play(killer, "B take:deck throw lady:S1")
    assert refused(killer, "A killer:1").rule == "O-43"
    play(killer, "A pass")
    assert row(killer, "A") == "KIL B2"
    laid = lay_out("KIL B2", "B3", "B4", deck="PAT", lasting=[patrol(2, 0, 0)], active=1, edition=stress_edition())
    play(laid, "B take:deck throw")
    assert refused(laid, "B patrol:S1:1").rule == "O-43"
    play(laid, "B patrol:S1:2", "A pass")
    assert [one.handle for one in laid.view(0).lasting] == [0, 1], "several cards of one row may be patrolled"


@rule("O-44", "O-10", "O-25")
def test_ot_24_with_the_only_card_patrolled_one_takes_from_the_deck_and_throws() -> None:
    state = lay_out("B1", "B2", "B5", deck="DRI WIT ALI B4", pile="B9", active=2, lasting=[patrol(0, 2, 2)])
    assert refused(state, "C take:pile").rule == "O-10"
    assert may(state, "C") == ["take:deck"]
    play(state, "C take:deck")
    assert may(state, "C") == ["throw"]
    play(state, "C throw")
    assert (state.active, pile(state)) == (0, "DRI B9")
    play(state, "A take:deck throw", "B take:deck throw", "C take:deck throw")
    assert state.number == 4
    assert state.waiting == (0, 1)
    assert refused(state, "C snap:1").rule in ("O-18", "O-43")


@rule("O-45", "O-46", "O-47")
def test_ot_25_both_at_once_and_a_skipped_turn_counts() -> None:
    state = lay_out("B1", "B2", "B3", deck="PAT WIT MAM ALI WIT KIL")
    play(state, "A take:deck throw", "A patrol:S2:1", "B pass", "B take:deck throw")
    play(state, "C take:deck throw", "C la_mama:S1", "A pass")
    assert state.active == 1, "A misses the turn"
    assert [one.left for one in state.view(0).lasting] == [1, 1]
    early = play(state.copy(), "B take:deck throw", "C call")
    assert early.view(0).past[0].sums == (1, 2, 3), "lasting cards count for nobody"
    assert early.lasting == []
    play(state, "B take:deck throw", "C take:deck")
    assert pile(state).split()[0] == "MAM"
    play(state, "C throw", "A take:deck")
    assert (state.lasting, pile(state).split()[0]) == ([], "PAT")


@rule("O-47")
def test_a_missed_turn_counts_as_one_of_two_under_a_patrol() -> None:
    lasting = [patrol(0, 1, 1), mama(2, 1)]
    state = lay_out("B1", "B2", "B3", deck="WIT WIT ALI ALI KIL KIL", lasting=lasting)
    play(state, "A take:deck throw")
    assert state.active == 2
    play(state, "C take:deck throw", "A take:deck")
    assert state.lasting == []
    assert pile(state).split()[0] == "PAT"


@rule("O-46")
@pytest.mark.parametrize("short", ["MAM", "PAT"])
def test_a_lasting_card_face_down_in_a_row_is_a_card_like_any_other(short: str) -> None:
    state = lay_out("B1", f"{short} B2", "B3", deck="WIT B4")
    play(state, "A take:deck throw", "B take:deck swap:1")
    assert state.view(0).acting == ("la_mama" if short == "MAM" else "patrol")
    assert state.view(0).pile == ("witness",)


@rule("O-42", "O-43")
def test_a_patrol_stays_on_its_card_when_the_row_changes() -> None:
    state = lay_out("B1", "B2", "B7 B8 B9", deck="B7", lasting=[patrol(0, 2, 4)], active=1)
    play(state, "B take:deck throw", "C snap:1")
    assert [back.patrolled for back in state.view(0).rows[2]] == [False, True]
    assert handle(state, "C", 2) == 4
