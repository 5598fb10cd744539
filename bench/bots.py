"""How many iterations a second the search makes, from the first decision: `python -m bench.bots [SECONDS]`; how long
each level thinks about a decision at the longest: `python -m bench.bots --levels [DECISIONS]`.

The engines decide: compiled ones show as such. "to the end, at random" is the plainest search there is, whole random
play-outs; "guided" is what the levels play with. By processor time, so that other work on the machine counts less.
"""

from __future__ import annotations

import sys
import time
from random import Random

import backroom
from backroom.bots.levels import LEVELS, Level, Player
from backroom.bots.search import Manner, Search

STRIDE = 9
"""Every so many moves of a game somebody is asked."""
MANNERS = {
    "to the end, at random": Manner(chapters=0, guided=False, eager=False),
    "guided": Manner(),
}


def rate(game: backroom.Game, seats: int, manner: Manner, seconds: float) -> float:
    """Iterations a second of processor time, the first included."""
    state = game.new(seats, seed=7)
    seat = state.waiting[0]
    view, rng = state.view(seat), Random(1)
    begun = time.process_time()
    search = Search(lambda: game.imagine(view, rng), seat, 5, manner)
    while time.process_time() - begun < seconds:
        search.run(16, 0.0)
    return search.done / (time.process_time() - begun)


def longest(game: backroom.Game, seats: int, level: Level, decisions: int) -> str:
    """The longest of so many decisions, spread over games of passable moves: on the clock, and of processor time."""
    state, rng, player = game.new(seats, seed=7), Random(7), Player(game, level)
    clock, processor, asked, made = 0.0, 0.0, 0, 0
    while asked < decisions:
        if state.over:
            state = game.new(seats, seed=made)
        seat = rng.choice(state.waiting)
        legal = state.legal(seat)
        made += 1
        if len(legal) > 1 and made % STRIDE == 0:
            view = state.view(seat)
            begun, worked = time.monotonic(), time.process_time()
            player.choose(view, legal, rng, None)
            clock, processor = max(clock, time.monotonic() - begun), max(processor, time.process_time() - worked)
            asked += 1
        state.play(seat, state.quick(seat, rng.getrandbits(30)))
    return f"{clock:.3f} ({processor:.3f})"


def levels(decisions: int) -> None:
    """The longest decision of each level, in every game and number of seats."""
    print(
        f"seconds (of processor time) of the longest of {decisions} decisions, "
        f"{'compiled' if backroom.COMPILED else 'plain Python'}"
    )
    for name in backroom.games():
        game = backroom.game(name)
        for level in LEVELS:
            found = [f"{seats}: {longest(game, seats, level, decisions)}" for seats in game.seats]
            print(f"{name:9} {level.name:8} of {level.seconds}  seats {'   '.join(found)}", flush=True)


def main(seconds: float) -> None:
    """A table of all games."""
    print(f"iterations a second, {'compiled' if backroom.COMPILED else 'plain Python'}")
    for name in backroom.games():
        game = backroom.game(name)
        for label, manner in MANNERS.items():
            found = [f"{seats}: {rate(game, seats, manner, seconds):>8,.0f}" for seats in game.seats]
            print(f"{name:9} {label:22} seats {'   '.join(found)}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--levels"]:
        levels(int(sys.argv[2]) if len(sys.argv) > 2 else 10)
    else:
        main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0)
