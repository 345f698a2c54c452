"""What the model server reads, refuses and answers: two protocols and the rules of improvising."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal, cast
from urllib.parse import unquote

import orjson

Json = dict[str, Any]
Wire = Literal["anthropic", "gemini"]

SIGNATURE = "sig-"  # thinking and call signatures start so; others are refused, as by the originals
SKIP_SIGNATURE = b"skip_thought_signature_validator"


@dataclass(slots=True)
class ScriptedReply:
    """What the server does with one request."""

    text: list[str] = field(default_factory=list[str])
    calls: list[Json] = field(default_factory=list[Json])  # {"name", "args", "id"?}
    thinking: str = ""
    delay_ms: float = 0  # before each chunk
    status: int = 200
    retry_after: float | None = None
    error: str = "scripted failure"
    event_error: str | None = None  # error inside the stream, after `after` chunks
    stall: bool = False  # silence for ever, after `after` chunks
    cut: bool = False  # hang up, after `after` chunks (0: before a single byte)
    truncate: bool = False  # end the body in good order, but half-way, after `after` chunks
    pings: int = 0  # Anthropic only: how many pings, 100 ms apart, after `after` chunks
    gate: str | None = None  # wait for it to be opened, after `after` chunks
    after: int = 0
    usage: Json | None = None  # {"input", "output", "cached", "written"}
    stop: str | None = None
    provider: Wire | None = None  # only for requests of that kind
    match: str | None = None  # only when the last user text contains it
    system: str | None = None  # only when the instructions contain it
    times: int = 1  # how many requests it serves; 0: all


def reply(*chunks: str, **more: Any) -> ScriptedReply:
    """Answer with text, one chunk each."""
    return ScriptedReply(text=list(chunks), **more)


def call(name: str, args: Json | None = None, **more: Any) -> ScriptedReply:
    """Answer with one tool call."""
    return ScriptedReply(calls=[{"name": name, "args": args or {}}], **more)


def fail(status: int, **more: Any) -> ScriptedReply:
    """Answer with an HTTP error of the provider's own shape."""
    return ScriptedReply(status=status, **more)


@dataclass(slots=True)
class Received:
    """One model request, as it arrived."""

    index: int
    wire: Wire
    path: str
    headers: dict[str, str]
    body: Json
    model: str
    stream: bool
    text: str  # the last user text
    outcome: Literal["open", "done", "failed", "cut", "gone"] = "open"  # gone: client hung up

    @property
    def system(self) -> str:
        """The instructions that it came with."""
        return str(self.body.get("system") or self.body.get("systemInstruction") or "")

    @property
    def key(self) -> str:
        """The key it came with, in whichever of the three headers."""
        bearer = self.headers.get("authorization", "").removeprefix("Bearer ")
        return bearer or self.headers.get("x-api-key") or self.headers.get("x-goog-api-key", "")


class BadShape(Exception):
    """A request that the original would refuse with 400."""


# --- what is said without a script ---


def improvise(received: Received) -> ScriptedReply:
    """Answer by rule: the segments of the last user text, split at ` then `, one per model call."""
    turns, outputs = since_user(received)
    segments = received.text.split(" then ")
    if turns < len(segments):
        return _rule(segments[turns].strip())
    if outputs:
        return ScriptedReply(text=_words("result: " + ", ".join(outputs)))
    return ScriptedReply(text=_words("You said: " + received.text))


def _rule(text: str) -> ScriptedReply:
    if found := re.match(r"slow (\d+) (.*)", text, re.DOTALL):
        return replace(_rule(found[2]), delay_ms=float(found[1]))
    if found := re.match(r"gate (\S+) (.*)", text, re.DOTALL):
        return replace(_rule(found[2]), gate=found[1])
    if found := re.match(r"fail (\d+)", text):
        return ScriptedReply(status=int(found[1]))
    if found := re.match(r"say (\d+) words?", text):
        return ScriptedReply(
            text=[f"w{i}" if i == 1 else f" w{i}" for i in range(1, int(found[1]) + 1)]
        )
    if text.startswith("echo "):
        return ScriptedReply(text=_words(text[5:]))
    if text.startswith("call "):
        return ScriptedReply(calls=_calls(text[5:]))
    return ScriptedReply(text=_words("You said: " + text))


