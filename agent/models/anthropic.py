"""Claude, through ADK's AnthropicLlm and the anthropic SDK."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from datetime import date
from functools import cache
from typing import TYPE_CHECKING

from agent.models.connection import OpenResponses, Patience, UnreadableAnswer, note, patience
from agent.models.pace import in_small_pieces
from agent.models.prices import Price
from agent.models.provider import Access, Provider, failure, retry_after, unreachable
from agent.models.tool_call_size import ToolCallSize

if TYPE_CHECKING:  # importing the SDK takes a second: what needs it is made when it is first used
    import httpx2
    from google.adk.models import BaseLlm
    from google.adk.models.anthropic_llm import AnthropicLlm

ADDRESS = "https://api.anthropic.com"
# Tokens of an answer and of the thinking before it; current models think unasked.
LONGEST = 32_000
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
    """Open a client that retries nothing by itself and reads nothing from the environment."""
    import httpx2
    from anthropic import AsyncAnthropic

    pool = httpx2.AsyncClient(
        limits=httpx2.Limits(max_connections=1000, max_keepalive_connections=100),
        event_hooks={"response": [_watch]},
        timeout=httpx2.Timeout(600, connect=5),
    )
    client = AsyncAnthropic(
        api_key=key or "", base_url=base_url or ADDRESS, max_retries=0, http_client=pool
    )
    return _claude()(model=name, client=client, max_tokens=LONGEST)


async def close(model: BaseLlm) -> None:
    """Close the client's connections."""
    if isinstance(model, _claude()) and model.client is not None:
        await model.client.close()


def classify(exc: BaseException) -> Exception | None:
    """Turn the SDK's exceptions into ours."""
    import anthropic
    import httpx2

    if isinstance(exc, anthropic.APIStatusError):
        status = exc.status_code
        if status < 400:
            status = STATUS_OF_TYPE.get(str(exc.type), 500)
        return failure(ACCESS, status, retry_after(exc))
    broken = (anthropic.APIConnectionError, httpx2.TransportError, UnreadableAnswer)
    return unreachable(ACCESS) if isinstance(exc, broken) else None


@cache
def _claude() -> type[AnthropicLlm]:
    """Make the class of our clients."""
    from google.adk.agents.context_cache_config import ContextCacheConfig
    from google.adk.models import LlmCapabilities
    from google.adk.models.anthropic_llm import AnthropicLlm
    from google.adk.models.llm_request import LlmRequest
    from google.adk.models.llm_response import LlmResponse

    # Under an hour: ADK then asks for the five-minute cache, whose writes cost least.
    five_minutes = ContextCacheConfig(ttl_seconds=300)

    class Claude(AnthropicLlm):
        """AnthropicLlm with prompt caching on for tools, system prompt and history."""

        @property
        def capabilities(self) -> LlmCapabilities:
            """Tell that Claude takes an answer schema and tools in one request by a detour only."""
            return LlmCapabilities(output_schema_and_tools=False)

        async def generate_content_async(
            self, llm_request: LlmRequest, stream: bool = False
        ) -> AsyncGenerator[LlmResponse, None]:
            """Stream an answer; the request is the caller's own copy and may be changed."""
            llm_request.cache_config = llm_request.cache_config or five_minutes
            # Current Claude models answer 400 to sampling parameters.
            sampling = {"temperature": None, "top_p": None, "top_k": None}
            llm_request.config = llm_request.config.model_copy(update=sampling)
            call = super().generate_content_async(llm_request, stream)
            async with OpenResponses(), aclosing(call) as answer:
                async for response in answer:
                    yield response

    return Claude


@cache
def _lively() -> Callable[[httpx2.AsyncByteStream, Patience], httpx2.AsyncByteStream]:
    """Make the class of a response body each of whose pieces, pings too, is a sign of life."""
    import httpx2

    class Lively(httpx2.AsyncByteStream):
        def __init__(self, body: httpx2.AsyncByteStream, waiting: Patience) -> None:
            self._body = body
            self._waiting = waiting

        async def __aiter__(self) -> AsyncIterator[bytes]:
            arguments = ToolCallSize("anthropic", b'"input_json_delta"', _DELTA)
            async with aclosing(in_small_pieces(aiter(self._body), arguments.add)) as pieces:
                async for piece in pieces:
                    self._waiting.renew()
                    yield piece

        async def aclose(self) -> None:
            """Close the body."""
            await self._body.aclose()

    return Lively


# A line of a stream that carries a piece of a tool's arguments, without the piece.
_DELTA = (
    b'data: {"type":"content_block_delta","index":0,'
    b'"delta":{"type":"input_json_delta","partial_json":""}}'
)


async def _watch(response: httpx2.Response) -> None:
    """Count the pieces of a response as signs of life (a hook for the HTTP client)."""
    import httpx2

    await note(response)
    waiting = patience()
    if waiting is not None and isinstance(response.stream, httpx2.AsyncByteStream):
        response.stream = _lively()(response.stream, waiting)


def _check(address: str, key: str) -> tuple[str, dict[str, str]]:
    return f"{address}/v1/models", {"x-api-key": key, "anthropic-version": "2023-06-01"}


_READ = date(2026, 11, 18)  # the day the prices were last looked up
ACCESS = Access("Claude", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", ADDRESS, _check)
PROVIDER = Provider(
    name="anthropic",
    rank=2,
    loggers={"anthropic": logging.WARNING},
    default_models={
        "fast": "claude-haiku-5-5",
        "smart": "claude-sonnet-5-5",
        "judge": "claude-haiku-5-5",
    },
    build=build,
    classify=classify,
    close=close,
    access=ACCESS,
    prices={
        "claude-haiku-5-5": [
            Price(input=0.10, output=0.50, cached=0.01, written=0.125, read=_READ),
            Price(input=0.50, output=2.50, cached=0.05, written=0.625, above=100_000, read=_READ),
        ],
        "claude-sonnet-5-5": [
            Price(input=2, output=10, cached=0.20, written=2.50, read=_READ),
            Price(
                input=2, output=10, cached=0.10, written=2.50, since=date(2026, 10, 7), read=_READ
            ),
        ],
        "claude-opus-5-5": [Price(input=4, output=20, cached=0.20, written=5, read=_READ)],
    },
)
