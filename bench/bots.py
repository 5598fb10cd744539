"""How many iterations a second the search makes, from the first decision: `python -m bench.bots [SECONDS]`.

The engines decide: compiled ones show as such. "to the end, at random" is the plainest search there is, whole random
play-outs; "guided" is what the levels play with. By processor time, so that other work on the machine counts less.
"""

from __future__ import annotations

import sys
import time
from random import Random

import backroom
from backroom.bots.search import Manner, Search

MANNERS = {
    "to the end, at random": Manner(chapters=0, guided=False),
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


def main(seconds: float) -> None:
    """A table of all games."""
    print(f"iterations a second, {'compiled' if backroom.COMPILED else 'plain Python'}")
    for name in backroom.games():
        game = backroom.game(name)
        for label, manner in MANNERS.items():
            found = [f"{seats}: {rate(game, seats, manner, seconds):>8,.0f}" for seats in game.seats]
            print(f"{name:9} {label:22} seats {'   '.join(found)}")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0)
