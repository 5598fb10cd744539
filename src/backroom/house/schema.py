"""What the database holds. Everything here is cold but `moves`, which only the log touches, in plain statements.

Times are milliseconds since 1970; what is a list or a mapping is JSON text. Migrations stand in `migrations`.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

NAMES: Final = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
ID: Final = String(32)


class Row(DeclarativeBase):
    """All rows but the log's."""

    metadata = MetaData(naming_convention=NAMES)


MOVES: Final = Table(
    "moves",
    Row.metadata,
    # No foreign key: the writer would look up the table's row for every move.
    Column("table_id", ID, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("tokens", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("client", String(64), nullable=False),
    UniqueConstraint("table_id", "client"),
    sqlite_with_rowid=False,
)


class Person(Row):
    """Somebody who plays: a guest, or one whose name is claimed (who has a credential)."""

    __tablename__ = "people"

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    created: Mapped[int] = mapped_column(BigInteger)
    epoch: Mapped[int] = mapped_column(Integer, default=0)
    """Cookies carry it: raised, it signs this person out everywhere."""
    left: Mapped[int | None] = mapped_column(BigInteger, default=None)
    wishes: Mapped[str | None] = mapped_column(Text, default=None)
    """How pages are to be for this person."""


class Credential(Row):
    """A claimed name. `key` is the name as it is compared: one person each."""

    __tablename__ = "credentials"

    key: Mapped[str] = mapped_column(String(80), primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), unique=True)
    hash: Mapped[str] = mapped_column(Text)
    changed: Mapped[int] = mapped_column(BigInteger)


class Token(Row):
    """What a program signs in with. The token itself is shown once; here is its SHA-256."""

    __tablename__ = "tokens"

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), index=True)
    name: Mapped[str] = mapped_column(String(40))
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    created: Mapped[int] = mapped_column(BigInteger)
    revoked: Mapped[int | None] = mapped_column(BigInteger, default=None)


class Secret(Row):
    """What the house signs with, shared by all its processes."""

    __tablename__ = "secrets"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[str] = mapped_column(Text)


class EditionText(Row):
    """The very text of every edition a table was opened with, so that a new version of the program changes none."""

    __tablename__ = "editions"

    sha256: Mapped[str] = mapped_column(String(64), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    text: Mapped[str] = mapped_column(Text)


class TableRow(Row):
    """A table: what it was opened with, and how far it has come."""

    __tablename__ = "tables"
    __table_args__ = (Index(None, "status", "visibility", "created"),)

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    rules: Mapped[str] = mapped_column(String(20))
    edition: Mapped[str] = mapped_column(ForeignKey("editions.sha256"))
    options: Mapped[str] = mapped_column(Text)
    seats: Mapped[int] = mapped_column(Integer)
    seed: Mapped[str] = mapped_column(Text)
    """Decimal digits. Nobody's business before the game is over."""
    tempo: Mapped[str] = mapped_column(Text)
    visibility: Mapped[str] = mapped_column(String(10))
    take_back: Mapped[bool] = mapped_column(Boolean)
    advice: Mapped[str] = mapped_column(String(10), server_default="alone")
    """Who may ask the consigliere: `alone` against bots, `all`, or `none`."""
    spectators: Mapped[int | None] = mapped_column(Integer)
    """Milliseconds by which they see it later; none may look if this is null."""
    status: Mapped[str] = mapped_column(String(10))
    host_id: Mapped[str] = mapped_column(ForeignKey("people.id"))
    created: Mapped[int] = mapped_column(BigInteger)
    started: Mapped[int | None] = mapped_column(BigInteger, default=None)
    ended: Mapped[int | None] = mapped_column(BigInteger, default=None)
    rematch_of: Mapped[str | None] = mapped_column(ForeignKey("tables.id"), unique=True, default=None)
    position: Mapped[str | None] = mapped_column(Text, default=None)
    """What `State.dump` gave, where the game did not begin at the beginning."""


class SeatRow(Row):
    """Who sits where: a person, a bot, or nobody yet."""

    __tablename__ = "seats"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    person_id: Mapped[str | None] = mapped_column(ForeignKey("people.id"), index=True, default=None)
    bot: Mapped[str | None] = mapped_column(String(40), default=None)
    began: Mapped[str | None] = mapped_column(ForeignKey("people.id"), default=None)
    """The person who sat here when the game began: he is rated for it, whoever sits here at the end."""
    abandoned: Mapped[bool] = mapped_column(Boolean, default=False)
    """A bot plays for somebody who left; a person may take the seat over."""
    keeper_id: Mapped[str | None] = mapped_column(ForeignKey("people.id"), default=None)
    """Whose device this seat is played at, where several people share one."""
    rank: Mapped[int | None] = mapped_column(Integer, default=None)
    """The place at the end."""
    colour: Mapped[str | None] = mapped_column(String(40), default=None)
    """What was played under: a family, a colour; where the game has them."""


class ChatLine(Row):
    """Something said at a table. A deleted line keeps its place and loses its words."""

    __tablename__ = "chat"
    __table_args__ = (Index(None, "table_id", "at"), Index(None, "person_id", "at"))

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"))
    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"))
    at: Mapped[int] = mapped_column(BigInteger)
    text: Mapped[str] = mapped_column(Text)
    deleted: Mapped[bool] = mapped_column(Boolean, default=False)


class Mute(Row):
    """Somebody the host does not let talk at a table."""

    __tablename__ = "mutes"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)


