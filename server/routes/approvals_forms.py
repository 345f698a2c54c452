"""What the API of approvals takes and gives."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field

from agent.path.accept import ApprovalDecision
from contracts.json import JsonObject
from server.limits.bounded_body import BoundedBody
from store.approvals import ApprovalRecord


class ApprovalBody(BoundedBody):
    """Yes or no; other arguments for the call; whether to stop asking in this session."""

    model_config = ConfigDict(extra="ignore")

    approve: bool
    edited_args: JsonObject | None = None
    remember: bool = False

    def answer(self) -> ApprovalDecision:
        """Return it in the words of the path."""
        return ApprovalDecision(self.approve, self.edited_args, self.remember)


class ApprovalOut(BaseModel):
    """A question that waits for its answer."""

    id: str
    session: str
    turn: str
    kind: str
    call: str
    tool: str
    title: str
    args: JsonObject
    reason: str
    code: str = Field(description="The reason as a code, for words of a page's own.")
    expires_at: datetime
    created_at: datetime


class ApprovalList(BaseModel):
    """Open approvals, the oldest first."""

    approvals: list[ApprovalOut]


def approval_out(a: ApprovalRecord) -> ApprovalOut:
    """Show a question as it waits."""
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
        code=a.code,
        expires_at=a.expires_at,
        created_at=a.created_at,
    )