def _calls(text: str) -> list[Json]:
    """Read `NAME {json} and NAME {json}`."""
    found: list[Json] = []
    decoder = json.JSONDecoder()
    while head := re.match(r"\s*(?:and\s+)?(?:call\s+)?([\w.-]+)\s*", text):
        text = text[head.end() :]
        args: Json = {}
        if text.startswith("{"):
            args, end = decoder.raw_decode(text)
            text = text[end:]
        found.append({"name": head[1], "args": args})
    return found


def _words(text: str) -> list[str]:
    return re.findall(r"\s*\S+|\s+$", text) or [text]


def since_user(received: Received) -> tuple[int, list[str]]:
    """Count the model's turns after the last user text, and gather the newest tool outputs."""
    turns, outputs = 0, list[str]()
    if received.wire == "anthropic":
        for message in received.body["messages"]:
            blocks = _blocks(message["content"])
            if message["role"] == "assistant":
                turns, outputs = turns + 1, []
            elif any(b["type"] == "text" for b in blocks):
                turns, outputs = 0, []
            outputs += [_plain(b.get("content")) for b in blocks if b["type"] == "tool_result"]
        return turns, outputs
    for content in received.body["contents"]:
        parts = content["parts"]
        if content.get("role") == "model":
            turns, outputs = turns + 1, []
        elif any("text" in p for p in parts):
            turns, outputs = 0, []
        outputs += [
            _plain(p["functionResponse"].get("response")) for p in parts if "functionResponse" in p
        ]
    return turns, outputs


def _blocks(content: str | list[Json]) -> list[Json]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _plain(output: Any) -> str:
    """Write a tool's output as plain text, alike for both providers."""
    if isinstance(output, list):
        return "".join(str(b.get("text", "")) for b in cast(list[Json], output))
    if isinstance(output, dict):
        fields = cast(Json, output)
        value = fields["result"] if fields.keys() == {"result"} else fields
        return json.dumps(value) if isinstance(value, dict | list) else str(value)
    return "" if output is None else str(output)


# --- requests: reading and refusing ---


def read_anthropic(path: str, headers: dict[str, str], body: Json, index: int) -> Received:
    """Understand a Messages request."""
    text = ""
    for message in body.get("messages", []):
        if message["role"] == "user":
            texts = [b["text"] for b in _blocks(message["content"]) if b["type"] == "text"]
            text = texts[-1] if texts else text
    return Received(
        index,
        "anthropic",
        path,
        headers,
        body,
        body["model"],
        bool(body.get("stream")),
        text,
    )


def read_gemini(path: str, headers: dict[str, str], body: Json, index: int) -> Received:
    """Understand a generateContent request."""
    text = ""
    for content in body.get("contents", []):
        if content.get("role", "user") == "user":
            texts = [p["text"] for p in content["parts"] if "text" in p]
            text = texts[-1] if texts else text
    model, _, method = unquote(path).rpartition("/models/")[2].partition(":")
    stream = method == "streamGenerateContent"
    return Received(index, "gemini", path, headers, body, model, stream, text)


def check_anthropic(received: Received) -> None:
    """Refuse what the original refuses: unpaired tool blocks, foreign signatures, old knobs."""
    body = received.body
    if not body["messages"] or body["messages"][0]["role"] != "user":
        raise BadShape("messages: first message must use the user role")
    if re.search(r"-(5|5-5)$", received.model) and "temperature" in body:
        raise BadShape("temperature: not supported by this model")
    open_calls: set[str] = set()
    for message in body["messages"]:
        blocks = _blocks(message["content"])
        if not blocks:
            raise BadShape("messages: content must not be empty")
        results = {b["tool_use_id"] for b in blocks if b["type"] == "tool_result"}
        if results != open_calls:
            raise BadShape("messages: `tool_use` and `tool_result` ids must correspond")
        open_calls = {b["id"] for b in blocks if b["type"] == "tool_use"}
        for block in blocks:
            if block["type"] == "thinking" and not block["signature"].startswith(SIGNATURE):
                raise BadShape("messages: Invalid `signature` in `thinking` block")
    if open_calls:
        raise BadShape("messages: `tool_use` without `tool_result`")


