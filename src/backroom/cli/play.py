"""`backroom play`: who plays what, then a session."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from backroom.arena.entrants import entrant, is_outside
from backroom.arena.seats import take_seat
from backroom.bots import LEVELS
from backroom.cli.books import EDITION
from backroom.cli.folder import Saved, Shelf, Sitter, read, sitters_of
from backroom.cli.records import OPTION, opened
from backroom.cli.screen import Failed, Misused, console, forgive, say
from backroom.cli.session import LIMITS, Left, Session, ask
from backroom.cli.tables import table_of
from backroom.cli.tongue import Tongue, _, joined, ngettext, numeral, own
from backroom.kernel.edition import Edition
from backroom.kernel.errors import BadSeats
from backroom.kernel.game import Game
from backroom.kernel.record import Record
from backroom.kernel.registry import game as find_game
from backroom.kernel.registry import games as all_games
from backroom.kernel.tongues import latin
from backroom.kernel.words import titled

BOT_NAMES = ("Rocco", "Sal", "Nino", "Gus", "Carmela", "Lou", "Rosa", "Tino", "Benny", "Dina")
USUAL_BOT = "soldier"


def play(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(help=_("The game; without one you choose."))] = None,
    people: Annotated[
        str | None, typer.Option(metavar="NAMES", help=_("Who plays at this keyboard, e.g. Anna,Boris."))
    ] = None,
    bots: Annotated[
        str | None, typer.Option(metavar="KINDS", help=_("Bots, e.g. don,capo,rookie; or how many, e.g. 3."))
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="BOT", help=_("One more, which may be your own: my_bot.py or 'cmd:./mybot'; again for more.")
        ),
    ] = None,
    seats: Annotated[int | None, typer.Option(help=_("How many play; bots fill the empty seats."))] = None,
    watch: Annotated[bool, typer.Option("--watch", help=_("Nobody but bots plays; you look on."))] = False,
    seed: Annotated[int | None, typer.Option(help=_("The same seed deals the same cards; else it is drawn."))] = None,
    option: OPTION = None,
    edition: EDITION = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help=_("Go on with a saved game or any record."))
    ] = None,
) -> None:
    """Play in the terminal."""
    forgive(sys.stdin)
    shelf = Shelf(context.obj)
    asked = Asked(people, bots, bot or (), seats, watch)
    if resume is not None:
        if game is not None or seed is not None or option:
            raise Misused(_("--resume goes on with a game as it is: no game, seed or options beside it."))
        if str(resume) == "-":
            raise Misused(_("--resume wants a file, since every move is saved in it."))
        go_on(shelf, resume, asked, edition)
        return
    try:
        if game is None:
            picked = pick(shelf)
            if isinstance(picked, Saved):
                go_on(shelf, picked.file, asked, edition)
                return
            game = picked
        found = find_game(game)
        sitters = asked.seated(found)
    except (Left, KeyboardInterrupt):
        raise Failed(_("No game was chosen.")) from None
    state = opened(game, len(sitters), seed, [*usual_options(game, sitters, option), *(option or ())], edition)
    if edition is not None:
        shelf.keep_edition(state.setup.edition)
    session = Session(state, sitters, shelf.new_file(game))
    session.save()
    session.run()


def usual_options(game: str, sitters: Sequence[Sitter], given: Sequence[str] | None) -> list[str]:
    """What the game's drawing wants for several people at one keyboard, unless the command line says otherwise."""
    if sum(not sitter.bot for sitter in sitters) < 2:
        return []
    named = {option.partition("=")[0].strip() for option in given or ()}
    return [f"{name}={value}" for name, value in table_of(game).hot_seat_options.items() if name not in named]


def pick(shelf: Shelf) -> str | Saved:
    """The game to play, or the saved one to go on with."""
    games = [find_game(name) for name in all_games()]
    saved = shelf.unfinished()[:9]
    out = console()
    out.print(Text(_("What shall it be?"), style="bold"))
    for at, game in enumerate(games, 1):
        seats = _("{first}–{last} players").format(first=game.seats[0], last=game.seats[-1])
        say(f"  {numeral(at)}  {titled(game, Tongue.language)}, {seats}")
    if saved:
        out.print(Text(_("Or go on with a saved game:"), style="bold"))
    for at, one in enumerate(saved, len(games) + 1):
        names = joined(sitter.name for sitter in one.sitters)
        count = len(one.record.moves)
        moves = ngettext("{n} move", "{n} moves", count).format(n=count)
        title = titled(find_game(one.record.game), Tongue.language)
        when = own().digits(f"{one.when:%Y-%m-%d %H:%M}")
        say(f"  {numeral(at)}  " + joined((title, when, moves)) + f"  {names}")
    while True:
        typed = latin(ask(_("Number or name") + " > ")).strip().lower()
        if typed in ("q", "quit"):
            raise Left
        if typed in all_games():
            return typed
        if typed.isdecimal() and 1 <= int(typed) <= len(games) + len(saved):
            at = int(typed) - 1
            return games[at].name if at < len(games) else saved[at - len(games)]
        say(_("Type one of the numbers; q leaves."))


