"""A model provider of our own: Anthropic Messages and Gemini over HTTP, for the real SDKs.

It is a server on raw asyncio transports, because tests need what no framework gives: to cut a
connection at an exact byte, to stay silent, and to see the moment a client hangs up.

What it answers is either scripted (`ScriptedReply`s, in order) or follows from the last user text,
so that many conversations can run at once without a script (see `improvise`).

In process: `async with ModelServer() as server: ...`, or `with ModelServer.thread() as server`.
As its own process: `python -m tests.support.model_server --port 0`, which prints its address; it
is then driven over `/_script`, `/_requests`, `/_count`, `/_wait`, `/_gate/NAME` and `/_reset`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import re
import threading
from collections import deque
from collections.abc import AsyncGenerator, Callable, Generator, Iterator
from dataclasses import asdict
from typing import Any, Literal, Self, cast
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

import orjson

from tests.support.model_wire import (
    Json,
    Received,
    ScriptedReply,
    Wire,
    WireFrame,
    anthropic_frames,
    anthropic_message,
    call,
    error_body,
    fail,
    gemini_chunk,
    gemini_frames,
    gemini_parts,
    improvise,
    read_anthropic,
    read_gemini,
    refusal,
    reply,
    sse,
)

__all__ = ["ModelServer", "Received", "ScriptedReply", "Wire", "call", "fail", "reply", "serve"]


class ModelServer:
    """The server; everything a test needs hangs here."""

    def __init__(self, port: int = 0, keep: int | None = None) -> None:
        self.port = port
        self.total = 0
        self.requests: deque[Received] = deque(maxlen=keep)
        self.steps: list[ScriptedReply] = []
        self._gates: set[str] = set()
        self._waiters: set[asyncio.Future[None]] = set()
        self._connections: set[_ModelConnection] = set()
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
            lambda: _ModelConnection(self), "127.0.0.1", self.port, backlog=1024
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

    def script(self, *steps: ScriptedReply) -> None:
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

    def take(self, received: Received) -> ScriptedReply:
        """Record a request and decide what becomes of it."""
        self.requests.append(received)
        self._changed()
        for step in self.steps:
            if step.provider not in (None, received.wire):
                continue
            if step.match is not None and step.match not in received.text:
                continue
            if step.system is not None and step.system not in received.system:
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


# --- HTTP/1.1, as much of it as the SDKs use ---


class _ModelConnection(asyncio.Protocol):
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
            failed = error_body(received.wire, step.status, step.error, None, step.retry_after)
            with_header = step.retry_after is not None and received.wire == "anthropic"
            after = f"retry-after: {step.retry_after:g}\r\n" if with_header else ""
            self._json(step.status, failed, after)
            self.server.finish(received, "failed")
        else:
            await self._answer(received, step)

    async def _wait_for(self, step: ScriptedReply, chunks: int) -> bool:
        """Do what a step does after so many chunks; False when that ends the connection."""
        if chunks == step.after and step.gate is not None:
            await self.server.pass_gate(step.gate)
        for _ in range(step.pings if chunks == step.after else 0):
            self._chunk(sse("ping", {"type": "ping"}))
            await asyncio.sleep(0.1)
        if chunks == step.after and step.stall:
            await asyncio.Event().wait()
        return not (chunks == step.after and step.cut)

    async def _answer(self, received: Received, step: ScriptedReply) -> None:
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

    async def _stream(
        self, received: Received, step: ScriptedReply, frames: Iterator[WireFrame]
    ) -> None:
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
            return sse("error", {"type": "error", "error": {"type": kind, "message": kind}})
        status = 429 if kind == "overloaded_error" else 500
        return b"data: " + orjson.dumps(error_body("gemini", status, kind)) + b"\r\n\r\n"

    async def _control(self, method: str, path: str, query: dict[str, str], body: bytes) -> None:
        server = self.server
        match method, path.split("/")[1:]:
            case "POST", ["_script"]:
                server.script(*(ScriptedReply(**s) for s in orjson.loads(body)["steps"]))
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
