"""What the API of conversations takes and gives."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field

from contracts.json import JsonObject
from server.limits.bounded_body import BoundedBody
from server.routes.approvals_forms import ApprovalOut
from server.routes.session_events_forms import SessionHandover
from store.sessions import SessionRow, StoredMessage


class SessionBody(BoundedBody):
    """A new conversation; both fields may be left out."""

    model_config = ConfigDict(extra="ignore")

    id: str | None = Field(default=None, max_length=200)
    title: str | None = Field(default=None, max_length=200, pattern="^[^\x00]*$")


class RenameBody(BoundedBody):
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
    blocks: list[JsonObject]
    workflow: str | None
    created_at: datetime


class OpenTurn(BaseModel):
    """A message that is still being answered, or waits to be."""

    turn: str
    status: str
    message: str | None
    created_at: datetime


class GivenFeedback(BaseModel):
    """What the caller has said of an answer."""

    turn: str
    type: str
    comment: str | None


class SessionDetail(SessionOut):
    """A conversation with its messages, what runs in it, and what it asks its owner."""

    messages: list[MessageOut]
    next: int | None = Field(description="The `before` of the page of earlier messages.")
    open_turns: list[OpenTurn]
    approvals: list[str] = Field(description="Ids of the open approvals.")
    open_approvals: list[ApprovalOut] = Field(description="The open approvals in full.")
    told: list[JsonObject] = Field(
        description="Of the messages' turns the events `route`, `guard`, `usage`, while kept."
    )
    handover: SessionHandover | None = Field(
        description="People who are awaited here, or have the conversation; null: the assistant."
    )
    feedback: list[GivenFeedback] = Field(description="Of the messages' turns, the latest last.")
    asked: list[JsonObject] = Field(
        description="The events (`choices`, `ui`) of the latest question, unless a turn is open."
    )


def session_out(row: SessionRow) -> SessionOut:
    """Show a conversation as the list does."""
    return SessionOut(
        id=str(row.id), title=row.title, created_at=row.created_at, updated_at=row.updated_at
    )


def message_out(m: StoredMessage) -> MessageOut:
    """Show a message as it was."""
    return MessageOut(
        id=str(m.id),
        turn=str(m.turn_id),
        no=m.no,
        role=m.role,
        blocks=[_of_turn(block, str(m.turn_id)) for block in m.blocks],
        workflow=m.workflow,
        created_at=m.created_at,
    )


def _of_turn(block: JsonObject, turn: str) -> JsonObject:
    """Tell a widget's turn: a block was written before its event had one."""
    if block.get("type") != "widget":
        return block
    event = {key: value for key, value in block["event"].items() if key not in ("seq", "at")}
    return {**block, "event": {**event, "turn": turn}}
