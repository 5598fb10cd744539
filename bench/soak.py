"""Random games in thousands, looked at closely: `PYTHONPATH=src python -m bench.soak corleone --games 10000`.

In every game somebody who is waited for can always move, until it ends. At random moments, about `--looks` in a game:
what `legal` lists is what `may` allows; the position loads again as it was, which checks that every component is there
once; and for every seat and a spectator a world imagined from the view shows the same view and the same legal actions.
Every tenth game is replayed from its record. The first broken law stops it, naming the game's seed. With `--greedy` the
game's sensible player moves half of the seats.
"""

from __future__ import annotations

import argparse
import time
from multiprocessing import get_context
from random import Random

import backroom
from backroom.bots import make
from backroom.kernel.state import State


def options(game: backroom.Game, chooser: Random) -> dict[str, object]:
    """In every second game, all options drawn at random."""
    chosen: dict[str, object] = {}
    if chooser.random() < 0.5:
        for option in game.offers:
            if option.choices:
                chosen[option.name] = chooser.choice(option.choices)
            elif option.least is not None and option.most is not None:
                chosen[option.name] = chooser.randint(option.least, option.most)
    return chosen


def look(state: State, chooser: Random) -> None:
    """Hold one moment to the laws."""
    game = state.setup.game
    for seat in state.waiting:
        legal = state.legal(seat)
        if not legal or legal != [action for action in range(game.actions) if state.may(seat, action)]:
            raise AssertionError(f"legal and may disagree for seat {seat}")
    if game.load(state.dump()).dump() != state.dump():
        raise AssertionError("the position does not come back as it was")
    for viewer in (*range(state.setup.seats), None):
        view = state.view(viewer)
        world = game.imagine(view, chooser)
        if world.view(viewer) != view or (viewer is not None and world.legal(viewer) != state.legal(viewer)):
            raise AssertionError(f"an imagined world looks different to {viewer}")


def play(name: str, seats: int, seed: int, looks: float, greedy: bool) -> int:
    """One game; its length."""
    chooser = Random(seed)
    game = backroom.game(name)
    state = game.new(seats, seed, options(game, chooser))
    bot = make("sensible", name)
    often = looks / 150
    while not state.over:
        if chooser.random() < often:
            look(state, chooser)
        house = state.legal(backroom.HOUSE)
        if house and chooser.random() < 0.1:
            state.play(backroom.HOUSE, chooser.choice(house))
            continue
        seat = chooser.choice(state.waiting)
        legal = state.legal(seat)
        if greedy and seat % 2 == seed % 2:
            action = bot.choose(state.view(seat), legal, chooser, None)
        else:
            action = chooser.choice(legal)
        state.play(seat, action)
    if seed % 10 == 0 and backroom.Record.parse(str(backroom.Record.of(state))).verify().dump() != state.dump():
        raise AssertionError("the record does not replay")
    return len(state.history())


def share(work: tuple[str, int, range, float, bool]) -> int:
    """A worker's part: so many games of one size; all their moves."""
    name, seats, seeds, looks, greedy = work
    moves = 0
    for seed in seeds:
        try:
            moves += play(name, seats, seed, looks, greedy)
        except Exception as error:
            raise RuntimeError(f"{name}, {seats} seats, seed {seed}: {type(error).__name__}: {error}") from error
    return moves


def main() -> None:
    """Play them all and say how many."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=backroom.games())
    parser.add_argument("--games", type=int, default=1000, help="for each number of seats")
    parser.add_argument("--seats", type=int, help="only with so many")
    parser.add_argument("--looks", type=float, default=2, help="about so many close looks at a game of 150 moves")
    parser.add_argument("--greedy", action="store_true", help="the sensible player moves half of the seats")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    chosen = parser.parse_args()
    print(f"{chosen.game}, {'compiled' if backroom.COMPILED else 'plain'}")
    with get_context("spawn").Pool() as pool:
        for seats in [chosen.seats] if chosen.seats else backroom.game(chosen.game).seats:
            start = time.perf_counter()
            seeds = range(chosen.first, chosen.first + chosen.games)
            parts = [seeds[at : at + 50] for at in range(0, len(seeds), 50)]
            work = [(chosen.game, seats, part, chosen.looks, chosen.greedy) for part in parts]
            moves = sum(pool.imap_unordered(share, work))
            spent = time.perf_counter() - start
            print(f"{seats} seats: {chosen.games} games, {moves} moves, no law broken ({spent:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