def go_on(shelf: Shelf, file: Path, asked: Asked, edition: Path | None) -> None:
    """Take up a saved game, or any record, where it stopped."""
    record = Record.parse(read(file))
    game = find_game(record.game)
    if edition is not None:
        game.with_edition(Edition.read(edition))
    shelf.know_edition(record)
    if record.scores is not None:
        raise Failed(_("This game is over; look at it with: backroom replay {file}").format(file=file))
    sitters = sitters_of(record)
    own = {sitter.bot for sitter in sitters if is_outside(sitter.bot)}
    if own and not asked.anything:
        told = _(
            "In this game plays {bot}, a program that is not ours; if you want it to run, name it again with --bot."
        )
        raise Failed(told.format(bot=joined(sorted(own))))
    if not sitters or asked.anything and not (own and asked.names_only(own)):
        asked.seats = record.seats
        try:
            sitters = tuple(asked.seated(game))
        except (Left, KeyboardInterrupt):
            raise Failed(_("No game was chosen.")) from None
    session = Session.resumed(record, sitters, file)
    session.save()
    session.run()


class Asked:
    """Who shall play, as far as the command line says."""

    def __init__(
        self, people: str | None, bots: str | None, own: Sequence[str], seats: int | None, watch: bool
    ) -> None:
        self.people = None if people is None else [name.strip() for name in people.split(",") if name.strip()]
        self.bots = [*kinds(bots or ""), *own] if own or bots is not None else None
        self.seats = seats
        self.watch = watch
        self.anything = people is not None or self.bots is not None or watch
        if watch and self.people:
            raise Misused(_("--watch is for bots alone; leave out --people."))

    def names_only(self, bots: set[str]) -> bool:
        """Whether nothing is asked for but these bots."""
        return self.people is None and not self.watch and set(self.bots or ()) == bots

    def seated(self, game: Game) -> list[Sitter]:
        """Everybody at the table: people first, then bots."""
        if self.seats is not None:
            game.check_seats(self.seats)
        if not self.anything and sys.stdin.isatty():
            self.ask_around(game)
        people = [] if self.watch else self.people if self.people is not None else [own_name()]
        bots = list(self.bots) if self.bots is not None else []
        check_names(people)
        for kind in bots:
            take_seat(entrant(kind, game.name), game, LIMITS)
        if self.seats is None and self.bots is None and len(people) < 2:
            wanted = game.usual_seats()
        else:
            wanted = self.seats or max(len(people) + len(bots), game.seats[0])
        if len(people) + len(bots) > wanted:
            raise Misused(_("{many} do not fit at {wanted} seats.").format(many=len(people) + len(bots), wanted=wanted))
        bots += [USUAL_BOT] * (wanted - len(people) - len(bots))
        game.check_seats(len(people) + len(bots))
        names = [name for name in BOT_NAMES if name not in people]
        return [*(Sitter(name) for name in people), *(Sitter(names[at], kind) for at, kind in enumerate(bots))]

    def ask_around(self, game: Game) -> None:
        """Ask at the terminal who plays."""
        most = self.seats or game.seats[-1]
        while True:
            typed = ask(_("Who plays here? Names, with commas between [{name}]").format(name=own_name()) + " > ")
            people = [name.strip() for name in typed.split(",") if name.strip()] or [own_name()]
            try:
                check_names(people)
                if len(people) > most:
                    raise BadSeats(_("There are {most} seats at most.").format(most=most))
            except (Failed, BadSeats) as error:
                say(str(error))
                continue
            break
        self.people = people
        least = max((self.seats or game.seats[0]) - len(people), 0)
        room = most - len(people)
        if room == least:
            self.bots = [self.ask_level()] * room if room else []
            return
        usual = least if len(people) > 1 else max(game.usual_seats() - 1, least)
        while True:
            typed = ask(
                _("How many bots, {least} to {room} [{usual}]").format(least=least, room=room, usual=usual) + " > "
            ).strip()
            if not typed or (typed.isdecimal() and least <= int(typed) <= room):
                many = int(typed or usual)
                self.bots = [self.ask_level()] * many if many else []
                return
            say(_("Type a number from {least} to {room}.").format(least=least, room=room))

    def ask_level(self) -> str:
        """Ask at the terminal how well bots shall play."""
        while True:
            prompt = _("How good: {levels} [{usual}]").format(levels=joined(LEVELS), usual=USUAL_BOT)
            typed = ask(prompt + " > ").strip().lower()
            found = [level for level in LEVELS if level.startswith(typed or USUAL_BOT)]
            if len(found) == 1:
                return found[0]
            say(_("Type one of them."))


def kinds(bots: str) -> list[str]:
    """`don,rookie`, or a number of the usual kind."""
    if bots.strip().isdecimal():
        return [USUAL_BOT] * min(int(bots), 99)
    return [kind.strip() for kind in bots.split(",") if kind.strip()]


def check_names(people: list[str]) -> None:
    """Names that can be told apart and written in a line."""
    for name in people:
        if not name.isprintable() or len(name) > 30:
            raise Misused(_("A name has up to 30 letters, and nothing unprintable."))
        if people.count(name) > 1:
            raise Misused(_("Two people are called {name}; give them different names.").format(name=name))


def own_name() -> str:
    """What to call the one who plays and gave no name."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):
        name = ""
    return name.capitalize()[:30] if name.isprintable() and name else _("Player")
