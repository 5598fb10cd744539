"""`backroom new`, `backroom replay` and `backroom verify`: games as text."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from backroom.cli.books import AS_JSON, EDITION
from backroom.cli.folder import Shelf, read, sitters_of, write
from backroom.cli.screen import Failed, Misused, console, say, say_json
from backroom.cli.tables import Drawing, Voice, table_of
from backroom.cli.tongue import Tongue, _, ngettext, numeral
from backroom.kernel.edition import Edition
from backroom.kernel.errors import BackroomError, BadRecord
from backroom.kernel.events import Event
from backroom.kernel.record import Record, seat_name
from backroom.kernel.registry import game as find_game
from backroom.kernel.state import State
from backroom.kernel.tongues import latin
from backroom.kernel.view import View
from backroom.kernel.words import titled

RECORD = Annotated[Path, typer.Argument(help=_("The record; - is standard input."))]
OPTION = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help=_("A table option; may be given again."))
]


def chosen(options: Iterable[str]) -> dict[str, str]:
    """Options as they were typed."""
    found: dict[str, str] = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals:
            raise Misused(_("--option wants NAME=VALUE, not {option}.").format(option=repr(option)))
        if name in found:
            raise Misused(_("The option {name} is given twice.").format(name=name))
        found[name] = value
    return found


def opened(game: str, seats: int | None, seed: int | None, option: list[str] | None, edition: Path | None) -> State:
    """A new game as the command line asks for it."""
    found = find_game(game)
    if seed is not None and not 0 <= seed < 1 << 256:
        raise Misused(_("A seed is a whole number from 0 to 2**256 - 1."))
    return found.new(seats, seed, chosen(option or ()), None if edition is None else Edition.read(edition))


def new(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help=_("The game, e.g. boss."))],
    seats: Annotated[int | None, typer.Option(help=_("How many play."))] = None,
    seed: Annotated[int | None, typer.Option(help=_("The same seed deals the same cards; else it is drawn."))] = None,
    option: OPTION = None,
    edition: EDITION = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help=_("Write it here; else to standard output."))] = None,
    force: Annotated[bool, typer.Option("--force", help=_("Write over a file that is there."))] = False,
    as_json: AS_JSON = False,
) -> None:
    """Open a game and write its record."""
    state = opened(game, seats, seed, option, edition)
    record = Record.of(state)
    if edition is not None:
        Shelf(context.obj).keep_edition(state.setup.edition)
    if out is not None:
        if out.exists() and not force:
            raise Failed(_("{file} is there already; --force writes over it.").format(file=out))
        write(out, str(record))
    if as_json:
        found = {
            "game": record.game,
            "seats": record.seats,
            "options": record.options,
            "edition": record.edition,
            "seed": str(record.seed),
            "seed_sha256": record.seed_sha256,
            "waiting": list(state.waiting),
            "file": None if out is None else str(out),
            "record": str(record),
        }
        say_json(found)
    elif out is None:
        sys.stdout.write(str(record))
    else:
        title = titled(state.setup.game, Tongue.language)
        say(
            _("Wrote {file}: {title} for {seats}. Play it with: backroom play --resume {file}").format(
                file=out, title=title, seats=record.seats
            )
        )


class Reel:
    """A record made ready to be looked at: its positions and what happened between them."""

    def __init__(self, record: Record, shelf: Shelf, edition: Path | None) -> None:
        game = find_game(record.game)
        if edition is not None:
            game.with_edition(Edition.read(edition))
        shelf.know_edition(record)
        self.record = record
        self.table: Drawing = table_of(record.game)
        names = [sitter.name for sitter in sitters_of(record)]
        used = game.edition(record.edition.rpartition(" ")[2])
        self.voice = Voice(game, self.table, Tongue.language, names, used)

    def views(self, last: int, seat: int | None) -> list[View]:
        """What this seat saw after 0, 1, … moves."""
        if last > len(self.record.moves) or last < 0:
            count = len(self.record.moves)
            raise Misused(
                ngettext(
                    "The record has {n} move; there is no position after {at}.",
                    "The record has {n} moves; there is no position after {at}.",
                    count,
                ).format(n=count, at=last)
            )
        return [state.view(seat) for _at, state in zip(range(last + 1), self.record.steps())]

    def happened(self, last: int) -> list[list[Event]]:
        """The events of each move."""
        found: list[list[Event]] = []
        for _at, state in zip(range(last + 1), self.record.steps()):
            state.listen()
            found.append(state.events())
        return found[1:]


def replay(
    context: typer.Context,
    file: RECORD,
    at: Annotated[int | None, typer.Option(metavar="N", help=_("The position after N moves."))] = None,
    seat: Annotated[int | None, typer.Option(metavar="N", help=_("As seat N saw it; else as a spectator."))] = None,
    log: Annotated[bool, typer.Option("--log", help=_("Also everything that happened until then."))] = False,
    edition: EDITION = None,
    as_json: AS_JSON = False,
) -> None:
    """Show a game from its record."""
    record = Record.parse(read(file))
    reel = Reel(record, Shelf(context.obj), edition)
    viewer = None if seat is None else seat - 1
    if viewer is not None and not 0 <= viewer < record.seats:
        raise Misused(_("The record has the seats 1 to {last}.").format(last=record.seats))
    last = len(record.moves) if at is None else at
    views = reel.views(last, viewer)
    if as_json:
        say_json(as_data(record, last, views[-1]))
        return
    if at is None and not log and console().is_terminal and str(file) != "-":
        step_through(reel, views, viewer)
        return
    if log:
        events = [event for each in reel.happened(last) for event in each]
        console().print(reel.table.story(events, views[0], views[-1], reel.voice))
        say("")
    show(reel, views, last)


def as_data(record: Record, at: int, view: View) -> dict[str, Any]:
    """A position of a record for programs."""
    move = record.moves[at - 1] if at else None
    return {
        "game": record.game,
        "at": at,
        "moves": len(record.moves),
        "move": None if move is None else {"seat": seat_name(move[0]), "token": move[1]},
        "view": msgspec.to_builtins(view),
    }


def show(reel: Reel, views: list[View], at: int) -> None:
    """One position, with the move that led to it."""
    out = console()
    count = len(reel.record.moves)
    say(_("After {at} of {count} moves").format(at=at, count=count) + last_move(reel, at))
    out.print(reel.table.draw(views[at], reel.voice))
    if views[at].over:
        out.print(reel.table.ending(views[at], reel.voice))


def last_move(reel: Reel, at: int) -> str:
    """The move before a position, as the record has it."""
    if not at:
        return ""
    seat, token = reel.record.moves[at - 1]
    return f": {reel.voice.seat(seat)}, {token}"


def step_through(reel: Reel, views: list[View], viewer: int | None) -> None:
    """Look through a game with Enter, `b` and numbers."""
    events = reel.happened(len(views) - 1)
    at = 0
    while True:
        console().clear()
        if at:
            console().print(reel.table.story(events[at - 1], views[at - 1], views[at], reel.voice))
        show(reel, views, at)
        prompt = _("Enter: next · b: back · a number: go there · end: the last · q: leave") + " > "
        try:
            typed = latin(console().input(prompt)).strip().lower()
        except EOFError:
            return
        if typed in ("q", "quit"):
            return
        if typed == "b":
            at = max(at - 1, 0)
        elif typed == "end":
            at = len(views) - 1
        elif typed.isdecimal():
            at = min(int(typed), len(views) - 1)
        elif at == len(views) - 1:
            return
        else:
            at += 1


def verify(context: typer.Context, file: RECORD, edition: EDITION = None, as_json: AS_JSON = False) -> None:
    """Replay a record and check its seed and its result."""
    record: Record | None = None
    try:
        record = Record.parse(read(file))
        Reel(record, Shelf(context.obj), edition)
        state = record.verify()
    except (BackroomError, Failed) as error:
        if not as_json:
            raise
        line, column = (error.line, error.column) if isinstance(error, BadRecord) else (0, 0)
        problem = error.problem if isinstance(error, BadRecord) else str(error)
        say_json({"ok": False, "file": str(file), "problem": problem, "line": line, "column": column})
        raise typer.Exit(1) from None
    if as_json:
        say_json(
            {
                "ok": True,
                "file": str(file),
                "game": record.game,
                "moves": len(record.moves),
                "over": state.over,
                "scores": state.scores(),
                "ranks": state.ranks(),
                "seed_sha256": record.seed_sha256,
            }
        )
        return
    count = len(record.moves)
    replayed = ngettext("{n} move replays", "{n} moves replay", count).format(n=count)
    say(_("Verified: {replayed}, and the seed is the promised one.").format(replayed=replayed))
    say(_("SHA-256 of the seed: {sha256}").format(sha256=record.seed_sha256))
    if not state.over:
        say(_("The game is not over."))
        return
    names = [sitter.name for sitter in sitters_of(record)]
    speaker = Voice(find_game(record.game), table_of(record.game), Tongue.language, names)
    ranks, scores = state.ranks(), state.scores()
    for seat in sorted(range(record.seats), key=lambda each: (ranks[each], each)):
        say(f"{numeral(ranks[seat])}. {speaker.seat(seat)}  {numeral(scores[seat])}")
