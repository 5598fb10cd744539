"""Reminders by mail, over a real little mail server: asked first, once for every turn, ended by one click."""

from __future__ import annotations

import asyncio
import email
import email.policy
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email.message import EmailMessage
from urllib.parse import parse_qs, urlsplit

from backroom.house.clocks import Tempo
from backroom.house.postman import Postman
from backroom.house.turns import GRACE, Channel, Turns
from tests.house.loop import awaited
from tests.house.people import Guests, guests, refused, wanted


class Box:
    """A mail server that keeps what it gets."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.busy = False
        self.address = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 box\r\n")
        while line := await reader.readline():
            word = line[:4].upper()
            if word == b"DATA":
                writer.write(b"354 go on\r\n")
                text = await reader.readuntil(b"\r\n.\r\n")
                self.letters.append(email.message_from_bytes(text[:-3], policy=email.policy.default))
                writer.write(b"250 kept\r\n")
            elif word == b"RCPT" and self.busy:
                writer.write(b"451 later\r\n")
            elif word == b"QUIT":
                writer.write(b"221 bye\r\n")
                break
            else:
                writer.write(b"250 good\r\n")
        await writer.drain()
        writer.close()


@asynccontextmanager
async def box() -> AsyncIterator[Box]:
    found = Box()
    server = await asyncio.start_server(found.serve, "127.0.0.1", 0)
    found.address = f"smtp://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    yield found
    server.close()


def post_office(house: Guests, at: Box) -> Postman:
    return Postman(house.store, at.address, "Back Room <house@example.org>", "https://play.example.org", house.time)


async def remind(house: Guests, *channels: Channel) -> int:
    """One look for turns to be told, as a process of the house has it."""
    return await Turns(house.hall, channels, house.time).remind()


def link(letter: EmailMessage, purpose: str) -> tuple[str, str]:
    """Whose the link in a letter is, and its signature."""
    found = re.search(rf"https://play.example.org/mail/{purpose}\?\S+", letter.get_content())
    assert found is not None
    asked = parse_qs(urlsplit(found[0]).query)
    return asked["who"][0], asked["sign"][0]


async def by_mail(house: Guests) -> str:
    """A table by mail at which it is Ann's turn."""
    table = await house.hall.create(house.ann, wanted("boss", ("host", "open"), tempo=Tempo.by_mail(3)))
    await house.hall.join(house.bob, table)
    await house.hall.start(house.ann, table)
    return table


@awaited
async def test_a_turn_is_told_once_to_an_address_that_was_confirmed_also_after_a_restart(database: str) -> None:
    async with guests(database) as house, box() as at:
        office = post_office(house, at)
        table = await by_mail(house)
        await office.ask(house.ann, " ann@example.org ", "en")
        assert at.letters[0]["To"] == "ann@example.org"
        assert "Ann asked at https://play.example.org" in at.letters[0].get_content()
        house.time.at += GRACE + 1
        assert await remind(house, office) == 0  # she has not said that it is hers
        assert await refused(office.confirm(house.ann.id, "forged")) == "bad_link"
        assert await refused(office.confirm(house.bob.id, link(at.letters[0], "confirm")[1])) == "bad_link"
        await office.confirm(*link(at.letters[0], "confirm"))
        assert await remind(house, office) == 1
        letter = at.letters[1]
        assert letter["Subject"] == "Your turn at Boss"
        assert f"https://play.example.org/tables/{table}" in letter.get_content()
        assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert letter["List-Unsubscribe"].strip("<>") in letter.get_content()
        assert await remind(house, office) == 0
        assert await remind(house, post_office(house, at)) == 0  # another process, or the same one again
        found = await house.hall.tables.get(table)
        await house.hall.submit(house.ann, table, "stay", "a")
        while 0 in found.course.state.waiting:
            game = found.course.state.setup.game
            await house.hall.submit(house.ann, table, game.token(found.course.state.legal(0)[0]), f"a{found.version}")
        house.time.at += GRACE + 1
        assert await remind(house, office) == 0  # it is Bob's turn, and he has no address
        await house.hall.submit(house.bob, table, "stay", "b")
        while 1 in found.course.state.waiting:
            game = found.course.state.setup.game
            await house.hall.submit(house.bob, table, game.token(found.course.state.legal(1)[0]), f"b{found.version}")
        assert await remind(house, office) == 0  # she may be at the table still
        house.time.at += GRACE + 1
        assert await remind(house, office) == 1
        await office.off(*link(at.letters[2], "off"))
        assert await office.kept(house.ann.id) is None
        await office.off(*link(at.letters[2], "off"))  # pressed twice


@awaited
async def test_what_cannot_be_sent_is_sent_later_and_two_processes_send_it_once(database: str) -> None:
    async with guests(database) as house, box() as at:
        office = post_office(house, at)
        await by_mail(house)
        await office.ask(house.ann, "ann@example.org", "en")
        await office.confirm(*link(at.letters[0], "confirm"))
        house.time.at += GRACE + 1
        at.busy = True
        assert await remind(house, office) == 0
        at.busy = False
        told = await asyncio.gather(remind(house, office), remind(house, post_office(house, at)))
        assert sum(told) == 1
        assert len(at.letters) == 2


@awaited
async def test_live_tables_are_not_told_and_addresses_are_addresses(database: str) -> None:
    async with guests(database) as house, box() as at:
        office = post_office(house, at)
        for wrong in (
            "",
            "ann",
            "ann@",
            "a b@example.org",
            "ann@example.org\nBcc: all@example.org",
            "<ann@example.org>",
        ):
            assert await refused(office.ask(house.ann, wrong, "en")) == "bad_address"
        await office.ask(house.ann, "ann@example.org", "en")
        assert await refused(office.ask(house.ann, "other@example.org", "en")) == "too_many_letters"
        await office.confirm(*link(at.letters[0], "confirm"))
        await house.begun("boss")
        house.time.at += GRACE + 1
        assert await remind(house, office) == 0
        assert len(at.letters) == 1
