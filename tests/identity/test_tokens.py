"""Our own tokens and their keys: nobody is let in who should not be."""

from __future__ import annotations

import asyncio
import json
import time
from datetime import timedelta
from typing import Any

import jwt
import pytest

from contracts.errors import (
    Forbidden,
    InvalidRequest,
    Unauthenticated,
)
from server.identity import accounts
from server.identity.identity import Identity
from server.settings import Settings
from tests.support.chance import an_email, an_id
from tests.support.identities import (
    Clock,
    Counting,
    a_person,
    actions,
    b64,
    forged,
    refusal,
)

pytestmark = pytest.mark.anyio


# --- our own tokens


async def test_a_fresh_token_names_its_person(identity: Identity, db: Counting) -> None:
    email = an_email()
    user = await a_person(db, email, roles=["moderator", "user"])
    caller = await identity.caller(f"bearer {await identity.issue(user)}")
    assert (caller.user_id, caller.email) == (user, email)
    assert caller.roles == {"moderator", "user"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"exp": int(time.time()) - 60},
        {"exp": None},
        {"iat": int(time.time()) + 86_400},
        {"nbf": int(time.time()) + 86_400},
        {"aud": "authenticated"},
        {"aud": None},
        {"iss": "https://elsewhere.example"},
        {"iss": None},
        {"sub": None},
        {"sub": "nobody"},
        {"sub": str(an_id())},
        {"epoch": None},
        {"epoch": 7},
        {"epoch": "0"},
        {"jti": None},
    ],
    ids=lambda wrong: "-".join(wrong),
)
async def test_a_well_signed_token_with_a_wrong_claim_is_refused(
    identity: Identity, db: Counting, wrong: dict[str, Any]
) -> None:
    user = await a_person(db)
    await identity.issue(user)
    assert (await identity.caller(f"Bearer {await forged(db, user)}")).user_id == user
    error = await refusal(identity.caller(f"Bearer {await forged(db, user, **wrong)}"))
    assert isinstance(error, Unauthenticated)


async def test_altered_unsigned_and_nonsense_tokens_are_refused(
    identity: Identity, db: Counting
) -> None:
    user = await a_person(db)
    token = await identity.issue(user)
    head, body, signature = token.split(".")
    key_id = jwt.get_unverified_header(token)["kid"]
    claims = jwt.decode(token, options={"verify_signature": False})
    richer = b64(json.dumps({**claims, "sub": str(await a_person(db, roles=["admin"]))}))
    unsigned = b64(json.dumps({"alg": "none", "kid": key_id}))
    for bad in (
        f"{head}.{richer}.{signature}",
        f"{unsigned}.{body}.",
        f"{b64(json.dumps({'alg': 'None', 'kid': key_id}))}.{body}.{signature}",
        f"{b64(json.dumps({'alg': 'HS512', 'kid': key_id}))}.{body}.{signature}",
        f"{head}.{body}.{b64('x' * 32)}",
        jwt.encode(claims, "w" * 48, "HS256", headers={"kid": key_id}),
        jwt.encode(claims, "w" * 48, "HS256", headers={"kid": "made-up"}),
        jwt.encode(claims, "w" * 48, "HS256"),
        "x",
        "ü.ü.ü",
        "a.b.c",
        "." * 20,
        token + "x" * 9_000,
    ):
        assert isinstance(await refusal(identity.caller(f"Bearer {bad}")), Unauthenticated)


@pytest.mark.parametrize("header", [None, "", "Bearer", "Bearer ", "Basic YTpi", "Bearerx y"])
async def test_no_token_is_no_caller(identity: Identity, header: str | None) -> None:
    assert isinstance(await refusal(identity.caller(header)), Unauthenticated)


async def test_roles_come_from_the_database_and_not_from_the_token(
    identity: Identity, db: Counting
) -> None:
    user = await a_person(db)
    await identity.issue(user)
    token = await forged(db, user, roles=["admin"], role="admin", app_metadata={"role": "admin"})
    assert (await identity.caller(f"Bearer {token}")).roles == {"user"}


async def test_a_change_of_roles_is_seen_within_five_seconds(
    identity: Identity, db: Counting, clock: Clock
) -> None:
    email = an_email()
    header = f"Bearer {await identity.issue(await a_person(db, email))}"
    await identity.caller(header)
    await accounts.set_roles(db, await accounts.account_by_email(db, email), ["owner"])
    clock.now += 5.1
    assert (await identity.caller(header)).roles == {"owner"}


