"""Who is calling, and everything by which a person signs in and out."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from uuid import UUID

from contracts.errors import (
    Conflict,
    Expired,
    Forbidden,
    InvalidRequest,
    NotFound,
    RateLimited,
    Unauthenticated,
)
from contracts.messages import Caller
from server.identity import access
from server.identity.access import AccessTokens
from server.identity.accounts import canonical_email, digest
from server.identity.browser_cookies import BrowserCookies
from server.identity.callers import Callers
from server.identity.issuer import Issuer
from server.identity.issuer_passwords import IssuerPasswords
from server.identity.outside_sign_in import OutsideFlow, OutsideSignIn
from server.identity.passwords import Passwords, canonical_password
from server.limits.client_address import network_of
from server.limits.own_page import OwnPage
from server.settings import Settings
from store import audit, devices, throttle, tokens, users
from store.sql import Sql
from store.users import User

# Failures without a wait: of one account on one device or from one address, of one account from
# everywhere, and of one address with whatever accounts.
FREE_TRIES, FREE_TRIES_OF_ACCOUNT, FREE_TRIES_OF_ADDRESS = 5, 30, 50
FRAMES, LONGEST_ADDRESS = "batuta-frames", 1_000
_WRONG = "e-mail or password is wrong"


@dataclass(frozen=True, slots=True)
class SignedIn:
    """The tokens of a sign-in, and the mark by which its device is known at the next one."""

    access_token: str
    expires_in: int
    refresh_token: str
    device: str | None = None


class Identity:
    """Knows callers by their tokens and hands tokens out; one per worker."""

    def __init__(
        self,
        db: Sql,
        settings: Settings,
        issuer: Issuer | None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._db = db
        self._issuer = issuer
        self._access = AccessTokens(db, clock)
        self._callers = Callers(db, self._access, issuer, clock)
        self._passwords = Passwords()
        self.outside = OutsideSignIn.of(issuer, settings)
        self._issuer_passwords = IssuerPasswords.of(issuer, settings)
        self.cookies, self.own_page = BrowserCookies(settings), OwnPage(settings)
        self._access_life = timedelta(minutes=settings.access_minutes)
        self._refresh_life = timedelta(days=settings.refresh_days)

    @classmethod
    async def open(
        cls, db: Sql, settings: Settings, clock: Callable[[], float] = time.monotonic
    ) -> Identity:
        """Make it ready; the caller closes it."""
        return cls(db, settings, Issuer.of(settings, clock), clock)

    async def close(self) -> None:
        """Let go of the issuer's connections."""
        if self._issuer is not None:
            await self._issuer.close()

    async def caller(self, authorization: str | None) -> Caller:
        """Tell who sent this Authorization header."""
        return await self._callers.caller(authorization)

    def forget(self, user_id: UUID) -> None:
        """Look at the person anew at their next request."""
        self._callers.forget(user_id)

    async def issue(self, user_id: UUID, life: timedelta | None = None) -> str:
        """Sign an access token for a person."""
        life = life or self._access_life
        if life > timedelta(days=access.LONGEST_DAYS):
            raise InvalidRequest(f"a token lives {access.LONGEST_DAYS} days at most")
        user = await users.by_id(self._db, user_id)
        if user is None:
            raise NotFound("there is no such person")
        if user.disabled:
            raise Forbidden(
                f"{user.email} is disabled; let them in with: batuta user enable {user.email}"
            )
        return await self._access.issue(user, life)

    async def sign_address(self, what: str, life: timedelta) -> str:
        """Sign an address for a frame, which can bring no token along."""
        return await self._access.sign(FRAMES, what, life)

    async def signed_address(self, token: str) -> str | None:
        """Tell what an address was signed for; None if it was not, or its time is over."""
        return None if len(token) > LONGEST_ADDRESS else await self._access.subject(token, FRAMES)

    async def login(
        self, email: str, password: str, address: str = "", device: str | None = None
    ) -> SignedIn:
        """Sign in by e-mail and password; who guesses has to wait longer and longer.

        A device on which this person has signed in waits for its own failures alone: nobody else
        can lock them out there, and nobody there locks out others.
        """
        password = canonical_password(password)
        user = await self._account(email)
        known = device if user and device and await self._knows(user, device) else None
        limits = _limits(email, network_of(address) if address else "", known)
        place, *_ = limits
        await self._keep_waiting(limits)
        line = str(user.id) if user and known else network_of(address)
        proved = await self._proved(user, email, password, line, known=known is not None)
        # Asked again: guesses that were let in side by side learn nothing once one has failed
        # too often.
        await self._keep_waiting(limits)
        if proved is None or proved.disabled:
            await throttle.count_failure(self._db, list(limits))
            await audit.record(self._db, "login.failed", subject=user.id if user else None)
            raise Unauthenticated(_WRONG)
        await throttle.forgive(self._db, place)
        stored = proved.password_hash
        if stored is not None and self._passwords.outdated(stored):
            fresh = await self._passwords.hash(password)
            await users.replace_hash(self._db, proved.id, stored, fresh)
        await audit.record(self._db, "login", subject=proved.id, actor=proved.id)
        return await self._sign_in(proved, known)

    async def change_password(
        self, user_id: UUID, current: str, password: str, address: str, device: str | None
    ) -> SignedIn:
        """Choose another password, who knows the one before; every other sign-in ends."""
        current = canonical_password(current)
        user = await users.by_id(self._db, user_id)
        if user is None or user.password_hash is None:
            raise Conflict("you have no password here yet; ask an administrator for a reset link")
        known = device if device and await self._knows(user, device) else None
        limits = _limits(user.email, network_of(address), known)
        place, *_ = limits
        await self._keep_waiting(limits)
        if not await self._passwords.verify(user.password_hash, current, str(user.id), known=True):
            await throttle.count_failure(self._db, list(limits))
            await audit.record(self._db, "login.failed", subject=user.id)
            raise Unauthenticated("the current password is wrong")
        fresh = await self._passwords.hash_new(password, user.email, str(user.id))
        if not await tokens.replace_password(self._db, user.id, user.password_hash, fresh):
            raise Unauthenticated("the password was changed meanwhile; sign in again")
        await throttle.forgive(self._db, place)
        await devices.forget(self._db, user.id)
        self._callers.forget(user.id)
        await audit.record(self._db, "password.changed", subject=user.id, actor=user.id)
        renewed = await users.by_id(self._db, user.id)
        if renewed is None:
            raise Unauthenticated("this account is gone")
        return await self._sign_in(renewed, known)

    async def finish_outside(self, own_url: str, flow: OutsideFlow, code: str) -> SignedIn:
        """Sign in whom the issuer has sent back."""
        if self.outside is None:
            raise NotFound("signing in by an outside issuer is not set up here")
        vouched = await self.outside.finish(own_url, flow, code)
        user = await self._callers.vouched_user(vouched)
        if user.disabled:
            raise Forbidden("this account is disabled; ask an administrator")
        detail = {"by": vouched.issuer}
        await audit.record(self._db, "login", subject=user.id, actor=user.id, detail=detail)
        return await self._sign_in(user)

    @property
    def issuer_name(self) -> str | None:
        """Return what the outside issuer is called in its tokens."""
        return self._issuer.name if self._issuer is not None else None

    async def refresh(self, refresh_token: str, device: str | None = None) -> SignedIn:
        """Exchange a refresh token; one that was used before ends its whole sign-in.

        Where the device shows its mark the successor is made of the token itself and of what is
        kept beside it. So a browser to which the answer did not come gets the same one again, as
        long as nobody has used it.
        """
        salt = secrets.token_bytes(32)
        successor = _successor(refresh_token, salt)
        rotation = await tokens.rotate(
            self._db,
            digest(refresh_token),
            digest(successor),
            self._refresh_life,
            salt,
            digest(device) if device is not None else None,
        )
        if rotation.salt is not None:
            successor = _successor(refresh_token, rotation.salt)
        if rotation.outcome == "reused" and rotation.user_id is not None:
            self._callers.forget(rotation.user_id)
            await audit.record(self._db, "refresh.reused", subject=rotation.user_id)
        user_id = rotation.user_id if rotation.outcome == "rotated" else None
        user = await users.by_id(self._db, user_id) if user_id is not None else None
        if user is None:
            raise Unauthenticated("the refresh token is not valid any more; sign in again")
        return await self._tokens(user, successor)

    async def logout(self, authorization: str | None, refresh_token: str | None = None) -> None:
        """End the sign-in of a refresh token, or without one every sign-in of the caller."""
        if refresh_token is not None:
            user_id = await tokens.end_family(self._db, digest(refresh_token))
            if user_id is not None:  # else it ended before
                await self._note_logout(user_id)
        else:
            await self._end_all((await self.caller(authorization)).user_id)

    async def logout_everywhere(self, refresh_token: str) -> None:
        """End every sign-in of the person whose refresh token this is."""
        user_id = await tokens.owner(self._db, digest(refresh_token))
        if user_id is not None:
            await self._end_all(user_id)

    async def link(
        self, token: str, password: str | None = None, device: str | None = None
    ) -> SignedIn:
        """Use up a one-time link: sign in, or choose a password and sign in with it."""
        gone = Expired("this link has expired or was used; ask for a new one")
        found = await tokens.link_of(self._db, digest(token))
        if found is None:
            raise gone
        if found.kind == "reset":
            if password is None:
                raise InvalidRequest("this link sets a password: send `password` with it")
            fresh = await self._passwords.hash_new(password, found.email, digest(token).hex())
            user_id = await tokens.use_reset(self._db, digest(token), fresh)
        else:
            if password is not None:
                raise InvalidRequest("this link only signs in: send it without `password`")
            user_id = await tokens.use_login(self._db, digest(token))
        user = await users.by_id(self._db, user_id) if user_id is not None else None
        if user is None:
            raise gone
        self._callers.forget(user.id)
        if found.kind == "reset":
            await devices.forget(self._db, user.id)
            await throttle.forgive(self._db, _throttle_key("email", user.email))
        action = "password.reset" if found.kind == "reset" else "login.link"
        await audit.record(self._db, action, subject=user.id, actor=user.id)
        known = device if device and await self._knows(user, device) else None
        return await self._sign_in(user, known)

    async def rotate_keys(self, forget_old: bool = False, actor: UUID | None = None) -> None:
        """Sign with a new key from now on; `forget_old` ends all access tokens at once."""
        await self._access.rotate(forget_old)
        detail = {"forget_old": forget_old}
        await audit.record(self._db, "keys.rotated", actor=actor, detail=detail)

    async def _end_all(self, user_id: UUID) -> None:
        await tokens.end_all(self._db, user_id)
        await self._note_logout(user_id)

    async def _note_logout(self, user_id: UUID) -> None:
        self._callers.forget(user_id)
        await audit.record(self._db, "logout", subject=user_id, actor=user_id)

    async def _proved(
        self, user: User | None, email: str, password: str, line: str, *, known: bool
    ) -> User | None:
        """Return whose password it is: one of ours, or one that the issuer knows."""
        stored = user.password_hash if user is not None else None
        if stored is None and self._issuer_passwords is not None:
            vouched = await self._issuer_passwords.verify(email, password)
            return await self._callers.vouched_user(vouched) if vouched is not None else None
        right = await self._passwords.verify(stored, password, line, known=known)
        return user if right and stored is not None else None

    async def _account(self, email: str) -> User | None:
        try:
            return await users.by_email(self._db, canonical_email(email))
        except InvalidRequest:
            return None

    async def _knows(self, user: User, device: str) -> bool:
        return await devices.knows(self._db, user.id, digest(device))

    async def _sign_in(self, user: User, device: str | None = None) -> SignedIn:
        """Hand out tokens of the epoch that was proved: a reset meanwhile leaves them dead."""
        token, device = secrets.token_urlsafe(32), device or secrets.token_urlsafe(32)
        if not await tokens.begin_family(
            self._db, digest(token), user.id, user.token_epoch, self._refresh_life, digest(device)
        ):
            raise Unauthenticated("you were signed out meanwhile; sign in again")
        await devices.remember(self._db, user.id, digest(device))
        return replace(await self._tokens(user, token), device=device)

    async def _tokens(self, user: User, refresh_token: str) -> SignedIn:
        signed = await self._access.issue(user, self._access_life)
        return SignedIn(signed, int(self._access_life.total_seconds()), refresh_token)

    async def _keep_waiting(self, limits: dict[bytes, int]) -> None:
        wait = await throttle.seconds_to_wait(self._db, limits)
        if wait > 0:
            raise RateLimited(f"too many failed sign-ins; try again in {wait} s", retry_after=wait)


def _limits(email: str, network: str, device: str | None) -> dict[bytes, int]:
    """Say which failures make an attempt wait; the first key is that of its own place."""
    if device is not None:
        return {_throttle_key("device", device): FREE_TRIES}
    account = _throttle_key("email", email)
    if not network:
        return {account: FREE_TRIES}
    return {
        _throttle_key("pair", f"{email.strip().lower()} {network}"): FREE_TRIES,
        account: FREE_TRIES_OF_ACCOUNT,
        _throttle_key("address", network): FREE_TRIES_OF_ADDRESS,
    }


def _successor(refresh_token: str, salt: bytes) -> str:
    """Make the token that follows one; without that one nobody can, also with the database."""
    key = refresh_token.encode("utf-8", "surrogatepass")
    mac = hmac.digest(key, salt, "sha256")
    return base64.urlsafe_b64encode(mac).decode().rstrip("=")


def _throttle_key(kind: str, value: str) -> bytes:
    """Hash it: the table of failures is no list of people or addresses."""
    text = f"{kind}:{value.strip()}"
    if kind != "device":
        text = text.lower()
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
