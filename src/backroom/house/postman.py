"""Reminders by mail: to addresses whose owners said so, of tables by mail that wait. Sending goes on in a thread."""

from __future__ import annotations

import asyncio
import base64
import hmac
import logging
import re
import smtplib
from collections.abc import Callable
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from typing import Final
from urllib.parse import unquote, urlencode, urlsplit

import msgspec
from sqlalchemy import delete, select, update

from backroom.house.errors import Refused
from backroom.house.log import now
from backroom.house.people import Who, house_secret
from backroom.house.schema import Address
from backroom.house.store import Store, whole
from backroom.house.turns import Turn
from backroom.kernel.registry import game as find_game
from backroom.kernel.words import titled, translations

LOG: Final = logging.getLogger("backroom.house")
AGAIN: Final = 10 * 60_000
"""Milliseconds between two letters asking whether an address is somebody's."""
PATIENCE: Final = 20.0
"""Seconds the mail server has for an answer."""
_ADDRESS: Final = re.compile(r"[^\s@<>()\[\],;:\"\\]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?")


class Kept(msgspec.Struct, frozen=True):
    """Where somebody is told, and whether he has said that it is his."""

    address: str
    confirmed: bool


class Postman:
    """Writes and sends the letters of a house."""

    def __init__(self, store: Store, server: str, sender: str, house: str, clock: Callable[[], int] = now) -> None:
        self.store = store
        self.server = server
        """`smtp://USER:PASSWORD@HOST:PORT`, or `smtps://…`."""
        self.sender = sender
        self.house = house
        """The address people use."""
        self._now = clock

    # Addresses.

    async def kept(self, person: str) -> Kept | None:
        """Somebody's address."""
        row = await self._row(person)
        return None if row is None else Kept(row.address, row.confirmed is not None)

    async def ask(self, who: Who, address: str, language: str) -> None:
        """Keep an address, and ask there whether it is his; nothing else is sent before he says so."""
        address = address.strip()
        if not _ADDRESS.fullmatch(address):
            raise Refused("bad_address", "this is no address for mail")
        await self._keep(who, address, language)
        _ = translations(language).gettext
        place = await self.place("confirm", who.id, address)
        body = _(
            "{name} asked at {house} to be told by mail when a table waits.\n\n"
            "If that was you, open this page and say so:\n{place}\n\nIf not, do nothing: nothing more will come."
        ).format(name=who.name, house=self.house, place=place)
        await self.send(self._letter(address, _("Is this address yours?"), body))

    async def confirm(self, person: str, sign: str) -> None:
        """The address is his: he has the letter that was sent there."""
        await self._signed("confirm", person, sign)
        await self._set(person, self._now())

    async def check(self, purpose: str, person: str, sign: str) -> None:
        """Refused for a link that is not ours, or no longer good."""
        await self._signed(purpose, person, sign)

    async def off(self, person: str, sign: str) -> None:
        """Nothing more is sent there."""
        try:
            await self._signed("off", person, sign)
        except Refused:
            if await self.kept(person) is not None:
                raise
            return  # it is forgotten already
        await self.forget(person)

    @whole
    async def forget(self, person: str) -> None:
        """Forget somebody's address."""
        async with self.store.writing() as session:
            await session.execute(delete(Address).where(Address.person_id == person))

    async def place(self, purpose: str, person: str, address: str) -> str:
        """A link that only who reads the mail at this address has."""
        signed = await self._sign(purpose, person, address)
        return f"{self.house}/mail/{purpose}?{urlencode({'who': person, 'sign': signed})}"

    # Reminders.

    @whole
    async def known(self) -> set[str]:
        """Everybody who said that an address is his."""
        async with self.store.reading() as session:
            return set(await session.scalars(select(Address.person_id).where(Address.confirmed.is_not(None))))

    async def tell(self, turn: Turn) -> bool:
        """Tell somebody that it is his turn; whether the mail server took the letter."""
        row = await self._row(turn.person)
        if row is None or row.confirmed is None:
            return False
        try:
            await self.send(await self._reminder(turn.table, turn.game, row))
        except (OSError, smtplib.SMTPException) as error:
            LOG.warning("a reminder of table %s could not be sent: %r", turn.table, error)
            return False
        return True

    async def send(self, letter: EmailMessage) -> None:
        """Hand a letter to the mail server, in a thread."""
        await asyncio.to_thread(deliver, self.server, letter)

    # Inside.

    @whole
    async def _row(self, person: str) -> Address | None:
        async with self.store.reading() as session:
            return await session.get(Address, person)

    @whole
    async def _keep(self, who: Who, address: str, language: str) -> None:
        async with self.store.writing() as session:
            row = await session.get(Address, who.id)
            if row is not None and row.asked > self._now() - AGAIN:
                raise Refused("too_many_letters", "a letter was sent just now; look for it, or wait ten minutes")
            if row is None:
                row = Address(person_id=who.id)
                session.add(row)
            row.address, row.language, row.asked, row.confirmed = address, language, self._now(), None

    @whole
    async def _set(self, person: str, confirmed: int) -> None:
        async with self.store.writing() as session:
            await session.execute(update(Address).where(Address.person_id == person).values(confirmed=confirmed))

    async def _signed(self, purpose: str, person: str, sign: str) -> None:
        kept = await self.kept(person)
        known = "" if kept is None else await self._sign(purpose, person, kept.address)
        if not known or not hmac.compare_digest(known.encode(), sign.encode()):
            raise Refused("bad_link", "this link is not good, or no longer")

    async def _sign(self, purpose: str, person: str, address: str) -> str:
        secret = await self.store.finish(house_secret(self.store, "mail"))
        told = hmac.digest(secret, f"{purpose}~{person}~{address}".encode(), "sha256")
        return base64.urlsafe_b64encode(told).decode("ascii").rstrip("=")

    async def _reminder(self, table: str, game: str, row: Address) -> EmailMessage:
        _ = translations(row.language).gettext
        title = titled(find_game(game), row.language)
        off = await self.place("off", row.person_id, row.address)
        body = _(
            "It is your turn at {game}:\n{place}\n\nThis is told once for every turn. To hear no more of it:\n{off}"
        ).format(game=title, place=f"{self.house}/tables/{table}", off=off)
        letter = self._letter(row.address, _("Your turn at {game}").format(game=title), body)
        letter["List-Unsubscribe"] = f"<{off}>"
        letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        return letter

    def _letter(self, address: str, subject: str, body: str) -> EmailMessage:
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = self.sender, address, subject
        letter["Date"] = formatdate(self._now() / 1_000)
        letter["Message-ID"] = make_msgid(domain=parseaddr(self.sender)[1].rpartition("@")[2] or "localhost")
        letter["Auto-Submitted"] = "auto-generated"
        letter.set_content(body + "\n")
        return letter


def deliver(server: str, letter: EmailMessage) -> None:
    """Hand a letter over. A password is never sent over an open line, but to this machine itself."""
    parts = urlsplit(server)
    host = parts.hostname or "localhost"
    kind = smtplib.SMTP_SSL if parts.scheme == "smtps" else smtplib.SMTP
    with kind(host, parts.port or 0, timeout=PATIENCE) as line:
        line.ehlo()
        if parts.scheme == "smtp" and line.has_extn("starttls"):
            line.starttls()
            line.ehlo()
        elif parts.scheme == "smtp" and parts.username and host not in ("localhost", "127.0.0.1", "::1"):
            raise smtplib.SMTPNotSupportedError("the server offers no STARTTLS; the password stays here")
        if parts.username:
            line.login(unquote(parts.username), unquote(parts.password or ""))
        line.send_message(letter)
