"""A page fragment that tries to get out by every way that browsers know, and who listens for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

FRAGMENT = Path(__file__).parent.parent / "data" / "hostile.html"


@dataclass
class Arrivals:
    """What came to whoever listens: paths, bare connections, datagrams."""

    port: int
    paths: list[str] = field(default_factory=list[str])
    connections: int = 0
    datagrams: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ways(self) -> set[str]:
        """The different ways by which something came."""
        return {path.partition("?")[0] for path in self.paths} - {"/open", "/favicon.ico"}

    def fragment(self, *, leaves: bool = True) -> str:
        """Return the fragment that tries to reach this listener; or only what does not go there."""
        text = FRAGMENT.read_text(encoding="utf-8")
        if not leaves:
            text = text.partition("// At the end")[0] + "</script>"
            text = "\n".join(line for line in text.splitlines() if "leaves" not in line)
        return text.replace("@TO@", self.url).replace("@NEAR@", f"127.0.0.1:{self.port}")


class _Datagrams(asyncio.DatagramProtocol):
    def __init__(self, arrivals: Arrivals) -> None:
        self._arrivals = arrivals

    def datagram_received(self, data: bytes, addr: object) -> None:
        self._arrivals.datagrams += 1


@asynccontextmanager
async def listening() -> AsyncGenerator[Arrivals]:
    """Listen on one port by TCP and UDP; serves the fragment without any fence at /open."""
    arrivals = Arrivals(0)

    async def heard(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        arrivals.connections += 1
        try:
            head = (await reader.readuntil(b"\r\n")).decode("latin-1").split()
            path = head[1] if len(head) > 1 else ""
            arrivals.paths.append(path)
            body = b""
            if path == "/open":
                body = f"<!doctype html><body>{arrivals.fragment(leaves=False)}".encode()
            writer.write(
                b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n"
                + f"content-length: {len(body)}\r\n\r\n".encode() + body
            )  # fmt: skip
            await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(heard, "127.0.0.1", 0)
    arrivals.port = server.sockets[0].getsockname()[1]
    loop = asyncio.get_running_loop()
    udp, _ = await loop.create_datagram_endpoint(
        lambda: _Datagrams(arrivals), local_addr=("127.0.0.1", arrivals.port)
    )
    async with server:
        try:
            yield arrivals
        finally:
            udp.close()
            await asyncio.sleep(0)  # it closes its socket in the loop's next round
