"""Claude, through ADK's AnthropicLlm and the anthropic SDK."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from agent.models.provider import Provider, failure, unreachable

if TYPE_CHECKING:
    from google.adk.models import BaseLlm

TITLE, VARIABLE = "Claude", "ANTHROPIC_API_KEY"

# An error event inside a stream comes with status 200; its type tells what it would have been.
STATUS_OF_TYPE = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "timeout_error": 504,
    "overloaded_error": 529,
}


def build(name: str, key: str | None, base_url: str | None) -> BaseLlm:
    """Open a client; the SDK is imported here, not with this module."""
    from agent.models._claude import open_claude

    return open_claude(name, key or "", base_url)


async def close(model: BaseLlm) -> None:
    """Close the client's connections."""
    from agent.models._claude import Claude

    if isinstance(model, Claude) and model.client is not None:
        await model.client.close()


def classify(exc: BaseException) -> Exception | None:
    """Turn the SDK's exceptions into ours."""
    import anthropic
    import httpx2

    if isinstance(exc, anthropic.APIStatusError):
        status = exc.status_code
        if status < 400:
            status = STATUS_OF_TYPE.get(str(exc.type), 500)
        return failure(TITLE, VARIABLE, status, _retry_after(exc.response.headers))
    broken = (anthropic.APIConnectionError, httpx2.TransportError, json.JSONDecodeError)
    return unreachable(TITLE) if isinstance(exc, broken) else None


def _retry_after(headers: object) -> float | None:
    """Read how long to wait; a date instead of seconds is left to our own backoff."""
    get = getattr(headers, "get", None)
    raw = get("retry-after") if callable(get) else None
    try:
        return float(str(raw))
    except ValueError:
        return None


PROVIDER = Provider(
    name="anthropic",
    rank=2,
    needs_key=True,
    default_models={
        "fast": "claude-haiku-5-5",
        "smart": "claude-sonnet-5-5",
        "judge": "claude-opus-5-5",
    },
    build=build,
    classify=classify,
    close=close,
)
