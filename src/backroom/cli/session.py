"""A game at one keyboard: people and bots take turns, everything is saved, everything can be explained."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final

import msgspec
from rich.columns import Columns
from rich.text import Text

from backroom.arena.entrants import Limits, entrant
from backroom.arena.seats import Seated, take_seat
from backroom.bots.budget import Budget
from backroom.cli.advice import advice, asked_for_advice
from backroom.cli.books import print_paragraph
from backroom.cli.folder import Sitter, with_sitters, write
from backroom.cli.screen import console, say, say_text, sentence
from backroom.cli.tables import Choice, Group, Unclear, Voice, table_of
from backroom.cli.takeback import take_back
from backroom.cli.tongue import Tongue, _, joined, numeral
from backroom.kernel.errors import Reason, UnknownAction
from backroom.kernel.events import Event
from backroom.kernel.record import Record
from backroom.kernel.rulebook import NoRulebook, paragraph, speaking_of
from backroom.kernel.state import HOUSE, State
from backroom.kernel.tongues import latin
from backroom.kernel.view import View
from backroom.kernel.words import N_, titled

PARAGRAPH: Final = re.compile(r"[A-Za-z]{1,3}-\d+")
WIPE: Final = "\x1b[H\x1b[2J\x1b[3J"
"""Clears the screen and what was scrolled off it, where a hand could be read."""
PAGE: Final = "\x1b[H\x1b[2J"
"""Clears the screen alone."""
SHORTEST: Final = 3
"""A word that is looked up in the rulebook has as many letters."""
QUIT: Final = ("q", "quit", "exit", "s", "save")
UNDO: Final = ("u", "undo")
_TAKE_BACK: Final = N_("u takes back your last move if nobody learned anything by it.")
_ADVICE: Final = N_("advice asks the consigliere for the best few moves; advice 0.5s has him think half a second.")
_OTHERS: Final = N_("log tells the whole game, t draws the table again, q saves the game and leaves.")
WORDS: Final = {
    **dict.fromkeys(UNDO, _TAKE_BACK), "advice": _ADVICE, **dict.fromkeys(("log", "t", "table", *QUIT), _OTHERS),
}  # fmt: skip
"""What can be typed besides moves, and what it does."""
LIMITS: Final = Limits(seconds=10.0)
"""For bots that are not the house's: people wait for them."""


class Left(Exception):
    """The person at the keyboard goes away."""


def ask(prompt: str) -> str:
    """A line from the keyboard, or from a pipe; Left when there are no more."""
    try:
        typed = input(prompt)
    except EOFError:
        sys.stdout.write("\n")
        raise Left from None
    if not sys.stdin.isatty():
        sys.stdout.write(f"{typed}\n")  # so that what was piped in can be read beside the answer
    return typed


def wipe() -> None:
    """An empty screen, where it is one."""
    if console().is_terminal:
        sys.stdout.write(WIPE)
        sys.stdout.flush()
    else:
        say("")


def turn_page() -> None:
    """An empty screen where it is one, but nobody's scrollback is lost."""
    if console().is_terminal:
        sys.stdout.write(PAGE)
        sys.stdout.flush()


def forget_typed() -> None:
    """The arrow keys do not bring back what the person before has typed."""
    if "readline" in sys.modules:
        sys.modules["readline"].clear_history()


def edit_lines() -> None:
    """Arrow keys at the prompt, where the system has them."""
    with suppress(ImportError):
        importlib.import_module("readline")


def numbered(groups: Sequence[Group]) -> dict[int, Choice]:
    """The choices by the numbers that may be typed for them: their own if any has one, else 1, 2, 3 and so on."""
    listed = [choice for group in groups for choice in group.choices]
    own = {choice.number: choice for choice in listed if choice.number is not None}
    return own or dict(enumerate(listed, 1))


class Last(msgspec.Struct):
    """What a seat has seen: so many events, and its view then."""

    events: int = 0
    view: View | None = None


