"""A provider that answers with any bytes, and the bytes that real ones would answer with."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, Literal

from tests.support.model_wire import (
    ScriptedReply,
    anthropic_frames,
    call,
    gemini_frames,
    read_anthropic,
    read_gemini,
    reply,
)

WireName = Literal["anthropic", "gemini"]
KINDS = ("text/event-stream", "application/json", "text/html", "")


def good_answers(wire: WireName) -> list[bytes]:
    """Write streams as a provider does: text, a tool call, both."""
    given: dict[str, Any] = {"model": "m", "stream": True, "messages": [], "contents": []}
    scripts = [
        reply("one ", "two"),
        call("look", {"name": "x"}),
        ScriptedReply(text=["so "], calls=[{"name": "look", "args": {"a": [1, {"b": None}]}}]),
        ScriptedReply(text=["so"], thinking="hm" * 20),
    ]
    if wire == "anthropic":
        asked = read_anthropic("/v1/messages", {}, given, 0)
        return [b"".join(f for f, _ in anthropic_frames(asked, s, (0, 0))) for s in scripts]
    asked = read_gemini("/v1beta/models/m:streamGenerateContent", {}, given, 0)
    return [b"".join(f for f, _ in gemini_frames(asked, s)) for s in scripts]


class ByteProvider:
    """Answers each request with what it was told last, and hangs up."""

    def __init__(self) -> None:
        self.status = 200
        self.kind = KINDS[0]
        self.pieces: list[bytes] = []
        self.url = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request."""
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            lengths = [x for x in head.lower().split(b"\r\n") if x.startswith(b"content-length:")]
            await reader.readexactly(int(lengths[0].partition(b":")[2]) if lengths else 0)
            first = f"HTTP/1.1 {self.status} X\r\ncontent-type: {self.kind}\r\n"
            writer.write(first.encode() + b"connection: close\r\n\r\n")
            for piece in self.pieces:
                writer.write(piece)
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def byte_provider() -> AsyncGenerator[ByteProvider]:
    """Run one on a free port."""
    provider = ByteProvider()
    async with await asyncio.start_server(provider.serve, "127.0.0.1", 0) as server:
        provider.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        yield provider
