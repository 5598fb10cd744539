"""What went wrong, as RFC 9457 has it: a code and parameters for programs, a sentence and the rule for people."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Final

import msgspec
from litestar.exceptions import HTTPException
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from backroom.bots import UnknownBot
from backroom.house.errors import HouseError, Stale
from backroom.kernel.errors import (
    BackroomError,
    BadEdition,
    BadOption,
    BadPosition,
    BadRecord,
    BadSeats,
    IllegalMove,
    Param,
    Reason,
    UnknownAction,
    UnknownGame,
)
from backroom.kernel.game import Game
from backroom.kernel.registry import game as find_game
from backroom.kernel.rulebook import NoRulebook
from backroom.kernel.tongues import tongue
from backroom.kernel.words import N_, Speaker, translations

MEDIA: Final = "application/problem+json"
PLACE: Final = "/api/v1"
"""The page that explains every code."""


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """An error as the API answers it."""

    type: str
    """Where the code is explained."""
    title: str
    status: int
    code: str
    """Stable; programs look at this."""
    detail: str = ""
    """A sentence in the caller's language."""
    params: dict[str, str | int] = {}
    """What the sentence is about."""
    reason: str | None = None
    """Why a move is refused, in the game's own terms; `params` are this reason's."""
    rule: str | None = None
    """The paragraph of the rulebook."""
    rule_url: str | None = None
    request: str | None = None
    """The request's id, as it stands in the server's log."""


class Wrong(BackroomError):
    """Something that is wrong with a request itself; the house was not asked."""

    def __init__(self, code: str, **params: Param) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


