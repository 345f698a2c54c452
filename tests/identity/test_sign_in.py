"""Passwords, refreshed sign-ins and one-time links."""

from __future__ import annotations

import asyncio
import hashlib
from datetime import timedelta

import pytest
from argon2 import PasswordHasher, extract_parameters

from contracts.errors import (
    Expired,
    InvalidRequest,
    RateLimited,
    Unauthenticated,
)
from server.identity import accounts
from server.identity.identity import Identity, SignedIn
from server.identity.passwords import Passwords
from store import throttle, tokens, users
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
    [("short", "at least 10"), ("é" * 600, "1,024 bytes"), ("x" * 10 + "\ud800", "valid text")],
)
async def test_a_bad_new_password_is_told_what_is_wrong(
    db: Counting, password: str, said: str
) -> None:
    error = await refusal(accounts.add(db, an_email(), password=password))
    assert isinstance(error, InvalidRequest)
    assert said in error.message
    assert password not in error.message


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
    await identity.link(link, "another password")
    life = timedelta(days=1)
    assert not await tokens.begin_family(db, b"late", user.id, user.token_epoch, life)


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
        for table in ("audit", "one_time_tokens", "users", "login_failures")
        for row in await db.fetch(f"select t::text from batuta.{table} t")
    ]
    for secret in (PASSWORD, signed_in.refresh_token, signed_in.access_token, link):
        assert not any(secret in row for row in stored)
    found = await users.by_id(db, user)
    assert "argon2" not in repr(found)
