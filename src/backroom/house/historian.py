"""The historian's own process: `python -m backroom.house.historian MEGABYTES`. One job in, findings out, a line each.

A whole game is looked at turn by turn, and every turn is told as soon as it is done: when this process is ended, the
next one goes on from there and comes to the same result. When the house is gone, so is the line, and then this process.
"""

from __future__ import annotations

import contextlib
import os
import resource
import sys
from collections.abc import Callable
from random import Random

import msgspec

from backroom.bots.analysis import Analysis, Hindsight, Moment, moments, turning_points, would_play
from backroom.kernel.edition import Edition
from backroom.kernel.record import Record
from backroom.kernel.registry import game as find_game


class Job(msgspec.Struct, frozen=True):
    """What is wanted: everybody's chances all through a game or, with a step, what the don would have done there."""

    record: str
    edition: str
    """The text of its edition."""
    luck: str
    times: int
    """Play-outs for a position."""
    known: tuple[Moment, ...] = ()
    """What an earlier process had found."""
    step: int | None = None


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of what is told."""

    moment: Moment | None = None
    analysis: Analysis | None = None
    hindsight: Hindsight | None = None


def look_back(job: Job, tell: Callable[[Finding], None]) -> None:
    """Do the job."""
    record = Record.parse(job.record)
    find_game(record.game).with_edition(Edition(job.edition))
    rng = Random(job.luck)
    if job.step is not None:
        tell(Finding(hindsight=would_play(record, job.step, rng, None)))
        return
    luck = rng.getrandbits(62)
    found: list[Moment] = []
    for moment in moments(record, luck, job.times, job.known):
        found.append(moment)
        if len(found) > len(job.known):
            tell(Finding(moment=moment))
    points = turning_points(record, found, luck, job.times)
    tell(Finding(analysis=Analysis(record.game, record.seats, len(record.moves), job.times, tuple(found), points)))


def main() -> None:
    """Less of the machine than anybody else gets, and only so much memory."""
    most = int(sys.argv[1]) << 20
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    os.nice(10)

    def tell(finding: Finding) -> None:
        sys.stdout.buffer.write(msgspec.json.encode(finding) + b"\n")
        sys.stdout.buffer.flush()

    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        look_back(msgspec.json.decode(sys.stdin.buffer.read(), type=Job), tell)


if __name__ == "__main__":
    main()
