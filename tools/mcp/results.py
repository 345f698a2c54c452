"""Reads what a call of an MCP server's tool gave back; nothing in it is more than data."""

from __future__ import annotations

from typing import Any

from contracts.errors import ToolFailed
from contracts.json import JsonMapping

_MOST_REASON = 2_000


def result_of(given: JsonMapping) -> Any:
    """Return a result as plain JSON; ToolFailed where the server says that the call failed."""
    blocks: list[JsonMapping] = given.get("content") or []
    told = [_told(block) for block in blocks]
    if given.get("isError") is True:
        reason = "\n".join(str(part) for part in told)[:_MOST_REASON]
        raise ToolFailed(reason or "the tool failed and did not say why")
    structured = given.get("structuredContent")
    if structured is not None:
        return structured
    return told[0] if len(told) == 1 else told


def _told(block: JsonMapping) -> Any:
    """Return a text, or what another kind of content is; pictures and sounds are only named."""
    kind = block.get("type")
    if kind == "text":
        return str(block.get("text") or "")
    if kind == "resource":
        resource: JsonMapping = block.get("resource") or {}
        text = resource.get("text")
        return text if isinstance(text, str) else f"[{resource.get('mimeType') or 'a file'}]"
    if kind == "resource_link":
        return f"[{block.get('name') or 'a file'}: {block.get('uri')}]"
    return f"[{block.get('mimeType') or kind}]"