SENTENCES: Final[dict[str, tuple[int, str]]] = {
    # Who is calling.
    "sign_in_first": (401, N_("Nobody is signed in: come in as a guest, sign in, or send a token.")),
    "bad_token": (401, N_("This token is not good, or no longer.")),
    "wrong_sign_in": (403, N_("There is no such name with this passphrase.")),
    "wrong_origin": (403, N_("This request comes from another site.")),
    "wrong_form": (403, N_("This form is not from here, or too old; load the page again.")),
    "too_many_tries": (429, N_("Too many wrong passphrases for this name; try again in a quarter of an hour.")),
    "too_many_requests": (429, N_("Too many requests; try again in {seconds} s.")),
    "too_many_streams": (429, N_("You have too many tables open at the same time.")),
    # The request itself.
    "wrong_host": (400, N_("This house does not go by that name.")),
    "long_address": (414, N_("This address is too long.")),
    "big_body": (413, N_("This is more than {most} bytes, and too much.")),
    "bad_request": (400, N_("The request cannot be understood: {why}.")),
    "no_such_page": (404, N_("There is nothing here.")),
    "not_so": (405, N_("This cannot be done here; there is: {allowed}.")),
    "internal": (500, N_("Something went wrong in the house; it was noted under {request}.")),
    "no_database": (503, N_("The house cannot get at its books just now; try again in a moment.")),
    "closing": (503, N_("The house is closing; come back in a moment.")),
    # Names, passphrases, tokens.
    "bad_name": (
        422,
        N_("A name has 1 to {most} characters, a letter or a digit among them, and none that is invisible."),
    ),
    "name_taken": (409, N_("The name {name} belongs to somebody; sign in, or take another.")),
    "name_claimed": (409, N_("A claimed name stays as it is.")),
    "bad_passphrase": (422, N_("A passphrase has {least} to {most} characters.")),
    "no_such_person": (404, N_("There is no such person.")),
    "no_such_token": (404, N_("You have no such token.")),
    # Opening a table, sitting down, getting up.
    "no_such_game": (404, N_("There is no such game: {why}.")),
    "bad_seats": (422, N_("So many cannot play, or there is no such seat: {why}.")),
    "bad_option": (422, N_("This option cannot be: {why}.")),
    "bad_edition": (422, N_("This edition does not fit the game: {why}.")),
    "no_such_bot": (422, N_("There is no such bot: {why}.")),
    "no_such_rule": (404, N_("There is no such paragraph: {why}.")),
    "two_seats": (422, N_("Nobody sits on two chairs.")),
    "bad_position": (422, N_("This position cannot be: {why}.")),
    "position_over": (422, N_("In this position the game is over; there is nothing more to play.")),
    "position_seats": (422, N_("This position has {seats} seats; so many have to sit down.")),
    "bad_delay": (422, N_("Spectators see it at most a day later.")),
    "bad_tempo": (
        422,
        N_("A move takes 5 seconds to an hour, with a reserve of at most four hours; by mail one to thirty days."),
    ),
    "no_such_table": (404, N_("There is no such table.")),
    "seated_already": (409, N_("You sit at this table already.")),
    "no_free_seat": (409, N_("There is no free seat.")),
    "already_started": (409, N_("The game has begun already.")),
    "not_running": (409, N_("No game is being played at this table.")),
    "not_started": (409, N_("The game at this table has not begun.")),
    "seats_open": (409, N_("There are free seats; wait for somebody, or give them to bots.")),
    "not_abandoned": (409, N_("Nobody has left this seat.")),
    "not_the_host": (403, N_("Only the host of this table does that.")),
    "not_your_seat": (403, N_("You do not sit at this table.")),
    "no_spectators": (403, N_("At this table nobody may look on.")),
    "hand_first": (403, N_("This device is being handed on; say first who has it.")),
    "not_over": (409, N_("The game at this table is not over.")),
    # Playing.
    "illegal_move": (422, N_("This move is not allowed.")),
    "no_such_move": (422, N_("There is no such move: {why}.")),
    "no_move": (422, N_("A move needs a token of the game, and the house's own words are not for players.")),
    "long_move": (422, N_("At most {most} tokens can be sent at once.")),
    "bad_client": (422, N_("A client's id has 1 to {most} printable characters.")),
    "client_reused": (409, N_("The id {client} was used at this table for another move already.")),
    "stale": (409, N_("The table has gone on to version {version}; look again before you move.")),
    "table_closed": (409, N_("This game is over; what was decided stands.")),
    "no_take_back": (409, N_("At this table decisions stand.")),
    "nothing_to_take_back": (409, N_("There is no decision of yours to take back.")),
    "somebody_acted": (409, N_("Somebody else has acted since, so your decision stands.")),
    "something_revealed": (409, N_("Your decision has shown something to somebody, so it stands.")),
    "seq_taken": (409, N_("Somebody else was quicker; look again before you move.")),
    "log_unavailable": (503, N_("The move cannot be written down now; send it again with the same id.")),
    "no_advice": (403, N_("At this table nobody may ask the consigliere.")),
    "nothing_to_advise": (409, N_("It is not your turn, so there is nothing to advise.")),
    "consigliere_silent": (503, N_("The consigliere has nothing to say just now; ask him again.")),
    # Tables this program cannot go on with.
    "rules_changed": (
        409,
        N_("This game began with rules {began}; this house plays rules {now} now, so it cannot go on here."),
    ),
    "edition_unfit": (409, N_("The edition of this table cannot be used: {why}.")),
    "opening_unfit": (409, N_("This table cannot be set up again: {why}.")),
    "log_unfit": (409, N_("What is written down of this game does not fit it from move {seq} on: {why}.")),
    "hole": (409, N_("A move of this game is missing.")),
    # Looking at games again.
    "bad_record": (422, N_("This record cannot be read: {why}.")),
    "against_rules": (422, N_("In this record, move {n} ({token}) is against the rules. {why}")),
    "long_record": (422, N_("A record to study has at most {most} moves.")),
    "many_studies": (409, N_("The house keeps {most} records for you; take one away first.")),
    "no_such_study": (404, N_("There is no such game to look at.")),
    "not_your_study": (403, N_("Only who brought this record takes it away.")),
    "no_such_step": (422, N_("Nobody decided anything at this moment of the game.")),
    "no_answer": (503, N_("The don did not answer. Ask him again.")),
    # Talk.
    "bad_line": (422, N_("A line has 1 to {most} characters.")),
    "muted": (403, N_("The host has asked you to be silent at this table.")),
    "too_fast": (429, N_("Not so fast; others want to say something too.")),
    # Mail.
    "bad_address": (422, N_("This is no address for mail.")),
    "bad_browser": (422, N_("This is no address of a push service.")),
    "bad_link": (403, N_("This link is not good, or no longer.")),
    "too_many_letters": (429, N_("A letter was sent just now; look for it, or wait ten minutes.")),
    "no_mail": (503, N_("The mail server takes no letters now; try again later.")),
    "no_such_line": (404, N_("Nobody has said that here.")),
    "not_your_line": (403, N_("Only who wrote it, or the host, takes it away.")),
}
"""Every code there is: the HTTP status, and the sentence."""

KERNEL: Final[tuple[tuple[type[BackroomError], str], ...]] = (
    (UnknownGame, "no_such_game"),
    (BadSeats, "bad_seats"),
    (BadOption, "bad_option"),
    (BadEdition, "bad_edition"),
    (BadPosition, "bad_position"),
    (BadRecord, "bad_record"),
    (UnknownBot, "no_such_bot"),
    (NoRulebook, "no_such_rule"),
    (UnknownAction, "no_such_move"),
)
"""Errors that bring their own words, by code."""