def check_gemini(received: Received) -> None:
    """Refuse what the original refuses: unsigned calls of this turn, calls without an answer."""
    asked = 0
    for content in received.body["contents"]:
        parts = content["parts"]
        if not parts:
            raise BadShape("contents.parts must not be empty")
        answers = sum("functionResponse" in p for p in parts)
        if answers != asked:
            raise BadShape("the number of function response parts must equal the function calls")
        calls = [p for p in parts if "functionCall" in p]
        asked = len(calls)
        signature = base64.urlsafe_b64decode(calls[0].get("thoughtSignature", "")) if calls else b""
        if calls and signature != SKIP_SIGNATURE and not signature.startswith(SIGNATURE.encode()):
            raise BadShape("Function call is missing a thought_signature in functionCall parts")


# --- answers: one function per protocol, each a list of wire frames ---

# A frame that counts as a chunk (text or a call) is what `after` and `delay_ms` speak of.
WireFrame = tuple[bytes, bool]


def sse(kind: str, data: Json) -> bytes:
    """Frame one server-sent event."""
    return b"event: " + kind.encode() + b"\ndata: " + orjson.dumps(data) + b"\n\n"


def anthropic_usage(received: Received, step: ScriptedReply, cached: tuple[int, int]) -> Json:
    """Count tokens the way Messages reports them: the cached ones apart."""
    given = step.usage or {}
    read, written = given.get("cached", cached[0]), given.get("written", cached[1])
    whole = given.get("input", len(str(received.body["messages"])) // 4 + read + written)
    return {
        "input_tokens": max(whole - read - written, 0),
        "cache_read_input_tokens": read,
        "cache_creation_input_tokens": written,
        "output_tokens": given.get("output", len(step.text) + 10 * len(step.calls)),
    }


def anthropic_blocks(received: Received, step: ScriptedReply) -> list[Json]:
    """List the content blocks of an answer."""
    blocks: list[Json] = []
    if step.thinking:
        signature = f"{SIGNATURE}{received.index}"
        blocks.append({"type": "thinking", "thinking": step.thinking, "signature": signature})
    if step.text:
        blocks.append({"type": "text", "text": "".join(step.text)})
    for n, wanted in enumerate(step.calls):
        ident = wanted.get("id") or f"toolu_{received.index}_{n}"
        blocks.append(
            {
                "type": "tool_use",
                "id": ident,
                "name": wanted["name"],
                "input": wanted["args"],
            }
        )
    return blocks


def anthropic_message(received: Received, step: ScriptedReply, cached: tuple[int, int]) -> Json:
    """Build a whole (not streamed) answer."""
    return {
        "id": f"msg_{received.index}",
        "type": "message",
        "role": "assistant",
        "model": received.model,
        "content": anthropic_blocks(received, step),
        "stop_reason": step.stop or ("tool_use" if step.calls else "end_turn"),
        "stop_sequence": None,
        "usage": anthropic_usage(received, step, cached),
    }


def anthropic_frames(
    received: Received, step: ScriptedReply, cached: tuple[int, int]
) -> Iterator[WireFrame]:
    """Yield the server-sent events of a streamed answer."""
    message = anthropic_message(received, step, cached)
    usage, stop = message["usage"], message["stop_reason"]
    start: Json = message | {
        "content": [],
        "stop_reason": None,
        "usage": usage | {"output_tokens": 1},
    }
    yield sse("message_start", {"type": "message_start", "message": start}), False
    for n, block in enumerate(message["content"]):
        empty: dict[str, Json] = {
            "text": {"text": ""},
            "thinking": {"thinking": "", "signature": ""},
            "tool_use": {"input": {}},
        }
        opened = {"type": "content_block_start", "index": n}
        opened["content_block"] = block | empty[block["type"]]
        yield sse("content_block_start", opened), False
        for delta in _deltas(block, step):
            counts = delta["type"] != "signature_delta"
            event = {"type": "content_block_delta", "index": n, "delta": delta}
            yield sse("content_block_delta", event), counts
        yield (
            sse("content_block_stop", {"type": "content_block_stop", "index": n}),
            False,
        )
    ended = {"stop_reason": stop, "stop_sequence": None}
    usage = {"output_tokens": usage["output_tokens"]}
    yield (
        sse("message_delta", {"type": "message_delta", "delta": ended, "usage": usage}),
        False,
    )
    yield sse("message_stop", {"type": "message_stop"}), False


def _deltas(block: Json, step: ScriptedReply) -> list[Json]:
    if block["type"] == "text":
        return [{"type": "text_delta", "text": t} for t in step.text]
    if block["type"] == "thinking":
        return [
            {"type": "thinking_delta", "thinking": block["thinking"]},
            {"type": "signature_delta", "signature": block["signature"]},
        ]
    whole = json.dumps(block["input"])
    half = len(whole) // 2
    return [{"type": "input_json_delta", "partial_json": p} for p in (whole[:half], whole[half:])]


def gemini_chunk(received: Received, parts: list[Json], step: ScriptedReply, last: bool) -> Json:
    """Build one GenerateContentResponse; the last one carries the reason to stop and the usage."""
    candidate: Json = {"content": {"role": "model", "parts": parts}, "index": 0}
    chunk: Json = {"candidates": [candidate], "modelVersion": received.model}
    if last:
        given = step.usage or {}
        whole = given.get("input", len(str(received.body["contents"])) // 4)
        output = given.get("output", len(step.text) + 10 * len(step.calls))
        candidate["finishReason"] = step.stop or "STOP"
        chunk["usageMetadata"] = {
            "promptTokenCount": whole,
            "candidatesTokenCount": output,
            "cachedContentTokenCount": given.get("cached", 0),
            "totalTokenCount": whole + output,
        }
    return chunk


def gemini_parts(received: Received, step: ScriptedReply) -> list[Json]:
    """List the parts of an answer, chunk by chunk; the first call carries a signature."""
    parts: list[Json] = []
    if step.thinking:
        parts.append({"text": step.thinking, "thought": True})
    parts += [{"text": t} for t in step.text]
    for n, wanted in enumerate(step.calls):
        made: Json = {"name": wanted["name"], "args": wanted["args"]}
        if "id" in wanted:
            made["id"] = wanted["id"]
        part: Json = {"functionCall": made}
        if n == 0:
            mark = f"{SIGNATURE}{received.index}".encode()
            part["thoughtSignature"] = base64.b64encode(mark).decode()
        parts.append(part)
    return parts


def gemini_frames(received: Received, step: ScriptedReply) -> Iterator[WireFrame]:
    """Yield the server-sent chunks of a streamed answer."""
    for part in gemini_parts(received, step):
        chunk = gemini_chunk(received, [part], step, last=False)
        yield b"data: " + orjson.dumps(chunk) + b"\r\n\r\n", True
    chunk = gemini_chunk(received, [{"text": ""}], step, last=True)
    yield b"data: " + orjson.dumps(chunk) + b"\r\n\r\n", False


ANTHROPIC_ERRORS = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    529: "overloaded_error",
}
GEMINI_ERRORS = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    503: "UNAVAILABLE",
}


