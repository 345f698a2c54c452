"""What leaves the process for operators: spans that connect, and nothing that anybody said."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Awaitable, Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import version
from typing import Any

import httpx
import pytest
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import (
    ExportMetricsServiceRequest,
)

from tests.support.chatting import Chat
from tests.support.model_server import ModelServer
from tests.support.workers import Worker, until

pytestmark = pytest.mark.anyio


@dataclass
class Collector:
    """An OTLP endpoint that keeps what it gets."""

    url: str
    received: list[tuple[str, bytes]] = field(default_factory=list[tuple[str, bytes]])

    @property
    def text(self) -> bytes:
        return b"".join(body for _, body in self.received)

    def points(self, metric: str) -> list[dict[str, str]]:
        """Return the attributes of everything that was measured under a name."""
        found: list[dict[str, str]] = []
        for path, body in list(self.received):
            if path == "/v1/metrics":
                sent = ExportMetricsServiceRequest.FromString(body)
                scopes = [s for r in sent.resource_metrics for s in r.scope_metrics]
                wanted = [m for s in scopes for m in s.metrics if m.name == metric]
                found += [_said(p.attributes) for m in wanted for p in m.histogram.data_points]
        return found

    def resources(self) -> list[dict[str, str]]:
        """Return what every batch of metrics says of who sends it."""
        sent = [b for path, b in list(self.received) if path == "/v1/metrics"]
        parsed = map(ExportMetricsServiceRequest.FromString, sent)
        return [_said(r.resource.attributes) for p in parsed for r in p.resource_metrics]


def _said(attributes: Iterable[Any]) -> dict[str, str]:
    values = ((a.key, a.value) for a in attributes)
    return {key: value.string_value or str(value.int_value) for key, value in values}


@contextmanager
def collecting() -> Generator[Collector]:
    """Receive what is exported, for as long as the block lasts."""
    kept = Collector("")

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            plain = gzip.decompress(body) if "gzip" in self.headers.values() else body
            kept.received.append((self.path, plain))
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
def collector() -> Generator[Collector]:
    with collecting() as kept:
        yield kept


@pytest.fixture(scope="module")
def worker_env(worker_env: dict[str, str], collector: Collector) -> dict[str, str]:
    return worker_env | {
        "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url,
        "OTEL_BSP_SCHEDULE_DELAY": "100",
        "OTEL_METRIC_EXPORT_INTERVAL": "200",
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


async def test_metrics_are_exported_beside_traces(
    worker: Worker, collector: Collector, person: Callable[..., Awaitable[str]]
) -> None:
    """Requests by route and tokens by model arrive by OTLP, with the version that sent them."""
    token = await person()
    async with Chat(worker.url, token) as chat:
        await chat.say("hello")
    async with httpx.AsyncClient(base_url=worker.url) as http:
        await http.get("/sessions/quetzalcoatl", headers={"authorization": f"Bearer {token}"})
        await http.get("/no/such/quetzalcoatl")
    await until(
        lambda: any(
            p.get("http.route") == "/sessions/{session_id}"
            for p in collector.points("http.server.request.duration")
        ),
        "the request's duration",
    )
    await until(lambda: collector.points("gen_ai.client.token.usage"), "the tokens")
    durations = collector.points("http.server.request.duration")
    posted = [p for p in durations if p.get("http.route") == "/chat"]
    assert {p["http.request.method"] for p in posted} == {"POST"}
    assert {p["http.response.status_code"] for p in posted} == {"200"}
    tokens = collector.points("gen_ai.client.token.usage")
    assert {p["gen_ai.token.type"] for p in tokens} == {"input", "output"}
    assert all(p["gen_ai.provider.name"] and p["gen_ai.response.model"] for p in tokens)
    assert {r["service.version"] for r in collector.resources()} == {version("batuta")}
    measured = b"".join(body for path, body in collector.received if path == "/v1/metrics")
    for personal in (b"quetzalcoatl", b"example.org", token.encode()):
        assert personal not in measured


async def test_the_built_in_model_is_nobody_elses(
    launch: Callable[..., Awaitable[Worker]], person: Callable[..., Awaitable[str]]
) -> None:
    """What `local` answers is reported as its own, in spans and in metrics."""
    usage, took = "gen_ai.client.token.usage", "gen_ai.client.operation.duration"
    with collecting() as kept:
        keyless = {"BATUTA_MODEL": "local", "GOOGLE_API_KEY": "", "ANTHROPIC_API_KEY": ""}
        alone = await launch(OTEL_EXPORTER_OTLP_ENDPOINT=kept.url, **keyless)
        async with Chat(alone.url, await person()) as chat:
            await chat.say("what time is it?")
        await until(lambda: b"generate_content" in kept.text, "the model call's span")
        await until(lambda: kept.points(usage) and kept.points(took), "its tokens and its time")
        for metric in (usage, took):
            assert {p["gen_ai.provider.name"] for p in kept.points(metric)} == {"local"}
        for stranger in (b"gemini", b"vertex_ai"):
            assert stranger not in kept.text
        alone.end()
