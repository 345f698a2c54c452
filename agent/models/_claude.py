"""The Claude client, in a module of its own because importing the SDK takes a second."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

import httpx2
from anthropic import AsyncAnthropic
from google.adk.agents.context_cache_config import ContextCacheConfig
from google.adk.models import LlmCapabilities
from google.adk.models.anthropic_llm import AnthropicLlm
from google.adk.models.llm_request import LlmRequest
from google.adk.models.llm_response import LlmResponse

from agent.models.connection import Line, Patience, note, patience

ADDRESS = "https://api.anthropic.com"
# Tokens of an answer and of the thinking before it; current models think unasked.
LONGEST = 32_000
# Under an hour: ADK then asks for the five-minute cache, whose writes cost least.
CACHE = ContextCacheConfig(ttl_seconds=300)


class Lively(httpx2.AsyncByteStream):
    """A response body each of whose pieces, pings too, counts as a sign of life."""

    def __init__(self, body: httpx2.AsyncByteStream, patience: Patience) -> None:
        self._body = body
        self._patience = patience

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._body:
            self._patience.renew()
            yield piece

    async def aclose(self) -> None:
        """Close the body."""
        await self._body.aclose()


async def watch(response: httpx2.Response) -> None:
    """Count the pieces of a response as signs of life (a hook for the HTTP client)."""
    await note(response)
    waiting = patience()
    if waiting is not None and isinstance(response.stream, httpx2.AsyncByteStream):
        response.stream = Lively(response.stream, waiting)


class Claude(AnthropicLlm):
    """AnthropicLlm with prompt caching on for tools, system prompt and history."""

    @property
    def capabilities(self) -> LlmCapabilities:
        """Tell that Claude takes an answer schema and tools in one request only by a detour."""
        return LlmCapabilities(output_schema_and_tools=False)

    async def generate_content_async(
        self, llm_request: LlmRequest, stream: bool = False
    ) -> AsyncGenerator[LlmResponse, None]:
        """Stream an answer; the request is the caller's own copy and may be changed."""
        llm_request.cache_config = llm_request.cache_config or CACHE
        # Current Claude models answer 400 to sampling parameters.
        sampling = {"temperature": None, "top_p": None, "top_k": None}
        llm_request.config = llm_request.config.model_copy(update=sampling)
        call = super().generate_content_async(llm_request, stream)
        async with Line(), aclosing(call) as answer:
            async for response in answer:
                yield response


def open_claude(name: str, key: str, base_url: str | None) -> Claude:
    """Open a client that retries nothing by itself and reads nothing from the environment."""
    pool = httpx2.AsyncClient(
        limits=httpx2.Limits(max_connections=1000, max_keepalive_connections=100),
        event_hooks={"response": [watch]},
        timeout=httpx2.Timeout(600, connect=5),
    )
    client = AsyncAnthropic(
        api_key=key, base_url=base_url or ADDRESS, max_retries=0, http_client=pool
    )
    return Claude(model=name, client=client, max_tokens=LONGEST)
