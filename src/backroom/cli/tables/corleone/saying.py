"""Corleone's Empire in the terminal: short ways of saying a move."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from backroom.cli.tables import Choice, Group, Unclear
from backroom.cli.tables.corleone.choosing import Moment, grouped
from backroom.cli.tables.corleone.finding import called, find, marked
from backroom.cli.tongue import _, joined, ngettext
from backroom.games.corleone.numbers import GOODS, NUMBERS, VALUES
from backroom.games.corleone.reading import BILLS, NEUTRAL, PLAIN, card_mark
from backroom.games.corleone.view import CorleoneView
from backroom.kernel.words import Speaker

CAN_BE: Final = (
    ("thug", "front", "to", "at"),
    ("family", "to", "at"),
    ("job", "keep", "discard"),
    ("ally", "hire", "discard"),
    ("launder", "take", "bid", "show", "discard"),
    ("take", "discard"),
    ("district", "marker"),
    ("rival",),
)
"""What can be done with businesses, spaces, jobs, allies, bills, goods, districts, players."""
VERBS: Final = {
    "play": ("thug", "family", "ally"), "don": ("family",), "heir": ("family",), "consigliere": ("family",),
    "complete": ("job",), "use": ("front",), "kill": ("at",), "move": ("at", "to"), "give": ("discard",),
    "look": ("look",), "add": ("bid",), "hire": ("hire",), "place": ("to", "district"), "steal": ("rival",),
    "from": ("rival",), "lift": ("marker",), "in": ("district",),
    **{verb: (verb,) for kinds in CAN_BE for verb in kinds},
}  # fmt: skip
SKIPPED: Final = frozenset({"a", "an", "the", "my", "on", "in", "at", "to", "from", "member"})


def shorthand(text: str, view: CorleoneView, legal: Sequence[int], speaker: Speaker) -> Choice | None:
    """`thug p3`, `family s07`, `j17`, `launder 5`, `bid 5 2`, `give gun 5 j17`, `keep gun $5`, names and beginnings."""
    moment = Moment(view, legal, speaker)
    words = [word for word in re.split(r"[\s:]+", text.strip().lower()) if word]
    if not words or text.strip().isdecimal():  # a number alone is the number of a choice
        return None
    verb = words[0]
    if verb in ("bid", "add") and len(words) > 1 and view.phase == "bribery":
        return as_bid(words[1:], moment)
    if verb in ("give", "keep", "discard") and view.phase == "tribute" and not view.pending:
        return as_gift(verb, words[1:], moment)
    kinds = VERBS.get(verb, ())
    rest = [word for word in (words[1:] if kinds else words) if word not in SKIPPED] or words
    found = find(" ".join(words), view, moment.printed, speaker) if len(words) > 1 else []
    if found:
        kinds = ()  # a name that begins with a verb
    else:
        found = find(marked(verb, " ".join(rest)), view, moment.printed, speaker)
    if not found:
        return None
    tokens = [token for identity in found for token in tokens_for(identity, moment) if fits(token, kinds)]
    possible = [token for token in tokens if token in moment.tokens]
    if len(possible) > 1:
        raise Unclear(_("That could be: {moves}. Say which.").format(moves=joined(possible)))
    if possible:
        return as_listed(NUMBERS[possible[0]], grouped(view, legal, speaker), possible[0])
    if len(found) > 1:
        names = joined(called(each, speaker) for each in found)
        raise Unclear(_("That could be {names}.").format(names=names))
    wanted = [token for token in tokens if kinds or token.partition(":")[0] in kinds_now(moment)]
    if not wanted:
        raise Unclear(
            _("{name} is nothing that you can choose now; ? {text} tells about it.").format(
                name=called(found[0], speaker), text=text
            )
        )
    return Choice(text, (NUMBERS[wanted[0]],))


def kinds_now(moment: Moment) -> set[str]:
    """The kinds of moves that are asked for."""
    asked = {token.partition(":")[0] for token in moment.tokens}
    return asked | ({"thug", "family", "job", "ally"} if asked & {"thug", "family"} else set())


def fits(token: str, kinds: Sequence[str]) -> bool:
    """Whether a move is what the verb says."""
    return not kinds or token.partition(":")[0] in kinds


def tokens_for(identity: str, moment: Moment) -> list[str]:
    """Every move that something could be meant for."""
    printed = moment.printed
    mark = printed.marks.get(identity, "")
    if identity in printed.businesses:
        return [f"{kind}:{mark}" for kind in CAN_BE[0]] if mark else []
    if identity in printed.spaces:
        return [f"{kind}:{mark}" for kind in CAN_BE[1]]
    if identity in printed.jobs:
        return [f"job:{mark[1:]}", f"keep:{mark[1:]}", f"discard:job-{mark[1:]}"]
    if identity in printed.allies:
        return [f"ally:{mark[1:]}", f"hire:{mark[1:]}", f"discard:ally-{mark[1:]}"]
    if identity in BILLS:
        value = identity.partition("-")[2]
        return [f"launder:{value}", f"take:{identity}", f"bid:{value}", f"show:{value}", f"discard:{identity}"]
    if identity in GOODS:
        return [f"take:{identity}", f"discard:{identity}"]
    if identity in printed.areas and mark:
        markers = [token for token in moment.tokens if token.startswith(f"marker:{mark[1:]}-")]
        return [f"district:{mark[1:]}", *markers]
    if identity.startswith("seat "):
        return [f"rival:{int(identity.partition(' ')[2]) + 1}"]
    if identity in NEUTRAL:
        return []
    if identity.startswith("swap-"):
        return [f"use:{identity}"]
    return {"jobs": ["look:jobs"], "horse_head": ["take:horse_head"]}.get(identity, [])


def as_listed(action: int, groups: Sequence[Group], token: str) -> Choice:
    """The choice on the screen that begins with a move."""
    for group in groups:
        for each in group.choices:
            first = each.moves or each.then[0].moves
            if first[0] == action and (len(each.moves) == 1 or token.startswith("job:")):
                return each
    return Choice(token, (action,))


def as_bid(words: Sequence[str], moment: Moment) -> Choice:
    """Bills for a bid, and `seal` at the end to be done with it."""
    moves = []
    for word in words:
        value = word.strip("$+,")
        if value in ("seal", "sealed"):
            moves.append(NUMBERS["seal"])
        elif value.isdecimal() and int(value) in VALUES:
            moves.append(NUMBERS[f"bid:{value}"])
        elif value in ("nothing", "0"):
            moves.append(NUMBERS["seal"])
        else:
            raise Unclear(_("Bills are worth $1, $2, $3 and $5: say e.g. bid 5 2, and then seal."))
    return Choice("bid", tuple(moves))


def as_gift(verb: str, words: Sequence[str], moment: Moment) -> Choice:
    """Cards for the Don, or those that he does not get."""
    named: list[str] = []
    for word in words:
        if word in SKIPPED or word == "and":
            continue
        cards = (*PLAIN, *moment.printed.jobs, *moment.printed.allies)
        found = [card for card in find(word.strip(","), moment.view, moment.printed, moment.speaker) if card in cards]
        held = [card for card in found if card in moment.view.hand] or found
        if len(held) != 1:
            raise Unclear(_("Which card is {word}? Say e.g. gun, $5, j17, a2-4.").format(word=word))
        named.append(held[0])
    if not named:
        raise Unclear(_("Name the cards: e.g. give gun 5 j17, or keep gun 5."))
    if verb != "keep":
        return Choice(verb, tuple(NUMBERS[f"discard:{card_mark(card, moment.printed)}"] for card in named))
    left = list(moment.view.hand)
    for card in named:
        if card not in left:
            raise Unclear(_("You do not hold {card} so often.").format(card=moment.speaker.name(card)))
        left.remove(card)
    limit = moment.printed.printed.limits.hand[moment.view.act - 1]
    if len(named) != limit:
        message = ngettext("You keep exactly {n} card.", "You keep exactly {n} cards.", limit)
        raise Unclear(message.format(n=limit))
    return Choice(verb, tuple(NUMBERS[f"discard:{card_mark(card, moment.printed)}"] for card in left))
