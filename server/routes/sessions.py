"""Conversations: list, open, rename, delete."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query
from starlette.responses import Response

from agent.path.accept import session_id_of, too_many_sessions, usable_session_id
from contracts.errors import InvalidRequest, NotFound, RateLimited
from contracts.messages import Caller
from server.limits.admission import ClosedRoute
from server.routes.approvals_forms import approval_out
from server.routes.dependencies import LARGEST_INT, CallerDep, Moment, RuntimeDep
from server.routes.session_events_forms import session_handover
from server.routes.sessions_forms import (
    GivenFeedback,
    OpenTurn,
    RenameBody,
    SessionBody,
    SessionDetail,
    SessionList,
    SessionOut,
    message_out,
    session_out,
)
from server.runtime import Runtime
from store import approvals, feedback, sessions
from store.sessions import SessionRow

router = APIRouter(prefix="/sessions", tags=["sessions"], route_class=ClosedRoute)


@router.post("", status_code=201)
async def create(known: CallerDep, here: RuntimeDep, body: SessionBody | None = None) -> SessionOut:
    """Create a conversation; posting a message with a new `session_id` does so too."""
    body = body or SessionBody()
    session_id = await usable_session_id(here.pool, known, body.id)
    made = await sessions.create(here.pool, known, session_id, body.title, here.limits)
    match made.outcome:
        case "made":
            pass
        case "taken":
            raise InvalidRequest("this session id is taken; leave `id` out to get a new one")
        case "too_many_sessions":
            raise too_many_sessions()
        case "rate_limited":
            wait = made.retry_after
            raise RateLimited(
                f"too many new conversations; try again in {wait} s", retry_after=wait
            )
    return session_out(await _found(here, known, session_id))


@router.get("")
async def list_(
    known: CallerDep,
    here: RuntimeDep,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: Moment | None = None,
) -> SessionList:
    """List your conversations, the newest first."""
    rows = await sessions.list_for(here.pool, known, limit, before)
    following = rows[-1].updated_at if len(rows) == limit else None
    return SessionList(sessions=[session_out(r) for r in rows], next=following)


@router.get("/{session_id}")
async def detail(
    session_id: str,
    known: CallerDep,
    here: RuntimeDep,
    limit: Annotated[int, Query(ge=1, le=500)] = 200,
    before: Annotated[int | None, Query(ge=1, le=LARGEST_INT)] = None,
) -> SessionDetail:
    """Open a conversation: its newest messages, oldest first."""
    key = session_id_of(known, session_id)
    row = await _found(here, known, key)
    # In this order: a turn that ends in between is then seen twice, and never not at all.
    open_ = await sessions.open_turns(here.pool, known, key)
    stored = await sessions.messages(here.pool, known, key, limit, before)
    turns = {m.turn_id for m in stored}
    waiting = await approvals.open_for(here.pool, known, key)
    asked = [] if open_ else await sessions.asked(here.pool, known, key)
    return SessionDetail(
        **session_out(row).model_dump(),
        messages=[message_out(m) for m in stored],
        next=stored[0].no if len(stored) == limit and stored[0].no > 1 else None,
        open_turns=[
            OpenTurn(turn=str(t), status=status, message=text, created_at=at)
            for t, status, text, at in open_
            if t not in turns
        ],
        approvals=[str(a.id) for a in waiting],
        open_approvals=[approval_out(a) for a in waiting],
        feedback=[
            GivenFeedback(**one) for one in await feedback.of_turns(here.pool, known, sorted(turns))
        ],
        told=await sessions.told(here.pool, known, sorted(turns)),
        handover=await session_handover(here, known, key),
        asked=[event for event in asked if event["type"] != "ui" or "result_schema" in event],
    )


@router.patch("/{session_id}")
async def rename(
    session_id: str, body: RenameBody, known: CallerDep, here: RuntimeDep
) -> SessionOut:
    """Rename a conversation."""
    key = session_id_of(known, session_id)
    if not await sessions.rename(here.pool, known, key, body.title):
        raise NotFound("you have no session of this id")
    return session_out(await _found(here, known, key))


@router.delete("/{session_id}", status_code=204)
async def delete(session_id: str, known: CallerDep, here: RuntimeDep) -> Response:
    """Delete a conversation with everything in it; what runs in it stops."""
    open_ = await sessions.delete(here.pool, known, session_id_of(known, session_id))
    if open_ is None:
        raise NotFound("you have no session of this id")
    for turn_id in open_:
        here.engine.interrupt(turn_id, "lost")
    return Response(status_code=204)


async def _found(here: Runtime, known: Caller, session_id: UUID) -> SessionRow:
    row = await sessions.find(here.pool, known, session_id)
    if row is None:
        raise NotFound("you have no session of this id")
    return row
