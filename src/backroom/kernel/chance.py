"""All chance in a game: our own shuffle, over a generator's `getrandbits` alone.

Only `getrandbits` is used, because it is the one method whose stream never changed between Pythons, so a
record replays everywhere. Nothing here keeps a generator of its own.
"""

# compiled by mypyc
from __future__ import annotations

import hashlib
import secrets
from random import Random
from typing import Final

SEED_BITS: Final = 128
"""So many that the SHA-256 of a seed, public from the start of a game, hides it."""

SMALL: Final = 1073741789
"""The modulus of the small generator of imagined worlds: the largest prime below 2**30, so that compiled
products stay within a machine word."""
SPREAD: Final = 771645345
"""Its multiplier."""
BLOCK: Final = 64
"""Bytes drawn from the generator at a time."""
WIDEST: Final = 256
"""Shuffles and choices are among at most so many: a byte decides one, or is thrown away and the next decides."""
SHIFTS: Final = [8 - max(count - 1, 0).bit_length() for count in range(WIDEST + 1)]
"""How far a byte is shifted down for a choice among so many."""


def fresh_seed() -> int:
    """A seed nobody can guess, for a real game."""
    return secrets.randbits(SEED_BITS)


def seed_digest(seed: int) -> str:
    """What is told of a seed while its game runs: the SHA-256 of its decimal digits."""
    return hashlib.sha256(str(seed).encode("ascii")).hexdigest()


def generator(seed: int, blocks: int) -> Random:
    """The generator of a game after so many blocks were drawn from it."""
    bits = Random(seed)
    if blocks:
        bits.getrandbits(8 * BLOCK * blocks)
    return bits


def draw_block(bits: Random) -> bytes:
    """The next block of bytes."""
    return bits.getrandbits(8 * BLOCK).to_bytes(BLOCK, "little")


def shuffle(cards: list[int], bits: Random) -> None:
    """Shuffle in place (Fisher and Yates) with a search's own generator, every order as likely."""
    block = draw_block(bits)
    at = 0
    for count in range(len(cards), 1, -1):
        shift = SHIFTS[count]
        chosen = count
        while chosen >= count:
            if at == BLOCK:
                block = draw_block(bits)
                at = 0
            chosen = block[at] >> shift
            at += 1
        card = cards[count - 1]
        cards[count - 1] = cards[chosen]
        cards[chosen] = card
