"""Passwords that the outside issuer knows: Supabase Auth takes e-mail and password from a server.

The page asks this server as for any password, which asks the issuer; so no script of the issuer's
runs in a page, and guesses wait here as they do everywhere.
"""

from __future__ import annotations

from contracts.errors import Unauthenticated, Unavailable
from server.identity.issuer import Issuer, VouchedIdentity
from server.settings import Settings


class IssuerPasswords:
    """Asks the issuer whether a password is somebody's."""

    def __init__(self, issuer: Issuer, key: str) -> None:
        self._issuer = issuer
        self._key = key

    @classmethod
    def of(cls, issuer: Issuer | None, settings: Settings) -> IssuerPasswords | None:
        """Make it where the settings name a Supabase project's public key."""
        if issuer is None or settings.supabase_key is None:
            return None
        return cls(issuer, settings.supabase_key)

    async def verify(self, email: str, password: str) -> VouchedIdentity | None:
        """Return whom the issuer vouches for; None if it is not their password."""
        status, told = await self._issuer.post_json(
            f"{self._issuer.name.rstrip('/')}/token?grant_type=password",
            {"email": email, "password": password},
            {"apikey": self._key},
        )
        if status == 429 or status >= 500:
            raise Unavailable("the issuer takes no sign-ins right now; try again", retry_after=10)
        token = told.get("access_token")
        if status != 200 or not isinstance(token, str):
            return None
        try:
            return await self._issuer.vouch(token)
        except Unauthenticated as exc:
            raise Unavailable(f"what the issuer answers cannot be used: {exc.message}") from None
