"""An outside OIDC issuer (Supabase Auth, say) whose access tokens are accepted too.

Its tokens must be signed with a key of its published JWKS (RS256, ES256 or EdDSA). Supabase
projects that still sign with the shared legacy secret (HS256) have to migrate to signing keys:
that secret would let every holder make tokens, and it is never asked for here.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, cast
from urllib.parse import quote

import httpx
import jwt

from contracts.errors import Unauthenticated, Unavailable
from contracts.json import JsonObject
from language.clean import is_text
from server.identity.access import verified_jwt
from server.settings import BadSetting, Settings

log = logging.getLogger(__name__)

ALGORITHMS = {"RSA": "RS256", "EC": "ES256", "OKP": "EdDSA"}
CURVES = {"P-256", "Ed25519"}
SMALLEST_RSA_BITS = 2048
LONGEST_SUBJECT = 255  # what OpenID Connect allows
LARGEST_DOCUMENT = 262_144
FETCH_SECONDS = 5.0
RELOAD_SECONDS = 600.0
ASK_AGAIN_SECONDS = 10.0
_REQUIRED = ["sub", "exp", "iss", "aud"]


@dataclass(frozen=True, slots=True)
class VouchedIdentity:
    """Whom the issuer vouches for. Their e-mail is theirs for certain only if it says so."""

    issuer: str
    subject: str
    email: str | None
    email_verified: bool
    may_begin: bool  # an account may be made for them


@dataclass(frozen=True, slots=True)
class _Key:
    algorithm: str
    key: Any


class _BadDocument(Exception):
    """The issuer answered something that is not what was asked for."""


class Issuer:
    """Verifies one issuer's tokens with its published keys, kept while the issuer is away."""

    def __init__(
        self,
        name: str,
        audience: str,
        jwks_url: str | None = None,
        clock: Callable[[], float] = time.monotonic,
        *,
        silence_confirms: bool = False,
    ) -> None:
        self.name = name
        self._audience = audience
        self._silence_confirms = silence_confirms
        self._jwks_url = jwks_url
        self._clock = clock
        self._http = httpx.AsyncClient(
            timeout=FETCH_SECONDS, trust_env=not _is_loopback(httpx.URL(name))
        )
        self._keys: dict[str | None, _Key] = {}
        self._asked_at = float("-inf")
        self._loaded_at = float("-inf")
        self._loading: asyncio.Task[None] | None = None
        self._about: Mapping[str, object] = {}
        self._about_at = self._about_asked = float("-inf")
        self._about_lock = asyncio.Lock()

    @classmethod
    def of(cls, settings: Settings, clock: Callable[[], float] = time.monotonic) -> Issuer | None:
        """Make the issuer that the settings name, if they name one."""
        if settings.oidc_issuer is None:
            return None
        for name, url in (
            ("BATUTA_OIDC_ISSUER", settings.oidc_issuer),
            ("BATUTA_OIDC_JWKS_URL", settings.oidc_jwks_url),
        ):
            if url and not is_safe(url):
                raise BadSetting(f"{name}: an issuer is asked over https only (http on loopback)")
        return cls(
            settings.oidc_issuer,
            settings.oidc_audience,
            settings.oidc_jwks_url,
            clock,
            silence_confirms=settings.oidc_silence_confirms,
        )

    async def verify(self, token: str, key_id: str | None) -> VouchedIdentity:
        """Check a token of the issuer with the one algorithm its key is made for."""
        return self._vouched(await self._claims(token, key_id, self._audience, _REQUIRED))

    async def vouch(self, token: str) -> VouchedIdentity:
        """Check a token that the issuer itself has just handed out."""
        return await self.verify(token, _key_id(token))

    async def vouch_sign_in(self, token: str, client_id: str, nonce: str) -> VouchedIdentity:
        """Check who has signed in there: for this client, and in answer to this nonce."""
        required = [*_REQUIRED, "iat", "nonce"]
        claims = await self._claims(token, _key_id(token), client_id, required)
        if not hmac.compare_digest(str(claims["nonce"]).encode(), nonce.encode()):
            raise Unauthenticated("the issuer's answer is to another question; sign in again")
        if claims.get("azp", client_id) != client_id:
            raise Unauthenticated("the issuer's answer is for another client")
        return self._vouched(claims)

    async def about(self) -> Mapping[str, object]:
        """Return what the issuer says of itself; what it said last, for some minutes."""
        async with self._about_lock:
            now = self._clock()
            if (
                now - self._about_at > RELOAD_SECONDS
                and now - self._about_asked > ASK_AGAIN_SECONDS
            ):
                self._about_asked = now
                await self._learn_about()
        if not self._about:
            raise _silent()
        return self._about

    async def post_form(
        self, url: str, form: Mapping[str, str], client_id: str, secret: str | None
    ) -> tuple[int, Mapping[str, object]]:
        """Ask the issuer as a client; one that has a secret shows it as the issuer wants it."""
        given = dict(form)
        if secret is None:
            return await self._post(self._http.stream("POST", url, data=given))
        ways = (await self.about()).get("token_endpoint_auth_methods_supported")
        if isinstance(ways, list) and "client_secret_basic" not in ways:
            given["client_secret"] = secret
            return await self._post(self._http.stream("POST", url, data=given))
        auth = httpx.BasicAuth(quote(client_id, ""), quote(secret, ""))
        return await self._post(self._http.stream("POST", url, data=given, auth=auth))

    async def post_json(
        self, url: str, body: Mapping[str, str], headers: Mapping[str, str]
    ) -> tuple[int, Mapping[str, object]]:
        """Ask the issuer in JSON."""
        return await self._post(self._http.stream("POST", url, json=body, headers=headers))

    async def _post(
        self, asked: AbstractAsyncContextManager[httpx.Response]
    ) -> tuple[int, Mapping[str, object]]:
        try:
            async with asyncio.timeout(2 * FETCH_SECONDS), asked as answer:
                return answer.status_code, await _json_of(answer)
        except (httpx.HTTPError, _BadDocument, TimeoutError) as exc:
            log.warning("issuer did not answer", extra={"reason": type(exc).__name__})
            raise _silent() from None

    async def _learn_about(self) -> None:
        try:
            async with asyncio.timeout(2 * FETCH_SECONDS):
                self._about = await self._own_document()
            self._about_at = self._clock()
        except (httpx.HTTPError, _BadDocument, TimeoutError) as exc:
            log.warning("issuer not known", extra={"reason": type(exc).__name__})

    async def _claims(
        self, token: str, key_id: str | None, audience: str, required: list[str]
    ) -> JsonObject:
        key = await self._key(key_id)
        if key is None:
            raise Unauthenticated("the token was signed with a key the issuer does not publish")
        return verified_jwt(token, key.key, key.algorithm, self.name, audience, required)

    def _vouched(self, claims: JsonObject) -> VouchedIdentity:
        email, verified = claims.get("email"), claims.get("email_verified")
        subject: str = claims["sub"]
        if not is_text(subject) or len(subject) > LONGEST_SUBJECT:
            raise Unauthenticated("the token's subject is nothing that can be kept")
        return VouchedIdentity(
            self.name,
            subject,
            email if isinstance(email, str) and email else None,
            verified is True,
            verified is True or (verified is None and self._silence_confirms),
        )

    async def close(self) -> None:
        """Stop asking and close the connections."""
        if self._loading is not None:
            self._loading.cancel()
            await asyncio.gather(self._loading, return_exceptions=True)
        await self._http.aclose()

    async def _key(self, key_id: str | None) -> _Key | None:
        """Find a key. A known one is used at once, its renewal goes on behind; for an unknown
        one the issuer is asked, but seldom: anybody can make up key ids."""
        key = self._keys.get(key_id)
        now = self._clock()
        wanted = key is None or now - self._loaded_at > RELOAD_SECONDS
        idle = self._loading is None or self._loading.done()
        if wanted and idle and now - self._asked_at > ASK_AGAIN_SECONDS:
            self._asked_at = now
            self._loading = asyncio.create_task(self._load())
        if key is None and self._loading is not None:
            await asyncio.shield(self._loading)
            key = self._keys.get(key_id)
        if not self._keys:
            raise Unavailable("the token's issuer does not answer; try again", retry_after=10)
        return key

    async def _load(self) -> None:
        try:
            async with asyncio.timeout(2 * FETCH_SECONDS):
                self._keys = await self._fetch()
            self._loaded_at = self._clock()
        except (httpx.HTTPError, _BadDocument, TimeoutError) as exc:
            log.warning("issuer keys not loaded", extra={"reason": type(exc).__name__})

    async def _fetch(self) -> dict[str | None, _Key]:
        url = self._jwks_url or await self._discover()
        found = _keys(await self._document(url))
        if not found:
            raise _BadDocument("no usable key")
        return found

    async def _discover(self) -> str:
        url = (await self._own_document()).get("jwks_uri")
        if not isinstance(url, str) or not is_safe(url):
            raise _BadDocument("the discovery document names no safe keys")
        return url

    async def _own_document(self) -> Mapping[str, object]:
        about = await self._document(f"{self.name.rstrip('/')}/.well-known/openid-configuration")
        if about.get("issuer") != self.name:
            raise _BadDocument("the discovery document is another issuer's")
        return about

    async def _document(self, url: str) -> Mapping[str, object]:
        async with self._http.stream("GET", url) as answer:
            answer.raise_for_status()
            return await _json_of(answer)


