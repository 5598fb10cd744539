"""Omerta: what a view tells beyond what stands in it, for everybody who shows it to people."""

from __future__ import annotations

from backroom.games.omerta.edition import CALL_LIMIT, CALL_PENALTY
from backroom.games.omerta.view import Back, Ended, OmertaView
from backroom.kernel.words import N_


def aid(view: OmertaView) -> str:
    """How much the table reminds its players of: off, own_looks, full (O-60)."""
    return str(dict(view.options)["memory_aid"])


def faces_known(view: OmertaView) -> dict[int, str]:
    """The faces a page shows: what one is looking at, and what the memory aid tells for sure."""
    found = {record.backs[0]: record.card for record in view.reminder() if len(record.backs) == 1}
    return {**found, **dict(view.look)}


def places(view: OmertaView) -> dict[int, tuple[int | None, int]]:
    """Where every back lies: whose row (nobody's is the safe), which slot."""
    lines: list[tuple[int | None, tuple[Back, ...]]] = [*enumerate(view.rows), (None, view.safe)]
    return {back.handle: (seat, slot) for seat, line in lines for slot, back in enumerate(line, 1)}


def target_of(token: str) -> tuple[int | None, int]:
    """Seat and slot of a move `gangster:S2:3`, `lady:S2`, `drive:1`; 0 for no slot."""
    seat: int | None = None
    slot = 0
    for part in token.split(":")[1:]:
        if part.startswith("S"):
            seat = int(part[1:]) - 1
        elif part.isdecimal():
            slot = int(part)
    return seat, slot


def by_rank(view: OmertaView) -> list[int]:
    """The seats, the winner first."""
    return sorted(range(view.seats), key=lambda seat: (view.ranks[seat], seat))


def stands(ended: Ended) -> bool:
    """O-51: whether the call that ended a round was a good one."""
    return ended.caller is not None and ended.points[ended.caller] == 0 and ended.sums[ended.caller] <= CALL_LIMIT


def verdict(ended: Ended) -> str:
    """What a round's end is called; `{round}` and `{name}`, the caller, are to be filled in."""
    if ended.caller is None:
        return N_("Round {round}: nobody has called")
    return (
        N_("Round {round}: the call of {name} stands")
        if stands(ended)
        else N_("Round {round}: the call of {name} fails")
    )


def reason(view: OmertaView, ended: Ended, seat: int) -> tuple[str, dict[str, int], str]:
    """O-51 to O-56, O-64: why a seat scores what it does: the words, what fills their gaps (`name` is a seat), and
    the paragraph."""
    caller, sums, mine = ended.caller, ended.sums, ended.sums[seat]
    if caller is None:
        return N_("the fewest") if ended.points[seat] == 0 else N_("own sum"), {}, "O-64"
    called = sums[caller]
    least = min(each for other, each in enumerate(sums) if other != caller)
    good = called <= CALL_LIMIT and called <= least
    if seat == caller:
        names = {"limit": CALL_LIMIT, "more": CALL_PENALTY}
        if good and called == least:
            return N_("a tie is fine for the caller"), {}, "O-53"
        if good:
            return N_("{limit} or less, nobody has fewer"), names, "O-51"
        if called > CALL_LIMIT:
            return N_("more than {limit}: {more} more"), names, "O-55"
        lower = min((other for other in range(len(sums)) if sums[other] < called), key=sums.__getitem__)
        return N_("{name} has fewer: {more} more"), {"name": lower, **names}, "O-52"
    if good:
        return (N_("own sum, a tie with the caller"), {}, "O-53") if mine == called else (N_("own sum"), {}, "O-54")
    if mine > least:
        return N_("own sum"), {}, "O-54"
    if ended.points[seat]:
        if dict(view.options)["over7_lowest"] == "nobody_wins" and called > CALL_LIMIT and called <= least:
            return N_("own sum, nobody wins"), {}, "O-55"
        return N_("own sum, another comes first"), {}, "O-56"
    if sums.count(least) - (called == least) > 1:
        return N_("shares the fewest of the others"), {}, "O-56"
    return N_("the fewest of the others"), {}, "O-55" if called <= least else "O-52"


def saying(view: OmertaView, token: str) -> tuple[str, dict[str, object]]:
    """A move as the code of its phrase and what fills its gaps."""
    verb, *rest = token.split(":")
    if verb == "take" or token == "drive:done":
        code = token.replace(":", "_")
        return f"move.{code}", {"card": view.pile[-1] if view.pile and code == "take_pile" else ""}
    seat, slot = target_of(token)
    if verb == "trade":
        return "move.trade", {"safe": int(rest[0]), "slot": int(rest[1])}
    return f"move.{verb}", {"card": view.taken, "slot": slot, "rival": seat, "holder": seat}
