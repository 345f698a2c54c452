"""Passwords, refreshed sign-ins and one-time links."""

from __future__ import annotations

import asyncio
import hashlib
import time
from datetime import timedelta

import pytest
from argon2 import PasswordHasher, extract_parameters

from contracts.errors import (
    Expired,
    InvalidRequest,
    RateLimited,
    Unauthenticated,
)
from server.identity import accounts, hashing_queue
from server.identity.identity import Identity, SignedIn
from server.identity.passwords import Passwords
from server.identity.weak_passwords import weakness
from server.settings import Settings
from store import devices, retention, throttle, tokens, users
from tests.support.chance import an_email
from tests.support.identities import (
    PASSWORD,
    Counting,
    a_person,
    actions,
    grow_older,
    refusal,
)

pytestmark = pytest.mark.anyio

WEAK = (
    "Password123!", "qwertyuiop", "1234567890", "iloveyou1234", "P@ssw0rd#2025", "Summer2025!",
    "senha123456", "Senha@2026!", "minhasenha123", "flamengo1981", "Brasil#2025", "euteamojesus",
    "Coração2024", "mudar123456", "batutabatuta", "Batuta@2026#", "admin@localhost",
    "aaaaaaaaaaaa", "abcabcabcabc", "abcdefghijkl", "9876543210", "asdfghjklç", "01/01/1990 a",
    "ana.silva2024", "Ana_Silva_1", "anasilva-example", "ana.silva@example.org",
)  # fmt: skip
STRONG = (
    "correct horse battery",
    "meu cachorro come nuvens",
    "x7Kq-99Lm2z",
    "ばらとねことつき夜空",
)


# --- passwords


async def test_a_password_signs_in_whatever_the_case_of_the_email(
    identity: Identity, db: Counting
) -> None:
    email = an_email()
    user = await a_person(db, email, PASSWORD)
    signed_in = await identity.login(f" {email.upper()} ", PASSWORD)
    assert (await identity.caller(f"Bearer {signed_in.access_token}")).user_id == user
    assert await actions(db, user) == ["user.added", "login"]


async def test_every_failed_sign_in_reads_the_same(identity: Identity, db: Counting) -> None:
    known, linked, shut = an_email(), an_email(), an_email()
    await a_person(db, known, PASSWORD)
    await a_person(db, linked)
    await a_person(db, shut, PASSWORD)
    await accounts.set_disabled(db, await accounts.account_by_email(db, shut), True)
    tries = [(known, "wrong password"), (linked, PASSWORD), (shut, PASSWORD)]
    tries += [(an_email(), PASSWORD), ("no e-mail", PASSWORD), ("\x00@example.org", PASSWORD)]
    refusals = [await refusal(identity.login(email, word)) for email, word in tries]
    assert {(type(e), e.message) for e in refusals} == {
        (Unauthenticated, "e-mail or password is wrong")
    }


@pytest.mark.parametrize(
    ("password", "said"),
    [
        ("short", "at least 10"),
        ("é" * 600, "1,024 bytes"),
        ("x" * 10 + "\ud800", "valid text"),
        *((weak, "easily guessed") for weak in WEAK),
    ],
)
async def test_a_bad_new_password_is_told_what_is_wrong(
    db: Counting, password: str, said: str
) -> None:
    error = await refusal(accounts.add(db, "ana.silva@example.org", password=password))
    assert isinstance(error, InvalidRequest)
    assert said in error.message
    assert password not in error.message


@pytest.mark.parametrize("password", STRONG)
async def test_a_password_that_nobody_guesses_is_taken(db: Counting, password: str) -> None:
    assert await a_person(db, password=password)


@pytest.mark.parametrize(
    "unit", ["1l!|7+$5(4@)", "aA@4 bB8 ", "4@8({[<369!1i|70$5+7%2z", "01", "a"]
)
def test_what_a_password_costs_to_judge_is_bounded(unit: str) -> None:
    began = time.process_time()
    weakness((unit * 1024)[:1024], "a@example.org")
    assert time.process_time() - began < 5, "it takes a tenth of a second where nobody else works"


async def test_a_link_refuses_a_weak_password_and_still_works(
    identity: Identity, db: Counting
) -> None:
    email = an_email()
    await a_person(db, email)
    link = await accounts.make_link(db, await accounts.account_by_email(db, email), "reset")
    for weak in ("password1234", email):
        error = await refusal(identity.link(link, weak))
        assert isinstance(error, InvalidRequest)
        assert weak not in error.message
    assert await identity.link(link, PASSWORD)


