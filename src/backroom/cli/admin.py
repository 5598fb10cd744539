"""`backroom admin`: for whoever runs a house. It works beside the processes that serve it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence
from contextlib import nullcontext
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import msgspec
import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

from backroom.cli.books import AS_JSON
from backroom.cli.screen import Failed, Framed, Group, console, explained, say, say_json, sentence
from backroom.cli.tongue import _, ngettext
from backroom.kernel.errors import BackroomError

if TYPE_CHECKING:
    from backroom.house.keeping import Findings, PersonNote, TableNote
    from backroom.house.store import Store

app = typer.Typer(cls=Group, rich_markup_mode=None, invoke_without_command=True, callback=explained)

DATABASE = Annotated[
    str | None,
    typer.Option(help=_("The database's URL; else $BACKROOM_DATABASE, or the file in the data folder.")),
]
MOST = Annotated[int, typer.Option("--most", min=1, help=_("List so many at most."))]
Answer = TypeVar("Answer")


def in_the_house(context: typer.Context, database: str | None, work: Callable[[Store], Awaitable[Answer]]) -> Answer:
    """Do something with the house's database; what is refused is one sentence."""
    try:
        from backroom.house.keeping import keeping
        from backroom.web.settings import from_environment
    except ModuleNotFoundError as error:
        raise Failed(
            _("The server needs {module}, which is not installed: pip install 'backroom[server]'.").format(
                module=error.name
            )
        ) from None
    told = {"BACKROOM_DATABASE": database} if database is not None else {}
    settings = from_environment({**os.environ, **told}, context.obj)

    async def do() -> Answer:
        async with keeping(settings.database) as store:
            return await work(store)

    try:
        return asyncio.run(do())
    except BackroomError as error:
        raise Failed(sentence(str(error))) from None


@app.command(
    "tables",
    help=_("List the tables, newest first: who sits there, how far they are."),
    epilog=_("Examples: backroom admin tables --status running; backroom admin tables --json"),
)
def tables(
    context: typer.Context,
    status: Annotated[
        Literal["open", "running", "over", "aborted"] | None, typer.Option(help=_("Only tables that are so far."))
    ] = None,
    game: Annotated[str | None, typer.Option(help=_("Only tables of this game."))] = None,
    most: MOST = 50,
    database: DATABASE = None,
    as_json: AS_JSON = False,
) -> None:
    """List the tables."""
    from backroom.house import keeping

    found: list[TableNote] = in_the_house(context, database, lambda store: keeping.tables(store, status, game, most))
    if as_json:
        say_json(msgspec.to_builtins(found))
        return
    if not found:
        say(_("There is no such table."))
        return
    heads = (_("Table"), _("Game"), _("Status"), _("Host"), _("Seats"), _("Moves"), _("Last move"))
    show(
        heads,
        [
            (
                each.id, each.game, each.status, each.host, ", ".join(seat or "–" for seat in each.seats),
                str(each.moves), when(each.last),
            )
            for each in found
        ],
    )  # fmt: skip


@app.command(
    "people",
    help=_("List the people, newest first, or those whose names hold a word."),
    epilog=_("Examples: backroom admin people; backroom admin people anna --json"),
)
def people(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help=_("A part of the name, or an id."))] = "",
    most: MOST = 50,
    database: DATABASE = None,
    as_json: AS_JSON = False,
) -> None:
    """List the people."""
    from backroom.house import keeping

    found: list[PersonNote] = in_the_house(context, database, lambda store: keeping.people(store, name, most))
    if as_json:
        say_json(msgspec.to_builtins(found))
        return
    if not found:
        say(_("There is no such person."))
        return
    heads = (_("Person"), _("Name"), _("Claimed"), _("Came"), _("Playing"), _("Played"), _("Silent at"))
    show(
        heads,
        [
            (
                each.id, each.name or _("(left)"), _("yes") if each.claimed else "", when(each.created),
                str(each.playing), str(each.played), str(each.muted or ""),
            )
            for each in found
        ],
    )  # fmt: skip