def error_body(
    wire: Wire,
    status: int,
    message: str,
    reason: str | None = None,
    retry_after: float | None = None,
) -> Json:
    """Shape an error the way the original does."""
    if wire == "anthropic":
        kind = ANTHROPIC_ERRORS.get(status, "api_error")
        return {"type": "error", "error": {"type": kind, "message": message}}
    details: list[Json] = []
    rpc = "type.googleapis.com/google.rpc."
    if reason:
        details.append({"@type": rpc + "ErrorInfo", "reason": reason, "domain": "googleapis.com"})
    if retry_after is not None:
        details.append({"@type": rpc + "RetryInfo", "retryDelay": f"{retry_after:g}s"})
    error: Json = {"code": status, "message": message, "details": details}
    error["status"] = GEMINI_ERRORS.get(status, "INTERNAL")
    return {"error": error}


def refusal(received: Received) -> tuple[int, Json] | None:
    """Refuse a bad key (any that contains `bad`) and requests of a shape the original refuses."""
    key = received.key
    if "bad" in key and received.wire == "anthropic":
        return 401, error_body("anthropic", 401, "invalid x-api-key")
    if "bad" in key:  # Gemini says 400 to a key it does not know
        return 400, error_body("gemini", 400, "API key not valid.", "API_KEY_INVALID")
    try:
        (check_anthropic if received.wire == "anthropic" else check_gemini)(received)
    except BadShape as exc:
        return 400, error_body(received.wire, 400, str(exc))
    return None
