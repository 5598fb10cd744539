"""Positions for tests, written as the rules write them: a row is "B5 KIL B2 B9", players are A to E."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

import backroom
from backroom.games.omerta import GAME
from backroom.games.omerta.cards import FACE, FACE_NAMES, HANDLE, POINTS
from backroom.games.omerta.edition import cards as printed_cards
from backroom.games.omerta.edition import read
from backroom.games.omerta.state import Omerta
from backroom.kernel.edition import Edition
from backroom.kernel.errors import Reason

LONG = {f"B{number}": f"bottle_{number}" for number in range(1, 11)}
LONG |= {name[:3].upper(): name for name in FACE_NAMES[11:]}
LONG["MAM"] = LONG.pop("LA_")
SHORT = {name: short for short, name in LONG.items()}
SEATS = {"A": 0, "B": 1, "C": 2, "D": 3, "E": 4, "HOUSE": backroom.HOUSE}


def names(text: str) -> list[str]:
    """Cards by their long names."""
    return [LONG[short] for short in text.split()]


def stress_edition() -> Edition:
    """Three La Mamas and three Patrols, one Lady, one Mole, no Alibi and one Witness less: 20 characters still."""
    text = GAME.house_edition().text.replace('edition = "house-1"', 'edition = "stress"')
    for name, count in {"la_mama": 3, "patrol": 3, "lady": 1, "mole": 1, "alibi": 1, "witness": 1}.items():
        text = re.sub(rf'(id = "{name}"[^[]*\ncount = )\d', rf"\g<1>{count}", text)
    return GAME.with_edition(Edition(text))


def lay_out(
    *rows: str,
    deck: str = "",
    pile: str = "",
    safe: str = "",
    rest_to: str = "",
    options: dict[str, Any] | None = None,
    edition: Edition | None = None,
    seed: int = 1,
    **more: Any,
) -> Omerta:
    """A position with these rows; `?` is any card, and what is not said lies below the deck (or in a row, or in the
    pile below what is said)."""
    edition = edition or GAME.house_edition()
    left = Counter(FACE_NAMES[face] for face in printed_cards(read(edition)))
    left.subtract(names(" ".join([*rows, deck, pile, safe]).replace("?", "")))
    left.subtract([more[key] for key in ("taken",) if more.get(key)])
    left.subtract([one["card"] for one in more.get("lasting", [])])
    left.subtract(more.get("drops", []))
    left.subtract([more[key] for key in ("acting",) if more.get(key) in ("la_mama", "patrol")])
    assert min(left.values()) >= 0, "more cards than there are"
    spare = sorted(left.elements(), key=lambda name: (POINTS[FACE_NAMES.index(name)] > 10, name))
    laid: list[list[Any]] = []
    for row in rows:
        laid.append([LONG[short] if short != "?" else spare.pop() for short in row.split()])
    in_safe = names(safe)
    in_safe += [spare.pop(0) for _ in range(4 - len(in_safe))]
    below, under = spare, []
    if rest_to == "PILE":
        below, under = [], spare
    elif rest_to:
        laid[SEATS[rest_to]] += spare
        below = []
    for seat, seen in more.pop("seen", {}).items():
        for holder, slot in seen:
            line = in_safe if holder == "SAFE" else laid[SEATS[holder]]
            card = line[slot - 1]
            entry = card if isinstance(card, dict) else {"card": card, "seen": []}
            if seat == "ALL":
                entry["shown"] = True
            else:
                entry["seen"] = sorted([*entry["seen"], SEATS[seat]])
            line[slot - 1] = entry
    position = {"rows": laid, "safe": in_safe, "deck": names(deck) + below, "pile": under + names(pile), **more}
    if position.get("phase") == "taken":
        position.setdefault("taken_from", "deck")
    whole = {"game": "omerta", "seats": len(rows), "seed": str(seed), "position": position, "options": options or {}}
    state = GAME.load({**whole, "edition": edition.label})
    assert isinstance(state, Omerta)
    state.listen()
    return state


def play(state: Omerta, *moves: str) -> Omerta:
    """Moves such as "A take:deck", one after the other."""
    for move in moves:
        who, *tokens = move.split()
        for token in tokens:
            state.play(SEATS[who], GAME.action(token))
    return state


def refused(state: Omerta, move: str) -> Reason:
    """Why a move is refused. It must be, and change nothing."""
    who, token = move.split()
    before = state.dump()
    with pytest.raises(backroom.IllegalMove) as caught:
        state.play(SEATS[who], GAME.action(token))
    assert state.dump() == before
    return caught.value.reason


def may(state: Omerta, who: str) -> list[str]:
    """What a player may do, as tokens."""
    return [GAME.token(action) for action in state.legal(SEATS[who])]


def row(state: Omerta, who: str) -> str:
    """A row's faces."""
    line = state.safe if who == "SAFE" else state.rows[SEATS[who]]
    return " ".join(SHORT[FACE_NAMES[back & FACE]] for back in line)


def handle(state: Omerta, who: str, slot: int) -> int:
    """The handle of a slot, counted from 1."""
    line = state.safe if who == "SAFE" else state.rows[SEATS[who]]
    return line[slot - 1] >> HANDLE


def pile(state: Omerta) -> str:
    """The discard pile, its top first."""
    return " ".join(SHORT[FACE_NAMES[face]] for face in reversed(state.pile))


def told(state: Omerta, who: str | None = None) -> list[dict[str, Any]]:
    """What happened since the last call, as somebody saw it."""
    return [event.seen_by(None if who is None else SEATS[who]) for event in state.events()]


def kinds(state: Omerta) -> list[str]:
    """What kinds of things happened since the last call."""
    return [event["kind"] for event in told(state)]


def known(state: Omerta, who: str | None) -> set[tuple[str, tuple[int, ...]]]:
    """A player's records: cards and handles."""
    view = state.view(None if who is None else SEATS[who])
    return {(SHORT[record.card], record.backs) for record in view.records}


def records(*given: tuple[str, tuple[int, ...]]) -> list[dict[str, Any]]:
    """Records for a position."""
    return [{"card": LONG[short], "backs": list(backs), "own": True} for short, backs in given]


def all_cards(state: Omerta) -> Counter[int]:
    """Every card on the table."""
    found = [back & FACE for line in (*state.rows, state.safe) for back in line]
    found += state.deck + state.pile + state.drops + [one[0] for one in state.lasting]
    found += [state.taken] if state.taken else []
    found += [state.acting] if state.acting >= 20 else []
    return Counter(found)
