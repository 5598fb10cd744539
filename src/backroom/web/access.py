"""Who is calling: a person by his browser's cookie, a program by its token, or nobody yet.

A browser sends its cookie along whoever wrote the page it is on. So what is done in a cookie's name has to come from a
page of ours (Origin) and carry the proof only our pages know (`X-CSRF-Token`, or the field `csrf` of a form).
Tokens are never sent by themselves and need neither.
"""

from __future__ import annotations

import hmac
import re
from typing import Any, Final, Literal
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec
from litestar.datastructures import Cookie

from backroom.house.hall import Hall
from backroom.house.people import COOKIE_AGE, People, Who, digest_of
from backroom.house.wishes import Wishes, read
from backroom.kernel.errors import BackroomError
from backroom.web.limits import neighbourhood
from backroom.web.problems import Wrong
from backroom.web.settings import Settings
from backroom.web.tongues import COOKIE as LANGUAGE
from backroom.web.tongues import chosen

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
HAND: Final = "hand"
"""The cookie that says who has a shared device in hand."""
_TABLE: Final = re.compile(r"/(?:api/v1/)?tables/([A-Za-z0-9_-]{8,32})(?:/|$)")
WISHES: Final = "wishes"
"""The cookie in which the browser of who is nobody yet keeps them."""
FIELD: Final = "csrf"
"""The form field with the proof."""
_PART: Final = re.compile(rb'name="csrf"\r\n\r\n([^\r\n]*)\r\n')
"""The same in a form with files."""
HEADER: Final = b"x-csrf-token"

Scope = dict[str, Any]


class Caller(msgspec.Struct, frozen=True):
    """Who is calling, and how he is known."""

    who: Who | None
    by: Literal["nobody", "cookie", "token"]
    address: str
    language: str
    wishes: Wishes = Wishes()
    """How pages are to be for him."""
    hand: tuple[str, int] | None = None
    """A table, and the seat there that has this device in hand, where several people share it."""
    keeper: Who | None = None
    """Whose device it is, while somebody else acts, or nobody."""
    csrf: str = ""
    """For pages: what their forms send back in the field `csrf`, their scripts in the header `X-CSRF-Token`."""
    token: str = ""
    """The digest of the token he came in by."""

    @property
    def key(self) -> str:
        """Whose limits apply."""
        return self.who.id if self.who is not None else self.address

    @property
    def person(self) -> Who:
        """The person; Wrong (`sign_in_first`) if there is none."""
        if self.who is None:
            raise Wrong("sign_in_first" if self.keeper is None else "hand_first")
        return self.who


