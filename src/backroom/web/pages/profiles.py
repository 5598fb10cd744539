"""Profiles and leaderboards: what everybody may know of everybody."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

from litestar import get
from litestar.exceptions import NotFoundException
from litestar.response import Redirect, Response
from markupsafe import Markup

from backroom.house.house import House
from backroom.house.profiles import Career, Point
from backroom.house.ratings import Strength
from backroom.kernel.registry import game as find_game
from backroom.kernel.registry import games
from backroom.kernel.tongues import tongue
from backroom.kernel.words import N_, Speaker, titled
from backroom.web.charts import Series, chart
from backroom.web.pages.shell import Ask, caller_of, go, page, told
from backroom.web.tables import drawing_of

LEADERS: Final = 100


@get("/people/{person:str}", include_in_schema=False)
async def profile(request: Ask, house: House, person: str) -> Response[bytes]:
    """Somebody's games."""
    caller = caller_of(request)
    who = await house.people.find(person)
    if who is None:
        raise NotFoundException
    language = caller.language
    careers = {each.game: each for each in await house.profiles.careers(who.id)}
    strengths = {each.game: each for each in await house.hall.strengths(who.id)}
    sections = []
    for game in sorted({*careers, *strengths} & set(games())):
        line = await house.profiles.line(who.id, game)
        sections.append(section(game, careers.get(game), strengths.get(game), line, language, who.name))
    played = await house.profiles.games(who.id, caller.who.id if caller.who is not None else None)
    return page(
        request,
        "profile.html",
        person=who,
        me=caller.who is not None and caller.who.id == who.id,
        sections=sections,
        played=[
            {
                "table": each.table,
                "title": titled(find_game(each.game), language),
                "day": day(each.ended, language),
                "rank": "" if each.rank is None else tongue(language).number(each.rank),
                "seats": tongue(language).number(each.seats),
                "colour": colour_told(each.game, each.colour, language),
            }
            for each in played
            if each.game in games()
        ],
    )


def section(
    game: str, career: Career | None, strength: Strength | None, line: list[Point], language: str, name: str
) -> dict[str, Any]:
    """Everything about somebody at one game."""
    number = tongue(language).number
    drawn = Markup("")
    if len(line) > 1:
        days = [(float(at), number(at + 1)) for at in range(0, len(line), max(1, len(line) // 6))]
        points = [(float(at), point.shown) for at, point in enumerate(line)]
        title = told(language, N_("Strength after every rated game"))
        drawn = chart(
            title, [Series(0, name, points)], lambda value: number(value, 0 if value == int(value) else 1), days
        )
    return {
        "title": titled(find_game(game), language),
        "game": game,
        "sign": drawing_of(game).sign,
        "played": career.played if career is not None else 0,
        "won": career.won if career is not None else 0,
        "favourites": [colour_told(game, each, language) for each in career.favourites] if career is not None else [],
        "strength": "" if strength is None else number(strength.shown, 1),
        "rated": 0 if strength is None else strength.played,
        "chart": drawn,
    }


def colour_told(game: str, colour: str | None, language: str) -> str:
    """A family or colour in words."""
    if not colour:
        return ""
    speaker = Speaker(find_game(game), language)
    return speaker.phrase(f"colour.{colour}") or speaker.name(colour)


def day(moment: int, language: str) -> str:
    """The day of a moment."""
    then = datetime.fromtimestamp(moment / 1_000, UTC)
    return tongue(language).date(then.year, then.month, then.day)


@get("/best", include_in_schema=False)
async def first_best(request: Ask) -> Redirect:
    """The leaderboard of the first game."""
    return go(f"/best/{games()[0]}")


@get("/best/{game:str}", include_in_schema=False)
async def best(request: Ask, house: House, game: str) -> Response[bytes]:
    """The strongest at a game."""
    found = find_game(game)
    number = tongue(caller_of(request).language).number
    leaders = [
        {
            "place": number(at),
            "id": person,
            "name": name,
            "strength": number(strength.shown, 1),
            "played": number(strength.played),
        }
        for at, (person, name, strength) in enumerate(await house.hall.best(game, LEADERS), 1)
    ]
    return page(request, "best.html", game=found, leaders=leaders)


ROUTES = [profile, first_best, best]
