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
WIDTHS: Final = [max(count - 1, 0).bit_length() for count in range(1025)]
"""Bits needed for a number below each count; never more than one word of the generator."""


def fresh_seed() -> int:
    """A seed nobody can guess, for a real game."""
    return secrets.randbits(SEED_BITS)


def seed_digest(seed: int) -> str:
    """What is told of a seed while its game runs: the SHA-256 of its decimal digits."""
    return hashlib.sha256(str(seed).encode("ascii")).hexdigest()


def generator(seed: int, drawn: int) -> Random:
    """The generator of a game after so many words of it were drawn. Every draw of ours takes one 32-bit word."""
    bits = Random(seed)
    if drawn:
        bits.getrandbits(32 * drawn)
    return bits


def shuffle(cards: list[int], bits: Random) -> int:
    """Shuffle in place (Fisher and Yates) over `getrandbits` alone, every order as likely; the words drawn."""
    getrandbits = bits.getrandbits
    drawn = 0
    for count in range(len(cards), 1, -1):
        width = WIDTHS[count]
        chosen: int = getrandbits(width)
        drawn += 1
        while chosen >= count:
            chosen = getrandbits(width)
            drawn += 1
        card = cards[count - 1]
        cards[count - 1] = cards[chosen]
        cards[chosen] = card
    return drawn
