"""Gemini, through ADK's Gemini and the google-genai SDK."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import aclosing
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from agent.models.connection import OpenResponses, UnreadableAnswer, note
from agent.models.pace import in_small_pieces
from agent.models.prices import Price
from agent.models.provider import Access, Provider, failure, retry_after, unreachable
from agent.models.tool_call_size import ToolCallSize

if TYPE_CHECKING:  # importing the SDK takes a second: what needs it is made when it is first used
    import httpx
    from google.adk.models import BaseLlm, Gemini
    from google.adk.models.llm_request import LlmRequest
    from google.genai import types

ADDRESS = "https://generativelanguage.googleapis.com"
# Gemini refuses a call in the history that carries no signature of its own; this value is its
# documented way to say "made by another model".
FOREIGN = b"skip_thought_signature_validator"


def build(name: str, key: str | None, base_url: str | None) -> BaseLlm:
    """Open a client that retries nothing by itself and reads nothing from the environment."""
    import httpx
    from google import genai
    from google.genai import types

    tls = httpx.create_ssl_context()
    pool = httpx.AsyncClient(
        verify=tls,
        follow_redirects=True,
        limits=httpx.Limits(max_connections=1000, max_keepalive_connections=100),
        event_hooks={"response": [_watch]},
        timeout=httpx.Timeout(600, connect=5),
    )
    once = types.HttpRetryOptions(attempts=1)
    options = types.HttpOptions(
        base_url=base_url or f"{ADDRESS}/",
        api_version="v1beta",
        retry_options=once,
        httpx_async_client=pool,
        client_args={"verify": tls},
    )
    client = genai.Client(vertexai=False, api_key=key or "", http_options=options)
    own: dict[str, Any] = {"pool": pool}
    return _signed_gemini()(model=name, base_url=base_url, retry_options=once, client=client, **own)


@cache
def _paced() -> Callable[[httpx.AsyncByteStream], httpx.AsyncByteStream]:
    """Make the class of a response body that is read in small pieces, and counted."""
    import httpx

    class Paced(httpx.AsyncByteStream):
        def __init__(self, body: httpx.AsyncByteStream) -> None:
            self._body = body

        async def __aiter__(self) -> AsyncIterator[bytes]:
            arguments = ToolCallSize("gemini", b'"functionCall"', _CALL)
            async with aclosing(in_small_pieces(aiter(self._body), arguments.add)) as pieces:
                async for piece in pieces:
                    yield piece

        async def aclose(self) -> None:
            """Close the body."""
            await self._body.aclose()

    return Paced


# A line of a stream that calls a tool, without its arguments.
_CALL = (
    b'data: {"candidates": [{"content": {"parts": [{"functionCall": {"name": "","args": {}}}],'
    b'"role": "model"},"index": 0}],"usageMetadata": {"promptTokenCount": 0,"totalTokenCount": 0,'
    b'"promptTokensDetails": [{"modality": "TEXT","tokenCount": 0}]},"modelVersion": ""}'
)


async def _watch(response: httpx.Response) -> None:
    """Bound what a response may hold the loop with (a hook for the HTTP client)."""
    import httpx

    await note(response)
    if isinstance(response.stream, httpx.AsyncByteStream):
        response.stream = _paced()(response.stream)


async def close(model: BaseLlm) -> None:
    """Close the client's connections."""
    pool: httpx.AsyncClient | None = getattr(model, "pool", None)
    if pool is not None:
        await pool.aclose()


def classify(exc: BaseException) -> Exception | None:
    """Turn the SDK's exceptions into ours."""
    import httpx
    from google.genai import errors

    if isinstance(exc, errors.APIError):
        details = list(_details(vars(exc).get("details")))
        # Gemini says 400, not 401, to a key it does not know.
        rejected = any(d.get("reason") == "API_KEY_INVALID" for d in details)
        status = 401 if rejected else int(exc.code or 500)
        return failure(ACCESS, status, _told_delay(details) or retry_after(exc))
    broken = (httpx.TransportError, UnreadableAnswer, errors.UnknownApiResponseError)
    return unreachable(ACCESS) if isinstance(exc, broken) else None


