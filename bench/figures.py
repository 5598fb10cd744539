"""Every figure in one run: `python -m bench.figures [--seconds 0.5] [--rounds 5] [--write]`.

The plain engines, the compiled ones (`./test` builds them into `.cache/compiled`) and the peers that are installed
take turns, so that ratios are of the same minutes. What is counted is told in `bench.peers` and `backroom bench`, whose
loops these are. Prints the tables in Markdown, then every target, met or missed, and ends with exit code 1 if one is
missed. `--write` puts it all into `docs/architecture.md`. A peer that does not go together with
the others may lie in a folder of its own: `PYTHONPATH=that/folder python -m bench.figures`.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import statistics
import subprocess
import sys
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
WAYS = {"plain": "src", "compiled": ".cache/compiled"}
PEER = "peer, "
FROM_PYTHON, INSIDE, COPIES, VIEWS, WORLDS = "from Python", "inside", "copies", "views", "worlds"
HEARTS = PEER + "hearts, as documented"
HEARTS_WAYS = (HEARTS, PEER + "hearts, outcomes", PEER + "hearts, legal list")
HEARTS_INSIDE = (PEER + "hearts, inside C++", PEER + "hearts, inside C++, deals counted")
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"

Medians = dict[tuple[str, str], float]
"""By way (plain, compiled) and figure; peers are measured with the plain engines."""


class Target(NamedTuple):
    """What a figure is to reach: so many a second, or so many times what a peer does."""

    way: str
    figure: str
    least: float
    beside: str = ""


TARGETS = (
    Target("plain", f"boss, {FROM_PYTHON}", 1.2, HEARTS),
    Target("compiled", f"boss, {FROM_PYTHON}", 4, HEARTS),
    Target("compiled", f"boss, {INSIDE}", 0.5, HEARTS_INSIDE[1]),
    Target("plain", f"boss, {COPIES}", 700_000),
    Target("compiled", f"boss, {WORLDS}", 50_000),
    Target("plain", f"omerta, {FROM_PYTHON}", 0.4, HEARTS),
    Target("compiled", f"omerta, {FROM_PYTHON}", 1.5, HEARTS),
    Target("plain", f"corleone, {FROM_PYTHON}", 0.25, HEARTS),
    Target("compiled", f"corleone, {FROM_PYTHON}", 0.8, HEARTS),
)


def serve(peers: bool) -> None:
    """A worker: measures what it is asked for, a line each, until its input ends."""
    import backroom
    from backroom.cli.bench import drive, inside, middle, rate
    from bench.peers import Measured, others

    figures: dict[str, Measured] = {}
    for name in backroom.games():
        game = backroom.game(name)
        seats = game.usual_seats()
        state = middle(game, seats)[0]
        seat = state.waiting[0]
        figures[f"{name}, {FROM_PYTHON}"] = partial(drive, game, seats)
        figures[f"{name}, {INSIDE}"] = partial(inside, game, seats, dealt=False)
        figures[f"{name}, {COPIES}"] = partial(rate, state.copy)
        figures[f"{name}, {VIEWS}"] = partial(rate, partial(state.view, seat))
        figures[f"{name}, {WORLDS}"] = partial(rate, partial(game.imagine, state.view(seat), Random(1)))
    missing: list[str] = []
    if peers:
        found, missing = others()
        figures.update({PEER + name: run for name, run in found.items()})
    print(json.dumps({"compiled": backroom.COMPILED, "figures": list(figures), "missing": missing}), flush=True)
    for line in sys.stdin:
        seconds, _, name = line.rstrip("\n").partition(" ")
        print(figures[name](float(seconds)), flush=True)


class Worker:
    """One of the processes that measure."""

    def __init__(self, way: str) -> None:
        self.way = way
        paths = [str(ROOT / WAYS[way]), *filter(None, [os.environ.get("PYTHONPATH")])]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.figures", "--serve", *(["--peers"] if way == "plain" else [])],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        hello = self.answer()
        self.figures: list[str] = hello["figures"]
        self.missing: list[str] = hello["missing"]
        if hello["compiled"] != (way == "compiled"):
            raise SystemExit(f"There are no {way} engines in {WAYS[way]}; `./test` makes them.")

    def answer(self) -> Any:
        """The next line of JSON."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"The process with the {self.way} engines has ended with {self.process.wait()}.")
        return json.loads(line)

    def measure(self, figure: str, seconds: float) -> float:
        """One figure."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{seconds} {figure}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def close(self) -> None:
        """It ends when nothing more is asked."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def measured(seconds: float, rounds: int) -> tuple[Medians, list[str]]:
    """Every figure, round after round; what is missing."""
    workers = [Worker(way) for way in WAYS]
    try:
        found: dict[tuple[str, str], list[float]] = {}
        for done in range(rounds):
            for figure in workers[0].figures:
                for worker in workers:
                    if figure in worker.figures:
                        found.setdefault((worker.way, figure), []).append(worker.measure(figure, seconds))
            sys.stderr.write(f"round {done + 1} of {rounds}\n")
        return {name: statistics.median(each) for name, each in found.items()}, workers[0].missing
    finally:
        for worker in workers:
            worker.close()


