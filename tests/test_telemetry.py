"""What leaves the process for operators: spans that connect, and nothing that anybody said."""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.support.chatting import Chat
from tests.support.model_server import ModelServer
from tests.support.workers import Worker, until

pytestmark = pytest.mark.anyio


@dataclass
class Collector:
    """An OTLP endpoint that keeps what it gets."""

    url: str
    received: list[bytes] = field(default_factory=list[bytes])

    @property
    def text(self) -> bytes:
        return b"".join(self.received)


@pytest.fixture(scope="module")
def collector() -> Generator[Collector]:
    kept = Collector("")

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            kept.received.append(self.rfile.read(int(self.headers["content-length"])))
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            del format, args

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    kept.url = f"http://127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield kept
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def worker_env(worker_env: dict[str, str], collector: Collector) -> dict[str, str]:
    return worker_env | {
        "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url,
        "OTEL_BSP_SCHEDULE_DELAY": "100",
    }


async def test_a_turn_is_one_trace_without_content(
    worker: Worker,
    collector: Collector,
    models: ModelServer,
    person: Callable[..., Awaitable[str]],
) -> None:
    """Ours and ADK's spans arrive; the message, the tool's arguments and the answer do not."""
    async with Chat(worker.url, await person()) as chat:
        await chat.say('call look {"name": "zanzibar"} then echo xylophone')
    await until(lambda: b"invoke_workflow" in collector.text, "the turn's span")
    await until(lambda: b"execute_tool look" in collector.text, "the tool's span")
    await until(lambda: b"POST /chat" in collector.text, "the request's span")
    for secret in (b"zanzibar", b"xylophone"):
        assert models.count(secret.decode()) > 0
        assert secret not in collector.text
    assert b"/readyz" not in collector.text