async def test_a_hash_of_older_parameters_is_renewed_at_sign_in(
    identity: Identity, db: Counting
) -> None:
    email = an_email()
    user = await a_person(db, email, PASSWORD)
    weak = PasswordHasher(1, 1024, 1).hash(PASSWORD)
    await db.execute("update batuta.users set password_hash = $2 where id = $1", user, weak)
    await identity.login(email, PASSWORD)
    renewed = await users.by_id(db, user)
    assert renewed is not None
    assert renewed.password_hash is not None
    assert "m=47104,t=2,p=1" in renewed.password_hash
    assert await identity.login(email, PASSWORD)


async def test_twenty_sign_ins_at_once_leave_the_loop_free(
    identity: Identity, db: Counting
) -> None:
    email, ticks, done = an_email(), 0, 0
    await a_person(db, email, PASSWORD)
    tasks = [asyncio.create_task(identity.login(email, PASSWORD)) for _ in range(20)]
    while done < 20:
        await asyncio.sleep(0.005)
        ticks += 1
        done = sum(task.done() for task in tasks)
    assert all(task.result().access_token for task in tasks)
    # Hashing on the loop would let at most a tick or two through for each sign-in.
    assert ticks > 60


async def test_who_guesses_has_to_wait_and_longer_each_time(
    identity: Identity, db: Counting
) -> None:
    email = an_email()
    await a_person(db, email, PASSWORD)
    for _ in range(6):
        assert isinstance(await refusal(identity.login(email, "wrong password")), Unauthenticated)
    waits: list[int] = []
    for _ in range(4):
        error = await refusal(identity.login(email, PASSWORD))
        assert isinstance(error, RateLimited)
        assert error.retry_after is not None
        waits.append(error.retry_after)
        await grow_older(db, error.retry_after)
        await refusal(identity.login(email, "wrong password"))
    assert waits == sorted(set(waits))
    await grow_older(db, throttle.LONGEST_SECONDS)
    assert await identity.login(email, PASSWORD)
    assert isinstance(await refusal(identity.login(email, "wrong password")), Unauthenticated)


async def test_guesses_side_by_side_learn_nothing_beyond_the_free_tries(
    identity: Identity, db: Counting
) -> None:
    email = an_email()
    await a_person(db, email, PASSWORD)
    guesses = [identity.login(email, f"wrong password {n}") for n in range(30)]
    refusals = await asyncio.gather(*(refusal(g) for g in guesses))
    assert sum(isinstance(e, Unauthenticated) for e in refusals) <= 12
    assert isinstance(await refusal(identity.login(email, PASSWORD)), RateLimited)


async def test_an_address_that_tries_many_accounts_has_to_wait(
    identity: Identity, db: Counting
) -> None:
    email = an_email()
    await a_person(db, email, PASSWORD)
    address = hashlib.sha256(b"address:203.0.113.9").digest()
    for _ in range(51):
        await throttle.count_failure(db, [address])
    assert isinstance(await refusal(identity.login(email, PASSWORD, "203.0.113.9")), RateLimited)
    assert await identity.login(email, PASSWORD, "203.0.113.10")


async def test_all_addresses_of_one_ipv6_network_count_as_one(
    identity: Identity, db: Counting
) -> None:
    email = an_email()
    await a_person(db, email, PASSWORD)
    network = hashlib.sha256(b"address:2001:db8:1:2::/64").digest()
    for _ in range(51):
        await throttle.count_failure(db, [network])
    error = await refusal(identity.login(email, PASSWORD, "2001:db8:1:2:3:4:5:6"))
    assert isinstance(error, RateLimited)
    assert await identity.login(email, PASSWORD, "2001:db8:1:3::1")


async def test_now_and_then_a_failure_never_adds_up_to_a_wait(
    identity: Identity, db: Counting
) -> None:
    email = an_email()
    await a_person(db, email, PASSWORD)
    for _ in range(12):
        assert isinstance(await refusal(identity.login(email, "wrong password")), Unauthenticated)
        await grow_older(db, throttle.SECONDS_TO_FORGET_ONE)


# --- who is locked out, and who is not


async def failures(identity: Identity, email: str, address: str, tries: int) -> None:
    for n in range(tries):
        await refusal(identity.login(email, f"wrong password {n}", address))


