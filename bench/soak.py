"""Random games in thousands, looked at closely: `PYTHONPATH=src python -m bench.soak corleone --games 10000`.

In every game somebody who is waited for can always move, until it ends. At random moments, about `--looks` in a game:
what `legal` lists is what `may` allows; the position loads again as it was, which checks that every component is there
once; and for every seat and a spectator a world imagined from the view shows the same view and the same legal actions.
Every tenth game is replayed from its record. The first broken law stops it, naming the game's seed. With `--greedy` the
game's sensible player moves half of the seats. `--seldom call` chooses a move only once in twenty times where there is
another one, so that games last; `--option snap_mode=commit` fixes an option that is drawn at random else.
"""

from __future__ import annotations

import argparse
import time
from multiprocessing import get_context
from random import Random
from typing import NamedTuple

import backroom
from backroom.bots import make
from backroom.kernel.state import State


class Work(NamedTuple):
    """What every game of a run is played with."""

    game: str
    looks: float
    greedy: bool
    seldom: tuple[str, ...]
    options: dict[str, str]


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


def play(work: Work, seats: int, seed: int) -> int:
    """One game; its length."""
    chooser = Random(seed)
    game = backroom.game(work.game)
    state = game.new(seats, seed, {**options(game, chooser), **work.options})
    bot = make("sensible", work.game)
    often = work.looks / 150
    seldom = {game.action(token) for token in work.seldom}
    while not state.over:
        if chooser.random() < often:
            look(state, chooser)
        house = state.legal(backroom.HOUSE)
        if house and chooser.random() < 0.1:
            state.play(backroom.HOUSE, chooser.choice(house))
            continue
        seat = chooser.choice(state.waiting)
        legal = state.legal(seat)
        if seldom and chooser.random() < 0.95:
            legal = [action for action in legal if action not in seldom] or legal
        if work.greedy and seat % 2 == seed % 2:
            action = bot.choose(state.view(seat), legal, chooser, None)
        else:
            action = chooser.choice(legal)
        state.play(seat, action)
    if seed % 10 == 0 and backroom.Record.parse(str(backroom.Record.of(state))).verify().dump() != state.dump():
        raise AssertionError("the record does not replay")
    return len(state.history())


def share(part: tuple[Work, int, range]) -> int:
    """A worker's part: so many games of one size; all their moves."""
    work, seats, seeds = part
    moves = 0
    for seed in seeds:
        try:
            moves += play(work, seats, seed)
        except Exception as error:
            raise RuntimeError(f"{work.game}, {seats} seats, seed {seed}: {type(error).__name__}: {error}") from error
    return moves


def main() -> None:
    """Play them all and say how many."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=backroom.games())
    parser.add_argument("--games", type=int, default=1000, help="for each number of seats")
    parser.add_argument("--seats", type=int, help="only with so many")
    parser.add_argument("--looks", type=float, default=2, help="about so many close looks at a game of 150 moves")
    parser.add_argument("--greedy", action="store_true", help="the sensible player moves half of the seats")
    parser.add_argument("--seldom", action="append", default=[], metavar="TOKEN", help="a move chosen seldom")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="fixed in every game")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    chosen = parser.parse_args()
    fixed = dict(option.split("=", 1) for option in chosen.option)
    work = Work(chosen.game, chosen.looks, chosen.greedy, tuple(chosen.seldom), fixed)
    print(", ".join([chosen.game, "compiled" if backroom.COMPILED else "plain", *chosen.option]))
    with get_context("spawn").Pool() as pool:
        for seats in [chosen.seats] if chosen.seats else backroom.game(chosen.game).seats:
            start = time.perf_counter()
            seeds = range(chosen.first, chosen.first + chosen.games)
            parts = [(work, seats, seeds[at : at + 50]) for at in range(0, len(seeds), 50)]
            moves = sum(pool.imap_unordered(share, parts))
            spent = time.perf_counter() - start
            print(f"{seats} seats: {chosen.games} games, {moves} moves, no law broken ({spent:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
