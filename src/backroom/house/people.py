"""Who is who: guests by one click, names claimed with a passphrase, cookies, and tokens for programs."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Callable
from typing import Final

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from sqlalchemy import Select, bindparam, delete, select, update
from sqlalchemy.exc import IntegrityError

from backroom.house.errors import Refused
from backroom.house.log import fresh_id, now
from backroom.house.schema import Address, Credential, Person, PushRow, Secret, Token
from backroom.house.store import Store, whole
from backroom.house.wishes import Wishes, read, written

NAME: Final = 40
SHORTEST: Final = 8
LONGEST: Final = 256
"""Characters of a passphrase."""
COOKIE_AGE: Final = 400 * 24 * 3_600_000
"""Milliseconds a cookie is good for; browsers keep none for longer."""
FRESH: Final = 5_000
"""Milliseconds for which this process believes what it last read of a person. It forgets at once what it changes."""
TRIES: Final = 10
"""Wrong passphrases for one name in a quarter of an hour, in one process."""
QUARTER: Final = 15 * 60_000
PREFIX: Final = "br_"
"""Tokens begin so, that people who find one know what it is."""

_PERSON: Final = (
    select(Person.id, Person.name, Person.epoch, Person.wishes, Credential.key)
    .outerjoin(Credential, Credential.person_id == Person.id)
    .where(Person.id == bindparam("person"), Person.left.is_(None))
)
_BEARER: Final = (
    select(Person.id, Person.name, Person.epoch, Person.wishes, Credential.key)
    .join(Token, Token.person_id == Person.id)
    .outerjoin(Credential, Credential.person_id == Person.id)
    .where(Token.digest == bindparam("digest"), Token.revoked.is_(None), Person.left.is_(None))
)


class Who(msgspec.Struct, frozen=True):
    """A person, as everybody else in the house knows him."""

    id: str
    name: str
    claimed: bool
    epoch: int
    wishes: Wishes = Wishes()


class TokenNote(msgspec.Struct, frozen=True):
    """What is shown of a token after the one time it was told."""

    id: str
    name: str
    created: int
    revoked: bool


class People:
    """All people of a house."""

    def __init__(self, store: Store, clock: Callable[[], int] = now, hasher: PasswordHasher | None = None) -> None:
        self.store = store
        self._now = clock
        self._hasher = hasher or PasswordHasher()
        self._nobody = self._hasher.hash(secrets.token_hex(8))
        self._secret: bytes | None = None
        self._known: dict[str, tuple[int, Who]] = {}
        self._tokens: dict[str, tuple[int, str]] = {}
        self._wrong: dict[str, list[int]] = {}
        self.on_out: list[Callable[[str], None]] = []
        """Called with a person when some of those who came in as him may not be let in any more."""

    # Coming.

    @whole
    async def guest(self, name: str) -> Who:
        """Somebody new, with a name that nobody has claimed."""
        name = tidy_name(name)
        async with self.store.writing() as session:
            if await session.get(Credential, key_of(name)) is not None:
                raise _taken(name)
            person = Person(id=fresh_id(12), name=name, created=self._now(), epoch=0)
            session.add(person)
        return Who(person.id, name, False, 0)

    @whole
    async def rename(self, person: str, name: str) -> Who:
        """A guest calls himself something else; a claimed name stays."""
        name = tidy_name(name)
        who = await self._read(person)
        if who.claimed:
            raise Refused("name_claimed", "a claimed name stays as it is")
        async with self.store.writing() as session:
            if await session.get(Credential, key_of(name)) is not None:
                raise _taken(name)
            await session.execute(update(Person).where(Person.id == person).values(name=name))
        self._known.pop(person, None)
        return Who(who.id, name, False, who.epoch, who.wishes)

    @whole
    async def claim(self, person: str, passphrase: str) -> Who:
        """From now on this person's name is his alone, and he can sign in elsewhere with the passphrase."""
        hashed = await self._hash(passphrase)
        who = await self._read(person)
        if who.claimed:
            raise Refused("name_claimed", "your name is claimed already")
        try:
            async with self.store.writing() as session:
                session.add(Credential(key=key_of(who.name), person_id=person, hash=hashed, changed=self._now()))
        except IntegrityError:
            raise _taken(who.name) from None
        self._known.pop(person, None)
        return Who(who.id, who.name, True, who.epoch, who.wishes)

    @whole
    async def sign_in(self, name: str, passphrase: str) -> Who:
        """The person of a claimed name. Who does not exist is refused like a wrong passphrase, after as long."""
        key = key_of(name)[:80]
        tries = [at for at in self._wrong.get(key, []) if at > self._now() - QUARTER]
        if len(tries) >= TRIES:
            raise Refused(
                "too_many_tries", "too many wrong passphrases for this name; try again in a quarter of an hour"
            )
        async with self.store.reading() as session:
            credential = await session.get(Credential, key)
        right = await self._verify(credential.hash if credential else self._nobody, passphrase[: LONGEST + 1])
        if credential is None or not right:
            self._wrong[key] = [*tries, self._now()]
            self._forget_old_tries()
            raise Refused("wrong_sign_in", "there is no such name with this passphrase")
        self._wrong.pop(key, None)
        if self._hasher.check_needs_rehash(credential.hash):
            await self._replace_hash(credential.person_id, await self._hash(passphrase))
        return await self._read(credential.person_id)

    @whole
    async def change_passphrase(self, person: str, old: str, new: str) -> Who:
        """Another passphrase; everybody who is signed in as this person has to sign in again."""
        async with self.store.reading() as session:
            credential = await session.scalar(select(Credential).where(Credential.person_id == person))
        if credential is None or not await self._verify(credential.hash, old[: LONGEST + 1]):
            raise Refused("wrong_sign_in", "this is not your passphrase")
        await self._replace_hash(person, await self._hash(new))
        return await self.sign_out_everywhere(person)

    @whole
    async def wish(self, person: str, wishes: Wishes) -> None:
        """How pages are to be for this person from now on, wherever he signs in."""
        async with self.store.writing() as session:
            await session.execute(update(Person).where(Person.id == person).values(wishes=written(wishes)))
        self._known.pop(person, None)

    # Going.

    @whole
    async def sign_out_everywhere(self, person: str) -> Who:
        """No cookie given out before is good any more, and no browser is told anything."""
        async with self.store.writing() as session:
            await session.execute(delete(PushRow).where(PushRow.person_id == person))
            await session.execute(update(Person).where(Person.id == person).values(epoch=Person.epoch + 1))
        self._out(person)
        return await self._read(person)

    @whole
    async def leave(self, person: str) -> None:
        """Forget the name, the passphrase and the tokens; what was played stays in its games, by somebody who left."""
        moment = self._now()
        async with self.store.writing() as session:
            await session.execute(delete(Credential).where(Credential.person_id == person))
            await session.execute(delete(Address).where(Address.person_id == person))
            await session.execute(delete(PushRow).where(PushRow.person_id == person))
            await session.execute(
                update(Token).where(Token.person_id == person, Token.revoked.is_(None)).values(revoked=moment)
            )
            await session.execute(
                update(Person)
                .where(Person.id == person)
                .values(name="", left=moment, epoch=Person.epoch + 1, wishes=None)
            )
        self._out(person)

    # Being known again.

    async def cookie(self, who: Who) -> str:
        """What a browser keeps: who it is, signed."""
        told = f"{who.id}~{who.epoch}~{self._now()}"
        return f"{told}~{await self._sign(told)}"

    async def by_cookie(self, value: str) -> Who | None:
        """The person a cookie stands for; None if it is not ours, too old, or no longer good."""
        told, _, signature = value.rpartition("~")
        parts = told.split("~")
        if len(parts) != 3 or not value.isascii() or not hmac.compare_digest(signature, await self._sign(told)):
            return None
        person, epoch, given = parts[0], int(parts[1]), int(parts[2])
        if self._now() - given > COOKIE_AGE:
            return None
        who = await self.find(person)
        return who if who is not None and who.epoch == epoch else None

    async def proof(self, cookie: str) -> str:
        """What only a page made for this cookie knows: its forms send it back."""
        return (await self._sign(f"proof~{cookie}"))[:22]

    async def find(self, person: str) -> Who | None:
        """A person by his id; None for nobody, or for one who left."""
        known = self._known.get(person)
        if known is not None and self._now() - known[0] < FRESH:
            return known[1]
        try:
            return await self._read(person)
        except Refused:
            return None

    # Tokens for programs.

    @whole
    async def give_token(self, person: str, name: str) -> tuple[TokenNote, str]:
        """A new token, told this once."""
        name = tidy_name(name)
        text = PREFIX + secrets.token_urlsafe(32)
        await self._read(person)
        async with self.store.writing() as session:
            token = Token(id=fresh_id(), person_id=person, name=name, digest=digest_of(text), created=self._now())
            session.add(token)
        return TokenNote(token.id, name, token.created, False), text

    @whole
    async def tokens(self, person: str) -> list[TokenNote]:
        """This person's tokens, the revoked ones too."""
        async with self.store.reading() as session:
            found = await session.scalars(
                select(Token).where(Token.person_id == person).order_by(Token.created, Token.id)
            )
            return [TokenNote(each.id, each.name, each.created, each.revoked is not None) for each in found]

    @whole
    async def revoke(self, person: str, token: str) -> None:
        """From now on nobody gets in with it."""
        async with self.store.writing() as session:
            found = await session.get(Token, token)
            if found is None or found.person_id != person:
                raise Refused("no_such_token", "you have no such token")
            found.revoked = found.revoked or self._now()
        self._out(person)

    async def by_token(self, text: str) -> Who | None:
        """The person whose token this is; None if there is none, or it was revoked."""
        return await self.by_digest(digest_of(text)) if text.startswith(PREFIX) else None

    async def by_digest(self, digest: str) -> Who | None:
        """The same for who has shown the token before."""
        known = self._tokens.get(digest)
        if known is not None and self._now() - known[0] < FRESH:
            return await self.find(known[1])
        who = await self._one(_BEARER, {"digest": digest})
        if who is None:
            self._tokens.pop(digest, None)
            return None
        if len(self._tokens) > 10_000:
            self._tokens.clear()
        self._tokens[digest] = self._now(), who.id
        return who

    # Inside.

    def _out(self, person: str) -> None:
        """Nothing read of him before is to be believed, nor who came in by it."""
        self._known.pop(person, None)
        self._tokens.clear()
        for told in self.on_out:
            told(person)

    async def _read(self, person: str) -> Who:
        who = await self._one(_PERSON, {"person": person})
        if who is None:
            raise Refused("no_such_person", "there is no such person")
        return who

    @whole
    async def _one(self, wanted: Select[str, str, int, str | None, str], by: dict[str, str]) -> Who | None:
        """Whoever a question finds; known from now on."""
        async with self.store.reading() as session:
            found = (await session.execute(wanted, by)).first()
        if found is None:
            return None
        person, name, epoch, wishes, claimed = found
        who = Who(person, name, claimed is not None, epoch, read(wishes))
        if len(self._known) > 10_000:
            self._known.clear()
        self._known[person] = self._now(), who
        return who

    async def _hash(self, passphrase: str) -> str:
        if not SHORTEST <= len(passphrase) <= LONGEST:
            raise Refused(
                "bad_passphrase", f"a passphrase has {SHORTEST} to {LONGEST} characters", least=SHORTEST, most=LONGEST
            )
        return await asyncio.to_thread(self._hasher.hash, passphrase)

    async def _verify(self, hashed: str, passphrase: str) -> bool:
        try:
            return await asyncio.to_thread(self._hasher.verify, hashed, passphrase)
        except (VerifyMismatchError, InvalidHashError):
            return False

    @whole
    async def _replace_hash(self, person: str, hashed: str) -> None:
        async with self.store.writing() as session:
            await session.execute(
                update(Credential).where(Credential.person_id == person).values(hash=hashed, changed=self._now())
            )

    async def _sign(self, told: str) -> str:
        if self._secret is None:
            self._secret = await self.store.finish(house_secret(self.store, "cookies"))
        signature = hmac.digest(self._secret, told.encode("ascii", "replace"), "sha256")
        return base64.urlsafe_b64encode(signature).decode("ascii").rstrip("=")

    def _forget_old_tries(self) -> None:
        if len(self._wrong) > 10_000:
            oldest = self._now() - QUARTER
            self._wrong = {key: tries for key, tries in self._wrong.items() if tries[-1] > oldest}


