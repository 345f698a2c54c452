"""Thought signatures: worth something only to the model that issued them.

The chain seals each with its issuer's name when an answer comes in, and opens or drops it when the
history goes out again; so a history can pass between providers, and through the database.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from google.adk.models.llm_request import LlmRequest
    from google.adk.models.llm_response import LlmResponse
    from google.genai import types


def seal(final: LlmResponse, issuer: str) -> None:
    """Write the issuer's name before every signature of a response."""
    for part in (final.content.parts if final.content else None) or []:
        if part.thought_signature:
            part.thought_signature = _mark(issuer) + part.thought_signature


def tailor(request: LlmRequest, issuer: str, model: str) -> LlmRequest:
    """Copy a request for one attempt: its model named, other models' thoughts left out."""
    contents = [_unsealed(content, _mark(issuer)) for content in request.contents]
    kept = [content for content in contents if content.parts]
    return request.model_copy(update={"model": model, "contents": kept})


def drop_empty(response: LlmResponse) -> None:
    """Leave out the empty texts that Gemini ends a stream with."""
    if response.content and response.content.parts:
        parts = response.content.parts
        response.content.parts = [p for p in parts if p.text != "" or p.thought_signature]


def _mark(issuer: str) -> bytes:
    return f"{issuer}\n".encode()


def _unsealed(content: types.Content, mark: bytes) -> types.Content:
    parts = content.parts or []
    if not any(part.thought or part.thought_signature for part in parts):
        return content
    kept: list[types.Part] = []
    for part in parts:
        signature = part.thought_signature
        if signature and signature.startswith(mark):
            kept.append(part.model_copy(update={"thought_signature": signature[len(mark) :]}))
        elif not part.thought:
            kept.append(part.model_copy(update={"thought_signature": None}))
    return content.model_copy(update={"parts": kept})
