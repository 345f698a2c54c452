"""Dashboards of the caller: made, changed, looked at, shared."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from datetime import timedelta
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from agent.path.accept import session_id_of
from analysis.dashboard_edit import AnyEdit, PinTiles, UnpinTiles
from contracts.errors import InvalidRequest, NotFound, ToolFailed
from contracts.messages import Caller
from server.dashboard_views import DashboardLook
from server.limits.admission import ClosedRoute, identity_of
from server.page_answers import csv_answer
from server.routes.dashboards_forms import (
    DashboardBody,
    DashboardList,
    DashboardOut,
    DashboardView,
    EditBody,
    NewShare,
    PinBody,
    RevisionList,
    RevisionOut,
    SearchedText,
    ShareBody,
    ShareList,
    StepBody,
    TileId,
    ViewLink,
    dashboard_out,
    item_out,
    share_out,
)
from server.routes.dependencies import CallerDep, LanguageDep, Moment, RuntimeDep
from server.runtime import Runtime
from server.view_passes import new_ticket
from store import dashboards, users
from store.dashboards import HistoryStep
from tools.dashboards import DashboardAccess

router = APIRouter(prefix="/dashboards", tags=["dashboards"], route_class=ClosedRoute)


@router.get("")
async def list_(
    known: CallerDep,
    here: RuntimeDep,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: Moment | None = None,
    search: Annotated[SearchedText | None, Query(description="A part of the title.")] = None,
) -> DashboardList:
    """List your dashboards, the one that was changed last first."""
    lines = await dashboards.listed(here.pool, known, limit, before, search)
    following = lines[-1].updated_at if len(lines) == limit else None
    return DashboardList(dashboards=[item_out(line) for line in lines], next=following)


@router.post("", status_code=201)
async def create(body: DashboardBody, known: CallerDep, here: RuntimeDep) -> DashboardOut:
    """Make a dashboard; each query runs once, and what cannot be shown is refused."""
    session = session_id_of(known, body.session_id) if body.session_id else None
    with _refused():
        made = await _access(here, known, session).create(body.title, body.widgets)
    return dashboard_out(made)


@router.get("/{dashboard_id}")
async def detail(dashboard_id: UUID, known: CallerDep, here: RuntimeDep) -> DashboardOut:
    """Open a dashboard, without its figures."""
    return dashboard_out(await _access(here, known).open(dashboard_id))


@router.patch("/{dashboard_id}")
async def edit(
    dashboard_id: UUID, body: EditBody, known: CallerDep, here: RuntimeDep
) -> DashboardOut:
    """Change a dashboard: all of the edits, or none if one of them cannot be."""
    return await _edited(here, known, dashboard_id, body.edits, body.version)


@router.delete("/{dashboard_id}", status_code=204)
async def delete(dashboard_id: UUID, known: CallerDep, here: RuntimeDep) -> Response:
    """Delete a dashboard with its history and its links."""
    await _access(here, known).delete(dashboard_id)
    return Response(status_code=204)


@router.post("/{dashboard_id}/undo")
async def undo(
    dashboard_id: UUID, known: CallerDep, here: RuntimeDep, body: StepBody | None = None
) -> DashboardOut:
    """Undo the last change."""
    return await _step(here, known, dashboard_id, "undo", body)


@router.post("/{dashboard_id}/redo")
async def redo(
    dashboard_id: UUID, known: CallerDep, here: RuntimeDep, body: StepBody | None = None
) -> DashboardOut:
    """Do again what was undone last."""
    return await _step(here, known, dashboard_id, "redo", body)


@router.post("/{dashboard_id}/pin")
async def pin(
    dashboard_id: UUID, known: CallerDep, here: RuntimeDep, body: PinBody | None = None
) -> DashboardOut:
    """Let widgets keep the figures of now, or ask for the latest again."""
    body = body or PinBody(version=None)
    names: list[str | None] = [*body.widgets] or [None]
    edits: list[AnyEdit] = [
        PinTiles(edit="pin", widget=name) if body.pinned else UnpinTiles(edit="unpin", widget=name)
        for name in names
    ]
    return await _edited(here, known, dashboard_id, edits, body.version)


@router.get("/{dashboard_id}/history")
async def history(dashboard_id: UUID, known: CallerDep, here: RuntimeDep) -> RevisionList:
    """List the changes that can be gone back to, the newest first."""
    stored = (await _access(here, known).open(dashboard_id)).stored
    kept = await dashboards.revisions(here.pool, stored)
    told = [RevisionOut(no=r.no, what=r.what, at=r.at, shown=r.shown) for r in kept]
    return RevisionList(revisions=told)


@router.get("/{dashboard_id}/data", response_model_exclude_none=True)
async def data(
    dashboard_id: UUID,
    request: Request,
    known: CallerDep,
    here: RuntimeDep,
    language: LanguageDep,
    widget: Annotated[TileId | None, Query(description="This one alone.")] = None,
) -> DashboardView:
    """Run the queries of the widgets and return what they show; one that fails says so itself."""
    look = await _look(here, known, dashboard_id, language)
    return await look.view(identity_of(request), widget)


@router.get("/{dashboard_id}/widgets/{widget}/csv", response_class=Response)
async def rows(
    dashboard_id: UUID, widget: str, known: CallerDep, here: RuntimeDep, language: LanguageDep
) -> Response:
    """Download the rows of a widget as CSV; no cell of it is a formula."""
    look = await _look(here, known, dashboard_id, language)
    with _refused():
        return csv_answer(*await look.csv(widget))


@router.post("/{dashboard_id}/view", status_code=201)
async def open_view(dashboard_id: UUID, known: CallerDep, here: RuntimeDep) -> ViewLink:
    """Get an address at which a browser sees the dashboard; it works once, within a minute."""
    await _access(here, known).open(dashboard_id)
    return await new_ticket(
        here.pool, known, dashboard_id, None, f"/dashboards/{dashboard_id}/view"
    )


@router.post("/{dashboard_id}/shares", status_code=201)
async def share(
    dashboard_id: UUID, body: ShareBody, known: CallerDep, here: RuntimeDep
) -> NewShare:
    """Make a link to a dashboard; its address is told this once."""
    made = await _access(here, known).share(
        dashboard_id, body.audience, body.people, timedelta(hours=body.hours)
    )
    told = share_out(made.share, await users.emails(here.pool, known.org_id, made.share.people))
    return NewShare(**told.model_dump(), url=made.url)


@router.get("/{dashboard_id}/shares")
async def shares(dashboard_id: UUID, known: CallerDep, here: RuntimeDep) -> ShareList:
    """List the links to a dashboard; none of them can be read again."""
    found = await _access(here, known).shares(dashboard_id)
    named = {one for share in found for one in share.people}
    emails = await users.emails(here.pool, known.org_id, named)
    return ShareList(shares=[share_out(share, emails) for share in found])


@router.delete("/{dashboard_id}/shares/{share_id}", status_code=204)
async def revoke(
    dashboard_id: UUID, share_id: UUID, known: CallerDep, here: RuntimeDep
) -> Response:
    """Close a link for good, at once."""
    await _access(here, known).revoke(dashboard_id, share_id)
    return Response(status_code=204)


def _access(here: Runtime, known: Caller, session_id: UUID | None = None) -> DashboardAccess:
    return DashboardAccess(here.pool, here.tiles, known, session_id)


async def _look(
    here: Runtime, known: Caller, dashboard_id: UUID, language: LanguageDep
) -> DashboardLook:
    access = _access(here, known)
    found = await access.open(dashboard_id)
    return DashboardLook(access, found, language, f"/dashboards/{dashboard_id}", own=True)


async def _edited(
    here: Runtime, known: Caller, dashboard_id: UUID, edits: list[AnyEdit], version: int | None
) -> DashboardOut:
    with _refused():
        changed = await _access(here, known).edit(dashboard_id, edits, version=version)
    return dashboard_out(changed)


async def _step(
    here: Runtime, known: Caller, dashboard_id: UUID, way: HistoryStep, body: StepBody | None
) -> DashboardOut:
    version = body.version if body else None
    return dashboard_out(await _access(here, known).step(dashboard_id, way, version=version))


@contextmanager
def _refused() -> Generator[None]:
    """Say of what does not fit that the request is at fault: no tool was called."""
    try:
        yield
    except NotFound:
        raise
    except ToolFailed as exc:
        raise InvalidRequest(exc.message) from None
