"""Gemini, through ADK's Gemini and the google-genai SDK."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

from agent.models.provider import Provider, failure, unreachable

if TYPE_CHECKING:
    from google.adk.models import BaseLlm

TITLE, VARIABLE = "Gemini", "GOOGLE_API_KEY"


def build(name: str, key: str | None, base_url: str | None) -> BaseLlm:
    """Open a client; the SDK is imported here, not with this module."""
    from agent.models._gemini import open_gemini

    return open_gemini(name, key or "", base_url)


async def close(model: BaseLlm) -> None:
    """Close the client's connections."""
    from agent.models._gemini import SignedGemini

    if isinstance(model, SignedGemini):
        await model.pool.aclose()


def classify(exc: BaseException) -> Exception | None:
    """Turn the SDK's exceptions into ours."""
    import httpx
    from google.genai import errors

    if isinstance(exc, errors.APIError):
        details = list(_details(vars(exc).get("details")))
        # Gemini says 400, not 401, to a key it does not know.
        rejected = any(d.get("reason") == "API_KEY_INVALID" for d in details)
        status = 401 if rejected else int(exc.code or 500)
        return failure(TITLE, VARIABLE, status, _retry_after(exc, details))
    broken = (httpx.TransportError, json.JSONDecodeError, errors.UnknownApiResponseError)
    return unreachable(TITLE) if isinstance(exc, broken) else None


def _details(body: object) -> Iterator[dict[str, Any]]:
    """Yield the typed details of an error body, whatever its shape."""
    fields = cast(dict[str, Any], body) if isinstance(body, dict) else {}
    error = fields.get("error", fields)
    details = cast(dict[str, Any], error).get("details") if isinstance(error, dict) else None
    for detail in cast(list[object], details) if isinstance(details, list) else []:
        if isinstance(detail, dict):
            yield cast(dict[str, Any], detail)


def _retry_after(exc: object, details: list[dict[str, Any]]) -> float | None:
    """Read how long to wait, from the error's RetryInfo or from the header."""
    for detail in details:
        if found := re.fullmatch(r"([\d.]+)s", str(detail.get("retryDelay", ""))):
            return float(found[1])
    headers = getattr(getattr(exc, "response", None), "headers", None)
    get = getattr(headers, "get", None)
    raw = get("retry-after") if callable(get) else None
    try:
        return float(str(raw))
    except ValueError:
        return None


PROVIDER = Provider(
    name="gemini",
    rank=1,
    needs_key=True,
    default_models={
        "fast": "gemini-3.5-flash-lite",
        "smart": "gemini-3.8-flash",
        "judge": "gemini-3.8-flash",
    },
    build=build,
    classify=classify,
    close=close,
)
