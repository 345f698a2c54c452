"""Counts requests for Prometheus: by route, method and status, and by nothing a caller makes up."""

from __future__ import annotations

from functools import lru_cache
from time import perf_counter

from prometheus_client import Counter, Histogram
from starlette.types import ASGIApp, Message, Receive, Scope, Send

UNKNOWN = "unknown"  # every path that is no route's, and every method that HTTP does not know
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300)
_LABELS = ["route", "method", "status"]

REQUESTS = Counter("batuta_http_requests", "Requests that were answered.", _LABELS)
REQUEST_SECONDS = Histogram(
    "batuta_http_request_seconds",
    "From a request to the end of its answer; of a stream, to its end.",
    _LABELS,
    buckets=_SECONDS,
)


class RequestMetrics:
    """Plain ASGI around everything else, so that what is refused early is counted too."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let one request through and count it when it has ended."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = perf_counter(), "none"

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = str(message["status"])
            await send(message)

        try:
            await self._app(scope, receive, noting)
        finally:
            requests, seconds = _counters(_route(scope), _method(scope), status)
            requests.inc()
            seconds.observe(perf_counter() - began)


@lru_cache(4096)
def _counters(route: str, method: str, status: str) -> tuple[Counter, Histogram]:
    return REQUESTS.labels(route, method, status), REQUEST_SECONDS.labels(route, method, status)


def _route(scope: Scope) -> str:
    """Return the template of the route that took the request, such as /sessions/{session_id}."""
    return getattr(scope.get("route"), "path", UNKNOWN)


def _method(scope: Scope) -> str:
    return scope["method"] if scope["method"] in _METHODS else UNKNOWN