async def test_who_knows_only_the_email_locks_nobody_out_of_a_known_device(
    identity: Identity, db: Counting
) -> None:
    """From very many addresses: the unknown wait, the device on which somebody was does not."""
    email = an_email()
    await a_person(db, email, PASSWORD)
    mine = (await identity.login(email, PASSWORD, "192.0.2.1")).device
    for n in range(40):
        await failures(identity, email, f"203.0.113.{n}", 1)
    assert isinstance(await refusal(identity.login(email, PASSWORD, "192.0.2.1")), RateLimited)
    again = await identity.login(email, PASSWORD, "192.0.2.1", mine)
    assert again.device == mine
    error = await refusal(identity.login(email, PASSWORD, "203.0.113.1"))
    assert isinstance(error, RateLimited), "a sign-in that is proved takes nothing back from others"
    assert (await identity.login(email, PASSWORD, "198.51.100.7", mine)).device == mine, "elsewhere"


async def test_one_address_cannot_keep_a_person_from_signing_in_elsewhere(
    identity: Identity, db: Counting
) -> None:
    """It waits longer and longer itself; a new device of the person does not wait at all."""
    email, attacker = an_email(), "203.0.113.66"
    await a_person(db, email, PASSWORD)
    for _ in range(20):
        await failures(identity, email, attacker, 3)
        await grow_older(db, 40)
    assert isinstance(await refusal(identity.login(email, PASSWORD, attacker)), RateLimited)
    assert await identity.login(email, PASSWORD, "192.0.2.1")


async def test_failures_of_an_address_leave_its_known_devices_alone(
    identity: Identity, db: Counting
) -> None:
    """An office behind one address: one of them guesses, a colleague signs in as ever."""
    email, office = an_email(), "192.0.2.200"
    await a_person(db, email, PASSWORD)
    mine = (await identity.login(email, PASSWORD, office)).device
    for n in range(60):
        await failures(identity, f"{n}-{an_email()}", office, 1)
    assert isinstance(await refusal(identity.login(an_email(), PASSWORD, office)), RateLimited)
    assert await identity.login(email, PASSWORD, office, mine)


async def test_a_mark_helps_its_own_person_alone_and_is_no_way_to_guess(
    identity: Identity, db: Counting
) -> None:
    email, other, place = an_email(), an_email(), "192.0.2.1"
    await a_person(db, email, PASSWORD)
    await a_person(db, other, PASSWORD)
    mine = (await identity.login(email, PASSWORD, place)).device
    theirs = (await identity.login(other, PASSWORD, place)).device
    for n in range(40):
        await failures(identity, email, f"203.0.113.{n}", 1)
    for mark in (theirs, "made up", "\ud800", ""):
        refused = await refusal(identity.login(email, PASSWORD, place, mark))
        assert isinstance(refused, RateLimited)
    for n in range(6):  # whoever has stolen the mark guesses no faster than at any other place
        await refusal(identity.login(email, f"wrong password {n}", place, mine))
    assert isinstance(await refusal(identity.login(email, PASSWORD, place, mine)), RateLimited)
    assert (await identity.login(other, PASSWORD, place, theirs)).device == theirs


async def test_a_link_makes_a_device_known_and_a_reset_forgets_the_others(
    identity: Identity, db: Counting
) -> None:
    email = an_email()
    await a_person(db, email, PASSWORD)
    old = (await identity.login(email, PASSWORD)).device
    user = await accounts.account_by_email(db, email)
    link = await accounts.make_link(db, user, "reset")
    new = (await identity.link(link, PASSWORD)).device
    for n in range(40):
        await failures(identity, email, f"203.0.113.{n}", 1)
    assert isinstance(await refusal(identity.login(email, PASSWORD, "192.0.2.1", old)), RateLimited)
    assert await identity.login(email, PASSWORD, "192.0.2.1", new)


async def test_marks_are_stored_as_hashes_a_few_for_each_person_and_not_for_ever(
    identity: Identity, db: Counting
) -> None:
    user = await a_person(db, email := an_email(), PASSWORD)
    first = (await identity.login(email, PASSWORD)).device
    assert first
    for n in range(devices.MOST_OF_ONE + 5):
        await devices.remember(db, user, str(n).encode())
    query = "select hash from batuta.known_devices where user_id = $1"
    kept = [bytes(row["hash"]) for row in await db.fetch(query, user)]
    assert len(kept) == devices.MOST_OF_ONE
    assert not any(first.encode() in mark for mark in kept)
    await db.execute("update batuta.known_devices set last_at = now() - interval '181 days'")
    assert not await devices.knows(db, user, kept[-1])
    assert (await retention.apply(db, Settings.load({})))["known_devices"] >= len(kept)


