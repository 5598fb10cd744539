"""Corleone's Empire: the viewer's own layer of the map: what may be pressed where, what may not and why, what is being
considered, and where something has happened since the viewer's last move."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from backroom.games.corleone.reading import owner
from backroom.games.corleone.view import CorleoneView
from backroom.web.art import icon
from backroom.web.controls import barred, pick
from backroom.web.scene import Scene
from backroom.web.tables.corleone.draft import Plan
from backroom.web.tables.corleone.houses import DOOR
from backroom.web.tables.corleone.land import Point
from backroom.web.tables.corleone.pieces import figure
from backroom.web.tables.corleone.wording import PLACES, told


def spots(scene: Scene, view: CorleoneView) -> Markup:
    """The zone over the pieces."""
    plan = Plan(scene, view)
    shown = [*news(plan, view), *ghosts(plan, view)]
    if scene.mine:
        shown += [*chosen(plan), *targets(plan), *closed(plan)]
    return Markup(f'<div class="layer">{"".join(shown)}{aim(plan, view)}</div>')


def where(plan: Plan, token: str) -> tuple[str, Point] | None:
    """The shape and the place of a move on the map."""
    kind, _colon, what = token.partition(":")
    land, printed, view = plan.land, plan.printed, plan.view
    if kind not in PLACES:
        return None
    if kind in ("district", "marker"):
        area = printed.districts[int(what.partition("-")[0]) - 1]
        middle = area.control if kind == "marker" else area.police
        return None if middle is None else ("pin" if kind == "district" else "seat", land.point(middle))
    place = printed.ids[what]
    at = land.of_place(place, view)
    if at is None:
        return None
    return ("seat" if place in printed.spaces else "house"), at


def targets(plan: Plan) -> Iterator[str]:
    """Every place that may be chosen now, as a button."""
    seen: set[str] = set()
    for token in plan.tokens:
        found = where(plan, token)
        if found is None or token in plan.chosen:
            continue
        shape, at = found
        spot = plan.land.spot(at)
        if spot + shape in seen:  # of several markers in one stack the list has all
            continue
        seen.add(spot + shape)
        number = token.partition(":")[2] if shape == "pin" else ""
        shape += " aimed" if token.startswith("at:") else ""  # somebody stands there, and is to be seen
        yield str(
            pick(
                plan.adding(token),
                Markup(f"<span>{number}</span>"),
                f"spot {shape} legal {spot}",
                action=token,
                name=told(plan, token).line(),
            )
        )


def chosen(plan: Plan) -> Iterator[str]:
    """What the draft has chosen on the map."""
    scene = plan.scene
    for at, (token, moment) in enumerate(plan.moments()):
        found = where(plan, token)
        if found is None:
            continue
        shape, place = found
        name = scene.fill(scene.text("{move}, chosen; press to leave it"), move=told(moment, token).title)
        yield str(
            pick(
                plan.without(at),
                Markup(f"<span>{icon('check')}</span>"),
                f"spot {shape} sel st-sel {plan.land.spot(place)}",
                action=token,
                name=name,
            )
        )


def closed(plan: Plan) -> Iterator[str]:
    """Places where a figure may not go, which say why: occupied ones, and those closed to two players."""
    if plan.asked != "turn" or plan.chosen:
        return
    scene, view, printed, land = plan.scene, plan.view, plan.printed, plan.land
    mine = view.players[view.seat or 0]
    if mine.thugs:
        for place in view.thugs:
            at = land.of_business(place, view)
            if at is not None:
                label = Markup(f'<span class="sr">{scene.label(place)}</span>')
                yield f'<div class="bar0 house {land.spot(at)}">{barred(scene, label, f"thug:{printed.marks[place]}", "shut")}</div>'
    if mine.members:
        taken = [space for space in printed.spaces if space in view.members or printed.closed(space, view)]
        for space in taken:
            at = land.point(printed.spaces[space].place)
            label = Markup(f'<span class="sr">{scene.label(space)}</span>')
            yield f'<div class="bar0 seat {land.spot(at)}">{barred(scene, label, f"family:{printed.marks[space]}", "shut")}</div>'


def ghosts(plan: Plan, view: CorleoneView) -> Iterator[str]:
    """Figures as they would stand after the draft."""
    then = plan.after if plan.after is not None and plan.after.act == view.act else plan.view
    for place, who in then.thugs.items():
        at = plan.land.of_business(place, then)
        if view.thugs.get(place) != who and at is not None:
            spot = plan.land.spot((at[0] + DOOR[0], at[1] + DOOR[1]))
            yield figure(plan.scene, who, str(plan.scene.label(place)), f"up th ghost {spot}")
    for space, who in then.members.items():
        if view.members.get(space) != who:
            x, y = plan.land.point(plan.printed.spaces[space].place)
            yield figure(plan.scene, who, str(plan.scene.label(space)), f"up fm ghost {plan.land.spot((x, y - 14))}")
    if then.chief is not None and then.chief != view.chief:
        at = plan.land.of_place(then.chief, then)
        if at is not None:
            yield figure(
                plan.scene, "police_chief", str(plan.scene.label(then.chief)), f"up pc ghost {plan.land.spot(at)}"
            )


def happened(plan: Plan, view: CorleoneView) -> list[tuple[str, Point]]:
    """Where something is new since the viewer's last move, the latest last."""
    found: list[tuple[str, Point]] = []
    for version, event in plan.scene.events:
        public = event.public
        if version <= plan.scene.since or (public.get("seat") == view.seat and event.kind != "moved"):
            continue
        place = {
            "thug": public.get("place"), "family": public.get("space"), "moved": public.get("place"),
            "neutral": public.get("place"), "opens": public.get("place"), "war_won": public.get("district"),
        }.get(event.kind)  # fmt: skip
        if event.kind == "entracte":
            found.clear()
        if event.kind == "killed":
            found.append(("seat", plan.land.river))
        elif isinstance(place, str):
            at = control_of(plan, place) if event.kind == "war_won" else plan.land.of_place(place, view)
            if at is not None:
                found.append(
                    (
                        "seat"
                        if event.kind == "war_won" or place not in view.plots and place not in plan.printed.businesses
                        else "house",
                        at,
                    )
                )
    return found


