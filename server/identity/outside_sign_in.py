"""Signing in at the outside issuer, from a browser: the authorization code flow of OpenID Connect.

The browser brings back a code; this server exchanges it, so that no token of the issuer's ever
reaches a page. What ties the two halves together lies in a cookie of the browser: the state says
that this browser has begun, the verifier (PKCE) that nobody else's code is exchanged, the nonce
that the answer is to this question and to no earlier one.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
import re
import secrets
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

from contracts.errors import Unauthenticated, Unavailable
from server.identity.issuer import Issuer, VouchedIdentity, is_safe
from server.settings import Settings

CALLBACK = "/auth/oidc/callback"
HOME = "/app/"
AT_ONCE = 8  # exchanges that one worker waits for
LONGEST_CODE, LONGEST_WAY = 4_096, 2_000
_WAY = re.compile(r"/app/[A-Za-z0-9/_~%?=&#,+:@-]{0,1000}")


@dataclass(frozen=True, slots=True)
class OutsideFlow:
    """What a browser keeps while its person is at the issuer."""

    state: str
    nonce: str
    verifier: str
    next: str

    def to_cookie(self) -> str:
        """Write it as a cookie's value."""
        way = base64.urlsafe_b64encode(self.next.encode()).decode().rstrip("=")
        return f"{self.state}.{self.nonce}.{self.verifier}.{way}"

    @classmethod
    def from_cookie(cls, value: str) -> OutsideFlow | None:
        """Read a cookie's value; None if it is none of ours."""
        parts = value.split(".") if len(value) <= LONGEST_WAY else []
        if len(parts) != 4 or not all(parts):
            return None
        state, nonce, verifier, way = parts
        try:
            there = base64.urlsafe_b64decode(way + "=" * (-len(way) % 4)).decode()
        except (binascii.Error, ValueError):
            return None
        return cls(state, nonce, verifier, own_way(there))


class OutsideSignIn:
    """Sends people to the issuer and takes what they bring back."""

    def __init__(self, issuer: Issuer, settings: Settings, client_id: str) -> None:
        self._issuer = issuer
        self._client_id = client_id
        self._secret = settings.oidc_client_secret
        self._turns = asyncio.Semaphore(AT_ONCE)
        self.title = settings.oidc_title or urlsplit(issuer.name).hostname or issuer.name

    @classmethod
    def of(cls, issuer: Issuer | None, settings: Settings) -> OutsideSignIn | None:
        """Make it where the settings name a client of the issuer's."""
        if issuer is None or settings.oidc_client_id is None:
            return None
        return cls(issuer, settings, settings.oidc_client_id)

    async def begin(self, own_url: str, way: str) -> tuple[str, OutsideFlow]:
        """Return where to send the browser, and what it has to keep meanwhile."""
        state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(3))
        flow = OutsideFlow(state, nonce, verifier, own_way(way))
        challenge = hashlib.sha256(verifier.encode()).digest()
        asked = {
            "response_type": "code",
            "client_id": self._client_id,
            "redirect_uri": own_url + CALLBACK,
            "scope": "openid email",
            "state": state,
            "nonce": nonce,
            "code_challenge": base64.urlsafe_b64encode(challenge).decode().rstrip("="),
            "code_challenge_method": "S256",
        }
        there = await self._endpoint("authorization_endpoint")
        return f"{there}{'&' if '?' in there else '?'}{urlencode(asked)}", flow

    async def finish(self, own_url: str, flow: OutsideFlow, code: str) -> VouchedIdentity:
        """Exchange a code; the issuer's signed word tells who it was."""
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": own_url + CALLBACK,
            "code_verifier": flow.verifier,
            "client_id": self._client_id,
        }
        if self._turns.locked():
            raise Unavailable("too many are signing in right now; try again", retry_after=2)
        async with self._turns:
            there = await self._endpoint("token_endpoint")
            status, told = await self._issuer.post_form(there, form, self._client_id, self._secret)
        token = told.get("id_token")
        if status >= 500:
            raise Unavailable("the issuer does not answer; try again", retry_after=10)
        if status != 200 or not isinstance(token, str):
            raise Unauthenticated("the issuer did not take the code; sign in again")
        return await self._issuer.vouch_sign_in(token, self._client_id, flow.nonce)

    async def _endpoint(self, name: str) -> str:
        url = (await self._issuer.about()).get(name)
        if not isinstance(url, str) or not is_safe(url):
            raise Unavailable(f"the issuer names no safe {name}", retry_after=60)
        return url


def own_way(way: str) -> str:
    """Return where to go afterwards: a page of ours, whatever was asked for."""
    return way if _WAY.fullmatch(way) and "//" not in way else HOME
