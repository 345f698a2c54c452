"""Traces and metrics of this process; ADK's and ours go where OTEL_* says."""

from __future__ import annotations

import atexit
import secrets
from importlib.metadata import version
from uuid import uuid4

from fastapi import FastAPI, Request
from fastapi.telemetry import TelemetryConfig
from opentelemetry import metrics, trace
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from starlette.responses import Response

from contracts.errors import Forbidden
from server.limits.client_address import canonical_address, client_address
from server.settings import Settings

_PROXIED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")

_LAST_WORDS_MS = 2000  # at the end nobody waits long for a collector that is away

_UNTRACED = frozenset({"/metrics", "/healthz", "/readyz"})


def request_tracing(settings: Settings) -> TelemetryConfig:
    """Say what the web framework itself reports: spans and durations, if they go anywhere."""
    return {
        "tracing": bool(settings.otlp_endpoint),
        "metrics": bool(settings.otlp_endpoint),
        "logs": False,
        "operation_spans": False,
        "exclude": lambda scope: scope.get("path") in _UNTRACED,
    }


def install(app: FastAPI, settings: Settings) -> None:
    """Serve /metrics, and export traces and metrics if an address for them is set."""
    if settings.otlp_endpoint:
        _export()

    @app.get("/metrics", include_in_schema=False)
    def shown(request: Request) -> Response:
        if not _may_read_metrics(request, settings):
            raise Forbidden("metrics are open to loopback, or to BATUTA_METRICS_TOKEN")
        return Response(
            generate_latest(_metrics_registry(settings)), media_type=CONTENT_TYPE_LATEST
        )


def _metrics_registry(settings: Settings) -> CollectorRegistry:
    """Return this process's numbers, or those of all workers behind one address."""
    if not settings.metrics_folder:
        return REGISTRY
    registry = CollectorRegistry()
    MultiProcessCollector(registry, path=str(settings.metrics_folder))
    return registry


def _may_read_metrics(request: Request, settings: Settings) -> bool:
    if settings.metrics_token:
        given = request.headers.get("authorization", "")
        return secrets.compare_digest(given.encode(), f"Bearer {settings.metrics_token}".encode())
    address = canonical_address(client_address(request))
    near = address is not None and address.is_loopback
    return near and not any(name in request.headers for name in _PROXIED)


def _export() -> None:
    from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.metrics import MeterProvider
    from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    about = {
        "service.name": "batuta",
        "service.version": version("batuta"),
        "service.instance.id": uuid4().hex,  # workers count beside each other, not over each other
    }
    resource = Resource.create(about)
    spans = TracerProvider(resource=resource)
    spans.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(spans)
    reader = PeriodicExportingMetricReader(OTLPMetricExporter())
    counts = MeterProvider([reader], resource, shutdown_on_exit=False)
    atexit.register(counts.shutdown, _LAST_WORDS_MS)
    metrics.set_meter_provider(counts)
