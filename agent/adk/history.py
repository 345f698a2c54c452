"""A conversation as a model must see it: rebuilt from stored blocks, always balanced.

Providers refuse a history in which a tool call has no result right behind it. A call may wait for a
person's approval and get its result turns later; a stored block may be damaged. So results are
looked up by call id and put where the call is, and what has none gets an honest stand-in.
"""

from __future__ import annotations

import base64
import logging
from collections.abc import Iterable, Sequence
from typing import assert_never

from google.genai import types

from contracts.blocks import Block, ToolResultBlock, ToolUseBlock
from contracts.json import JsonObject
from contracts.messages import Message
from tools.bounds import MAX_OUTPUT, bound_output

logger = logging.getLogger(__name__)
BUDGET_CHARS = 60_000
BLOCKED = "(a message that was not let through)"
RECEIVED = "(received; the tools for data read all of its rows)"
NO_ANSWER = "(no answer: the turn was stopped or failed)"
NO_RESULT: JsonObject = {"status": "not_run", "note": "no result yet"}


def window(history: Sequence[Message], budget: int = BUDGET_CHARS) -> list[Message]:
    """Return the newest messages that fit the budget, beginning with one of the person's."""
    size, start = 0, len(history)
    while start > 0:
        size += sum(_weight(b) for b in history[start - 1].blocks) + 16
        if size > budget:
            break
        start -= 1
    while start < len(history) and history[start].role != "user":
        start += 1
    return list(history[start:])


def _weight(block: Block) -> int:
    match block["type"]:
        case "text" | "ui_result" | "file" | "staff":
            return len(block["text"])
        case "tool_use":
            return len(str(block["args"] or ""))
        case "tool_result":
            return min(len(str(block["output"] or "")), MAX_OUTPUT)
        case "widget" | "approval" | "handover" | "blocked":
            return 0
        case _:
            assert_never(block)


def contents(history: Iterable[Message]) -> list[types.Content]:
    """Write messages as model contents."""
    messages = list(history)
    results = {b["id"]: b for m in messages for b in m.blocks if b["type"] == "tool_result"}
    written: list[types.Content] = []
    for message in messages:
        try:
            written += _person(message) if message.role == "user" else _model(message, results)
        except (KeyError, TypeError, ValueError):
            logger.error("a stored message cannot be read and is left out")
    return written


def decided(earlier: Sequence[Message], results: Sequence[ToolResultBlock]) -> list[types.Content]:
    """Write a conversation whose pending calls have got their results only now.

    If the talk has gone on since, the calls are repeated at its end: a result far up would be
    overlooked, and a history must not end with the model's own words.
    """
    written = contents([*earlier, Message("assistant", list(results))])
    if ends_with_results(written):
        return written
    known = {b["id"]: b for m in earlier for b in m.blocks if b["type"] == "tool_use"}
    late = [(_late(known[r["id"]]), r) for r in results if r["id"] in known]
    if not late:
        return written
    said = written.pop().parts or [] if written and written[-1].role == "model" else []
    calls = [_call(call) for call, _ in late]
    answers = [_response(call, result) for call, result in late]
    written.append(types.Content(role="model", parts=[*said, *calls]))
    written.append(types.Content(role="user", parts=answers))
    return written


def _late(call: ToolUseBlock) -> ToolUseBlock:
    return {**call, "id": f"{call['id']}_late"}


def answered(written: list[types.Content]) -> list[types.Content]:
    """Put a word between two of the person's texts: the first one was left without an answer.

    Without it a model would answer both, also the one whose turn was cancelled or has failed.
    """
    kept: list[types.Content] = []
    for content in written:
        if kept and content.role == kept[-1].role == "user" and _is_text(kept[-1]):
            kept.append(types.Content(role="model", parts=[_text(NO_ANSWER)]))
        kept.append(content)
    return kept


def ends_with_results(written: Sequence[types.Content]) -> bool:
    """Tell whether the last thing in a conversation is what tools gave back."""
    return bool(written) and written[-1].role == "user" and not _is_text(written[-1])


def _is_text(content: types.Content) -> bool:
    return all(part.function_response is None for part in content.parts or [])


def _person(message: Message) -> list[types.Content]:
    text = "\n".join(_words(b) for b in message.blocks)
    written = [types.Content(role="user", parts=[_text(text)])] if text else []
    if any(block["type"] == "file" for block in message.blocks):  # nobody answers a file
        written.append(types.Content(role="model", parts=[_text(RECEIVED)]))
    return written


def _words(block: Block) -> str:
    match block["type"]:
        case "text" | "ui_result" | "file":
            return block["text"]
        case "blocked":
            return BLOCKED
        case "tool_use" | "tool_result" | "widget" | "approval" | "staff" | "handover":
            return ""
        case _:
            assert_never(block)


def _model(message: Message, results: dict[str, ToolResultBlock]) -> list[types.Content]:
    """Split an answer into what the model said and called, and what came back, in turn."""
    written: list[types.Content] = []
    said: list[types.Part] = []
    calls: list[ToolUseBlock] = []

    def settle() -> None:
        if said:
            written.append(types.Content(role="model", parts=list(said)))
        if calls:
            written.append(
                types.Content(
                    role="user", parts=[_response(c, results.get(c["id"])) for c in calls]
                )
            )
        said.clear()
        calls.clear()

    for block in message.blocks:
        if block["type"] == "text":
            if calls:
                settle()
            if block["text"]:
                said.append(_text(block["text"]))
        elif block["type"] == "staff":
            said.append(_text(f"[{block['name'] or ''} ({block['title']})] {block['text']}"))
        elif block["type"] == "tool_use":
            said.append(_call(block))
            calls.append(block)
    settle()
    return written


_BLANK = types.Part()


def _text(text: str) -> types.Part:
    """Make a part from a blank one: a sixth of what building it costs, and histories are long."""
    return _BLANK.model_copy(update={"text": text})


def _call(block: ToolUseBlock) -> types.Part:
    signature = block.get("signature")
    return types.Part(
        function_call=types.FunctionCall(id=block["id"], name=block["name"], args=block["args"]),
        thought_signature=base64.b64decode(signature) if signature else None,
    )


def _response(call: ToolUseBlock, result: ToolResultBlock | None) -> types.Part:
    return types.Part(
        function_response=types.FunctionResponse(
            id=call["id"], name=call["name"], response=_short(result) if result else NO_RESULT
        )
    )


def _short(result: ToolResultBlock) -> JsonObject:
    """Return what a call gave; of a long result that its own turn has read, the beginning."""
    output: JsonObject = {**result["output"]}
    return output if len(str(output)) <= MAX_OUTPUT else bound_output(output)