def rounded(figure: float) -> str:
    """Three digits of it."""
    if figure >= 1_000_000:
        return f"{figure / 1_000_000:.2f} M"
    return f"{figure / 1000:.0f} k" if figure >= 100_000 else f"{figure / 1000:.1f} k"


def row(*cells: str) -> str:
    """A line of a table."""
    return f"| {' | '.join(cells)} |"


def share(medians: Medians, figure: float, beside: str) -> str:
    """How many times a peer's figure; a dash if it is not installed."""
    peer = medians.get(("plain", beside))
    return f"{figure / peer:.2f}" if peer else "–"


def report(medians: Medians, missing: list[str]) -> list[str]:
    """The tables."""
    lines = [
        row("a second of processor time", FROM_PYTHON, "/ hearts, in its three ways", INSIDE, "/ hearts in C++"),
        row("---", "---:", "---:", "---:", "---:"),
    ]
    games = [figure.partition(", ")[0] for way, figure in medians if way == "plain" and figure.endswith(COPIES)]
    for name in games:
        for way in WAYS:
            driven, within = medians[way, f"{name}, {FROM_PYTHON}"], medians[way, f"{name}, {INSIDE}"]
            beside = " · ".join(share(medians, driven, peer) for peer in HEARTS_WAYS)
            beside_cpp = " · ".join(share(medians, within, peer) for peer in HEARTS_INSIDE)
            lines.append(row(f"{name}, {way}: decisions", rounded(driven), beside, rounded(within), beside_cpp))
    lines += [
        "",
        row("a second of processor time", COPIES, VIEWS, "imagined worlds"),
        row("---", "---:", "---:", "---:"),
    ]
    for name in games:
        for way in WAYS:
            each = [rounded(medians[way, f"{name}, {what}"]) for what in (COPIES, VIEWS, WORLDS)]
            lines.append(row(f"{name}, {way}", *each))
    lines += ["", row("peers: decisions a second", "", "/ hearts as documented"), row("---", "---:", "---:")]
    for (_way, figure), median in medians.items():
        if figure.startswith(PEER):
            lines.append(row(figure.removeprefix(PEER), rounded(median), share(medians, median, HEARTS)))
    lines += [row(name, "not installed", "") for name in missing]
    lines += ["", row("target", "wanted", "reached", ""), row("---", "---:", "---:", "---")]
    for target in TARGETS:
        lines.append(row(*judged(medians, target)))
    return lines


def judged(medians: Medians, target: Target) -> tuple[str, str, str, str]:
    """A target: what it is, what is wanted, what was reached, and whether that will do."""
    figure = medians[target.way, target.figure]
    name = f"{target.figure}, {target.way}"
    if not target.beside:
        met = "met" if figure >= target.least else "missed"
        return name, rounded(target.least), rounded(figure), met
    name += f" / {target.beside.removeprefix(PEER)}"
    peer = medians.get(("plain", target.beside))
    if peer is None:
        return name, f"{target.least:.2f}", "–", "not measured"
    return name, f"{target.least:.2f}", f"{figure / peer:.2f}", "met" if figure >= target.least * peer else "missed"


def machine() -> str:
    """What it was measured on."""
    found = re.search(r"model name\s*: (.*)", read_or_nothing(Path("/proc/cpuinfo")))
    processor = found[1] if found else platform.processor() or platform.machine()
    return f"{processor}, {os.cpu_count()} cores, {platform.python_implementation()} {platform.python_version()}"


def read_or_nothing(file: Path) -> str:
    """A file's text, or nothing where there is none."""
    return file.read_text(encoding="utf-8") if file.exists() else ""


def write(file: Path, text: str) -> None:
    """Put the tables between the two marks."""
    before, mark, rest = file.read_text(encoding="utf-8").partition(BEGIN)
    if not mark:
        raise SystemExit(f"{file} has no line {BEGIN}")
    after = rest.partition(END)[2] if END in rest else rest
    file.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", encoding="utf-8")


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each figure in each round")
    parser.add_argument("--rounds", type=int, default=5, help="interleaved rounds; the median counts")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/architecture.md")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--peers", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.serve:
        serve(chosen.peers)
        return
    medians, missing = measured(chosen.seconds, chosen.rounds)
    command = f"`python -m bench.figures --seconds {chosen.seconds:g} --rounds {chosen.rounds}`"
    text = "\n".join([f"{command} on {machine()}:", "", *report(medians, missing)])
    print(text)
    if chosen.write:
        write(ROOT / "docs/architecture.md", text)
    if any(judged(medians, target)[3] == "missed" for target in TARGETS):
        sys.exit(1)


if __name__ == "__main__":
    main()
