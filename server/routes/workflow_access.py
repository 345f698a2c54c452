"""Which roles may use which workflow in an organisation, for its administrators."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from contracts.errors import InvalidRequest, NotFound
from router.route import ROOT
from server.limits.admission import ClosedRoute
from server.routes.dependencies import AdminDep, RuntimeDep
from server.routes.workflow_access_forms import (
    WorkflowAccessBody,
    WorkflowAccessList,
    WorkflowAccessOut,
)
from server.runtime import Runtime
from store import audit, workflow_access

router = APIRouter(prefix="/workflow-access", tags=["administration"], route_class=ClosedRoute)
ServedName = Annotated[str, Path(pattern=r"^[a-z][a-z0-9_]{0,62}$")]


@router.get("")
async def list_(known: AdminDep, here: RuntimeDep) -> WorkflowAccessList:
    """List what is served, and who may use it."""
    return WorkflowAccessList(
        workflows=[_shown(here, known, name) for name in sorted(here.workflows)]
    )


@router.put("/{name}")
async def say(
    name: ServedName, body: WorkflowAccessBody, known: AdminDep, here: RuntimeDep
) -> WorkflowAccessOut:
    """Say who may use a workflow in your organisation; every worker obeys within a second."""
    if name not in here.workflows:
        raise NotFound(f"there is no workflow '{name}'")
    if name == ROOT and body.roles:
        raise InvalidRequest(f"'{ROOT}' is where everybody begins; it cannot be closed")
    before = _shown(here, known, name)
    await workflow_access.say(here.pool, known.org_id, name, body.roles, known.user_id)
    after = sorted(set(body.roles)) if body.roles is not None else None
    detail = {"workflow": name, "before": before.roles, "after": after}
    await audit.record(here.pool, "workflow.access", actor=known.user_id, detail=detail)
    await here.take_up_access()
    return _shown(here, known, name)


def _shown(here: Runtime, known: AdminDep, name: str) -> WorkflowAccessOut:
    workflow = here.workflows[name]
    said = here.repertoire.access.of(known.org_id).get(name)
    return WorkflowAccessOut(
        name=name,
        title=workflow.title,
        file_roles=sorted(workflow.access),
        roles=sorted(said) if said is not None else None,
    )