def is_silence(error: BaseException) -> bool:
    """Whether this says that the database does not answer, and nothing else is wrong."""
    if isinstance(error, (ConnectionError, TimeoutError, InterfaceError, OperationalError, PoolTimeout)):
        return True
    return isinstance(error, DBAPIError) and error.connection_invalidated


def status_of(code: str) -> int:
    """The HTTP status of a code."""
    return SENTENCES[code][0] if code in SENTENCES else 409


def sentence(code: str, params: dict[str, Param], language: str, otherwise: str = "") -> str:
    """A code in words."""
    if code not in SENTENCES:
        return otherwise[:1].upper() + otherwise[1:] + "." if otherwise else code
    own = tongue(language)
    filled = {name: own.digits(str(value)) if isinstance(value, int) else value for name, value in params.items()}
    try:
        return translations(language).gettext(SENTENCES[code][1]).format(**filled)
    except KeyError:  # an error without a parameter its sentence has
        return otherwise[:1].upper() + otherwise[1:] + "."


def problem(
    error: Exception,
    language: str = "en",
    game: Game | None = None,
    people: Sequence[str] = (),
    request: str | None = None,
) -> Problem:
    """The problem an error is. `game` and `people` put a game's own reasons into words."""
    if isinstance(error, IllegalMove):
        return _refused("illegal_move", error.reason, language, game, people, request)
    if isinstance(error, Stale):
        told = _plain("stale", dict(error.params), language, request)
        if error.reason is None:
            return told
        more = _refused("stale", error.reason, language, game, people, request)
        return msgspec.structs.replace(more, detail=told.detail, params={**more.params, **told.params})
    if isinstance(error, (HouseError, Wrong)):
        return _plain(error.code, dict(error.params), language, request, str(error))
    if isinstance(error, BadRecord) and error.reason is not None:
        played = find_game(str(error.params["game"]))
        why = _refused("against_rules", error.reason, language, played, people, request)
        params = {**error.params, "why": why.detail}
        return msgspec.structs.replace(why, detail=sentence("against_rules", params, language), params=params)
    for kind, code in KERNEL:
        if isinstance(error, kind):
            return _plain(code, {"why": str(error)}, language, request)
    if isinstance(error, HTTPException):
        return _http(error, language, request)
    if isinstance(error, (UnicodeDecodeError, RecursionError)):  # of a body: Litestar leaves these to us
        found = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else "lists within lists without end"
        return _plain("bad_request", {"why": found}, language, request)
    if is_silence(error):
        return _plain("no_database", {}, language, request)
    return _plain("internal", {"request": request or ""}, language, request)


def _plain(code: str, params: dict[str, Param], language: str, request: str | None, otherwise: str = "") -> Problem:
    status = status_of(code)
    return Problem(
        type=f"{PLACE}#{code}",
        title=HTTPStatus(status).phrase,
        status=status,
        code=code,
        detail=sentence(code, params, language, otherwise),
        params=params,
        request=request,
    )


def _refused(
    code: str, reason: Reason, language: str, game: Game | None, people: Sequence[str], request: str | None
) -> Problem:
    told = _plain(code, dict(reason.params), language, request)
    words = Speaker(game, language, people).reason(reason) if game is not None else told.detail
    return msgspec.structs.replace(
        told,
        detail=words,
        reason=reason.code,
        rule=reason.rule or None,
        rule_url=f"/rules/{game.name}#{reason.rule}" if game is not None and reason.rule else None,
    )


def _http(error: HTTPException, language: str, request: str | None) -> Problem:
    """What Litestar found wrong before a handler was called."""
    if error.status_code == HTTPStatus.NOT_FOUND:
        return _plain("no_such_page", {}, language, request)
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        return _plain("not_so", {"allowed": (error.headers or {}).get("Allow", "")}, language, request)
    if error.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        return _plain("big_body", {"most": 0}, language, request)
    if error.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
        return _plain("bad_request", {"why": _why(error)}, language, request)
    return _plain("internal", {"request": request or ""}, language, request)


def _why(error: HTTPException) -> str:
    """Litestar's findings in a line: which part, and what was expected there."""
    found: list[str] = []
    extra: Any = error.extra
    for each in extra if isinstance(extra, list) else ():
        if isinstance(each, dict):
            place = each.get("key")
            found.append(f"{place}: {each.get('message', '')}" if place else str(each.get("message", "")))
    told = "; ".join(found) or str(error.detail)
    return told.splitlines()[0][:300].rstrip(".") if told else "it is malformed"
