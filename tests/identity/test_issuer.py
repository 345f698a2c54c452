"""People of an outside issuer: let in by its keys, and by nothing else."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import jwt
import pytest

from contracts.errors import (
    Forbidden,
    Unauthenticated,
    Unavailable,
)
from server.identity import accounts
from server.identity.identity import Identity
from server.settings import BadSetting, Settings
from store import users
from tests.support.chance import an_email, an_id
from tests.support.identities import (
    Clock,
    Counting,
    a_person,
    actions,
    b64,
    refusal,
    signed_by_hand,
    trusting,
)
from tests.support.oidc_issuer import AUDIENCE, OidcIssuer

pytestmark = pytest.mark.anyio


# --- an outside issuer


@pytest.mark.parametrize("algorithm", ["RS256", "ES256", "EdDSA"])
async def test_an_issuers_person_is_known_from_first_sight(
    db: Counting, clock: Clock, issuer: OidcIssuer, algorithm: str
) -> None:
    key, email, subject = issuer.add_key(algorithm), an_email(), an_id().hex
    async with trusting(db, clock, issuer) as identity:
        token = issuer.token(key, sub=subject, email=email, role="service_role", roles=["admin"])
        both = await asyncio.gather(*(identity.caller(f"Bearer {token}") for _ in range(4)))
        assert {(c.email, c.roles) for c in both} == {(email, frozenset({"user"}))}
        again = issuer.token(key, sub=subject, email=an_email())
        assert (await identity.caller(f"Bearer {again}")).user_id == both[0].user_id


@pytest.mark.parametrize(
    "wrong",
    [
        {"exp": int(time.time()) - 60},
        {"exp": None},
        {"nbf": int(time.time()) + 86_400},
        {"aud": "batuta"},
        {"aud": None},
        {"iss": "https://elsewhere.example"},
        {"iss": "batuta"},
        {"sub": None},
        {"sub": "a\0b"},
        {"sub": "s" * 300},
    ],
    ids=lambda wrong: "-".join(wrong),
)
async def test_an_issuers_token_with_a_wrong_claim_is_refused(
    db: Counting, clock: Clock, issuer: OidcIssuer, wrong: dict[str, Any]
) -> None:
    key = issuer.add_key()
    async with trusting(db, clock, issuer) as identity:
        error = await refusal(identity.caller(f"Bearer {issuer.token(key, **wrong)}"))
        assert isinstance(error, Unauthenticated)


async def test_an_issuers_public_key_is_no_shared_secret(
    db: Counting, clock: Clock, issuer: OidcIssuer
) -> None:
    key = issuer.add_key("RS256")
    good = issuer.token(key)
    claims = jwt.decode(good, options={"verify_signature": False})
    async with trusting(db, clock, issuer) as identity:
        await identity.caller(f"Bearer {good}")
        issuer.published["oct"] = {"kty": "oct", "kid": "oct", "k": b64("s" * 32), "alg": "HS256"}
        for key_id in (key, "oct"):
            confused = signed_by_hand(claims, issuer.public_pem(key), key_id)
            error = await refusal(identity.caller(f"Bearer {confused}"))
            assert isinstance(error, Unauthenticated)
        none = b64(json.dumps({"alg": "none", "kid": key})) + "." + good.split(".")[1] + "."
        assert isinstance(await refusal(identity.caller(f"Bearer {none}")), Unauthenticated)


async def test_another_issuers_key_under_the_same_id_is_refused(
    db: Counting, clock: Clock, issuer: OidcIssuer
) -> None:
    issuer.add_key("ES256", "shared")
    stranger = OidcIssuer()
    try:
        stranger.add_key("ES256", "shared")
        async with trusting(db, clock, issuer) as identity:
            token = stranger.token("shared", iss=issuer.url)
            assert isinstance(await refusal(identity.caller(f"Bearer {token}")), Unauthenticated)
    finally:
        stranger.down()


async def test_a_new_key_is_learned_and_a_withdrawn_one_forgotten(
    db: Counting, clock: Clock, issuer: OidcIssuer
) -> None:
    old = issuer.add_key()
    async with trusting(db, clock, issuer) as identity:
        await identity.caller(f"Bearer {issuer.token(old)}")
        new = issuer.add_key()
        issuer.drop_key(old)
        clock.now += 10.1
        await identity.caller(f"Bearer {issuer.token(new)}")
        error = await refusal(identity.caller(f"Bearer {issuer.token(old)}"))
        assert isinstance(error, Unauthenticated)


async def test_made_up_key_ids_do_not_hammer_the_issuer(
    db: Counting, clock: Clock, issuer: OidcIssuer
) -> None:
    key = issuer.add_key()
    made_up = OidcIssuer()
    try:
        async with trusting(db, clock, issuer) as identity:
            for _ in range(2):
                bad = [made_up.token(made_up.add_key(), iss=issuer.url) for _ in range(20)]
                await asyncio.gather(*(refusal(identity.caller(f"Bearer {t}")) for t in bad))
                assert len(issuer.asked) == 2  # discovery and keys, once
            assert await identity.caller(f"Bearer {issuer.token(key)}")
    finally:
        made_up.down()


async def test_known_keys_outlive_an_issuer_that_is_down(
    db: Counting, clock: Clock, issuer: OidcIssuer
) -> None:
    key = issuer.add_key()
    async with trusting(db, clock, issuer) as identity:
        await identity.caller(f"Bearer {issuer.token(key)}")
        issuer.down()
        try:
            for _ in range(3):
                clock.now += 3_600
                assert await identity.caller(f"Bearer {issuer.token(key)}")
        finally:
            issuer.up()


async def test_an_issuer_that_was_never_reached_is_told_apart_from_a_bad_token(
    db: Counting, clock: Clock, issuer: OidcIssuer
) -> None:
    key = issuer.add_key()
    token = f"Bearer {issuer.token(key)}"
    issuer.discovery["issuer"] = "https://elsewhere.example"
    async with trusting(db, clock, issuer) as identity:
        assert isinstance(await refusal(identity.caller(token)), Unavailable)
        issuer.discovery["issuer"] = issuer.url
        clock.now += 10.1
        assert await identity.caller(token)


async def test_only_a_confirmed_email_is_tied_to_a_local_account(
    db: Counting, clock: Clock, issuer: OidcIssuer
) -> None:
    key, email = issuer.add_key(), an_email()
    local = await a_person(db, email, roles=["owner"])
    async with trusting(db, clock, issuer) as identity:
        for unproved in (None, False, "true"):
            token = issuer.token(key, email=email, email_verified=unproved)
            assert isinstance(await refusal(identity.caller(f"Bearer {token}")), Forbidden)
        proved = issuer.token(key, email=email.upper(), email_verified=True)
        caller = await identity.caller(f"Bearer {proved}")
        assert (caller.user_id, caller.roles) == (local, {"owner"})
        another = issuer.token(key, email=email, email_verified=True)
        assert isinstance(await refusal(identity.caller(f"Bearer {another}")), Forbidden)
        nameless = issuer.token(key, email=None)
        assert isinstance(await refusal(identity.caller(f"Bearer {nameless}")), Forbidden)
    assert "user.linked" in await actions(db, local)


async def test_an_email_that_the_issuer_does_not_confirm_makes_no_account(
    db: Counting, clock: Clock, issuer: OidcIssuer
) -> None:
    key, email = issuer.add_key(), an_email()
    async with trusting(db, clock, issuer) as identity:
        for unproved in (None, False, "true", 1):
            token = issuer.token(key, email=email, email_verified=unproved)
            assert isinstance(await refusal(identity.caller(f"Bearer {token}")), Forbidden)
    assert await users.by_email(db, email) is None


async def test_an_issuer_that_never_says_so_may_be_trusted_with_new_people_alone(
    db: Counting, clock: Clock, issuer: OidcIssuer
) -> None:
    key, email, local = issuer.add_key(), an_email(), an_email()
    await a_person(db, local, roles=["admin"])
    async with trusting(db, clock, issuer, oidc_silence_confirms=True) as identity:
        denied = issuer.token(key, email=email, email_verified=False)
        assert isinstance(await refusal(identity.caller(f"Bearer {denied}")), Forbidden)
        silent = issuer.token(key, email=email, email_verified=None)
        assert (await identity.caller(f"Bearer {silent}")).email == email
        taken = issuer.token(key, email=local, email_verified=None)
        assert isinstance(await refusal(identity.caller(f"Bearer {taken}")), Forbidden)


async def test_an_issuers_uuid_is_kept_and_takes_nobodys_place(
    db: Counting, clock: Clock, issuer: OidcIssuer
) -> None:
    key, subject, local = issuer.add_key(), an_id(), await a_person(db)
    async with trusting(db, clock, issuer) as identity:
        token = issuer.token(key, sub=str(subject))
        assert (await identity.caller(f"Bearer {token}")).user_id == subject
        taken = issuer.token(key, sub=str(local))
        assert isinstance(await refusal(identity.caller(f"Bearer {taken}")), Forbidden)


async def test_an_issuers_person_can_be_disabled_here(
    db: Counting, clock: Clock, issuer: OidcIssuer
) -> None:
    key, email = issuer.add_key(), an_email()
    async with trusting(db, clock, issuer) as identity:
        header = f"Bearer {issuer.token(key, email=email)}"
        await identity.caller(header)
        await accounts.set_disabled(db, await accounts.account_by_email(db, email), True)
        clock.now += 5.1
        assert isinstance(await refusal(identity.caller(header)), Unauthenticated)


async def test_issuers_tokens_are_strangers_unless_one_is_configured(
    identity: Identity, issuer: OidcIssuer
) -> None:
    token = issuer.token(issuer.add_key(), aud=AUDIENCE)
    assert isinstance(await refusal(identity.caller(f"Bearer {token}")), Unauthenticated)
    assert issuer.asked == []


@pytest.mark.parametrize("url", ["http://issuer.example", "ftp://127.0.0.1", "issuer", "https://"])
async def test_an_issuer_is_asked_over_https_only(db: Counting, url: str) -> None:
    with pytest.raises(BadSetting):
        await Identity.open(db, Settings.load({}, oidc_issuer=url))
