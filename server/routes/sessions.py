"""Conversations: list, open, rename, delete."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from contracts.errors import InvalidRequest, NotFound
from contracts.messages import Caller, new_id
from server.routes.chat import MOST, may_name, session_uuid
from server.routes.dependencies import caller
from server.routes.fields import Moment
from server.runtime import Runtime, runtime
from store import approvals, sessions
from store.sessions import SessionRow, StoredMessage

router = APIRouter(prefix="/sessions", tags=["sessions"])
Known = Annotated[Caller, Depends(caller)]
Here = Annotated[Runtime, Depends(runtime)]


class SessionBody(BaseModel):
    """A new conversation; both fields may be left out."""

    model_config = ConfigDict(extra="ignore")

    id: str | None = Field(default=None, max_length=200)
    title: str | None = Field(default=None, max_length=200, pattern="^[^\x00]*$")


class RenameBody(BaseModel):
    """The new title."""

    title: str = Field(min_length=1, max_length=200, pattern="^[^\x00]*$")


class SessionOut(BaseModel):
    """A conversation in a list."""

    id: str
    title: str | None
    created_at: datetime
    updated_at: datetime


class SessionList(BaseModel):
    """A page of conversations, the newest first; `next` is the `before` of the next page."""

    sessions: list[SessionOut]
    next: datetime | None


class MessageOut(BaseModel):
    """A stored message with all its blocks, as they were."""

    id: str
    turn: str
    no: int
    role: str
    blocks: list[dict[str, Any]]
    workflow: str | None
    created_at: datetime


class OpenTurn(BaseModel):
    """A message that is still being answered, or waits to be."""

    turn: str
    status: str
    message: str | None
    created_at: datetime


class SessionDetail(SessionOut):
    """A conversation with its messages, what runs in it, and what it asks its owner."""

    messages: list[MessageOut]
    next: int | None = Field(description="The `before` of the page of earlier messages.")
    open_turns: list[OpenTurn]
    approvals: list[str] = Field(description="Ids of the open approvals.")


@router.post("", status_code=201)
async def create(known: Known, here: Here, body: SessionBody | None = None) -> SessionOut:
    """Create a conversation; posting a message with a new `session_id` does so too."""
    body = body or SessionBody()
    session_id = session_uuid(known, body.id) if body.id else new_id()
    await may_name(here, known, body.id, session_id)
    if not await sessions.create(here.pool, known, session_id, body.title):
        raise InvalidRequest("this session id is taken; leave `id` out to get a new one")
    return _out(await _found(here, known, session_id))


@router.get("")
async def list_(
    known: Known,
    here: Here,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: Moment | None = None,
) -> SessionList:
    """List your conversations, the newest first."""
    rows = await sessions.list_for(here.pool, known, limit, before)
    following = rows[-1].updated_at if len(rows) == limit else None
    return SessionList(sessions=[_out(r) for r in rows], next=following)


@router.get("/{session_id}")
async def detail(
    session_id: str,
    known: Known,
    here: Here,
    limit: Annotated[int, Query(ge=1, le=500)] = 200,
    before: Annotated[int | None, Query(ge=1, le=MOST)] = None,
) -> SessionDetail:
    """Open a conversation: its newest messages, oldest first."""
    key = session_uuid(known, session_id)
    row = await _found(here, known, key)
    # In this order: a turn that ends in between is then seen twice, and never not at all.
    open_ = await sessions.open_turns(here.pool, known, key)
    stored = await sessions.messages(here.pool, known, key, limit, before)
    told = {m.turn_id for m in stored}
    asked = await approvals.open_for(here.pool, known, key)
    return SessionDetail(
        **_out(row).model_dump(),
        messages=[_message(m) for m in stored],
        next=stored[0].no if len(stored) == limit and stored[0].no > 1 else None,
        open_turns=[
            OpenTurn(turn=str(t), status=status, message=text, created_at=at)
            for t, status, text, at in open_
            if t not in told
        ],
        approvals=[str(a.id) for a in asked],
    )


@router.patch("/{session_id}")
async def rename(session_id: str, body: RenameBody, known: Known, here: Here) -> SessionOut:
    """Rename a conversation."""
    key = session_uuid(known, session_id)
    if not await sessions.rename(here.pool, known, key, body.title):
        raise NotFound("you have no session of this id")
    return _out(await _found(here, known, key))


@router.delete("/{session_id}", status_code=204)
async def delete(session_id: str, known: Known, here: Here) -> Response:
    """Delete a conversation with everything in it; what runs in it stops."""
    open_ = await sessions.delete(here.pool, known, session_uuid(known, session_id))
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


def _out(row: SessionRow) -> SessionOut:
    return SessionOut(
        id=str(row.id), title=row.title, created_at=row.created_at, updated_at=row.updated_at
    )


def _message(m: StoredMessage) -> MessageOut:
    return MessageOut(
        id=str(m.id),
        turn=str(m.turn_id),
        no=m.no,
        role=m.role,
        blocks=m.blocks,
        workflow=m.workflow,
        created_at=m.created_at,
    )