async def _json_of(answer: httpx.Response) -> Mapping[str, object]:
    body = bytearray()
    async for chunk in answer.aiter_bytes():
        body += chunk
        if len(body) > LARGEST_DOCUMENT:
            raise _BadDocument("too large")
    try:
        document = json.loads(body)
    except ValueError:
        raise _BadDocument("not JSON") from None
    if not isinstance(document, dict):
        raise _BadDocument("not an object")
    return cast(dict[str, object], document)


def _silent() -> Unavailable:
    return Unavailable("the issuer does not answer; try again", retry_after=10)


def _key_id(token: str) -> str | None:
    try:
        key_id = jwt.get_unverified_header(token).get("kid")
    except jwt.InvalidTokenError:
        raise Unauthenticated("the issuer's token is not valid") from None
    return key_id if isinstance(key_id, str) else None


def _keys(document: Mapping[str, object]) -> dict[str | None, _Key]:
    """Take the keys that can verify; a shared secret is never one of them."""
    listed = document.get("keys")
    found: dict[str | None, _Key] = {}
    for item in cast(list[object], listed) if isinstance(listed, list) else []:
        if not isinstance(item, dict):
            continue
        jwk = cast(JsonObject, item)
        algorithm = ALGORITHMS.get(str(jwk.get("kty")))
        if algorithm is None or jwk.get("use", "sig") != "sig":
            continue
        if jwk.get("alg", algorithm) != algorithm or jwk.get("crv", "P-256") not in CURVES:
            continue
        try:
            key: Any = jwt.PyJWK(jwk, algorithm).key
        except jwt.PyJWTError:
            log.warning("issuer key skipped", extra={"kty": jwk.get("kty")})
            continue
        if algorithm != "RS256" or key.key_size >= SMALLEST_RSA_BITS:
            key_id = jwk.get("kid")
            found[key_id if isinstance(key_id, str) else None] = _Key(algorithm, key)
    return found


def is_safe(url: str) -> bool:
    """Tell whether nobody on the way could answer in somebody's place."""
    try:
        parsed = httpx.URL(url)
    except httpx.InvalidURL:
        return False
    return bool(parsed.host) and (
        parsed.scheme == "https" or (parsed.scheme == "http" and _is_loopback(parsed))
    )


def _is_loopback(url: httpx.URL) -> bool:
    try:
        return url.host == "localhost" or ip_address(url.host).is_loopback
    except ValueError:
        return False
