"""The one table from error to HTTP, and problem+json (RFC 9457) for what fails before a stream."""

from __future__ import annotations

import logging

import orjson
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from agent.data.reading import WrongFormat
from contracts.correlation import correlation
from contracts.errors import (
    BatutaError,
    Forbidden,
    Internal,
    InvalidRequest,
    NotFound,
    RateLimited,
    TooLarge,
    Unauthenticated,
    Unavailable,
)
from store.pool import translate

logger = logging.getLogger(__name__)

STATUS: dict[str, int] = {
    "unauthenticated": 401,
    "forbidden": 403,
    "not_found": 404,
    "expired": 410,
    "busy": 409,
    "rate_limited": 429,
    "limit_reached": 409,
    "conflict": 409,
    "budget_exceeded": 402,
    "too_large": 413,
    "invalid_request": 422,
    "unsafe": 422,
    "model_auth": 502,
    "model_overloaded": 503,
    "model_unavailable": 503,
    "tool_failed": 502,
    "tool_timeout": 504,
    "loop_detected": 500,
    "iteration_limit": 500,
    "worker_lost": 503,
    "unavailable": 503,
    "internal": 500,
}
_BY_STATUS: dict[int, type[BatutaError]] = {
    401: Unauthenticated,
    403: Forbidden,
    404: NotFound,
    413: TooLarge,
    429: RateLimited,
    503: Unavailable,
}


def problem_response(error: BatutaError, status: int | None = None) -> Response:
    """Write an error as problem+json."""
    status = status or (415 if isinstance(error, WrongFormat) else STATUS[error.code])
    body = {
        "type": f"urn:batuta:error:{error.code}",
        "title": (type(error).__doc__ or error.code).splitlines()[0].rstrip("."),
        "status": status,
        "detail": error.message,
        "code": error.code,
        "retryable": error.retryable,
        "correlation_id": correlation.get(),
    }
    headers = {"cache-control": "no-store"}
    if error.retry_after is not None:
        headers["retry-after"] = str(error.retry_after)
    if status == 401:
        headers["www-authenticate"] = "Bearer"
    return Response(orjson.dumps(body), status, headers, "application/problem+json")


def http_problem_response(exc: HTTPException) -> Response:
    """Write what the framework refuses (no such path, no such method) as problem+json."""
    kind = _BY_STATUS.get(exc.status_code, InvalidRequest)
    answer = problem_response(kind(str(exc.detail)), exc.status_code)
    answer.headers.update(exc.headers or {})
    return answer


def install(app: FastAPI) -> None:
    """Answer every failure of a route as problem+json."""

    @app.exception_handler(BatutaError)
    async def known(_: Request, exc: BatutaError) -> Response:
        return problem_response(exc)

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, exc: RequestValidationError) -> Response:
        return problem_response(_invalid(exc))

    @app.exception_handler(HTTPException)
    async def http(_: Request, exc: HTTPException) -> Response:
        return http_problem_response(exc)

    @app.exception_handler(Exception)
    async def unknown(_: Request, exc: Exception) -> Response:
        return problem_response(public_error(exc))


def public_error(exc: BaseException) -> BatutaError:
    """Turn any failure into one that may be shown; what is unexpected goes to the log only."""
    known = translate(exc)
    if known is not None:
        return known
    logger.error("request failed unexpectedly", exc_info=exc)
    return Internal(f"something went wrong here; quote {correlation.get()} when you report it")


def _invalid(exc: RequestValidationError) -> BatutaError:
    first = exc.errors()[0] if exc.errors() else None
    if first and first["type"] == "model_attributes_type" and first["loc"] == ("body",):
        return InvalidRequest(
            "the body is not a JSON object; send one, with `content-type: application/json`"
        )
    said = [
        f"{'.'.join(str(p) for p in e['loc'] if p != 'body') or 'body'}: "
        + e["msg"].removeprefix("Value error, ")
        for e in exc.errors()[:5]
    ]
    # A field may be called by what no text can hold.
    return InvalidRequest("; ".join(said).encode("utf-8", "replace").decode())
