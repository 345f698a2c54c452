"""Middleware for every request: whose it is, its correlation id, limits on its head and body, and
the headers of every answer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator, Iterable
from contextlib import contextmanager

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from contracts.correlation import correlation
from contracts.messages import new_id
from server.answer_headers import common_headers
from server.errors import http_problem_response, problem_response, public_error
from server.limits.client_address import TrustedProxies, network_of
from server.limits.request_body import BODY, BodyLimits, RequestBody
from server.settings import Settings

_SAFE_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_HOST = re.compile(rb"[A-Za-z0-9._~:%\[\]-]{0,255}")
# Said twice, a proxy may go by the one and we by the other.
_SAID_ONCE = frozenset(
    (
        b"host", b"authorization", b"content-length", b"transfer-encoding", b"content-type",
        b"expect", b"idempotency-key", b"last-event-id", b"x-correlation-id",
    )
)  # fmt: skip


class RequestLimits:
    """Plain ASGI, because wrapping each chunk of a stream would cost on every event."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._proxies = TrustedProxies.parse(settings.trusted_proxies)
        self._requests = RequestCounts(settings.max_connections_per_address)
        self._bodies = BodyLimits(
            settings.max_body_bytes, settings.max_bodies_bytes, settings.request_seconds
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let one request through."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        own = _correlation_id(scope["headers"])
        correlation.set(own)
        for_whom = self._proxies.place(scope)
        body = RequestBody(receive, scope, self._bodies)
        scope.setdefault("state", {})[BODY] = body
        started = False

        async def send_marked(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                body.answered()
                message["headers"] = [*message["headers"], *_extra_headers(own, message)]
            await send(message)

        try:
            check_head(scope)
            if for_whom is None:
                await self._app(scope, body.receive, send_marked)
            else:
                with self._requests.counted(for_whom):
                    await self._app(scope, body.receive, send_marked)
        except HTTPException as exc:
            if started:
                raise
            await http_problem_response(exc)(scope, receive, send_marked)
        except Exception as exc:
            if started:
                raise
            await problem_response(public_error(exc))(scope, receive, send_marked)
        finally:
            body.answered()


class RequestCounts:
    """How many requests a proxy has open for one address; whoever comes themselves is counted by
    their connections (`server/limits/connection_limits.py`)."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open = Counter[str]()

    @contextmanager
    def counted(self, address: str) -> Generator[None]:
        """Count a request as long as it lasts."""
        network = network_of(address)
        if 0 < self._most <= self._open[network]:
            said = "your address has too many requests open here; close some"
            raise HTTPException(429, said, {"retry-after": "1"})
        self._open[network] += 1
        try:
            yield
        finally:
            self._open[network] -= 1
            if not self._open[network]:
                del self._open[network]


def check_head(scope: Scope) -> None:
    """Refuse a head that may be read in two ways."""
    once: dict[bytes, bytes] = {}
    for name, value in scope["headers"]:
        if name not in _SAID_ONCE:
            continue
        if name in once:
            raise HTTPException(400, f"the header {name.decode()} comes twice")
        once[name] = value
    host = once.get(b"host", b"" if scope["http_version"] == "1.0" else None)
    if host is None or not _HOST.fullmatch(host):
        raise HTTPException(400, "the request names no host, or one that is none")
    if not once.get(b"content-length", b"0").isdigit():
        raise HTTPException(400, "content-length is not a number")


def _correlation_id(headers: Iterable[tuple[bytes, bytes]]) -> str:
    given = next((value for name, value in headers if name == b"x-correlation-id"), b"")
    return given.decode() if _SAFE_ID.fullmatch(given) else new_id().hex


def _extra_headers(own: str, start: Message) -> list[tuple[bytes, bytes]]:
    said = {name.lower() for name, _ in start["headers"]}
    marks = [*common_headers(own), (b"cache-control", b"no-store")]
    return [mark for mark in marks if mark[0] not in said]
