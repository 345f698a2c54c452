"""The sign-in of a browser: its tokens lie in cookies, which no script of a page can read.

Over https their names begin so that a browser takes them from this host over https alone: no other
subdomain, and nobody on the way, can put one of theirs in the place of ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from starlette.requests import HTTPConnection
from starlette.responses import Response

from contracts.errors import Unauthenticated
from server.settings import Settings
from store.devices import KEPT_DAYS

SIGN_IN_PATH = "/auth/browser"  # what renews a sign-in is sent nowhere else
_DEVICE_LIFE = timedelta(days=KEPT_DAYS)


@dataclass(frozen=True, slots=True)
class _Cookie:
    name: str
    path: str
    life: timedelta


class BrowserCookies:
    """Hands a sign-in out as cookies, and finds its parts in what a browser sends."""

    def __init__(self, settings: Settings) -> None:
        self._secure = (settings.public_url or "").startswith("https:")
        host, secure = ("__Host-", "__Secure-") if self._secure else ("", "")
        life = timedelta(minutes=settings.access_minutes)
        self._access = _Cookie(f"{host}batuta_access", "/", life)
        life = timedelta(days=settings.refresh_days)
        self._refresh = _Cookie(f"{secure}batuta_refresh", SIGN_IN_PATH, life)
        self._flow = _Cookie(f"{host}batuta_outside", "/", timedelta(minutes=10))
        self._device = _Cookie(f"{secure}batuta_device", SIGN_IN_PATH, _DEVICE_LIFE)

    def access_token(self, request: HTTPConnection) -> str | None:
        """Return the access token that came in a cookie."""
        return self._sent(request, self._access)

    def refresh_token(self, request: HTTPConnection) -> str | None:
        """Return the refresh token that came in a cookie."""
        return self._sent(request, self._refresh)

    def device(self, request: HTTPConnection) -> str | None:
        """Return the mark of the device that came in a cookie."""
        return self._sent(request, self._device)

    def hand_out(
        self, response: Response, access_token: str, refresh_token: str, device: str | None
    ) -> None:
        """Let the browser keep a sign-in."""
        self._keep(response, self._access, access_token)
        self._keep(response, self._refresh, refresh_token)
        if device is not None:
            self._keep(response, self._device, device)

    def flow(self, request: HTTPConnection) -> str | None:
        """Return what the browser has kept while its person was at the issuer."""
        return self._sent(request, self._flow)

    def keep_flow(self, response: Response, value: str) -> None:
        """Let the browser keep it; sent also when the issuer leads back here."""
        self._keep(response, self._flow, value, site="lax")

    def drop_flow(self, response: Response) -> None:
        """Let the browser forget it: it is used once."""
        self._keep(response, self._flow, "", timedelta(0), site="lax")

    def take_back(self, response: Response) -> None:
        """Let the browser forget the sign-in; the mark of the device outlives it."""
        for cookie in (self._access, self._refresh):
            self._keep(response, cookie, "", timedelta(0))

    def _keep(
        self,
        response: Response,
        cookie: _Cookie,
        value: str,
        life: timedelta | None = None,
        site: Literal["strict", "lax"] = "strict",
    ) -> None:
        response.set_cookie(
            cookie.name,
            value,
            max_age=int((cookie.life if life is None else life).total_seconds()),
            path=cookie.path,
            secure=self._secure,
            httponly=True,
            samesite=site,
        )

    def _sent(self, request: HTTPConnection, cookie: _Cookie) -> str | None:
        found = cookie_values(request, cookie.name)
        if len(found) > 1:
            raise Unauthenticated(
                "the browser sent two sign-ins; delete the cookies of this site and sign in again"
            )
        return found[0] if found and found[0] else None


def cookie_values(request: HTTPConnection, name: str) -> list[str]:
    """Return all values that came under a name: somebody may have put one beside ours."""
    head = f"{name}="
    sent = ";".join(request.headers.getlist("cookie"))
    if head not in sent:
        return []
    pairs = (pair.strip() for pair in sent.split(";"))
    return [pair.removeprefix(head) for pair in pairs if pair.startswith(head)]
