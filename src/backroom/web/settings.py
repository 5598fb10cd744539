"""What one process of the server is told when it starts: by its environment, then by its arguments."""

from __future__ import annotations

import ipaddress
import math
from collections.abc import Mapping
from email.utils import parseaddr
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

import msgspec

from backroom.house.errors import Refused

LOCAL: Final = ("localhost", "127.0.0.1", "::1")


class Limits(msgspec.Struct, frozen=True):
    """How much one caller may ask for. A person, or the address of who is nobody yet."""

    requests: float = 30.0
    """Requests in a second; ten times as many at once. 0: as many as he likes."""
    moves: float = 100.0
    """Moves in a second, on all tables and by all channels together; twice as many at once. 0: as many as he likes."""
    streams: int = 200
    """Live streams and sockets open at the same time."""
    stuck: float = 30.0
    """Seconds after which a viewer who takes nothing is cut off."""
    body: int = 1 << 17
    """Bytes of a request's body."""
    query: int = 1 << 11
    """Bytes of an address's path and query together."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that may differ between two houses."""

    database: str
    host: str = "127.0.0.1"
    port: int = 8000
    public: str | None = None
    """The address people use, if it is not where the server listens: `https://play.example.org`."""
    hosts: tuple[str, ...] = ()
    """Other names this house answers to; `*` for all."""
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Whose word on who is calling (X-Forwarded-For, X-Forwarded-Proto) is believed."""
    secure: bool | None = None
    """Whether cookies travel by https alone; if nobody says, when the public address is https."""
    metrics: tuple[str, ...] = ()
    """From which networks `/metrics` can be read; none: it is not there."""
    log: Literal["plain", "json", "off"] = "plain"
    mail: str | None = None
    """The server for mail, if people are to be reminded by it: `smtp://USER:PASSWORD@HOST:PORT`, or `smtps://…`."""
    mail_from: str = "Back Room <backroom@localhost>"
    """Whom reminders come from."""
    push: bool = True
    """Whether browsers that ask for it are told of turns through their makers' push services."""
    limits: Limits = Limits()

    @property
    def contact(self) -> str:
        """Whom a push service asks when something is amiss."""
        if (self.public or "").startswith("https://"):
            return self.address
        return f"mailto:{parseaddr(self.mail_from)[1]}"

    @property
    def secure_cookies(self) -> bool:
        """Whether cookies travel by https alone."""
        return self.secure if self.secure is not None else (self.public or "").startswith("https:")

    @property
    def address(self) -> str:
        """Where people find the house, without a slash at the end."""
        if self.public:
            return self.public.rstrip("/")
        host = "127.0.0.1" if self.host in ("0.0.0.0", "::", "") else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"

    def answers_to(self, name: str) -> bool:
        """Whether a request for this host is for this house.

        A bare IP address is always ours: nobody can point somebody else's name at it. Where a public address is set,
        only that, the listed names and this machine itself count.
        """
        name = hostname(name)
        if not name:
            return False
        known = {*LOCAL, self.host.lower(), *(each.lower() for each in self.hosts)}
        if self.public:
            known.add((urlsplit(self.public).hostname or "").lower())
        if name in known or "*" in known:
            return True
        return not self.public and is_ip(name)


def hostname(host: str) -> str:
    """The name in a Host header, without its port; empty if it is none."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def is_ip(name: str) -> bool:
    """Whether this is an address of numbers."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def from_environment(environment: Mapping[str, str], data: Path) -> Settings:
    """The settings an environment asks for; Refused in a sentence for a value that is none."""
    given = {
        name.removeprefix("BACKROOM_").lower(): value.strip()
        for name, value in environment.items()
        if name.startswith("BACKROOM_") and value.strip()
    }
    told: dict[str, object] = {"database": given.get("database") or f"sqlite:///{data / 'house.sqlite'}"}
    for name in ("host", "public", "log", "mail", "mail_from"):
        if name in given:
            told[name] = given[name]
    for name in ("hosts", "proxies", "metrics"):
        if name in given:
            told[name] = tuple(part.strip() for part in given[name].split(",") if part.strip())
    if "port" in given:
        told["port"] = given["port"]
    for name in ("secure", "push"):
        if name in given:
            told[name] = given[name]
    limits = {name: given[f"limit_{name}"] for name in Limits.__struct_fields__ if f"limit_{name}" in given}
    if limits:
        told["limits"] = limits
    try:
        return checked(msgspec.convert(told, Settings, strict=False))
    except msgspec.ValidationError as error:
        where = str(error).rpartition("`$.")[2].strip("`").upper().replace("LIMITS.", "LIMIT_")
        raise Refused(
            "bad_setting", f"BACKROOM_{where}: {str(error).partition(' - ')[0].lower()}", name=where
        ) from None


def checked(settings: Settings) -> Settings:
    """The same, or Refused if it cannot be meant."""
    if settings.public is not None:
        parts = urlsplit(settings.public)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
            raise Refused(
                "bad_setting", f"the public address is like https://play.example.org, not {settings.public!r}"
            )
    if settings.mail is not None:
        parts = urlsplit(settings.mail)
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
            raise Refused("bad_setting", "the mail server is like smtp://USER:PASSWORD@mail.example.org:587")
    if not 0 <= settings.port < 1 << 16:
        raise Refused("bad_setting", f"a port is a number from 0 to 65535, not {settings.port}")
    for name, limit in zip(Limits.__struct_fields__, msgspec.structs.astuple(settings.limits), strict=True):
        if not 0 <= limit < math.inf:
            raise Refused("bad_setting", f"BACKROOM_LIMIT_{name.upper()}: expected a number from 0 on, not {limit:g}")
    for network in settings.metrics:
        try:
            ipaddress.ip_network(network, strict=False)
        except ValueError:
            raise Refused("bad_setting", f"metrics are for networks such as 10.0.0.0/8, not {network!r}") from None
    return settings
