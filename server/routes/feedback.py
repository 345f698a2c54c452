"""What the caller says of an answer of theirs."""

from __future__ import annotations

from fastapi import APIRouter

from agent.moderation.feedback import give_feedback
from server.limits.admission import ClosedRoute
from server.routes.dependencies import CallerDep, RuntimeDep
from server.routes.feedback_forms import FeedbackBody, FeedbackOut

router = APIRouter(tags=["feedback"], route_class=ClosedRoute)


@router.post("/feedback")
async def give(body: FeedbackBody, known: CallerDep, here: RuntimeDep) -> FeedbackOut:
    """Say how an answer of yours was; a moderator looks at negative feedback."""
    await give_feedback(here.pool, known, body.turn_id, body.type, body.comment, body.data)
    return FeedbackOut(turn_id=body.turn_id, type=body.type)
