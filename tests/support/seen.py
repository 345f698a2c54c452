"""What the model was shown: a request's messages in a form that tests can compare."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from tests.support.model_server import ModelServer, Received

Json = dict[str, Any]


def request(models: ModelServer, tag: str, number: int = -1) -> Received:
    """One of the requests whose last user text holds a tag."""
    return [r for r in list(models.requests) if tag in r.text][number]


def transcript(received: Received) -> list[str]:
    """The messages of an Anthropic request as lines: who, and what in short."""
    written: list[str] = []
    for message in received.body["messages"]:
        content = message["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        written += [f"{message['role']}: {_short(block)}" for block in blocks]
    return written


def _short(block: Json) -> str:
    if block["type"] == "text":
        return block["text"]
    if block["type"] == "tool_use":
        return f"calls {block['name']} {block['input']}"
    return f"result {_plain(block.get('content'))}"


def _plain(content: str | list[Json] | None) -> str:
    return content if isinstance(content, str) else "".join(b["text"] for b in content or [])


def alternates(received: Received) -> bool:
    """Whether person and model take turns, the person first and last.

    Only behind tool results may a text of the person follow: providers read both as one turn.
    """
    messages = received.body["messages"]
    roles: Sequence[str] = [m["role"] for m in messages]
    fair = [
        before["role"] != after["role"] or (before["role"] == "user" and _has_results(before))
        for before, after in itertools.pairwise(messages)
    ]
    return roles[0] == roles[-1] == "user" and all(fair)


def _has_results(message: Json) -> bool:
    content = message["content"]
    return not isinstance(content, str) and any(b["type"] == "tool_result" for b in content)
