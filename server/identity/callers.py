"""Who calls: from an Authorization header to a caller, at no cost to the database when known."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import cast
from uuid import UUID

import jwt

from contracts.errors import Forbidden, InvalidRequest, Unauthenticated
from contracts.json import JsonObject
from contracts.messages import Caller
from server.identity import access
from server.identity.access import AccessTokens
from server.identity.accounts import canonical_email
from server.identity.issuer import Issuer, VouchedIdentity
from store import audit, users
from store.sql import Sql
from store.users import User

USER_SECONDS = 5.0  # how long a worker trusts what it knows of a person
MOST_USERS = 10_000
LONGEST_TOKEN = 8_192


class Callers:
    """Verifies tokens, ours or the issuer's, and knows for a few seconds whose they are."""

    def __init__(
        self,
        db: Sql,
        access_tokens: AccessTokens,
        issuer: Issuer | None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._db = db
        self._access = access_tokens
        self._issuer = issuer
        self._clock = clock
        self._known: dict[UUID | VouchedIdentity, tuple[float, User | None]] = {}

    async def caller(self, authorization: str | None) -> Caller:
        """Tell who sent this Authorization header."""
        token = _bearer(authorization)
        header = _header(token)
        key_id, algorithm = header.get("kid"), header.get("alg")
        if algorithm == access.ALGORITHM and isinstance(key_id, str):
            return await self._own_caller(token, key_id)
        if self._issuer is not None and algorithm != access.ALGORITHM:
            vouched = await self._issuer.verify(token, cast("str | None", key_id))
            return _admitted(await self._user(vouched))
        raise Unauthenticated("the token is not of a kind that is accepted here; sign in again")

    def forget(self, user_id: UUID) -> None:
        """Look at the person anew at their next request."""
        self._known.pop(user_id, None)

    async def _own_caller(self, token: str, key_id: str) -> Caller:
        claim = await self._access.verify(token, key_id)
        user = await self._user(claim.user_id)
        if user is None or user.token_epoch != claim.epoch:
            raise Unauthenticated("the token was revoked; sign in again")
        return _admitted(user, claim.epoch)

    async def _user(self, who: UUID | VouchedIdentity) -> User | None:
        until, user = self._known.get(who, (float("-inf"), None))
        if self._clock() < until:
            return user
        found = await (
            users.by_id(self._db, who) if isinstance(who, UUID) else self.vouched_user(who)
        )
        if len(self._known) >= MOST_USERS:
            self._known.clear()
        self._known[who] = (self._clock() + USER_SECONDS, found)
        return found

    async def vouched_user(self, who: VouchedIdentity) -> User:
        """Find or make the account of somebody for whom the issuer vouches."""
        user = await users.by_identity(self._db, who.issuer, who.subject)
        if user is not None:
            return user
        if who.email is None or not who.may_begin:
            raise Forbidden("your account has no confirmed e-mail; confirm it where you signed up")
        try:
            email = canonical_email(who.email)
        except InvalidRequest as exc:
            raise Forbidden(exc.message) from None
        added = await users.add(
            self._db,
            email,
            issuer=who.issuer,
            subject=who.subject,
            user_id=_uuid_or_none(who.subject),
        )
        if added is not None:
            await audit.record(self._db, "user.added", subject=added, detail={"by": who.issuer})
        elif who.email_verified and await users.link(self._db, email, who.issuer, who.subject):
            linked = await users.by_email(self._db, email)
            if linked is not None:
                detail = {"issuer": who.issuer}
                await audit.record(self._db, "user.linked", subject=linked.id, detail=detail)
        user = await users.by_identity(self._db, who.issuer, who.subject)
        if user is None:
            raise Forbidden(
                "your e-mail belongs to another account here; sign in to that one, "
                "or ask an administrator to free the e-mail"
            )
        return user


def _bearer(authorization: str | None) -> str:
    scheme, _, token = (authorization or "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Unauthenticated("send a token: `Authorization: Bearer …`")
    if len(token) > LONGEST_TOKEN:
        raise Unauthenticated("the token is too long to be one of ours")
    return token.strip()


def _header(token: str) -> JsonObject:
    try:
        return jwt.get_unverified_header(token)
    except jwt.InvalidTokenError:
        raise Unauthenticated("the token is not valid; sign in again") from None


def _admitted(user: User | None, token_epoch: int | None = None) -> Caller:
    if user is None or user.disabled:
        raise Unauthenticated("this account is disabled or gone; ask an administrator")
    return Caller(user.id, user.org_id, user.email, user.roles, token_epoch)


def _uuid_or_none(subject: str) -> UUID | None:
    """Keep an issuer's UUID as ours: the row policies compare with the id in its token."""
    try:
        return UUID(subject)
    except ValueError:
        return None
