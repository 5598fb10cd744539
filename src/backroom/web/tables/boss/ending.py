"""Boss: the end. Everybody's money as the sum of his payouts, and each payout place by place."""

from __future__ import annotations

from markupsafe import Markup

from backroom.games.boss.cards import ROOKIES
from backroom.games.boss.reading import by_rank, counted, row_cities, ties, worth
from backroom.games.boss.view import BossView, Payout
from backroom.web.art import icon
from backroom.web.scene import Scene
from backroom.web.tables.boss.pieces import SIGNS, colour, face_words, group_words, swatch


def ending(scene: Scene, view: BossView) -> Markup:
    """The standing, then every payout."""
    rounds = [payout(scene, view, number) for number in range(len(view.rounds))]
    return Markup(f'{standing(scene, view)}<div class="payouts">{"".join(rounds)}</div>')


def standing(scene: Scene, view: BossView) -> str:
    """Everybody by rank, with a bar of what each round brought, and what decided ties."""
    _ = scene.text
    most = max(max((player.money for player in view.players), default=0), 1)
    rows = ""
    for seat in by_rank(view):
        player = view.players[seat]
        bars = ""
        x = 0.0
        for number, each in enumerate(view.rounds):
            gain = each.gains[seat]
            if gain <= 0:
                continue
            width = 100 * gain / most
            bars += (
                f'<svg x="{x:.2f}%" width="{width:.2f}%" height="28" class="z{number % 5 + 1}"><rect width="100%" height="28" rx="3"/>'
                f'<text x="50%" y="19" text-anchor="middle">{gain}</text></svg>'
            )
            x += width
        left = player.veterans + player.rookies
        rest = scene.texts("{n} gangster left", "{n} gangsters left", left).format(n=left)
        rows += (
            f'<li class="{colour(seat)}{" win" if view.ranks[seat] == 1 else ""}"><span class="pos num">{view.ranks[seat]}</span>'
            f'{swatch(seat)}<span class="nn"><b>{scene.who(seat)}</b><small>{rest}</small></span>'
            f'<svg class="barz" aria-hidden="true" width="100%" height="28">{bars}</svg><span class="tot num">{scene.millions(player.money)}</span></li>'
        )
    key = "".join(
        f'<span class="keyed"><span class="key z{number % 5 + 1}"></span>{_("round {n}").format(n=number + 1)}</span> '
        for number in range(len(view.rounds))
    )
    told = "".join(
        f'<p class="small">{scene.fill(_(line), one=scene.who(one), other=scene.who(other))}</p>'
        for line, one, other in ties(view)
    )
    return f'<section class="panel rank wide"><h2>{icon("chart")} {_("Final count")} <small>{key}</small></h2><ol>{rows}</ol>{told}</section>'


def payout(scene: Scene, view: BossView, number: int) -> str:
    """One payout: the hidden card of every place, who was ahead, and what came of it."""
    _ = scene.text
    over = view.rounds[number]
    groups, tops = counted(over)
    cities = row_cities(view) or list(over.opened)
    rows = ""
    for place in [*cities[: over.chicago], "chicago", *cities[over.chicago :]]:
        leader = over.leaders.get(place)
        who = str(_("nobody"))
        if leader is not None:
            men = group_words(scene, *divmod(groups[place, leader], ROOKIES + 1))
            who = f'{swatch(leader)} {scene.who(leader)} <span class="dim">{men}</span>'
        shown, result = chicago(scene, cities, over, tops) if place == "chicago" else hidden(scene, over, place)
        rows += f'<tr class="c-{place}"><th scope="row">{scene.label(place)}</th><td>{shown}</td><td>{who}</td><td>{result}</td></tr>'
    gains = " · ".join(
        f"{swatch(seat)} {scene.who(seat)} <b class=num>{scene.millions(gain, gain=True)}</b>"
        for seat, gain in sorted(enumerate(over.gains), key=lambda each: -each[1])
    )
    heads = "".join(
        f'<th scope="col">{head}</th>' for head in (_("Place"), _("Hidden card"), _("Ahead"), _("What came of it"))
    )
    return (
        f'<details class="panel payout"{" open" if number == len(view.rounds) - 1 else ""}><summary><h2>{_("The payout of round {round}").format(round=number + 1)}</h2>'
        f'<p class="gains">{gains}</p></summary><div class="scroll" tabindex="0" role="group" aria-label="{_("The payout of round {round}").format(round=number + 1)}">'
        f'<table class="pay"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div></details>'
    )


def hidden(scene: Scene, over: Payout, city: str) -> tuple[str, str]:
    """What lay under a city, and what it did."""
    _ = scene.text
    card = over.opened.get(city)
    if card is None:
        return _("stays hidden"), _("no effect")
    label = card.partition(":")[2]
    shown = f'<span class="chipcard" translate="no">{label if label.isdecimal() else icon(SIGNS[label])}</span> {face_words(scene, card) if not label.isdecimal() else ""}'
    if over.leaders.get(city) is None:
        return shown, _("no effect")
    effects = {
        "hospital": _("a veteran is wounded: misses the next round"),
        "prison": _("a veteran is arrested: misses the next two rounds"),
        "gun": _("a veteran is killed"),
        "ban": _("banned from here until the game ends"),
        "0": _("nothing"),
    }
    return shown, effects.get(label) or f"<b class=num>{scene.millions(int(label), gain=True)}</b>"


def chicago(scene: Scene, cities: list[str], over: Payout, tops: dict[str, list[str]]) -> tuple[str, str]:
    """B-37 spelled out: the last open cards to the left, half of their sum."""
    _ = scene.text
    parts = []
    for city in cities[: over.chicago]:
        last = tops.get(city, [])[-1:]
        value = worth(last[0]) if last else None
        parts.append(f"{scene.label(city)} {value if value is not None else '–'}")
    half = over.last_open // 2
    told = f"{' + '.join(parts)} = {over.last_open}"
    if "chicago" not in over.leaders:
        return told, _("no effect")
    return (
        told,
        f"<b class=num>{scene.millions(half, gain=True)}</b> <span class=dim>{_('half of {sum}').format(sum=over.last_open)}</span>",
    )
