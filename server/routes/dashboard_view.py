"""A dashboard for the browser of its owner: signed in to the pages, or come by a ticket."""

from __future__ import annotations

from uuid import UUID

from fastapi import APIRouter, Request
from starlette.responses import Response

from contracts.errors import BatutaError, NotFound
from contracts.messages import Caller
from language.detect import Language
from server.dashboard_views import DashboardLook
from server.limits.admission import caller_of, identity_of, is_signed
from server.page_answers import csv_answer, page_answer, refusal_answer
from server.routes.dashboards_forms import DashboardView
from server.routes.dependencies import LanguageDep, RuntimeDep
from server.runtime import Runtime
from server.view_passes import pass_of, use_ticket
from tools.dashboards import DashboardAccess

router = APIRouter(prefix="/dashboards/{dashboard_id}/view", include_in_schema=False)
ENDED = "this view has ended; get a new address by POST /dashboards/{id}/view"


@router.get("")
async def page(
    dashboard_id: UUID, request: Request, here: RuntimeDep, language: LanguageDep
) -> Response:
    """Show the page; an address with a ticket leads to itself without it."""
    try:
        if "ticket" in request.query_params:
            answer = await use_ticket(here.pool, request, here.settings)
            return answer or refusal_answer(NotFound(ENDED), language)
        look = await _look(here, request, dashboard_id, language)
    except BatutaError as exc:
        return refusal_answer(exc, language)
    title, printing = look.known.document.title, request.query_params.get("print") == "1"
    source = f"{look.base}/data?language={language}"
    return page_answer(title, source, language, printing=printing)


@router.get("/data", response_model_exclude_none=True)
async def data(
    dashboard_id: UUID, request: Request, here: RuntimeDep, language: LanguageDep
) -> DashboardView:
    """Return the figures for the page."""
    look = await _look(here, request, dashboard_id, language)
    return await look.view(identity_of(request))


@router.get("/widgets/{widget}/csv")
async def rows(
    dashboard_id: UUID, widget: str, request: Request, here: RuntimeDep, language: LanguageDep
) -> Response:
    """Download the rows of a widget."""
    look = await _look(here, request, dashboard_id, language)
    return csv_answer(*await look.csv(widget))


async def _look(
    here: Runtime, request: Request, dashboard_id: UUID, language: Language
) -> DashboardLook:
    access = DashboardAccess(here.pool, here.tiles, await _viewer(here, request, dashboard_id))
    found = await access.open(dashboard_id)
    return DashboardLook(access, found, language, f"/dashboards/{dashboard_id}/view", own=True)


async def _viewer(here: Runtime, request: Request, dashboard_id: UUID) -> Caller:
    """Tell who looks: by a pass of this dashboard, or signed in to the pages."""
    known = await pass_of(here.pool, request)
    if known is not None and known.share_id is None and known.dashboard_id == dashboard_id:
        return known.viewer
    if not is_signed(request):
        raise NotFound(ENDED)
    return await caller_of(request)