class Rating(Row):
    """How strong somebody is at a game (OpenSkill)."""

    __tablename__ = "ratings"

    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    mu: Mapped[float] = mapped_column(Float)
    sigma: Mapped[float] = mapped_column(Float)
    played: Mapped[int] = mapped_column(Integer, default=0)


class RatingPoint(Row):
    """How strong somebody was after one rated game."""

    __tablename__ = "rating_points"
    __table_args__ = (Index(None, "person_id", "game", "at"),)

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    at: Mapped[int] = mapped_column(BigInteger)
    mu: Mapped[float] = mapped_column(Float)
    sigma: Mapped[float] = mapped_column(Float)


class Address(Row):
    """Where somebody is reminded by mail of tables that wait, once he has said that it is his."""

    __tablename__ = "addresses"

    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    address: Mapped[str] = mapped_column(String(254))
    language: Mapped[str] = mapped_column(String(8))
    asked: Mapped[int] = mapped_column(BigInteger)
    confirmed: Mapped[int | None] = mapped_column(BigInteger, default=None)


class PushRow(Row):
    """A browser that is told, through its maker's push service, what waits for somebody."""

    __tablename__ = "browsers"

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    """A digest of the endpoint."""
    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), index=True)
    endpoint: Mapped[str] = mapped_column(Text)
    p256dh: Mapped[str] = mapped_column(String(100))
    auth: Mapped[str] = mapped_column(String(32))
    language: Mapped[str] = mapped_column(String(8))
    at: Mapped[int] = mapped_column(BigInteger)


class Reminder(Row):
    """Somebody was reminded of one turn at a table; never twice. Written before he is told."""

    __tablename__ = "reminders"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    acted: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    """The version at which the seat had acted last: it names the turn."""
    at: Mapped[int] = mapped_column(BigInteger)


class Due(Row):
    """When a running table is to be looked after, at the latest: a clock at zero, a bot's turn, the house's move."""

    __tablename__ = "due"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    at: Mapped[int] = mapped_column(BigInteger, index=True)


class Pulse(Row):
    """When a process of the house was last alive."""

    __tablename__ = "pulses"

    process: Mapped[str] = mapped_column(ID, primary_key=True)
    at: Mapped[int] = mapped_column(BigInteger, index=True)


class Outage(Row):
    """A time in which no process of the house was alive: clocks stood still."""

    __tablename__ = "outages"

    start: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    end: Mapped[int] = mapped_column(BigInteger)


class Study(Row):
    """A game to be looked at again. A table's bears the table's id and has no text: its log has it."""

    __tablename__ = "studies"
    __table_args__ = (Index(None, "person_id", "created"),)

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    created: Mapped[int] = mapped_column(BigInteger)
    person_id: Mapped[str | None] = mapped_column(ForeignKey("people.id"), default=None)
    """Who brought it; nobody for a table's."""
    title: Mapped[str] = mapped_column(String(80), default="")
    record: Mapped[str | None] = mapped_column(Text, default=None)


class Analysis(Row):
    """Everybody's chance of winning, all through a game: asked for, being worked out, or there."""

    __tablename__ = "analyses"

    study_id: Mapped[str] = mapped_column(ForeignKey("studies.id"), primary_key=True)
    status: Mapped[str] = mapped_column(String(10), index=True)
    asked: Mapped[int] = mapped_column(BigInteger)
    done: Mapped[int] = mapped_column(Integer, default=0)
    """Thousandths."""
    alive: Mapped[int] = mapped_column(BigInteger, default=0)
    """When the process that works on it was last heard of."""
    tries: Mapped[int] = mapped_column(Integer, default=0)
    answer: Mapped[str | None] = mapped_column(Text, default=None)


class SecondThought(Row):
    """What the don would have done at one moment of a game."""

    __tablename__ = "second_thoughts"

    study_id: Mapped[str] = mapped_column(ForeignKey("studies.id"), primary_key=True)
    step: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    answer: Mapped[str] = mapped_column(Text)


class Remark(Row):
    """Something written beside a moment of a game. A deleted one keeps its place and loses its words."""

    __tablename__ = "remarks"
    __table_args__ = (Index(None, "study_id", "step"), Index(None, "person_id", "at"))

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    study_id: Mapped[str] = mapped_column(ForeignKey("studies.id"))
    step: Mapped[int] = mapped_column(Integer)
    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"))
    at: Mapped[int] = mapped_column(BigInteger)
    text: Mapped[str] = mapped_column(Text)
    deleted: Mapped[bool] = mapped_column(Boolean, default=False)


class Lesson(Row):
    """How far somebody has come in a game's first lesson."""

    __tablename__ = "lessons"

    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    step: Mapped[int] = mapped_column(Integer)
    at: Mapped[int] = mapped_column(BigInteger)
