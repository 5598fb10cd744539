"""What random play of Boss never breaks: nothing is made, nothing is lost, and every place has one leader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, permutations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from backroom.games.boss.edition import rounds
from backroom.games.boss.state import Boss
from backroom.games.boss.view import BossView
from tests.games.boss.table import GAME, seen
from tests.rules import rule

seeds = st.integers(min_value=0, max_value=2**40)
tables = st.fixed_dictionaries(
    {option.name: st.sampled_from(option.choices) for option in GAME.offers if option.choices},
)


def positions(seats: int, seed: int, options: dict[str, object]) -> Iterator[Boss]:
    """A random game: the same state after every move. Staying is as likely as all sendings together, so that
    gangsters last into the later laps."""
    chooser = Random(seed)
    state = GAME.new(seats, seed, options)
    assert isinstance(state, Boss)
    yield state
    while not state.over:
        seat = state.waiting[0]
        legal = state.legal(seat)
        stays = GAME.action("stay") in legal and chooser.random() < 0.5
        state.play(seat, GAME.action("stay") if stays else chooser.choice(legal))
        yield state


@rule("B-2", "B-12", "B-38")
@given(seats=st.integers(2, 5), seed=seeds, options=tables)
@settings(max_examples=25, deadline=None)
def test_no_gangster_is_made_or_lost(seats: int, seed: int, options: dict[str, object]) -> None:
    for state in positions(seats, seed, options):
        view = seen(state)
        for seat, player in enumerate(view.players):
            there = [place.cubes[seat] for place in view.row]
            veterans = [player.veterans, player.hospital, *player.prison, player.dead, *(v for v, _ in there)]
            rookies = [player.rookies, player.spent, *(r for _, r in there)]
            assert (sum(veterans), sum(rookies)) == (6, 3)
            assert min(veterans + rookies) >= 0


@rule("B-7", "B-9", "B-43")
@given(seats=st.integers(2, 5), seed=seeds, options=tables)
@settings(max_examples=25, deadline=None)
def test_no_card_is_made_or_lost(seats: int, seed: int, options: dict[str, object]) -> None:
    for state in positions(seats, seed, options):
        view, position = seen(state), state.dump()["position"]
        printed = Counter(card for place in view.row for card in place.cards)
        if state.over:
            assert (position["hidden"], position["hands"]) == ({}, [[]] * seats)
            continue
        cards = Counter(position["hidden"].values())
        cards.update(card for hand in position["hands"] for card in hand)
        cards.update(card for place in view.row for card in place.open)
        assert cards == printed
        sizes = sorted(len(hand) for hand in position["hands"])
        assert sizes[-1] - sizes[0] <= 1, "hands come out even"


@rule("B-31", "B-37", "B-45")
@given(seats=st.integers(2, 5), seed=seeds, options=tables)
@settings(max_examples=25, deadline=None)
def test_money_comes_from_payouts_alone(seats: int, seed: int, options: dict[str, object]) -> None:
    for state in positions(seats, seed, {**options, "final_tie": "shared"}):
        view = seen(state)
        for seat in range(seats):
            gains = [payout.gains[seat] for payout in view.rounds]
            assert view.scores[seat] == view.players[seat].money == sum(gains)
            assert view.players[seat].gained == (gains[-1] if gains else 0)


def paid_by_hand(view: BossView, at: int, hidden: dict[str, str], money_below: bool) -> list[int]:
    """B-31 and B-37 once more, from what a view tells of a finished round."""
    payout = view.rounds[at]
    gains = [0] * view.seats
    left = [place.id for place in view.row if place.id != "chicago"][: payout.chicago]
    total = 0
    for city, card in hidden.items():
        face = card.split(":")[1]
        if city in payout.leaders and face.isdecimal():
            gains[payout.leaders[city]] += int(face)
    for city in left:
        faces = [token.split(":")[2] for _, token in payout.moves if token.startswith(f"lay:{city}:")]
        if money_below:
            faces = [face for face in faces if face.isdecimal()] or ["0"]
        total += int(faces[-1]) if faces[-1].isdecimal() else 0
    assert payout.last_open == total
    if "chicago" in payout.leaders:
        gains[payout.leaders["chicago"]] += total // 2
    return gains


@rule("B-29", "B-31", "B-37")
@given(seats=st.integers(2, 5), seed=seeds, options=tables)
@settings(max_examples=25, deadline=None)
def test_every_payout_is_what_a_second_reckoning_gives(seats: int, seed: int, options: dict[str, object]) -> None:
    hidden: list[dict[str, str]] = []
    for state in positions(seats, seed, options):
        if not state.over and len(hidden) == len(seen(state).rounds):
            hidden.append(state.dump()["position"]["hidden"])
    view = seen(state)
    for at, payout in enumerate(view.rounds):
        below = options["chicago_last_penalty"] == "last_money_below"
        assert list(payout.gains) == paid_by_hand(view, at, hidden[at], below)
        unclaimed = {city for city in hidden[at] if city not in payout.leaders}
        kept_secret = set() if options["reveal_unclaimed"] else unclaimed
        assert payout.opened == {city: card for city, card in hidden[at].items() if city not in kept_secret}


@rule("B-14", "B-15", "B-30", "B-40")
@given(seats=st.integers(2, 5), seed=seeds, options=tables)
@settings(max_examples=25, deadline=None)
def test_every_place_has_one_leader_strictly_ahead_with_a_veteran(
    seats: int, seed: int, options: dict[str, object]
) -> None:
    for state in positions(seats, seed, options):
        view = seen(state)
        last_sent = {token.split(":")[1]: seat for seat, token in view.moves if token.startswith("send:")}
        for place in view.row:
            assert place.leader == last_sent.get(place.id)
            sizes = [veterans + rookies for veterans, rookies in place.cubes]
            if place.leader is None:
                assert set(sizes) == {0}
            else:
                assert sorted(sizes)[-1] > sorted(sizes)[-2]
                assert sizes[place.leader] == max(sizes)
                assert place.cubes[place.leader][0] >= 1
            assert all(veterans or not rookies for veterans, rookies in place.cubes)


@rule("B-17", "B-18", "B-35")
@given(seats=st.integers(2, 5), seed=seeds, options=tables)
@settings(max_examples=25, deadline=None)
def test_nobody_is_where_he_is_banned_nor_in_chicago_alone(seats: int, seed: int, options: dict[str, object]) -> None:
    for state in positions(seats, seed, options):
        view = seen(state)
        for seat, player in enumerate(view.players):
            assert not set(player.sent) & set(player.bans)
            assert player.sent != ("chicago",)
            assert len(player.bans) <= 1, "the house cards hold one ban, and who is banned never leads there again"
            there = {place.id for place in view.row if place.cubes[seat] != (0, 0)}
            assert there == set(player.sent)


@rule("B-12", "B-14", "B-15", "B-17", "B-18")
@given(seats=st.integers(2, 5), seed=seeds, options=tables)
@settings(max_examples=15, deadline=None)
def test_what_play_allows_is_what_the_table_as_it_lies_allows(
    seats: int, seed: int, options: dict[str, object]
) -> None:
    """What is kept up to date from move to move never differs from what is worked out anew."""
    for state in positions(seats, seed, options):
        again = GAME.load(state.dump())
        for seat in state.waiting:
            assert again.legal(seat) == state.legal(seat)
            assert state.copy().legal(seat) == state.legal(seat)


@rule("B-25", "B-44")
@given(seats=st.integers(2, 5), seed=seeds, options=tables)
@settings(max_examples=25, deadline=None)
def test_every_game_ends_after_three_to_five_rounds(seats: int, seed: int, options: dict[str, object]) -> None:
    *_, state = positions(seats, seed, {**options, "final_tie": "shared"})
    view = seen(state)
    assert 3 <= len(view.rounds) <= 5
    tokens = [sum(card[colour] for card in view.police) for colour in (0, 1)]
    assert max(tokens) >= 3, "with the house's police cards a colour always ends the game"
    before = [sum(card[colour] for card in view.police[:-1]) for colour in (0, 1)]
    assert max(before) < 3
    assert sum(len(payout.moves) for payout in view.rounds) == len(view.rounds) * view.laps * seats * 2


@rule("B-24", "B-25")
def test_of_all_police_decks_the_house_has_the_one_that_does_what_the_rulebook_says() -> None:
    """D-3: enumerate every five cards with up to two tokens each, in every order."""
    kinds = {(gold, silver): gold * 4 + silver for gold in range(3) for silver in range(3 - gold)}
    good = []
    for deck in combinations_with_replacement(sorted(kinds), 5):
        ends = set()
        colours = set()
        for order in set(permutations(deck)):
            lasts = [
                next((at for at in range(1, 6) if sum(card[colour] for card in order[:at]) >= 3), 6)
                for colour in (0, 1)
            ]
            ends.add(min(lasts))
            colours |= {colour for colour in (0, 1) if lasts[colour] == min(lasts)}
            if min(lasts) <= 5:
                assert rounds(tuple(kinds[card] for card in order)) == min(lasts)
            else:
                assert rounds(tuple(kinds[card] for card in order)) == 5, "a pile that runs out ends with round 5"
        if min(ends) == 3 and max(ends) == 5:
            good.append((deck, colours))
    assert len(good) == 17
    both = [deck for deck, colours in good if (0, 0) not in deck and len(colours) == 2]
    assert both == [((0, 1), (0, 1), (1, 0), (1, 0), (1, 1))]
