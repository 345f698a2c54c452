"""Batuta's own access tokens: short JWTs, signed with a key that all workers share."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import jwt

from contracts.errors import Unauthenticated
from contracts.json import JsonObject
from store import keys
from store.keys import SigningKey
from store.sql import Sql
from store.users import User

NAME = "batuta"  # both issuer and audience
ALGORITHM = "HS256"
LONGEST_DAYS = 30
LEEWAY_SECONDS = 5
RELOAD_SECONDS = 30.0  # so long a forgotten key may still verify in a running worker
ASK_AGAIN_SECONDS = 2.0  # so long an unknown key id is believed to be unknown
_REQUIRED = ["sub", "exp", "iat", "iss", "aud", "jti", "epoch"]


@dataclass(frozen=True, slots=True)
class TokenClaims:
    """What a valid token of ours says."""

    user_id: UUID
    epoch: int


class AccessTokens:
    """Signs and verifies; knows the keys and asks the database again only now and then."""

    def __init__(self, db: Sql, clock: Callable[[], float] = time.monotonic) -> None:
        self._db = db
        self._clock = clock
        self._lock = asyncio.Lock()
        self._secrets: dict[str, str] = {}
        self._loaded_at = float("-inf")

    async def issue(self, user: User, life: timedelta) -> str:
        """Sign a token for a person."""
        key = await keys.signing(self._db, _fresh_key())
        self._secrets.setdefault(key.id, key.secret)
        now = datetime.now(UTC)
        claims = {
            "iss": NAME,
            "aud": NAME,
            "sub": str(user.id),
            "org": str(user.org_id),
            "email": user.email,
            "epoch": user.token_epoch,
            "iat": now,
            "exp": now + life,
            "jti": uuid4().hex,
        }
        return jwt.encode(claims, key.secret, ALGORITHM, headers={"kid": key.id})

    async def sign(self, audience: str, subject: str, life: timedelta) -> str:
        """Sign something that is no sign-in, for its own audience: an address that soon ends."""
        key = await keys.signing(self._db, _fresh_key())
        self._secrets.setdefault(key.id, key.secret)
        claims = {"iss": NAME, "aud": audience, "sub": subject, "exp": datetime.now(UTC) + life}
        return jwt.encode(claims, key.secret, ALGORITHM, headers={"kid": key.id})

    async def subject(self, token: str, audience: str) -> str | None:
        """Return what was signed for this audience; None if it was not, or is over."""
        try:
            header = jwt.get_unverified_header(token)
            if header.get("alg") != ALGORITHM or not isinstance(header.get("kid"), str):
                return None
            secret = await self._secret(header["kid"])
            if secret is None:
                return None
            claims = verified_jwt(token, secret, ALGORITHM, NAME, audience, ["sub", "exp"])
        except (jwt.InvalidTokenError, Unauthenticated):
            return None
        return str(claims["sub"])

    async def verify(self, token: str, key_id: str) -> TokenClaims:
        """Check signature, time, issuer and audience."""
        secret = await self._secret(key_id)
        if secret is None:
            raise Unauthenticated("the token was signed with an unknown key; sign in again")
        claims: JsonObject = verified_jwt(token, secret, ALGORITHM, NAME, NAME, _REQUIRED)
        try:
            user_id = UUID(claims["sub"])
        except ValueError:
            raise Unauthenticated("the token is not valid; sign in again") from None
        return TokenClaims(user_id, claims["epoch"])

    async def rotate(self, forget_old: bool = False) -> None:
        """Sign with a new key from now on; `forget_old` ends the tokens of all earlier keys."""
        await keys.rotate(self._db, _fresh_key(), forget_old)
        self._loaded_at = float("-inf")

    async def _secret(self, key_id: str) -> str | None:
        if self._must_load(key_id):
            async with self._lock:
                if self._must_load(key_id):  # or somebody loaded while we waited
                    self._secrets = {k.id: k.secret for k in await keys.verifying(self._db)}
                    self._loaded_at = self._clock()
        return self._secrets.get(key_id)

    def _must_load(self, key_id: str) -> bool:
        age = self._clock() - self._loaded_at
        return age > (RELOAD_SECONDS if key_id in self._secrets else ASK_AGAIN_SECONDS)


def verified_jwt(
    token: str, key: Any, algorithm: str, issuer: str, audience: str, required: list[str]
) -> JsonObject:
    """Verify a JWT with the one algorithm its key is for."""
    try:
        return jwt.decode(
            token,
            key,
            algorithms=[algorithm],
            audience=audience,
            issuer=issuer,
            leeway=LEEWAY_SECONDS,
            options={"require": required},
        )
    except jwt.ExpiredSignatureError:
        raise Unauthenticated("the token has expired; sign in again or refresh it") from None
    except jwt.InvalidTokenError:
        raise Unauthenticated("the token is not valid; sign in again") from None


def _fresh_key() -> SigningKey:
    return SigningKey(secrets.token_hex(8), secrets.token_urlsafe(48))
