"""One FastAPI app around one worker."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.routing import iter_route_contexts

from server import errors, logs, openapi, telemetry
from server.identity.identity import Identity
from server.lifecycle import WorkerLifecycle
from server.limits.allowed_origins import allow_origins
from server.limits.request_limits import RequestLimits
from server.request_metrics import RequestMetrics
from server.routes import all_routers
from server.runtime import Runtime
from server.settings import Settings


def create_app(
    settings: Settings | None = None, on_ready: Callable[[], None] | None = None
) -> FastAPI:
    """Build the app; it answers /healthz at once and everything else when it is ready."""
    settings = settings or Settings.load()
    logs.install(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        def opened(runtime: Runtime, identity: Identity) -> None:
            app.state.runtime, app.state.identity = runtime, identity
            if on_ready:
                on_ready()

        app.state.lifecycle = lifecycle = WorkerLifecycle(settings, opened)
        lifecycle.begin()
        yield
        await lifecycle.end()

    app = FastAPI(
        title="Batuta",
        version="0.1.0",
        description="Workflow-routed multi-agent orchestrator: post a message, follow its events.",
        lifespan=lifespan,
        openapi_url=None,  # see server/openapi.py
        docs_url=None,  # its page loads scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,  # a redirect would be built from whatever Host header came
        telemetry=telemetry.request_tracing(settings),
    )
    app.state.settings = settings
    errors.install(app)
    telemetry.install(app, settings)
    for router in all_routers():
        app.include_router(router)
    openapi.install(app)
    app.add_middleware(RequestLimits, settings=settings)
    app.add_middleware(RequestMetrics)
    allow_origins(app, settings.allowed_origins)
    _make_routes(app)
    return app


def _make_routes(app: FastAPI) -> None:
    """Make the routes now: FastAPI would do so on the loop, at the first request to each router."""
    for _ in iter_route_contexts(app.routes):
        pass
