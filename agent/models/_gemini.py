"""The Gemini client, in a module of its own because importing the SDK takes a second."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

import httpx
from google import genai
from google.adk.models import Gemini
from google.adk.models.llm_request import LlmRequest
from google.adk.models.llm_response import LlmResponse
from google.genai import types

from agent.models.connection import Line, note

ADDRESS = "https://generativelanguage.googleapis.com/"
# Gemini refuses a call in the history that carries no signature of its own; this value is its
# documented way to say "made by another model".
FOREIGN = b"skip_thought_signature_validator"


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
        async with Line(), aclosing(call) as answer:
            async for response in answer:
                yield response


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
    history = [
        content.model_dump(mode="json", by_alias=True, exclude_none=True)
        for content in request.contents
    ]
    options = request.config.http_options or types.HttpOptions()
    body = (options.extra_body or {}) | {"contents": history}
    request.config.http_options = options.model_copy(update={"extra_body": body})
    request.contents = request.contents[-1:]


def open_gemini(name: str, key: str, base_url: str | None) -> SignedGemini:
    """Open a client that retries nothing by itself and reads nothing from the environment."""
    tls = httpx.create_ssl_context()
    pool = httpx.AsyncClient(
        verify=tls,
        follow_redirects=True,
        limits=httpx.Limits(max_connections=1000, max_keepalive_connections=100),
        event_hooks={"response": [note]},
        timeout=httpx.Timeout(600, connect=5),
    )
    once = types.HttpRetryOptions(attempts=1)
    options = types.HttpOptions(
        base_url=base_url or ADDRESS,
        api_version="v1beta",
        retry_options=once,
        httpx_async_client=pool,
        client_args={"verify": tls},
    )
    client = genai.Client(vertexai=False, api_key=key, http_options=options)
    return SignedGemini(model=name, base_url=base_url, retry_options=once, client=client, pool=pool)
