"""/healthz says that the process answers, /readyz that it can work."""

from __future__ import annotations

from typing import cast

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse

from contracts.errors import BatutaError, Unavailable
from server.errors import problem_response
from server.lifecycle import WorkerLifecycle
from server.routes.dependencies import runtime
from server.runtime import Runtime
from store.pool import ping, translate

router = APIRouter(tags=["operations"])


@router.get("/healthz")
async def healthz() -> JSONResponse:
    """The process answers."""
    return JSONResponse({"status": "ok"})


@router.get("/readyz", response_model=None)
async def readyz(request: Request) -> object:
    """Database, migrations, encoder and providers are warm; otherwise 503 and what is missing."""
    lifecycle = cast(WorkerLifecycle, request.app.state.lifecycle)
    if not lifecycle.ready:
        return problem_response(Unavailable(lifecycle.problem or "stopping", retry_after=1))
    here = await runtime(request)
    if here.engine.draining:
        return problem_response(Unavailable("this worker is stopping", retry_after=1))
    failed = await _database_problem(here)
    if failed:
        return problem_response(failed)
    flaws = len(here.repertoire.flaws)  # what they are is told to owners: GET /workflows
    return JSONResponse({"status": "ready"} | ({"workflow_flaws": flaws} if flaws else {}))


async def _database_problem(here: Runtime) -> BatutaError | None:
    try:
        await ping(here.pool)
    except Exception as exc:
        known = translate(exc)
        if known is None:
            raise
        return known
    return None