@app.command(
    "mute",
    help=_("Silence somebody at a table, or at every table where he sits now; --off lets him talk again."),
    epilog=_("Examples: backroom admin mute PERSON; backroom admin mute PERSON --table TABLE --off"),
)
def mute(
    context: typer.Context,
    person: Annotated[str, typer.Argument(help=_("The person's id, as `backroom admin people` shows it."))],
    table: Annotated[str | None, typer.Option(help=_("At this table alone."))] = None,
    off: Annotated[bool, typer.Option("--off", help=_("Let him talk again."))] = False,
    database: DATABASE = None,
    as_json: AS_JSON = False,
) -> None:
    """Silence somebody."""
    from backroom.house import keeping

    done: list[str] = in_the_house(context, database, lambda store: keeping.mute(store, person, table, not off))
    if as_json:
        say_json({"person": person, "silent": not off, "tables": done})
    elif off:
        say(ngettext("Talks again at {n} table.", "Talks again at {n} tables.", len(done)).format(n=len(done)))
    else:
        say(ngettext("Silent at {n} more table.", "Silent at {n} more tables.", len(done)).format(n=len(done)))


@app.command(
    "close",
    help=_("Break a table off, as its host could; those who sit there see it."),
    epilog=_("Example: backroom admin close TABLE"),
)
def close(
    context: typer.Context,
    table: Annotated[str, typer.Argument(help=_("The table's id, as `backroom admin tables` shows it."))],
    database: DATABASE = None,
    as_json: AS_JSON = False,
) -> None:
    """Break a table off."""
    from backroom.house import keeping

    in_the_house(context, database, lambda store: keeping.close(store, table))
    if as_json:
        say_json({"table": table, "status": "aborted"})
    else:
        say(_("Table {table} is closed.").format(table=table))


@app.command(
    "backup",
    help=_("Write the whole house into one file, as it is at one moment, while it is being played in."),
    epilog=_("Example: backroom admin backup house-monday.backup"),
)
def backup(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help=_("The file to write; it must not be there yet."))],
    database: DATABASE = None,
    as_json: AS_JSON = False,
) -> None:
    """Back the house up."""
    from backroom.house import keeping

    size: int = in_the_house(context, database, lambda store: keeping.backup(store, file))
    if as_json:
        say_json({"file": str(file), "bytes": size})
    else:
        say(_("Wrote {file}, {size} kB. How it is put back: docs/hosting.md").format(file=file, size=-(-size // 1024)))


@app.command(
    "check",
    help=_("Check the log: every table is replayed move by move; exit code 1 if anything is wrong."),
    epilog=_("Examples: backroom admin check; backroom admin check --table TABLE --json"),
)
def check(
    context: typer.Context,
    table: Annotated[str | None, typer.Option(help=_("This table alone."))] = None,
    database: DATABASE = None,
    as_json: AS_JSON = False,
) -> None:
    """Check the log's integrity."""
    from backroom.house import keeping

    out = console()
    bar = Progress(TextColumn(_("Tables")), BarColumn(), MofNCompleteColumn(), console=out, transient=True)
    shown = out.is_terminal and not as_json
    with bar if shown else nullcontext():
        task = bar.add_task("", total=None)
        found: Findings = in_the_house(
            context,
            database,
            lambda store: keeping.check(store, table, lambda done, of: bar.update(task, completed=done, total=of)),
        )
    if as_json:
        say_json({"ok": not found.faults, **msgspec.to_builtins(found)})
    else:
        for fault in found.faults:
            say(told(fault.table, fault.problem))
        for fault in found.unchecked:
            say(_("Not checked: {what}").format(what=told(fault.table, fault.problem)))
        say(
            _("{tables} tables, {moves} moves, {faults} faults.").format(
                tables=found.tables, moves=found.moves, faults=len(found.faults)
            )
        )
    if found.faults:
        raise typer.Exit(1)


def told(table: str | None, problem: str) -> str:
    """A fault in a line."""
    if table is None:
        return _("The database: {problem}").format(problem=problem)
    return _("Table {table}: {problem}").format(table=table, problem=problem)


def when(moment: int | None) -> str:
    """A time of the house's clock, as this machine's."""
    return "" if moment is None else f"{datetime.fromtimestamp(moment / 1_000):%Y-%m-%d %H:%M}"


def show(heads: Sequence[str], rows: Sequence[tuple[str, ...]]) -> None:
    """A table in the terminal."""

    def build(box: Any) -> Table:
        table = Table(*heads, box=box, pad_edge=False, show_edge=False)
        for row in rows:
            table.add_row(*row)
        return table

    console().print(Framed(build))
