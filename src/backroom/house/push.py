"""Reminders by the browser when no page is open: Web Push, as RFC 8030, 8291 (what is sent can be read by that browser
alone) and 8292 (it comes from this house) have it.

A browser hands over an address at its maker's push service, and keys. Nobody but the browser's owner vouches for that
address: so it is dialled only where it is https and no machine of a private network.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import contextlib
import hashlib
import http.client
import ipaddress
import logging
import os
import re
import socket
import ssl
import threading
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from sqlalchemy import delete, select

from backroom.house.errors import Refused
from backroom.house.log import now
from backroom.house.people import Who, house_secret
from backroom.house.schema import Person, PushRow
from backroom.house.store import Store, whole
from backroom.house.turns import Turn
from backroom.house.wishes import read
from backroom.kernel.registry import game as find_game
from backroom.kernel.tongues import tongue
from backroom.kernel.words import titled, translations

LOG: Final = logging.getLogger("backroom.house")
CURVE: Final = ec.SECP256R1()
ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""How many points the curve has."""
BROWSERS: Final = 10
"""So many browsers of one person are told; of more the oldest are forgotten."""
PATIENCE: Final = 15.0
"""Seconds a push service has for an answer."""
KEEP: Final = 86_400
"""Seconds a push service keeps what it cannot deliver; what is older is no news."""
VALID: Final = 12 * 3_600
"""Seconds the house's word to a push service holds (a day at most, RFC 8292)."""
GONE: Final = (404, 410)
"""What a push service answers when the browser wants no more."""
TRANSLATED: Final = ipaddress.IPv6Network("64:ff9b::/96")
"""Addresses behind which those of the older protocol stand (RFC 6052)."""
RECORD: Final = 4_096
"""The size of a record, RFC 8188; a message is one."""
_NAME: Final = re.compile(r"(?=.{4,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})+")

Reach = Callable[[str, int], tuple[str, int]]
"""Where a push service is dialled: a name and port, an address and port."""


class Browser(msgspec.Struct, frozen=True):
    """Where a browser is told, as it says itself."""

    endpoint: str
    p256dh: str
    auth: str


