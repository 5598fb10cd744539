"""O-9 to O-16: taking, swapping, throwing away."""

from __future__ import annotations

from tests.games.omerta.tables import handle, kinds, known, lay_out, may, pile, play, refused, row
from tests.rules import rule


@rule("O-9", "O-10", "O-11", "O-12", "O-13", "O-14", "O-17")
def test_ot_4_a_card_from_the_deck_is_thrown_or_swapped() -> None:
    state = lay_out("? B9 ? ?", "? ? ? ?", "? ? ? ?", deck="B6")
    assert may(state, "A") == ["call", "take:deck"]
    play(state, "A take:deck")
    assert state.view(0).taken == "bottle_6"
    assert state.view(1).taken == state.view(None).taken == ""
    assert state.view(1).taken_from == "deck"
    assert may(state, "A") == ["throw", "swap:1", "swap:2", "swap:3", "swap:4"]
    thrown = state.copy()
    before = row(thrown, "A")
    play(thrown, "A throw")
    assert (pile(thrown), row(thrown, "A"), thrown.number) == ("B6", before, 6)
    play(state, "A swap:2")
    assert (pile(state), state.number) == ("B9", 9)
    assert row(state, "A").split()[1] == "B6"
    fresh = handle(state, "A", 2)
    assert known(state, "A") == {("B6", (fresh,))}
    assert known(state, "B") == set()


@rule("O-11")
def test_the_event_of_a_taken_card_shows_it_to_its_taker_alone() -> None:
    state = lay_out("?", "?", "?", deck="B6")
    play(state, "A take:deck")
    told_to = state.events()[0]
    assert told_to.seen_by(0)["card"] == "bottle_6"
    assert "card" not in told_to.seen_by(1)
    assert "card" not in told_to.seen_by(None)


@rule("O-11", "O-13", "O-60", "O-17")
def test_ot_5_a_card_from_the_pile_must_be_swapped_in_and_stays_known() -> None:
    state = lay_out("?", "? ? ? B3", "?", pile="ALI", active=1)
    play(state, "B take:pile")
    assert refused(state, "B throw").rule == "O-13"
    assert may(state, "B") == ["swap:1", "swap:2", "swap:3", "swap:4"]
    play(state, "B swap:4")
    for who in "ABC":
        assert known(state, who) == {("ALI", (handle(state, "B", 4),))}
    assert known(state, None) == {("ALI", (handle(state, "B", 4),))}
    assert (pile(state), state.number) == ("B3", 3)


@rule("O-9", "O-10", "O-12", "O-14")
def test_moves_out_of_order_are_refused() -> None:
    state = lay_out("B1 B2", "B3", "B4", deck="WIT")
    assert refused(state, "A throw").code == "take_first"
    assert refused(state, "A swap:1").rule == "O-9"
    assert refused(state, "A pass").rule == "O-9"
    assert refused(state, "B take:deck").rule == "O-9"
    assert refused(state, "A take:pile").code == "pile_empty"
    play(state, "A take:deck")
    assert refused(state, "A take:deck").rule == "O-10"
    assert refused(state, "A pass").rule == "O-14"
    assert refused(state, "A swap:3").rule == "O-12"
    play(state, "A throw")
    assert state.active == 1
    assert row(state, "A") == "B1 B2", "a turn ends with one card discarded, and the row is as long as it was"


@rule("O-12", "O-15")
def test_a_swapped_card_is_not_looked_at_first() -> None:
    state = lay_out("B1 B2", "B3", "B4", deck="WIT")
    play(state, "A take:deck")
    assert known(state, "A") == set()
    assert state.view(0).look == ()
    assert refused(state, "A peek:1").rule == "O-15"
    assert refused(state, "A mole:1").rule == "O-24"


@rule("O-16", "O-45")
def test_lasting_cards_count_down_between_taking_and_discarding() -> None:
    lasting = [{"card": "la_mama", "layer": 0, "holder": 2, "handle": None, "left": 1}]
    state = lay_out("B1", "B2", "B3", deck="WIT", lasting=lasting)
    play(state, "A take:deck")
    assert kinds(state) == ["took_deck", "came_off"]
    assert pile(state) == "MAM"
    assert state.view(0).phase == "taken"
    assert state.mama == 0
