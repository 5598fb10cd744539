"""Omerta: cards, backs and actions as numbers, and their names."""

# compiled by mypyc
from __future__ import annotations

from typing import Final

# Faces (A1, A2): a bottle is its own number, the characters come after; 0 is no card.
GANGSTER: Final = 11
LADY: Final = 12
MOLE: Final = 13
SNITCH: Final = 14
DRIVER: Final = 15
SAFECRACKER: Final = 16
KILLER: Final = 17
WITNESS: Final = 18
ALIBI: Final = 19
LA_MAMA: Final = 20
PATROL: Final = 21
BOTTLES: Final = 10
FACES: Final = 22
NO_CARD: Final = 0

CHARACTERS: Final = (
    "gangster",
    "lady",
    "mole",
    "snitch",
    "driver",
    "safecracker",
    "killer",
    "witness",
    "alibi",
    "la_mama",
    "patrol",
)
FACE_NAMES: Final = ("", *(f"bottle_{number}" for number in range(1, BOTTLES + 1)), *CHARACTERS)
FACE_NUMBERS: Final = {name: face for face, name in enumerate(FACE_NAMES) if face}
POINTS: Final[list[int]] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 15, 15, 20, 20, 15, 15, 10, 0, 15, 15]
"""O-27: what a card costs its owner at the end of a round."""
CARDS: Final = 60

# A back is a face-down card in a row or in the safe: its face, who has looked at it (a bit for each seat), whether
# all were shown it, whether a Patrol lies on it, and its handle, by which everybody can follow it (O-60).
FACE: Final = 31
SEEN: Final = 32
"""Shifted left by a seat: that seat has looked at the card."""
SHOWN: Final = 32 << 5
PATROLLED: Final = 1 << 11
HANDLE: Final = 12
"""How far a handle is shifted up."""

MOST_SEATS: Final = 5
SAFE: Final = 4
ROW: Final = 4
PEEKS: Final = 2
SLOTS: Final = CARDS - SAFE
"""The longest row there can be: every card that is not in the safe."""

# Actions.
CALL: Final = 0
TAKE_DECK: Final = 1
TAKE_PILE: Final = 2
THROW: Final = 3
PASS: Final = 4
DECLINE: Final = 5
DONE: Final = 6
CRACK: Final = 7
TIME_UP: Final = 8
BUCKET_CLOSED: Final = 9
PEEK: Final = 10
SWAP: Final = PEEK + ROW
SNAP: Final = SWAP + SLOTS
REACT: Final = SNAP + SLOTS
LOOK: Final = REACT + SLOTS
DRIVE: Final = LOOK + SLOTS
TRADE: Final = DRIVE + SLOTS
SHUFFLE: Final = TRADE + SAFE * SLOTS
DEAL: Final = SHUFFLE + MOST_SEATS
GIVE: Final = DEAL + MOST_SEATS
MOVE: Final = GIVE + MOST_SEATS
BLOCK: Final = MOVE + MOST_SEATS * SLOTS
ACTIONS: Final = BLOCK + MOST_SEATS * SLOTS

TOKENS: Final = (
    "call",
    "take:deck",
    "take:pile",
    "throw",
    "pass",
    "decline",
    "drive:done",
    "crack",
    "time_up",
    "bucket_closed",
    *(f"peek:{slot + 1}" for slot in range(ROW)),
    *(f"swap:{slot + 1}" for slot in range(SLOTS)),
    *(f"snap:{slot + 1}" for slot in range(SLOTS)),
    *(f"killer:{slot + 1}" for slot in range(SLOTS)),
    *(f"mole:{slot + 1}" for slot in range(SLOTS)),
    *(f"drive:{slot + 1}" for slot in range(SLOTS)),
    *(f"trade:{safe + 1}:{slot + 1}" for safe in range(SAFE) for slot in range(SLOTS)),
    *(f"lady:S{seat + 1}" for seat in range(MOST_SEATS)),
    *(f"snitch:S{seat + 1}" for seat in range(MOST_SEATS)),
    *(f"la_mama:S{seat + 1}" for seat in range(MOST_SEATS)),
    *(f"gangster:S{seat + 1}:{slot + 1}" for seat in range(MOST_SEATS) for slot in range(SLOTS)),
    *(f"patrol:S{seat + 1}:{slot + 1}" for seat in range(MOST_SEATS) for slot in range(SLOTS)),
)
NUMBERS: Final = {token: action for action, token in enumerate(TOKENS)}

# What may be done with so many free cards, as lists ready to be copied.
SWAPS: Final[list[list[int]]] = [list(range(SWAP, SWAP + count)) for count in range(SLOTS + 1)]
THROW_OR_SWAP: Final[list[list[int]]] = [[THROW, *swaps] for swaps in SWAPS]
PASS_OR_SNAP: Final[list[list[int]]] = [[PASS, *range(SNAP, SNAP + count)] for count in range(SLOTS + 1)]
PASS_OR_REACT: Final[list[list[int]]] = [[PASS, *range(REACT, REACT + count)] for count in range(SLOTS + 1)]
BEGIN: Final[list[list[int]]] = [
    [],
    [CALL],
    [TAKE_DECK],
    [CALL, TAKE_DECK],
    [TAKE_PILE],
    [CALL, TAKE_PILE],
    [TAKE_DECK, TAKE_PILE],
    [CALL, TAKE_DECK, TAKE_PILE],
]
"""By the bits: 1 may call, 2 may take from the deck, 4 from the pile."""
SEATS_OF: Final[list[tuple[int, ...]]] = [
    tuple([seat for seat in range(MOST_SEATS) if mask >> seat & 1]) for mask in range(1 << MOST_SEATS)
]
"""The seats of a mask."""
