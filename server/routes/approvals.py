"""Approvals: what waits for the caller's decision, and the decision."""

from __future__ import annotations

from uuid import UUID

from fastapi import APIRouter, Request

from agent.path.accept import accept_answer
from server.limits.admission import ClosedRoute
from server.routes.approvals_forms import ApprovalBody, ApprovalList, approval_out
from server.routes.chat_forms import EVENTS
from server.routes.dependencies import CallerDep, RuntimeDep
from server.stream import EventStream
from store import approvals

router = APIRouter(prefix="/approvals", tags=["approvals"], route_class=ClosedRoute)


@router.get("")
async def list_(known: CallerDep, here: RuntimeDep) -> ApprovalList:
    """List what waits for your decision."""
    found = await approvals.open_for(here.pool, known, None)
    return ApprovalList(approvals=[approval_out(a) for a in found])


@router.post("/{approval_id}", responses=EVENTS, response_model=None)
async def decide(
    request: Request, approval_id: UUID, body: ApprovalBody, known: CallerDep, here: RuntimeDep
) -> EventStream:
    """Decide, once; the answer is the stream of the turn that carries the decision out."""
    here.streams.keep_room()
    accepted = await accept_answer(here.services, known, approval_id, body.answer(), here.limits)
    return await here.carry_out(request, known, accepted)
