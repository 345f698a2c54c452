"""Whether a page of ours sends a request. A browser sends its cookies along whoever makes it ask:
so a cookie proves nobody until this is known as well.

No other site's page can send the header `x-batuta-page` without asking first, and nobody is told
that they may (no CORS). What the browser itself says of a request's origin must not contradict it.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from contracts.errors import Forbidden, Unauthenticated
from server.identity.browser_cookies import BrowserCookies
from server.settings import Settings

MARK = "x-batuta-page"
_CHANGES_NOTHING = ("GET", "HEAD", "OPTIONS")


class OwnPage:
    """Knows the pages of this server by what browsers say of their requests."""

    def __init__(self, settings: Settings) -> None:
        public = urlsplit(settings.public_url or "")
        usual = ":443" if public.scheme == "https" else ":80"
        self._host = public.netloc.lower().removesuffix(usual)
        self._origin = f"{public.scheme}://{self._host}"

    def authorization(self, request: HTTPConnection, cookies: BrowserCookies) -> str | None:
        """Return who a request says that it is from: its header says it alone, if there is one."""
        said = request.headers.get("authorization")
        if said is not None:
            return said
        token = cookies.access_token(request)
        if token is None:
            return None
        if not self._may_use_cookies(request):
            raise Unauthenticated(
                f"a cookie proves nobody here: send `{MARK}: 1` from a page of this server,"
                " or a token: `Authorization: Bearer …`"
            )
        return f"Bearer {token}"

    def require(self, request: HTTPConnection) -> None:
        """Refuse what no page of ours has sent."""
        if not self._is_marked(request):
            raise Forbidden(
                f"this is for the pages of this server, which send `{MARK}: 1`;"
                " without a browser use /auth/login, /auth/link, /auth/refresh and /auth/logout"
            )

    def _may_use_cookies(self, request: HTTPConnection) -> bool:
        if request.scope["method"] not in _CHANGES_NOTHING:
            return self._is_marked(request)
        # Read by no page of another site, without CORS. A person may follow a link to here.
        site = request.headers.get("sec-fetch-site")
        return site in (None, "same-origin", "none") or (
            request.headers.get("sec-fetch-dest") == "document"
        )

    def _is_marked(self, request: HTTPConnection) -> bool:
        if request.headers.get(MARK) != "1":
            return False
        site = request.headers.get("sec-fetch-site")
        if site is not None and site != "same-origin":
            return False
        origin = request.headers.get("origin")
        return origin is None or self._is_ours(origin.lower(), request, site is not None)

    def _is_ours(self, origin: str, request: HTTPConnection, told: bool) -> bool:
        """Compare with the address that people use; where a proxy has hidden it and nobody has
        set it, believe the browser's own word."""
        if origin == self._origin:
            return True
        host = request.headers.get("host", "").lower()
        if host and host == self._host:
            return False  # the right host by another scheme: http where https is served
        if origin in (f"http://{host}", f"https://{host}"):
            return True
        return told and not self._host and origin != "null"