async def test_one_address_does_not_fill_the_queue_before_the_hashing() -> None:
    """It has a share of the places, and its turn comes after each of the others' turns."""
    passwords, served = Passwords(), list[str]()

    async def sign_in(place: str, known: bool = False) -> None:
        await passwords.verify(None, PASSWORD, place, known=known)
        served.append(place)

    crowd = [asyncio.create_task(sign_in("attacker")) for _ in range(200)]
    await asyncio.sleep(0)
    others = [asyncio.create_task(sign_in(f"person {n}")) for n in range(10)]
    told = await asyncio.gather(*crowd, *others, return_exceptions=True)
    assert not any(isinstance(one, BaseException) for one in told[200:])
    refused = [one for one in told[:200] if isinstance(one, RateLimited)]
    assert len(refused) >= 200 - hashing_queue.LONGEST_OF_ONE - 4
    last = max(served.index(f"person {n}") for n in range(10))
    assert served[: last + 1].count("attacker") <= 15


async def test_strangers_from_everywhere_leave_room_for_known_devices() -> None:
    passwords = Passwords()
    crowd = [
        asyncio.create_task(passwords.verify(None, PASSWORD, f"stranger {n}")) for n in range(150)
    ]
    await asyncio.sleep(0)
    known = asyncio.create_task(passwords.verify(None, PASSWORD, "device", known=True))
    leaver = asyncio.create_task(passwords.verify(None, PASSWORD, "leaver", known=True))
    await asyncio.sleep(0)
    leaver.cancel()
    assert await known is False
    told = await asyncio.gather(*crowd, return_exceptions=True)
    assert sum(isinstance(one, RateLimited) for one in told) >= 150 - hashing_queue.LONGEST - 4
    assert await passwords.verify(None, PASSWORD, "later") is False, "no turn was lost"


async def test_an_unknown_email_is_hashed_like_a_known_one() -> None:
    passwords = Passwords()
    real = extract_parameters(await passwords.hash(PASSWORD))
    assert extract_parameters(passwords.nobody) == real
    assert not await passwords.verify(None, PASSWORD)


# --- refresh and logout


async def test_a_refresh_gives_a_new_pair(identity: Identity, db: Counting) -> None:
    email = an_email()
    user = await a_person(db, email, PASSWORD)
    first = await identity.login(email, PASSWORD)
    second = await identity.refresh(first.refresh_token)
    assert second.refresh_token != first.refresh_token
    assert (await identity.caller(f"Bearer {second.access_token}")).user_id == user


async def test_a_refresh_token_seen_twice_ends_its_sign_in_and_no_other(
    identity: Identity, db: Counting
) -> None:
    email = an_email()
    user = await a_person(db, email, PASSWORD)
    stolen, elsewhere = [await identity.login(email, PASSWORD) for _ in range(2)]
    current = await identity.refresh(stolen.refresh_token)
    assert isinstance(await refusal(identity.refresh(stolen.refresh_token)), Unauthenticated)
    assert isinstance(await refusal(identity.refresh(current.refresh_token)), Unauthenticated)
    revoked = await refusal(identity.caller(f"Bearer {current.access_token}"))
    assert isinstance(revoked, Unauthenticated)
    assert await identity.refresh(elsewhere.refresh_token)
    assert "refresh.reused" in await actions(db, user)


async def test_of_refreshes_at_once_one_wins_and_then_all_end(
    identity: Identity, db: Counting
) -> None:
    email = an_email()
    await a_person(db, email, PASSWORD)
    token = (await identity.login(email, PASSWORD)).refresh_token
    outcomes = await asyncio.gather(
        *(identity.refresh(token) for _ in range(6)), return_exceptions=True
    )
    winners = [o for o in outcomes if isinstance(o, SignedIn)]
    assert len(winners) == 1
    assert isinstance(await refusal(identity.refresh(winners[0].refresh_token)), Unauthenticated)


async def test_expired_or_foreign_tokens_do_not_refresh(identity: Identity, db: Counting) -> None:
    email = an_email()
    user = await a_person(db, email, PASSWORD)
    signed_in = await identity.login(email, PASSWORD)
    link = await accounts.make_link(db, await accounts.account_by_email(db, email), "login")
    await db.execute(
        "update batuta.one_time_tokens set expires_at = now() where user_id = $1 and"
        " kind = 'refresh'",
        user,
    )
    for bad in (signed_in.refresh_token, signed_in.access_token, link, "x", "\ud800"):
        assert isinstance(await refusal(identity.refresh(bad)), Unauthenticated)