def control_of(plan: Plan, district: str) -> Point | None:
    """The middle of a district's stack."""
    control = plan.printed.areas[district].control
    return None if control is None else plan.land.point(control)


def news(plan: Plan, view: CorleoneView) -> Iterator[str]:
    """Dashed rings around what is new."""
    for shape, at in dict.fromkeys(happened(plan, view)):
        yield f'<i class="ring {shape} {plan.land.spot(at)}"></i>'


def aim(plan: Plan, view: CorleoneView) -> str:
    """The place that a small window shows first: what is being considered, else what happened last."""
    at: Point | None = None
    for token in plan.chosen:
        found = where(plan, token)
        at = found[1] if found is not None else at
    if at is None and plan.pending is not None:
        at = business_in(plan)
    if at is None:
        fresh = happened(plan, view)
        at = fresh[-1][1] if fresh else None
    if at is None:
        standing = [
            plan.land.of_place(place, view)
            for place, who in {**view.members, **view.thugs}.items()
            if owner(who) == view.seat
        ]
        at = next((each for each in standing if each is not None), None)
    if at is None:
        at = 500.0, plan.land.high * 0.42
    return f'<i class="aim {plan.land.spot(at)}" data-aim="{plan.land.spot(at)}"></i>'


def business_in(plan: Plan) -> Point | None:
    """The business a pending decision is about."""
    for name in plan.pending.names if plan.pending is not None else ():
        if name in plan.printed.businesses:
            return plan.land.of_business(name, plan.view)
    return None
