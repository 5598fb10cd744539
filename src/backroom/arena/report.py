"""The report on a run: one HTML file without anything from elsewhere, for phones and desks, day and night."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Final

from backroom.arena import plots
from backroom.arena.entrants import short_names
from backroom.arena.games import Plan, Result
from backroom.arena.intervals import Share
from backroom.arena.standing import Standing, Thinking
from backroom.kernel.registry import game as find_game

Translate = Callable[[str], str]
FROM_THE_RIGHT: Final = frozenset({"ar", "fa", "he", "ur"})
"""Languages written from right to left."""

DAY: Final = ("#0063a3", "#b3470a", "#00755c", "#8a4b88", "#7a5c00", "#1d7fae", "#a8324a", "#55606b")
NIGHT: Final = ("#69b7f0", "#f09a5c", "#3fc9a5", "#dba3d8", "#e0c04a", "#8fd3f5", "#f28da0", "#b5c0ca")


def _colours(hues: Sequence[str], ink: str, faint: str, ground: str, line: str) -> str:
    bots = "".join(f"--bot{at}:{hue};" for at, hue in enumerate(hues))
    return f"{bots}--ink:{ink};--faint:{faint};--ground:{ground};--line:{line};"


CSS: Final = f"""
:root{{color-scheme:light dark;{_colours(DAY, "#23180f", "#6d6052", "#fbf7ee", "#ddd2c0")}}}
@media (prefers-color-scheme:dark){{:root{{{_colours(NIGHT, "#f1e8d8", "#b3a58f", "#1d1712", "#463a2d")}}}}}
body{{background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}}
body{{margin:0 auto;max-width:46rem;padding:1rem}}
h1{{font-size:1.5rem;line-height:1.2;margin:.5rem 0}} h2{{font-size:1.15rem;margin:2.2rem 0 .4rem}}
p{{margin:.4rem 0}} .small{{color:var(--faint);font-size:.9rem;overflow-wrap:anywhere}}
figure{{margin:.6rem 0}} svg{{display:block;height:auto;max-width:38rem;width:100%}}
svg{{direction:ltr}} svg text{{font-family:system-ui,sans-serif}}
.wide{{overflow-x:auto}} .wide:focus-visible,summary:focus-visible{{outline:2px solid var(--bot0);outline-offset:2px}}
table{{border-collapse:collapse;font-variant-numeric:tabular-nums;white-space:nowrap}}
th,td{{border-bottom:1px solid var(--line);padding-block:.3rem;padding-inline-end:.7rem}}
th,td{{text-align:end;vertical-align:top}}
th:first-child,td:first-child{{text-align:start}} th{{font-weight:600}}
td small{{color:var(--faint);display:block}}
i.hue{{border-radius:2px;display:inline-block;height:.7em;margin-inline-end:.4em;width:.7em}}
summary{{cursor:pointer;padding:.4rem 0}} dt{{font-weight:600}} dd{{margin:0 0 .4rem;overflow-wrap:anywhere}}
@media print{{body{{max-width:none}}}}
"""


def report(
    plan: Plan,
    found: Standing,
    thinking: Sequence[Thinking],
    results: Sequence[Result],
    _: Translate = str,
    language: str = "en",
) -> str:
    """The whole page. `_` puts its sentences into that language."""
    title = _("{game} for {seats}: {bots}").format(
        game=find_game(found.game).title,
        seats=found.seats,
        bots=", ".join(short_names([row.bot for row in found.bots])),
    )
    took = {one.bot: one for one in thinking}
    parts = [
        f"<h1>{escape(title)}</h1>",
        _p(_("{games} games, {deals} deals.").format(games=found.games, deals=found.deals)),
        _p(_explained(found, _), "small"),
        _h(_("Ratings")),
        _figure(
            plots.ratings(found, _("rating")), "ratings", _("Ratings with their intervals"), _rating_words(found, _)
        ),
        _table(_("Ratings, wins and scores"), *_rating_table(found, _)),
        _h(_("Wins")),
        _figure(
            plots.wins(found, _("wins in percent")),
            "wins",
            _("Each bot's part of the wins at the seats where it sat"),
            _("The broken line is where all would be equal. The figures stand in the table above."),
        ),
    ]
    if len(found.bots) > 1:
        parts += [
            _h(_("Who comes before whom")),
            _p(_("How often the bot of the line comes before the one of the column, in percent. A tie counts half.")),
            _table(_("Who comes before whom"), *_pair_table(found)),
        ]
    parts += [
        _h(_("Scores")),
        _figure(
            plots.scores(found, plan.bots, results, _("score")),
            "scores",
            _("How often each bot had which score"),
            _("The line is the median."),
        ),
        _h(_("Length of games")),
        _figure(
            plots.lengths(results, _("all games"), _("decisions in a game")),
            "lengths",
            _("How many decisions games took"),
            _length_words(results, _),
        ),
        _p(_length_words(results, _)),
        _h(_("Time for a decision")),
        _figure(
            plots.times(found, plan.bots, results, _("time for a decision, logarithmic")),
            "times",
            _("How long each bot thought about a decision"),
            _("The line is the median. The figures stand in the table below."),
        ),
        _table(_("Time for a decision, in milliseconds"), *_time_table(found, took, _)),
    ]
    if any(row.faults for row in found.bots):
        parts += [_h(_("Faults")), _p(_fault_words(_)), _table(_("Faults"), *_fault_table(found, took, _))]
    parts += [
        f"<details><summary>{escape(_('What was played'))}</summary><dl>",
        *(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in _played(plan, found, _)),
        "</dl></details>",
    ]
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{CSS}</style>"
    )
    body = "\n".join(parts)
    way = "rtl" if language[:2] in FROM_THE_RIGHT else "ltr"
    spoken = escape(language.replace("_", "-"))
    top = f'<!doctype html>\n<html lang="{spoken}" dir="{way}"><head>{head}</head>'
    return f"{top}<body><main>\n{body}\n</main></body></html>\n"


def _h(text: str) -> str:
    return f"<h2>{escape(text)}</h2>"


def _p(text: str, kind: str = "") -> str:
    return f'<p class="{kind}">{escape(text)}</p>' if kind else f"<p>{escape(text)}</p>"


def _figure(plot: plots.Plot, name: str, title: str, told: str) -> str:
    return f"<figure>{plot.svg(name, escape(title), escape(told))}</figure>"


def _table(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Cells are HTML already."""
    top = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    lines = "".join(
        f'<tr><th scope="row">{row[0]}</th>' + "".join(f"<td>{cell}</td>" for cell in row[1:]) + "</tr>" for row in rows
    )
    label = escape(caption)
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{label}">'
        f"<table><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table></div>"
    )


