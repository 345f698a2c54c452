"""A model provider of our own: Anthropic Messages and Gemini over HTTP, for the real SDKs.

It is a server on raw asyncio transports, because tests need what no framework gives: to cut a
connection at an exact byte, to stay silent, and to see the moment a client hangs up.

What it answers is either scripted (`Step`s, in order) or follows from the last user text, so that
many conversations can run at once without a script (see `improvise`).

In process: `async with ModelServer() as server: ...`, or `with ModelServer.thread() as server`.
As its own process: `python -m tests.model_server --port 0`, which prints its address; it is then
driven over `/_script`, `/_requests`, `/_count`, `/_wait`, `/_gate/NAME` and `/_reset`.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import json
import re
import threading
from collections import deque
from collections.abc import AsyncGenerator, Callable, Generator, Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, Self, cast
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

import orjson

Json = dict[str, Any]
Wire = Literal["anthropic", "gemini"]
SIGNATURE = "sig-"  # thinking and call signatures start so; others are refused, as by the originals
SKIP_SIGNATURE = b"skip_thought_signature_validator"


@dataclass(slots=True)
class Step:
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
    gate: str | None = None  # wait for it to be opened, after `after` chunks
    after: int = 0
    usage: Json | None = None  # {"input", "output", "cached", "written"}
    stop: str | None = None
    provider: Wire | None = None  # only for requests of that kind
    match: str | None = None  # only when the last user text contains it
    times: int = 1  # how many requests it serves; 0: all


def reply(*chunks: str, **more: Any) -> Step:
    """Answer with text, one chunk each."""
    return Step(text=list(chunks), **more)


def call(name: str, args: Json | None = None, **more: Any) -> Step:
    """Answer with one tool call."""
    return Step(calls=[{"name": name, "args": args or {}}], **more)


def fail(status: int, **more: Any) -> Step:
    """Answer with an HTTP error of the provider's own shape."""
    return Step(status=status, **more)


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
    def key(self) -> str:
        """The key it came with, in whichever of the three headers."""
        bearer = self.headers.get("authorization", "").removeprefix("Bearer ")
        return bearer or self.headers.get("x-api-key") or self.headers.get("x-goog-api-key", "")


class BadShape(Exception):
    """A request that the original would refuse with 400."""


