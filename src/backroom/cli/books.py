"""`backroom games` and `backroom rules`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.box import Box
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from backroom.cli.screen import Framed, Misused, console, say, say_json, say_text
from backroom.cli.tables import Voice, table_of
from backroom.cli.tongue import Tongue, _, joined
from backroom.kernel import rulebook
from backroom.kernel.edition import Edition
from backroom.kernel.game import Game, Row
from backroom.kernel.options import written
from backroom.kernel.registry import game as find_game
from backroom.kernel.registry import games as all_games
from backroom.kernel.tongues import tongue
from backroom.kernel.words import Speaker, titled

AS_JSON = Annotated[bool, typer.Option("--json", help=_("Print JSON, for programs."))]
EDITION = Annotated[
    Path | None, typer.Option("--edition", metavar="FILE", help=_("Your own edition instead of the house's."))
]


def games(as_json: AS_JSON = False) -> None:
    """List the games."""
    found = [find_game(name) for name in all_games()]
    if as_json:
        say_json([described(game) for game in found])
        return
    for at, game in enumerate(found):
        if at:
            say("")
        line = Text(f"{game.name:<10}", style="bold")
        seats = _("{first}–{last} players").format(first=game.seats[0], last=game.seats[-1])
        line.append(_("{title}, {seats}").format(title=titled(game, Tongue.language), seats=seats), style="not bold")
        say_text(line)
        speaker = Speaker(game)
        for option in game.offers:
            told = speaker.phrase(f"option.{option.name}") or ""
            ruling = f" [{option.ruling}]" if option.ruling else ""
            say(f"  --option {option.name}={written(option.default)}")
            say("      " + _("{told} Takes {takes}.").format(told=told, takes=option.takes()).strip() + ruling)


def described(game: Game) -> dict[str, object]:
    """A game for programs."""
    return {
        "name": game.name,
        "title": game.title,
        "rules": game.rules,
        "seats": list(game.seats),
        "actions": game.actions,
        "edition": game.house_edition().label,
        "options": [
            {
                "name": option.name,
                "default": option.default,
                "choices": list(option.choices),
                "least": option.least,
                "most": option.most,
                "ruling": option.ruling,
            }
            for option in game.offers
        ],
    }


def rules(
    game: Annotated[str, typer.Argument(help=_("The game, e.g. boss."))],
    numbers: Annotated[
        list[str] | None, typer.Argument(metavar="[PARAGRAPH]...", help=_("Paragraphs to read, e.g. B-14."))
    ] = None,
    cards: Annotated[bool, typer.Option("--cards", help=_("List all printed data, each with its source."))] = False,
    one_page: Annotated[bool, typer.Option("--summary", help=_("The rules on one page."))] = False,
    edition: EDITION = None,
    as_json: AS_JSON = False,
) -> None:
    """Read a rulebook."""
    found = find_game(game)
    if cards:
        list_cards(found, edition, as_json)
        return
    if edition is not None:
        raise Misused(_("--edition goes with --cards."))
    language = Tongue.language
    chosen = [rulebook.paragraph(game, number, language) for number in numbers or ()]
    if as_json:
        say_json(msgspec.to_builtins(chosen or list(rulebook.paragraphs(game, language).values())))
        return
    if rulebook.spoken(game, language) != tongue(language).code:
        say(_("This book is not translated yet, so here it is in English.") + "\n")
    if one_page:
        print_markdown(rulebook.summary(game, language))
    elif chosen:
        for at, paragraph in enumerate(chosen):
            if at:
                say("")
            print_paragraph(paragraph)
    else:
        print_markdown(rulebook.rulebook(game, language))


def print_markdown(text: str) -> None:
    """Drawn in a terminal; elsewhere the text as it is, which reads well by itself."""
    out = console()
    if out.is_terminal:
        out.print(Markdown(text))
    else:
        out.out(text.rstrip("\n"), highlight=False)


def print_paragraph(paragraph: rulebook.Paragraph) -> None:
    """One paragraph with its chapter and where it comes from."""
    head = Text(f"{paragraph.number}  ", style="bold")
    told = joined(rulebook.origin(each, Tongue.language) for each in paragraph.sources)
    sources = f" ({told})" if told else ""
    head.append(f"{paragraph.chapter}{sources}", style="not bold dim")
    say_text(head)
    print_markdown(paragraph.text)


def list_cards(game: Game, file: Path | None, as_json: bool) -> None:
    """The printed data of a game, from the house edition or an owner's."""
    edition = game.with_edition(None if file is None else Edition.read(file))
    if as_json:
        say_json([list(row) for row in game.listing(edition, Speaker(game))])
        return
    speaker = Voice(game, table_of(game.name), Tongue.language, (), edition)
    rows = game.listing(edition, speaker)
    if not rows:
        say(_("{title} has no printed data.").format(title=titled(game, Tongue.language)))
        return
    say(_("{title}, edition {name}").format(title=titled(game, Tongue.language), name=edition.name))
    section = ""
    for start, row in enumerate(rows):
        if row[0] == section:
            continue
        section = row[0]
        part = [each for each in rows[start:] if each[0] == section]
        console().print(Text(f"\n{speaker.heading(section)}", style="bold"))
        console().print(card_table(part))


def card_table(rows: list[Row]) -> Framed:
    """Rows of printed data side by side."""

    def build(box: Box | None) -> Table:
        table = Table(box=box, pad_edge=False, show_edge=False)
        for heading in (_("Id"), _("Name"), _("What it says"), _("Source")):
            table.add_column(heading, overflow="fold")
        for _section, *cells, sources in rows:
            told = (rulebook.origin(each, Tongue.language) for each in sources.split(", "))
            table.add_row(*cells, joined(told))
        return table

    return Framed(build)