class Push:
    """Tells browsers."""

    def __init__(
        self,
        store: Store,
        contact: str,
        clock: Callable[[], int] = now,
        reach: Reach | None = None,
        trust: ssl.SSLContext | None = None,
    ) -> None:
        self.store = store
        self.contact = contact
        """Whom a push service asks when something is amiss: `mailto:…` or `https://…`."""
        self._now = clock
        self._reach = reach or public_address
        self._trust = trust or ssl.create_default_context()
        self._own: ec.EllipticCurvePrivateKey | None = None

    async def key(self) -> ec.EllipticCurvePrivateKey:
        """The house's key, drawn once; all its processes have the same."""
        if self._own is None:
            secret = await self.store.finish(house_secret(self.store, "push"))
            self._own = ec.derive_private_key(int.from_bytes(secret, "big") % (ORDER - 1) + 1, CURVE)
        return self._own

    async def public_key(self) -> str:
        """What a browser has to know of it."""
        return written(point(await self.key()))

    # Who is told.

    async def subscribe(self, who: Who, browser: Browser, language: str) -> None:
        """From now on this browser is told, in this language, what waits for somebody; whoever it was told before."""
        service(browser.endpoint)
        keys(browser)
        await self._keep(who, browser, language)

    @whole
    async def forget(self, endpoint: str) -> None:
        """This browser is told nothing more."""
        async with self.store.writing() as session:
            await session.execute(delete(PushRow).where(PushRow.id == name_of(endpoint)))

    @whole
    async def forget_all(self, person: str) -> None:
        """None of somebody's browsers is told anything more."""
        async with self.store.writing() as session:
            await session.execute(delete(PushRow).where(PushRow.person_id == person))

    @whole
    async def known(self) -> set[str]:
        """Everybody who has a browser that is told."""
        async with self.store.reading() as session:
            return set(await session.scalars(select(PushRow.person_id).distinct()))

    async def tell(self, turn: Turn) -> bool:
        """Tell all browsers of somebody that it is his turn; whether one of them will hear it."""
        heard = False
        for row, wished in await self._browsers(turn.person):
            language = wished or row.language
            message = {
                "title": translations(language).gettext("Your turn"),
                "body": titled(find_game(turn.game), language),
                "tag": turn.table,
                "place": f"/tables/{turn.table}",
                "lang": language,
                "dir": tongue(language).direction,
            }
            try:
                answer = await self.send(
                    Browser(row.endpoint, row.p256dh, row.auth), msgspec.json.encode(message), turn.table
                )
            except (OSError, http.client.HTTPException, Refused) as error:
                LOG.warning("a browser could not be told of table %s: %r", turn.table, error)
                continue
            if answer in GONE:
                await self.forget(row.endpoint)
            elif 200 <= answer < 300:
                heard = True
            else:
                LOG.warning("a push service answered %d for table %s", answer, turn.table)
        return heard

    async def send(self, browser: Browser, message: bytes, topic: str) -> int:
        """Hand a message to a browser's push service, in a thread; its answer. The newest of a topic is delivered."""
        host, port, path = service(browser.endpoint)
        headers = {
            "TTL": str(KEEP),
            "Urgency": "normal",
            "Topic": topic,
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "Authorization": vouched(await self.key(), f"https://{host}", self.contact, self._now() // 1_000),
        }
        body = sealed(message, *keys(browser))
        return await asyncio.to_thread(self._post, host, port, path, headers, body)

    # Inside.

    def _post(self, host: str, port: int, path: str, headers: dict[str, str], body: bytes) -> int:
        line = Line(host, *self._reach(host, port), self._trust)
        limit = threading.Timer(2 * PATIENCE, line.cut)  # for who answers a letter at a time
        limit.start()
        try:
            line.request("POST", path, body, headers)
            return line.getresponse().status
        finally:
            limit.cancel()
            line.close()

    @whole
    async def _browsers(self, person: str) -> list[tuple[PushRow, str]]:
        """Somebody's browsers, each with the language he wishes for, if he does."""
        asked = select(PushRow, Person.wishes).join(Person, Person.id == PushRow.person_id)
        async with self.store.reading() as session:
            rows = (await session.execute(asked.where(PushRow.person_id == person).order_by(PushRow.at))).all()
        return [(row, read(wishes).language) for row, wishes in rows]

    @whole
    async def _keep(self, who: Who, browser: Browser, language: str) -> None:
        name = name_of(browser.endpoint)
        async with self.store.writing() as session:
            row = await session.get(PushRow, name)
            if row is None:
                row = PushRow(id=name)
                session.add(row)
            row.person_id, row.endpoint, row.p256dh, row.auth = who.id, browser.endpoint, browser.p256dh, browser.auth
            row.language, row.at = language, self._now()
            await session.flush()
            mine = select(PushRow.id).where(PushRow.person_id == who.id).order_by(PushRow.at.desc(), PushRow.id)
            older = list(await session.scalars(mine.offset(BROWSERS)))
            if older:
                await session.execute(delete(PushRow).where(PushRow.id.in_(older)))


class Line(http.client.HTTPSConnection):
    """A connection to the address that was looked at, and no other; its certificate has to bear the name."""

    def __init__(self, host: str, address: str, port: int, trust: ssl.SSLContext) -> None:
        super().__init__(host, timeout=PATIENCE, context=trust)
        self._there = (address, port)
        self._trust = trust

    def connect(self) -> None:
        """Dial."""
        line = socket.create_connection(self._there, PATIENCE)
        try:
            self.sock = self._trust.wrap_socket(line, server_hostname=self.host)
        except BaseException:
            line.close()
            raise

    def cut(self) -> None:
        """End it, whoever is waiting."""
        with contextlib.suppress(OSError, AttributeError):
            self.sock.shutdown(socket.SHUT_RDWR)


def name_of(endpoint: str) -> str:
    """What a browser's address is kept under."""
    return hashlib.sha256(endpoint.encode()).hexdigest()[:32]


def service(endpoint: str) -> tuple[str, int, str]:
    """The name, port and path of a push service; Refused for what can be none."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port or 443
    except ValueError:
        raise unfit() from None
    host = (parts.hostname or "").rstrip(".").lower()
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint and len(endpoint) <= 1_000
    if not plain or parts.scheme != "https" or parts.username is not None or port != 443 or not path.startswith("/"):
        raise unfit()
    if not _NAME.fullmatch(host) or host.endswith((".local", ".localhost", ".internal")) or numbers(host) is not None:
        raise unfit()
    return host, port, path


def numbers(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address of numbers, however it is written."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        pass
    try:
        return ipaddress.IPv4Address(socket.inet_aton(host))
    except OSError:
        return None


def public_address(host: str, port: int) -> tuple[str, int]:
    """Where a name leads: an address that everybody on the internet has, or Refused."""
    found = [str(where[0]) for *_kind, where in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not all(is_public(address) for address in found):
        raise unfit()
    return found[0], port


def is_public(text: str) -> bool:
    """Whether an address is everybody's; where another is packed into it, that one, too."""
    address = ipaddress.ip_address(text)
    inside: list[ipaddress.IPv4Address | ipaddress.IPv6Address | None] = [address]
    if isinstance(address, ipaddress.IPv6Address):
        inside += [address.ipv4_mapped, address.sixtofour]
        if address in TRANSLATED:
            inside.append(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
    return all(each.is_global and not each.is_multicast for each in inside if each is not None)


def unfit() -> Refused:
    """What is said of an address that is no push service's."""
    return Refused("bad_browser", "this is no address of a push service")


def keys(browser: Browser) -> tuple[bytes, bytes]:
    """A browser's public point and its secret for the house; Refused for what is none."""
    try:
        public, auth = plain(browser.p256dh), plain(browser.auth)
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, public)
    except (ValueError, binascii.Error):
        raise unfit() from None
    if len(public) != 65 or len(auth) != 16:
        raise unfit()
    return public, auth


def plain(text: str) -> bytes:
    """What was written in base64 for addresses."""
    return base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)