class Access:
    """How this house recognises its callers."""

    def __init__(self, settings: Settings, people: People) -> None:
        self.settings = settings
        self.people = people
        self.cookie = "__Host-backroom" if settings.secure_cookies else "backroom"

    async def caller(self, scope: Scope) -> Caller:
        """Who sends this request. Wrong (`bad_token`) for a token that is none; a bad cookie is no cookie."""
        headers = dict(scope["headers"])
        address = neighbourhood((scope.get("client") or ("",))[0])
        jar = cookies(headers)
        accepted = headers.get(b"accept-language", b"").decode("latin-1")
        told = headers.get(b"authorization")
        if told is not None:
            kind, _, token = told.decode("latin-1").partition(" ")
            who = await self.people.by_token(token.strip()) if kind.lower() == "bearer" else None
            if who is None:
                raise Wrong("bad_token")
            language = chosen(jar.get(LANGUAGE), accepted)
            return Caller(who, "token", address, language, who.wishes, token=digest_of(token.strip()))
        value = jar.get(self.cookie)
        who = await self.people.by_cookie(value) if value is not None else None
        wishes = read(unquote(jar.get(WISHES, "")))
        if who is None or value is None:
            return Caller(None, "nobody", address, chosen(jar.get(LANGUAGE), accepted), wishes)
        if who.wishes != Wishes():
            wishes = who.wishes  # else what he wished before he came in
        language = chosen(jar.get(LANGUAGE) or wishes.language, accepted)
        proof = await self.people.proof(value)
        return Caller(who, "cookie", address, language, wishes, hand_in(jar.get(HAND, "")), csrf=proof)

    async def still(self, caller: Caller) -> bool:
        """Whether somebody who came in a while ago would still be let in: not signed out, not gone, his token good."""
        if caller.by == "nobody":
            return True
        if caller.by == "token":
            return await self.people.by_digest(caller.token) is not None
        came = caller.keeper or caller.who  # whoever has the device in hand, its owner's cookie is in it
        who = await self.people.find(came.id) if came is not None else None
        return who is not None and came is not None and who.epoch == came.epoch

    def same_origin(self, scope: Scope) -> bool:
        """Whether a request comes from a page of this house, or from no page at all."""
        headers = dict(scope["headers"])
        origin = headers.get(b"origin")
        if origin is None:
            return headers.get(b"sec-fetch-site", b"none") in (b"same-origin", b"none")
        try:
            parts = urlsplit(origin.decode("latin-1"))
        except ValueError:
            return False
        ours = {headers.get(b"host", b"").decode("latin-1").lower()}
        if self.settings.public:
            ours.add(urlsplit(self.settings.public).netloc.lower())
        return parts.scheme in ("http", "https") and parts.netloc.lower() in ours

    def check(self, scope: Scope, caller: Caller, body: bytes | None) -> None:
        """Wrong for something unsafe in a cookie's name that no page of ours has sent. `body` is a form's."""
        if scope.get("method") in SAFE or caller.by == "token":
            return
        if not self.same_origin(scope):
            raise Wrong("wrong_origin")
        if caller.by != "cookie":
            return
        given = dict(scope["headers"]).get(HEADER, b"").decode("latin-1")
        if not given and body is not None:
            given = proof_in(body)
        if not hmac.compare_digest(given.encode(), caller.csrf.encode()):
            raise Wrong("wrong_form")

    async def welcome(self, who: Who) -> tuple[Cookie, str]:
        """The cookie by which a browser will be known, and its proof for forms."""
        value = await self.people.cookie(who)
        return self._cookie(value, COOKIE_AGE // 1_000), await self.people.proof(value)

    def goodbye(self) -> Cookie:
        """The cookie that takes it away."""
        return self._cookie("", 0)

    def _cookie(self, value: str, seconds: int) -> Cookie:
        return Cookie(
            self.cookie, value=value, max_age=seconds, httponly=True, samesite="lax",
            secure=self.settings.secure_cookies,
        )  # fmt: skip


def cookies(headers: dict[bytes, bytes]) -> dict[str, str]:
    """The cookies of a request."""
    found: dict[str, str] = {}
    for part in headers.get(b"cookie", b"").decode("latin-1").split(";"):
        name, equals, value = part.strip().partition("=")
        if equals:
            found.setdefault(name, value.strip('"'))
    return found


def hand_in(value: str) -> tuple[str, int] | None:
    """What the cookie says of who has the device in hand."""
    table, _, seat = value.rpartition(".")
    return (table, int(seat)) if table and seat.isdecimal() and len(seat) < 3 else None


async def acting(hall: Hall, caller: Caller, path: str) -> Caller:
    """The caller as he acts at the table this path is about: as who has the device in hand, where it is shared."""
    found = _TABLE.match(path)
    if found is None or caller.who is None:
        return caller
    seat = caller.hand[1] if caller.hand is not None and caller.hand[0] == found[1] else None
    try:
        who = await hall.in_hand(caller.who, found[1], seat)
    except BackroomError:  # no such table, or one that cannot go on: who answers finds out
        return caller
    if who == caller.who:
        return caller
    return msgspec.structs.replace(caller, who=who, keeper=caller.who)


def is_form(headers: dict[bytes, bytes]) -> bool:
    """Whether the body is what a browser's form sends, without files or with."""
    kind = headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
    return kind in (b"application/x-www-form-urlencoded", b"multipart/form-data")


def proof_in(body: bytes) -> str:
    """The field with the proof in a form's body. Only our pages know it, so it may stand wherever it likes."""
    if part := _PART.search(body):
        return part[1].decode("latin-1")
    return parse_qs(body.decode("latin-1"), max_num_fields=200).get(FIELD, [""])[0]
