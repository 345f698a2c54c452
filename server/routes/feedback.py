"""What the caller says of an answer of theirs."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

import orjson
from fastapi import APIRouter, Depends
from pydantic import BaseModel, ConfigDict, Field, field_validator

from agent.moderation.report import complaint
from contracts.errors import NotFound, RateLimited
from contracts.messages import Caller
from server.routes.dependencies import caller
from server.routes.fields import ONLY_TEXT
from server.runtime import Runtime, runtime
from store import cases, feedback

router = APIRouter(tags=["feedback"])
Known = Annotated[Caller, Depends(caller)]
Here = Annotated[Runtime, Depends(runtime)]
MOST_DATA = 8192  # bytes of JSON


class FeedbackBody(BaseModel):
    """A thumb up or down, or words; sent again for the same turn and type it replaces them."""

    model_config = ConfigDict(extra="forbid")

    turn_id: UUID
    type: Literal["positive", "negative", "correction", "preference"]
    comment: Annotated[str, Field(min_length=1, max_length=4000), ONLY_TEXT] | None = None
    data: dict[str, Any] | None = Field(
        default=None, description=f"What the page adds, {MOST_DATA} bytes at most."
    )

    @field_validator("data")
    @classmethod
    def _bounded(cls, value: dict[str, Any] | None) -> dict[str, Any] | None:
        try:
            said = orjson.dumps(value)
        except TypeError:
            raise ValueError("it is not plain JSON") from None
        if len(said) > MOST_DATA:
            raise ValueError(f"it takes {len(said)} bytes; {MOST_DATA} are allowed")
        if b"\\u0000" in said:
            raise ValueError("it has characters that are not text (NUL or surrogates)")
        return value


class FeedbackOut(BaseModel):
    """What was kept."""

    turn_id: UUID
    type: str


@router.post("/feedback")
async def give(body: FeedbackBody, known: Known, here: Here) -> FeedbackOut:
    """Say how an answer of yours was; a moderator looks at negative feedback."""
    async with here.pool.acquire() as db, db.transaction():
        done = await feedback.give(db, known, body.turn_id, body.type, body.comment, body.data)
        if done == "not_found":
            raise NotFound("you have no turn of this id")
        if done == "rate_limited":
            raise RateLimited(
                f"at most {feedback.PER_MINUTE} feedbacks a minute, and {feedback.MOST_TIMES} of"
                " one type about one answer; try again in a minute, or about another answer",
                retry_after=60,
            )
        if body.type == "negative":
            await cases.open_case(db, complaint(body.turn_id, body.comment or ""))
    return FeedbackOut(turn_id=body.turn_id, type=body.type)