async def test_logout_ends_access_and_refresh(identity: Identity, db: Counting) -> None:
    email = an_email()
    user = await a_person(db, email, PASSWORD)
    one, two, three = [await identity.login(email, PASSWORD) for _ in range(3)]
    await identity.logout(None, one.refresh_token)
    assert isinstance(await refusal(identity.refresh(one.refresh_token)), Unauthenticated)
    stale = await refusal(identity.caller(f"Bearer {one.access_token}"))
    assert isinstance(stale, Unauthenticated)
    two = await identity.refresh(two.refresh_token)
    await identity.logout(f"Bearer {two.access_token}")
    for signed_in in (two, three):
        assert isinstance(await refusal(identity.refresh(signed_in.refresh_token)), Unauthenticated)
    assert (await actions(db, user)).count("logout") == 2


# --- one-time links


async def test_a_login_link_works_once_even_for_many_at_once(
    identity: Identity, db: Counting
) -> None:
    email = an_email()
    user = await a_person(db, email)
    link = await accounts.make_link(db, await accounts.account_by_email(db, email), "login")
    outcomes = await asyncio.gather(
        *(identity.link(link) for _ in range(8)), return_exceptions=True
    )
    winners = [o for o in outcomes if isinstance(o, SignedIn)]
    assert len(winners) == 1
    assert all(isinstance(o, Expired) for o in outcomes if o is not winners[0])
    assert (await identity.caller(f"Bearer {winners[0].access_token}")).user_id == user
    assert isinstance(await refusal(identity.link(link)), Expired)


async def test_a_reset_link_sets_the_password_and_ends_all_else(
    identity: Identity, db: Counting
) -> None:
    email = an_email()
    user = await a_person(db, email, PASSWORD)
    before = await identity.login(email, PASSWORD)
    link = await accounts.make_link(db, await accounts.account_by_email(db, email), "reset")
    spare = await accounts.make_link(db, await accounts.account_by_email(db, email), "login")
    assert isinstance(await refusal(identity.link(link)), InvalidRequest)
    assert isinstance(await refusal(identity.link(link, "short")), InvalidRequest)
    both = [identity.link(link, f"another password {n}") for n in range(2)]
    outcomes = await asyncio.gather(*both, return_exceptions=True)
    assert sum(isinstance(o, SignedIn) for o in outcomes) == 1
    assert isinstance(await refusal(identity.login(email, PASSWORD)), Unauthenticated)
    assert isinstance(await refusal(identity.refresh(before.refresh_token)), Unauthenticated)
    old = await refusal(identity.caller(f"Bearer {before.access_token}"))
    assert isinstance(old, Unauthenticated)
    assert isinstance(await refusal(identity.link(spare)), Expired)
    assert (await actions(db, user)).count("password.reset") == 1


async def test_a_sign_in_that_a_reset_overtakes_gets_nothing(
    identity: Identity, db: Counting
) -> None:
    email = an_email()
    await a_person(db, email, PASSWORD)
    user = await accounts.account_by_email(db, email)
    link = await accounts.make_link(db, user, "reset")
    await identity.link(link, "another horse battery")
    life = timedelta(days=1)
    assert not await tokens.begin_family(db, b"late", user.id, user.token_epoch, life, b"device")


async def test_links_expire_and_die_with_the_account(identity: Identity, db: Counting) -> None:
    email = an_email()
    user = await a_person(db, email)
    late = await accounts.make_link(db, await accounts.account_by_email(db, email), "login")
    await db.execute(
        "update batuta.one_time_tokens set expires_at = now() where user_id = $1", user
    )
    assert isinstance(await refusal(identity.link(late)), Expired)
    live = await accounts.make_link(db, await accounts.account_by_email(db, email), "login")
    await accounts.set_disabled(db, await accounts.account_by_email(db, email), True)
    assert isinstance(await refusal(identity.link(live)), Expired)
    shut = await accounts.account_by_email(db, email)
    assert isinstance(await refusal(accounts.make_link(db, shut, "reset")), InvalidRequest)


async def test_secrets_are_neither_stored_nor_audited(identity: Identity, db: Counting) -> None:
    email = an_email()
    user = await a_person(db, email, PASSWORD)
    signed_in = await identity.login(email, PASSWORD)
    link = await accounts.make_link(db, await accounts.account_by_email(db, email), "login")
    stored = [
        str(dict(row))
        for table in ("audit", "one_time_tokens", "users", "login_failures", "known_devices")
        for row in await db.fetch(f"select t::text from batuta.{table} t")
    ]
    assert signed_in.device
    for secret in (
        PASSWORD,
        signed_in.refresh_token,
        signed_in.access_token,
        signed_in.device,
        link,
    ):
        assert not any(secret in row for row in stored)
    found = await users.by_id(db, user)
    assert "argon2" not in repr(found)