def _details(body: object) -> Iterator[dict[str, Any]]:
    """Yield the typed details of an error body, whatever its shape."""
    fields = cast(dict[str, Any], body) if isinstance(body, dict) else {}
    error = fields.get("error", fields)
    details = cast(dict[str, Any], error).get("details") if isinstance(error, dict) else None
    for detail in cast(list[object], details) if isinstance(details, list) else []:
        if isinstance(detail, dict):
            yield cast(dict[str, Any], detail)


def _told_delay(details: list[dict[str, Any]]) -> float | None:
    """Read how long to wait from the error's RetryInfo."""
    for detail in details:
        if found := re.fullmatch(r"(\d+(?:\.\d+)?)s", str(detail.get("retryDelay", ""))):
            return float(found[1])
    return None


@cache
def _signed_gemini() -> type[Gemini]:
    """Make the class of our clients."""
    from google.adk.models import Gemini
    from google.adk.models.llm_response import LlmResponse

    class SignedGemini(Gemini):
        """Gemini that can continue a history in which another model made the calls."""

        pool: httpx.AsyncClient

        async def generate_content_async(
            self, llm_request: LlmRequest, stream: bool = False
        ) -> AsyncGenerator[LlmResponse, None]:
            """Stream an answer; the request is the caller's own copy and may be changed."""
            llm_request.config = llm_request.config.model_copy()
            llm_request.contents = [_signed(c) for c in llm_request.contents]
            self._maybe_append_user_content(llm_request)
            if not any(map(_has_files, llm_request.contents)):
                _shorten(llm_request)
            call = super().generate_content_async(llm_request, stream)
            async with OpenResponses(), aclosing(call) as answer:
                async for response in answer:
                    yield response

    return SignedGemini


def _signed(content: types.Content) -> types.Content:
    """Copy a content (ADK rewrites its list of parts) and sign its first call if nobody did."""
    parts = list(content.parts or [])
    for i, part in enumerate(parts):
        if part.inline_data or part.file_data:
            parts[i] = part.model_copy()  # ADK changes these in place
        elif part.function_call:
            if not part.thought_signature:
                parts[i] = part.model_copy(update={"thought_signature": FOREIGN})
            break
    return content.model_copy(update={"parts": parts})


def _has_files(content: types.Content) -> bool:
    return any(part.inline_data or part.file_data for part in content.parts or [])


def _shorten(request: LlmRequest) -> None:
    """Write the history into the body ourselves: the SDK takes 0.2 ms to convert one message."""
    from google.genai import types

    history = [
        content.model_dump(mode="json", by_alias=True, exclude_none=True)
        for content in request.contents
    ]
    options = request.config.http_options or types.HttpOptions()
    body = (options.extra_body or {}) | {"contents": history}
    request.config.http_options = options.model_copy(update={"extra_body": body})
    request.contents = request.contents[-1:]


def _check(address: str, key: str) -> tuple[str, dict[str, str]]:
    return f"{address}/v1beta/models", {"x-goog-api-key": key}


_READ = date(2026, 11, 18)  # the day the prices were last looked up
ACCESS = Access("Gemini", "GOOGLE_API_KEY", "GOOGLE_GEMINI_BASE_URL", ADDRESS, _check)
PROVIDER = Provider(
    name="gemini",
    rank=1,
    loggers={"google_genai": logging.ERROR},
    default_models={
        "fast": "gemini-3.5-flash-lite",
        "smart": "gemini-3.8-flash",
        "judge": "gemini-3.5-flash-lite",
    },
    build=build,
    classify=classify,
    close=close,
    access=ACCESS,
    prices={
        "gemini-3.5-flash-lite": [Price(input=0.30, output=2.50, cached=0.03, read=_READ)],
        "gemini-3.8-flash": [
            Price(input=0.75, output=3.75, cached=0.075, read=_READ),
            Price(input=1.50, output=7.50, since=date(2027, 1, 1), read=_READ),
        ],
    },
)
