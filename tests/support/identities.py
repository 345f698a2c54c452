"""People, their tokens and the database behind them, for tests of who gets in."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import AsyncGenerator, Awaitable, Sequence
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

import asyncpg
import jwt
import pytest

from contracts.errors import BatutaError
from server.identity import accounts
from server.identity.identity import Identity
from server.settings import Settings
from store import keys
from store.sql import SqlRow
from tests.support.chance import an_email
from tests.support.oidc_issuer import OidcIssuer

PASSWORD = "correct horse battery"


class Clock:
    """A clock that the test turns."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


class Counting:
    """A database that counts what it is asked."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool
        self.asked: list[str] = []

    async def fetch(self, query: str, *args: object) -> Sequence[SqlRow]:
        self.asked.append(query)
        return await self._pool.fetch(query, *args)

    async def fetchrow(self, query: str, *args: object) -> SqlRow | None:
        self.asked.append(query)
        return await self._pool.fetchrow(query, *args)

    async def fetchval(self, query: str, *args: object) -> Any:
        self.asked.append(query)
        return await self._pool.fetchval(query, *args)

    async def execute(self, query: str, *args: object) -> str:
        self.asked.append(query)
        return await self._pool.execute(query, *args)


@asynccontextmanager
async def trusting(
    db: Counting, clock: Clock, issuer: OidcIssuer, **given: Any
) -> AsyncGenerator[Identity]:
    settings = Settings.load({}, oidc_issuer=issuer.url, **given)
    opened = await Identity.open(db, settings, clock)
    try:
        yield opened
    finally:
        await opened.close()


async def a_person(
    db: Counting, email: str | None = None, password: str | None = None, **more: Any
) -> UUID:
    made = await accounts.add(db, email or an_email(), password=password, **more)
    return made.id


async def refusal(awaitable: Awaitable[object]) -> BatutaError:
    with pytest.raises(BatutaError) as caught:
        await awaitable
    return caught.value


async def actions(db: Counting, subject: UUID) -> list[str]:
    query = "select action from batuta.audit where subject = $1 order by id"
    return [row["action"] for row in await db.fetch(query, str(subject))]


async def the_key(db: Counting) -> keys.SigningKey:
    row = await db.fetchrow("select id, secret from batuta.signing_keys where retired_at is null")
    assert row is not None
    return keys.SigningKey(row["id"], row["secret"])


async def forged(db: Counting, user: UUID, **claims: Any) -> str:
    """Sign with the real key what we would never sign; None leaves a claim out."""
    key, now = await the_key(db), int(time.time())
    payload: dict[str, Any] = {
        "iss": "batuta",
        "aud": "batuta",
        "sub": str(user),
        "epoch": 0,
        "iat": now,
        "exp": now + 60,
        "jti": "x",
    } | claims
    present = {k: v for k, v in payload.items() if v is not None}
    return jwt.encode(present, key.secret, "HS256", headers={"kid": key.id})


async def grow_older(db: Counting, seconds: int) -> None:
    await db.execute(
        "update batuta.login_failures set last_at = last_at - make_interval(secs => $1)", seconds
    )


def b64(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def signed_by_hand(claims: dict[str, Any], secret: bytes, key_id: str) -> str:
    """Sign by hand: the library itself refuses to take a public key for a secret."""
    signed = f"{b64(json.dumps({'alg': 'HS256', 'kid': key_id}))}.{b64(json.dumps(claims))}"
    mac = hmac.new(secret, signed.encode(), hashlib.sha256).digest()
    return f"{signed}.{base64.urlsafe_b64encode(mac).decode().rstrip('=')}"
