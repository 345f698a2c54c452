"""Passwords, hashed with argon2id beside the event loop and never on it."""

from __future__ import annotations

import os
import secrets
import unicodedata
from base64 import b64encode

from anyio import CapacityLimiter, to_thread
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from contracts.errors import InvalidRequest
from server.identity.hashing_queue import HashingQueue
from server.identity.weak_passwords import weakness

SHORTEST = 10
LONGEST_BYTES = 1024
_CURE = "take three or four words that do not belong together"
_MEMORY_KIB, _ROUNDS, _LANES = 47_104, 2, 1


def canonical_password(password: str) -> str:
    """Return the password in its one canonical form, or say what is wrong with it."""
    try:
        size = len(password.encode())
    except UnicodeEncodeError:
        raise InvalidRequest("the password is not valid text; type it again") from None
    if size > LONGEST_BYTES:
        raise InvalidRequest(f"the password is longer than {LONGEST_BYTES:,} bytes; use less")
    return unicodedata.normalize("NFKC", password)


class Passwords:
    """Hashes and verifies a few at a time, so that many sign-ins leave room for everyone else."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(_ROUNDS, _MEMORY_KIB, _LANES)
        lanes = min(4, max(1, (os.cpu_count() or 1) // 2))
        self._limiter, self._queue = CapacityLimiter(lanes), HashingQueue(lanes)
        # Verified when there is no account: nobody's password, at everybody's cost.
        salt, tag = (b64encode(secrets.token_bytes(n)).decode().rstrip("=") for n in (16, 32))
        self.nobody = f"$argon2id$v=19$m={_MEMORY_KIB},t={_ROUNDS},p={_LANES}${salt}${tag}"

    async def hash_new(self, password: str, email: str, place: str = "") -> str:
        """Hash what the person with this e-mail chooses, or say what is wrong with it."""
        if len(password) < SHORTEST:
            raise InvalidRequest(
                f"the password has {len(password)} characters; use at least {SHORTEST}"
            )
        password = canonical_password(password)
        async with self._queue.turn(place, known=True):
            why = await to_thread.run_sync(weakness, password, email, limiter=self._limiter)
        if why:
            raise InvalidRequest(f"the password is easily guessed: {why}; {_CURE}")
        return await self.hash(password, place)

    async def hash(self, password: str, place: str = "") -> str:
        """Hash a checked password, for somebody who has shown that they may set it."""
        async with self._queue.turn(place, known=True):
            return await to_thread.run_sync(self._hasher.hash, password, limiter=self._limiter)

    async def verify(
        self, stored: str | None, password: str, place: str = "", *, known: bool = False
    ) -> bool:
        """Tell whether a checked password belongs to a stored hash; no hash takes as long."""
        async with self._queue.turn(place, known=known):
            return await to_thread.run_sync(
                self._verify, stored or self.nobody, password, limiter=self._limiter
            )

    def outdated(self, stored: str) -> bool:
        """Tell whether a hash was made with other parameters than today's."""
        return self._hasher.check_needs_rehash(stored)

    def _verify(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False
