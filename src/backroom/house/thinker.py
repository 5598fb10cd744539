"""A bot's own process: `python -m backroom.house.thinker MEGABYTES`. Questions come in, choices and advice go out.

Each question is a view and the legal actions; there is nothing else here to look at. Who asks ends the process when an
answer takes too long; memory is limited here. When the house is gone, so is the line, and then this process.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import resource
import sys
from random import Random
from typing import BinaryIO

import msgspec

from backroom.bots import make
from backroom.bots.advice import Suggestion, advise
from backroom.bots.budget import Budget
from backroom.house.questions import LENGTH, Advice, Question
from backroom.kernel.edition import Edition
from backroom.kernel.errors import BadEdition
from backroom.kernel.registry import game as find_game


def answer(asked: Question | Advice) -> int | list[Suggestion]:
    """One of the legal actions; to who wants advice the best few."""
    game = find_game(asked.view.game)
    try:
        game.edition(asked.view.edition.rpartition(" ")[2])
    except BadEdition:
        game.with_edition(Edition(asked.edition))
    if isinstance(asked, Advice):
        return advise(asked.view, asked.legal, Random(asked.luck), Budget(seconds=asked.seconds))
    return make(asked.bot, asked.view.game).choose(asked.view, asked.legal, Random(asked.luck), None)


def work(questions: BinaryIO, answers: BinaryIO) -> None:
    """Until nobody asks any more."""
    while len(head := questions.read(LENGTH.size)) == LENGTH.size:
        told = msgspec.msgpack.encode(answer(pickle.loads(questions.read(*LENGTH.unpack(head)))))
        answers.write(LENGTH.pack(len(told)) + told)
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