def written(content: bytes) -> str:
    """The same, the other way."""
    return base64.urlsafe_b64encode(content).decode("ascii").rstrip("=")


def point(key: ec.EllipticCurvePrivateKey) -> bytes:
    """A key's public half."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def sealed(
    message: bytes,
    public: bytes,
    auth: bytes,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """A message that one browser alone can read (RFC 8291). Its key and salt are new for each, if not given."""
    own, salt = own or ec.generate_private_key(CURVE), salt or os.urandom(16)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, public))
    secret = derived(shared, auth, b"WebPush: info\0" + public + point(own), 32)
    content_key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([65]) + point(own)
    return head + AESGCM(content_key).encrypt(nonce, message + b"\x02", None)


def derived(secret: bytes, salt: bytes, about: bytes, length: int) -> bytes:
    """A key out of another."""
    return HKDF(SHA256(), length, salt, about).derive(secret)


def vouched(key: ec.EllipticCurvePrivateKey, audience: str, contact: str, moment: int) -> str:
    """The house's word to a push service that a message is its own (RFC 8292)."""
    head = msgspec.json.encode({"typ": "JWT", "alg": "ES256"})
    claims = msgspec.json.encode({"aud": audience, "exp": moment + VALID, "sub": contact})
    told = f"{written(head)}.{written(claims)}"
    first, second = decode_dss_signature(key.sign(told.encode(), ec.ECDSA(SHA256())))
    signature = first.to_bytes(32, "big") + second.to_bytes(32, "big")
    return f"vapid t={told}.{written(signature)}, k={written(point(key))}"
