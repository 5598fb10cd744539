"""Web Push over a real little push service with a certificate of its own: sealed, vouched for, once for every turn."""

from __future__ import annotations

import json
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from backroom.house.errors import Refused
from backroom.house.people import People
from backroom.house.push import (
    BROWSERS,
    CURVE,
    Browser,
    Push,
    derived,
    is_public,
    plain,
    point,
    public_address,
    sealed,
    service,
    written,
)
from backroom.house.turns import GRACE, Turn
from backroom.house.wishes import Wishes
from tests.house.loop import awaited
from tests.house.people import Guests, guests, refused
from tests.house.test_postman import box, by_mail, link, post_office, remind

HOST = "push.example.org"


class Service:
    """A push service that keeps what it gets."""

    def __init__(self, folder: Path) -> None:
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.answer = 201
        keep, answered = self.got, self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                keep.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(answered.answer)
                self.send_header("location", "https://127.0.0.1/elsewhere")
                self.end_headers()

            def log_message(self, *_args: object) -> None:
                """Say nothing."""

        certificate, self.trust = certified(folder)
        there = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        there.load_cert_chain(certificate)
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.socket = there.wrap_socket(self.server.socket, server_side=True)

    def reach(self, host: str, port: int) -> tuple[str, int]:
        """Where that name leads in this test."""
        assert (host, port) == (HOST, 443)
        return "127.0.0.1", self.server.server_port

    def push(self, house: Guests) -> Push:
        return Push(house.store, "mailto:house@example.org", house.time, self.reach, self.trust)


