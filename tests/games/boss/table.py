"""Positions of Boss for tests: a test says what matters to it, and the table fills in the rest.

>>> state = table(2, turns="S1 send:boston:1v lay\\nS2 stay lay:detroit:4", hidden={"boston": "boston:3"})
>>> seen(state).lap, cubes(state, "boston"), supply(state, 0)
(2, ('1v', '0'), '5v3r')
>>> refusal(state, "send:chicago:0").code
'nothing_sent'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import pytest

import backroom
from backroom.games.boss.cards import group_name
from backroom.games.boss.state import Boss
from backroom.games.boss.view import BossView
from backroom.kernel.edition import Edition

A, B, C, D, E = range(5)
GAME = backroom.game("boss")
TOKENS = {"G": (1, 0), "S": (0, 1), "GS": (1, 1)}
FIVE_ROUNDS = "G G S S GS"
"""Police cards in an order that gives the longest game, so that any round can be set up."""
THREE_ROUNDS = "G GS G S S"
"""Police cards in an order that makes round 3 the last."""


def table(
    seats: int = 4,
    *,
    turns: str = "",
    hidden: Mapping[str, str] | None = None,
    hands: Mapping[int, str] | None = None,
    police: str = FIVE_ROUNDS,
    in_round: int = 1,
    marker: int = 0,
    options: Mapping[str, object] | None = None,
    edition: Edition | None = None,
    seed: int = 7,
    money: Sequence[int] = (),
    gained: Sequence[int] = (),
    hospital: Sequence[int] = (),
    prison: Sequence[tuple[int, int]] = (),
    dead: Sequence[int] = (),
    spent: Sequence[int] = (),
    bans: Sequence[Sequence[str]] = (),
) -> Boss:
    """A position in a round, as `load` gives it.

    `turns` are this round's turns so far, one a line: `S1 send:boston:1v lay:boston:3`; a bare `lay` lays any
    card that nobody asked for. `hands` are cards that a seat still holds after them. `hidden` names the cards
    under some cities. The cards that are left over are dealt out so that every hand has its number.
    """
    start = GAME.new(seats, seed, options, edition)
    left = [card for place in seen(start).row for card in place.cards]
    lines = [line.split() for line in turns.splitlines() if line.strip()]
    fixed: list[list[str]] = [(hands or {}).get(seat, "").split() for seat in range(seats)]
    for who, *tokens in lines:
        fixed[int(who[1:]) - 1] += [token[4:] for token in tokens if token.startswith("lay:")]
    for card in [*(hidden or {}).values(), *(card for hand in fixed for card in hand)]:
        left.remove(card)
    under = dict(hidden or {})
    for place in seen(start).row:
        if place.cards and place.id not in under:
            under[place.id] = next(card for card in left if card.startswith(f"{place.id}:"))
            left.remove(under[place.id])
    size = seen(start).laps
    free = [[left.pop(0) for _ in range(size - len(hand))] for hand in fixed]
    assert not left
    state = loaded(
        {
            "game": "boss",
            "seats": seats,
            "options": dict(start.setup.options),
            "edition": start.setup.edition.label,
            "seed": str(seed),
            "position": {
                "hidden": under,
                "hands": [given + filled for given, filled in zip(fixed, free, strict=True)],
                "police": [TOKENS[card] for card in police.split()],
                "round": in_round,
                "marker": marker,
                "money": list(money),
                "gained": list(gained),
                "hospital": list(hospital),
                "prison": [list(terms) for terms in prison],
                "dead": list(dead),
                "spent": list(spent),
                "bans": [list(cities) for cities in bans],
            },
        }
    )
    for who, *tokens in lines:
        seat = int(who[1:]) - 1
        for token in tokens:
            state.play(seat, GAME.action(f"lay:{free[seat].pop(0)}" if token == "lay" else token))
    return loaded(state.dump())


def loaded(position: Mapping[str, object] | str) -> Boss:
    """`load`, with the type the tests want."""
    state = GAME.load(position)
    assert isinstance(state, Boss)
    return state


def seen(state: backroom.State, seat: int | None = None) -> BossView:
    """The view of a seat; a spectator's if not said."""
    view = state.view(seat)
    assert isinstance(view, BossView)
    return view


def play(state: backroom.State, tokens: str) -> None:
    """Whoever's turn it is plays these tokens, one after the other."""
    for token in tokens.split():
        state.play(state.waiting[0], GAME.action(token))


def lay_any(state: backroom.State) -> None:
    """Whoever has just sent ends his turn with any card."""
    state.play(state.waiting[0], state.legal(state.waiting[0])[0])


def pass_turn(state: backroom.State, keep: Mapping[int, str] | None = None) -> None:
    """Whoever's turn it is stays and lays a card: one he need not keep, then those to keep in their order."""
    seat = state.waiting[0]
    play(state, "stay")
    hand = [f"lay:{card}" for card in seen(state, seat).hand]
    kept = [f"lay:{card}" for card in (keep or {}).get(seat, "").split()]
    play(state, next((card for card in hand if card not in kept), None) or next(card for card in kept if card in hand))


def pass_to_lap(state: backroom.State, lap: int, keep: Mapping[int, str] | None = None) -> None:
    """Everybody stays until this lap of the round begins."""
    while seen(state).lap < lap:
        pass_turn(state, keep)


def finish_round(state: backroom.State, keep: Mapping[int, str] | None = None) -> None:
    """Everybody stays until the round has been paid out."""
    paid = len(seen(state).rounds)
    while len(seen(state).rounds) == paid:
        pass_turn(state, keep)


def allowed(state: backroom.State, token: str) -> bool:
    """Whether the seat to move may play this; all ways to ask must agree."""
    seat, action = state.waiting[0], GAME.action(token)
    answers = {action in state.legal(seat), state.may(seat, action), state.why_not(seat, action) is None}
    assert len(answers) == 1, f"legal, may and why_not disagree about {token}"
    return answers.pop()


def refusal(state: backroom.State, token: str, seat: int | None = None) -> backroom.Reason:
    """Why a move is refused; it must leave the state byte for byte as it was."""
    mover = state.waiting[0] if seat is None else seat
    before = everything(state)
    with pytest.raises(backroom.IllegalMove) as refused:
        state.play(mover, GAME.action(token))
    assert everything(state) == before, f"the refused move {token} changed something"
    assert state.why_not(mover, GAME.action(token)) == refused.value.reason
    assert GAME.action(token) not in state.legal(mover)
    return refused.value.reason


def everything(state: backroom.State) -> bytes:
    """All of a state as bytes, its memory of moves and what everybody sees too."""
    views = [state.view(seat) for seat in (*range(state.setup.seats), None)]
    return msgspec.json.encode([state.dump(), state.history(), state.over, state.waiting, views])


def supply(state: backroom.State, seat: int) -> str:
    """What a seat can send now: `6v3r`."""
    player = seen(state).players[seat]
    return group_name(player.veterans * 4 + player.rookies)


def cubes(state: backroom.State, place: str) -> tuple[str, ...]:
    """Who has what in a place, by seat: `1v2r`, or `0` for nobody."""
    there = next(at for at in seen(state).row if at.id == place)
    return tuple(group_name(veterans * 4 + rookies) for veterans, rookies in there.cubes)


def leader(state: backroom.State, place: str) -> int | None:
    """Who is ahead in a place."""
    return next(at.leader for at in seen(state).row if at.id == place)


def money(state: backroom.State) -> tuple[int, ...]:
    """Everybody's money."""
    return seen(state).scores
