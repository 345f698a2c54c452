"""Approvals: what waits for the caller's decision, and the decision."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, ConfigDict

from contracts.errors import Expired, InvalidRequest, NotFound
from contracts.messages import Caller, new_id
from server.routes.chat import EVENTS, plain, refuse
from server.routes.dependencies import caller
from server.runtime import Runtime, runtime
from server.stream import EventStream
from store import approvals, turns
from store.approvals import Approval
from store.turns import Arrival
from tools.tool import ToolArguments

router = APIRouter(prefix="/approvals", tags=["approvals"])
Known = Annotated[Caller, Depends(caller)]
Here = Annotated[Runtime, Depends(runtime)]


class Decision(BaseModel):
    """Yes or no; other arguments for the call; whether to stop asking in this session."""

    model_config = ConfigDict(extra="ignore")

    approve: bool
    edited_args: dict[str, Any] | None = None
    remember: bool = False


class ApprovalOut(BaseModel):
    """A question that waits for its answer."""

    id: str
    session: str
    turn: str
    kind: str
    call: str
    tool: str
    title: str
    args: dict[str, Any]
    reason: str
    expires_at: datetime
    created_at: datetime


class ApprovalList(BaseModel):
    """Open approvals, the oldest first."""

    approvals: list[ApprovalOut]


@router.get("")
async def list_(known: Known, here: Here) -> ApprovalList:
    """List what waits for your decision."""
    found = await approvals.open_for(here.pool, known, None)
    return ApprovalList(approvals=[_out(a) for a in found])


@router.post("/{approval_id}", responses=EVENTS, response_model=None)
async def decide(
    request: Request, approval_id: UUID, body: Decision, known: Known, here: Here
) -> EventStream:
    """Decide, once; the answer is the stream of the turn that carries the decision out."""
    asked = await approvals.find(here.pool, known, approval_id)
    if asked is None:
        raise NotFound("you have no approval of this id")
    if asked.status != "open" or asked.expired:
        raise Expired("this approval was answered or has expired; send a message to start again")
    edited = _checked(here, asked, body)
    arrival = Arrival(
        turn_id=new_id(),
        session_id=asked.session_id,
        kind="approval",
        input={
            "approval": {
                "id": str(approval_id),
                "approve": body.approve,
                "edited_args": edited,
                "remember": body.remember,
            }
        },
        options={},
    )
    async with here.pool.acquire() as conn, conn.transaction():
        accepted = await turns.accept(conn, known, arrival, here.limits)
        refuse(accepted)
        outcome = await approvals.answer(
            conn,
            known.user_id,
            approval_id,
            arrival.turn_id,
            body.approve,
            edited,
            body.remember,
        )
        if outcome != "answered":
            raise Expired("this approval was answered or has expired just now")
    if accepted.outcome == "run":
        await here.start(arrival.turn_id)
    return here.stream(request, arrival.turn_id, look_first=accepted.outcome != "run")


def _checked(here: Runtime, asked: Approval, body: Decision) -> dict[str, Any] | None:
    """Hold edited arguments against the tool's schema."""
    if body.edited_args is None or not body.approve:
        return None
    tool = here.tools.get(asked.tool)
    if tool is None:
        raise InvalidRequest("this approval has no arguments to edit")
    try:
        return plain(tool.validate(plain(body.edited_args)))
    except ToolArguments as exc:
        raise InvalidRequest(exc.message) from None


def _out(a: Approval) -> ApprovalOut:
    return ApprovalOut(
        id=str(a.id),
        session=str(a.session_id),
        turn=str(a.turn_id),
        kind=a.kind,
        call=a.call_id,
        tool=a.tool,
        title=a.title,
        args=a.args,
        reason=a.reason,
        expires_at=a.expires_at,
        created_at=a.created_at,
    )