async def test_a_disabled_person_is_out_and_may_come_back_with_a_new_token(
    identity: Identity, db: Counting, clock: Clock
) -> None:
    email = an_email()
    user = await a_person(db, email)
    header = f"Bearer {await identity.issue(user)}"
    await identity.caller(header)
    await accounts.set_disabled(db, await accounts.account_by_email(db, email), True)
    clock.now += 5.1
    assert isinstance(await refusal(identity.caller(header)), Unauthenticated)
    assert isinstance(await refusal(identity.issue(user)), Forbidden)
    await accounts.set_disabled(db, await accounts.account_by_email(db, email), False)
    clock.now += 5.1
    assert isinstance(await refusal(identity.caller(header)), Unauthenticated)
    assert (await identity.caller(f"Bearer {await identity.issue(user)}")).user_id == user
    assert await actions(db, user) == ["user.added", "user.disabled", "user.enabled"]


async def test_a_busy_caller_costs_the_database_nothing(identity: Identity, db: Counting) -> None:
    header = f"Bearer {await identity.issue(await a_person(db))}"
    await identity.caller(header)
    db.asked.clear()
    for _ in range(50):
        await identity.caller(header)
    assert db.asked == []


# --- the keys


async def test_workers_that_start_together_agree_on_the_first_key(db: Counting) -> None:
    await db.execute("delete from batuta.signing_keys")
    workers = [await Identity.open(db, Settings.load({})) for _ in range(8)]
    user = await a_person(db)
    issued = await asyncio.gather(*(w.issue(user) for w in workers))
    assert len({jwt.get_unverified_header(t)["kid"] for t in issued}) == 1
    for worker, token in zip(workers, reversed(issued), strict=True):
        assert (await worker.caller(f"Bearer {token}")).user_id == user


async def test_after_a_rotation_old_tokens_verify_and_new_ones_have_the_new_key(
    identity: Identity, db: Counting, clock: Clock
) -> None:
    user = await a_person(db)
    old = await identity.issue(user)
    other = await Identity.open(db, Settings.load({}), clock)
    await other.caller(f"Bearer {old}")
    await identity.rotate_keys()
    new = await identity.issue(user)
    assert jwt.get_unverified_header(old)["kid"] != jwt.get_unverified_header(new)["kid"]
    clock.now += 2.1
    for worker in (identity, other):
        for token in (old, new):
            assert (await worker.caller(f"Bearer {token}")).user_id == user


async def test_rotations_at_once_leave_one_key_in_use(identity: Identity, db: Counting) -> None:
    await asyncio.gather(*(identity.rotate_keys() for _ in range(6)))
    query = "select count(*) from batuta.signing_keys where retired_at is null"
    assert await db.fetchval(query) == 1


async def test_forgetting_old_keys_ends_their_tokens_on_every_worker(
    identity: Identity, db: Counting, clock: Clock
) -> None:
    user = await a_person(db)
    old = f"Bearer {await identity.issue(user)}"
    other = await Identity.open(db, Settings.load({}), clock)
    await other.caller(old)
    await identity.rotate_keys(forget_old=True)
    assert isinstance(await refusal(identity.caller(old)), Unauthenticated)
    clock.now += 30.1
    assert isinstance(await refusal(other.caller(old)), Unauthenticated)


async def test_a_retired_key_stops_verifying_when_its_longest_token_is_gone(
    identity: Identity, db: Counting, clock: Clock
) -> None:
    old = f"Bearer {await identity.issue(await a_person(db))}"
    await identity.rotate_keys()
    await db.execute(
        "update batuta.signing_keys set retired_at = now() - interval '32 days'"
        " where retired_at is not null"
    )
    clock.now += 30.1
    assert isinstance(await refusal(identity.caller(old)), Unauthenticated)
    await identity.rotate_keys()
    assert await db.fetchval("select count(*) from batuta.signing_keys") == 2


async def test_made_up_key_ids_do_not_hammer_the_database(
    identity: Identity, db: Counting, clock: Clock
) -> None:
    header = f"Bearer {await identity.issue(await a_person(db))}"
    await identity.caller(header)
    clock.now += 2.1
    db.asked.clear()
    bad = [jwt.encode({}, "w" * 48, "HS256", headers={"kid": f"k{n}"}) for n in range(200)]
    await asyncio.gather(*(refusal(identity.caller(f"Bearer {token}")) for token in bad))
    assert len(db.asked) == 1
    assert await identity.caller(header)


async def test_a_token_that_would_outlive_its_key_is_not_made(
    identity: Identity, db: Counting
) -> None:
    user = await a_person(db)
    assert isinstance(await refusal(identity.issue(user, timedelta(days=31))), InvalidRequest)