async def house_secret(store: Store, name: str) -> bytes:
    """A secret of the house's own, drawn once and shared by all its processes."""
    for _attempt in range(2):
        async with store.reading() as session:
            found = await session.get(Secret, name)
        if found is not None:
            break
        try:
            async with store.writing() as session:
                found = Secret(name=name, value=secrets.token_hex(32))
                session.add(found)
            break
        except IntegrityError:  # another process was first: its secret is ours
            continue
    if found is None:
        raise Refused("no_secret", "the house's secret can neither be read nor written")
    return bytes.fromhex(found.value)


def tidy_name(name: str) -> str:
    """A name as it is shown: one line, nothing invisible in it."""
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(tidy) <= NAME or not any(letter.isalnum() for letter in tidy):
        raise Refused("bad_name", f"a name has 1 to {NAME} characters, a letter or a digit among them", most=NAME)
    if any(unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Cn") and letter != "\u200c" for letter in tidy):
        raise Refused("bad_name", "a name has no invisible characters in it", most=NAME)
    return tidy


def key_of(name: str) -> str:
    """A name as it is compared: who looks the same is the same."""
    return "".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).split()).replace(
        "\u200c", ""
    )


def digest_of(text: str) -> str:
    """Tokens are long and drawn by chance, so a plain hash keeps them."""
    return hashlib.sha256(text.encode()).hexdigest()


def _taken(name: str) -> Refused:
    return Refused("name_taken", f"the name {name} belongs to somebody; sign in, or take another", name=name)
