"""The audit log of an organisation, for its administrators."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query

from server.audit_masking import masked
from server.limits.admission import ClosedRoute
from server.routes.audit_forms import AuditPage, AuditQuery, audit_row
from server.routes.dependencies import AdminDep, RuntimeDep
from store import audit

router = APIRouter(prefix="/audit", tags=["administration"], route_class=ClosedRoute)


@router.get("")
async def page(
    known: AdminDep, here: RuntimeDep, query: Annotated[AuditQuery, Query()]
) -> AuditPage:
    """List who did what in your organisation, the newest first."""
    found = await audit.listed(here.pool, query.to_store(known.org_id), query.limit)
    shown = await asyncio.to_thread(lambda: [audit_row(masked(entry)) for entry in found])
    return AuditPage(entries=shown, next=found[-1].id if len(found) == query.limit else None)
