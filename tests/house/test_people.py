"""Nobody is anybody else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from argon2 import PasswordHasher
from sqlalchemy import text

from backroom.house.errors import Refused
from backroom.house.people import COOKIE_AGE, FRESH, QUARTER, TRIES, People, Who, house_secret, key_of, tidy_name
from backroom.house.store import Store
from tests.house.loop import awaited
from tests.house.people import QUICK, Time, refused

PHRASE = "correct horse battery"


@asynccontextmanager
async def house(database: str) -> AsyncIterator[tuple[People, Time]]:
    store, time = await Store.open(database), Time()
    try:
        yield People(store, time, QUICK), time
    finally:
        await store.close()


@awaited
async def test_a_guest_is_one_click_and_known_again_by_his_cookie(database: str) -> None:
    async with house(database) as (people, _time):
        ann, other = await people.guest("  Ann   Lee "), await people.guest("Ann Lee")
        assert (ann.name, ann.claimed) == ("Ann Lee", False)
        assert ann.id != other.id
        cookie = await people.cookie(ann)
        assert await people.by_cookie(cookie) == ann
        assert await People(people.store, people._now, QUICK).by_cookie(cookie) == ann, "in another process too"


@awaited
async def test_a_cookie_that_was_not_signed_here_is_nobodys(database: str) -> None:
    async with house(database) as (people, time):
        ann, bob = await people.guest("Ann"), await people.guest("Bob")
        cookie, other = await people.cookie(ann), await people.cookie(bob)
        forged = [
            "", "~", "~~~", cookie[:-1], cookie + "x", cookie.replace(ann.id, bob.id), "é" + cookie,
            cookie.replace("~0~", "~1~"), cookie.rpartition("~")[0] + "~" + other.rpartition("~")[2],
        ]  # fmt: skip
        for value in forged:
            assert await people.by_cookie(value) is None, value
        time.at += COOKIE_AGE
        assert await people.by_cookie(cookie) == ann
        time.at += 1
        assert await people.by_cookie(cookie) is None


@awaited
async def test_a_claimed_name_is_ones_own_and_signs_in_elsewhere(database: str) -> None:
    async with house(database) as (people, _time):
        ann = await people.guest("Ann Lee")
        same_name = await people.guest("ann lee")
        claimed = await people.claim(ann.id, PHRASE)
        assert claimed == Who(ann.id, "Ann Lee", True, 0)
        assert await people.sign_in(" ANN  LEE ", PHRASE) == claimed
        assert await people.by_cookie(await people.cookie(ann)) == claimed, "whoever was signed in stays so"
        assert await refused(people.claim(ann.id, PHRASE)) == "name_claimed"
        assert await refused(people.claim(same_name.id, PHRASE)) == "name_taken"
        assert await refused(people.guest("Ann Lee")) == "name_taken"
        assert await refused(people.rename(same_name.id, "ＡＮＮ ＬＥＥ")) == "name_taken"
        assert await refused(people.rename(ann.id, "Bea")) == "name_claimed"
        assert (await people.rename(same_name.id, "Bea")).name == "Bea"


@awaited
async def test_of_two_who_claim_a_name_at_once_one_gets_it(database: str) -> None:
    async with house(database) as (people, _time):
        rivals = [await people.guest("Ann") for _ in range(5)]
        claims = await asyncio.gather(*(people.claim(each.id, PHRASE) for each in rivals), return_exceptions=True)
        assert [isinstance(claim, Who) for claim in claims].count(True) == 1
        assert {claim.code for claim in claims if isinstance(claim, Refused)} == {"name_taken"}


@awaited
async def test_passphrases_are_kept_as_argon2_hashes_and_renewed_when_the_cost_rises(database: str) -> None:
    async with house(database) as (people, _time):
        ann = await people.guest("Ann")
        await people.claim(ann.id, PHRASE)

        async def kept() -> str:
            async with people.store.reading() as session:
                return str(await session.scalar(text("SELECT hash FROM credentials")))

        before = await kept()
        assert before.startswith("$argon2id$")
        assert PHRASE not in before
        dearer = People(people.store, people._now, PasswordHasher(time_cost=2, memory_cost=64, parallelism=1))
        assert (await dearer.sign_in("Ann", PHRASE)).id == ann.id
        assert "t=2" in await kept()
        assert (await people.sign_in("Ann", PHRASE)).id == ann.id


@awaited
async def test_wrong_passphrases_and_wrong_names_are_refused_alike_and_not_for_ever(database: str) -> None:
    async with house(database) as (people, time):
        ann = await people.guest("Ann")
        for phrase in ("short", "x" * 257):
            assert await refused(people.claim(ann.id, phrase)) == "bad_passphrase"
        await people.claim(ann.id, PHRASE)
        assert await refused(people.sign_in("Nobody", PHRASE)) == "wrong_sign_in"
        for _ in range(TRIES):
            assert await refused(people.sign_in("Ann", "something else")) == "wrong_sign_in"
        assert await refused(people.sign_in("Ann", PHRASE)) == "too_many_tries"
        time.at += QUARTER
        assert (await people.sign_in("Ann", PHRASE)).id == ann.id


@awaited
async def test_another_passphrase_signs_out_everywhere(database: str) -> None:
    async with house(database) as (people, time):
        ann = await people.guest("Ann")
        elsewhere = People(people.store, time, QUICK)
        cookie = await people.cookie(await people.claim(ann.id, PHRASE))
        assert await elsewhere.by_cookie(cookie) is not None
        assert await refused(people.change_passphrase(ann.id, "not this one", "a new passphrase")) == "wrong_sign_in"
        changed = await people.change_passphrase(ann.id, PHRASE, "a new passphrase")
        assert await people.by_cookie(cookie) is None
        time.at += FRESH
        assert await elsewhere.by_cookie(cookie) is None, "other processes follow soon"
        assert await people.by_cookie(await people.cookie(changed)) == changed
        assert await refused(people.sign_in("Ann", PHRASE)) == "wrong_sign_in"
        assert (await people.sign_in("Ann", "a new passphrase")).id == ann.id


@awaited
async def test_who_leaves_is_gone_and_his_name_is_free(database: str) -> None:
    async with house(database) as (people, _time):
        ann = await people.claim((await people.guest("Ann")).id, PHRASE)
        cookie = await people.cookie(ann)
        _note, token = await people.give_token(ann.id, "bot")
        await people.leave(ann.id)
        assert await people.by_cookie(cookie) is None
        assert await people.by_token(token) is None
        assert await people.find(ann.id) is None
        assert await refused(people.sign_in("Ann", PHRASE)) == "wrong_sign_in"
        assert await refused(people.give_token(ann.id, "bot")) == "no_such_person"
        assert (await people.guest("Ann")).id != ann.id


@awaited
async def test_tokens_let_programs_in_until_they_are_revoked(database: str) -> None:
    async with house(database) as (people, time):
        ann, bob = await people.guest("Ann"), await people.guest("Bob")
        note, token = await people.give_token(ann.id, "my bot")
        assert await people.by_token(token) == ann
        assert await people.by_token(token + "x") is None
        assert await people.by_token("") is None
        assert await refused(people.revoke(bob.id, note.id)) == "no_such_token"
        assert await people.by_token(token) == ann
        async with people.store.reading() as session:
            kept = str((await session.execute(text("SELECT * FROM tokens"))).one())
        assert token not in kept
        assert token.removeprefix("br_") not in kept
        elsewhere = People(people.store, time, QUICK)
        assert await elsewhere.by_token(token) == ann
        await people.revoke(ann.id, note.id)
        await people.revoke(ann.id, note.id)
        time.at += FRESH
        assert await elsewhere.by_token(token) is None, "other processes follow soon"
        assert await people.by_token(token) is None
        assert [(each.name, each.revoked) for each in await people.tokens(ann.id)] == [("my bot", True)]
        assert await people.tokens(bob.id) == []


@awaited
async def test_all_processes_sign_with_one_secret(database: str) -> None:
    stores = [await Store.open(database) for _ in range(4)]
    drawn = await asyncio.gather(*(house_secret(store, "cookies") for store in stores))
    assert len(set(drawn)) == 1
    assert len(drawn[0]) == 32
    for store in stores:
        await store.close()


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "...", "a\u202eb", "a\x00b", "a\u200bb", "\ud800a"])
def test_names_that_cannot_be_read_are_refused(name: str) -> None:
    with pytest.raises(Refused):
        tidy_name(name)


@pytest.mark.parametrize("name", ["Ann", "Олена", "علی\u200cرضا", "José", "王 5"])
def test_names_of_all_languages_are_names(name: str) -> None:
    assert tidy_name(name) == name
    assert key_of(name) == key_of(name.upper())