def _named(found: Standing, at: int) -> str:
    colour = f'<i class="hue" style="background:var(--bot{at % plots.HUES})"></i>'
    return colour + escape(short_names([row.bot for row in found.bots])[at])


def _between(share: Share) -> str:
    return f"{share.share * 100:.1f}<small>{share.low * 100:.1f}–{share.high * 100:.1f}</small>"


def _rating_table(found: Standing, _: Translate) -> tuple[list[str], list[list[str]]]:
    head = [_("bot"), _("rating"), _("wins, %"), _("score"), _("place"), _("seats played")]
    rows = [
        [
            _named(found, at),
            f"{row.rating.elo:.0f}<small>{row.rating.low:.0f}–{row.rating.high:.0f}</small>",
            _between(row.wins),
            f"{row.score:.1f}<small>±{row.score_within:.1f}</small>",
            f"{row.rank:.2f}",
            f"{row.seats}",
        ]
        for at, row in enumerate(found.bots)
    ]
    return [escape(cell) for cell in head], rows


def _pair_table(found: Standing) -> tuple[list[str], list[list[str]]]:
    head = ["", *map(escape, short_names([row.bot for row in found.bots]))]
    rows = []
    for at, row in enumerate(found.bots):
        shares = [found.beats[row.bot].get(other.bot) for other in found.bots]
        rows.append([_named(found, at), *("" if share is None else _between(share) for share in shares)])
    return head, rows


def _time_table(found: Standing, took: dict[str, Thinking], _: Translate) -> tuple[list[str], list[list[str]]]:
    head = [_("bot"), _("mean"), _("median"), _("95 of 100 within"), _("longest"), _("decisions")]
    rows = []
    for at, row in enumerate(found.bots):
        one = took[row.bot]
        figures = (one.mean, one.median, one.most, one.longest)
        rows.append([_named(found, at), *(f"{figure:.3g}" for figure in figures), f"{one.decisions}"])
    return [escape(cell) for cell in head], rows


def _fault_table(found: Standing, took: dict[str, Thinking], _: Translate) -> tuple[list[str], list[list[str]]]:
    kinds = sorted({kind for row in found.bots for kind in row.faults})
    names = {"died": _("died"), "illegal": _("illegal"), "late": _("late"), "rubbish": _("rubbish")}
    head = [_("bot"), *(names.get(kind, kind) for kind in kinds), _("the first")]
    rows = [
        [_named(found, at), *(str(row.faults.get(kind, 0)) for kind in kinds), escape(took[row.bot].said)]
        for at, row in enumerate(found.bots)
        if row.faults
    ]
    return [escape(cell) for cell in head], rows


def _explained(found: Standing, _: Translate) -> str:
    if len(found.bots) == 1:
        return _("One bot played itself, so there is nothing to rate.")
    return _(
        "Every bot played every deal from every seat, with the same chance for each seat. All intervals hold 95 %: "
        "ratings by Bradley and Terry's model on Elo's scale, 1500 being the mean of those who played; shares by "
        "Wilson's interval for as many independent games as the deals are worth."
    )


def _rating_words(found: Standing, _: Translate) -> str:
    told = _("{bot} {elo}, from {low} to {high}")
    return "; ".join(
        told.format(
            bot=row.bot, elo=f"{row.rating.elo:.0f}", low=f"{row.rating.low:.0f}", high=f"{row.rating.high:.0f}"
        )
        for row in found.bots
    )


def _length_words(results: Sequence[Result], _: Translate) -> str:
    decisions = [result.decisions for result in results]
    return _("From {least} to {most} decisions, {mean} in the mean.").format(
        least=min(decisions), most=max(decisions), mean=f"{sum(decisions) / len(decisions):.0f}"
    )


def _fault_words(_: Translate) -> str:
    return _(
        "For each answer that was illegal, unreadable or late, or did not come since the bot had died, a random legal "
        "move was played. After three faults a bot was not asked any more in that game."
    )


def _played(plan: Plan, found: Standing, _: Translate) -> list[tuple[str, str]]:
    options = " ".join(f"{name}={value}" for name, value in found.options.items())
    last = found.first + found.deals - 1
    lines = [
        (_("Game"), f"{find_game(found.game).title}, {_('rules')} {found.rules}"),
        (_("Edition"), found.edition),
        (_("Options"), options or "–"),
        (_("Deals"), f"{found.first}–{last}"),
        (_("Bots"), str(plan.header()["bots"])),
    ]
    if plan.budget is not None:
        budget = plan.budget
        lines.append(
            (_("Budget"), f"{budget.seconds:g} s" if budget.seconds is not None else f"{budget.iterations or 0}")
        )
    return lines