class Session:
    """One game being played. It alone holds the state; people and bots get views."""

    def __init__(self, state: State, sitters: Sequence[Sitter], file: Path) -> None:
        self.state = state
        self.sitters = tuple(sitters)
        self.file = file
        self.game = state.setup.game
        self.table = table_of(self.game.name)
        names = [sitter.name for sitter in sitters]
        self.speaker = Voice(self.game, self.table, Tongue.language, names, state.setup.edition)
        self.bots = {seat: self.bot(each.bot) for seat, each in enumerate(sitters) if each.bot}
        self.people = [seat for seat in range(len(sitters)) if seat not in self.bots]
        self.events: list[tuple[int, Event]] = []
        """What happened, each with the number of moves made then."""
        self.seen = {seat: Last() for seat in range(len(sitters))}
        self.at_keyboard: int | None = self.people[0] if len(self.people) == 1 else None
        state.listen()

    @classmethod
    def resumed(cls, record: Record, sitters: Sequence[Sitter], file: Path) -> Session:
        """A saved game; everybody is told again what happened since his last move."""
        steps = record.steps()
        session = cls(next(steps), sitters, file)
        for seat, _token in record.moves:
            if seat in session.people:
                session.seen[seat] = Last(len(session.events), session.state.view(seat))
            next(steps)
            session.hear()
        return session

    def bot(self, kind: str) -> Seated:
        """A bot of this kind for one seat."""
        return take_seat(entrant(kind, self.game.name), self.game, LIMITS)

    # Moves.

    def play(self, seat: int, moves: Sequence[int]) -> None:
        """Make the moves of one choice, and save. What quick bots do is saved with it: they would do the same again."""
        for action in moves:
            self.state.play(seat, action)
            self.hear()
        if seat not in self.bots or self.bots[seat].thinks:
            self.save()

    def hear(self) -> None:
        """Keep what just happened."""
        self.events += [(self.state.made, event) for event in self.state.events()]

    def save(self) -> None:
        """The whole game in its file: a kill loses nothing."""
        write(self.file, str(with_sitters(Record.of(self.state), self.sitters)), private=True)

    def refusal(self, seat: int, moves: Sequence[int]) -> Reason | None:
        """Why these moves cannot be made one after the other; None if they can."""
        trial = self.state.copy()
        for action in moves:
            if trial.over or not trial.may(seat, action):
                return trial.why_not(seat, action)
            trial.play(seat, action)
        return None

    def bot_moves(self, seat: int) -> None:
        """A bot gets its view and no more. Its chance depends on the place in the game, so that games repeat."""
        rng = Random(f"{self.state.setup.seed} {self.state.made} {seat}")
        bot = self.bots[seat]
        legal = self.state.legal(seat)
        faults = len(bot.faults)
        if bot.thinks and len(legal) > 1 and console().is_terminal:
            with console().status(_("{name} is thinking").format(name=self.speaker.seat(seat))):
                chosen = bot.move(self.state, seat, legal, rng)
        else:
            chosen = bot.move(self.state, seat, legal, rng)
        for fault in bot.faults[faults:]:
            told = _("{name} {fault}; a random move was played instead.")
            say(told.format(name=self.speaker.seat(seat), fault=fault))
        self.play(seat, (chosen,))

    # The course of the game.

    def run(self) -> None:
        """Until the game is over or somebody leaves."""
        edit_lines()
        self.greet()
        try:
            while not self.state.over:
                seat = self.next_seat()
                if seat is None:
                    self.play(HOUSE, self.state.legal(HOUSE)[:1])
                elif seat in self.bots:
                    self.bot_moves(seat)
                else:
                    self.person_moves(seat)
        except (Left, KeyboardInterrupt):
            self.save()
            say("")
            say(_("Saved. Go on with: backroom play --resume {file}").format(file=self.file))
            return
        finally:
            for bot in self.bots.values():
                bot.close()
        self.finish()

    def greet(self) -> None:
        """Who is at the table."""
        told = [
            f"{each.name} ({_('bot, {kind}').format(kind=each.bot)})" if each.bot else each.name
            for each in self.sitters
        ]
        say_text(Text(titled(self.game, Tongue.language), style="bold").append(": " + joined(told), style="not bold"))
        say(_("Every move is saved in {file}").format(file=self.file))

    def next_seat(self) -> int | None:
        """Whose decision comes next: bots do not keep anybody waiting, then whoever sits there already."""
        waiting = self.state.waiting
        for seat in waiting:
            if seat in self.bots:
                return seat
        if self.at_keyboard in waiting:
            return self.at_keyboard
        return waiting[0] if waiting else None

    def person_moves(self, seat: int) -> None:
        """A person's turn, until somebody else is asked."""
        self.save()
        if not self.hand_over(seat):
            return
        if self.seen[seat].view is not None and self.table.pages(self.state.view(seat)):
            turn_page()
        self.show(seat, whole=True)
        made = self.state.made
        while seat in self.state.waiting and not self.state.over:
            if self.state.made != made:
                self.show(seat, whole=False)
                made = self.state.made
            groups = self.groups(seat)
            typed = latin(ask(self.prompt(seat))).strip()
            self.obey(seat, typed, groups)
            if self.next_seat() != seat:
                break
        if self.state.made != made and self.next_seat() != seat and self.table.lingers(self.state.view(seat)):
            self.show(seat, whole=True)
            ask(_("Press Enter when you have seen it") + " ")

    def prompt(self, seat: int) -> str:
        """What stands before the cursor."""
        return f"{self.speaker.seat(seat)} > "

    def hand_over(self, seat: int) -> bool:
        """Nobody sees another one's hand. False if the person before takes his decision back instead."""
        left = self.at_keyboard
        if left == seat:
            return True
        forget_typed()
        wipe()
        may_regret = left is not None and take_back(self.state, left) is not None
        while True:
            if left is not None and may_regret:
                say(_("u: {name} takes back").format(name=self.speaker.seat(left)))
            name = self.speaker.seat(seat)
            typed = ask(_("{name}, press Enter when only you are looking (q leaves)").format(name=name) + " ")
            typed = typed.strip().lower()
            if typed in QUIT:
                raise Left
            if typed in UNDO and left is not None and may_regret:
                self.undo(left)
                return False
            if not typed:
                break
        wipe()
        self.at_keyboard = seat
        return True

    def show(self, seat: int, whole: bool) -> None:
        """What happened since this seat looked last; the table; the choices."""
        out = console()
        if whole and out.is_terminal:
            out.rule(style="dim")
        view = self.state.view(seat)
        last = self.seen[seat]
        news = [event for _made, event in self.events[last.events :]]
        if news:
            out.print()
            if whole:
                title = _("Since your last turn") if last.view is not None else _("So far")
                out.print(Text(title, style="bold"))
            out.print(self.table.story(news, last.view, view, self.speaker))
        self.seen[seat] = Last(len(self.events), view)
        if whole or self.table.redraws:
            out.print()
            out.print(self.table.draw(view, self.speaker))
        if seat in self.state.waiting:
            self.show_choices(self.groups(seat))

    def groups(self, seat: int) -> list[Group]:
        """What this seat, and the house, may do now."""
        groups = self.table.choices(self.state.view(seat), self.state.legal(seat), self.speaker)
        tokens = [self.game.token(action) for action in self.state.legal(HOUSE)]
        house = tuple(Choice(token, (self.game.action(token),), keys=(token,)) for token in tokens)
        return [*groups, Group(_("The house may"), house)] if house else groups

    def show_choices(self, groups: Sequence[Group]) -> None:
        """Numbered, group by group."""
        numbers = {id(choice): number for number, choice in numbered(groups).items()}
        out = console()
        for group in groups:
            if not any(id(choice) in numbers for choice in group.choices):
                out.print(Text(f"{group.title}: " + joined(choice.keys[0] for choice in group.choices), style="dim"))
                continue
            out.print(Text(group.title, style="bold"))
            lines = []
            for choice in group.choices:
                at = numeral(numbers[id(choice)]) if id(choice) in numbers else ""
                lines.append(Text(f"{at:>4}  ", style="cyan").append(choice.label, style="default"))
            down = any(choice.number is None for choice in group.choices)
            out.print(Columns(lines, padding=(0, 1), column_first=down))
        out.print(Text(_("? explains · advice · u takes back · log · q saves and leaves"), style="dim"))

    def finish(self) -> None:
        """The last payout and the final standing, for everybody to see."""
        self.save()
        out = console()
        viewer = self.people[0] if len(self.people) == 1 else None
        last = self.seen[self.people[0]] if self.people else Last()
        view = self.state.view(viewer)
        out.print()
        out.print(
            self.table.story([event for _made, event in self.events[last.events :]], last.view, view, self.speaker)
        )
        out.print(self.table.ending(view, self.speaker))
        say("")
        say(_("The whole game: backroom replay {file}").format(file=self.file))

    # What is typed.

    def obey(self, seat: int, typed: str, groups: Sequence[Group]) -> None:
        """A command, or one or more choices."""
        word, _space, rest = typed.partition(" ")
        word = word.lower()
        if not typed:
            self.show_choices(groups)
        elif word in QUIT and not rest:
            raise Left
        elif typed.startswith("?") or word == "help":
            self.explain(seat, typed[1:].strip() if typed.startswith("?") else rest.strip(), groups)
        elif word in UNDO:
            self.undo(seat)
        elif word == "log":
            view = self.state.view(seat)
            console().print(self.table.log([event for _made, event in self.events], view, self.speaker))
        elif word in ("t", "table"):
            console().print(self.table.draw(self.state.view(seat), self.speaker))
            self.show_choices(groups)
        elif word == "advice":
            self.advise(seat, asked_for_advice(typed))
        else:
            for part in filter(None, re.split(r"\s*[;,]\s*", typed)):
                if not self.choose(seat, part):
                    break

    def choose(self, seat: int, typed: str) -> bool:
        """Make the choice that was typed; False, with a sentence, if it cannot be made."""
        if seat not in self.state.waiting:
            return False
        groups = self.groups(seat)
        try:
            choice: Choice | None = self.meant(seat, typed, groups)
            while choice is not None and choice.then:
                choice = self.narrowed(choice)
        except Unclear as error:
            say(str(error))
            return False
        if choice is None:
            return False
        mover = self.mover(seat, choice)
        reason = self.refusal(mover, choice.moves)
        if reason is not None:
            say(self.told(reason))
            return False
        self.play(mover, choice.moves)
        return True

    def mover(self, seat: int, choice: Choice) -> int:
        """Who makes a choice that this seat has typed: the seat, or the house."""
        return HOUSE if len(choice.moves) == 1 and choice.moves[0] in self.state.legal(HOUSE) else seat

    def meant(self, seat: int, typed: str, groups: Sequence[Group]) -> Choice:
        """The choice of a number, a key, a token or the game's own short way; Unclear if there is none."""
        listed = [choice for group in groups for choice in group.choices]
        if typed.isdecimal():
            numbers = numbered(groups)
            if int(typed) in numbers:
                return numbers[int(typed)]
            read = self.table.read(typed, self.state.view(seat), self.state.legal(seat), self.speaker)
            if read is not None:  # it will be refused with its reason
                return read
            if sorted(numbers) == list(range(1, len(numbers) + 1)):
                raise Unclear(_("The choices are 1 to {last}.").format(last=len(numbers)))
            shown = joined(map(numeral, sorted(numbers)))
            raise Unclear(_("The choices are: {numbers}").format(numbers=shown))
        for choice in listed:
            if typed.lower() in choice.keys:
                return choice
        try:
            action = self.game.action(typed)
        except UnknownAction:
            read = self.table.read(typed, self.state.view(seat), self.state.legal(seat), self.speaker)
            if read is not None:
                return read
            raise Unclear(
                _("I do not know {typed}. Type a number or a move; ? explains.").format(typed=typed)
            ) from None
        for choice in (*listed, *(inner for outer in listed for inner in outer.then)):
            if choice.moves and choice.moves[-1] == action:
                return choice
        return Choice(typed, (action,))

    def narrowed(self, choice: Choice) -> Choice | None:
        """One of the choices inside a choice; None to go back."""
        numbered = not all(inner.keys for inner in choice.then)
        say(choice.label)
        shown = [
            f"{numeral(at)}: {inner.label}" if numbered else inner.keys[0] for at, inner in enumerate(choice.then, 1)
        ]
        console().print(Text("  " + "  ".join(shown)))
        typed = latin(ask(_("Which? (Enter: back)") + " > ")).strip().lower().replace(" ", "")
        if not typed:
            return None
        for inner in choice.then:
            if typed in inner.keys:
                return inner
        if numbered and typed.isdecimal() and 1 <= int(typed) <= len(choice.then):
            return choice.then[int(typed) - 1]
        raise Unclear(_("{typed} is none of them.").format(typed=typed))

    def undo(self, seat: int) -> None:
        """Take back this seat's last decision where that is fair."""
        before = take_back(self.state, seat)
        if before is None:
            say(_("Nothing to take back: your last move has shown something, or somebody has acted since."))
            return
        before.listen()
        self.state = before
        self.events = [(made, event) for made, event in self.events if made <= before.made]
        for last in self.seen.values():
            last.events = min(last.events, len(self.events))
        self.save()
        say(_("Taken back."))

    # Explaining.

    def told(self, reason: Reason) -> str:
        """A refusal with its paragraph."""
        sentence = self.speaker.reason(reason)
        return f"{sentence} [{reason.rule}]" if reason.rule else sentence

    def explain(self, seat: int, about: str, groups: Sequence[Group]) -> None:
        """`?` alone, `? B-14`, `? send:chicago:1v`."""
        thing = self.table.about(about, self.state.view(seat), self.speaker) if about else None
        if thing is not None:
            console().print(thing)
        elif PARAGRAPH.fullmatch(about):
            self.quote(about)
            return
        if about:
            self.explain_move(seat, about, groups, told=thing is not None)
            return
        say(_("Type the number of a choice, or the move itself. Several moves go with commas between."))
        numbers = self.table.paragraphs(self.state.view(seat))
        told = _("? MOVE says whether a move is possible, and why not. ? {paragraph} reads a paragraph of the rules.")
        say(told.format(paragraph=numbers[0] if numbers else "B-14"))
        say(_("? WORD looks a word up in the rules."))
        for told in dict.fromkeys(WORDS.values()):
            say(_(told))
        for number in numbers:
            say("")
            self.quote(number)

    def advise(self, seat: int, asked: Budget | str | None) -> None:
        """`advice`: what the don would do with what this seat knows."""
        if not isinstance(asked, Budget):
            say(sentence(asked or _("advice, or advice 0.5s to have it sooner")))
            return
        legal = self.state.legal(seat)
        rng = Random(f"{self.state.setup.seed} {self.state.made} {seat} advice")
        console().print(advice(self.state.view(seat), legal, rng, asked, self.table, self.speaker))

    def explain_move(self, seat: int, about: str, groups: Sequence[Group], told: bool = False) -> None:
        """Whether a move is possible; if not, the reason and the paragraph it comes from."""
        try:
            choice = self.meant(seat, about, groups)
        except Unclear as error:
            if told:  # what was explained need not be a move as well
                return
            if (word := WORDS.get(about.partition(" ")[0].lower())) is not None:
                say(_(word))
            elif not self.look_up(about):
                say(str(error))
            return
        if choice.then:
            say(_("Possible: {choice}").format(choice=choice.label))
            say("  " + "  ".join(inner.keys[0] if inner.keys else inner.label for inner in choice.then))
            return
        reason = self.refusal(self.mover(seat, choice), choice.moves)
        if reason is None:
            say(_("Possible: {choice}").format(choice=choice.label))
            return
        say(self.told(reason))
        if reason.rule:
            say("")
            self.quote(reason.rule)

    def look_up(self, words: str) -> bool:
        """What the rulebook says about something; False if it says nothing."""
        try:
            about, others = speaking_of(self.game.name, words, Tongue.language)
        except NoRulebook:
            return False
        found = [*about, *others] if len(words) >= SHORTEST else []
        shown = found[: max(1, min(len(about), 3))]
        for at, each in enumerate(shown):
            if at:
                say("")
            print_paragraph(each)
        if len(found) > len(shown):
            more = joined(f"? {each.number}" for each in found[len(shown) :][:6])
            say(_("More about it: {paragraphs}").format(paragraphs=more))
        return bool(found)

    def quote(self, number: str) -> None:
        """A paragraph of the rulebook, if there is one."""
        try:
            print_paragraph(paragraph(self.game.name, number, Tongue.language))
        except NoRulebook as error:
            say(sentence(str(error)))
