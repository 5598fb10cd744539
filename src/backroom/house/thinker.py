"""A bot's own process: `python -m backroom.house.thinker MEGABYTES`. Questions come in, choices go out.

Each question is a view and the legal actions; there is nothing else here to look at. Who asks ends the process when an
answer takes too long; memory is limited here. When the house is gone, so is the line, and then this process.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import resource
import struct
import sys
from random import Random
from typing import Any, BinaryIO, Final

import msgspec

from backroom.bots import make
from backroom.kernel.edition import Edition
from backroom.kernel.errors import BadEdition
from backroom.kernel.registry import game as find_game

LENGTH: Final = struct.Struct("!I")
"""Before every question and answer: how many bytes it has."""


class Question(msgspec.Struct, frozen=True):
    """What a bot is asked. The view goes as the struct it is: it is the house's own, and so is this process."""

    bot: str
    view: Any
    legal: list[int]
    luck: int
    edition: str
    """The text of the table's edition."""


def answer(asked: Question) -> int:
    """One of the legal actions."""
    game = find_game(asked.view.game)
    try:
        game.edition(asked.view.edition.rpartition(" ")[2])
    except BadEdition:
        game.with_edition(Edition(asked.edition))
    return make(asked.bot, asked.view.game).choose(asked.view, asked.legal, Random(asked.luck), None)


def work(questions: BinaryIO, answers: BinaryIO) -> None:
    """Until nobody asks any more."""
    while len(head := questions.read(LENGTH.size)) == LENGTH.size:
        asked: Question = pickle.loads(questions.read(*LENGTH.unpack(head)))
        answers.write(LENGTH.pack(answer(asked)))
        answers.flush()


def main() -> None:
    """Less of the machine than people get, and only so much memory."""
    most = int(sys.argv[1]) << 20
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    os.nice(5)
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        work(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main()