def certified(folder: Path) -> tuple[Path, ssl.SSLContext]:
    """A certificate for the service's name, and whoever trusts it."""
    key = ec.generate_private_key(CURVE)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), 7, now - timedelta(1), now + timedelta(1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, SHA256())
    )
    file = folder / "service.pem"
    shown = certificate.public_bytes(Encoding.PEM)
    file.write_bytes(shown + key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return file, ssl.create_default_context(cadata=shown.decode())


@contextmanager
def serving(folder: Path) -> Iterator[Service]:
    found = Service(folder)
    thread = threading.Thread(target=found.server.serve_forever, args=(0.05,))
    thread.start()
    yield found
    found.server.shutdown()
    thread.join()
    found.server.server_close()


class Reader:
    """A browser that can read what is meant for it."""

    numbers: ClassVar[Iterator[int]] = iter(range(1, 1_000))

    def __init__(self) -> None:
        self.key = ec.generate_private_key(CURVE)
        self.auth = bytes(range(16))
        number = next(self.numbers)
        self.browser = Browser(f"https://{HOST}/send/{number}?x=1", written(point(self.key)), written(self.auth))

    def read(self, body: bytes) -> dict[str, str]:
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        theirs, cipher = body[21 : 21 + length], body[21 + length :]
        assert size >= len(cipher) > 17
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
        secret = derived(shared, self.auth, b"WebPush: info\0" + point(self.key) + theirs, 32)
        content_key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        message = AESGCM(content_key).decrypt(nonce, cipher, None)
        assert message.endswith(b"\x02")
        found: dict[str, str] = json.loads(message[:-1])
        return found


def test_a_message_is_sealed_as_in_the_example_of_rfc_8291() -> None:
    private = int.from_bytes(plain("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    body = sealed(
        b"When I grow up, I want to be a watermelon",
        plain("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        plain("BTBZMqHH6r4Tts7J_aSIgg"),
        ec.derive_private_key(private, CURVE),
        plain("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert written(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@awaited
async def test_a_turn_is_told_once_to_all_of_somebodys_browsers_in_their_language(
    database: str, tmp_path: Path
) -> None:
    async with guests(database) as house:
        with serving(tmp_path) as there:
            push, phone, desk = there.push(house), Reader(), Reader()
            table = await by_mail(house)
            await push.subscribe(house.ann, phone.browser, "uk")
            await push.subscribe(house.ann, desk.browser, "fa")
            assert await remind(house, push) == 0  # she may be at the table still
            house.time.at += GRACE + 1
            assert await remind(house, push) == 1
            assert await remind(house, push) == 0
            assert await remind(house, there.push(house)) == 0  # another process, or the same one again
            assert [path for path, _head, _body in there.got] == [
                each.browser.endpoint.partition(HOST)[2] for each in (phone, desk)
            ]
            first, second = (
                each.read(body) for each, (_path, _head, body) in zip((phone, desk), there.got, strict=True)
            )
            assert (first["title"], first["body"]) == ("Ваш хід", "Бос")
            assert (first["tag"], first["place"]) == (table, f"/tables/{table}")
            assert (first["lang"], first["dir"]) == ("uk", "ltr")
            assert second["dir"] == "rtl"
            head = there.got[0][1]
            assert head["host"] == HOST
            assert head["content-encoding"] == "aes128gcm"
            assert head["topic"] == table
            assert int(head["ttl"]) > 0
            await vouched_for(push, head["authorization"], house.time.at // 1_000)
            assert await push.public_key() == await there.push(house).public_key()


async def vouched_for(push: Push, authorization: str, moment: int) -> None:
    """That a push service would take the house's word (RFC 8292)."""
    told, key = authorization.removeprefix("vapid t=").split(", k=")
    assert key == await push.public_key()
    head, claims, signature = told.split(".")
    assert json.loads(plain(head)) == {"typ": "JWT", "alg": "ES256"}
    known = json.loads(plain(claims))
    assert known["aud"] == f"https://{HOST}"
    assert known["sub"] == "mailto:house@example.org"
    assert moment < known["exp"] <= moment + 86_400
    raw = plain(signature)
    assert len(raw) == 64
    proof = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, plain(key))
    public.verify(proof, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))


@awaited
async def test_who_is_gone_is_forgotten_and_what_cannot_be_told_is_told_later(database: str, tmp_path: Path) -> None:
    async with guests(database) as house:
        with serving(tmp_path) as there:
            push, phone, desk = there.push(house), Reader(), Reader()
            await by_mail(house)
            await push.subscribe(house.ann, phone.browser, "en")
            house.time.at += GRACE + 1
            for there.answer in (500, 301):  # busy; and nobody is sent anywhere else
                assert await remind(house, push) == 0
            there.answer = 410
            assert await remind(house, push) == 0
            assert await push.known() == set()
            assert await remind(house, push) == 0
            assert len(there.got) == 3
            there.answer = 201
            await push.subscribe(house.ann, desk.browser, "en")
            assert await remind(house, push) == 1
        await push.subscribe(house.ann, phone.browser, "en")
        assert not await push.tell(turn_of(house))  # the service does not answer at all


def turn_of(house: Guests) -> Turn:
    return Turn("sometable", "boss", house.ann.id, 0)


@awaited
async def test_letters_and_browsers_both_tell_who_wishes_for_both_and_each_does_for_the_other(
    database: str, tmp_path: Path
) -> None:
    async with guests(database) as house, box() as at:
        with serving(tmp_path) as there:
            push, office, phone = there.push(house), post_office(house, at), Reader()
            await by_mail(house)
            await push.subscribe(house.ann, phone.browser, "en")
            await office.ask(house.ann, "ann@example.org", "en")
            await office.confirm(*link(at.letters[0], "confirm"))
            house.time.at += GRACE + 1
            at.busy = True
            assert await remind(house, push, office) == 1
            assert (len(there.got), len(at.letters)) == (1, 1)
            assert await remind(house, push, office) == 0


@awaited
async def test_a_browser_is_one_persons_and_a_person_has_few(database: str, tmp_path: Path) -> None:
    async with guests(database) as house:
        with serving(tmp_path) as there:
            push, shared = there.push(house), Reader()
            await push.subscribe(house.ann, shared.browser, "en")
            await push.subscribe(house.bob, shared.browser, "en")
            assert await push.known() == {house.bob.id}
            await push.forget(shared.browser.endpoint)
            assert await push.known() == set()
            for _each in range(BROWSERS + 3):
                house.time.at += 1
                await push.subscribe(house.ann, Reader().browser, "en")
            assert await push.tell(turn_of(house))
            assert len(there.got) == BROWSERS
            people = People(house.store, house.time)
            await people.wish(house.ann.id, Wishes(language="ru"))
            last = Reader()
            house.time.at += 1
            await push.subscribe(house.ann, last.browser, "en")
            await push.tell(turn_of(house))
            assert last.read(there.got[-1][2])["lang"] == "ru"
            await people.sign_out_everywhere(house.ann.id)
            assert await push.known() == set()


@pytest.mark.parametrize(
    "endpoint",
    [
        "", "http://push.example.org/x", "https://push.example.org", "https://push.example.org:8443/x",
        "https://ann@push.example.org/x", "https://127.0.0.1/x", "https://[::1]/x", "https://2130706433/x",
        "https://0x7f.1/x", "https://localhost/x", "https://house.local/x", "https://metadata.google.internal/x",
        "https://push.example.org/ x", "https://push.example.org/x\r\nHost: other", "https://push.example.org:x/",
        "https://push.example.org/" + "x" * 1_000, "https://пуш.example.org/x", "file:///etc/passwd",
        "https://" + "a" * 64 + ".example.org/x", "https://push..example.org/x", "https://push.example.org%00/x",
    ],
)  # fmt: skip
def test_what_is_no_address_of_a_push_service_is_refused(endpoint: str) -> None:
    with pytest.raises(Refused):
        service(endpoint)


def test_names_that_lead_into_private_networks_are_not_dialled(monkeypatch: pytest.MonkeyPatch) -> None:
    private = ("127.0.0.1", "10.0.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1", "::1",
               "fe80::1", "fd00::1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::1")  # fmt: skip
    assert not any(is_public(address) for address in private)
    assert all(is_public(address) for address in ("8.8.8.8", "2606:4700:4700::1111", "64:ff9b::808:808"))
    for found in (["10.0.0.1"], ["8.8.8.8", "127.0.0.1"]):
        where = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in found]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, where=where, **_more: where)
        with pytest.raises(Refused):
            public_address(HOST, 443)


@awaited
async def test_keys_that_are_none_are_refused(database: str) -> None:
    async with guests(database) as house:
        push, good = Push(house.store, "mailto:house@example.org"), Reader().browser
        for public, auth in (("", good.auth), (good.p256dh[:-4], good.auth), (good.p256dh, "AAAA"), ("%%%", good.auth),
                             (written(b"\4" + bytes(64)), good.auth)):  # fmt: skip
            assert await refused(push.subscribe(house.ann, Browser(good.endpoint, public, auth), "en")) == "bad_browser"

        assert await push.known() == set()
