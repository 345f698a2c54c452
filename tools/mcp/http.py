"""An MCP server at an address: what it answers is bounded, and nothing of it is unpacked."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from typing import TYPE_CHECKING

from tools.mcp.stdio import MOST_MESSAGE

if TYPE_CHECKING:
    import httpx2
    from mcp.client._transport import TransportStreams

_CONNECT_SECONDS = 10.0
_SILENCE_SECONDS = 300.0  # of a stream that is held open for what the server may say


@contextlib.asynccontextmanager
async def http_transport(url: str, headers: Mapping[str, str]) -> AsyncGenerator[TransportStreams]:
    """Exchange messages with a server that speaks streamable HTTP."""
    import httpx2
    from mcp.client.streamable_http import streamable_http_client

    class BoundedStream(httpx2.AsyncByteStream):
        """A body of which no more is read than a message may have."""

        def __init__(self, body: httpx2.AsyncByteStream) -> None:
            self._body = body

        async def __aiter__(self) -> AsyncIterator[bytes]:
            left = MOST_MESSAGE
            async for piece in self._body:
                left -= len(piece)
                if left < 0:
                    raise httpx2.ReadError(f"the answer has more than {MOST_MESSAGE} bytes")
                yield piece

        async def aclose(self) -> None:
            await self._body.aclose()

    class BoundedTransport(httpx2.AsyncHTTPTransport):
        """Bounds every answer; events of a stream are bounded one by one by who reads them."""

        async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
            answer = await super().handle_async_request(request)
            if answer.headers.get("content-encoding", "identity") != "identity":
                await answer.aclose()
                raise httpx2.ReadError("the answer is packed, which was not asked for")
            kind = answer.headers.get("content-type", "")
            if "text/event-stream" not in kind and isinstance(
                answer.stream, httpx2.AsyncByteStream
            ):
                answer.stream = BoundedStream(answer.stream)
            return answer

    timeout = httpx2.Timeout(_CONNECT_SECONDS, read=_SILENCE_SECONDS)
    sent = {**headers, "accept-encoding": "identity"}
    async with (
        httpx2.AsyncClient(headers=sent, timeout=timeout, transport=BoundedTransport()) as client,
        streamable_http_client(url, http_client=client, max_sse_event_size=MOST_MESSAGE) as streams,
    ):
        yield streams
