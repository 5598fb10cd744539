"""Boss: what a view tells beyond what stands in it, for everybody who shows it to people."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from backroom.games.boss.cards import CITIES, FACE_NAMES, GROUPS, NUMBERS, PENALTIES, group_name
from backroom.games.boss.view import BossView, Payout, Place
from backroom.kernel.words import N_, Speaker


def card_name(identity: str, speaker: Speaker) -> str | None:
    """What a card `boston:3` is called; None for what is no card."""
    city, colon, face = identity.partition(":")
    if not colon or city not in CITIES or face not in FACE_NAMES:
        return None
    if face in PENALTIES:
        return speaker.phrase("card.penalty", {"city": city, "penalty": face})
    return speaker.phrase("card.money" if int(face) else "card.nothing", {"city": city, "value": int(face)})


def hidden(view: BossView, place: Place) -> list[str]:
    """What may lie under a city: all its cards but the open ones and the viewer's own."""
    left = list(place.cards)
    for card in (*place.open, *view.hand):
        if card in left:
            left.remove(card)
    return left


def listed(view: BossView, place: Place) -> list[tuple[str, str]]:
    """A city's printed cards, each with where it is: "open", "held" by the viewer, or "" (perhaps under the city)."""
    lying, held = Counter(place.open), Counter(view.hand)
    told = []
    for card in place.cards:
        where = "open" if lying[card] else "held" if held[card] else ""
        (lying if where == "open" else held)[card] -= 1 if where else 0
        told.append((card, where))
    return told


def worth(card: str) -> int | None:
    """A card's money; None for a penalty."""
    label = card.partition(":")[2]
    return int(label) if label.isdecimal() else None


def counting(view: BossView) -> list[tuple[str, int]]:
    """B-37: what each city before Chicago counts as it lies now."""
    below = dict(view.options).get("chicago_last_penalty") == "last_money_below"
    counted = []
    for place in view.row[: view.chicago]:
        values = [worth(card) for card in place.open]
        if below:
            values = [value for value in values if value is not None]
        counted.append((place.id, (values[-1] or 0) if values else 0))
    return counted


def chicago_sum(view: BossView) -> int:
    """B-37: the last open cards of the cities before Chicago, as they lie now."""
    return sum(value for _, value in counting(view))


def groups_to(place: str, tokens: list[str] | tuple[str, ...]) -> list[tuple[int, int]]:
    """The groups (veterans, rookies) that these sendings take to a place, the smallest first."""
    start = f"send:{place}:"
    groups = [divmod(NUMBERS[token] % GROUPS, 4) for token in tokens if token.startswith(start)]
    return sorted(groups, key=lambda group: (sum(group), group[1]))


def sending(place: str, veterans: int, rookies: int) -> str:
    """The token of a sending."""
    return f"send:{place}:{group_name(veterans * 4 + rookies)}"


def sent(token: str) -> tuple[str, int, int] | None:
    """A sending's place, veterans and rookies; None for another token."""
    if not token.startswith("send:") or token not in NUMBERS:
        return None
    veterans, rookies = divmod(NUMBERS[token] % GROUPS, 4)
    return token.split(":")[1], veterans, rookies


def row_cities(view: BossView) -> list[str]:
    """The cities in play, from left to right."""
    return [place.id for place in view.row if place.id != "chicago"]


def counted(payout: Payout) -> tuple[dict[tuple[str, int], int], dict[str, list[str]]]:
    """The groups that stood in each place in the end, and the open cards of each city, from the round's moves."""
    groups: dict[tuple[str, int], int] = {}
    tops: dict[str, list[str]] = {}
    for seat, token in payout.moves:
        kind, _colon, rest = token.partition(":")
        place = rest.partition(":")[0]
        if kind == "send":
            groups[place, seat] = groups.get((place, seat), 0) + NUMBERS[token] % GROUPS
        elif kind == "lay":
            tops.setdefault(place, []).append(rest)
    return groups, tops


def by_rank(view: BossView) -> list[int]:
    """The seats, the winner first."""
    return sorted(range(view.seats), key=lambda seat: (view.ranks[seat], seat))


def ties(view: BossView) -> list[tuple[str, int, int]]:
    """B-45 to B-48: for each two neighbours in rank with the same money, the sentence that says what decided."""
    told = []
    for first, second in pairwise(by_rank(view)):
        one, other = view.players[first], view.players[second]
        if one.money != other.money:
            continue
        if one.gained != other.gained:
            line = N_("{one} and {other} have the same money; {one} gained more in the last round. [B-46]")
        elif view.ranks[first] != view.ranks[second]:
            line = N_(
                "{one} and {other} are equal in money and in the last round; {one} has more gangsters left. [B-47]"
            )
        else:
            line = N_("{one} and {other} are equal in everything and share their rank. [B-48]")
        told.append((line, first, second))
    return told