class ModelServer:
    """The server; everything a test needs hangs here."""

    def __init__(self, port: int = 0, keep: int | None = None) -> None:
        self.port = port
        self.total = 0
        self.requests: deque[Received] = deque(maxlen=keep)
        self.steps: list[Step] = []
        self._gates: set[str] = set()
        self._waiters: set[asyncio.Future[None]] = set()
        self._connections: set[_Connection] = set()
        self._prefixes: set[int] = set()
        self._server: asyncio.Server | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def url(self) -> str:
        """The base address, for either SDK."""
        return f"http://127.0.0.1:{self.port}"

    async def __aenter__(self) -> Self:
        self._loop = asyncio.get_running_loop()
        self._server = await self._loop.create_server(
            lambda: _Connection(self), "127.0.0.1", self.port, backlog=1024
        )
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for connection in list(self._connections):
            connection.abort()
        await self._server.wait_closed()

    @staticmethod
    @contextlib.contextmanager
    def thread(port: int = 0, keep: int | None = None) -> Generator[ModelServer]:
        """Run a server on a loop of its own, for tests that are not async or must not be slowed."""
        server, ready = ModelServer(port, keep), threading.Event()
        stop: asyncio.Event | None = None

        async def main() -> None:
            nonlocal stop
            stop = asyncio.Event()
            async with server:
                ready.set()
                await stop.wait()

        worker = threading.Thread(target=asyncio.run, args=(main(),), daemon=True)
        worker.start()
        if not ready.wait(10):
            raise RuntimeError("the model server did not start; is its port in use?")
        try:
            yield server
        finally:
            assert stop is not None
            assert server._loop is not None
            server._loop.call_soon_threadsafe(stop.set)
            worker.join()

    def script(self, *steps: Step) -> None:
        """Append steps; each request takes the first that fits it."""
        self.steps.extend(steps)

    def count(
        self,
        match: str | None = None,
        provider: Wire | None = None,
        outcome: str | None = None,
    ) -> int:
        """Count recorded requests by last user text, provider and outcome."""
        return sum(
            (match is None or match in r.text)
            and (provider is None or provider == r.wire)
            and (outcome is None or outcome == r.outcome)
            for r in list(self.requests)
        )

    def reset(self) -> None:
        """Forget script, requests and gates."""
        self.steps.clear()
        self.requests.clear()
        self._gates.clear()
        self.total = 0

    def open(self, gate: str) -> None:
        """Let through whoever waits, or will wait, at a gate."""
        assert self._loop is not None
        self._gates.add(gate)
        self._loop.call_soon_threadsafe(self._changed)

    async def wait(self, count: int) -> None:
        """Return when that many requests have arrived since the start or the last reset."""
        await self.until(lambda: self.total >= count)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Return when a condition on this server holds; checked whenever anything changes."""
        assert self._loop is not None
        if asyncio.get_running_loop() is not self._loop:
            work = asyncio.run_coroutine_threadsafe(self.until(holds), self._loop)
            await asyncio.wrap_future(work)
            return
        while not holds():
            waiter = self._loop.create_future()
            self._waiters.add(waiter)
            try:
                await waiter
            finally:
                self._waiters.discard(waiter)

    def _changed(self) -> None:
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(None)

    def take(self, received: Received) -> Step:
        """Record a request and decide what becomes of it."""
        self.requests.append(received)
        self._changed()
        for step in self.steps:
            if step.provider not in (None, received.wire):
                continue
            if step.match is not None and step.match not in received.text:
                continue
            if step.times == 1:
                self.steps.remove(step)
            elif step.times > 1:
                step.times -= 1
            return step
        return improvise(received)

    def cached(self, body: Json) -> tuple[int, int]:
        """Say how many tokens of the marked prefix are read from the cache and written to it."""
        head = orjson.dumps([body.get("tools"), body.get("system")])
        if b"cache_control" not in head:
            return 0, 0
        key, tokens = hash(head), len(head) // 4
        if key in self._prefixes:
            return tokens, 0
        self._prefixes.add(key)
        return 0, tokens

    def finish(self, received: Received, outcome: Literal["done", "failed", "cut", "gone"]) -> None:
        """Note how a request ended."""
        if received.outcome == "open":
            received.outcome = outcome
            self._changed()

    async def pass_gate(self, name: str) -> None:
        """Wait until a gate is open."""
        await self.until(lambda: name in self._gates)


# --- what is said without a script -------------------------------------------------------------


def improvise(received: Received) -> Step:
    """Answer by rule: the segments of the last user text, split at ` then `, one per model call."""
    turns, outputs = since_user(received)
    segments = received.text.split(" then ")
    if turns < len(segments):
        return _rule(segments[turns].strip())
    if outputs:
        return Step(text=_words("result: " + ", ".join(outputs)))
    return Step(text=_words("You said: " + received.text))


def _rule(text: str) -> Step:
    if found := re.match(r"slow (\d+) (.*)", text, re.DOTALL):
        return replace(_rule(found[2]), delay_ms=float(found[1]))
    if found := re.match(r"gate (\S+) (.*)", text, re.DOTALL):
        return replace(_rule(found[2]), gate=found[1])
    if found := re.match(r"fail (\d+)", text):
        return Step(status=int(found[1]))
    if found := re.match(r"say (\d+) words?", text):
        return Step(text=[f"w{i}" if i == 1 else f" w{i}" for i in range(1, int(found[1]) + 1)])
    if text.startswith("echo "):
        return Step(text=_words(text[5:]))
    if text.startswith("call "):
        return Step(calls=_calls(text[5:]))
    return Step(text=_words("You said: " + text))


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


# --- requests: reading and refusing ------------------------------------------------------------


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


# --- answers: one function per protocol, each a list of wire frames ------------------------------

# A frame that counts as a chunk (text or a call) is what `after` and `delay_ms` speak of.
Frame = tuple[bytes, bool]


def _sse(kind: str, data: Json) -> bytes:
    return b"event: " + kind.encode() + b"\ndata: " + orjson.dumps(data) + b"\n\n"


def anthropic_usage(received: Received, step: Step, cached: tuple[int, int]) -> Json:
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


def anthropic_blocks(received: Received, step: Step) -> list[Json]:
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


def anthropic_message(received: Received, step: Step, cached: tuple[int, int]) -> Json:
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


def anthropic_frames(received: Received, step: Step, cached: tuple[int, int]) -> Iterator[Frame]:
    """Yield the server-sent events of a streamed answer."""
    message = anthropic_message(received, step, cached)
    usage, stop = message["usage"], message["stop_reason"]
    start: Json = message | {
        "content": [],
        "stop_reason": None,
        "usage": usage | {"output_tokens": 1},
    }
    yield _sse("message_start", {"type": "message_start", "message": start}), False
    for n, block in enumerate(message["content"]):
        empty: dict[str, Json] = {
            "text": {"text": ""},
            "thinking": {"thinking": "", "signature": ""},
            "tool_use": {"input": {}},
        }
        opened = {"type": "content_block_start", "index": n}
        opened["content_block"] = block | empty[block["type"]]
        yield _sse("content_block_start", opened), False
        for delta in _deltas(block, step):
            counts = delta["type"] != "signature_delta"
            event = {"type": "content_block_delta", "index": n, "delta": delta}
            yield _sse("content_block_delta", event), counts
        yield (
            _sse("content_block_stop", {"type": "content_block_stop", "index": n}),
            False,
        )
    ended = {"stop_reason": stop, "stop_sequence": None}
    usage = {"output_tokens": usage["output_tokens"]}
    yield (
        _sse("message_delta", {"type": "message_delta", "delta": ended, "usage": usage}),
        False,
    )
    yield _sse("message_stop", {"type": "message_stop"}), False


def _deltas(block: Json, step: Step) -> list[Json]:
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


def gemini_chunk(received: Received, parts: list[Json], step: Step, last: bool) -> Json:
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


def gemini_parts(received: Received, step: Step) -> list[Json]:
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


def gemini_frames(received: Received, step: Step) -> Iterator[Frame]:
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


def error_body(wire: Wire, status: int, message: str, reason: str | None = None) -> Json:
    """Shape an error the way the original does."""
    if wire == "anthropic":
        kind = ANTHROPIC_ERRORS.get(status, "api_error")
        return {"type": "error", "error": {"type": kind, "message": message}}
    error: Json = {"code": status, "message": message}
    error["status"] = GEMINI_ERRORS.get(status, "INTERNAL")
    if reason:
        kind = "type.googleapis.com/google.rpc.ErrorInfo"
        error["details"] = [{"@type": kind, "reason": reason, "domain": "googleapis.com"}]
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


# --- HTTP/1.1, as much of it as the SDKs use -----------------------------------------------------


class _Connection(asyncio.Protocol):
    def __init__(self, server: ModelServer) -> None:
        self.server = server
        self.buffer = bytearray()
        self.task: asyncio.Task[None] | None = None
        self.received: Received | None = None
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.server._connections.add(self)  # pyright: ignore[reportPrivateUsage]

    def connection_lost(self, exc: Exception | None) -> None:
        self.server._connections.discard(self)  # pyright: ignore[reportPrivateUsage]
        if self.task is not None and not self.task.done():
            if self.received is not None:
                self.server.finish(self.received, "gone")
            self.task.cancel()

    def abort(self) -> None:
        if self.transport is not None:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        self._next()

    def _next(self) -> None:
        end = self.buffer.find(b"\r\n\r\n")
        if end < 0 or (self.task is not None and not self.task.done()):
            return
        first, *lines = self.buffer[:end].decode("latin-1").split("\r\n")
        headers = {k.lower(): v for k, _, v in (line.partition(": ") for line in lines)}
        size = int(headers.get("content-length", "0"))
        if len(self.buffer) < end + 4 + size:
            return
        body = bytes(self.buffer[end + 4 : end + 4 + size])
        del self.buffer[: end + 4 + size]
        method, target, _ = first.split(" ", 2)
        self.task = asyncio.get_running_loop().create_task(
            self._serve(method, target, headers, body)
        )

    def _write(self, data: bytes) -> None:
        assert self.transport is not None
        self.transport.write(data)

    def _head(self, status: int, kind: str, extra: str = "") -> None:
        self._write(f"HTTP/1.1 {status} x\r\ncontent-type: {kind}\r\n{extra}\r\n".encode())

    def _json(self, status: int, value: Any, extra: str = "") -> None:
        body = orjson.dumps(value)
        self._head(status, "application/json", f"content-length: {len(body)}\r\n{extra}")
        self._write(body)

    async def _serve(self, method: str, target: str, headers: dict[str, str], body: bytes) -> None:
        url = urlsplit(target)
        try:
            await self._route(method, url, headers, body)
        except Exception:  # a fault of this server: hang up rather than leave the client waiting
            self.abort()
            raise
        self.task = None
        self._next()

    async def _route(
        self, method: str, url: SplitResult, headers: dict[str, str], body: bytes
    ) -> None:
        if url.path.startswith("/_"):
            await self._control(method, url.path, dict(parse_qsl(url.query)), body)
        elif method == "POST" and url.path == "/v1/messages":
            await self._model(read_anthropic, url.path, headers, body)
        elif method == "POST" and re.match(r"/v1(alpha|beta)?/models/", url.path):
            await self._model(read_gemini, url.path, headers, body)
        else:
            self._json(404, {"error": f"nothing at {method} {url.path}"})

    async def _model(
        self,
        read: Callable[[str, dict[str, str], Json, int], Received],
        path: str,
        headers: dict[str, str],
        body: bytes,
    ) -> None:
        self.server.total += 1
        received = self.received = read(path, headers, orjson.loads(body), self.server.total)
        step = self.server.take(received)
        if refused := refusal(received):
            self._json(*refused)
            self.server.finish(received, "failed")
        elif step.status != 200:
            await self._wait_for(step, 0)
            after = "" if step.retry_after is None else f"retry-after: {step.retry_after}\r\n"
            self._json(step.status, error_body(received.wire, step.status, step.error), after)
            self.server.finish(received, "failed")
        else:
            await self._answer(received, step)

    async def _wait_for(self, step: Step, chunks: int) -> bool:
        """Do what a step does after so many chunks; False when that ends the connection."""
        if chunks == step.after and step.gate is not None:
            await self.server.pass_gate(step.gate)
        if chunks == step.after and step.stall:
            await asyncio.Event().wait()
        return not (chunks == step.after and step.cut)

    async def _answer(self, received: Received, step: Step) -> None:
        if not await self._wait_for(step, 0):
            self.server.finish(received, "cut")
            self.abort()
            return
        cached = self.server.cached(received.body) if received.wire == "anthropic" else (0, 0)
        if not received.stream:
            await asyncio.sleep(step.delay_ms / 1000)
            if received.wire == "anthropic":
                self._json(200, anthropic_message(received, step, cached))
            else:
                self._json(
                    200,
                    gemini_chunk(received, gemini_parts(received, step), step, True),
                )
            self.server.finish(received, "done")
            return
        frames = (
            anthropic_frames(received, step, cached)
            if received.wire == "anthropic"
            else gemini_frames(received, step)
        )
        await self._stream(received, step, frames)

    async def _stream(self, received: Received, step: Step, frames: Iterator[Frame]) -> None:
        self._head(200, "text/event-stream", "transfer-encoding: chunked\r\n")
        chunks, pending = 0, b""
        for frame, counts in frames:
            pending += frame
            if not counts:
                continue
            if (step.truncate or step.event_error) and chunks == step.after:
                break
            if chunks or step.delay_ms:
                await asyncio.sleep(step.delay_ms / 1000)
            pending = self._chunk(pending)
            chunks += 1
            if not await self._wait_for(step, chunks):
                self.server.finish(received, "cut")
                self.abort()
                return
        else:
            self._chunk(pending)
        if step.event_error:
            self._chunk(self._event_error(received.wire, step.event_error))
        self._write(b"0\r\n\r\n")
        self.server.finish(received, "done")

    def _chunk(self, data: bytes) -> bytes:
        if data:
            self._write(b"%x\r\n%b\r\n" % (len(data), data))
        return b""

    @staticmethod
    def _event_error(wire: Wire, kind: str) -> bytes:
        if wire == "anthropic":
            return _sse("error", {"type": "error", "error": {"type": kind, "message": kind}})
        status = 429 if kind == "overloaded_error" else 500
        return b"data: " + orjson.dumps(error_body("gemini", status, kind)) + b"\r\n\r\n"

    async def _control(self, method: str, path: str, query: dict[str, str], body: bytes) -> None:
        server = self.server
        match method, path.split("/")[1:]:
            case "POST", ["_script"]:
                server.script(*(Step(**s) for s in orjson.loads(body)["steps"]))
                self._json(200, {"steps": len(server.steps)})
            case "POST", ["_reset"]:
                server.reset()
                self._json(200, {})
            case "POST", ["_gate", name]:
                server.open(unquote(name))
                self._json(200, {})
            case "GET", ["_requests"]:
                found = [asdict(r) for r in server.requests]
                self._json(200, {"total": server.total, "requests": found})
            case "GET", ["_count"]:
                provider = cast(Wire | None, query.get("provider"))
                known = server.count(query.get("match"), provider, query.get("outcome"))
                self._json(200, {"count": known})
            case "GET", ["_wait"]:
                await self._wait_http(query)
            case _:
                self._json(404, {"error": f"nothing at {method} {path}"})

    async def _wait_http(self, query: dict[str, str]) -> None:
        """Answer when so many (matching) requests have arrived, or 408 after a while."""
        wanted, text = int(query["count"]), query.get("match")
        try:
            async with asyncio.timeout(float(query.get("timeout", "30"))):
                if text is None:
                    await self.server.wait(wanted)
                else:
                    await self.server.until(lambda: self.server.count(text) >= wanted)
        except TimeoutError:
            self._json(408, {"total": self.server.total})
        else:
            self._json(200, {"total": self.server.total})


@contextlib.asynccontextmanager
async def serve(port: int = 0) -> AsyncGenerator[ModelServer]:
    """Run a server on the current loop."""
    async with ModelServer(port) as server:
        yield server


async def _main(port: int, keep: int | None) -> None:
    async with ModelServer(port, keep) as server:
        print(server.url, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument(
        "--keep", type=int, default=None, help="requests to remember; all if absent"
    )
    options = parser.parse_args()
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_main(options.port, options.keep))
